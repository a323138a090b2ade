/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bench.h - what the files of the benchmark share
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stddef.h>
#include <stdio.h>

#include <sisheur/sisheur.h>
#include <sisheur/topology.h>

#include "peer.h"

/* --- random.c: the same numbers from the same seed, everywhere ---------- */

struct bench_random {
	unsigned long long state;
};

unsigned long long bench_random_u64(struct bench_random *random);
unsigned int bench_random_below(struct bench_random *random,
				unsigned int limit);

/* --- machines.c: how CPUs are numbered ----------------------------------- */

/**
 * struct bench_numbering - a way to number CPUs
 * @name:  as rows are named
 * @what:  for persons
 * @label: fill the labels of a machine whose size is set
 * @smt:   a core has siblings
 * @size:  CPUs to take where so many were asked for; 0: none of this size
 */
struct bench_numbering {
	const char *name;
	const char *what;
	void (*label)(struct sisheur_labels *labels);
	unsigned int (*size)(unsigned int nr_cpus);
	bool smt;
};

extern const struct bench_numbering bench_numberings[];
extern const unsigned int bench_nr_numberings;
extern const struct bench_numbering bench_two_llcs;

bool bench_build_machine(struct sisheur_topology *topology,
			 const struct bench_numbering *numbering,
			 unsigned int nr_cpus);

/* --- states.c: what the CPUs do, and who wakes up where ------------------ */

/**
 * enum bench_case - how busy the CPUs are
 * @BENCH_WORST:   no core is idle, though one CPU of each is
 * @BENCH_ONE:     the same, but one core is idle
 * @BENCH_TYPICAL: each CPU is idle with a chance of one half
 * @BENCH_BEST:    all are idle
 * @BENCH_BUSY:    none is
 * @BENCH_ANY:     each CPU is idle with a chance that differs from state to
 *	state: what answers are compared on
 * @BENCH_NR_CASES: how many there are
 */
enum bench_case {
	BENCH_WORST,
	BENCH_ONE,
	BENCH_TYPICAL,
	BENCH_BEST,
	BENCH_BUSY,
	BENCH_ANY,
	BENCH_NR_CASES,
};

/**
 * enum bench_affinity - where the wakee may run
 * @BENCH_FULL:   everywhere, and no map says so
 * @BENCH_HALF:   on random CPUs, one in two
 * @BENCH_NARROW: on four random CPUs
 * @BENCH_NR_AFFINITIES: how many there are
 */
enum bench_affinity {
	BENCH_FULL,
	BENCH_HALF,
	BENCH_NARROW,
	BENCH_NR_AFFINITIES,
};

extern const char *const bench_case_names[];
extern const char *const bench_affinity_names[];

/**
 * struct bench_scene - a state with what it points to
 */
struct bench_scene {
	struct bench_state state;
	struct sisheur_topology topology;
	unsigned long idle[SISHEUR_WORDS(BENCH_MAX_CPUS)]
		__attribute__((__aligned__(64)));
	unsigned long allowed[SISHEUR_WORDS(BENCH_MAX_CPUS)]
		__attribute__((__aligned__(64)));
};

bool bench_scene_build(struct bench_scene *scene,
		       const struct bench_numbering *numbering,
		       unsigned int nr_cpus);
void bench_scene_fill(struct bench_scene *scene, enum bench_case what,
		      enum bench_affinity affinity,
		      struct bench_random *random);
void bench_scene_wakeups(const struct bench_scene *scene,
			 struct bench_random *random,
			 struct bench_wakeup *wakeups, unsigned int n);

/* --- rows.c: what is measured -------------------------------------------- */

/**
 * struct bench_question - what is asked
 * @name:  as rows are named
 * @asks:  the question of those who enter for it
 * @what:  for persons
 * @cases: the cases that make sense, each a bit
 * @affinities: likewise
 * @smt:   it is about siblings
 * @contended: it is asked by two threads at once
 * @set_up: make the state what a ladder finds.  NULL: nothing to do
 */
struct bench_question {
	const char *name;
	const char *asks;
	const char *what;
	unsigned int cases;
	unsigned int affinities;
	bool smt;
	bool contended;
	void (*set_up)(struct bench_state *state);
};

#define BENCH_MAX_ENTRIES	16U

/**
 * struct bench_row - a row of the table
 */
struct bench_row {
	const struct bench_question *question;
	const struct bench_numbering *numbering;
	unsigned int nr_cpus;
	enum bench_affinity affinity;
	enum bench_case what;
	const struct bench_entry *entries[BENCH_MAX_ENTRIES];
	unsigned int nr_entries;
	char name[96];
};

extern const struct bench_question bench_questions[];
extern const unsigned int bench_nr_questions;

bool bench_row_exists(const struct bench_row *row);
void bench_row_enter(struct bench_row *row, const struct bench_state *state);

/* --- measure.c: medians of many, interleaved ------------------------------ */

/*
 * Wake-ups of a batch.  Each is new, so that a branch predictor learns what a
 * state is like and not what the next answer is; all of them are 64 KiB.
 */
#define BENCH_MAX_CALLS		4096U
#define BENCH_WARM_CALLS	16U
#define BENCH_COUNT_CALLS	32U
#define BENCH_MAX_REPETITIONS	10001U

/**
 * struct bench_options - how to measure
 * @repetitions: of each row
 * @batch_ns: how long a contestant is timed in each
 * @random:   where wake-ups and states come from
 */
struct bench_options {
	unsigned int repetitions;
	unsigned int batch_ns;
	struct bench_random *random;
};

/**
 * struct bench_figure - nanoseconds a call
 * @median: of all repetitions
 * @low:    a quarter of them were faster
 * @high:   a quarter were slower
 */
struct bench_figure {
	double median;
	double low;
	double high;
};

double bench_now(void);
struct bench_figure bench_figure_of(double *samples, unsigned int nr);
void bench_count(struct bench_scene *scene, const struct bench_row *row,
		 struct bench_random *random);
void bench_measure(struct bench_scene *scene, const struct bench_row *row,
		   const struct bench_options *options,
		   struct bench_figure *figures, struct bench_figure *empty);

/* --- contend.c: two threads at once --------------------------------------- */

/**
 * enum bench_place - where two threads claim
 * @BENCH_NOBODY:   there is but one thread
 * @BENCH_OWN:      each in an LLC domain of its own
 * @BENCH_LINE:     in one domain, in words of their own
 * @BENCH_WORD:     in one word, CPUs of their own
 * @BENCH_CPU:      the same CPUs
 * @BENCH_NR_PLACES: how many there are
 */
enum bench_place {
	BENCH_NOBODY,
	BENCH_OWN,
	BENCH_LINE,
	BENCH_WORD,
	BENCH_CPU,
	BENCH_NR_PLACES,
};

extern const char *const bench_place_names[];
#define BENCH_CONTENDED_CPUS	256U

/* Are there two CPUs?  Before this process keeps to one. */
bool bench_contend_init(void);
void bench_contend(struct bench_scene *scene, const struct bench_entry *entry,
		   const struct bench_options *options,
		   struct bench_figure *figures, struct bench_figure *empty);

/* --- check.c: all agree, or nothing is timed ----------------------------- */

/* @wrong: a contestant of this name is to be found out; NULL: none */
bool bench_check(struct bench_scene *scene, const struct bench_row *row,
		 struct bench_random *random, unsigned int states,
		 const char *wrong);

#endif /* BENCH_BENCH_H */
