// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What every placement promises, in all profiles with any features: where the
 * answer may lie, what becomes of the hint and of the recent CPU, and which
 * shared values are never read.
 */
#include "prop.h"

static bool is_on(const struct sisheur_gen *gen, unsigned int feature)
{
	return gen->profile.features & feature;
}

/* The search of the wake-up, with what its profile makes of the view. */
static struct sisheur_scan search_of(const struct sisheur_gen *gen,
				     struct sisheur_view *view)
{
	struct sisheur_scan scan = {
		.domains = &gen->domains,
		.view = view,
		.allowed = gen->wakeup.allowed,
		.target = gen->wakeup.target,
		.how = gen->profile.picky && gen->wakeup.wakee_sched_idle ?
			SISHEUR_HOW_NO_SCHED_IDLE : 0,
	};

	*view = gen->view;
	if (!is_on(gen, SISHEUR_SIS_CLAIM))
		view->claimed = NULL;
	return scan;
}

static bool hint_before(const struct sisheur_gen *gen)
{
	return gen->wakeup.has_idle_cores && gen->has_idle_cores;
}

static void check_place(const struct sisheur_gen *gen,
			const struct sisheur_choice *c)
{
	const struct sisheur_wakeup *w = &gen->wakeup;
	const struct sisheur_domains *d = &gen->domains;
	struct sisheur_view view;
	struct sisheur_scan scan = search_of(gen, &view);
	unsigned int cpu = (unsigned int)c->cpu;

	if (w->target >= d->nr_cpus) {
		prop_must_int_eq(c->cpu, SISHEUR_NONE);
		prop_must_uint_eq(c->step, SISHEUR_STEP_NONE);
		return;
	}
	prop_must_msg(cpu < d->nr_cpus, "cpu=%d step=%u: %s", c->cpu, c->step,
		      prop_line(gen));
	switch (c->step) {
	case SISHEUR_STEP_TARGET:
		prop_must_uint_eq(cpu, w->target);
		prop_must(prop_usable(&scan, cpu));
		break;
	case SISHEUR_STEP_PREV:
		prop_must_uint_eq(cpu, w->prev);
		prop_must(prop_usable(&scan, cpu));
		break;
	case SISHEUR_STEP_RECENT:
		prop_must_uint_eq(cpu, w->recent);
		prop_must(prop_usable(&scan, cpu));
		break;
	case SISHEUR_STEP_LATE:
		prop_must(cpu == w->prev || cpu == w->recent);
		prop_must(prop_usable(&scan, cpu));
		break;
	case SISHEUR_STEP_KTHREAD:
		prop_must_uint_eq(cpu, w->prev);
		prop_must(w->kthread && w->waker == w->prev &&
			  w->waker_nr_running <= 1);
		break;
	case SISHEUR_STEP_NO_DOMAIN:
		prop_must_uint_eq(cpu, w->target);
		prop_must_int_lt(d->llc[cpu], 0);
		break;
	case SISHEUR_STEP_LAST:
		prop_must_uint_eq(cpu, w->target);
		break;
	case SISHEUR_STEP_PAIR:
		prop_must(w->pair && d->smt && prop_allowed(&scan, cpu));
		prop_must_uint_eq(d->core[cpu], d->core[w->waker]);
		prop_must(prop_usable(&scan, cpu) ||
			  (is_on(gen, SISHEUR_SIS_PAIR_STACK) &&
			   w->brief && cpu == w->waker));
		break;
	case SISHEUR_STEP_SMT:
		prop_must(d->smt && prop_in_cpus(&scan, cpu));
		prop_must_uint_eq(d->core[cpu], d->core[w->prev]);
		prop_must(prop_usable(&scan, cpu));
		break;
	case SISHEUR_STEP_SCAN:
		prop_must(prop_allowed(&scan, cpu) && prop_usable(&scan, cpu));
		break;
	default:
		ck_abort_msg("step %u: %s", c->step, prop_line(gen));
	}
}

/* Of the target's domain, whoever may use it: is a whole core idle? */
static bool idle_core(struct sisheur_scan scan)
{
	unsigned int cpu;

	scan.allowed = NULL;
	for (cpu = 0; cpu < scan.domains->nr_cpus; cpu++)
		if (prop_in_cpus(&scan, cpu) && prop_core_idle(&scan, cpu))
			return true;
	return false;
}

