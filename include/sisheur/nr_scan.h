/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/nr_scan.h - how many CPUs may a wake-up look at
 *
 * Looking for an idle CPU costs a cache miss a look, and the busier the domain
 * the less likely that a look succeeds.  SIS_UTIL (2022) lets the number of
 * looks fall with the square of the domain's utilisation, y = a - b * x * x,
 * and reach none at 85 % (100 / 117, 85.5 %, in the merged form).  Its
 * predecessor SIS_PROP spent in proportion to how long the waker's CPU is
 * usually idle.
 *
 * Every function here is total: no input overflows or divides by zero.
 */
#ifndef SISHEUR_NR_SCAN_H
#define SISHEUR_NR_SCAN_H

#include <sisheur/port.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * SISHEUR_CAPACITY - the utilisation of one fully busy CPU, as in Linux
 */
#define SISHEUR_CAPACITY	1024U

/**
 * SISHEUR_LLC_IMBALANCE_PCT - the imbalance_pct that Linux gives an LLC domain
 *
 * 117 means that a group is overloaded from 100 / 117 = 85 % on; Linux gives
 * 110 to the domain of one core.
 */
#define SISHEUR_LLC_IMBALANCE_PCT	117U

/**
 * SISHEUR_NO_BUDGET - every CPU may be looked at
 */
#define SISHEUR_NO_BUDGET	(~0U)

/**
 * sisheur_nr_scan() - the scan budget of SIS_UTIL, as merged
 * @sum_util:      utilisation of all CPUs of the domain together, in units of
 *	1 / SISHEUR_CAPACITY of a CPU; any value
 * @llc_weight:    CPUs in the domain; any value
 * @imbalance_pct: overload threshold of the domain in percent, any value; an
 *	LLC has SISHEUR_LLC_IMBALANCE_PCT
 *
 * With x = sum_util / llc_weight, the share of the domain that may be looked
 * at is 1024 - x * x * pct * pct / (10000 * 1024), in 1024ths and not below 0.
 *
 * Why a square.  It scans more than a line would while the domain is mostly
 * idle, and needs nothing but multiplications.  No one knows the true relation
 * between average utilisation and the chance of an idle CPU.
 *
 * Its author names three limits: tasks pinned to some CPUs hide an idle one
 * behind a high average, small domains deserve a full scan, and the average is
 * as old as the last periodic balance.  select.h has a remedy for each.
 *
 * Linux counterpart.  update_idle_cpu_scan(), 6.0 to 7.1.  Linux writes the
 * result only when it changed, at periodic balance of the LLC level and never
 * at a newly idle balance; when to call is up to the caller.  On purpose, a
 * sum beyond the domain's capacity gives 0 for any @imbalance_pct, and none
 * divides by zero or wraps.
 *
 * Cost.  One division and three multiplications.
 *
 * Return: 0 ... @llc_weight; 0 for a weight of 0.
 */
SISHEUR_DEF unsigned int sisheur_nr_scan(unsigned long sum_util,
					 unsigned int llc_weight,
					 unsigned int imbalance_pct);

/**
 * sisheur_nr_scan_percent() - the scan budget of SIS_UTIL, as first mailed
 * @sum_util:   utilisation of all CPUs of the domain together, in units of
 *	1 / SISHEUR_CAPACITY of a CPU; any value
 * @llc_weight: CPUs in the domain; any value
 *
 * With p the utilisation in whole percent, the budget is
 * (100 - p * p / 72) percent of the domain.  72 is 8.5 squared, rounded down,
 * so that the budget reaches 0 at 85 %.
 *
 * Why.  The tables of the mail were computed by this form; whole percents make
 * it coarser than the merged one.
 *
 * Linux counterpart.  Version 3 of "Introduce SIS_UTIL" (2022-04-29); never
 * released.
 *
 * Cost.  One division of 64 bits, three multiplications.
 *
 * Return: 0 ... @llc_weight; 0 for a weight of 0 and for a sum beyond capacity.
 */
SISHEUR_DEF unsigned int sisheur_nr_scan_percent(unsigned long sum_util,
						 unsigned int llc_weight);

/**
 * sisheur_nr_scan_prop() - the scan budget of SIS_PROP
 * @avg_idle:      how long the waker's CPU is usually idle, ns, after ageing;
 *	any value
 * @avg_scan_cost: what one look has cost lately, ns; any value
 * @llc_weight:    CPUs in the target's domain, whether allowed or not; any value
 *
 * With c = avg_scan_cost + 1, the budget is avg_idle * llc_weight / c - 1 where
 * avg_idle * llc_weight > 4 * c, and 3 elsewhere.
 *
 * Why one less than the quotient.  Linux counts down before it tests, and so
 * looks at one CPU less than it computed.  This function answers how many CPUs
 * are really looked at.
 *
 * Linux counterpart.  select_idle_cpu(), 5.13 to 5.18 (removed in 6.2).  On
 * purpose, a product beyond 64 bits saturates and a quotient beyond 32 bits is
 * no bound at all, where Linux truncates to a negative int and looks at
 * nothing.
 *
 * Cost.  One division of 64 bits.
 *
 * Return: 3 ... SISHEUR_NO_BUDGET.
 */
SISHEUR_DEF unsigned int sisheur_nr_scan_prop(unsigned long long avg_idle,
					      unsigned long long avg_scan_cost,
					      unsigned int llc_weight);

/**
 * sisheur_pelt_age() - what a PELT sum has decayed to
 * @sum:    a sum of utilisations or loads; any value
 * @age_ms: how long ago it was right, ms; any value
 *
 * Halves @sum for every 32 ms, in steps of 1 ms, as PELT forgets what a CPU no
 * longer does.
 *
 * Why.  The sum behind a scan budget is as old as the last periodic balance:
 * 112 ms on a domain of 112 CPUs, by when an idle domain has decayed to 9 % of
 * it.
 *
 * Linux counterpart.  decay_load(), 6.12, in periods of 1.024 ms.  We count
 * milliseconds, keep factors of 16 bits instead of 32 and round down once per
 * call.
 *
 * Cost.  One table read, two multiplications.
 *
 * Return: 0 ... @sum; @sum itself for an age of 0.
 */
SISHEUR_DEF unsigned long sisheur_pelt_age(unsigned long sum,
					   unsigned int age_ms);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_NR_SCAN_H */
