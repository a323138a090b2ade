// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * seconds.c - times on the command line
 */
#include "sim.h"

#define SECOND	1000000000ULL

/* Seconds with up to nine decimals: floating point would round them. */
bool sisheur_option_seconds(const char *option, const char *text,
			    unsigned long long *ns)
{
	unsigned long long whole, part = SECOND;
	const char *at = text;
	bool ok = sisheur_digits(&at, &whole) &&
		  whole <= SISHEUR_SIM_MAX_NS / SECOND;

	*ns = ok ? whole * SECOND : 0;
	if (ok && *at == '.') {
		ok = at[1] != '\0';
		for (at++; *at >= '0' && *at <= '9' && part > 1; at++) {
			part /= 10;
			*ns += part * (unsigned int)(*at - '0');
		}
	}
	if (ok && !*at && *ns <= SISHEUR_SIM_MAX_NS)
		return true;
	sisheur_message("sisheur sim: %s: '%s' is no time; accepted are 0 to "
			"%llu seconds, with up to nine decimals", option, text,
			SISHEUR_SIM_MAX_NS / SECOND);
	return false;
}
