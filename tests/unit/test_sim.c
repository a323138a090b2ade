// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sim.h: closed forms, conservation, the same result everywhere, and hostile
 * input.  The simulator is compiled into this test with SISHEUR_DEBUG, so every
 * run here also checks its invariants (lib/sim/check.c).
 */
#include <sisheur/case.h>
#include <sisheur/sim.h>
#include <sisheur/sisheur.h>

#include "unit.h"

/* A simulation and the machine that it needs. */
struct bench {
	struct sisheur_topology machine;
	struct sisheur_sim sim;
	struct sisheur_sim_result result;
	struct sisheur_error error;
};

static void setup(struct bench *b, const char *machine, const char *workload)
{
	memset(b, 0, sizeof(*b));
	assert_true(sisheur_sim_machine_build(&b->machine, machine,
					      &b->error));
	assert_true(sisheur_sim_init(&b->sim, workload, &b->error));
	b->sim.domains = &b->machine.domains;
	b->sim.package = b->machine.package;
	b->sim.warmup_ns = 20000000;
	b->sim.run_ns = 20000000;
}

static void set(struct bench *b, const char *setting)
{
	if (!sisheur_sim_set(&b->sim, setting, &b->error))
		fail_msg("%s: %s", setting, b->error.text);
}

static void run(struct bench *b)
{
	if (!sisheur_sim_run(&b->sim, &b->result, &b->error))
		fail_msg("%s", b->error.text);
}

static void teardown(struct bench *b)
{
	sisheur_sim_result_free(&b->result);
	sisheur_topology_free(&b->machine);
}

/* No cost but those that a test states. */
static void without_costs(struct bench *b)
{
	unsigned int i;

	for (i = 0; i < SISHEUR_COST_HINT_READ; i++)
		b->sim.costs[i] = sisheur_sim_cost(i)->low;
	b->sim.costs[SISHEUR_COST_UTIL] = 100;
	b->sim.warmup_ns = 0;
	b->sim.run_ns = 100000000;
}

/* ---- tables ---- */

static void test_tables(void **state)
{
	const struct sisheur_sim_machine *m, *other;
	const struct sisheur_sim_workload *w;
	unsigned int i, k;

	(void)state;
	for (i = 0; (m = sisheur_sim_machine(i)); i++) {
		struct sisheur_topology t = { 0 };
		struct sisheur_error error;

		for (k = 0; k < i; k++) {
			other = sisheur_sim_machine(k);
			assert_string_not_equal(m->name, other->name);
		}
		assert_true(sisheur_sim_machine_build(&t, m->name, &error));
		sisheur_topology_free(&t);
	}
	assert_true(i >= 6);
	for (i = 0; i < SISHEUR_SIM_NR_COSTS; i++) {
		const struct sisheur_sim_value *v = sisheur_sim_cost(i);

		assert_non_null(v->name);
		assert_non_null(v->source);
		assert_in_range(v->value, v->low, v->high);
	}
	assert_null(sisheur_sim_cost(i));
	for (i = 0; (w = sisheur_sim_workload(i)); i++) {
		assert_true(w->nr_params <= SISHEUR_SIM_MAX_PARAMS);
		for (k = 0; k < w->nr_params; k++)
			assert_in_range(w->params[k].value, w->params[k].low,
					w->params[k].high);
	}
	assert_true(i >= 9);
}

/* ---- settings ---- */

static const struct {
	const char *setting;
	const char *error;	/* NULL: accepted */
} settings[] = {
	{ "probe=0", NULL },
	{ "pre=1000000000", NULL },
	{ "load=7", NULL },
	{ "seed=18446744073709551615", NULL },
	{ "warmup=0", NULL },
	{ "run=1", NULL },
	{ "run=0", "run: \"0\" is not accepted; expected a whole number from 1 to 1000000000" },
	{ "probe=-1", "probe: \"-1\" is not accepted; expected a whole number from 0 to 100000" },
	{ "probe=+1", "probe: \"+1\" is not accepted; expected a whole number from 0 to 100000" },
	{ "probe= 1", "probe: \" 1\" is not accepted; expected a whole number from 0 to 100000" },
	{ "probe=1e3", "probe: \"1e3\" is not accepted; expected a whole number from 0 to 100000" },
	{ "probe=", "probe: \"\" is not accepted; expected a whole number from 0 to 100000" },
	{ "probe=100001", "probe: \"100001\" is not accepted; expected a whole number from 0 to 100000" },
	{ "probe=99999999999999999999", "probe: \"99999999999999999999\" is not accepted; expected a whole number from 0 to 100000" },
	{ "smt=99", "smt: \"99\" is not accepted; expected a whole number from 100 to 1000" },
	{ "seed=18446744073709551616", "seed: \"18446744073709551616\" is not accepted; expected a whole number from 0 to 18446744073709551615" },
	{ "probe", "\"probe\" is not accepted; expected NAME=VALUE" },
	{ "=3", "\"=3\" is not accepted; expected NAME=VALUE" },
	{ "", "\"\" is not accepted; expected NAME=VALUE" },
};

static void test_settings(void **state)
{
	struct bench b;
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		struct sisheur_sim before;
		bool ok;

		setup(&b, "4c8t", "netperf-tcp");
		before = b.sim;
		ok = sisheur_sim_set(&b.sim, settings[i].setting, &b.error);
		if (settings[i].error) {
			assert_false(ok);
			assert_string_equal(b.error.text, settings[i].error);
			assert_memory_equal(&before, &b.sim, sizeof(before));
		} else {
			assert_true(ok);
		}
		teardown(&b);
	}
	setup(&b, "4c8t", "netperf-tcp");
	assert_false(sisheur_sim_set(&b.sim, "porbe=3", &b.error));
	assert_non_null(strstr(b.error.text, "unknown \"porbe\"; there are load,"));
	assert_non_null(strstr(b.error.text, "probe"));
	assert_false(sisheur_sim_set(&b.sim, "porbe=3", NULL));
	assert_false(sisheur_sim_init(&b.sim, "netprf", &b.error));
	assert_non_null(strstr(b.error.text, "unknown workload \"netprf\"; there are netperf-tcp,"));
	assert_false(sisheur_sim_init(&b.sim, NULL, NULL));
	teardown(&b);
}

