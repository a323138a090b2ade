// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Describe, start, finish. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/case.h>

#include "engine.h"

#define SISHEUR_MS	1000000ULL

/* Calls of @progress in a simulation. */
#define SISHEUR_STEPS	128U

/*
 * The cores of the LLC domain for which the cost of a transfer is stated.  It
 * grows with their number: ways get longer, and more CPUs write the lines that
 * all of them share, such as tg->load_avg.
 */
#define SISHEUR_C2C_CORES	56U

struct sisheur_block {
	struct sisheur_block *next;
	uint64_t align;
};

bool sisheur_sim_fail(struct sisheur_error *error, const char *format, ...)
{
	va_list args;

	if (!error)
		return false;
	error->line = 0;
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return false;
}

/* Zeroed memory that goes when the engine goes. */
void *sisheur_sim_alloc(struct sisheur_engine *e, size_t nr, size_t size)
{
	const size_t most = ((size_t)-1 - sizeof(struct sisheur_block)) / size;
	struct sisheur_block *block = NULL;

	if (nr <= most)
		block = calloc(1, sizeof(*block) + nr * size);
	if (!block) {
		e->has_failed = true;
		sisheur_sim_fail(e->error, "out of memory");
		return NULL;
	}
	block->next = e->blocks;
	e->blocks = block;
	return block + 1;
}

static void sisheur_engine_free(struct sisheur_engine *e)
{
	unsigned int cpu;

	for (cpu = 0; e->cpus && cpu < e->nr_cpus; cpu++)
		free(e->cpus[cpu].queue);
	while (e->blocks) {
		struct sisheur_block *next = e->blocks->next;

		free(e->blocks);
		e->blocks = next;
	}
}

/* ---- a description ---- */

SISHEUR_DEF bool sisheur_sim_init(struct sisheur_sim *sim, const char *workload,
				  struct sisheur_error *error)
{
	const struct sisheur_sim_workload *w;
	char known[400] = "";
	unsigned int n, i;
	size_t at = 0;

	memset(sim, 0, sizeof(*sim));
	for (n = 0; (w = sisheur_sim_workload(n)); n++) {
		if (workload && strcmp(w->name, workload) == 0)
			break;
		if (at < sizeof(known))
			at += (size_t)snprintf(known + at, sizeof(known) - at,
					       "%s%s", n ? ", " : "", w->name);
	}
	if (!w)
		return sisheur_sim_fail(error,
			"unknown workload \"%.40s\"; there are %s",
			workload ? workload : "", known);
	sim->workload = w;
	sim->profile = *sisheur_profile(SISHEUR_LINUX_6_12);
	sim->load = w->load;
	sim->warmup_ns = 100 * SISHEUR_MS;
	sim->run_ns = 300 * SISHEUR_MS;
	sim->seed = 1;
	for (i = 0; i < w->nr_params; i++)
		sim->params[i] = w->params[i].value;
	for (i = 0; i < SISHEUR_SIM_NR_COSTS; i++)
		sim->costs[i] = sisheur_sim_cost(i)->value;
	return true;
}

static bool sisheur_number(const char *text, unsigned long long low,
			   unsigned long long high, const char *name,
			   unsigned long long *value,
			   struct sisheur_error *error)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	if (errno || *end || end == text || *text < '0' || *text > '9' ||
	    *value < low || *value > high)
		return sisheur_sim_fail(error,
			"%s: \"%.40s\" is not accepted; expected a whole number from %llu to %llu",
			name, text, low, high);
	return true;
}

/* The settings that are neither a cost nor a parameter. */
static bool sisheur_set_other(struct sisheur_sim *sim, const char *name,
			      const char *text, struct sisheur_error *error)
{
	unsigned long long value;

	if (strcmp(name, "load") == 0) {
		if (!sisheur_number(text, 0, SISHEUR_SIM_MAX_TASKS, name,
				    &value, error))
			return false;
		sim->load = (unsigned int)value;
	} else if (strcmp(name, "seed") == 0) {
		if (!sisheur_number(text, 0, ~0ULL, name, &value, error))
			return false;
		sim->seed = value;
	} else if (strcmp(name, "warmup") == 0) {
		if (!sisheur_number(text, 0, SISHEUR_SIM_MAX_NS / SISHEUR_MS,
				    name, &value, error))
			return false;
		sim->warmup_ns = value * SISHEUR_MS;
	} else if (strcmp(name, "run") == 0) {
		if (!sisheur_number(text, 1, SISHEUR_SIM_MAX_NS / SISHEUR_MS,
				    name, &value, error))
			return false;
		sim->run_ns = value * SISHEUR_MS;
	} else {
		return false;
	}
	return true;
}

static bool sisheur_unknown_setting(const struct sisheur_sim *sim,
				    const char *name,
				    struct sisheur_error *error)
{
	char known[440] = "load, seed, warmup, run";
	size_t at = strlen(known);
	unsigned int i;

