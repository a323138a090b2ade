// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What things cost: one set for every machine, workload and table.
 *
 * "fitted" means chosen so that simulated figures come near published ones:
 * doc/simulator.md lists the rows that were used.  "estimate" means the order
 * of magnitude that is commonly measured, without a source that we can name.
 */
#include <sisheur/sim.h>

#define COST(id, ...) [SISHEUR_COST_ ## id] = { __VA_ARGS__ }

static const struct sisheur_sim_value sisheur_sim_costs[SISHEUR_SIM_NR_COSTS] = {
	COST(SELECT, "select", 150, 0, 100000,
	     "one placement without its looks, ns", "estimate"),
	COST(PROBE, "probe", 40, 0, 100000,
	     "one look at a remote run queue, ns",
	     "fitted: a line of another core is 50 to 100 ns away"),
	COST(WINDOW, "window", 700, 0, 1000000,
	     "from the last look to the enqueue on another core, ns",
	     "fitted"),
	COST(WINDOW_NEAR, "window-near", 400, 0, 1000000,
	     "the same on the waker's own core, ns",
	     "estimate: the lines are in the core's own caches"),
	COST(ENQUEUE, "enqueue", 350, 0, 100000,
	     "enqueue on another CPU, whose queue is locked, ns", "estimate"),
	COST(ENQUEUE_OWN, "enqueue-own", 150, 0, 100000,
	     "enqueue on the own CPU, ns", "estimate"),
	COST(SWITCH_OUT, "switch-out", 900, 0, 1000000,
	     "from blocking to the next task or to idle, ns", "estimate"),
	COST(SWITCH_IN, "switch-in", 500, 0, 1000000,
	     "from the choice of a task to its first instruction, ns",
	     "estimate"),
	COST(IDLE_EXIT, "idle-exit", 1500, 0, 10000000,
	     "from the enqueue to an idle CPU that runs, ns",
	     "estimate: intel_idle tables say 1 to 2 us for C1 and C1E"),
	COST(MIGRATE, "migrate", 3500, 0, 10000000,
	     "what a task loses on a core it did not run on, ns",
	     "fitted: 17.1 against 6.5 us a search, SIS_UTIL v3"),
	COST(C2C, "c2c", 3500, 0, 10000000,
	     "the waker's data from another core, LLC of 56 cores, ns",
	     "fitted: 17.1 against 6.5 us a search, SIS_UTIL v3"),
	COST(C2C_FAR, "c2c-far", 2000, 0, 10000000,
	     "what is added between two LLC domains, ns", "estimate"),
	COST(LINE, "line", 60, 0, 100000,
	     "a line that another CPU wrote last, ns", "estimate"),
	COST(SMT, "smt", 155, 100, 1000,
	     "time beside a busy sibling, percent of the time alone",
	     "estimate: a core does 1.3 times the work with two threads"),
	COST(NEWIDLE_SMT, "newidle-smt", 15000, 0, 100000000,
	     "believed cost of newly idle balance of a core, ns",
	     "fitted: max_newidle_lb_cost is a running maximum, 8 to 500 us"),
	COST(NEWIDLE_LLC, "newidle-llc", 60000, 0, 100000000,
	     "the same of an LLC domain, ns", "fitted, as newidle-smt"),
	COST(NEWIDLE_FAR, "newidle-far", 200000, 0, 100000000,
	     "the same of what is above, ns", "estimate"),
	COST(HOT, "hot", 500000, 0, 100000000,
	     "a task that ran so lately is not pulled away, ns",
	     "Linux: sysctl_sched_migration_cost"),
	COST(UTIL, "util", 107, 1, 1000,
	     "what PELT makes of a CPU's busy time, percent",
	     "fitted: nothing in the model explains the last 7"),
	COST(NOISE, "noise", 20000, 0, 100000000,
	     "how long a daemon of a CPU runs, ns", "estimate"),
	COST(NOISE_EVERY, "noise-every", 500000, 0, 100000000,
	     "how often it does, us; 0 is never",
	     "estimate: fast_rate 99.995 % at 28 threads, SIS_UTIL v3"),
	COST(HINT_READ, "hint-read", 0, 0, 1,
	     "a search reads has_idle_cores without SMT as well, 0 or 1",
	     "Linux: not since 5.13"),
	COST(TICK, "tick", 1000000, 10000, 100000000,
	     "time between two ticks, ns", "Linux: HZ=1000"),
	COST(SLICE, "slice", 3000000, 1000, 1000000000,
	     "shortest slice of a busy queue, ns",
	     "Linux 5.18: sched_min_granularity from 8 CPUs on"),
	COST(LATENCY, "latency", 24000000, 1000, 1000000000,
	     "time in which each of few tasks runs once, ns",
	     "Linux 5.18: sched_latency from 8 CPUs on"),
	COST(WAKEUP_GRAN, "wakeup-gran", 4000000, 0, 1000000000,
	     "how far behind a wakee must be to preempt, ns",
	     "Linux 5.18: sched_wakeup_granularity from 8 CPUs on"),
};

SISHEUR_DEF const struct sisheur_sim_value *sisheur_sim_cost(unsigned int id)
{
	return id < SISHEUR_SIM_NR_COSTS ? &sisheur_sim_costs[id] : NULL;
}
