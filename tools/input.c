// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * input.c - lines of a file or of somebody who waits for answers
 *
 * Not getline(): it cannot say whether it is about to block, and a program that
 * writes a question and waits for its answer would wait for ever.  Here all
 * that was answered is flushed whenever more must be read, which for a file is
 * once in SISHEUR_READ_SIZE bytes.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "input.h"

/* Large enough that system calls cost nothing beside parsing. */
#define SISHEUR_READ_SIZE	((size_t)1 << 18)

void sisheur_input_begin(struct sisheur_input *input, int fd)
{
	input->fd = fd;
	input->number = 0;
	input->start = 0;
	input->end = 0;
	input->at_end = false;
	input->skipping = false;
	input->skipped = 0;
}

/* Reads more behind what is there: 0 on success or at the end. */
static int fill(struct sisheur_input *input)
{
	ssize_t got;

	if (input->start > 0) {
		memmove(input->buffer, input->buffer + input->start,
			input->end - input->start);
		input->end -= input->start;
		input->start = 0;
	}
	/* One byte is kept for the NUL behind a last line. */
	if (input->size - input->end < 2) {
		input->size = input->size ? 2 * input->size : SISHEUR_READ_SIZE;
		input->buffer = sisheur_alloc(input->buffer, input->size);
	}
	if (!sisheur_flush())
		return SISHEUR_INPUT_LOST;
	do {
		got = read(input->fd, input->buffer + input->end,
			   input->size - input->end - 1);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return SISHEUR_INPUT_FAILED;
	input->at_end = got == 0;
	input->end += (size_t)got;
	return 0;
}

/* Passes over what is left of a line that was too long: 0 behind it. */
static int skip(struct sisheur_input *input)
{
	int error;

	while (input->skipping) {
		char *from = input->buffer + input->start;
		size_t there = input->end - input->start;
		char *feed = memchr(from, '\n', there);

		input->skipped += feed ? (size_t)(feed - from) : there;
		input->start = feed ? input->start + (size_t)(feed - from) + 1 :
				      input->end;
		input->skipping = !feed;
		/* /dev/zero has one line, and no end. */
		if (input->skipped > SISHEUR_MAX_SKIP)
			return SISHEUR_INPUT_ENDLESS;
		if (feed)
			break;
		if (input->at_end)
			return SISHEUR_INPUT_END;
		error = fill(input);
		if (error)
			return error;
	}
	return 0;
}

unsigned int sisheur_input_next(struct sisheur_input *input)
{
	size_t seen = 0;	/* bytes known to hold no line feed */
	int error;

	/* Before the first read there is no buffer to point into. */
	error = input->buffer ? skip(input) : fill(input);
	if (error)
		return (unsigned int)error;
	for (;;) {
		char *from = input->buffer + input->start;
		size_t there = input->end - input->start;
		char *feed = there > seen ?
			memchr(from + seen, '\n', there - seen) : NULL;
		bool is_long = !feed && there > SISHEUR_MAX_LINE;

		if (!feed && input->at_end && there == 0)
			return SISHEUR_INPUT_END;
		if (feed || input->at_end || is_long) {
			input->length = feed ? (size_t)(feed - from) : there;
			input->line = from;
			from[input->length] = '\0';
			input->start += input->length + (feed != NULL);
			input->number++;
			/* Told at once: its end may be far, or nowhere. */
			input->skipping = is_long;
			input->skipped = is_long ? there : 0;
			return input->length > SISHEUR_MAX_LINE ?
				       SISHEUR_INPUT_LONG : SISHEUR_INPUT_LINE;
		}
		seen = there;
		error = fill(input);
		if (error)
			return (unsigned int)error;
	}
}
