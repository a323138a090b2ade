// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * shim.c - what a wake-up asks the library, each one rung of the ladder of this
 * release.  No rule is here.
 *
 * All of it runs with interrupts off and under rcu_read_lock(), as
 * select_task_rq_fair() does.
 */
#include "inside.h"

/* A switch beyond the word would be shown as off, whatever it is. */
static_assert(__SCHED_FEAT_NR <= BITS_PER_LONG);

/* @ctx is the task whose core cookie counts, NULL where none does. */
unsigned int sisheur_look_rq(void *ctx, unsigned int cpu)
{
	if (ctx && !sched_cpu_cookie_match(cpu_rq(cpu), ctx))
		return SISHEUR_BUSY;
	if (available_idle_cpu(cpu))
		return SISHEUR_IDLE;
	return sched_idle_cpu(cpu) ? SISHEUR_SCHED_IDLE : SISHEUR_BUSY;
}

/* The rung of this release's ladder with @step. */
static int sisheur_ask(unsigned int step, unsigned int features,
		       const struct sisheur_wakeup *wakeup,
		       struct sisheur_choice *choice)
{
	const struct sisheur_profile *profile =
		sisheur_profile(SISHEUR_SHIM_PROFILE);
	struct sisheur_ladder ladder;
	unsigned int i;

	sisheur_ladder_init(&ladder, profile, wakeup);
	ladder.features = features;
	for (i = 0; i < profile->nr_rungs; i++)
		if (profile->rungs[i].step == step)
			sisheur_step(&ladder, &profile->rungs[i]);
	*choice = ladder.choice;
	return choice->cpu;
}

int sisheur_ask_scan(const struct sisheur_machine *m,
		     const struct sisheur_view *view, unsigned int features,
		     struct task_struct *p, int has_idle_core, int target,
		     struct sisheur_choice *choice)
{
	struct sched_domain_shared *sds =
		rcu_dereference(per_cpu(sd_llc_shared, target));
	struct sisheur_wakeup wakeup = {
		.domains = &m->domains,
		.view = view,
		.allowed = cpumask_bits(p->cpus_ptr),
		.target = target,
		.waker = smp_processor_id(),
		.count_probes = !view->idle,
		.has_idle_cores = &has_idle_core,
		.nr_idle_scan = sds ? (unsigned int *)&sds->nr_idle_scan : NULL,
	};

	if (sched_feat(SIS_UTIL))
		features |= SISHEUR_SIS_UTIL;
	return sisheur_ask(SISHEUR_STEP_SCAN, features, &wakeup, choice);
}

int sisheur_ask_siblings(const struct sisheur_machine *m,
			 const struct sisheur_view *view,
			 struct task_struct *p, int prev)
{
	struct sisheur_wakeup wakeup = {
		.domains = &m->domains,
		.view = view,
		.allowed = cpumask_bits(p->cpus_ptr),
		/* The kernel has asked whether prev shares with the target. */
		.target = prev,
		.prev = prev,
	};
	struct sisheur_choice choice;

	return sisheur_ask(SISHEUR_STEP_SMT, 0, &wakeup, &choice);
}

/*
 * The answer of the bitmap; false if it cannot be used.  A bit knows only who
 * runs: a wake-up may be on its way to that CPU.
 */
static bool sisheur_answer_by_words(const struct sisheur_machine *m,
				    unsigned int features,
				    struct task_struct *p, bool has_idle_core,
				    int target, struct sisheur_choice *choice)
{
	int llc = sisheur_llc_of(&m->domains, target);
	struct sisheur_view view = { };

	if (llc == SISHEUR_NONE)
		return false;
	view.idle = m->idle + llc * m->stride;
	if (sisheur_ask_scan(m, &view, features, p, has_idle_core, target,
			     choice) == SISHEUR_NONE)
		return true;
	if (sisheur_look_rq(has_idle_core ? NULL : p, choice->cpu) ==
	    SISHEUR_IDLE)
		return true;
	this_cpu_inc(sisheur_counts.stale);
	return false;
}

bool sisheur_answer_scan(struct task_struct *p, struct sched_domain *sd,
			 bool has_idle_core, int target, int *cpu)
{
	const struct sisheur_machine *m = rcu_dereference(sisheur_machine);
	const struct sisheur_view view = {
		.look = sisheur_look_rq,
		.ctx = has_idle_core ? NULL : p,
	};
	struct sched_domain_shared *sds;
	struct sisheur_choice choice;
	unsigned int features = 0;

	if (!m)
		return false;
	if (sched_feat(SIS_IDLE_CORE))
		features |= SISHEUR_SIS_IDLE_CORE;
	if (!sched_feat(SISHEUR_BITMAP) ||
	    !sisheur_answer_by_words(m, features, p, has_idle_core, target,
				     &choice))
		sisheur_ask_scan(m, &view, features, p, has_idle_core, target,
				 &choice);
	sisheur_count_scan(&choice);
	sds = rcu_dereference(per_cpu(sd_llc_shared, target));
	if (choice.hint == SISHEUR_HINT_CLEAR && sds)
		WRITE_ONCE(sds->has_idle_cores, 0);
	*cpu = choice.cpu;
	return true;
}

bool sisheur_answer_siblings(struct task_struct *p, struct sched_domain *sd,
			     int prev, int *cpu)
{
	const struct sisheur_machine *m = rcu_dereference(sisheur_machine);
	const struct sisheur_view view = { .look = sisheur_look_rq };

	if (m)
		*cpu = sisheur_ask_siblings(m, &view, p, prev);
	return m;
}

int sisheur_answer_pair(struct task_struct *p)
{
	const struct sisheur_machine *m = rcu_dereference(sisheur_machine);
	const struct sisheur_view view = { .look = sisheur_look_rq };
	struct sisheur_choice choice;
	struct sisheur_wakeup wakeup = {
		.view = &view,
		.allowed = cpumask_bits(p->cpus_ptr),
		.target = smp_processor_id(),
		.waker = smp_processor_id(),
		.pair = current->last_wakee == p && p->last_wakee == current,
	};

	if (!m || !wakeup.pair || !sched_smt_active())
		return SISHEUR_NONE;
	wakeup.domains = &m->domains;
	if (sisheur_ask(SISHEUR_STEP_PAIR, SISHEUR_SIS_PAIR, &wakeup,
			&choice) != SISHEUR_NONE)
		this_cpu_inc(sisheur_counts.paired);
	return choice.cpu;
}

u64 sisheur_answer_budget(u64 kernel, unsigned long sum_util,
			  unsigned int llc_weight, unsigned int pct)
{
	u64 nr = sisheur_nr_scan(sum_util, llc_weight, pct);

	if (!sched_feat(SISHEUR_SHADOW))
		return nr;
	this_cpu_inc(sisheur_counts.compared[SISHEUR_ASKED_BUDGET]);
	if (nr != kernel)
		this_cpu_inc(sisheur_counts.differ[SISHEUR_ASKED_BUDGET]);
	return kernel;
}
