/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/kept.h - what can be kept about the idle CPUs
 *
 * Which cores are wholly idle follows from the map of idle CPUs, and where
 * siblings are numbered regularly it follows so cheaply that keeping it would
 * be work for nothing.  Two kinds of machine are worth it: those with irregular
 * numbering, where a core is found only through tables, and those of thousands
 * of CPUs, where even reading every word once takes long.  Keep then, beside
 * the idle CPUs, a map of the idle cores, and for each of the two maps a
 * summary that says which of its words are not empty.  A scan that is given
 * them (struct sisheur_view) answers what it would answer without them.
 *
 * The price is paid where a CPU goes idle or busy: a few words are changed, as
 * many as a core has threads.
 */
#ifndef SISHEUR_KEPT_H
#define SISHEUR_KEPT_H

#include <sisheur/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * SISHEUR_KEPT_WORDS() - words of memory that sisheur_kept_init() wants
 * @nr_cpus: CPUs of the machine, at most SISHEUR_MAX_CPUS
 *
 * Two maps and their summaries.
 */
#define SISHEUR_KEPT_WORDS(nr_cpus) \
	(2 * (SISHEUR_WORDS(nr_cpus) + \
	      SISHEUR_WORDS(SISHEUR_WORDS(nr_cpus))))

/**
 * struct sisheur_kept - the idle CPUs, and what is kept about them
 * @domains: the machine
 * @idle:    the idle CPUs: what @idle of struct sisheur_view points to
 * @cores:   the CPUs of the wholly idle cores: all siblings of each, those in
 *	other LLC domains as well
 * @idle_words: bit i: word i of @idle is not 0; SISHEUR_WORDS(
 *	SISHEUR_WORDS(nr_cpus)) words
 * @core_words: the same for @cores
 *
 * One writer at a time, such as the holder of a lock; readers at any time.  A
 * reader may find a summary that is a moment ahead of its map or behind it, and
 * then misses a CPU that has just gone idle, or looks for one in vain; what it
 * answers rests on one read of a word of @idle or @cores.
 */
struct sisheur_kept {
	const struct sisheur_domains *domains;
	unsigned long *idle;
	unsigned long *cores;
	unsigned long *idle_words;
	unsigned long *core_words;
};

/**
 * sisheur_kept_init() - begin to keep, with every CPU busy
 * @kept:    what is to be filled
 * @domains: the machine, after sisheur_domains_init(); it must live as long
 * @memory:  SISHEUR_KEPT_WORDS(nr_cpus) words, which must live as long; what
 *	they hold is lost
 *
 * Then call sisheur_kept_idle() for each CPU that is idle.  When CPUs come or
 * go, begin anew with the new tables.
 *
 * Linux counterpart.  None: it keeps one bit a domain, has_idle_cores.
 *
 * Cost.  One write of each word of @memory.
 */
SISHEUR_DEF void sisheur_kept_init(struct sisheur_kept *kept,
				   const struct sisheur_domains *domains,
				   unsigned long *memory);

/**
 * sisheur_kept_idle() - a CPU has gone idle
 * @kept: begun with sisheur_kept_init()
 * @cpu:  CPU number, any value; one that is not below nr_cpus changes nothing
 *
 * A CPU that is idle already may be named again.
 *
 * Linux counterpart.  __update_idle_core(), 6.12, which sets a hint for the
 * whole domain.
 *
 * Cost.  One word of @idle read and written, one read for each sibling; if that
 * makes the core idle, a word of @cores for each.  A summary is written only
 * when a word stops being empty.
 *
 * Return: true if the whole core of @cpu is idle now: the moment to set
 * has_idle_cores.
 */
SISHEUR_DEF bool sisheur_kept_idle(const struct sisheur_kept *kept,
				   unsigned int cpu);

/**
 * sisheur_kept_busy() - a CPU is idle no more
 * @kept: begun with sisheur_kept_init()
 * @cpu:  CPU number, any value; one that is not below nr_cpus changes nothing
 *
 * A CPU that is busy already may be named again.
 *
 * Linux counterpart.  None: the hint is left to be found wrong.
 *
 * Cost.  As sisheur_kept_idle(); a summary is written only when a word becomes
 * empty.
 *
 * Return: true if the whole core of @cpu was idle until now.
 */
SISHEUR_DEF bool sisheur_kept_busy(const struct sisheur_kept *kept,
				   unsigned int cpu);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_KEPT_H */
