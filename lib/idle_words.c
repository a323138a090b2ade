// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The word scan: a word of CPUs at a time, over bitmaps.  It answers what the
 * plain walk (idle_walk.c) answers, and says so in fewer reads.  How a block of
 * words is read and searched is in blocks.h.
 */
#include "private.h"

/**
 * struct sisheur_plane - which map is meant
 * @reach: the search
 * @rank:  0: the idle CPUs.  Else the CPUs of cpus (or of the fallback set)
 *	whose sisheur_state_rank() is this or better
 * @all:   combine siblings by AND, else by OR
 * @common: the view knows no claimed CPUs
 * @sparse: most blocks have no CPU that is asked for
 */
struct sisheur_plane {
	const struct sisheur_reach *reach;
	unsigned int rank;
	bool all;
	bool common;
	bool sparse;
};

/*
 * Two numberings more.  Somebody keeps the map of cores, whatever the numbers;
 * and nobody asks for cores, but for usable CPUs.
 */
#define SISHEUR_KEPT		(SISHEUR_NUMBERING_IRREGULAR + 1)
#define SISHEUR_NO_CORES	(SISHEUR_NUMBERING_IRREGULAR + 2)

/*
 * Are there domains of so many blocks that it is better to ask a summary which
 * words are of use?  Measured: with eight lanes, both take as long at four
 * blocks.
 */
SISHEUR_INLINE bool sisheur_is_huge(const struct sisheur_domains *d)
{
	return d->most_words > 4 * d->lanes;
}

/* Do CPUs of SCHED_IDLE tasks have this rank, and are there any? */
SISHEUR_INLINE bool sisheur_sees_sched_idle(const struct sisheur_scan *scan,
					   unsigned int rank)
{
	return scan->view->sched_idle &&
	       sisheur_state_rank(scan->how, SISHEUR_SCHED_IDLE) >= rank;
}

/* The CPU at which a walk begins, in the words of its domain. */
SISHEUR_INLINE unsigned int sisheur_walk_begins(const struct sisheur_reach *reach)
{
	unsigned int from = reach->scan->target + 1;

	return from / SISHEUR_WORD_BITS < reach->end ?
		       from : reach->first * SISHEUR_WORD_BITS;
}

/* Does no CPU of the target's cluster come before @cpu, the first of all? */
SISHEUR_INLINE bool sisheur_is_near(const struct sisheur_scan *scan, int cpu)
{
	const struct sisheur_domains *d = scan->domains;
	unsigned int nr = sisheur_clamp(d->nr_cpus);

	return !sisheur_knows_clusters(scan) ||
	       sisheur_at(d->cluster, nr, (unsigned int)cpu) ==
		       sisheur_at(d->cluster, nr, scan->target);
}

/* Is the kept map of cores what the maps of this search say? */
SISHEUR_INLINE bool sisheur_is_kept(const struct sisheur_view *view)
{
	return view->kept && !view->claimed;
}

/* How the idle cores of a search are found. */
SISHEUR_INLINE unsigned int
sisheur_core_numbering(const struct sisheur_scan *scan)
{
	return sisheur_is_kept(scan->view) ? SISHEUR_KEPT :
					     scan->domains->numbering;
}

/* Are siblings in other words, or in tables? */
SISHEUR_INLINE bool sisheur_is_far(unsigned int numbering)
{
	return numbering == SISHEUR_NUMBERING_SPLIT ||
	       numbering == SISHEUR_NUMBERING_IRREGULAR;
}

/* Can a block say which cores it is about? */
SISHEUR_INLINE bool sisheur_is_regular_plane(unsigned int numbering)
{
	return numbering != SISHEUR_NUMBERING_IRREGULAR &&
	       numbering != SISHEUR_NUMBERING_UNKNOWN;
}

/* Is there a second rank to look for, when nothing has the first? */
SISHEUR_INLINE bool sisheur_has_rank_1(const struct sisheur_scan *scan)
{
	return (scan->how & SISHEUR_HOW_TRULY_IDLE) &&
	       sisheur_sees_sched_idle(scan, 1);
}

SISHEUR_COLD int sisheur_fall_back(const struct sisheur_scan *scan,
				   int *fallback);
#ifndef SISHEUR_SHORT_STACK
SISHEUR_COLD int sisheur_jump_core(const struct sisheur_scan *scan,
				   int *fallback);
