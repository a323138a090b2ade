// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* nr_scan.h: how many CPUs may a wake-up look at. */
#include "unit.h"
#include "rows_nr_scan.h"

/* Every edge at which a word, an int or a product of them ends. */
static const unsigned long edges_long[] = {
	0, 1, 2, 7, 99, 1023, 1024, 1025, 65535, 65536, 114687, 114688, 114689,
	0x7fffffffUL, 0x80000000UL, 0xfffffffeUL, 0xffffffffUL,
	ULONG_MAX / 1024, ULONG_MAX / 1024 + 1, ULONG_MAX / 117,
	ULONG_MAX / 100, ULONG_MAX / 100 + 1, LONG_MAX,
	ULONG_MAX - LONG_MAX, ULONG_MAX - 1, ULONG_MAX,
};
static const unsigned int edges_int[] = {
	0, 1, 2, 3, 8, 50, 99, 100, 110, 112, 117, 118, 1023, 1024, 1025,
	8192, 65535, 65536, 4194303, 4194304, 0x7fffffffU, 0x80000000U,
	UINT_MAX - 1, UINT_MAX,
};

/* Where a square leaves 64 bits, its quotient is far beyond 1024. */
static unsigned int slow_merged(unsigned long sum, unsigned int weight,
				unsigned int pct)
{
	unsigned long long x, square, used;

	if (!weight || sum > weight * 1024ULL)
		return 0;
	x = sum / weight;
	if (__builtin_mul_overflow(x, (unsigned long long)pct, &square) ||
	    __builtin_mul_overflow(square, square, &square))
		return 0;
	used = square / 10240000ULL;
	if (used > 1024)
		used = 1024;
	return (unsigned int)((1024 - used) * weight / 1024);
}

static unsigned int slow_percent(unsigned long sum, unsigned int weight)
{
	unsigned long long p;

	if (!weight || sum > weight * 1024ULL)
		return 0;
	p = sum * 100ULL / (weight * 1024ULL);	/* the sum is below 2^42 */
	return p * p / 72 >= 100 ? 0 :
	       (unsigned int)((100 - p * p / 72) * weight / 100);
}

static unsigned int slow_prop(unsigned long long idle, unsigned long long cost,
			      unsigned int weight)
{
	unsigned long long product, n;

	if (__builtin_mul_overflow(idle, (unsigned long long)weight, &product))
		product = ULLONG_MAX;
	/* 4 * c beyond 64 bits is more than any product that saturates. */
	if (cost >= ULLONG_MAX / 4 || product <= 4 * (cost + 1))
		return 3;
	n = product / (cost + 1);
	return n > UINT_MAX ? SISHEUR_NO_BUDGET : (unsigned int)n - 1;
}

static void test_rows(void **state)
{
	const struct sisheur_nr_scan_row *row;

	(void)state;
	for (row = sisheur_nr_scan_rows;
	     row < sisheur_nr_scan_rows + SISHEUR_COUNT(sisheur_nr_scan_rows);
	     row++) {
		SISHEUR_ROW_EQUAL(row->name,
			sisheur_nr_scan(row->sum_util, row->llc_weight,
					row->imbalance_pct), row->merged);
		SISHEUR_ROW_EQUAL(row->name,
			sisheur_nr_scan_percent(row->sum_util,
						row->llc_weight),
			row->percent);
	}
}

static void test_edges(void **state)
{
	unsigned int s, w, p;

	(void)state;
	for (s = 0; s < SISHEUR_COUNT(edges_long); s++)
	for (w = 0; w < SISHEUR_COUNT(edges_int); w++) {
		const unsigned long sum = edges_long[s];
		const unsigned int weight = edges_int[w];
		char name[80];

		snprintf(name, sizeof(name), "sum %lu, weight %u", sum, weight);
		SISHEUR_ROW_EQUAL(name, sisheur_nr_scan_percent(sum, weight),
				  slow_percent(sum, weight));
		for (p = 0; p < SISHEUR_COUNT(edges_int); p++) {
			const unsigned int pct = edges_int[p];

			snprintf(name, sizeof(name), "sum %lu, weight %u, %u %%",
				 sum, weight, pct);
			SISHEUR_ROW_EQUAL(name,
				sisheur_nr_scan(sum, weight, pct),
				slow_merged(sum, weight, pct));
		}
	}
}

