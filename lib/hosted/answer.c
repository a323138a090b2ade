// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From a case to its answer, and whether it is the one stated. */
#include <string.h>

#include "hosted.h"

SISHEUR_DEF void sisheur_case_from_choice(const struct sisheur_case *c,
					  const struct sisheur_choice *choice,
					  struct sisheur_answer *answer)
{
	bool hint = c->has_idle_cores;

	if (choice->hint != SISHEUR_HINT_KEEP)
		hint = choice->hint == SISHEUR_HINT_SET;
	if (sisheur_llc_of(c->wakeup.domains, c->wakeup.target) == SISHEUR_NONE)
		hint = false;
	answer->keys = SISHEUR_ANSWER_CPU | SISHEUR_ANSWER_HINT |
		       SISHEUR_ANSWER_RECENT | SISHEUR_ANSWER_PROBES;
	answer->cpu = (unsigned int)choice->cpu;
	answer->has_idle_cores = hint;
	answer->recent = choice->recent;
	answer->probes = choice->probes;
	answer->nr_scan = 0;
}

SISHEUR_DEF void sisheur_case_answer(const struct sisheur_case *c,
				     struct sisheur_choice *choice,
				     struct sisheur_answer *answer)
{
	struct sisheur_choice own;

	if (!choice)
		choice = &own;
	memset(choice, 0, sizeof(*choice));
	memset(answer, 0, sizeof(*answer));
	if (c->kind == SISHEUR_CASE_NR_SCAN) {
		answer->keys = SISHEUR_ANSWER_NR_SCAN;
		answer->nr_scan = c->percent ?
			sisheur_nr_scan_percent(c->sum_util, c->llc_weight) :
			sisheur_nr_scan(c->sum_util, c->llc_weight,
					c->imbalance_pct);
		return;
	}
	sisheur_select(&c->profile, &c->wakeup, choice);
	sisheur_case_from_choice(c, choice, answer);
}

SISHEUR_DEF bool sisheur_answer_matches(const struct sisheur_answer *stated,
					const struct sisheur_answer *given)
{
	unsigned int keys = stated->keys;

	return (!(keys & SISHEUR_ANSWER_CPU) || stated->cpu == given->cpu) &&
	       (!(keys & SISHEUR_ANSWER_HINT) ||
		stated->has_idle_cores == given->has_idle_cores) &&
	       (!(keys & SISHEUR_ANSWER_RECENT) ||
		stated->recent == given->recent) &&
	       (!(keys & SISHEUR_ANSWER_PROBES) ||
		stated->probes == given->probes) &&
	       (!(keys & SISHEUR_ANSWER_NR_SCAN) ||
		stated->nr_scan == given->nr_scan);
}
