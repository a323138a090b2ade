// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * nr_scan.h: sisheur_pelt_age() against the true exponential.  A program of its
 * own because a kernel, which runs test_nr_scan.c as well, has no double.
 */
#include <math.h>

#include "unit.h"

/* Edges at which a half, a word or a product of them ends. */
static const unsigned long edges_long[] = {
	0, 1, 2, 7, 99, 1023, 1024, 1025, 65535, 65536, 114687, 114688, 114689,
	0x7fffffffUL, 0x80000000UL, 0xfffffffeUL, 0xffffffffUL,
	ULONG_MAX / 1024, ULONG_MAX / 1024 + 1, ULONG_MAX / 117,
	ULONG_MAX / 100, ULONG_MAX / 100 + 1, LONG_MAX,
	ULONG_MAX - LONG_MAX, ULONG_MAX - 1, ULONG_MAX,
};

/*
 * Against the true exponential.  A factor of 16 bits is off by half a unit at
 * most, which is 2^-16 of a factor that is 1/2 or more; the sum then loses a
 * fraction to rounding down.
 */
static void test_pelt_edges(void **state)
{
	unsigned int s, age;

	(void)state;
	for (s = 0; s < SISHEUR_COUNT(edges_long); s++) {
		const unsigned long sum = edges_long[s];
		unsigned long last = sum;

		for (age = 0; age < 2200; age++) {
			const unsigned long aged = sisheur_pelt_age(sum, age);
			const double real = exp2(-(double)age / 32) *
					    (double)sum;
			const double off = (double)aged - real;

			if (off > real / 65536 + 1e-6 ||
			    off < -real / 65536 - 1.000001)
				fail_msg("sum %lu, age %u: %lu, really %f",
					 sum, age, aged, real);
			assert_true(aged <= last);
			last = aged;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pelt_edges),
	};

	return cmocka_run_group_tests_name("pelt", tests, NULL, NULL);
}
