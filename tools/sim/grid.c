// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * grid.c - columns that are as wide as what is in them
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../command.h"
#include "grid.h"

/* ECMA-48, Select Graphic Rendition */
static const char *const codes[] = {
	[SISHEUR_TONE_GOOD] = "\033[32m",
	[SISHEUR_TONE_BAD] = "\033[31m",
};

void sisheur_grid_add(struct sisheur_grid *grid, unsigned int tone,
		      const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = sisheur_vformat(format, args);
	va_end(args);
	grid->cells = sisheur_alloc(grid->cells, (grid->nr + 1) *
				    sizeof(*grid->cells));
	grid->tones = sisheur_alloc(grid->tones, grid->nr + 1);
	grid->cells[grid->nr] = text;
	grid->tones[grid->nr++] = (unsigned char)tone;
}

void sisheur_grid_hundredths(struct sisheur_grid *grid,
			     unsigned long long value)
{
	sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "%llu.%02llu", value / 100,
			 value % 100);
}

/* What is left of a row stays empty. */
void sisheur_grid_fill(struct sisheur_grid *grid)
{
	while (grid->nr % grid->nr_columns)
		sisheur_grid_add(grid, SISHEUR_TONE_PLAIN, "%s", "");
}

static size_t width_of(const struct sisheur_grid *grid, unsigned int column)
{
	size_t width = 0, i;

	for (i = column; i < grid->nr; i += grid->nr_columns) {
		size_t length = strlen(grid->cells[i]);

		if (length > width)
			width = length;
	}
	return width;
}

static void print_cell(const struct sisheur_grid *grid, size_t i, size_t width,
		       bool colour)
{
	unsigned int column = (unsigned int)(i % grid->nr_columns);
	const char *text = grid->cells[i];
	size_t blanks = width - strlen(text);
	bool left = grid->left >> column & 1;

	colour = colour && grid->tones[i];
	if (column)
		fputs("  ", stdout);
	if (!left)
		printf("%*s", (int)blanks, "");
	if (colour)
		fputs(codes[grid->tones[i]], stdout);
	sisheur_put_quoted(stdout, text);
	if (colour)
		fputs("\033[0m", stdout);
	/* No blanks at the end of a line. */
	if (left && column + 1 < grid->nr_columns)
		printf("%*s", (int)blanks, "");
}

void sisheur_grid_print(struct sisheur_grid *grid)
{
	size_t *widths = sisheur_alloc(NULL, grid->nr_columns *
				       sizeof(*widths));
	bool colour = sisheur_has_colour();
	unsigned int column;
	size_t i;

	for (column = 0; column < grid->nr_columns; column++)
		widths[column] = width_of(grid, column);
	for (i = 0; i < grid->nr; i++) {
		column = (unsigned int)(i % grid->nr_columns);
		print_cell(grid, i, widths[column], colour);
		if (column + 1 == grid->nr_columns)
			putchar('\n');
		free(grid->cells[i]);
	}
	free(grid->cells);
	free(grid->tones);
	free(widths);
	grid->cells = NULL;
	grid->tones = NULL;
	grid->nr = 0;
}

bool sisheur_change(unsigned long long from, unsigned long long to,
		    long long *change)
{
	unsigned long long difference = to > from ? to - from : from - to;
	unsigned long long cents;

	*change = 0;
	if (!from)
		return false;
	/* The product below must not wrap. */
	while (difference > ~0ULL / 20000) {
		difference /= 2;
		from = from / 2 ? from / 2 : 1;
	}
	cents = (difference * 10000 + from / 2) / from;
	*change = to >= from ? (long long)cents : -(long long)cents;
	return true;
}

void sisheur_grid_change(struct sisheur_grid *grid, unsigned long long from,
			 unsigned long long to, int better)
{
	unsigned int tone = SISHEUR_TONE_PLAIN;
	long long change;

	if (!sisheur_change(from, to, &change)) {
		sisheur_grid_add(grid, tone, "%s", to ? "new" : "");
		return;
	}
	if (better && change)
		tone = (change > 0) == (better > 0) ? SISHEUR_TONE_GOOD :
						      SISHEUR_TONE_BAD;
	sisheur_grid_add(grid, tone, "%c%lld.%02lld%%", change < 0 ? '-' : '+',
			 (change < 0 ? -change : change) / 100,
			 (change < 0 ? -change : change) % 100);
}
