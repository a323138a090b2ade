// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * verdict.c - published figures beside simulated ones, and how far they are off
 */
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "published.h"

/* A change above 5 % must have its sign; one below must stay below. */
#define NOTABLE		5000

/* Two ratios agree if neither exceeds the other by more than half. */
#define NUMERATOR	3
#define DENOMINATOR	2

/* Where hardly any search scans, any simulator agrees: se_eff from here on. */
#define TRIVIAL		95000

/**
 * struct sisheur_tally - what a table comes to
 * @rows:      rows
 * @used:      of them, used to choose costs
 * @ratios:    rows of ratios
 * @agree:     of them, within the factor
 * @hard:      rows of ratios whose published se_eff is below TRIVIAL
 * @hard_agree: of them, within the factor
 * @pairs:     neighbours in load of rows of ratios
 * @ordered:   of them, those whose se_eff goes the way it was published
 * @notable:   changes above NOTABLE
 * @right:     of them, those with the right sign
 * @clear:     of these, those above NOTABLE in the simulation as well
 * @same:      of those with a wrong sign, those whose sides made the same
 *	choices
 * @small:     other changes
 * @quiet:     of them, those that are small in the simulation as well
 * @quiet_same: of these, those whose sides made the same choices
 */
struct sisheur_tally {
	unsigned int rows;
	unsigned int used;
	unsigned int ratios;
	unsigned int agree;
	unsigned int hard;
	unsigned int hard_agree;
	unsigned int pairs;
	unsigned int ordered;
	unsigned int notable;
	unsigned int right;
	unsigned int clear;
	unsigned int same;
	unsigned int small;
	unsigned int quiet;
	unsigned int quiet_same;
};

/**
 * struct sisheur_finding - a published value and the simulated one
 * @measure:   which
 * @is_known:  it was published
 * @published: thousandths
 * @simulated: thousandths; of all seeds together
 * @low:       the lowest of a seed
 * @high:      the highest
 * @is_there:  it could be computed
 * @is_compared: there are two sides
 * @is_same:   they made the same choices, with every seed
 */
struct sisheur_finding {
	const struct sisheur_measure *measure;
	bool is_known;
	bool is_there;
	bool is_compared;
	bool is_same;
	long long published;
	long long simulated;
	long long low;
	long long high;
};

/* The runs of all seeds as if they had been one. */
static void sum_up(struct sisheur_row *sum, const struct sisheur_run *runs,
		   const size_t *numbers, unsigned int nr)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < nr; i++)
		sisheur_row_add(sum, &runs[numbers[i]].row);
}

static void find(const struct sisheur_published_table *table,
		 const struct sisheur_published_row *row, unsigned int i,
		 const struct sisheur_run *runs, struct sisheur_finding *f)
{
	struct sisheur_row before, after;
	unsigned int k;
	long long value;

	f->measure = table->measures[i];
	f->is_known = row->is_known[i];
	f->published = row->published[i];
	sum_up(&before, runs, row->runs[0], table->nr_seeds);
	sum_up(&after, runs, row->runs[1], table->nr_seeds);
	f->is_there = sisheur_measure_of(f->measure, &before, &after,
					 &f->simulated);
	f->low = f->simulated;
	f->high = f->simulated;
	f->is_compared = row->after != NULL;
	f->is_same = f->is_compared;
	for (k = 0; k < table->nr_seeds; k++) {
		f->is_same &= sisheur_row_is_same(&runs[row->runs[0][k]].row,
						  &runs[row->runs[1][k]].row);
		if (!sisheur_measure_of(f->measure,
					&runs[row->runs[0][k]].row,
					&runs[row->runs[1][k]].row, &value))
			continue;
		f->low = value < f->low ? value : f->low;
		f->high = value > f->high ? value : f->high;
	}
}

static long long size_of(long long value)
{
	return value < 0 ? -value : value;
}

static bool is_ratio(const struct sisheur_finding *f)
{
	return f->measure->form == SISHEUR_FORM_RATIO;
}

static bool agrees(const struct sisheur_finding *f)
{
	long long a = f->published, b = f->simulated;

	return a > b ? a * DENOMINATOR <= b * NUMERATOR :
		       b * DENOMINATOR <= a * NUMERATOR;
}

