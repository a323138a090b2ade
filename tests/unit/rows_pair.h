/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows for pair.h. */
#define SISHEUR_ROW_SECOND	1000000000ULL

struct sisheur_record_row {
	const char *name;
	/* before */
	unsigned long long last_wakee;
	unsigned long long decayed_ns;
	unsigned int flips;
	/* the wake-up */
	unsigned long long wakee;
	unsigned long long now_ns;
	/* after; the last wakee is then the wakee in every row */
	unsigned long long decayed_after;
	unsigned int flips_after;
};

static const struct sisheur_record_row sisheur_record_rows[] = {
	{ "a new task's first wake-up", 0, 0, 0, 7, 5, 0, 1 },
	{ "the same wakee again", 7, 0, 1, 7, 6, 0, 1 },
	{ "another wakee", 7, 0, 1, 8, 6, 0, 2 },
	{ "the name of no task is noted", 7, 0, 1, 0, 6, 0, 2 },
	{ "and is the same the second time", 0, 0, 2, 0, 6, 0, 2 },
	{ "exactly a second: no decay", 7, 0, 8, 7,
	  SISHEUR_ROW_SECOND, 0, 8 },
	{ "a nanosecond more: decay", 7, 0, 8, 7,
	  SISHEUR_ROW_SECOND + 1, SISHEUR_ROW_SECOND + 1, 4 },
	{ "odd flips round down", 7, 0, 9, 7,
	  2 * SISHEUR_ROW_SECOND, 2 * SISHEUR_ROW_SECOND, 4 },
	{ "once, however long ago", 7, 0, 8, 7,
	  3600 * SISHEUR_ROW_SECOND, 3600 * SISHEUR_ROW_SECOND, 4 },
	{ "since the last halving, not since 0", 7,
	  5 * SISHEUR_ROW_SECOND, 8, 7,
	  6 * SISHEUR_ROW_SECOND, 5 * SISHEUR_ROW_SECOND, 8 },
	{ "halved first, then one more", 7, 0, 8, 9,
	  2 * SISHEUR_ROW_SECOND, 2 * SISHEUR_ROW_SECOND, 5 },
	{ "nothing to halve", 7, 0, 0, 7,
	  2 * SISHEUR_ROW_SECOND, 2 * SISHEUR_ROW_SECOND, 0 },
	{ "the count stops", 7, 0, 0xffffffffU, 8, 6, 0, 0xffffffffU },
	{ "one below", 7, 0, 0xfffffffeU, 8, 6, 0, 0xffffffffU },
	{ "the last nanosecond of the clock", 7, 0, 8, 7,
	  0xffffffffffffffffULL, 0xffffffffffffffffULL, 4 },
	{ "names of 64 bits differ above bit 32", 0x100000007ULL, 0, 1, 7,
	  6, 0, 2 },
	{ "the largest name", 7, 0, 1, 0xffffffffffffffffULL, 6, 0, 2 },
};

struct sisheur_is_pair_row {
	const char *name;
	unsigned long long waker_woke;
	unsigned long long waker;
	unsigned long long wakee_woke;
	unsigned long long wakee;
	int is_pair;
};

static const struct sisheur_is_pair_row sisheur_is_pair_rows[] = {
	{ "each the other's", 2, 1, 1, 2, 1 },
	{ "the waker woke another", 3, 1, 1, 2, 0 },
	{ "the wakee woke another", 2, 1, 3, 2, 0 },
	{ "the wakee woke nobody", 2, 1, 0, 2, 0 },
	{ "neither woke anybody", 0, 1, 0, 2, 0 },
	{ "a waker without a name", 2, 0, 0, 2, 0 },
	{ "a wakee without a name", 0, 1, 1, 0, 0 },
	{ "neither has a name", 0, 0, 0, 0, 0 },
	{ "names of 64 bits", 0x100000002ULL, 1, 1, 2, 0 },
	{ "the largest names", 0xffffffffffffffffULL, 0xfffffffffffffffeULL,
	  0xfffffffffffffffeULL, 0xffffffffffffffffULL, 1 },
};

struct sisheur_wide_row {
	const char *name;
	unsigned int waker_flips;
	unsigned int wakee_flips;
	unsigned int llc_weight;
	int is_wide;
};

static const struct sisheur_wide_row sisheur_wide_rows[] = {
	{ "no flips", 0, 0, 8, 0 },
	{ "just wide", 64, 8, 8, 1 },
	{ "the larger is one short", 63, 8, 8, 0 },
	{ "the smaller is one short", 64, 7, 8, 0 },
	{ "either may be the larger", 8, 64, 8, 1 },
	{ "either may be one short", 7, 64, 8, 0 },
	{ "equal, one CPU", 3, 3, 1, 1 },
	{ "equal, two CPUs", 3, 3, 2, 0 },
	{ "no CPUs: everything is", 0, 0, 0, 1 },
	{ "the product would wrap to 0", 0xffffffffU, 0x10000U, 0x10000U, 0 },
	{ "the product would wrap to little", 0xffffffffU, 0x10001U, 0x10000U,
	  0 },
	{ "the largest product below it", 0xffffffffU, 0xffffU, 0x8000U, 1 },
	{ "all largest", 0xffffffffU, 0xffffffffU, 0xffffffffU, 0 },
	{ "largest flips, one CPU", 0xffffffffU, 0xffffffffU, 1, 1 },
};

/* sibling: the CPU that the waker's partner gets, -1 none */
struct sisheur_pair_sibling_row {
	const char *name;
	const char *machine;
	const char *idle;
	const char *allowed;
	unsigned int waker;
	unsigned int how;
	int sibling;
	unsigned int probes;
};

static const struct sisheur_pair_sibling_row sisheur_pair_sibling_rows[] = {
	{ "the idle sibling", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "5", NULL, 1, 0, 5, 1 },
	{ "asked from the upper one", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "1", NULL, 5, 0, 1, 1 },
	{ "busy", "nr_cpus=8 cores=0,4/1,5/2,6/3,7", "1", NULL, 1, 0, -1, 1 },
	{ "itself, as in 5.18", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "1", NULL, 1, 2, 1, 1 },
	{ "the lowest of SMT4", "nr_cpus=8 cores=0-3/4-7",
	  "4,7", NULL, 6, 0, 4, 1 },
	{ "not allowed", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "5", "0-3", 1, 0, -1, 0 },
	{ "not in the waker's domain",
	  "nr_cpus=8 cores=0,4/1,5/2,6/3,7 llc=0-4,6,7",
	  "5", NULL, 1, 0, -1, 0 },
	{ "SMT inactive", "nr_cpus=8 cores=0,4/1,5/2,6/3,7 smt=0",
	  "5", NULL, 1, 0, -1, 0 },
	{ "the wildest waker", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0-7", NULL, 0xffffffffU, 0, -1, 0 },
};
