// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * messages.c - what a person is told when something is wrong
 */
#include <stdarg.h>
#include <stdlib.h>

#include "command.h"

void sisheur_put_quoted(FILE *out, const char *text)
{
	const unsigned char *c;

	for (c = (const unsigned char *)text; *c; c++) {
		/* Quoted input must not give orders to a terminal. */
		if (*c < ' ' || *c == 0x7f)
			fprintf(out, "\\x%02x", *c);
		else
			putc(*c, out);
	}
}

void sisheur_message(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0) {
		fputs("sisheur: out of memory\n", stderr);
		return;
	}
	/* Answers that came before a message stand before it on a terminal. */
	sisheur_flush();
	flockfile(stderr);
	sisheur_put_quoted(stderr, text);
	putc('\n', stderr);
	funlockfile(stderr);
	free(text);
}

int sisheur_try_help(const char *command)
{
	sisheur_message("Try '%s --help'.", command);
	return SISHEUR_EXIT_BAD;
}