	for (i = 0; i < sim->workload->nr_params && at < sizeof(known); i++)
		at += (size_t)snprintf(known + at, sizeof(known) - at, ", %s",
				       sim->workload->params[i].name);
	for (i = 0; i < SISHEUR_SIM_NR_COSTS && at < sizeof(known); i++)
		at += (size_t)snprintf(known + at, sizeof(known) - at, ", %s",
				       sisheur_sim_cost(i)->name);
	return sisheur_sim_fail(error, "unknown \"%.20s\"; there are %s", name,
				known);
}

SISHEUR_DEF bool sisheur_sim_set(struct sisheur_sim *sim, const char *setting,
				 struct sisheur_error *error)
{
	const struct sisheur_sim_workload *w = sim->workload;
	const char *is = strchr(setting, '=');
	unsigned long long value;
	struct sisheur_error own = { 0 };
	char name[32];
	unsigned int i;

	if (!is || is == setting || (size_t)(is - setting) >= sizeof(name))
		return sisheur_sim_fail(error,
			"\"%.40s\" is not accepted; expected NAME=VALUE",
			setting);
	memcpy(name, setting, (size_t)(is - setting));
	name[is - setting] = '\0';
	for (i = 0; i < w->nr_params; i++) {
		if (strcmp(w->params[i].name, name))
			continue;
		if (!sisheur_number(is + 1, w->params[i].low,
				    w->params[i].high, name, &value, error))
			return false;
		sim->params[i] = (unsigned int)value;
		return true;
	}
	for (i = 0; i < SISHEUR_SIM_NR_COSTS; i++) {
		const struct sisheur_sim_value *cost = sisheur_sim_cost(i);

		if (strcmp(cost->name, name))
			continue;
		if (!sisheur_number(is + 1, cost->low, cost->high, name,
				    &value, error))
			return false;
		sim->costs[i] = (unsigned int)value;
		return true;
	}
	if (sisheur_set_other(sim, name, is + 1, &own))
		return true;
	if (own.text[0])
		return sisheur_sim_fail(error, "%s", own.text);
	return sisheur_unknown_setting(sim, name, error);
}

static bool sisheur_check_values(const struct sisheur_sim *sim,
				 struct sisheur_error *error)
{
	const struct sisheur_sim_workload *w = sim->workload;
	unsigned int i;

	for (i = 0; i < SISHEUR_SIM_NR_COSTS; i++) {
		const struct sisheur_sim_value *v = sisheur_sim_cost(i);

		if (sim->costs[i] < v->low || sim->costs[i] > v->high)
			return sisheur_sim_fail(error,
				"%s is %u; accepted are %u to %u", v->name,
				sim->costs[i], v->low, v->high);
	}
	for (i = 0; i < w->nr_params; i++) {
		const struct sisheur_sim_value *v = &w->params[i];

		if (sim->params[i] < v->low || sim->params[i] > v->high)
			return sisheur_sim_fail(error,
				"%s is %u; accepted are %u to %u", v->name,
				sim->params[i], v->low, v->high);
	}
	return true;
}

static bool sisheur_check(const struct sisheur_sim *sim,
			  struct sisheur_error *error)
{
	if (!sim->workload)
		return sisheur_sim_fail(error,
			"no workload; begin with sisheur_sim_init()");
	if (!sim->domains || !sim->domains->nr_cpus ||
	    sim->domains->nr_cpus > SISHEUR_MAX_CPUS)
		return sisheur_sim_fail(error,
			"no machine: it needs 1 to %u CPUs", SISHEUR_MAX_CPUS);
	if (!sim->run_ns || sim->run_ns > SISHEUR_SIM_MAX_NS ||
	    sim->warmup_ns > SISHEUR_SIM_MAX_NS ||
	    sim->run_ns + sim->warmup_ns > SISHEUR_SIM_MAX_NS)
		return sisheur_sim_fail(error,
			"the simulated time, warm-up included, must be 1 to %llu ns",
			SISHEUR_SIM_MAX_NS);
	return sisheur_check_values(sim, error);
}

/* ---- a machine ---- */

static void sisheur_init_llcs(struct sisheur_engine *e)
{
	const struct sisheur_domains *d = e->sim->domains;
	unsigned int cpu, llc;

	for (cpu = 0; cpu < e->nr_cpus; cpu++)
		if (d->llc[cpu] != SISHEUR_NONE && d->core[cpu] == cpu)
			e->llcs[d->llc[cpu]].nr_cores++;
	for (llc = 0; llc < d->nr_llcs; llc++) {
		struct sisheur_llc_state *s = &e->llcs[llc];

		s->c2c_ns = (uint32_t)(sisheur_cost(e, SISHEUR_COST_C2C) *
				       s->nr_cores / SISHEUR_C2C_CORES);
		s->map_ns = (uint32_t)(sisheur_cost(e, SISHEUR_COST_LINE) *
				       s->nr_cores / SISHEUR_C2C_CORES);
		s->nr_idle_scan = d->llcs[llc].weight;
		s->has_idle_cores = d->smt;
	}
}

