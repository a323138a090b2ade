/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows for nr_scan.h: computed by hand from the formulas of the header. */

struct sisheur_nr_scan_row {
	const char *name;
	unsigned long sum_util;
	unsigned int llc_weight;
	unsigned int imbalance_pct;
	unsigned int merged;
	unsigned int percent;
};

static const struct sisheur_nr_scan_row sisheur_nr_scan_rows[] = {
	{ "idle, 112 CPUs", 0, 112, 117, 112, 112 },
	{ "idle, 1 CPU", 0, 1, 117, 1, 1 },
	/* x = 512: 512^2 * 117^2 / 10240000 = 350, (1024 - 350) * 16 / 1024 */
	{ "half, 16 CPUs", 8192, 16, 117, 10, 10 },
	/* p = 50: 2500 / 72 = 34, 66 * 16 / 100 = 10 */
	{ "half, 112 CPUs", 57344, 112, 117, 73, 73 },
	/* x = 868: 1007, 17 * 112 / 1024 = 1; p = 84: 98, 2 * 112 / 100 = 2 */
	{ "just below the threshold", 97320, 112, 117, 1, 2 },
	/* x = 876: 1025 is beyond 1024; p = 85: 100 */
	{ "just above it", 98112, 112, 117, 0, 0 },
	{ "full", 114688, 112, 117, 0, 0 },
	{ "one unit beyond capacity", 114689, 112, 117, 0, 0 },
	{ "full, but a threshold of 0", 114688, 112, 0, 112, 0 },
	{ "beyond capacity, a threshold of 0", 114689, 112, 0, 0, 0 },
	{ "full, a threshold of 100", 114688, 112, 100, 0, 0 },
	/* x = 1023: 1022, 2 * 112 / 1024 = 0; 114687 * 100 / 114688 = 99 */
	{ "a hair below full, 100", 114687, 112, 100, 0, 0 },
	/* a percentage below 100 is taken as it is: 1024^2 * 2500 / 10240000 */
	{ "full, a threshold of 50", 114688, 112, 50, 84, 0 },
	{ "nothing to scan", 0, 0, 117, 0, 0 },
	{ "nothing to scan, a sum", 1000, 0, 117, 0, 0 },
	{ "nothing to scan, threshold 0", 0, 0, 0, 0, 0 },
	{ "idle, the largest domain", 0, 0xffffffffU, 117,
	  0xffffffffU, 0xffffffffU },
	{ "idle, the largest threshold", 0, 8, 0xffffffffU, 8, 8 },
	/* 1 / 8 = 0, whatever the threshold */
	{ "less than one unit a CPU", 7, 8, 0xffffffffU, 8, 8 },
	{ "one unit a CPU, largest threshold", 8, 8, 0xffffffffU, 0, 8 },
};

struct sisheur_nr_scan_prop_row {
	const char *name;
	unsigned long long avg_idle;
	unsigned long long avg_scan_cost;
	unsigned int llc_weight;
	unsigned int budget;
};

static const struct sisheur_nr_scan_prop_row sisheur_nr_scan_prop_rows[] = {
	{ "never idle", 0, 0, 112, 3 },
	{ "no domain", 1000000, 1, 0, 3 },
	{ "exactly four looks: not more", 4, 0, 1, 3 },
	{ "five looks, four of them made", 5, 0, 1, 4 },
	{ "four times the cost", 400, 99, 1, 3 },
	{ "one nanosecond more", 401, 99, 1, 3 },
	{ "quotient rounds down", 1099, 99, 1, 9 },
	{ "and reaches the next", 1100, 99, 1, 10 },
	{ "the case format's defaults", 1000000, 1, 8, 3999999 },
	{ "cost wraps to nothing in Linux", 1000000, 0xffffffffffffffffULL, 8, 3 },
	{ "product beyond 64 bits", 0xffffffffffffffffULL, 0xfffffffeULL, 8,
	  0xffffffffU },
	{ "quotient beyond 32 bits", 0xffffffffffULL, 0, 1, 0xffffffffU },
	{ "the largest quotient of 32 bits", 0xffffffffULL, 0, 1, 0xfffffffeU },
	{ "one beyond it", 0x100000000ULL, 0, 1, 0xffffffffU },
};

/* Exact where a period of 32 ms is whole: a halving is a shift. */
struct sisheur_pelt_row {
	const char *name;
	unsigned long sum;
	unsigned int age_ms;
	unsigned long aged;
};

static const struct sisheur_pelt_row sisheur_pelt_rows[] = {
	{ "fresh", 114688, 0, 114688 },
	{ "nothing", 0, 0, 0 },
	{ "nothing, old", 0, 1000, 0 },
	{ "largest, fresh", ~0UL, 0, ~0UL },
	{ "one half-life", 114688, 32, 57344 },
	{ "two", 114688, 64, 28672 },
	{ "ten", 114688, 320, 112 },
	{ "an odd sum rounds down", 7, 32, 3 },
	{ "one, one half-life", 1, 32, 0 },
	{ "largest, one half-life", ~0UL, 32, ~0UL >> 1 },
	{ "largest, 31 half-lives", ~0UL, 992, ~0UL >> 31 },
	{ "a million, after the last bit", 1000000, 640, 0 },
	{ "largest, oldest", ~0UL, 0xffffffffU, 0 },
	{ "largest, 64 half-lives", ~0UL, 2048, 0 },
	{ "largest, above int", ~0UL, 0x80000000U, 0 },
};
