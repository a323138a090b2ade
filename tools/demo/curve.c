// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * curve.c - the scan budget as a curve, and as the mail has it
 */
#include <sisheur/nr_scan.h>

#include "demo.h"

/* The machine of the SIS_UTIL mail. */
#define SISHEUR_LLC	112U

/* A row of the plot is this many CPUs, a column this many percent. */
#define SISHEUR_STEP_CPUS	8U
#define SISHEUR_STEP_UTIL	2U

/* "[PATCH v3] sched/fair: Introduce SIS_UTIL", 2022-04-29 */
static const struct {
	unsigned int util;
	unsigned int nr_scan;
} published[] = {
	{ 0, 112 }, { 5, 112 }, { 15, 108 }, { 25, 103 }, { 35, 92 },
	{ 45, 80 }, { 55, 64 }, { 65, 47 }, { 75, 24 }, { 85, 0 },
};

#define NR_PUBLISHED	(sizeof(published) / sizeof(published[0]))

static unsigned long sum_of(unsigned int util)
{
	return (SISHEUR_LLC * SISHEUR_CAPACITY * util + 99) / 100;
}

static unsigned int merged(unsigned int util)
{
	return sisheur_nr_scan(sum_of(util), SISHEUR_LLC,
			       SISHEUR_LLC_IMBALANCE_PCT);
}

static unsigned int percent(unsigned int util)
{
	return sisheur_nr_scan_percent(sum_of(util), SISHEUR_LLC);
}

static bool in_row(unsigned int nr_scan, unsigned int row)
{
	return (nr_scan + SISHEUR_STEP_CPUS / 2) / SISHEUR_STEP_CPUS == row;
}

static void plot(void)
{
	const char *both = sisheur_style_utf8() ? "\u25cf" : "*";
	const char *first = sisheur_style_utf8() ? "\u25b2" : "m";
	const char *second = sisheur_style_utf8() ? "\u25cb" : "p";
	unsigned int row, util;

	printf("nr_scan    %s both forms  %s merged  %s percent\n", both, first,
	       second);
	for (row = SISHEUR_LLC / SISHEUR_STEP_CPUS + 1; row-- > 0;) {
		printf("%7u |", row * SISHEUR_STEP_CPUS);
		for (util = 0; util <= 100; util += SISHEUR_STEP_UTIL) {
			bool m = in_row(merged(util), row);
			bool p = in_row(percent(util), row);

			fputs(m && p ? both : m ? first : p ? second : " ",
			      stdout);
		}
		putchar('\n');
	}
	printf("%7s +", "");
	for (util = 0; util <= 100; util += SISHEUR_STEP_UTIL)
		putchar(util % 20 ? '-' : '+');
	printf("\n%7s  ", "");
	for (util = 0; util <= 100; util += 20)
		printf("%-10u", util);
	printf("util%%\n");
}

bool sisheur_demo_curve(void)
{
	bool same = true;
	size_t i;

	sisheur_heading("How many CPUs a wake-up may look at: SIS_UTIL, %u CPUs",
			SISHEUR_LLC);
	plot();
	printf("\n%-28s", "util%");
	for (i = 0; i < NR_PUBLISHED; i++)
		printf(" %4u", published[i].util);
	printf("\n%-28s", "published in the mail");
	for (i = 0; i < NR_PUBLISHED; i++)
		printf(" %4u", published[i].nr_scan);
	printf("\n%-28s", "computed, percent form");
	for (i = 0; i < NR_PUBLISHED; i++) {
		printf(" %4u", percent(published[i].util));
		same &= percent(published[i].util) == published[i].nr_scan;
	}
	printf("  %s", same ? "equal" : "DIFFERS");
	printf("\n%-28s", "computed, as merged in 6.0");
	for (i = 0; i < NR_PUBLISHED; i++)
		printf(" %4u", merged(published[i].util));
	putchar('\n');
	return same;
}
