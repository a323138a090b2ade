// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * workload.c - which workload is meant: a name, a text, or rt-app's JSON
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim.h"

/* A description is a few lines; a MiB of it is a mistake. */
#define MAX_TEXT	(1U << 20)

static bool read_file(struct sisheur_sim_options *o)
{
	bool is_stdin = strcmp(o->workload, "-") == 0;
	FILE *file = is_stdin ? stdin : fopen(o->workload, "re");
	bool ok = false;
	size_t length;

	if (!file) {
		sisheur_message("sisheur sim: %s: %s", o->workload,
				strerror(errno));
		return false;
	}
	if (is_stdin)
		o->workload = "<stdin>";
	o->text = sisheur_alloc(NULL, MAX_TEXT + 1);
	length = fread(o->text, 1, MAX_TEXT + 1, file);
	if (ferror(file))
		sisheur_message("sisheur sim: %s: %s", o->workload,
				strerror(errno));
	else if (length > MAX_TEXT)
		sisheur_message("sisheur sim: %s: longer than %u bytes",
				o->workload, MAX_TEXT);
	else if (memchr(o->text, '\0', length))
		sisheur_message("sisheur sim: %s: a NUL byte; accepted is text",
				o->workload);
	else
		ok = true;
	fclose(file);
	if (ok)
		o->text[length] = '\0';
	return ok;
}

/* Our own form, or that of rt-app. */
static bool read_description(struct sisheur_sim_options *o)
{
	struct sisheur_error error = { 0 };
	bool ok;

	if (!read_file(o))
		return false;
	if (!sisheur_rtapp_is(o->text))
		return true;
	ok = sisheur_rtapp_read(&o->rtapp, o->text, &error);
	free(o->text);
	o->text = o->rtapp.text;
	o->rtapp.text = NULL;
	if (!ok && error.line)
		sisheur_message("%s:%lu: %s", o->workload, error.line,
				error.text);
	else if (!ok)
		sisheur_message("sisheur sim: %s: %s", o->workload, error.text);
	else if (o->rtapp.ignored)
		sisheur_message("%s: passed over, as nothing here depends on "
				"it: %s", o->workload, o->rtapp.ignored);
	return ok;
}

bool sisheur_has_load(const char *text)
{
	static const char blanks[] = " \t\r";

	for (; text; text = strchr(text, '\n')) {
		text += *text == '\n';
		text += strspn(text, blanks);
		if (strcspn(text, " \t\r\n#") != 5 || strncmp(text, "group", 5))
			continue;
		text += 5;
		text += strspn(text, blanks);
		if (strcspn(text, " \t\r\n#") == 4 && !strncmp(text, "load", 4))
			return true;
	}
	return false;
}

const struct sisheur_sim_workload *sisheur_workload_named(const char *name)
{
	const struct sisheur_sim_workload *w;
	unsigned int n;

	for (n = 0; (w = sisheur_sim_workload(n)); n++)
		if (strcmp(w->name, name) == 0)
			break;
	return w;
}

bool sisheur_workload_read(struct sisheur_sim_options *o, bool is_file)
{
	if (!is_file && !o->is_overview && !sisheur_workload_named(o->workload))
		is_file = strcmp(o->workload, "-") == 0 ||
			  access(o->workload, F_OK) == 0;
	/* What is neither is refused where the names are known. */
	return !is_file || read_description(o);
}
