// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What one CPU and one core does, and what the walk (idle_walk.c) and the word
 * scan (idle_words.c) have in common: which CPUs a search may reach, and in
 * which passes.
 */
#include "private.h"

SISHEUR_DEF unsigned int sisheur_look(const struct sisheur_view *view,
				      unsigned int nr_cpus, unsigned int cpu)
{
	SISHEUR_ASSERT(view);
	return sisheur_look_at(view, sisheur_clamp(nr_cpus), cpu);
}

SISHEUR_DEF bool sisheur_core_is_idle(const struct sisheur_domains *domains,
				      const struct sisheur_view *view,
				      unsigned int cpu)
{
	unsigned int sibling = cpu;
	unsigned int i, nr;

	SISHEUR_ASSERT(domains && view);
	nr = sisheur_clamp(domains->nr_cpus);
	sisheur_for(i, 0, nr) {
		if (sisheur_look_at(view, nr, sibling) != SISHEUR_IDLE)
			return false;
		sibling = sisheur_next_sibling(domains, nr, sibling);
		if (sibling == cpu)
			return true;
	}
	return false;
}

SISHEUR_DEF bool sisheur_sets_idle_cores(const struct sisheur_domains *domains,
					 const struct sisheur_view *view,
					 unsigned int cpu,
					 const int *has_idle_cores)
{
	unsigned int sibling = cpu;
	unsigned int i, nr;

	SISHEUR_ASSERT(domains && view);
	nr = sisheur_clamp(domains->nr_cpus);
	if (!domains->smt || sisheur_llc_of(domains, cpu) == SISHEUR_NONE)
		return false;
	if (has_idle_cores && sisheur_load_int(has_idle_cores))
		return false;

	sisheur_for(i, 0, nr) {
		sibling = sisheur_next_sibling(domains, nr, sibling);
		if (sibling == cpu)
			return true;
		if (sisheur_look_at(view, nr, sibling) != SISHEUR_IDLE)
			return false;
	}
	return false;
}

/* How many words a walk in wrap order visits. */
SISHEUR_PRIVATE unsigned int sisheur_visits(const struct sisheur_reach *reach)
{
	return reach->first < reach->end ? reach->end - reach->first + 1 : 0;
}

/*
 * The @nth word of a walk that begins behind the target and wraps: the word
 * that holds the beginning comes first with its upper bits and, after all
 * others, once more with its lower ones.
 */
SISHEUR_PRIVATE unsigned int sisheur_nth_word(const struct sisheur_reach *reach,
					      unsigned int nth,
					      unsigned long *mask)
{
	unsigned int from = reach->scan->target + 1;
	unsigned int nr = reach->end - reach->first;
	unsigned int i;

	if (from / SISHEUR_WORD_BITS >= reach->end)
		from = reach->first * SISHEUR_WORD_BITS;
	i = from / SISHEUR_WORD_BITS + nth;

	*mask = ~0UL;
	if (!nth)
		*mask = ~(sisheur_bit(from) - 1);
	else if (nth == nr)
		*mask = sisheur_bit(from) - 1;
	return i < reach->end ? i : i - nr;
}

/* Word @i of the CPUs that @pass covers. */
SISHEUR_PRIVATE unsigned long sisheur_cpus_word(const struct sisheur_reach *reach,
						unsigned int pass,
						unsigned int i)
{
	const struct sisheur_domains *d = reach->scan->domains;
	unsigned long w, inside;

	w = sisheur_at(d->llc_span, d->nr_llcs * reach->words, reach->row + i) &
	    sisheur_tail_bits(reach, i);
	if (reach->scan->allowed)
		w &= sisheur_word(reach->scan->allowed, reach->words, i);
	if (pass == SISHEUR_PASS_ALL)
		return w;

	inside = sisheur_at(d->cluster_span, d->nr_clusters * reach->words,
			    reach->cluster + i);
	return pass == SISHEUR_PASS_INSIDE ? w & inside : w & ~inside;
}

/* May @cpu be the fallback of a core scan? */
SISHEUR_PRIVATE bool sisheur_in_fallback(const struct sisheur_reach *reach,
					 unsigned int cpu)
{
	if (reach->scan->how & SISHEUR_HOW_ANYWHERE)
		return sisheur_is_allowed(reach, cpu);
	return sisheur_in_cpus(reach, cpu);
}

SISHEUR_DEF bool sisheur_scan_is_empty(const struct sisheur_scan *scan)
{
	struct sisheur_reach reach;
	unsigned int i;

	sisheur_reach_init(&reach, scan);
	sisheur_for(i, reach.first, reach.end)
		if (sisheur_cpus_word(&reach, SISHEUR_PASS_ALL, i))
			return false;
	return true;
}

/* Is every CPU of the target's domain allowed? */
SISHEUR_PRIVATE bool sisheur_covers_domain(const struct sisheur_scan *scan)
{
	struct sisheur_scan whole = *scan;
	struct sisheur_reach reach, all;
	unsigned int i;

	whole.allowed = NULL;
	sisheur_reach_init(&reach, scan);
	sisheur_reach_init(&all, &whole);
	sisheur_for(i, reach.first, reach.end)
		if (sisheur_cpus_word(&reach, SISHEUR_PASS_ALL, i) !=
		    sisheur_cpus_word(&all, SISHEUR_PASS_ALL, i))
			return false;
	return true;
}

SISHEUR_DEF int sisheur_scan_siblings(const struct sisheur_scan *scan,
				      unsigned int *probes)
{
	struct sisheur_reach reach;

	sisheur_reach_domain(&reach, scan);
	return sisheur_first_sibling(&reach, probes);
}
