/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * blocks.h - the word scan, a block of words at a time
 *
 * Included by idle_words.c once for every width that a block can have: one
 * word, which is plain C, and what a vector of the processor holds (vectors.h).
 * One text, so that no width can have rules of its own.  The includer defines
 *
 *   SISHEUR_LANES           words of a block
 *   SISHEUR_BLOCK           the type of a block
 *   SISHEUR_WIDE(name)      the name of a function in this width
 *   SISHEUR_WIDE_INLINE     what stands before a function that is inlined
 *   SISHEUR_WIDE_HOT        the same, where it need not be (port.h)
 *   SISHEUR_WIDE_ENTRY      before one that code of any width calls
 *   SISHEUR_READ(map, n, at, i, words, sure)   the block at word @i of a row of
 *                           @words words that begins at word @at of a map of @n
 *                           words; zeros beyond either end of the row.  @sure:
 *                           word @i itself is in the row
 *   SISHEUR_BELOW(cpu, i)   the bits of the block at word @i of CPUs below @cpu
 *   SISHEUR_FILLED(block)   bit k: word k of the block is not 0
 *   SISHEUR_LAY(block, to)  stores the block
 *   SISHEUR_LEAVE(filled)   no block is needed any more, only @filled that was
 *                           made of it, and code of another width follows;
 *                           only where a block is a vector
 *   SISHEUR_WIDE_NUMBERING(n)   what numbering @n is in this width: itself or,
 *                           where cores are found through tables, none
 *   SISHEUR_TABLES(plane, i, ask)  of the CPUs @ask of word @i, the first in wrap
 *                           order whose core is in the plane; only where cores
 *                           are found through tables, which is a width of its
 *                           own
 *
 * A plane is a map that is computed a block at a time and never stored.  Two
 * planes are about cores: "the whole core is idle" is the AND of the idle map
 * over the siblings, "the core has a CPU to fall back on" is the OR of a map of
 * such CPUs.  Where siblings are numbered regularly, either is a few shifts.
 *
 * What a plane says of bits that describe no CPU is noise.  It never gets into
 * what is said of a CPU, and in the end only CPUs are asked for.
 */

/* The usable CPUs; rank 0: the idle ones. */
SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(usable)(const struct sisheur_plane *plane, int i, bool sure)
{
	const struct sisheur_reach *reach = plane->reach;
	const struct sisheur_view *view = reach->scan->view;
	unsigned int n = reach->words;
	SISHEUR_BLOCK w = SISHEUR_READ(view->idle, n, 0, i, n, sure);

	if (plane->rank && sisheur_sees_sched_idle(reach->scan, plane->rank))
		w |= SISHEUR_READ(view->sched_idle, n, 0, i, n, sure);
	if (!plane->common && view->claimed)
		w &= ~SISHEUR_READ(view->claimed, n, 0, i, n, sure);
	return w;
}

/* The CPUs that a pass covers, and noise in bits that describe none. */
SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(cpus)(const struct sisheur_reach *reach, unsigned int pass, int i,
		   bool sure)
{
	const struct sisheur_domains *d = reach->scan->domains;
	unsigned int n = reach->words;
	SISHEUR_BLOCK w, inside;

	w = SISHEUR_READ_ROW(d->llc_span, d->nr_llcs * n, reach->row, i, n,
			     sure);
	if (reach->scan->allowed)
		w &= SISHEUR_READ(reach->scan->allowed, n, 0, i, n, sure);
	if (pass == SISHEUR_PASS_ALL)
		return w;
	inside = SISHEUR_READ_ROW(d->cluster_span, d->nr_clusters * n,
				  reach->cluster, i, n, sure);
	return pass == SISHEUR_PASS_INSIDE ? w & inside : w & ~inside;
}

/* Whom a plane is about: the idle CPUs, or those that may be a fallback. */
SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(own)(const struct sisheur_plane *plane, int i, bool sure)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned int n = reach->words;
	SISHEUR_BLOCK w = SISHEUR_WIDE(usable)(plane, i, sure);

	if (!plane->rank)
		return w;
	if (!(reach->scan->how & SISHEUR_HOW_ANYWHERE))
		w &= SISHEUR_WIDE(cpus)(reach, SISHEUR_PASS_ALL, i, sure);
	else if (reach->scan->allowed)
		w &= SISHEUR_READ(reach->scan->allowed, n, 0, i, n, sure);
	return w;
}

SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(lone)(const struct sisheur_plane *plane, int i, bool sure)
{
	const struct sisheur_domains *d = plane->reach->scan->domains;
	unsigned int n = plane->reach->words;

	return SISHEUR_READ_ROW(d->lone, n, 0, i, n, sure);
}

/* What CPUs say to their siblings: nobody waits for a lone one. */
SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(said)(const struct sisheur_plane *plane, int i, bool sure,
		   SISHEUR_BLOCK own)
{
	SISHEUR_BLOCK lone;

	if (!plane->reach->scan->domains->mixed)
		return own;
	lone = SISHEUR_WIDE(lone)(plane, i, sure);
	return plane->all ? own | lone : own & ~lone;
}

/* And what they make of what their siblings say. */
SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(heard)(const struct sisheur_plane *plane, int i, SISHEUR_BLOCK own,
		    SISHEUR_BLOCK siblings)
{
	if (plane->reach->scan->domains->mixed) {
		SISHEUR_BLOCK lone = SISHEUR_WIDE(lone)(plane, i, true);

		siblings = plane->all ? siblings | lone : siblings & ~lone;
	}
	return plane->all ? own & siblings : own | siblings;
}

SISHEUR_WIDE_HOT SISHEUR_BLOCK
SISHEUR_WIDE(adjacent)(const struct sisheur_plane *plane, int i,
		       SISHEUR_BLOCK own)
{
	unsigned int threads = plane->reach->scan->domains->threads;
	SISHEUR_BLOCK w = SISHEUR_WIDE(said)(plane, i, true, own);

	/* What is all ones in a core is all zeros in the complement. */
	if (plane->all)
		w = ~w;
	/* From all into the lowest CPU of the core, and from there to all. */
	w |= w >> 1;
	if (threads == 2) {
		w &= ~0UL / 0x3;
	} else {
		w |= w >> 2;
		if (threads == 4) {
			w &= ~0UL / 0xf;
		} else {
			w |= w >> 4;
			w &= ~0UL / 0xff;
			w |= w << 4;
		}
		w |= w << 2;
	}
	w |= w << 1;
	return SISHEUR_WIDE(heard)(plane, i, own, plane->all ? ~w : w);
}

/* What is said from CPU @cpu on, which may lie before the first one. */
SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(from)(const struct sisheur_plane *plane, int cpu)
{
	/* Rounds down for a negative one as well, as a division would not. */
	int i = cpu >> SISHEUR_WORD_SHIFT;
	unsigned int shift = (unsigned int)cpu % SISHEUR_WORD_BITS;
	SISHEUR_BLOCK w;

	w = SISHEUR_WIDE(own)(plane, i, false);
	w = SISHEUR_WIDE(said)(plane, i, false, w);
	/* A shift by the whole width would have no answer. */
	if (shift) {
		SISHEUR_BLOCK next = SISHEUR_WIDE(own)(plane, i + 1, false);

		next = SISHEUR_WIDE(said)(plane, i + 1, false, next);
		w = w >> shift | next << (SISHEUR_WORD_BITS - shift);
	}
	return w;
}

SISHEUR_WIDE_HOT SISHEUR_BLOCK
SISHEUR_WIDE(split)(const struct sisheur_plane *plane, int i, SISHEUR_BLOCK own)
{
	const struct sisheur_domains *d = plane->reach->scan->domains;
	int cpu = i * SISHEUR_WORD_BITS;
	SISHEUR_BLOCK w = SISHEUR_WIDE(said)(plane, i, true, own);
	unsigned int nth;

	sisheur_for(nth, 1, d->threads) {
		int up = (int)(nth * d->stride);
		int down = (int)(d->threads * d->stride) - up;
		SISHEUR_BLOCK other;

		/* So many CPUs up or, from where there is none, down. */
		if (cpu + SISHEUR_LANES * SISHEUR_WORD_BITS <= down) {
			other = SISHEUR_WIDE(from)(plane, cpu + up);
		} else if (cpu >= down) {
			other = SISHEUR_WIDE(from)(plane, cpu - down);
		} else {
			SISHEUR_BLOCK below = SISHEUR_BELOW((unsigned int)down,
							    i);

			other = SISHEUR_WIDE(from)(plane, cpu + up) & below;
			other |= SISHEUR_WIDE(from)(plane, cpu - down) & ~below;
		}
		w = plane->all ? w & other : w | other;
	}
	return SISHEUR_WIDE(heard)(plane, i, own, w);
}

