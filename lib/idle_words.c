// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The word scan: a word of CPUs at a time, over bitmaps.  It answers what the
 * plain walk (idle_walk.c) answers, and says so in fewer reads.
 *
 * A plane is a map that is computed a word at a time and never stored.  Two
 * planes are about cores: "the whole core is idle" is the AND of the idle map
 * over the siblings, "the core has a CPU to fall back on" is the OR of a map
 * of such CPUs.  Where siblings are numbered regularly, either is a few shifts.
 */
#include "private.h"

/**
 * struct sisheur_plane - which map is meant
 * @reach: the search
 * @rank:  0: the idle CPUs.  Else the CPUs of cpus (or of the fallback set)
 *	whose sisheur_state_rank() is this or better
 * @all:   combine siblings by AND, else by OR
 */
struct sisheur_plane {
	const struct sisheur_reach *reach;
	unsigned int rank;
	bool all;
};

SISHEUR_INLINE unsigned long sisheur_usable_word(const struct sisheur_reach *reach,
						unsigned int rank,
						unsigned int i)
{
	const struct sisheur_view *view = reach->scan->view;
	unsigned long w = sisheur_word(view->idle, reach->words, i);

	if (view->sched_idle && rank &&
	    sisheur_state_rank(reach->scan->how, SISHEUR_SCHED_IDLE) >= rank)
		w |= sisheur_word(view->sched_idle, reach->words, i);
	if (view->claimed)
		w &= ~sisheur_word(view->claimed, reach->words, i);
	return w & sisheur_tail_bits(reach, i);
}

SISHEUR_INLINE unsigned long sisheur_plane_word(const struct sisheur_plane *plane,
					       unsigned int i)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned long w = sisheur_usable_word(reach, plane->rank, i);

	if (!plane->rank || !w)
		return w;
	if (!(reach->scan->how & SISHEUR_HOW_ANYWHERE))
		return w & sisheur_cpus_word(reach, SISHEUR_PASS_ALL, i);
	return reach->scan->allowed ?
	       w & sisheur_word(reach->scan->allowed, reach->words, i) : w;
}

/* Word @i of the lone CPUs, none where there are no cores beside them. */
SISHEUR_INLINE unsigned long sisheur_lone_word(const struct sisheur_plane *plane,
					      unsigned int i)
{
	const struct sisheur_domains *d = plane->reach->scan->domains;

	return d->mixed ? sisheur_at(d->lone, plane->reach->words, i) : 0;
}

/* What a CPU says to its siblings: nobody waits for a lone one. */
SISHEUR_INLINE unsigned long
sisheur_sibling_word(const struct sisheur_plane *plane, unsigned int i)
{
	unsigned long w = sisheur_plane_word(plane, i);
	unsigned long lone = sisheur_lone_word(plane, i);

	return plane->all ? w | lone : w & ~lone;
}

/* And what it makes of what they say. */
SISHEUR_INLINE unsigned long
sisheur_combined_word(const struct sisheur_plane *plane, unsigned int i,
		      unsigned long siblings)
{
	unsigned long w = sisheur_plane_word(plane, i);
	unsigned long lone = sisheur_lone_word(plane, i);

	return plane->all ? w & (siblings | lone) : w | (siblings & ~lone);
}

/* Word @i of the siblings, of the @nr CPUs that have any. */
SISHEUR_INLINE unsigned long sisheur_ring_word(const struct sisheur_plane *plane,
					      unsigned int nr, unsigned int i)
{
	return i < plane->reach->words ?
		       sisheur_sibling_word(plane, i) & sisheur_valid_bits(nr, i) :
		       0;
}

/*
 * Word @i of the siblings that are @up CPUs up, and of those that are the rest
 * of the ring down.  Beyond either end of the ring there is nobody.
 */
SISHEUR_INLINE unsigned long sisheur_ring_at(const struct sisheur_plane *plane,
					    unsigned int i, unsigned int up)
{
	const struct sisheur_domains *d = plane->reach->scan->domains;
	unsigned int ring = d->threads * d->stride;
	unsigned int down = ring - up;
	unsigned int nr = ring < plane->reach->nr ? ring : plane->reach->nr;
	unsigned int far = up / SISHEUR_WORD_BITS;
	unsigned int shift = up % SISHEUR_WORD_BITS;
	unsigned long w = sisheur_ring_word(plane, nr, i + far) >> shift;

	/* A shift by the whole width would have no answer. */
	if (shift)
		w |= sisheur_ring_word(plane, nr, i + far + 1) <<
		     (SISHEUR_WORD_BITS - shift);
	far = down / SISHEUR_WORD_BITS;
	shift = down % SISHEUR_WORD_BITS;
	if (i >= far)
		w |= sisheur_ring_word(plane, nr, i - far) << shift;
	if (shift && i > far)
		w |= sisheur_ring_word(plane, nr, i - far - 1) >>
		     (SISHEUR_WORD_BITS - shift);
	return w;
}

