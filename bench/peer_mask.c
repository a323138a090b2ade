// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A kept map of CPUs whose core is idle, searched with find-next-and: the idea
 * of sched_ext's built-in idle tracking.  And the floor: the same words, read.
 */
#include <string.h>

#include "bench.h"
#include "empty.h"

static struct bench_state now;
static unsigned long kept[SISHEUR_WORDS(BENCH_MAX_CPUS)]
	__attribute__((__aligned__(64)));
static const unsigned long *cpus;

static void load(const struct bench_state *state)
{
	unsigned int cpu, sibling;

	now = *state;
	cpus = state->allowed ? state->allowed : state->online;
	memset(kept, 0, sizeof(kept));
	for (cpu = 0; cpu < state->nr_cpus; cpu++) {
		for (sibling = cpu; sisheur_cpuset_test(state->idle,
							state->nr_cpus,
							sibling);) {
			sibling = state->next[sibling];
			if (sibling == cpu) {
				kept[cpu / BENCH_WORD_BITS] |=
					1UL << cpu % BENCH_WORD_BITS;
				break;
			}
		}
	}
}

/* The lowest CPU of both maps from @from on and below @end, else @end. */
static inline unsigned int next_and(const unsigned long *a,
				    const unsigned long *b, unsigned int from,
				    unsigned int end)
{
	unsigned int i = from / BENCH_WORD_BITS;
	unsigned long w;

	if (from >= end)
		return end;
	w = sisheur_load(&a[i]) & sisheur_load(&b[i]) &
	    ~0UL << from % BENCH_WORD_BITS;
	while (!w) {
		if (++i * BENCH_WORD_BITS >= end)
			return end;
		w = sisheur_load(&a[i]) & sisheur_load(&b[i]);
	}
	from = i * BENCH_WORD_BITS + (unsigned int)__builtin_ctzl(w);
	return from < end ? from : end;
}

static inline int next_and_wrap(const unsigned long *a, const unsigned long *b,
				unsigned int start)
{
	unsigned int cpu = next_and(a, b, start, now.nr_cpus);

	if (cpu < now.nr_cpus)
		return (int)cpu;
	cpu = next_and(a, b, 0, start < now.nr_cpus ? start : now.nr_cpus);
	return cpu < start && cpu < now.nr_cpus ? (int)cpu : BENCH_NONE;
}

BENCH_OUTLINE int pick_core(const struct bench_wakeup *w)
{
	return next_and_wrap(kept, cpus, w->target + 1);
}

BENCH_OUTLINE int pick_cpu(const struct bench_wakeup *w)
{
	return next_and_wrap(now.idle, cpus, w->target + 1);
}

/* Every sibling's bit, in the kept map. */
static inline void keep(unsigned int cpu, bool idle)
{
	unsigned int sibling = cpu;

	do {
		unsigned long *word = &kept[sibling / BENCH_WORD_BITS];
		unsigned long bit = 1UL << sibling % BENCH_WORD_BITS;

		if (idle)
			__atomic_fetch_or(word, bit, __ATOMIC_RELEASE);
		else
			__atomic_fetch_and(word, ~bit, __ATOMIC_RELEASE);
		sibling = now.next[sibling];
	} while (sibling != cpu);
}

static inline bool siblings_idle(unsigned int cpu)
{
	unsigned int sibling = cpu;

	while ((sibling = now.next[sibling]) != cpu)
		if (!(sisheur_load(&now.idle[sibling / BENCH_WORD_BITS]) >>
		      sibling % BENCH_WORD_BITS & 1))
			return false;
	return true;
}

/* A CPU goes idle, then busy again: is its core idle in between? */
BENCH_OUTLINE int transition(const struct bench_wakeup *w)
{
	unsigned long bit = 1UL << w->target % BENCH_WORD_BITS;
	unsigned long *word = &now.own_idle[w->target / BENCH_WORD_BITS];
	unsigned long before = __atomic_fetch_or(word, bit, __ATOMIC_RELEASE);
	bool idle = siblings_idle(w->target);

	if (idle)
		keep(w->target, true);
	if (before & bit)
		return idle;
	__atomic_fetch_and(word, ~bit, __ATOMIC_RELEASE);
	keep(w->target, false);
	return idle;
}

