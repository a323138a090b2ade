// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * machines.c - the servers on which these heuristics were measured
 */
#include "demo.h"

/* Levels as the mails tell them; numbering as Linux numbers such machines. */
static const struct {
	const char *name;
	const char *mail;
	const char *text;
} machines[] = {
	{ "2 x Xeon Platinum 8260", "Ignore SIS_UTIL when has_idle_core, v6",
	  "pack:2 llc:1 core:24 pu:2 numbering=split" },
	{ "2 x EPYC 7Y83", "Ignore SIS_UTIL when has_idle_core, v6",
	  "pack:2 llc:8 core:8 pu:2 numbering=split" },
	{ "2 x Xeon Platinum 8480+", "SIS_PAIR, RFC",
	  "pack:2 llc:1 core:56 pu:2 numbering=split" },
	{ "Core i9-10980XE", "SIS_PAIR, RFC",
	  "pack:1 llc:1 core:18 pu:2 numbering=split" },
	{ "2 x Kunpeng 920", "remove redundant test_idle_cores for non-smt",
	  "pack:2 llc:2 cluster:6 core:4 pu:1" },
};

/* Low, high, and past the 85 % at which the budget is spent. */
static const unsigned int utils[] = { 25, 75, 95 };

#define NR_UTILS	(sizeof(utils) / sizeof(utils[0]))

/* A busy one: aimed at an idle CPU, a wake-up has nothing to decide. */
static unsigned int busy_cpu(const struct sisheur_scene *scene)
{
	unsigned int nr = scene->topology->domains.nr_cpus, cpu;

	do {
		cpu = sisheur_random_below(nr);
	} while (sisheur_cpuset_test(scene->idle, nr, cpu));
	return cpu;
}

static void show(struct sisheur_scene *scene)
{
	size_t u, i;

	sisheur_place_header();
	for (u = 0; u < NR_UTILS; u++) {
		sisheur_scene_draw(scene, utils[u]);
		/* Nobody busy is possible, if not likely. */
		if (sisheur_cpuset_weight(scene->idle,
					  scene->topology->domains.nr_cpus) ==
		    scene->topology->domains.nr_cpus)
			continue;
		printf("  %u %% busy\n", utils[u]);
		for (i = 0; i < 3; i++)
			sisheur_place_row(scene, busy_cpu(scene));
	}
	sisheur_place_summary(scene, utils, NR_UTILS);
}

void sisheur_demo_machines(void)
{
	struct sisheur_topology topology = { 0 };
	struct sisheur_error error = { 0 };
	struct sisheur_scene scene;
	size_t i;

	sisheur_heading("The machines of the mails");
	sisheur_paint(SISHEUR_PAINT_NOTE,
		      "Rows are single wake-ups aimed at a busy CPU: where each "
		      "profile puts it, through which\nstep, after how many "
		      "probes (prb).  Below them, how many of many wake-ups got "
		      "a CPU of a\nwholly idle core, another idle CPU, or none, "
		      "and the mean of probes.  Who is idle is drawn at\nrandom "
		      "from a fixed seed, the hint is true, the budget is "
		      "nr_scan of that load.  linux-5.18\nhas avg_idle 1 ms and "
		      "avg_scan_cost 1 ns, which is nearly no bound.  "
		      "Probes are counted CPU by CPU,\nas Linux pays them; over "
		      "bitmaps the library reads a word of CPUs at once.\n"
		      "Steps: prev, recent: that CPU was idle; smt: an idle "
		      "sibling of prev; scan: found in the\ndomain; late: prev "
		      "or recent of another cluster; last: none found, the "
		      "target though busy.\n");
	for (i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		if (!sisheur_topology_from_text(&topology, machines[i].text,
						&error)) {
			printf("%s: %s\n", machines[i].name, error.text);
			continue;
		}
		sisheur_heading("%s (%u CPUs in an LLC)", machines[i].name,
				topology.domains.llcs[0].weight);
		sisheur_paint(SISHEUR_PAINT_NOTE, "%s; mail \"%s\"\n",
			      machines[i].text, machines[i].mail);
		sisheur_random_seed(i);
		sisheur_scene_init(&scene, &topology);
		show(&scene);
		sisheur_scene_free(&scene);
	}
	sisheur_topology_free(&topology);
}