/* ---- closed forms ---- */

static void test_one_task(void **state)
{
	struct bench b;

	(void)state;
	setup(&b, "core:1 pu:1", "own");
	without_costs(&b);
	b.sim.text = "task t\n run 1ms\n done\n";
	run(&b);
	/* The last one ends as the simulation does, and is not counted. */
	assert_int_equal(b.result.work, 99);
	assert_int_equal(b.result.util, 100000);
	assert_int_equal(b.result.wakeups, 0);
	assert_int_equal(b.result.nr_tasks, 1);
	assert_int_equal(b.result.cpus[0].busy_ns, 100000000);
	teardown(&b);
}

/* Two that run always share one CPU, whoever was first. */
static void test_saturated(void **state)
{
	struct bench b;
	unsigned int i;

	(void)state;
	setup(&b, "core:4 pu:1", "own");
	without_costs(&b);
	b.sim.run_ns = 1000000000;
	b.sim.text = "task t count=8\n run 1ms\n done\n";
	run(&b);
	assert_in_range(b.result.work, 4 * 1000 - 8, 4 * 1000);
	for (i = 0; i < 4; i++) {
		assert_int_equal(b.result.cpus[i].idle_ns, 0);
		/* A slice of two is half the latency, at tick's grain. */
		assert_in_range(b.result.cpus[i].switches, 1000 / 14, 1000 / 11);
	}
	teardown(&b);
}

/* A sleeper uses what it runs, and no more. */
static void test_sleeper(void **state)
{
	struct bench b;

	(void)state;
	setup(&b, "core:1 pu:1", "own");
	without_costs(&b);
	b.sim.text = "task t\n run 1ms\n sleep 3ms\n done\n";
	run(&b);
	assert_int_equal(b.result.work, 24);
	assert_int_equal(b.result.cpus[0].busy_ns, 25 * 1000000);
	assert_int_equal(b.result.cpus[0].idle_ns, 75 * 1000000);
	assert_int_equal(b.result.wakeups, 24);
	teardown(&b);
}

static const struct {
	const char *what;
	const char *machine;
	const char *settings[5];
	unsigned long long leg_ns;	/* from one send to the next */
} pairs[] = {
	/* Each has a core of its own: work, and what the message's way costs. */
	{ "free", "core:2 pu:1", { NULL }, 10000 },
	{ "idle exit", "core:2 pu:1", { "idle-exit=1500" }, 11500 },
	{ "window", "core:2 pu:1", { "window=700" }, 10700 },
	{ "select", "core:2 pu:1", { "select=150" }, 10150 },
	/* The target, which is the waker's CPU, and prev. */
	{ "two looks", "core:2 pu:1", { "probe=40" }, 10080 },
	{ "lock", "core:2 pu:1", { "enqueue=350" }, 10350 },
	{ "switch in", "core:2 pu:1", { "switch-in=500" }, 10500 },
	{ "all of it", "core:2 pu:1",
	  { "idle-exit=1500", "window=700", "enqueue=350", "probe=40" },
	  12630 },
	/* 56 cores in the domain pay all of it, 28 half. */
	{ "cache to cache", "core:28 pu:1", { "c2c=1000" }, 10500 },
	/* On one CPU: no idle CPU, no other core; the switch is in the way. */
	{ "stacked", "core:1 pu:1", { "switch-out=900" }, 10900 },
	{ "stacked", "core:1 pu:1", { "c2c=1000", "window=700", "migrate=9" },
	  10000 },
};

static void test_one_pair(void **state)
{
	unsigned int i, k;

	(void)state;
	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		struct bench b;
		unsigned long long want;

		setup(&b, pairs[i].machine, "netperf-tcp");
		without_costs(&b);
		b.sim.load = 1;
		set(&b, "pre=10000");
		set(&b, "post=0");
		set(&b, "jitter=0");
		for (k = 0; k < 5 && pairs[i].settings[k]; k++)
			set(&b, pairs[i].settings[k]);
		run(&b);
		want = b.sim.run_ns / (2 * pairs[i].leg_ns);
		if (b.result.work + 2 < want || b.result.work > want)
			fail_msg("%s: %llu transactions, expected %llu",
				 pairs[i].what,
				 (unsigned long long)b.result.work, want);
		teardown(&b);
	}
}

/* Siblings slow each other, cores do not. */
static void test_smt(void **state)
{
	static const char siblings[] =
		"task a cpus=0\n run 10us\n done\ntask b cpus=1\n run 10us\n done\n";
	struct bench b;

	(void)state;
	setup(&b, "core:2 pu:2", "own");
	without_costs(&b);
	b.sim.costs[SISHEUR_COST_SMT] = 160;
	b.sim.text = siblings;
	run(&b);
	assert_in_range(b.result.work, 2 * 6250 - 4, 2 * 6250);
	b.sim.text = "task a cpus=0\n run 10us\n done\ntask b cpus=2\n run 10us\n done\n";
	run(&b);
	assert_in_range(b.result.work, 2 * 10000 - 4, 2 * 10000);
	teardown(&b);
}

/* A wakee that has not begun to leave its CPU goes on, without a search. */
static void test_switching_out(void **state)
{
	struct bench b;

	(void)state;
	setup(&b, "core:2 pu:1", "own");
	without_costs(&b);
	set(&b, "switch-out=30000");
	/* The reader blocks at 0; the message comes at 5, 15 or 35 us. */
	b.sim.text = "channel c\ntask r cpus=0\n recv c\n done\n"
		     "task w cpus=1\n run 5us\n send c\n exit\n";
	run(&b);
	assert_int_equal(b.result.work, 1);
	assert_int_equal(b.result.kept, 1);
	assert_int_equal(b.result.queued, 0);
	assert_int_equal(b.result.stats.search, 0);
	b.sim.text = "channel c\ntask r cpus=0\n recv c\n done\n"
		     "task w cpus=1\n run 15us\n send c\n exit\n";
	run(&b);
	assert_int_equal(b.result.work, 1);
	assert_int_equal(b.result.kept, 0);
	assert_int_equal(b.result.queued, 1);
	assert_int_equal(b.result.stats.search, 0);
	b.sim.text = "channel c\ntask r cpus=0\n recv c\n done\n"
		     "task w cpus=1\n run 35us\n send c\n exit\n";
	run(&b);
	assert_int_equal(b.result.work, 1);
	assert_int_equal(b.result.kept + b.result.queued, 0);
	assert_int_equal(b.result.stats.search, 1);
	teardown(&b);
}

