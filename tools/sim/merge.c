// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * merge.c - the parts of a sweep, put together again
 */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

#define NONE	((size_t)-1)

/**
 * struct sisheur_part - where the rows of a run are
 * @first: the first of them; NONE if there are none
 * @nr:    how many
 * @name:  the file
 */
struct sisheur_part {
	size_t first;
	size_t nr;
	const char *name;
};

static bool same_experiment(const struct sisheur_row *row,
			    const struct sisheur_row *first, const char *name)
{
	const unsigned long long *v = row->values, *w = first->values;

	if (v[SISHEUR_VALUE_EXPERIMENT] != w[SISHEUR_VALUE_EXPERIMENT] ||
	    v[SISHEUR_VALUE_RUNS] != w[SISHEUR_VALUE_RUNS]) {
		sisheur_message("sisheur sim: --merge: %s: experiment %016llx "
				"of %llu runs, and before it %016llx of %llu; "
				"accepted are the parts of one command", name,
				v[SISHEUR_VALUE_EXPERIMENT],
				v[SISHEUR_VALUE_RUNS],
				w[SISHEUR_VALUE_EXPERIMENT],
				w[SISHEUR_VALUE_RUNS]);
		return false;
	}
	if (v[SISHEUR_VALUE_RUN] < v[SISHEUR_VALUE_RUNS] &&
	    v[SISHEUR_VALUE_RUNS] <= SISHEUR_MAX_RUNS)
		return true;
	sisheur_message("sisheur sim: --merge: %s: run %llu of %llu", name,
			v[SISHEUR_VALUE_RUN], v[SISHEUR_VALUE_RUNS]);
	return false;
}

/**
 * struct sisheur_merging - parts being put together
 * @rows:  what was read
 * @parts: [run] NULL before the first row
 * @part:  the run whose CPUs may follow; NULL: none, as a file begins
 */
struct sisheur_merging {
	struct sisheur_rows *rows;
	struct sisheur_part *parts;
	struct sisheur_part *part;
};

static void expect_runs(struct sisheur_merging *m, unsigned long long nr)
{
	unsigned long long n;

	/* At most SISHEUR_MAX_RUNS. */
	m->parts = sisheur_alloc(NULL, (size_t)nr * sizeof(*m->parts));
	for (n = 0; n < nr; n++)
		m->parts[n].first = NONE;
}

static bool note_cpu(struct sisheur_merging *m, const struct sisheur_row *row,
		     const char *name)
{
	unsigned long long run = row->values[SISHEUR_VALUE_RUN];
	unsigned long long cpu = row->values[SISHEUR_VALUE_CPU];

	if (!m->part || m->part != &m->parts[run] || cpu != m->part->nr - 1) {
		sisheur_message("sisheur sim: --merge: %s: run %llu: CPU %llu "
				"without what belongs before it", name, run,
				cpu);
		return false;
	}
	if (cpu >= SISHEUR_MAX_CPUS) {
		sisheur_message("sisheur sim: --merge: %s: run %llu: CPU %llu "
				"is beyond the last that there can be, %u",
				name, run, cpu, SISHEUR_MAX_CPUS - 1);
		return false;
	}
	m->part->nr++;
	return true;
}

/* Notes where the last row belongs, which came from the file @name. */
static bool note_row(void *ctx, const char *name)
{
	struct sisheur_merging *m = ctx;
	const struct sisheur_row *row = &m->rows->rows[m->rows->nr - 1];
	unsigned long long run = row->values[SISHEUR_VALUE_RUN];

	if (!same_experiment(row, &m->rows->rows[0], name))
		return false;
	if (!m->parts)
		expect_runs(m, row->values[SISHEUR_VALUE_RUNS]);
	if (row->is_cpu)
		return note_cpu(m, row, name);
	m->part = &m->parts[run];
	if (m->part->first != NONE) {
		sisheur_message("sisheur sim: --merge: run %llu is both in %s "
				"and in %s", run, m->part->name, name);
		return false;
	}
	m->part->first = m->rows->nr - 1;
	m->part->nr = 1;
	m->part->name = name;
	return true;
}

static bool is_whole(const struct sisheur_part *parts,
		     const struct sisheur_rows *rows)
{
	unsigned long long nr = rows->rows[0].values[SISHEUR_VALUE_RUNS];
	unsigned long long cpus = rows->rows[0].values[SISHEUR_VALUE_NR_CPUS];
	unsigned long long missing = 0, first = 0, n;

	for (n = nr; n-- > 0;) {
		if (parts[n].first != NONE)
			continue;
		missing++;
		first = n;
	}
	if (missing) {
		sisheur_message("sisheur sim: --merge: %llu of %llu runs are "
				"missing, the first is run %llu", missing, nr,
				first);
		return false;
	}
	for (n = 0; n < nr; n++) {
		if (parts[n].nr == parts[0].nr &&
		    (parts[n].nr == 1 || parts[n].nr == cpus + 1))
			continue;
		sisheur_message("sisheur sim: --merge: %s: run %llu has %zu of "
				"%llu CPUs", parts[n].name, n, parts[n].nr - 1,
				cpus);
		return false;
	}
	return true;
}

static void sort(struct sisheur_rows *rows, const struct sisheur_part *parts)
{
	unsigned long long nr = rows->rows[0].values[SISHEUR_VALUE_RUNS], n;
	struct sisheur_rows sorted = { 0 };
	size_t i;

	for (n = 0; n < nr; n++)
		for (i = 0; i < parts[n].nr; i++)
			*sisheur_rows_add(&sorted) =
				rows->rows[parts[n].first + i];
	/* The labels live on in the copies. */
	free(rows->rows);
	*rows = sorted;
}

bool sisheur_merge(struct sisheur_rows *rows, char **names)
{
	struct sisheur_merging m = { .rows = rows };
	bool ok = true;

	if (!*names) {
		sisheur_message("sisheur sim: --merge: no file; accepted are "
				"files that --shard wrote");
		return false;
	}
	for (; ok && *names; names++) {
		m.part = NULL;
		ok = sisheur_rows_read(rows, *names, note_row, &m);
	}
	if (ok && !rows->nr) {
		sisheur_message("sisheur sim: --merge: no run in any file");
		ok = false;
	}
	ok = ok && is_whole(m.parts, rows);
	if (ok)
		sort(rows, m.parts);
	free(m.parts);
	return ok;
}
