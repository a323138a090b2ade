/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * grid.h - columns that are as wide as what is in them
 */
#ifndef SISHEUR_GRID_H
#define SISHEUR_GRID_H

#include <stdbool.h>
#include <stddef.h>

/**
 * enum sisheur_tone - what a cell says about a change
 * @SISHEUR_TONE_PLAIN: nothing
 * @SISHEUR_TONE_GOOD:  green on a terminal
 * @SISHEUR_TONE_BAD:   red on a terminal
 */
enum sisheur_tone {
	SISHEUR_TONE_PLAIN,
	SISHEUR_TONE_GOOD,
	SISHEUR_TONE_BAD,
};

/**
 * struct sisheur_grid - a table being filled, row by row
 * @nr_columns: how many columns
 * @left:  bit N: column N is aligned to the left
 * @cells: owned, private as what follows
 * @tones: owned
 * @nr:    how many cells
 */
struct sisheur_grid {
	unsigned int nr_columns;
	unsigned int left;
	char **cells;
	unsigned char *tones;
	size_t nr;
};

void sisheur_grid_add(struct sisheur_grid *grid, unsigned int tone,
		      const char *format, ...)
	__attribute__((__format__(__printf__, 3, 4)));
void sisheur_grid_fill(struct sisheur_grid *grid);
void sisheur_grid_print(struct sisheur_grid *grid);

/* What is counted in hundredths, mostly of a percent. */
void sisheur_grid_hundredths(struct sisheur_grid *grid,
			     unsigned long long value);

/* A change of @from to @to in hundredths of a percent; false: from nothing. */
bool sisheur_change(unsigned long long from, unsigned long long to,
		    long long *change);

/* The same as a cell; @better: 1: more is better, -1: less is, 0: neither. */
void sisheur_grid_change(struct sisheur_grid *grid, unsigned long long from,
			 unsigned long long to, int better);

#endif /* SISHEUR_GRID_H */
