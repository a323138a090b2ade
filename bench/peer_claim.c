// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A CPU is claimed and given back: by the library, by a kept map as sched_ext
 * has one, and by two atomic instructions and nothing else.
 */
#include <stdlib.h>
#include <string.h>

#include <sisheur/claim.h>

#include "bench.h"
#include "empty.h"

static struct sisheur_claims *claims;
static const unsigned long *allowed;
static unsigned long built;

static void load(const struct bench_state *state)
{
	unsigned int cpu;

	if (built != state->machine) {
		sisheur_claims_free(claims);
		claims = sisheur_claims_new(state->domains, NULL);
		if (!claims)
			abort();
	}
	built = state->machine;
	allowed = state->allowed;
	for (cpu = 0; cpu < state->nr_cpus; cpu++) {
		if (sisheur_cpuset_test(state->idle, state->nr_cpus, cpu))
			sisheur_release_cpu(claims, cpu);
		else
			sisheur_claim_cpu(claims, cpu);
	}
}

BENCH_OUTLINE int by_name(const struct bench_wakeup *w)
{
	int cpu = sisheur_claim_cpu(claims, w->idle);

	if (cpu >= 0)
		sisheur_release_cpu(claims, (unsigned int)cpu);
	return cpu;
}

BENCH_OUTLINE int pick_cpu(const struct bench_wakeup *w)
{
	int cpu = sisheur_pick(claims, SISHEUR_WANT_CPU, w->target, allowed);

	if (cpu >= 0)
		sisheur_release_cpu(claims, (unsigned int)cpu);
	return cpu;
}

BENCH_OUTLINE int pick_core(const struct bench_wakeup *w)
{
	int cpu = sisheur_pick(claims, SISHEUR_WANT_CORE, w->target, allowed);

	if (cpu >= 0)
		sisheur_release_core(claims, (unsigned int)cpu);
	return cpu;
}

BENCH_OUTLINE int pick_spread(const struct bench_wakeup *w)
{
	int cpu = sisheur_pick(claims, SISHEUR_WANT_SPREAD, w->target, allowed);

	if (cpu >= 0)
		sisheur_release_cpu(claims, (unsigned int)cpu);
	return cpu;
}

/* --- two atomic instructions ---------------------------------------------- */

static unsigned long map[SISHEUR_WORDS(BENCH_MAX_CPUS)]
	__attribute__((__aligned__(64)));

static void load_floor(const struct bench_state *state)
{
	memcpy(map, state->idle, state->words * sizeof(*map));
}

BENCH_OUTLINE int two_instructions(const struct bench_wakeup *w)
{
	unsigned long bit = 1UL << w->idle % BENCH_WORD_BITS;
	unsigned long *word = &map[w->idle / BENCH_WORD_BITS];

	if (!(__atomic_fetch_and(word, ~bit, __ATOMIC_ACQUIRE) & bit))
		return BENCH_NONE;
	__atomic_fetch_or(word, bit, __ATOMIC_RELEASE);
	return (int)w->idle;
}

BENCH_LOOP(bench_claim_by_name, by_name(w))
BENCH_LOOP(bench_claim_cpu, pick_cpu(w))
BENCH_LOOP(bench_claim_core, pick_core(w))
BENCH_LOOP(bench_claim_spread, pick_spread(w))
BENCH_LOOP(bench_claim_floor, two_instructions(w))

#define ENTRY(question, peer, agree, load, loop, counted) \
	{ question, peer, agree, NULL, load, loop, bench_empty_wakeup, counted }

const struct bench_entry bench_claim[] = {
	ENTRY("claim", "sisheur", BENCH_SAME, load, bench_claim_by_name, true),
	ENTRY("claim", "floor", BENCH_SAME, load_floor, bench_claim_floor,
	      false),
	ENTRY("pick", "sisheur", BENCH_SAME, load, bench_claim_cpu, true),
	ENTRY("pick-core", "sisheur", BENCH_SAME, load, bench_claim_core, true),
	ENTRY("pick-core", "spread", BENCH_FALLBACK, load, bench_claim_spread,
	      true),
	ENTRY("contended", "sisheur", BENCH_SAME, load, bench_claim_by_name,
	      false),
	ENTRY("contended", "floor", BENCH_SAME, load_floor, bench_claim_floor,
	      false),
	ENTRY("contended-pick", "sisheur", BENCH_SAME, load, bench_claim_cpu,
	      false),
	{ .peer = NULL },
};
