/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/cpuset.h - sets of CPUs, as the kernel lays them out
 *
 * A set of CPUs is an array of unsigned long; CPU n is bit
 * n % SISHEUR_WORD_BITS of word n / SISHEUR_WORD_BITS.  That is the layout of
 * a kernel cpumask and of glibc's cpu_set_t on every architecture and byte
 * order, so cpumask_bits(mask) or, up to CPU_SETSIZE CPUs, set.__bits may be
 * passed as they are.
 *
 * There is no function that changes a set: threads that do so beside readers
 * need an atomic operation of their environment, such as
 *
 *	__atomic_fetch_or(&idle[cpu / SISHEUR_WORD_BITS],
 *			  1UL << cpu % SISHEUR_WORD_BITS, __ATOMIC_RELEASE);
 *
 * A function that takes a set also takes the number of CPUs it describes, and
 * ignores the bits at and above it: they may have any value.  A set that other
 * threads are changing may be passed; each word is read once.
 */
#ifndef SISHEUR_CPUSET_H
#define SISHEUR_CPUSET_H

#include <sisheur/port.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * SISHEUR_NONE - the answer "no CPU", wherever a CPU number is returned
 *
 * Finding nothing is an ordinary outcome of a bounded search and not an error.
 */
#define SISHEUR_NONE		(-1)

/**
 * SISHEUR_MAX_CPUS - the most CPUs that a set may describe
 *
 * 8192 is the largest NR_CPUS that Linux can be built with (x86-64 with
 * MAXSMP).  Larger sizes are clamped to it inside every function, so that a
 * wild size is a short loop and a BPF verifier sees a bound.
 */
#define SISHEUR_MAX_CPUS	8192U

/**
 * SISHEUR_WORDS() - words that a set occupies
 * @nr_cpus: CPUs that it describes, at most SISHEUR_MAX_CPUS
 */
#define SISHEUR_WORDS(nr_cpus) \
	(((nr_cpus) + SISHEUR_WORD_BITS - 1) / SISHEUR_WORD_BITS)

/**
 * sisheur_cpuset_test() - is a CPU in a set
 * @set:     the set; NULL is the empty set
 * @nr_cpus: CPUs that it describes, clamped to SISHEUR_MAX_CPUS
 * @cpu:     CPU number, any value
 *
 * Why.  A CPU outside the set's size is in no set, so that a caller may pass a
 * CPU number it has not checked.
 *
 * Linux counterpart.  cpumask_test_cpu(), 6.12, which must not be given a CPU
 * at or above nr_cpu_ids.
 *
 * Cost.  One word read.
 *
 * Return: true if @cpu is below @nr_cpus and in @set.
 */
SISHEUR_DEF bool sisheur_cpuset_test(const unsigned long *set,
				     unsigned int nr_cpus, unsigned int cpu);

/**
 * sisheur_cpuset_weight() - how many CPUs are in a set
 * @set:     the set; NULL is the empty set
 * @nr_cpus: CPUs that it describes, clamped to SISHEUR_MAX_CPUS
 *
 * Why.  Domain sizes are counted once, when a domain is built, and not per
 * wake-up.
 *
 * Linux counterpart.  cpumask_weight(), 6.12.
 *
 * Cost.  One read of each word.
 *
 * Return: 0 ... @nr_cpus.
 */
SISHEUR_DEF unsigned int sisheur_cpuset_weight(const unsigned long *set,
					       unsigned int nr_cpus);

/**
 * sisheur_cpuset_next() - lowest CPU of a set at or above a position
 * @set:     the set; NULL is the empty set
 * @nr_cpus: CPUs that it describes, clamped to SISHEUR_MAX_CPUS
 * @from:    first CPU to consider, any value
 *
 * Does not wrap.  To list a set, call with 0 and then with one more than each
 * answer.
 *
 * Linux counterpart.  cpumask_next(), 6.12, which starts one above its
 * argument and answers nr_cpu_ids or more when nothing is left.
 *
 * Cost.  One read of each word from @from to the answer.
 *
 * Return: a CPU number, or SISHEUR_NONE.
 */
SISHEUR_DEF int sisheur_cpuset_next(const unsigned long *set,
				    unsigned int nr_cpus, unsigned int from);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_CPUSET_H */
