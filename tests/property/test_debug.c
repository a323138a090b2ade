// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Does a bad pointer trap at once where SISHEUR_DEBUG is defined?  Integers
 * have an answer whatever they are, so NULL where something must be is all that
 * a caller can do wrong.  This file compiles a private copy of the library, and
 * is the test of lib/unity.h as well.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define SISHEUR_DEBUG
#include "unity.h"

#include <check.h>

static const unsigned int core[] = { 0, 0 };
static const unsigned int next[] = { 1, 0 };
static const int llc[] = { 0, 0 };
static const unsigned long both[] = { 3 };
static struct sisheur_llc llcs[1];
static const struct sisheur_view view = { .idle = both };
static struct sisheur_domains domains = {
	.nr_cpus = 2,
	.nr_llcs = 1,
	.smt = true,
	.core = core,
	.next = next,
	.llc = llc,
	.llc_span = both,
	.llcs = llcs,
};
static const struct sisheur_scan scan = { .domains = &domains, .view = &view };
static const struct sisheur_scan no_domains = { .view = &view };
static const struct sisheur_scan no_view = { .domains = &domains };
static const struct sisheur_wakeup wakeup = {
	.domains = &domains,
	.view = &view,
};
static const struct sisheur_wakeup wakeup_no_domains = { .view = &view };
static const struct sisheur_wakeup wakeup_no_view = { .domains = &domains };
static struct sisheur_task task;
static struct sisheur_stats stats;
static struct sisheur_ratios ratios;
static struct sisheur_choice choice;
static struct sisheur_ladder ladder;
static struct sisheur_kept kept;
static unsigned long memory[SISHEUR_KEPT_WORDS(2)];

/* volatile: a compiler that sees the NULL may drop the call. */
static void *volatile none;

/* Each of these must trap ... */
#define BAD_CALLS(call) \
	call(sisheur_look(none, 2, 0)) \
	call(sisheur_core_is_idle(none, &view, 0)) \
	call(sisheur_core_is_idle(&domains, none, 0)) \
	call(sisheur_sets_idle_cores(none, &view, 0, NULL)) \
	call(sisheur_sets_idle_cores(&domains, none, 0, NULL)) \
	call(sisheur_domains_init(none)) \
	call(sisheur_kept_init(none, &domains, memory)) \
	call(sisheur_kept_init(&kept, none, memory)) \
	call(sisheur_kept_init(&kept, &domains, none)) \
	call(sisheur_kept_idle(none, 0)) \
	call(sisheur_kept_busy(none, 0)) \
	call(sisheur_llc_of(none, 0)) \
	call(sisheur_share_llc(none, 0, 0)) \
	call(sisheur_share_cluster(none, 0, 0)) \
	call(sisheur_scan_siblings(none, NULL)) \
	call(sisheur_scan_siblings(&no_domains, NULL)) \
	call(sisheur_scan_siblings(&no_view, NULL)) \
	call(sisheur_scan_core(none, NULL)) \
	call(sisheur_scan_core(&no_domains, NULL)) \
	call(sisheur_scan_core(&no_view, NULL)) \
	call(sisheur_scan_cpu(none, 1)) \
	call(sisheur_scan_cpu(&no_domains, 1)) \
	call(sisheur_scan_cpu(&no_view, 1)) \
	call(sisheur_walk_core(none, NULL, NULL)) \
	call(sisheur_walk_core(&no_view, NULL, NULL)) \
	call(sisheur_walk_cpu(none, 1, NULL)) \
	call(sisheur_walk_cpu(&no_domains, 1, NULL)) \
	call(sisheur_has_idle_core(none)) \
	call(sisheur_has_idle_core(&no_view)) \
	call(sisheur_scan_is_empty(none)) \
	call(sisheur_pair_sibling(none, NULL)) \
	call(sisheur_pair_sibling(&no_domains, NULL)) \
	call(sisheur_record_wakee(none, 1, 1)) \
	call(sisheur_is_pair(none, 1, &task, 1)) \
	call(sisheur_is_pair(&task, 1, none, 1)) \
	call(sisheur_select(none, &wakeup, NULL)) \
	call(sisheur_select(sisheur_profile(0), none, NULL)) \
	call(sisheur_select(sisheur_profile(0), &wakeup_no_domains, NULL)) \
	call(sisheur_select(sisheur_profile(0), &wakeup_no_view, NULL)) \
	call(sisheur_select(sisheur_profile(99), &wakeup, NULL)) \
	call(sisheur_ladder_init(none, sisheur_profile(0), &wakeup)) \
	call(sisheur_ladder_init(&ladder, none, &wakeup)) \
	call(sisheur_step(none, sisheur_profile(0)->rungs)) \
	call(sisheur_step(&ladder, none)) \
	call(sisheur_stats_add(none, &choice)) \
	call(sisheur_stats_add(&stats, none)) \
	call(sisheur_stats_ratios(none, &ratios)) \
	call(sisheur_stats_ratios(&stats, none))

