// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rtapp.c - a workload that rt-app describes, as a text of one's own
 *
 * What does a file of rt-app come to?  What cannot be simulated is refused: a
 * workload without its locks is another workload.
 */
#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../command.h"
#include "rtapp_write.h"

static const struct sisheur_key root_keys[] = {
	{ "tasks", SISHEUR_FATE_READ, NULL },
	{ "global", SISHEUR_FATE_READ, NULL },
	/* Older files declare here what rt-app finds out by itself. */
	{ "resources", SISHEUR_FATE_IGNORED, NULL },
	{ NULL, 0, NULL },
};

static const struct sisheur_key global_keys[] = {
	{ "duration", SISHEUR_FATE_READ, NULL },
	{ "default_policy", SISHEUR_FATE_ONE, "SCHED_OTHER" },
	{ "pi_enabled", SISHEUR_FATE_ONE, "false" },
	{ "calibration", SISHEUR_FATE_IGNORED, NULL },
	{ "lock_pages", SISHEUR_FATE_IGNORED, NULL },
	{ "logdir", SISHEUR_FATE_IGNORED, NULL },
	{ "log_basename", SISHEUR_FATE_IGNORED, NULL },
	{ "log_size", SISHEUR_FATE_IGNORED, NULL },
	{ "ftrace", SISHEUR_FATE_IGNORED, NULL },
	{ "gnuplot", SISHEUR_FATE_IGNORED, NULL },
	{ "cumulative_slack", SISHEUR_FATE_IGNORED, NULL },
	{ "frag", SISHEUR_FATE_IGNORED, NULL },
	/* Of "mem" and "iorun", which are refused. */
	{ "io_device", SISHEUR_FATE_IGNORED, NULL },
	{ "mem_buffer_size", SISHEUR_FATE_IGNORED, NULL },
	{ NULL, 0, NULL },
};

/* ---- the text ---- */

void sisheur_add(struct sisheur_lines *to, unsigned long line,
		 const char *format, ...)
{
	va_list args;
	size_t length;
	char *text;

	va_start(args, format);
	text = sisheur_vformat(format, args);
	va_end(args);
	length = strlen(text);
	if (to->size + length + 2 > to->room) {
		to->room = 2 * (to->size + length + 2);
		to->text = sisheur_alloc(to->text, to->room);
		/* A line is two bytes at least, with its end. */
		to->lines = sisheur_alloc(to->lines, (to->room / 2 + 1) *
					  sizeof(*to->lines));
	}
	memcpy(to->text + to->size, text, length);
	to->size += length;
	to->text[to->size++] = '\n';
	to->text[to->size] = '\0';
	to->lines[to->nr++] = line;
	free(text);
}

void sisheur_append(struct sisheur_lines *to, struct sisheur_lines *from)
{
	const char *line = from->text;
	size_t i;

	for (i = 0; i < from->nr; i++) {
		size_t length = strcspn(line, "\n");

		sisheur_add(to, from->lines[i], "%.*s", (int)length, line);
		line += length + 1;
	}
	from->nr = 0;
	from->size = 0;
}

/* ---- the file ---- */

static bool read_global(struct sisheur_writer *w,
			const struct sisheur_node *global)
{
	const struct sisheur_node *duration;
	long long s = SISHEUR_FOREVER;

	if (!sisheur_must_be(w, global, SISHEUR_NODE_OBJECT) ||
	    !sisheur_check_keys(w, global, global_keys, NULL))
		return false;
	duration = sisheur_find(global, "duration");
	if (!duration)
		return true;
	if (!sisheur_whole(w, duration, SISHEUR_FOREVER,
			   (long long)(SISHEUR_SIM_MAX_NS / 1000000000), &s))
		return false;
	if (!s)
		return sisheur_wrong(w, duration,
				     "\"duration\" is 0; accepted are -1, which "
				     "is for ever, and whole numbers from 1");
	w->duration_ns = s > 0 ? (unsigned long long)s * 1000000000 : 0;
	return true;
}

static bool read_root(struct sisheur_writer *w, const struct sisheur_node *root)
{
	const struct sisheur_node *global, *tasks, *task;

	if (!sisheur_must_be(w, root, SISHEUR_NODE_OBJECT) ||
	    !sisheur_check_keys(w, root, root_keys, NULL))
		return false;
	global = sisheur_find(root, "global");
	tasks = sisheur_find(root, "tasks");
	if (!tasks)
		return sisheur_wrong(w, root, "there is no \"tasks\"");
	if ((global && !read_global(w, global)) ||
	    !sisheur_must_be(w, tasks, SISHEUR_NODE_OBJECT))
		return false;
	for (task = tasks->child; task; task = task->next)
		if (!sisheur_put_task(w, task))
			return false;
	return w->tasks.nr || sisheur_wrong(w, tasks, "\"tasks\" has no task");
}

/* What is shared has to be declared first. */
static void put_all(struct sisheur_writer *w, struct sisheur_lines *to)
{
	static const char *const words[] = {
		[SISHEUR_RESOURCE_MUTEX] = "mutex m",
		[SISHEUR_RESOURCE_CONDITION] = "condition c",
		[SISHEUR_RESOURCE_BARRIER] = "barrier b",
	};
	const struct sisheur_resource *r;
	size_t i;

	sisheur_add(to, 1, "group load");
	for (i = 0; i < w->nr; i++) {
		r = w->resources[i];
		if (r->kind == SISHEUR_RESOURCE_BARRIER)
			sisheur_add(to, r->line, "%s%u %llu", words[r->kind],
				    r->nr, r->users ? r->users : 1);
		else if (r->kind != SISHEUR_RESOURCE_TIMER)
			sisheur_add(to, r->line, "%s%u", words[r->kind], r->nr);
	}
	sisheur_append(to, &w->tasks);
}

bool sisheur_rtapp_is(const char *text)
{
	text += strspn(text, " \t\r\n");
	/* A comment of theirs, the file itself, or what it may not be. */
	return *text && strchr("{/[", *text);
}

bool sisheur_rtapp_read(struct sisheur_rtapp *r, const char *text,
			struct sisheur_error *error)
{
	struct sisheur_writer w = { .error = error };
	struct sisheur_lines lines = { 0 };
	struct sisheur_tree tree;
	bool ok;

	memset(r, 0, sizeof(*r));
	ok = sisheur_tree_read(&tree, text, error) && read_root(&w, tree.root);
	if (ok)
		put_all(&w, &lines);
	r->text = lines.text;
	r->lines = lines.lines;
	r->nr_lines = lines.nr;
	r->duration_ns = w.duration_ns;
	r->ignored = w.ignored;
	tdestroy(w.names, free);
	free(w.resources);
	free(w.tasks.text);
	free(w.tasks.lines);
	free(w.body.text);
	free(w.body.lines);
	sisheur_tree_free(&tree);
	return ok;
}

void sisheur_rtapp_free(struct sisheur_rtapp *r)
{
	free(r->text);
	free(r->lines);
	free(r->ignored);
	memset(r, 0, sizeof(*r));
}
