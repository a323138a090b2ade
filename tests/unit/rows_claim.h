/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows of test_claim.c. */
#ifndef SISHEUR_TESTS_ROWS_CLAIM_H
#define SISHEUR_TESTS_ROWS_CLAIM_H

/**
 * struct sisheur_pick_row - one pick on a machine where some CPUs are idle
 * @machine: machine, idle CPUs and allowed, as a case line
 * @want:    0 a CPU, 1 a core, 2 spread
 * @anywhere: in all domains
 * @target:  where the walk starts
 * @answer:  -1 none
 * @left:    cpulist of who is idle afterwards
 */
struct sisheur_pick_row {
	const char *name;
	const char *machine;
	unsigned int want;
	int anywhere;
	unsigned int target;
	int answer;
	const char *left;
};

#define SISHEUR_4X2	"nr_cpus=8 cores=0-1/2-3/4-5/6-7 "
#define SISHEUR_SPLIT	"nr_cpus=8 cores=0,4/1,5/2,6/3,7 "
/* Siblings in two words, on 32 bits and on 64. */
#define SISHEUR_FAR	"nr_cpus=128 cores=0,64/1,65/2,66 llc=0-2,64-66 "
#define SISHEUR_TWO	"nr_cpus=8 cores=0-1/2-3/4-5/6-7 llc=0-3/4-7 "

static const struct sisheur_pick_row sisheur_pick_rows[] = {
	{ "a CPU, from behind the target", SISHEUR_4X2 "idle=1,3,6",
	  0, 0, 3, 6, "1,3" },
	{ "a CPU, wrapping to the target", SISHEUR_4X2 "idle=3",
	  0, 0, 3, 3, "" },
	{ "a CPU of those allowed", SISHEUR_4X2 "idle=4-7 allowed=0-3,7",
	  0, 0, 3, 7, "4-6" },
	{ "no CPU is allowed", SISHEUR_4X2 "idle=4-7 allowed=0-3",
	  0, 0, 3, -1, "4-7" },
	{ "no CPU is idle", SISHEUR_4X2 "idle=", 0, 0, 0, -1, "" },
	{ "a core, whole", SISHEUR_4X2 "idle=0,2-3,6-7", 1, 0, 0, 2, "0,6-7" },
	{ "a core by its second CPU", SISHEUR_4X2 "idle=4-5", 1, 0, 4, 5, "" },
	{ "a core by the CPU allowed", SISHEUR_4X2 "idle=4-7 allowed=7",
	  1, 0, 0, 7, "4-5" },
	{ "no core is idle", SISHEUR_4X2 "idle=0,2,4,6", 1, 0, 0, -1,
	  "0,2,4,6" },
	{ "a split core", SISHEUR_SPLIT "idle=0-1,5", 1, 0, 0, 1, "0" },
	{ "a core over two words", SISHEUR_FAR "idle=0-1,65-66", 1, 0, 0, 1,
	  "0,66" },
	{ "a core over two words, entered above", SISHEUR_FAR "idle=2,66",
	  1, 0, 2, 66, "" },
	{ "no core over two words", SISHEUR_FAR "idle=0-2", 1, 0, 0, -1,
	  "0-2" },
	{ "spread: one CPU of an idle core", SISHEUR_4X2 "idle=1,4-5", 2, 0, 0,
	  4, "1,5" },
	{ "spread: the fallback", SISHEUR_4X2 "idle=1,4", 2, 0, 1, 4, "1" },
	{ "spread: one CPU of a core over two words", SISHEUR_FAR "idle=1-2,65",
	  2, 0, 0, 1, "2,65" },
	{ "spread: the upper CPU of it", SISHEUR_FAR "idle=2,66", 2, 0, 2, 66,
	  "2" },
	{ "spread: nothing", SISHEUR_4X2 "idle=", 2, 0, 0, -1, "" },
	{ "a CPU of the target's domain alone", SISHEUR_TWO "idle=5", 0, 0, 1,
	  -1, "5" },
	{ "a CPU of any domain", SISHEUR_TWO "idle=5-6", 0, 1, 1, 5, "6" },
	{ "a core of any domain", SISHEUR_TWO "idle=1-2,6-7", 1, 1, 1, 6,
	  "1-2" },
	{ "spread: an idle core there before a sibling here",
	  SISHEUR_TWO "idle=1-2,6-7", 2, 1, 1, 6, "1-2,7" },
	{ "spread: a sibling here before one there", SISHEUR_TWO "idle=1,6",
	  2, 1, 1, 1, "6" },
	{ "any domain, from the last one on", SISHEUR_TWO "idle=1,3", 0, 1, 6,
	  1, "3" },
	{ "the target's cluster first",
	  "nr_cpus=8 clusters=0-3/4-7 idle=0,4", 0, 0, 1, 0, "4" },
	{ "an isolated target has no domain",
	  "nr_cpus=4 llc=0-2 idle=0-3", 0, 0, 3, -1, "0-3" },
	{ "and starts at the first domain anywhere",
	  "nr_cpus=4 llc=0-2 idle=1-3", 0, 1, 3, 1, "2-3" },
	{ "isolated CPUs are not picked", "nr_cpus=4 llc=0-2 idle=3", 0, 1, 0,
	  -1, "3" },
	{ "but an isolated sibling belongs to the core",
	  "nr_cpus=4 cores=0-1/2-3 llc=0-2 idle=0,2-3", 1, 0, 0, 2, "0" },
	{ "and keeps it from being idle",
	  "nr_cpus=4 cores=0-1/2-3 llc=0-2 idle=0,2", 1, 0, 0, -1, "0,2" },
	{ "a core in two domains",
	  "nr_cpus=4 cores=0,2/1,3 llc=0-1/2-3 idle=0,2", 1, 0, 1, 0, "" },
	{ "nothing that could be wanted", SISHEUR_4X2 "idle=0-7", 3, 0, 0, -1,
	  "0-7" },
	{ "nor anywhere", SISHEUR_4X2 "idle=0-7", 4294967295U, 1, 0, -1,
	  "0-7" },
};

