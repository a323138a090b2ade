// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * published.c - reads a file of published figures
 */
#include <stdlib.h>
#include <string.h>

#include "published.h"

/* The most columns of a row: twice what any has. */
#define MAX_COLUMNS	20U

/* The text behind "#: KEY ", from @line on, which then is the next line. */
const char *sisheur_published_key(const struct sisheur_published_table *table,
				  const char *key, unsigned int *line)
{
	size_t length = strlen(key);

	for (; table->lines[*line]; ++*line) {
		const char *text = table->lines[*line];

		if (strncmp(text, "#: ", 3) == 0 &&
		    strncmp(text + 3, key, length) == 0 &&
		    text[3 + length] == ' ') {
			++*line;
			return text + 4 + length;
		}
	}
	return NULL;
}

static const char *only(const struct sisheur_published_table *table,
			const char *key)
{
	unsigned int line = 0;

	return sisheur_published_key(table, key, &line);
}

static bool wrong(const struct sisheur_published_table *table,
		  unsigned int line, const char *what, const char *word)
{
	sisheur_message("sisheur sim: %s.tsv:%u: %s '%s'", table->name,
			line + 1, what, word);
	return false;
}

/* Cuts a copy of a line into its columns; the table keeps the copy. */
static unsigned int cut(struct sisheur_published_table *table, const char *line,
			const char **columns)
{
	char *copy = strcpy(sisheur_alloc(NULL, strlen(line) + 1), line);
	unsigned int nr = 0;

	table->texts = sisheur_alloc(table->texts, (table->nr_texts + 1) *
				     sizeof(*table->texts));
	table->texts[table->nr_texts++] = copy;
	while (nr < MAX_COLUMNS) {
		size_t length = strcspn(copy, "\t");
		bool last = !copy[length];

		columns[nr++] = copy;
		copy[length] = '\0';
		if (last)
			break;
		copy += length + 1;
	}
	return nr;
}

/* Up to three decimals, with or without a sign. */
static bool milli(const char *text, long long *value)
{
	bool negative = *text == '-';
	unsigned int decimals = 0;
	bool point = false;

	text += *text == '-' || *text == '+';
	for (*value = 0; *text; text++) {
		if (*text == '.' && !point) {
			point = true;
			continue;
		}
		if (*text < '0' || *text > '9' || decimals == 3)
			return false;
		*value = *value * 10 + (*text - '0');
		decimals += point;
	}
	for (; decimals < 3; decimals++)
		*value *= 10;
	*value = negative ? -*value : *value;
	return true;
}

static bool take_column(struct sisheur_published_table *table,
			struct sisheur_published_row *row, const char *name,
			const char *text)
{
	unsigned int i;

	if (strcmp(name, "workload") == 0)
		row->workload = text;
	else if (strcmp(name, "machine") == 0)
		row->machine = text;
	else if (strcmp(name, "before") == 0)
		row->before = text;
	else if (strcmp(name, "after") == 0)
		row->after = text;
	else if (strcmp(name, "loops") == 0)
		row->loops = text;
	else if (strcmp(name, "load") == 0)
		row->load = (unsigned int)strtoul(text, NULL, 10);
	else if (strcmp(name, "used") == 0)
		row->used = strcmp(text, "yes") == 0;
	for (i = 0; i < table->nr_measures; i++) {
		if (strcmp(table->measures[i]->name, name))
			continue;
		row->is_known[i] = strcmp(text, "-") != 0;
		return !row->is_known[i] || milli(text, &row->published[i]);
	}
	return true;
}

static bool take_row(struct sisheur_published_table *table, unsigned int line,
		     const char *const *names, unsigned int nr)
{
	const char *columns[MAX_COLUMNS];
	struct sisheur_published_row *row;
	unsigned int i;

	table->rows = sisheur_alloc(table->rows, (table->nr + 1) *
				    sizeof(*table->rows));
	row = memset(&table->rows[table->nr++], 0, sizeof(*row));
	row->machine = table->machine;
	row->before = table->before;
	row->after = table->after;
	if (cut(table, table->lines[line], columns) != nr)
		return wrong(table, line, "other columns than", names[0]);
	for (i = 0; i < nr; i++)
		if (!take_column(table, row, names[i], columns[i]))
			return wrong(table, line, "no number:", columns[i]);
	if (row->workload && row->machine && row->before && row->load)
		return true;
	return wrong(table, line, "incomplete:", columns[0]);
}

bool sisheur_published_read(struct sisheur_published_table *table,
			    const struct sisheur_published *file)
{
	const char *names[MAX_COLUMNS];
	unsigned int line, nr = 0, i;
	const char *seeds;

	memset(table, 0, sizeof(*table));
	table->name = file->name;
	table->lines = file->lines;
	table->title = only(table, "title");
	table->machine = only(table, "machine");
	table->before = only(table, "before");
	table->after = only(table, "after");
	seeds = only(table, "seeds");
	table->nr_seeds = seeds ? (unsigned int)strtoul(seeds, NULL, 10) : 1;
	if (!table->nr_seeds || table->nr_seeds > SISHEUR_MAX_SEEDS)
		return wrong(table, 0, "seeds", seeds);
	for (line = 0; table->lines[line]; line++) {
		if (table->lines[line][0] == '#')
			continue;
		if (nr) {
			if (!take_row(table, line, names, nr))
				return false;
			continue;
		}
		nr = cut(table, table->lines[line], names);
		for (i = 0; i < nr; i++) {
			const struct sisheur_measure *m =
				sisheur_measure(names[i]);

			if (m && table->nr_measures < SISHEUR_MAX_MEASURES)
				table->measures[table->nr_measures++] = m;
		}
	}
	if (table->title && table->nr && table->nr_measures)
		return true;
	return wrong(table, 0, "no table:", file->name);
}

void sisheur_published_count(const struct sisheur_published_table *table,
			     unsigned int *published, unsigned int *used)
{
	unsigned int n;
	size_t i;

	*published = 0;
	*used = 0;
	for (i = 0; i < table->nr; i++) {
		const struct sisheur_published_row *row = &table->rows[i];

		for (n = 0; n < table->nr_measures; n++)
			if (row->is_known[n])
				break;
		*published += n < table->nr_measures;
		*used += row->used;
	}
}

void sisheur_published_free(struct sisheur_published_table *table)
{
	size_t i;

	for (i = 0; i < table->nr_texts; i++)
		free(table->texts[i]);
	free(table->texts);
	free(table->rows);
	memset(table, 0, sizeof(*table));
}
