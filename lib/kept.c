// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "private.h"

/*
 * Puts @cpu into a map or takes it out, and says so in its summary.  What does
 * not change is not written: each write takes the line away from every reader.
 */
SISHEUR_INLINE void sisheur_keep(unsigned long *map, unsigned long *summary,
				 unsigned int words, unsigned int cpu, bool in)
{
	unsigned int i = cpu / SISHEUR_WORD_BITS;
	unsigned int lines = SISHEUR_WORDS(words);
	unsigned int line = i / SISHEUR_WORD_BITS;
	unsigned long was = sisheur_word(map, words, i);
	unsigned long is = in ? was | sisheur_bit(cpu) :
				was & ~sisheur_bit(cpu);
	unsigned long seen;

	if (is == was)
		return;
	sisheur_put(map, words, i, is);
	if (was && is)
		return;
	seen = sisheur_word(summary, lines, line);
	sisheur_put(summary, lines, line, is ? seen | sisheur_bit(i) :
					       seen & ~sisheur_bit(i));
}

/* Is every CPU of the core of @cpu in the map? */
SISHEUR_INLINE bool sisheur_keeps_core(const struct sisheur_kept *kept,
				       const unsigned long *map,
				       unsigned int nr, unsigned int cpu)
{
	unsigned int sibling = cpu;
	unsigned int i;

	sisheur_for(i, 0, nr) {
		if (!(sisheur_word(map, SISHEUR_WORDS(nr),
				   sibling / SISHEUR_WORD_BITS) &
		      sisheur_bit(sibling)))
			return false;
		sibling = sisheur_next_sibling(kept->domains, nr, sibling);
		if (sibling == cpu)
			break;
	}
	return true;
}

SISHEUR_INLINE void sisheur_keep_core(const struct sisheur_kept *kept,
				      unsigned int nr, unsigned int cpu,
				      bool in)
{
	unsigned int sibling = cpu;
	unsigned int i;

	sisheur_for(i, 0, nr) {
		sisheur_keep(kept->cores, kept->core_words, SISHEUR_WORDS(nr),
			     sibling, in);
		sibling = sisheur_next_sibling(kept->domains, nr, sibling);
		if (sibling == cpu)
			break;
	}
}

SISHEUR_DEF void sisheur_kept_init(struct sisheur_kept *kept,
				   const struct sisheur_domains *domains,
				   unsigned long *memory)
{
	unsigned int words, lines, i;

	SISHEUR_ASSERT(kept && domains && memory);
	words = SISHEUR_WORDS(sisheur_clamp(domains->nr_cpus));
	lines = SISHEUR_WORDS(words);
	kept->domains = domains;
	kept->idle = memory;
	kept->cores = memory + words;
	kept->idle_words = memory + 2 * words;
	kept->core_words = memory + 2 * words + lines;
	sisheur_for(i, 0, 2 * (words + lines))
		sisheur_put(memory, 2 * (words + lines), i, 0UL);
}

SISHEUR_DEF bool sisheur_kept_idle(const struct sisheur_kept *kept,
				   unsigned int cpu)
{
	unsigned int nr;

	SISHEUR_ASSERT(kept && kept->domains);
	nr = sisheur_clamp(kept->domains->nr_cpus);
	if (cpu >= nr)
		return false;
	sisheur_keep(kept->idle, kept->idle_words, SISHEUR_WORDS(nr), cpu,
		     true);
	if (!sisheur_keeps_core(kept, kept->idle, nr, cpu))
		return false;
	sisheur_keep_core(kept, nr, cpu, true);
	return true;
}

SISHEUR_DEF bool sisheur_kept_busy(const struct sisheur_kept *kept,
				   unsigned int cpu)
{
	unsigned int nr;
	bool was;

	SISHEUR_ASSERT(kept && kept->domains);
	nr = sisheur_clamp(kept->domains->nr_cpus);
	if (cpu >= nr)
		return false;
	was = sisheur_word(kept->cores, SISHEUR_WORDS(nr),
			   cpu / SISHEUR_WORD_BITS) & sisheur_bit(cpu);
	/* First the core: nobody is to be told of one that is not idle. */
	if (was)
		sisheur_keep_core(kept, nr, cpu, false);
	sisheur_keep(kept->idle, kept->idle_words, SISHEUR_WORDS(nr), cpu,
		     false);
	return was;
}
