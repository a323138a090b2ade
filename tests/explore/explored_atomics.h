/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* explored_atomics.h - atomics.h, with a stop before each access */
#ifndef SISHEUR_TESTS_EXPLORED_ATOMICS_H
#define SISHEUR_TESTS_EXPLORED_ATOMICS_H

#include "explore.h"

/* A word of a map became what it is now. */
void explored_changed(const unsigned long *word, unsigned long before);

static inline unsigned long sisheur_explored_word(unsigned long *word,
						  unsigned long clear,
						  unsigned long set)
{
	unsigned long before;

	explore_at(EXPLORE_CHANGE, word);
	before = *word;
	*word = (before & ~clear) | set;
	explored_changed(word, before);
	return before;
}

static inline bool sisheur_take_bit(unsigned long *word, unsigned long bit)
{
	return sisheur_explored_word(word, bit, 0) & bit;
}

static inline bool sisheur_give_bit(unsigned long *word, unsigned long bit)
{
	return sisheur_explored_word(word, 0, bit) & bit;
}

static inline unsigned long sisheur_give_bits(unsigned long *word,
					      unsigned long bits)
{
	return sisheur_explored_word(word, 0, bits);
}

static inline bool sisheur_swap_word(unsigned long *word, unsigned long *old,
				     unsigned long new)
{
	unsigned long before;

	explore_at(EXPLORE_CHANGE, word);
	before = *word;
	if (before != *old) {
		*old = before;
		return false;
	}
	*word = new;
	explored_changed(word, before);
	return true;
}

static inline unsigned long sisheur_read_word(const unsigned long *word)
{
	explore_at(EXPLORE_READ, word);
	return *word;
}

static inline int sisheur_read_int(const int *p)
{
	explore_at(EXPLORE_READ, p);
	return *p;
}

static inline void sisheur_write_int(int *p, int value)
{
	explore_at(EXPLORE_WRITE, p);
	*p = value;
}

static inline void sisheur_add_int(int *p, int n)
{
	explore_at(EXPLORE_WRITE, p);
	*p += n;
}

/* There is one order for all threads here. */
static inline void sisheur_fence_reads(void)
{
}

static inline void sisheur_fence_all(void)
{
}

#endif /* SISHEUR_TESTS_EXPLORED_ATOMICS_H */
