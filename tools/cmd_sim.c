// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cmd_sim.c - sisheur sim: what would this rule do to that machine
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sim.h"

static const char help[] =
"usage: sisheur sim WORKLOAD [OPTION...]\n"
"       sisheur sim overview [OPTION...]\n"
"       sisheur sim --reproduce [TABLE...]\n"
"       sisheur sim --merge FILE...\n"
"       sisheur sim --list [WHAT...]\n"
"\n"
"Simulates tasks that run, send, wait and wake on a machine that need not be\n"
"there; every placement is decided by the rules of a profile.  WORKLOAD is a\n"
"name that --list prints, or a file that describes one: a text of a few lines,\n"
"or rt-app's JSON (man sisheur, WORKLOADS); overview is those of the mails, at\n"
"four loads each, in a minute for 224 CPUs.  The same command gives the same\n"
"result on every machine.\n"
"\n"
"What:\n"
"  --machine M      a name, or a text such as 'pack:2 core:56 pu:2' (56c112t)\n"
"  --sysfs DIR      the machine of a directory that stands for /sys\n"
"  --hwloc FILE     the machine of an hwloc XML file or synthetic string\n"
"  --profile P      whose rules: NAME or NAME+FEATURE,... (linux-6.12)\n"
"  --features F,... features of P on, or off with NO_ before them\n"
"  --compare P      the same under another profile: the change in percent, or\n"
"                   that both made the same choices\n"
"  --formula FORM   of nr_scan: merged, or percent as in the mail (merged)\n"
"  --workload FILE  a text, or rt-app's JSON, whatever the file is called\n"
"  --load N         how many there are of what the workload counts; also\n"
"                   --tasks, --groups, --threads, --pairs (--list workloads)\n"
"  --loops N        hackbench: each sender ends after N rounds; the time it takes\n"
"  --seconds S      simulated time that counts (0.3)\n"
"  --warmup S       simulated time before it (0.1)\n"
"  --seed K         of every random number (1)\n"
"  --seeds N        mean and spread of the seeds K to K+N-1 (1; overview: 2, 5)\n"
"  --set NAME=N     a cost or a parameter; --list costs parameters\n"
"  --sweep KEY=A,B  once for each value of load or of what --set knows\n"
"\n"
"How:\n"
"  --jobs J         runs side by side, with the same results (all CPUs)\n"
"  --shard I/N      only the I-th of N parts, also of --reproduce; with --csv or\n"
"                   --json\n"
"  --merge          FILEs of all parts as if they had been one run\n"
"  --per-cpu        what each CPU did as well\n"
"  --csv, --json    for programs: a line for each run\n"
"  --plot FILE.svg  throughput or latency, and ratios, over the sweep (gnuplot)\n"
"  --reproduce      published tables, and what the simulation gives\n"
"  --quick          with a third of the time, and less exact\n"
"  --list           workloads, machines, profiles, costs, parameters, tables\n"
"  --help           this text\n"
"\n"
"What the figures mean stands in man sisheur, FIGURES.\n"
"\n"
"Examples:\n"
"  sisheur sim overview --machine 2x56c112t --compare sisheur\n"
"  sisheur sim netperf-tcp --load 224 --profile linux-5.18 --compare linux-6.12\n"
"  sisheur sim hackbench-process-pipe --sweep groups=1,2,4,8 --plot hack.svg\n"
"  sisheur sim hackbench-process-pipe --groups 30 --loops 300 --compare sisheur\n"
"  sisheur sim schbench --machine 'pack:2 llc:8 core:8 pu:2' --json\n"
"  sisheur sim video-call.json --machine 4c8t --sweep load=1,2,4\n"
"  sisheur sim --reproduce efficiency\n"
"\n"
"Exit: 0 done, 2 bad usage or input, or output that was lost.\n";