/**
 * struct sisheur_place_row - one wake-up that is placed and claimed
 * @wakeup:  a case line
 * @answer:  the CPU
 * @claimed: it was idle
 * @left:    cpulist of who is idle afterwards
 */
struct sisheur_place_row {
	const char *name;
	const char *wakeup;
	int answer;
	int claimed;
	const char *left;
};

static const struct sisheur_place_row sisheur_place_rows[] = {
	{ "an idle target", SISHEUR_4X2 "idle=2,5 target=2 prev=5", 2, 1, "5" },
	{ "an idle prev", SISHEUR_4X2 "idle=5 target=2 prev=5", 5, 1, "" },
	{ "the scan", SISHEUR_4X2 "idle=6 target=2 prev=2", 6, 1, "" },
	{ "all are busy: the target, which is not claimed",
	  SISHEUR_4X2 "idle= target=2 prev=2", 2, 0, "" },
	{ "a CPU of SCHED_IDLE tasks is not claimed",
	  SISHEUR_4X2 "idle= sched_idle=7 target=2 prev=2", 7, 0, "" },
	{ "a client of a per-CPU thread stays, unclaimed",
	  SISHEUR_4X2 "idle=7 target=2 prev=3 waker=3 kthread=1 waker_nr_running=1",
	  3, 0, "7" },
	{ "an isolated target", "nr_cpus=4 llc=0-2 idle=0,3 target=3", 3, 1,
	  "0" },
	{ "an isolated target that is busy", "nr_cpus=4 llc=0-2 idle=0 target=3",
	  3, 0, "0" },
	{ "the hint is that of the claims",
	  SISHEUR_4X2 "idle=1,6-7 target=0 has_idle_cores=0", 6, 1, "1,7" },
	{ "a pair in another domain than the target",
	  SISHEUR_TWO "features=SIS_PAIR idle=1,5 target=0 prev=0 waker=4 pair=1",
	  5, 1, "1" },
	{ "and one that finds no sibling there",
	  SISHEUR_TWO "features=SIS_PAIR idle=1,6 target=0 prev=0 waker=4 pair=1",
	  1, 1, "6" },
	{ "a pair where cores are idle at the target",
	  SISHEUR_TWO "profile=sisheur features=NO_SIS_PAIR_LARGE idle=2-3,5 target=0 prev=0 waker=4 pair=1",
	  2, 1, "3,5" },
	{ "a pair where none is",
	  SISHEUR_TWO "profile=sisheur features=NO_SIS_PAIR_LARGE idle=2,5 target=0 prev=0 waker=4 pair=1",
	  5, 1, "2" },
};

/**
 * struct sisheur_tables_row - tables that contradict themselves
 * @core, @next: of four CPUs
 */
struct sisheur_tables_row {
	const char *name;
	unsigned int core[4];
	unsigned int next[4];
};

static const struct sisheur_tables_row sisheur_tables_rows[] = {
	{ "a core above its CPU", { 1, 1, 2, 3 }, { 1, 0, 2, 3 } },
	{ "a core that is of another", { 0, 0, 1, 3 }, { 1, 2, 0, 3 } },
	{ "a core that is no CPU", { 0, 1, 2, 9 }, { 0, 1, 2, 3 } },
	{ "a ring that leaves one out", { 0, 0, 0, 3 }, { 2, 2, 0, 3 } },
	{ "a ring that goes down", { 0, 0, 0, 3 }, { 2, 0, 1, 3 } },
	{ "a ring of two cores", { 0, 1, 2, 3 }, { 1, 0, 2, 3 } },
	{ "next is no CPU", { 0, 1, 2, 3 }, { 0, 1, 2, 4294967295U } },
};

#endif /* SISHEUR_TESTS_ROWS_CLAIM_H */