#endif
SISHEUR_INLINE int sisheur_next_usable(const struct sisheur_plane *plane);

/* One word at a time, in plain C. */
#define SISHEUR_WIDE(name)		sisheur_word_ ## name
#define SISHEUR_WIDE_NUMBERING(n)	(n)
#include "plain.h"
#include "blocks.h"

/* A walk's first CPU, if it is in the word in which the walk begins. */
SISHEUR_INLINE int sisheur_next_usable(const struct sisheur_plane *plane)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned int from = sisheur_walk_begins(reach);
	unsigned int i = from / SISHEUR_WORD_BITS;
	unsigned long w;

	if (!reach->end)
		return SISHEUR_NONE;
	w = sisheur_word_hits(plane, SISHEUR_NO_CORES, SISHEUR_PASS_ALL, (int)i,
			      NULL) & ~(sisheur_bit(from) - 1);
	return w ? (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(w)) : SISHEUR_NONE;
}

/* Of @cpu's core: are all siblings in the plane, or any? */
SISHEUR_INLINE bool sisheur_ask_core(const struct sisheur_plane *plane,
				    unsigned int cpu)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned int sibling = cpu;
	unsigned int n;

	sisheur_for(n, 0, reach->nr) {
		bool in = sisheur_word_own(plane,
					   (int)(sibling / SISHEUR_WORD_BITS),
					   false) &
			  sisheur_bit(sibling);

		if (in != plane->all)
			return in;
		sibling = sisheur_next_sibling(reach->scan->domains, reach->nr,
					       sibling);
		if (sibling == cpu)
			break;
	}
	return plane->all;
}

/*
 * Of the CPUs @ask of word @i, the first in wrap order whose core is in the
 * plane.  Each is a walk through tables: the others are not asked.
 */
SISHEUR_OUTLINE unsigned long
sisheur_ask_cores(const struct sisheur_plane *plane, int i, unsigned long ask)
{
	unsigned int from = sisheur_walk_begins(plane->reach);
	unsigned long behind = ~0UL;
	unsigned int n;

	if (from / SISHEUR_WORD_BITS == (unsigned int)i)
		behind = ~(sisheur_bit(from) - 1);
	sisheur_for(n, 0, SISHEUR_WORD_BITS) {
		unsigned long next = ask & behind ? ask & behind : ask;
		unsigned long bit = next & -next;

		if (!ask)
			break;
		if (sisheur_ask_core(plane, (unsigned int)i * SISHEUR_WORD_BITS +
					    sisheur_ctz(next)))
			return bit;
		ask &= ~bit;
	}
	return 0;
}

/* The same, where cores are found through tables. */
#define SISHEUR_WIDE(name)		sisheur_tables_ ## name
#define SISHEUR_WIDE_NUMBERING(n)	SISHEUR_NUMBERING_IRREGULAR
#define SISHEUR_TABLES			sisheur_ask_cores
#include "plain.h"
#include "blocks.h"

#ifdef SISHEUR_VECTORS
#include "vectors.h"
#endif

/* The lowest CPU of @rank or better in the core of @cpu. */
SISHEUR_NOINLINE int sisheur_lowest_of_core(const struct sisheur_scan *scan,
					unsigned int rank, unsigned int cpu)
{
	const struct sisheur_domains *d = scan->domains;
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, rank, false, false, false };
	unsigned int sibling, n;

	sisheur_reach_init(&reach, scan);
	sibling = sisheur_lowest_sibling(d, reach.nr, cpu);
	sisheur_for(n, 0, reach.nr) {
		if (sisheur_word_own(&plane, (int)(sibling / SISHEUR_WORD_BITS),
				     false) & sisheur_bit(sibling))
			return (int)sibling;
		sibling = sisheur_next_sibling(d, reach.nr, sibling);
	}
	return SISHEUR_NONE;
}

SISHEUR_INLINE int sisheur_find_fallback(const struct sisheur_scan *scan,
					 unsigned int rank)
{
	if (!sisheur_is_regular_plane(scan->domains->numbering))
		return sisheur_tables_find_fallback(scan, rank);
#ifdef SISHEUR_VECTORS
	if (scan->domains->lanes == 8)
		return sisheur_eight_fall_back(scan, rank);
	if (scan->domains->lanes == 4)
		return sisheur_four_fall_back(scan, rank);
#endif
#ifdef SISHEUR_SHORT_STACK
	return sisheur_word_find_fallback(scan, rank);
#else
	return sisheur_word_fall_back(scan, rank);
#endif
}

