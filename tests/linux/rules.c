// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <limits.h>

#include "oracle.h"
#include "report.h"
#include "rules.h"

/* Only its random numbers. */
#include "../common/wakeup_gen.h"

static struct sisheur_gen gen;

/* Sums on which Linux's own arithmetic wraps have no answer of Linux's. */
static bool linux_can_tell(unsigned long sum_util, unsigned int llc_weight,
			   unsigned int imbalance_pct)
{
	unsigned long long x, pct = imbalance_pct;

	if (!llc_weight || llc_weight > INT_MAX || imbalance_pct > INT_MAX)
		return false;
	x = sum_util / llc_weight;
	return !__builtin_mul_overflow(x, x, &x) &&
		!__builtin_mul_overflow(x, pct, &x) &&
		!__builtin_mul_overflow(x, pct, &x);
}

/*
 * Beyond a domain's capacity the library answers 0 whatever the percentage, on
 * purpose (nr_scan.h).
 */
bool linux_has_budget(unsigned long sum_util, unsigned int llc_weight,
		      unsigned int imbalance_pct)
{
	bool full = sum_util > (unsigned long long)llc_weight *
		SISHEUR_CAPACITY;

	return linux_can_tell(sum_util, llc_weight, imbalance_pct) &&
		!(full && imbalance_pct < 100);
}

static unsigned int random_pct(void)
{
	switch (sisheur_gen_below(&gen, 4)) {
	case 0:
		return SISHEUR_LLC_IMBALANCE_PCT;
	case 1:
		return 110;
	case 2:
		return 100 + sisheur_gen_below(&gen, 200);
	default:
		return 1 + sisheur_gen_below(&gen, 2000);
	}
}

static unsigned long random_sum(unsigned int weight, unsigned int pct)
{
	unsigned long full = (unsigned long)weight * SISHEUR_CAPACITY;

	switch (sisheur_gen_below(&gen, 4)) {
	case 0:		/* around the point from which on nothing is scanned */
		return full / pct * 100 + sisheur_gen_below(&gen, 4 * weight);
	case 1:		/* around full */
		return full - weight + sisheur_gen_below(&gen, 2 * weight);
	case 2:		/* any size: mostly beyond what Linux can tell */
		return (unsigned long)(sisheur_gen_u64(&gen) >>
				       sisheur_gen_below(&gen, 64));
	default:
		return (unsigned long)(sisheur_gen_u64(&gen) % (full + 1));
	}
}

void test_budgets(const char *label, unsigned long n, unsigned long long seed)
{
	unsigned long i, beyond = 0;

	begin();
	sisheur_gen_init(&gen, seed, NULL);
	for (i = 0; i < n; i++) {
		bool small = sisheur_gen_below(&gen, 2);
		unsigned int weight =
			1 + sisheur_gen_below(&gen, small ? 192 : 8192);
		unsigned int pct = random_pct(), theirs = 0, ours;
		unsigned long sum = random_sum(weight, pct);

		if (linux_has_budget(sum, weight, pct))
			theirs = (unsigned int)oracle_nr_scan(sum, weight,
							      pct);
		else
			beyond++;
		ours = sisheur_nr_scan(sum, weight, pct);
		if (ours != theirs && differs())
			fprintf(details, "nr_scan sum_util=%lu llc_weight=%u "
				"imbalance_pct=%u => nr_scan=%u, the library "
				"has %u\n", sum, weight, pct, theirs, ours);
	}
	end("%s: %lu scan budgets compared, %lu differ, seed %llu", label, n,
	    nr_differ(), seed);
	printf("# %lu of them beyond what Linux can compute, where 0 is "
	       "right\n", beyond);
}

/*
 * A few tasks wake each other, some of them far more often than others, at
 * intervals around the second after which flips are halved.
 */
#define NR_TASKS	ORACLE_MAX_TASKS

static unsigned int random_task(void)
{
	unsigned int task = 0;

	while (task < NR_TASKS - 1 && sisheur_gen_one_in(&gen, 3))
		task++;
	return task;
}

static unsigned int random_ms(void)
{
	if (sisheur_gen_one_in(&gen, 200))
		return 998 + sisheur_gen_below(&gen, 5);
	return sisheur_gen_one_in(&gen, 1000) ?
		sisheur_gen_below(&gen, 1000000) : sisheur_gen_below(&gen, 8);
}

