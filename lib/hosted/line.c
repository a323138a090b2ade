// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Taking a line apart: pieces, keys and numbers.  See line.h. */
#include <stdio.h>
#include <string.h>

#include "line.h"

SISHEUR_PRIVATE bool sisheur_piece_is(struct sisheur_piece piece,
				      const char *text)
{
	return strlen(text) == piece.length &&
	       !memcmp(piece.at, text, piece.length);
}

static bool sisheur_is_space(char c)
{
	return c == ' ' || c == '\t';
}

SISHEUR_PRIVATE bool sisheur_next_piece(const char **at,
					struct sisheur_piece *piece)
{
	while (sisheur_is_space(**at))
		(*at)++;
	piece->at = *at;
	while (**at && **at != '\n' && !sisheur_is_space(**at))
		(*at)++;
	piece->length = (size_t)(*at - piece->at);
	return piece->length;
}

static bool sisheur_read_number(const struct sisheur_key *key,
				struct sisheur_piece value,
				unsigned long long most,
				unsigned long long *number,
				struct sisheur_error *error)
{
	unsigned long long n = 0;
	size_t i;

	for (i = 0; i < value.length; i++) {
		unsigned int digit = (unsigned int)(value.at[i] - '0');

		/* A digit above most would wrap the difference. */
		if (digit > 9 || digit > most || n > (most - digit) / 10)
			return sisheur_fail(error,
				"%s=%.*s; accepted are 0 to %llu, decimal",
				key->name, SISHEUR_QUOTE(value), most);
		n = n * 10 + digit;
	}
	*number = n;
	return true;
}

/* Reads a value as far as no other key is needed for it. */
static bool sisheur_read_value(const struct sisheur_key *key,
			       struct sisheur_piece value,
			       unsigned long long *number,
			       struct sisheur_error *error)
{
	switch (key->value) {
	case SISHEUR_VALUE_NUMBER:
	case SISHEUR_VALUE_CPU:
		return sisheur_read_number(key, value, ~0U, number, error);
	case SISHEUR_VALUE_LONG:
		return sisheur_read_number(key, value, ~0UL, number, error);
	case SISHEUR_VALUE_FLAG:
		return sisheur_read_number(key, value, 1, number, error);
	case SISHEUR_VALUE_FORMULA:
		*number = sisheur_piece_is(value, "percent");
		return *number || sisheur_piece_is(value, "merged") ||
		       sisheur_fail(error,
				"formula=%.*s; accepted are merged and percent",
				SISHEUR_QUOTE(value));
	default:
		return true;
	}
}

static bool sisheur_unknown_key(const struct sisheur_key *keys,
				unsigned int nr_keys,
				struct sisheur_piece name,
				struct sisheur_error *error)
{
	char known[400] = "";
	size_t length = 0;
	unsigned int key;

	for (key = 0; key < nr_keys && length < sizeof(known); key++)
		length += (size_t)snprintf(known + length,
					   sizeof(known) - length, "%s%s",
					   key ? ", " : "", keys[key].name);
	return sisheur_fail(error, "unknown key \"%.*s\"; accepted here are %s",
			    SISHEUR_QUOTE(name), known);
}

SISHEUR_PRIVATE bool sisheur_read_key(const struct sisheur_key *keys,
				      unsigned int nr_keys,
				      struct sisheur_piece piece,
				      struct sisheur_fields *fields,
				      struct sisheur_error *error)
{
	const char *equals = memchr(piece.at, '=', piece.length);
	struct sisheur_piece name = piece, value;
	unsigned int key;

	if (!equals || equals == piece.at)
		return sisheur_fail(error, "\"%.*s\" is no key=value",
				    SISHEUR_QUOTE(piece));
	name.length = (size_t)(equals - piece.at);
	value.at = equals + 1;
	value.length = piece.length - name.length - 1;

	for (key = 0; key < nr_keys; key++)
		if (sisheur_piece_is(name, keys[key].name))
			break;
	if (key == nr_keys)
		return sisheur_unknown_key(keys, nr_keys, name, error);
	if (fields->value[key].at)
		return sisheur_fail(error,
			"key %s is repeated; accepted once a line",
			keys[key].name);
	if (!value.length && keys[key].value != SISHEUR_VALUE_SET &&
	    keys[key].value != SISHEUR_VALUE_SETS)
		return sisheur_fail(error,
			"key %s has no value; only a CPU set may be empty",
			keys[key].name);
	fields->value[key] = value;
	return sisheur_read_value(&keys[key], value, &fields->number[key],
				  error);
}

SISHEUR_PRIVATE bool sisheur_require(const struct sisheur_key *keys,
				     unsigned int key,
				     const struct sisheur_fields *fields,
				     struct sisheur_error *error)
{
	return fields->value[key].at ||
	       sisheur_fail(error, "key %s is missing; it is required",
			    keys[key].name);
}

SISHEUR_PRIVATE unsigned long long
sisheur_number(const struct sisheur_fields *fields, unsigned int key,
	       unsigned long long otherwise)
{
	return fields->value[key].at ? fields->number[key] : otherwise;
}
