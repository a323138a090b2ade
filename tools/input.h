/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * input.h - lines of a file or of somebody who waits for answers
 */
#ifndef SISHEUR_INPUT_H
#define SISHEUR_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The longest line read, in bytes.  A wake-up on 8192 CPUs with each of its six
 * kinds of sets spelled CPU by CPU takes a quarter of a MiB; 16 MiB leave room
 * for any spelling and keep an endless line from taking all memory.
 */
#define SISHEUR_MAX_LINE	((size_t)16 << 20)

/*
 * How much of a longer line is passed over to find the next, in bytes.  A line
 * of a GiB is no line, and that of a device has no end.
 */
#define SISHEUR_MAX_SKIP	((size_t)1 << 30)

/**
 * enum sisheur_input_kind - what sisheur_input_next() found
 * @SISHEUR_INPUT_LINE:   a line
 * @SISHEUR_INPUT_LONG:   a line longer than SISHEUR_MAX_LINE; what follows is
 *	the next
 * @SISHEUR_INPUT_ENDLESS: that line is longer than SISHEUR_MAX_SKIP: there is
 *	nothing to go on with
 * @SISHEUR_INPUT_END:    the end
 * @SISHEUR_INPUT_FAILED: reading failed; errno says why
 * @SISHEUR_INPUT_LOST:   standard output failed: nobody will see an answer
 */
enum sisheur_input_kind {
	SISHEUR_INPUT_LINE,
	SISHEUR_INPUT_LONG,
	SISHEUR_INPUT_ENDLESS,
	SISHEUR_INPUT_END,
	SISHEUR_INPUT_FAILED,
	SISHEUR_INPUT_LOST,
};

/**
 * struct sisheur_input - where lines come from
 * @fd:     file descriptor
 * @number: number of the line last found, from 1
 * @line:   that line, terminated, without its line feed; may hold NUL bytes.
 *	Of one that is too long, its beginning
 * @length: bytes in it
 * @buffer: private, as all below; keep it from file to file
 */
struct sisheur_input {
	int fd;
	unsigned long number;
	char *line;
	size_t length;
	char *buffer;
	size_t size;
	size_t start;
	size_t end;
	size_t skipped;
	bool at_end;
	bool skipping;
};

void sisheur_input_begin(struct sisheur_input *input, int fd);
unsigned int sisheur_input_next(struct sisheur_input *input);

#endif /* SISHEUR_INPUT_H */
