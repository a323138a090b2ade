// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * text.c - memory, formatted text, and sets of CPUs printed whole
 */
#include <stdlib.h>

#include "command.h"

void *sisheur_alloc(void *old, size_t size)
{
	void *memory = realloc(old, size);

	if (!memory) {
		sisheur_message("sisheur: out of memory (%zu bytes)", size);
		exit(SISHEUR_EXIT_BAD);
	}
	return memory;
}

char *sisheur_vformat(const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0) {
		sisheur_message("sisheur: out of memory");
		exit(SISHEUR_EXIT_BAD);
	}
	return text;
}

char *sisheur_cpulist_text(const unsigned long *set, unsigned int nr_cpus)
{
	size_t size = sisheur_cpulist_print(NULL, 0, set, nr_cpus) + 1;
	char *text = sisheur_alloc(NULL, size);

	sisheur_cpulist_print(text, size, set, nr_cpus);
	return text;
}
