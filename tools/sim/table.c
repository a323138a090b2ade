// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * table.c - rows for persons
 */
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "grid.h"

/**
 * enum sisheur_unit - how a value is shown
 * @UNIT_COUNT:    as it is
 * @UNIT_PER_S:    thousandths, as a whole number
 * @UNIT_US:       nanoseconds, in microseconds
 * @UNIT_MS:       nanoseconds, in milliseconds; not shown if it is 0
 * @UNIT_PERCENT:  thousandths of a percent
 * @UNIT_SHARE:    in percent of all wake-ups
 */
enum sisheur_unit {
	UNIT_COUNT,
	UNIT_PER_S,
	UNIT_US,
	UNIT_MS,
	UNIT_PERCENT,
	UNIT_SHARE,
};

/**
 * struct sisheur_line - a line of the table of one value
 * @name:   what it is; NULL: what the workload counts
 * @value:  enum sisheur_value
 * @unit:   enum sisheur_unit
 * @better: 1: more is better, -1: less is, 0: neither
 */
struct sisheur_line {
	const char *name;
	unsigned int value;
	unsigned int unit;
	int better;
};

#define STEP(name, step) \
	{ "  by step " name ", %", SISHEUR_VALUE_PLACED + \
	  SISHEUR_STEP_ ## step, UNIT_SHARE, 0 }

static const struct sisheur_line lines[] = {
	{ NULL, SISHEUR_VALUE_WORK_PER_S, UNIT_PER_S, 1 },
	{ "until all have ended, ms", SISHEUR_VALUE_FINISHED_NS, UNIT_MS, -1 },
	{ "latency 50 %, us", SISHEUR_VALUE_P50_NS, UNIT_US, -1 },
	{ "latency 90 %, us", SISHEUR_VALUE_P90_NS, UNIT_US, -1 },
	{ "latency 99 %, us", SISHEUR_VALUE_P99_NS, UNIT_US, -1 },
	{ "latency, longest, us", SISHEUR_VALUE_MAX_NS, UNIT_US, -1 },
	{ "utilisation, %", SISHEUR_VALUE_UTIL, UNIT_PERCENT, 0 },
	{ "searches", SISHEUR_VALUE_SEARCH, UNIT_COUNT, 0 },
	{ "domain searches", SISHEUR_VALUE_DOMAIN_SEARCH, UNIT_COUNT, 0 },
	{ "scanned", SISHEUR_VALUE_SCANNED, UNIT_COUNT, -1 },
	{ "failed", SISHEUR_VALUE_FAILED, UNIT_COUNT, 0 },
	{ "se_eff, %", SISHEUR_VALUE_SE_EFF, UNIT_PERCENT, 1 },
	{ "dom_eff, %", SISHEUR_VALUE_DOM_EFF, UNIT_PERCENT, 1 },
	{ "fast_rate, %", SISHEUR_VALUE_FAST_RATE, UNIT_PERCENT, 1 },
	{ "success_rate, %", SISHEUR_VALUE_SUCCESS_RATE, UNIT_PERCENT, 1 },
	{ "wake-ups", SISHEUR_VALUE_WAKEUPS, UNIT_COUNT, 0 },
	{ "  not yet gone, %", SISHEUR_VALUE_KEPT, UNIT_SHARE, 0 },
	{ "  still on its CPU, %", SISHEUR_VALUE_QUEUED, UNIT_SHARE, 0 },
	STEP("target", TARGET),
	STEP("pair", PAIR),
	STEP("prev", PREV),
	STEP("kthread", KTHREAD),
	STEP("recent", RECENT),
	STEP("no domain", NO_DOMAIN),
	STEP("smt", SMT),
	STEP("scan", SCAN),
	STEP("late", LATE),
	STEP("last", LAST),
	{ "  by one's own step, %", SISHEUR_VALUE_PLACED_OWN, UNIT_SHARE, 0 },
	{ "preemptions", SISHEUR_VALUE_PREEMPTIONS, UNIT_COUNT, 0 },
	{ "migrations", SISHEUR_VALUE_MIGRATIONS, UNIT_COUNT, -1 },
	{ "  between cores", SISHEUR_VALUE_CORE_MIGRATIONS, UNIT_COUNT, -1 },
	{ "  between LLCs", SISHEUR_VALUE_LLC_MIGRATIONS, UNIT_COUNT, -1 },
	{ "pulled when newly idle", SISHEUR_VALUE_PULLED_NEWIDLE, UNIT_COUNT,
	  0 },
	{ "pulled by balance", SISHEUR_VALUE_PULLED_BALANCE, UNIT_COUNT, 0 },
	{ "nr_idle_scan, first LLC", SISHEUR_VALUE_NR_IDLE_SCAN, UNIT_COUNT,
	  0 },
	{ "context switches", SISHEUR_VALUE_SWITCHES, UNIT_COUNT, 0 },
};

#define NR_LINES	(sizeof(lines) / sizeof(lines[0]))

static void add_value(struct sisheur_grid *grid, unsigned int unit,
		      unsigned long long value, unsigned long long wakeups)
{
	if (unit == UNIT_SHARE) {
		sisheur_grid_hundredths(grid, wakeups ? value * 10000 / wakeups :
							0);
	} else if (unit == UNIT_PERCENT) {
		sisheur_grid_add(grid, 0, "%llu.%03llu", value / 1000,
				 value % 1000);
	} else if (unit == UNIT_MS && !value) {
		sisheur_grid_add(grid, 0, "%s", "never");
	} else if (unit == UNIT_MS) {
		sisheur_grid_add(grid, 0, "%llu.%03llu", value / 1000000,
				 value / 1000 % 1000);
	} else if (unit == UNIT_US) {
		value = (value + 50) / 100;
		sisheur_grid_add(grid, 0, "%llu.%llu", value / 10, value % 10);
	} else if (unit == UNIT_PER_S) {
		sisheur_grid_add(grid, 0, "%llu", (value + 500) / 1000);
	} else {
		sisheur_grid_add(grid, 0, "%llu", value);
	}
}

/* What a change is of: shares change by what they are, not by what they count. */
static unsigned long long compared(unsigned int unit, unsigned long long value,
				   unsigned long long wakeups)
{
	if (unit != UNIT_SHARE)
		return value;
	/* The product below must not wrap. */
	while (value > ~0ULL / 1000000000) {
		value /= 2;
		wakeups /= 2;
	}
	return wakeups ? value * 1000000000 / wakeups : 0;
}

/* ---- one value: a line for each figure ---- */

static const char *name_of(const struct sisheur_line *line,
			   const struct sisheur_cells *cells)
{
	static char text[80];

	if (line->name)
		return line->name;
	snprintf(text, sizeof(text), "%s a second", cells->workload->work_name);
	return text;
}

static bool is_shown(const struct sisheur_line *line,
		     const struct sisheur_cells *cells)
{
	size_t i;

	if (line->unit != UNIT_SHARE && line->unit != UNIT_MS)
		return true;
	for (i = 0; i < cells->nr; i++)
		if (cells->cells[i].row.values[line->value])
			return true;
	return false;
}

static void add_spread(struct sisheur_grid *grid,
		       const struct sisheur_cells *cells)
{
	unsigned int i;

	if (cells->nr_seeds < 2)
		return;
	sisheur_grid_add(grid, 0, "  spread of seeds, %%");
	for (i = 0; i < cells->nr_sides; i++)
		sisheur_grid_hundredths(grid, cells->cells[i].spread);
	sisheur_grid_fill(grid);
}

/* No change at all may be a rule that was never asked: that is another thing. */
static void print_same(const struct sisheur_cells *cells)
{
	unsigned int same = cells->cells[0].nr_same;

	if (!same)
		return;
	fputs("\nBoth profiles made the same choices", stdout);
	if (cells->nr_seeds > 1)
		printf(" with %u of %u seeds", same, cells->nr_seeds);
	printf(": %swhat differs between them decided none.\n",
	       same < cells->nr_seeds ? "there, " : "");
}

static void print_one(const struct sisheur_cells *cells)
{
	struct sisheur_grid grid = {
		.nr_columns = 1 + cells->nr_sides + (cells->nr_sides > 1),
		.left = 1,
	};
	unsigned int judged = cells->judged, i;
	size_t n;

	sisheur_grid_add(&grid, 0, "%s", "");
	for (i = 0; i < cells->nr_sides; i++)
		sisheur_grid_add(&grid, 0, "%s",
				 sisheur_label_of(&cells->cells[i].row,
						  SISHEUR_LABEL_PROFILE));
	if (cells->nr_sides > 1)
		sisheur_grid_add(&grid, 0, "change");
	for (n = 0; n < NR_LINES; n++) {
		const struct sisheur_line *line = &lines[n];
		unsigned long long of[2] = { 0 };

		if (!is_shown(line, cells))
			continue;
		sisheur_grid_add(&grid, 0, "%s", name_of(line, cells));
		for (i = 0; i < cells->nr_sides; i++) {
			const unsigned long long *v =
				cells->cells[i].row.values;

			add_value(&grid, line->unit, v[line->value],
				  v[SISHEUR_VALUE_WAKEUPS]);
			of[i] = compared(line->unit, v[line->value],
					 v[SISHEUR_VALUE_WAKEUPS]);
		}
		if (cells->nr_sides > 1)
			sisheur_grid_change(&grid, of[0], of[1], line->better);
		if (line->value == judged)
			add_spread(&grid, cells);
	}
	sisheur_grid_print(&grid);
	print_same(cells);
}

/* ---- what the workload is judged by ---- */

static const struct sisheur_line *judged_line(const struct sisheur_cells *cells)
{
	const struct sisheur_line *line = lines;

	while (line->value != cells->judged)
		line++;
	return line;
}

bool sisheur_table_more_is_better(const struct sisheur_cells *cells)
{
	return judged_line(cells)->better > 0;
}

void sisheur_table_judged(struct sisheur_grid *grid,
			  const struct sisheur_cells *cells, size_t i)
{
	add_value(grid, judged_line(cells)->unit,
		  cells->cells[i].row.values[cells->judged], 0);
}

void sisheur_table_change(struct sisheur_grid *grid,
			  const struct sisheur_cells *cells, size_t i)
{
	sisheur_grid_change(grid, cells->cells[i].row.values[cells->judged],
			    cells->cells[i + 1].row.values[cells->judged],
			    judged_line(cells)->better);
}

/* ---- a sweep: a line for each value and profile ---- */

static const struct sisheur_line columns[] = {
	{ NULL, SISHEUR_VALUE_WORK_PER_S, UNIT_PER_S, 1 },
	{ "ended ms", SISHEUR_VALUE_FINISHED_NS, UNIT_MS, -1 },
	{ "p50 us", SISHEUR_VALUE_P50_NS, UNIT_US, -1 },
	{ "p90 us", SISHEUR_VALUE_P90_NS, UNIT_US, -1 },
	{ "p99 us", SISHEUR_VALUE_P99_NS, UNIT_US, -1 },
	{ "util%", SISHEUR_VALUE_UTIL, UNIT_PERCENT, 0 },
	{ "se_eff%", SISHEUR_VALUE_SE_EFF, UNIT_PERCENT, 1 },
	{ "dom_eff%", SISHEUR_VALUE_DOM_EFF, UNIT_PERCENT, 1 },
	{ "fast%", SISHEUR_VALUE_FAST_RATE, UNIT_PERCENT, 1 },
	{ "success%", SISHEUR_VALUE_SUCCESS_RATE, UNIT_PERCENT, 1 },
	{ "migrations", SISHEUR_VALUE_MIGRATIONS, UNIT_COUNT, -1 },
};

#define NR_COLUMNS \
	((unsigned int)(sizeof(columns) / sizeof(columns[0])))

static void add_cell(struct sisheur_grid *grid,
		     const struct sisheur_cells *cells, size_t i)
{
	const struct sisheur_cell *cell = &cells->cells[i];
	bool second = i % cells->nr_sides;
	size_t n;

	sisheur_grid_add(grid, 0, "%llu", cell->row.values[SISHEUR_VALUE_SWEPT]);
	sisheur_grid_add(grid, 0, "%s", sisheur_label_of(&cell->row,
			 SISHEUR_LABEL_PROFILE));
	for (n = 0; n < NR_COLUMNS; n++)
		if (is_shown(&columns[n], cells))
			add_value(grid, columns[n].unit,
				  cell->row.values[columns[n].value], 0);
	if (cells->nr_seeds > 1)
		sisheur_grid_hundredths(grid, cell->spread);
	if (second && cell->nr_same == cells->nr_seeds)
		sisheur_grid_add(grid, 0, "same");
	else if (second)
		sisheur_table_change(grid, cells, i - 1);
	sisheur_grid_fill(grid);
}

/* What differs from value to value; without a sweep that is the load. */
static const char *name_of_key(const struct sisheur_cells *cells)
{
	const char *key = sisheur_label_of(&cells->cells[0].row,
					   SISHEUR_LABEL_KEY);

	return *key && strcmp(key, "load") ? key : cells->workload->load_name;
}

static void print_sweep(const struct sisheur_cells *cells)
{
	struct sisheur_grid grid = { .left = 2 };
	bool any = false;
	size_t n;

	grid.nr_columns = 2U + (cells->nr_seeds > 1) + (cells->nr_sides > 1);
	for (n = 0; n < NR_COLUMNS; n++)
		grid.nr_columns += is_shown(&columns[n], cells);
	sisheur_grid_add(&grid, 0, "%s", name_of_key(cells));
	sisheur_grid_add(&grid, 0, "profile");
	for (n = 0; n < NR_COLUMNS; n++) {
		const char *name = columns[n].name;

		if (is_shown(&columns[n], cells))
			sisheur_grid_add(&grid, 0, "%s%s", name ? name :
					 cells->workload->work_name,
					 name ? "" : "/s");
	}
	if (cells->nr_seeds > 1)
		sisheur_grid_add(&grid, 0, "spread%%");
	if (cells->nr_sides > 1)
		sisheur_grid_add(&grid, 0, "change");
	for (n = 0; n < cells->nr; n++) {
		add_cell(&grid, cells, n);
		any |= cells->cells[n].nr_same == cells->nr_seeds;
	}
	sisheur_grid_print(&grid);
	if (any)
		puts("\nsame: both profiles made the same choices: what differs "
		     "between them decided none.");
}

/* ---- what each CPU did ---- */

static const struct sisheur_line cpu_columns[] = {
	{ "util%", SISHEUR_VALUE_UTIL, UNIT_PERCENT, 0 },
	{ "search", SISHEUR_VALUE_SEARCH, UNIT_COUNT, 0 },
	{ "domain_search", SISHEUR_VALUE_DOMAIN_SEARCH, UNIT_COUNT, 0 },
	{ "scanned", SISHEUR_VALUE_SCANNED, UNIT_COUNT, 0 },
	{ "failed", SISHEUR_VALUE_FAILED, UNIT_COUNT, 0 },
	{ "se_eff%", SISHEUR_VALUE_SE_EFF, UNIT_PERCENT, 0 },
	{ "dom_eff%", SISHEUR_VALUE_DOM_EFF, UNIT_PERCENT, 0 },
	{ "fast%", SISHEUR_VALUE_FAST_RATE, UNIT_PERCENT, 0 },
	{ "success%", SISHEUR_VALUE_SUCCESS_RATE, UNIT_PERCENT, 0 },
	{ "switches", SISHEUR_VALUE_SWITCHES, UNIT_COUNT, 0 },
	{ "arrivals", SISHEUR_VALUE_ARRIVALS, UNIT_COUNT, 0 },
};

#define NR_CPU_COLUMNS	(sizeof(cpu_columns) / sizeof(cpu_columns[0]))

static void print_cpus(const struct sisheur_rows *rows,
		       const struct sisheur_cells *cells)
{
	struct sisheur_grid grid = { .nr_columns = 4 + NR_CPU_COLUMNS,
				     .left = 2 };
	size_t i, n;

	/* A run is followed by its CPUs. */
	if (rows->nr < 2 || !rows->rows[1].is_cpu)
		return;
	putchar('\n');
	sisheur_grid_add(&grid, 0, "%s", name_of_key(cells));
	sisheur_grid_add(&grid, 0, "profile");
	sisheur_grid_add(&grid, 0, "seed");
	sisheur_grid_add(&grid, 0, "CPU");
	for (n = 0; n < NR_CPU_COLUMNS; n++)
		sisheur_grid_add(&grid, 0, "%s", cpu_columns[n].name);
	for (i = 0; i < rows->nr; i++) {
		const struct sisheur_row *row = &rows->rows[i];
		const unsigned long long *v = row->values;

		if (!row->is_cpu)
			continue;
		sisheur_grid_add(&grid, 0, "%llu", v[SISHEUR_VALUE_SWEPT]);
		sisheur_grid_add(&grid, 0, "%s", sisheur_label_of(row,
				 SISHEUR_LABEL_PROFILE));
		sisheur_grid_add(&grid, 0, "%llu", v[SISHEUR_VALUE_SEED]);
		sisheur_grid_add(&grid, 0, "%llu", v[SISHEUR_VALUE_CPU]);
		for (n = 0; n < NR_CPU_COLUMNS; n++)
			add_value(&grid, cpu_columns[n].unit,
				  v[cpu_columns[n].value], 0);
	}
	sisheur_grid_print(&grid);
}

void sisheur_table(const struct sisheur_rows *rows)
{
	struct sisheur_cells cells;

	if (sisheur_rows_are_overview(rows)) {
		sisheur_overview_print(rows);
		return;
	}
	sisheur_cells_make(&cells, rows);
	sisheur_head(&cells);
	if (cells.nr == cells.nr_sides)
		print_one(&cells);
	else
		print_sweep(&cells);
	print_cpus(rows, &cells);
	sisheur_cells_free(&cells);
}
