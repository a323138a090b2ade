/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * unit.h - what the unit tests share
 *
 * Tables of rows stand in rows_*.h, which include nothing, so that other test
 * frameworks (the kernel's) can compile the same rows.  A test walks its table
 * and names the row that failed.
 */
#ifndef SISHEUR_TESTS_UNIT_H
#define SISHEUR_TESTS_UNIT_H

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include <sisheur/case.h>
#include <sisheur/sisheur.h>

#define SISHEUR_COUNT(a)	(sizeof(a) / sizeof((a)[0]))

/* Equal, or the test fails with the row's name and both values. */
#define SISHEUR_ROW_EQUAL(row_name, got, want)				\
	do {								\
		const long long sisheur_got = (long long)(got);		\
		const long long sisheur_want = (long long)(want);	\
									\
		if (sisheur_got != sisheur_want)			\
			fail_msg("%s: %s is %lld, expected %lld",	\
				 (row_name), #got, sisheur_got,		\
				 sisheur_want);				\
	} while (0)

#define SISHEUR_ROW_TEXT(row_name, got, want)				\
	do {								\
		const char *sisheur_got = (got);			\
		const char *sisheur_want = (want);			\
									\
		if (strcmp(sisheur_got, sisheur_want))			\
			fail_msg("%s:\n  %s is \"%s\",\n  expected \"%s\"", \
				 (row_name), #got, sisheur_got,		\
				 sisheur_want);				\
	} while (0)

/* A set with every bit past the size on: nothing may depend on them. */
static inline unsigned long *sisheur_unit_set(const char *cpulist,
					      unsigned int nr_cpus)
{
	const size_t words = SISHEUR_WORDS((size_t)nr_cpus) + 1;
	unsigned long *set = calloc(words, sizeof(*set));
	struct sisheur_error error;
	size_t bit;

	assert_non_null(set);
	if (!sisheur_cpulist_parse(cpulist, set, nr_cpus, &error))
		fail_msg("\"%s\": %s", cpulist, error.text);
	for (bit = nr_cpus; bit < words * SISHEUR_WORD_BITS; bit++)
		set[bit / SISHEUR_WORD_BITS] |=
			1UL << (bit % SISHEUR_WORD_BITS);
	return set;
}

/* A wake-up from the keys of a case line; profile defaults to linux-6.12. */
static inline void sisheur_unit_wakeup(struct sisheur_case *c,
				       const char *keys)
{
	struct sisheur_error error = { 0 };
	static char line[4096];	/* a kernel stack has four times that in all */

	snprintf(line, sizeof(line), "%s%s",
		 strstr(keys, "profile=") ? "" : "profile=linux-6.12 ", keys);
	if (sisheur_case_parse(c, line, &error) != SISHEUR_CASE_WAKEUP)
		fail_msg("\"%s\": %s", line, error.text);
}

/* Memory that may not even be read. */
static inline void *sisheur_unit_forbidden(void)
{
	void *page = mmap(NULL, 4096, PROT_NONE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(page != MAP_FAILED);
	return page;
}

#endif /* SISHEUR_TESTS_UNIT_H */
