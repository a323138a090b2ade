// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * head.c - what all runs of a table have in common
 */
#include <string.h>

#include "cells.h"

static void print_seconds(unsigned long long ns)
{
	char text[32];
	size_t length = (size_t)snprintf(text, sizeof(text), "%llu.%09llu",
					 ns / 1000000000, ns % 1000000000);

	while (text[length - 1] == '0')
		length--;
	if (text[length - 1] == '.')
		length--;
	printf("%.*s s", (int)length, text);
}

/* "1 group", "2 groups" */
static void print_load(const struct sisheur_cells *cells,
		       unsigned long long load)
{
	const char *name = cells->workload->load_name;
	size_t length = strlen(name);

	if (load == 1 && name[length - 1] == 's')
		length--;
	printf(", %llu %.*s", load, (int)length, name);
}

void sisheur_head_time(const struct sisheur_row *row)
{
	print_seconds(row->values[SISHEUR_VALUE_WARMUP_NS]);
	fputs(" of warm-up, ", stdout);
	print_seconds(row->values[SISHEUR_VALUE_RUN_NS]);
	if (row->values[SISHEUR_VALUE_FINISHED_NS])
		fputs(" at most", stdout);
	fputs(" counted", stdout);
}

/* Machine, settings, time: what an overview has as well. */
void sisheur_head_rest(const struct sisheur_cells *cells)
{
	const struct sisheur_row *row = &cells->cells[0].row;
	const char *settings = sisheur_label_of(row, SISHEUR_LABEL_SETTINGS);

	fputs("machine   ", stdout);
	sisheur_put_quoted(stdout,
			   sisheur_label_of(row, SISHEUR_LABEL_MACHINE));
	printf(", %llu CPUs\n", row->values[SISHEUR_VALUE_NR_CPUS]);
	if (*settings) {
		fputs("settings  ", stdout);
		sisheur_put_quoted(stdout, settings);
		putchar('\n');
	}
	fputs("time      ", stdout);
	sisheur_head_time(row);
	if (cells->nr_seeds > 1)
		printf("; mean of %u seeds", cells->nr_seeds);
	putchar('\n');
	/* Of hackbench two seeds may differ by more than two profiles. */
	if (cells->nr_seeds == 1 && cells->nr_sides > 1)
		puts("seeds     one: how much of a change is chance, --seeds N "
		     "says");
}

void sisheur_head(const struct sisheur_cells *cells)
{
	const struct sisheur_row *row = &cells->cells[0].row;
	bool is_file = strcmp(cells->workload->name, "own") == 0;
	const char *key = sisheur_label_of(row, SISHEUR_LABEL_KEY);

	fputs("workload  ", stdout);
	sisheur_put_quoted(stdout,
			   sisheur_label_of(row, SISHEUR_LABEL_WORKLOAD));
	printf(": %s", is_file ? "as that file describes it" :
				 cells->workload->summary);
	if (strcmp(key, "load") != 0)
		print_load(cells, row->values[SISHEUR_VALUE_LOAD]);
	putchar('\n');
	sisheur_head_rest(cells);
	putchar('\n');
}