/**
 * enum sisheur_mode - what sisheur sim does
 * @MODE_RUN:       it simulates
 * @MODE_MERGE:     it puts parts together
 * @MODE_LIST:      it says what there is
 * @MODE_REPRODUCE: it compares with published tables
 */
enum sisheur_mode { MODE_RUN, MODE_MERGE, MODE_LIST, MODE_REPRODUCE };

static const char *const mode_names[] = { "", "--merge", "--list",
					  "--reproduce" };

/* ---- what is printed ---- */

static void print(const struct sisheur_rows *rows,
		  const struct sisheur_sim_options *o)
{
	if (o->format == SISHEUR_FORMAT_CSV)
		sisheur_rows_csv(rows);
	else if (o->format == SISHEUR_FORMAT_JSON)
		sisheur_rows_json(rows);
	else
		sisheur_table(rows);
}

/* Hours of results are printed even where they cannot be drawn. */
static bool plot_and_print(const struct sisheur_rows *rows,
			   const struct sisheur_sim_options *o)
{
	bool ok;

	if (o->plot && sisheur_rows_are_overview(rows)) {
		sisheur_message("sisheur sim: --plot: these are several "
				"workloads; accepted is one, swept");
		return false;
	}

	if (o->plot && !*sisheur_label_of(&rows->rows[0],
					  SISHEUR_LABEL_KEY)) {
		sisheur_message("sisheur sim: --plot: nothing was swept");
		return false;
	}
	ok = !o->plot || sisheur_plot(rows, o->plot);
	print(rows, o);
	return ok;
}

static void add_rows(struct sisheur_rows *rows, const struct sisheur_run *run)
{
	unsigned int cpu;

	sisheur_row_copy(sisheur_rows_add(rows), &run->row);
	for (cpu = 0; run->cpus && cpu < run->sim.domains->nr_cpus; cpu++) {
		struct sisheur_row *row = sisheur_rows_add(rows);

		sisheur_row_copy(row, &run->row);
		row->is_cpu = true;
		row->values[SISHEUR_VALUE_CPU] = cpu;
		sisheur_row_fill_cpu(row, &run->cpus[cpu]);
	}
}

/* ---- what is run ---- */

/* Who has no memory for the results is told so after hours of simulation. */
static bool has_room(const struct sisheur_plan *plan,
		     const struct sisheur_sim_options *o)
{
	unsigned long long per_run = 1;

	if (o->per_cpu)
		per_run += plan->topology.domains.nr_cpus;
	if (plan->nr * per_run <= SISHEUR_MAX_ROWS)
		return true;
	sisheur_message("sisheur sim: --per-cpu: %llu rows; accepted are %llu, "
			"and --shard has a part of them",
			plan->nr * per_run, SISHEUR_MAX_ROWS);
	return false;
}

static bool simulate(struct sisheur_sim_options *o)
{
	struct sisheur_rows rows = { 0 };
	struct sisheur_plan plan;
	bool ok;
	size_t i;

	ok = sisheur_plan_make(&plan, o) &&
	     (!o->plot || sisheur_plot_ready(o->plot));
	if (ok) {
		plan.nr = sisheur_keep_shard(plan.runs, plan.nr, o);
		ok = has_room(&plan, o) &&
		     sisheur_jobs(plan.runs, plan.nr, o->jobs, o->per_cpu);
	}
	for (i = 0; ok && i < plan.nr; i++)
		add_rows(&rows, &plan.runs[i]);
	/* A part has not got the other profile of each run: --merge has. */
	if (!o->shard)
		sisheur_rows_compare(&rows);
	ok = ok && plot_and_print(&rows, o);
	sisheur_rows_free(&rows);
	sisheur_plan_free(&plan);
	return ok;
}