static bool is_notable(const struct sisheur_finding *f)
{
	return !is_ratio(f) && size_of(f->published) > NOTABLE;
}

/* Does the simulated change say what the published one says? */
static bool is_right(const struct sisheur_finding *f)
{
	if (!f->is_there)
		return false;
	if (is_notable(f))
		return f->simulated && (f->simulated > 0) == (f->published > 0);
	return size_of(f->simulated) <= NOTABLE;
}

/* ---- counting ---- */

static void count_ratios(struct sisheur_tally *t,
			 const struct sisheur_finding *f, unsigned int nr)
{
	bool agree = true, any = false;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (!is_ratio(&f[i]) || !f[i].is_known)
			continue;
		any = true;
		if (f[i].measure->judged && !agrees(&f[i]))
			agree = false;
	}
	if (!any)
		return;
	t->ratios++;
	t->agree += agree;
	if (f[0].published >= TRIVIAL)
		return;
	t->hard++;
	t->hard_agree += agree;
}

static void count_changes(struct sisheur_tally *t,
			  const struct sisheur_finding *f, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (is_ratio(&f[i]) || !f[i].is_known)
			continue;
		if (is_notable(&f[i])) {
			t->notable++;
			t->right += is_right(&f[i]);
			t->clear += is_right(&f[i]) &&
				    size_of(f[i].simulated) > NOTABLE;
			t->same += f[i].is_same && !is_right(&f[i]);
		} else {
			t->small++;
			t->quiet += is_right(&f[i]);
			t->quiet_same += f[i].is_same && is_right(&f[i]);
		}
	}
}

/* Does the first ratio go with load the way it was published? */
static void count_order(struct sisheur_tally *t,
			const struct sisheur_published_row *row,
			const struct sisheur_finding *f,
			const struct sisheur_finding *last)
{
	if (!is_ratio(f) || !f->is_known || !last->is_known ||
	    f->published == last->published ||
	    strcmp(row->workload, row[-1].workload) ||
	    strcmp(row->machine, row[-1].machine))
		return;
	t->pairs++;
	t->ordered += f->simulated != last->simulated &&
		      (f->simulated > last->simulated) ==
		      (f->published > last->published);
}

static void count_table(struct sisheur_tally *t,
			const struct sisheur_published_table *table,
			const struct sisheur_run *runs)
{
	struct sisheur_finding f[SISHEUR_MAX_MEASURES], last = { 0 };
	unsigned int rows, used, n;
	size_t i;

	sisheur_published_count(table, &rows, &used);
	t->rows += rows;
	t->used += used;
	for (i = 0; i < table->nr; i++) {
		const struct sisheur_published_row *row = &table->rows[i];

		for (n = 0; n < table->nr_measures; n++)
			find(table, row, n, runs, &f[n]);
		count_ratios(t, f, table->nr_measures);
		count_changes(t, f, table->nr_measures);
		if (i)
			count_order(t, row, &f[0], &last);
		last = f[0];
	}
}

/* ---- for persons ---- */

static void add_milli(struct sisheur_grid *grid, unsigned int tone,
		      long long value, bool is_signed)
{
	long long size = size_of(value);

	sisheur_grid_add(grid, tone, "%s%lld.%03lld", value < 0 ? "-" :
			 is_signed ? "+" : "", size / 1000, size % 1000);
}

/* How many times the published value, in hundredths. */
static void add_factor(struct sisheur_grid *grid,
		       const struct sisheur_finding *f)
{
	unsigned int tone = SISHEUR_TONE_PLAIN;
	long long times;

	if (!f->is_known || !f->published) {
		sisheur_grid_add(grid, tone, "%s", "-");
		return;
	}
	if (f->measure->judged)
		tone = agrees(f) ? SISHEUR_TONE_GOOD : SISHEUR_TONE_BAD;
	times = (f->simulated * 100 + f->published / 2) / f->published;
	sisheur_grid_add(grid, tone, "x%lld.%02lld", times / 100, times % 100);
}

