// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Linux's own functions, which script/bench cuts out of the installed kernel
 * source while it runs (tests/linux/cut.py).  None of their text is in this
 * project.  Compiled twice: over run queues on lines of their own, and with
 * BENCH_LINUX_BITMAP over a bitmap.
 */
#define ORACLE_MAX_CPUS	8192
#define STANDIN_SETS	"linux_sets.h"
#define STANDIN_LOOKS	"linux_looks.h"
#include "standin.h"

/* Internal from here on, so that they can be inlined and be here twice. */
static bool cpus_share_cache(int this_cpu, int that_cpu);
static bool cpus_share_resources(int this_cpu, int that_cpu);
static void __update_idle_core(struct rq *rq);
#ifndef BENCH_LINUX_BITMAP
static int idle_cpu(int cpu);
static int available_idle_cpu(int cpu);
#include "looks.inc"
#endif
#include "cut.inc"

#include <stdlib.h>

#include "empty.h"
#include "peer.h"

static struct bench_state now;
static unsigned long *memory;
static struct cpumask *online, *all, *allowed;
static struct sched_domain domain[ORACLE_MAX_CPUS];
static struct sched_domain_shared shared;
static struct sched_group group[ORACLE_MAX_CPUS];
static struct task_struct waker, wakee, running, idle_task;
static unsigned long built;

/* Masks of as many words as the machine needs, one behind the other. */
static struct cpumask *mask(unsigned int nth)
{
	return (struct cpumask *)(memory + (size_t)nth * now.words);
}

static void attach(unsigned int cpu)
{
	int cluster = now.clusters ? now.cluster[cpu] : BENCH_NONE;
	bool in = now.llc[cpu] != BENCH_NONE;

	cpumask_set_cpu(cpu, all);
	cpumask_set_cpu(cpu, mask(now.core[cpu]));
	standin_smt_mask[cpu] = mask(now.core[cpu]);
	standin_rq[cpu].cpu = (int)cpu;
	standin_rq[cpu].idle = &idle_task;
	sd_llc[cpu] = in ? &domain[cpu] : NULL;
	sd_llc_shared[cpu] = in ? &shared : NULL;
	sd_llc_id[cpu] = in ? 0 : (int)cpu;
	sd_share_id[cpu] = cluster >= 0 ? (int)now.nr_cpus + cluster : 0;
	sd_llc_size[cpu] = (int)now.nr_cpus;
	if (in)
		cpumask_set_cpu(cpu, online);
	/* A domain begins with the group below it: its cluster, or its core. */
	group[cpu].flags = cluster >= 0 ? SD_CLUSTER : 0;
	group[cpu].span = standin_smt_mask[cpu];
	if (cluster >= 0) {
		struct cpumask *span = mask(now.nr_cpus +
					    (unsigned int)cluster);

		cpumask_set_cpu(cpu, span);
		group[cpu].span = span;
	}
	domain[cpu].groups = &group[cpu];
	domain[cpu].span = online;
	domain[cpu].span_weight = now.nr_cpus;
	domain[cpu].imbalance_pct = 117;
}

/* The masks of cores, then of clusters, then three of the machine. */
static void build(void)
{
	size_t masks = 2 * (size_t)now.nr_cpus + 3;
	unsigned int cpu;

	free(memory);
	memory = calloc(masks * now.words, sizeof(*memory));
	if (!memory)
		abort();
	nr_cpu_ids = now.nr_cpus;
	online = mask(2 * now.nr_cpus);
	all = mask(2 * now.nr_cpus + 1);
	allowed = mask(2 * now.nr_cpus + 2);
	for (cpu = 0; cpu < now.nr_cpus; cpu++)
		attach(cpu);
}

