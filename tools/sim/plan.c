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

/* ---- the sweep ---- */

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
	if (!sisheur_describe_set(sim, "--sweep", setting))
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
	strcpy(sweep->key, is_load(name) && !sisheur_has_param(&sim, name) ? "load" :
			   name);
	for (text += length + 1; ; text += length + 1) {
		length = strcspn(text, ",");
		if (!sweep_value(sweep, &sim, text, length))
			return false;
		if (!text[length])
			return true;
	}
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

	if (per_value * sweep->nr > SISHEUR_MAX_RUNS - plan->nr) {
		sisheur_message("sisheur sim: %llu runs; accepted are %u",
				per_value * sweep->nr + plan->nr,
				SISHEUR_MAX_RUNS);
		return false;
	}
	if (o->seeds > 1 && strcmp(sweep->key, "seed") == 0) {
		sisheur_message("sisheur sim: --seeds beside a sweep of seed: "
				"one of them");
		return false;
	}
	plan->runs = sisheur_alloc(plan->runs,
				   ((size_t)per_value * sweep->nr + plan->nr) *
				   sizeof(*plan->runs));
	for (value = 0; value < sweep->nr; value++) {
		for (side = 0; side < sides->nr; side++) {
			struct sisheur_sim sim = *base;
			char setting[80];

			snprintf(setting, sizeof(setting), "%s=%llu",
				 sweep->key, sweep->values[value]);
			if (*sweep->key &&
			    !sisheur_describe_set(&sim, "--sweep", setting))
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

/* A load that changes nothing would be printed as one that was simulated. */
static bool has_load(const struct sisheur_sim_options *o, const char *key)
{
	bool asked = o->load || strcmp(key, "load") == 0 ||
		     sisheur_is_set(o, "load");

	if (!o->text || !asked || sisheur_has_load(o->text))
		return true;
	sisheur_message("sisheur sim: %s: nothing depends on a load; accepted "
			"is one where \"group load\" stands before what it "
			"multiplies", o->workload);
	return false;
}

/* The runs of one workload. */
static bool add_workload(struct sisheur_plan *plan,
			 const struct sisheur_sim_options *o,
			 const struct sisheur_sim *sim,
			 const struct sisheur_sides *sides)
{
	struct sisheur_sweep sweep = { 0 };
	char *settings = sisheur_describe_settings(o);
	bool ok;

	ok = make_sweep(&sweep, *sim, o->sweep) &&
	     sisheur_said_once(o, sweep.key) && has_load(o, sweep.key) &&
	     make_runs(plan, o, sim, &sweep, sides, settings);
	free(settings);
	free(sweep.values);
	return ok;
}

static bool add_overview(struct sisheur_plan *plan,
			 const struct sisheur_sim_options *o,
			 const struct sisheur_sides *sides)
{
	const struct sisheur_topology *t = &plan->topology;
	unsigned int nr_cpus = sisheur_cpuset_weight(t->online,
						     t->domains.nr_cpus);
	struct sisheur_sim_options part;
	struct sisheur_sim sim;
	char sweep[80];
	size_t n;

	for (n = 0; sisheur_overview_part(o, nr_cpus, n, &part, sweep); n++) {
		if (sisheur_describe_sim(&sim, &part) &&
		    add_workload(plan, &part, &sim, sides))
			continue;
		/* A setting that one workload has may be none of another. */
		sisheur_message("sisheur sim: overview: that is of %s",
				part.workload);
		return false;
	}
	return true;
}

bool sisheur_plan_make(struct sisheur_plan *plan,
		       const struct sisheur_sim_options *o)
{
	struct sisheur_sides sides = { 0 };
	unsigned long long digest;
	struct sisheur_sim sim;
	size_t i;
	bool ok;

	memset(plan, 0, sizeof(*plan));
	ok = (o->is_overview || sisheur_describe_sim(&sim, o)) &&
	     make_sides(&sides, o) &&
	     sisheur_describe_machine(&plan->topology, o) &&
	     (o->is_overview ? add_overview(plan, o, &sides) :
			       add_workload(plan, o, &sim, &sides));
	for (i = 0; i < plan->nr; i++)
		plan->runs[i].rtapp = &o->rtapp;
	if (ok) {
		sisheur_experiment_begin(&digest);
		sisheur_experiment_add(&digest, o->per_cpu);
		sisheur_experiment_machine(&digest, &plan->topology);
		sisheur_number_runs(plan->runs, plan->nr, digest);
	}
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