/* Two that find one CPU idle within the window both go there. */
static void test_window(void **state)
{
	static const char text[] =
		"channel a\nchannel b\n"
		"task ra cpus=2\n recv a\n exit\n"
		"task rb cpus=2\n recv b\n exit\n"
		"task wa cpus=0\n run 100us\n send a\n exit\n"
		"task wb cpus=1\n run 100us\n send b\n exit\n";
	struct bench b;

	(void)state;
	setup(&b, "core:3 pu:1", "own");
	without_costs(&b);
	set(&b, "window=5000");
	b.sim.text = text;
	run(&b);
	assert_int_equal(b.result.stats.search, 2);
	assert_int_equal(b.result.placed[SISHEUR_STEP_TARGET] +
			 b.result.placed[SISHEUR_STEP_PREV], 2);
	assert_int_equal(b.result.cpus[2].arrivals, 4);
	teardown(&b);
}

/* ---- pipes ---- */

/*
 * A reader that is slower than its writer, through a pipe of two pages: what
 * is full is full until a page is read, but each read wakes the writer.  A
 * channel that counts in messages wakes it once, when half of it is read.
 */
static const struct {
	const char *what;
	const char *settings[3];
	unsigned long long wakeups[2];	/* least and most for 800 messages */
} full[] = {
	{ "page by page", { "room=80", "page=40" }, { 630, 660 } },
	{ "a page is a message", { "room=2", "page=1" }, { 780, 800 } },
	{ "half read", { "room=80", "page=0", "low=40" }, { 15, 25 } },
};

static void test_full_pipe(void **state)
{
	unsigned int i, k;

	(void)state;
	for (i = 0; i < sizeof(full) / sizeof(full[0]); i++) {
		struct bench b;

		setup(&b, "core:2 pu:1", "hackbench-process-pipe");
		without_costs(&b);
		b.sim.load = 1;
		set(&b, "tasks=2");
		set(&b, "jitter=0");
		set(&b, "write=100");
		set(&b, "read=1000");
		set(&b, "loops=800");
		for (k = 0; k < 3 && full[i].settings[k]; k++)
			set(&b, full[i].settings[k]);
		run(&b);
		assert_int_equal(b.result.work, 800);
		/* A first message is written, and then the reader decides. */
		assert_int_equal(b.result.finished_ns, 100 + 800 * 1000);
		if (b.result.wakeups < full[i].wakeups[0] ||
		    b.result.wakeups > full[i].wakeups[1])
			fail_msg("%s: %llu wake-ups", full[i].what,
				 (unsigned long long)b.result.wakeups);
		teardown(&b);
	}
}

/* ---- conservation, and what is counted ---- */

static const struct {
	const char *machine;
	const char *workload;
	unsigned int profile;
	unsigned int load;
	unsigned long long digest;
} golden[] = {
#include "sim_digests.h"
};

static void assert_sums(const struct bench *b)
{
	const struct sisheur_sim_result *r = &b->result;
	unsigned long long placed = 0, search = 0, i;
	unsigned long long counted = r->finished_ns ? r->finished_ns :
						      b->sim.run_ns;

	for (i = 0; i < SISHEUR_SIM_MAX_STEPS; i++)
		placed += r->placed[i];
	for (i = 0; i < r->nr_cpus; i++) {
		search += r->cpus[i].stats.search;
		assert_int_equal(r->cpus[i].busy_ns + r->cpus[i].idle_ns,
				 counted);
	}
	assert_int_equal(placed, r->stats.search);
	assert_int_equal(search, r->stats.search);
	/* Each wake-up was searched for, or needed none, or is under way. */
	assert_in_range(r->wakeups, r->stats.search + r->queued + r->kept,
			r->stats.search + r->queued + r->kept + r->nr_cpus);
	assert_true(r->latency_p50_ns <= r->latency_p90_ns);
	assert_true(r->latency_p90_ns <= r->latency_p99_ns);
	assert_true(r->latency_p99_ns <= r->latency_max_ns);
	assert_true(r->core_migrations <= r->migrations);
	assert_true(r->llc_migrations <= r->migrations);
	assert_int_equal(r->simulated_ns, b->sim.warmup_ns + counted);
}

static const struct {
	const char *workload;
	const char *settings[3];
} finite[] = {
	{ "hackbench-process-pipe", { NULL } },
	{ "hackbench-process-pipe", { "room=80", "read=3000" } },
	{ "hackbench-process-pipe", { "room=2", "page=1", "read=3000" } },
	{ "hackbench-threads-sockets", { NULL } },
	{ "hackbench-process-sockets", { "room=1", "low=0" } },
};

/* Every message of every round arrives, and then nobody is left. */
static void test_finite(void **state)
{
	unsigned int i, k;

	(void)state;
	for (i = 0; i < sizeof(finite) / sizeof(finite[0]); i++) {
		struct bench b;

		setup(&b, "2x24c48t", finite[i].workload);
		b.sim.load = 3;
		b.sim.run_ns = 10000000000;
		b.sim.warmup_ns = 0;
		set(&b, "tasks=12");
		set(&b, "loops=30");
		for (k = 0; k < 3 && finite[i].settings[k]; k++)
			set(&b, finite[i].settings[k]);
		run(&b);
		assert_sums(&b);
		assert_true(b.result.finished_ns > 0);
		assert_true(b.result.finished_ns < b.sim.run_ns);
		assert_int_equal(b.result.work, 3 * 6 * 6 * 30);
		/* What began in the warm-up is no more than a round. */
		b.sim.warmup_ns = 1000000;
		run(&b);
		assert_true(b.result.finished_ns > 0);
		assert_int_equal(b.result.simulated_ns,
				 b.sim.warmup_ns + b.result.finished_ns);
		assert_true(b.result.work > 3 * 6 * 6 * 29);
		/* Who waits no longer has no end to tell of. */
		b.sim.run_ns = 10000;
		run(&b);
		assert_int_equal(b.result.finished_ns, 0);
		teardown(&b);
	}
}

