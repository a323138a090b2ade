// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * How machines number the CPUs of a core.  All CPUs are in one LLC domain,
 * whatever their number: it is the size of the domain that a scan is about.
 */
#include <string.h>

#include "bench.h"

static int core[BENCH_MAX_CPUS];
static int llc[BENCH_MAX_CPUS];
static int cluster[BENCH_MAX_CPUS];
static unsigned long online[SISHEUR_WORDS(BENCH_MAX_CPUS)];

static void label_adjacent(struct sisheur_labels *labels, unsigned int threads)
{
	unsigned int cpu;

	for (cpu = 0; cpu < labels->nr_cpus; cpu++)
		core[cpu] = (int)(cpu / threads);
}

static void label_split(struct sisheur_labels *labels, unsigned int threads)
{
	unsigned int cpu;

	for (cpu = 0; cpu < labels->nr_cpus; cpu++)
		core[cpu] = (int)(cpu % (labels->nr_cpus / threads));
}

static void adjacent(struct sisheur_labels *labels)
{
	label_adjacent(labels, 2);
}

static void split(struct sisheur_labels *labels)
{
	label_split(labels, 2);
}

static void smt4(struct sisheur_labels *labels)
{
	label_adjacent(labels, 4);
}

static void smt4_split(struct sisheur_labels *labels)
{
	label_split(labels, 4);
}

/* A seed of its own: the machine is the same in every run. */
static void shuffled(struct sisheur_labels *labels)
{
	struct bench_random random = { 1 };
	unsigned int cpu;

	label_adjacent(labels, 2);
	for (cpu = labels->nr_cpus; cpu-- > 1;) {
		unsigned int other = bench_random_below(&random, cpu + 1);
		int swap = core[cpu];

		core[cpu] = core[other];
		core[other] = swap;
	}
}

/* Two thirds as many CPUs in pairs as a Core i9-13900 has, then lone ones. */
static void hybrid(struct sisheur_labels *labels)
{
	unsigned int pairs = labels->nr_cpus / 4;
	unsigned int cpu;

	for (cpu = 0; cpu < labels->nr_cpus; cpu++)
		core[cpu] = (int)(cpu < 2 * pairs ? cpu / 2 : cpu - pairs);
}

static void lone(struct sisheur_labels *labels)
{
	label_adjacent(labels, 1);
}

/* Every eighth CPU is offline, and its sibling alone. */
static void offline(struct sisheur_labels *labels)
{
	unsigned int cpu;

	label_adjacent(labels, 2);
	for (cpu = 0; cpu < labels->nr_cpus; cpu++)
		if (cpu % 8 == 3)
			llc[cpu] = SISHEUR_NONE;
		else
			online[cpu / SISHEUR_WORD_BITS] |=
				1UL << cpu % SISHEUR_WORD_BITS;
	labels->llc = llc;
	labels->online = online;
}

/* Clusters of four cores, with four kilobytes of mask each at 8192 CPUs. */
static void clusters(struct sisheur_labels *labels)
{
	unsigned int cpu;

	label_adjacent(labels, 2);
	for (cpu = 0; cpu < labels->nr_cpus; cpu++)
		cluster[cpu] = (int)(cpu / 8);
	labels->cluster = cluster;
}

/* Two domains, siblings 2i and 2i + 1. */
static void two_llcs(struct sisheur_labels *labels)
{
	unsigned int cpu;

	label_adjacent(labels, 2);
	for (cpu = 0; cpu < labels->nr_cpus; cpu++)
		llc[cpu] = cpu >= labels->nr_cpus / 2;
	labels->llc = llc;
}

static unsigned int as_asked(unsigned int nr_cpus)
{
	return nr_cpus;
}

/* Where half of the CPUs end inside a word, as on a Xeon 8480+: 112. */
static unsigned int unaligned(unsigned int nr_cpus)
{
	return nr_cpus < 128 ? 0 : nr_cpus - 16;
}

static unsigned int from_16(unsigned int nr_cpus)
{
	return nr_cpus < 16 ? 0 : nr_cpus;
}

const struct bench_numbering bench_numberings[] = {
	{ "adjacent", "siblings 2i and 2i + 1", adjacent, as_asked, true },
	{ "split", "siblings i and i + N/2", split, as_asked, true },
	{ "unaligned", "the same, where N/2 is inside a word", split,
	  unaligned, true },
	{ "smt4", "siblings 4i to 4i + 3", smt4, as_asked, true },
	{ "smt4-split", "siblings i, i + N/4, i + N/2, i + 3N/4", smt4_split,
	  as_asked, true },
	{ "lone", "no siblings", lone, as_asked, false },
	{ "random", "pairs of siblings anywhere", shuffled, as_asked, true },
	{ "hybrid", "half of the CPUs in pairs, then lone ones", hybrid,
	  as_asked, true },
	{ "offline", "siblings 2i and 2i + 1, every eighth CPU offline",
	  offline, as_asked, true },
	{ "clusters", "siblings 2i and 2i + 1, clusters of 8 CPUs", clusters,
	  from_16, true },
};
const unsigned int bench_nr_numberings = BENCH_NR_OF(bench_numberings);

/* For contention alone: elsewhere a domain is a machine. */
const struct bench_numbering bench_two_llcs = {
	"two-llcs", "two LLC domains, siblings 2i and 2i + 1", two_llcs,
	as_asked, true,
};

bool bench_build_machine(struct sisheur_topology *topology,
			 const struct bench_numbering *numbering,
			 unsigned int nr_cpus)
{
	struct sisheur_labels labels = { .nr_cpus = nr_cpus, .core = core };

	memset(llc, 0, sizeof(llc));
	memset(online, 0, sizeof(online));
	numbering->label(&labels);
	return sisheur_topology_build(topology, &labels, NULL);
}
