// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A workload of one's own, as a text:
 *
 *	# a comment
 *	group 4 | load            what follows exists 4 times, or load times
 *	channel NAME [room=N] [low=N] [all] [sync]
 *	task NAME [count=N] [start=TIME] [cpus=LIST] [untimed]
 *		run TIME [~PERCENT]     and so on: enum sisheur_op_code
 *
 * First it is read into tables, then the tasks are made from them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

#define SISHEUR_NAME	32

struct sisheur_own_channel {
	char name[SISHEUR_NAME];
	uint32_t room;
	uint32_t low;
	bool all;
	bool sync;
};

struct sisheur_own_task {
	uint32_t count;
	uint32_t made;
	uint64_t start_ns;
	uint32_t first_op;
	uint32_t nr_ops;
	bool untimed;
	unsigned long *cpus;
};

struct sisheur_own_group {
	uint64_t count;
	uint32_t first_channel;
	uint32_t nr_channels;
	uint32_t first_task;
	uint32_t nr_tasks;
};

struct sisheur_own {
	struct sisheur_engine *e;
	unsigned long line;
	char *words[8];
	unsigned int nr_words;
	struct sisheur_own_group *groups;
	struct sisheur_own_channel *channels;
	struct sisheur_own_task *tasks;
	struct sisheur_op *ops;
	uint32_t nr_groups;
	uint32_t nr_channels;
	uint32_t nr_tasks;
	uint32_t nr_ops;
	uint32_t repeat;	/* the operation to which "end" goes back */
	uint64_t repeats;
};

#define SISHEUR_OWN_FAIL(own, ...) \
	((void)sisheur_sim_fail((own)->e->error, __VA_ARGS__), \
	 sisheur_at_line(own))

static bool sisheur_at_line(const struct sisheur_own *own)
{
	if (own->e->error)
		own->e->error->line = own->line;
	return false;
}

/* ---- words ---- */

static bool sisheur_whole(struct sisheur_own *own, const char *text,
			  uint64_t high, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	if (errno || end == text || *end || *text < '0' || *text > '9' ||
	    *value > high)
		return SISHEUR_OWN_FAIL(own,
			"\"%.20s\" is not accepted; expected a whole number up to %llu",
			text, (unsigned long long)high);
	return true;
}

static bool sisheur_duration(struct sisheur_own *own, const char *text,
			     uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 },
		{ "s", 1000000000 },
	};
	char *end;
	uint64_t value;
	unsigned int i;

	errno = 0;
	value = strtoull(text, &end, 10);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (errno || end == text || *text < '0' || *text > '9' ||
		    strcmp(end, units[i].name))
			continue;
		if (value > SISHEUR_SIM_MAX_NS / units[i].ns)
			break;
		*ns = value * units[i].ns;
		return true;
	}
	return SISHEUR_OWN_FAIL(own,
		"\"%.20s\" is no time; expected such as 700ns, 30us, 5ms or 1s, up to %llu s",
		text, SISHEUR_SIM_MAX_NS / 1000000000);
}

static bool sisheur_split(struct sisheur_own *own, char *line)
{
	char *save = NULL, *word;

	own->nr_words = 0;
	for (word = strtok_r(line, " \t\r", &save); word;
	     word = strtok_r(NULL, " \t\r", &save)) {
		if (own->nr_words == sizeof(own->words) / sizeof(*own->words))
			return SISHEUR_OWN_FAIL(own, "too many words; at most %u",
				(unsigned int)(sizeof(own->words) /
					       sizeof(*own->words)));
		own->words[own->nr_words++] = word;
	}
	return true;
}

/* The value of a word NAME=VALUE, or NULL. */
static const char *sisheur_value_of(const char *word, const char *name)
{
	size_t length = strlen(name);

	return !strncmp(word, name, length) && word[length] == '=' ?
		       word + length + 1 : NULL;
}

static bool sisheur_is_named(struct sisheur_own *own)
{
	if (own->nr_words < 2 || strlen(own->words[1]) >= SISHEUR_NAME)
		return SISHEUR_OWN_FAIL(own,
			"%s needs a name of 1 to %u bytes", own->words[0],
			SISHEUR_NAME - 1);
	return true;
}

/* ---- declarations ---- */

static bool sisheur_read_group(struct sisheur_own *own)
{
	struct sisheur_own_group *g = &own->groups[own->nr_groups];

	if (own->nr_words != 2)
		return SISHEUR_OWN_FAIL(own,
			"expected \"group N\" or \"group load\"");
	if (strcmp(own->words[1], "load") == 0)
		g->count = own->e->sim->load;
	else if (!sisheur_whole(own, own->words[1], SISHEUR_SIM_MAX_TASKS,
				&g->count))
		return false;
	g->first_channel = own->nr_channels;
	g->first_task = own->nr_tasks;
	own->nr_groups++;
	return true;
}