/* The same where it matters less than the stack that it takes. */
SISHEUR_WIDE_OUTLINE SISHEUR_BLOCK
SISHEUR_WIDE(split_any)(const struct sisheur_plane *plane, int i,
			SISHEUR_BLOCK own)
{
	return SISHEUR_WIDE(split)(plane, i, own);
}

SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(kept)(const struct sisheur_plane *plane, int i)
{
	const struct sisheur_reach *reach = plane->reach;

	return SISHEUR_READ(reach->scan->view->kept->cores, reach->words, 0, i,
			    reach->words, true);
}

/*
 * The CPUs of @pass in the block at word @i whose core is in the plane.  Adds
 * to @any, where it is given, those that are usable themselves.
 */
SISHEUR_WIDE_INLINE SISHEUR_BLOCK
SISHEUR_WIDE(hits)(const struct sisheur_plane *plane, unsigned int numbering,
		   unsigned int pass, int i, SISHEUR_BLOCK *any)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned int n = reach->words;
	SISHEUR_BLOCK cpus = SISHEUR_WIDE(cpus)(reach, pass, i, true);
	SISHEUR_BLOCK own;

	/* A branch that is taken at almost every block. */
	if (plane->sparse && !SISHEUR_FILLED(cpus))
		return cpus;
	/* Bits past the last CPU have any value. */
	if (reach->nr % SISHEUR_WORD_BITS &&
	    (unsigned int)i + SISHEUR_LANES >= n)
		cpus &= SISHEUR_BELOW(reach->nr, i);
	if (numbering == SISHEUR_NO_CORES)
		return cpus & SISHEUR_WIDE(usable)(plane, i, true);
	/* Looking for siblings takes longer than a misprediction. */
	if (SISHEUR_LANES == 1 && sisheur_is_far(numbering) &&
	    !SISHEUR_FILLED(cpus))
		return cpus;
	own = SISHEUR_WIDE(own)(plane, i, true);
	if (any) {
		*any |= cpus & own;
		if (sisheur_sees_sched_idle(reach->scan, 1))
			*any |= cpus & SISHEUR_READ(reach->scan->view->sched_idle,
						    n, 0, i, n, true);
	}
	/* The one that is not kept was recognised: no other has this width. */
	switch (numbering) {
	case SISHEUR_KEPT:
		return cpus & SISHEUR_WIDE(kept)(plane, i);
	case SISHEUR_NUMBERING_LONE:
		return cpus & own;
	case SISHEUR_NUMBERING_ADJACENT:
		return cpus & SISHEUR_WIDE(adjacent)(plane, i, own);
	case SISHEUR_NUMBERING_SPLIT:
		if (!plane->common)
			return cpus & SISHEUR_WIDE(split_any)(plane, i, own);
		return cpus & SISHEUR_WIDE(split)(plane, i, own);
	default:
#ifdef SISHEUR_TABLES
		return SISHEUR_TABLES(plane, i, plane->all ? cpus & own : cpus);
#else
		return cpus & ~cpus;
#endif
	}
}

/*
 * First CPU in wrap order, of one pass, whose core is in the plane.  The block
 * that holds the beginning comes first with what is behind it, and after all
 * others with the rest.
 */
