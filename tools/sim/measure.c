// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * measure.c - what was published, made of simulations
 */
#include <string.h>

#include "grid.h"
#include "published.h"

/*
 * dom_eff is shown and not judged: where hardly any search scans the domain, it
 * is what unknown daemons make it.
 */
static const struct sisheur_measure measures[] = {
	{ "se_eff", SISHEUR_VALUE_SE_EFF, SISHEUR_FORM_RATIO, true },
	{ "dom_eff", SISHEUR_VALUE_DOM_EFF, SISHEUR_FORM_RATIO, false },
	{ "fast_rate", SISHEUR_VALUE_FAST_RATE, SISHEUR_FORM_RATIO, true },
	{ "success_rate", SISHEUR_VALUE_SUCCESS_RATE, SISHEUR_FORM_RATIO,
	  true },
	{ "throughput", SISHEUR_VALUE_WORK_PER_S, SISHEUR_FORM_GAIN, false },
	{ "time", SISHEUR_VALUE_FINISHED_NS, SISHEUR_FORM_LOWER, false },
	{ "latency_p90", SISHEUR_VALUE_P90_NS, SISHEUR_FORM_LOWER, false },
	{ "search", SISHEUR_VALUE_SEARCH, SISHEUR_FORM_GAIN, false },
	{ "domain_search", SISHEUR_VALUE_DOMAIN_SEARCH, SISHEUR_FORM_GAIN,
	  false },
	{ "scanned", SISHEUR_VALUE_SCANNED, SISHEUR_FORM_GAIN, false },
	{ "failed", SISHEUR_VALUE_FAILED, SISHEUR_FORM_GAIN, false },
};

#define NR_MEASURES	(sizeof(measures) / sizeof(measures[0]))

const struct sisheur_measure *sisheur_measure(const char *name)
{
	size_t i;

	for (i = 0; i < NR_MEASURES; i++)
		if (strcmp(measures[i].name, name) == 0)
			return &measures[i];
	return NULL;
}

/* In thousandths; false if there is nothing to take a percentage of. */
bool sisheur_measure_of(const struct sisheur_measure *measure,
			const struct sisheur_row *before,
			const struct sisheur_row *after, long long *milli)
{
	unsigned long long a = before->values[measure->value];
	unsigned long long b = after->values[measure->value];
	bool ok = true;

	switch (measure->form) {
	case SISHEUR_FORM_RATIO:
		*milli = (long long)a;
		return true;
	case SISHEUR_FORM_LOWER:
		/* A time of 0 is that of a run which did not end. */
		ok = b && sisheur_change(a, b, milli);
		*milli *= -10;
		break;
	default:
		ok = sisheur_change(a, b, milli);
		*milli *= 10;
	}
	return ok;
}
