/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * private.h - what the files of lib/ share and nobody else may call
 */
#ifndef SISHEUR_PRIVATE_H
#define SISHEUR_PRIVATE_H

#include <sisheur/sisheur.h>

/* The size of a machine, clamped: a wild nr_cpus is a short loop. */
SISHEUR_INLINE unsigned int sisheur_clamp(unsigned int nr_cpus)
{
	return nr_cpus < SISHEUR_MAX_CPUS ? nr_cpus : SISHEUR_MAX_CPUS;
}

/* Bits of word @i that describe CPUs below @nr_cpus. */
SISHEUR_INLINE unsigned long sisheur_valid_bits(unsigned int nr_cpus,
					       unsigned int i)
{
	unsigned int base = i * SISHEUR_WORD_BITS;

	if (nr_cpus >= base + SISHEUR_WORD_BITS)
		return ~0UL;
	return nr_cpus > base ? (1UL << (nr_cpus - base)) - 1 : 0;
}

SISHEUR_INLINE unsigned long sisheur_bit(unsigned int cpu)
{
	return 1UL << (cpu % SISHEUR_WORD_BITS);
}

/*
 * enum sisheur_pass - which part of cpus a walk covers
 * @SISHEUR_PASS_ALL:    all of it: no cluster counts
 * @SISHEUR_PASS_INSIDE: what is in the target's cluster
 * @SISHEUR_PASS_BEYOND: what is not
 * @SISHEUR_NR_PASSES:   how many there are
 */
enum sisheur_pass {
	SISHEUR_PASS_ALL,
	SISHEUR_PASS_INSIDE,
	SISHEUR_PASS_BEYOND,
	SISHEUR_NR_PASSES,
};

/**
 * struct sisheur_reach - a search with its domain looked up once
 * @scan:    the search
 * @nr:      CPUs of the machine, clamped
 * @words:   words of each of its maps
 * @first:   first word of the domain's row that is in use
 * @end:     one past the last
 * @row:     index of the domain's row in llc_span, in words
 * @cluster: index of the row of the target's cluster in cluster_span, in words
 * @llc:     number of the domain, or SISHEUR_NONE: then @first is @end
 * @pass:    the first pass
 */
struct sisheur_reach {
	const struct sisheur_scan *scan;
	unsigned int nr;
	unsigned int words;
	unsigned int first;
	unsigned int end;
	unsigned int row;
	unsigned int cluster;
	int llc;
	unsigned int pass;
};

/*
 * What a step asks of one CPU, inlined: a call for each look would make a
 * ladder twice as long.  @nr is clamped.
 */
SISHEUR_INLINE bool sisheur_has_cpu(const unsigned long *set, unsigned int nr,
				    unsigned int cpu)
{
	return cpu < nr &&
	       (sisheur_word_known(set, SISHEUR_WORDS(nr),
				   cpu / SISHEUR_WORD_BITS) & sisheur_bit(cpu));
}

SISHEUR_INLINE unsigned int sisheur_look_at(const struct sisheur_view *view,
					    unsigned int nr, unsigned int cpu)
{
	if (cpu >= nr || (view->claimed && sisheur_has_cpu(view->claimed, nr,
							   cpu)))
		return SISHEUR_BUSY;
	if (!view->idle)
		return view->look ? sisheur_call(view->look, view->ctx, cpu) :
				    SISHEUR_BUSY;
	if (sisheur_has_cpu(view->idle, nr, cpu))
		return SISHEUR_IDLE;
	return view->sched_idle && sisheur_has_cpu(view->sched_idle, nr, cpu) ?
		       SISHEUR_SCHED_IDLE : SISHEUR_BUSY;
}

/* Inlined into every search: sisheur_llc_of() would make them save registers. */
SISHEUR_INLINE int sisheur_llc_number(const struct sisheur_domains *d,
				      unsigned int nr, unsigned int cpu)
{
	int llc;

	if (cpu >= nr)
		return SISHEUR_NONE;
	llc = sisheur_at_known(d->llc, nr, cpu);
	/* What is below 0 is beyond as well. */
	return (unsigned int)llc < d->nr_llcs ? llc : SISHEUR_NONE;
}

SISHEUR_INLINE unsigned int sisheur_next_sibling(const struct sisheur_domains *d,
						 unsigned int nr,
						 unsigned int cpu)
{
	return sisheur_at(d->next, nr, cpu);
}

SISHEUR_INLINE unsigned int
sisheur_lowest_sibling(const struct sisheur_domains *d, unsigned int nr,
		       unsigned int cpu)
{
	return sisheur_at(d->core, nr, cpu);
}

/* Does a search walk the cluster of its target first? */
SISHEUR_INLINE bool sisheur_knows_clusters(const struct sisheur_scan *scan)
{
	return (scan->how & SISHEUR_HOW_CLUSTERS) && scan->domains->clusters;
}

