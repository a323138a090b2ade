// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * describe.c - what a command line says of its simulations: machine, settings
 */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* ---- the machine ---- */

static const char *const source_names[] = {
	[SISHEUR_SOURCE_TEXT] = "--machine",
	[SISHEUR_SOURCE_SYSFS] = "--sysfs",
	[SISHEUR_SOURCE_HWLOC] = "--hwloc",
};

static void no_machine(const struct sisheur_sim_options *o,
		       const struct sisheur_error *error)
{
	char names[300] = "";
	const struct sisheur_sim_machine *m;
	size_t at = 0;
	unsigned int n;

	if (o->source != SISHEUR_SOURCE_TEXT) {
		sisheur_message("sisheur sim: %s: %s", source_names[o->source],
				error->text);
		return;
	}
	for (n = 0; (m = sisheur_sim_machine(n)) && at < sizeof(names); n++)
		at += (size_t)snprintf(names + at, sizeof(names) - at, "%s%s",
				       n ? ", " : "", m->name);
	sisheur_message("sisheur sim: --machine: %s; accepted are a text such "
			"as 'pack:2 core:56 pu:2' and the names %s",
			error->text, names);
}

bool sisheur_describe_machine(struct sisheur_topology *topology,
			      const struct sisheur_sim_options *o)
{
	struct sisheur_error error = { 0 };
	bool ok;

	if (o->source == SISHEUR_SOURCE_SYSFS)
		ok = sisheur_topology_from_sysfs(topology, o->machine, &error);
	else if (o->source == SISHEUR_SOURCE_HWLOC)
		ok = sisheur_topology_from_hwloc(topology, o->machine, &error);
	else
		ok = sisheur_sim_machine_build(topology, o->machine, &error);
	if (!ok)
		no_machine(o, &error);
	return ok;
}

/* ---- the settings ---- */

bool sisheur_has_param(const struct sisheur_sim *sim, const char *name)
{
	unsigned int i;

	for (i = 0; i < sim->workload->nr_params; i++)
		if (strcmp(sim->workload->params[i].name, name) == 0)
			return true;
	return false;
}

bool sisheur_describe_set(struct sisheur_sim *sim, const char *option,
			  const char *setting)
{
	struct sisheur_error error = { 0 };

	if (sisheur_sim_set(sim, setting, &error))
		return true;
	sisheur_message("sisheur sim: %s: %s", option, error.text);
	return false;
}

bool sisheur_is_set(const struct sisheur_sim_options *o, const char *name)
{
	size_t length = strlen(name), i;

	for (i = 0; i < o->nr_sets; i++)
		if (strncmp(o->sets[i], name, length) == 0 &&
		    o->sets[i][length] == '=')
			return true;
	return false;
}

/* How long rt-app's file lasts, with its warm-up, unless that was set. */
static bool set_duration(struct sisheur_sim *sim,
			 const struct sisheur_sim_options *o)
{
	if (!o->rtapp.duration_ns || o->seconds || sisheur_is_set(o, "run"))
		return true;
	if (o->rtapp.duration_ns > sim->warmup_ns) {
		sim->run_ns = o->rtapp.duration_ns - sim->warmup_ns;
		return true;
	}
	sisheur_message("sisheur sim: --warmup: %s lasts %llu s, warm-up "
			"included; --seconds says otherwise", o->workload,
			o->rtapp.duration_ns / 1000000000);
	return false;
}

/*
 * The longest run of a workload that ends by itself: an hour.  hackbench's own
 * defaults take seconds on any machine.
 */
#define LONGEST_NS	3600000000000ULL

/* Rounds until a task ends; then the time is no longer given, but found. */
static bool set_loops(struct sisheur_sim *sim,
		      const struct sisheur_sim_options *o)
{
	unsigned long long value;
	char setting[40];

	if (!o->loops)
		return true;
	if (!sisheur_has_param(sim, "loops")) {
		sisheur_message("sisheur sim: --loops: %s has no end; it is for "
				"hackbench", sim->workload->name);
		return false;
	}
	if (!sisheur_option_number("sisheur sim", "--loops", o->loops, 1,
				   1000000000, &value))
		return false;
	snprintf(setting, sizeof(setting), "loops=%llu", value);
	sim->run_ns = LONGEST_NS;
	return sisheur_describe_set(sim, "--loops", setting);
}

static bool set_load(struct sisheur_sim *sim,
		     const struct sisheur_sim_options *o)
{
	unsigned long long value;

	if (!o->load)
		return true;
	/* Whoever asks for 8 tasks of hackbench would get 8 groups of 28. */
	if (strcmp(o->load_name, "tasks") == 0 &&
	    sisheur_has_param(sim, "tasks")) {
		sisheur_message("sisheur sim: --tasks: %s counts %s; accepted "
				"are --load for how many, and --set tasks=N for "
				"how large they are", sim->workload->name,
				sim->workload->load_name);
		return false;
	}
	if (!sisheur_option_number("sisheur sim", "--load", o->load, 1,
				   SISHEUR_SIM_MAX_TASKS, &value))
		return false;
	sim->load = (unsigned int)value;
	return true;
}

bool sisheur_describe_sim(struct sisheur_sim *sim,
			  const struct sisheur_sim_options *o)
{
	struct sisheur_error error = { 0 };
	size_t i;

	if (!o->text && strcmp(o->workload, "own") == 0) {
		sisheur_message("sisheur sim: 'own' is what a file describes: "
				"--workload FILE");
		return false;
	}
	if (!sisheur_sim_init(sim, o->text ? "own" : o->workload, &error)) {
		sisheur_message("sisheur sim: %s; nor is there a file of that "
				"name", error.text);
		return false;
	}
	sim->text = o->text;
	sim->percent = o->percent;
	for (i = 0; i < o->nr_sets; i++)
		if (!sisheur_describe_set(sim, "--set", o->sets[i]))
			return false;
	if (!set_loops(sim, o))
		return false;
	if (!set_load(sim, o))
		return false;
	if (o->seed &&
	    !sisheur_option_number("sisheur sim", "--seed", o->seed, 0, ~0ULL,
				   &sim->seed))
		return false;
	if (o->seconds && !sisheur_option_seconds("--seconds", o->seconds,
						  &sim->run_ns))
		return false;
	if (!sim->run_ns) {
		sisheur_message("sisheur sim: --seconds: '%s' leaves nothing to "
				"count; accepted are 0.000000001 to 1000000",
				o->seconds);
		return false;
	}
	if (o->warmup && !sisheur_option_seconds("--warmup", o->warmup,
						 &sim->warmup_ns))
		return false;
	return set_duration(sim, o);
}

/* In the order in which it was set. */
char *sisheur_describe_settings(const struct sisheur_sim_options *o)
{
	size_t size = sizeof("formula=percent loops="), i;
	char *text;

	for (i = 0; i < o->nr_sets; i++)
		size += strlen(o->sets[i]) + 1;
	size += o->loops ? strlen(o->loops) : 0;
	text = sisheur_alloc(NULL, size);
	strcpy(text, o->percent ? "formula=percent" : "");
	for (i = 0; i < o->nr_sets; i++) {
		if (*text)
			strcat(text, " ");
		strcat(text, o->sets[i]);
	}
	if (o->loops) {
		strcat(text, *text ? " loops=" : "loops=");
		strcat(text, o->loops);
	}
	return text;
}
