// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * reproduce.c - the runs that published tables ask for
 *
 * A run that two rows or two tables ask for is simulated once.  Parts of these
 * runs are printed like those of a sweep; their key says which tables they are
 * for, and so whoever merges them makes the same plan and fills it with them.
 */
#include <stdlib.h>
#include <string.h>

#include "published.h"

#define NONE		((size_t)-1)
#define MS		1000000ULL

/* --quick leaves this share of the time, and one seed. */
#define QUICK		3

/**
 * struct sisheur_server - a machine that rows were measured on
 * @name:     its name
 * @topology: what it looks like
 */
struct sisheur_server {
	const char *name;
	struct sisheur_topology topology;
};

/**
 * struct sisheur_bench - tables and their runs
 * @tables:  owned
 * @nr_tables: how many
 * @servers: owned, each by itself: runs borrow them
 * @nr_servers: how many
 * @runs:    owned
 * @nr:      how many
 * @quick:   shorter
 * @key:     owned: which tables these are
 */
struct sisheur_bench {
	struct sisheur_published_table *tables;
	size_t nr_tables;
	struct sisheur_server **servers;
	size_t nr_servers;
	struct sisheur_run *runs;
	size_t nr;
	bool quick;
	char *key;
};

static const struct sisheur_server *server(struct sisheur_bench *b,
					   const char *name)
{
	struct sisheur_error error = { 0 };
	struct sisheur_server *s;
	size_t i;

	for (i = 0; i < b->nr_servers; i++)
		if (strcmp(b->servers[i]->name, name) == 0)
			return b->servers[i];
	s = sisheur_alloc(NULL, sizeof(*s));
	memset(s, 0, sizeof(*s));
	s->name = name;
	b->servers = sisheur_alloc(b->servers, (b->nr_servers + 1) *
				   sizeof(*b->servers));
	b->servers[b->nr_servers++] = s;
	if (sisheur_sim_machine_build(&s->topology, name, &error))
		return s;
	sisheur_message("sisheur sim: --reproduce: %s: %s", name, error.text);
	return NULL;
}

/* Is the first word of @text the beginning of @workload, or "*"? */
static const char *behind_workload(const char *text, const char *workload)
{
	size_t length = strcspn(text, " ");

	if (!text[length] ||
	    ((length != 1 || *text != '*') &&
	     strncmp(text, workload, length) != 0))
		return NULL;
	return text + length + 1;
}

static void set_time(struct sisheur_sim *sim,
		     const struct sisheur_published_table *table, bool quick)
{
	unsigned int line = 0;
	const char *text;
	char *end;

	while ((text = sisheur_published_key(table, "time", &line))) {
		text = behind_workload(text, sim->workload->name);
		if (!text)
			continue;
		sim->warmup_ns = strtoull(text, &end, 10) * MS;
		sim->run_ns = strtoull(end, NULL, 10) * MS;
		break;
	}
	if (quick) {
		sim->warmup_ns /= QUICK;
		sim->run_ns /= QUICK;
	}
}

static bool complain(const struct sisheur_published_table *table,
		     const char *word, const char *what)
{
	sisheur_message("sisheur sim: --reproduce: %s: %s: %s", table->name,
			word, what);
	return false;
}

/* One word behind the profile of a side. */
static bool set_word(struct sisheur_sim *sim,
		     const struct sisheur_published_table *table, char *word)
{
	static const char placement[] = "placement=";
	struct sisheur_error error = { 0 };

	if (strcmp(word, "percent") == 0) {
		sim->percent = true;
		return true;
	}
	if (strncmp(word, placement, sizeof(placement) - 1) == 0) {
		sim->place = sisheur_placement(word + sizeof(placement) - 1);
		return sim->place || complain(table, word, "no such place");
	}
	return sisheur_sim_set(sim, word, &error) ||
	       complain(table, word, error.text);
}

