// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * style.c - colour and characters that the reader can see
 */
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <string.h>

#include "demo.h"

static bool colour, utf8;

/* ECMA-48, Select Graphic Rendition */
static const char *const codes[SISHEUR_NR_PAINTS] = {
	[SISHEUR_PAINT_HEAD] = "\033[1m",
	[SISHEUR_PAINT_CORE] = "\033[32m",
	[SISHEUR_PAINT_CPU] = "\033[33m",
	[SISHEUR_PAINT_BUSY] = "\033[31m",
	[SISHEUR_PAINT_NOTE] = "\033[2m",
};

void sisheur_style_init(void)
{
	colour = sisheur_has_colour();
	setlocale(LC_CTYPE, "");
	utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* What stands behind the number of such a CPU, where colour is not seen. */
const char *sisheur_style_mark(unsigned int paint)
{
	return paint == SISHEUR_PAINT_CORE ? "*" :
	       paint == SISHEUR_PAINT_CPU ? "+" : " ";
}

void sisheur_style_legend(void)
{
	fputs("Marks: ", stdout);
	sisheur_paint(SISHEUR_PAINT_CORE, "7* a CPU of a wholly idle core");
	fputs(", ", stdout);
	sisheur_paint(SISHEUR_PAINT_CPU, "7+ another idle CPU");
	fputs(", ", stdout);
	sisheur_paint(SISHEUR_PAINT_BUSY, "7 a busy one");
	fputs(".  prb: probes\n", stdout);
}

bool sisheur_style_utf8(void)
{
	return utf8;
}

void sisheur_paint(unsigned int paint, const char *format, ...)
{
	va_list args;

	if (colour)
		fputs(codes[paint], stdout);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	if (colour)
		fputs("\033[0m", stdout);
}

void sisheur_heading(const char *format, ...)
{
	char text[128];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	putchar('\n');
	sisheur_paint(SISHEUR_PAINT_HEAD, "%s", text);
	putchar('\n');
}