/*
 * The same result with every compiler, level of optimisation, word size and
 * byte order: the numbers are those of one build, and every build must give
 * them.  They change whenever the model does; the failure prints new ones.
 */
static void test_golden(void **state)
{
	unsigned int i, wrong = 0;

	(void)state;
	for (i = 0; i < sizeof(golden) / sizeof(golden[0]); i++) {
		struct bench b;

		setup(&b, golden[i].machine, golden[i].workload);
		b.sim.profile = *sisheur_profile(golden[i].profile);
		b.sim.load = golden[i].load;
		b.sim.warmup_ns = 10000000;
		b.sim.run_ns = 10000000;
		/* A round of schbench is 60 to 68 ms long. */
		if (b.sim.workload->is_latency)
			b.sim.run_ns = 200000000;
		run(&b);
		assert_sums(&b);
		assert_true(b.result.events > 0);
		if (b.result.digest != golden[i].digest) {
			wrong++;
			print_message("\t{ \"%s\", \"%s\", %u, %u, 0x%016llxULL },\n",
				      golden[i].machine, golden[i].workload,
				      golden[i].profile, golden[i].load,
				      (unsigned long long)b.result.digest);
		}
		teardown(&b);
	}
	assert_int_equal(wrong, 0);
	assert_true(i >= 20);
}

/*
 * On CPUs of their own, workers compute for 30 ms, and the first to ask wakes
 * the message thread, which sleeps for 30 to 37.5 ms and wakes them all: in 6
 * s, 89 to 100 rounds, of a wake-up for each worker and two for that thread.
 */
static void test_schbench(void **state)
{
	static const unsigned int workers[] = { 1, 4, 15 };
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(workers) / sizeof(workers[0]); i++) {
		unsigned long long rounds, left;
		char text[32];
		struct bench b;

		snprintf(text, sizeof(text), "tasks=%u", workers[i]);
		setup(&b, "56c112t", "schbench");
		b.sim.load = 1;
		b.sim.warmup_ns = 0;
		b.sim.run_ns = 6000000000;
		set(&b, text);
		set(&b, "noise-every=0");
		run(&b);
		assert_sums(&b);
		rounds = b.result.work / workers[i];
		assert_in_range(rounds, 88, 100);
		left = b.result.wakeups - rounds * (workers[i] + 2);
		assert_in_range(left, 0, 2 * (workers[i] + 2));
		teardown(&b);
	}
}

/* Whatever begins together has all LLC domains, and not every other of them. */
static void test_all_domains(void **state)
{
	static const char *const workloads[] = { "tbench", "netperf-tcp",
						 "context-switch" };
	unsigned int i, cpu;

	(void)state;
	for (i = 0; i < sizeof(workloads) / sizeof(workloads[0]); i++) {
		unsigned long long busy[2] = { 0, 0 };
		struct bench b;

		setup(&b, "2x24c48t", workloads[i]);
		b.sim.load = 24;
		run(&b);
		for (cpu = 0; cpu < b.result.nr_cpus; cpu++)
			busy[b.sim.domains->llc[cpu]] +=
				b.result.cpus[cpu].busy_ns;
		assert_true(busy[0] * 3 > (busy[0] + busy[1]));
		assert_true(busy[1] * 3 > (busy[0] + busy[1]));
		teardown(&b);
	}
}

static bool go_on(void *ctx, unsigned long long now, unsigned long long end)
{
	unsigned int *calls = ctx;

	assert_true(now <= end);
	(*calls)++;
	return true;
}

static bool stop_at_half(void *ctx, unsigned long long now,
			 unsigned long long end)
{
	(void)ctx;
	return now < end / 2;
}

static int place_as_ever(void *ctx, const struct sisheur_profile *profile,
			 const struct sisheur_wakeup *wakeup,
			 struct sisheur_choice *choice)
{
	(void)ctx;
	return sisheur_select(profile, wakeup, choice);
}

/* Stores nothing, and counts what others have left in the choice. */
static int place_on_prev(void *ctx, const struct sisheur_profile *profile,
			 const struct sisheur_wakeup *wakeup,
			 struct sisheur_choice *choice)
{
	const struct sisheur_choice nothing = { .recent = wakeup->recent };

	(void)profile;
	*(unsigned int *)ctx += choice->step != nothing.step ||
				choice->recent != nothing.recent ||
				choice->hint != nothing.hint ||
				choice->probes != nothing.probes ||
				choice->scan_probes != nothing.scan_probes ||
				choice->scanned || choice->failed;
	return (int)wakeup->prev;
}

static unsigned int budget_as_ever(void *ctx, unsigned long sum_util,
				   unsigned int llc_weight)
{
	(void)ctx;
	return sisheur_nr_scan(sum_util, llc_weight, SISHEUR_LLC_IMBALANCE_PCT);
}

static void test_same_again(void **state)
{
	unsigned long long digest;
	unsigned int calls = 0;
	struct bench b;

	(void)state;
	setup(&b, "18c36t", "netperf-tcp");
	b.sim.load = 50;
	run(&b);
	digest = b.result.digest;
	run(&b);
	assert_int_equal(b.result.digest, digest);
	/* Who looks on changes nothing, nor does a hook that does the same. */
	b.sim.progress = go_on;
	b.sim.ctx = &calls;
	run(&b);
	assert_int_equal(b.result.digest, digest);
	assert_in_range(calls, 50, 200);
	b.sim.place = place_as_ever;
	b.sim.budget = budget_as_ever;
	run(&b);
	assert_int_equal(b.result.digest, digest);
	b.sim.seed = 2;
	run(&b);
	assert_int_not_equal(b.result.digest, digest);
	teardown(&b);
}

