/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fuzz.h - what the fuzz targets share
 */
#ifndef SISHEUR_FUZZ_H
#define SISHEUR_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Not assert(): NDEBUG must not turn a fuzz target into one that finds nothing. */
#define FUZZ_CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, \
				__LINE__, #x); \
			abort(); \
		} \
	} while (0)

/* The input as a string of its own, so that reading past its end is seen. */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	FUZZ_CHECK(text);
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

#endif /* SISHEUR_FUZZ_H */
