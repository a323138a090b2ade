// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cpuset.h: sets of CPUs. */
#include <sched.h>

#include "unit.h"
#include "rows_cpuset.h"

static void test_rows(void **state)
{
	const struct sisheur_cpuset_row *row;

	(void)state;
	for (row = sisheur_cpuset_rows;
	     row < sisheur_cpuset_rows + SISHEUR_COUNT(sisheur_cpuset_rows);
	     row++) {
		unsigned long *set = sisheur_unit_set(row->set, row->nr_cpus);

		SISHEUR_ROW_EQUAL(row->name,
			sisheur_cpuset_test(set, row->nr_cpus, row->cpu),
			row->is_in);
		SISHEUR_ROW_EQUAL(row->name,
			sisheur_cpuset_weight(set, row->nr_cpus), row->weight);
		SISHEUR_ROW_EQUAL(row->name,
			sisheur_cpuset_next(set, row->nr_cpus, row->cpu),
			row->next);
		free(set);
	}
}

static void test_null_is_empty(void **state)
{
	const unsigned int sizes[] = { 0, 1, 64, 65, 8192, UINT_MAX };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sizes); i++) {
		assert_false(sisheur_cpuset_test(NULL, sizes[i], 0));
		assert_int_equal(sisheur_cpuset_weight(NULL, sizes[i]), 0);
		assert_int_equal(sisheur_cpuset_next(NULL, sizes[i], 0),
				 SISHEUR_NONE);
	}
}

/*
 * A size beyond SISHEUR_MAX_CPUS is clamped: the set ends where the readable
 * memory ends, so a function that believes the size is killed.
 */
static void test_size_is_clamped(void **state)
{
	const unsigned int sizes[] = { 8192, 8193, 100000, 0x80000000U,
				       UINT_MAX - 63, UINT_MAX };
	const size_t bytes = SISHEUR_MAX_CPUS / 8;
	const size_t page = 65536;	/* the largest page of our targets */
	char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned long *set;
	unsigned int i;

	(void)state;
	assert_true(memory != MAP_FAILED);
	assert_int_equal(mprotect(memory + page, page, PROT_NONE), 0);
	set = (unsigned long *)(void *)(memory + page - bytes);
	memset(set, 0, bytes);
	set[bytes / sizeof(*set) - 1] = ~0UL;

	for (i = 0; i < SISHEUR_COUNT(sizes); i++) {
		assert_true(sisheur_cpuset_test(set, sizes[i], 8191));
		assert_false(sisheur_cpuset_test(set, sizes[i], 8192));
		assert_false(sisheur_cpuset_test(set, sizes[i], UINT_MAX));
		assert_int_equal(sisheur_cpuset_weight(set, sizes[i]),
				 SISHEUR_WORD_BITS);
		assert_int_equal(sisheur_cpuset_next(set, sizes[i], 0),
				 8192 - SISHEUR_WORD_BITS);
		assert_int_equal(sisheur_cpuset_next(set, sizes[i], 8191),
				 8191);
		assert_int_equal(sisheur_cpuset_next(set, sizes[i], 8192),
				 SISHEUR_NONE);
		assert_int_equal(sisheur_cpuset_next(set, sizes[i], UINT_MAX),
				 SISHEUR_NONE);
	}
	munmap(memory, 2 * page);
}

/* The layout of glibc's cpu_set_t, whatever the byte order. */
static void test_layout(void **state)
{
	const unsigned int cpus[] = { 0, 1, 31, 32, 33, 63, 64, 127, 1023 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(cpus); i++) {
		const unsigned long *words;
		cpu_set_t theirs;

		CPU_ZERO(&theirs);
		CPU_SET(cpus[i], &theirs);
		words = (const unsigned long *)(const void *)&theirs;
		assert_true(sisheur_cpuset_test(words, CPU_SETSIZE, cpus[i]));
		assert_int_equal(sisheur_cpuset_weight(words, CPU_SETSIZE), 1);
		assert_int_equal(sisheur_cpuset_next(words, CPU_SETSIZE, 0),
				 cpus[i]);
	}
}

/* "To list a set, call with 0 and then with one more than each answer." */
static void test_listing(void **state)
{
	const int want[] = { 0, 5, 63, 64, 65, 130, 199 };
	unsigned long *set = sisheur_unit_set("0,5,63-65,130,199", 200);
	unsigned int n = 0;
	int cpu;

	(void)state;
	for (cpu = sisheur_cpuset_next(set, 200, 0); cpu != SISHEUR_NONE;
	     cpu = sisheur_cpuset_next(set, 200, (unsigned int)cpu + 1)) {
		assert_true(n < SISHEUR_COUNT(want));
		assert_int_equal(cpu, want[n]);
		n++;
	}
	assert_int_equal(n, SISHEUR_COUNT(want));
	free(set);
}

static void test_words(void **state)
{
	(void)state;
	assert_int_equal(SISHEUR_WORDS(0), 0);
	assert_int_equal(SISHEUR_WORDS(1), 1);
	assert_int_equal(SISHEUR_WORDS(SISHEUR_WORD_BITS), 1);
	assert_int_equal(SISHEUR_WORDS(SISHEUR_WORD_BITS + 1), 2);
	assert_int_equal(SISHEUR_WORDS(8192) * SISHEUR_WORD_BITS, 8192);
	assert_int_equal(SISHEUR_WORD_BITS, sizeof(long) * CHAR_BIT);
	assert_int_equal(SISHEUR_NONE, -1);
	assert_int_equal(SISHEUR_MAX_CPUS, 8192);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_null_is_empty),
		cmocka_unit_test(test_size_is_clamped),
		cmocka_unit_test(test_layout),
		cmocka_unit_test(test_listing),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests_name("cpuset", tests, NULL, NULL);
}