/*
 * Stores whom a core scan has to show that found no idle core.  Of use only if
 * cpus has a usable CPU, or if the fallback may be anywhere.
 */
SISHEUR_COLD int sisheur_fall_back(const struct sisheur_scan *scan,
				   int *fallback)
{
	/* Rank 2 first: nothing betters it, and most often it is there. */
	unsigned int rank = 2;
	int cpu = sisheur_find_fallback(scan, rank);

	if (cpu == SISHEUR_NONE && sisheur_has_rank_1(scan)) {
		rank = 1;
		cpu = sisheur_find_fallback(scan, rank);
	}
	*fallback = cpu == SISHEUR_NONE ? SISHEUR_NONE :
		    sisheur_lowest_of_core(scan, rank, (unsigned int)cpu);
	return SISHEUR_NONE;
}

#ifndef SISHEUR_SHORT_STACK
/* First CPU of words @from ... @to - 1 of @map that is in cpus. */
SISHEUR_INLINE int sisheur_jump_within(const struct sisheur_reach *reach,
				       const unsigned long *map,
				       const unsigned long *summary,
				       unsigned int from, unsigned int to)
{
	unsigned int lines = SISHEUR_WORDS(reach->words);
	unsigned int line, n;

	sisheur_for(line, from / SISHEUR_WORD_BITS, SISHEUR_WORDS(to)) {
		unsigned long left = sisheur_word(summary, lines, line) &
				     sisheur_valid_bits(to, line) &
				     ~sisheur_valid_bits(from, line);

		sisheur_for(n, 0, SISHEUR_WORD_BITS) {
			unsigned int i = line * SISHEUR_WORD_BITS;
			unsigned long w;

			if (!left)
				break;
			i += sisheur_ctz(left);
			left &= left - 1;
			w = sisheur_word(map, reach->words, i) &
			    sisheur_cpus_word(reach, SISHEUR_PASS_ALL, i);
			if (w)
				return (int)(i * SISHEUR_WORD_BITS +
					     sisheur_ctz(w));
		}
	}
	return SISHEUR_NONE;
}

/* Does a summary say that there is somebody in the domain, or beside it? */
SISHEUR_INLINE bool sisheur_says_any(const struct sisheur_reach *reach,
				     const unsigned long *summary)
{
	unsigned int lines = SISHEUR_WORDS(reach->words);
	unsigned long any = 0;
	unsigned int line;

	sisheur_for(line, reach->first / SISHEUR_WORD_BITS,
		    SISHEUR_WORDS(reach->end))
		any |= sisheur_word(summary, lines, line);
	return any;
}

/*
 * First CPU of @map in wrap order that is in cpus: only words are read of which
 * @summary says that there is somebody.
 */
SISHEUR_NOINLINE int sisheur_jump(const struct sisheur_scan *scan,
			       const unsigned long *map,
			       const unsigned long *summary)
{
	struct sisheur_reach reach;
	unsigned long w, behind;
	unsigned int from, i;
	int cpu;

	sisheur_reach_domain(&reach, scan);
	/* Most often, when it matters, there is nobody at all. */
	if (!sisheur_says_any(&reach, summary))
		return SISHEUR_NONE;
	from = sisheur_walk_begins(&reach);
	behind = ~(sisheur_bit(from) - 1);
	i = from / SISHEUR_WORD_BITS;
	w = sisheur_word(map, reach.words, i);
	if (w)
		w &= sisheur_cpus_word(&reach, SISHEUR_PASS_ALL, i);
	if (w & behind)
		return (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(w & behind));
	cpu = sisheur_jump_within(&reach, map, summary, i + 1, reach.end);
	if (cpu == SISHEUR_NONE)
		cpu = sisheur_jump_within(&reach, map, summary, reach.first, i);
	if (cpu == SISHEUR_NONE && w)
		cpu = (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(w));
	return cpu;
}

/* Is there one in the target's cluster, beside @cpu, the first of the domain? */
SISHEUR_INLINE int sisheur_near(const struct sisheur_scan *scan,
				unsigned int numbering, int cpu)
{
	if (sisheur_is_near(scan, cpu))
		return cpu;
#ifdef SISHEUR_VECTORS
	if (scan->domains->lanes == 8)
		return sisheur_eight_near(scan, numbering, cpu);
	if (scan->domains->lanes == 4)
		return sisheur_four_near(scan, numbering, cpu);
#endif
	return sisheur_word_near(scan, numbering, cpu);
}

