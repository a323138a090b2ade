/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * counting_port.h - an environment that is not listed in port.h: every name
 * that it owes the library, with reads of shared memory answered by the test
 */
#ifndef SISHEUR_TESTS_COUNTING_PORT_H
#define SISHEUR_TESTS_COUNTING_PORT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if ULONG_MAX == 0xffffffffUL
#define SISHEUR_WORD_BITS	32
#else
#define SISHEUR_WORD_BITS	64
#endif

unsigned long sisheur_answer_load(const unsigned long *p);
int sisheur_answer_load_int(const int *p);

static inline unsigned long sisheur_load(const unsigned long *p)
{
	return sisheur_answer_load(p);
}

static inline int sisheur_load_int(const int *p)
{
	return sisheur_answer_load_int(p);
}

static inline void sisheur_store(unsigned long *p, unsigned long w)
{
	*p = w;
}

/* One bit at a time: slow, and like no other environment's. */
static inline unsigned int sisheur_ctz(unsigned long w)
{
	unsigned int n = 0;

	for (; !(w & 1); w >>= 1)
		n++;
	return n;
}

static inline unsigned int sisheur_weight(unsigned long w)
{
	unsigned int n = 0;

	for (; w; w >>= 1)
		n += w & 1;
	return n;
}

static inline unsigned long long sisheur_div64(unsigned long long n,
					       unsigned long long d)
{
	return n / d;
}

#define SISHEUR_TRAP()	abort()

#endif /* SISHEUR_TESTS_COUNTING_PORT_H */
