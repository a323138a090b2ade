// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * random.c - the same numbers on every machine
 */
#include "demo.h"

static unsigned long long state;

void sisheur_random_seed(unsigned long long seed)
{
	state = seed;
}

/* SplitMix64 (Steele, Lea, Flood, 2014): any seed will do, 0 included. */
static unsigned long long next(void)
{
	unsigned long long z;

	state += 0x9e3779b97f4a7c15ULL;
	z = state;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* The upper half: its remainder is off by less than 2^-19 below 8192. */
unsigned int sisheur_random_below(unsigned int limit)
{
	return (unsigned int)((next() >> 32) % limit);
}
