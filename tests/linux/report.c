// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

/* More would be the same mistake again. */
#define MAX_SHOWN	10

FILE *details;

static char *text;
static size_t size;
static unsigned long nr;
static bool failed;

void begin(void)
{
	nr = 0;
	details = open_memstream(&text, &size);
	if (!details)
		give_up("out of memory");
}

bool differs(void)
{
	return ++nr <= MAX_SHOWN;
}

unsigned long nr_differ(void)
{
	return nr;
}

void end(const char *format, ...)
{
	va_list arguments;
	char *line;

	if (nr > MAX_SHOWN)
		fprintf(details, "%lu more are not shown\n", nr - MAX_SHOWN);
	if (fclose(details))
		give_up("out of memory");
	fputs(nr ? "not ok - " : "ok - ", stdout);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		printf("# %s\n", line);
	fflush(stdout);
	free(text);
	failed |= nr != 0;
}

bool any_failed(void)
{
	return failed;
}

void give_up(const char *format, ...)
{
	va_list arguments;

	fputs("compare: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(2);
}
