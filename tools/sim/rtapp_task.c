// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rtapp_task.c - what does a task of rt-app do, in which order?
 */
#include <stdlib.h>
#include <string.h>

#include "../command.h"
#include "rtapp_write.h"

/* Of a task, and those from "loop" on of a phase. */
static const struct sisheur_key task_keys[] = {
	{ "instance", SISHEUR_FATE_READ, NULL },
	{ "delay", SISHEUR_FATE_READ, NULL },
	{ "phases", SISHEUR_FATE_READ, NULL },
	{ "loop", SISHEUR_FATE_READ, NULL },
	{ "cpus", SISHEUR_FATE_READ, NULL },
	{ "policy", SISHEUR_FATE_ONE, "SCHED_OTHER" },
	{ "priority", SISHEUR_FATE_ONE, "0" },
	{ "util_min", SISHEUR_FATE_REFUSED,
	  "utilization clamping is not simulated" },
	{ "util_max", SISHEUR_FATE_REFUSED,
	  "utilization clamping is not simulated" },
	{ "taskgroup", SISHEUR_FATE_REFUSED,
	  "task groups are not simulated" },
	{ "nodes_membind", SISHEUR_FATE_REFUSED,
	  "where memory is, is not simulated" },
	{ "membind_nodes", SISHEUR_FATE_REFUSED,
	  "where memory is, is not simulated" },
	{ "dl-runtime", SISHEUR_FATE_REFUSED,
	  "SCHED_DEADLINE is not simulated" },
	{ "dl-period", SISHEUR_FATE_REFUSED,
	  "SCHED_DEADLINE is not simulated" },
	{ "dl-deadline", SISHEUR_FATE_REFUSED,
	  "SCHED_DEADLINE is not simulated" },
	{ NULL, 0, NULL },
};

static const struct sisheur_key *const phase_keys = &task_keys[3];

/* How often something is done; there is no 0 in rt-app either. */
static bool loops(struct sisheur_writer *w, const struct sisheur_node *node,
		  long long *value)
{
	if (!sisheur_whole(w, node, SISHEUR_FOREVER,
			   (long long)SISHEUR_SIM_MAX_NS, value))
		return false;
	return *value || sisheur_wrong(w, node,
				       "\"loop\" is 0; accepted are -1, which "
				       "is for ever, and whole numbers from 1");
}

static bool put_repeat(struct sisheur_writer *w,
		       const struct sisheur_node *node, long long times)
{
	if (times == SISHEUR_FOREVER)
		sisheur_add(&w->body, node->line, "repeat");
	else if (times != 1)
		sisheur_add(&w->body, node->line, "repeat %lld", times);
	return times != 1;
}

/* One pass through a phase is a unit of work. */
static bool put_phase(struct sisheur_writer *w,
		      const struct sisheur_node *phase)
{
	const struct sisheur_node *loop = sisheur_find(phase, "loop");
	long long times = 1;
	bool repeats;

	if (loop && !loops(w, loop, &times))
		return false;
	repeats = put_repeat(w, phase, times);
	if (!sisheur_put_events(w, phase))
		return false;
	sisheur_add(&w->body, phase->line, "done");
	if (repeats)
		sisheur_add(&w->body, phase->line, "end");
	return true;
}

/* The CPUs of a task or phase, to be freed; NULL: @node is wrong. */
static char *cpu_list(struct sisheur_writer *w, const struct sisheur_node *node)
{
	unsigned long set[SISHEUR_WORDS(SISHEUR_MAX_CPUS)] = { 0 };
	const struct sisheur_node *at;
	long long cpu;

	if (!sisheur_must_be(w, node, SISHEUR_NODE_ARRAY))
		return NULL;
	if (!node->child) {
		sisheur_wrong(w, node,
			      "\"cpus\" is empty; accepted is a CPU or more");
		return NULL;
	}
	for (at = node->child; at; at = at->next) {
		if (!sisheur_whole(w, at, 0, SISHEUR_MAX_CPUS - 1, &cpu))
			return NULL;
		sisheur_set_cpu(set, (unsigned int)cpu);
	}
	return sisheur_cpulist_text(set, SISHEUR_MAX_CPUS);
}