static bool set_side(struct sisheur_sim *sim,
		     const struct sisheur_published_table *table,
		     const char *side, struct sisheur_row *labels)
{
	char *words = strcpy(sisheur_alloc(NULL, strlen(side) + 1), side);
	char *word = words, *next, *label;
	bool ok;

	next = word + strcspn(word, " ");
	next += *next ? (*next = '\0', 1) : 0;
	ok = sisheur_profile_read(table->name, word, NULL, &sim->profile,
				  &label);
	if (ok)
		sisheur_row_label(labels, SISHEUR_LABEL_PROFILE, label);
	free(label);
	sisheur_row_label(labels, SISHEUR_LABEL_SETTINGS, next);
	while (ok && *next) {
		word = next;
		next += strcspn(word, " ");
		next += *next ? (*next = '\0', 1) : 0;
		ok = set_word(sim, table, word);
	}
	free(words);
	return ok;
}

static bool set_more(struct sisheur_sim *sim,
		     const struct sisheur_published_table *table)
{
	struct sisheur_error error = { 0 };
	unsigned int line = 0;
	const char *text;

	while ((text = sisheur_published_key(table, "set", &line))) {
		text = behind_workload(text, sim->workload->name);
		if (text && !sisheur_sim_set(sim, text, &error))
			return complain(table, text, error.text);
	}
	return true;
}

/* A third of the rounds, as of the time of what goes on without end. */
static bool set_loops(struct sisheur_sim *sim,
		      const struct sisheur_published_table *table,
		      const char *loops, bool quick)
{
	unsigned long value = loops ? strtoul(loops, NULL, 10) : 0;
	struct sisheur_error error = { 0 };
	char setting[40];

	if (!loops)
		return true;
	if (quick)
		value = (value + QUICK - 1) / QUICK;
	snprintf(setting, sizeof(setting), "loops=%lu", value);
	return sisheur_sim_set(sim, setting, &error) ||
	       complain(table, setting, error.text);
}

static bool same(const struct sisheur_run *a, const struct sisheur_run *b)
{
	return a->sim.workload == b->sim.workload &&
	       a->sim.domains == b->sim.domains &&
	       a->sim.place == b->sim.place &&
	       a->sim.load == b->sim.load &&
	       a->sim.seed == b->sim.seed &&
	       a->sim.warmup_ns == b->sim.warmup_ns &&
	       a->sim.run_ns == b->sim.run_ns &&
	       a->sim.percent == b->sim.percent &&
	       !memcmp(a->sim.params, b->sim.params, sizeof(a->sim.params)) &&
	       !memcmp(a->sim.costs, b->sim.costs, sizeof(a->sim.costs)) &&
	       strcmp(sisheur_label_of(&a->row, SISHEUR_LABEL_PROFILE),
		      sisheur_label_of(&b->row, SISHEUR_LABEL_PROFILE)) == 0;
}

static void add_run(struct sisheur_bench *b, struct sisheur_run *run,
		    size_t *number)
{
	for (*number = 0; *number < b->nr; ++*number) {
		if (same(&b->runs[*number], run)) {
			sisheur_row_free(&run->row);
			return;
		}
	}
	b->runs = sisheur_alloc(b->runs, (b->nr + 1) * sizeof(*b->runs));
	b->runs[b->nr++] = *run;
}

static bool plan_side(struct sisheur_bench *b,
		      const struct sisheur_published_table *table,
		      const struct sisheur_published_row *row,
		      const char *side, size_t *numbers)
{
	const struct sisheur_server *s = server(b, row->machine);
	struct sisheur_error error = { 0 };
	struct sisheur_run run = { .ok = false };
	struct sisheur_row labels = { .is_cpu = false };
	unsigned int i;

	if (!s)
		return false;
	if (!sisheur_sim_init(&run.sim, row->workload, &error))
		return complain(table, row->workload, error.text);
	run.sim.load = row->load;
	run.sim.domains = &s->topology.domains;
	run.sim.package = s->topology.package;
	run.sim.online = s->topology.online;
	set_time(&run.sim, table, b->quick);
	if (!set_more(&run.sim, table) ||
	    !set_loops(&run.sim, table, row->loops, b->quick) ||
	    !set_side(&run.sim, table, side, &labels)) {
		sisheur_row_free(&labels);
		return false;
	}
	sisheur_row_label(&labels, SISHEUR_LABEL_WORKLOAD, row->workload);
	sisheur_row_label(&labels, SISHEUR_LABEL_MACHINE, row->machine);
	sisheur_row_label(&labels, SISHEUR_LABEL_KEY, b->key);
	labels.values[SISHEUR_VALUE_SWEPT] = row->load;
	for (i = 0; i < table->nr_seeds; i++, run.sim.seed++) {
		sisheur_row_copy(&run.row, &labels);
		add_run(b, &run, &numbers[i]);
	}
	sisheur_row_free(&labels);
	return true;
}

