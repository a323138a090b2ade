// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * shadow.c - the kernel decides, and the shim is asked about the same state
 *
 * Before the kernel's scan the state of every CPU that it could look at is
 * noted.  After it the shim answers twice: by walking the run queues, and by
 * scanning words of what was noted.  Then the CPUs are looked at again.  If
 * nothing moved in between, all three answers are about one state and must be
 * one; otherwise the question is set aside.
 *
 * That a CPU was busy before and after does not mean that it was never idle in
 * between.  So each run queue's clock and switches are noted as well: whoever
 * adds a task to a run queue, takes one from it or switches has updated its
 * clock first.  Both only grow, and so does their sum over all CPUs: where the
 * sum is the same, none has moved.
 */
#include <linux/seq_file.h>

#include "inside.h"

/**
 * struct sisheur_note - what one look at a domain has noted
 * @before:     sum of the clocks and switches before the states were read
 * @after:      and after it
 * @budget:     nr_idle_scan of the domain; INT_MAX with NO_SIS_UTIL
 * @idle:       who was idle
 * @sched_idle: who ran only SCHED_IDLE tasks
 */
struct sisheur_note {
	u64 before;
	u64 after;
	int budget;
	struct cpumask idle;
	struct cpumask sched_idle;
};

/* Interrupts are off from the first look to the last: two for each CPU. */
static DEFINE_PER_CPU(struct sisheur_note, sisheur_first_look);
static DEFINE_PER_CPU(struct sisheur_note, sisheur_last_look);

/**
 * struct sisheur_question - what was asked, and what was said to it
 * @asked:  which counters
 * @step:   which step of the ladder
 * @p:      the wakee
 * @sd:     the LLC domain
 * @view:   the run queues
 * @target: the CPU around which was searched
 * @has_idle_core: what the hint said
 * @kernel: what the kernel's own function answered
 * @walk:   what the shim answered from the run queues
 * @words:  what the shim answered from the first look, by words
 */
struct sisheur_question {
	enum sisheur_asked asked;
	enum sisheur_step step;
	struct task_struct *p;
	struct sched_domain *sd;
	struct sisheur_view view;
	int target;
	bool has_idle_core;
	int kernel;
	int walk;
	int words;
};

/* The first difference since boot, for whoever wants to know why. */
static struct {
	atomic_t state;		/* 0 none, 1 being written, 2 complete */
	struct sisheur_question question;
	struct sisheur_note look;
	struct cpumask allowed;
	struct cpumask span;
} sisheur_difference;

static u64 sisheur_version(struct sched_domain *sd)
{
	u64 version = 0;
	int cpu, sibling;

	for_each_cpu(cpu, sched_domain_span(sd)) {
		for_each_cpu(sibling, sisheur_smt_mask(cpu)) {
			version += READ_ONCE(cpu_rq(sibling)->clock);
			version += READ_ONCE(cpu_rq(sibling)->nr_switches);
		}
	}
	return version;
}

static int sisheur_budget_of(int target)
{
	struct sched_domain_shared *sds =
		rcu_dereference(per_cpu(sd_llc_shared, target));

	/* Whoever throws the switch in between has changed the question. */
	if (!sched_feat(SIS_UTIL))
		return INT_MAX;
	return sds ? READ_ONCE(sds->nr_idle_scan) : -1;
}

static void sisheur_note(const struct sisheur_question *q,
			 struct sisheur_note *note)
{
	int cpu, sibling;

	cpumask_clear(&note->idle);
	cpumask_clear(&note->sched_idle);
	/* A last look must not come before the answers. */
	smp_rmb();
	note->budget = sisheur_budget_of(q->target);
	note->before = sisheur_version(q->sd);
	/* A state read before the clock could be of before its last change. */
	smp_rmb();
	for_each_cpu(cpu, sched_domain_span(q->sd)) {
		for_each_cpu(sibling, sisheur_smt_mask(cpu)) {
			switch (sisheur_look_rq(q->view.ctx, sibling)) {
			case SISHEUR_IDLE:
				__cpumask_set_cpu(sibling, &note->idle);
				break;
			case SISHEUR_SCHED_IDLE:
				__cpumask_set_cpu(sibling, &note->sched_idle);
				break;
			}
		}
	}
	/* A clock read before the states could miss who changed them. */
	smp_rmb();
	note->after = sisheur_version(q->sd);
	/* Nor must a first look hold what came after the kernel's own. */
	smp_rmb();
}

/* Has nothing moved from the begin of the first look to the end of the last? */
static bool sisheur_is_still(const struct sisheur_note *first,
			     const struct sisheur_note *last)
{
	return first->before == last->after && first->budget == last->budget &&
	       cpumask_equal(&first->idle, &last->idle) &&
	       cpumask_equal(&first->sched_idle, &last->sched_idle);
}

/*
 * Do the tables say what the kernel's scan was told?  Around a hotplug or a
 * change of cpusets one of them is older than the other.
 */
static bool sisheur_is_current(const struct sisheur_machine *m,
			       struct sched_domain *sd)
{
	const struct sisheur_domains *d = &m->domains;
	unsigned int words = SISHEUR_WORDS(d->nr_cpus);
	int llc = sisheur_llc_of(d, cpumask_first(sched_domain_span(sd)));
	int cpu;