static void check_hint(const struct sisheur_gen *gen,
		       const struct sisheur_choice *c)
{
	struct sisheur_view view;
	struct sisheur_scan scan = search_of(gen, &view);
	bool truth = is_on(gen, SISHEUR_SIS_TRUE_HINT) && view.idle;
	unsigned int cpu;
	bool narrow = false;

	if (c->hint == SISHEUR_HINT_KEEP)
		return;
	/* The shared line is written only to say what it does not say yet. */
	prop_must_msg((c->hint == SISHEUR_HINT_CLEAR) == hint_before(gen),
		      "hint %u, was %d: %s", c->hint, hint_before(gen),
		      prop_line(gen));
	prop_must(gen->domains.smt);
	prop_must_int_ge(gen->domains.llc[gen->wakeup.target], 0);
	if (truth) {
		prop_must_int_eq(c->hint == SISHEUR_HINT_SET, idle_core(scan));
		return;
	}
	prop_must_uint_eq(c->hint, SISHEUR_HINT_CLEAR);
	prop_must(c->scanned);
	/* Cleared: the wakee at least could have had no idle core. */
	for (cpu = 0; cpu < gen->domains.nr_cpus; cpu++) {
		if (gen->domains.llc[cpu] ==
		    gen->domains.llc[gen->wakeup.target])
			narrow |= !prop_allowed(&scan, cpu);
		if (prop_in_cpus(&scan, cpu))
			prop_must(!prop_core_idle(&scan, cpu));
	}
	if (is_on(gen, SISHEUR_SIS_KEEP_HINT))
		prop_must(!narrow);
}

START_TEST(placements_keep_their_promises)
{
	static const struct sisheur_gen_options options = {
		.features = (1U << SISHEUR_NR_FEATURES) - 1,
		/* A ladder with other points may answer otherwise. */
		.without = SISHEUR_GEN_LADDER,
	};
	struct sisheur_gen *gen = prop_gen(_i, &options);
	int n;

	for (n = 0; n < 15000; n++) {
		struct sisheur_choice c;

		sisheur_gen_next(gen);
		sisheur_select(&gen->profile, &gen->wakeup, &c);
		check_place(gen, &c);
		if (gen->wakeup.target < gen->domains.nr_cpus)
			check_hint(gen, &c);
		else
			prop_must_uint_eq(c.hint, SISHEUR_HINT_KEEP);
		prop_must(c.recent == gen->wakeup.recent ||
			  c.recent == gen->wakeup.prev);
		if (c.step > SISHEUR_STEP_KTHREAD)
			prop_must_uint_eq(c.recent, gen->wakeup.prev);
	}
}
END_TEST

/* Every step of every profile decides: without that, the rest proves little. */
START_TEST(sequence_reaches_every_step)
{
	unsigned int seen[SISHEUR_NR_PROFILES][SISHEUR_NR_STEPS] = { { 0 } };
	unsigned int set = 0, cleared = 0, failed = 0;
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	unsigned int profile, i;
	int n;

	for (n = 0; n < 200000; n++) {
		struct sisheur_choice c;

		sisheur_gen_next(gen);
		sisheur_select(&gen->profile, &gen->wakeup, &c);
		seen[gen->profile_id][c.step]++;
		set += c.hint == SISHEUR_HINT_SET;
		cleared += c.hint == SISHEUR_HINT_CLEAR;
		failed += c.failed;
	}
	for (profile = 0; profile < SISHEUR_NR_PROFILES; profile++) {
		const struct sisheur_profile *p = sisheur_profile(profile);

		for (i = 0; i < p->nr_rungs; i++)
			prop_must_msg(seen[profile][p->rungs[i].step] > 0,
				      "profile %u, step %u: never",
				      profile, p->rungs[i].step);
	}
	prop_must_uint_gt(set, 20);
	prop_must_uint_gt(cleared, 20);
	prop_must_uint_gt(failed, 20);
}
END_TEST

START_TEST(hint_is_not_read_without_smt)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 20000; n++) {
		struct sisheur_choice a, b;

		sisheur_gen_next(gen);
		gen->domains.smt = false;
		gen->wakeup.has_idle_cores = NULL;
		sisheur_select(&gen->profile, &gen->wakeup, &a);
		/* An address that nothing is mapped at: a read would crash. */
		gen->wakeup.has_idle_cores = (const int *)16;
		sisheur_select(&gen->profile, &gen->wakeup, &b);
		prop_must(a.cpu == b.cpu && a.step == b.step);
		prop_must_uint_eq(b.hint, SISHEUR_HINT_KEEP);
		prop_must(!sisheur_sets_idle_cores(&gen->domains, &gen->view,
						   gen->wakeup.target,
						   (const int *)16));
	}
}
END_TEST

START_TEST(budget_is_read_only_where_it_counts)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 20000; n++) {
		sisheur_gen_next(gen);
		gen->profile.features &= ~(unsigned int)SISHEUR_SIS_UTIL;
		gen->wakeup.nr_idle_scan = (const unsigned int *)16;
		prop_must_int_lt(sisheur_select(&gen->profile, &gen->wakeup,
						NULL),
				 (int)gen->domains.nr_cpus);
	}
}
END_TEST

