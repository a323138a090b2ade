// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * main.c - measures what it is told to and writes JSON.  script/bench tells it,
 * and makes tables of what it writes.
 */
#include <fnmatch.h>
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "../tools/command.h"
#include "bench.h"

static const char help[] =
"usage: sisheur-bench [OPTION...]\n"
"\n"
"Compares the answers of all contestants on random states, then times them,\n"
"and writes one JSON document.  Run by script/bench, whose tables are made of\n"
"it.\n"
"\n"
"  --only PATTERN[,PATTERN...]  rows QUESTION/NUMBERING/CPUS/AFFINITY/CASE,\n"
"                               * and ? as in file names\n"
"  --cpus N[,N...]              sizes (default 8,16,64,128,256,512,1024,8192)\n"
"  --repetitions N              of each row, 3 to 10001 (default 101)\n"
"  --batch-us N                 how long each is timed in one (default 20)\n"
"  --seed N                     of states and wake-ups (default 1)\n"
"  --mode MODE[,MODE...]        overlap: calls may overlap (the default); alone:\n"
"                               each waits for all that came before\n"
"  --counts                     ask each row once, for callgrind to count\n"
"  --wrong PEER                 let this one answer wrong: does it show?\n"
"  --list                       print the names of the rows and end\n"
"  --help                       this text\n"
"\n"
"Example:\n"
"  sisheur-bench --only 'core/*/128/full/worst,ladder/*' --repetitions 31\n"
"\n"
"Exit: 0 done, 1 contestants disagree, 2 bad usage.\n";

#define MAX_SIZES	16U

static struct {
	unsigned int sizes[MAX_SIZES];
	unsigned int nr_sizes;
	char *only;
	unsigned int repetitions;
	unsigned int batch_us;
	unsigned long long seed;
	const char *wrong;
	unsigned int modes;
	bool counts;
	bool list;
} asked = {
	.sizes = { 8, 16, 64, 128, 256, 512, 1024, 8192 },
	.nr_sizes = 8,
	.repetitions = 101,
	.batch_us = 20,
	.seed = 1,
	.modes = 1U << BENCH_OVERLAP,
};

/* As enum bench_mode. */
static const char *const mode_names[] = { "overlap", "alone" };

static struct bench_row *rows;
static unsigned int nr_rows, room;
static struct bench_scene scene;
static bool two_cpus;

/* --- the rows that are wanted --------------------------------------------- */

static bool is_wanted(const char *name)
{
	char *patterns, *next, *pattern;
	bool wanted = !asked.only;

	if (wanted)
		return true;
	patterns = strdup(asked.only);
	for (next = patterns; next && (pattern = strsep(&next, ","));)
		wanted |= !fnmatch(pattern, name, 0);
	free(patterns);
	return wanted;
}

static void add_row(const struct bench_row *row)
{
	if (!bench_row_exists(row) || !is_wanted(row->name))
		return;
	if (nr_rows == room) {
		room = room ? 2 * room : 64;
		rows = sisheur_alloc(rows, room * sizeof(*rows));
	}
	rows[nr_rows++] = *row;
}

static void add_rows_of_machine(struct bench_row *row)
{
	unsigned int affinity, what;

	for (affinity = 0; affinity < BENCH_NR_AFFINITIES; affinity++) {
		for (what = 0; what < BENCH_ANY; what++) {
			row->affinity = (enum bench_affinity)affinity;
			row->what = (enum bench_case)what;
			snprintf(row->name, sizeof(row->name),
				 "%s/%s/%u/%s/%s", row->question->name,
				 row->numbering->name, row->nr_cpus,
				 bench_affinity_names[affinity],
				 bench_case_names[what]);
			add_row(row);
		}
	}
}

static void add_contended_rows(const struct bench_question *question)
{
	struct bench_row row = {
		.question = question,
		.numbering = &bench_two_llcs,
		.nr_cpus = BENCH_CONTENDED_CPUS,
	};

	if (two_cpus)
		add_rows_of_machine(&row);
}

