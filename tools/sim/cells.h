/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * cells.h - the runs of one value and profile, over their seeds
 */
#ifndef SISHEUR_CELLS_H
#define SISHEUR_CELLS_H

#include "sim.h"

/**
 * struct sisheur_cell - a value under a profile
 * @row:    labels borrowed from the first run; values are means, and the
 *	ratios those of the summed counters
 * @spread: of what the workload is judged by: largest less smallest, in
 *	hundredths of a percent of the mean
 * @nr_same: seeds with which the other profile made the same choices
 */
struct sisheur_cell {
	struct sisheur_row row;
	unsigned long long spread;
	unsigned int nr_same;
};

/**
 * struct sisheur_cells - what is shown of a sweep
 * @cells:    each value under each profile
 * @nr:       how many
 * @nr_sides: profiles: one or two
 * @nr_seeds: runs of each cell
 * @workload: what it counts
 * @judged:   enum sisheur_value that it is judged by
 */
struct sisheur_cells {
	struct sisheur_cell *cells;
	size_t nr;
	unsigned int nr_sides;
	unsigned int nr_seeds;
	const struct sisheur_sim_workload *workload;
	unsigned int judged;
};

void sisheur_cells_make(struct sisheur_cells *cells,
			const struct sisheur_rows *rows);
void sisheur_cells_free(struct sisheur_cells *cells);

/* table.c: what the workload is judged by: of a cell, its change to the next */
struct sisheur_grid;
bool sisheur_table_more_is_better(const struct sisheur_cells *cells);
void sisheur_table_judged(struct sisheur_grid *grid,
			  const struct sisheur_cells *cells, size_t i);
void sisheur_table_change(struct sisheur_grid *grid,
			  const struct sisheur_cells *cells, size_t i);

/* head.c: what all of them have in common */
void sisheur_head(const struct sisheur_cells *cells);
void sisheur_head_rest(const struct sisheur_cells *cells);
void sisheur_head_time(const struct sisheur_row *row);

#endif /* SISHEUR_CELLS_H */
