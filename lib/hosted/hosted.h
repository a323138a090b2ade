/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * hosted.h - what the hosted files share and nobody else may call
 */
#ifndef SISHEUR_HOSTED_H
#define SISHEUR_HOSTED_H

#include <sisheur/case.h>
#include <sisheur/sisheur.h>
#include <sisheur/topology.h>

/*
 * Says in @error what was wrong and what is accepted; false, so that a reader
 * can "return sisheur_fail(...)".
 */
SISHEUR_PRIVATE __attribute__((__format__(__printf__, 2, 3)))
bool sisheur_fail(struct sisheur_error *error, const char *format, ...);

/*
 * A cursor over the text of one cpulist, which is not changed: each range is
 * handed out in turn.
 */
struct sisheur_ranges {
	const char *at;
	const char *end;
	unsigned int nr_cpus;
	bool bad;
};

/* The next range of a list; false at its end or, with @bad set, on an error. */
SISHEUR_PRIVATE bool sisheur_next_range(struct sisheur_ranges *ranges,
					unsigned int *first, unsigned int *last,
					struct sisheur_error *error);

/* Adds a CPU to a set that has room for it. */
static inline void sisheur_add_cpu(unsigned long *set, unsigned int cpu)
{
	set[cpu / SISHEUR_WORD_BITS] |= 1UL << cpu % SISHEUR_WORD_BITS;
}

/* Reads the ranges that are left into a set, which must be large enough. */
SISHEUR_PRIVATE bool sisheur_read_ranges(struct sisheur_ranges *ranges,
					 unsigned long *set,
					 struct sisheur_error *error);

/* Adds CPUs @first to @last by words: a list may name all a million times. */
SISHEUR_PRIVATE void sisheur_add_range(unsigned long *set, unsigned int first,
				       unsigned int last);

#endif /* SISHEUR_HOSTED_H */
