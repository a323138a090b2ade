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

/* What the rung with @step of this release's ladder answers. */
struct sisheur_choice sisheur_ask(unsigned int step, unsigned int features,
				  const struct sisheur_machine *m,
				  const struct sisheur_view *view,
				  struct task_struct *p, int target,
				  int has_idle_core)
{
	const struct sisheur_profile *profile =
		sisheur_profile(SISHEUR_SHIM_PROFILE);
	struct sched_domain_shared *sds =
		rcu_dereference(per_cpu(sd_llc_shared, target));
	struct sisheur_wakeup wakeup = {
		.domains = &m->domains,
		.view = view,
		.allowed = cpumask_bits(p->cpus_ptr),
		.target = target,
		/* A prev that does not share with the target is not asked for. */
		.prev = target,
		.waker = smp_processor_id(),
		.pair = true,
		.count_probes = !view->idle,
		.has_idle_cores = &has_idle_core,
		.nr_idle_scan = sds ? (unsigned int *)&sds->nr_idle_scan : NULL,
	};
	struct sisheur_ladder ladder;
	unsigned int i;

	sisheur_ladder_init(&ladder, profile, &wakeup);
	ladder.features =
		features | (sched_feat(SIS_UTIL) ? SISHEUR_SIS_UTIL : 0);
	for (i = 0; i < profile->nr_rungs; i++)
		if (profile->rungs[i].step == step)
			sisheur_step(&ladder, &profile->rungs[i]);
	return ladder.choice;
}

int sisheur_answer_scan(sisheur_scan_fn *scan, struct task_struct *p,
			struct sched_domain *sd, bool has_idle_core, int target)
{
	const struct sisheur_machine *m = rcu_dereference(sisheur_machine);
	struct sisheur_view view = {
		.look = sisheur_look_rq,
		.ctx = has_idle_core ? NULL : p,
	};
	unsigned int features =
		sched_feat(SIS_IDLE_CORE) ? SISHEUR_SIS_IDLE_CORE : 0;
	struct sisheur_choice choice;

	if (!m)
		return scan(p, sd, has_idle_core, target);
	if (sched_feat(SISHEUR_BITMAP))
		view.idle = sisheur_idle_near(m, target);
	choice = sisheur_ask(SISHEUR_STEP_SCAN, features, m, &view, p, target,
			     has_idle_core);
	/* A bit knows only who runs: a wake-up may be on its way there. */
	if (view.idle && choice.cpu != SISHEUR_NONE &&
	    sisheur_look_rq(view.ctx, choice.cpu) != SISHEUR_IDLE) {
		this_cpu_inc(sisheur_counts.stale);
		view.idle = NULL;
		choice = sisheur_ask(SISHEUR_STEP_SCAN, features, m, &view, p,
				     target, has_idle_core);
	}
	sisheur_count_scan(&choice);
	if (choice.hint == SISHEUR_HINT_CLEAR && sd->shared)
		WRITE_ONCE(sd->shared->has_idle_cores, 0);
	return choice.cpu;
}

int sisheur_answer_siblings(sisheur_siblings_fn *scan, struct task_struct *p,
			    struct sched_domain *sd, int prev)
{
	const struct sisheur_machine *m = rcu_dereference(sisheur_machine);
	const struct sisheur_view view = { .look = sisheur_look_rq };

	return m ? sisheur_ask(SISHEUR_STEP_SMT, 0, m, &view, p, prev, 0).cpu :
		   scan(p, sd, prev);
}

int sisheur_answer_pair(struct task_struct *p)
{
	const struct sisheur_machine *m = rcu_dereference(sisheur_machine);
	const struct sisheur_view view = { .look = sisheur_look_rq };
	int cpu;

	if (!m || current->last_wakee != p || p->last_wakee != current)
		return SISHEUR_NONE;
	cpu = sisheur_ask(SISHEUR_STEP_PAIR, SISHEUR_SIS_PAIR, m, &view, p,
			  smp_processor_id(), 0).cpu;
	if (cpu != SISHEUR_NONE)
		this_cpu_inc(sisheur_counts.paired);
	return cpu;
}

u64 sisheur_answer_budget(u64 kernel, unsigned long sum_util,
			  unsigned int llc_weight, unsigned int pct)
{
	u64 nr = sisheur_nr_scan(sum_util, llc_weight, pct);

	return sched_feat(SISHEUR_SHADOW) ? sisheur_shadow_budget(kernel, nr) :
					    nr;
}
