/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tests that end in one line of TAP, with the first differences behind it.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>

/* What the differences of the test that runs are written to, as whole lines. */
extern FILE *details;

/* A test begins.  Its name is put together when it ends. */
void begin(void);

/* One difference more: true if it is to be written to details. */
bool differs(void);

/* How many differences so far. */
unsigned long nr_differ(void);

/* The test ends, as the text says, and has passed if nothing differed. */
void end(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));

/* Has any test failed? */
bool any_failed(void);

/* Ends the program: something is wrong that is not an answer. */
_Noreturn void give_up(const char *format, ...)
	__attribute__((__format__(__printf__, 1, 2)));

#endif /* REPORT_H */
