/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * prop.h - what the property tests share
 *
 * Every test takes its random numbers from one seed: SISHEUR_SEED in the
 * environment, or 1.  It is printed, and a failure prints the wake-up as a line
 * that "sisheur pick" reads.
 */
#ifndef SISHEUR_TESTS_PROP_H
#define SISHEUR_TESTS_PROP_H

#include <check.h>
#include <sisheur/sisheur.h>

/* Two blocks of the widest vectors, and a bit; what nobody asks for is 192. */
#define SISHEUR_GEN_MAX_CPUS	1088U
#include "../common/wakeup_gen.h"

/** PROP_SIZES - machines of 0 CPUs to three words and one CPU of 64 bits */
#define PROP_SIZES	194

/** prop_seed() - SISHEUR_SEED, or 1 */
unsigned long long prop_seed(void);

/** prop_case() - a new suite with one case that has @name */
TCase *prop_case(const char *name);

/** prop_run() - run the suite of prop_case(); the exit code of main() */
int prop_run(void);

/**
 * prop_gen() - a generator for one loop of one test
 * @loop:    _i of the test: loops of one test differ
 * @options: as of sisheur_gen_init()
 *
 * Return: the generator; there is one for the whole program, since each test
 * is a process of its own.
 */
struct sisheur_gen *prop_gen(int loop,
			     const struct sisheur_gen_options *options);

/**
 * prop_line() - the wake-up that a generator stands at, as a case
 *
 * Bits that no case can state (claimed CPUs, garbage, spread ...) are left out.
 *
 * Return: the line; never freed, since it is printed by a test that fails.
 */
const char *prop_line(const struct sisheur_gen *gen);

/*
 * As Check's own assertions, which write the place of each into a file before
 * they test it: a system call each, where these loops make millions.
 */
#define prop_must_msg(x, ...) \
	do { \
		if (!(x)) \
			ck_abort_msg(__VA_ARGS__); \
	} while (0)
#define prop_must(x)	prop_must_msg(x, "not so: %s", #x)
#define prop_compare(type, format, a, op, b) \
	do { \
		type prop_a = (a); \
		type prop_b = (b); \
		prop_must_msg(prop_a op prop_b, \
				"not so: %s %s %s: " format " and " format, \
				#a, #op, #b, prop_a, prop_b); \
	} while (0)
#define prop_must_int_eq(a, b)	prop_compare(long long, "%lld", a, ==, b)
#define prop_must_int_lt(a, b)	prop_compare(long long, "%lld", a, <, b)
#define prop_must_int_gt(a, b)	prop_compare(long long, "%lld", a, >, b)
#define prop_must_int_ge(a, b)	prop_compare(long long, "%lld", a, >=, b)
#define prop_uint(a, op, b) \
	prop_compare(unsigned long long, "%llu", a, op, b)
#define prop_must_uint_eq(a, b)	prop_uint(a, ==, b)
#define prop_must_uint_le(a, b)	prop_uint(a, <=, b)
#define prop_must_uint_lt(a, b)	prop_uint(a, <, b)
#define prop_must_uint_ge(a, b)	prop_uint(a, >=, b)
#define prop_must_uint_gt(a, b)	prop_uint(a, >, b)

/* The plain questions, asked bit by bit and without the library. */
static inline bool prop_in(const unsigned long *set, unsigned int cpu)
{
	return (set[cpu / SISHEUR_WORD_BITS] >> (cpu % SISHEUR_WORD_BITS)) & 1;
}

static inline bool prop_allowed(const struct sisheur_scan *scan,
				unsigned int cpu)
{
	return !scan->allowed || prop_in(scan->allowed, cpu);
}

static inline bool prop_in_cpus(const struct sisheur_scan *scan,
				unsigned int cpu)
{
	return scan->target < scan->domains->nr_cpus &&
	       scan->domains->llc[cpu] >= 0 &&
	       scan->domains->llc[cpu] == scan->domains->llc[scan->target] &&
	       prop_allowed(scan, cpu);
}

static inline enum sisheur_state prop_state(const struct sisheur_view *view,
					    unsigned int cpu)
{
	if (!view->idle || (view->claimed && prop_in(view->claimed, cpu)))
		return SISHEUR_BUSY;
	if (prop_in(view->idle, cpu))
		return SISHEUR_IDLE;
	return view->sched_idle && prop_in(view->sched_idle, cpu) ?
		SISHEUR_SCHED_IDLE : SISHEUR_BUSY;
}

static inline bool prop_usable(const struct sisheur_scan *scan,
			       unsigned int cpu)
{
	enum sisheur_state state = prop_state(scan->view, cpu);

	return state == SISHEUR_IDLE ||
	       (state == SISHEUR_SCHED_IDLE &&
		!(scan->how & SISHEUR_HOW_NO_SCHED_IDLE));
}

static inline bool prop_core_idle(const struct sisheur_scan *scan,
				  unsigned int cpu)
{
	unsigned int c;

	for (c = 0; c < scan->domains->nr_cpus; c++)
		if (scan->domains->core[c] == scan->domains->core[cpu] &&
		    prop_state(scan->view, c) != SISHEUR_IDLE)
			return false;
	return true;
}

/* The search that a generator's wake-up would make, by random rules. */
static inline struct sisheur_scan prop_scan(struct sisheur_gen *gen)
{
	struct sisheur_scan scan = {
		.domains = &gen->domains,
		.view = &gen->view,
		.allowed = gen->wakeup.allowed,
		.target = gen->wakeup.target,
		.how = sisheur_gen_below(gen, 256),
	};

	return scan;
}

#endif /* SISHEUR_TESTS_PROP_H */
