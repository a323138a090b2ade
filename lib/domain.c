// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "private.h"

SISHEUR_INLINE bool sisheur_is_lone(const struct sisheur_domains *d,
				   unsigned int nr, unsigned int cpu)
{
	return sisheur_at(d->next, nr, cpu) == cpu;
}

/* Is one core all CPUs first + k * @stride, k < @threads, that are not lone? */
SISHEUR_INLINE bool sisheur_is_group(const struct sisheur_domains *d,
				    unsigned int nr, unsigned int first,
				    unsigned int threads, unsigned int stride)
{
	unsigned int lowest = nr, last = nr;
	unsigned int k;

	sisheur_for(k, 0, threads) {
		unsigned int cpu = first + k * stride;

		if (cpu >= nr || sisheur_is_lone(d, nr, cpu))
			continue;
		if (lowest == nr)
			lowest = cpu;
		else if (sisheur_at(d->next, nr, last) != cpu)
			return false;
		if (sisheur_at(d->core, nr, cpu) != lowest)
			return false;
		last = cpu;
	}
	return lowest == nr || sisheur_at(d->next, nr, last) == lowest;
}

SISHEUR_INLINE bool sisheur_is_regular(const struct sisheur_domains *d,
				      unsigned int nr, unsigned int threads,
				      unsigned int stride)
{
	unsigned int cpu;

	sisheur_for(cpu, 0, nr) {
		bool first = stride == 1 ? cpu % threads == 0 : cpu < stride;

		if (first && !sisheur_is_group(d, nr, cpu, threads, stride))
			return false;
		if (sisheur_is_lone(d, nr, cpu) &&
		    sisheur_at(d->core, nr, cpu) != cpu)
			return false;
		/* A CPU that no group has must be nobody's sibling. */
		if (stride > 1 && cpu >= threads * stride &&
		    !sisheur_is_lone(d, nr, cpu))
			return false;
	}
	return true;
}

/*
 * Notes the lone CPUs; bits that describe no CPU are set as well, since a core
 * at the end of the machine does not wait for them.
 */
SISHEUR_INLINE void sisheur_note_lone(const struct sisheur_domains *d,
				     unsigned int nr)
{
	unsigned int i, bit;

	sisheur_for(i, 0, SISHEUR_WORDS(nr)) {
		unsigned long lone = 0;

		sisheur_for(bit, 0, SISHEUR_WORD_BITS) {
			unsigned int cpu = i * SISHEUR_WORD_BITS + bit;

			if (cpu >= nr || sisheur_is_lone(d, nr, cpu))
				lone |= 1UL << bit;
		}
		sisheur_put(d->lone, SISHEUR_WORDS(nr), i, lone);
	}
}

/* The most threads a core can have if siblings are @stride apart. */
SISHEUR_INLINE unsigned int sisheur_count_threads(const struct sisheur_domains *d,
						 unsigned int nr,
						 unsigned int stride)
{
	unsigned int threads = 0;
	unsigned int cpu;

	sisheur_for(cpu, 0, nr)
		if (!sisheur_is_lone(d, nr, cpu))
			threads = cpu / stride + 1;
	return threads;
}

SISHEUR_INLINE void sisheur_recognise(struct sisheur_domains *d, unsigned int nr)
{
	unsigned int stride = nr, lone = 0, threads;
	unsigned int cpu;

	sisheur_for(cpu, 0, nr) {
		unsigned int next = sisheur_at(d->next, nr, cpu);

		if (next == cpu)
			lone++;
		else if (next > cpu && next - cpu < stride)
			stride = next - cpu;
	}
	if (d->lone)
		sisheur_note_lone(d, nr);

	d->numbering = SISHEUR_NUMBERING_IRREGULAR;
	d->threads = 1;
	d->stride = stride;
	d->mixed = false;
	if (lone == nr) {
		if (sisheur_is_regular(d, nr, 1, 1))
			d->numbering = SISHEUR_NUMBERING_LONE;
		return;
	}
	if (lone && !d->lone)
		return;

	/* Runs of three would straddle two words. */
	for (threads = 2; threads <= 8; threads *= 2) {
		/* Without a map nobody says that CPUs past the end are lone. */
		if ((nr % threads && !d->lone) ||
		    !sisheur_is_regular(d, nr, threads, 1))
			continue;
		d->numbering = SISHEUR_NUMBERING_ADJACENT;
		d->threads = threads;
		d->mixed = lone || nr % threads;
		return;
	}
	threads = sisheur_count_threads(d, nr, stride);
	/* Of three and more, one past the end would count as busy. */
	if (stride > 1 && threads <= 8 &&
	    (threads == 2 || threads * stride <= nr) &&
	    sisheur_is_regular(d, nr, threads, stride)) {
		d->numbering = SISHEUR_NUMBERING_SPLIT;
		d->threads = threads;
		d->mixed = lone;
	}
}

/* Fills in a domain; how many words its CPUs are in. */
SISHEUR_INLINE unsigned int sisheur_measure(const struct sisheur_domains *d,
					   unsigned int nr, unsigned int row)
{
	unsigned int words = SISHEUR_WORDS(nr);
	struct sisheur_llc *llc = &d->llcs[row];
	unsigned int i;

	llc->weight = 0;
	llc->first_word = 0;
	llc->end_word = 0;
	sisheur_for(i, 0, words) {
		unsigned long w = sisheur_at(d->llc_span, d->nr_llcs * words,
					     row * words + i) &
				  sisheur_valid_bits(nr, i);

		if (!w)
			continue;
		if (!llc->weight)
			llc->first_word = i;
		llc->end_word = i + 1;
		llc->weight += sisheur_weight(w);
	}
	return llc->end_word - llc->first_word;
}

SISHEUR_DEF void sisheur_domains_init(struct sisheur_domains *domains)
{
	unsigned int nr, row;

	SISHEUR_ASSERT(domains);
	nr = sisheur_clamp(domains->nr_cpus);
	domains->nr_cpus = nr;
	sisheur_recognise(domains, nr);
	domains->lanes = nr > SISHEUR_WORD_BITS ? sisheur_widest() : 1;
	domains->most_words = 0;
	sisheur_for(row, 0, domains->nr_llcs) {
		unsigned int words = sisheur_measure(domains, nr, row);

		if (words > domains->most_words)
			domains->most_words = words;
	}
}

SISHEUR_DEF int sisheur_llc_of(const struct sisheur_domains *domains,
			       unsigned int cpu)
{
	SISHEUR_ASSERT(domains);
	return sisheur_llc_number(domains, sisheur_clamp(domains->nr_cpus),
				  cpu);
}

SISHEUR_DEF bool sisheur_share_llc(const struct sisheur_domains *domains,
				   unsigned int a, unsigned int b)
{
	int llc = sisheur_llc_of(domains, a);

	return llc != SISHEUR_NONE && llc == sisheur_llc_of(domains, b);
}

SISHEUR_DEF bool sisheur_share_cluster(const struct sisheur_domains *domains,
				       unsigned int a, unsigned int b)
{
	unsigned int nr;

	SISHEUR_ASSERT(domains);
	nr = sisheur_clamp(domains->nr_cpus);
	if (!domains->clusters)
		return true;
	if (a >= nr || b >= nr)
		return false;
	return sisheur_at(domains->cluster, nr, a) ==
	       sisheur_at(domains->cluster, nr, b);
}
