/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows for domain.h: machines as the keys of a case line. */

/*
 * numbering: 1 lone, 2 adjacent, 3 split, 4 irregular; threads and stride
 * are compared where they mean something.  lone: the lone CPUs of a machine
 * that has cores beside them; without a map of them it is irregular.
 */
struct sisheur_numbering_row {
	const char *name;
	const char *machine;
	unsigned int numbering;
	unsigned int threads;
	unsigned int stride;
	const char *lone;
};

static const struct sisheur_numbering_row sisheur_numbering_rows[] = {
	{ "one CPU", "nr_cpus=1", 1, 0, 0, "" },
	{ "no siblings", "nr_cpus=8", 1, 0, 0, "" },
	{ "no siblings, many words", "nr_cpus=200", 1, 0, 0, "" },
	{ "runs of 2", "nr_cpus=8 cores=0-1/2-3/4-5/6-7", 2, 2, 0, "" },
	{ "runs of 4", "nr_cpus=8 cores=0-3/4-7", 2, 4, 0, "" },
	{ "runs of 8", "nr_cpus=16 cores=0-7/8-15", 2, 8, 0, "" },
	{ "runs of 8, one core", "nr_cpus=8 cores=0-7", 2, 8, 0, "" },
	{ "halves of 8", "nr_cpus=8 cores=0,4/1,5/2,6/3,7", 3, 2, 4, "" },
	{ "halves of 6", "nr_cpus=6 cores=0,3/1,4/2,5", 3, 2, 3, "" },
	{ "quarters of 8", "nr_cpus=8 cores=0,2,4,6/1,3,5,7", 3, 4, 2, "" },
	{ "runs of 3", "nr_cpus=6 cores=0-2/3-5", 4, 0, 0, "" },
	{ "runs of 2, not aligned", "nr_cpus=6 cores=1-2/3-4", 4, 0, 0,
	  "0,5" },
	{ "nested", "nr_cpus=4 cores=0,3/1,2", 4, 0, 0, "" },
	{ "two strides", "nr_cpus=8 cores=0,2/1,3/4,6/5,7", 4, 0, 0, "" },
	{ "mixed sizes", "nr_cpus=8 cores=0-3/4-5/6-7", 4, 0, 0, "" },
	{ "sixteen of a core", "nr_cpus=16 cores=0-15", 4, 0, 0, "" },
	{ "ninths", "nr_cpus=18 cores=0,2,4,6,8,10,12,14,16/1,3,5,7,9,11,13,15,17",
	  4, 0, 0, "" },

	/* lone CPUs beside cores */
	{ "a lone CPU at the end", "nr_cpus=5 cores=0-1/2-3", 2, 2, 0, "4" },
	{ "a lone CPU at the beginning", "nr_cpus=6 cores=2-3/4-5", 2, 2, 0,
	  "0-1" },
	{ "one sibling offline", "nr_cpus=6 cores=2-3/4-5 llc=0,2-5", 2, 2, 0,
	  "0-1" },
	{ "hybrid: pairs, then lone cores", "nr_cpus=8 cores=0-1/2-3", 2, 2, 0,
	  "4-7" },
	{ "hybrid: lone cores, then pairs, on two words",
	  "nr_cpus=70 cores=64-65/66-67", 2, 2, 0, "0-63,68-69" },
	{ "runs of 4, one offline", "nr_cpus=8 cores=0,2-3/4-7", 2, 4, 0, "1" },
	{ "runs of 4, two of each offline", "nr_cpus=8 cores=0,2/4,6", 2, 4, 0,
	  "1,3,5,7" },
	{ "runs of 4, half of each: two sizes", "nr_cpus=8 cores=0-1/4-5",
	  2, 2, 0, "2-3,6-7" },
	{ "runs of 4, the last one cut", "nr_cpus=7 cores=0-3/4-6", 2, 4, 0,
	  "" },
	{ "runs of 8, one thread left", "nr_cpus=16 cores=0-7", 2, 8, 0,
	  "8-15" },
	{ "halves, one offline", "nr_cpus=8 cores=0,4/1,5/3,7", 3, 2, 4,
	  "2,6" },
	{ "halves, the last CPU cut off", "nr_cpus=7 cores=0,4/1,5/2,6",
	  3, 2, 4, "3" },
	{ "halves, then lone cores", "nr_cpus=12 cores=0,4/1,5/2,6/3,7",
	  3, 2, 4, "8-11" },
	{ "quarters, one offline", "nr_cpus=8 cores=0,2,6/1,3,5,7", 3, 4, 2,
	  "4" },
	{ "quarters, the last CPU cut off", "nr_cpus=7 cores=0,2,4,6/1,3,5",
	  4, 0, 0, "" },
	{ "lone CPUs among random cores", "nr_cpus=8 cores=0,3/1,2", 4, 0, 0,
	  "4-7" },
};

