/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* explored_port.h - an environment in which a test decides who reads when */
#ifndef SISHEUR_TESTS_EXPLORED_PORT_H
#define SISHEUR_TESTS_EXPLORED_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if __SIZEOF_LONG__ == 4
#define SISHEUR_WORD_BITS	32
#else
#define SISHEUR_WORD_BITS	64
#endif

/* Stops if it is memory that threads share: other maps do not change. */
void explored_reads(const void *p);

static inline unsigned long sisheur_load(const unsigned long *p)
{
	explored_reads(p);
	return *p;
}

static inline int sisheur_load_int(const int *p)
{
	explored_reads(p);
	return *p;
}

static inline void sisheur_store(unsigned long *p, unsigned long w)
{
	*p = w;
}

static inline unsigned int sisheur_ctz(unsigned long w)
{
	return (unsigned int)__builtin_ctzl(w);
}

static inline unsigned int sisheur_weight(unsigned long w)
{
	return (unsigned int)__builtin_popcountl(w);
}

static inline unsigned long long sisheur_div64(unsigned long long n,
					       unsigned long long d)
{
	return n / d;
}

#define SISHEUR_TRAP()	abort()

#endif /* SISHEUR_TESTS_EXPLORED_PORT_H */