static void add_ratio_row(struct sisheur_grid *grid,
			  const struct sisheur_finding *f, unsigned int nr)
{
	bool agree = true, any = false;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (f[i].is_known)
			add_milli(grid, 0, f[i].published, false);
		else
			sisheur_grid_add(grid, 0, "-");
		add_milli(grid, 0, f[i].simulated, false);
		add_factor(grid, &f[i]);
		any |= f[i].is_known;
		if (f[i].measure->judged && !agrees(&f[i]))
			agree = false;
	}
	if (any)
		sisheur_grid_add(grid, agree ? SISHEUR_TONE_GOOD :
				 SISHEUR_TONE_BAD, agree ? "yes" : "no");
	sisheur_grid_fill(grid);
}

static void print_ratios(const struct sisheur_published_table *table,
			 const struct sisheur_run *runs)
{
	struct sisheur_finding f[SISHEUR_MAX_MEASURES];
	struct sisheur_grid grid = { .left = 1 };
	unsigned int n;
	size_t i;

	grid.nr_columns = 4 + 3 * table->nr_measures;
	sisheur_grid_add(&grid, 0, "workload");
	sisheur_grid_add(&grid, 0, "load");
	sisheur_grid_add(&grid, 0, "used");
	for (n = 0; n < table->nr_measures; n++) {
		sisheur_grid_add(&grid, 0, "%s", table->measures[n]->name);
		sisheur_grid_add(&grid, 0, "simulated");
		sisheur_grid_add(&grid, 0, "%s", "");
	}
	sisheur_grid_add(&grid, 0, "x1.5");
	for (i = 0; i < table->nr; i++) {
		const struct sisheur_published_row *row = &table->rows[i];

		for (n = 0; n < table->nr_measures; n++)
			find(table, row, n, runs, &f[n]);
		sisheur_grid_add(&grid, 0, "%s", row->workload);
		sisheur_grid_add(&grid, 0, "%u", row->load);
		sisheur_grid_add(&grid, 0, "%s", row->used ? "yes" : "");
		add_ratio_row(&grid, f, table->nr_measures);
	}
	sisheur_grid_print(&grid);
}

/* Sides that made the same choices agree by chance with a change near 0. */
static const char *in_words(const struct sisheur_finding *f)
{
	return f->is_same ? "same" : is_right(f) ? "yes" : "no";
}

static void add_change_row(struct sisheur_grid *grid,
			   const struct sisheur_finding *f)
{
	sisheur_grid_add(grid, 0, "%s", f->measure->name);
	if (f->is_known)
		add_milli(grid, 0, f->published, true);
	else
		sisheur_grid_add(grid, 0, "-");
	if (f->is_there)
		add_milli(grid, 0, f->simulated, true);
	else
		sisheur_grid_add(grid, 0, "from 0");
	if (f->high > f->low)
		add_milli(grid, 0, f->high - f->low, false);
	else
		sisheur_grid_add(grid, 0, "%s", "");
	if (f->is_known && f->is_there)
		add_milli(grid, 0, f->simulated - f->published, true);
	else
		sisheur_grid_add(grid, 0, "-");
	if (f->is_known)
		sisheur_grid_add(grid, is_right(f) ? SISHEUR_TONE_GOOD :
				 SISHEUR_TONE_BAD, "%s%s",
				 is_notable(f) ? "sign " : "small ",
				 in_words(f));
	sisheur_grid_fill(grid);
}

/* What all rows have in common was said above them. */
static void add_varying(struct sisheur_grid *grid,
			const struct sisheur_published_table *table,
			const char *machine, const char *after)
{
	if (!table->machine)
		sisheur_grid_add(grid, 0, "%s", machine);
	if (!table->after)
		sisheur_grid_add(grid, 0, "%s", after);
}

