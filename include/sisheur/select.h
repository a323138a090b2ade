/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/select.h - the ladder: one wake-up in, one CPU out
 *
 * A ladder is a table of rungs, tried from the top; the first that answers a
 * CPU wins.  A rung names a step, the points on which this ladder's version of
 * the step differs (enum sisheur_how), and the feature it needs.  A profile is
 * a ladder with the features that are on by default: a Linux release, or our
 * own best.  A new release or a user's own heuristic is a new table or one new
 * step, not a new if.
 *
 * Nothing is changed behind the caller's back.  What a placement changes (the
 * recent CPU replaced, the hint cleared) is part of the answer, and the caller
 * stores it.
 *
 * A ladder of one's own: copy a profile and change its rungs or features.  A
 * step of one's own: run the rungs yourself with sisheur_step() and put your
 * code between two of them; a scan budget of one's own: compute it and pass it
 * as nr_idle_scan.  examples/ shows both.
 */
#ifndef SISHEUR_SELECT_H
#define SISHEUR_SELECT_H

#include <sisheur/pair.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum sisheur_step - the steps a ladder is made of
 * @SISHEUR_STEP_NONE:      no step; what a placement that failed reports
 * @SISHEUR_STEP_TARGET:    target, if usable
 * @SISHEUR_STEP_PAIR:      a usable sibling of the waker, for a pair
 * @SISHEUR_STEP_PREV:      prev, if usable and sharing the target's cache
 * @SISHEUR_STEP_KTHREAD:   prev, where a per-CPU kernel thread wakes its client
 * @SISHEUR_STEP_RECENT:    the recently used CPU, under the conditions of prev
 * @SISHEUR_STEP_NO_DOMAIN: target, if it is in no LLC domain
 * @SISHEUR_STEP_SMT:       a usable sibling of prev, where no core is idle
 * @SISHEUR_STEP_SCAN:      the domain scan: an idle core, or a usable CPU
 * @SISHEUR_STEP_LATE:      the prev, then the recent CPU kept for late
 * @SISHEUR_STEP_LAST:      target, whatever it does
 * @SISHEUR_NR_STEPS:       how many there are; a user's own begin here
 */
enum sisheur_step {
	SISHEUR_STEP_NONE,
	SISHEUR_STEP_TARGET,
	SISHEUR_STEP_PAIR,
	SISHEUR_STEP_PREV,
	SISHEUR_STEP_KTHREAD,
	SISHEUR_STEP_RECENT,
	SISHEUR_STEP_NO_DOMAIN,
	SISHEUR_STEP_SMT,
	SISHEUR_STEP_SCAN,
	SISHEUR_STEP_LATE,
	SISHEUR_STEP_LAST,
	SISHEUR_NR_STEPS,
};

/**
 * enum sisheur_feature - what can be switched on or off in a ladder
 * @SISHEUR_SIS_UTIL:       the scan budget is what @nr_idle_scan of the
 *	wake-up points to
 * @SISHEUR_SIS_PROP:       the scan budget follows avg_idle; only where the
 *	scan rung has SISHEUR_HOW_PROP (linux-5.18), and only without SIS_UTIL
 * @SISHEUR_SIS_PAIR:       the pair step (RFC 2023)
 * @SISHEUR_SIS_IDLE_CORE:  the budget neither gates nor ends a core scan (v6
 *	2/4, 2022: "idle cores are out of reach" for a whole balance interval)
 * @SISHEUR_SIS_FREE_LOOKS: raises the budget to what a bitmap makes free.
 *	Answers limits 2 and 3 of the SIS_UTIL mail: tasks pinned to seven of
 *	eight CPUs hide the eighth behind an average of 87.5 %, and a domain of
 *	16 CPUs deserves a full scan
 * @SISHEUR_SIS_TRUE_HINT:  the bitmap and not the hint says whether an idle
 *	core exists, and a hint that differs is put right.  Answers the report
 *	of hints that stay set or clear for a whole tick
 * @SISHEUR_SIS_KEEP_HINT:  a wakee that may not use the whole domain does not
 *	clear the hint for everybody else
 * @SISHEUR_SIS_TRULY_IDLE: an idle CPU beats one of SCHED_IDLE tasks as the
 *	answer and as the fallback of a scan
 * @SISHEUR_SIS_AGED_UTIL:  a budget older than the balance interval is raised
 *	to that of the decayed sum (limit 1 and the reply on SIS_UTIL: "a delay
 *	in reflecting the latest utilization")
 * @SISHEUR_SIS_SPREAD:     where the caller sets spread, a usable CPU of a core
 *	that is not wholly idle never beats an idle core
 * @SISHEUR_SIS_PAIR_LARGE: a pair goes to one core only in a domain of
 *	SISHEUR_PAIR_MIN_LLC CPUs or more (review of SIS_PAIR: siblings are the
 *	worst place for a netperf pair on 4C/8T)
 * @SISHEUR_SIS_PAIR_SCARCE: and only where no wholly idle core is to be had
 * @SISHEUR_SIS_PAIR_FITS:  and only on a sibling in fits (review: the step
 *	forgets the capacity check of the steps around it)
 * @SISHEUR_SIS_PAIR_STACK: a pair of brief tasks whose core is saturated shares
 *	the waker's CPU, in a domain of any size (RFC: "an optimized way
 *	should detect the saturated case"; its review: stacked, a netperf
 *	pair beats two cores even on 4C/8T)
 * @SISHEUR_SIS_CLAIM:      a CPU in claimed is busy, so that two simultaneous
 *	wakers do not split one idle core
 *
 * sisheur_feature_name() (case.h, hosted) spells each as the kernel would.
 */
