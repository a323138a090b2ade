// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * plan.c - which runs a command line asks for
 *
 * In the order in which they are printed: each value of the sweep, under each
 * profile, with each seed.
 */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/**
 * struct sisheur_sweep - what is swept
 * @key:    as --set knows it
 * @values: owned
 * @nr:     how many; 1 without a sweep
 */
struct sisheur_sweep {
	char key[32];
	unsigned long long *values;
	size_t nr;
};

/* What a load may be called, whatever the workload counts. */
static const char *const load_names[] = { "tasks", "groups", "threads",
					  "pairs" };

static bool is_load(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(load_names) / sizeof(load_names[0]); i++)
		if (strcmp(name, load_names[i]) == 0)
			return true;
	return false;
}

static bool has_param(const struct sisheur_sim *sim, const char *name)
{
	unsigned int i;

	for (i = 0; i < sim->workload->nr_params; i++)
		if (strcmp(sim->workload->params[i].name, name) == 0)
			return true;
	return false;
}

/* ---- the machine ---- */

static const char *const source_names[] = {
	[SISHEUR_SOURCE_NAME] = "--machine",
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

	if (o->source != SISHEUR_SOURCE_NAME) {
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

static bool make_machine(struct sisheur_topology *topology,
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

static bool set(struct sisheur_sim *sim, const char *option,
		const char *setting)
{
	struct sisheur_error error = { 0 };

	if (sisheur_sim_set(sim, setting, &error))
		return true;
	sisheur_message("sisheur sim: %s: %s", option, error.text);
	return false;
}

/* How long rt-app's file lasts, with its warm-up, unless that was set. */
static bool set_duration(struct sisheur_sim *sim,
			 const struct sisheur_sim_options *o)
{
	size_t i;

	if (!o->rtapp.duration_ns || o->seconds)
		return true;
	for (i = 0; i < o->nr_sets; i++)
		if (strncmp(o->sets[i], "run=", 4) == 0)
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
	if (!has_param(sim, "loops")) {
		sisheur_message("sisheur sim: --loops: %s has no end; it is for "
				"hackbench", sim->workload->name);
		return false;
	}
	if (!sisheur_option_number("--loops", o->loops, 1, 1000000000, &value))
		return false;
	snprintf(setting, sizeof(setting), "loops=%llu", value);
	sim->run_ns = LONGEST_NS;
	return set(sim, "--loops", setting);
}

static bool make_sim(struct sisheur_sim *sim,
		     const struct sisheur_sim_options *o)
{
	struct sisheur_error error = { 0 };
	unsigned long long value;
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
		if (!set(sim, "--set", o->sets[i]))
			return false;
	if (!set_loops(sim, o))
		return false;
	if (o->load) {
		if (!sisheur_option_number("--load", o->load, 1,
				    SISHEUR_SIM_MAX_TASKS, &value))
			return false;
		sim->load = (unsigned int)value;
	}
	if (o->seed && !sisheur_option_number("--seed", o->seed, 0, ~0ULL,
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

/* What was set, in the order in which it was; the last of equals counts. */
static char *settings_text(const struct sisheur_sim_options *o)
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

/* ---- the sweep ---- */

static bool sweep_value(struct sisheur_sweep *sweep, struct sisheur_sim *sim,
			const char *text, size_t length)
{
	unsigned long long value;
	char setting[80];
	size_t i;

	if (length >= sizeof(setting) - sizeof(sweep->key)) {
		sisheur_message("sisheur sim: --sweep: '%.40s...' is no number",
				text);
		return false;
	}
	snprintf(setting, sizeof(setting), "%s=%.*s", sweep->key, (int)length,
		 text);
	/* Tried now: the 100th value would fail after hours. */
	if (!set(sim, "--sweep", setting))
		return false;
	value = strtoull(text, NULL, 10);
	for (i = 0; i < sweep->nr; i++) {
		if (sweep->values[i] == value) {
			sisheur_message("sisheur sim: --sweep: %llu is there "
					"twice", value);
			return false;
		}
	}
	if (sweep->nr == SISHEUR_MAX_RUNS) {
		sisheur_message("sisheur sim: --sweep: more than %u values",
				SISHEUR_MAX_RUNS);
		return false;
	}
	sweep->values = sisheur_alloc(sweep->values, (sweep->nr + 1) *
				      sizeof(*sweep->values));
	sweep->values[sweep->nr++] = value;
	return true;
}

static bool make_sweep(struct sisheur_sweep *sweep, struct sisheur_sim sim,
		       const char *text)
{
	size_t length;
	char name[32];

	memset(sweep, 0, sizeof(*sweep));
	if (!text) {
		sweep->values = sisheur_alloc(NULL, sizeof(*sweep->values));
		sweep->values[0] = sim.load;
		sweep->nr = 1;
		return true;
	}
	length = strcspn(text, "=");
	if (!text[length] || !length || length >= sizeof(name)) {
		sisheur_message("sisheur sim: --sweep: '%.80s' is not accepted; "
				"accepted is KEY=VALUE,VALUE,... with a KEY of "
				"--set", text);
		return false;
	}
	memcpy(name, text, length);
	name[length] = '\0';
	strcpy(sweep->key, is_load(name) && !has_param(&sim, name) ? "load" :
			   name);
	for (text += length + 1; ; text += length + 1) {
		length = strcspn(text, ",");
		if (!sweep_value(sweep, &sim, text, length))
			return false;
		if (!text[length])
			return true;
	}
}

/* ---- one number for all that a result depends on ---- */

/* FNV-1a, 64 bits: constants from its authors' page. */
#define FNV_BASIS	14695981039346656037ULL
#define FNV_PRIME	1099511628211ULL

static void mix(unsigned long long *digest, unsigned long long value)
{
	unsigned int i;

	for (i = 0; i < 8; i++, value >>= 8)
		*digest = (*digest ^ (value & 0xff)) * FNV_PRIME;
}

static void mix_text(unsigned long long *digest, const char *text)
{
	for (; *text; text++)
		mix(digest, (unsigned char)*text);
	mix(digest, 0);
}

void sisheur_experiment_machine(unsigned long long *digest,
				const struct sisheur_topology *t)
{
	const struct sisheur_domains *d = &t->domains;
	unsigned int cpu;

	mix(digest, d->nr_cpus);
	mix(digest, d->smt);
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		mix(digest, (unsigned long long)d->core[cpu]);
		mix(digest, (unsigned long long)d->llc[cpu]);
		mix(digest, d->clusters ?
		    (unsigned long long)d->cluster[cpu] : 0);
		mix(digest, (unsigned long long)t->package[cpu]);
		mix(digest, sisheur_cpuset_test(t->online, d->nr_cpus, cpu));
	}
}

static void mix_run(unsigned long long *digest, const struct sisheur_run *run)
{
	const struct sisheur_sim *sim = &run->sim;
	unsigned int i;

	for (i = 0; i < SISHEUR_NR_LABELS; i++)
		mix_text(digest, sisheur_label_of(&run->row, i));
	if (sim->text)
		mix_text(digest, sim->text);
	for (i = 0; i < sim->workload->nr_params; i++)
		mix(digest, sim->params[i]);
	for (i = 0; i < SISHEUR_SIM_NR_COSTS; i++)
		mix(digest, sim->costs[i]);
	mix(digest, sim->load);
	mix(digest, sim->warmup_ns);
	mix(digest, sim->run_ns);
	mix(digest, sim->seed);
	mix(digest, sim->percent);
}

void sisheur_experiment_begin(unsigned long long *digest)
{
	*digest = FNV_BASIS;
	/* Another version may count otherwise. */
	mix_text(digest, SISHEUR_VERSION);
}

void sisheur_number_runs(struct sisheur_run *runs, size_t nr,
			 unsigned long long digest)
{
	size_t i;

	for (i = 0; i < nr; i++)
		mix_run(&digest, &runs[i]);
	for (i = 0; i < nr; i++) {
		unsigned long long *v = runs[i].row.values;
		const struct sisheur_sim *sim = &runs[i].sim;

		v[SISHEUR_VALUE_EXPERIMENT] = digest;
		v[SISHEUR_VALUE_RUN] = i;
		v[SISHEUR_VALUE_RUNS] = nr;
		v[SISHEUR_VALUE_NR_CPUS] = sim->domains->nr_cpus;
		v[SISHEUR_VALUE_LOAD] = sim->load;
		v[SISHEUR_VALUE_SEED] = sim->seed;
		v[SISHEUR_VALUE_WARMUP_NS] = sim->warmup_ns;
		v[SISHEUR_VALUE_RUN_NS] = sim->run_ns;
	}
}

size_t sisheur_keep_shard(struct sisheur_run *runs, size_t nr,
			  const struct sisheur_sim_options *o)
{
	size_t i, kept = 0;

	if (!o->shard)
		return nr;
	for (i = 0; i < nr; i++) {
		if (i % o->shards == o->shard - 1)
			runs[kept++] = runs[i];
		else
			sisheur_run_free(&runs[i]);
	}
	return kept;
}

/* ---- the runs ---- */

static void make_run(struct sisheur_run *run, const struct sisheur_plan *plan,
		     const struct sisheur_sim *sim, const char *const *labels,
		     unsigned long long value)
{
	unsigned int i;

	memset(run, 0, sizeof(*run));
	run->sim = *sim;
	run->sim.domains = &plan->topology.domains;
	run->sim.package = plan->topology.package;
	run->sim.online = plan->topology.online;
	for (i = 0; i < SISHEUR_NR_LABELS; i++)
		sisheur_row_label(&run->row, i, labels[i]);
	run->row.values[SISHEUR_VALUE_SWEPT] = value;
}

/**
 * struct sisheur_sides - the profiles that are compared
 * @profiles: what they do
 * @labels:   what they are called; owned
 * @nr:       one or two
 */
struct sisheur_sides {
	struct sisheur_profile profiles[2];
	char *labels[2];
	unsigned int nr;
};

static bool make_sides(struct sisheur_sides *sides,
		       const struct sisheur_sim_options *o)
{
	memset(sides, 0, sizeof(*sides));
	sides->nr = o->compare ? 2 : 1;
	if (!sisheur_profile_read("--profile", o->profile, o->features,
				  &sides->profiles[0], &sides->labels[0]))
		return false;
	if (!o->compare)
		return true;
	if (!sisheur_profile_read("--compare", o->compare, NULL,
				  &sides->profiles[1], &sides->labels[1]))
		return false;
	if (strcmp(sides->labels[0], sides->labels[1]))
		return true;
	sisheur_message("sisheur sim: --compare: both are %s", sides->labels[0]);
	return false;
}

static bool make_runs(struct sisheur_plan *plan,
		      const struct sisheur_sim_options *o,
		      const struct sisheur_sim *base,
		      const struct sisheur_sweep *sweep,
		      const struct sisheur_sides *sides, const char *settings)
{
	const char *labels[SISHEUR_NR_LABELS] = {
		[SISHEUR_LABEL_WORKLOAD] = o->workload,
		[SISHEUR_LABEL_MACHINE] = o->machine,
		[SISHEUR_LABEL_SETTINGS] = settings,
		[SISHEUR_LABEL_KEY] = sweep->key,
	};
	unsigned long long per_value = (unsigned long long)o->seeds * sides->nr;
	unsigned int side, seed;
	size_t value;

	if (per_value * sweep->nr > SISHEUR_MAX_RUNS) {
		sisheur_message("sisheur sim: %llu runs; accepted are %u",
				per_value * sweep->nr, SISHEUR_MAX_RUNS);
		return false;
	}
	if (o->seeds > 1 && strcmp(sweep->key, "seed") == 0) {
		sisheur_message("sisheur sim: --seeds beside a sweep of seed: "
				"one of them");
		return false;
	}
	plan->runs = sisheur_alloc(NULL, (size_t)per_value * sweep->nr *
				   sizeof(*plan->runs));
	for (value = 0; value < sweep->nr; value++) {
		for (side = 0; side < sides->nr; side++) {
			struct sisheur_sim sim = *base;
			char setting[80];

			snprintf(setting, sizeof(setting), "%s=%llu",
				 sweep->key, sweep->values[value]);
			if (*sweep->key && !set(&sim, "--sweep", setting))
				return false;
			sim.profile = sides->profiles[side];
			labels[SISHEUR_LABEL_PROFILE] = sides->labels[side];
			for (seed = 0; seed < o->seeds; seed++, sim.seed++)
				make_run(&plan->runs[plan->nr++], plan, &sim,
					 labels, sweep->values[value]);
		}
	}
	return true;
}

bool sisheur_plan_make(struct sisheur_plan *plan,
		       const struct sisheur_sim_options *o)
{
	struct sisheur_sweep sweep = { 0 };
	struct sisheur_sides sides = { 0 };
	struct sisheur_sim sim;
	unsigned long long digest;
	char *settings;
	size_t i;
	bool ok;

	memset(plan, 0, sizeof(*plan));
	settings = settings_text(o);
	ok = make_sim(&sim, o) && make_sides(&sides, o) &&
	     make_sweep(&sweep, sim, o->sweep) &&
	     make_machine(&plan->topology, o) &&
	     make_runs(plan, o, &sim, &sweep, &sides, settings);
	for (i = 0; i < plan->nr; i++)
		plan->runs[i].rtapp = &o->rtapp;
	if (ok) {
		sisheur_experiment_begin(&digest);
		mix(&digest, o->per_cpu);
		sisheur_experiment_machine(&digest, &plan->topology);
		sisheur_number_runs(plan->runs, plan->nr, digest);
	}
	free(settings);
	free(sweep.values);
	free(sides.labels[0]);
	free(sides.labels[1]);
	return ok;
}

void sisheur_run_free(struct sisheur_run *run)
{
	sisheur_row_free(&run->row);
	free(run->cpus);
	run->cpus = NULL;
}

void sisheur_plan_free(struct sisheur_plan *plan)
{
	size_t i;

	for (i = 0; i < plan->nr; i++)
		sisheur_run_free(&plan->runs[i]);
	free(plan->runs);
	sisheur_topology_free(&plan->topology);
	memset(plan, 0, sizeof(*plan));
}