/* A kept map of idle cores, in domains of many words. */
SISHEUR_COLD int sisheur_jump_core(const struct sisheur_scan *scan,
				   int *fallback)
{
	const struct sisheur_kept *kept = scan->view->kept;
	int cpu = sisheur_jump(scan, kept->cores, kept->core_words);

	if (cpu != SISHEUR_NONE)
		return sisheur_near(scan, SISHEUR_KEPT, cpu);
	if (!fallback)
		return SISHEUR_NONE;
	if (sisheur_sees_sched_idle(scan, 1) ||
	    (scan->how & SISHEUR_HOW_ANYWHERE) ||
	    sisheur_jump(scan, scan->view->idle, kept->idle_words) !=
		    SISHEUR_NONE)
		return sisheur_fall_back(scan, fallback);
	*fallback = SISHEUR_NONE;
	return SISHEUR_NONE;
}
#endif

/* An idle core, whatever the search is like. */
SISHEUR_INLINE int sisheur_find_core(const struct sisheur_scan *scan,
				     bool *usable)
{
	if (!sisheur_is_regular_plane(sisheur_core_numbering(scan)))
		return sisheur_tables_find_core(scan, usable);
#ifdef SISHEUR_VECTORS
	if (scan->domains->lanes == 8)
		return sisheur_eight_find_core(scan, usable);
	if (scan->domains->lanes == 4)
		return sisheur_four_find_core(scan, usable);
#endif
	return sisheur_word_find_core(scan, usable);
}

/* The same and, where there is none, a fallback. */
SISHEUR_COLD int sisheur_find_any(const struct sisheur_scan *scan,
				  int *fallback)
{
	bool usable;
	int cpu = sisheur_find_core(scan, &usable);

	if (cpu != SISHEUR_NONE || !fallback)
		return cpu;
	if (usable || (scan->how & SISHEUR_HOW_ANYWHERE))
		return sisheur_fall_back(scan, fallback);
	*fallback = SISHEUR_NONE;
	return SISHEUR_NONE;
}

SISHEUR_INLINE int sisheur_find_one(const struct sisheur_scan *scan,
				    int *fallback)
{
#ifndef SISHEUR_SHORT_STACK
	unsigned int numbering = sisheur_core_numbering(scan);

	if (scan->view->claimed || !sisheur_is_regular_plane(numbering))
		return sisheur_find_any(scan, fallback);
#ifdef SISHEUR_VECTORS
	if (scan->domains->lanes == 8)
		return sisheur_eight_common_core(scan, fallback, numbering);
	if (scan->domains->lanes == 4)
		return sisheur_four_common_core(scan, fallback, numbering);
#endif
	return sisheur_word_common_core(scan, fallback, numbering);
#else
	return sisheur_find_any(scan, fallback);
#endif
}

SISHEUR_DEF int sisheur_scan_core(const struct sisheur_scan *scan,
				  int *fallback)
{
	SISHEUR_ASSERT(scan && scan->domains && scan->view);
	if (scan->view->idle)
		return sisheur_find_one(scan, fallback);
	/* Nothing that could be read says that a CPU is idle. */
	if (fallback)
		*fallback = SISHEUR_NONE;
	return SISHEUR_NONE;
}

SISHEUR_DEF bool sisheur_has_idle_core(const struct sisheur_scan *scan)
{
	SISHEUR_ASSERT(scan && scan->domains && scan->view);
	if (!scan->view->idle)
		return false;
#ifdef SISHEUR_SHORT_STACK
	/* Not by way of a fallback that nobody asks for. */
	return sisheur_find_core(scan, NULL) != SISHEUR_NONE;
#else
	return sisheur_find_one(scan, NULL) != SISHEUR_NONE;
#endif
}