static void print_changes(const struct sisheur_published_table *table,
			  const struct sisheur_run *runs)
{
	unsigned int varying = !table->machine + !table->after;
	struct sisheur_grid grid = { .nr_columns = 9 + varying };
	unsigned int n;
	size_t i;

	/* All but load and the four figures. */
	grid.left = (1U << grid.nr_columns) - 1 -
		    (1U << (1 + varying) | 15U << (4 + varying));
	sisheur_grid_add(&grid, 0, "workload");
	add_varying(&grid, table, "machine", "under");
	sisheur_grid_add(&grid, 0, "load");
	sisheur_grid_add(&grid, 0, "used");
	sisheur_grid_add(&grid, 0, "measure");
	sisheur_grid_add(&grid, 0, "published");
	sisheur_grid_add(&grid, 0, "simulated");
	sisheur_grid_add(&grid, 0, "spread");
	sisheur_grid_add(&grid, 0, "error");
	sisheur_grid_add(&grid, 0, "as published");
	for (i = 0; i < table->nr; i++) {
		const struct sisheur_published_row *row = &table->rows[i];
		struct sisheur_finding f;
		unsigned int shown = 0;

		for (n = 0; n < table->nr_measures; n++) {
			find(table, row, n, runs, &f);
			if (!f.is_known && (shown || n + 1 <
					    table->nr_measures))
				continue;
			shown++;
			sisheur_grid_add(&grid, 0, "%s", row->workload);
			add_varying(&grid, table, row->machine, row->after);
			sisheur_grid_add(&grid, 0, "%u", row->load);
			sisheur_grid_add(&grid, 0, "%s", row->used ? "yes" :
					 "");
			add_change_row(&grid, &f);
		}
	}
	sisheur_grid_print(&grid);
}

static void print_tally(const char *name, const struct sisheur_tally *t)
{
	printf("%s: %u rows", name, t->rows);
	if (t->used)
		printf(", %u of them used to choose costs (%u %%)", t->used,
		       t->used * 100 / t->rows);
	putchar('\n');
	if (t->ratios) {
		printf("  se_eff, fast_rate and success_rate within a factor "
		       "of 1.5: %u of %u rows", t->agree, t->ratios);
		printf("; of those with a published se_eff below 95: %u of "
		       "%u\n", t->hard_agree, t->hard);
		printf("  se_eff goes with load as published: %u of %u "
		       "neighbours\n", t->ordered, t->pairs);
	}
	if (t->notable)
		printf("  published changes above 5 %%, sign right: %u of %u, "
		       "%u of them above 5 %% as well", t->right, t->notable,
		       t->clear);
	if (t->same)
		printf("; of the others, %u %s simulated with the same choices "
		       "by both rules", t->same, t->same > 1 ? "were" : "was");
	if (t->notable)
		putchar('\n');
	if (t->small)
		printf("  published changes of at most 5 %%, simulated likewise: "
		       "%u of %u", t->quiet, t->small);
	if (t->quiet_same)
		printf(", %u of them with the same choices by both rules",
		       t->quiet_same);
	if (t->small)
		putchar('\n');
}

static void print_sources(const struct sisheur_published_table *table)
{
	unsigned int line = 0;
	const char *text;

	printf("%s: %s\n", table->name, table->title);
	while ((text = sisheur_published_key(table, "source", &line)))
		printf("  %s\n", text);
	if (table->before || table->machine)
		fputs("  simulated", stdout);
	if (table->before)
		printf(" as %s", table->before);
	if (table->before && table->after)
		printf(" and as %s", table->after);
	if (table->machine)
		printf(" on %s", table->machine);
	if (table->nr_seeds > 1)
		printf("%s of %u seeds together", table->before ||
		       table->machine ? "," : "  simulated", table->nr_seeds);
	puts("\n");
}

static void print_tables(const struct sisheur_published_table *tables,
			 size_t nr, const struct sisheur_run *runs)
{
	struct sisheur_tally all = { 0 };
	size_t i;

	for (i = 0; i < nr; i++) {
		struct sisheur_tally one = { 0 };

		print_sources(&tables[i]);
		if (tables[i].measures[0]->form == SISHEUR_FORM_RATIO)
			print_ratios(&tables[i], runs);
		else
			print_changes(&tables[i], runs);
		count_table(&one, &tables[i], runs);
		putchar('\n');
		print_tally(tables[i].name, &one);
		putchar('\n');
		count_table(&all, &tables[i], runs);
	}
	if (nr > 1)
		print_tally("all tables", &all);
	if (!all.used)
		puts("No row of these tables was used to choose costs.");
}

/* ---- for programs ---- */

/**
 * struct sisheur_line - a published value, as a line
 * @table: of which
 * @row:   of which
 * @f:     what was found
 */
struct sisheur_line {
	const struct sisheur_published_table *table;
	const struct sisheur_published_row *row;
	const struct sisheur_finding *f;
};

static void spell(char *text, size_t size, long long value)
{
	long long s = size_of(value);

	snprintf(text, size, "%s%lld.%03lld", value < 0 ? "-" : "", s / 1000,
		 s % 1000);
}

