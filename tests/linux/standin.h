/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the cut functions of Linux find around them instead of a kernel: the
 * names that they use, meaning what they mean there.  Everything here is
 * written for this test; the functions themselves are cut out of the kernel's
 * source when the test runs, and are in no file of this project.
 *
 * A name that a future release starts to use and that is missing here is a
 * compiler error with the line of the kernel's file, never a guess.
 *
 * Written for what can be checked by reading.  Speed matters only so far that
 * a mask is words of bits and not bytes.
 */
#ifndef STANDIN_H
#define STANDIN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "oracle.h"

typedef uint64_t u64;
typedef uint32_t u32;

#define likely(x)	(x)
#define unlikely(x)	(x)
#define READ_ONCE(x)	(x)
#define WRITE_ONCE(x, value)	((void)((x) = (value)))
#define min(a, b)	((a) < (b) ? (a) : (b))
#define swap(a, b) \
	do { \
		__typeof__(a) standin_a = (a); \
		(a) = (b); \
		(b) = standin_a; \
	} while (0)
/* The difference, not the values: jiffies wrap. */
#define time_after(a, b)	((long)((b) - (a)) < 0)
#define min_t(type, a, b)	((type)(a) < (type)(b) ? (type)(a) : (type)(b))
/* The divisor of the kernel's macro has 32 bits. */
#define do_div(n, base)	((n) /= (u32)(base))
#define div_u64(n, base)	((u64)(n) / (u32)(base))

/* One thread: whatever is published has been published. */
#define rcu_dereference(p)	(p)
#define rcu_read_lock()		do { } while (0)
#define rcu_read_unlock()	do { } while (0)
#define lockdep_assert_irqs_disabled()	do { } while (0)

/* --- sets of CPUs ------------------------------------------------------- */

/* bench/ brings sets and run queues that cost what they do in a kernel. */
#ifdef STANDIN_SETS
#include STANDIN_SETS
#else

#define STANDIN_WORDS	((ORACLE_MAX_CPUS + 63) / 64)

struct cpumask {
	u64 bits[STANDIN_WORDS];
};

static unsigned int nr_cpu_ids;
#define nr_cpumask_bits	nr_cpu_ids

static inline unsigned int standin_words(void)
{
	return (nr_cpu_ids + 63) / 64;
}

static inline bool cpumask_test_cpu(int cpu, const struct cpumask *mask)
{
	return mask->bits[cpu / 64] >> (cpu % 64) & 1;
}

static inline void cpumask_set_cpu(unsigned int cpu, struct cpumask *mask)
{
	mask->bits[cpu / 64] |= (u64)1 << (cpu % 64);
}

static inline void cpumask_clear(struct cpumask *mask)
{
	memset(mask->bits, 0, standin_words() * sizeof(mask->bits[0]));
}

static inline void cpumask_and(struct cpumask *to, const struct cpumask *a,
			       const struct cpumask *b)
{
	unsigned int i;

	for (i = 0; i < standin_words(); i++)
		to->bits[i] = a->bits[i] & b->bits[i];
}

static inline void cpumask_andnot(struct cpumask *to, const struct cpumask *a,
				  const struct cpumask *b)
{
	unsigned int i;

	for (i = 0; i < standin_words(); i++)
		to->bits[i] = a->bits[i] & ~b->bits[i];
}

/* The lowest CPU of both masks from @from on, nr_cpu_ids if there is none. */
static inline int standin_next(const struct cpumask *a,
			       const struct cpumask *b, unsigned int from)
{
	while (from < nr_cpu_ids) {
		u64 word = a->bits[from / 64] & b->bits[from / 64];

		word >>= from % 64;
		if (word) {
			from += __builtin_ctzll(word);
			return from < nr_cpu_ids ? from : nr_cpu_ids;
		}
		from += 64 - from % 64;
	}
	return nr_cpu_ids;
}

/*
 * The CPU of the mask that is least far above @start, going round, but not
 * less than @distance.  The mask is read anew at each step: Linux takes CPUs
 * out of the one that it walks.
 */
static inline int standin_next_wrap(const struct cpumask *mask,
				    unsigned int start, unsigned int distance)
{
	unsigned int from;
	int cpu;

	start %= nr_cpu_ids;
	from = start + distance;
	if (from < nr_cpu_ids) {
		cpu = standin_next(mask, mask, from);
		if ((unsigned int)cpu < nr_cpu_ids)
			return cpu;
		from = nr_cpu_ids;
	}
	cpu = standin_next(mask, mask, from - nr_cpu_ids);
	return (unsigned int)cpu < start ? cpu : (int)nr_cpu_ids;
}

#define for_each_cpu_and(cpu, a, b) \
	for ((cpu) = standin_next(a, b, 0); (unsigned int)(cpu) < nr_cpu_ids; \
	     (cpu) = standin_next(a, b, (cpu) + 1))

#define for_each_cpu(cpu, mask)	for_each_cpu_and(cpu, mask, mask)

#define for_each_cpu_wrap(cpu, mask, start) \
	for ((cpu) = standin_next_wrap(mask, start, 0); \
	     (unsigned int)(cpu) < nr_cpu_ids; \
	     (cpu) = standin_next_wrap(mask, start, 1 + ((cpu) + nr_cpu_ids - \
					(start) % nr_cpu_ids) % nr_cpu_ids))

