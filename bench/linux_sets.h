/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * linux_sets.h - masks of CPUs for the cut functions, at the kernel's price
 *
 * Written for this benchmark.  As in a kernel that is built for 8192 CPUs and
 * runs on fewer, a mask has as many words as the machine needs, and what walks
 * more than a word is a call of its own (lib/find_bit.c and lib/bitmap.c
 * there).
 */
#ifndef BENCH_LINUX_SETS_H
#define BENCH_LINUX_SETS_H

#define LINUX_WORD_BITS	(8 * sizeof(unsigned long))
#define LINUX_CALL	static __attribute__((__noinline__, __unused__))

struct cpumask {
	unsigned long bits[ORACLE_MAX_CPUS / LINUX_WORD_BITS];
};

static unsigned int nr_cpu_ids;
#define nr_cpumask_bits	nr_cpu_ids

static inline unsigned int linux_words(void)
{
	return (nr_cpu_ids + LINUX_WORD_BITS - 1) / LINUX_WORD_BITS;
}

static inline bool cpumask_test_cpu(int cpu, const struct cpumask *mask)
{
	return mask->bits[(unsigned int)cpu / LINUX_WORD_BITS] >>
		(unsigned int)cpu % LINUX_WORD_BITS & 1;
}

static inline void cpumask_set_cpu(unsigned int cpu, struct cpumask *mask)
{
	mask->bits[cpu / LINUX_WORD_BITS] |= 1UL << cpu % LINUX_WORD_BITS;
}

LINUX_CALL void cpumask_and(struct cpumask *to, const struct cpumask *a,
			    const struct cpumask *b)
{
	unsigned int words = linux_words(), i;

	for (i = 0; i < words; i++)
		to->bits[i] = a->bits[i] & b->bits[i];
}

LINUX_CALL void cpumask_andnot(struct cpumask *to, const struct cpumask *a,
			       const struct cpumask *b)
{
	unsigned int words = linux_words(), i;

	for (i = 0; i < words; i++)
		to->bits[i] = a->bits[i] & ~b->bits[i];
}

/* The lowest CPU of a mask from @from on and below @end, else @end or more. */
LINUX_CALL unsigned int linux_next(const struct cpumask *mask,
				   unsigned int from, unsigned int end)
{
	unsigned int i = from / LINUX_WORD_BITS;
	unsigned long word;

	if (from >= end)
		return end;
	word = mask->bits[i] & ~0UL << from % LINUX_WORD_BITS;
	while (!word) {
		i++;
		if (i * LINUX_WORD_BITS >= end)
			return end;
		word = mask->bits[i];
	}
	return i * LINUX_WORD_BITS + __builtin_ctzl(word);
}

LINUX_CALL unsigned int linux_next_and(const struct cpumask *a,
				       const struct cpumask *b,
				       unsigned int from, unsigned int end)
{
	unsigned int i = from / LINUX_WORD_BITS;
	unsigned long word;

	if (from >= end)
		return end;
	word = a->bits[i] & b->bits[i] & ~0UL << from % LINUX_WORD_BITS;
	while (!word) {
		i++;
		if (i * LINUX_WORD_BITS >= end)
			return end;
		word = a->bits[i] & b->bits[i];
	}
	return i * LINUX_WORD_BITS + __builtin_ctzl(word);
}

/*
 * One step of a walk from @start upwards to the end, and then from 0 up to
 * @start.  @above says on which side of it @from is.
 */
static inline unsigned int linux_wrap(const struct cpumask *mask,
				      unsigned int start, unsigned int from,
				      bool above)
{
	unsigned int cpu;

	if (above) {
		cpu = linux_next(mask, from, nr_cpu_ids);
		if (cpu < nr_cpu_ids)
			return cpu;
		from = 0;
	}
	cpu = linux_next(mask, from, start);
	return cpu < start ? cpu : nr_cpu_ids;
}

#define for_each_cpu_and(cpu, a, b) \
	for ((cpu) = linux_next_and(a, b, 0, nr_cpu_ids); \
	     (unsigned int)(cpu) < nr_cpu_ids; \
	     (cpu) = linux_next_and(a, b, (cpu) + 1, nr_cpu_ids))

#define for_each_cpu(cpu, mask) \
	for ((cpu) = linux_next(mask, 0, nr_cpu_ids); \
	     (unsigned int)(cpu) < nr_cpu_ids; \
	     (cpu) = linux_next(mask, (cpu) + 1, nr_cpu_ids))

#define for_each_cpu_wrap(cpu, mask, start) \
	for ((cpu) = linux_wrap(mask, start, start, true); \
	     (unsigned int)(cpu) < nr_cpu_ids; \
	     (cpu) = linux_wrap(mask, start, (cpu) + 1, \
				(unsigned int)(cpu) + 1 > \
				(unsigned int)(start)))

#endif /* BENCH_LINUX_SETS_H */
