/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/sim.h - what would this rule do to that machine (hosted only)
 *
 * A discrete-event simulation of tasks that run, send, wait and wake on a
 * machine that you need not own: link `pkg-config --libs sisheur-sim`.  Every
 * placement in it is decided by select.h, or by a function of yours with the
 * same signature, so a changed rule is tried by passing it:
 *
 *   struct sisheur_sim sim;
 *   struct sisheur_sim_result result = { 0 };
 *   struct sisheur_topology machine = { 0 };
 *   struct sisheur_error error;
 *
 *   sisheur_sim_machine_build(&machine, "56c112t", NULL);
 *   sisheur_sim_init(&sim, "netperf-tcp", NULL);
 *   sim.domains = &machine.domains;
 *   sim.package = machine.package;
 *   sim.load = 224;
 *   if (sisheur_sim_run(&sim, &result, &error))
 *           printf("%llu transactions\n", result.work);
 *
 * What is simulated around the placement, what is left out and how far results
 * are from published ones is in doc/simulator.md.
 *
 * Same description, same result: on every machine, word size, compiler and
 * level of optimisation.  Time is integer nanoseconds, random numbers come from
 * the seed, and nothing depends on addresses, on the clock or on the locale.
 *
 * Functions keep no state: threads may each run simulations of their own.
 */
#ifndef SISHEUR_SIM_H
#define SISHEUR_SIM_H

#include <sisheur/nr_scan.h>
#include <sisheur/select.h>
#include <sisheur/stats.h>
#include <sisheur/topology.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what there is, as tables ---- */

/**
 * struct sisheur_sim_machine - a machine that can be named
 * @name:    such as "56c112t"
 * @text:    what it looks like, for sisheur_topology_from_text()
 * @summary: one line for people: whose machine it is
 */
struct sisheur_sim_machine {
	const char *name;
	const char *text;
	const char *summary;
};

/**
 * sisheur_sim_machine() - the n-th machine that can be named
 * @n: from 0
 *
 * Return: the machine, or NULL if there are no more.
 */
SISHEUR_DEF const struct sisheur_sim_machine *sisheur_sim_machine(unsigned int n);

/**
 * sisheur_sim_machine_build() - a machine by name or by text
 * @topology: where to build it; see sisheur_topology_from_text()
 * @machine:  a name from sisheur_sim_machine(), or a text such as
 *	"pack:2 core:24 pu:2 numbering=split"
 * @error:    what was wrong; NULL if nobody asks
 *
 * Return: true; false if @machine is neither.
 */
SISHEUR_DEF bool sisheur_sim_machine_build(struct sisheur_topology *topology,
					   const char *machine,
					   struct sisheur_error *error);

/**
 * enum sisheur_sim_cost_id - what costs time, and a few facts of the kernel
 * @SISHEUR_COST_SELECT:      one placement, without its looks
 * @SISHEUR_COST_PROBE:       one look at a run queue of another core
 * @SISHEUR_COST_WINDOW:      from the last look to the enqueue on another core,
 *	while others still see the CPU as idle
 * @SISHEUR_COST_WINDOW_NEAR: the same on the waker's own core
 * @SISHEUR_COST_ENQUEUE:     enqueue on another CPU; its queue is locked
 * @SISHEUR_COST_ENQUEUE_OWN: enqueue on the waker's CPU
 * @SISHEUR_COST_SWITCH_OUT:  from blocking to the next task or to idle
 * @SISHEUR_COST_SWITCH_IN:   from the choice of a task to its first instruction
 * @SISHEUR_COST_IDLE_EXIT:   from the enqueue to an idle CPU that runs
 * @SISHEUR_COST_MIGRATE:     what a task loses on a core it did not run on
 * @SISHEUR_COST_C2C:         data of the waker fetched from another core of an
 *	LLC domain of 56 cores; others pay in proportion to their cores
 * @SISHEUR_COST_C2C_FAR:     what is added between two LLC domains
 * @SISHEUR_COST_LINE:        a line that another CPU wrote last, such as that
 *	of has_idle_cores; those who want it queue up
 * @SISHEUR_COST_SMT:         how much longer work takes beside a busy sibling,
 *	percent of the time alone
 * @SISHEUR_COST_NEWIDLE_SMT: what newly idle balance of a core is believed to
 *	cost: its gate
 * @SISHEUR_COST_NEWIDLE_LLC: the same of an LLC domain
 * @SISHEUR_COST_NEWIDLE_FAR: the same of what is above
 * @SISHEUR_COST_HOT:         a task that ran so lately is not pulled away
 * @SISHEUR_COST_UTIL:        what PELT makes of a CPU's busy time, percent
 * @SISHEUR_COST_NOISE:       how long a daemon runs
 * @SISHEUR_COST_NOISE_EVERY: how often one runs on each CPU, microseconds; 0
 *	is never
 * @SISHEUR_COST_HINT_READ: 1: a search reads has_idle_cores without SMT as
 *	well, and CPUs that go idle write its line, as before Linux 5.13
 * @SISHEUR_COST_TICK:        time between two ticks
 * @SISHEUR_COST_SLICE:       shortest slice of a busy queue (CFS)
 * @SISHEUR_COST_LATENCY:     time in which each of few tasks runs once (CFS)
 * @SISHEUR_COST_WAKEUP_GRAN: how far behind a wakee must be to preempt (CFS)
 * @SISHEUR_SIM_NR_COSTS:     how many there are
 *
 * Nanoseconds, but where another unit is named.  sisheur_sim_cost() says what
 * each is set to and where that comes from.
 */