/* First CPU of one pass with @rank or better; @left counts the looks down. */
SISHEUR_INLINE int sisheur_first_cpu(const struct sisheur_plane *plane,
				    unsigned int pass, unsigned int *left)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned int n;

	sisheur_for(n, 0, sisheur_visits(reach)) {
		unsigned long mask, cpus, hits, looked;
		unsigned int i = sisheur_nth_word(reach, n, &mask);
		unsigned int spent;

		cpus = sisheur_cpus_word(reach, pass, i) & mask;
		hits = cpus & sisheur_word_usable(plane, (int)i, true);
		looked = hits ? cpus & ((hits & -hits) - 1) : cpus;
		spent = sisheur_weight(looked);
		if (spent >= *left) {
			*left = 0;
			return SISHEUR_NONE;
		}
		*left -= spent;
		if (hits)
			return (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(hits));
	}
	return SISHEUR_NONE;
}

SISHEUR_INLINE int sisheur_find_cpu(const struct sisheur_plane *plane,
				   unsigned int budget)
{
	unsigned int left = budget;
	int cpu;

	cpu = sisheur_first_cpu(plane, plane->reach->pass, &left);
	if (cpu == SISHEUR_NONE && left &&
	    plane->reach->pass == SISHEUR_PASS_INSIDE)
		cpu = sisheur_first_cpu(plane, SISHEUR_PASS_BEYOND, &left);
	return cpu;
}

/* The looks of a budget are counted a word at a time. */
SISHEUR_INLINE int sisheur_scan_within(const struct sisheur_scan *scan,
				       unsigned int budget)
{
	struct sisheur_reach reach;
	struct sisheur_plane plane = { &reach, 2, false, false, false };
	int cpu;

	sisheur_reach_init(&reach, scan);
	cpu = sisheur_find_cpu(&plane, budget);
	if (cpu == SISHEUR_NONE && sisheur_has_rank_1(scan)) {
		plane.rank = 1;
		cpu = sisheur_find_cpu(&plane, budget);
	}
	return cpu;
}

/* Does a budget reach as far as the domain? */
SISHEUR_INLINE bool sisheur_is_ample(const struct sisheur_scan *scan,
				    unsigned int budget)
{
	int llc = sisheur_llc_number(scan->domains,
				     sisheur_clamp(scan->domains->nr_cpus),
				     scan->target);

	return llc != SISHEUR_NONE && scan->domains->llcs[llc].weight <= budget;
}

#ifndef SISHEUR_SHORT_STACK
/* A kept map of idle CPUs, in domains of many words. */
SISHEUR_NOINLINE int sisheur_jump_cpu(const struct sisheur_scan *scan)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, 2, false, true, false };
	int cpu;

	sisheur_reach_domain(&reach, scan);
	cpu = sisheur_next_usable(&plane);
	if (cpu == SISHEUR_NONE)
		cpu = sisheur_jump(scan, scan->view->idle,
				   scan->view->kept->idle_words);
	return cpu == SISHEUR_NONE ? cpu :
				     sisheur_near(scan, SISHEUR_NO_CORES, cpu);
}

/* What most searches are: nobody claimed a CPU. */
SISHEUR_INLINE int sisheur_find_common(const struct sisheur_scan *scan)
{
	const struct sisheur_domains *d = scan->domains;

	if (scan->view->kept && sisheur_is_huge(d) &&
	    !sisheur_sees_sched_idle(scan, 1))
		return sisheur_jump_cpu(scan);
#ifdef SISHEUR_VECTORS
	if (d->lanes == 8)
		return d->most_words <= 8 ? sisheur_eight_common_cpu(scan) :
					    sisheur_eight_large_cpu(scan);
	if (d->lanes == 4)
		return d->most_words <= 4 ? sisheur_four_common_cpu(scan) :
					    sisheur_four_large_cpu(scan);
#endif
	return d->most_words <= 1 ? sisheur_word_common_cpu(scan) :
				    sisheur_word_large_cpu(scan);
}
#endif

SISHEUR_DEF int sisheur_scan_cpu(const struct sisheur_scan *scan,
				 unsigned int budget)
{
	SISHEUR_ASSERT(scan && scan->domains && scan->view);
	if (!scan->view->idle)
		return SISHEUR_NONE;
	if (!sisheur_is_ample(scan, budget))
		return sisheur_scan_within(scan, budget);
#ifndef SISHEUR_SHORT_STACK
	if (!scan->view->claimed)
		return sisheur_find_common(scan);
#endif
#ifdef SISHEUR_VECTORS
	if (scan->domains->lanes == 8)
		return sisheur_eight_scan_cpu(scan);
	if (scan->domains->lanes == 4)
		return sisheur_four_scan_cpu(scan);
#endif
	return sisheur_word_scan_cpu(scan);
}
