/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * published.h - published figures, as they stand in the files of published/
 *
 * A file is tab-separated: lines "#: KEY TEXT", a heading, rows.  Keys:
 *
 *   title TEXT             what the figures are
 *   source TEXT            where they come from; may be repeated
 *   machine NAME           of every row without a column machine
 *   before, after SIDE     of every row without such a column: PROFILE, then
 *                          any of "percent", "placement=PLACE", NAME=VALUE
 *   time WORKLOAD MS MS    warm-up, and what counts; the first that fits; *
 *                          fits all
 *   set WORKLOAD NAME=VALUE
 *   seeds N                how often each row is simulated; 1
 *
 * A WORKLOAD there is the beginning of a name.  A column is one of workload,
 * machine, load, loops (of the simulation), before, after, used ("yes": the
 * row was used to choose costs), a measure of measure.c, or a fact that is kept
 * and not compared.  A measure that was not published is "-".
 */
#ifndef SISHEUR_PUBLISHED_H
#define SISHEUR_PUBLISHED_H

#include "sim.h"

/* The most measures of a row: counters, or ratios. */
#define SISHEUR_MAX_MEASURES	4U

/* The most seeds of a table: what a minute has room for. */
#define SISHEUR_MAX_SEEDS	16U

/**
 * struct sisheur_published - a file
 * @name:  without its ending; NULL behind the last
 * @lines: NULL behind the last
 */
struct sisheur_published {
	const char *name;
	const char *const *lines;
};

extern const struct sisheur_published sisheur_published[];

/**
 * enum sisheur_form - how a measure is made of runs
 * @SISHEUR_FORM_RATIO:  a ratio of the first side
 * @SISHEUR_FORM_GAIN:   the growth of a value, percent of the first side's
 * @SISHEUR_FORM_LOWER:  the fall of a value, percent
 */
enum sisheur_form {
	SISHEUR_FORM_RATIO,
	SISHEUR_FORM_GAIN,
	SISHEUR_FORM_LOWER,
};

/**
 * struct sisheur_measure - what was published
 * @name:    of its column
 * @value:   enum sisheur_value
 * @form:    enum sisheur_form
 * @judged:  a row of ratios is as published if these are
 */
struct sisheur_measure {
	const char *name;
	unsigned int value;
	unsigned int form;
	bool judged;
};

/**
 * struct sisheur_published_row - a row and what came of it
 * @workload:  name
 * @machine:   name
 * @load:      threads, groups, pairs
 * @loops:     rounds after which a task ends; NULL: none does
 * @before:    the first side
 * @after:     the second; NULL if there is none
 * @used:      to choose costs
 * @is_known:  [measure] it was published
 * @published: [measure] in thousandths
 * @runs:      [side][seed] number of the run
 */
struct sisheur_published_row {
	const char *workload;
	const char *machine;
	const char *before;
	const char *after;
	const char *loops;
	unsigned int load;
	bool used;
	bool is_known[SISHEUR_MAX_MEASURES];
	long long published[SISHEUR_MAX_MEASURES];
	size_t runs[2][SISHEUR_MAX_SEEDS];
};

/**
 * struct sisheur_published_table - a file that was read
 * @name:     as it is asked for
 * @lines:    of the file
 * @title:    what the figures are
 * @machine:  of rows that have none; NULL
 * @before:   likewise; NULL
 * @after:    likewise; NULL
 * @nr_seeds: how often each row is simulated
 * @measures: of its columns
 * @nr_measures: how many
 * @rows:     owned
 * @nr:       how many
 * @texts:    owned: the words of its rows
 * @nr_texts: how many
 */
struct sisheur_published_table {
	const char *name;
	const char *const *lines;
	const char *title;
	const char *machine;
	const char *before;
	const char *after;
	unsigned int nr_seeds;
	const struct sisheur_measure *measures[SISHEUR_MAX_MEASURES];
	unsigned int nr_measures;
	struct sisheur_published_row *rows;
	size_t nr;
	char **texts;
	size_t nr_texts;
};

/* published.c: false after a message */
bool sisheur_published_read(struct sisheur_published_table *table,
			    const struct sisheur_published *file);
void sisheur_published_free(struct sisheur_published_table *table);
/* How many rows have figures, and how many were used to choose costs. */
void sisheur_published_count(const struct sisheur_published_table *table,
			     unsigned int *published, unsigned int *used);
const char *sisheur_published_key(const struct sisheur_published_table *table,
				  const char *key, unsigned int *line);

/* measure.c */
const struct sisheur_measure *sisheur_measure(const char *name);
bool sisheur_measure_of(const struct sisheur_measure *measure,
			const struct sisheur_row *before,
			const struct sisheur_row *after, long long *milli);

/* placement.c: where a pair was put by hand; NULL if there is no such place */
int (*sisheur_placement(const char *name))(void *ctx,
					   const struct sisheur_profile *profile,
					   const struct sisheur_wakeup *wakeup,
					   struct sisheur_choice *choice);

/* verdict.c: the tables beside what came of them */
void sisheur_verdict(const struct sisheur_published_table *tables, size_t nr,
		     const struct sisheur_run *runs, unsigned int format);

#endif /* SISHEUR_PUBLISHED_H */
