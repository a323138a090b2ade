// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From labels to tables: where every source of a topology ends. */
#include <stdlib.h>
#include <string.h>

#include "hosted.h"

/**
 * struct sisheur_memory - the tables of one topology, in one block
 * @size:  bytes of the block
 * @block: the tables
 *
 * The words come first: they want the strictest alignment.
 */
struct sisheur_memory {
	size_t size;
	void *block;
};

/**
 * struct sisheur_counts - how large the tables must be
 * @words:    words of a map
 * @llcs:     LLC domains
 * @clusters: clusters
 */
struct sisheur_counts {
	size_t words;
	unsigned int llcs;
	unsigned int clusters;
};

static bool sisheur_check_labels(const char *what, const int *label,
				 unsigned int nr_cpus,
				 struct sisheur_error *error)
{
	unsigned int cpu;

	if (!label)
		return true;
	for (cpu = 0; cpu < nr_cpus; cpu++)
		if (label[cpu] != SISHEUR_NONE &&
		    (label[cpu] < 0 || (unsigned int)label[cpu] >= nr_cpus))
			return sisheur_fail(error,
				"the %s label of CPU %u is %d; accepted are 0 to %u and SISHEUR_NONE",
				what, cpu, label[cpu], nr_cpus - 1);
	return true;
}

static bool sisheur_check(const struct sisheur_labels *labels,
			  struct sisheur_error *error)
{
	unsigned int nr = labels->nr_cpus;

	if (!nr || nr > SISHEUR_MAX_CPUS)
		return sisheur_fail(error, "%u CPUs; accepted are 1 to %u", nr,
				    SISHEUR_MAX_CPUS);
	if (labels->smt > SISHEUR_SMT_ON)
		return sisheur_fail(error,
			"smt is %u; accepted is an enum sisheur_smt",
			labels->smt);
	return sisheur_check_labels("core", labels->core, nr, error) &&
	       sisheur_check_labels("LLC", labels->llc, nr, error) &&
	       sisheur_check_labels("cluster", labels->cluster, nr, error) &&
	       sisheur_check_labels("package", labels->package, nr, error);
}

static bool sisheur_is_online(const struct sisheur_labels *labels,
			      unsigned int cpu)
{
	return !labels->online ||
	       sisheur_cpuset_test(labels->online, labels->nr_cpus, cpu);
}

/* The label of @cpu, or @absent for all CPUs where there are no labels. */
static int sisheur_label(const struct sisheur_labels *labels, const int *label,
			 unsigned int cpu, int absent)
{
	if (!sisheur_is_online(labels, cpu))
		return SISHEUR_NONE;
	return label ? label[cpu] : absent;
}

/* Numbers the labels in use from 0, in the order in which CPUs bear them. */
static unsigned int sisheur_renumber(const struct sisheur_labels *labels,
				     const int *label, int absent, int *number,
				     int *of_label)
{
	unsigned int nr = labels->nr_cpus, used = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < nr; cpu++)
		of_label[cpu] = SISHEUR_NONE;
	for (cpu = 0; cpu < nr; cpu++) {
		int own = sisheur_label(labels, label, cpu, absent);

		if (own != SISHEUR_NONE && of_label[own] == SISHEUR_NONE)
			of_label[own] = (int)used++;
		number[cpu] = own == SISHEUR_NONE ? SISHEUR_NONE :
						    of_label[own];
	}
	return used;
}

/* Fills core and next; the number of cores that have a CPU online. */
static unsigned int sisheur_link_cores(const struct sisheur_labels *labels,
				       unsigned int *core, unsigned int *next,
				       int *last_of_label, bool *smt)
{
	unsigned int nr = labels->nr_cpus, cores = 0;
	unsigned int cpu;

	*smt = false;
	for (cpu = 0; cpu < nr; cpu++)
		last_of_label[cpu] = SISHEUR_NONE;
	for (cpu = 0; cpu < nr; cpu++) {
		int own = sisheur_label(labels, labels->core, cpu,
					SISHEUR_NONE);
		unsigned int last;

		core[cpu] = cpu;
		next[cpu] = cpu;
		if (own == SISHEUR_NONE || last_of_label[own] == SISHEUR_NONE) {
			cores += sisheur_is_online(labels, cpu);
		} else {
			last = (unsigned int)last_of_label[own];
			core[cpu] = core[last];
			next[cpu] = core[last];
			next[last] = cpu;
			*smt = true;
		}
		if (own != SISHEUR_NONE)
			last_of_label[own] = (int)cpu;
	}
	return cores;
}