static void sisheur_init_cpu(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	c->state = SISHEUR_CPU_IDLE;
	c->curr = SISHEUR_NOBODY;
	c->wakee = SISHEUR_NOBODY;
	c->leaving = SISHEUR_NOBODY;
	c->next = SISHEUR_NOBODY;
	c->last = SISHEUR_NOBODY;
	c->pct = 100;
	c->avg_idle = SISHEUR_AVG_IDLE_NS;
	c->wake_avg_idle = SISHEUR_AVG_IDLE_NS / 2;
	c->is_online = !e->sim->online ||
		       sisheur_is_in(e->sim->online, cpu);
	if (!c->is_online)
		return;
	e->nr_online++;
	sisheur_include(e->online, cpu);
	sisheur_include(e->idle, cpu);
}

static bool sisheur_init_machine(struct sisheur_engine *e)
{
	const struct sisheur_domains *d = e->sim->domains;
	unsigned int cpu;

	e->nr_cpus = d->nr_cpus;
	e->words = SISHEUR_WORDS(d->nr_cpus);
	e->llcs = sisheur_sim_alloc(e, d->nr_llcs + 1, sizeof(*e->llcs));
	e->package = sisheur_sim_alloc(e, e->nr_cpus, sizeof(*e->package));
	e->online = sisheur_sim_alloc(e, 4 * (size_t)e->words,
				      sizeof(*e->online));
	e->hist = sisheur_sim_alloc(e, SISHEUR_HIST_SIZE, sizeof(*e->hist));
	e->cpus = sisheur_sim_alloc(e, e->nr_cpus, sizeof(*e->cpus));
	if (e->has_failed)
		return false;
	e->idle = e->online + e->words;
	e->claimed = e->idle + e->words;
	e->overloaded = e->claimed + e->words;
	e->view.idle = e->idle;
	e->view.claimed = e->claimed;
	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		e->package[cpu] = e->sim->package && e->sim->package[cpu] >= 0 ?
				  (unsigned int)e->sim->package[cpu] : 0;
		sisheur_init_cpu(e, cpu);
	}
	if (!e->nr_online)
		return sisheur_sim_fail(e->error, "no CPU is online");
	if (e->nr_online < e->nr_cpus)
		e->all_allowed = e->online;
	sisheur_init_llcs(e);
	sisheur_balance_init(e);
	return true;
}

/* ---- a run ---- */

/* Simulates until @to, and asks now and then whether to go on. */
static bool sisheur_run_until(struct sisheur_engine *e, uint64_t to)
{
	const struct sisheur_sim *sim = e->sim;
	uint64_t end = sim->warmup_ns + sim->run_ns;
	uint64_t step = end / SISHEUR_STEPS + 1;

	while (e->now_ns < to && !e->finished_ns) {
		e->end_ns = to - e->now_ns > step && sim->progress ?
			    e->now_ns + step : to;
		sisheur_events_run(e);
		if (e->has_failed)
			return false;
		if (sim->progress && !sim->progress(sim->ctx, e->now_ns, end))
			return sisheur_sim_fail(e->error, "stopped");
	}
	return true;
}

static bool sisheur_simulate(struct sisheur_engine *e)
{
	const struct sisheur_sim *sim = e->sim;

	e->rng = sim->seed;
	e->digest = 0xcbf29ce484222325ULL;
	e->tick_ns = sim->costs[SISHEUR_COST_TICK];
	if (!sisheur_init_machine(e))
		return false;
	if (!sisheur_work_of(sim)->build(e) || !sisheur_work_noise(e))
		return false;
	if (sim->warmup_ns) {
		if (!sisheur_run_until(e, sim->warmup_ns / 2))
			return false;
		sisheur_pelt_settle(e);
		if (!sisheur_run_until(e, sim->warmup_ns))
			return false;
		sisheur_balance_begin(e);
	}
	e->begun_ns = e->now_ns;
	sisheur_result_begin(e);
	if (!sisheur_run_until(e, sim->warmup_ns + sim->run_ns))
		return false;
	return sisheur_result_fill(e);
}

SISHEUR_DEF bool sisheur_sim_run(const struct sisheur_sim *sim,
				 struct sisheur_sim_result *result,
				 struct sisheur_error *error)
{
	struct sisheur_engine engine;
	bool ok;

	sisheur_sim_result_free(result);
	if (!sisheur_check(sim, error))
		return false;
	memset(&engine, 0, sizeof(engine));
	engine.sim = sim;
	engine.error = error;
	engine.result = result;
	ok = sisheur_simulate(&engine);
	sisheur_engine_free(&engine);
	if (!ok)
		sisheur_sim_result_free(result);
	return ok;
}
