/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * shim.h - what kernel/sched/ calls, and the switches before each call
 *
 * The semantic patch (sisheur.cocci) puts these calls in.  Each begins with a
 * static key that is off, so that a kernel with nothing switched on runs its
 * own code behind a no-op.  Where the shim cannot answer (no tables yet), the
 * kernel's own function does.
 */
#ifndef SISHEUR_SHIM_H
#define SISHEUR_SHIM_H

int sched_idle_cpu(int cpu);

/* The kernel's own functions, handed over by the calls that they were. */
typedef int sisheur_scan_fn(struct task_struct *p, struct sched_domain *sd,
			    bool has_idle_core, int target);
typedef int sisheur_siblings_fn(struct task_struct *p, struct sched_domain *sd,
				int prev);

void sisheur_mark_idle(struct rq *rq, bool idle);
void sisheur_count_one_search(void);
int sisheur_answer_scan(sisheur_scan_fn *scan, struct task_struct *p,
			struct sched_domain *sd, bool has_idle_core, int target);
int sisheur_answer_siblings(sisheur_siblings_fn *scan, struct task_struct *p,
			    struct sched_domain *sd, int prev);
int sisheur_answer_pair(struct task_struct *p);
u64 sisheur_answer_budget(u64 kernel, unsigned long sum_util,
			  unsigned int llc_weight, unsigned int pct);
int sisheur_shadow_scan(sisheur_scan_fn *scan, struct task_struct *p,
			struct sched_domain *sd, bool has_idle_core, int target);
int sisheur_shadow_siblings(sisheur_siblings_fn *scan, struct task_struct *p,
			    struct sched_domain *sd, int prev);

/* Without the option there are no switches, and of the calls nothing is left. */
#ifdef CONFIG_SISHEUR
#define sisheur_feat(x)	sched_feat(x)
void sisheur_rebuild_domains(void);
void sisheur_sync_idle(void);
#else
#define sisheur_feat(x)	false
static inline void sisheur_rebuild_domains(void) { }
static inline void sisheur_sync_idle(void) { }
#endif

static inline void sisheur_count_search(void)
{
	if (sisheur_feat(SISHEUR) || sisheur_feat(SISHEUR_SHADOW))
		sisheur_count_one_search();
}

/* In place of the kernel's scan of the LLC domain. */
static __always_inline int
sisheur_scan(sisheur_scan_fn *scan, struct task_struct *p,
	     struct sched_domain *sd, bool has_idle_core, int target)
{
	if (sisheur_feat(SISHEUR_SHADOW))
		return sisheur_shadow_scan(scan, p, sd, has_idle_core, target);
	if (sisheur_feat(SISHEUR))
		return sisheur_answer_scan(scan, p, sd, has_idle_core, target);
	return scan(p, sd, has_idle_core, target);
}

/* In place of the kernel's scan of the siblings of prev. */
static __always_inline int
sisheur_siblings(sisheur_siblings_fn *scan, struct task_struct *p,
		 struct sched_domain *sd, int prev)
{
	if (sisheur_feat(SISHEUR_SHADOW))
		return sisheur_shadow_siblings(scan, p, sd, prev);
	if (sisheur_feat(SISHEUR))
		return sisheur_answer_siblings(scan, p, sd, prev);
	return scan(p, sd, prev);
}

/* Where the wakee of a pair goes, or -1. */
static inline int sisheur_pair(struct task_struct *p)
{
	return sisheur_feat(SIS_PAIR) ? sisheur_answer_pair(p) : -1;
}

/* The scan budget; @kernel is what the kernel computed. */
static inline u64 sisheur_scan_budget(u64 kernel, unsigned long sum_util,
				      unsigned int llc_weight, unsigned int pct)
{
	return sisheur_feat(SISHEUR) || sisheur_feat(SISHEUR_SHADOW) ?
	       sisheur_answer_budget(kernel, sum_util, llc_weight, pct) : kernel;
}

/* The CPU of a run queue becomes idle, or is no longer. */
static inline void sisheur_idle(struct rq *rq, bool idle)
{
	if (sisheur_feat(SISHEUR_BITMAP))
		sisheur_mark_idle(rq, idle);
}

#endif /* SISHEUR_SHIM_H */
