// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * print.c - rows for programs: CSV as in RFC 4180 but for its line ends, or one
 * JSON object a line
 */
#include <string.h>

#include "row.h"

static void put_label(const char *text)
{
	if (!strpbrk(text, ",\"")) {
		fputs(text, stdout);
		return;
	}
	putchar('"');
	for (; *text; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
	}
	putchar('"');
}

/* A number as it is spelled in both, without quotes. */
static void spell(char *text, size_t size, unsigned int kind,
		  unsigned long long value)
{
	if (kind == SISHEUR_KIND_MILLI)
		snprintf(text, size, "%llu.%03llu", value / 1000, value % 1000);
	else if (kind == SISHEUR_KIND_HEX)
		snprintf(text, size, "%016llx", value);
	else
		snprintf(text, size, "%llu", value);
}

static const char *const truths_csv[] = {
	[SISHEUR_TRUTH_UNKNOWN] = "",
	[SISHEUR_TRUTH_NO] = "no",
	[SISHEUR_TRUTH_YES] = "yes",
};

static const char *const truths_json[] = {
	[SISHEUR_TRUTH_UNKNOWN] = "null",
	[SISHEUR_TRUTH_NO] = "false",
	[SISHEUR_TRUTH_YES] = "true",
};

static void put_csv(const struct sisheur_field *field,
		    const struct sisheur_row *row)
{
	char text[32];

	if (!sisheur_field_in(field, row))
		return;
	if (field->kind == SISHEUR_KIND_LABEL) {
		put_label(sisheur_label_of(row, field->index));
	} else if (field->kind == SISHEUR_KIND_CPU && !row->is_cpu) {
		fputs("all", stdout);
	} else if (field->kind == SISHEUR_KIND_TRUTH) {
		fputs(truths_csv[row->values[field->index]], stdout);
	} else {
		spell(text, sizeof(text), field->kind,
		      row->values[field->index]);
		fputs(text, stdout);
	}
}

void sisheur_rows_csv(const struct sisheur_rows *rows)
{
	const struct sisheur_field *field;
	unsigned int n;
	size_t i;

	for (n = 0; (field = sisheur_field(n)); n++)
		printf("%s%s", n ? "," : "", field->name);
	putchar('\n');
	for (i = 0; i < rows->nr; i++) {
		for (n = 0; (field = sisheur_field(n)); n++) {
			if (n)
				putchar(',');
			put_csv(field, &rows->rows[i]);
		}
		putchar('\n');
	}
}

static void put_json(struct sisheur_json *json,
		     const struct sisheur_field *field,
		     const struct sisheur_row *row)
{
	char text[32];

	if (!sisheur_field_in(field, row))
		return;
	if (field->kind == SISHEUR_KIND_LABEL) {
		sisheur_json_string(json, field->name,
				    sisheur_label_of(row, field->index));
		return;
	}
	if (field->kind == SISHEUR_KIND_CPU && !row->is_cpu) {
		sisheur_json_string(json, field->name, "all");
		return;
	}
	if (field->kind == SISHEUR_KIND_TRUTH) {
		sisheur_json_literal(json, field->name,
				     truths_json[row->values[field->index]]);
		return;
	}
	spell(text, sizeof(text), field->kind, row->values[field->index]);
	/* Programs that keep numbers as doubles would round 64 bits. */
	if (field->kind == SISHEUR_KIND_HEX)
		sisheur_json_string(json, field->name, text);
	else
		sisheur_json_literal(json, field->name, text);
}

void sisheur_rows_json(const struct sisheur_rows *rows)
{
	struct sisheur_json json = { .out = stdout };
	const struct sisheur_field *field;
	unsigned int n;
	size_t i;

	for (i = 0; i < rows->nr; i++) {
		sisheur_json_open(&json, NULL, '{');
		for (n = 0; (field = sisheur_field(n)); n++)
			put_json(&json, field, &rows->rows[i]);
		sisheur_json_close(&json, '}');
		sisheur_json_end(&json);
	}
}
