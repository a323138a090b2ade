// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bench.h"

/* splitmix64 (Steele, Lea and Flood, 2014): any seed will do. */
unsigned long long bench_random_u64(struct bench_random *random)
{
	unsigned long long z = random->state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

unsigned int bench_random_below(struct bench_random *random,
				unsigned int limit)
{
	unsigned long long upper = bench_random_u64(random) >> 32;

	return (unsigned int)(upper * limit >> 32);
}