#endif /* STANDIN_SETS */

/* --- features ----------------------------------------------------------- */

/* The kernel's own list and defaults, from the source under test. */
#define SCHED_FEAT(name, enabled) \
	static bool standin_feat_##name = enabled;
#include "features.h"
#undef SCHED_FEAT

/* Two features that were mailed and that no release has: see cut.py. */
static bool standin_feat_SIS_PAIR, standin_feat_SIS_IDLE_CORE;

#define sched_feat(name)	(standin_feat_##name)

struct static_key_false {
	bool enabled;
};

static struct static_key_false sched_smt_present, sched_cluster_active;
#define static_branch_unlikely(key)	((key)->enabled)
#define static_branch_likely(key)	((key)->enabled)
#define sched_smt_active()	static_branch_likely(&sched_smt_present)

/* --- domains ------------------------------------------------------------ */

#define SD_CLUSTER	1

struct sched_domain_shared {
	int has_idle_cores;
	int nr_idle_scan;
};

struct sched_group {
	unsigned int flags;
	const struct cpumask *span;
};

struct sched_domain {
	struct sched_group *groups;
	const struct cpumask *span;
	unsigned int span_weight;
	unsigned int imbalance_pct;
	u64 avg_scan_cost;
};

#define sched_domain_span(sd)	((sd)->span)
#define sched_group_span(sg)	((sg)->span)

#define per_cpu(variable, cpu)	((variable)[cpu])
#define this_cpu_ptr(pointer)	(&(*(pointer))[smp_processor_id()])
#define __this_cpu_read(variable)	((variable)[smp_processor_id()])

static struct sched_domain *sd_llc[ORACLE_MAX_CPUS];
static struct sched_domain *sd_asym_cpucapacity[ORACLE_MAX_CPUS];
static struct sched_domain_shared *sd_llc_shared[ORACLE_MAX_CPUS];
static int sd_llc_size[ORACLE_MAX_CPUS];
static int sd_llc_id[ORACLE_MAX_CPUS];
static int sd_share_id[ORACLE_MAX_CPUS];

static const struct cpumask *standin_smt_mask[ORACLE_MAX_CPUS];
#define cpu_smt_mask(cpu)	(standin_smt_mask[cpu])

static struct cpumask select_rq_mask;
#define this_cpu_cpumask_var_ptr(variable)	(&(variable))

/* --- tasks, run queues, looks ------------------------------------------- */

#define PF_KTHREAD	1

struct sched_entity {
	int unused;
};

struct task_struct {
	const struct cpumask *cpus_ptr;
	int recent_used_cpu;
	unsigned int flags;
	int nr_cpus_allowed;
	struct sched_entity se;
	struct task_struct *last_wakee;
	unsigned long wakee_flip_decay_ts;
	unsigned int wakee_flips;
};

static struct task_struct *current;
static int standin_this_cpu;

/* One jiffy is a millisecond. */
#define HZ	1000
static unsigned long jiffies;

#define smp_processor_id()	(standin_this_cpu)
#define in_task()		(true)
#define cpu_rq(cpu)		(&standin_rq[cpu])
#define cpu_of(rq)		((rq)->cpu)
#define this_rq()		cpu_rq(smp_processor_id())
#define cpu_clock(cpu)		((u64)0)
#define update_avg(avg, sample)	do { } while (0)
#define sched_cpu_cookie_match(rq, p)	(true)

#ifdef STANDIN_LOOKS
#include STANDIN_LOOKS
#else

struct rq {
	int cpu;
	unsigned int nr_running;
	unsigned long wake_stamp;
	u64 wake_avg_idle;
};

static struct rq standin_rq[ORACLE_MAX_CPUS];

static unsigned char standin_state[ORACLE_MAX_CPUS];
static unsigned int standin_probes;

/*
 * A look is counted here alone: Linux asks whether a CPU runs only SCHED_IDLE
 * tasks right after this and of the same CPU, and by then has its line.
 */
static inline bool available_idle_cpu(int cpu)
{
	standin_probes++;
	return standin_state[cpu] == ORACLE_IDLE;
}

static inline bool sched_idle_cpu(int cpu)
{
	return standin_state[cpu] == ORACLE_SCHED_IDLE;
}

#endif /* STANDIN_LOOKS */

/*
 * All CPUs have the same capacity: the library has no answer for others.  The
 * variables are named, so that they are not set but unused.
 */
#define sched_asym_cpucap_active()	(false)
#define sync_entity_load_avg(se)	((void)(se))
#define task_util_est(p)		((void)(p), 0UL)
#define uclamp_eff_value(p, id)		((void)(p), 0UL)
#define asym_fits_cpu(util, util_min, util_max, cpu) \
	((void)(util), (void)(util_min), (void)(util_max), (void)(cpu), true)
#define select_idle_capacity(p, sd, target) \
	((void)(p), (void)(sd), (void)(target), -1)

/* --- load balance ------------------------------------------------------- */

enum cpu_idle_type {
	CPU_NOT_IDLE,
	CPU_IDLE,
	CPU_NEWLY_IDLE,
};

struct lb_env {
	struct sched_domain *sd;
	int dst_cpu;
	enum cpu_idle_type idle;
};

#define SCHED_CAPACITY_SCALE	1024L

#endif /* STANDIN_H */
