/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/topology.h - where the domains come from (hosted only)
 *
 * Builds the tables of domain.h from what describes a machine: Linux sysfs, a
 * short text, an hwloc file, or labels that the caller has.  Whatever numbering
 * the machine has is kept.
 *
 * Functions here allocate and read files.  None is for the wake-up path.
 */
#ifndef SISHEUR_TOPOLOGY_H
#define SISHEUR_TOPOLOGY_H

#include <sisheur/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct sisheur_error - what was wrong, where, and what is accepted
 * @line: line of the input, from 1; 0 where lines mean nothing
 * @text: one sentence without the place, never empty after a failure
 */
struct sisheur_error {
	unsigned long line;
	char text[512];
};

/**
 * struct sisheur_topology - a machine, owning its tables
 * @domains:  what the rest of the library takes
 * @nr_packages: number of packages that have a CPU online
 * @nr_cores: number of cores that have a CPU online
 * @package:  [cpu] number of the CPU's package, from 0; SISHEUR_NONE if offline
 *	or not known
 * @online:   the CPUs that can run tasks
 * @memory:   private
 *
 * Zero it before the first use.  It may be built again without being freed
 * first, which reuses its memory; a failed build leaves it empty but valid.
 * A CPU that is not online is in no domain and a lone core.
 */
struct sisheur_topology {
	struct sisheur_domains domains;
	unsigned int nr_packages;
	unsigned int nr_cores;
	int *package;
	unsigned long *online;
	void *memory;
};

/**
 * enum sisheur_smt - is SMT active
 * @SISHEUR_SMT_DERIVE: it is if a core has two CPUs online
 * @SISHEUR_SMT_OFF:    no, whatever the cores look like
 * @SISHEUR_SMT_ON:     yes
 */
enum sisheur_smt {
	SISHEUR_SMT_DERIVE,
	SISHEUR_SMT_OFF,
	SISHEUR_SMT_ON,
};

/**
 * struct sisheur_labels - who belongs together, as numbers per CPU
 * @nr_cpus: CPUs are 0 ... nr_cpus - 1; 1 ... SISHEUR_MAX_CPUS
 * @core:    [cpu] label of its core; SISHEUR_NONE: a core of its own.  NULL:
 *	every CPU is
 * @llc:     [cpu] label of its LLC domain; SISHEUR_NONE: isolated.  NULL: all
 *	in one
 * @cluster: [cpu] label of its cluster; SISHEUR_NONE: in none.  NULL: cluster
 *	scheduling is inactive
 * @package: [cpu] label of its package; NULL: all in one
 * @online:  the CPUs that can run tasks; NULL: all
 * @smt:     enum sisheur_smt
 *
 * Zero it, set nr_cpus and what you know.  A label is any number from 0 to
 * nr_cpus - 1; equal labels belong together.
 */
struct sisheur_labels {
	unsigned int nr_cpus;
	const int *core;
	const int *llc;
	const int *cluster;
	const int *package;
	const unsigned long *online;
	unsigned int smt;
};

/**
 * sisheur_topology_build() - a machine from labels
 * @topology: where to build it
 * @labels:   who belongs together
 * @error:    what was wrong; NULL if nobody asks
 *
 * Why.  Every other source ends here, and so do case files; a program that
 * knows its machine from elsewhere can start here.
 *
 * Cost.  Linear in CPUs and in words of all domains; no allocation if the
 * topology was as large before.
 *
 * Return: true; false if a number is out of range or memory ran out.
 */
SISHEUR_DEF bool sisheur_topology_build(struct sisheur_topology *topology,
					const struct sisheur_labels *labels,
					struct sisheur_error *error);

/**
 * sisheur_topology_from_sysfs() - the machine of a Linux sysfs
 * @topology: where to build it
 * @root:     directory that stands for /sys; NULL is /sys
 * @error:    what was wrong; NULL if nobody asks
 *
 * Reads devices/system/cpu below @root: possible, online, isolated, smt/active,
 * and of each online CPU its core siblings, caches, cluster and package; no
 * other file is needed.  isolated, smt/active, clusters and caches may be
 * absent.
 *
 * The LLC domain is the CPUs that share the highest data or unified cache; CPUs
 * of which sysfs knows no cache share their package.  A domain never ends
 * inside a core or a cluster: where the lists would have it so, it is the core
 * or the cluster, as Linux has it (cores with private caches in clusters of two
 * are domains of two).  Clusters are active where a cluster is larger than a
 * core and smaller than the LLC domain, counting CPUs that are in a domain;
 * others are dropped, as Linux drops them.  CPUs that isolated names are in no
 * domain; CPUs isolated later by cgroups are not known here.
 *
 * Offline CPUs, lone siblings, several packages, hybrid cores and up to
 * SISHEUR_MAX_CPUS CPUs are what they are there; an offline CPU that a list
 * names is left out.  Lists that contradict each other are an error: a list
 * without its own CPU, a sibling whose list differs, a cluster that cuts a
 * core.  So is, by chance, a CPU that goes offline while its files are read:
 * read again.
 *
 * Linux counterpart.  cpu_smt_mask(), cpu_clustergroup_mask() and
 * cpu_coregroup_mask(), 6.12, of x86 and arm64.  s390 and POWER choose other
 * domains than their highest cache.
 *
 * Cost.  Some fifteen small files per CPU.
 *
 * Return: true; false with the file and the reason in @error.
 */