enum sisheur_sim_cost_id {
	SISHEUR_COST_SELECT,
	SISHEUR_COST_PROBE,
	SISHEUR_COST_WINDOW,
	SISHEUR_COST_WINDOW_NEAR,
	SISHEUR_COST_ENQUEUE,
	SISHEUR_COST_ENQUEUE_OWN,
	SISHEUR_COST_SWITCH_OUT,
	SISHEUR_COST_SWITCH_IN,
	SISHEUR_COST_IDLE_EXIT,
	SISHEUR_COST_MIGRATE,
	SISHEUR_COST_C2C,
	SISHEUR_COST_C2C_FAR,
	SISHEUR_COST_LINE,
	SISHEUR_COST_SMT,
	SISHEUR_COST_NEWIDLE_SMT,
	SISHEUR_COST_NEWIDLE_LLC,
	SISHEUR_COST_NEWIDLE_FAR,
	SISHEUR_COST_HOT,
	SISHEUR_COST_UTIL,
	SISHEUR_COST_NOISE,
	SISHEUR_COST_NOISE_EVERY,
	SISHEUR_COST_HINT_READ,
	SISHEUR_COST_TICK,
	SISHEUR_COST_SLICE,
	SISHEUR_COST_LATENCY,
	SISHEUR_COST_WAKEUP_GRAN,
	SISHEUR_SIM_NR_COSTS,
};

/**
 * struct sisheur_sim_value - a number of a description, with its place in life
 * @name:  for sisheur_sim_set() and for people: "probe"
 * @value: what it is unless set
 * @low:   the least that is accepted
 * @high:  the most
 * @what:  one line: what it is and its unit
 * @source: where @value comes from; NULL where it is a workload's own choice
 */
struct sisheur_sim_value {
	const char *name;
	unsigned int value;
	unsigned int low;
	unsigned int high;
	const char *what;
	const char *source;
};

/**
 * sisheur_sim_cost() - what a cost is and where it comes from
 * @id: enum sisheur_sim_cost_id
 *
 * Return: the cost, or NULL if @id is none.
 */
SISHEUR_DEF const struct sisheur_sim_value *sisheur_sim_cost(unsigned int id);

/**
 * SISHEUR_SIM_MAX_PARAMS - the most parameters that a workload may have
 */
#define SISHEUR_SIM_MAX_PARAMS	12U

/**
 * struct sisheur_sim_workload - tasks that can be named
 * @name:      such as "hackbench-process-pipe"
 * @summary:   one line for people
 * @load_name: what the load counts: "threads", "groups", "pairs", "tasks"
 * @work_name: what the work done counts: "transactions", "messages"
 * @is_latency: what it is judged by is the latency of a wake-up and not the
 *	work done
 * @load:      the load unless set
 * @nr_params: how many parameters
 * @params:    what they are
 */
struct sisheur_sim_workload {
	const char *name;
	const char *summary;
	const char *load_name;
	const char *work_name;
	bool is_latency;
	unsigned int load;
	unsigned int nr_params;
	struct sisheur_sim_value params[SISHEUR_SIM_MAX_PARAMS];
};

/**
 * sisheur_sim_workload() - the n-th workload that can be named
 * @n: from 0
 *
 * Return: the workload, or NULL if there are no more.
 */
SISHEUR_DEF const struct sisheur_sim_workload *
sisheur_sim_workload(unsigned int n);

/* ---- a simulation ---- */

/**
 * SISHEUR_SIM_MAX_TASKS - the most tasks of a simulation
 *
 * A task takes some 200 bytes, and Linux knows no more than 4 million
 * (PID_MAX_LIMIT).
 */