static void test_place_stores_nothing(void **state)
{
	unsigned int left = 0;
	struct bench b;

	(void)state;
	setup(&b, "18c36t", "netperf-tcp");
	b.sim.load = 50;
	b.sim.place = place_on_prev;
	b.sim.ctx = &left;
	run(&b);
	assert_int_equal(left, 0);
	assert_true(b.result.stats.search > 1000);
	assert_int_equal(b.result.placed[SISHEUR_STEP_NONE],
			 b.result.stats.search);
	assert_int_equal(b.result.stats.scanned, b.result.stats.search);
	assert_int_equal(b.result.stats.domain_search, 0);
	teardown(&b);
}

/* SIS_IDLE_CORE decides only where the budget is 0 and a core is idle. */
static const struct {
	const char *workload;
	unsigned int load;
	bool same;
} idle_core[] = {
	{ "tbench", 1, true },			/* the budget is not 0 */
	{ "hackbench-process-pipe", 8, true },	/* no core is idle */
	{ "hackbench-process-pipe", 1, false },
};

static void test_same_choices(void **state)
{
	unsigned long long digest;
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(idle_core) / sizeof(idle_core[0]); i++) {
		struct bench b;

		setup(&b, "4c8t", idle_core[i].workload);
		b.sim.load = idle_core[i].load;
		b.sim.profile = *sisheur_profile(SISHEUR_LINUX_6_1);
		run(&b);
		digest = b.result.digest;
		b.sim.profile.features |= SISHEUR_SIS_IDLE_CORE;
		run(&b);
		if ((b.result.digest == digest) != idle_core[i].same)
			fail_msg("%s %u", idle_core[i].workload,
				 idle_core[i].load);
		teardown(&b);
	}
}

/**
 * struct deviation - one placement that is otherwise
 * @left: how many there are before it
 * @what: whether its step, or its CPU
 */
struct deviation {
	unsigned int left;
	enum { STEP, CPU } what;
};

static int deviate_once(void *ctx, const struct sisheur_profile *profile,
			const struct sisheur_wakeup *wakeup,
			struct sisheur_choice *choice)
{
	struct deviation *d = ctx;
	int cpu = sisheur_select(profile, wakeup, choice);

	if (d->left-- != 1)
		return cpu;
	if (d->what == STEP)
		choice->step = SISHEUR_NR_STEPS;
	else
		choice->cpu = (choice->cpu + 1) % 8;
	return choice->cpu;
}

/* Any placement, the last as the first, and the step as well as the CPU. */
static void test_one_deviation(void **state)
{
	unsigned long long digest;
	struct deviation d = { .left = 0 };
	unsigned int at;
	struct bench b;

	(void)state;
	setup(&b, "4c8t", "context-switch");
	b.sim.load = 2;
	b.sim.warmup_ns = 0;
	b.sim.run_ns = 1000000;
	b.sim.place = deviate_once;
	b.sim.ctx = &d;
	run(&b);
	digest = b.result.digest;
	at = (unsigned int)b.result.stats.search;
	assert_true(at > 100);
	for (; at; at = at > 100 ? at / 2 : at - 1) {
		for (d.what = STEP; d.what <= CPU; d.what++) {
			d.left = at;
			run(&b);
			if (b.result.digest == digest)
				fail_msg("placement %u, %s", at,
					 d.what == STEP ? "step" : "CPU");
		}
	}
	teardown(&b);
}

/* ---- what a text can say, by closed forms ---- */

/* On as many CPUs as tasks, nothing costs time; 100 ms of it. */
static const struct {
	const char *what;
	const char *text;
	unsigned long long work;
	unsigned long long busy_ns;	/* of all CPUs */
	unsigned long long wakeups;
} own_forms[] = {
	{ "a sleep counts from its begin",
	  "task t\n run 1ms\n sleep 3ms\n done\n", 24, 25000000, 24 },
	/* At 4, 8 ... 96 ms it is woken; the one at 100 is not counted. */
	{ "a timer counts from its last end",
	  "task t\n run 1ms\n timer 4ms\n done\n", 24, 25000000, 24 },
	/* 9 ms of work, missed once: from then on 1 + 3 ms. */
	{ "a missed timer counts from when it was missed",
	  "task t\n run 9ms\n timer 4ms\n repeat\n run 1ms\n timer 4ms\n done\n end\n",
	  22, 32000000, 22 },
	/* The ends at 4, 8, 12 ... stand: two are over at once. */
	{ "an absolute timer does not",
	  "task t\n run 9ms\n timer 4ms absolute\n repeat\n run 1ms\n timer 4ms absolute\n done\n end\n",
	  23, 33000000, 22 },
	/* Both from 0: at 10 and 4, 8 (over), 20 and 12 (over) ... */
	{ "timers are told apart by name",
	  "task t\n timer 10ms\n run 1ms\n timer 10ms b\n done\n", 9, 9000000, 9 },
	{ "each instance has a timer of its own",
	  "task t count=2 start=1ms\n run 1ms\n timer 4ms\n done\n", 48,
	  50000000, 48 },
	{ "repeats are multiplied",
	  "task t\n repeat 3\n repeat 4\n run 1ms\n done\n end\n sleep 1ms\n end\n exit\n",
	  12, 12000000, 3 },
	{ "a repeat without a number does not end",
	  "task t\n run 1ms\n repeat\n run 1ms\n done\n end\n exit\n", 98,
	  100000000, 0 },
	/* They take turns: one computes, the other waits for the mutex. */
	{ "a mutex excludes",
	  "mutex m\ntask t count=2\n lock m\n run 1ms\n unlock m\n done\n sleep 1us\n",
	  99, 100000000, 198 },
	{ "unlocking a free mutex does nothing",
	  "mutex m\ntask t\n unlock m\n unlock m\n run 1ms\n done\n", 99,
	  100000000, 0 },
	{ "a signal to nobody is lost",
	  "condition c\ntask t\n signal c\n wait c\n done\n", 0, 0, 0 },
	{ "a signal calls one",
	  "condition c\ntask w count=3\n wait c\n done\n exit\n"
	  "task s\n run 1ms\n signal c\n exit\n", 1, 1000000, 1 },
	{ "a broadcast calls all",
	  "condition c\ntask w count=3\n wait c\n done\n exit\n"
	  "task s\n run 1ms\n broadcast c\n exit\n", 3, 1000000, 3 },
	/* The waiter frees the mutex, or nobody could lock and signal. */
	{ "who waits frees the mutex, and has it again afterwards",
	  "mutex m\ncondition c\n"
	  "task w\n lock m\n wait c m\n run 1ms\n unlock m\n done\n exit\n"
	  "task s\n run 1ms\n lock m\n signal c\n run 2ms\n unlock m\n exit\n",
	  1, 4000000, 2 },
	/* Who is woken by the unlocking takes the CPU, and calls. */
	{ "who is called before it blocks does not block",
	  "mutex m\ncondition c\n"
	  "task w cpus=0\n lock m\n run 20ms\n wait c m\n done\n unlock m\n exit\n"
	  "task s cpus=0\n sleep 1ms\n lock m\n signal c\n unlock m\n exit\n",
	  1, 20000000, 2 },
	{ "a barrier of three",
	  "barrier b 3\n"
	  "task s\n run 1ms\n arrive b\n done\n"
	  "task t\n run 2ms\n arrive b\n done\n"
	  "task u\n run 5ms\n arrive b\n done\n", 3 * 19, 8 * 20 * 1000000, 38 },
	{ "a barrier of one holds nobody",
	  "barrier b 1\ntask t\n arrive b\n run 1ms\n done\n", 99, 100000000,
	  0 },
};