#ifdef SISHEUR_SHORT_STACK
SISHEUR_WIDE_INLINE int
SISHEUR_WIDE(first)(const struct sisheur_plane *plane, unsigned int numbering,
		    unsigned int pass, SISHEUR_BLOCK *any)
{
	unsigned int n;

	sisheur_for(n, 0, sisheur_visits(plane->reach)) {
		unsigned long mask, w;
		unsigned int i = sisheur_nth_word(plane->reach, n, &mask);

		w = SISHEUR_WIDE(hits)(plane, numbering, pass, (int)i, any) &
		    mask;
		if (w)
			return (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(w));
	}
	return SISHEUR_NONE;
}
#else
SISHEUR_WIDE_INLINE int
SISHEUR_WIDE(first)(const struct sisheur_plane *plane, unsigned int numbering,
		    unsigned int pass, SISHEUR_BLOCK *any)
{
	const struct sisheur_reach *reach = plane->reach;
	unsigned int from = sisheur_walk_begins(reach);
	unsigned int start = from / SISHEUR_WORD_BITS - reach->first;
	unsigned int blocks = (reach->end - reach->first + SISHEUR_LANES - 1) /
			      SISHEUR_LANES;
	unsigned long behind = ~(sisheur_bit(from) - 1);
#if SISHEUR_LANES == 1
	unsigned int i = reach->first + start, n;
	unsigned long rest = 0;

	sisheur_for(n, 0, blocks) {
		unsigned long w = SISHEUR_WIDE(hits)(plane, numbering, pass,
						     (int)i, any);

		if (!n) {
			rest = w & ~behind;
			w &= behind;
		}
		if (w)
			return (int)(i * SISHEUR_WORD_BITS + sisheur_ctz(w));
		i = i + 1 < reach->end ? i + 1 : reach->first;
	}
	return rest ? (int)((reach->first + start) * SISHEUR_WORD_BITS +
			    sisheur_ctz(rest)) : SISHEUR_NONE;
#else
	unsigned long lay[SISHEUR_LANES], laid[SISHEUR_LANES];
	unsigned int lane = start % SISHEUR_LANES;
	unsigned int base = reach->first + start - lane, i = base;
	unsigned int upto = (2U << lane) - 1, rest = 0;
	unsigned int n, filled;

	for (n = 0; n < blocks; n++) {
		SISHEUR_BLOCK w = SISHEUR_WIDE(hits)(plane, numbering, pass,
						     (int)i, any);

		filled = SISHEUR_FILLED(w);
		if (filled && n) {
			SISHEUR_LAY(w, lay);
			return sisheur_lowest_of(i, filled, lay);
		}
		if (filled) {
			SISHEUR_LAY(w, laid);
			if (laid[lane] & behind)
				return (int)((base + lane) * SISHEUR_WORD_BITS +
					     sisheur_ctz(laid[lane] & behind));
			rest = filled & upto;
			if (filled & ~upto)
				return sisheur_lowest_of(i, filled & ~upto,
							 laid);
		}
		i = i + SISHEUR_LANES < reach->end ? i + SISHEUR_LANES :
						     reach->first;
	}
	return rest ? sisheur_lowest_of(base, rest, laid) : SISHEUR_NONE;
#endif
}
#endif

/*
 * Of CPUs in a domain that is one block, the first in wrap order: of those in
 * the target's cluster, and if there is none, of the others.  A function of its
 * own, and one that looks everything up again, so that who finds none saves no
 * register and needs no stack.
 */
SISHEUR_WIDE_PICK int
SISHEUR_WIDE(pick)(SISHEUR_BLOCK w, const struct sisheur_scan *scan)
{
	struct sisheur_reach reach;
	unsigned int from;

	sisheur_reach_init(&reach, scan);
	if (reach.pass == SISHEUR_PASS_INSIDE) {
		const struct sisheur_domains *d = scan->domains;
		SISHEUR_BLOCK inside =
			w & SISHEUR_READ_ROW(d->cluster_span,
					     d->nr_clusters * reach.words,
					     reach.cluster, (int)reach.first,
					     reach.words, true);

		if (SISHEUR_FILLED(inside))
			w = inside;
	}
	from = sisheur_walk_begins(&reach);
#if SISHEUR_LANES == 1
	if (w & ~(sisheur_bit(from) - 1))
		w &= ~(sisheur_bit(from) - 1);
	return (int)(reach.first * SISHEUR_WORD_BITS + sisheur_ctz(w));
#else
	unsigned int lane = from / SISHEUR_WORD_BITS - reach.first;
	unsigned int filled = SISHEUR_FILLED(w);
	unsigned int later = filled & ~((2U << lane) - 1);
	unsigned long laid[SISHEUR_LANES], here;

	SISHEUR_LAY(w, laid);
	SISHEUR_LEAVE(filled);
	here = laid[lane] & ~(sisheur_bit(from) - 1);
	if (here)
		return (int)((reach.first + lane) * SISHEUR_WORD_BITS +
			     sisheur_ctz(here));
	return sisheur_lowest_of(reach.first, later ? later : filled, laid);
#endif
}

