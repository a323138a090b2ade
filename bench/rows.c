// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Which rows the table has: questions, numberings, sizes, affinities and cases,
 * as far as they make sense together.
 */
#include <string.h>

#include "bench.h"

#define CASE(what)	(1U << (what))

#define SCAN_CASES	(CASE(BENCH_WORST) | CASE(BENCH_ONE) | \
			 CASE(BENCH_TYPICAL) | CASE(BENCH_BEST) | \
			 CASE(BENCH_BUSY))
#define ALL_AFFINITIES	(CASE(BENCH_FULL) | CASE(BENCH_HALF) | \
			 CASE(BENCH_NARROW))

static void with_hint(struct bench_state *state)
{
	state->hint = 1;
}

static void without_hint(struct bench_state *state)
{
	state->hint = 0;
}

const struct bench_question bench_questions[] = {
	{ "core", "core", "an idle core in wrap order", SCAN_CASES,
	  ALL_AFFINITIES, false, false, NULL },
	{ "cpu", "cpu", "an idle CPU in wrap order, no budget", SCAN_CASES,
	  ALL_AFFINITIES, false, false, NULL },
	{ "ladder", "ladder", "a whole ladder, the hint clear", SCAN_CASES,
	  ALL_AFFINITIES, false, false, without_hint },
	{ "ladder-hint", "ladder", "a whole ladder, the hint set", SCAN_CASES,
	  ALL_AFFINITIES, false, false, with_hint },
	{ "nr-scan", "nr-scan", "a scan budget", CASE(BENCH_TYPICAL),
	  CASE(BENCH_FULL), false, false, NULL },
	{ "claim", "claim", "an idle CPU, by name, claimed and released",
	  CASE(BENCH_WORST) | CASE(BENCH_TYPICAL), CASE(BENCH_FULL), false,
	  false, NULL },
	{ "pick", "pick", "an idle CPU found, claimed and released",
	  SCAN_CASES, ALL_AFFINITIES, false, false, NULL },
	{ "pick-core", "pick-core", "an idle core found, claimed and released",
	  SCAN_CASES, ALL_AFFINITIES, false, false, NULL },
	{ "contended", "contended", "claim and release by two threads",
	  CASE(BENCH_BEST), CASE(BENCH_FULL), false, true, NULL },
	{ "contended-pick", "contended-pick",
	  "find, claim and release by two threads",
	  CASE(BENCH_BEST), CASE(BENCH_FULL), false, true, NULL },
	{ "transition", "transition", "a CPU goes idle, then busy again",
	  CASE(BENCH_WORST) | CASE(BENCH_BUSY), CASE(BENCH_FULL), true, false,
	  NULL },
};
const unsigned int bench_nr_questions = BENCH_NR_OF(bench_questions);

static const struct bench_entry *const tables[] = {
	bench_sisheur,
	bench_claim,
	bench_mask,
	bench_hwloc,
#ifdef BENCH_HAVE_LINUX
	bench_linux_flags,
	bench_linux_bitmap,
#endif
};

void bench_row_enter(struct bench_row *row, const struct bench_state *state)
{
	unsigned int i;

	row->nr_entries = 0;
	for (i = 0; i < BENCH_NR_OF(tables); i++) {
		const struct bench_entry *entry;

		for (entry = tables[i]; entry->peer; entry++)
			if (!strcmp(entry->question, row->question->asks) &&
			    (!entry->takes || entry->takes(state)) &&
			    row->nr_entries < BENCH_MAX_ENTRIES)
				row->entries[row->nr_entries++] = entry;
	}
}

bool bench_row_exists(const struct bench_row *row)
{
	return (row->question->cases & CASE(row->what)) &&
	       (row->question->affinities & CASE(row->affinity)) &&
	       (row->numbering->smt || !row->question->smt);
}
