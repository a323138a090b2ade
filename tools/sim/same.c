// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * same.c - did both profiles make the same choices
 *
 * A rule that decided nothing is another finding than one that decided and
 * changed nothing, and no figure of a run tells them apart.  Its digest does:
 * it is of each placement, when, to which CPU, by which step and after how many
 * looks.
 */
#include <string.h>

#include "row.h"

bool sisheur_row_is_same(const struct sisheur_row *a,
			 const struct sisheur_row *b)
{
	return a->values[SISHEUR_VALUE_DIGEST] ==
	       b->values[SISHEUR_VALUE_DIGEST];
}

static bool is_counterpart(const struct sisheur_row *a,
			   const struct sisheur_row *b)
{
	return a->values[SISHEUR_VALUE_SWEPT] ==
	       b->values[SISHEUR_VALUE_SWEPT] &&
	       a->values[SISHEUR_VALUE_SEED] == b->values[SISHEUR_VALUE_SEED] &&
	       strcmp(sisheur_label_of(a, SISHEUR_LABEL_WORKLOAD),
		      sisheur_label_of(b, SISHEUR_LABEL_WORKLOAD)) == 0 &&
	       strcmp(sisheur_label_of(a, SISHEUR_LABEL_PROFILE),
		      sisheur_label_of(b, SISHEUR_LABEL_PROFILE)) != 0;
}

/*
 * Runs come in the order of plan.c: value, profile, seed.  So the run of the
 * other profile is as far behind for all of them.
 */
void sisheur_rows_compare(struct sisheur_rows *rows)
{
	struct sisheur_row *a, *b;
	size_t i, apart;

	for (apart = 1; apart < rows->nr; apart++)
		if (!rows->rows[apart].is_cpu &&
		    is_counterpart(&rows->rows[0], &rows->rows[apart]))
			break;
	for (i = 0; i + apart < rows->nr; i++) {
		a = &rows->rows[i];
		b = &rows->rows[i + apart];
		if (a->is_cpu || b->is_cpu || !is_counterpart(a, b))
			continue;
		a->values[SISHEUR_VALUE_SAME_CHOICES] =
			sisheur_row_is_same(a, b) ? SISHEUR_TRUTH_YES :
						    SISHEUR_TRUTH_NO;
		b->values[SISHEUR_VALUE_SAME_CHOICES] =
			a->values[SISHEUR_VALUE_SAME_CHOICES];
	}
}