static bool plan_table(struct sisheur_bench *b,
		       struct sisheur_published_table *table)
{
	size_t i;

	for (i = 0; i < table->nr; i++) {
		struct sisheur_published_row *row = &table->rows[i];

		if (!plan_side(b, table, row, row->before, row->runs[0]))
			return false;
		memcpy(row->runs[1], row->runs[0], sizeof(row->runs[1]));
		if (row->after &&
		    !plan_side(b, table, row, row->after, row->runs[1]))
			return false;
	}
	return true;
}

/* ---- which tables ---- */

static bool is_wanted(char **names, const char *name)
{
	bool all = !*names;

	for (; *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return all;
}

static bool are_known(char **names)
{
	const struct sisheur_published *file;
	char known[300] = "";
	size_t at;

	for (; *names; names++) {
		at = 0;
		for (file = sisheur_published; file->name; file++) {
			if (strcmp(file->name, *names) == 0)
				break;
			if (at < sizeof(known))
				at += (size_t)snprintf(known + at,
					sizeof(known) - at, "%s%s",
					at ? ", " : "", file->name);
		}
		if (file->name)
			continue;
		sisheur_message("sisheur sim: --reproduce: no table '%s'; "
				"accepted are %s", *names, known);
		return false;
	}
	return true;
}

static bool read_tables(struct sisheur_bench *b, char **names)
{
	const struct sisheur_published *file;

	for (file = sisheur_published; file->name; file++) {
		if (!is_wanted(names, file->name))
			continue;
		b->tables = sisheur_alloc(b->tables, (b->nr_tables + 1) *
					  sizeof(*b->tables));
		if (!sisheur_published_read(&b->tables[b->nr_tables++], file))
			return false;
		if (b->quick)
			b->tables[b->nr_tables - 1].nr_seeds = 1;
	}
	return true;
}

/* ---- parts ---- */

/* What the key begins with; nothing that can be swept is called so. */
static const char reproduce[] = "reproduce";
static const char quick[] = "quick";

/* "reproduce [quick] TABLE..." */
static void make_key(struct sisheur_bench *b)
{
	size_t size = sizeof(reproduce) + sizeof(quick), i;

	for (i = 0; i < b->nr_tables; i++)
		size += strlen(b->tables[i].name) + 1;
	b->key = strcpy(sisheur_alloc(NULL, size), reproduce);
	if (b->quick)
		strcat(strcat(b->key, " "), quick);
	for (i = 0; i < b->nr_tables; i++)
		strcat(strcat(b->key, " "), b->tables[i].name);
}

bool sisheur_is_reproduction(const struct sisheur_rows *rows)
{
	const char *key = sisheur_label_of(&rows->rows[0], SISHEUR_LABEL_KEY);

	return strncmp(key, reproduce, sizeof(reproduce) - 1) == 0 &&
	       key[sizeof(reproduce) - 1] == ' ';
}

/* The words of a key, the first of which is known; NULL behind the last. */
static char **words_of(char *key)
{
	char **words = NULL, *save = NULL, *word;
	size_t nr = 0;

	strtok_r(key, " ", &save);
	do {
		word = strtok_r(NULL, " ", &save);
		words = sisheur_alloc(words, (nr + 1) * sizeof(*words));
		words[nr++] = word;
	} while (word);
	return words;
}

static void number(struct sisheur_bench *b)
{
	unsigned long long digest;
	size_t i;

	sisheur_experiment_begin(&digest);
	for (i = 0; i < b->nr_servers; i++)
		sisheur_experiment_machine(&digest, &b->servers[i]->topology);
	sisheur_number_runs(b->runs, b->nr, digest);
}

static bool bench_make(struct sisheur_bench *b, char **names)
{
	size_t i;

	if (!are_known(names) || !read_tables(b, names))
		return false;
	make_key(b);
	for (i = 0; i < b->nr_tables; i++)
		if (!plan_table(b, &b->tables[i]))
			return false;
	number(b);
	return true;
}

static void print_part(const struct sisheur_bench *b, unsigned int format)
{
	struct sisheur_rows rows = { 0 };
	size_t i;

	for (i = 0; i < b->nr; i++)
		sisheur_row_copy(sisheur_rows_add(&rows), &b->runs[i].row);
	if (format == SISHEUR_FORMAT_CSV)
		sisheur_rows_csv(&rows);
	else
		sisheur_rows_json(&rows);
	sisheur_rows_free(&rows);
}

/* Fills the plan with what was simulated elsewhere. */
static bool fill(struct sisheur_bench *b, const struct sisheur_rows *rows)
{
	size_t i;

	if (rows->nr != b->nr || rows->rows[0].values[SISHEUR_VALUE_EXPERIMENT]
	    != b->runs[0].row.values[SISHEUR_VALUE_EXPERIMENT]) {
		sisheur_message("sisheur sim: --merge: experiment %016llx of "
				"%zu rows, and here %s is %016llx of %zu; "
				"accepted are parts of the same version",
				rows->rows[0].values[SISHEUR_VALUE_EXPERIMENT],
				rows->nr, b->key, b->runs[0].row.values[
				SISHEUR_VALUE_EXPERIMENT], b->nr);
		return false;
	}
	for (i = 0; i < b->nr; i++)
		memcpy(b->runs[i].row.values, rows->rows[i].values,
		       sizeof(b->runs[i].row.values));
	return true;
}

static void bench_free(struct sisheur_bench *b)
{
	size_t i;

	for (i = 0; i < b->nr_tables; i++)
		sisheur_published_free(&b->tables[i]);
	for (i = 0; i < b->nr; i++)
		sisheur_run_free(&b->runs[i]);
	for (i = 0; i < b->nr_servers; i++) {
		sisheur_topology_free(&b->servers[i]->topology);
		free(b->servers[i]);
	}
	free(b->tables);
	free(b->key);
	free(b->runs);
	free(b->servers);
}

bool sisheur_reproduce(const struct sisheur_sim_options *o, char **names)
{
	struct sisheur_bench b = { .quick = o->quick };
	bool ok = bench_make(&b, names);

	if (ok)
		b.nr = sisheur_keep_shard(b.runs, b.nr, o);
	ok = ok && sisheur_jobs(b.runs, b.nr, o->jobs, false);
	if (ok && o->shard)
		print_part(&b, o->format);
	else if (ok)
		sisheur_verdict(b.tables, b.nr_tables, b.runs, o->format);
	bench_free(&b);
	return ok;
}

bool sisheur_reproduce_merged(const struct sisheur_sim_options *o,
			      const struct sisheur_rows *rows)
{
	const char *label = sisheur_label_of(&rows->rows[0], SISHEUR_LABEL_KEY);
	char *key = strcpy(sisheur_alloc(NULL, strlen(label) + 1), label);
	char **words = words_of(key);
	struct sisheur_bench b = { .quick = *words &&
					    strcmp(*words, quick) == 0 };
	bool ok = !o->plot;

	if (o->plot)
		sisheur_message("sisheur sim: --plot: nothing was swept; these "
				"are parts of --reproduce");
	ok = ok && bench_make(&b, words + b.quick) && fill(&b, rows);
	if (ok)
		sisheur_verdict(b.tables, b.nr_tables, b.runs, o->format);
	bench_free(&b);
	free(words);
	free(key);
	return ok;
}
