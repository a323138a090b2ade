// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A workload of one's own, as a text:
 *
 *	# a comment
 *	group 4 | load            what follows exists 4 times, or load times
 *	channel NAME [room=N] [low=N] [all] [sync]
 *	mutex NAME | condition NAME | barrier NAME N
 *	task NAME [count=N] [start=TIME] [cpus=LIST] [untimed]
 *		run TIME [~PERCENT]     and so on: enum sisheur_op_code
 *
 * What does each line of it say?  First all are read into tables, then the
 * tasks are made from them.
 */
#include <search.h>
#include <stdio.h>
#include <string.h>

#include "work_own.h"

static const struct {
	const char *name;
	bool (*read)(struct sisheur_own *own);
	bool declares;
} sisheur_own_words[] = {
	{ "group", sisheur_own_read_group, true },
	{ "channel", sisheur_own_read_channel, true },
	{ "mutex", sisheur_own_read_mutex, true },
	{ "condition", sisheur_own_read_condition, true },
	{ "barrier", sisheur_own_read_barrier, true },
	{ "task", sisheur_own_read_task, true },
	{ "timer", sisheur_own_read_timer, false },
	{ "wait", sisheur_own_read_wait, false },
	{ "repeat", sisheur_own_read_repeat, false },
	{ "end", sisheur_own_read_end, false },
};

#define NR_OWN_WORDS \
	(sizeof(sisheur_own_words) / sizeof(sisheur_own_words[0]))

static bool sisheur_unknown(struct sisheur_own *own)
{
	const unsigned int nr = NR_OWN_WORDS;
	char known[200] = "";
	const char *name;
	size_t at = 0;
	unsigned int i;

	for (i = 0; at < sizeof(known); i++) {
		name = i < nr ? sisheur_own_words[i].name :
				sisheur_own_plain(i - nr);
		if (!name)
			break;
		at += (size_t)snprintf(known + at, sizeof(known) - at, "%s%s",
				       i ? ", " : "", name);
	}
	return SISHEUR_OWN_FAIL(own, "unknown \"%.20s\"; there are %s",
				own->words[0], known);
}

static bool sisheur_read_line(struct sisheur_own *own)
{
	bool (*read)(struct sisheur_own *own) = NULL;
	bool declares = false;
	const char *name;
	unsigned int i;

	for (i = 0; i < NR_OWN_WORDS; i++) {
		if (strcmp(own->words[0], sisheur_own_words[i].name))
			continue;
		read = sisheur_own_words[i].read;
		declares = sisheur_own_words[i].declares;
	}
	for (i = 0; (name = sisheur_own_plain(i)); i++)
		if (!strcmp(own->words[0], name))
			read = sisheur_own_read_plain;
	if (!read)
		return sisheur_unknown(own);
	if (declares)
		return sisheur_own_close_task(own) && read(own);
	if (!own->is_open)
		return SISHEUR_OWN_FAIL(own, "\"%s\" outside of a task",
					own->words[0]);
	return read(own);
}

static bool sisheur_read_text(struct sisheur_own *own, char *text)
{
	char *line = text;

	while (line) {
		char *next = strchr(line, '\n');
		char *comment;

		if (next)
			*next++ = '\0';
		own->line++;
		comment = strchr(line, '#');
		if (comment)
			*comment = '\0';
		if (!sisheur_own_split(own, line))
			return false;
		if (own->nr_words && !sisheur_read_line(own))
			return false;
		line = next;
	}
	return sisheur_own_close_task(own);
}

/* The channels are the engine's. */
static void sisheur_keep(void *channel)
{
	(void)channel;
}

bool sisheur_build_own(struct sisheur_engine *e)
{
	struct sisheur_own own = { .e = e };
	size_t lines = 2, length, i;
	char *text;
	bool ok;

	if (!e->sim->text)
		return sisheur_sim_fail(e->error,
			"the workload \"own\" needs a text");
	length = strlen(e->sim->text);
	for (i = 0; i < length; i++)
		lines += e->sim->text[i] == '\n';
	text = sisheur_sim_alloc(e, length + 1, 1);
	/* A line declares one thing at most; the jump is for that of "task". */
	own.groups = sisheur_sim_alloc(e, lines, sizeof(*own.groups));
	own.channels = sisheur_sim_alloc(e, lines, sizeof(*own.channels));
	own.tasks = sisheur_sim_alloc(e, lines, sizeof(*own.tasks));
	own.ops = sisheur_sim_alloc(e, SISHEUR_OWN_OPS * lines,
				    sizeof(*own.ops));
	if (e->has_failed)
		return false;
	memcpy(text, e->sim->text, length);
	ok = sisheur_read_text(&own, text) && sisheur_own_make(&own);
	tdestroy(own.names, sisheur_keep);
	return ok;
}
