/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * explore.h - every order in which some threads can reach shared memory
 *
 * The threads are coroutines that stop before each access, and a run is one
 * choice of who goes on at each stop.  Runs are repeated until none is left
 * that could differ: all of them, or all but for the order of accesses that do
 * not touch each other (dynamic partial order reduction with sleep sets:
 * Flanagan and Godefroid, POPL 2005; Godefroid, LNCS 1032).
 *
 * The order is one for all threads: what a processor reorders is not seen here.
 */
#ifndef SISHEUR_TESTS_EXPLORE_H
#define SISHEUR_TESTS_EXPLORE_H

#include <stdbool.h>

#define EXPLORE_THREADS	4
#define EXPLORE_STEPS	400

/**
 * enum explore_kind - what an access does
 * @EXPLORE_START: a thread begins; in no order with others
 * @EXPLORE_READ:  reads one word
 * @EXPLORE_WRITE: changes a word of its own kind: a counter, a hint
 * @EXPLORE_CHANGE: changes a word of a map; its order with EXPLORE_MARK of other
 *	threads counts as well
 * @EXPLORE_MARK:  a call or a return, at which a test notes the time
 */
enum explore_kind {
	EXPLORE_START,
	EXPLORE_READ,
	EXPLORE_WRITE,
	EXPLORE_CHANGE,
	EXPLORE_MARK,
};

/**
 * struct explore - what is to be explored, and what came of it
 * @nr_threads: how many threads
 * @body:    what each thread does, from its beginning
 * @reset:   makes the world as it was before each run
 * @finish:  looks at the world after each whole run
 * @plain:   do without the reduction: all orders
 * @max_switches: only orders in which so many times a thread that could go on
 *	does not; 0 means any number (only with @plain)
 * @max_runs: give up behind so many; 0 means never
 * @runs:    whole runs
 * @cut:     runs left in the middle, being equal to earlier ones
 * @steps:   accesses of the longest run
 * @complete: every order was seen
 */
struct explore {
	unsigned int nr_threads;
	void (*body)(unsigned int thread);
	void (*reset)(void);
	void (*finish)(void);
	bool plain;
	unsigned int max_switches;
	unsigned long max_runs;
	unsigned long runs;
	unsigned long cut;
	unsigned int steps;
	bool complete;
};

/**
 * explore_all() - run all orders; stops at the first that explore_fail() names
 *
 * Return: true if none failed.
 */
bool explore_all(struct explore *e);

/** explore_at() - the calling thread is about to reach @address */
void explore_at(enum explore_kind kind, const void *address);

/** explore_thread() - the number of the calling thread */
unsigned int explore_thread(void);

/** explore_now() - how many accesses this run has had */
unsigned int explore_now(void);

/** explore_fail() - this run is wrong; the first reason is kept */
void explore_fail(const char *format, ...)
	__attribute__((__format__(__printf__, 1, 2)));

/** explore_reason() - what failed and in which order, or NULL */
const char *explore_reason(void);

#endif /* SISHEUR_TESTS_EXPLORE_H */