static void add_rows(void)
{
	struct bench_row row = { 0 };
	unsigned int q, n, s;

	for (q = 0; q < bench_nr_questions; q++) {
		if (bench_questions[q].contended) {
			add_contended_rows(&bench_questions[q]);
			continue;
		}
		for (n = 0; n < bench_nr_numberings; n++) {
			for (s = 0; s < asked.nr_sizes; s++) {
				row.question = &bench_questions[q];
				row.numbering = &bench_numberings[n];
				row.nr_cpus = row.numbering->size(
					asked.sizes[s]);
				if (row.nr_cpus)
					add_rows_of_machine(&row);
			}
		}
	}
}

/* --- running them --------------------------------------------------------- */

/* A row is the same whatever other rows run: its seed is of its name (FNV). */
static struct bench_random random_of(const struct bench_row *row)
{
	struct bench_random random = { asked.seed };
	const char *c;

	for (c = row->name; *c; c++)
		random.state = (random.state ^ (unsigned char)*c) *
			0x100000001b3ULL;
	return random;
}

static void set_scene(struct bench_row *row)
{
	static const struct bench_numbering *numbering;
	static unsigned int nr_cpus;

	if (numbering != row->numbering || nr_cpus != row->nr_cpus) {
		if (!bench_scene_build(&scene, row->numbering, row->nr_cpus)) {
			sisheur_message("bench: %s: no such machine",
					row->name);
			exit(SISHEUR_EXIT_BAD);
		}
		numbering = row->numbering;
		nr_cpus = row->nr_cpus;
	}
	if (row->question->set_up)
		row->question->set_up(&scene.state);
	bench_row_enter(row, &scene.state);
}

static void progress(const char *what, unsigned int nr)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%s %u of %u ", what, nr, nr_rows);
}

/*
 * States of a row on which answers are compared: so many that small machines
 * have thousands and a large one, of which one state asks everything, does not
 * take minutes.
 */
static unsigned int nr_checks(const struct bench_row *row)
{
	unsigned int states = 16384 / row->nr_cpus;

	return states < 4 ? 4 : states > 256 ? 256 : states;
}

static bool check_all(unsigned int *checked)
{
	unsigned int i;

	*checked = 0;
	for (i = 0; i < nr_rows; i++) {
		struct bench_random random = random_of(&rows[i]);

		progress("comparing answers: row", i + 1);
		set_scene(&rows[i]);
		if (!bench_check(&scene, &rows[i], &random,
				 nr_checks(&rows[i]), asked.wrong))
			return false;
		*checked += nr_checks(&rows[i]);
	}
	return true;
}

/* --- JSON ----------------------------------------------------------------- */

static void put_ns(struct sisheur_json *json, const char *key, double ns)
{
	char text[32];

	snprintf(text, sizeof(text), "%.3f", ns);
	sisheur_json_literal(json, key, text);
}

static void put_peer(struct sisheur_json *json, const char *name,
		     const struct bench_figure *figure,
		     const struct bench_figure *empty)
{
	sisheur_json_open(json, NULL, '{');
	sisheur_json_string(json, "peer", name);
	put_ns(json, "ns", figure->median);
	put_ns(json, "empty_ns", empty->median);
	put_ns(json, "net_ns", figure->median - empty->median);
	put_ns(json, "quartile_low_ns", figure->low);
	put_ns(json, "quartile_high_ns", figure->high);
	sisheur_json_close(json, '}');
}

static void open_row(struct sisheur_json *json, const struct bench_row *row)
{
	sisheur_json_open(json, NULL, '{');
	sisheur_json_string(json, "row", row->name);
	sisheur_json_string(json, "mode", mode_names[bench_mode]);
	sisheur_json_string(json, "question", row->question->name);
	sisheur_json_string(json, "numbering", row->numbering->name);
	sisheur_json_number(json, "cpus", row->nr_cpus);
	sisheur_json_string(json, "affinity",
			    bench_affinity_names[row->affinity]);
	sisheur_json_string(json, "case", bench_case_names[row->what]);
	sisheur_json_open(json, "peers", '[');
}

static void close_row(struct sisheur_json *json)
{
	sisheur_json_close(json, ']');
	sisheur_json_close(json, '}');
}

static void measure_row(struct sisheur_json *json, const struct bench_row *row,
			const struct bench_options *options)
{
	struct bench_figure figures[BENCH_MAX_ENTRIES];
	struct bench_figure empty[BENCH_MAX_ENTRIES];
	unsigned int i;

	bench_measure(&scene, row, options, figures, empty);
	open_row(json, row);
	for (i = 0; i < row->nr_entries; i++)
		put_peer(json, row->entries[i]->peer, &figures[i], &empty[i]);
	close_row(json);
}

