// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which workloads there are, and what their builders have in common. */
#include <string.h>

#include "engine.h"
#include "work.h"

#define RUN_PARAM(name, value, what) { name, value, 0, 1000000000, what, NULL }

/* See enum sisheur_rr_param. */
#define RR_PARAMS(pre, post, start) \
	.nr_params = 4, \
	.params = { \
		RUN_PARAM("pre", pre, "work before a message is sent, ns"), \
		RUN_PARAM("post", post, "work behind it, ns"), \
		{ "jitter", 20, 0, 100, "of both, percent", NULL }, \
		RUN_PARAM("start", start, \
			  "time between two starts, ns; 0: all at once"), \
	}

/* See enum sisheur_hackbench_param. */
#define HACKBENCH_PARAMS(write, read, room, low, all, page) \
	.nr_params = 9, \
	.params = { \
		RUN_PARAM("write", write, "work to write a message, ns"), \
		RUN_PARAM("read", read, "work to read one, ns"), \
		{ "jitter", 20, 0, 100, "of both, percent", NULL }, \
		{ "room", room, 1, 1000000, "messages that a channel holds", \
		  NULL }, \
		{ "low", low, 0, 1000000, \
		  "writers are woken when it holds no more", NULL }, \
		{ "wake-all", all, 0, 1, "and all of them, not one", NULL }, \
		{ "tasks", 28, 2, 100000, "tasks of a group, half of them senders", \
		  NULL }, \
		{ "page", page, 0, 1000000, \
		  "messages of a page, in which a pipe counts; 0: none", \
		  NULL }, \
		{ "loops", 0, 0, 1000000000, \
		  "rounds of each sender behind the warm-up; 0: without end", \
		  NULL }, \
	}

static const struct sisheur_work sisheur_works[] = {
	{ { .name = "netperf-tcp", .summary = "netperf TCP_RR over loopback",
	    .load_name = "threads", .work_name = "transactions", .load = 112,
	    RR_PARAMS(1800, 700, 100000) }, sisheur_build_rr },
	{ { .name = "netperf-udp", .summary = "netperf UDP_RR over loopback",
	    .load_name = "threads", .work_name = "transactions", .load = 112,
	    RR_PARAMS(1600, 600, 100000) }, sisheur_build_rr },
	{ { .name = "tbench", .summary = "tbench over loopback",
	    .load_name = "threads", .work_name = "transactions", .load = 112,
	    RR_PARAMS(5000, 1500, 0) }, sisheur_build_rr },
	{ { .name = "context-switch",
	    .summary = "will-it-scale context_switch1: pairs over pipes",
	    .load_name = "pairs", .work_name = "round trips", .load = 112,
	    RR_PARAMS(900, 500, 20000) }, sisheur_build_rr },
	{ { .name = "schbench",
	    .summary = "schbench: message threads that wake workers",
	    .load_name = "message threads", .work_name = "requests",
	    .is_latency = true, .load = 4,
	    .nr_params = 4,
	    .params = {
		RUN_PARAM("spin", 30000000, "a worker computes so long, ns"),
		RUN_PARAM("sleep", 30000000, "a message thread sleeps so long, or up to a quarter more, ns"),
		{ "tasks", 28, 1, 100000, "workers of a message thread", NULL },
		RUN_PARAM("wake", 1000, "work to post a message, ns"),
	    } }, sisheur_build_schbench },
	{ { .name = "hackbench-process-pipe",
	    .summary = "hackbench, processes and pipes",
	    .load_name = "groups", .work_name = "messages", .load = 4,
	    HACKBENCH_PARAMS(800, 700, 640, 600, 0, 40) },
	  sisheur_build_hackbench },
	{ { .name = "hackbench-process-sockets",
	    .summary = "hackbench, processes and sockets",
	    .load_name = "groups", .work_name = "messages", .load = 4,
	    HACKBENCH_PARAMS(1500, 1500, 277, 69, 1, 0) },
	  sisheur_build_hackbench },
	{ { .name = "hackbench-threads-pipe",
	    .summary = "hackbench, threads and pipes",
	    .load_name = "groups", .work_name = "messages", .load = 4,
	    HACKBENCH_PARAMS(830, 725, 640, 600, 0, 40) },
	  sisheur_build_hackbench },
	{ { .name = "hackbench-threads-sockets",
	    .summary = "hackbench, threads and sockets",
	    .load_name = "groups", .work_name = "messages", .load = 4,
	    HACKBENCH_PARAMS(1550, 1550, 277, 69, 1, 0) },
	  sisheur_build_hackbench },
	{ { .name = "pinned",
	    .summary = "tasks pinned to most CPUs, and helpers that they wake",
	    .load_name = "helpers", .work_name = "rounds", .load = 4,
	    .nr_params = 3,
	    .params = {
		{ "free", 12, 0, 100, "CPUs that nobody is pinned to, percent; one at least", NULL },
		RUN_PARAM("round", 1000000, "work of a pinned task's round, ns"),
		RUN_PARAM("help", 100000, "work of its helper, ns"),
	    } }, sisheur_build_pinned },
	{ { .name = "own", .summary = "what a file describes: man sisheur, WORKLOADS",
	    .load_name = "groups", .work_name = "units", .load = 1 },
	  sisheur_build_own },
};

