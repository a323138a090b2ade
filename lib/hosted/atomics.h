/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * atomics.h - every access of claim.c to memory that threads share
 *
 * Few and small, so that a test can name a header of its own with
 * -DSISHEUR_ATOMICS='"my-atomics.h"' and decide who runs at each of them.  The
 * maps are also read by the scans, through sisheur_load() of port.h.
 *
 * What is read-modify-write is sequentially consistent: on x86 nothing less is
 * cheaper, and elsewhere the proofs in claim.c need one order of releases and
 * hints.
 */
#ifndef SISHEUR_HOSTED_ATOMICS_H
#define SISHEUR_HOSTED_ATOMICS_H

#ifdef SISHEUR_ATOMICS
#include SISHEUR_ATOMICS
#else

#include <sisheur/port.h>

/* Clears one bit; was it set? */
SISHEUR_INLINE bool sisheur_take_bit(unsigned long *word, unsigned long bit)
{
	return __atomic_fetch_and(word, ~bit, __ATOMIC_SEQ_CST) & bit;
}

/* Sets one bit; was it set? */
SISHEUR_INLINE bool sisheur_give_bit(unsigned long *word, unsigned long bit)
{
	return __atomic_fetch_or(word, bit, __ATOMIC_SEQ_CST) & bit;
}

/* Sets some bits; the word before. */
SISHEUR_INLINE unsigned long sisheur_give_bits(unsigned long *word,
					       unsigned long bits)
{
	return __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST);
}

/* Makes @old into @new, or tells in @old what was there instead. */
SISHEUR_INLINE bool sisheur_swap_word(unsigned long *word, unsigned long *old,
				      unsigned long new)
{
	return __atomic_compare_exchange_n(word, old, new, false,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

SISHEUR_INLINE unsigned long sisheur_read_word(const unsigned long *word)
{
	return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

SISHEUR_INLINE int sisheur_read_int(const int *p)
{
	return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}

/* In no order with anything: who needs one puts a fence behind it. */
SISHEUR_INLINE void sisheur_write_int(int *p, int value)
{
	__atomic_store_n(p, value, __ATOMIC_RELAXED);
}

SISHEUR_INLINE void sisheur_add_int(int *p, int n)
{
	__atomic_fetch_add(p, n, __ATOMIC_SEQ_CST);
}

/* What was read before it is older than what is read behind it. */
SISHEUR_INLINE void sisheur_fence_reads(void)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
}

/* What was written before it is seen, or its writer is. */
SISHEUR_INLINE void sisheur_fence_all(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#endif
#endif /* SISHEUR_HOSTED_ATOMICS_H */
