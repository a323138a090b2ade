// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* select.h: one wake-up in, one CPU out. */
#include "unit.h"
#include "rows_select.h"

static void test_steps(void **state)
{
	const struct sisheur_select_row *row;
	struct sisheur_case c = { 0 };
	int count;

	(void)state;
	for (row = sisheur_select_rows;
	     row < sisheur_select_rows + SISHEUR_COUNT(sisheur_select_rows);
	     row++) {
		sisheur_unit_wakeup(&c, row->keys);
		for (count = 0; count < 2; count++) {
			struct sisheur_choice choice = { .cpu = 77 };
			int cpu;

			c.wakeup.count_probes = count;
			cpu = sisheur_select(&c.profile, &c.wakeup, &choice);
			SISHEUR_ROW_EQUAL(row->name, cpu, row->cpu);
			SISHEUR_ROW_EQUAL(row->name, choice.cpu, row->cpu);
			SISHEUR_ROW_EQUAL(row->name, choice.step, row->step);
			SISHEUR_ROW_EQUAL(row->name, choice.recent,
					  row->recent);
			SISHEUR_ROW_EQUAL(row->name, choice.hint, row->hint);
			SISHEUR_ROW_EQUAL(row->name, choice.scanned,
					  row->scanned);
			SISHEUR_ROW_EQUAL(row->name, choice.failed,
					  row->failed);
			/* "0 unless count_probes" */
			SISHEUR_ROW_EQUAL(row->name, choice.probes > 0, count);
			if (!count)
				SISHEUR_ROW_EQUAL(row->name,
						  choice.scan_probes, 0);
			assert_int_equal(sisheur_select(&c.profile, &c.wakeup,
							NULL), row->cpu);
		}
	}
	sisheur_case_free(&c);
}

/* ---- features ---- */

static void set_feature_case(struct sisheur_case *c,
			     const struct sisheur_feature_row *row, bool on)
{
	char keys[1024];

	snprintf(keys, sizeof(keys), "profile=%s features=%s%s%s%s %s",
		 row->profile, row->features, row->features[0] ? "," : "",
		 on ? "" : "NO_", sisheur_feature_name(row->bit), row->keys);
	sisheur_unit_wakeup(c, keys);
}

static void check_feature(const struct sisheur_feature_row *row, bool on)
{
	struct sisheur_case c = { 0 };
	unsigned long *fits = NULL, *claimed = NULL;
	struct sisheur_view view;
	unsigned int nr, count;

	set_feature_case(&c, row, on);
	SISHEUR_ROW_EQUAL(row->name, c.profile.features >> row->bit & 1, on);
	nr = c.topology.domains.nr_cpus;
	view = c.view;
	if (row->fits[0])
		fits = sisheur_unit_set(row->fits, nr);
	if (row->claimed[0])
		claimed = sisheur_unit_set(row->claimed, nr);
	view.claimed = claimed;
	c.wakeup.view = &view;
	c.wakeup.fits = fits;
	c.wakeup.spread = row->spread;
	c.wakeup.brief = row->brief;
	c.wakeup.sum_util = row->sum_util;
	c.wakeup.sum_util_age_ms = row->age_ms;

	for (count = 0; count < 2; count++) {
		struct sisheur_choice choice;

		c.wakeup.count_probes = count;
		sisheur_select(&c.profile, &c.wakeup, &choice);
		SISHEUR_ROW_EQUAL(row->name, choice.cpu,
				  on ? row->cpu_on : row->cpu_off);
		SISHEUR_ROW_EQUAL(row->name, choice.hint,
				  on ? row->hint_on : row->hint_off);
	}
	free(fits);
	free(claimed);
	sisheur_case_free(&c);
}

static void test_features(void **state)
{
	const struct sisheur_feature_row *row;
	unsigned int differ = 0;

	(void)state;
	for (row = sisheur_feature_rows;
	     row < sisheur_feature_rows + SISHEUR_COUNT(sisheur_feature_rows);
	     row++) {
		check_feature(row, true);
		check_feature(row, false);
		if (row->cpu_on != row->cpu_off || row->hint_on != row->hint_off)
			differ |= 1U << row->bit;
	}
	/* No feature without a row in which it makes a difference. */
	assert_int_equal(differ, (1U << SISHEUR_NR_FEATURES) - 1);
}

