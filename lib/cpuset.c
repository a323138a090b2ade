// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "private.h"

SISHEUR_DEF bool sisheur_cpuset_test(const unsigned long *set,
				     unsigned int nr_cpus, unsigned int cpu)
{
	unsigned int nr = sisheur_clamp(nr_cpus);

	if (!set || cpu >= nr)
		return false;
	return sisheur_word(set, SISHEUR_WORDS(nr), cpu / SISHEUR_WORD_BITS) &
	       sisheur_bit(cpu);
}

SISHEUR_DEF unsigned int sisheur_cpuset_weight(const unsigned long *set,
					       unsigned int nr_cpus)
{
	unsigned int nr = sisheur_clamp(nr_cpus);
	unsigned int weight = 0;
	unsigned int i;

	if (!set)
		return 0;
	sisheur_for(i, 0, SISHEUR_WORDS(nr))
		weight += sisheur_weight(sisheur_word(set, SISHEUR_WORDS(nr), i) &
					 sisheur_valid_bits(nr, i));
	return weight;
}

SISHEUR_DEF int sisheur_cpuset_next(const unsigned long *set,
				    unsigned int nr_cpus, unsigned int from)
{
	unsigned int nr = sisheur_clamp(nr_cpus);
	unsigned int i;

	if (!set || from >= nr)
		return SISHEUR_NONE;
	sisheur_for(i, from / SISHEUR_WORD_BITS, SISHEUR_WORDS(nr)) {
		unsigned long w = sisheur_word(set, SISHEUR_WORDS(nr), i) &
				  sisheur_valid_bits(nr, i);

		if (i == from / SISHEUR_WORD_BITS)
			w &= ~(sisheur_bit(from) - 1);
		if (w)
			return (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(w));
	}
	return SISHEUR_NONE;
}
