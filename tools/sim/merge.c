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

/* Notes where the runs are that came from one file: rows @from and up. */
static bool note_parts(struct sisheur_part **parts,
		       const struct sisheur_rows *rows, size_t from,
		       const char *name)
{
	struct sisheur_part *part = NULL;
	size_t i, n;

	for (i = from; i < rows->nr; i++) {
		const struct sisheur_row *row = &rows->rows[i];
		unsigned long long run = row->values[SISHEUR_VALUE_RUN];

		if (!same_experiment(row, &rows->rows[0], name))
			return false;
		if (!*parts) {
			/* At most SISHEUR_MAX_RUNS. */
			size_t nr = (size_t)row->values[SISHEUR_VALUE_RUNS];

			*parts = sisheur_alloc(NULL, nr * sizeof(**parts));
			for (n = 0; n < nr; n++)
				(*parts)[n].first = NONE;
		}
		if (row->is_cpu) {
			if (!part || part != &(*parts)[run] ||
			    row->values[SISHEUR_VALUE_CPU] != part->nr - 1) {
				sisheur_message("sisheur sim: --merge: %s: run "
						"%llu: CPU %llu without what "
						"belongs before it", name, run,
						row->values[SISHEUR_VALUE_CPU]);
				return false;
			}
			part->nr++;
			continue;
		}
		part = &(*parts)[run];
		if (part->first != NONE) {
			sisheur_message("sisheur sim: --merge: run %llu is both "
					"in %s and in %s", run, part->name,
					name);
			return false;
		}
		part->first = i;
		part->nr = 1;
		part->name = name;
	}
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
	struct sisheur_part *parts = NULL;
	bool ok = true;
	size_t from;

	if (!*names) {
		sisheur_message("sisheur sim: --merge: no file; accepted are "
				"files that --shard wrote");
		return false;
	}
	for (; ok && *names; names++) {
		from = rows->nr;
		ok = sisheur_rows_read(rows, *names) &&
		     note_parts(&parts, rows, from, *names);
	}
	if (ok && !rows->nr) {
		sisheur_message("sisheur sim: --merge: no run in any file");
		ok = false;
	}
	ok = ok && is_whole(parts, rows);
	if (ok)
		sort(rows, parts);
	free(parts);
	return ok;
}
