/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * line.h - a line of key=value pairs, taken apart against a table of keys
 *
 * Knows how values are written and nothing of what they mean: that is case.c.
 */
#ifndef SISHEUR_LINE_H
#define SISHEUR_LINE_H

#include "hosted.h"

/* How the value of a key is written. */
enum sisheur_value {
	SISHEUR_VALUE_PROFILE,
	SISHEUR_VALUE_FEATURES,
	SISHEUR_VALUE_NUMBER,
	SISHEUR_VALUE_LONG,
	SISHEUR_VALUE_FLAG,
	SISHEUR_VALUE_CPU,
	SISHEUR_VALUE_SET,
	SISHEUR_VALUE_SETS,
	SISHEUR_VALUE_FORMULA,
};

struct sisheur_key {
	const char *name;
	enum sisheur_value value;
};

/* More than any line has. */
#define SISHEUR_MAX_KEYS	32

/**
 * struct sisheur_piece - a piece of the line: not terminated, never copied
 * @at:     its first character; NULL: absent
 * @length: its length
 */
struct sisheur_piece {
	const char *at;
	size_t length;
};

/**
 * struct sisheur_fields - the values of a line's keys
 * @value:   by key; only pieces that are there have @at
 * @number:  by key, for values that are numbers, flags and CPUs
 */
struct sisheur_fields {
	struct sisheur_piece value[SISHEUR_MAX_KEYS];
	unsigned long long number[SISHEUR_MAX_KEYS];
};

/* A piece in an error text is cut to this many characters. */
#define SISHEUR_QUOTE(piece) \
	(int)((piece).length > 60 ? 60 : (piece).length), (piece).at

SISHEUR_PRIVATE bool sisheur_piece_is(struct sisheur_piece piece,
				      const char *text);

/* The next piece between spaces; false at the end of the line. */
SISHEUR_PRIVATE bool sisheur_next_piece(const char **at,
					struct sisheur_piece *piece);

/* Takes one key=value apart and puts it where its key belongs. */
SISHEUR_PRIVATE bool sisheur_read_key(const struct sisheur_key *keys,
				      unsigned int nr_keys,
				      struct sisheur_piece piece,
				      struct sisheur_fields *fields,
				      struct sisheur_error *error);

/* Is a key that has no default there? */
SISHEUR_PRIVATE bool sisheur_require(const struct sisheur_key *keys,
				     unsigned int key,
				     const struct sisheur_fields *fields,
				     struct sisheur_error *error);

/* The number of a key, or @otherwise where the key is absent. */
SISHEUR_PRIVATE unsigned long long
sisheur_number(const struct sisheur_fields *fields, unsigned int key,
	       unsigned long long otherwise);

#endif /* SISHEUR_LINE_H */
