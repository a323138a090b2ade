// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The plain walk: one CPU at a time, as Linux does it.  It is what a kernel
 * without idle bitmaps runs, the one that counts looks, and the reference for
 * the word scan.
 */
#include "private.h"

/* One look, counted for those who ask. */
SISHEUR_INLINE unsigned int sisheur_probe(const struct sisheur_reach *reach,
					 unsigned int cpu, unsigned int *probes)
{
	if (probes)
		(*probes)++;
	return sisheur_look(reach->scan->view, reach->nr, cpu);
}

SISHEUR_INLINE bool sisheur_in_pass(const struct sisheur_reach *reach,
				   unsigned int pass, unsigned int cpu)
{
	return sisheur_cpus_word(reach, pass, cpu / SISHEUR_WORD_BITS) &
	       sisheur_bit(cpu);
}

/* Does the walk come to @a before it comes to @b, both in cpus? */
SISHEUR_INLINE bool sisheur_is_earlier(const struct sisheur_reach *reach,
				      unsigned int a, unsigned int b)
{
	bool a_wraps = a <= reach->scan->target;
	bool b_wraps = b <= reach->scan->target;

	if (reach->pass == SISHEUR_PASS_INSIDE) {
		bool a_inside = sisheur_in_pass(reach, reach->pass, a);

		if (a_inside != sisheur_in_pass(reach, reach->pass, b))
			return a_inside;
	}
	if (a_wraps != b_wraps)
		return b_wraps;
	return a < b;
}

/*
 * Has the core of @cpu been entered by an earlier CPU?  Linux erases such
 * siblings from a scratch mask, which would need a buffer of the size of the
 * machine.
 */
SISHEUR_OUTLINE bool sisheur_was_entered(const struct sisheur_reach *reach,
				       unsigned int cpu)
{
	const struct sisheur_domains *d = reach->scan->domains;
	unsigned int sibling = cpu;
	unsigned int i;

	sisheur_for(i, 0, reach->nr) {
		sibling = sisheur_next_sibling(d, reach->nr, sibling);
		if (sibling == cpu)
			break;
		if (sisheur_in_cpus(reach, sibling) &&
		    sisheur_is_earlier(reach, sibling, cpu))
			return true;
	}
	return false;
}

/**
 * struct sisheur_fallback - the best usable CPU that a core scan has seen
 * @cpu:  the CPU, or SISHEUR_NONE
 * @rank: its sisheur_state_rank(); 2 cannot be bettered
 */
struct sisheur_fallback {
	int cpu;
	unsigned int rank;
};

/* Looks at the core of @cpu in ascending order; is it wholly idle? */
SISHEUR_OUTLINE bool sisheur_enter_core(const struct sisheur_reach *reach,
				      unsigned int cpu,
				      struct sisheur_fallback *fallback,
				      unsigned int *probes)
{
	const struct sisheur_domains *d = reach->scan->domains;
	unsigned int lowest = sisheur_lowest_sibling(d, reach->nr, cpu);
	unsigned int sibling = lowest;
	bool idle = true;
	unsigned int i;

	sisheur_for(i, 0, reach->nr) {
		unsigned int state = sisheur_probe(reach, sibling, probes);
		unsigned int rank = sisheur_state_rank(reach->scan->how, state);
		bool fixed = fallback->rank == 2;

		if (state != SISHEUR_IDLE)
			idle = false;
		if (rank > fallback->rank &&
		    sisheur_in_fallback(reach, sibling)) {
			fallback->cpu = (int)sibling;
			fallback->rank = rank;
		}
		/*
		 * Nothing more to learn here; a further look would be one that
		 * Linux does not make.
		 */
		if (state != SISHEUR_IDLE && (fixed || fallback->rank == 2))
			return false;
		sibling = sisheur_next_sibling(d, reach->nr, sibling);
		if (sibling == lowest)
			break;
	}
	return idle;
}

/* The core scan of one pass: the CPU at which it entered an idle core. */
SISHEUR_INLINE int sisheur_walk_core_pass(const struct sisheur_reach *reach,
					  unsigned int pass,
					  struct sisheur_fallback *fallback,
					  unsigned int *probes)
{
	unsigned int n, bit;

	sisheur_for(n, 0, sisheur_visits(reach)) {
		unsigned long mask, left;
		unsigned int i = sisheur_nth_word(reach, n, &mask);

		left = sisheur_cpus_word(reach, pass, i) & mask;
		sisheur_for(bit, 0, SISHEUR_WORD_BITS) {
			unsigned int cpu;

			if (!left)
				break;
			cpu = i * SISHEUR_WORD_BITS + sisheur_ctz(left);
			left &= left - 1;
			if (!sisheur_was_entered(reach, cpu) &&
			    sisheur_enter_core(reach, cpu, fallback, probes))
				return (int)cpu;
		}
	}
	return SISHEUR_NONE;
}

SISHEUR_DEF int sisheur_walk_core(const struct sisheur_scan *scan,
				  int *fallback, unsigned int *probes)
{
	struct sisheur_fallback best = { SISHEUR_NONE, 0 };
	struct sisheur_reach reach;
	int cpu;

	sisheur_reach_init(&reach, scan);
	cpu = sisheur_walk_core_pass(&reach, reach.pass, &best, probes);
	if (cpu == SISHEUR_NONE && reach.pass == SISHEUR_PASS_INSIDE)
		cpu = sisheur_walk_core_pass(&reach, SISHEUR_PASS_BEYOND, &best,
					     probes);
	if (fallback)
		*fallback = best.cpu;
	return cpu;
}

/*
 * The CPU scan of one pass: true if it ends the search, because nothing betters
 * @best or because the budget is spent.
 */
SISHEUR_INLINE bool sisheur_walk_cpu_pass(const struct sisheur_reach *reach,
					  unsigned int pass,
					  unsigned int *budget,
					  struct sisheur_fallback *best,
					  unsigned int *probes)
{
	unsigned int n, bit;

	sisheur_for(n, 0, sisheur_visits(reach)) {
		unsigned long mask, left;
		unsigned int i = sisheur_nth_word(reach, n, &mask);

		left = sisheur_cpus_word(reach, pass, i) & mask;
		sisheur_for(bit, 0, SISHEUR_WORD_BITS) {
			unsigned int cpu, rank;

			if (!left)
				break;
			if (!*budget)
				return true;
			if (*budget != SISHEUR_NO_BUDGET)
				(*budget)--;
			cpu = i * SISHEUR_WORD_BITS + sisheur_ctz(left);
			left &= left - 1;
			rank = sisheur_state_rank(reach->scan->how,
						  sisheur_probe(reach, cpu,
								probes));
			if (rank > best->rank) {
				best->cpu = (int)cpu;
				best->rank = rank;
			}
			if (rank == 2)
				return true;
		}
	}
	return false;
}

SISHEUR_DEF int sisheur_walk_cpu(const struct sisheur_scan *scan,
				 unsigned int budget, unsigned int *probes)
{
	struct sisheur_fallback best = { SISHEUR_NONE, 0 };
	struct sisheur_reach reach;
	unsigned int left = budget;

	sisheur_reach_init(&reach, scan);
	if (!sisheur_walk_cpu_pass(&reach, reach.pass, &left, &best, probes) &&
	    reach.pass == SISHEUR_PASS_INSIDE)
		sisheur_walk_cpu_pass(&reach, SISHEUR_PASS_BEYOND, &left, &best,
				      probes);
	return best.cpu;
}