static void load(const struct bench_state *state)
{
	unsigned int cpu;

	now = *state;
	if (built != now.machine)
		build();
	built = now.machine;
	linux_idle = now.idle;
	for (cpu = 0; cpu < now.nr_cpus; cpu++) {
		struct rq *rq = &standin_rq[cpu];
		bool idle = now.idle[cpu / BENCH_WORD_BITS] >>
			cpu % BENCH_WORD_BITS & 1;

		rq->curr = idle ? &idle_task : &running;
		rq->nr_running = !idle;
	}
	if (now.allowed)
		memcpy(allowed, now.allowed, now.words * sizeof(*memory));
	wakee.cpus_ptr = now.allowed ? allowed : all;
	current = &waker;
	sched_smt_present.enabled = now.smt;
	sched_cluster_active.enabled = now.clusters;
	shared.nr_idle_scan = (int)now.nr_idle_scan;
}

BENCH_OUTLINE int scan_core(const struct bench_wakeup *w)
{
	return select_idle_cpu(&wakee, sd_llc[w->target], true,
			       (int)w->target);
}

BENCH_OUTLINE int scan_cpu(const struct bench_wakeup *w)
{
	return select_idle_cpu(&wakee, sd_llc[w->target], false,
			       (int)w->target);
}

BENCH_OUTLINE int ladder(const struct bench_wakeup *w)
{
	/* A core scan that failed has cleared it. */
	shared.has_idle_cores = now.hint;
	wakee.recent_used_cpu = (int)w->recent;
	standin_this_cpu = (int)w->waker;
	return select_idle_sibling(&wakee, (int)w->prev, (int)w->target);
}

/* The budget that a periodic balance writes, of a sum that differs. */
BENCH_OUTLINE int nr_scan(const struct bench_wakeup *w)
{
	struct lb_env env = { .sd = &domain[0], .dst_cpu = 0, .idle = CPU_IDLE };

	update_idle_cpu_scan(&env, w->sum_util);
	return shared.nr_idle_scan;
}

/*
 * A CPU goes idle and, once that is known, busy again.  Is its core idle in
 * between?
 */
BENCH_OUTLINE int transition(const struct bench_wakeup *w)
{
	struct rq *rq = &standin_rq[w->target];
	const struct task_struct *before = rq->curr;
	unsigned int nr_running = rq->nr_running;

	shared.has_idle_cores = 0;
	WRITE_ONCE(rq->curr, &idle_task);
	WRITE_ONCE(rq->nr_running, 0);
	__update_idle_core(rq);
	WRITE_ONCE(rq->curr, before);
	WRITE_ONCE(rq->nr_running, nr_running);
	return shared.has_idle_cores;
}

#ifdef BENCH_LINUX_BITMAP
#define PEER	"linux-bitmap"
#define TABLE	bench_linux_bitmap
#define LOOP(name, call)	BENCH_LOOP(bench_linux_bitmap_##name, call)
#define NAME(name)	bench_linux_bitmap_##name
#else
#define PEER	"linux"
#define TABLE	bench_linux_flags
#define LOOP(name, call)	BENCH_LOOP(bench_linux_flags_##name, call)
#define NAME(name)	bench_linux_flags_##name
#endif

LOOP(core, scan_core(w))
LOOP(cpu, scan_cpu(w))
LOOP(ladder, ladder(w))
LOOP(nr_scan, nr_scan(w))
LOOP(transition, transition(w))

#define ENTRY(question, agree, takes, name) \
	{ question, PEER, agree, takes, load, NAME(name), bench_empty_wakeup, \
	  false }

const struct bench_entry TABLE[] = {
	ENTRY("core", BENCH_FALLBACK, NULL, core),
	ENTRY("cpu", BENCH_SAME, NULL, cpu),
	ENTRY("ladder", BENCH_SAME, NULL, ladder),
#ifndef BENCH_LINUX_BITMAP
	ENTRY("nr-scan", BENCH_SAME, NULL, nr_scan),
	ENTRY("transition", BENCH_SAME, NULL, transition),
#endif
	{ .peer = NULL },
};