/* Where two threads claim takes the place of who is asked. */
static void contend_row(struct sisheur_json *json, const struct bench_row *row,
			const struct bench_options *options)
{
	struct bench_figure figures[BENCH_NR_PLACES], empty[BENCH_NR_PLACES];
	unsigned int i, place;
	char name[64];

	open_row(json, row);
	for (i = 0; i < row->nr_entries; i++) {
		bench_contend(&scene, row->entries[i], options, figures,
			      empty);
		for (place = 0; place < BENCH_NR_PLACES; place++) {
			snprintf(name, sizeof(name), "%s%s",
				 i ? "floor-" : "", bench_place_names[place]);
			put_peer(json, name, &figures[place], &empty[place]);
		}
	}
	close_row(json);
}

static void put_processor(struct sisheur_json *json)
{
	FILE *file = fopen("/proc/cpuinfo", "r");
	char line[4096], name[256] = "unknown";
	bool guest = false;

	while (file && fgets(line, sizeof(line), file)) {
		sscanf(line, "model name : %255[^\n]", name);
		if (!strncmp(line, "flags", 5) && strstr(line, " hypervisor"))
			guest = true;
	}
	if (file)
		fclose(file);
	sisheur_json_string(json, "processor", name);
	sisheur_json_literal(json, "virtual", guest ? "true" : "false");
}

static void put_machine(struct sisheur_json *json)
{
	double load[3] = { 0 };
	struct utsname kernel;
	char date[32];
	time_t now = time(NULL);

	sisheur_json_open(json, "machine", '{');
	put_processor(json);
	sisheur_json_number(json, "processors_online",
			    (unsigned long long)sysconf(_SC_NPROCESSORS_ONLN));
	uname(&kernel);
	sisheur_json_string(json, "kernel", kernel.release);
	sisheur_json_string(json, "architecture", kernel.machine);
	sisheur_json_string(json, "compiler", BENCH_COMPILER);
	sisheur_json_string(json, "flags", BENCH_FLAGS);
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	sisheur_json_string(json, "date", date);
	getloadavg(load, 3);
	put_ns(json, "load_before", load[0]);
	sisheur_json_close(json, '}');
}

static void measure_all(struct sisheur_json *json)
{
	unsigned int i, mode;

	for (i = 0; i < nr_rows; i++) {
		struct bench_random random = random_of(&rows[i]);
		struct bench_options options = {
			asked.repetitions, asked.batch_us * 1000, &random,
		};

		progress("measuring: row", i + 1);
		set_scene(&rows[i]);
		for (mode = 0; mode < BENCH_NR_MODES; mode++) {
			if (!(asked.modes & 1U << mode))
				continue;
			bench_mode = (enum bench_mode)mode;
			(rows[i].question->contended ? contend_row :
			 measure_row)(json, &rows[i], &options);
		}
	}
}

