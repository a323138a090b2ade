// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "private.h"

SISHEUR_DEF unsigned int sisheur_nr_scan(unsigned long sum_util,
					 unsigned int llc_weight,
					 unsigned int imbalance_pct)
{
	unsigned long long product;
	unsigned int taken;

	if (!llc_weight ||
	    sum_util > (unsigned long long)llc_weight * SISHEUR_CAPACITY)
		return 0;

	product = (unsigned long long)(sum_util / llc_weight) * imbalance_pct;
	/* Squared it would wrap; from here on the formula is below zero. */
	if (product >= 100 * SISHEUR_CAPACITY)
		return 0;

	/*
	 * 10000 * 1024 is 625 << 14.  Divided in two steps the dividend fits
	 * 32 bits, and no 32-bit machine needs a 64-bit division.
	 */
	taken = (unsigned int)((product * product) >> 14) / 625;
	return (unsigned int)(((unsigned long long)(SISHEUR_CAPACITY - taken) *
			       llc_weight) / SISHEUR_CAPACITY);
}

SISHEUR_DEF unsigned int sisheur_nr_scan_percent(unsigned long sum_util,
						 unsigned int llc_weight)
{
	unsigned long long capacity;
	unsigned int percent, left;

	capacity = (unsigned long long)llc_weight * SISHEUR_CAPACITY;
	if (!llc_weight || sum_util > capacity)
		return 0;

	percent = (unsigned int)sisheur_div64(sum_util * 100ULL, capacity);
	/* At 85 % the square reaches 100; beyond, the difference would wrap. */
	if (percent >= 85)
		return 0;

	left = 100 - percent * percent / 72;
	return (unsigned int)sisheur_div64((unsigned long long)left * llc_weight,
					   100);
}

SISHEUR_DEF unsigned int sisheur_nr_scan_prop(unsigned long long avg_idle,
					      unsigned long long avg_scan_cost,
					      unsigned int llc_weight)
{
	/* Linux never scans less than this many; 5.13, select_idle_cpu(). */
	const unsigned int floor = 4;
	const unsigned long long most = ~0ULL;
	unsigned long long cost, span, high, nr;

	/*
	 * Saturate: a sum or product that wraps would look like no idle time.
	 * In two halves, because compilers turn the usual test into a product
	 * of 128 bits, which BPF and 32 bits lack.
	 */
	cost = avg_scan_cost < most ? avg_scan_cost + 1 : most;
	high = (avg_idle >> 32) * llc_weight;
	span = (high << 32) + (avg_idle & 0xffffffff) * llc_weight;
	if (high >> 32 || span < high << 32)
		span = most;

	if (cost > most / floor || span <= floor * cost)
		return floor - 1;
	nr = sisheur_div64(span, cost) - 1;
	return nr < SISHEUR_NO_BUDGET ? (unsigned int)nr : SISHEUR_NO_BUDGET;
}

/* round(2^16 * 2^(-ms / 32)): the definition of a half-life of 32 ms. */
static const unsigned int sisheur_decay[32] = {
	65536, 64132, 62757, 61413, 60097, 58809, 57549, 56316,
	55109, 53928, 52773, 51642, 50535, 49452, 48393, 47356,
	46341, 45348, 44376, 43425, 42495, 41584, 40693, 39821,
	38968, 38133, 37316, 36516, 35734, 34968, 34219, 33486,
};

SISHEUR_DEF unsigned long sisheur_pelt_age(unsigned long sum,
					   unsigned int age_ms)
{
	unsigned int halvings = age_ms / 32;
	unsigned long factor = sisheur_decay[age_ms % 32];

	/* A shift by the width of the word or more would have no answer. */
	if (halvings >= SISHEUR_WORD_BITS)
		return 0;

	/* In two halves: the product of the whole would wrap. */
	sum = (sum >> 16) * factor + (((sum & 0xffff) * factor) >> 16);
	return sum >> halvings;
}
