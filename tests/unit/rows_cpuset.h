/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows for cpuset.h.  Bits of the set at and above nr_cpus are all on. */

struct sisheur_cpuset_row {
	const char *name;
	const char *set;
	unsigned int nr_cpus;
	unsigned int cpu;	/* asked of test, and where next begins */
	int is_in;
	unsigned int weight;
	int next;
};

static const struct sisheur_cpuset_row sisheur_cpuset_rows[] = {
	{ "no CPUs at all", "", 0, 0, 0, 0, -1 },
	{ "no CPUs, asked past them", "", 0, 7, 0, 0, -1 },
	{ "one CPU, in", "0", 1, 0, 1, 1, 0 },
	{ "one CPU, out", "", 1, 0, 0, 0, -1 },
	{ "one CPU, asked past it", "0", 1, 1, 0, 1, -1 },
	{ "empty set", "", 8, 3, 0, 0, -1 },
	{ "position is in the set", "3,5", 8, 3, 1, 2, 3 },
	{ "position is not", "3,5", 8, 4, 0, 2, 5 },
	{ "nothing above: no wrap", "3,5", 8, 6, 0, 2, -1 },
	{ "last CPU", "7", 8, 7, 1, 1, 7 },
	{ "first CPU past the end", "7", 8, 8, 0, 1, -1 },
	{ "31 of 31", "0-30", 31, 30, 1, 31, 30 },
	{ "31, past the end", "0-30", 31, 31, 0, 31, -1 },
	{ "32 of 32", "0-31", 32, 31, 1, 32, 31 },
	{ "32, past the end", "0-31", 32, 32, 0, 32, -1 },
	{ "33 of 33", "0-32", 33, 32, 1, 33, 32 },
	{ "33, across the word of 32 bits", "32", 33, 0, 0, 1, 32 },
	{ "63, past the end", "0-62", 63, 63, 0, 63, -1 },
	{ "64 of 64", "0-63", 64, 63, 1, 64, 63 },
	{ "64, past the end", "", 64, 64, 0, 0, -1 },
	{ "65, across the word of 64 bits", "64", 65, 1, 0, 1, 64 },
	{ "65, past the end", "64", 65, 65, 0, 1, -1 },
	{ "129, skipping empty words", "0,128", 129, 1, 0, 2, 128 },
	{ "every second of 128", "0,2,4,6,8,10,12,14,126", 128, 15, 0, 9, 126 },
	{ "8192 of 8192", "0-8191", 8192, 8191, 1, 8192, 8191 },
	{ "8192, past the end", "0-8191", 8192, 8192, 0, 8192, -1 },
	{ "8192, one far CPU", "8191", 8192, 0, 0, 1, 8191 },
	{ "wild CPU: largest int", "0-7", 8, 0x7fffffffU, 0, 8, -1 },
	{ "wild CPU: above int", "0-7", 8, 0x80000000U, 0, 8, -1 },
	{ "wild CPU: largest", "0-7", 8, 0xffffffffU, 0, 8, -1 },
};
