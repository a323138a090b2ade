/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/idle.h - which CPU or core is idle
 *
 * A waking task is best served by a CPU that is idle, that it is allowed to
 * use, and that shares a cache with the data it last touched.  On a large
 * domain the search for one can cost more than the wait it would save, so a
 * search answers with the first CPU that will do rather than the best one: the
 * order of the scan is the heuristic.
 *
 * Words of this header.  A CPU is *idle* if it runs nothing and has nothing
 * queued.  It is *usable* if it is idle or every task on it is SCHED_IDLE.  A
 * *look* asks one CPU which of the two it is; Linux pays a cache miss for it.
 * The scan walks *cpus*, which is the target's LLC domain without the CPUs that
 * the wakee may not run on, in *wrap order*: upwards from target + 1, and from
 * the top on to 0 and up to target itself.  Where clusters are active it walks
 * first the CPUs of cpus in the target's cluster and then the others.
 *
 * Two bodies, one answer.  sisheur_walk_*() look at one CPU at a time, through
 * a function or through bitmaps, and count the looks: the plain rule, and what
 * a kernel without idle bitmaps must do.  sisheur_scan_*() read whole words of
 * bitmaps and are what everybody else wants.  On the same bitmaps they give the
 * same answer.
 *
 * Purity.  Functions here allocate nothing, block on nothing, keep no state and
 * write to no memory but what the caller hands them.  A bitmap that others are
 * changing may be passed: what is decided about a CPU rests on one read of its
 * word, so an answer is never wilder than "this was so a moment ago".
 */
#ifndef SISHEUR_IDLE_H
#define SISHEUR_IDLE_H

#include <sisheur/kept.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum sisheur_state - what a look finds a CPU doing
 * @SISHEUR_BUSY:       it runs or has queued a task that is not SCHED_IDLE
 * @SISHEUR_SCHED_IDLE: it is not idle, and every task on it is SCHED_IDLE
 * @SISHEUR_IDLE:       it runs nothing and has nothing queued
 */
enum sisheur_state {
	SISHEUR_BUSY,
	SISHEUR_SCHED_IDLE,
	SISHEUR_IDLE,
};

/**
 * struct sisheur_view - what a wake-up can see of the CPUs
 * @idle:       the idle CPUs, or NULL where there is no such map
 * @sched_idle: CPUs whose every task is SCHED_IDLE; NULL means none.  A CPU in
 *	both maps is idle
 * @claimed:    idle CPUs that another wake-up has already taken and not yet
 *	reached; they count as busy (in a ladder only with SIS_CLAIM).  NULL
 *	means none
 * @look:       asked instead of @idle and @sched_idle where @idle is NULL: the
 *	enum sisheur_state of a CPU; not asked of a claimed one.  NULL with no
 *	@idle means that all are busy
 * @ctx:        handed to @look as it is
 * @kept:       what somebody keeps about @idle, so that a scan need not derive
 *	it (kept.h): @idle is then @kept->idle.  NULL means that nobody does.
 *	The answers are the same; with @claimed it is not used
 *
 * All maps describe the machine's nr_cpus CPUs.
 */
struct sisheur_view {
	const unsigned long *idle;
	const unsigned long *sched_idle;
	const unsigned long *claimed;
	unsigned int (*look)(void *ctx, unsigned int cpu);
	void *ctx;
	const struct sisheur_kept *kept;
};

/**
 * enum sisheur_how - the points on which Linux versions differ
 * @SISHEUR_HOW_CLUSTERS: know clusters: walk the target's first; in the ladder,
 *	keep a prev or recent CPU of another cluster for late
 * @SISHEUR_HOW_SELF:     a sibling scan looks at the CPU itself as well
 * @SISHEUR_HOW_ANYWHERE: the fallback of a core scan need only be allowed, not
 *	in the domain
 * @SISHEUR_HOW_NO_SCHED_IDLE: a CPU of SCHED_IDLE tasks is not usable
 * @SISHEUR_HOW_TRULY_IDLE: an idle CPU found later in the same scan is a better
 *	answer or fallback than one of SCHED_IDLE tasks
 * @SISHEUR_HOW_PREV_ALLOWED: the recent step tests prev's affinity instead of
 *	the recent CPU's
 * @SISHEUR_HOW_PROP:     the scan step knows SIS_PROP, and is not done for a
 *	waker in no domain
 * @SISHEUR_HOW_EMPTY:    an empty cpus ends the scan step with the hint
 *	untouched
 *
 * The last three concern the ladder (select.h) alone.
 */
enum sisheur_how {
	SISHEUR_HOW_CLUSTERS		= 1 << 0,
	SISHEUR_HOW_SELF		= 1 << 1,
	SISHEUR_HOW_ANYWHERE		= 1 << 2,
	SISHEUR_HOW_NO_SCHED_IDLE	= 1 << 3,
	SISHEUR_HOW_TRULY_IDLE		= 1 << 4,
	SISHEUR_HOW_PREV_ALLOWED	= 1 << 5,
	SISHEUR_HOW_PROP		= 1 << 6,
	SISHEUR_HOW_EMPTY		= 1 << 7,
};

