// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * own-budget.c - a scan budget of one's own
 *
 *   cc own-budget.c $(pkg-config --cflags --libs sisheur) && ./a.out
 *
 * The curve falls in a straight line and never below 4 looks.  A budget is
 * what nr_idle_scan points to: nothing in the library has to know the curve.
 * In the domain of 16 CPUs only CPU 3 is idle, three looks behind the target.
 *
 * Prints:
 *   util  SIS_UTIL      ours
 *     0%  16 -> CPU 3   16 -> CPU 3
 *    25%  14 -> CPU 3   11 -> CPU 3
 *    50%  10 -> CPU 3    6 -> CPU 3
 *    75%   3 -> CPU 3    4 -> CPU 3
 *    80%   2 -> CPU 0    4 -> CPU 3
 *    90%   0 -> CPU 0    4 -> CPU 3
 */
#include <stdio.h>

#include <sisheur/case.h>
#include <sisheur/sisheur.h>

static unsigned int own_budget(unsigned long sum_util, unsigned int llc_weight)
{
	const unsigned long capacity = SISHEUR_CAPACITY * llc_weight;
	/* Linear, down to nothing at 85 % as SIS_UTIL has it. */
	const unsigned long end = capacity * 85 / 100;
	unsigned long nr = 0;

	if (sum_util < end)
		nr = (end - sum_util) * llc_weight / end;
	return nr > 4 ? (unsigned int)nr : 4;
}

static int place(struct sisheur_case *c, unsigned int budget)
{
	c->wakeup.nr_idle_scan = &budget;
	return sisheur_select(&c->profile, &c->wakeup, NULL);
}

int main(void)
{
	static const unsigned int percents[] = { 0, 25, 50, 75, 80, 90 };
	struct sisheur_case c = { 0 };
	unsigned int i;

	if (sisheur_case_parse(&c, "profile=linux-6.12 nr_cpus=16 idle=3",
			       NULL) != SISHEUR_CASE_WAKEUP)
		return 2;
	puts("util  SIS_UTIL      ours");
	for (i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
		unsigned long sum = 16UL * SISHEUR_CAPACITY * percents[i] / 100;
		unsigned int theirs = sisheur_nr_scan(sum, 16,
						SISHEUR_LLC_IMBALANCE_PCT);
		unsigned int ours = own_budget(sum, 16);

		printf("%3u%%  %2u -> CPU %d   %2u -> CPU %d\n", percents[i],
		       theirs, place(&c, theirs), ours, place(&c, ours));
	}
	sisheur_case_free(&c);
	return 0;
}