#define NR_WORKS	(sizeof(sisheur_works) / sizeof(sisheur_works[0]))

SISHEUR_DEF const struct sisheur_sim_workload *sisheur_sim_workload(unsigned int n)
{
	return n < NR_WORKS ? &sisheur_works[n].public : NULL;
}

const struct sisheur_work *sisheur_work_of(const struct sisheur_sim *sim)
{
	unsigned int n;

	for (n = 0; n < NR_WORKS; n++)
		if (&sisheur_works[n].public == sim->workload)
			return &sisheur_works[n];
	return &sisheur_works[0];
}

/* Room for so much, and for a daemon on every CPU. */
bool sisheur_work_room(struct sisheur_engine *e, uint64_t tasks,
		       uint64_t channels, uint64_t ops)
{
	if (!tasks)
		return sisheur_sim_fail(e->error, "no task: the load is 0");
	if (tasks > SISHEUR_SIM_MAX_TASKS || channels > SISHEUR_SIM_MAX_TASKS)
		return sisheur_sim_fail(e->error,
			"%llu tasks and %llu channels; accepted are %u of each",
			(unsigned long long)tasks,
			(unsigned long long)channels, SISHEUR_SIM_MAX_TASKS);
	e->max_tasks = (uint32_t)tasks + e->nr_online;
	e->tasks = sisheur_sim_alloc(e, e->max_tasks, sizeof(*e->tasks));
	e->channels = sisheur_sim_alloc(e, (size_t)channels + 1,
					sizeof(*e->channels));
	e->ops = sisheur_sim_alloc(e, (size_t)ops, sizeof(*e->ops));
	return !e->has_failed && sisheur_events_init(e);
}

const struct sisheur_op *sisheur_work_ops(struct sisheur_engine *e,
					  const struct sisheur_op *ops,
					  uint32_t nr)
{
	struct sisheur_op *to = &e->ops[e->nr_ops];

	memcpy(to, ops, nr * sizeof(*ops));
	e->nr_ops += nr;
	return to;
}

uint32_t sisheur_work_channel(struct sisheur_engine *e, uint32_t capacity)
{
	struct sisheur_channel *ch = &e->channels[e->nr_channels];

	ch->capacity = capacity;
	ch->low = capacity;
	ch->readers[0] = SISHEUR_NOBODY;
	ch->writers[0] = SISHEUR_NOBODY;
	return e->nr_channels++;
}

struct sisheur_thread *sisheur_work_task(struct sisheur_engine *e,
					 const struct sisheur_op *ops,
					 uint32_t base, uint64_t start_ns)
{
	struct sisheur_thread *t = &e->tasks[e->nr_tasks];

	t->ops = ops;
	t->base = base;
	t->next = SISHEUR_NOBODY;
	t->herd = SISHEUR_NOBODY;
	t->last = SISHEUR_NOBODY;
	t->from = SISHEUR_NOBODY;
	t->woken_ns = SISHEUR_NEVER;
	t->is_timed = true;
	sisheur_timer_add(e, start_ns, e->nr_tasks++);
	e->nr_left++;
	return t;
}

/* A daemon on each CPU, which runs now and then and may run nowhere else. */
bool sisheur_work_noise(struct sisheur_engine *e)
{
	uint64_t every = sisheur_cost(e, SISHEUR_COST_NOISE_EVERY) * 1000;
	struct sisheur_op *ops = sisheur_sim_alloc(e, 3, sizeof(*ops));
	unsigned long *pins = sisheur_sim_alloc(e, (size_t)e->nr_cpus *
						e->words, sizeof(*pins));
	unsigned int cpu;

	if (!ops || !pins)
		return false;
	if (!every)
		return true;
	ops[0] = (struct sisheur_op){ SISHEUR_OP_SLEEP, 0, 100, every };
	ops[1] = (struct sisheur_op){ SISHEUR_OP_RUN, 0, 50,
				      sisheur_cost(e, SISHEUR_COST_NOISE) };
	ops[2] = (struct sisheur_op){ SISHEUR_OP_JUMP, 0, 0, 0 };
	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		struct sisheur_thread *t;

		if (!e->cpus[cpu].is_online)
			continue;
		t = sisheur_work_task(e, ops, 0, sisheur_random(e) % every);
		t->allowed = &pins[(size_t)cpu * e->words];
		sisheur_include(&pins[(size_t)cpu * e->words], cpu);
		t->is_daemon = true;
		e->nr_left--;
		t->is_timed = false;
		t->cpu = cpu;
	}
	return true;
}
