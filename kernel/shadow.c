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
 * struct sisheur_shadow - what was noted before the kernel's scan
 * @machine:    the tables at that moment
 * @version:    sum of the clocks and switches
 * @budget:     nr_idle_scan of the domain; INT_MAX with NO_SIS_UTIL
 * @idle:       who was idle
 * @sched_idle: who ran only SCHED_IDLE tasks
 */
struct sisheur_shadow {
	const struct sisheur_machine *machine;
	u64 version;
	int budget;
	struct cpumask idle;
	struct cpumask sched_idle;
};

/* Interrupts are off from the note to the comparison: one for each CPU. */
static DEFINE_PER_CPU(struct sisheur_shadow, sisheur_shadow);

/**
 * struct sisheur_answers - a question and what was said to it
 * @asked:  which
 * @target: the CPU around which was searched
 * @kernel: what the kernel's own function answered
 * @walk:   what the shim answered from the run queues
 * @words:  what the shim answered from the noted state, by words
 * @has_idle_core: what the hint said
 */
struct sisheur_answers {
	enum sisheur_asked asked;
	int target;
	int kernel;
	int walk;
	int words;
	bool has_idle_core;
};

/* The first difference since boot, for whoever wants to know why. */
static struct {
	atomic_t state;		/* 0 none, 1 being written, 2 complete */
	struct sisheur_answers answers;
	struct sisheur_shadow shadow;
	struct cpumask allowed;
	struct cpumask span;
} sisheur_first;

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

static int sisheur_budget_of(struct sched_domain *sd)
{
	/* Whoever throws the switch in between has changed the question. */
	if (!sched_feat(SIS_UTIL))
		return INT_MAX;
	return sd->shared ? READ_ONCE(sd->shared->nr_idle_scan) : -1;
}

void sisheur_shadow_begin(struct task_struct *p, struct sched_domain *sd,
			  bool has_idle_core)
{
	struct sisheur_shadow *s = this_cpu_ptr(&sisheur_shadow);
	int cpu, sibling;

	s->machine = rcu_dereference(sisheur_machine);
	s->budget = sisheur_budget_of(sd);
	cpumask_clear(&s->idle);
	cpumask_clear(&s->sched_idle);
	s->version = sisheur_version(sd);
	/* A state read before the clock could be of before its last change. */
	smp_rmb();
	for_each_cpu(cpu, sched_domain_span(sd)) {
		for_each_cpu(sibling, sisheur_smt_mask(cpu)) {
			switch (sisheur_look_rq(has_idle_core ? NULL : p,
						sibling)) {
			case SISHEUR_IDLE:
				__cpumask_set_cpu(sibling, &s->idle);
				break;
			case SISHEUR_SCHED_IDLE:
				__cpumask_set_cpu(sibling, &s->sched_idle);
				break;
			}
		}
	}
	/* The note must not hold what came after the kernel's looks. */
	smp_rmb();
}

