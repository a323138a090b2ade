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
 * @tail:    bits of the last word that describe a CPU
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
	unsigned long tail;
	unsigned int first;
	unsigned int end;
	unsigned int row;
	unsigned int cluster;
	int llc;
	unsigned int pass;
};

/* Bits of word @i that describe a CPU: what a caller's map has beyond is noise. */
SISHEUR_INLINE unsigned long sisheur_tail_bits(const struct sisheur_reach *reach,
					       unsigned int i)
{
	return i + 1 == reach->words ? reach->tail : ~0UL;
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

/* idle.c: what is common to the walk and the word scan */
SISHEUR_PRIVATE void sisheur_reach_init(struct sisheur_reach *reach,
					const struct sisheur_scan *scan);
SISHEUR_PRIVATE unsigned int sisheur_visits(const struct sisheur_reach *reach);
SISHEUR_PRIVATE unsigned int sisheur_nth_word(const struct sisheur_reach *reach,
					      unsigned int nth,
					      unsigned long *mask);
SISHEUR_PRIVATE unsigned long sisheur_cpus_word(const struct sisheur_reach *reach,
						unsigned int pass,
						unsigned int i);
SISHEUR_PRIVATE bool sisheur_in_cpus(const struct sisheur_reach *reach,
				     unsigned int cpu);
SISHEUR_PRIVATE bool sisheur_in_fallback(const struct sisheur_reach *reach,
					 unsigned int cpu);
SISHEUR_PRIVATE unsigned int sisheur_next_sibling(const struct sisheur_domains *d,
						  unsigned int nr,
						  unsigned int cpu);
SISHEUR_PRIVATE unsigned int sisheur_lowest_sibling(const struct sisheur_domains *d,
						    unsigned int nr,
						    unsigned int cpu);
SISHEUR_PRIVATE bool sisheur_covers_domain(const struct sisheur_scan *scan);

#endif /* SISHEUR_PRIVATE_H */