/* One CPU from beginning to end: a migration is not what is measured. */
static void stay_here(void)
{
	cpu_set_t set;
	int cpu = sched_getcpu();

	if (cpu < 0)
		return;
	CPU_ZERO(&set);
	CPU_SET((unsigned int)cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static int run(void)
{
	struct sisheur_json json = { .out = stdout };
	double load[3] = { 0 };
	unsigned int checked, i;

	if (asked.counts) {
		for (i = 0; i < nr_rows; i++) {
			struct bench_random random = random_of(&rows[i]);

			if (rows[i].question->contended)
				continue;
			set_scene(&rows[i]);
			bench_count(&scene, &rows[i], &random);
		}
		return SISHEUR_EXIT_DONE;
	}
	stay_here();
	if (!check_all(&checked))
		return SISHEUR_EXIT_FAILED;
	sisheur_json_open(&json, NULL, '{');
	put_machine(&json);
	sisheur_json_number(&json, "states_compared", checked);
	sisheur_json_number(&json, "repetitions", asked.repetitions);
	sisheur_json_number(&json, "batch_us", asked.batch_us);
	sisheur_json_number(&json, "seed", asked.seed);
#ifdef BENCH_HAVE_LINUX
	sisheur_json_string(&json, "linux", BENCH_HAVE_LINUX);
#endif
	sisheur_json_open(&json, "rows", '[');
	measure_all(&json);
	sisheur_json_close(&json, ']');
	getloadavg(load, 3);
	put_ns(&json, "load_after", load[0]);
	sisheur_json_close(&json, '}');
	sisheur_json_end(&json);
	if (isatty(STDERR_FILENO))
		fputc('\n', stderr);
	return SISHEUR_EXIT_DONE;
}

/* --- options -------------------------------------------------------------- */

static bool number(const char *option, const char *text,
		   unsigned long long low, unsigned long long high,
		   unsigned long long *value)
{
	return sisheur_option_number("sisheur-bench", option, text, low, high,
				     value);
}

static bool take_sizes(char *text)
{
	unsigned long long value;
	char *size;

	asked.nr_sizes = 0;
	while ((size = strsep(&text, ","))) {
		if (asked.nr_sizes == MAX_SIZES) {
			sisheur_message("sisheur-bench: --cpus: more than %u "
					"sizes", MAX_SIZES);
			return false;
		}
		if (!number("--cpus", size, 8, BENCH_MAX_CPUS, &value))
			return false;
		if (value % 8) {
			sisheur_message("sisheur-bench: --cpus: %llu is no "
					"multiple of 8", value);
			return false;
		}
		asked.sizes[asked.nr_sizes++] = (unsigned int)value;
	}
	return true;
}

static bool take_modes(char *text)
{
	unsigned int mode;
	char *name;

	asked.modes = 0;
	while ((name = strsep(&text, ","))) {
		for (mode = 0; mode < BENCH_NR_MODES; mode++)
			if (!strcmp(name, mode_names[mode]))
				break;
		if (mode == BENCH_NR_MODES) {
			sisheur_message("sisheur-bench: --mode: '%s' is none of "
					"overlap, alone", name);
			return false;
		}
		asked.modes |= 1U << mode;
	}
	return true;
}

static bool take_option(int option)
{
	unsigned long long value;

	switch (option) {
	case 'o':
		asked.only = optarg;
		return true;
	case 'c':
		return take_sizes(optarg);
	case 'r':
		if (!number("--repetitions", optarg, 3, BENCH_MAX_REPETITIONS,
			    &value))
			return false;
		asked.repetitions = (unsigned int)value;
		return true;
	case 'b':
		if (!number("--batch-us", optarg, 1, 1000000, &value))
			return false;
		asked.batch_us = (unsigned int)value;
		return true;
	case 's':
		return number("--seed", optarg, 0, ~0ULL, &asked.seed);
	case 'm':
		return take_modes(optarg);
	case 'w':
		asked.wrong = optarg;
		return true;
	case 'n':
		asked.counts = true;
		return true;
	case 'l':
		asked.list = true;
		return true;
	default:
		return false;
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "only", required_argument, NULL, 'o' },
		{ "cpus", required_argument, NULL, 'c' },
		{ "repetitions", required_argument, NULL, 'r' },
		{ "batch-us", required_argument, NULL, 'b' },
		{ "seed", required_argument, NULL, 's' },
		{ "mode", required_argument, NULL, 'm' },
		{ "wrong", required_argument, NULL, 'w' },
		{ "counts", no_argument, NULL, 'n' },
		{ "list", no_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	unsigned int i;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			return sisheur_finish("sisheur-bench",
					      SISHEUR_EXIT_DONE);
		}
		if (!take_option(option))
			return SISHEUR_EXIT_BAD;
	}
	if (optind < argc) {
		sisheur_message("sisheur-bench: '%s' is not accepted; see "
				"--help", argv[optind]);
		return SISHEUR_EXIT_BAD;
	}
	two_cpus = bench_contend_init();
	add_rows();
	if (!nr_rows) {
		sisheur_message("sisheur-bench: no row is called '%s'; see "
				"--list", asked.only ? asked.only : "");
		return SISHEUR_EXIT_BAD;
	}
	if (asked.list) {
		for (i = 0; i < nr_rows; i++)
			puts(rows[i].name);
		return sisheur_finish("sisheur-bench", SISHEUR_EXIT_DONE);
	}
	return sisheur_finish("sisheur-bench", run());
}