/* Has nothing moved since sisheur_shadow_begin()? */
static bool sisheur_is_still(const struct sisheur_shadow *s,
			     struct task_struct *p, struct sched_domain *sd,
			     bool has_idle_core)
{
	int cpu, sibling;

	/* Nor must this second look come before them. */
	smp_rmb();
	for_each_cpu(cpu, sched_domain_span(sd)) {
		for_each_cpu(sibling, sisheur_smt_mask(cpu)) {
			unsigned int was = SISHEUR_BUSY;

			if (cpumask_test_cpu(sibling, &s->idle))
				was = SISHEUR_IDLE;
			else if (cpumask_test_cpu(sibling, &s->sched_idle))
				was = SISHEUR_SCHED_IDLE;
			if (sisheur_look_rq(has_idle_core ? NULL : p,
					    sibling) != was)
				return false;
		}
	}
	/* A clock read before the states could miss who changed them. */
	smp_rmb();
	return sisheur_version(sd) == s->version &&
	       sisheur_budget_of(sd) == s->budget;
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

static void sisheur_compare(const struct sisheur_shadow *s,
			    const struct sisheur_answers *answers,
			    struct task_struct *p, struct sched_domain *sd)
{
	struct sisheur_counts *counts = this_cpu_ptr(&sisheur_counts);

	if (!sisheur_is_still(s, p, sd, answers->has_idle_core) ||
	    !sisheur_is_current(s->machine, sd)) {
		counts->aside[answers->asked]++;
		return;
	}
	counts->compared[answers->asked]++;
	if (answers->walk == answers->kernel &&
	    answers->words == answers->kernel)
		return;
	counts->differ[answers->asked]++;
	if (atomic_cmpxchg(&sisheur_first.state, 0, 1))
		return;
	sisheur_first.answers = *answers;
	sisheur_first.shadow = *s;
	cpumask_copy(&sisheur_first.allowed, p->cpus_ptr);
	cpumask_copy(&sisheur_first.span, sched_domain_span(sd));
	atomic_set_release(&sisheur_first.state, 2);
}

void sisheur_shadow_scan(struct task_struct *p, struct sched_domain *sd,
			 bool has_idle_core, int target, int kernel)
{
	const struct sisheur_shadow *s = this_cpu_ptr(&sisheur_shadow);
	const struct sisheur_view live = {
		.look = sisheur_look_rq,
		.ctx = has_idle_core ? NULL : p,
	};
	const struct sisheur_view noted = {
		.idle = cpumask_bits(&s->idle),
		.sched_idle = cpumask_bits(&s->sched_idle),
	};
	struct sisheur_answers answers = {
		.asked = SISHEUR_ASKED_SCAN,
		.target = target,
		.kernel = kernel,
		.has_idle_core = has_idle_core,
	};
	struct sisheur_choice choice;

	if (!s->machine)
		return;
	answers.walk = sisheur_ask_scan(s->machine, &live, 0, p, has_idle_core,
					target, &choice);
	sisheur_count_scan(&choice);
	answers.words = sisheur_ask_scan(s->machine, &noted, 0, p,
					 has_idle_core, target, &choice);
	sisheur_compare(s, &answers, p, sd);
}

void sisheur_shadow_siblings(struct task_struct *p, struct sched_domain *sd,
			     int prev, int kernel)
{
	const struct sisheur_shadow *s = this_cpu_ptr(&sisheur_shadow);
	const struct sisheur_view live = { .look = sisheur_look_rq };
	const struct sisheur_view noted = {
		.idle = cpumask_bits(&s->idle),
		.sched_idle = cpumask_bits(&s->sched_idle),
	};
	struct sisheur_answers answers = {
		.asked = SISHEUR_ASKED_SIBLINGS,
		.target = prev,
		.kernel = kernel,
		.has_idle_core = true,
	};

	if (!s->machine)
		return;
	answers.walk = sisheur_ask_siblings(s->machine, &live, p, prev);
	answers.words = sisheur_ask_siblings(s->machine, &noted, p, prev);
	sisheur_compare(s, &answers, p, sd);
}

void sisheur_show_difference(struct seq_file *file)
{
	const struct sisheur_answers *a = &sisheur_first.answers;

	if (atomic_read_acquire(&sisheur_first.state) != 2)
		return;
	seq_printf(file,
		   "\nfirst difference, %s: kernel=%d walk=%d words=%d\n",
		   a->asked == SISHEUR_ASKED_SCAN ? "scan" : "siblings",
		   a->kernel, a->walk, a->words);
	seq_printf(file, "llc=%*pbl idle=%*pbl sched_idle=%*pbl allowed=%*pbl",
		   cpumask_pr_args(&sisheur_first.span),
		   cpumask_pr_args(&sisheur_first.shadow.idle),
		   cpumask_pr_args(&sisheur_first.shadow.sched_idle),
		   cpumask_pr_args(&sisheur_first.allowed));
	seq_printf(file, " target=%d has_idle_cores=%d nr_idle_scan=%d\n",
		   a->target, a->has_idle_core, sisheur_first.shadow.budget);
}
