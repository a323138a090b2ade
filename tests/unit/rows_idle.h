/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows for idle.h: answers worked out by hand from the rules of the header.
 * Sets are cpulists; NULL for allowed is every CPU.  -1 is "no CPU", and for
 * probes "not defined".  The values of how: 1 clusters, 2 self, 4 anywhere,
 * 8 no SCHED_IDLE, 16 truly idle.  ALL is a budget without a bound.
 */
#define SISHEUR_ROW_ALL		0xffffffffU
#define SISHEUR_ROW_HALVES	"nr_cpus=8 cores=0,4/1,5/2,6/3,7"
#define SISHEUR_ROW_PAIRS	"nr_cpus=8 cores=0-1/2-3/4-5/6-7"
#define SISHEUR_ROW_SMT4	"nr_cpus=8 cores=0,2,4,6/1,3,5,7"

struct sisheur_scan_row {
	const char *name;
	const char *machine;
	const char *idle;
	const char *sched_idle;
	const char *claimed;
	const char *allowed;
	unsigned int target;
	unsigned int how;
	unsigned int budget;	/* of the CPU scan */
	int is_empty;
	int core;
	int fallback;		/* compared where core is -1 */
	int core_probes;
	int cpu;
	int cpu_probes;
};

static const struct sisheur_scan_row sisheur_scan_rows[] = {
	/* which CPU of an idle core, and what the walk asked */
	{ "an idle core next to the target", SISHEUR_ROW_HALVES,
	  "3,7", "", "", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, 3, -1, 2, 3, 1 },
	{ "the core is answered by the CPU that entered it", SISHEUR_ROW_HALVES,
	  "3,7", "", "", NULL, 6, 0, SISHEUR_ROW_ALL,
	  0, 7, -1, 2, 7, 1 },
	{ "adjacent siblings, entered by the second", SISHEUR_ROW_PAIRS,
	  "4-5", "", "", NULL, 4, 0, SISHEUR_ROW_ALL,
	  0, 5, -1, 2, 5, 1 },
	{ "the target's own core comes last", SISHEUR_ROW_HALVES,
	  "2,6", "", "", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, 6, -1, 8, 6, 4 },
	{ "the target itself comes last of all", "nr_cpus=8",
	  "2", "", "", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, 2, -1, 8, 2, 8 },
	{ "behind the last CPU comes CPU 0", "nr_cpus=8",
	  "0", "", "", NULL, 7, 0, SISHEUR_ROW_ALL,
	  0, 0, -1, 1, 0, 1 },
	{ "all four of an SMT4 core", SISHEUR_ROW_SMT4,
	  "1,3,5,7", "", "", NULL, 0, 0, SISHEUR_ROW_ALL,
	  0, 1, -1, 4, 1, 1 },
	{ "three of four", SISHEUR_ROW_SMT4,
	  "0,2,4", "", "", NULL, 1, 0, SISHEUR_ROW_ALL,
	  0, -1, 0, 5, 2, 1 },
	{ "a lone core of a hybrid machine", "nr_cpus=8 cores=0-1/2-3",
	  "5", "", "", NULL, 0, 0, SISHEUR_ROW_ALL,
	  0, 5, -1, 6, 5, 5 },

	/* the fallback */
	{ "half a core is the fallback", SISHEUR_ROW_HALVES,
	  "3", "", "", NULL, 0, 0, SISHEUR_ROW_ALL,
	  0, -1, 3, 7, 3, 3 },
	{ "in a core ascending, not in wrap order", SISHEUR_ROW_HALVES,
	  "1", "", "", NULL, 4, 0, SISHEUR_ROW_ALL,
	  0, -1, 1, 5, 1, 5 },
	{ "fixed once: a later core changes nothing", SISHEUR_ROW_HALVES,
	  "1,3", "", "", NULL, 0, 0, SISHEUR_ROW_ALL,
	  0, -1, 1, 6, 1, 1 },
	{ "all busy", SISHEUR_ROW_HALVES,
	  "", "", "", NULL, 0, 0, SISHEUR_ROW_ALL,
	  0, -1, -1, 8, -1, 8 },

	/* SCHED_IDLE */
	{ "a SCHED_IDLE first sibling is the fallback", SISHEUR_ROW_HALVES,
	  "6", "2", "", NULL, 0, 0, SISHEUR_ROW_ALL,
	  0, -1, 2, 5, 2, 2 },
	{ "a core with a SCHED_IDLE CPU is not idle", SISHEUR_ROW_HALVES,
	  "3", "7", "", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, -1, 3, 5, 3, 1 },
	{ "a CPU in both maps is idle", SISHEUR_ROW_HALVES,
	  "3,7", "3", "", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, 3, -1, 2, 3, 1 },
	{ "not usable: its idle sibling is the fallback", SISHEUR_ROW_HALVES,
	  "6", "2", "", NULL, 0, 8, SISHEUR_ROW_ALL,
	  0, -1, 6, 6, 6, 6 },
	{ "not usable: nothing", SISHEUR_ROW_HALVES,
	  "", "2", "", NULL, 0, 8, SISHEUR_ROW_ALL,
	  0, -1, -1, 8, -1, 8 },
	{ "truly idle beats it", SISHEUR_ROW_HALVES,
	  "6", "2", "", NULL, 0, 16, SISHEUR_ROW_ALL,
	  0, -1, 6, -1, 6, -1 },
	{ "truly idle in a later core beats it", SISHEUR_ROW_HALVES,
	  "7", "1", "", NULL, 0, 16, SISHEUR_ROW_ALL,
	  0, -1, 7, -1, 7, -1 },
	{ "nothing truly idle: still the first", SISHEUR_ROW_HALVES,
	  "", "2,3", "", NULL, 0, 16, SISHEUR_ROW_ALL,
	  0, -1, 2, -1, 2, -1 },
	{ "truly idle, but beyond the budget", SISHEUR_ROW_HALVES,
	  "6", "2", "", NULL, 0, 16, 5,
	  0, -1, 6, -1, 2, -1 },

	/* claimed */
	{ "a claimed sibling: the core is not idle", SISHEUR_ROW_HALVES,
	  "3,7", "", "7", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, -1, 3, 5, 3, 1 },
	{ "a claimed CPU is busy", SISHEUR_ROW_HALVES,
	  "3,7", "", "3", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, -1, 7, 5, 7, 5 },

	/* cpus: the domain, and who is allowed */
	{ "siblings need not be allowed", SISHEUR_ROW_HALVES,
	  "2,6", "", "", "0,1,6", 0, 0, SISHEUR_ROW_ALL,
	  0, 6, -1, 4, 6, 2 },
	{ "but they count", SISHEUR_ROW_HALVES,
	  "3", "", "", "0-3", 2, 0, SISHEUR_ROW_ALL,
	  0, -1, 3, 5, 3, 1 },
	{ "an isolated sibling counts too", SISHEUR_ROW_HALVES " llc=0-6",
	  "3,7", "", "", NULL, 2, 0, SISHEUR_ROW_ALL,
	  0, 3, -1, 2, 3, 1 },
	{ "the fallback must be in the domain",
	  SISHEUR_ROW_HALVES " llc=0-3,5-7",
	  "4", "", "", NULL, 1, 0, SISHEUR_ROW_ALL,
	  0, -1, -1, 8, -1, 7 },
	{ "anywhere: it need not", SISHEUR_ROW_HALVES " llc=0-3,5-7",
	  "4", "", "", NULL, 1, 4, SISHEUR_ROW_ALL,
	  0, -1, 4, 8, -1, 7 },
	{ "anywhere: it must still be allowed",
	  SISHEUR_ROW_HALVES " llc=0-3,5-7",
	  "4", "", "", "0-3", 1, 4, SISHEUR_ROW_ALL,
	  0, -1, -1, 8, -1, 4 },
	{ "nobody is allowed", SISHEUR_ROW_HALVES,
	  "0-7", "", "", "", 0, 0, SISHEUR_ROW_ALL,
	  1, -1, -1, 0, -1, 0 },
	{ "nobody of the domain is", "nr_cpus=8 llc=0-3/4-7",
	  "0-7", "", "", "4-7", 0, 0, SISHEUR_ROW_ALL,
	  1, -1, -1, 0, -1, 0 },
	{ "other domains are not seen", "nr_cpus=8 llc=0-3/4-7",
	  "1,6", "", "", NULL, 7, 0, SISHEUR_ROW_ALL,
	  0, 6, -1, 3, 6, 3 },
	{ "a target in no domain", "nr_cpus=8 llc=0-3",
	  "0-7", "", "", NULL, 5, 0, SISHEUR_ROW_ALL,
	  1, -1, -1, 0, -1, 0 },
	{ "a target past the end", "nr_cpus=8",
	  "0-7", "", "", NULL, 8, 0, SISHEUR_ROW_ALL,
	  1, -1, -1, 0, -1, 0 },
	{ "the wildest target", "nr_cpus=8",
	  "0-7", "", "", NULL, 0xffffffffU, 0, SISHEUR_ROW_ALL,
	  1, -1, -1, 0, -1, 0 },
	{ "one CPU", "nr_cpus=1",
	  "0", "", "", NULL, 0, 0, SISHEUR_ROW_ALL,
	  0, 0, -1, 1, 0, 1 },

	/* the budget, which never bounds a core scan */
	{ "no budget, no look", "nr_cpus=8",
	  "7", "", "", NULL, 0, 0, 0,
	  0, 7, -1, 7, -1, 0 },
	{ "one look short", "nr_cpus=8",
	  "7", "", "", NULL, 0, 0, 6,
	  0, 7, -1, 7, -1, 6 },
	{ "just enough", "nr_cpus=8",
	  "7", "", "", NULL, 0, 0, 7,
	  0, 7, -1, 7, 7, 7 },
	{ "only CPUs of cpus are charged", "nr_cpus=8",
	  "7", "", "", "0,6,7", 0, 0, 2,
	  0, 7, -1, 2, 7, 2 },
	{ "more than there are", "nr_cpus=8",
	  "", "", "", NULL, 0, 0, 9,
	  0, -1, -1, 8, -1, 8 },

	/* clusters */
	{ "clusters unknown: plain wrap order", "nr_cpus=8 clusters=0-3/4-7",
	  "6", "", "", NULL, 1, 0, SISHEUR_ROW_ALL,
	  0, 6, -1, 5, 6, 5 },
	{ "the target's cluster first", "nr_cpus=8 clusters=0-3/4-7",
	  "0,4", "", "", NULL, 1, 1, SISHEUR_ROW_ALL,
	  0, 0, -1, 3, 0, 3 },
	{ "then the others", "nr_cpus=8 clusters=0-3/4-7",
	  "6", "", "", NULL, 1, 1, SISHEUR_ROW_ALL,
	  0, 6, -1, 7, 6, 7 },
	{ "the others in wrap order too", "nr_cpus=8 clusters=2-3/0-1",
	  "0,6", "", "", NULL, 3, 1, SISHEUR_ROW_ALL,
	  0, 6, -1, 5, 6, 5 },
	{ "both passes share one budget", "nr_cpus=8 clusters=0-3/4-7",
	  "6", "", "", NULL, 1, 1, 6,
	  0, 6, -1, 7, -1, 6 },
	{ "which is just enough here", "nr_cpus=8 clusters=0-3/4-7",
	  "6", "", "", NULL, 1, 1, 7,
	  0, 6, -1, 7, 6, 7 },
	{ "a target in no cluster: one pass", "nr_cpus=8 clusters=0-3",
	  "0,4", "", "", NULL, 5, 1, SISHEUR_ROW_ALL,
	  0, 0, -1, 3, 0, 3 },
	{ "the fallback may lie outside the cluster",
	  SISHEUR_ROW_HALVES " clusters=0-3/4-7",
	  "4", "", "", NULL, 1, 1, SISHEUR_ROW_ALL,
	  0, -1, 4, 7, 4, 5 },
	{ "a core entered in the cluster stays out",
	  SISHEUR_ROW_HALVES " clusters=0-3/4-7",
	  "", "", "", NULL, 1, 1, SISHEUR_ROW_ALL,
	  0, -1, -1, 8, -1, 8 },
	{ "an idle core found in the cluster is final",
	  SISHEUR_ROW_PAIRS " clusters=0-3/4-7",
	  "2-3,6-7", "", "", NULL, 5, 1, SISHEUR_ROW_ALL,
	  0, 6, -1, 2, 6, 1 },

	/* more than one word */
	{ "the far end of three words and one", "nr_cpus=193",
	  "192", "", "", NULL, 192, 0, SISHEUR_ROW_ALL,
	  0, 192, -1, 193, 192, 193 },
	{ "around the far end", "nr_cpus=193",
	  "0", "", "", NULL, 150, 0, 43,
	  0, 0, -1, 43, 0, 43 },
	{ "around the far end, one look short", "nr_cpus=193",
	  "0", "", "", NULL, 150, 0, 42,
	  0, 0, -1, 43, -1, 42 },
	{ "from the last bit of a word", "nr_cpus=193",
	  "63,64", "", "", NULL, 63, 0, SISHEUR_ROW_ALL,
	  0, 64, -1, 1, 64, 1 },
	{ "a domain in the middle", "nr_cpus=193 llc=60-70",
	  "0-59,71-192,62", "", "", NULL, 66, 0, SISHEUR_ROW_ALL,
	  0, 62, -1, 7, 62, 7 },
};

