// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * output.c - standard output: colour, and that answers which get lost are an
 * error
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

bool sisheur_has_colour(void)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	/* no-color.org: present and not empty */
	return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term &&
	       strcmp(term, "dumb") != 0;
}

/* Why standard output failed first; a later attempt may know no reason. */
static int reason;

bool sisheur_flush(void)
{
	bool failed = ferror(stdout);

	/*
	 * A full buffer is written by any function that prints, which leaves
	 * its reason in errno and nowhere else.
	 */
	if (fflush(stdout) == 0 && !failed)
		return true;
	if (!reason)
		reason = errno;
	return false;
}

int sisheur_finish(const char *command, int status)
{
	/* Some file systems tell that a disk is full at close alone. */
	if (sisheur_flush() && fclose(stdout) == 0)
		return status;
	if (!reason)
		reason = errno;
	sisheur_message("%s: standard output: %s", command, strerror(reason));
	return SISHEUR_EXIT_BAD;
}