/**
 * struct sisheur_scan - one search: where, for whom, by which rules
 * @domains: the machine
 * @view:    who is idle
 * @allowed: CPUs that the wakee may run on; NULL means all
 * @target:  the walk starts behind it and stays in its LLC domain; any value
 * @how:     enum sisheur_how, or-ed
 *
 * Why a struct.  A search is asked in two or three ways with the same terms,
 * and BPF passes no more than five arguments.
 */
struct sisheur_scan {
	const struct sisheur_domains *domains;
	const struct sisheur_view *view;
	const unsigned long *allowed;
	unsigned int target;
	unsigned int how;
};

/**
 * sisheur_look() - what is a CPU doing
 * @view:    who is idle
 * @nr_cpus: CPUs that its maps describe, clamped to SISHEUR_MAX_CPUS
 * @cpu:     CPU number, any value
 *
 * Linux counterpart.  available_idle_cpu() and sched_idle_cpu(), 6.12.
 *
 * Cost.  One word of each map, or one call of @view->look.
 *
 * Return: enum sisheur_state; SISHEUR_BUSY if @cpu is not below @nr_cpus.
 */
SISHEUR_DEF unsigned int sisheur_look(const struct sisheur_view *view,
				      unsigned int nr_cpus, unsigned int cpu);

/**
 * sisheur_core_is_idle() - is the whole core of a CPU idle
 * @domains: the machine
 * @view:    who is idle
 * @cpu:     CPU number, any value
 *
 * Idle means idle: a core with a CPU of SCHED_IDLE tasks is not.  Siblings
 * outside the LLC domain or the affinity of a wakee count as well.
 *
 * Linux counterpart.  is_core_idle(), 6.12, which leaves out @cpu itself.
 *
 * Cost.  At most one look per sibling.
 *
 * Return: true if every sibling of @cpu is idle; false if @cpu is not below
 * nr_cpus.
 */
SISHEUR_DEF bool sisheur_core_is_idle(const struct sisheur_domains *domains,
				      const struct sisheur_view *view,
				      unsigned int cpu);

/**
 * sisheur_sets_idle_cores() - does a CPU that becomes idle set the hint
 * @domains:        the machine
 * @view:           who is idle; the answer does not depend on @cpu's own state
 * @cpu:            the CPU that becomes idle, any value
 * @has_idle_cores: the hint of its LLC domain; read only if SMT is active.
 *	NULL means that it is clear
 *
 * Call it when a CPU goes idle, and store 1 into the hint on true.  Nothing
 * else sets the hint; a core scan that fails clears it.
 *
 * Why not always store.  The hint is one line shared by the domain; writing
 * what it already says takes the line away from every reader.
 *
 * Linux counterpart.  __update_idle_core(), 6.12, called only where SMT is
 * active.
 *
 * Cost.  One read of the hint, at most one look per sibling.
 *
 * Return: true if SMT is active, @cpu is in an LLC domain, the hint is clear and
 * all siblings of @cpu are idle.
 */
SISHEUR_DEF bool sisheur_sets_idle_cores(const struct sisheur_domains *domains,
					 const struct sisheur_view *view,
					 unsigned int cpu,
					 const int *has_idle_cores);

/**
 * sisheur_has_idle_core() - is there a wholly idle core among some CPUs
 * @scan: whose domain, which CPUs may be used
 *
 * Asks for an idle core of which at least one CPU is in cpus.  This is the
 * truth that the hint has_idle_cores is about, and needs maps: without them the
 * answer is false.
 *
 * Why.  A hint goes stale; a bitmap of 64 CPUs a word can be asked instead.
 *
 * Linux counterpart.  None.
 *
 * Cost.  That of sisheur_scan_core() that asks for no fallback.
 *
 * Return: true if the idle core scan would find one.
 */
SISHEUR_DEF bool sisheur_has_idle_core(const struct sisheur_scan *scan);

/**
 * sisheur_scan_is_empty() - is there no CPU to walk at all
 * @scan: the search
 *
 * Linux counterpart.  The early end of select_idle_cpu(), 7.1.
 *
 * Cost.  One read of each map word of the domain.
 *
 * Return: true if no CPU of the target's domain is allowed.
 */
SISHEUR_DEF bool sisheur_scan_is_empty(const struct sisheur_scan *scan);

