// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * scene.c - a machine at one moment: who is idle, and what is known of it
 */
#include <stdlib.h>
#include <string.h>

#include <sisheur/nr_scan.h>

#include "demo.h"

static size_t words_of(const struct sisheur_scene *scene)
{
	return SISHEUR_WORDS(scene->topology->domains.nr_cpus);
}

void sisheur_scene_init(struct sisheur_scene *scene,
			const struct sisheur_topology *topology)
{
	const struct sisheur_domains *d = &topology->domains;

	memset(scene, 0, sizeof(*scene));
	scene->topology = topology;
	scene->idle = sisheur_alloc(NULL, words_of(scene) *
				    sizeof(scene->idle[0]));
	scene->util = sisheur_alloc(NULL, d->nr_cpus * sizeof(scene->util[0]));
	/* One more: a machine whose CPUs are all isolated has no domain. */
	scene->has_idle_cores = sisheur_alloc(NULL, (d->nr_llcs + 1) *
					      sizeof(scene->has_idle_cores[0]));
	scene->nr_idle_scan = sisheur_alloc(NULL, (d->nr_llcs + 1) *
					    sizeof(scene->nr_idle_scan[0]));
	memset(scene->idle, 0, words_of(scene) * sizeof(scene->idle[0]));
	memset(scene->util, 0, d->nr_cpus * sizeof(scene->util[0]));
	scene->view.idle = scene->idle;
}

void sisheur_scene_free(struct sisheur_scene *scene)
{
	free(scene->idle);
	free(scene->util);
	free(scene->has_idle_cores);
	free(scene->nr_idle_scan);
}

/* Every CPU busy with a chance of @util percent, alone. */
void sisheur_scene_draw(struct sisheur_scene *scene, unsigned int util)
{
	const struct sisheur_domains *d = &scene->topology->domains;
	unsigned int cpu;

	memset(scene->idle, 0, words_of(scene) * sizeof(scene->idle[0]));
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		scene->util[cpu] = util;
		if (sisheur_cpuset_test(scene->topology->online, d->nr_cpus,
					cpu) &&
		    sisheur_random_below(100) >= util)
			sisheur_set_cpu(scene->idle, cpu);
	}
	sisheur_scene_derive(scene);
}

/* What the scheduler would know: the hint and the budget of each domain. */
void sisheur_scene_derive(struct sisheur_scene *scene)
{
	const struct sisheur_domains *d = &scene->topology->domains;
	struct sisheur_scan scan = { .domains = d, .view = &scene->view };
	unsigned int llc, cpu;

	for (llc = 0; llc < d->nr_llcs; llc++) {
		unsigned long sum = 0;

		for (cpu = 0; cpu < d->nr_cpus; cpu++) {
			if (d->llc[cpu] != (int)llc)
				continue;
			scan.target = cpu;
			sum += scene->util[cpu] * SISHEUR_CAPACITY;
		}
		/* Rounded up, as the budget's own tables are. */
		sum = (sum + 99) / 100;
		scene->has_idle_cores[llc] = sisheur_has_idle_core(&scan);
		scene->nr_idle_scan[llc] =
			sisheur_nr_scan(sum, d->llcs[llc].weight,
					SISHEUR_LLC_IMBALANCE_PCT);
	}
}

/* A random CPU of @cpu's domain; @cpu itself if it is in none. */
unsigned int sisheur_scene_neighbour(const struct sisheur_scene *scene,
				     unsigned int cpu)
{
	const struct sisheur_domains *d = &scene->topology->domains;
	int llc = sisheur_llc_of(d, cpu);
	const unsigned long *row;
	unsigned int n;
	int at = SISHEUR_NONE;

	if (llc == SISHEUR_NONE)
		return cpu;
	row = d->llc_span + (size_t)llc * words_of(scene);
	n = sisheur_random_below(d->llcs[llc].weight) + 1;
	while (n--)
		at = sisheur_cpuset_next(row, d->nr_cpus,
					 (unsigned int)(at + 1));
	return at == SISHEUR_NONE ? cpu : (unsigned int)at;
}

void sisheur_scene_wakeup(const struct sisheur_scene *scene,
			  struct sisheur_wakeup *wakeup, unsigned int waker,
			  unsigned int prev, unsigned int target)
{
	int llc = sisheur_llc_of(&scene->topology->domains, target);

	/* SIS_PROP: with its avg_idle and avg_scan_cost nearly no bound. */
	sisheur_wakeup_init(wakeup, &scene->topology->domains, &scene->view,
			    target);
	wakeup->waker = waker;
	wakeup->prev = prev;
	wakeup->recent = sisheur_scene_neighbour(scene, target);
	wakeup->count_probes = true;
	if (llc != SISHEUR_NONE) {
		wakeup->has_idle_cores = &scene->has_idle_cores[llc];
		wakeup->nr_idle_scan = &scene->nr_idle_scan[llc];
	}
}