/* What no map answers, a look does: features that need maps stand back. */
static unsigned int look_at_case(void *ctx, unsigned int cpu)
{
	const struct sisheur_case *c = ctx;

	return sisheur_look(&c->view, c->topology.domains.nr_cpus, cpu);
}

static void test_without_maps(void **state)
{
	static const struct {
		const char *keys;
		int cpu;
		unsigned int hint;
	} rows[] = {
		/* the budget is what it is */
		{ "profile=sisheur nr_cpus=8 idle=7 nr_idle_scan=2", 0, 0 },
		/* the hint is believed: set, and clear */
		{ "profile=sisheur " SISHEUR_ROW_HALVES
		  "idle=3,4,7 target=1 prev=0 has_idle_cores=1", 3, 0 },
		{ "profile=sisheur " SISHEUR_ROW_HALVES
		  "idle=3,4,7 target=1 prev=0", 4, 0 },
	};
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(rows); i++) {
		struct sisheur_choice choice;
		struct sisheur_view view;

		sisheur_unit_wakeup(&c, rows[i].keys);
		view = (struct sisheur_view) { .look = look_at_case,
					       .ctx = &c };
		c.wakeup.view = &view;
		sisheur_select(&c.profile, &c.wakeup, &choice);
		SISHEUR_ROW_EQUAL(rows[i].keys, choice.cpu, rows[i].cpu);
		SISHEUR_ROW_EQUAL(rows[i].keys, choice.hint, rows[i].hint);
	}
	sisheur_case_free(&c);
}

/* ---- shared values: when they are read at all ---- */

/*
 * "Read only where a step needs it, and never with SMT inactive."  The hint is
 * a page that may not be read: whoever reads it dies.
 */
static void test_hint_not_read_without_smt(void **state)
{
	static const char *const machines[] = {
		"nr_cpus=8",
		"nr_cpus=8 clusters=0-3/4-7",
		"nr_cpus=8 llc=0-3",
		"nr_cpus=8 cores=0,4/1,5/2,6/3,7 smt=0",
		"nr_cpus=8 cores=0-3/4-7 smt=0 pair=1 features=SIS_PAIR",
	};
	static const char *const idle[] = { "", "0-7", "5", "3,7" };
	int *forbidden = sisheur_unit_forbidden();
	struct sisheur_case c = { 0 };
	unsigned int id, m, i, cpu, count;
	char keys[256];

	(void)state;
	for (id = 0; id < SISHEUR_NR_PROFILES; id++)
	for (m = 0; m < SISHEUR_COUNT(machines); m++)
	for (i = 0; i < SISHEUR_COUNT(idle); i++) {
		snprintf(keys, sizeof(keys),
			 "profile=%s %s idle=%s has_idle_cores=1",
			 sisheur_profile_name(id), machines[m], idle[i]);
		sisheur_unit_wakeup(&c, keys);
		for (cpu = 0; cpu < 8; cpu++)
		for (count = 0; count < 2; count++) {
			struct sisheur_choice with, without;

			c.wakeup.target = cpu;
			c.wakeup.prev = 7 - cpu;
			c.wakeup.recent = cpu ^ 1;
			c.wakeup.spread = true;
			c.wakeup.brief = true;
			c.wakeup.count_probes = count;
			c.wakeup.has_idle_cores = forbidden;
			sisheur_select(&c.profile, &c.wakeup, &with);
			c.wakeup.has_idle_cores = NULL;
			sisheur_select(&c.profile, &c.wakeup, &without);
			assert_int_equal(with.cpu, without.cpu);
			assert_int_equal(with.hint, SISHEUR_HINT_KEEP);
		}
	}
	sisheur_case_free(&c);
}

