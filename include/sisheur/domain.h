/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/domain.h - what the machine looks like to a wake-up
 *
 * A wake-up is placed among CPUs that share a last-level cache: the LLC
 * domain.  Inside it, two finer relations matter: SMT siblings are CPUs of one
 * core, and clusters are CPUs that share an L2 or a cache tag.  This header
 * holds all three as flat tables of numbers and rows of one array, because
 * that shape serves the kernel, a BPF map and a simulator alike; building them
 * from sysfs, a text or hwloc is the business of topology.h.
 *
 * The tables do not change from wake-up to wake-up.  When CPUs come or go,
 * build new ones and publish them as your environment does (RCU, a lock, a
 * pointer swap).
 */
#ifndef SISHEUR_DOMAIN_H
#define SISHEUR_DOMAIN_H

#include <sisheur/cpuset.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum sisheur_numbering - how the machine numbers the siblings of a core
 * @SISHEUR_NUMBERING_UNKNOWN:   sisheur_domains_init() was not called; scans
 *	then follow the tables, as for an irregular one
 * @SISHEUR_NUMBERING_LONE:      no core has a second CPU
 * @SISHEUR_NUMBERING_ADJACENT:  cores are aligned runs of 2, 4 or 8 CPUs
 *	(AMD and Arm servers, POWER)
 * @SISHEUR_NUMBERING_SPLIT:     CPU c has siblings c + k * stride (Intel
 *	servers)
 * @SISHEUR_NUMBERING_IRREGULAR: anything else: random numbering, cores of two
 *	sizes.  Keep a map of cores for it (kept.h)
 *
 * Recognised once by sisheur_domains_init(), so that the word scan can test a
 * word of cores with shifts and never follows a table where it need not.
 *
 * CPUs that are their own core do not spoil a numbering: of each run (or each
 * c + k * stride) the CPUs that are not lone are one core.  That is what
 * offline siblings and the small cores of hybrid machines look like.
 */
enum sisheur_numbering {
	SISHEUR_NUMBERING_UNKNOWN,
	SISHEUR_NUMBERING_LONE,
	SISHEUR_NUMBERING_ADJACENT,
	SISHEUR_NUMBERING_SPLIT,
	SISHEUR_NUMBERING_IRREGULAR,
};

/**
 * struct sisheur_llc - one LLC domain
 * @weight:     CPUs in it
 * @first_word: first word of its row that holds one of its CPUs
 * @end_word:   one past the last such word
 */
struct sisheur_llc {
	unsigned int weight;
	unsigned int first_word;
	unsigned int end_word;
};

/**
 * struct sisheur_domains - the cache domains, cores and clusters of a machine
 * @nr_cpus:   CPUs are 0 ... nr_cpus - 1; at most SISHEUR_MAX_CPUS
 * @nr_llcs:   number of LLC domains
 * @nr_clusters: number of clusters
 * @smt:       SMT is active (Linux: sched_smt_present)
 * @clusters:  cluster scheduling is active
 * @core:      [cpu] the lowest sibling of the CPU's core
 * @next:      [cpu] the next sibling in ascending order; after the last one,
 *	the lowest.  A lone CPU is its own next
 * @llc:       [cpu] number of the CPU's LLC domain, SISHEUR_NONE if isolated
 * @cluster:   [cpu] number of the CPU's cluster or SISHEUR_NONE; may be NULL
 *	where @clusters is false
 * @llc_span:  nr_llcs rows of SISHEUR_WORDS(nr_cpus) words: who is in each
 * @cluster_span: nr_clusters such rows; may be NULL where @clusters is false
 * @llcs:      [llc] filled by sisheur_domains_init()
 * @lone:      SISHEUR_WORDS(nr_cpus) words, filled by sisheur_domains_init():
 *	the CPUs that are their own core.  NULL: not wanted; a machine that has
 *	such CPUs beside cores is then irregular
 * @numbering: enum sisheur_numbering, filled by sisheur_domains_init()
 * @threads:   most CPUs of a core where the numbering is adjacent or split
 * @stride:    distance of siblings where it is split
 * @mixed:     there are lone CPUs beside cores, and @lone names them; filled by
 *	sisheur_domains_init()
 * @lanes:     words that scans take at a time: 1, or as many as a vector of
 *	the processor holds; filled by sisheur_domains_init().  May be lowered
 *	to 1, for the same answers
 * @most_words: words of the domain that has most, from the first one in use to
 *	the last; filled by sisheur_domains_init()
 *
 * @smt is a fact of its own and not derived from @core: Linux may have SMT
 * switched off at run time while the tables still name siblings.
 */
