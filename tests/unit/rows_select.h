/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows for select.h: wake-ups as the keys of a case line, which see
 * (tests/cases/README.md), with the step that decides.
 *
 * step: 1 target, 2 pair, 3 prev, 4 kthread, 5 recent, 6 no domain, 7 smt,
 * 8 scan, 9 late, 10 last.  hint: 0 keep, 1 clear, 2 set.
 */
#define SISHEUR_ROW_HALVES	"nr_cpus=8 cores=0,4/1,5/2,6/3,7 "
#define SISHEUR_ROW_SIXTEEN	"nr_cpus=32 cores=0-1/2-3/4-5/6-7/8-9/10-11/" \
				"12-13/14-15/16-17/18-19/20-21/22-23/24-25/" \
				"26-27/28-29/30-31 "

struct sisheur_select_row {
	const char *name;
	const char *keys;
	int cpu;
	unsigned int step;
	unsigned int recent;
	unsigned int hint;
	int scanned;
	int failed;
};

static const struct sisheur_select_row sisheur_select_rows[] = {
	/* target */
	{ "target idle", SISHEUR_ROW_HALVES "idle=2 target=2",
	  2, 1, 2, 0, 0, 0 },
	{ "target SCHED_IDLE", SISHEUR_ROW_HALVES "sched_idle=2 target=2",
	  2, 1, 2, 0, 0, 0 },
	{ "target idle, not allowed",
	  SISHEUR_ROW_HALVES "idle=2 allowed=0 target=2", 2, 1, 2, 0, 0, 0 },
	{ "target idle, isolated", "nr_cpus=8 llc=0-3 idle=6 target=6",
	  6, 1, 6, 0, 0, 0 },
	{ "target idle, the recent CPU is kept",
	  SISHEUR_ROW_HALVES "idle=2 target=2 prev=1 recent=3",
	  2, 1, 3, 0, 0, 0 },
	{ "7.1: SCHED_IDLE is not usable for its like",
	  "profile=linux-7.1 nr_cpus=8 sched_idle=2 target=2 "
	  "wakee_sched_idle=1", 2, 10, 2, 0, 1, 1 },
	{ "7.1: it is for others",
	  "profile=linux-7.1 nr_cpus=8 sched_idle=2 target=2",
	  2, 1, 2, 0, 0, 0 },
	{ "6.12: it is for everyone",
	  "nr_cpus=8 sched_idle=2 target=2 wakee_sched_idle=1",
	  2, 1, 2, 0, 0, 0 },

	/* pair */
	{ "pair: the waker's sibling before prev", SISHEUR_ROW_HALVES
	  "idle=3,5 prev=3 waker=1 recent=2 pair=1 features=SIS_PAIR",
	  5, 2, 2, 0, 0, 0 },
	{ "pair: not without the feature", SISHEUR_ROW_HALVES
	  "idle=3,5 prev=3 waker=1 recent=2 pair=1", 3, 3, 2, 0, 0, 0 },
	{ "pair: not for strangers", SISHEUR_ROW_HALVES
	  "idle=3,5 prev=3 waker=1 recent=2 features=SIS_PAIR",
	  3, 3, 2, 0, 0, 0 },
	{ "pair: not with SMT inactive", SISHEUR_ROW_HALVES
	  "smt=0 idle=3,5 prev=3 waker=1 recent=2 pair=1 features=SIS_PAIR",
	  3, 3, 2, 0, 0, 0 },
	{ "pair: 5.18 takes the waker's CPU itself",
	  "profile=linux-5.18 " SISHEUR_ROW_HALVES
	  "idle=1,3,5 prev=3 waker=1 recent=2 pair=1 features=SIS_PAIR",
	  1, 2, 2, 0, 0, 0 },
	{ "pair: 6.1 does not", "profile=linux-6.1 " SISHEUR_ROW_HALVES
	  "idle=1,3,5 prev=3 waker=1 recent=2 pair=1 features=SIS_PAIR",
	  5, 2, 2, 0, 0, 0 },

	/* prev */
	{ "prev", SISHEUR_ROW_HALVES "idle=5 prev=5 recent=6",
	  5, 3, 6, 0, 0, 0 },
	{ "prev, not allowed", SISHEUR_ROW_HALVES
	  "idle=5 prev=5 recent=6 allowed=0", 5, 3, 6, 0, 0, 0 },
	{ "prev in another domain",
	  "nr_cpus=8 llc=0-3/4-7 idle=5 prev=5", 0, 10, 5, 0, 1, 1 },
	{ "prev isolated", "nr_cpus=8 llc=0-3 idle=5 prev=5",
	  0, 10, 5, 0, 1, 1 },
	{ "prev in another cluster waits: found in the scan",
	  "nr_cpus=8 clusters=0-3/4-7 idle=3,5 prev=5", 3, 8, 5, 0, 1, 0 },
	{ "prev in another cluster waits: taken late",
	  "nr_cpus=8 clusters=0-3/4-7 idle=5 prev=5 nr_idle_scan=0",
	  5, 9, 5, 0, 1, 1 },
	{ "6.1 knows no clusters", "profile=linux-6.1 "
	  "nr_cpus=8 clusters=0-3/4-7 idle=3,5 prev=5", 5, 3, 5, 0, 0, 0 },
	{ "7.1 does", "profile=linux-7.1 "
	  "nr_cpus=8 clusters=0-3/4-7 idle=3,5 prev=5", 3, 8, 5, 0, 1, 0 },
	{ "prev in no cluster, nor target: one cluster",
	  "nr_cpus=8 clusters=0-3 idle=3,5 target=6 prev=5",
	  5, 3, 5, 0, 0, 0 },

	/* kthread */
	{ "kthread", "nr_cpus=8 idle=5 target=1 prev=2 waker=2 recent=7 "
	  "kthread=1 waker_nr_running=1", 2, 4, 7, 0, 0, 0 },
	{ "kthread alone on its queue",
	  "nr_cpus=8 idle=5 target=1 prev=2 waker=2 kthread=1 "
	  "waker_nr_running=0", 2, 4, 2, 0, 0, 0 },
	{ "kthread with two tasks", "nr_cpus=8 idle=5 target=1 prev=2 waker=2 "
	  "kthread=1 waker_nr_running=2", 5, 8, 2, 0, 1, 0 },
	{ "kthread elsewhere", "nr_cpus=8 idle=5 target=1 prev=2 waker=3 "
	  "kthread=1 waker_nr_running=1", 5, 8, 2, 0, 1, 0 },
	{ "no kthread", "nr_cpus=8 idle=5 target=1 prev=2 waker=2 "
	  "waker_nr_running=1", 5, 8, 2, 0, 1, 0 },
	{ "kthread, prev not allowed",
	  "nr_cpus=8 idle=5 target=1 prev=2 waker=2 allowed=5 kthread=1 "
	  "waker_nr_running=1", 2, 4, 2, 0, 0, 0 },
	{ "kthread, prev in another domain",
	  "nr_cpus=8 llc=0-3/4-7 idle=1 target=0 prev=5 waker=5 kthread=1 "
	  "waker_nr_running=1", 5, 4, 5, 0, 0, 0 },

	/* recent */
	{ "recent", "nr_cpus=8 idle=6 recent=6 prev=1", 6, 5, 1, 0, 0, 0 },
	{ "recent not allowed", "nr_cpus=8 idle=6 recent=6 prev=1 allowed=1",
	  0, 10, 1, 0, 1, 1 },
	{ "recent is the target", "nr_cpus=8 idle=6 recent=0 prev=1",
	  6, 8, 1, 0, 1, 0 },
	{ "recent in another domain",
	  "nr_cpus=8 llc=0-3/4-7 idle=6 recent=6 prev=1", 0, 10, 1, 0, 1, 1 },
	{ "5.18 asks prev's affinity: recent not allowed",
	  "profile=linux-5.18 nr_cpus=8 idle=6 recent=6 prev=1 allowed=1",
	  6, 5, 1, 0, 0, 0 },
	{ "5.18 asks prev's affinity: prev not allowed",
	  "profile=linux-5.18 nr_cpus=8 idle=5-6 recent=6 prev=1 allowed=5-6",
	  5, 8, 1, 0, 1, 0 },
	{ "recent in another cluster, late",
	  "nr_cpus=8 clusters=0-3/4-7 idle=6 recent=6 prev=1 nr_idle_scan=0",
	  6, 9, 1, 0, 1, 1 },
	{ "late prev before late recent", "nr_cpus=8 clusters=0-3/4-7 "
	  "idle=4,6 recent=4 prev=6 nr_idle_scan=0", 6, 9, 6, 0, 1, 1 },

	/* no domain */
	{ "isolated target", "nr_cpus=8 llc=0-3 idle=5 target=6 recent=2 "
	  "prev=1", 6, 6, 1, 0, 0, 0 },

	/* smt */
	{ "prev's sibling", SISHEUR_ROW_HALVES "idle=5 prev=1",
	  5, 7, 1, 0, 0, 0 },
	{ "not with the hint set", SISHEUR_ROW_HALVES
	  "idle=5 prev=1 has_idle_cores=1", 5, 8, 1, 1, 1, 0 },
	{ "not with SMT inactive", SISHEUR_ROW_HALVES "smt=0 idle=5 prev=1",
	  5, 8, 1, 0, 1, 0 },
	{ "not allowed", SISHEUR_ROW_HALVES "idle=5,3 prev=1 allowed=0-3",
	  3, 8, 1, 0, 1, 0 },
	{ "5.18 takes prev itself", "profile=linux-5.18 " SISHEUR_ROW_HALVES
	  "sched_idle=1 target=1 prev=1 allowed=5 wakee_sched_idle=1",
	  1, 1, 1, 0, 0, 0 },
	{ "prev in another domain", SISHEUR_ROW_HALVES
	  "llc=0,4,2,6/1,5,3,7 idle=5,6 prev=1", 6, 8, 1, 0, 1, 0 },

	/* scan */
	{ "an idle core, the hint stays", SISHEUR_ROW_HALVES
	  "idle=3,7 has_idle_cores=1", 3, 8, 0, 0, 1, 0 },
	{ "no idle core: the hint goes", SISHEUR_ROW_HALVES
	  "has_idle_cores=1", 0, 10, 0, 1, 1, 1 },
	{ "no budget: the hint stays", SISHEUR_ROW_HALVES
	  "idle=3,7 has_idle_cores=1 nr_idle_scan=0", 0, 10, 0, 0, 1, 1 },
	{ "SIS_IDLE_CORE: no budget is no reason", SISHEUR_ROW_HALVES
	  "idle=3,7 has_idle_cores=1 nr_idle_scan=0 features=SIS_IDLE_CORE",
	  3, 8, 0, 0, 1, 0 },
	{ "the budget does not bound a core scan", SISHEUR_ROW_HALVES
	  "idle=3,7 has_idle_cores=1 nr_idle_scan=1", 3, 8, 0, 0, 1, 0 },
	{ "it bounds a CPU scan", SISHEUR_ROW_HALVES
	  "idle=3,7 nr_idle_scan=2", 0, 10, 0, 0, 1, 1 },
	{ "NO_SIS_UTIL: nothing bounds it", SISHEUR_ROW_HALVES
	  "idle=3,7 nr_idle_scan=2 features=NO_SIS_UTIL", 3, 8, 0, 0, 1, 0 },
	{ "6.12: nobody to look at, the hint goes",
	  SISHEUR_ROW_HALVES "llc=0,4,1,5/2,6,3,7 allowed=2 has_idle_cores=1",
	  0, 10, 0, 1, 1, 1 },
	{ "7.1: nobody to look at, the hint stays", "profile=linux-7.1 "
	  SISHEUR_ROW_HALVES "llc=0,4,1,5/2,6,3,7 allowed=2 has_idle_cores=1",
	  0, 10, 0, 0, 1, 1 },
	{ "5.18: four looks for a busy waker, less one", "profile=linux-5.18 "
	  "nr_cpus=8 idle=4 avg_idle=0", 0, 10, 0, 0, 1, 1 },
	{ "5.18: the third look", "profile=linux-5.18 "
	  "nr_cpus=8 idle=3 avg_idle=0", 3, 8, 0, 0, 1, 0 },
	{ "5.18: an idle waker has more", "profile=linux-5.18 "
	  "nr_cpus=8 idle=4 avg_idle=10 avg_scan_cost=9",
	  4, 8, 0, 0, 1, 0 },
	{ "5.18: no budget with the hint set", "profile=linux-5.18 "
	  SISHEUR_ROW_HALVES "idle=3,7 has_idle_cores=1 avg_idle=0 "
	  "nr_idle_scan=0", 3, 8, 0, 0, 1, 0 },
	{ "5.18 with SIS_UTIL: its budget replaces the other",
	  "profile=linux-5.18 nr_cpus=8 idle=3 avg_idle=0 nr_idle_scan=2 "
	  "features=SIS_UTIL", 0, 10, 0, 0, 1, 1 },
	{ "6.12 has no use for SIS_PROP",
	  "nr_cpus=8 idle=7 avg_idle=0 features=SIS_PROP,NO_SIS_UTIL",
	  7, 8, 0, 0, 1, 0 },
};