/* Wake-ups that never get as far as needing the two shared values. */
static void test_shared_not_read(void **state)
{
	static const struct {
		const char *keys;
		bool hint, budget;	/* which of the two may not be read */
	} rows[] = {
		{ SISHEUR_ROW_HALVES "idle=0", true, true },
		{ SISHEUR_ROW_HALVES "idle=3 prev=3", true, true },
		{ SISHEUR_ROW_HALVES "idle=3 recent=3 prev=1", true, true },
		{ SISHEUR_ROW_HALVES "kthread=1 waker_nr_running=1",
		  true, true },
		{ SISHEUR_ROW_HALVES "llc=1-3,5-7", true, true },
		{ "profile=sisheur " SISHEUR_ROW_HALVES "idle=0", true, true },
		{ SISHEUR_ROW_HALVES "idle=5 prev=1", false, true },
		{ SISHEUR_ROW_HALVES "idle=3 features=NO_SIS_UTIL",
		  false, true },
		{ "profile=linux-5.18 " SISHEUR_ROW_HALVES "idle=3",
		  false, true },
		{ "profile=linux-5.18 " SISHEUR_ROW_HALVES
		  "idle=3 has_idle_cores=1", false, true },
	};
	void *forbidden = sisheur_unit_forbidden();
	struct sisheur_case c = { 0 };
	unsigned int i, count;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(rows); i++)
	for (count = 0; count < 2; count++) {
		struct sisheur_choice with, without;

		sisheur_unit_wakeup(&c, rows[i].keys);
		c.wakeup.count_probes = count;
		sisheur_select(&c.profile, &c.wakeup, &without);
		if (rows[i].hint)
			c.wakeup.has_idle_cores = forbidden;
		if (rows[i].budget)
			c.wakeup.nr_idle_scan = forbidden;
		sisheur_select(&c.profile, &c.wakeup, &with);
		SISHEUR_ROW_EQUAL(rows[i].keys, with.cpu, without.cpu);
	}
	sisheur_case_free(&c);
}

/* NULL: "clear", "no bound", "all". */
static void test_null_pointers(void **state)
{
	struct sisheur_case c = { 0 };

	(void)state;
	sisheur_unit_wakeup(&c, SISHEUR_ROW_HALVES "idle=5 prev=1 "
			    "has_idle_cores=1 nr_idle_scan=0");
	assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL), 0);
	c.wakeup.has_idle_cores = NULL;
	assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL), 5);
	sisheur_unit_wakeup(&c, "nr_cpus=8 idle=7 nr_idle_scan=0");
	assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL), 0);
	c.wakeup.nr_idle_scan = NULL;
	assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL), 7);
	sisheur_unit_wakeup(&c, "nr_cpus=8 idle=7 allowed=0");
	assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL), 0);
	c.wakeup.allowed = NULL;
	assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL), 7);
	sisheur_case_free(&c);
}

/* ---- any CPU number, any budget ---- */

static const unsigned int wild[] = { 8, 9, 63, 64, 8191, 8192, 0x7fffffffU,
				     0x80000000U, UINT_MAX - 1, UINT_MAX };

static void test_wild_target(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned int id, i, count;
	char keys[128];

	(void)state;
	for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
		snprintf(keys, sizeof(keys), "profile=%s " SISHEUR_ROW_HALVES
			 "idle=0-7 has_idle_cores=1 kthread=1 "
			 "waker_nr_running=1", sisheur_profile_name(id));
		sisheur_unit_wakeup(&c, keys);
		for (i = 0; i < SISHEUR_COUNT(wild); i++)
		for (count = 0; count < 2; count++) {
			struct sisheur_choice choice;

			c.wakeup.target = wild[i];
			c.wakeup.count_probes = count;
			assert_int_equal(sisheur_select(&c.profile, &c.wakeup,
							&choice), SISHEUR_NONE);
			assert_int_equal(choice.cpu, SISHEUR_NONE);
			assert_int_equal(choice.step, SISHEUR_STEP_NONE);
			assert_int_equal(choice.hint, SISHEUR_HINT_KEEP);
		}
	}
	sisheur_case_free(&c);
}