/*
 * The same over clusters, if they count.  The whole domain comes first: where it
 * has nobody, which takes longest to find out, the target's cluster has nobody
 * either, and if its first CPU is of that cluster, it is the first there too.
 */
SISHEUR_WIDE_INLINE int
SISHEUR_WIDE(find)(const struct sisheur_plane *plane, unsigned int numbering,
		   SISHEUR_BLOCK *any)
{
	unsigned int pass;
	int cpu = SISHEUR_NONE;

	/* A loop and not two calls: two copies need more stack than BPF has. */
	sisheur_for(pass, SISHEUR_PASS_ALL, SISHEUR_PASS_BEYOND) {
		int found = SISHEUR_WIDE(first)(plane, numbering, pass, any);

		if (found != SISHEUR_NONE)
			cpu = found;
		if (cpu == SISHEUR_NONE ||
		    plane->reach->pass == SISHEUR_PASS_ALL ||
		    sisheur_is_near(plane->reach->scan, cpu))
			break;
	}
	return cpu;
}

/*
 * An idle core, whatever the search is like.  @usable: where to say whether
 * cpus has a usable CPU; NULL if nobody asks.
 */
SISHEUR_WIDE_OUTLINE int
SISHEUR_WIDE(find_core)(const struct sisheur_scan *scan, bool *usable)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, 0, true, false, false };
	SISHEUR_BLOCK any = { 0 };
	int cpu;

	sisheur_reach_init(&reach, scan);
	cpu = SISHEUR_WIDE(find)(&plane, SISHEUR_WIDE_NUMBERING(
					sisheur_core_numbering(scan)), &any);
	if (usable)
		*usable = SISHEUR_FILLED(any);
	return cpu;
}

#if !defined(SISHEUR_TABLES) && !defined(SISHEUR_SHORT_STACK)
/*
 * The first idle core of the target's cluster, or its first idle CPU where
 * nobody asks for cores.  @cpu, the first of the domain, if there is none.
 */
SISHEUR_WIDE_OUTLINE int
SISHEUR_WIDE(near)(const struct sisheur_scan *scan, unsigned int numbering,
		   int cpu)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = {
		&reach, numbering == SISHEUR_NO_CORES ? 2 : 0, true, false,
		true
	};
	int near;

	sisheur_reach_init(&reach, scan);
	if (reach.pass == SISHEUR_PASS_ALL)
		return cpu;
	near = SISHEUR_WIDE(first)(&plane, numbering, SISHEUR_PASS_INSIDE,
				   NULL);
	return near == SISHEUR_NONE ? cpu : near;
}

/*
 * What most searches are: nobody claimed a CPU.  @large: there are domains of
 * more than one block.
 */
SISHEUR_WIDE_INLINE int
SISHEUR_WIDE(core)(const struct sisheur_scan *scan, int *fallback,
		   unsigned int numbering, bool large)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, 0, true, true, false };
	SISHEUR_BLOCK any = { 0 };

	sisheur_reach_domain(&reach, scan);
	if (large) {
		int cpu = SISHEUR_WIDE(first)(&plane, numbering,
					      SISHEUR_PASS_ALL, &any);

		if (cpu != SISHEUR_NONE)
			return sisheur_is_near(scan, cpu) ?
				       cpu : SISHEUR_WIDE(near)(scan, numbering,
								cpu);
	} else if (reach.end) {
		SISHEUR_BLOCK w = SISHEUR_WIDE(hits)(&plane, numbering,
						     SISHEUR_PASS_ALL,
						     (int)reach.first, &any);

		if (SISHEUR_FILLED(w))
			return SISHEUR_WIDE(pick)(w, scan);
	}
	if (!fallback)
		return SISHEUR_NONE;
	if (SISHEUR_FILLED(any) || (scan->how & SISHEUR_HOW_ANYWHERE))
		return sisheur_fall_back(scan, fallback);
	*fallback = SISHEUR_NONE;
	return SISHEUR_NONE;
}

/*
 * Two functions for each numbering: in one for all, everybody would go without
 * the registers that the one with most variables takes.
 */
