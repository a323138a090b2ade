// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * hwloc's bitmaps: each core asked whether it is inside the idle CPUs, as a
 * program would write it that has a topology; and a kept set of the CPUs whose
 * core is idle.
 */
#include <hwloc.h>
#include <stdlib.h>

#include "bench.h"
#include "empty.h"

static struct bench_state now;
static hwloc_bitmap_t idle, kept, allowed, found;
static hwloc_bitmap_t core[BENCH_MAX_CPUS];
static unsigned int core_of[BENCH_MAX_CPUS];
static unsigned int nr_cores;
static unsigned long built;

static void fill(hwloc_bitmap_t to, const unsigned long *map)
{
	if (hwloc_bitmap_from_ulongs(to, now.words, map))
		abort();
}

static hwloc_bitmap_t new_bitmap(void)
{
	hwloc_bitmap_t bitmap = hwloc_bitmap_alloc();

	if (!bitmap)
		abort();
	return bitmap;
}

static void build_cores(void)
{
	unsigned int cpu, i;

	if (!idle) {
		idle = new_bitmap();
		kept = new_bitmap();
		allowed = new_bitmap();
		found = new_bitmap();
	}
	for (i = 0; i < nr_cores; i++)
		hwloc_bitmap_free(core[i]);
	nr_cores = 0;
	for (cpu = 0; cpu < now.nr_cpus; cpu++) {
		if (now.llc[cpu] == BENCH_NONE)
			continue;
		if (now.core[cpu] == cpu) {
			core_of[cpu] = nr_cores;
			core[nr_cores++] = new_bitmap();
		}
		core_of[cpu] = core_of[now.core[cpu]];
		hwloc_bitmap_set(core[core_of[cpu]], cpu);
	}
}

static void load(const struct bench_state *state)
{
	unsigned int i;

	now = *state;
	if (built != state->machine)
		build_cores();
	built = state->machine;
	fill(idle, state->idle);
	if (state->allowed)
		fill(allowed, state->allowed);
	hwloc_bitmap_zero(kept);
	for (i = 0; i < nr_cores; i++)
		if (hwloc_bitmap_isincluded(core[i], idle))
			hwloc_bitmap_or(kept, kept, core[i]);
}

/* The lowest CPU of a core that may be used. */
static inline int cpu_of(unsigned int i)
{
	if (!now.allowed)
		return hwloc_bitmap_first(core[i]);
	hwloc_bitmap_and(found, core[i], allowed);
	return hwloc_bitmap_first(found);
}

BENCH_OUTLINE int ask_cores(const struct bench_wakeup *w)
{
	unsigned int i = core_of[w->target], n;

	for (n = 0; n < nr_cores; n++) {
		i = i + 1 < nr_cores ? i + 1 : 0;
		if (hwloc_bitmap_isincluded(core[i], idle) &&
		    (!now.allowed || hwloc_bitmap_intersects(core[i], allowed)))
			return cpu_of(i);
	}
	return BENCH_NONE;
}

static inline int next_wrap(hwloc_const_bitmap_t map, unsigned int target)
{
	hwloc_const_bitmap_t from = map;
	int cpu;

	if (now.allowed) {
		hwloc_bitmap_and(found, map, allowed);
		from = found;
	}
	cpu = hwloc_bitmap_next(from, (int)target);
	return cpu >= 0 ? cpu : hwloc_bitmap_first(from);
}

BENCH_OUTLINE int pick_core(const struct bench_wakeup *w)
{
	return next_wrap(kept, w->target);
}

BENCH_OUTLINE int pick_cpu(const struct bench_wakeup *w)
{
	return next_wrap(idle, w->target);
}

/* A CPU goes idle, then busy again: is its core idle in between? */
BENCH_OUTLINE int transition(const struct bench_wakeup *w)
{
	hwloc_bitmap_t mine = core[core_of[w->target]];
	bool before = hwloc_bitmap_isset(idle, w->target);
	bool is_idle;

	hwloc_bitmap_set(idle, w->target);
	is_idle = hwloc_bitmap_isincluded(mine, idle);
	if (is_idle)
		hwloc_bitmap_or(kept, kept, mine);
	if (before)
		return is_idle;
	hwloc_bitmap_clr(idle, w->target);
	hwloc_bitmap_andnot(kept, kept, mine);
	return is_idle;
}

BENCH_LOOP(bench_hwloc_cores, ask_cores(w))
BENCH_LOOP(bench_hwloc_kept, pick_core(w))
BENCH_LOOP(bench_hwloc_cpu, pick_cpu(w))

BENCH_LOOP(bench_hwloc_transition, transition(w))

static bool has_no_clusters(const struct bench_state *state)
{
	return !state->clusters;
}

#define ENTRY(question, peer, agree, takes, loop) \
	{ question, peer, agree, takes, load, loop, bench_empty_wakeup, false }

const struct bench_entry bench_hwloc[] = {
	ENTRY("core", "hwloc-loop", BENCH_EXISTS, NULL, bench_hwloc_cores),
	ENTRY("core", "hwloc-kept", BENCH_SAME, has_no_clusters,
	      bench_hwloc_kept),
	ENTRY("cpu", "hwloc", BENCH_SAME, has_no_clusters, bench_hwloc_cpu),
	ENTRY("transition", "hwloc-kept", BENCH_SAME, NULL,
	      bench_hwloc_transition),
	{ .peer = NULL },
};
