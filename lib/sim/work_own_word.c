// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Of a workload of one's own: is a word a number, a time, a name?
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "work_own.h"

bool sisheur_own_at_line(const struct sisheur_own *own)
{
	if (own->e->error)
		own->e->error->line = own->line;
	return false;
}

bool sisheur_own_whole(struct sisheur_own *own, const char *text, uint64_t high,
		       uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	if (errno || end == text || *end || *text < '0' || *text > '9' ||
	    *value > high)
		return SISHEUR_OWN_FAIL(own,
			"\"%.20s\" is not accepted; expected a whole number up to %llu",
			text, (unsigned long long)high);
	return true;
}

bool sisheur_own_duration(struct sisheur_own *own, const char *text,
			  uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 },
		{ "s", 1000000000 },
	};
	char *end;
	uint64_t value;
	unsigned int i;

	errno = 0;
	value = strtoull(text, &end, 10);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (errno || end == text || *text < '0' || *text > '9' ||
		    strcmp(end, units[i].name))
			continue;
		if (value > SISHEUR_SIM_MAX_NS / units[i].ns)
			break;
		*ns = value * units[i].ns;
		return true;
	}
	return SISHEUR_OWN_FAIL(own,
		"\"%.20s\" is no time; expected such as 700ns, 30us, 5ms or 1s, up to %llu s",
		text, SISHEUR_SIM_MAX_NS / 1000000000);
}

bool sisheur_own_split(struct sisheur_own *own, char *line)
{
	char *save = NULL, *word;

	own->nr_words = 0;
	for (word = strtok_r(line, " \t\r", &save); word;
	     word = strtok_r(NULL, " \t\r", &save)) {
		if (own->nr_words == sizeof(own->words) / sizeof(*own->words))
			return SISHEUR_OWN_FAIL(own, "too many words; at most %u",
				(unsigned int)(sizeof(own->words) /
					       sizeof(*own->words)));
		own->words[own->nr_words++] = word;
	}
	return true;
}

const char *sisheur_own_value_of(const char *word, const char *name)
{
	size_t length = strlen(name);

	return !strncmp(word, name, length) && word[length] == '=' ?
		       word + length + 1 : NULL;
}

bool sisheur_own_is_named(struct sisheur_own *own)
{
	if (own->nr_words < 2 || strlen(own->words[1]) >= SISHEUR_NAME)
		return SISHEUR_OWN_FAIL(own,
			"%s needs a name of 1 to %u bytes", own->words[0],
			SISHEUR_NAME - 1);
	return true;
}
