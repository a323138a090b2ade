/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sim.h - what the parts of sisheur sim share
 *
 *   ../cmd_sim.c   what is asked: a run, a list, a merge, the published tables
 *   workload.c     which workload is meant: a name, a text, rt-app's JSON
 *   rtapp*.c       what does rt-app's JSON come to
 *   describe.c     on which machine, with which settings
 *   profile.c      whose rules place
 *   seconds.c      is this a time
 *   once.c         is anything said twice
 *   plan.c         which runs does that make
 *   experiment.c   do parts belong to one command
 *   jobs.c         the runs, side by side
 *   row.c          which figures has a run
 *   print.c, read.c, merge.c   rows for programs: written, read, put together
 *   cells.c, head.c, table.c, grid.c   rows for persons
 *   overview.c     every workload in one table
 *   plot.c, whole.c            a picture, in a file whole or not at all
 *   list.c         what can be simulated
 *   published.c, measure.c, placement.c, reproduce.c, same.c, verdict.c
 *                  published tables, and what the simulation makes of them
 */
#ifndef SISHEUR_TOOL_SIM_H
#define SISHEUR_TOOL_SIM_H

#include "row.h"
#include "rtapp.h"

/*
 * The most runs of one command.  A sweep of a thousand values, two profiles and
 * ten seeds is a fifth of it; a row takes a KiB.
 */
#define SISHEUR_MAX_RUNS	100000U

/*
 * The most rows, of runs and of their CPUs, that one command keeps until it
 * prints them: 4 GiB.  A thousand runs on 4000 CPUs; --shard has a part of them.
 */
#define SISHEUR_MAX_ROWS	4194304ULL

/* The most threads of --jobs: more than any machine has CPUs. */
#define SISHEUR_MAX_JOBS	8192U

/**
 * enum sisheur_format - how results are printed
 * @SISHEUR_FORMAT_TABLE: for persons
 * @SISHEUR_FORMAT_CSV:   for programs
 * @SISHEUR_FORMAT_JSON:  for programs
 */
enum sisheur_format {
	SISHEUR_FORMAT_TABLE,
	SISHEUR_FORMAT_CSV,
	SISHEUR_FORMAT_JSON,
};

/**
 * struct sisheur_sim_options - what the command line says
 * @workload: a name or a file
 * @text:     what the file says; NULL for a name
 * @rtapp:    what rt-app's file comes to, and @text is its; else empty
 * @is_overview: it is every workload of the mails
 * @machine:  by which name, text, directory or file
 * @source:   enum sisheur_source of @machine
 * @profile:  "NAME" or "NAME+FEATURE,..."
 * @features: of --features; NULL
 * @compare:  like @profile; NULL
 * @percent:  the formula of the SIS_UTIL mail
 * @load:     text of a number; NULL
 * @load_name: the option that said it, without its dashes
 * @loops:    text of a number; NULL
 * @seconds:  text of a number; NULL
 * @warmup:   text of a number; NULL
 * @seed:     text of a number; NULL
 * @seeds:    how many; 0: it does not say
 * @sets:     NAME=VALUE
 * @nr_sets:  how many
 * @sweep:    KEY=A,B,C; NULL
 * @jobs:     threads
 * @format:   enum sisheur_format
 * @per_cpu:  a row of each CPU as well
 * @plot:     file; NULL
 * @shard:    which part, from 1; 0: all
 * @shards:   of how many
 * @quick:    shorter runs of --reproduce
 */
struct sisheur_sim_options {
	const char *workload;
	char *text;
	struct sisheur_rtapp rtapp;
	bool is_overview;
	const char *machine;
	unsigned int source;
	const char *profile;
	const char *features;
	const char *compare;
	bool percent;
	const char *load;
	const char *load_name;
	const char *loops;
	const char *seconds;
	const char *warmup;
	const char *seed;
	unsigned int seeds;
	const char **sets;
	size_t nr_sets;
	const char *sweep;
	unsigned int jobs;
	unsigned int format;
	bool per_cpu;
	const char *plot;
	unsigned int shard;
	unsigned int shards;
	bool quick;
};

/**
 * struct sisheur_run - a simulation and what came of it
 * @sim:     what is simulated; its machine is borrowed, and its context is
 *	whose thread runs it
 * @row:     labels and settings, and afterwards the results
 * @rtapp:   of which lines the errors of its text are; borrowed
 * @cpus:    [row.values[SISHEUR_VALUE_NR_CPUS]] of each CPU; NULL if not wanted
 * @error:   why it failed
 * @ok:      it did not
 */