static bool merge(const struct sisheur_sim_options *o, char **names)
{
	struct sisheur_rows rows = { 0 };
	bool ok = (!o->plot || sisheur_plot_ready(o->plot)) &&
		  sisheur_merge(&rows, names);

	if (ok && sisheur_is_reproduction(&rows)) {
		ok = sisheur_reproduce_merged(o, &rows);
	} else if (ok) {
		sisheur_rows_compare(&rows);
		ok = plot_and_print(&rows, o);
	}
	sisheur_rows_free(&rows);
	return ok;
}

/* ---- the command line ---- */

/* Options that have no short form. */
enum { MACHINE = 256, SYSFS, HWLOC, PROFILE, FEATURES, COMPARE, FORMULA,
       WORKLOAD, LOAD, LOOPS, SECONDS, WARMUP, SEED, SEEDS, SET, SWEEP, JOBS,
       SHARD, MERGE, PER_CPU, CSV, JSON, PLOT, REPRODUCE, QUICK, LIST };

static const struct option options[] = {
	{ "machine", required_argument, NULL, MACHINE },
	{ "sysfs", required_argument, NULL, SYSFS },
	{ "hwloc", required_argument, NULL, HWLOC },
	{ "profile", required_argument, NULL, PROFILE },
	{ "features", required_argument, NULL, FEATURES },
	{ "compare", required_argument, NULL, COMPARE },
	{ "formula", required_argument, NULL, FORMULA },
	{ "workload", required_argument, NULL, WORKLOAD },
	{ "load", required_argument, NULL, LOAD },
	{ "tasks", required_argument, NULL, LOAD },
	{ "groups", required_argument, NULL, LOAD },
	{ "threads", required_argument, NULL, LOAD },
	{ "pairs", required_argument, NULL, LOAD },
	{ "loops", required_argument, NULL, LOOPS },
	{ "seconds", required_argument, NULL, SECONDS },
	{ "warmup", required_argument, NULL, WARMUP },
	{ "seed", required_argument, NULL, SEED },
	{ "seeds", required_argument, NULL, SEEDS },
	{ "set", required_argument, NULL, SET },
	{ "sweep", required_argument, NULL, SWEEP },
	{ "jobs", required_argument, NULL, JOBS },
	{ "shard", required_argument, NULL, SHARD },
	{ "merge", no_argument, NULL, MERGE },
	{ "per-cpu", no_argument, NULL, PER_CPU },
	{ "csv", no_argument, NULL, CSV },
	{ "json", no_argument, NULL, JSON },
	{ "plot", required_argument, NULL, PLOT },
	{ "reproduce", no_argument, NULL, REPRODUCE },
	{ "quick", no_argument, NULL, QUICK },
	{ "list", no_argument, NULL, LIST },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

/**
 * struct sisheur_line - the command line being read
 * @o:       what it says
 * @mode:    enum sisheur_mode
 * @given:   how many words said which mode
 * @sources: how many said which machine
 * @about:   an option that only simulations have; NULL
 * @seen:    bits: the options with a value that were there, from MACHINE on
 * @is_file: the workload is a file
 */
struct sisheur_line {
	struct sisheur_sim_options o;
	unsigned int mode;
	unsigned int given;
	unsigned int sources;
	const char *about;
	unsigned long long seen;
	bool is_file;
};

static bool number(const char *option, unsigned int low, unsigned int high,
		   unsigned int *to)
{
	unsigned long long value;

	if (!sisheur_option_number("sisheur sim", option, optarg, low, high,
				   &value))
		return false;
	*to = (unsigned int)value;
	return true;
}

static bool shard(struct sisheur_sim_options *o)
{
	const char *slash = strchr(optarg, '/');
	unsigned long long of = 0, part = 0;
	char first[16] = "";

	if (slash && (size_t)(slash - optarg) < sizeof(first))
		memcpy(first, optarg, (size_t)(slash - optarg));
	if (!slash) {
		sisheur_message("sisheur sim: --shard: '%s' is not accepted; "
				"accepted is I/N, such as 1/4", optarg);
		return false;
	}
	if (!sisheur_option_number("sisheur sim", "--shard", slash + 1, 1,
				   SISHEUR_MAX_RUNS, &of) ||
	    !sisheur_option_number("sisheur sim", "--shard", first, 1, of,
				   &part))
		return false;
	o->shard = (unsigned int)part;
	o->shards = (unsigned int)of;
	return true;
}

static bool add_set(struct sisheur_sim_options *o)
{
	o->sets = sisheur_alloc(o->sets, (o->nr_sets + 1) * sizeof(*o->sets));
	o->sets[o->nr_sets++] = optarg;
	return true;
}

/* Options that are about what is simulated. */
static bool take_what(struct sisheur_line *l, int option)
{
	struct sisheur_sim_options *o = &l->o;

	switch (option) {
	case MACHINE:
	case SYSFS:
	case HWLOC:
		o->source = option == SYSFS ? SISHEUR_SOURCE_SYSFS :
			    option == HWLOC ? SISHEUR_SOURCE_HWLOC :
					      SISHEUR_SOURCE_TEXT;
		o->machine = optarg;
		l->sources++;
		return true;
	case PROFILE:
		o->profile = optarg;
		return true;
	case FEATURES:
		o->features = optarg;
		return true;
	case COMPARE:
		o->compare = optarg;
		return true;
	case FORMULA:
		return sisheur_option_formula("sisheur sim", optarg,
					      &o->percent);
	case WORKLOAD:
		o->workload = optarg;
		l->is_file = true;
		return true;
	case LOAD:
		o->load = optarg;
		o->load_name = l->about;
		return true;
	case LOOPS:
		o->loops = optarg;
		return true;
	case SECONDS:
		o->seconds = optarg;
		return true;
	case WARMUP:
		o->warmup = optarg;
		return true;
	case SEED:
		o->seed = optarg;
		return true;
	case SEEDS:
		return number("--seeds", 1, SISHEUR_MAX_RUNS, &o->seeds);
	case SET:
		return add_set(o);
	case SWEEP:
		o->sweep = optarg;
		return true;
	default:
		o->per_cpu = true;
		return true;
	}
}

/* Of two values one would be lost without a word. */
static bool once(struct sisheur_line *l, int option, int index)
{
	unsigned long long bit = option < MACHINE ? 0 : 1ULL << (option - MACHINE);

	if (option == SET || !(l->seen & bit) || !optarg) {
		l->seen |= bit;
		return true;
	}
	sisheur_message("sisheur sim: --%s: a second time, with '%s'; accepted "
			"is one", options[index].name, optarg);
	return false;
}

static bool take(struct sisheur_line *l, int option, int index)
{
	struct sisheur_sim_options *o = &l->o;

	if (!once(l, option, index))
		return false;
	switch (option) {
	case MERGE:
	case LIST:
	case REPRODUCE:
		l->mode = option == MERGE ? MODE_MERGE :
			  option == LIST ? MODE_LIST : MODE_REPRODUCE;
		l->given++;
		return true;
	case SHARD:
		return shard(o);
	case JOBS:
		return number("--jobs", 1, SISHEUR_MAX_JOBS, &o->jobs);
	case CSV:
	case JSON:
		if (o->format != SISHEUR_FORMAT_TABLE) {
			sisheur_message("sisheur sim: --csv or --json, not "
					"both");
			return false;
		}
		o->format = option == CSV ? SISHEUR_FORMAT_CSV :
					    SISHEUR_FORMAT_JSON;
		return true;
	case PLOT:
		o->plot = optarg;
		return true;
	case QUICK:
		o->quick = true;
		return true;
	case '?':
		return false;
	default:
		l->about = options[index].name;
		return take_what(l, option);
	}
}

static bool wrong(const char *text)
{
	sisheur_message("sisheur sim: %s", text);
	return false;
}

/* What does not go together: nothing asked for may be passed over. */
static bool fits(const struct sisheur_line *l, char **rest)
{
	const struct sisheur_sim_options *o = &l->o;

	if (l->given > 1)
		return wrong("one of --merge, --list and --reproduce");
	if (l->mode != MODE_RUN && l->about) {
		sisheur_message("sisheur sim: --%s does not go with %s",
				l->about, mode_names[l->mode]);
		return false;
	}
	if (o->plot && (l->mode == MODE_LIST || l->mode == MODE_REPRODUCE))
		return wrong("--plot needs a sweep, or its parts");
	if (o->quick && l->mode != MODE_REPRODUCE)
		return wrong("--quick goes with --reproduce; --seconds says "
			     "how long a simulation is");
	if (l->mode == MODE_LIST && o->format == SISHEUR_FORMAT_CSV)
		return wrong("--list has no --csv; it has --json");
	if (o->shard && (l->mode == MODE_LIST || l->mode == MODE_MERGE)) {
		sisheur_message("sisheur sim: --shard does not go with %s",
				mode_names[l->mode]);
		return false;
	}
	if (o->shard && o->format == SISHEUR_FORMAT_TABLE)
		return wrong("--shard needs --csv or --json, which --merge "
			     "reads");
	if (l->mode != MODE_RUN)
		return true;
	if (!o->workload && !*rest)
		return wrong("no workload; --list workloads prints them, and "
			     "overview is all of the mails'");
	if (rest[0] && (o->workload || rest[1])) {
		sisheur_message("sisheur sim: '%s': one workload at a time",
				o->workload ? rest[0] : rest[1]);
		return false;
	}
	if (l->sources > 1)
		return wrong("one machine at a time: one of --machine, --sysfs "
			     "and --hwloc");
	if (o->shard && o->plot)
		return wrong("--plot does not go with --shard; it goes with "
			     "--merge");
	if (o->is_overview &&
	    (o->load || o->sweep || o->loops || o->per_cpu || o->plot))
		return wrong("overview has loads of its own, and is a table: "
			     "no --load, --sweep, --loops, --per-cpu, --plot");
	if (o->plot && !o->sweep)
		return wrong("--plot needs --sweep");
	return true;
}

static int act(struct sisheur_line *l, char **rest)
{
	struct sisheur_sim_options *o = &l->o;
	bool ok;

	switch (l->mode) {
	case MODE_LIST:
		ok = sisheur_list(rest, o->format == SISHEUR_FORMAT_JSON);
		break;
	case MODE_MERGE:
		ok = merge(o, rest);
		break;
	case MODE_REPRODUCE:
		ok = sisheur_reproduce(o, rest);
		break;
	default:
		if (!o->workload)
			o->workload = *rest;
		/* An overview has as many as each of its workloads needs. */
		if (!o->seeds && !o->is_overview)
			o->seeds = 1;
		ok = sisheur_workload_read(o, l->is_file) && simulate(o);
	}
	return ok ? SISHEUR_EXIT_DONE : SISHEUR_EXIT_BAD;
}

int sisheur_cmd_sim(int argc, char **argv)
{
	struct sisheur_line l = { .o = {
		.machine = "56c112t",	/* that of most published rows */
		.profile = "linux-6.12",
		.jobs = sisheur_jobs_default(),
		.source = SISHEUR_SOURCE_TEXT,
	} };
	int option, index, status;
	bool ok = true;

	while (ok && (option = getopt_long(argc, argv, "h", options,
					   &index)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			free(l.o.sets);
			return SISHEUR_EXIT_DONE;
		}
		ok = take(&l, option, index);
	}
	/* --workload names a file, whatever that is called. */
	l.o.is_overview = !l.is_file && argv[optind] &&
			  sisheur_is_overview(argv[optind]);
	ok = ok && fits(&l, argv + optind);
	status = ok ? act(&l, argv + optind) : sisheur_try_help("sisheur sim");
	free(l.o.sets);
	free(l.o.text);
	sisheur_rtapp_free(&l.o.rtapp);
	return status;
}
