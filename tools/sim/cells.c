// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cells.c - the runs of one value and profile, over their seeds
 *
 * Runs come in the order of plan.c: value, profile, seed.
 */
#include <stdlib.h>
#include <string.h>

#include "cells.h"

/*
 * Tasks that end are judged by when they have: what they find in full channels
 * is work that the other profile may have done before.  Who counts no work is
 * judged by latency, as is who asks for it.
 */
static unsigned int judged_by(const struct sisheur_sim_workload *workload,
			      const struct sisheur_rows *rows)
{
	bool works = false, ends = true;
	size_t i;

	for (i = 0; i < rows->nr; i++) {
		const struct sisheur_row *row = &rows->rows[i];

		works |= row->values[SISHEUR_VALUE_WORK_PER_S] != 0;
		ends &= row->is_cpu || row->values[SISHEUR_VALUE_FINISHED_NS];
	}
	if (ends)
		return SISHEUR_VALUE_FINISHED_NS;
	/* schbench's own summary is of its 99th percentile. */
	return workload->is_latency || !works ? SISHEUR_VALUE_P99_NS :
						SISHEUR_VALUE_WORK_PER_S;
}

static bool same_cell(const struct sisheur_row *a, const struct sisheur_row *b)
{
	return a->values[SISHEUR_VALUE_SWEPT] ==
	       b->values[SISHEUR_VALUE_SWEPT] &&
	       strcmp(sisheur_label_of(a, SISHEUR_LABEL_PROFILE),
		      sisheur_label_of(b, SISHEUR_LABEL_PROFILE)) == 0;
}

/* Makes a cell of the runs from @at on; returns what is behind them. */
static size_t make_cell(struct sisheur_cell *cell, unsigned int *nr,
			const struct sisheur_rows *rows, size_t at,
			unsigned int judged)
{
	unsigned long long low = ~0ULL, high = 0, mean;
	const struct sisheur_row *first = &rows->rows[at];
	bool ends = true;
	unsigned int i;

	cell->row = *first;
	cell->nr_same = 0;
	memset(&cell->row.values[SISHEUR_VALUE_NR_TASKS], 0,
	       (SISHEUR_VALUE_DIGEST - SISHEUR_VALUE_NR_TASKS) *
	       sizeof(cell->row.values[0]));
	for (*nr = 0; at < rows->nr; at++) {
		const struct sisheur_row *row = &rows->rows[at];
		const unsigned long long *v = row->values;

		if (row->is_cpu)
			continue;
		if (!same_cell(row, first))
			break;
		sisheur_row_add(&cell->row, row);
		ends &= v[SISHEUR_VALUE_FINISHED_NS] != 0;
		low = v[judged] < low ? v[judged] : low;
		high = v[judged] > high ? v[judged] : high;
		cell->nr_same += v[SISHEUR_VALUE_SAME_CHOICES] ==
				 SISHEUR_TRUTH_YES;
		++*nr;
	}
	/* Sums become means; the ratios stay those of the sums. */
	for (i = SISHEUR_VALUE_NR_TASKS; i < SISHEUR_VALUE_DIGEST; i++)
		if (i < SISHEUR_VALUE_SE_EFF || i > SISHEUR_VALUE_SUCCESS_RATE)
			cell->row.values[i] /= *nr;
	/* The mean of those that ended would be that of the fastest. */
	if (!ends)
		cell->row.values[SISHEUR_VALUE_FINISHED_NS] = 0;
	mean = cell->row.values[judged];
	cell->spread = mean && high - low < ~0ULL / 10000 ?
		       (high - low) * 10000 / mean : 0;
	return at;
}

void sisheur_cells_make(struct sisheur_cells *cells,
			const struct sisheur_rows *rows)
{
	const struct sisheur_row *first = &rows->rows[0];
	unsigned int nr = 0;
	size_t at = 0;

	memset(cells, 0, sizeof(*cells));
	cells->workload = sisheur_workload_named(
		sisheur_label_of(first, SISHEUR_LABEL_WORKLOAD));
	/* What has no name is a file's. */
	if (!cells->workload)
		cells->workload = sisheur_workload_named("own");
	cells->judged = judged_by(cells->workload, rows);
	cells->cells = sisheur_alloc(NULL, rows->nr * sizeof(*cells->cells));
	while (at < rows->nr)
		at = make_cell(&cells->cells[cells->nr++], &nr, rows, at,
			       cells->judged);
	cells->nr_seeds = nr;
	cells->nr_sides = cells->nr > 1 &&
		cells->cells[0].row.values[SISHEUR_VALUE_SWEPT] ==
		cells->cells[1].row.values[SISHEUR_VALUE_SWEPT] ? 2 : 1;
}

void sisheur_cells_free(struct sisheur_cells *cells)
{
	free(cells->cells);
	memset(cells, 0, sizeof(*cells));
}
