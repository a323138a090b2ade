/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * linux_looks.h - what a look costs the cut functions
 *
 * A run queue is a line of its own, which holds all that says whether a CPU is
 * idle; in a kernel that is two or three.  idle_cpu() and the like are cut as
 * the others are.  With BENCH_LINUX_BITMAP a look is a bit of a map instead,
 * which no release has.
 */
#ifndef BENCH_LINUX_LOOKS_H
#define BENCH_LINUX_LOOKS_H

struct cfs_rq {
	unsigned int idle_h_nr_running;
	unsigned int h_nr_idle;	/* its name in later stable releases */
};

struct rq {
	const struct task_struct *curr;
	const struct task_struct *idle;
	unsigned int nr_running;
	unsigned int ttwu_pending;
	struct cfs_rq cfs;
	int cpu;
} __attribute__((__aligned__(64)));

static struct rq standin_rq[ORACLE_MAX_CPUS];

static const unsigned long *linux_idle;

#ifdef BENCH_LINUX_BITMAP

#define available_idle_cpu(cpu) \
	((bool)(linux_idle[(unsigned int)(cpu) / LINUX_WORD_BITS] >> \
		(unsigned int)(cpu) % LINUX_WORD_BITS & 1))
#define sched_idle_cpu(cpu)	((void)(cpu), false)

#else

/* No hypervisor took the CPU away. */
#define vcpu_is_preempted(cpu)	((void)(cpu), false)

#endif

#endif /* BENCH_LINUX_LOOKS_H */
