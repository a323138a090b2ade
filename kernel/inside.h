/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * inside.h - what the files of the shim share and kernel/sched/ does not see
 */
#ifndef SISHEUR_INSIDE_H
#define SISHEUR_INSIDE_H

#include <linux/mmu_context.h>
#include <linux/rcupdate.h>
#include <linux/sched/cputime.h>
#include <linux/version.h>

#include "../sched.h"
#include "shim.h"
#include "lib/unity.h"

/*
 * The ladder whose rungs are asked is that of the release compiled into.  6.1
 * has cluster domains, but its wake-ups do not know them.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0)
#define SISHEUR_SHIM_PROFILE	SISHEUR_LINUX_6_12
#define sisheur_clusters()	static_branch_unlikely(&sched_cluster_active)
#define sisheur_is_cluster(sg)	(sisheur_clusters() && \
				 ((sg)->flags & SD_CLUSTER))
#else
#define SISHEUR_SHIM_PROFILE	SISHEUR_LINUX_6_1
#define sisheur_clusters()	false
#define sisheur_is_cluster(sg)	false
#endif

static inline const struct cpumask *sisheur_smt_mask(int cpu)
{
#ifdef CONFIG_SCHED_SMT
	return cpu_smt_mask(cpu);
#else
	return cpumask_of(cpu);
#endif
}

/**
 * struct sisheur_machine - what is published at each change of the domains
 * @domains: the tables, in memory behind this struct
 * @rcu:     frees it
 * @stride:  words from one row of @idle to the next: whole cache lines, so
 *	that domains do not write each other's
 * @idle:    a row for each LLC domain: the idle CPUs among its cores
 */
struct sisheur_machine {
	struct sisheur_domains domains;
	struct rcu_head rcu;
	unsigned int stride;
	unsigned long *idle;
};

extern struct sisheur_machine __rcu *sisheur_machine;

enum sisheur_asked {
	SISHEUR_ASKED_SCAN,
	SISHEUR_ASKED_SIBLINGS,
	SISHEUR_ASKED_BUDGET,
	SISHEUR_NR_ASKED,
};

/**
 * struct sisheur_counts - what one CPU has counted
 * @stats:    of the searches, as sisheur/stats.h has them
 * @paired:   placements by the pair step
 * @stale:    scans of the bitmap whose answer was no longer idle
 * @compared: questions that kernel and shim answered about one state
 * @differ:   those of them that they answered differently
 * @aside:    questions during which a CPU, the budget or a domain changed
 */
struct sisheur_counts {
	struct sisheur_stats stats;
	u64 paired;
	u64 stale;
	u64 compared[SISHEUR_NR_ASKED];
	u64 differ[SISHEUR_NR_ASKED];
	u64 aside[SISHEUR_NR_ASKED];
};

DECLARE_PER_CPU(struct sisheur_counts, sisheur_counts);

void sisheur_count_scan(const struct sisheur_choice *choice);
void sisheur_show_difference(struct seq_file *file);
u64 sisheur_shadow_budget(u64 kernel, u64 shim);
unsigned long *sisheur_idle_near(const struct sisheur_machine *m, int cpu);
unsigned int sisheur_look_rq(void *ctx, unsigned int cpu);
struct sisheur_choice sisheur_ask(unsigned int step, unsigned int features,
				  const struct sisheur_machine *m,
				  const struct sisheur_view *view,
				  struct task_struct *p, int target,
				  int has_idle_core);

#endif /* SISHEUR_INSIDE_H */
