// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The library, by the word and by the plain walk.
 */
#include "bench.h"
#include "empty.h"

static struct sisheur_view view;
static struct sisheur_scan scan;
static int fallback;

static void load(const struct bench_state *state)
{
	view.idle = state->idle;
	scan.domains = state->domains;
	scan.view = &view;
	scan.allowed = state->allowed;
	scan.how = state->clusters ? SISHEUR_HOW_CLUSTERS : 0;
}

/* The same with idle cores kept, and a summary of both maps. */
static struct sisheur_view kept_view;
static struct sisheur_scan kept_scan;
static struct sisheur_kept kept;
static unsigned long kept_memory[SISHEUR_KEPT_WORDS(SISHEUR_MAX_CPUS)]
	__attribute__((__aligned__(64)));

static void load_kept(const struct bench_state *state)
{
	unsigned int cpu;

	sisheur_kept_init(&kept, state->domains, kept_memory);
	for (cpu = 0; cpu < state->nr_cpus; cpu++)
		if (sisheur_cpuset_test(state->idle, state->nr_cpus, cpu))
			sisheur_kept_idle(&kept, cpu);
	kept_view.idle = kept.idle;
	kept_view.kept = &kept;
	kept_scan.domains = state->domains;
	kept_scan.view = &kept_view;
	kept_scan.allowed = state->allowed;
	kept_scan.how = state->clusters ? SISHEUR_HOW_CLUSTERS : 0;
}

static inline const struct sisheur_scan *kept_at(const struct bench_wakeup *w)
{
	kept_scan.target = w->target;
	return &kept_scan;
}

/* The same a word at a time, as a kernel has it: without vectors. */
static struct sisheur_domains plain_domains;
static struct sisheur_scan plain_scan;

static void load_plain(const struct bench_state *state)
{
	load(state);
	plain_domains = *state->domains;
	plain_domains.lanes = 1;
	plain_scan = scan;
	plain_scan.domains = &plain_domains;
}

static inline const struct sisheur_scan *plain_at(const struct bench_wakeup *w)
{
	plain_scan.target = w->target;
	return &plain_scan;
}

static inline const struct sisheur_scan *at(const struct bench_wakeup *w)
{
	scan.target = w->target;
	return &scan;
}

/* Where no core is idle, Linux answers what it kept in the meantime. */
static inline int or_fallback(int cpu)
{
	return cpu == SISHEUR_NONE ? fallback : cpu;
}

BENCH_LOOP(bench_empty_wakeup, bench_empty_one(w))
BENCH_LOOP(bench_empty_struct, bench_empty_two(at(w), NULL))

BENCH_LOOP(bench_scan_core, sisheur_scan_core(at(w), NULL))
BENCH_LOOP(bench_scan_core_fallback,
	   or_fallback(sisheur_scan_core(at(w), &fallback)))
BENCH_LOOP(bench_plain_core, sisheur_scan_core(plain_at(w), NULL))
BENCH_LOOP(bench_plain_cpu, sisheur_scan_cpu(plain_at(w), SISHEUR_NO_BUDGET))
BENCH_LOOP(bench_kept_core, sisheur_scan_core(kept_at(w), NULL))
BENCH_LOOP(bench_kept_core_fallback,
	   or_fallback(sisheur_scan_core(kept_at(w), &fallback)))
BENCH_LOOP(bench_kept_cpu, sisheur_scan_cpu(kept_at(w), SISHEUR_NO_BUDGET))
BENCH_LOOP(bench_walk_core, sisheur_walk_core(at(w), NULL, NULL))
BENCH_LOOP(bench_walk_core_fallback,
	   or_fallback(sisheur_walk_core(at(w), &fallback, NULL)))
BENCH_LOOP(bench_scan_cpu, sisheur_scan_cpu(at(w), SISHEUR_NO_BUDGET))
BENCH_LOOP(bench_budget_cpu, sisheur_scan_cpu(at(w), scan.domains->nr_cpus))
BENCH_LOOP(bench_walk_cpu, sisheur_walk_cpu(at(w), SISHEUR_NO_BUDGET, NULL))

/* --- a whole ladder ------------------------------------------------------ */

static struct sisheur_wakeup wakeup, kept_wakeup;
static const struct sisheur_profile *profiles[SISHEUR_NR_PROFILES];
static struct sisheur_choice choice;
static int hint;
static unsigned int budget;

static void load_ladder(const struct bench_state *state)
{
	unsigned int id;

	load(state);
	for (id = 0; id < SISHEUR_NR_PROFILES; id++)
		profiles[id] = sisheur_profile(id);
	sisheur_wakeup_init(&wakeup, state->domains, &view, 0);
	hint = state->hint;
	budget = state->nr_idle_scan;
	wakeup.allowed = state->allowed;
	wakeup.has_idle_cores = &hint;
	wakeup.nr_idle_scan = &budget;
	load_kept(state);
	kept_wakeup = wakeup;
	kept_wakeup.view = &kept_view;
}

static inline const struct sisheur_wakeup *
wakeup_of(struct sisheur_wakeup *to, const struct bench_wakeup *w)
{
	to->target = w->target;
	to->prev = w->prev;
	to->recent = w->recent;
	to->waker = w->waker;
	return to;
}

static inline int counted(const struct bench_wakeup *w)
{
	int cpu;

	wakeup.count_probes = true;
	cpu = sisheur_select(profiles[SISHEUR_LINUX_6_12],
			     wakeup_of(&wakeup, w), &choice);
	wakeup.count_probes = false;
	return cpu;
}

#define LADDER(name, id, wakeup) \
	BENCH_LOOP(name, sisheur_select(profiles[id], \
					wakeup_of(&wakeup, w), &choice))

