// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * levels.c - from the groups that a source found to a topology
 */
#include <stdlib.h>

#include "levels.h"

SISHEUR_PRIVATE bool sisheur_levels_init(struct sisheur_levels *levels,
					 unsigned int nr_cpus,
					 struct sisheur_error *error)
{
	unsigned int i;
	int *labels;

	*levels = (struct sisheur_levels){
		.nr_cpus = nr_cpus,
	};
	labels = malloc(4 * nr_cpus * sizeof(*labels));
	levels->core = labels;
	levels->count = malloc(3 * nr_cpus * sizeof(*levels->count));
	levels->online =
		calloc(2 * SISHEUR_WORDS(nr_cpus), sizeof(*levels->online));
	if (!labels || !levels->count || !levels->online)
		return sisheur_fail(error, "out of memory");
	for (i = 0; i < 4 * nr_cpus; i++)
		labels[i] = SISHEUR_NONE;
	levels->cluster = labels + nr_cpus;
	levels->llc = labels + 2 * nr_cpus;
	levels->package = labels + 3 * nr_cpus;
	levels->isolated = levels->online + SISHEUR_WORDS(nr_cpus);
	return true;
}

SISHEUR_PRIVATE void sisheur_levels_free(struct sisheur_levels *levels)
{
	free(levels->core);
	free(levels->count);
	free(levels->online);
	*levels = (struct sisheur_levels){ 0 };
}

/*
 * Forget every cluster that is no more than a core or no less than an LLC
 * domain, counting only CPUs that are in a domain: Linux drops such a level
 * because it has nothing to balance.  Returns whether any cluster is left.
 */
static bool sisheur_keep_clusters(struct sisheur_levels *l)
{
	unsigned int *in_core = l->count;
	unsigned int *in_cluster = l->count + l->nr_cpus;
	unsigned int *in_llc = l->count + 2 * l->nr_cpus;
	bool any = false;
	unsigned int cpu;

	for (cpu = 0; cpu < 3 * l->nr_cpus; cpu++)
		l->count[cpu] = 0;
	for (cpu = 0; cpu < l->nr_cpus; cpu++) {
		if (l->cluster[cpu] == SISHEUR_NONE)
			continue;
		in_core[l->core[cpu]]++;
		in_cluster[l->cluster[cpu]]++;
	}
	for (cpu = 0; cpu < l->nr_cpus; cpu++)
		if (l->llc[cpu] != SISHEUR_NONE)
			in_llc[l->llc[cpu]]++;
	for (cpu = 0; cpu < l->nr_cpus; cpu++) {
		unsigned int weight;

		if (l->cluster[cpu] == SISHEUR_NONE)
			continue;
		weight = in_cluster[l->cluster[cpu]];
		if (weight > in_core[l->core[cpu]] &&
		    weight < in_llc[l->llc[cpu]])
			any = true;
		else
			l->cluster[cpu] = SISHEUR_NONE;
	}
	return any;
}

SISHEUR_PRIVATE bool sisheur_levels_build(struct sisheur_topology *topology,
					  struct sisheur_levels *levels,
					  struct sisheur_error *error)
{
	struct sisheur_labels labels = {
		.nr_cpus = levels->nr_cpus,
		.core = levels->core,
		.llc = levels->llc,
		.package = levels->package,
		.online = levels->online,
		.smt = levels->smt,
	};
	unsigned int cpu;

	for (cpu = 0; cpu < levels->nr_cpus; cpu++) {
		if (sisheur_cpuset_test(levels->online, levels->nr_cpus, cpu) &&
		    !sisheur_cpuset_test(levels->isolated, levels->nr_cpus,
					 cpu))
			continue;
		levels->llc[cpu] = SISHEUR_NONE;
		levels->cluster[cpu] = SISHEUR_NONE;
	}
	if (sisheur_keep_clusters(levels))
		labels.cluster = levels->cluster;
	return sisheur_topology_build(topology, &labels, error);
}