#define SISHEUR_CORE_SCAN(name, numbering, large) \
SISHEUR_WIDE_OUTLINE int \
SISHEUR_WIDE(name)(const struct sisheur_scan *scan, int *fallback) \
{ \
	return SISHEUR_WIDE(core)(scan, fallback, numbering, large); \
}
SISHEUR_CORE_SCAN(core_kept, SISHEUR_KEPT, false)
SISHEUR_CORE_SCAN(core_lone, SISHEUR_NUMBERING_LONE, false)
SISHEUR_CORE_SCAN(core_adjacent, SISHEUR_NUMBERING_ADJACENT, false)
SISHEUR_CORE_SCAN(core_split, SISHEUR_NUMBERING_SPLIT, false)
SISHEUR_CORE_SCAN(large_kept, SISHEUR_KEPT, true)
SISHEUR_CORE_SCAN(large_lone, SISHEUR_NUMBERING_LONE, true)
SISHEUR_CORE_SCAN(large_adjacent, SISHEUR_NUMBERING_ADJACENT, true)
SISHEUR_CORE_SCAN(large_split, SISHEUR_NUMBERING_SPLIT, true)
#undef SISHEUR_CORE_SCAN

SISHEUR_INLINE int
SISHEUR_WIDE(common_core)(const struct sisheur_scan *scan, int *fallback,
			  unsigned int numbering)
{
	bool large = scan->domains->most_words > SISHEUR_LANES;

	switch (numbering) {
	case SISHEUR_KEPT:
		if (sisheur_is_huge(scan->domains))
			return sisheur_jump_core(scan, fallback);
		return large ? SISHEUR_WIDE(large_kept)(scan, fallback) :
			       SISHEUR_WIDE(core_kept)(scan, fallback);
	case SISHEUR_NUMBERING_LONE:
		return large ? SISHEUR_WIDE(large_lone)(scan, fallback) :
			       SISHEUR_WIDE(core_lone)(scan, fallback);
	case SISHEUR_NUMBERING_ADJACENT:
		return large ? SISHEUR_WIDE(large_adjacent)(scan, fallback) :
			       SISHEUR_WIDE(core_adjacent)(scan, fallback);
	default:
		return large ? SISHEUR_WIDE(large_split)(scan, fallback) :
			       SISHEUR_WIDE(core_split)(scan, fallback);
	}
}
#endif

/* Where to enter the first core that has a CPU of @rank or better in cpus. */
SISHEUR_WIDE_OUTLINE int
SISHEUR_WIDE(find_fallback)(const struct sisheur_scan *scan, unsigned int rank)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, rank, false, false, false };

	sisheur_reach_init(&reach, scan);
	return SISHEUR_WIDE(find)(&plane, SISHEUR_WIDE_NUMBERING(
					  scan->domains->numbering), NULL);
}

#if !defined(SISHEUR_TABLES) && !defined(SISHEUR_SHORT_STACK)
/* The same in a domain that is one block, where nobody claimed a CPU. */
SISHEUR_WIDE_INLINE int
SISHEUR_WIDE(fallback)(const struct sisheur_scan *scan, unsigned int rank,
		       unsigned int numbering)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, rank, false, true, false };
	SISHEUR_BLOCK w;

	sisheur_reach_domain(&reach, scan);
	if (!reach.end)
		return SISHEUR_NONE;
	w = SISHEUR_WIDE(hits)(&plane, numbering, SISHEUR_PASS_ALL,
			       (int)reach.first, NULL);
	return SISHEUR_FILLED(w) ? SISHEUR_WIDE(pick)(w, scan) : SISHEUR_NONE;
}

#define SISHEUR_FALLBACK(name, numbering) \
SISHEUR_WIDE_OUTLINE int \
SISHEUR_WIDE(name)(const struct sisheur_scan *scan, unsigned int rank) \
{ \
	return SISHEUR_WIDE(fallback)(scan, rank, numbering); \
}
SISHEUR_FALLBACK(fallback_lone, SISHEUR_NUMBERING_LONE)
SISHEUR_FALLBACK(fallback_adjacent, SISHEUR_NUMBERING_ADJACENT)
SISHEUR_FALLBACK(fallback_split, SISHEUR_NUMBERING_SPLIT)
#undef SISHEUR_FALLBACK