SISHEUR_OUTLINE unsigned long sisheur_split_word(const struct sisheur_plane *plane,
					       unsigned int i)
{
	const struct sisheur_domains *d = plane->reach->scan->domains;
	unsigned long w = sisheur_sibling_word(plane, i);
	unsigned int nth;

	sisheur_for(nth, 1, d->threads) {
		unsigned long other = sisheur_ring_at(plane, i,
						      nth * d->stride);

		w = plane->all ? w & other : w | other;
	}
	return sisheur_combined_word(plane, i, w);
}

SISHEUR_OUTLINE unsigned long
sisheur_adjacent_word(const struct sisheur_plane *plane, unsigned int i)
{
	unsigned int threads = plane->reach->scan->domains->threads;
	unsigned long w = sisheur_sibling_word(plane, i);
	/*
	 * The lowest CPU of every core: 01 01 ..., 0001 0001 ...  Constants,
	 * because a division by a variable takes longer than all the rest.
	 */
	unsigned long lowest = threads == 2 ? ~0UL / 0x3 :
			       threads == 4 ? ~0UL / 0xf : ~0UL / 0xff;

	/* What is all ones in a core is all zeros in the complement. */
	if (plane->all)
		w = ~w;
	w |= w >> 1;
	if (threads > 2)
		w |= w >> 2;
	if (threads > 4)
		w |= w >> 4;
	w = (w & lowest) * ((1UL << threads) - 1);
	return sisheur_combined_word(plane, i, plane->all ? ~w : w);
}

