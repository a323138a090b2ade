// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* topology.h: sets of CPUs as text, both ways. */
#include "unit.h"

/* printed: what printing the parsed set gives */
static const struct {
	const char *text;
	unsigned int nr_cpus;
	const char *printed;
} rows[] = {
	{ "", 0, "" },
	{ "", 8, "" },
	{ "\n", 8, "" },
	{ "0", 1, "0" },
	{ "0\n", 1, "0" },
	{ "7", 8, "7" },
	{ "0-7", 8, "0-7" },
	{ "0-0", 8, "0" },
	{ "0,1", 8, "0-1" },
	{ "0,2", 8, "0,2" },
	{ "3-5,0", 8, "0,3-5" },
	{ "0-3,2-6", 8, "0-6" },
	{ "1,1,1", 8, "1" },
	{ "007", 8, "7" },
	{ "0-31", 32, "0-31" },
	{ "31-32", 40, "31-32" },
	{ "0-63", 64, "0-63" },
	{ "63-64", 65, "63-64" },
	{ "64", 65, "64" },
	{ "62-66,127,129-193", 200, "62-66,127,129-193" },
	{ "1-198", 200, "1-198" },
	{ "64-127,32-33", 128, "32-33,64-127" },
	{ "5,60-70,3-130,64", 140, "3-130" },
	{ "0-8191", 8192, "0-8191" },
	{ "8191", 8192, "8191" },
	{ "0,2,4-5,8190-8191", 8192, "0,2,4-5,8190-8191" },
};

static const struct {
	const char *text;
	unsigned int nr_cpus;
	const char *says;
} bad[] = {
	{ "0", 0, "CPU 0" },
	{ "8", 8, "CPU 8" },
	{ "0-8", 8, "CPU 8" },
	{ "8-9", 8, "CPU 8" },
	{ "80", 8, "CPU 80" },
	{ "4294967296", 8, "CPU 4294967296" },
	{ "4294967297", 8192, "CPU 4294967297" },
	{ "18446744073709551616", 8192, "CPU 18446744073709551616" },
	{ "3-2", 8, "3-2" },
	{ "-", 8, "\"-\"" },
	{ "-1", 8, "\"-1\"" },
	{ "1-", 8, "0-3,8" },
	{ "1-\n", 8, "0-3,8" },
	{ ",", 8, "\",\"" },
	{ "1,", 8, "\",\"" },
	{ "1,\n", 8, "0-3,8" },
	{ ",1", 8, "\",1\"" },
	{ "1,,2", 8, "\",2\"" },
	{ "1 2", 8, "\" 2\"" },
	{ " 1", 8, "\" 1\"" },
	{ "1 ", 8, "\" \"" },
	{ "1\n\n", 8, "0-3,8" },
	{ "1-2-3", 8, "\"-3\"" },
	{ "0-7:1/2", 8, "\":1/2\"" },
	{ "all", 8, "\"all\"" },
	{ "0x1", 8, "\"x1\"" },
	{ "+1", 8, "\"+1\"" },
	{ "1/2", 8, "\"/2\"" },
	{ "0", 8193, "8193" },
	{ "0", UINT_MAX, "4294967295" },
};

static void test_parse_and_print(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(rows); i++) {
		const unsigned int nr = rows[i].nr_cpus;
		const size_t words = SISHEUR_WORDS(nr);
		/* "overwritten", and not a word more */
		unsigned long *set = malloc((words + 1) * sizeof(*set));
		struct sisheur_error error = { 0 };
		char text[64];

		assert_non_null(set);
		memset(set, 0xa5, (words + 1) * sizeof(*set));
		if (!sisheur_cpulist_parse(rows[i].text, set, nr, &error))
			fail_msg("\"%s\": %s", rows[i].text, error.text);
		sisheur_cpulist_print(text, sizeof(text), set, nr);
		SISHEUR_ROW_TEXT(rows[i].text, text, rows[i].printed);
		assert_memory_equal(&set[words],
				    &(unsigned long){ ~0UL / 0xff * 0xa5 },
				    sizeof(*set));
		free(set);
	}
}

static void test_bad(void **state)
{
	unsigned long set[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(bad); i++) {
		struct sisheur_error error = { 0 };

		if (sisheur_cpulist_parse(bad[i].text, set, bad[i].nr_cpus,
					  &error))
			fail_msg("\"%s\" was accepted", bad[i].text);
		if (!strstr(error.text, bad[i].says))
			fail_msg("\"%s\": \"%s\" does not say \"%s\"",
				 bad[i].text, error.text, bad[i].says);
		assert_false(sisheur_cpulist_parse(bad[i].text, set,
						   bad[i].nr_cpus, NULL));
	}
}

/* As snprintf(): the length of the whole, whatever fits, always terminated. */
static void test_cut(void **state)
{
	const char *const whole = "0,2,4-5,62-65,127";
	const size_t length = strlen(whole);
	unsigned long *set = sisheur_unit_set(whole, 128);
	size_t size;

	(void)state;
	for (size = 0; size <= length + 1; size++) {
		char *text = malloc(size ? size : 1);

		assert_non_null(text);
		text[0] = 'x';
		assert_int_equal(sisheur_cpulist_print(text, size, set, 128),
				 length);
		if (size) {
			assert_int_equal(strlen(text),
					 size <= length ? size - 1 : length);
			assert_memory_equal(text, whole, strlen(text));
		} else {
			assert_int_equal(text[0], 'x');
		}
		free(text);
	}
	assert_int_equal(sisheur_cpulist_print(NULL, 0, set, 128), length);
	free(set);
}

/* Bits past the size are not printed, and NULL is the empty set. */
static void test_print_edges(void **state)
{
	unsigned long set[2] = { ~0UL, ~0UL };
	char text[16];

	(void)state;
	sisheur_cpulist_print(text, sizeof(text), set, 5);
	assert_string_equal(text, "0-4");
	sisheur_cpulist_print(text, sizeof(text), set, 0);
	assert_string_equal(text, "");
	assert_int_equal(sisheur_cpulist_print(text, sizeof(text), NULL, 8), 0);
	assert_string_equal(text, "");
}

/* Every second CPU of the largest machine: the longest text there is. */
static void test_longest(void **state)
{
	unsigned long set[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	unsigned long back[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	const size_t size = SISHEUR_MAX_CPUS * 5;
	char *text = malloc(size);
	size_t length;

	(void)state;
	assert_non_null(text);
	memset(set, 0x55, sizeof(set));
	length = sisheur_cpulist_print(text, size, set, SISHEUR_MAX_CPUS);
	assert_true(length < size);
	assert_int_equal(strlen(text), length);
	assert_true(sisheur_cpulist_parse(text, back, SISHEUR_MAX_CPUS, NULL));
	assert_memory_equal(set, back, sizeof(set));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse_and_print),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_print_edges),
		cmocka_unit_test(test_longest),
	};

	return cmocka_run_group_tests_name("cpulist", tests, NULL, NULL);
}
