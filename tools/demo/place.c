// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * place.c - where every profile puts a wake-up, alone and on average
 */
#include "demo.h"

/* Enough that a share is right to about a percent and a half. */
#define SISHEUR_NR_WAKEUPS	2000U

void sisheur_place_header(void)
{
	unsigned int id;

	printf("%6s %4s", "", "");
	for (id = 0; id < SISHEUR_NR_PROFILES; id++)
		printf(" | %-14s", sisheur_profile_name(id));
	printf("\n%6s %4s", "target", "prev");
	for (id = 0; id < SISHEUR_NR_PROFILES; id++)
		printf(" | %3s %-6s %3s", "cpu", "step", "prb");
	putchar('\n');
}

static unsigned int paint_of(const struct sisheur_scene *scene, int cpu)
{
	const struct sisheur_domains *d = &scene->topology->domains;

	if (sisheur_core_is_idle(d, &scene->view, (unsigned int)cpu))
		return SISHEUR_PAINT_CORE;
	if (sisheur_look(&scene->view, d->nr_cpus, (unsigned int)cpu) ==
	    SISHEUR_IDLE)
		return SISHEUR_PAINT_CPU;
	return SISHEUR_PAINT_BUSY;
}

void sisheur_place_row(const struct sisheur_scene *scene, unsigned int target)
{
	struct sisheur_wakeup wakeup;
	struct sisheur_choice choice;
	unsigned int id, paint;

	sisheur_scene_wakeup(scene, &wakeup, target,
			     sisheur_scene_neighbour(scene, target), target);
	printf("%6u %4u", wakeup.target, wakeup.prev);
	for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
		sisheur_select(sisheur_profile(id), &wakeup, &choice);
		paint = paint_of(scene, choice.cpu);
		printf(" | ");
		sisheur_paint(paint, "%3d%s%-6.6s %3u", choice.cpu,
			      sisheur_style_mark(paint),
			      sisheur_step_name(choice.step), choice.probes);
	}
	putchar('\n');
}

/**
 * struct sisheur_tally - what became of many wake-ups
 * @nr:     [enum sisheur_paint] how many went to such a CPU
 * @probes: looks of all of them
 */
struct sisheur_tally {
	unsigned int nr[SISHEUR_NR_PAINTS];
	unsigned long long probes;
};

static unsigned int random_cpu(const struct sisheur_scene *scene)
{
	const struct sisheur_domains *d = &scene->topology->domains;
	unsigned int cpu;

	do {
		cpu = sisheur_random_below(d->nr_cpus);
	} while (!sisheur_cpuset_test(scene->topology->online, d->nr_cpus,
				      cpu));
	return cpu;
}

/* The same wake-ups for every profile, each in a moment of its own. */
static void tally(struct sisheur_scene *scene, unsigned int util,
		  struct sisheur_tally *tallies)
{
	struct sisheur_wakeup wakeup;
	struct sisheur_choice choice;
	unsigned int i, id;

	for (i = 0; i < SISHEUR_NR_WAKEUPS; i++) {
		unsigned int waker = random_cpu(scene);
		unsigned int prev = sisheur_scene_neighbour(scene, waker);

		sisheur_scene_draw(scene, util);
		/* wake_affine(): the waker's CPU or prev */
		sisheur_scene_wakeup(scene, &wakeup, waker, prev,
				     sisheur_random_below(2) ? waker : prev);
		for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
			sisheur_select(sisheur_profile(id), &wakeup, &choice);
			tallies[id].nr[paint_of(scene, choice.cpu)]++;
			tallies[id].probes += choice.probes;
		}
	}
}

static unsigned int percent_of(unsigned int nr)
{
	return (nr * 100 + SISHEUR_NR_WAKEUPS / 2) / SISHEUR_NR_WAKEUPS;
}

/* Rounds sums and not shares, so that the shares of a row make 100 %. */
static void print_shares(const struct sisheur_tally *tally)
{
	static const unsigned int paints[] = {
		SISHEUR_PAINT_CORE, SISHEUR_PAINT_CPU, SISHEUR_PAINT_BUSY,
	};
	unsigned int i, sum = 0;

	for (i = 0; i < 3; i++) {
		unsigned int nr = tally->nr[paints[i]];
		unsigned int percent = percent_of(sum + nr) - percent_of(sum);

		sum += nr;
		putchar(' ');
		if (nr == 0)
			printf("%4s ", "-");
		else if (percent == 0)
			sisheur_paint(paints[i], "  <1%%");
		else
			sisheur_paint(paints[i], "%4u%%", percent);
	}
}

void sisheur_place_summary(struct sisheur_scene *scene,
			   const unsigned int *utils, size_t nr_utils)
{
	struct sisheur_tally tallies[3][SISHEUR_NR_PROFILES] = { 0 };
	unsigned int id;
	size_t u;

	printf("%u wake-ups at each load, and what they got:\n%-10s",
	       SISHEUR_NR_WAKEUPS, "");
	for (u = 0; u < nr_utils && u < 3; u++) {
		tally(scene, utils[u], tallies[u]);
		printf(" | %3u%% busy, budget %4u", utils[u],
		       scene->nr_idle_scan[0]);
	}
	printf("\n%-10s", "profile");
	for (u = 0; u < nr_utils && u < 3; u++)
		printf(" |  core   cpu  none   prb");
	putchar('\n');
	for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
		printf("%-10s", sisheur_profile_name(id));
		for (u = 0; u < nr_utils && u < 3; u++) {
			struct sisheur_tally *t = &tallies[u][id];
			unsigned long long tenths = (t->probes * 10 +
				SISHEUR_NR_WAKEUPS / 2) / SISHEUR_NR_WAKEUPS;

			printf(" |");
			print_shares(t);
			printf(" %3llu.%llu", tenths / 10, tenths % 10);
		}
		putchar('\n');
	}
}