/* What comes before the first "group" exists once. */
static struct sisheur_own_group *sisheur_group(struct sisheur_own *own)
{
	if (!own->nr_groups)
		own->groups[own->nr_groups++].count = 1;
	return &own->groups[own->nr_groups - 1];
}

static bool sisheur_read_channel(struct sisheur_own *own)
{
	struct sisheur_own_group *g = sisheur_group(own);
	struct sisheur_own_channel *ch = &own->channels[own->nr_channels];
	bool has_low = false;
	unsigned int i;
	uint64_t value;

	if (!sisheur_is_named(own))
		return false;
	for (i = 0; i < g->nr_channels; i++)
		if (!strcmp(own->channels[g->first_channel + i].name,
			    own->words[1]))
			return SISHEUR_OWN_FAIL(own,
				"channel \"%s\" is there already",
				own->words[1]);
	strcpy(ch->name, own->words[1]);
	ch->room = 16;
	for (i = 2; i < own->nr_words; i++) {
		const char *room = sisheur_value_of(own->words[i], "room");
		const char *low = sisheur_value_of(own->words[i], "low");

		if (strcmp(own->words[i], "all") == 0) {
			ch->all = true;
		} else if (strcmp(own->words[i], "sync") == 0) {
			ch->sync = true;
		} else if (room || low) {
			if (!sisheur_whole(own, room ? room : low,
					   SISHEUR_SIM_MAX_TASKS, &value))
				return false;
			if (room)
				ch->room = (uint32_t)value;
			else
				ch->low = (uint32_t)value;
			has_low |= !!low;
		} else {
			return SISHEUR_OWN_FAIL(own,
				"unknown \"%.20s\"; there are room=N, low=N, all, sync",
				own->words[i]);
		}
	}
	if (!ch->room)
		return SISHEUR_OWN_FAIL(own, "a channel needs room=1 or more");
	if (!has_low)
		ch->low = ch->room;
	own->nr_channels++;
	g->nr_channels++;
	return true;
}

static bool sisheur_read_cpus(struct sisheur_own *own,
			      struct sisheur_own_task *t, const char *list)
{
	struct sisheur_engine *e = own->e;
	unsigned int word, any = 0;

	t->cpus = sisheur_sim_alloc(e, e->words, sizeof(*t->cpus));
	if (!t->cpus)
		return false;
	if (!sisheur_cpulist_parse(list, t->cpus, e->nr_cpus, e->error))
		return sisheur_at_line(own);
	for (word = 0; word < e->words; word++) {
		t->cpus[word] &= e->online[word];
		any |= !!t->cpus[word];
	}
	if (!any)
		return SISHEUR_OWN_FAIL(own, "cpus=%.40s: none is online", list);
	return true;
}

static bool sisheur_read_task(struct sisheur_own *own)
{
	struct sisheur_own_group *g = sisheur_group(own);
	struct sisheur_own_task *t = &own->tasks[own->nr_tasks];
	unsigned int i;
	uint64_t value;

	if (!sisheur_is_named(own))
		return false;
	t->count = 1;
	t->first_op = own->nr_ops;
	for (i = 2; i < own->nr_words; i++) {
		const char *count = sisheur_value_of(own->words[i], "count");
		const char *start = sisheur_value_of(own->words[i], "start");
		const char *cpus = sisheur_value_of(own->words[i], "cpus");

		if (count) {
			if (!sisheur_whole(own, count, SISHEUR_SIM_MAX_TASKS,
					   &value))
				return false;
			t->count = (uint32_t)value;
		} else if (start) {
			if (!sisheur_duration(own, start, &t->start_ns))
				return false;
		} else if (cpus) {
			if (!sisheur_read_cpus(own, t, cpus))
				return false;
		} else if (strcmp(own->words[i], "untimed") == 0) {
			t->untimed = true;
		} else {
			return SISHEUR_OWN_FAIL(own,
				"unknown \"%.20s\"; there are count=N, start=TIME, cpus=LIST, untimed",
				own->words[i]);
		}
	}
	own->nr_tasks++;
	g->nr_tasks++;
	return true;
}

/* ---- operations ---- */