static void test_own_forms(void **state)
{
	unsigned int i, cpu;

	(void)state;
	for (i = 0; i < sizeof(own_forms) / sizeof(own_forms[0]); i++) {
		unsigned long long busy_ns = 0;
		struct bench b;

		setup(&b, "core:4 pu:1", "own");
		without_costs(&b);
		b.sim.text = own_forms[i].text;
		run(&b);
		for (cpu = 0; cpu < 4; cpu++)
			busy_ns += b.result.cpus[cpu].busy_ns;
		if (b.result.work != own_forms[i].work ||
		    busy_ns != own_forms[i].busy_ns ||
		    b.result.wakeups != own_forms[i].wakeups)
			fail_msg("%s: work %llu, busy %llu ns, %llu wakeups",
				 own_forms[i].what,
				 (unsigned long long)b.result.work, busy_ns,
				 (unsigned long long)b.result.wakeups);
		teardown(&b);
	}
}

/* A text that says what a workload of the table does is that workload. */
static void test_own_is_netperf(void **state)
{
	static const char text[] =
		"# two of a pair\n"
		"group load\n"
		"channel request sync\n"
		"channel reply sync\n"
		"task server start=100us\n"
		"	recv request\n	run 1800ns ~20\n"
		"	send reply\n	run 700ns ~20\n"
		"task client start=100us\n"
		"	run 1800ns ~20\n	send request\n"
		"	run 700ns ~20\n	recv reply\n	done\n";
	unsigned long long digest;
	struct bench b;

	(void)state;
	setup(&b, "18c36t", "netperf-tcp");
	b.sim.load = 40;
	set(&b, "pre=1800");
	run(&b);
	digest = b.result.digest;
	teardown(&b);
	setup(&b, "18c36t", "own");
	b.sim.load = 40;
	b.sim.text = text;
	run(&b);
	assert_int_equal(b.result.digest, digest);
	teardown(&b);
}

/* ---- anything at all ---- */

static unsigned int draw(unsigned int *rng, unsigned int n)
{
	*rng = *rng * 1664525U + 1013904223U;
	return (*rng >> 8) % n;
}

/* Costs and loads that nobody fitted: the invariants hold all the same. */
static void test_random(void **state)
{
	static const char *const machines[] = {
		"core:1 pu:1", "core:1 pu:2", "core:3 pu:4", "4c8t",
		"pack:2 llc:2 core:2 pu:2 numbering=split", "18c36t",
		"llc:2 cluster:2 core:2 pu:1", "pack:3 core:5 pu:1",
	};
	unsigned int rng = 1, i, k;

	(void)state;
	for (i = 0; i < 200; i++) {
		const struct sisheur_sim_workload *w;
		struct bench b;
		unsigned int n;

		do
			w = sisheur_sim_workload(draw(&rng, 10));
		while (!w || strcmp(w->name, "own") == 0);
		setup(&b, machines[draw(&rng, 8)], w->name);
		b.sim.load = 1 + draw(&rng, 30);
		b.sim.seed = i;
		b.sim.run_ns = 5000000;
		b.sim.warmup_ns = draw(&rng, 2) * 5000000;
		n = draw(&rng, SISHEUR_NR_PROFILES);
		b.sim.profile = *sisheur_profile(n);
		b.sim.profile.features ^= draw(&rng, 2) * draw(&rng, 1 << 15);
		for (k = 0; k < 4; k++) {
			n = draw(&rng, SISHEUR_COST_UTIL);
			b.sim.costs[n] = sisheur_sim_cost(n)->low +
					 draw(&rng, 20000);
			if (b.sim.costs[n] > sisheur_sim_cost(n)->high)
				b.sim.costs[n] = sisheur_sim_cost(n)->high;
		}
		if (!sisheur_sim_run(&b.sim, &b.result, &b.error)) {
			/* More helpers than CPUs is what may be wrong here. */
			if (!strstr(b.error.text, "accepted is one each") &&
			    !strstr(b.error.text, "no CPU is left"))
				fail_msg("run %u, %s: %s", i, w->name,
					 b.error.text);
		}
		teardown(&b);
	}
}

/* ---- hostile ---- */

