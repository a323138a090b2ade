// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Instructions instead of time: the same on every day.  callgrind counts them;
 * script/bench --counts runs this program under it and reads what it dumps.
 */
#include "bench.h"

#if defined(BENCH_HAVE_CALLGRIND)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS	do { } while (0)
#define CALLGRIND_TOGGLE_COLLECT	do { } while (0)
#define CALLGRIND_DUMP_STATS_AT(name)	((void)(name))
#endif

static struct bench_wakeup wakeups[BENCH_COUNT_CALLS];
static volatile unsigned long sink;

static void count(const char *what, const struct bench_row *row,
		  const struct bench_entry *entry, unsigned int lanes,
		  unsigned long (*loop)(const struct bench_wakeup *,
					unsigned int))
{
	char name[160];

	snprintf(name, sizeof(name), lanes > 1 ? "%s %s %s@%u" : "%s %s %s",
		 what, row->name, entry->peer, lanes);
	CALLGRIND_ZERO_STATS;
	CALLGRIND_TOGGLE_COLLECT;
	sink += loop(wakeups, BENCH_COUNT_CALLS);
	CALLGRIND_TOGGLE_COLLECT;
	CALLGRIND_DUMP_STATS_AT(name);
}

static void count_entries(struct bench_scene *scene,
			  const struct bench_row *row)
{
	unsigned int lanes = scene->topology.domains.lanes, i;

	for (i = 0; i < row->nr_entries; i++) {
		const struct bench_entry *entry = row->entries[i];

		/* What a peer takes is not ours to hold. */
		if (!entry->counted)
			continue;
		if (entry->load)
			entry->load(&scene->state);
		count("call", row, entry, lanes, entry->loop);
		count("empty", row, entry, lanes, entry->empty);
	}
}

/* Once as on every processor, and once with the vectors of this one. */
void bench_count(struct bench_scene *scene, const struct bench_row *row,
		 struct bench_random *random)
{
	struct sisheur_domains *d = &scene->topology.domains;
	unsigned int lanes = d->lanes;

	bench_scene_fill(scene, row->what, row->affinity, random);
	bench_scene_wakeups(scene, random, wakeups, BENCH_COUNT_CALLS);
	d->lanes = 1;
	count_entries(scene, row);
	d->lanes = lanes;
	if (lanes > 1)
		count_entries(scene, row);
}
