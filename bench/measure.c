// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Medians of many repetitions, the contestants taking turns.
 *
 * A repetition is a new state and new wake-ups, the same for all.  In it each
 * contestant is warmed up and then timed once, beginning with another one each
 * time: what disturbs the machine for a while disturbs all of them, and a
 * median forgets it.
 */
#include <stdlib.h>
#include <time.h>

#include "bench.h"

static struct bench_wakeup wakeups[BENCH_MAX_CALLS + BENCH_WARM_CALLS];

/* Nobody reads it; but then nobody can know, and the calls are made. */
static volatile unsigned long sink;

double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double timed(unsigned long (*loop)(const struct bench_wakeup *,
					  unsigned int), unsigned int calls)
{
	double from;

	sink += loop(wakeups + BENCH_MAX_CALLS, BENCH_WARM_CALLS);
	from = bench_now();
	sink += loop(wakeups, calls);
	return (bench_now() - from) / calls;
}

/* So many calls that a batch takes about as long as asked. */
static unsigned int calibrate(const struct bench_entry *entry,
			      unsigned int batch_ns)
{
	unsigned int calls = 8;

	while (calls < BENCH_MAX_CALLS &&
	       timed(entry->loop, calls) * calls < batch_ns / 2)
		calls *= 2;
	return calls;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct bench_figure bench_figure_of(double *samples, unsigned int nr)
{
	struct bench_figure figure;

	qsort(samples, nr, sizeof(*samples), compare);
	figure.median = samples[nr / 2];
	figure.low = samples[nr / 4];
	figure.high = samples[nr - 1 - nr / 4];
	return figure;
}

void bench_measure(struct bench_scene *scene,
		   const struct bench_row *row,
		   const struct bench_options *options,
		   struct bench_figure *figures, struct bench_figure *empty)
{
	static double samples[2 * BENCH_MAX_ENTRIES][BENCH_MAX_REPETITIONS];
	unsigned int calls[BENCH_MAX_ENTRIES];
	unsigned int rep, turn, i;

	for (rep = 0; rep < options->repetitions; rep++) {
		bench_scene_fill(scene, row->what, row->affinity,
				 options->random);
		bench_scene_wakeups(scene, options->random, wakeups,
				    BENCH_NR_OF(wakeups));
		for (turn = 0; turn < row->nr_entries; turn++) {
			const struct bench_entry *entry;

			i = (turn + rep) % row->nr_entries;
			entry = row->entries[i];
			if (entry->load)
				entry->load(&scene->state);
			if (!rep)
				calls[i] = calibrate(entry, options->batch_ns);
			samples[2 * i][rep] = timed(entry->loop, calls[i]);
			samples[2 * i + 1][rep] = timed(entry->empty,
							BENCH_MAX_CALLS);
		}
	}
	for (i = 0; i < row->nr_entries; i++) {
		figures[i] = bench_figure_of(samples[2 * i],
					     options->repetitions);
		empty[i] = bench_figure_of(samples[2 * i + 1],
					   options->repetitions);
	}
}