struct sisheur_siblings_row {
	const char *name;
	const char *machine;
	const char *idle;
	const char *sched_idle;
	const char *allowed;
	unsigned int target;
	unsigned int how;
	int cpu;
	unsigned int probes;
};

static const struct sisheur_siblings_row sisheur_siblings_rows[] = {
	{ "the other one", SISHEUR_ROW_HALVES, "4", "", NULL, 0, 0, 4, 1 },
	{ "it is busy", SISHEUR_ROW_HALVES, "0-3", "", NULL, 0, 0, -1, 1 },
	{ "ascending, not from the target on", SISHEUR_ROW_SMT4,
	  "2,6", "", NULL, 4, 0, 2, 2 },
	{ "without itself", SISHEUR_ROW_SMT4, "2", "", NULL, 2, 0, -1, 3 },
	{ "with itself", SISHEUR_ROW_SMT4, "2", "", NULL, 2, 2, 2, 2 },
	{ "with itself, not allowed", SISHEUR_ROW_SMT4,
	  "2", "", "0,4", 2, 2, -1, 2 },
	{ "not allowed: not even looked at", SISHEUR_ROW_HALVES,
	  "4", "", "0-3", 0, 0, -1, 0 },
	{ "not in the domain: not even looked at",
	  SISHEUR_ROW_HALVES " llc=0-3,5-7", "4", "", NULL, 0, 0, -1, 0 },
	{ "in another domain", SISHEUR_ROW_HALVES " llc=0-3/4-7",
	  "4", "", NULL, 0, 0, -1, 0 },
	{ "SCHED_IDLE is usable", SISHEUR_ROW_HALVES,
	  "", "4", NULL, 0, 0, 4, 1 },
	{ "SCHED_IDLE is not", SISHEUR_ROW_HALVES, "", "4", NULL, 0, 8, -1, 1 },
	{ "a lone CPU", "nr_cpus=8", "0-7", "", NULL, 3, 0, -1, 0 },
	{ "a lone CPU with itself", "nr_cpus=8", "0-7", "", NULL, 3, 2, 3, 1 },
	{ "an isolated CPU", SISHEUR_ROW_HALVES " llc=1-3,5-7",
	  "0-7", "", NULL, 0, 2, -1, 0 },
	{ "past the end", SISHEUR_ROW_HALVES, "0-7", "", NULL, 8, 2, -1, 0 },
	{ "the wildest CPU", SISHEUR_ROW_HALVES,
	  "0-7", "", NULL, 0xffffffffU, 2, -1, 0 },
};

