// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * read.c - rows read back from what print.c printed
 *
 * Only that is accepted: fields in that order, spelled that way.  What another
 * program has rewritten cannot be told from a part that belongs elsewhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../input.h"
#include "sim.h"

/**
 * struct sisheur_reading - a line being read
 * @at:    what is left of it
 * @text:  room for a label as long as the line
 * @field: the field that is read
 * @headings: of CSV, so far
 * @json:  JSON and not CSV
 */
struct sisheur_reading {
	const char *at;
	char *text;
	const struct sisheur_field *field;
	unsigned int headings;
	bool json;
};

static bool take(struct sisheur_reading *r, const char *text)
{
	size_t length = strlen(text);

	if (strncmp(r->at, text, length))
		return false;
	r->at += length;
	return true;
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* What json.c escapes: quotes, backslashes, what is no text. */
static bool take_json_string(struct sisheur_reading *r)
{
	char *to = r->text;

	if (!take(r, "\""))
		return false;
	while (*r->at && *r->at != '"') {
		if (take(r, "\\ufffd")) {
			/* Any byte that is no UTF-8 prints as this again. */
			*to++ = (char)0xff;
		} else if (*r->at == '\\') {
			r->at++;
			if (*r->at != '"' && *r->at != '\\')
				return false;
			*to++ = *r->at++;
		} else {
			*to++ = *r->at++;
		}
	}
	*to = '\0';
	return take(r, "\"");
}

static bool take_csv_label(struct sisheur_reading *r)
{
	char *to = r->text;

	if (!take(r, "\"")) {
		while (*r->at && *r->at != ',')
			*to++ = *r->at++;
		*to = '\0';
		return true;
	}
	for (;;) {
		if (take(r, "\"\"")) {
			*to++ = '"';
		} else if (take(r, "\"")) {
			*to = '\0';
			return true;
		} else if (*r->at) {
			*to++ = *r->at++;
		} else {
			return false;
		}
	}
}

static bool take_number(struct sisheur_reading *r, unsigned long long *value)
{
	const char *from = r->at;

	/* A number has one spelling, or merging would change it. */
	return sisheur_digits(&r->at, value) &&
	       (*from != '0' || r->at == from + 1);
}

static bool take_milli(struct sisheur_reading *r, unsigned long long *value)
{
	unsigned long long whole;
	unsigned int i, rest = 0;

	if (!take_number(r, &whole) || whole > ~0ULL / 1000 - 1 ||
	    !take(r, "."))
		return false;
	for (i = 0; i < 3; i++, r->at++) {
		if (*r->at < '0' || *r->at > '9')
			return false;
		rest = rest * 10 + (unsigned int)(*r->at - '0');
	}
	*value = whole * 1000 + rest;
	return true;
}

static bool take_hex(struct sisheur_reading *r, unsigned long long *value)
{
	unsigned int i;

	*value = 0;
	if (r->json && !take(r, "\""))
		return false;
	for (i = 0; i < 16; i++, r->at++) {
		int digit = hex_digit(*r->at);

		if (digit < 0)
			return false;
		*value = *value << 4 | (unsigned int)digit;
	}
	return !r->json || take(r, "\"");
}

static bool take_truth(struct sisheur_reading *r, unsigned long long *value)
{
	*value = SISHEUR_TRUTH_UNKNOWN;
	if (take(r, r->json ? "true" : "yes"))
		*value = SISHEUR_TRUTH_YES;
	else if (take(r, r->json ? "false" : "no"))
		*value = SISHEUR_TRUTH_NO;
	else if (r->json)
		return take(r, "null");
	return true;
}

static bool take_value(struct sisheur_reading *r, struct sisheur_row *row)
{
	unsigned long long *value = &row->values[r->field->index];

	switch (r->field->kind) {
	case SISHEUR_KIND_LABEL:
		if (!(r->json ? take_json_string(r) : take_csv_label(r)))
			return false;
		sisheur_row_label(row, r->field->index, r->text);
		return true;
	case SISHEUR_KIND_CPU:
		row->is_cpu = !take(r, r->json ? "\"all\"" : "all");
		return !row->is_cpu || take_number(r, value);
	case SISHEUR_KIND_MILLI:
		return take_milli(r, value);
	case SISHEUR_KIND_HEX:
		return take_hex(r, value);
	case SISHEUR_KIND_TRUTH:
		return take_truth(r, value);
	default:
		return take_number(r, value);
	}
}

static bool take_csv(struct sisheur_reading *r, struct sisheur_row *row)
{
	unsigned int n;

	for (n = 0; (r->field = sisheur_field(n)); n++) {
		if (n && !take(r, ","))
			return false;
		if (sisheur_field_in(r->field, row) && !take_value(r, row))
			return false;
	}
	return !*r->at;
}

static bool take_json(struct sisheur_reading *r, struct sisheur_row *row)
{
	unsigned int n;

	if (!take(r, "{"))
		return false;
	for (n = 0; (r->field = sisheur_field(n)); n++) {
		if (!sisheur_field_in(r->field, row))
			continue;
		if (!take(r, n ? ", \"" : "\"") || !take(r, r->field->name) ||
		    !take(r, "\": ") || !take_value(r, row))
			return false;
	}
	return take(r, "}") && !*r->at;
}

static bool take_header(struct sisheur_reading *r)
{
	unsigned int n;

	for (n = 0; (r->field = sisheur_field(n)); n++)
		if ((n && !take(r, ",")) || !take(r, r->field->name))
			return false;
	return !*r->at;
}

static void unreadable(const char *name, const struct sisheur_input *input,
		       const struct sisheur_reading *r)
{
	if (r->field)
		sisheur_message("sisheur sim: --merge: %s:%lu: field %s is "
				"missing, out of order or misspelled; accepted "
				"is what sisheur sim --csv or --json printed, "
				"unchanged", name, input->number,
				r->field->name);
	else
		sisheur_message("sisheur sim: --merge: %s:%lu: more than a row; "
				"accepted is what sisheur sim --csv or --json "
				"printed, unchanged", name, input->number);
}

/* Parts may follow each other in a file, each with its heading. */
static bool is_heading(const struct sisheur_reading *r,
		       const struct sisheur_input *input)
{
	return !r->json && (input->number == 1 ||
			    strncmp(r->at, "experiment,", 11) == 0);
}

static bool take_line(struct sisheur_rows *rows, struct sisheur_reading *r,
		      struct sisheur_input *input)
{
	bool ok;

	r->text = sisheur_alloc(NULL, input->length + 1);
	r->field = sisheur_field(0);
	if (is_heading(r, input))
		ok = take_header(r);
	else if (r->json)
		ok = take_json(r, sisheur_rows_add(rows));
	else
		ok = take_csv(r, sisheur_rows_add(rows));
	free(r->text);
	return ok;
}

/**
 * struct sisheur_listener - who is asked about each row
 * @take: as in row.h
 * @ctx:  handed to it
 */
struct sisheur_listener {
	bool (*take)(void *ctx, const char *name);
	void *ctx;
};

static bool read_lines(struct sisheur_rows *rows, const char *name,
		       struct sisheur_input *input,
		       const struct sisheur_listener *to)
{
	struct sisheur_reading r = { 0 };
	unsigned int kind;

	while ((kind = sisheur_input_next(input)) == SISHEUR_INPUT_LINE) {
		size_t before = rows->nr;

		/* To the reader the line would end at a NUL byte. */
		r.at = strlen(input->line) == input->length ? input->line : "";
		if (input->number == 1)
			r.json = *r.at == '{';
		if (is_heading(&r, input) && r.headings++ > SISHEUR_MAX_RUNS) {
			sisheur_message("sisheur sim: --merge: %s:%lu: more "
					"headings than there can be parts, %u",
					name, input->number, SISHEUR_MAX_RUNS);
			return false;
		}
		if (!take_line(rows, &r, input)) {
			unreadable(name, input, &r);
			return false;
		}
		/* Here and not at the end, which a stream may not have. */
		if (rows->nr > before && !to->take(to->ctx, name))
			return false;
	}
	if (kind == SISHEUR_INPUT_FAILED)
		sisheur_message("sisheur sim: --merge: %s: %s", name,
				strerror(errno));
	else if (kind == SISHEUR_INPUT_LONG)
		sisheur_message("sisheur sim: --merge: %s:%lu: the line is "
				"longer than 16 MiB; accepted is what sisheur "
				"sim --csv or --json printed", name,
				input->number);
	else if (kind == SISHEUR_INPUT_END && !input->number)
		sisheur_message("sisheur sim: --merge: %s: empty; accepted is "
				"what sisheur sim --csv or --json printed",
				name);
	return kind == SISHEUR_INPUT_END && input->number;
}

bool sisheur_rows_read(struct sisheur_rows *rows, const char *name,
		       bool (*take_row)(void *ctx, const char *name), void *ctx)
{
	const struct sisheur_listener to = { take_row, ctx };
	bool is_stdin = strcmp(name, "-") == 0;
	int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	struct sisheur_input input = { 0 };
	bool ok;

	if (fd < 0) {
		sisheur_message("sisheur sim: --merge: %s: %s", name,
				strerror(errno));
		return false;
	}
	sisheur_input_begin(&input, fd);
	ok = read_lines(rows, is_stdin ? "<stdin>" : name, &input, &to);
	free(input.buffer);
	if (!is_stdin)
		close(fd);
	return ok;
}
