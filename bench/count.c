// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Instructions instead of time: the same on every day.  callgrind counts them;
 * script/bench --counts runs this program under it and reads what it dumps.
 */
#include "bench.h"

#if defined(BENCH_HAVE_CALLGRIND)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS		do { } while (0)
#define CALLGRIND_START_INSTRUMENTATION	do { } while (0)
#define CALLGRIND_STOP_INSTRUMENTATION	do { } while (0)
#define CALLGRIND_DUMP_STATS_AT(name)	((void)(name))
#endif

static struct bench_wakeup wakeups[BENCH_COUNT_CALLS];
static volatile unsigned long sink;

static void count(const char *what, const char *row, const char *peer,
		  unsigned long (*loop)(const struct bench_wakeup *,
					unsigned int))
{
	char name[160];

	snprintf(name, sizeof(name), "%s %s %s", what, row, peer);
	CALLGRIND_START_INSTRUMENTATION;
	CALLGRIND_ZERO_STATS;
	sink += loop(wakeups, BENCH_COUNT_CALLS);
	CALLGRIND_DUMP_STATS_AT(name);
	CALLGRIND_STOP_INSTRUMENTATION;
}

void bench_count(struct bench_scene *scene, const struct bench_row *row,
		 struct bench_random *random)
{
	unsigned int i;

	bench_scene_fill(scene, row->what, row->affinity, random);
	bench_scene_wakeups(scene, random, wakeups, BENCH_COUNT_CALLS);
	for (i = 0; i < row->nr_entries; i++) {
		const struct bench_entry *entry = row->entries[i];

		if (entry->load)
			entry->load(&scene->state);
		count("call", row->name, entry->peer, entry->loop);
		count("empty", row->name, entry->peer, entry->empty);
	}
}