/* A thread's affinity does not change here, so all phases must agree. */
static bool find_cpus(struct sisheur_writer *w, const struct sisheur_node *task,
		      const struct sisheur_node *phases, char **list)
{
	const struct sisheur_node *own = sisheur_find(task, "cpus");
	const struct sisheur_node *phase, *cpus;
	char *first = NULL, *other;
	bool ok = true;

	*list = NULL;
	if (!phases) {
		*list = own ? cpu_list(w, own) : NULL;
		return !own || *list;
	}
	for (phase = phases->child; ok && phase; phase = phase->next) {
		cpus = sisheur_find(phase, "cpus");
		cpus = cpus ? cpus : own;
		other = cpus ? cpu_list(w, cpus) : NULL;
		ok = !cpus || other;
		if (ok && phase != phases->child &&
		    strcmp(first ? first : "", other ? other : ""))
			ok = sisheur_wrong(w, cpus ? cpus : phase,
					   "\"%.40s\" runs on other CPUs than "
					   "the phase before it; accepted is "
					   "one affinity for each task",
					   phase->key);
		free(first);
		first = other;
	}
	if (ok)
		*list = first;
	else
		free(first);
	return ok;
}

static bool check_phases(struct sisheur_writer *w,
			 const struct sisheur_node *task,
			 const struct sisheur_node *phases)
{
	const struct sisheur_node *node;

	if (!sisheur_must_be(w, phases, SISHEUR_NODE_OBJECT))
		return false;
	for (node = task->child; node; node = node->next)
		if (sisheur_is_event(node))
			return sisheur_wrong(w, node,
					     "\"%.40s\" beside \"phases\"; "
					     "events belong into a phase",
					     node->key);
	if (!phases->child)
		return sisheur_wrong(w, phases, "\"phases\" has no phase");
	for (node = phases->child; node; node = node->next)
		if (!sisheur_must_be(w, node, SISHEUR_NODE_OBJECT) ||
		    !sisheur_check_keys(w, node, phase_keys, sisheur_is_event))
			return false;
	return true;
}

/*
 * All timers of a task count from when its delay is over, and so that has to be
 * the end of each of them.
 */
static bool put_delay(struct sisheur_writer *w, const struct sisheur_node *task)
{
	const struct sisheur_node *delay = sisheur_find(task, "delay");
	const struct sisheur_resource *r;
	long long us = 0;
	bool any = false;
	size_t i;

	if (delay &&
	    !sisheur_whole(w, delay, 0, (long long)SISHEUR_MAX_US, &us))
		return false;
	/* No other task has used them. */
	for (i = w->first; us && i < w->nr; i++) {
		r = w->resources[i];
		if (r->kind != SISHEUR_RESOURCE_TIMER)
			continue;
		sisheur_add(&w->tasks, delay->line, "timer %lldus t%u absolute",
			    us, r->nr);
		any = true;
	}
	if (us && !any)
		sisheur_add(&w->tasks, delay->line, "timer %lldus", us);
	return true;
}

static void put_head(struct sisheur_writer *w, const struct sisheur_node *task,
		     const char *cpus)
{
	const struct sisheur_node *at = sisheur_find(task, "cpus");

	/* Which CPUs there are, the machine will say. */
	sisheur_add(&w->tasks, at ? at->line : task->line,
		    "task task count=%lld%s%s", w->instances,
		    cpus ? " cpus=" : "", cpus ? cpus : "");
}

/* Without phases the task is one, and its loop is that of the phase. */
static bool put_rounds(struct sisheur_writer *w,
		       const struct sisheur_node *task,
		       const struct sisheur_node *phases)
{
	const struct sisheur_node *loop = sisheur_find(task, "loop"), *phase;
	long long times = SISHEUR_FOREVER;
	bool repeats;

	if (!phases)
		times = loop ? 1 : SISHEUR_FOREVER;
	else if (loop && !loops(w, loop, &times))
		return false;
	repeats = put_repeat(w, task, times);
	if (!phases && !put_phase(w, task))
		return false;
	for (phase = phases ? phases->child : NULL; phase; phase = phase->next)
		if (!put_phase(w, phase))
			return false;
	if (repeats)
		sisheur_add(&w->body, task->line, "end");
	sisheur_add(&w->body, task->line, "exit");
	return true;
}

bool sisheur_put_task(struct sisheur_writer *w, const struct sisheur_node *task)
{
	const struct sisheur_node *instance, *phases;
	char *cpus;
	bool ok;

	w->task = task;
	w->first = w->nr;
	w->instances = 1;
	if (!sisheur_must_be(w, task, SISHEUR_NODE_OBJECT) ||
	    !sisheur_check_keys(w, task, task_keys, sisheur_is_event))
		return false;
	instance = sisheur_find(task, "instance");
	phases = sisheur_find(task, "phases");
	if (instance && !sisheur_whole(w, instance, 0, SISHEUR_SIM_MAX_TASKS,
				       &w->instances))
		return false;
	if ((phases && !check_phases(w, task, phases)) ||
	    !find_cpus(w, task, phases, &cpus))
		return false;
	ok = put_rounds(w, task, phases);
	if (ok) {
		put_head(w, task, cpus);
		ok = put_delay(w, task);
		sisheur_append(&w->tasks, &w->body);
	}
	free(cpus);
	return ok;
}