/* The domain alone, for a search that knows no clusters. */
SISHEUR_INLINE void sisheur_reach_domain(struct sisheur_reach *reach,
					 const struct sisheur_scan *scan)
{
	const struct sisheur_domains *d;

	SISHEUR_ASSERT(scan && scan->domains && scan->view);
	d = scan->domains;
	reach->scan = scan;
	reach->nr = sisheur_clamp(d->nr_cpus);
	reach->words = SISHEUR_WORDS(reach->nr);
	reach->first = 0;
	reach->end = 0;
	reach->row = 0;
	reach->cluster = 0;
	reach->pass = SISHEUR_PASS_ALL;
	reach->llc = sisheur_llc_number(d, reach->nr, scan->target);
	if (reach->llc == SISHEUR_NONE)
		return;

	reach->first = d->llcs[reach->llc].first_word;
	reach->end = d->llcs[reach->llc].end_word;
	reach->row = (unsigned int)reach->llc * reach->words;
}

SISHEUR_INLINE void sisheur_reach_init(struct sisheur_reach *reach,
				       const struct sisheur_scan *scan)
{
	const struct sisheur_domains *d;
	int cluster;

	sisheur_reach_domain(reach, scan);
	d = scan->domains;
	if (reach->llc == SISHEUR_NONE || !sisheur_knows_clusters(scan))
		return;
	cluster = sisheur_at(d->cluster, reach->nr, scan->target);
	if ((unsigned int)cluster < d->nr_clusters) {
		reach->cluster = (unsigned int)cluster * reach->words;
		reach->pass = SISHEUR_PASS_INSIDE;
	}
}

/* Bits of word @i that describe a CPU: what a caller's map has beyond is noise. */
SISHEUR_INLINE unsigned long sisheur_tail_bits(const struct sisheur_reach *reach,
					       unsigned int i)
{
	return sisheur_valid_bits(reach->nr, i);
}

/*
 * How good an answer a CPU is, 0 being none.  SISHEUR_HOW_TRULY_IDLE tells
 * idle from SCHED_IDLE; elsewhere the first usable CPU is as good as any.
 */
SISHEUR_INLINE unsigned int sisheur_state_rank(unsigned int how,
					       unsigned int state)
{
	if (state == SISHEUR_IDLE)
		return 2;
	if (state != SISHEUR_SCHED_IDLE || (how & SISHEUR_HOW_NO_SCHED_IDLE))
		return 0;
	return how & SISHEUR_HOW_TRULY_IDLE ? 1 : 2;
}

SISHEUR_INLINE bool sisheur_is_allowed(const struct sisheur_reach *reach,
				      unsigned int cpu)
{
	return !reach->scan->allowed ||
	       sisheur_has_cpu(reach->scan->allowed, reach->nr, cpu);
}

SISHEUR_INLINE bool sisheur_in_cpus(const struct sisheur_reach *reach,
				    unsigned int cpu)
{
	return reach->llc != SISHEUR_NONE &&
	       sisheur_llc_number(reach->scan->domains, reach->nr, cpu) ==
		       reach->llc &&
	       sisheur_is_allowed(reach, cpu);
}

/* The first usable sibling of the target, as sisheur_scan_siblings() says. */
SISHEUR_INLINE int sisheur_first_sibling(const struct sisheur_reach *reach,
					 unsigned int *probes)
{
	const struct sisheur_scan *scan = reach->scan;
	unsigned int lowest, cpu, i;

	if (reach->llc == SISHEUR_NONE)
		return SISHEUR_NONE;
	lowest = sisheur_lowest_sibling(scan->domains, reach->nr, scan->target);
	cpu = lowest;
	sisheur_for(i, 0, reach->nr) {
		if ((cpu != scan->target || (scan->how & SISHEUR_HOW_SELF)) &&
		    sisheur_in_cpus(reach, cpu)) {
			if (probes)
				(*probes)++;
			if (sisheur_state_rank(scan->how,
					       sisheur_look_at(scan->view,
							       reach->nr, cpu)))
				return (int)cpu;
		}
		cpu = sisheur_next_sibling(scan->domains, reach->nr, cpu);
		if (cpu == lowest)
			break;
	}
	return SISHEUR_NONE;
}

/* idle.c: what is common to the walk and the word scan */
SISHEUR_PRIVATE unsigned int sisheur_visits(const struct sisheur_reach *reach);
SISHEUR_PRIVATE unsigned int sisheur_nth_word(const struct sisheur_reach *reach,
					      unsigned int nth,
					      unsigned long *mask);
SISHEUR_PRIVATE unsigned long sisheur_cpus_word(const struct sisheur_reach *reach,
						unsigned int pass,
						unsigned int i);
SISHEUR_PRIVATE bool sisheur_in_fallback(const struct sisheur_reach *reach,
					 unsigned int cpu);
SISHEUR_PRIVATE bool sisheur_covers_domain(const struct sisheur_scan *scan);

#endif /* SISHEUR_PRIVATE_H */