static const struct {
	const char *name;
	unsigned int code;
	bool has_time;
	bool has_channel;
} sisheur_own_ops[] = {
	{ "run", SISHEUR_OP_RUN, true, false },
	{ "spin", SISHEUR_OP_SPIN, true, false },
	{ "sleep", SISHEUR_OP_SLEEP, true, false },
	{ "send", SISHEUR_OP_SEND, false, true },
	{ "recv", SISHEUR_OP_RECV, false, true },
	{ "sendall", SISHEUR_OP_SENDALL, false, true },
	{ "done", SISHEUR_OP_DONE, false, false },
	{ "exit", SISHEUR_OP_EXIT, false, false },
};

#define NR_OWN_OPS	(sizeof(sisheur_own_ops) / sizeof(sisheur_own_ops[0]))

static bool sisheur_read_time(struct sisheur_own *own, struct sisheur_op *op)
{
	uint64_t percent;

	if (own->nr_words < 2 || own->nr_words > 3 ||
	    (own->nr_words == 3 && own->words[2][0] != '~'))
		return SISHEUR_OWN_FAIL(own, "expected \"%s TIME [~PERCENT]\"",
					own->words[0]);
	if (!sisheur_duration(own, own->words[1], &op->ns))
		return false;
	if (own->nr_words == 2)
		return true;
	if (!sisheur_whole(own, own->words[2] + 1, 100, &percent))
		return false;
	op->jitter = (unsigned int)percent;
	return true;
}

static bool sisheur_read_use(struct sisheur_own *own, struct sisheur_op *op)
{
	const struct sisheur_own_group *g = sisheur_group(own);
	uint32_t i;

	if (own->nr_words != 2)
		return SISHEUR_OWN_FAIL(own, "expected \"%s CHANNEL\"",
					own->words[0]);
	for (i = 0; i < g->nr_channels; i++) {
		if (!strcmp(own->channels[g->first_channel + i].name,
			    own->words[1])) {
			op->arg = i;
			return true;
		}
	}
	return SISHEUR_OWN_FAIL(own,
		"no channel \"%.31s\" in this group; declare it first",
		own->words[1]);
}

static struct sisheur_op *sisheur_next_op(struct sisheur_own *own)
{
	own->tasks[own->nr_tasks - 1].nr_ops++;
	return &own->ops[own->nr_ops++];
}

static bool sisheur_read_repeat(struct sisheur_own *own)
{
	if (own->repeats)
		return SISHEUR_OWN_FAIL(own, "repeat within repeat");
	if (own->nr_words != 2)
		return SISHEUR_OWN_FAIL(own, "expected \"repeat N\"");
	if (!sisheur_whole(own, own->words[1], SISHEUR_SIM_MAX_NS,
			   &own->repeats))
		return false;
	if (!own->repeats)
		return SISHEUR_OWN_FAIL(own, "repeat 0");
	own->repeat = own->tasks[own->nr_tasks - 1].nr_ops;
	return true;
}

static bool sisheur_read_end(struct sisheur_own *own)
{
	struct sisheur_op *op;

	if (!own->repeats || own->nr_words != 1)
		return SISHEUR_OWN_FAIL(own, "\"end\" without \"repeat N\"");
	op = sisheur_next_op(own);
	op->code = SISHEUR_OP_REPEAT;
	op->arg = own->repeat;
	op->ns = own->repeats;
	own->repeats = 0;
	return true;
}

static bool sisheur_read_op(struct sisheur_own *own)
{
	struct sisheur_op *op;
	unsigned int i;

	for (i = 0; i < NR_OWN_OPS; i++)
		if (!strcmp(own->words[0], sisheur_own_ops[i].name))
			break;
	if (i == NR_OWN_OPS)
		return SISHEUR_OWN_FAIL(own,
			"unknown \"%.20s\"; there are group, channel, task, run, spin, sleep, send, recv, sendall, done, exit, repeat, end",
			own->words[0]);
	if (!own->nr_tasks)
		return SISHEUR_OWN_FAIL(own, "\"%s\" before the first task",
					own->words[0]);
	op = sisheur_next_op(own);
	op->code = sisheur_own_ops[i].code;
	if (sisheur_own_ops[i].has_time)
		return sisheur_read_time(own, op);
	if (sisheur_own_ops[i].has_channel)
		return sisheur_read_use(own, op);
	if (own->nr_words != 1)
		return SISHEUR_OWN_FAIL(own, "\"%s\" stands alone",
					own->words[0]);
	return true;
}

