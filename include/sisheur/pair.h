/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/pair.h - do these two tasks belong together
 *
 * Two tasks that keep waking each other pass data: put them on one SMT core
 * and the data stays in its caches (SIS_PAIR, 2023: +68 % and +45 % on context
 * switching).  A task that wakes many others is no such partner.  Linux keeps
 * two facts per task to tell them apart: whom it woke last, and how often that
 * changed.
 */
#ifndef SISHEUR_PAIR_H
#define SISHEUR_PAIR_H

#include <sisheur/idle.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * SISHEUR_FLIP_DECAY_NS - flips are halved at most once in this time
 *
 * One second, as Linux has it (record_wakee(), since 3.11).
 */
#define SISHEUR_FLIP_DECAY_NS	1000000000ULL

/**
 * struct sisheur_task - what a task remembers of the tasks it wakes
 * @last_wakee: the caller's name for the task that it woke last; 0 is none
 * @decayed_ns: when its flips were last halved
 * @flips:      how often its wakee has changed, decaying
 *
 * Zero it for a new task.  Any number that names a task uniquely will do: a
 * pid, an index, an address.
 */
struct sisheur_task {
	unsigned long long last_wakee;
	unsigned long long decayed_ns;
	unsigned int flips;
};

/**
 * sisheur_record_wakee() - note that a task wakes another
 * @waker:  the waker's memory
 * @wakee:  name of the task that it wakes; 0, the name of no task, is noted too
 * @now_ns: the time on any clock that does not run backwards; ns
 *
 * If more than SISHEUR_FLIP_DECAY_NS passed since the last halving, halves the
 * flips once, however long ago that was.  If the last wakee was another task,
 * notes the new one and adds a flip; the count stops at UINT_MAX.
 *
 * Why the flips decay.  A server that had many clients an hour ago is not wide
 * now.
 *
 * Linux counterpart.  record_wakee(), 6.12, in jiffies.
 *
 * Cost.  Three words of the waker, none of the wakee.
 */
SISHEUR_DEF void sisheur_record_wakee(struct sisheur_task *waker,
				      unsigned long long wakee,
				      unsigned long long now_ns);

/**
 * sisheur_is_pair() - is each the other's last wakee
 * @waker:      the waker's memory
 * @waker_name: its name, not 0
 * @wakee:      the wakee's memory
 * @wakee_name: its name, not 0
 *
 * Linux counterpart.  The condition of the SIS_PAIR RFC, 2023.  It can be asked
 * before or after the wake-up is recorded with the same answer only from the
 * second exchange on; Linux records first.
 *
 * Cost.  One word of each task.
 *
 * Return: true if @waker last woke @wakee and @wakee last woke @waker; never
 * for the name 0.
 */
SISHEUR_DEF bool sisheur_is_pair(const struct sisheur_task *waker,
				 unsigned long long waker_name,
				 const struct sisheur_task *wakee,
				 unsigned long long wakee_name);

/**
 * sisheur_is_wide() - does this relation spread over more tasks than a domain
 * @waker_flips: flips of the waker; any value
 * @wakee_flips: flips of the wakee; any value
 * @llc_weight:  CPUs in the LLC domain; any value
 *
 * With m the larger and s the smaller count, wide means s >= llc_weight and
 * m >= s * llc_weight.
 *
 * Why.  Pulling the wakees of a task that serves a whole machine towards that
 * task's cache stacks them up; such wakees are better left where they were.
 *
 * Linux counterpart.  wake_wide(), 6.12.  The product does not wrap here.
 *
 * Cost.  One multiplication.
 *
 * Return: true if wide.
 */
SISHEUR_DEF bool sisheur_is_wide(unsigned int waker_flips,
				 unsigned int wakee_flips,
				 unsigned int llc_weight);

/**
 * sisheur_pair_sibling() - where the wakee of a pair goes
 * @scan:   the search; @scan->target is the CPU on which the waker runs
 * @probes: looks are added to it; NULL if nobody asks
 *
 * The first usable sibling of the waker's CPU, in ascending order, not that CPU
 * itself (unless SISHEUR_HOW_SELF), allowed, and in the waker's LLC domain.
 * Nothing if SMT is inactive.  Whether the two are a pair is for the caller to
 * say: sisheur_is_pair().
 *
 * Why a sibling and not prev.  prev may be idle and still be another core, from
 * which every message is a transfer between caches.
 *
 * Linux counterpart.  SIS_PAIR, RFC 2023: select_idle_smt() on the waker's CPU.
 *
 * Cost.  At most one look per sibling.
 *
 * Return: a CPU number, or SISHEUR_NONE.
 */
SISHEUR_DEF int sisheur_pair_sibling(const struct sisheur_scan *scan,
				     unsigned int *probes);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_PAIR_H */