enum sisheur_feature {
	SISHEUR_SIS_UTIL	= 1 << 0,
	SISHEUR_SIS_PROP	= 1 << 1,
	SISHEUR_SIS_PAIR	= 1 << 2,
	SISHEUR_SIS_IDLE_CORE	= 1 << 3,
	SISHEUR_SIS_FREE_LOOKS	= 1 << 4,
	SISHEUR_SIS_TRUE_HINT	= 1 << 5,
	SISHEUR_SIS_KEEP_HINT	= 1 << 6,
	SISHEUR_SIS_TRULY_IDLE	= 1 << 7,
	SISHEUR_SIS_AGED_UTIL	= 1 << 8,
	SISHEUR_SIS_SPREAD	= 1 << 9,
	SISHEUR_SIS_PAIR_LARGE	= 1 << 10,
	SISHEUR_SIS_PAIR_SCARCE	= 1 << 11,
	SISHEUR_SIS_PAIR_FITS	= 1 << 12,
	SISHEUR_SIS_PAIR_STACK	= 1 << 13,
	SISHEUR_SIS_CLAIM	= 1 << 14,
};

/**
 * SISHEUR_NR_FEATURES - how many features there are: bits 0 and up
 */
#define SISHEUR_NR_FEATURES	15U

/**
 * SISHEUR_FREE_LOOKS - CPUs that one look of the budget pays for in a bitmap
 *
 * A look's price is a cache miss, and a cache line of 64 bytes holds the bits
 * of 512 CPUs.
 */
#define SISHEUR_FREE_LOOKS	512U

/**
 * SISHEUR_PAIR_MIN_LLC - the smallest domain in which a pair shares a core
 *
 * SIS_PAIR gained 45 % with 36 CPUs in the domain and siblings lost to two
 * cores with 8; 32 is the power of two between them that is nearer to what was
 * seen to help.
 */
#define SISHEUR_PAIR_MIN_LLC	32U

/**
 * SISHEUR_MAX_RUNGS - the most rungs a ladder may have
 */
#define SISHEUR_MAX_RUNGS	16U

/**
 * struct sisheur_rung - one rung of a ladder
 * @step:  enum sisheur_step; a number that is none is passed over
 * @how:   enum sisheur_how, or-ed: how this ladder's step differs
 * @needs: enum sisheur_feature, or-ed: passed over unless all are on
 */
struct sisheur_rung {
	unsigned short step;
	unsigned short how;
	unsigned int needs;
};

/**
 * struct sisheur_profile - whose rules answer
 * @rungs:    the ladder, top to bottom
 * @nr_rungs: how many rungs; clamped to SISHEUR_MAX_RUNGS
 * @features: enum sisheur_feature, or-ed: what is on
 * @picky:    a CPU of SCHED_IDLE tasks is usable only for a wakee that is not
 *	SCHED_IDLE itself (linux-7.1)
 */
struct sisheur_profile {
	struct sisheur_rung rungs[SISHEUR_MAX_RUNGS];
	unsigned int nr_rungs;
	unsigned int features;
	bool picky;
};

/**
 * enum sisheur_profile_id - the profiles that come with the library
 * @SISHEUR_LINUX_5_18: checked against 5.18.12
 * @SISHEUR_LINUX_6_1:  checked against 6.1.192
 * @SISHEUR_LINUX_6_12: checked against 6.12.117
 * @SISHEUR_LINUX_7_1:  checked against 7.1.5
 * @SISHEUR_OWN:        linux-7.1 with every reported limit put right; spelled
 *	"sisheur"
 * @SISHEUR_NR_PROFILES: how many there are
 */
