/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The placement functions of one Linux release, asked one question at a time.
 *
 * Knows nothing of libsisheur, so that no table of the library's can be wrong
 * on both sides: a machine comes as labels per CPU and its masks are built
 * here a second time.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stdint.h>

/* Larger than 1024, where the word scan leaves its last small size behind. */
#ifndef ORACLE_MAX_CPUS
#define ORACLE_MAX_CPUS	1280
#endif

enum oracle_state {
	ORACLE_BUSY,
	ORACLE_SCHED_IDLE,
	ORACLE_IDLE,
};

/*
 * The keys of a case.  core, llc and cluster are labels per CPU, below nr_cpus;
 * -1 is none, which core never is.
 */
struct oracle_wakeup {
	unsigned int nr_cpus;
	bool smt, clusters;
	int core[ORACLE_MAX_CPUS];
	int llc[ORACLE_MAX_CPUS];
	int cluster[ORACLE_MAX_CPUS];
	unsigned char state[ORACLE_MAX_CPUS];
	bool allowed[ORACLE_MAX_CPUS];
	int target, prev, recent, waker;
	unsigned int waker_nr_running;
	bool pair, kthread;
	bool sis_util, sis_pair, sis_idle_core;
	bool has_idle_cores;
	int nr_idle_scan;
};

struct oracle_choice {
	int cpu, recent;
	unsigned int has_idle_cores, probes;
};

/* Is SIS_UTIL on in that release unless told otherwise? */
bool oracle_default_sis_util(void);

/*
 * Make this the machine and the wake-up; both are still read afterwards.
 *
 * CPUs in no cluster count as a cluster of their own.  In Linux they bear the
 * number of the lowest CPU of their LLC domain, and a cluster bears that of its
 * own lowest CPU: where that is the same one, they count as one with it.  With
 * linux_share_ids they do so here.
 */
void oracle_load(const struct oracle_wakeup *wakeup, bool linux_share_ids);

/* Place the wake-up that was loaded.  What that changes stays changed. */
void oracle_select(struct oracle_choice *choice);

/*
 * CPU becomes idle, with the hint of every domain as loaded.  Returns the hint
 * of its domain afterwards, 0 if it is in none.
 */
bool oracle_update_idle_core(int cpu);

/* The scan budget that a periodic balance computes; all of them positive. */
int oracle_nr_scan(unsigned long sum_util, unsigned int llc_weight,
		   unsigned int imbalance_pct);

/*
 * Tasks that wake each other, named by numbers below ORACLE_MAX_TASKS, and
 * what Linux remembers of each.  oracle_last_wakee() is -1 for none.
 */
#define ORACLE_MAX_TASKS	6

void oracle_forget_tasks(void);
void oracle_record_wakee(unsigned int waker, unsigned int wakee,
			 unsigned long now_ms);
unsigned int oracle_flips(unsigned int task);
int oracle_last_wakee(unsigned int task);

bool oracle_is_wide(unsigned int waker_flips, unsigned int wakee_flips,
		    unsigned int llc_weight);

/*
 * Has the release SIS_PROP?  If so, how many CPUs does it look at in a domain
 * of that many CPUs, all of them busy?
 */
bool oracle_has_sis_prop(void);
unsigned int oracle_prop_looks(uint64_t avg_idle, uint64_t avg_scan_cost,
			       unsigned int llc_weight);

#endif /* ORACLE_H */