#define SISHEUR_SIM_MAX_TASKS	4194304U

/**
 * SISHEUR_SIM_MAX_NS - the longest simulation, warm-up included: 10^15 ns
 *
 * Eleven days; a time and a CPU number share 64 bits.
 */
#define SISHEUR_SIM_MAX_NS	1000000000000000ULL

/**
 * struct sisheur_sim - what is to be simulated
 * @domains:   the machine; borrowed
 * @package:   [cpu] package of each CPU, as in struct sisheur_topology; NULL:
 *	all are in one
 * @online:    the CPUs that exist; NULL: all.  An offline CPU runs nothing
 * @profile:   whose rules place
 * @place:     called instead of sisheur_select(); NULL: that one.  May answer
 *	any CPU that is online and allowed for the wakee; another answer ends the
 *	simulation with an error.  What it does not store of the choice is
 *	nothing: no step, no look, no change of the hint and of recent
 * @budget:    a scan budget of one's own, asked at each periodic balance
 *	instead of sisheur_nr_scan(); NULL: that one.  @sum_util is in units of
 *	1 / SISHEUR_CAPACITY of a CPU
 * @progress:  called some hundred times with the simulated time and its end,
 *	ns; false ends the simulation with an error.  NULL: nobody
 * @ctx:       handed to the three above as it is
 * @workload:  from sisheur_sim_workload(); set by sisheur_sim_init()
 * @text:      the description where the workload is "own"; borrowed.  Else NULL
 * @params:    the workload's parameters, in the order of its table
 * @costs:     [enum sisheur_sim_cost_id]
 * @load:      how many threads, groups, pairs or tasks
 * @warmup_ns: simulated and not counted
 * @run_ns:    simulated and counted
 * @seed:      of every random number
 * @percent:   the budget is that of the SIS_UTIL mail, sisheur_nr_scan_percent()
 *
 * Fill it with sisheur_sim_init() and change what you want otherwise.
 */
struct sisheur_sim {
	const struct sisheur_domains *domains;
	const int *package;
	const unsigned long *online;
	struct sisheur_profile profile;
	int (*place)(void *ctx, const struct sisheur_profile *profile,
		     const struct sisheur_wakeup *wakeup,
		     struct sisheur_choice *choice);
	unsigned int (*budget)(void *ctx, unsigned long sum_util,
			       unsigned int llc_weight);
	bool (*progress)(void *ctx, unsigned long long now_ns,
			 unsigned long long end_ns);
	void *ctx;
	const struct sisheur_sim_workload *workload;
	const char *text;
	unsigned int params[SISHEUR_SIM_MAX_PARAMS];
	unsigned int costs[SISHEUR_SIM_NR_COSTS];
	unsigned int load;
	unsigned long long warmup_ns;
	unsigned long long run_ns;
	unsigned long long seed;
	bool percent;
};

/**
 * struct sisheur_sim_cpu - what one CPU did while it was counted
 * @stats:    the wake-ups that it placed as the waker
 * @busy_ns:  it ran tasks, switched between them or looked for work
 * @idle_ns:  the rest
 * @switches: tasks that it began to run
 * @arrivals: wake-ups that were placed on it
 */
struct sisheur_sim_cpu {
	struct sisheur_stats stats;
	unsigned long long busy_ns;
	unsigned long long idle_ns;
	unsigned long long switches;
	unsigned long long arrivals;
};

/**
 * SISHEUR_SIM_MAX_STEPS - steps whose placements are counted apart
 *
 * Those of the library and eight of one's own, from SISHEUR_NR_STEPS on.
 */
#define SISHEUR_SIM_MAX_STEPS	((unsigned int)SISHEUR_NR_STEPS + 8U)

