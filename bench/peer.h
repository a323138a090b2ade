/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * peer.h - what every contestant is given, and what it owes
 *
 * Knows nothing of the library, so that the functions of Linux, whose names
 * are their own, can be compiled beside it.
 */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdbool.h>

#define BENCH_WORD_BITS		((unsigned int)(8 * sizeof(unsigned long)))
#define BENCH_MAX_CPUS		8192U	/* SISHEUR_MAX_CPUS */
#define BENCH_NONE		(-1)	/* SISHEUR_NONE */

/**
 * struct bench_state - a machine and what its CPUs do at one moment
 * @machine:  differs from machine to machine: what was built for one is of no use
 *	on another; never 0
 * @nr_cpus:  CPUs are 0 ... nr_cpus - 1, all in one LLC domain but the offline
 * @words:    words of each map
 * @smt:      a core has two CPUs online
 * @clusters: clusters count
 * @hint:     has_idle_cores, for a ladder
 * @nr_idle_scan: the scan budget, for a ladder
 * @core:     [cpu] the lowest sibling
 * @next:     [cpu] the next sibling, after the last one the lowest
 * @llc:      [cpu] 0, or BENCH_NONE where the CPU is offline
 * @cluster:  [cpu] number of its cluster, or BENCH_NONE
 * @online:   the CPUs of the domain
 * @idle:     the idle CPUs
 * @allowed:  CPUs that the wakee may run on; NULL is all
 * @domains:  the same machine as the library has it
 */
struct bench_state {
	unsigned long machine;
	unsigned int nr_cpus;
	unsigned int words;
	bool smt;
	bool clusters;
	int hint;
	unsigned int nr_idle_scan;
	const unsigned int *core;
	const unsigned int *next;
	const int *llc;
	const int *cluster;
	const unsigned long *online;
	const unsigned long *idle;
	unsigned long *own_idle;
	const unsigned long *allowed;
	const struct sisheur_domains *domains;
};

/**
 * struct bench_wakeup - what differs from call to call
 * @target: the CPU behind which a scan begins
 * @prev:   for a ladder
 * @recent: for a ladder
 * @waker:  for a ladder
 * @idle:   an idle CPU to be claimed by name, where there is one
 * @sum_util: for a scan budget
 */
struct bench_wakeup {
	unsigned int target;
	unsigned int prev;
	unsigned int recent;
	unsigned int waker;
	unsigned int idle;
	unsigned long sum_util;
};

/**
 * enum bench_agree - what a contestant's answer has in common with the others
 * @BENCH_SAME:     the CPU that the first of this kind answers
 * @BENCH_FALLBACK: likewise; a core scan that answers its fallback where no core
 *	is idle
 * @BENCH_EXISTS:   a CPU if and only if BENCH_SAME has one, and as good a one,
 *	but in an order of its own
 * @BENCH_NOTHING:  it answers another question, or none
 */
enum bench_agree {
	BENCH_SAME,
	BENCH_FALLBACK,
	BENCH_EXISTS,
	BENCH_NOTHING,
};

/**
 * struct bench_entry - a contestant in one question
 * @question: name of the question
 * @peer:  name of the contestant
 * @agree: enum bench_agree
 * @takes: can it be asked in this state?  NULL: in all
 * @load:  take over a state.  NULL: nothing to do
 * @loop:  place @n wake-ups, one after the other.  The sum of the answers, each
 *	plus one
 * @empty: the same loop around an empty call of the same shape
 * @counted: its instructions have a ceiling
 */
struct bench_entry {
	const char *question;
	const char *peer;
	enum bench_agree agree;
	bool (*takes)(const struct bench_state *state);
	void (*load)(const struct bench_state *state);
	unsigned long (*loop)(const struct bench_wakeup *wakeups,
			      unsigned int n);
	unsigned long (*empty)(const struct bench_wakeup *wakeups,
			       unsigned int n);
	bool counted;
};

/* What a contestant enters: a table that ends with an entry without a name. */
extern const struct bench_entry bench_sisheur[];
extern const struct bench_entry bench_claim[];
extern const struct bench_entry bench_mask[];
extern const struct bench_entry bench_hwloc[];
extern const struct bench_entry bench_linux_flags[];
extern const struct bench_entry bench_linux_bitmap[];

/* The empty calls: of a function of the wake-up, of one of a struct. */
unsigned long bench_empty_wakeup(const struct bench_wakeup *wakeups,
				 unsigned int n);
unsigned long bench_empty_struct(const struct bench_wakeup *wakeups,
				 unsigned int n);

/**
 * enum bench_mode - how calls follow each other
 * @BENCH_OVERLAP: the processor may work at several at once, as at the rest of
 *	a scheduler: what a call adds to the work
 * @BENCH_ALONE:   each begins when nothing of the one before is left to do, and
 *	nothing after it has begun: how long its answer takes
 * @BENCH_NR_MODES: how many there are
 *
 * Not a chain of calls of which each waits for the answer of the one before: a
 * processor guesses an answer that is always "none", and who branches on it
 * would be taken for free.
 */
enum bench_mode {
	BENCH_OVERLAP,
	BENCH_ALONE,
	BENCH_NR_MODES,
};

extern enum bench_mode bench_mode;

static inline void bench_fence(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__ volatile("lfence" : : : "memory");
#elif defined(__aarch64__)
	__asm__ volatile("isb" : : : "memory");
#else
	__asm__ volatile("" : : : "memory");
#endif
}

/*
 * The loop of one contestant.  @call is an expression with the wake-up @w.
 * Every loop is this one, so that the loop around an empty call can be
 * subtracted.
 */
#define BENCH_LOOP(name, call) \
unsigned long name(const struct bench_wakeup *wakeups, unsigned int n); \
unsigned long name(const struct bench_wakeup *wakeups, unsigned int n) \
{ \
	const struct bench_wakeup *w; \
	unsigned long sum = 0; \
	unsigned int i; \
\
	if (bench_mode == BENCH_OVERLAP) { \
		for (i = 0; i < n; i++) { \
			w = &wakeups[i]; \
			sum += (unsigned long)((call) + 1); \
		} \
	} else { \
		for (i = 0; i < n; i++) { \
			w = &wakeups[i]; \
			bench_fence(); \
			sum += (unsigned long)((call) + 1); \
		} \
	} \
	return sum; \
}

#define BENCH_OUTLINE	static __attribute__((__noinline__))

#define BENCH_NR_OF(array)	(sizeof(array) / sizeof((array)[0]))

#endif /* BENCH_PEER_H */