/* ... and none of these: NULL has a meaning there. */
#define GOOD_CALLS(call) \
	call(sisheur_look(&view, 2, ~0U)) \
	call(sisheur_cpuset_test(none, 2, 0)) \
	call(sisheur_cpuset_weight(none, 2)) \
	call(sisheur_cpuset_next(none, 2, 0)) \
	call(sisheur_domains_init(&domains)) \
	call(sisheur_kept_init(&kept, &domains, memory)) \
	call(sisheur_sets_idle_cores(&domains, &view, 0, none)) \
	call(sisheur_scan_core(&scan, none)) \
	call(sisheur_scan_siblings(&scan, none)) \
	call(sisheur_walk_core(&scan, none, none)) \
	call(sisheur_walk_cpu(&scan, 1, none)) \
	call(sisheur_select(sisheur_profile(0), &wakeup, none)) \
	call(sisheur_stats_add(&stats, &choice))

enum {
#define ONE(expr)	+ 1
	NR_BAD = 0 BAD_CALLS(ONE),
	NR_GOOD = 0 GOOD_CALLS(ONE),
#undef ONE
};

static const char *const bad_text[] = {
#define TEXT(expr)	#expr,
	BAD_CALLS(TEXT)
};
static const char *const good_text[] = {
	GOOD_CALLS(TEXT)
#undef TEXT
};

static void begin(const char *text)
{
	/* Which call it was: a trap says nothing. */
	fprintf(stderr, "# %s\n", text);
	sisheur_domains_init(&domains);
	sisheur_ladder_init(&ladder, sisheur_profile(0), &wakeup);
}

START_TEST(bad_pointer_traps)
{
	int i = 0;

	begin(bad_text[_i]);
#define MAKE(expr) \
	if (i++ == _i) \
		(void)(expr);
	BAD_CALLS(MAKE)
}
END_TEST

START_TEST(null_with_a_meaning_does_not)
{
	int i = 0;

	begin(good_text[_i]);
	GOOD_CALLS(MAKE)
#undef MAKE
	ck_assert_int_eq(i, NR_GOOD);
}
END_TEST

/*
 * Which signal a trap raises is up to the machine, and on s390x to what the
 * compiler made of each one: SIGILL or SIGFPE.  All become one.
 */
static void trapped(int sig)
{
	(void)sig;
	abort();
}

int main(void)
{
	Suite *suite = suite_create("debug");
	TCase *tc = tcase_create("debug");
	SRunner *runner;
	int failed;

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 600);
	signal(SIGILL, trapped);
	signal(SIGTRAP, trapped);
	signal(SIGFPE, trapped);
	tcase_add_loop_test_raise_signal(tc, bad_pointer_traps, SIGABRT, 0,
					 NR_BAD);
	tcase_add_loop_test(tc, null_with_a_meaning_does_not, 0, NR_GOOD);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