LADDER(bench_ladder_5_18, SISHEUR_LINUX_5_18, wakeup)
LADDER(bench_ladder_6_1, SISHEUR_LINUX_6_1, wakeup)
LADDER(bench_ladder_6_12, SISHEUR_LINUX_6_12, wakeup)
LADDER(bench_ladder_7_1, SISHEUR_LINUX_7_1, wakeup)
LADDER(bench_ladder_own, SISHEUR_OWN, wakeup)
LADDER(bench_ladder_6_12_kept, SISHEUR_LINUX_6_12, kept_wakeup)
LADDER(bench_ladder_own_kept, SISHEUR_OWN, kept_wakeup)
BENCH_LOOP(bench_ladder_counted, counted(w))

BENCH_LOOP(bench_nr_scan,
	   (int)sisheur_nr_scan(w->sum_util, scan.domains->nr_cpus,
				SISHEUR_LLC_IMBALANCE_PCT))
BENCH_LOOP(bench_nr_scan_percent,
	   (int)sisheur_nr_scan_percent(w->sum_util, scan.domains->nr_cpus))

/*
 * Without a kept plane: the bit, and whether the hint is to be set.  The map
 * is the scene's, which nobody else looks at meanwhile; left as it was found.
 */
static unsigned long *idle;
static const int no_hint;

static void load_transition(const struct bench_state *state)
{
	load(state);
	idle = state->own_idle;
}

BENCH_OUTLINE int transition(const struct bench_wakeup *w)
{
	unsigned long bit = 1UL << w->target % SISHEUR_WORD_BITS;
	unsigned long *word = &idle[w->target / SISHEUR_WORD_BITS];
	unsigned long before = __atomic_fetch_or(word, bit, __ATOMIC_RELEASE);
	int answer = sisheur_sets_idle_cores(scan.domains, &view, w->target,
					     &no_hint);

	if (!(before & bit))
		__atomic_fetch_and(word, ~bit, __ATOMIC_RELEASE);
	return answer;
}

BENCH_OUTLINE int kept_transition(const struct bench_wakeup *w)
{
	bool before = sisheur_cpuset_test(kept.idle, kept.domains->nr_cpus,
					  w->target);
	int answer = sisheur_kept_idle(&kept, w->target);

	if (!before)
		sisheur_kept_busy(&kept, w->target);
	return answer;
}

BENCH_LOOP(bench_kept_transition, kept_transition(w))
BENCH_LOOP(bench_transition, transition(w))

#define ENTRY(question, peer, agree, load, loop) \
	{ question, peer, agree, NULL, load, loop, bench_empty_struct, true }
#define PEER(question, peer, agree, load, loop) \
	{ question, peer, agree, NULL, load, loop, bench_empty_struct, false }

const struct bench_entry bench_sisheur[] = {
	ENTRY("core", "sisheur", BENCH_SAME, load, bench_scan_core),
	ENTRY("core", "sisheur+fallback", BENCH_FALLBACK, load,
	      bench_scan_core_fallback),
	PEER("core", "no-vectors", BENCH_SAME, load_plain, bench_plain_core),
	ENTRY("core", "sisheur+kept", BENCH_SAME, load_kept, bench_kept_core),
	ENTRY("core", "kept+fallback", BENCH_FALLBACK, load_kept,
	      bench_kept_core_fallback),
	PEER("core", "walk", BENCH_SAME, load, bench_walk_core),
	PEER("core", "walk+fallback", BENCH_FALLBACK, load,
	      bench_walk_core_fallback),
	ENTRY("cpu", "sisheur", BENCH_SAME, load, bench_scan_cpu),
	PEER("cpu", "no-vectors", BENCH_SAME, load_plain, bench_plain_cpu),
	ENTRY("cpu", "with-budget", BENCH_SAME, load, bench_budget_cpu),
	ENTRY("cpu", "sisheur+kept", BENCH_SAME, load_kept, bench_kept_cpu),
	PEER("cpu", "walk", BENCH_SAME, load, bench_walk_cpu),
	ENTRY("ladder", "linux-6.12", BENCH_SAME, load_ladder,
	      bench_ladder_6_12),
	ENTRY("ladder", "linux-6.12+kept", BENCH_SAME, load_ladder,
	      bench_ladder_6_12_kept),
	PEER("ladder", "walk", BENCH_SAME, load_ladder, bench_ladder_counted),
	ENTRY("ladder", "linux-5.18", BENCH_NOTHING, load_ladder,
	      bench_ladder_5_18),
	ENTRY("ladder", "linux-6.1", BENCH_NOTHING, load_ladder,
	      bench_ladder_6_1),
	ENTRY("ladder", "linux-7.1", BENCH_NOTHING, load_ladder,
	      bench_ladder_7_1),
	ENTRY("ladder", "sisheur", BENCH_NOTHING, load_ladder,
	      bench_ladder_own),
	ENTRY("ladder", "sisheur+kept", BENCH_NOTHING, load_ladder,
	      bench_ladder_own_kept),
	ENTRY("nr-scan", "sisheur", BENCH_SAME, load, bench_nr_scan),
	ENTRY("nr-scan", "sisheur-percent", BENCH_NOTHING, load,
	      bench_nr_scan_percent),
	{ "transition", "sisheur", BENCH_SAME, NULL, load_transition,
	  bench_transition, bench_empty_wakeup, true },
	{ "transition", "sisheur+kept", BENCH_SAME, NULL, load_kept,
	  bench_kept_transition, bench_empty_wakeup, true },
	{ .peer = NULL },
};
