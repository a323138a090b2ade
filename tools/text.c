// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * text.c - numbers read strictly, sets of CPUs printed whole
 */
#include <stdlib.h>

#include "command.h"

/* Digits only: strtoul() takes "-1", " 1" and "0x1" for numbers. */
bool sisheur_parse_number(const char *text, unsigned int max,
			  unsigned int *number)
{
	unsigned int value = 0;

	if (!*text)
		return false;
	for (; *text; text++) {
		unsigned int digit = (unsigned int)(*text - '0');

		if (*text < '0' || *text > '9')
			return false;
		if (digit > max || value > (max - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	*number = value;
	return true;
}

void *sisheur_alloc(void *old, size_t size)
{
	void *memory = realloc(old, size);

	if (!memory) {
		sisheur_message("sisheur: out of memory (%zu bytes)", size);
		exit(SISHEUR_EXIT_BAD);
	}
	return memory;
}

char *sisheur_cpulist_text(const unsigned long *set, unsigned int nr_cpus)
{
	size_t size = sisheur_cpulist_print(NULL, 0, set, nr_cpus) + 1;
	char *text = sisheur_alloc(NULL, size);

	sisheur_cpulist_print(text, size, set, nr_cpus);
	return text;
}