/* state: 0 busy, 1 SCHED_IDLE, 2 idle */
struct sisheur_look_row {
	const char *name;
	const char *idle;
	const char *sched_idle;
	const char *claimed;
	unsigned int nr_cpus;
	unsigned int cpu;
	unsigned int state;
};

static const struct sisheur_look_row sisheur_look_rows[] = {
	{ "busy", "1", "2", "", 8, 0, 0 },
	{ "idle", "1", "2", "", 8, 1, 2 },
	{ "SCHED_IDLE", "1", "2", "", 8, 2, 1 },
	{ "both is idle", "1", "1", "", 8, 1, 2 },
	{ "claimed is busy", "1", "", "1", 8, 1, 0 },
	{ "another is claimed", "1", "", "0", 8, 1, 2 },
	{ "first past the end", "0-7", "0-7", "", 8, 8, 0 },
	{ "far past the end", "0-7", "0-7", "", 8, 0x7fffffffU, 0 },
	{ "the wildest", "0-7", "0-7", "", 8, 0xffffffffU, 0 },
	{ "no CPUs", "", "", "", 0, 0, 0 },
	{ "the last of many", "8191", "", "", 8192, 8191, 2 },
	{ "past the largest", "8191", "", "", 8192, 8192, 0 },
	{ "second word", "64", "65", "", 66, 65, 1 },
};