struct sisheur_run {
	struct sisheur_sim sim;
	struct sisheur_row row;
	const struct sisheur_rtapp *rtapp;
	struct sisheur_sim_cpu *cpus;
	struct sisheur_error error;
	bool ok;
};

/**
 * struct sisheur_plan - the runs of a command
 * @topology: the machine of all of them
 * @runs:     owned
 * @nr:       how many
 */
struct sisheur_plan {
	struct sisheur_topology topology;
	struct sisheur_run *runs;
	size_t nr;
};

/* seconds.c: false after a message */
bool sisheur_option_seconds(const char *option, const char *text,
			    unsigned long long *ns);

/* profile.c: "NAME+FEATURE,..." and its one spelling, to be freed */
bool sisheur_profile_read(const char *option, const char *text,
			  const char *more, struct sisheur_profile *profile,
			  char **label);

/* workload.c: the one of that name; NULL */
const struct sisheur_sim_workload *sisheur_workload_named(const char *name);

/* reads what the workload of @o names, if that is a file; false after a message */
bool sisheur_workload_read(struct sisheur_sim_options *o, bool is_file);

/* workload.c: does a load change what the text of a workload says */
bool sisheur_has_load(const char *text);

/* once.c: of options, settings and the @key of a sweep; false after a message */
bool sisheur_said_once(const struct sisheur_sim_options *o, const char *key);

/* describe.c: false after a message; the text of all settings, to be freed */
bool sisheur_has_param(const struct sisheur_sim *sim, const char *name);
bool sisheur_is_set(const struct sisheur_sim_options *o, const char *name);
bool sisheur_describe_set(struct sisheur_sim *sim, const char *option,
			  const char *setting);
bool sisheur_describe_sim(struct sisheur_sim *sim,
			  const struct sisheur_sim_options *o);
bool sisheur_describe_machine(struct sisheur_topology *topology,
			      const struct sisheur_sim_options *o);
char *sisheur_describe_settings(const struct sisheur_sim_options *o);

/* plan.c */
bool sisheur_plan_make(struct sisheur_plan *plan,
		       const struct sisheur_sim_options *o);
void sisheur_plan_free(struct sisheur_plan *plan);
void sisheur_run_free(struct sisheur_run *run);

/* Keeps the part that is ours, every so-many-th run; returns how many. */
size_t sisheur_keep_shard(struct sisheur_run *runs, size_t nr,
			  const struct sisheur_sim_options *o);

/*
 * experiment.c: one number for all that results depend on: begun, each machine
 * and what else there is, then the runs, which get it and their own.
 */
void sisheur_experiment_begin(unsigned long long *digest);
void sisheur_experiment_add(unsigned long long *digest,
			    unsigned long long value);
void sisheur_experiment_machine(unsigned long long *digest,
				const struct sisheur_topology *t);
void sisheur_number_runs(struct sisheur_run *runs, size_t nr,
			 unsigned long long digest);

/* jobs.c */
unsigned int sisheur_jobs_default(void);
bool sisheur_jobs(struct sisheur_run *runs, size_t nr, unsigned int jobs,
		  bool per_cpu);

/* merge.c: parts put together again */
bool sisheur_merge(struct sisheur_rows *rows, char **names);

/*
 * overview.c: is it every workload that is asked for, and the options and the
 * sweep of the @n-th; false: there is none
 */
bool sisheur_is_overview(const char *workload);
bool sisheur_overview_part(const struct sisheur_sim_options *o,
			   unsigned int nr_cpus, size_t n,
			   struct sisheur_sim_options *part, char sweep[80]);
bool sisheur_rows_are_overview(const struct sisheur_rows *rows);
void sisheur_overview_print(const struct sisheur_rows *rows);

/* table.c: rows for persons */
void sisheur_table(const struct sisheur_rows *rows);

/* plot.c */
bool sisheur_plot_ready(const char *name);
bool sisheur_plot(const struct sisheur_rows *rows, const char *name);

/* whole.c: a file, whole or not at all */
bool sisheur_whole_ready(const char *option, const char *name);
bool sisheur_whole_write(const char *option, const char *name,
			 const char *bytes, size_t length);

/* list.c: workloads, machines, costs, parameters */
bool sisheur_list(char **what, bool json);

/* reproduce.c: the published tables */
bool sisheur_reproduce(const struct sisheur_sim_options *o, char **names);

/* Are these the runs of its parts?  Then the tables, from them. */
bool sisheur_is_reproduction(const struct sisheur_rows *rows);
bool sisheur_reproduce_merged(const struct sisheur_sim_options *o,
			      const struct sisheur_rows *rows);

#endif /* SISHEUR_TOOL_SIM_H */
