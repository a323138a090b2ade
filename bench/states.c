// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What the CPUs of a machine do, and who wakes up where.
 */
#include <string.h>

#include "bench.h"

const char *const bench_case_names[] = {
	[BENCH_WORST] = "worst",
	[BENCH_ONE] = "one",
	[BENCH_TYPICAL] = "typical",
	[BENCH_BEST] = "best",
	[BENCH_BUSY] = "busy",
	[BENCH_ANY] = "any",
};

const char *const bench_affinity_names[] = {
	[BENCH_FULL] = "full",
	[BENCH_HALF] = "half",
	[BENCH_NARROW] = "narrow",
};

static void set(unsigned long *map, unsigned int cpu)
{
	map[cpu / SISHEUR_WORD_BITS] |= 1UL << cpu % SISHEUR_WORD_BITS;
}

bool bench_scene_build(struct bench_scene *scene,
		       const struct bench_numbering *numbering,
		       unsigned int nr_cpus)
{
	const struct sisheur_domains *d = &scene->topology.domains;
	struct bench_state *state = &scene->state;
	static unsigned long machine;

	if (!bench_build_machine(&scene->topology, numbering, nr_cpus))
		return false;
	memset(state, 0, sizeof(*state));
	state->machine = ++machine;
	state->nr_cpus = nr_cpus;
	state->words = SISHEUR_WORDS(nr_cpus);
	state->smt = d->smt;
	state->clusters = d->clusters;
	state->core = d->core;
	state->next = d->next;
	state->llc = d->llc;
	state->cluster = d->cluster;
	state->online = d->llc_span;
	state->idle = scene->idle;
	state->own_idle = scene->idle;
	state->domains = d;
	state->nr_idle_scan = nr_cpus;
	return true;
}

static unsigned int random_cpu(const struct bench_scene *scene,
			       struct bench_random *random)
{
	unsigned int cpu;

	do {
		cpu = bench_random_below(random, scene->state.nr_cpus);
	} while (scene->state.llc[cpu] == SISHEUR_NONE);
	return cpu;
}

/* One CPU of every core is idle, and of a lone one none: no core is idle. */
static void idle_siblings(struct bench_scene *scene,
			  struct bench_random *random)
{
	const struct bench_state *state = &scene->state;
	unsigned int cpu, sibling, skip;

	for (cpu = 0; cpu < state->nr_cpus; cpu++) {
		if (state->core[cpu] != cpu || state->next[cpu] == cpu)
			continue;
		sibling = cpu;
		for (skip = bench_random_below(random, 8); skip; skip--)
			sibling = state->next[sibling];
		set(scene->idle, sibling);
	}
}

static void idle_core(struct bench_scene *scene, unsigned int cpu)
{
	unsigned int sibling = cpu;

	do {
		set(scene->idle, sibling);
		sibling = scene->state.next[sibling];
	} while (sibling != cpu);
}

static void fill_idle(struct bench_scene *scene, enum bench_case what,
		      struct bench_random *random)
{
	const struct bench_state *state = &scene->state;
	unsigned int odds = 0, cpu;

	memset(scene->idle, 0, sizeof(scene->idle));
	switch (what) {
	case BENCH_WORST:
		idle_siblings(scene, random);
		return;
	case BENCH_ONE:
		idle_siblings(scene, random);
		idle_core(scene, random_cpu(scene, random));
		return;
	case BENCH_TYPICAL:
		odds = 128;
		break;
	case BENCH_BEST:
		odds = 256;
		break;
	case BENCH_ANY:
		/* From nobody to everybody, with both ends often enough. */
		odds = bench_random_below(random, 300);
		odds = odds > 278 ? 0 : odds;
		break;
	default:
		return;
	}
	for (cpu = 0; cpu < state->nr_cpus; cpu++)
		if (state->llc[cpu] != SISHEUR_NONE &&
		    bench_random_below(random, 256) < odds)
			set(scene->idle, cpu);
}

static void fill_allowed(struct bench_scene *scene,
			 enum bench_affinity affinity,
			 struct bench_random *random)
{
	unsigned int cpu, i;

	scene->state.allowed = affinity == BENCH_FULL ? NULL : scene->allowed;
	memset(scene->allowed, 0, sizeof(scene->allowed));
	for (i = 0; i < 4; i++)
		set(scene->allowed, random_cpu(scene, random));
	if (affinity != BENCH_HALF)
		return;
	for (cpu = 0; cpu < scene->state.nr_cpus; cpu++)
		if (bench_random_u64(random) >> 63)
			set(scene->allowed, cpu);
}

void bench_scene_fill(struct bench_scene *scene, enum bench_case what,
		      enum bench_affinity affinity,
		      struct bench_random *random)
{
	fill_idle(scene, what, random);
	fill_allowed(scene, affinity, random);
}

/*
 * A CPU that is idle or one that is busy, where there are any.  A wake-up goes
 * on to scan because the CPUs that it asked first are busy.
 */
static unsigned int cpu_that_is(const struct bench_scene *scene,
				struct bench_random *random, bool idle)
{
	unsigned int cpu = 0, tries;

	/* Where one CPU in four is such, one draw in a hundred fails 16 times. */
	for (tries = 0; tries < 16; tries++) {
		cpu = random_cpu(scene, random);
		if (sisheur_cpuset_test(scene->idle, scene->state.nr_cpus,
					cpu) == idle)
			break;
	}
	return cpu;
}

void bench_scene_wakeups(const struct bench_scene *scene,
			 struct bench_random *random,
			 struct bench_wakeup *wakeups, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		wakeups[i].target = cpu_that_is(scene, random, false);
		wakeups[i].prev = cpu_that_is(scene, random, false);
		wakeups[i].recent = cpu_that_is(scene, random, false);
		wakeups[i].waker = cpu_that_is(scene, random, false);
		wakeups[i].idle = cpu_that_is(scene, random, true);
		wakeups[i].sum_util = bench_random_below(random,
			scene->state.nr_cpus * SISHEUR_CAPACITY);
	}
}