/* Every utilisation of a domain that is small enough to try them all. */
static void test_whole_curve(void **state)
{
	const unsigned int weights[] = { 1, 3, 16, 112 };
	unsigned int w;

	(void)state;
	for (w = 0; w < SISHEUR_COUNT(weights); w++) {
		const unsigned int weight = weights[w];
		unsigned int last = weight;
		unsigned long sum;

		for (sum = 0; sum <= weight * 1024UL + 2; sum++) {
			unsigned int nr = sisheur_nr_scan(sum, weight, 117);

			assert_int_equal(nr, slow_merged(sum, weight, 117));
			assert_int_equal(sisheur_nr_scan_percent(sum, weight),
					 slow_percent(sum, weight));
			/* A busier domain is never looked at more. */
			assert_true(nr <= last);
			last = nr;
		}
		assert_int_equal(last, 0);
	}
}

static void test_prop_rows(void **state)
{
	const struct sisheur_nr_scan_prop_row *row;

	(void)state;
	for (row = sisheur_nr_scan_prop_rows;
	     row < sisheur_nr_scan_prop_rows +
		   SISHEUR_COUNT(sisheur_nr_scan_prop_rows); row++)
		SISHEUR_ROW_EQUAL(row->name,
			sisheur_nr_scan_prop(row->avg_idle, row->avg_scan_cost,
					     row->llc_weight), row->budget);
}

static void test_prop_edges(void **state)
{
	const unsigned long long wide[] = {
		0, 1, 3, 4, 5, 1000000, UINT_MAX, 1ULL << 32, (1ULL << 33) + 7,
		ULLONG_MAX / 4 - 1, ULLONG_MAX / 4, ULLONG_MAX / 4 + 1,
		LLONG_MAX, ULLONG_MAX - 1, ULLONG_MAX,
	};
	unsigned int i, c, w;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(wide); i++)
	for (c = 0; c < SISHEUR_COUNT(wide); c++)
	for (w = 0; w < SISHEUR_COUNT(edges_int); w++) {
		char name[100];

		snprintf(name, sizeof(name), "idle %llu, cost %llu, weight %u",
			 wide[i], wide[c], edges_int[w]);
		SISHEUR_ROW_EQUAL(name,
			sisheur_nr_scan_prop(wide[i], wide[c], edges_int[w]),
			slow_prop(wide[i], wide[c], edges_int[w]));
	}
}

static void test_pelt_rows(void **state)
{
	const struct sisheur_pelt_row *row;

	(void)state;
	for (row = sisheur_pelt_rows;
	     row < sisheur_pelt_rows + SISHEUR_COUNT(sisheur_pelt_rows); row++)
		SISHEUR_ROW_EQUAL(row->name,
			sisheur_pelt_age(row->sum, row->age_ms), row->aged);
}

/* "112 ms ... by when an idle domain has decayed to 9 % of it" */
static void test_pelt_quote(void **state)
{
	const unsigned long aged = sisheur_pelt_age(100000, 112);

	(void)state;
	assert_in_range(aged, 8500, 9499);
}

static void test_constants(void **state)
{
	(void)state;
	assert_int_equal(SISHEUR_CAPACITY, 1024);
	assert_int_equal(SISHEUR_LLC_IMBALANCE_PCT, 117);
	assert_int_equal(SISHEUR_NO_BUDGET, UINT_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_whole_curve),
		cmocka_unit_test(test_prop_rows),
		cmocka_unit_test(test_prop_edges),
		cmocka_unit_test(test_pelt_rows),
		cmocka_unit_test(test_pelt_quote),
		cmocka_unit_test(test_constants),
	};

	return cmocka_run_group_tests_name("nr_scan", tests, NULL, NULL);
}
