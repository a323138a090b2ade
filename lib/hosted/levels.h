/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * levels.h - what sysfs, a text and hwloc have in common on the way to a
 * topology: labels of all four levels, and who takes no part
 */
#ifndef SISHEUR_HOSTED_LEVELS_H
#define SISHEUR_HOSTED_LEVELS_H

#include "hosted.h"

/**
 * struct sisheur_levels - the groups of every level
 * @nr_cpus:  CPUs are 0 ... nr_cpus - 1; 1 ... SISHEUR_MAX_CPUS
 * @core:     [cpu] label of its core, as in struct sisheur_labels; SISHEUR_NONE
 *	until filled
 * @cluster:  the same of its cluster; SISHEUR_NONE: in none
 * @llc:      the same of its LLC domain
 * @package:  the same of its package
 * @online:   the CPUs that can run tasks
 * @isolated: of these, the ones that are in no domain
 * @smt:      as in struct sisheur_labels
 * @count:    private: room for three counters per CPU
 *
 * A cluster holds whole cores and lies in one LLC domain.
 */
struct sisheur_levels {
	unsigned int nr_cpus;
	int *core;
	int *cluster;
	int *llc;
	int *package;
	unsigned long *online;
	unsigned long *isolated;
	unsigned int smt;
	unsigned int *count;
};

/* Get memory for @nr_cpus CPUs, none online; free it in either case. */
SISHEUR_PRIVATE bool sisheur_levels_init(struct sisheur_levels *levels,
					 unsigned int nr_cpus,
					 struct sisheur_error *error);

SISHEUR_PRIVATE void sisheur_levels_free(struct sisheur_levels *levels);

/* Drop isolated CPUs and clusters that Linux would drop, then build. */
SISHEUR_PRIVATE bool sisheur_levels_build(struct sisheur_topology *topology,
					  struct sisheur_levels *levels,
					  struct sisheur_error *error);

#endif /* SISHEUR_HOSTED_LEVELS_H */