enum sisheur_profile_id {
	SISHEUR_LINUX_5_18,
	SISHEUR_LINUX_6_1,
	SISHEUR_LINUX_6_12,
	SISHEUR_LINUX_7_1,
	SISHEUR_OWN,
	SISHEUR_NR_PROFILES,
};

/**
 * struct sisheur_wakeup - a wake-up to be placed
 * @domains:  the machine
 * @view:     who is idle
 * @allowed:  CPUs that the wakee may run on; NULL means all
 * @target:   the CPU that the caller's affinity step chose
 * @prev:     the CPU on which the wakee last ran
 * @recent:   the wakee's recent_used_cpu
 * @waker:    the CPU on which the waker runs
 * @waker_nr_running: tasks on the waker's run queue
 * @pair:     waker and wakee are each other's last wakee: sisheur_is_pair()
 * @kthread:  the waker is a kernel thread bound to its CPU, in task context
 * @wakee_sched_idle: the wakee is SCHED_IDLE itself
 * @count_probes: walk CPU by CPU and count looks as Linux would
 * @has_idle_cores: the hint of the target's LLC domain.  Read only where a step
 *	needs it, and never with SMT inactive.  NULL means that it is clear
 * @nr_idle_scan: the scan budget of the target's LLC domain: sisheur_nr_scan().
 *	Read only by a scan that uses it.  NULL means that none was computed
 *	yet: no bound
 * @avg_idle: SIS_PROP: how long the waker's CPU is usually idle, ns
 * @avg_scan_cost: SIS_PROP: cost of one look in the waker's LLC domain, ns
 * @sum_util: SIS_AGED_UTIL: the sum from which the budget was computed
 * @sum_util_age_ms: SIS_AGED_UTIL: how old that sum is, ms; 0 is fresh
 * @fits:     SIS_PAIR_FITS: CPUs with enough capacity for the wakee; NULL
 *	means all
 * @spread:   SIS_SPREAD: this caller prefers an idle core to a warm cache
 * @brief:    SIS_PAIR_STACK: waker and wakee both run only briefly
 *
 * Begin with sisheur_wakeup_init(): in a zeroed one, prev, recent and waker are
 * CPU 0.  CPU numbers may have any value; one that is not below nr_cpus, such as
 * ~0U, is a CPU in no domain that is never usable.  A @target that is not below
 * nr_cpus has no answer but SISHEUR_NONE.
 *
 * Why pointers to the two shared values.  They are on a line that every CPU of
 * the domain reads and writes; most wake-ups never get as far as needing it.
 */
struct sisheur_wakeup {
	const struct sisheur_domains *domains;
	const struct sisheur_view *view;
	const unsigned long *allowed;
	unsigned int target;
	unsigned int prev;
	unsigned int recent;
	unsigned int waker;
	unsigned int waker_nr_running;
	bool pair;
	bool kthread;
	bool wakee_sched_idle;
	bool count_probes;
	const int *has_idle_cores;
	const unsigned int *nr_idle_scan;
	unsigned long long avg_idle;
	unsigned long long avg_scan_cost;
	unsigned long sum_util;
	unsigned int sum_util_age_ms;
	const unsigned long *fits;
	bool spread;
	bool brief;
};

/**
 * SISHEUR_AVG_IDLE_NS - avg_idle of a CPU of which nothing is known, ns
 *
 * Linux lets avg_idle begin at twice its migration cost of 500 us (5.18).
 */
#define SISHEUR_AVG_IDLE_NS	1000000U

/**
 * enum sisheur_hint - what to do with has_idle_cores after a placement
 * @SISHEUR_HINT_KEEP:  nothing: do not write the shared line
 * @SISHEUR_HINT_CLEAR: store 0
 * @SISHEUR_HINT_SET:   store 1 (SIS_TRUE_HINT only)
 */
enum sisheur_hint {
	SISHEUR_HINT_KEEP,
	SISHEUR_HINT_CLEAR,
	SISHEUR_HINT_SET,
};

/**
 * struct sisheur_choice - where a wake-up goes, and what that changes
 * @cpu:     the CPU, or SISHEUR_NONE
 * @step:    enum sisheur_step that decided
 * @recent:  the wakee's recent_used_cpu from now on
 * @hint:    enum sisheur_hint: what to store into has_idle_cores
 * @probes:  looks on the whole ladder; 0 unless count_probes
 * @scan_probes: those of the domain scan
 * @scanned: the domain was scanned
 * @failed:  and nothing was found there
 */