/* "one that is not below nr_cpus is a CPU in no domain that is never usable" */
static void test_wild_others(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned int id, i, j, k, count;
	char keys[160];

	(void)state;
	for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
		snprintf(keys, sizeof(keys), "profile=%s " SISHEUR_ROW_HALVES
			 "idle=6 pair=1 kthread=1 waker_nr_running=1 "
			 "features=SIS_PAIR", sisheur_profile_name(id));
		sisheur_unit_wakeup(&c, keys);
		c.wakeup.brief = true;
		for (i = 0; i < SISHEUR_COUNT(wild); i++)
		for (j = 0; j < SISHEUR_COUNT(wild); j++)
		for (k = 0; k < 2; k++)
		for (count = 0; count < 2; count++) {
			struct sisheur_choice choice;

			/* prev and waker equal or not: kthread compares them */
			c.wakeup.prev = wild[i];
			c.wakeup.waker = k ? wild[i] : wild[j];
			c.wakeup.recent = wild[j];
			c.wakeup.count_probes = count;
			sisheur_select(&c.profile, &c.wakeup, &choice);
			/* 5.18 does not scan for a waker in no domain. */
			assert_int_equal(choice.cpu,
					 id == SISHEUR_LINUX_5_18 ? 0 : 6);
			assert_int_equal(choice.recent, wild[i]);
		}
	}
	sisheur_case_free(&c);
}

static void test_wild_budgets(void **state)
{
	const unsigned int budgets[] = { 7, 8, 8191, 8192, 8388606, 8388607,
					 8388608, 0x7fffffffU, 0x80000000U,
					 UINT_MAX - 1, UINT_MAX };
	struct sisheur_case c = { 0 };
	unsigned int id, i, count;
	char keys[128];

	(void)state;
	for (id = 0; id < SISHEUR_NR_PROFILES; id++)
	for (i = 0; i < SISHEUR_COUNT(budgets); i++)
	for (count = 0; count < 2; count++) {
		snprintf(keys, sizeof(keys),
			 "profile=%s nr_cpus=8 idle=7 nr_idle_scan=%u",
			 sisheur_profile_name(id), budgets[i]);
		sisheur_unit_wakeup(&c, keys);
		c.wakeup.count_probes = count;
		c.wakeup.avg_idle = ULLONG_MAX;
		c.wakeup.avg_scan_cost = 0;
		c.wakeup.sum_util = ULONG_MAX;
		c.wakeup.sum_util_age_ms = budgets[i];
		assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL),
				 7);
	}
	sisheur_case_free(&c);
}

/* ---- profiles and ladders of one's own ---- */

static void test_profiles(void **state)
{
	static const struct {
		unsigned int id;
		unsigned int features;
		bool picky, has_late;
	} rows[] = {
		{ SISHEUR_LINUX_5_18, SISHEUR_SIS_PROP, false, false },
		{ SISHEUR_LINUX_6_1, SISHEUR_SIS_UTIL, false, false },
		{ SISHEUR_LINUX_6_12, SISHEUR_SIS_UTIL, false, true },
		{ SISHEUR_LINUX_7_1, SISHEUR_SIS_UTIL, true, true },
		{ SISHEUR_OWN, ((1U << SISHEUR_NR_FEATURES) - 1) &
			       ~(unsigned int)SISHEUR_SIS_PROP, true, true },
	};
	unsigned int i, r;

	(void)state;
	assert_int_equal(SISHEUR_COUNT(rows), SISHEUR_NR_PROFILES);
	for (i = 0; i < SISHEUR_COUNT(rows); i++) {
		const struct sisheur_profile *p = sisheur_profile(rows[i].id);
		bool has_late = false;

		assert_non_null(p);
		assert_in_range(p->nr_rungs, 1, SISHEUR_MAX_RUNGS);
		assert_int_equal(p->features, rows[i].features);
		assert_int_equal(p->picky, rows[i].picky);
		for (r = 0; r < p->nr_rungs; r++)
			has_late |= p->rungs[r].step == SISHEUR_STEP_LATE;
		assert_int_equal(has_late, rows[i].has_late);
		assert_int_equal(p->rungs[0].step, SISHEUR_STEP_TARGET);
		assert_int_equal(p->rungs[p->nr_rungs - 1].step,
				 SISHEUR_STEP_LAST);
	}
	assert_null(sisheur_profile(SISHEUR_NR_PROFILES));
	assert_null(sisheur_profile(0x80000000U));
	assert_null(sisheur_profile(UINT_MAX));
}

