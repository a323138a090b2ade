// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * number.c - numbers on the command line
 */
#include "sim.h"

#define SECOND	1000000000ULL

/* Digits only: strtoull() takes "-1", " 1" and "0x1" for numbers. */
static bool digits(const char **text, unsigned long long *value)
{
	const char *c = *text;

	for (*value = 0; *c >= '0' && *c <= '9'; c++) {
		unsigned int digit = (unsigned int)(*c - '0');

		if (*value > (~0ULL - digit) / 10)
			return false;
		*value = *value * 10 + digit;
	}
	if (c == *text)
		return false;
	*text = c;
	return true;
}

bool sisheur_option_number(const char *option, const char *text,
		    unsigned long long low, unsigned long long high,
		    unsigned long long *value)
{
	const char *at = text;

	if (digits(&at, value) && !*at && *value >= low && *value <= high)
		return true;
	sisheur_message("sisheur sim: %s: '%s' is not accepted; accepted are "
			"%llu to %llu", option, text, low, high);
	return false;
}

/* Seconds with up to nine decimals: floating point would round them. */
bool sisheur_option_seconds(const char *option, const char *text,
		     unsigned long long *ns)
{
	unsigned long long whole, part = SECOND;
	const char *at = text;
	bool ok = digits(&at, &whole) && whole <= SISHEUR_SIM_MAX_NS / SECOND;

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