static const struct {
	const char *text;
	unsigned long line;
	const char *error;
} texts[] = {
	{ "", 0, "no task: the text has none, or 0 of each" },
	{ "# nothing\n", 0, "no task: the text has none, or 0 of each" },
	{ "task t\n", 2, "the task before does nothing" },
	{ "task t count=0\n run 1ms\n", 0, "no task: the text has none, or 0 of each" },
	{ "group 0\ntask t\n run 1ms\n", 0, "no task: the text has none, or 0 of each" },
	{ "task\n", 1, "task needs a name of 1 to 31 bytes" },
	{ "task t\n run\n", 2, "expected \"run TIME [~PERCENT]\"" },
	{ "task t\n run 1\n", 2, "\"1\" is no time; expected such as 700ns, 30us, 5ms or 1s, up to 1000000 s" },
	{ "task t\n run -1ms\n", 2, "\"-1ms\" is no time; expected such as 700ns, 30us, 5ms or 1s, up to 1000000 s" },
	{ "task t\n run 99999999999s\n", 2, "\"99999999999s\" is no time; expected such as 700ns, 30us, 5ms or 1s, up to 1000000 s" },
	{ "task t\n run 1ms 20\n", 2, "expected \"run TIME [~PERCENT]\"" },
	{ "task t\n run 1ms ~101\n", 2, "\"101\" is not accepted; expected a whole number up to 100" },
	{ "task t\n send c\n", 2, "no channel \"c\" in this group; declare it first" },
	{ "channel c\ngroup 2\ntask t\n send c\n", 4, "no channel \"c\" in this group; declare it first" },
	{ "channel c\nchannel c\n", 2, "channel \"c\" is there already" },
	{ "channel c room=0\n", 1, "a channel needs room=1 or more" },
	{ "channel c rom=1\n", 1, "unknown \"rom=1\"; there are room=N, low=N, all, sync" },
	{ "run 1ms\n", 1, "\"run\" outside of a task" },
	{ "task t\n run 1ms\nchannel c\n run 1ms\n", 4, "\"run\" outside of a task" },
	{ "repeat 2\n", 1, "\"repeat\" outside of a task" },
	{ "task t\n walk 1ms\n", 2, "unknown \"walk\"; there are group, channel, mutex, condition, barrier, task, timer, wait, repeat, end, run, spin, sleep, send, recv, sendall, lock, unlock, signal, broadcast, arrive, done, exit" },
	{ "task t\n repeat 2\n repeat\n repeat 2\n", 4, "repeat within repeat within repeat; accepted are two" },
	{ "task t\n repeat 2\n run 1ms\n", 2, "\"repeat\" without \"end\"" },
	{ "task t\n repeat 2\n repeat\n run 1ms\n end\n sleep 1ms\ntask u\n", 2,
	  "\"repeat\" without \"end\"" },
	{ "task t\n repeat 2\n repeat\n run 1ms\n", 3,
	  "\"repeat\" without \"end\"" },
	{ "task t\n repeat 2\n run 1ms\ntask u\n", 2, "\"repeat\" without \"end\"" },
	{ "task t\n repeat 2 3\n", 2, "expected \"repeat [N]\"" },
	{ "task t\n end\n", 2, "\"end\" without \"repeat\"" },
	{ "mutex\n", 1, "mutex needs a name of 1 to 31 bytes" },
	{ "mutex m 2\n", 1, "expected \"mutex NAME\"" },
	{ "barrier b\n", 1, "expected \"barrier NAME N\"" },
	{ "barrier b 0\n", 1, "a barrier needs 1 or more" },
	{ "barrier b 4194305\n", 1, "\"4194305\" is not accepted; expected a whole number up to 4194304" },
	{ "mutex m\ncondition m\n", 2, "mutex \"m\" is there already" },
	{ "mutex m\ntask t\n send m\n", 3, "\"m\" is a mutex, not a channel" },
	{ "channel c\ntask t\n lock c\n", 3, "\"c\" is a channel, not a mutex" },
	{ "mutex m\ntask t\n wait m\n", 3, "\"m\" is a mutex, not a condition" },
	{ "condition c\ntask t\n wait c m\n", 3, "no mutex \"m\" in this group; declare it first" },
	{ "condition c\ntask t\n wait\n", 3, "expected \"wait CONDITION [MUTEX]\"" },
	{ "task t\n arrive b\n", 2, "no barrier \"b\" in this group; declare it first" },
	{ "condition c\ntask t\n signal\n", 3, "expected \"signal condition\"" },
	{ "task t\n timer\n", 2, "expected \"timer TIME [NAME] [absolute]\"" },
	{ "task t\n timer 1ms a b\n", 2, "expected \"timer TIME [NAME] [absolute]\"" },
	{ "task t\n timer 1\n", 2, "\"1\" is no time; expected such as 700ns, 30us, 5ms or 1s, up to 1000000 s" },
	{ "task t\n timer 1ms\n timer 1ms 1\n timer 1ms 2\n timer 1ms 3\n timer 1ms 4\n timer 1ms 5\n timer 1ms 6\n timer 1ms 7\n timer 1ms 8\n", 10, "more than 8 timers of a task" },
	{ "task t\n timer 0ns\n", 0, "a task repeats operations that take no time" },
	{ "task t\n run 0ns\n", 0, NULL },
	{ "task t\n run 1us\n repeat\n spin 0s\n run 0s\n end\n", 0, NULL },
	{ "mutex m\ntask t\n lock m\n unlock m\n", 0, "a task repeats operations that take no time" },
	{ "task t\n repeat 0\n", 2, "repeat 0" },
	{ "task t cpus=8\n run 1ms\n", 1, NULL },
	{ "task t cpus=\n run 1ms\n", 1, "cpus=: none is online" },
	{ "task t a b c d e f g\n", 1, "too many words; at most 8" },
	{ "task t\n done\n", 0, "a task repeats operations that take no time" },
	{ "task t\n repeat 1000000\n done\n end\n", 0, "a task repeats operations that take no time" },
	{ "task t count=4194304\n run 1ms\ntask u\n run 1ms\n", 0, "4194305 tasks and 0 channels; accepted are 4194304 of each" },
	{ "group 4194304\nchannel a\nchannel b\ntask t\n recv a\n", 0, "4194304 tasks and 8388608 channels; accepted are 4194304 of each" },
};