static void sisheur_fill_rows(unsigned long *rows, size_t words,
			      const int *number, unsigned int nr_cpus)
{
	unsigned int cpu;

	for (cpu = 0; cpu < nr_cpus; cpu++)
		if (number[cpu] != SISHEUR_NONE)
			sisheur_add_cpu(rows + (size_t)number[cpu] * words,
					cpu);
}

/* The block of at least @size bytes; what it held is lost. */
static void *sisheur_reserve(struct sisheur_topology *topology, size_t size)
{
	struct sisheur_memory *memory = topology->memory;

	if (!memory) {
		memory = calloc(1, sizeof(*memory));
		topology->memory = memory;
	}
	if (!memory)
		return NULL;
	if (memory->size < size) {
		free(memory->block);
		memory->block = malloc(size);
		memory->size = memory->block ? size : 0;
	}
	return memory->block;
}

static void sisheur_empty(struct sisheur_topology *topology)
{
	void *memory = topology->memory;

	memset(topology, 0, sizeof(*topology));
	topology->memory = memory;
}

/* What must be counted before the rows have a size. */
static size_t sisheur_size(const struct sisheur_counts *counts,
			   unsigned int nr_cpus)
{
	size_t rows = (size_t)counts->llcs + counts->clusters + 2;

	return rows * counts->words * sizeof(unsigned long) +
	       nr_cpus * 6 * sizeof(int) +
	       counts->llcs * sizeof(struct sisheur_llc);
}

SISHEUR_DEF bool sisheur_topology_build(struct sisheur_topology *topology,
					const struct sisheur_labels *labels,
					struct sisheur_error *error)
{
	struct sisheur_domains *d = &topology->domains;
	unsigned int nr = labels->nr_cpus;
	struct sisheur_counts counts;
	unsigned long *words;
	unsigned int *tables, *core, *next, cpu;
	int *llc, *cluster, *package, *scratch;
	bool smt;

	sisheur_empty(topology);
	if (!sisheur_check(labels, error))
		return false;

	/* No more rows than CPUs; most often far fewer, so count them first. */
	counts.words = SISHEUR_WORDS(nr);
	counts.llcs = 0;
	counts.clusters = 0;
	tables = sisheur_reserve(topology, sisheur_size(&counts, nr));
	if (!tables)
		return sisheur_fail(error, "out of memory for %u CPUs", nr);
	llc = (int *)tables;
	scratch = llc + nr;
	counts.llcs = sisheur_renumber(labels, labels->llc, 0, llc, scratch);
	counts.clusters = sisheur_renumber(labels, labels->cluster,
					   SISHEUR_NONE, llc, scratch);

	words = sisheur_reserve(topology, sisheur_size(&counts, nr));
	if (!words)
		return sisheur_fail(error, "out of memory for %u CPUs", nr);
	memset(words, 0, (counts.llcs + counts.clusters + 2) * counts.words *
			 sizeof(*words));
	d->nr_cpus = nr;
	d->nr_llcs = counts.llcs;
	d->nr_clusters = counts.clusters;
	d->llc_span = words;
	d->cluster_span = words + counts.llcs * counts.words;
	topology->online = words + (counts.llcs + counts.clusters) * counts.words;
	d->lone = topology->online + counts.words;

	tables = (unsigned int *)(d->lone + counts.words);
	core = tables;
	next = core + nr;
	llc = (int *)(next + nr);
	cluster = llc + nr;
	package = cluster + nr;
	scratch = package + nr;
	d->core = core;
	d->next = next;
	d->llc = llc;
	d->cluster = cluster;
	d->llcs = (struct sisheur_llc *)(scratch + nr);

	topology->nr_cores = sisheur_link_cores(labels, core, next, scratch,
						&smt);
	d->smt = labels->smt == SISHEUR_SMT_DERIVE ?
			 smt : labels->smt == SISHEUR_SMT_ON;
	d->clusters = labels->cluster && counts.clusters;
	sisheur_renumber(labels, labels->llc, 0, llc, scratch);
	sisheur_renumber(labels, labels->cluster, SISHEUR_NONE, cluster,
			 scratch);
	topology->package = package;
	topology->nr_packages = sisheur_renumber(labels, labels->package, 0,
						 package, scratch);
	for (cpu = 0; cpu < nr; cpu++)
		if (sisheur_is_online(labels, cpu))
			sisheur_add_cpu(topology->online, cpu);
	sisheur_fill_rows(words, counts.words, llc, nr);
	sisheur_fill_rows(words + counts.llcs * counts.words, counts.words,
			  cluster, nr);
	sisheur_domains_init(d);
	return true;
}

SISHEUR_DEF void sisheur_topology_free(struct sisheur_topology *topology)
{
	struct sisheur_memory *memory = topology->memory;

	if (memory)
		free(memory->block);
	free(memory);
	memset(topology, 0, sizeof(*topology));
}