/**
 * struct sisheur_sim_result - what came of it, warm-up excluded
 * @stats:      searches of all CPUs
 * @ratios:     their ratios
 * @nr_cpus:    how many rows @cpus has
 * @cpus:       [cpu]
 * @nr_tasks:   how many tasks there were
 * @work:       transactions, messages or loops done
 * @work_per_s: the same a second, in thousandths
 * @latencies:  how many times a wakee waited from its wake-up until it ran;
 *	with @is_latency of the workload only those it is judged by
 * @latency_p50_ns: half of them waited at most so long; within 1/32 of it
 * @latency_p90_ns: nine in ten
 * @latency_p99_ns: 99 in a hundred
 * @latency_max_ns: all
 * @wakeups:    wake-ups, with those that needed no search: @queued, @kept
 * @queued:     the wakee was still switching out, and was queued where it was
 * @kept:       it had not even begun to, and went on
 * @preemptions: a wakee took the CPU from who ran there
 * @migrations: wakees that began to run on another CPU than before
 * @core_migrations: and on another core
 * @llc_migrations: and in another LLC domain
 * @pulled_newidle: tasks that newly idle CPUs pulled
 * @pulled_balance: tasks that periodic balance pulled
 * @placed:     [step] searches that each step decided
 * @util:       busy time of all online CPUs, thousandths of a percent
 * @nr_idle_scan: the scan budget of the first LLC domain at the end
 * @events:     events simulated, warm-up included
 * @finished_ns: when the last task of a workload that ends did, from the end of
 *	the warm-up on; 0 if some did not
 * @simulated_ns: time simulated, warm-up included
 * @digest:     of every placement, warm-up included: when, which CPU, by which
 *	step, after how many looks.  Two runs that differ anywhere differ here;
 *	two profiles with one digest made the same choices, and what differs
 *	between them decided none
 * @memory:     private
 *
 * Zero it before the first use, and give it back with
 * sisheur_sim_result_free().
 */
struct sisheur_sim_result {
	struct sisheur_stats stats;
	struct sisheur_ratios ratios;
	unsigned int nr_cpus;
	struct sisheur_sim_cpu *cpus;
	unsigned int nr_tasks;
	unsigned long long work;
	unsigned long long work_per_s;
	unsigned long long latencies;
	unsigned long long latency_p50_ns;
	unsigned long long latency_p90_ns;
	unsigned long long latency_p99_ns;
	unsigned long long latency_max_ns;
	unsigned long long wakeups;
	unsigned long long queued;
	unsigned long long kept;
	unsigned long long preemptions;
	unsigned long long migrations;
	unsigned long long core_migrations;
	unsigned long long llc_migrations;
	unsigned long long pulled_newidle;
	unsigned long long pulled_balance;
	unsigned long long placed[SISHEUR_SIM_MAX_STEPS];
	unsigned long long util;
	unsigned int nr_idle_scan;
	unsigned long long events;
	unsigned long long finished_ns;
	unsigned long long simulated_ns;
	unsigned long long digest;
	void *memory;
};

/**
 * sisheur_sim_init() - a simulation of a workload, all else as usual
 * @sim:      what is to be filled, all of it
 * @workload: a name from sisheur_sim_workload()
 * @error:    what was wrong; NULL if nobody asks
 *
 * The profile is linux-6.12, costs, parameters and load are those of the
 * tables, 0.1 s of warm-up and 0.3 s that count, seed 1.  There is no machine
 * yet.
 *
 * Return: true; false if there is no such workload, with those there are in
 * @error.
 */
SISHEUR_DEF bool sisheur_sim_init(struct sisheur_sim *sim, const char *workload,
				  struct sisheur_error *error);

/**
 * sisheur_sim_set() - set a cost or a parameter by its name
 * @sim:     begun with sisheur_sim_init()
 * @setting: NAME=VALUE: the name of a cost, of a parameter of the workload, or
 *	load, seed, warmup (ms) or run (ms)
 * @error:   what was wrong; NULL if nobody asks
 *
 * Return: true; false for an unknown name, with those there are, or a value
 * that is no number or out of range; @sim is then unchanged.
 */
SISHEUR_DEF bool sisheur_sim_set(struct sisheur_sim *sim, const char *setting,
				 struct sisheur_error *error);

/**
 * sisheur_sim_run() - simulate
 * @sim:    what; not changed
 * @result: what came of it; after an error empty, but still to be freed
 * @error:  what was wrong; NULL if nobody asks.  Its line is that of @sim->text
 *
 * Linux counterpart.  The wake-up path of fair.c and core.c around
 * select_idle_sibling(), CFS run queues, PELT and load balance, 5.18 to 6.5, as
 * far as doc/simulator.md says.
 *
 * Cost.  Some ten million events a second; memory for CPUs and tasks, whatever
 * the time.
 *
 * Return: true; false if the description cannot be simulated (no machine, no
 * CPU online, no task, a number out of range, a text that is not accepted), if
 * @place answered what it must not, if @progress said so, or if memory ran out.
 */
SISHEUR_DEF bool sisheur_sim_run(const struct sisheur_sim *sim,
				 struct sisheur_sim_result *result,
				 struct sisheur_error *error);

/**
 * sisheur_sim_result_free() - give back a result's memory
 * @result: filled, failed or zeroed; empty afterwards
 */
SISHEUR_DEF void sisheur_sim_result_free(struct sisheur_sim_result *result);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_SIM_H */
