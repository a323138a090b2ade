// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Two threads on CPUs of their own claim and release at once.  What does each
 * pay for the other?
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"

#define NR_THREADS	2U

const char *const bench_place_names[] = {
	[BENCH_NOBODY] = "alone",
	[BENCH_OWN] = "own-domains",
	[BENCH_LINE] = "one-line",
	[BENCH_WORD] = "one-word",
	[BENCH_CPU] = "one-cpu",
};

/**
 * struct worker - a thread and what it is to do
 * @wakeups: CPUs to claim
 * @loop:  how
 * @calls: how many
 * @cpu:   where it runs
 * @ns:    how long a call took
 */
struct worker {
	struct bench_wakeup wakeups[BENCH_MAX_CALLS];
	unsigned long (*loop)(const struct bench_wakeup *wakeups,
			      unsigned int n);
	unsigned int calls;
	int cpu;
	double ns;
};

static struct worker workers[NR_THREADS];
static atomic_uint arrived;
static unsigned int wanted;
static atomic_ulong sink;

bool bench_contend_init(void)
{
	unsigned int nr = 0;
	cpu_set_t set;
	int cpu;

	if (sched_getaffinity(0, sizeof(set), &set))
		return false;
	for (cpu = 0; cpu < CPU_SETSIZE && nr < NR_THREADS; cpu++)
		if (CPU_ISSET((unsigned int)cpu, &set))
			workers[nr++].cpu = cpu;
	return nr == NR_THREADS;
}

static void *work(void *argument)
{
	struct worker *worker = argument;
	cpu_set_t set;
	double from;

	CPU_ZERO(&set);
	CPU_SET((unsigned int)worker->cpu, &set);
	pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
	/* Nobody begins before all can. */
	atomic_fetch_add(&arrived, 1);
	while (atomic_load(&arrived) < wanted)
		;
	from = bench_now();
	atomic_fetch_add(&sink, worker->loop(worker->wakeups, worker->calls));
	worker->ns = (bench_now() - from) / worker->calls;
	return NULL;
}

static double run(unsigned int nr)
{
	pthread_t threads[NR_THREADS];
	unsigned int i;
	double ns = 0;

	wanted = nr;
	atomic_store(&arrived, 0);
	for (i = 0; i < nr; i++)
		if (pthread_create(&threads[i], NULL, work, &workers[i]))
			abort();
	for (i = 0; i < nr; i++) {
		pthread_join(threads[i], NULL);
		ns += workers[i].ns / nr;
	}
	return ns;
}

/* A CPU that thread @nth is to claim. */
static unsigned int place_cpu(enum bench_place place, unsigned int nth,
			      struct bench_random *random)
{
	const unsigned int word = BENCH_WORD_BITS;
	unsigned int at = bench_random_below(random, word);

	switch (place) {
	case BENCH_NOBODY:
	case BENCH_OWN:
		return nth * BENCH_CONTENDED_CPUS / 2 + at;
	case BENCH_LINE:
		return nth * word + at;
	case BENCH_WORD:
		return (at & ~1U) + nth;
	default:
		return at;
	}
}

void bench_contend(struct bench_scene *scene, const struct bench_entry *entry,
		   const struct bench_options *options,
		   struct bench_figure *figures, struct bench_figure *empty)
{
	static double samples[BENCH_NR_PLACES][BENCH_MAX_REPETITIONS];
	unsigned int rep, turn, nth, i;

	for (rep = 0; rep < options->repetitions; rep++) {
		bench_scene_fill(scene, BENCH_BEST, BENCH_FULL,
				 options->random);
		entry->load(&scene->state);
		for (turn = 0; turn < BENCH_NR_PLACES; turn++) {
			enum bench_place place = (enum bench_place)
				((turn + rep) % BENCH_NR_PLACES);

			for (nth = 0; nth < NR_THREADS; nth++) {
				struct worker *worker = &workers[nth];

				worker->loop = entry->loop;
				worker->calls = BENCH_MAX_CALLS;
				for (i = 0; i < BENCH_MAX_CALLS; i++) {
					unsigned int cpu =
						place_cpu(place, nth,
							  options->random);

					worker->wakeups[i].idle = cpu;
					worker->wakeups[i].target = cpu;
				}
			}
			samples[place][rep] = run(place == BENCH_NOBODY ?
						  1 : NR_THREADS);
		}
	}
	for (i = 0; i < BENCH_NR_PLACES; i++)
		figures[i] = bench_figure_of(samples[i], options->repetitions);
	/* The same for all. */
	for (rep = 0; rep < options->repetitions; rep++) {
		workers[0].loop = entry->empty;
		samples[0][rep] = run(1);
	}
	empty[0] = bench_figure_of(samples[0], options->repetitions);
	for (i = 1; i < BENCH_NR_PLACES; i++)
		empty[i] = empty[0];
}
