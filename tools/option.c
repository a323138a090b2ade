// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * option.c - values of options, read alike by all commands
 */
#include <string.h>

#include "command.h"

bool sisheur_digits(const char **text, unsigned long long *value)
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

bool sisheur_option_number(const char *command, const char *option,
			   const char *text, unsigned long long low,
			   unsigned long long high, unsigned long long *value)
{
	const char *at = text;

	if (sisheur_digits(&at, value) && !*at && *value >= low &&
	    *value <= high)
		return true;
	sisheur_message("%s: %s: '%s' is not accepted; accepted are %llu to "
			"%llu", command, option, text, low, high);
	return false;
}

bool sisheur_option_formula(const char *command, const char *text,
			    bool *percent)
{
	*percent = strcmp(text, "percent") == 0;
	if (*percent || strcmp(text, "merged") == 0)
		return true;
	sisheur_message("%s: --formula: '%s' is no form; accepted are merged "
			"and percent", command, text);
	return false;
}
