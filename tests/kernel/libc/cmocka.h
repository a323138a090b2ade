/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * cmocka.h - as much of cmocka as the unit tests use, inside a kernel
 *
 * A test that fails must not go on.  cmocka jumps out of it; a kernel cannot,
 * so each test has a thread to itself, which ends there (as KUnit does it).
 */
#ifndef SISHEUR_TESTS_KERNEL_CMOCKA_H
#define SISHEUR_TESTS_KERNEL_CMOCKA_H

#include <linux/kthread.h>

#include "libc.h"

struct CMUnitTest {
	const char *name;
	void (*test)(void **state);
};

#define cmocka_unit_test(function)	{ #function, function }

#define cmocka_run_group_tests_name(name, tests, setup, teardown)	\
	sisheur_run_tests(tests, ARRAY_SIZE(tests))

/* How many failed. */
int sisheur_run_tests(const struct CMUnitTest *tests, size_t nr);

/* The end of the test that is on. */
extern struct completion *sisheur_test_done;

__printf(3, 4)
void sisheur_note_failure(const char *file, int line, const char *format, ...);

/* The exit stands here, where objtool sees that nothing follows it. */
#define fail_msg(...)							\
	do {								\
		sisheur_note_failure(__FILE__, __LINE__, __VA_ARGS__);	\
		kthread_complete_and_exit(sisheur_test_done, 0);	\
	} while (0)

#define assert_true(condition)						\
	do {								\
		if (!(condition))					\
			fail_msg("not true: %s", #condition);		\
	} while (0)
#define assert_false(condition)		assert_true(!(condition))
#define assert_null(pointer)		assert_true(!(pointer))
#define assert_non_null(pointer)	assert_true(pointer)

#define assert_int_equal(a, b)						\
	do {								\
		const unsigned long long sisheur_a = (a);		\
		const unsigned long long sisheur_b = (b);		\
									\
		if (sisheur_a != sisheur_b)				\
			fail_msg("%s is %lld, not %lld", #a, sisheur_a,	\
				 sisheur_b);				\
	} while (0)

#define assert_ptr_equal(a, b)	assert_true((a) == (b))
#define assert_ptr_not_equal(a, b)	assert_true((a) != (b))
#define assert_int_not_equal(a, b)	assert_true((a) != (b))
#define assert_string_equal(a, b)	assert_true(!strcmp(a, b))
#define assert_memory_equal(a, b, n)	assert_true(!memcmp(a, b, n))

#define assert_in_range(value, least, most)				\
	do {								\
		const unsigned long long sisheur_value = (value);	\
									\
		if (sisheur_value < (least) || sisheur_value > (most))	\
			fail_msg("%s is %llu", #value, sisheur_value);	\
	} while (0)

#endif /* SISHEUR_TESTS_KERNEL_CMOCKA_H */
