// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * json.c - JSON for programs, one document a line
 */
#include <stdlib.h>
#include <string.h>

#include "command.h"

/*
 * Length of the UTF-8 sequence at @s, 0 if it is none.  File names and quoted
 * input may be any bytes, but RFC 8259 allows UTF-8 only.
 */
static size_t utf8_length(const unsigned char *s)
{
	/* RFC 3629: lead bytes, and what its second byte is limited to */
	static const struct {
		unsigned char first, last, low, high;
		size_t length;
	} forms[] = {
		{ 0x00, 0x7f, 0x00, 0xff, 1 },
		{ 0xc2, 0xdf, 0x80, 0xbf, 2 },
		{ 0xe0, 0xe0, 0xa0, 0xbf, 3 },
		{ 0xe1, 0xec, 0x80, 0xbf, 3 },
		{ 0xed, 0xed, 0x80, 0x9f, 3 },
		{ 0xee, 0xef, 0x80, 0xbf, 3 },
		{ 0xf0, 0xf0, 0x90, 0xbf, 4 },
		{ 0xf1, 0xf3, 0x80, 0xbf, 4 },
		{ 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};
	size_t i, k;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (s[0] < forms[i].first || s[0] > forms[i].last)
			continue;
		if (forms[i].length == 1)
			return 1;
		if (s[1] < forms[i].low || s[1] > forms[i].high)
			return 0;
		for (k = 2; k < forms[i].length; k++)
			if ((s[k] & 0xc0) != 0x80)
				return 0;
		return forms[i].length;
	}
	return 0;
}

static void put_string(FILE *out, const char *value)
{
	const unsigned char *s = (const unsigned char *)value;

	putc('"', out);
	while (*s) {
		size_t length = utf8_length(s);

		if (length == 0) {
			fputs("\\ufffd", out);
			s++;
			continue;
		}
		if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else if (*s < ' ')
			fprintf(out, "\\u%04x", *s);
		else
			fwrite(s, 1, length, out);
		s += length;
	}
	putc('"', out);
}

static void begin_value(struct sisheur_json *json, const char *key)
{
	if (json->comma)
		fputs(", ", json->out);
	json->comma = true;
	if (key) {
		put_string(json->out, key);
		fputs(": ", json->out);
	}
}

void sisheur_json_open(struct sisheur_json *json, const char *key, char bracket)
{
	begin_value(json, key);
	putc(bracket, json->out);
	json->comma = false;
}

void sisheur_json_close(struct sisheur_json *json, char bracket)
{
	putc(bracket, json->out);
	json->comma = true;
}

void sisheur_json_end(struct sisheur_json *json)
{
	putc('\n', json->out);
	json->comma = false;
}

void sisheur_json_string(struct sisheur_json *json, const char *key,
			 const char *value)
{
	begin_value(json, key);
	put_string(json->out, value);
}

void sisheur_json_number(struct sisheur_json *json, const char *key,
			 unsigned long long value)
{
	begin_value(json, key);
	fprintf(json->out, "%llu", value);
}

void sisheur_json_literal(struct sisheur_json *json, const char *key,
			  const char *value)
{
	begin_value(json, key);
	fputs(value, json->out);
}

void sisheur_json_cpulist(struct sisheur_json *json, const char *key,
			  const unsigned long *set, unsigned int nr_cpus)
{
	char *text = sisheur_cpulist_text(set, nr_cpus);

	sisheur_json_string(json, key, text);
	free(text);
}
