/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows for stats.h: ratios in thousandths of a percent. */
#define SISHEUR_ROW_MOST	0xffffffffffffffffULL

struct sisheur_stats_row {
	const char *name;
	unsigned long long search;
	unsigned long long domain_search;
	unsigned long long scanned;
	unsigned long long failed;
	int is_ok;
	unsigned long long se_eff;
	unsigned long long dom_eff;
	unsigned long long fast_rate;
	unsigned long long success_rate;
};

static const struct sisheur_stats_row sisheur_stats_rows[] = {
	{ "nothing yet: over 0 is 0", 0, 0, 0, 0, 1, 0, 0, 0, 0 },
	{ "every first look succeeded", 10, 0, 10, 0,
	  1, 100000, 0, 100000, 100000 },
	/* found 8, fast 6: 8 / 50, 2 / 44, 6 / 10, 8 / 10 */
	{ "a mixture", 10, 4, 50, 2, 1, 16000, 4545, 60000, 80000 },
	{ "every search failed", 10, 10, 100, 10, 1, 0, 0, 0, 0 },
	{ "domain searches that looked at nothing", 10, 10, 10, 10,
	  1, 0, 0, 0, 0 },
	{ "a third rounds down", 3, 2, 3, 2, 1, 33333, 0, 33333, 33333 },
	{ "two thirds round up", 3, 1, 3, 1, 1, 66667, 0, 66667, 66667 },
	/* 1 / 200000 is half a thousandth of a percent */
	{ "half a unit rounds up", 200000, 199999, 200000, 199999,
	  1, 1, 0, 1, 1 },
	{ "less than half rounds down", 200001, 200000, 200001, 200000,
	  1, 0, 0, 0, 0 },
	{ "just below everything", 200001, 1, 200001, 1,
	  1, 100000, 0, 100000, 100000 },
	{ "more failed than searched the domain", 10, 4, 50, 5,
	  0, 0, 0, 0, 0 },
	{ "more domain searches than searches", 10, 11, 50, 2,
	  0, 0, 0, 0, 0 },
	{ "fewer scanned than searches", 10, 4, 9, 2, 0, 0, 0, 0, 0 },
	{ "failed without a search", 0, 0, 0, 1, 0, 0, 0, 0, 0 },
	{ "the largest failure alone", 0, 0, 0, SISHEUR_ROW_MOST,
	  0, 0, 0, 0, 0 },
	{ "all largest: every domain search failed", SISHEUR_ROW_MOST,
	  SISHEUR_ROW_MOST, SISHEUR_ROW_MOST, SISHEUR_ROW_MOST,
	  1, 0, 0, 0, 0 },
	{ "all largest, none failed", SISHEUR_ROW_MOST, SISHEUR_ROW_MOST,
	  SISHEUR_ROW_MOST, 0, 1, 100000, 100000, 0, 100000 },
	{ "all largest and fast", SISHEUR_ROW_MOST, 0, SISHEUR_ROW_MOST, 0,
	  1, 100000, 0, 100000, 100000 },
	{ "one of the largest", 1, 1, SISHEUR_ROW_MOST, 0,
	  1, 0, 0, 0, 100000 },
	{ "half of the largest", SISHEUR_ROW_MOST / 2, 0, SISHEUR_ROW_MOST - 1,
	  0, 1, 50000, 0, 100000, 100000 },
	/* where the product with 100000 leaves 64 bits */
	{ "a third of 3 * 2^60", 1ULL << 60, 1ULL << 60, 3ULL << 60, 0,
	  1, 33333, 33333, 0, 100000 },
	{ "two thirds of 3 * 2^60", 3ULL << 60, 1ULL << 60, 3ULL << 60,
	  1ULL << 60, 1, 66667, 0, 66667, 66667 },
	{ "just where it does", 184467440737096ULL, 0, 184467440737096ULL, 0,
	  1, 100000, 0, 100000, 100000 },
	{ "one further", 184467440737097ULL, 0, 184467440737097ULL, 0,
	  1, 100000, 0, 100000, 100000 },
};

/* What one placement adds. */
struct sisheur_count_row {
	const char *name;
	int scanned;
	int failed;
	unsigned int probes;
	unsigned int scan_probes;
	unsigned long long adds_domain_search;
	unsigned long long adds_scanned;
	unsigned long long adds_failed;
};

static const struct sisheur_count_row sisheur_count_rows[] = {
	{ "the target was idle", 0, 0, 1, 0, 0, 1, 0 },
	{ "looks outside the scan do not count", 0, 0, 5, 0, 0, 1, 0 },
	{ "a scan that found", 1, 0, 9, 6, 1, 7, 0 },
	{ "a scan that did not", 1, 1, 19, 16, 1, 17, 1 },
	{ "a scan that was refused", 1, 1, 3, 0, 1, 1, 1 },
	{ "the most looks", 1, 1, 0xffffffffU, 0xffffffffU,
	  1, 0x100000000ULL, 1 },
};