static const char *as_published(const struct sisheur_finding *f)
{
	if (!f->is_known)
		return "";
	if (is_ratio(f))
		return agrees(f) ? "yes" : "no";
	return is_right(f) ? "yes" : "no";
}

static void csv_line(const struct sisheur_line *l)
{
	char published[40] = "", simulated[40] = "", error[40] = "";
	char low[40] = "", high[40] = "";
	const struct sisheur_finding *f = l->f;

	if (f->is_known)
		spell(published, sizeof(published), f->published);
	if (f->is_there) {
		spell(simulated, sizeof(simulated), f->simulated);
		spell(low, sizeof(low), f->low);
		spell(high, sizeof(high), f->high);
	}
	if (f->is_known && f->is_there)
		spell(error, sizeof(error), f->simulated - f->published);
	/* Sides hold a comma where they have two features. */
	printf("%s,%s,%s,%u,\"%s\",\"%s\",%s,%s,%s,%s,%s,%s,%s,%s,%s\n",
	       l->table->name,
	       l->row->workload, l->row->machine, l->row->load, l->row->before,
	       l->row->after ? l->row->after : "", f->measure->name, published,
	       simulated, low, high, error, as_published(f),
	       l->row->used ? "yes" : "no", !f->is_compared ? "" :
	       f->is_same ? "yes" : "no");
}

static void json_value(struct sisheur_json *json, const char *key, bool is,
		       long long value)
{
	char text[40] = "null";

	if (is)
		spell(text, sizeof(text), value);
	sisheur_json_literal(json, key, text);
}

static void json_line(const struct sisheur_line *l)
{
	struct sisheur_json json = { .out = stdout };
	const struct sisheur_finding *f = l->f;

	sisheur_json_open(&json, NULL, '{');
	sisheur_json_string(&json, "table", l->table->name);
	sisheur_json_string(&json, "workload", l->row->workload);
	sisheur_json_string(&json, "machine", l->row->machine);
	sisheur_json_number(&json, "load", l->row->load);
	sisheur_json_string(&json, "before", l->row->before);
	if (l->row->after)
		sisheur_json_string(&json, "after", l->row->after);
	else
		sisheur_json_literal(&json, "after", "null");
	sisheur_json_string(&json, "measure", f->measure->name);
	json_value(&json, "published", f->is_known, f->published);
	json_value(&json, "simulated", f->is_there, f->simulated);
	json_value(&json, "low", f->is_there, f->low);
	json_value(&json, "high", f->is_there, f->high);
	json_value(&json, "error", f->is_known && f->is_there,
		   f->simulated - f->published);
	sisheur_json_literal(&json, "as_published", !f->is_known ? "null" :
			     as_published(f)[0] == 'y' ? "true" : "false");
	sisheur_json_literal(&json, "used", l->row->used ? "true" : "false");
	sisheur_json_literal(&json, "same_choices", !f->is_compared ? "null" :
			     f->is_same ? "true" : "false");
	sisheur_json_close(&json, '}');
	sisheur_json_end(&json);
}

static void print_lines(const struct sisheur_published_table *tables,
			size_t nr, const struct sisheur_run *runs, bool is_json)
{
	size_t t, i;
	unsigned int n;

	if (!is_json)
		puts("table,workload,machine,load,before,after,measure,"
		     "published,simulated,low,high,error,as_published,used,"
		     "same_choices");
	for (t = 0; t < nr; t++) {
		for (i = 0; i < tables[t].nr; i++) {
			for (n = 0; n < tables[t].nr_measures; n++) {
				struct sisheur_finding f;
				const struct sisheur_line line = {
					&tables[t], &tables[t].rows[i], &f };

				find(&tables[t], line.row, n, runs, &f);
				if (is_json)
					json_line(&line);
				else
					csv_line(&line);
			}
		}
	}
}

void sisheur_verdict(const struct sisheur_published_table *tables, size_t nr,
		     const struct sisheur_run *runs, unsigned int format)
{
	if (format == SISHEUR_FORMAT_TABLE)
		print_tables(tables, nr, runs);
	else
		print_lines(tables, nr, runs, format == SISHEUR_FORMAT_JSON);
}