/* An LLC domain's weight and words follow from its list alone. */
struct sisheur_llc_row {
	const char *name;
	const char *machine;
	unsigned int nr_llcs;
	unsigned int llc;	/* the one that the next columns are about */
	unsigned int weight;
	unsigned int first_cpu;
	unsigned int last_cpu;
};

static const struct sisheur_llc_row sisheur_llc_rows[] = {
	{ "no domain", "nr_cpus=8 llc=", 0, 0, 0, 0, 0 },
	{ "one of one", "nr_cpus=1", 1, 0, 1, 0, 0 },
	{ "one of eight", "nr_cpus=8", 1, 0, 8, 0, 7 },
	{ "first of two", "nr_cpus=8 llc=0-3/4-7", 2, 0, 4, 0, 3 },
	{ "second of two", "nr_cpus=8 llc=0-3/4-7", 2, 1, 4, 4, 7 },
	{ "with a hole", "nr_cpus=8 llc=0-2,6", 1, 0, 4, 0, 6 },
	{ "interleaved", "nr_cpus=8 llc=0,2,4,6/1,3,5,7", 2, 1, 4, 1, 7 },
	{ "a lone CPU", "nr_cpus=8 llc=5", 1, 0, 1, 5, 5 },
	{ "end of a word of 32", "nr_cpus=40 llc=0-31/32-39", 2, 0, 32, 0, 31 },
	{ "start of a word of 32", "nr_cpus=40 llc=0-31/32-39", 2, 1, 8, 32, 39 },
	{ "end of a word of 64", "nr_cpus=130 llc=0-63/64-129", 2, 0, 64, 0, 63 },
	{ "start of a word of 64", "nr_cpus=130 llc=0-63/64-129", 2, 1, 66, 64, 129 },
	{ "far ends", "nr_cpus=1200 llc=0,1199/1-1198", 2, 0, 2, 0, 1199 },
	{ "the largest machine", "nr_cpus=8192", 1, 0, 8192, 0, 8191 },
	{ "its last CPUs", "nr_cpus=8192 llc=0-4095/8190-8191", 2, 1, 2, 8190, 8191 },
};

struct sisheur_share_row {
	const char *name;
	const char *machine;
	unsigned int a;
	unsigned int b;
	int llc_of_a;
	int share_llc;
	int share_cluster;	/* -1: not defined, the two share no domain */
};

static const struct sisheur_share_row sisheur_share_rows[] = {
	{ "same domain", "nr_cpus=8", 0, 7, 0, 1, 1 },
	{ "itself", "nr_cpus=8", 3, 3, 0, 1, 1 },
	{ "other domain", "nr_cpus=8 llc=0-3/4-7", 3, 4, 0, 0, -1 },
	{ "second domain", "nr_cpus=8 llc=0-3/4-7", 4, 7, 1, 1, 1 },
	{ "isolated and a member", "nr_cpus=8 llc=0-3", 5, 3, -1, 0, -1 },
	{ "a member and isolated", "nr_cpus=8 llc=0-3", 3, 5, 0, 0, -1 },
	{ "two isolated", "nr_cpus=8 llc=0-3", 5, 6, -1, 0, -1 },
	{ "isolated and itself", "nr_cpus=8 llc=0-3", 5, 5, -1, 0, -1 },
	{ "no domain at all", "nr_cpus=8 llc=", 0, 0, -1, 0, -1 },
	{ "first past the end", "nr_cpus=8", 8, 0, -1, 0, -1 },
	{ "past the end, second", "nr_cpus=8", 0, 8, 0, 0, -1 },
	{ "past the end, both", "nr_cpus=8", 8, 8, -1, 0, -1 },
	{ "wild: largest int", "nr_cpus=8", 0x7fffffffU, 0, -1, 0, -1 },
	{ "wild: above int", "nr_cpus=8", 0x80000000U, 1, -1, 0, -1 },
	{ "wild: both largest", "nr_cpus=8", 0xffffffffU, 0xffffffffU, -1, 0, -1 },
	{ "same cluster", "nr_cpus=8 clusters=0-3/4-7", 0, 3, 0, 1, 1 },
	{ "other cluster", "nr_cpus=8 clusters=0-3/4-7", 3, 4, 0, 1, 0 },
	{ "clustered and not", "nr_cpus=8 clusters=0-3", 3, 4, 0, 1, 0 },
	{ "not clustered and clustered", "nr_cpus=8 clusters=0-3", 4, 3, 0, 1, 0 },
	{ "in no cluster count as one", "nr_cpus=8 clusters=0-3", 4, 7, 0, 1, 1 },
	{ "clusters inactive", "nr_cpus=8 clusters=", 0, 7, 0, 1, 1 },
};