struct sisheur_choice {
	int cpu;
	unsigned int step;
	unsigned int recent;
	unsigned int hint;
	unsigned int probes;
	unsigned int scan_probes;
	bool scanned;
	bool failed;
};

/**
 * struct sisheur_ladder - a ladder being climbed: what its steps share
 * @wakeup:  the wake-up
 * @features: those of the profile
 * @how:     enum sisheur_how, or-ed: what holds on every rung for this wakee
 * @view:    what its steps see: the wake-up's view, as the profile has it
 * @choice:  the answer so far
 * @nr_cpus: CPUs of the machine
 * @llc:     the LLC domain of the target, SISHEUR_NONE if none
 * @late:    prev and recent CPU kept for late, SISHEUR_NONE if none
 * @hint:    the hint once read, SISHEUR_NONE before
 * @core:    an idle core is to be had: 0, 1, SISHEUR_NONE if not asked yet
 *
 * For those who run the rungs themselves; everybody else calls
 * sisheur_select().
 */
struct sisheur_ladder {
	const struct sisheur_wakeup *wakeup;
	unsigned int features;
	unsigned int how;
	struct sisheur_view view;
	struct sisheur_choice choice;
	unsigned int nr_cpus;
	int llc;
	int late[2];
	signed char hint;
	signed char core;
};

/**
 * sisheur_profile() - a profile that comes with the library
 * @id: enum sisheur_profile_id
 *
 * Copy it to change it.
 *
 * Return: the profile, or NULL if @id is none.
 */
SISHEUR_DEF const struct sisheur_profile *sisheur_profile(unsigned int id);

/**
 * sisheur_wakeup_init() - a wake-up of which only the target is known
 * @wakeup:  what is to be filled, all of it
 * @domains: the machine
 * @view:    who is idle
 * @target:  the CPU that the caller's affinity step chose
 *
 * prev, recent and waker are the target; the waker's CPU runs two tasks, so that
 * nothing is stacked on it; avg_idle is SISHEUR_AVG_IDLE_NS and avg_scan_cost 1;
 * every CPU is allowed; the hint is clear and the budget unbounded.  Set what is
 * known better.
 *
 * Why.  These are the defaults of a case line (case.h), and a field that was
 * forgotten does not name CPU 0.
 *
 * Linux counterpart.  None: there the task and the run queues know.
 *
 * Cost.  One write of each field.
 */
SISHEUR_DEF void sisheur_wakeup_init(struct sisheur_wakeup *wakeup,
				     const struct sisheur_domains *domains,
				     const struct sisheur_view *view,
				     unsigned int target);

/**
 * sisheur_select() - where a wake-up goes
 * @profile: whose rules
 * @wakeup:  the wake-up
 * @choice:  where to store the answer and what it changes; NULL if nobody asks
 *
 * Tries the rungs of the profile from the top.  Equal arguments give equal
 * answers, whether probes are counted or not.
 *
 * Linux counterpart.  select_idle_sibling() of the profile's release, without
 * its checks of asymmetric capacity and utilisation clamps.  A CPU that is not
 * allowed may be answered where Linux may answer it: target, prev and the last
 * step are not checked against @wakeup->allowed.
 *
 * Cost.  Without maps, the looks of the walk; with maps, that of the word scans
 * (idle.h), one or two of them.
 *
 * Return: a CPU number; SISHEUR_NONE if target is not below nr_cpus or the
 * ladder has no last step.
 */
SISHEUR_DEF int sisheur_select(const struct sisheur_profile *profile,
			       const struct sisheur_wakeup *wakeup,
			       struct sisheur_choice *choice);

/**
 * sisheur_ladder_init() - begin to climb a ladder
 * @ladder:  what the steps share
 * @profile: whose rules
 * @wakeup:  the wake-up
 */
SISHEUR_DEF void sisheur_ladder_init(struct sisheur_ladder *ladder,
				     const struct sisheur_profile *profile,
				     const struct sisheur_wakeup *wakeup);

/**
 * sisheur_step() - climb one rung
 * @ladder: begun with sisheur_ladder_init()
 * @rung:   the rung
 *
 * A pure function of what the ladder holds, and it changes nothing but that.
 * On an answer, @ladder->choice holds it.
 *
 * Cost.  That of the rung's step.
 *
 * Return: a CPU number, or SISHEUR_NONE: go on with the next rung.
 */
SISHEUR_DEF int sisheur_step(struct sisheur_ladder *ladder,
			     const struct sisheur_rung *rung);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_SELECT_H */