/* Only who clears the bit has it; then the core is not idle any more. */
static inline bool take(unsigned int cpu)
{
	unsigned long bit = 1UL << cpu % BENCH_WORD_BITS;
	unsigned long *word = &now.own_idle[cpu / BENCH_WORD_BITS];

	keep(cpu, false);
	return __atomic_fetch_and(word, ~bit, __ATOMIC_ACQUIRE) & bit;
}

static inline void give(unsigned int cpu)
{
	unsigned long bit = 1UL << cpu % BENCH_WORD_BITS;
	unsigned long *word = &now.own_idle[cpu / BENCH_WORD_BITS];

	__atomic_fetch_or(word, bit, __ATOMIC_RELEASE);
	if (siblings_idle(cpu))
		keep(cpu, true);
}

static inline int claim_and_release(int cpu)
{
	if (cpu < 0 || !take((unsigned int)cpu))
		return BENCH_NONE;
	give((unsigned int)cpu);
	return cpu;
}

BENCH_OUTLINE int claim_core(const struct bench_wakeup *w)
{
	return claim_and_release(next_and_wrap(kept, cpus, w->target + 1));
}

BENCH_OUTLINE int claim_cpu(const struct bench_wakeup *w)
{
	return claim_and_release(next_and_wrap(now.idle, cpus, w->target + 1));
}

/*
 * Each word that an answer may rest on, once, as atomically as the library has
 * to: the idle map, and the affinity where it is restricted.  Nothing is made
 * of them but what keeps a compiler from leaving them out.
 */
BENCH_OUTLINE int read_words(const struct bench_wakeup *w)
{
	const unsigned long *idle = now.idle, *allowed = now.allowed;
	unsigned long seen = w->target;
	unsigned int i;

	if (allowed)
		for (i = 0; i < now.words; i++)
			seen |= sisheur_load(&idle[i]) &
				sisheur_load(&allowed[i]);
	else
		for (i = 0; i < now.words; i++)
			seen |= sisheur_load(&idle[i]);
	return (int)seen;
}

BENCH_LOOP(bench_mask_core, pick_core(w))
BENCH_LOOP(bench_mask_cpu, pick_cpu(w))
BENCH_LOOP(bench_mask_transition, transition(w))
BENCH_LOOP(bench_mask_claim_core, claim_core(w))
BENCH_LOOP(bench_mask_claim_cpu, claim_cpu(w))
BENCH_LOOP(bench_floor, read_words(w))

/* One map and one pass: it knows no clusters. */
static bool has_no_clusters(const struct bench_state *state)
{
	return !state->clusters;
}

#define ENTRY(question, peer, agree, takes, loop) \
	{ question, peer, agree, takes, load, loop, bench_empty_wakeup, false }

const struct bench_entry bench_mask[] = {
	ENTRY("core", "kept-mask", BENCH_SAME, has_no_clusters,
	      bench_mask_core),
	ENTRY("core", "floor", BENCH_NOTHING, NULL, bench_floor),
	ENTRY("cpu", "mask", BENCH_SAME, has_no_clusters,
	      bench_mask_cpu),
	ENTRY("cpu", "floor", BENCH_NOTHING, NULL, bench_floor),
	ENTRY("pick", "mask", BENCH_SAME, has_no_clusters,
	      bench_mask_claim_cpu),
	ENTRY("pick-core", "kept-mask", BENCH_SAME, has_no_clusters,
	      bench_mask_claim_core),
	ENTRY("transition", "kept-mask", BENCH_SAME, NULL,
	      bench_mask_transition),
	{ .peer = NULL },
};