/*
 * hint: -1 no pointer, 0 and 1 its value, 2 a pointer that must not be
 * followed.
 */
struct sisheur_core_row {
	const char *name;
	const char *machine;
	const char *idle;
	const char *sched_idle;
	unsigned int cpu;
	int is_idle;
	int hint;
	int sets;
};

static const struct sisheur_core_row sisheur_core_rows[] = {
	{ "both idle, hint clear", SISHEUR_ROW_HALVES, "0,4", "", 0, 1, 0, 1 },
	{ "asked of the other sibling", SISHEUR_ROW_HALVES,
	  "0,4", "", 4, 1, 0, 1 },
	{ "hint already set", SISHEUR_ROW_HALVES, "0,4", "", 0, 1, 1, 0 },
	{ "no hint is a clear one", SISHEUR_ROW_HALVES, "0,4", "", 0, 1, -1, 1 },
	{ "its own state does not matter to the hint", SISHEUR_ROW_HALVES,
	  "4", "", 0, 0, 0, 1 },
	{ "a sibling is busy", SISHEUR_ROW_HALVES, "0", "", 0, 0, 0, 0 },
	{ "a sibling is SCHED_IDLE", SISHEUR_ROW_HALVES, "0", "4", 0, 0, 0, 0 },
	{ "SMT4, one busy", SISHEUR_ROW_SMT4, "0,2,4", "", 0, 0, 0, 0 },
	{ "SMT4, the last one goes idle", SISHEUR_ROW_SMT4,
	  "0,2,4", "", 6, 0, 0, 1 },
	{ "SMT4, all idle", SISHEUR_ROW_SMT4, "0,2,4,6", "", 2, 1, 0, 1 },
	{ "a lone CPU where SMT is active", "nr_cpus=8 cores=0-1",
	  "5", "", 5, 1, 0, 1 },
	{ "SMT inactive: the hint is not read", SISHEUR_ROW_HALVES " smt=0",
	  "0,4", "", 0, 1, 2, 0 },
	{ "no SMT at all: the hint is not read", "nr_cpus=8",
	  "0-7", "", 3, 1, 2, 0 },
	{ "an isolated CPU", SISHEUR_ROW_HALVES " llc=1-7",
	  "0,4", "", 0, 1, 0, 0 },
	{ "an isolated sibling counts", SISHEUR_ROW_HALVES " llc=0-3,5-7",
	  "0", "", 0, 0, 0, 0 },
	{ "an isolated idle sibling", SISHEUR_ROW_HALVES " llc=0-3,5-7",
	  "0,4", "", 0, 1, 0, 1 },
	{ "past the end", SISHEUR_ROW_HALVES, "0-7", "", 8, 0, 0, 0 },
	{ "the wildest CPU", SISHEUR_ROW_HALVES,
	  "0-7", "", 0xffffffffU, 0, 0, 0 },
};