/* A task that is read to its end begins anew, unless it ends by exit. */
static bool sisheur_close_task(struct sisheur_own *own)
{
	struct sisheur_own_task *t;

	if (own->repeats)
		return SISHEUR_OWN_FAIL(own, "\"repeat N\" without \"end\"");
	if (!own->nr_tasks)
		return true;
	t = &own->tasks[own->nr_tasks - 1];
	if (!t->nr_ops)
		return SISHEUR_OWN_FAIL(own, "the task before does nothing");
	if (own->ops[own->nr_ops - 1].code != SISHEUR_OP_JUMP)
		sisheur_next_op(own)->code = SISHEUR_OP_JUMP;
	return true;
}

static bool sisheur_read_line(struct sisheur_own *own)
{
	const char *word = own->words[0];

	if (!strcmp(word, "group"))
		return sisheur_close_task(own) && sisheur_read_group(own);
	if (!strcmp(word, "channel"))
		return sisheur_close_task(own) && sisheur_read_channel(own);
	if (!strcmp(word, "task"))
		return sisheur_close_task(own) && sisheur_read_task(own);
	if (!strcmp(word, "repeat") && own->nr_tasks)
		return sisheur_read_repeat(own);
	if (!strcmp(word, "end"))
		return sisheur_read_end(own);
	return sisheur_read_op(own);
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
		if (!sisheur_split(own, line))
			return false;
		if (own->nr_words && !sisheur_read_line(own))
			return false;
		line = next;
	}
	return sisheur_close_task(own);
}

/* ---- making it ---- */

/* When the next instance of a task starts; beyond the end, it never does. */
static uint64_t sisheur_start(struct sisheur_own_task *t)
{
	uint64_t nr = t->made++;

	if (nr && t->start_ns > SISHEUR_SIM_MAX_NS / nr)
		return SISHEUR_SIM_MAX_NS;
	return t->start_ns * nr;
}

static void sisheur_make_group(struct sisheur_own *own,
			       const struct sisheur_own_group *g)
{
	struct sisheur_engine *e = own->e;
	uint32_t base = e->nr_channels, i, n;

	for (i = 0; i < g->nr_channels; i++) {
		const struct sisheur_own_channel *from =
			&own->channels[g->first_channel + i];
		struct sisheur_channel *ch;

		ch = &e->channels[sisheur_work_channel(e, from->room)];
		ch->low = from->low;
		ch->wake_all = from->all;
		ch->is_sync = from->sync;
	}
	for (i = 0; i < g->nr_tasks; i++) {
		struct sisheur_own_task *from = &own->tasks[g->first_task + i];

		for (n = 0; n < from->count; n++) {
			struct sisheur_thread *t = sisheur_work_task(e,
				&own->ops[from->first_op], base,
				sisheur_start(from));

			t->allowed = from->cpus;
			t->is_timed = !from->untimed;
		}
	}
}

static bool sisheur_make(struct sisheur_own *own)
{
	uint64_t tasks = 0, channels = 0, n;
	uint32_t i, k;

	own->line = 0;
	for (i = 0; i < own->nr_groups; i++) {
		const struct sisheur_own_group *g = &own->groups[i];

		for (k = 0; k < g->nr_tasks; k++)
			tasks += g->count * own->tasks[g->first_task + k].count;
		channels += g->count * g->nr_channels;
		/* Neither can wrap: each addend is below 2^54. */
		if (tasks > SISHEUR_SIM_MAX_TASKS ||
		    channels > SISHEUR_SIM_MAX_TASKS)
			break;
	}
	if (!sisheur_work_room(own->e, tasks, channels, 1))
		return false;
	for (i = 0; i < own->nr_groups; i++)
		for (n = 0; n < own->groups[i].count; n++)
			sisheur_make_group(own, &own->groups[i]);
	return true;
}

bool sisheur_build_own(struct sisheur_engine *e)
{
	struct sisheur_own own = { .e = e };
	size_t lines = 2, length, i;
	char *text;

	if (!e->sim->text)
		return sisheur_sim_fail(e->error,
			"the workload \"own\" needs a text");
	length = strlen(e->sim->text);
	for (i = 0; i < length; i++)
		lines += e->sim->text[i] == '\n';
	text = sisheur_sim_alloc(e, length + 1, 1);
	/* A line declares one thing at most; each task ends with a jump. */
	own.groups = sisheur_sim_alloc(e, lines, sizeof(*own.groups));
	own.channels = sisheur_sim_alloc(e, lines, sizeof(*own.channels));
	own.tasks = sisheur_sim_alloc(e, lines, sizeof(*own.tasks));
	own.ops = sisheur_sim_alloc(e, 2 * lines, sizeof(*own.ops));
	if (e->has_failed)
		return false;
	memcpy(text, e->sim->text, length);
	return sisheur_read_text(&own, text) && sisheur_make(&own);
}