SISHEUR_DEF bool sisheur_topology_from_sysfs(struct sisheur_topology *topology,
					     const char *root,
					     struct sisheur_error *error);

/**
 * sisheur_topology_from_text() - a machine from a short text
 * @topology: where to build it
 * @text:     such as "pack:2 llc:1 core:56 pu:2"
 * @error:    what was wrong; NULL if nobody asks
 *
 * Levels from the outside in, each NAME:COUNT, a COUNT meaning so many in each
 * of the level above: pack, llc, cluster, core, pu, separated by blanks.  core
 * and pu are required; others default to one (cluster: to none).  An optional
 * word numbering=split (the first CPU of every core of the machine, then the
 * second: Intel servers) or numbering=adjacent (a core's CPUs in a row; the
 * default) says how CPUs are numbered.  Clusters as large as a core or as an
 * LLC domain are dropped, as from sysfs.
 *
 * Errors: an unknown, repeated or misplaced level, a count that is not 1 to
 * SISHEUR_MAX_CPUS, more CPUs than that in all, anything else in the text.
 *
 * Cost.  Linear in CPUs.
 *
 * Return: true; false with the offending word in @error.
 */
SISHEUR_DEF bool sisheur_topology_from_text(struct sisheur_topology *topology,
					    const char *text,
					    struct sisheur_error *error);

/**
 * sisheur_topology_from_hwloc() - a machine that hwloc describes
 * @topology: where to build it
 * @source:   path of an hwloc XML file, or an hwloc synthetic string
 * @error:    what was wrong; NULL if nobody asks
 *
 * A name of a file that exists is a file.  CPU numbers are hwloc's operating
 * system indexes.  The LLC domain is the highest data or unified cache of a
 * CPU, memory-side caches aside; without one, the package.  Clusters are
 * hwloc's cluster groups and L2 caches, with the same rules as from sysfs.
 * hwloc knows neither of isolated CPUs nor of SMT switched off.
 *
 * Return: true; false if the library was built without hwloc, if @source is
 * neither, if hwloc refuses it, or if it has a CPU beyond SISHEUR_MAX_CPUS - 1.
 */
SISHEUR_DEF bool sisheur_topology_from_hwloc(struct sisheur_topology *topology,
					     const char *source,
					     struct sisheur_error *error);

/**
 * sisheur_topology_has_hwloc() - was the library built with hwloc
 *
 * Return: true if sisheur_topology_from_hwloc() can succeed.
 */
SISHEUR_DEF bool sisheur_topology_has_hwloc(void);

/**
 * sisheur_topology_free() - give back a topology's memory
 * @topology: built, failed or zeroed; empty afterwards
 */
SISHEUR_DEF void sisheur_topology_free(struct sisheur_topology *topology);

/**
 * sisheur_cpulist_parse() - read a cpulist into a set
 * @text:    forms a and a-b separated by commas; empty is the empty set.  A
 *	trailing newline is accepted
 * @set:     SISHEUR_WORDS(@nr_cpus) words, overwritten
 * @nr_cpus: CPUs at and above it are an error
 * @error:   what was wrong; NULL if nobody asks
 *
 * Linux counterpart.  cpulist_parse(), 6.12, which also knows strides and
 * "all".
 *
 * Return: true; false with the offending part in @error.
 */
SISHEUR_DEF bool sisheur_cpulist_parse(const char *text, unsigned long *set,
				       unsigned int nr_cpus,
				       struct sisheur_error *error);

/**
 * sisheur_cpulist_print() - write a set as a cpulist
 * @buffer:  where to; always terminated if @size is not 0
 * @size:    bytes in @buffer
 * @set:     the set; NULL is the empty set
 * @nr_cpus: CPUs that it describes
 *
 * Return: the length of the whole text, as snprintf() does: text is cut if
 * that is @size or more.
 */
SISHEUR_DEF size_t sisheur_cpulist_print(char *buffer, size_t size,
					 const unsigned long *set,
					 unsigned int nr_cpus);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_TOPOLOGY_H */
