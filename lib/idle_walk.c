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

/* The @nth CPU of a walk that begins behind the target and wraps. */
SISHEUR_INLINE unsigned int sisheur_nth_cpu(const struct sisheur_reach *reach,
					   unsigned int nth)
{
	unsigned int left = reach->nr - 1 - reach->scan->target;

	return nth < left ? reach->scan->target + 1 + nth : nth - left;
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
SISHEUR_INLINE bool sisheur_was_entered(const struct sisheur_reach *reach,
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
SISHEUR_INLINE bool sisheur_enter_core(const struct sisheur_reach *reach,
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

SISHEUR_DEF int sisheur_walk_core(const struct sisheur_scan *scan,
				  int *fallback, unsigned int *probes)
{
	struct sisheur_fallback best = { SISHEUR_NONE, 0 };
	struct sisheur_reach reach;
	unsigned int pass, i, p;
	int found = SISHEUR_NONE;

	sisheur_reach_init(&reach, scan);
	pass = reach.llc == SISHEUR_NONE ? SISHEUR_PASS_END : reach.pass;
	sisheur_for(p, 0, 2) {
		if (pass == SISHEUR_PASS_END)
			break;
		sisheur_for(i, 0, reach.nr) {
			unsigned int cpu = sisheur_nth_cpu(&reach, i);

			if (!sisheur_in_pass(&reach, pass, cpu) ||
			    sisheur_was_entered(&reach, cpu))
				continue;
			if (sisheur_enter_core(&reach, cpu, &best, probes)) {
				found = (int)cpu;
				break;
			}
		}
		if (found != SISHEUR_NONE)
			break;
		pass = sisheur_next_pass(pass);
	}
	if (fallback)
		*fallback = best.cpu;
	return found;
}

SISHEUR_DEF int sisheur_walk_cpu(const struct sisheur_scan *scan,
				 unsigned int budget, unsigned int *probes)
{
	struct sisheur_fallback best = { SISHEUR_NONE, 0 };
	struct sisheur_reach reach;
	unsigned int left = budget;
	unsigned int pass, i, p;

	sisheur_reach_init(&reach, scan);
	pass = reach.llc == SISHEUR_NONE ? SISHEUR_PASS_END : reach.pass;
	sisheur_for(p, 0, 2) {
		if (pass == SISHEUR_PASS_END)
			break;
		sisheur_for(i, 0, reach.nr) {
			unsigned int cpu = sisheur_nth_cpu(&reach, i);
			unsigned int rank;

			if (!sisheur_in_pass(&reach, pass, cpu))
				continue;
			if (!left)
				return best.cpu;
			if (left != SISHEUR_NO_BUDGET)
				left--;
			rank = sisheur_state_rank(scan->how,
						  sisheur_probe(&reach, cpu,
								probes));
			if (rank == 2)
				return (int)cpu;
			if (rank > best.rank) {
				best.cpu = (int)cpu;
				best.rank = rank;
			}
		}
		pass = sisheur_next_pass(pass);
	}
	return best.cpu;
}