/*
 * One row at least for each feature: what it does on and off.  Where the
 * profile has others that would answer first, features takes them away.
 * fits and claimed: "" is none given.  sum_util belongs to age_ms.
 */
struct sisheur_feature_row {
	const char *name;
	unsigned int bit;
	const char *profile;
	const char *features;	/* but the one that the row is about */
	const char *keys;
	const char *fits;
	const char *claimed;
	int spread;
	int brief;
	unsigned long sum_util;
	unsigned int age_ms;
	int cpu_on;
	unsigned int hint_on;
	int cpu_off;
	unsigned int hint_off;
};

static const struct sisheur_feature_row sisheur_feature_rows[] = {
	{ "SIS_UTIL refuses", 0, "sisheur", "NO_SIS_FREE_LOOKS",
	  "nr_cpus=8 idle=7 target=3 nr_idle_scan=0", "", "", 0, 0, 0, 0,
	  3, 0, 7, 0 },
	{ "SIS_PROP bounds", 1, "linux-5.18", "",
	  "nr_cpus=8 idle=7 avg_idle=0", "", "", 0, 0, 0, 0, 0, 0, 7, 0 },
	{ "SIS_PAIR joins", 2, "sisheur", "", SISHEUR_ROW_SIXTEEN
	  "idle=3,9 prev=9 waker=2 pair=1", "", "", 0, 0, 0, 0, 3, 0, 9, 0 },
	{ "SIS_IDLE_CORE finds in an overloaded domain", 3, "sisheur",
	  "NO_SIS_FREE_LOOKS",
	  SISHEUR_ROW_HALVES "idle=3,7 has_idle_cores=1 nr_idle_scan=0",
	  "", "", 0, 0, 0, 0, 3, 0, 0, 0 },
	{ "SIS_FREE_LOOKS finds what is known to be there", 4, "sisheur", "",
	  "nr_cpus=8 idle=7 target=3 nr_idle_scan=0", "", "", 0, 0, 0, 0,
	  7, 0, 3, 0 },
	{ "SIS_FREE_LOOKS: budget beyond the idle CPU", 4, "sisheur", "",
	  "nr_cpus=16 idle=4 nr_idle_scan=3", "", "", 0, 0, 0, 0,
	  4, 0, 0, 0 },
	{ "SIS_TRUE_HINT sees an idle core behind a clear hint", 5, "sisheur",
	  "", SISHEUR_ROW_HALVES "idle=3,4,7 target=1 prev=0", "", "",
	  0, 0, 0, 0, 3, 2, 4, 0 },
	{ "SIS_TRUE_HINT sees none behind a set hint", 5, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=3,4 target=1 prev=0 has_idle_cores=1",
	  "", "", 0, 0, 0, 0, 4, 1, 3, 1 },
	{ "SIS_KEEP_HINT: a narrow mask clears nothing", 6, "sisheur",
	  "NO_SIS_TRUE_HINT",
	  SISHEUR_ROW_HALVES "idle=3,7 allowed=0,4 has_idle_cores=1",
	  "", "", 0, 0, 0, 0, 0, 0, 0, 1 },
	{ "SIS_TRUE_HINT: not cleared where an idle core was seen", 5,
	  "sisheur", "NO_SIS_KEEP_HINT",
	  SISHEUR_ROW_HALVES "idle=3,7 allowed=0,4 has_idle_cores=1",
	  "", "", 0, 0, 0, 0, 0, 0, 0, 1 },
	{ "SIS_TRULY_IDLE: fallback", 7, "sisheur", "NO_SIS_TRUE_HINT",
	  SISHEUR_ROW_HALVES "idle=6 sched_idle=2 has_idle_cores=1",
	  "", "", 0, 0, 0, 0, 6, 1, 2, 1 },
	{ "SIS_TRULY_IDLE: answer", 7, "sisheur", "",
	  "nr_cpus=8 idle=6 sched_idle=2", "", "", 0, 0, 0, 0, 6, 0, 2, 0 },
	{ "SIS_AGED_UTIL: a full domain, 112 ms ago", 8, "sisheur",
	  "NO_SIS_FREE_LOOKS", "nr_cpus=8 idle=7 target=3 nr_idle_scan=0",
	  "", "", 0, 0, 8192, 112, 7, 0, 3, 0 },
	{ "SIS_AGED_UTIL: within a balance interval", 8, "sisheur",
	  "NO_SIS_FREE_LOOKS", "nr_cpus=8 idle=7 target=3 nr_idle_scan=0",
	  "", "", 0, 0, 0, 8, 3, 0, 3, 0 },
	{ "SIS_AGED_UTIL: a millisecond beyond it", 8, "sisheur",
	  "NO_SIS_FREE_LOOKS", "nr_cpus=8 idle=7 target=3 nr_idle_scan=0",
	  "", "", 0, 0, 0, 9, 7, 0, 3, 0 },
	{ "SIS_AGED_UTIL never lowers", 8, "sisheur", "NO_SIS_FREE_LOOKS",
	  "nr_cpus=8 idle=7 target=3 nr_idle_scan=4",
	  "", "", 0, 0, 81920, 9, 7, 0, 7, 0 },
	{ "SIS_AGED_UTIL: the oldest sum", 8, "sisheur",
	  "NO_SIS_FREE_LOOKS", "nr_cpus=8 idle=7 target=3 nr_idle_scan=0",
	  "", "", 0, 0, ~0UL, 0xffffffffU, 7, 0, 3, 0 },
	{ "SIS_SPREAD: not the busy core's target", 9, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=0,3,7 has_idle_cores=1", "", "",
	  1, 0, 0, 0, 3, 0, 0, 0 },
	{ "SIS_SPREAD: not the busy core's prev", 9, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=1,3,7 prev=1 has_idle_cores=1", "", "",
	  1, 0, 0, 0, 3, 0, 1, 0 },
	{ "SIS_SPREAD: not the busy core's recent CPU", 9, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=1,3,7 recent=1 has_idle_cores=1", "", "",
	  1, 0, 0, 0, 3, 0, 1, 0 },
	{ "SIS_SPREAD: only where the caller asks", 9, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=0,3,7 has_idle_cores=1", "", "",
	  0, 0, 0, 0, 0, 0, 0, 0 },
	{ "SIS_SPREAD: only where there is an idle core", 9, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=0,3", "", "",
	  1, 0, 0, 0, 0, 0, 0, 0 },
	{ "SIS_SPREAD: only one that the wakee may use", 9, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=0,3,7 allowed=0-2 has_idle_cores=1", "", "",
	  1, 0, 0, 0, 0, 0, 0, 0 },
	{ "SIS_SPREAD: an idle core's target will do", 9, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=0,4,3,7 has_idle_cores=1", "", "",
	  1, 0, 0, 0, 0, 0, 0, 0 },
	{ "SIS_PAIR_LARGE: eight CPUs are too few", 10, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=3,5 prev=3 waker=1 pair=1", "", "",
	  0, 0, 0, 0, 3, 0, 5, 0 },
	{ "SIS_PAIR_LARGE: brief tasks share no CPU of a core with room", 10,
	  "sisheur", "", SISHEUR_ROW_HALVES
	  "idle=3,5 prev=3 waker=1 pair=1 waker_nr_running=1", "", "",
	  0, 1, 0, 0, 3, 0, 5, 0 },
	{ "SIS_PAIR_SCARCE: an idle core is to be had", 11, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN
	  "idle=3,9,30-31 prev=9 waker=2 pair=1 has_idle_cores=1", "", "",
	  0, 0, 0, 0, 9, 0, 3, 0 },
	{ "SIS_PAIR_SCARCE: it is, but not for this wakee", 11, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=3,9,30-31 prev=9 waker=2 pair=1 "
	  "allowed=0-29 has_idle_cores=1", "", "",
	  0, 0, 0, 0, 3, 0, 3, 0 },
	{ "SIS_PAIR_FITS: a sibling too small", 12, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=3,9 prev=9 waker=2 pair=1", "4-31", "",
	  0, 0, 0, 0, 9, 0, 3, 0 },
	{ "SIS_PAIR_FITS: a sibling that fits", 12, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=3,9 prev=9 waker=2 pair=1", "0-3", "",
	  0, 0, 0, 0, 3, 0, 3, 0 },
	{ "SIS_PAIR_STACK: a saturated core, brief tasks", 13, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=9 prev=9 waker=2 pair=1 "
	  "waker_nr_running=1", "", "", 0, 1, 0, 0, 2, 0, 9, 0 },
	{ "SIS_PAIR_STACK: not if they are not", 13, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=9 prev=9 waker=2 pair=1 "
	  "waker_nr_running=1", "", "", 0, 0, 0, 0, 9, 0, 9, 0 },
	{ "SIS_PAIR_STACK: not on a third task", 13, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=9 prev=9 waker=2 pair=1 "
	  "waker_nr_running=2", "", "", 0, 1, 0, 0, 9, 0, 9, 0 },
	{ "SIS_PAIR_STACK: not where the sibling is free", 13, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=3,9 prev=9 waker=2 pair=1 "
	  "waker_nr_running=1", "", "", 0, 1, 0, 0, 3, 0, 3, 0 },
	{ "SIS_PAIR_STACK: free, but too small: not saturated", 13, "sisheur",
	  "", SISHEUR_ROW_SIXTEEN "idle=3,9 prev=9 waker=2 pair=1 "
	  "waker_nr_running=1", "2,4-31", "", 0, 1, 0, 0, 9, 0, 9, 0 },
	{ "SIS_PAIR_STACK: only where the wakee may run", 13, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=9 prev=9 waker=2 pair=1 allowed=9 "
	  "waker_nr_running=1", "", "", 0, 1, 0, 0, 9, 0, 9, 0 },
	{ "SIS_PAIR_STACK: only where it fits", 13, "sisheur", "",
	  SISHEUR_ROW_SIXTEEN "idle=9 prev=9 waker=2 pair=1 "
	  "waker_nr_running=1", "3-31", "", 0, 1, 0, 0, 9, 0, 9, 0 },
	{ "SIS_CLAIM: a claimed target", 14, "sisheur", "",
	  "nr_cpus=8 idle=3,5 target=3", "", "3", 0, 0, 0, 0, 5, 0, 3, 0 },
	{ "SIS_CLAIM: half of an idle core", 14, "sisheur", "",
	  SISHEUR_ROW_HALVES "idle=1-3,5,7 has_idle_cores=1", "", "5",
	  0, 0, 0, 0, 3, 0, 1, 0 },
};