static void test_own_ladders(void **state)
{
	struct sisheur_profile p = *sisheur_profile(SISHEUR_LINUX_6_12);
	struct sisheur_choice choice;
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=8 idle=3 prev=3");

	/* no rungs, or none but the last: "has no last step" */
	p.nr_rungs = 0;
	assert_int_equal(sisheur_select(&p, &c.wakeup, &choice), SISHEUR_NONE);
	assert_int_equal(choice.step, SISHEUR_STEP_NONE);
	p.nr_rungs = 1;
	assert_int_equal(sisheur_select(&p, &c.wakeup, &choice), SISHEUR_NONE);
	assert_int_equal(choice.cpu, SISHEUR_NONE);

	/* "a number that is none is passed over" */
	p.rungs[0] = (struct sisheur_rung) { .step = SISHEUR_NR_STEPS };
	p.rungs[1] = (struct sisheur_rung) { .step = 0xffff };
	p.rungs[2] = (struct sisheur_rung) { .step = SISHEUR_STEP_NONE };
	p.rungs[3] = (struct sisheur_rung) { .step = SISHEUR_STEP_PREV };
	p.nr_rungs = 4;
	assert_int_equal(sisheur_select(&p, &c.wakeup, &choice), 3);
	assert_int_equal(choice.step, SISHEUR_STEP_PREV);

	/* "passed over unless all are on" */
	p.rungs[3].needs = SISHEUR_SIS_UTIL | SISHEUR_SIS_PAIR;
	p.features = SISHEUR_SIS_UTIL;
	assert_int_equal(sisheur_select(&p, &c.wakeup, NULL), SISHEUR_NONE);
	p.features |= SISHEUR_SIS_PAIR;
	assert_int_equal(sisheur_select(&p, &c.wakeup, NULL), 3);

	/* "clamped to SISHEUR_MAX_RUNGS": the last one counts, no more do */
	memset(&p, 0, sizeof(p));
	p.rungs[SISHEUR_MAX_RUNGS - 1].step = SISHEUR_STEP_LAST;
	for (i = 0; i < SISHEUR_COUNT(wild); i++) {
		p.nr_rungs = wild[i] | SISHEUR_MAX_RUNGS;
		assert_int_equal(sisheur_select(&p, &c.wakeup, NULL), 0);
	}
	p.nr_rungs = SISHEUR_MAX_RUNGS - 1;
	assert_int_equal(sisheur_select(&p, &c.wakeup, NULL), SISHEUR_NONE);

	/* a scan rung without the rung before it that catches such targets */
	sisheur_unit_wakeup(&c, "nr_cpus=8 llc=1-7 idle=3");
	memset(&p, 0, sizeof(p));
	p.rungs[0].step = SISHEUR_STEP_SCAN;
	p.nr_rungs = 1;
	assert_int_equal(sisheur_select(&p, &c.wakeup, NULL), SISHEUR_NONE);
	sisheur_case_free(&c);
}

/* Climbing by hand is what sisheur_select() does. */
static void test_climbing(void **state)
{
	const struct sisheur_select_row *row;
	struct sisheur_case c = { 0 };

	(void)state;
	for (row = sisheur_select_rows;
	     row < sisheur_select_rows + SISHEUR_COUNT(sisheur_select_rows);
	     row++) {
		struct sisheur_ladder ladder;
		unsigned int i;
		int cpu = SISHEUR_NONE;

		sisheur_unit_wakeup(&c, row->keys);
		memset(&ladder, 0xa5, sizeof(ladder));
		sisheur_ladder_init(&ladder, &c.profile, &c.wakeup);
		SISHEUR_ROW_EQUAL(row->name, ladder.choice.cpu, SISHEUR_NONE);
		SISHEUR_ROW_EQUAL(row->name, ladder.choice.step,
				  SISHEUR_STEP_NONE);
		for (i = 0; i < c.profile.nr_rungs && cpu == SISHEUR_NONE; i++)
			cpu = sisheur_step(&ladder, &c.profile.rungs[i]);
		SISHEUR_ROW_EQUAL(row->name, cpu, row->cpu);
		SISHEUR_ROW_EQUAL(row->name, ladder.choice.cpu, row->cpu);
		SISHEUR_ROW_EQUAL(row->name, ladder.choice.step, row->step);
		SISHEUR_ROW_EQUAL(row->name, ladder.choice.recent,
				  row->recent);
		SISHEUR_ROW_EQUAL(row->name, ladder.choice.hint, row->hint);
	}
	sisheur_case_free(&c);
}