START_TEST(becoming_idle_sets_the_hint)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n, set = 0;

	for (n = 0; n < 5000; n++) {
		const struct sisheur_domains *d = &gen->domains;
		unsigned int cpu, c;

		sisheur_gen_next(gen);
		for (cpu = 0; cpu < d->nr_cpus + 2; cpu++) {
			bool want = d->smt && cpu < d->nr_cpus &&
				    d->llc[cpu] >= 0 && !hint_before(gen);

			for (c = 0; want && c < d->nr_cpus; c++)
				want = c == cpu || d->core[c] != d->core[cpu] ||
				       prop_state(&gen->view, c) ==
				       SISHEUR_IDLE;
			prop_must_int_eq(sisheur_sets_idle_cores(d, &gen->view,
					 cpu, gen->wakeup.has_idle_cores),
					 want);
			set += want;
		}
	}
	prop_must_int_gt(set, 0);
}
END_TEST

/* A feature that a profile has no use for changes nothing. */
START_TEST(prop_is_of_linux_5_18_alone)
{
	static const struct sisheur_gen_options options = {
		.profiles = 1 << SISHEUR_LINUX_6_1 | 1 << SISHEUR_LINUX_6_12 |
			    1 << SISHEUR_LINUX_7_1 | 1 << SISHEUR_OWN,
		.features = (1U << SISHEUR_NR_FEATURES) - 1,
		.without = SISHEUR_GEN_LADDER,
	};
	struct sisheur_gen *gen = prop_gen(_i, &options);
	int n;

	for (n = 0; n < 20000; n++) {
		struct sisheur_choice a, b;

		sisheur_gen_next(gen);
		sisheur_select(&gen->profile, &gen->wakeup, &a);
		gen->profile.features ^= SISHEUR_SIS_PROP;
		sisheur_select(&gen->profile, &gen->wakeup, &b);
		prop_must(a.cpu == b.cpu && a.step == b.step &&
			  a.hint == b.hint && a.probes == b.probes);
	}
}
END_TEST

/*
 * What the profile sisheur promises beyond Linux, on machines that a budget of
 * 0 pays for with one look: nothing that is idle is missed.
 */
START_TEST(sisheur_finds_what_is_idle)
{
	static const struct sisheur_gen_options options = {
		.profiles = 1 << SISHEUR_OWN,
		.without = SISHEUR_GEN_LADDER | SISHEUR_GEN_OUT_OF_RANGE,
	};
	struct sisheur_gen *gen = prop_gen(_i, &options);
	unsigned int scans = 0, cores = 0, spread = 0;
	int n;

	for (n = 0; n < 20000; n++) {
		bool usable = false, idle = false, core = false;
		struct sisheur_choice c;
		struct sisheur_view view;
		struct sisheur_scan scan;
		unsigned int cpu;

		sisheur_gen_next(gen);
		sisheur_select(&gen->profile, &gen->wakeup, &c);
		scan = search_of(gen, &view);
		for (cpu = 0; cpu < gen->domains.nr_cpus; cpu++) {
			if (!prop_in_cpus(&scan, cpu))
				continue;
			usable |= prop_usable(&scan, cpu);
			idle |= prop_state(&view, cpu) == SISHEUR_IDLE;
			core |= gen->domains.smt && prop_core_idle(&scan, cpu);
		}
		cpu = (unsigned int)c.cpu;
		if (c.scanned) {
			scans++;
			cores += core;
			prop_must_msg(c.failed == !usable, "%s",
				      prop_line(gen));
			if (core)
				prop_must(prop_core_idle(&scan, cpu));
			else if (idle)
				prop_must(prop_state(&view, cpu) ==
					  SISHEUR_IDLE);
		}
		/* A pair shares a core only where no idle one is to be had. */
		if (core)
			prop_must_msg(c.step != SISHEUR_STEP_PAIR, "%s",
				      prop_line(gen));
		if (core && gen->wakeup.spread &&
		    c.step != SISHEUR_STEP_KTHREAD) {
			spread++;
			prop_must_msg(prop_core_idle(&scan, cpu),
				      "cpu=%d step=%u: %s", c.cpu, c.step,
				      prop_line(gen));
		}
	}
	prop_must_uint_gt(scans, 1000);
	prop_must_uint_gt(cores, 100);
	prop_must_uint_gt(spread, 100);
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("ladder");

	tcase_add_loop_test(tc, placements_keep_their_promises, 0, 10);
	tcase_add_loop_test(tc, sequence_reaches_every_step, 0, 2);
	tcase_add_loop_test(tc, hint_is_not_read_without_smt, 0, 2);
	tcase_add_loop_test(tc, budget_is_read_only_where_it_counts, 0, 2);
	tcase_add_loop_test(tc, becoming_idle_sets_the_hint, 0, 2);
	tcase_add_loop_test(tc, prop_is_of_linux_5_18_alone, 0, 2);
	tcase_add_loop_test(tc, sisheur_finds_what_is_idle, 0, 6);
	return prop_run();
}