/* Of @cpu's core: are all siblings in the plane, or any? */
SISHEUR_INLINE bool sisheur_ask_core(const struct sisheur_plane *plane,
				    unsigned int cpu)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned int sibling = cpu;
	unsigned int n;

	sisheur_for(n, 0, reach->nr) {
		bool in = sisheur_plane_word(plane,
					     sibling / SISHEUR_WORD_BITS) &
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

/* Which of the CPUs @ask of word @i are of a core that is in the plane? */
SISHEUR_OUTLINE unsigned long
sisheur_irregular_word(const struct sisheur_plane *plane, unsigned int i,
		       unsigned long ask)
{
	unsigned long in = 0;
	unsigned int n;

	/* A CPU outside the plane cannot be of a core that is all inside. */
	if (plane->all)
		ask &= sisheur_plane_word(plane, i);
	sisheur_for(n, 0, SISHEUR_WORD_BITS) {
		unsigned long bit = ask & -ask;

		if (!ask)
			break;
		if (sisheur_ask_core(plane,
				     i * SISHEUR_WORD_BITS + sisheur_ctz(ask)))
			in |= bit;
		ask &= ~bit;
	}
	return in;
}

/* A numbering more: somebody keeps the map of cores, whatever the numbers. */
#define SISHEUR_KEPT	(SISHEUR_NUMBERING_IRREGULAR + 1)

/* Word @i of the kept map of idle cores. */
SISHEUR_INLINE unsigned long sisheur_kept_word(const struct sisheur_plane *plane,
					      unsigned int i)
{
	const struct sisheur_reach *reach = plane->reach;

	return sisheur_word(reach->scan->view->kept->cores, reach->words, i) &
	       sisheur_tail_bits(reach, i);
}

SISHEUR_INLINE unsigned long sisheur_core_word(const struct sisheur_plane *plane,
					       unsigned int numbering,
					       unsigned int i,
					       unsigned long ask)
{
	switch (numbering) {
	case SISHEUR_KEPT:
		return ask & sisheur_kept_word(plane, i);
	case SISHEUR_NUMBERING_LONE:
		return ask & sisheur_plane_word(plane, i);
	case SISHEUR_NUMBERING_ADJACENT:
		return ask & sisheur_adjacent_word(plane, i);
	case SISHEUR_NUMBERING_SPLIT:
		return ask & sisheur_split_word(plane, i);
	default:
		return ask ? sisheur_irregular_word(plane, i, ask) : 0;
	}
}

/*
 * Words between two branches: eight are a cache line.  Branching at every word
 * costs a misprediction at the one that hits, which is more than the words,
 * unless a word is a table walk.
 */
#define SISHEUR_BLOCK(numbering) \
	((numbering) == SISHEUR_NUMBERING_IRREGULAR ? 1U : 8U)

/*
 * First CPU in wrap order, of one pass, whose core is in the plane.  Words of a
 * block are visited backwards, so that the last one noted is the first in order.
 */
SISHEUR_INLINE int sisheur_first_core(const struct sisheur_plane *plane,
				      unsigned int numbering, unsigned int pass)
{
	const struct sisheur_reach *reach = plane->reach;
	const unsigned int size = SISHEUR_BLOCK(numbering);
	unsigned int visits = sisheur_visits(reach);
	unsigned int block, n;

	/* In one word a look costs nothing: no loop, and no second read. */
	if (visits == 2) {
		unsigned long below, w;
		unsigned int i = sisheur_nth_word(reach, 1, &below);

		w = sisheur_core_word(plane, numbering, i,
				      sisheur_cpus_word(reach, pass, i));
		if (w & ~below)
			w &= ~below;
		return w ? (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(w)) :
			   SISHEUR_NONE;
	}

	sisheur_for(block, 0, visits / size + 1) {
		unsigned int from = block * size;
		unsigned int nr = visits - from < size ? visits - from : size;
		unsigned long found = 0;
		unsigned int at = 0;

		sisheur_for(n, 0, nr) {
			unsigned long mask, w;
			unsigned int i = sisheur_nth_word(reach,
							  from + nr - 1 - n,
							  &mask);

			w = sisheur_core_word(plane, numbering, i,
					      sisheur_cpus_word(reach, pass, i) &
					      mask);
			at = w ? i : at;
			found = w ? w : found;
		}
		if (found)
			return (int)(at * SISHEUR_WORD_BITS +
				     sisheur_ctz(found));
	}
	return SISHEUR_NONE;
}

/* The same, of all passes in their order. */
SISHEUR_INLINE int sisheur_first_of_passes(const struct sisheur_plane *plane,
					   unsigned int numbering)
{
	unsigned int pass;
	int cpu = SISHEUR_NONE;

	/* A loop and not two calls: two copies need more stack than BPF has. */
	sisheur_for(pass, plane->reach->pass, SISHEUR_NR_PASSES) {
		if (pass != plane->reach->pass &&
		    plane->reach->pass == SISHEUR_PASS_ALL)
			break;
		cpu = sisheur_first_core(plane, numbering, pass);
		if (cpu != SISHEUR_NONE)
			break;
	}
	return cpu;
}

/* One function a numbering: the numbering is asked once and not at every word. */
SISHEUR_OUTLINE int sisheur_find_lone(const struct sisheur_plane *plane)
{
	return sisheur_first_of_passes(plane, SISHEUR_NUMBERING_LONE);
}

SISHEUR_OUTLINE int sisheur_find_adjacent(const struct sisheur_plane *plane)
{
	return sisheur_first_of_passes(plane, SISHEUR_NUMBERING_ADJACENT);
}

SISHEUR_OUTLINE int sisheur_find_split(const struct sisheur_plane *plane)
{
	return sisheur_first_of_passes(plane, SISHEUR_NUMBERING_SPLIT);
}

SISHEUR_OUTLINE int sisheur_find_irregular(const struct sisheur_plane *plane)
{
	return sisheur_first_of_passes(plane, SISHEUR_NUMBERING_IRREGULAR);
}

SISHEUR_OUTLINE int sisheur_find_kept(const struct sisheur_plane *plane)
{
	return sisheur_first_of_passes(plane, SISHEUR_KEPT);
}

/* Is the kept map of cores what the maps of this search say? */
SISHEUR_INLINE bool sisheur_is_kept(const struct sisheur_view *view)
{
	return view->kept && !view->claimed;
}

SISHEUR_INLINE int sisheur_find_core(const struct sisheur_plane *plane)
{
	if (plane->all && sisheur_is_kept(plane->reach->scan->view))
		return sisheur_find_kept(plane);
	switch (plane->reach->scan->domains->numbering) {
	case SISHEUR_NUMBERING_LONE:
		return sisheur_find_lone(plane);
	case SISHEUR_NUMBERING_ADJACENT:
		return sisheur_find_adjacent(plane);
	case SISHEUR_NUMBERING_SPLIT:
		return sisheur_find_split(plane);
	default:
		return sisheur_find_irregular(plane);
	}
}

/* The lowest CPU of the plane in the core of @cpu. */
SISHEUR_INLINE int sisheur_lowest_of_core(const struct sisheur_plane *plane,
					 unsigned int cpu)
{
	const struct sisheur_domains *d = plane->reach->scan->domains;
	unsigned int nr = plane->reach->nr;
	unsigned int sibling = sisheur_lowest_sibling(d, nr, cpu);
	unsigned int n;

	sisheur_for(n, 0, nr) {
		if (sisheur_plane_word(plane, sibling / SISHEUR_WORD_BITS) &
		    sisheur_bit(sibling))
			return (int)sibling;
		sibling = sisheur_next_sibling(d, nr, sibling);
	}
	return SISHEUR_NONE;
}

SISHEUR_INLINE int sisheur_find_fallback(struct sisheur_plane *plane)
{
	int cpu;

	/* Rank 2 first: nothing betters it, and most often it is there. */
	plane->all = false;
	plane->rank = 2;
	cpu = sisheur_find_core(plane);
	if (cpu == SISHEUR_NONE &&
	    (plane->reach->scan->how & SISHEUR_HOW_TRULY_IDLE)) {
		plane->rank = 1;
		cpu = sisheur_find_core(plane);
	}
	return cpu == SISHEUR_NONE ? SISHEUR_NONE :
	       sisheur_lowest_of_core(plane, (unsigned int)cpu);
}

SISHEUR_DEF int sisheur_scan_core(const struct sisheur_scan *scan,
				  int *fallback)
{
	struct sisheur_reach reach;
	struct sisheur_plane plane = { &reach, 0, true };
	int cpu;

	SISHEUR_ASSERT(scan && scan->domains && scan->view);
	if (fallback)
		*fallback = SISHEUR_NONE;
	/* Nothing that could be read says that a CPU is idle. */
	if (!scan->view->idle)
		return SISHEUR_NONE;

	sisheur_reach_init(&reach, scan);
	cpu = sisheur_find_core(&plane);
	if (fallback && cpu == SISHEUR_NONE)
		*fallback = sisheur_find_fallback(&plane);
	return cpu;
}

SISHEUR_DEF bool sisheur_has_idle_core(const struct sisheur_scan *scan)
{
	struct sisheur_reach reach;
	struct sisheur_plane idle = { &reach, 0, true };

	SISHEUR_ASSERT(scan && scan->domains && scan->view);
	if (!scan->view->idle)
		return false;
	/* Not sisheur_scan_core(): its frame is one too many for BPF. */
	sisheur_reach_init(&reach, scan);
	return sisheur_find_core(&idle) != SISHEUR_NONE;
}

/* First CPU of one pass with @rank or better; @left counts the looks down. */
SISHEUR_INLINE int sisheur_first_cpu(const struct sisheur_reach *reach,
				    unsigned int pass, unsigned int rank,
				    unsigned int *left)
{
	unsigned int n;

	sisheur_for(n, 0, sisheur_visits(reach)) {
		unsigned long mask, cpus, hits, looked;
		unsigned int i = sisheur_nth_word(reach, n, &mask);

		cpus = sisheur_cpus_word(reach, pass, i) & mask;
		hits = cpus & sisheur_usable_word(reach, rank, i);
		looked = hits ? cpus & ((hits & -hits) - 1) : cpus;
		if (*left != SISHEUR_NO_BUDGET) {
			unsigned int spent = sisheur_weight(looked);

			if (spent >= *left) {
				*left = 0;
				return SISHEUR_NONE;
			}
			*left -= spent;
		}
		if (hits)
			return (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(hits));
	}
	return SISHEUR_NONE;
}

SISHEUR_INLINE int sisheur_find_cpu(const struct sisheur_reach *reach,
				   unsigned int rank, unsigned int budget)
{
	unsigned int left = budget;
	int cpu;

	cpu = sisheur_first_cpu(reach, reach->pass, rank, &left);
	if (cpu == SISHEUR_NONE && left && reach->pass == SISHEUR_PASS_INSIDE)
		cpu = sisheur_first_cpu(reach, SISHEUR_PASS_BEYOND, rank, &left);
	return cpu;
}

SISHEUR_DEF int sisheur_scan_cpu(const struct sisheur_scan *scan,
				 unsigned int budget)
{
	struct sisheur_reach reach;
	int cpu;

	SISHEUR_ASSERT(scan && scan->domains && scan->view);
	if (!scan->view->idle)
		return SISHEUR_NONE;

	sisheur_reach_init(&reach, scan);
	cpu = sisheur_find_cpu(&reach, 2, budget);
	if (cpu == SISHEUR_NONE && (scan->how & SISHEUR_HOW_TRULY_IDLE))
		cpu = sisheur_find_cpu(&reach, 1, budget);
	return cpu;
}
