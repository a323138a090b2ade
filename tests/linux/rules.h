/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The rules beside the ladder: scan budgets, and what tasks remember.
 */
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>

/*
 * Has Linux a scan budget for this sum, and is the library to have the same?
 * Where not, the library answers 0.
 */
bool linux_has_budget(unsigned long sum_util, unsigned int llc_weight,
		      unsigned int imbalance_pct);

/* Each compares n random questions. */
void test_budgets(const char *label, unsigned long n, unsigned long long seed);
void test_pairs(const char *label, unsigned long n, unsigned long long seed);
void test_prop(const char *label, unsigned long n, unsigned long long seed);

#endif /* RULES_H */
