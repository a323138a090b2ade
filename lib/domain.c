// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "private.h"

/* The siblings of core @first are @threads CPUs, @stride apart. */
SISHEUR_INLINE bool sisheur_is_regular(const struct sisheur_domains *d,
				      unsigned int nr, unsigned int threads,
				      unsigned int stride)
{
	unsigned int cpu;

	sisheur_for(cpu, 0, nr) {
		unsigned int nth = stride == 1 ? cpu % threads : cpu / stride;
		unsigned int first = cpu - nth * stride;
		unsigned int next = nth + 1 < threads ? cpu + stride : first;

		if (sisheur_at(d->core, nr, cpu) != first ||
		    sisheur_at(d->next, nr, cpu) != next)
			return false;
	}
	return true;
}

/* How many CPUs are in the core of CPU 0; more than 8 are of no interest. */
SISHEUR_INLINE unsigned int
sisheur_threads_of_first(const struct sisheur_domains *d, unsigned int nr)
{
	unsigned int cpu = 0, threads = 0;
	unsigned int i;

	sisheur_for(i, 0, 9) {
		cpu = sisheur_at(d->next, nr, cpu);
		threads++;
		if (!cpu)
			break;
	}
	return threads;
}

SISHEUR_INLINE void sisheur_recognise(struct sisheur_domains *d, unsigned int nr)
{
	unsigned int threads = sisheur_threads_of_first(d, nr);
	unsigned int stride = sisheur_at(d->next, nr, 0);

	d->threads = threads;
	d->stride = stride;
	if (sisheur_is_regular(d, nr, 1, 1)) {
		d->numbering = SISHEUR_NUMBERING_LONE;
		d->threads = 1;
		return;
	}

	d->numbering = SISHEUR_NUMBERING_IRREGULAR;
	/* Runs of three would straddle two words. */
	if (stride == 1 && (threads == 2 || threads == 4 || threads == 8) &&
	    nr % threads == 0 && sisheur_is_regular(d, nr, threads, 1))
		d->numbering = SISHEUR_NUMBERING_ADJACENT;
	else if (stride > 1 && threads <= 8 && nr == threads * stride &&
		 sisheur_is_regular(d, nr, threads, stride))
		d->numbering = SISHEUR_NUMBERING_SPLIT;
}

SISHEUR_INLINE void sisheur_measure(const struct sisheur_domains *d,
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
}

SISHEUR_DEF void sisheur_domains_init(struct sisheur_domains *domains)
{
	unsigned int nr, row;

	SISHEUR_ASSERT(domains);
	nr = sisheur_clamp(domains->nr_cpus);
	domains->nr_cpus = nr;
	sisheur_recognise(domains, nr);
	sisheur_for(row, 0, domains->nr_llcs)
		sisheur_measure(domains, nr, row);
}

SISHEUR_DEF int sisheur_llc_of(const struct sisheur_domains *domains,
			       unsigned int cpu)
{
	unsigned int nr;
	int llc;

	SISHEUR_ASSERT(domains);
	nr = sisheur_clamp(domains->nr_cpus);
	if (cpu >= nr)
		return SISHEUR_NONE;
	llc = sisheur_at(domains->llc, nr, cpu);
	return llc >= 0 && (unsigned int)llc < domains->nr_llcs ? llc :
								  SISHEUR_NONE;
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
