// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * here.c - the machine under the reader's hands
 */
#include <stdlib.h>

#include "demo.h"

/* Rows that fit a screen beside what is above and below them. */
#define SISHEUR_ROWS		12U

/* A second or two of waiting is long, and 500 ms are 50 ticks at HZ = 100. */
#define SISHEUR_SAMPLE_MS	500U

/* Rows for CPUs spread evenly over those in a domain. */
static void rows(const struct sisheur_scene *scene)
{
	const struct sisheur_domains *d = &scene->topology->domains;
	unsigned int nr = 0, shown = 0, cpu;

	sisheur_place_header();
	for (cpu = 0; cpu < d->nr_cpus; cpu++)
		nr += d->llc[cpu] != SISHEUR_NONE;
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		if (d->llc[cpu] == SISHEUR_NONE)
			continue;
		/* Every second, third, ... where there are too many. */
		if (nr <= SISHEUR_ROWS ||
		    shown % ((nr + SISHEUR_ROWS - 1) / SISHEUR_ROWS) == 0)
			sisheur_place_row(scene, cpu);
		shown++;
	}
}

static void print_machine(const struct sisheur_topology *topology)
{
	const struct sisheur_domains *d = &topology->domains;
	char *online = sisheur_cpulist_text(topology->online, d->nr_cpus);

	printf("CPUs online: %s.  Cores: %u.  LLC domains: %u.  SMT: %s.  "
	       "Clusters: %s.\n",
	       online, topology->nr_cores, d->nr_llcs,
	       d->smt ? "active" : "inactive",
	       d->clusters ? "active" : "inactive");
	free(online);
}

static void now(struct sisheur_scene *scene)
{
	unsigned int nr = scene->topology->domains.nr_cpus, llc;
	char error[128];
	char *idle;

	if (!sisheur_sample(scene, SISHEUR_SAMPLE_MS, error, sizeof(error))) {
		printf("Who is idle cannot be seen here: %s\n", error);
		return;
	}
	idle = sisheur_cpulist_text(scene->idle, nr);
	printf("Idle right now: %s\n", *idle ? idle : "none");
	free(idle);
	for (llc = 0; llc < scene->topology->domains.nr_llcs && llc < 4; llc++)
		printf("LLC %u: has_idle_cores %d%s, nr_idle_scan %u\n", llc,
		       scene->has_idle_cores[llc],
		       scene->topology->domains.smt ? "" : " (not read)",
		       scene->nr_idle_scan[llc]);
	sisheur_paint(SISHEUR_PAINT_NOTE,
		      "Sampled from /proc/stat over %u ms: a CPU that was busy "
		      "for less than 10 %% of it\ncounts as idle.  A kernel "
		      "asks the run queue of this instant instead.\n",
		      SISHEUR_SAMPLE_MS);
	sisheur_style_legend();
	rows(scene);
}

/* On few CPUs, all are often busy, which shows nothing. */
static void draw_mixed(struct sisheur_scene *scene)
{
	unsigned int tries = 100, weight;

	do {
		sisheur_scene_draw(scene, 75);
		weight = sisheur_cpuset_weight(scene->idle,
			scene->topology->domains.nr_cpus);
	} while (weight == 0 && --tries);
}

void sisheur_demo_here(void)
{
	struct sisheur_topology topology = { 0 };
	struct sisheur_error error = { 0 };
	struct sisheur_scene scene;

	sisheur_heading("This machine");
	if (!sisheur_topology_from_sysfs(&topology, NULL, &error)) {
		printf("Its topology cannot be read:\n%s\n", error.text);
		return;
	}
	print_machine(&topology);
	sisheur_scene_init(&scene, &topology);
	sisheur_random_seed(topology.domains.nr_cpus);
	now(&scene);
	printf("\nThe same, were each CPU busy with a chance of 75 %%\n");
	draw_mixed(&scene);
	rows(&scene);
	sisheur_scene_free(&scene);
	sisheur_topology_free(&topology);
}
