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

typedef int sisheur_scan_fn(struct task_struct *p, struct sched_domain *sd,
			    bool has_idle_core, int target);
typedef int sisheur_siblings_fn(struct task_struct *p, struct sched_domain *sd,
				int cpu);

#ifdef CONFIG_SISHEUR

void sisheur_rebuild_domains(void);
void sisheur_sync_idle(void);
void sisheur_mark_idle(struct rq *rq, bool idle);
void sisheur_count_one_search(void);
bool sisheur_answer_scan(struct task_struct *p, struct sched_domain *sd,
			 bool has_idle_core, int target, int *cpu);
bool sisheur_answer_siblings(struct task_struct *p, struct sched_domain *sd,
			     int prev, int *cpu);
int sisheur_answer_pair(struct task_struct *p);
u64 sisheur_answer_budget(u64 kernel, unsigned long sum_util,
			  unsigned int llc_weight, unsigned int pct);
void sisheur_shadow_begin(struct task_struct *p, struct sched_domain *sd,
			  bool has_idle_core);
void sisheur_shadow_scan(struct task_struct *p, struct sched_domain *sd,
			 bool has_idle_core, int target, int kernel);
void sisheur_shadow_siblings(struct task_struct *p, struct sched_domain *sd,
			     int prev, int kernel);

static inline void sisheur_count_search(void)
{
	if (sched_feat(SISHEUR) || sched_feat(SISHEUR_SHADOW))
		sisheur_count_one_search();
}

/* In place of the kernel's scan of the LLC domain, which is handed over. */
static __always_inline int sisheur_scan(sisheur_scan_fn *kernel,
					struct task_struct *p,
					struct sched_domain *sd,
					bool has_idle_core, int target)
{
	int cpu;

	if (sched_feat(SISHEUR_SHADOW)) {
		sisheur_shadow_begin(p, sd, has_idle_core);
		cpu = kernel(p, sd, has_idle_core, target);
		sisheur_shadow_scan(p, sd, has_idle_core, target, cpu);
		return cpu;
	}
	if (sched_feat(SISHEUR) &&
	    sisheur_answer_scan(p, sd, has_idle_core, target, &cpu))
		return cpu;
	return kernel(p, sd, has_idle_core, target);
}

/* In place of the kernel's scan of the siblings of prev. */
static __always_inline int sisheur_siblings(sisheur_siblings_fn *kernel,
					    struct task_struct *p,
					    struct sched_domain *sd, int prev)
{
	int cpu;

	if (sched_feat(SISHEUR_SHADOW)) {
		/* No cookie is compared here, as in a core scan. */
		sisheur_shadow_begin(p, sd, true);
		cpu = kernel(p, sd, prev);
		sisheur_shadow_siblings(p, sd, prev, cpu);
		return cpu;
	}
	if (sched_feat(SISHEUR) && sisheur_answer_siblings(p, sd, prev, &cpu))
		return cpu;
	return kernel(p, sd, prev);
}

/* Where the wakee of a pair goes, or -1. */
static inline int sisheur_pair(struct task_struct *p)
{
	return sched_feat(SIS_PAIR) ? sisheur_answer_pair(p) : -1;
}

/* The scan budget; @kernel is what the kernel computed. */
static inline u64 sisheur_scan_budget(u64 kernel, unsigned long sum_util,
				      unsigned int llc_weight, unsigned int pct)
{
	if (sched_feat(SISHEUR) || sched_feat(SISHEUR_SHADOW))
		return sisheur_answer_budget(kernel, sum_util, llc_weight, pct);
	return kernel;
}

static inline void sisheur_idle_enter(struct rq *rq)
{
	if (sched_feat(SISHEUR_BITMAP))
		sisheur_mark_idle(rq, true);
}

static inline void sisheur_idle_exit(struct rq *rq)
{
	if (sched_feat(SISHEUR_BITMAP))
		sisheur_mark_idle(rq, false);
}

#else /* !CONFIG_SISHEUR */

static inline void sisheur_rebuild_domains(void) { }
static inline void sisheur_sync_idle(void) { }
static inline void sisheur_count_search(void) { }
static inline void sisheur_idle_enter(struct rq *rq) { }
static inline void sisheur_idle_exit(struct rq *rq) { }

static __always_inline int sisheur_scan(sisheur_scan_fn *kernel,
					struct task_struct *p,
					struct sched_domain *sd,
					bool has_idle_core, int target)
{
	return kernel(p, sd, has_idle_core, target);
}

static __always_inline int sisheur_siblings(sisheur_siblings_fn *kernel,
					    struct task_struct *p,
					    struct sched_domain *sd, int prev)
{
	return kernel(p, sd, prev);
}

static inline int sisheur_pair(struct task_struct *p)
{
	return -1;
}

static inline u64 sisheur_scan_budget(u64 kernel, unsigned long sum_util,
				      unsigned int llc_weight, unsigned int pct)
{
	return kernel;
}

#endif /* CONFIG_SISHEUR */
#endif /* SISHEUR_SHIM_H */