/**
 * sisheur_scan_siblings() - first usable sibling of a CPU
 * @scan:   the search; @scan->target is the CPU whose siblings are meant
 * @probes: looks are added to it; NULL if nobody asks
 *
 * Looks at the siblings of the target in ascending order, without the target
 * unless SISHEUR_HOW_SELF, that are allowed and in the target's LLC domain.
 *
 * Why ascending and not in wrap order.  Linux walks the mask of the core from
 * its lowest bit; a simulator that walks otherwise differs from it on SMT4.
 *
 * Linux counterpart.  select_idle_smt(), 6.12; 5.18 with SISHEUR_HOW_SELF.
 *
 * Cost.  At most one look per sibling.
 *
 * Return: a CPU number, or SISHEUR_NONE.
 */
SISHEUR_DEF int sisheur_scan_siblings(const struct sisheur_scan *scan,
				      unsigned int *probes);

/**
 * sisheur_scan_core() - first wholly idle core in wrap order, word by word
 * @scan:     the search; without maps nothing is idle
 * @fallback: where to store the fallback; NULL if nobody asks
 *
 * Enters each core by its first CPU of cpus in wrap order.  If the whole core
 * is idle the answer is that CPU.  The fallback is the lowest usable CPU of
 * cpus in the first core entered that has one, and means something only where
 * no idle core was found.
 *
 * Why a fallback fixed so early.  Linux leaves a core as soon as it knows that
 * it is not idle, and never comes back: the first usable CPU it happened to
 * see is all that a failed core scan has to show.
 *
 * Linux counterpart.  select_idle_core() under select_idle_cpu(), 6.12.  There
 * the siblings of a core that was entered are erased from a scratch mask; here
 * they are recognised, so no buffer is needed.
 *
 * Cost.  Linear in the map words of the domain: a few reads of each, and as many
 * more as a core has siblings in other words; where the numbering is irregular,
 * also a table walk for each idle CPU.  The same once more over clusters, if the
 * first idle core is in another than the target's, and for a fallback, if any
 * CPU of cpus is usable.  With kept maps, one read of each word whatever the
 * numbering or, where there are very many, of those that hold anybody.
 *
 * Return: a CPU number, or SISHEUR_NONE.
 */
SISHEUR_DEF int sisheur_scan_core(const struct sisheur_scan *scan,
				  int *fallback);

/**
 * sisheur_walk_core() - first wholly idle core in wrap order, CPU by CPU
 * @scan:     the search
 * @fallback: where to store the fallback; NULL if nobody asks
 * @probes:   looks are added to it; NULL if nobody asks
 *
 * The same question as sisheur_scan_core() and, on the same maps, the same
 * answer.  In a core it looks in ascending order; a core known not to be idle
 * is left at its first busy CPU once the fallback is fixed, and at the
 * SCHED_IDLE CPU that becomes it.
 *
 * Linux counterpart.  As sisheur_scan_core(); the looks are Linux's, one for
 * one.
 *
 * Cost.  At most one look per CPU of each core that has a CPU in cpus.
 *
 * Return: a CPU number, or SISHEUR_NONE.
 */
SISHEUR_DEF int sisheur_walk_core(const struct sisheur_scan *scan,
				  int *fallback, unsigned int *probes);

/**
 * sisheur_scan_cpu() - first usable CPU in wrap order, word by word
 * @scan:   the search; without maps nothing is idle
 * @budget: CPUs of cpus that may be looked at; 0 looks at none,
 *	SISHEUR_NO_BUDGET at all
 *
 * Why only CPUs of cpus are charged.  A CPU outside is masked away without
 * being looked at, so a narrowly pinned task keeps its whole budget.
 *
 * Linux counterpart.  The last loop of select_idle_cpu(), 6.12.  There the
 * count starts one above the number of CPUs to try because it is tested after
 * being lowered; @budget is the plain number.
 *
 * Cost.  One read of each map word of the domain at most, and a second of the
 * word that holds the target; as many again over clusters, if the first usable
 * CPU is in another than the target's, and twice as many more for CPUs of
 * SCHED_IDLE tasks under SISHEUR_HOW_TRULY_IDLE.
 *
 * Return: a CPU number, or SISHEUR_NONE.
 */
SISHEUR_DEF int sisheur_scan_cpu(const struct sisheur_scan *scan,
				 unsigned int budget);

/**
 * sisheur_walk_cpu() - first usable CPU in wrap order, CPU by CPU
 * @scan:   the search
 * @budget: CPUs of cpus that may be looked at; 0 looks at none,
 *	SISHEUR_NO_BUDGET at all
 * @probes: looks are added to it; NULL if nobody asks
 *
 * The same question as sisheur_scan_cpu() and, on the same maps, the same
 * answer.
 *
 * Linux counterpart.  As sisheur_scan_cpu(); the looks are Linux's.
 *
 * Cost.  One look per CPU of cpus, @budget at most.
 *
 * Return: a CPU number, or SISHEUR_NONE.
 */
SISHEUR_DEF int sisheur_walk_cpu(const struct sisheur_scan *scan,
				 unsigned int budget, unsigned int *probes);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_IDLE_H */