struct sisheur_domains {
	unsigned int nr_cpus;
	unsigned int nr_llcs;
	unsigned int nr_clusters;
	bool smt;
	bool clusters;
	const unsigned int *core;
	const unsigned int *next;
	const int *llc;
	const int *cluster;
	const unsigned long *llc_span;
	const unsigned long *cluster_span;
	struct sisheur_llc *llcs;
	unsigned long *lone;
	unsigned int numbering;
	unsigned int threads;
	unsigned int stride;
	bool mixed;
	unsigned int lanes;
	unsigned int most_words;
};

/**
 * sisheur_domains_init() - derive what the scans need from the tables
 * @domains: every table filled but the contents of @llcs and @lone, and
 *	numbering, threads, stride, mixed, lanes, most_words
 *
 * Counts each LLC domain, notes which words of its row are in use, and
 * recognises the sibling numbering.
 *
 * Why here.  A wake-up has a microsecond; whether CPU 5 is numbered next to
 * CPU 4 or next to CPU 61 does not change between two of them.
 *
 * Linux counterpart.  None: Linux walks cpu_smt_mask() at every look, and keeps
 * sd_llc_size beside the domain.
 *
 * Cost.  Linear in @nr_cpus plus the words of all rows.
 */
SISHEUR_DEF void sisheur_domains_init(struct sisheur_domains *domains);

/**
 * sisheur_llc_of() - the LLC domain of a CPU
 * @domains: the machine
 * @cpu:     CPU number, any value
 *
 * Linux counterpart.  per_cpu(sd_llc_id, cpu), 6.12; there an isolated CPU
 * bears its own number, here it is in no domain at all.
 *
 * Cost.  One table read.
 *
 * Return: 0 ... nr_llcs - 1, or SISHEUR_NONE if @cpu is isolated or not below
 * nr_cpus.
 */
SISHEUR_DEF int sisheur_llc_of(const struct sisheur_domains *domains,
			       unsigned int cpu);

/**
 * sisheur_share_llc() - do two CPUs share a last-level cache
 * @domains: the machine
 * @a:       CPU number, any value
 * @b:       CPU number, any value
 *
 * A CPU in no domain shares with nobody, itself included: a step that asks
 * this question then leaves the placement to the rules for such CPUs.
 *
 * Linux counterpart.  cpus_share_cache(), 6.12, which says that a CPU shares
 * with itself; no rule here asks that of an isolated CPU.
 *
 * Cost.  Two table reads.
 *
 * Return: true if both are in the same LLC domain.
 */
SISHEUR_DEF bool sisheur_share_llc(const struct sisheur_domains *domains,
				   unsigned int a, unsigned int b);

/**
 * sisheur_share_cluster() - are two CPUs of one LLC domain in one cluster
 * @domains: the machine
 * @a:       CPU number, any value
 * @b:       CPU number, any value; in the LLC domain of @a
 *
 * The CPUs of a domain that are in no cluster count as one cluster: hybrid
 * machines cluster only some of their cores.
 *
 * Linux counterpart.  cpus_share_resources(), 6.12.  There such CPUs bear the
 * number of the domain's lowest CPU, and so count with that CPU's cluster if it
 * is in one; here they are a cluster of their own, on purpose: cores that share
 * no L2 with it gain nothing from being taken for its neighbours.
 *
 * Cost.  Two table reads.
 *
 * Return: true if cluster scheduling is inactive or both are in one cluster.
 */
SISHEUR_DEF bool sisheur_share_cluster(const struct sisheur_domains *domains,
				       unsigned int a, unsigned int b);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_DOMAIN_H */