static void test_bad_texts(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct bench b;

		setup(&b, "4c8t", "own");
		b.sim.text = texts[i].text;
		if (sisheur_sim_run(&b.sim, &b.result, &b.error))
			fail_msg("accepted: %s", texts[i].text);
		assert_true(b.error.text[0]);
		if (texts[i].error)
			assert_string_equal(b.error.text, texts[i].error);
		assert_int_equal(b.error.line, texts[i].line);
		assert_null(b.result.cpus);
		assert_false(sisheur_sim_run(&b.sim, &b.result, NULL));
		teardown(&b);
	}
}

static int place_offline(void *ctx, const struct sisheur_profile *profile,
			 const struct sisheur_wakeup *wakeup,
			 struct sisheur_choice *choice)
{
	(void)profile;
	memset(choice, 0, sizeof(*choice));
	choice->recent = wakeup->recent;
	return *(int *)ctx;
}

static void assert_refused(struct bench *b, const char *text)
{
	assert_false(sisheur_sim_run(&b->sim, &b->result, &b->error));
	if (!strstr(b->error.text, text))
		fail_msg("\"%s\" is not in \"%s\"", text, b->error.text);
	assert_null(b->result.cpus);
	assert_int_equal(b->result.work, 0);
}

static void test_refused(void **state)
{
	unsigned long online = 0;
	struct bench b;
	int cpu;

	(void)state;
	setup(&b, "4c8t", "netperf-tcp");
	b.sim.load = 0;
	assert_refused(&b, "no task: the load is 0");
	b.sim.load = ~0U;
	assert_refused(&b, "accepted are 4194304 of each");
	b.sim.load = 4;
	b.sim.run_ns = 0;
	assert_refused(&b, "the simulated time, warm-up included, must be");
	b.sim.run_ns = ~0ULL;
	assert_refused(&b, "the simulated time, warm-up included, must be");
	b.sim.run_ns = SISHEUR_SIM_MAX_NS;
	assert_refused(&b, "the simulated time, warm-up included, must be");
	b.sim.run_ns = 20000000;
	b.sim.costs[SISHEUR_COST_SMT] = 99;
	assert_refused(&b, "smt is 99; accepted are 100 to 1000");
	b.sim.costs[SISHEUR_COST_SMT] = 155;
	b.sim.params[2] = 101;
	assert_refused(&b, "jitter is 101; accepted are 0 to 100");
	b.sim.params[2] = 20;
	b.sim.online = &online;
	assert_refused(&b, "no CPU is online");
	b.sim.online = NULL;
	for (cpu = -1; cpu < 9; cpu += 9) {
		b.sim.place = place_offline;
		b.sim.ctx = &cpu;
		assert_refused(&b, "which is not online or not allowed");
	}
	b.sim.place = NULL;
	b.sim.progress = stop_at_half;
	assert_refused(&b, "stopped");
	b.sim.progress = NULL;
	run(&b);
	b.sim.domains = NULL;
	assert_refused(&b, "no machine");
	b.sim.workload = NULL;
	assert_refused(&b, "no workload");
	teardown(&b);

	setup(&b, "4c8t", "own");
	assert_refused(&b, "the workload \"own\" needs a text");
	teardown(&b);
	setup(&b, "core:1 pu:1", "pinned");
	assert_refused(&b, "no CPU is left to pin a task to");
	teardown(&b);
}

/* An offline CPU runs nothing, whoever places. */
static void test_offline(void **state)
{
	unsigned long online = 0x3c;
	struct bench b;
	unsigned int cpu, i;

	(void)state;
	for (i = 0; i < SISHEUR_NR_PROFILES; i++) {
		setup(&b, "4c8t", "netperf-tcp");
		b.sim.profile = *sisheur_profile(i);
		b.sim.online = &online;
		b.sim.load = 7;
		run(&b);
		assert_true(b.result.work > 1000);
		for (cpu = 0; cpu < 8; cpu++) {
			unsigned long long busy = b.result.cpus[cpu].busy_ns;

			if (online >> cpu & 1)
				assert_true(busy > 1000000);
			else
				assert_int_equal(busy, 0);
		}
		teardown(&b);
	}
}

static void test_huge(void **state)
{
	struct bench b;

	(void)state;
	/* A million tasks, each of which is somewhere at every tick. */
	setup(&b, "4c8t", "own");
	b.sim.text = "task t count=1000000\n run 1ms\n done\n sleep 1ms\n";
	b.sim.warmup_ns = 0;
	b.sim.run_ns = 3000000;
	run(&b);
	assert_int_equal(b.result.nr_tasks, 1000000 + 8);
	assert_int_equal(b.result.util, 100000);
	teardown(&b);

	setup(&b, "pack:2 llc:8 core:256 pu:2", "netperf-tcp");
	assert_int_equal(b.machine.domains.nr_cpus, 8192);
	b.sim.load = 500;
	set(&b, "start=1000");
	b.sim.warmup_ns = 0;
	b.sim.run_ns = 2000000;
	run(&b);
	assert_true(b.result.work > 1000);
	teardown(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_one_task),
		cmocka_unit_test(test_saturated),
		cmocka_unit_test(test_sleeper),
		cmocka_unit_test(test_one_pair),
		cmocka_unit_test(test_smt),
		cmocka_unit_test(test_switching_out),
		cmocka_unit_test(test_window),
		cmocka_unit_test(test_full_pipe),
		cmocka_unit_test(test_finite),
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_schbench),
		cmocka_unit_test(test_all_domains),
		cmocka_unit_test(test_same_again),
		cmocka_unit_test(test_place_stores_nothing),
		cmocka_unit_test(test_same_choices),
		cmocka_unit_test(test_one_deviation),
		cmocka_unit_test(test_own_forms),
		cmocka_unit_test(test_own_is_netperf),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_bad_texts),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_offline),
		cmocka_unit_test(test_huge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
