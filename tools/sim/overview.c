// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overview.c - what does this rule do to everything
 *
 * The workloads of the mails, each at loads from a quarter of the CPUs to twice
 * as many, in a minute on two cores of today for 224 CPUs.
 */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "grid.h"

/* Those of the mails' tables, every other: 25 to 200 % of the CPUs. */
#define NR_LOADS	4

/* Less than a percent is no reason for a rule, whatever the seeds say. */
#define LEAST_CHANGE	100

/**
 * struct sisheur_theme - a workload of the overview
 * @workload: its name
 * @loads:    tasks, or pairs of which one task runs, in percent of the CPUs; 0:
 *	no more
 * @per_load: tasks or pairs of one unit of its load
 * @warmup:   before anything counts, seconds
 * @seconds:  that count
 * @seeds:    more where they differ by more
 */
struct sisheur_theme {
	const char *workload;
	unsigned int loads[NR_LOADS];
	unsigned int per_load;
	const char *warmup;
	const char *seconds;
	unsigned int seeds;
};

static const struct sisheur_theme parts[] = {
	/* After less, the budget is not yet what an overload makes of it. */
	{ "netperf-tcp", { 25, 50, 100, 200 }, 1, "0.15", "0.05", 2 },
	{ "tbench", { 25, 50, 100, 200 }, 1, "0.15", "0.05", 2 },
	{ "context-switch", { 25, 50, 100, 200 }, 1, "0.15", "0.05", 2 },
	{ "hackbench-process-pipe", { 25, 50, 100, 200 }, 28, "0.05", "0.05",
	  5 },
	{ "hackbench-process-sockets", { 25, 50, 100, 200 }, 28, "0.05",
	  "0.05", 5 },
	/* A round of it takes 60 ms, and a percentile needs some of them. */
	{ "schbench", { 25, 50, 100, 200 }, 28, "1", "4", 5 },
	/* Helpers; there are as many pinned tasks as 88 % of the CPUs. */
	{ "pinned", { 25, 50, 75 }, 1, "0.15", "0.05", 2 },
};

#define NR_PARTS	(sizeof(parts) / sizeof(parts[0]))

bool sisheur_is_overview(const char *workload)
{
	return strcmp(workload, "overview") == 0;
}

bool sisheur_overview_part(const struct sisheur_sim_options *o,
			   unsigned int nr_cpus, size_t n,
			   struct sisheur_sim_options *part, char sweep[80])
{
	unsigned int i, at = 0, load, before = 0;

	/* With one CPU, nobody can be pinned and leave one free. */
	if (n == NR_PARTS - (nr_cpus < 2))
		return false;
	*part = *o;
	part->workload = parts[n].workload;
	if (!o->warmup && !sisheur_is_set(o, "warmup"))
		part->warmup = parts[n].warmup;
	if (!o->seconds && !sisheur_is_set(o, "run"))
		part->seconds = parts[n].seconds;
	if (!o->seeds)
		part->seeds = parts[n].seeds;
	part->sweep = sweep;
	for (i = 0; i < NR_LOADS && parts[n].loads[i]; i++) {
		load = nr_cpus * parts[n].loads[i] / 100 / parts[n].per_load;
		load = load ? load : 1;
		/* On a small machine a quarter of a group is a group, too. */
		if (load == before)
			continue;
		at += (unsigned int)snprintf(sweep + at, 80 - at, "%s%u",
					     at ? "," : "load=", load);
		before = load;
	}
	return true;
}

/* ---- for persons ---- */

/**
 * struct sisheur_outcome - how the rows came out
 * @better: by more than seeds differ
 * @worse:  likewise
 * @unsure: by no more than that, which is a percent or more
 * @equal:  by less than a percent, and seeds differ by no more
 * @same:   both profiles made the same choices
 */
struct sisheur_outcome {
	unsigned int better;
	unsigned int worse;
	unsigned int unsure;
	unsigned int equal;
	unsigned int same;
};

static const char *judge(const struct sisheur_cells *cells, size_t i,
			 struct sisheur_outcome *tally)
{
	const struct sisheur_cell *a = &cells->cells[i], *b = a + 1;
	unsigned long long spread = a->spread > b->spread ? a->spread :
							    b->spread;
	long long change;

	if (a->nr_same == cells->nr_seeds) {
		tally->same++;
		return "same choices";
	}
	sisheur_change(a->row.values[cells->judged],
		       b->row.values[cells->judged], &change);
	/* No change at all says little where seeds differ by half. */
	if (spread >= LEAST_CHANGE &&
	    (unsigned long long)llabs(change) <= spread) {
		tally->unsure++;
		return "undecided";
	}
	if (llabs(change) < LEAST_CHANGE) {
		tally->equal++;
		return "unchanged";
	}
	if ((change > 0) == sisheur_table_more_is_better(cells)) {
		tally->better++;
		return "better";
	}
	tally->worse++;
	return "worse";
}

static void add_value(struct sisheur_grid *grid,
		      const struct sisheur_cells *cells, size_t i, bool spreads,
		      struct sisheur_outcome *tally)
{
	const struct sisheur_row *row = &cells->cells[i].row;
	unsigned int k;

	sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "%s",
			 cells->workload->name);
	sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "%llu",
			 row->values[SISHEUR_VALUE_LOAD]);
	sisheur_grid_add(grid, SISHEUR_TONE_PLAIN,
			 sisheur_table_more_is_better(cells) ? "%s/s" : "p99, us",
			 cells->workload->work_name);
	for (k = 0; k < cells->nr_sides; k++)
		sisheur_table_judged(grid, cells, i + k);
	if (cells->nr_sides > 1)
		sisheur_table_change(grid, cells, i);
	for (k = 0; spreads && k < cells->nr_sides; k++)
		sisheur_grid_hundredths(grid, cells->cells[i + k].spread);
	for (k = 0; k < cells->nr_sides; k++)
		sisheur_grid_hundredths(grid, cells->cells[i + k].row.values[
					SISHEUR_VALUE_SUCCESS_RATE] / 10);
	if (cells->nr_sides > 1)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "%s",
				 judge(cells, i, tally));
}

/* The runs of one workload from @at on. */
static struct sisheur_rows rows_of(const struct sisheur_rows *rows, size_t at)
{
	struct sisheur_rows part = { .rows = &rows->rows[at] };
	const char *name = sisheur_label_of(part.rows, SISHEUR_LABEL_WORKLOAD);

	while (at + part.nr < rows->nr &&
	       strcmp(sisheur_label_of(&part.rows[part.nr],
				       SISHEUR_LABEL_WORKLOAD), name) == 0)
		part.nr++;
	return part;
}

bool sisheur_rows_are_overview(const struct sisheur_rows *rows)
{
	return rows_of(rows, 0).nr < rows->nr;
}

static void add_head(struct sisheur_grid *grid,
		     const struct sisheur_cells *cells)
{
	static const char *const first[] = { "workload", "load", "in" };
	unsigned int i;

	for (i = 0; i < 3; i++)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "%s", first[i]);
	for (i = 0; i < cells->nr_sides; i++)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "%s",
				 sisheur_label_of(&cells->cells[i].row,
						  SISHEUR_LABEL_PROFILE));
	if (cells->nr_sides > 1)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "change");
	for (i = 0; cells->nr_seeds > 1 && i < cells->nr_sides; i++)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "spread%%");
	for (i = 0; i < cells->nr_sides; i++)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "success%%");
	if (cells->nr_sides > 1)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "verdict");
}

static void print_tally(const struct sisheur_outcome *t, bool spreads)
{
	printf("\n%u better, %u worse, %u with the same choices, %u unchanged: by "
	       "less than 1 %%", t->better, t->worse, t->same, t->equal);
	if (spreads)
		printf(", %u undecided: by no more than seeds differ by",
		       t->unsure);
	putchar('\n');
}

/* Those that are not of the time and seeds above. */
static void print_other(const struct sisheur_cells *cells,
			const struct sisheur_cells *first)
{
	const struct sisheur_row *row = &cells->cells[0].row;

	if (row->values[SISHEUR_VALUE_RUN_NS] ==
	    first->cells[0].row.values[SISHEUR_VALUE_RUN_NS] &&
	    row->values[SISHEUR_VALUE_WARMUP_NS] ==
	    first->cells[0].row.values[SISHEUR_VALUE_WARMUP_NS] &&
	    cells->nr_seeds == first->nr_seeds)
		return;
	printf("          %s: ", cells->workload->name);
	sisheur_head_time(row);
	if (cells->nr_seeds > 1)
		printf("; mean of %u seeds", cells->nr_seeds);
	putchar('\n');
}

/* The runs of each workload; how many there are. */
static size_t split(struct sisheur_cells *cells,
		    const struct sisheur_rows *rows)
{
	struct sisheur_rows part;
	size_t at, nr = 0;

	for (at = 0; at < rows->nr; at += part.nr) {
		part = rows_of(rows, at);
		sisheur_cells_make(&cells[nr++], &part);
	}
	return nr;
}

/* Two, unless a file that was merged has lost its other halves. */
static unsigned int sides_of(const struct sisheur_cells *cells, size_t nr)
{
	size_t n;

	for (n = 0; n < nr; n++)
		if (cells[n].nr_sides < 2 || cells[n].nr % 2)
			return 1;
	return 2;
}

void sisheur_overview_print(const struct sisheur_rows *rows)
{
	struct sisheur_outcome tally = { 0 };
	struct sisheur_grid grid = { .left = 5 };
	struct sisheur_cells *cells = sisheur_alloc(NULL, rows->nr *
						    sizeof(*cells));
	size_t nr = split(cells, rows), n, i;
	unsigned int nr_sides = sides_of(cells, nr);
	bool spreads = cells[0].nr_seeds > 1;

	puts("workload  overview: those of the mails, at a quarter to twice "
	     "what the CPUs can run");
	sisheur_head_rest(&cells[0]);
	for (n = 1; n < nr; n++)
		print_other(&cells[n], &cells[0]);
	putchar('\n');
	grid.nr_columns = 3 + (nr_sides > 1 ? 2 : 0) +
			  nr_sides * (spreads ? 3 : 2);
	if (nr_sides > 1)
		grid.left |= 1U << (grid.nr_columns - 1);
	for (n = 0; n < nr; n++)
		cells[n].nr_sides = nr_sides;
	add_head(&grid, &cells[0]);
	for (n = 0; n < nr; n++) {
		for (i = 0; i < cells[n].nr; i += nr_sides)
			add_value(&grid, &cells[n], i, spreads, &tally);
		sisheur_cells_free(&cells[n]);
	}
	free(cells);
	sisheur_grid_print(&grid);
	if (nr_sides > 1)
		print_tally(&tally, spreads);
}