	if (llc == SISHEUR_NONE || d->smt != sched_smt_active() ||
	    !bitmap_equal(d->llc_span + llc * words,
			  cpumask_bits(sched_domain_span(sd)), d->nr_cpus))
		return false;
	for_each_cpu(cpu, sched_domain_span(sd)) {
		const struct cpumask *core = sisheur_smt_mask(cpu);
		unsigned int next = cpumask_next(cpu, core);

		if (next >= nr_cpu_ids)
			next = cpumask_first(core);
		if (d->core[cpu] != cpumask_first(core) ||
		    d->next[cpu] != next)
			return false;
	}
	return true;
}

static void sisheur_compare(struct sisheur_question *q)
{
	const struct sisheur_machine *m = rcu_dereference(sisheur_machine);
	struct sisheur_counts *counts = this_cpu_ptr(&sisheur_counts);
	struct sisheur_note *first = this_cpu_ptr(&sisheur_first_look);
	struct sisheur_note *last = this_cpu_ptr(&sisheur_last_look);
	const struct sisheur_view noted = {
		.idle = cpumask_bits(&first->idle),
		.sched_idle = cpumask_bits(&first->sched_idle),
	};
	struct sisheur_choice choice;

	if (!m)
		return;
	choice = sisheur_ask(q->step, 0, m, &q->view, q->p, q->target,
			     q->has_idle_core);
	sisheur_count_scan(&choice);
	q->walk = choice.cpu;
	q->words = sisheur_ask(q->step, 0, m, &noted, q->p, q->target,
			       q->has_idle_core).cpu;
	sisheur_note(q, last);
	if (!sisheur_is_still(first, last) || !sisheur_is_current(m, q->sd)) {
		counts->aside[q->asked]++;
		return;
	}
	counts->compared[q->asked]++;
	if (q->walk == q->kernel && q->words == q->kernel)
		return;
	counts->differ[q->asked]++;
	if (atomic_cmpxchg(&sisheur_difference.state, 0, 1))
		return;
	sisheur_difference.question = *q;
	sisheur_difference.look = *first;
	cpumask_copy(&sisheur_difference.allowed, q->p->cpus_ptr);
	cpumask_copy(&sisheur_difference.span, sched_domain_span(q->sd));
	atomic_set_release(&sisheur_difference.state, 2);
}

int sisheur_shadow_scan(sisheur_scan_fn *scan, struct task_struct *p,
			struct sched_domain *sd, bool has_idle_core, int target)
{
	struct sisheur_question q = {
		.asked = SISHEUR_ASKED_SCAN,
		.step = SISHEUR_STEP_SCAN,
		.p = p,
		.sd = sd,
		.view.look = sisheur_look_rq,
		.view.ctx = has_idle_core ? NULL : p,
		.target = target,
		.has_idle_core = has_idle_core,
	};

	sisheur_note(&q, this_cpu_ptr(&sisheur_first_look));
	q.kernel = scan(p, sd, has_idle_core, target);
	sisheur_compare(&q);
	return q.kernel;
}

int sisheur_shadow_siblings(sisheur_siblings_fn *scan, struct task_struct *p,
			    struct sched_domain *sd, int prev)
{
	struct sisheur_question q = {
		.asked = SISHEUR_ASKED_SIBLINGS,
		.step = SISHEUR_STEP_SMT,
		.p = p,
		.sd = sd,
		.view.look = sisheur_look_rq,
		.target = prev,
	};

	sisheur_note(&q, this_cpu_ptr(&sisheur_first_look));
	q.kernel = scan(p, sd, prev);
	sisheur_compare(&q);
	return q.kernel;
}

u64 sisheur_shadow_budget(u64 kernel, u64 shim)
{
	this_cpu_inc(sisheur_counts.compared[SISHEUR_ASKED_BUDGET]);
	if (shim != kernel)
		this_cpu_inc(sisheur_counts.differ[SISHEUR_ASKED_BUDGET]);
	return kernel;
}

void sisheur_show_difference(struct seq_file *file)
{
	const struct sisheur_question *q = &sisheur_difference.question;

	if (atomic_read_acquire(&sisheur_difference.state) != 2)
		return;
	seq_printf(file,
		   "\nfirst difference, %s: kernel=%d walk=%d words=%d\n",
		   q->asked == SISHEUR_ASKED_SCAN ? "scan" : "siblings",
		   q->kernel, q->walk, q->words);
	seq_printf(file, "llc=%*pbl idle=%*pbl sched_idle=%*pbl allowed=%*pbl",
		   cpumask_pr_args(&sisheur_difference.span),
		   cpumask_pr_args(&sisheur_difference.look.idle),
		   cpumask_pr_args(&sisheur_difference.look.sched_idle),
		   cpumask_pr_args(&sisheur_difference.allowed));
	seq_printf(file, " target=%d has_idle_cores=%d nr_idle_scan=%d\n",
		   q->target, q->has_idle_core, sisheur_difference.look.budget);
}