/* The rows name these by number. */
static void test_values(void **state)
{
	(void)state;
	assert_int_equal(SISHEUR_STEP_NONE, 0);
	assert_int_equal(SISHEUR_STEP_TARGET, 1);
	assert_int_equal(SISHEUR_STEP_PAIR, 2);
	assert_int_equal(SISHEUR_STEP_PREV, 3);
	assert_int_equal(SISHEUR_STEP_KTHREAD, 4);
	assert_int_equal(SISHEUR_STEP_RECENT, 5);
	assert_int_equal(SISHEUR_STEP_NO_DOMAIN, 6);
	assert_int_equal(SISHEUR_STEP_SMT, 7);
	assert_int_equal(SISHEUR_STEP_SCAN, 8);
	assert_int_equal(SISHEUR_STEP_LATE, 9);
	assert_int_equal(SISHEUR_STEP_LAST, 10);
	assert_int_equal(SISHEUR_HINT_KEEP, 0);
	assert_int_equal(SISHEUR_HINT_CLEAR, 1);
	assert_int_equal(SISHEUR_HINT_SET, 2);
	assert_int_equal(SISHEUR_FREE_LOOKS, 512);
	assert_int_equal(SISHEUR_PAIR_MIN_LLC, 32);
}

/* "These are the defaults of a case line" */
static void test_wakeup_init(void **state)
{
	struct sisheur_case c = { 0 };
	struct sisheur_wakeup w;

	(void)state;
	assert_int_equal(sisheur_case_parse(&c, "profile=linux-5.18 nr_cpus=8 "
						"target=5", NULL),
			 SISHEUR_CASE_WAKEUP);
	memset(&w, 0xff, sizeof(w));
	sisheur_wakeup_init(&w, &c.topology.domains, &c.view, 5);
	assert_ptr_equal(w.domains, c.wakeup.domains);
	assert_ptr_equal(w.view, c.wakeup.view);
	assert_null(w.allowed);
	assert_int_equal(w.target, 5);
	assert_int_equal(w.prev, c.wakeup.prev);
	assert_int_equal(w.recent, c.wakeup.recent);
	assert_int_equal(w.waker, c.wakeup.waker);
	assert_int_equal(w.waker_nr_running, c.wakeup.waker_nr_running);
	assert_int_equal(w.avg_idle, c.wakeup.avg_idle);
	assert_int_equal(w.avg_scan_cost, c.wakeup.avg_scan_cost);
	assert_false(w.pair || w.kthread || w.wakee_sched_idle ||
		     w.count_probes || w.spread || w.brief);
	/* "the hint is clear and the budget unbounded" */
	assert_null(w.has_idle_cores);
	assert_null(w.nr_idle_scan);
	assert_null(w.fits);
	assert_int_equal(w.sum_util, 0);
	assert_int_equal(w.sum_util_age_ms, 0);
	sisheur_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wakeup_init),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_features),
		cmocka_unit_test(test_without_maps),
		cmocka_unit_test(test_hint_not_read_without_smt),
		cmocka_unit_test(test_shared_not_read),
		cmocka_unit_test(test_null_pointers),
		cmocka_unit_test(test_wild_target),
		cmocka_unit_test(test_wild_others),
		cmocka_unit_test(test_wild_budgets),
		cmocka_unit_test(test_profiles),
		cmocka_unit_test(test_own_ladders),
		cmocka_unit_test(test_climbing),
		cmocka_unit_test(test_values),
	};

	return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