/* A count of any size, small ones as often as large ones. */
static unsigned int random_count(void)
{
	return (unsigned int)(sisheur_gen_u64(&gen) >> 32) >>
		sisheur_gen_below(&gen, 32);
}

/* Linux's product of 32 bits wraps, the library's does not (pair.h). */
static bool is_wide_differs(unsigned int waker_flips, unsigned int wakee_flips,
			    unsigned int llc_weight)
{
	unsigned int less = waker_flips < wakee_flips ?
		waker_flips : wakee_flips;

	if ((unsigned long long)less * llc_weight > UINT_MAX)
		return false;
	return sisheur_is_wide(waker_flips, wakee_flips, llc_weight) !=
		oracle_is_wide(waker_flips, wakee_flips, llc_weight);
}

void test_pairs(const char *label, unsigned long n, unsigned long long seed)
{
	struct sisheur_task tasks[NR_TASKS] = { { 0 } };
	unsigned long i, halved = 0, wide = 0;
	unsigned long long now_ms = 0;

	begin();
	sisheur_gen_init(&gen, seed, NULL);
	oracle_forget_tasks();
	for (i = 0; i < n; i++) {
		unsigned int waker = random_task(), wakee = random_task();
		unsigned int a = random_count(), b = random_count();
		unsigned int weight = 1 + sisheur_gen_below(&gen, 256);
		unsigned int before = tasks[waker].flips, last;

		now_ms += random_ms();
		sisheur_record_wakee(&tasks[waker], wakee + 1,
				     now_ms * 1000000);
		oracle_record_wakee(waker, wakee, (unsigned long)now_ms);
		last = (unsigned int)oracle_last_wakee(waker);
		halved += tasks[waker].flips < before;
		if ((tasks[waker].flips != oracle_flips(waker) ||
		     tasks[waker].last_wakee != last + 1) && differs())
			fprintf(details, "seed %llu, step %lu: task %u wakes "
				"%u at %llu ms: flips=%u last=%u, the library "
				"has flips=%u last=%llu\n", seed, i, waker,
				wakee, now_ms, oracle_flips(waker), last,
				tasks[waker].flips,
				tasks[waker].last_wakee - 1);
		wide += sisheur_is_wide(a, b, weight);
		if (is_wide_differs(a, b, weight) && differs())
			fprintf(details, "sisheur_is_wide(%u, %u, %u) is %d\n",
				a, b, weight, sisheur_is_wide(a, b, weight));
	}
	end("%s: %lu recorded wake-ups compared, %lu differ, seed %llu", label,
	    n, nr_differ(), seed);
	printf("# flips halved %lu, relations wide %lu\n", halved, wide);
}

/*
 * How many CPUs a scan under SIS_PROP looks at where all are busy.  The code is
 * that of linux-5.18, and 6.1 still has it, switched off.  Quotients beyond an
 * int, which Linux truncates and the library does not (nr_scan.h), are left
 * out.
 */
void test_prop(const char *label, unsigned long n, unsigned long long seed)
{
	unsigned long i, least = 0, whole = 0;

	begin();
	sisheur_gen_init(&gen, seed, NULL);
	for (i = 0; i < n; i++) {
		unsigned int weight = 1 + sisheur_gen_below(&gen, 256);
		unsigned int idle = random_count(), cost = random_count();
		unsigned int ours, theirs;

		/* One is added, and Linux divides by 32 bits. */
		if (cost == UINT_MAX)
			cost = 0;
		if ((unsigned long long)idle * weight / (cost + 1) > INT_MAX)
			idle = sisheur_gen_below(&gen, 1000000);
		ours = sisheur_nr_scan_prop(idle, cost, weight);
		least += ours == 3;
		whole += ours >= weight;
		if (ours > weight)
			ours = weight;
		theirs = oracle_prop_looks(idle, cost, weight);
		if (ours != theirs && differs())
			fprintf(details, "seed %llu, step %lu: avg_idle=%u "
				"avg_scan_cost=%u llc_weight=%u: %u looks, "
				"the library has %u\n", seed, i, idle, cost,
				weight, theirs, ours);
	}
	end("%s: %lu budgets of SIS_PROP compared, %lu differ, seed %llu",
	    label, n, nr_differ(), seed);
	printf("# the least that it grants %lu, the whole domain %lu\n", least,
	       whole);
}