SISHEUR_INLINE int
SISHEUR_WIDE(fall_back)(const struct sisheur_scan *scan, unsigned int rank)
{
	if (scan->domains->most_words > SISHEUR_LANES || scan->view->claimed)
		return SISHEUR_WIDE(find_fallback)(scan, rank);
	switch (scan->domains->numbering) {
	case SISHEUR_NUMBERING_LONE:
		return SISHEUR_WIDE(fallback_lone)(scan, rank);
	case SISHEUR_NUMBERING_ADJACENT:
		return SISHEUR_WIDE(fallback_adjacent)(scan, rank);
	default:
		return SISHEUR_WIDE(fallback_split)(scan, rank);
	}
}
#endif

/* First CPU of @rank or better in wrap order, however many looks that takes. */
SISHEUR_WIDE_HOT int
SISHEUR_WIDE(find_cpu)(const struct sisheur_scan *scan, unsigned int rank)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, rank, false, false, false };

	sisheur_reach_init(&reach, scan);
	return SISHEUR_WIDE(find)(&plane, SISHEUR_NO_CORES, NULL);
}

SISHEUR_WIDE_ENTRY int
SISHEUR_WIDE(scan_cpu)(const struct sisheur_scan *scan)
{
	int cpu = SISHEUR_WIDE(find_cpu)(scan, 2);

	if (cpu == SISHEUR_NONE && sisheur_has_rank_1(scan))
		cpu = SISHEUR_WIDE(find_cpu)(scan, 1);
	return cpu;
}

#if !defined(SISHEUR_TABLES) && !defined(SISHEUR_SHORT_STACK)
/* The same in a domain that is one block, where nobody claimed a CPU. */
SISHEUR_WIDE_OUTLINE int
SISHEUR_WIDE(common_cpu)(const struct sisheur_scan *scan)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, 2, false, true, false };
	SISHEUR_BLOCK w;

	sisheur_reach_domain(&reach, scan);
	if (!reach.end)
		return SISHEUR_NONE;
	w = SISHEUR_WIDE(hits)(&plane, SISHEUR_NO_CORES, SISHEUR_PASS_ALL,
			       (int)reach.first, NULL);
	if (SISHEUR_FILLED(w))
		return SISHEUR_WIDE(pick)(w, scan);
	return sisheur_has_rank_1(scan) ? SISHEUR_WIDE(scan_cpu)(scan) :
					  SISHEUR_NONE;
}

/*
 * The same in a domain of more than one block.  First a look at the word in which
 * the walk begins: where it holds the answer, the plain walk takes less time than
 * a block does.
 */
SISHEUR_WIDE_OUTLINE int
SISHEUR_WIDE(large_cpu)(const struct sisheur_scan *scan)
{
	struct sisheur_reach reach;
	const struct sisheur_plane plane = { &reach, 2, false, true, false };
	int cpu;

	sisheur_reach_domain(&reach, scan);
	cpu = sisheur_next_usable(&plane);
	if (cpu == SISHEUR_NONE)
		cpu = SISHEUR_WIDE(first)(&plane, SISHEUR_NO_CORES,
					  SISHEUR_PASS_ALL, NULL);
	if (cpu != SISHEUR_NONE)
		return sisheur_is_near(scan, cpu) ?
			       cpu : SISHEUR_WIDE(near)(scan, SISHEUR_NO_CORES,
							cpu);
	return sisheur_has_rank_1(scan) ? SISHEUR_WIDE(scan_cpu)(scan) :
					  SISHEUR_NONE;
}
#endif

#undef SISHEUR_TABLES
#undef SISHEUR_LANES
#undef SISHEUR_LEAVE
#undef SISHEUR_BLOCK
#undef SISHEUR_WIDE
#undef SISHEUR_WIDE_INLINE
#undef SISHEUR_WIDE_HOT
#undef SISHEUR_WIDE_NUMBERING
#undef SISHEUR_WIDE_ENTRY
#undef SISHEUR_WIDE_PICK
#undef SISHEUR_WIDE_OUTLINE
#undef SISHEUR_READ
#undef SISHEUR_READ_ROW
#undef SISHEUR_BELOW
#undef SISHEUR_FILLED
#undef SISHEUR_LAY
