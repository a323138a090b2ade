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
 * First it is read into tables, then the tasks are made from them.
 */
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

#define SISHEUR_NAME	32

/* The most timers of a task: few have two. */
#define SISHEUR_OWN_TIMERS	8

/* "wait" is four operations: enter, unlock, wait, lock. */
#define SISHEUR_OWN_OPS	4

enum sisheur_own_kind {
	SISHEUR_OWN_CHANNEL,
	SISHEUR_OWN_MUTEX,
	SISHEUR_OWN_CONDITION,
	SISHEUR_OWN_BARRIER,
};

static const char *const sisheur_own_kinds[] = {
	[SISHEUR_OWN_CHANNEL] = "channel",
	[SISHEUR_OWN_MUTEX] = "mutex",
	[SISHEUR_OWN_CONDITION] = "condition",
	[SISHEUR_OWN_BARRIER] = "barrier",
};

#define NR_OWN_KINDS \
	(sizeof(sisheur_own_kinds) / sizeof(sisheur_own_kinds[0]))

struct sisheur_own_channel {
	uint32_t group;
	char name[SISHEUR_NAME];
	unsigned int kind;
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
	void *names;		/* the channels by group and name: tsearch() */
	/* The operations to which "end" goes back, and how often. */
	uint32_t repeat[SISHEUR_REPEAT_DEPTH];
	uint64_t repeats[SISHEUR_REPEAT_DEPTH];
	unsigned int depth;
	bool is_open;		/* what comes is about the last task */
	/* The timers of the task that is being read. */
	char timers[SISHEUR_OWN_TIMERS][SISHEUR_NAME];
	unsigned int nr_timers;
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

static int sisheur_compare(const void *a, const void *b)
{
	const struct sisheur_own_channel *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Channels, mutexes, conditions and barriers share their names. */
static struct sisheur_own_channel *sisheur_declare(struct sisheur_own *own,
						   unsigned int kind)
{
	struct sisheur_own_group *g = sisheur_group(own);
	struct sisheur_own_channel *ch = &own->channels[own->nr_channels];
	struct sisheur_own_channel **there;

	if (!sisheur_is_named(own))
		return NULL;
	strcpy(ch->name, own->words[1]);
	ch->group = own->nr_groups;
	there = tsearch(ch, &own->names, sisheur_compare);
	if (!there) {
		SISHEUR_OWN_FAIL(own, "out of memory");
		return NULL;
	}
	if (*there != ch) {
		SISHEUR_OWN_FAIL(own, "%s \"%s\" is there already",
				 sisheur_own_kinds[(*there)->kind], ch->name);
		return NULL;
	}
	ch->kind = kind;
	ch->room = 1;
	ch->low = 1;
	own->nr_channels++;
	g->nr_channels++;
	return ch;
}

static bool sisheur_read_shared(struct sisheur_own *own, unsigned int kind)
{
	struct sisheur_own_channel *ch = sisheur_declare(own, kind);
	bool counts = kind == SISHEUR_OWN_BARRIER;
	uint64_t value;

	if (!ch)
		return false;
	if (own->nr_words != 2U + counts)
		return SISHEUR_OWN_FAIL(own, "expected \"%s NAME%s\"",
					own->words[0], counts ? " N" : "");
	if (!counts)
		return true;
	if (!sisheur_whole(own, own->words[2], SISHEUR_SIM_MAX_TASKS, &value))
		return false;
	if (!value)
		return SISHEUR_OWN_FAIL(own, "a barrier needs 1 or more");
	ch->room = (uint32_t)value;
	return true;
}

static bool sisheur_read_mutex(struct sisheur_own *own)
{
	return sisheur_read_shared(own, SISHEUR_OWN_MUTEX);
}

static bool sisheur_read_condition(struct sisheur_own *own)
{
	return sisheur_read_shared(own, SISHEUR_OWN_CONDITION);
}

static bool sisheur_read_barrier(struct sisheur_own *own)
{
	return sisheur_read_shared(own, SISHEUR_OWN_BARRIER);
}

static bool sisheur_read_channel(struct sisheur_own *own)
{
	struct sisheur_own_channel *ch =
		sisheur_declare(own, SISHEUR_OWN_CHANNEL);
	bool has_low = false;
	unsigned int i;
	uint64_t value;

	if (!ch)
		return false;
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
	own->is_open = true;
	return true;
}

/* ---- operations ---- */

/* The words of one operation each; repeat, end, timer and wait are others. */
static const struct {
	const char *name;
	unsigned int code;
	bool has_time;
	const char *of;	/* what it is done to */
} sisheur_own_ops[] = {
	{ "run", SISHEUR_OP_RUN, true, NULL },
	{ "spin", SISHEUR_OP_SPIN, true, NULL },
	{ "sleep", SISHEUR_OP_SLEEP, true, NULL },
	{ "send", SISHEUR_OP_SEND, false, "channel" },
	{ "recv", SISHEUR_OP_RECV, false, "channel" },
	{ "sendall", SISHEUR_OP_SENDALL, false, "channel" },
	/* A mutex holds a message while it is free. */
	{ "lock", SISHEUR_OP_RECV, false, "mutex" },
	{ "unlock", SISHEUR_OP_UNLOCK, false, "mutex" },
	{ "signal", SISHEUR_OP_CALL, false, "condition" },
	{ "broadcast", SISHEUR_OP_CALLALL, false, "condition" },
	{ "arrive", SISHEUR_OP_ARRIVE, false, "barrier" },
	{ "done", SISHEUR_OP_DONE, false, NULL },
	{ "exit", SISHEUR_OP_EXIT, false, NULL },
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

/* Which one is it, of those that were declared? */
static bool sisheur_find(struct sisheur_own *own, const char *name,
			 const char *kind, unsigned int *arg)
{
	const struct sisheur_own_group *g = sisheur_group(own);
	struct sisheur_own_channel key = { .group = own->nr_groups };
	struct sisheur_own_channel **there = NULL;

	if (strlen(name) < SISHEUR_NAME) {
		strcpy(key.name, name);
		there = tfind(&key, &own->names, sisheur_compare);
	}
	if (!there)
		return SISHEUR_OWN_FAIL(own,
			"no %s \"%.31s\" in this group; declare it first",
			kind, name);
	*arg = (unsigned int)(*there - &own->channels[g->first_channel]);
	return !strcmp(sisheur_own_kinds[(*there)->kind], kind) ||
	       SISHEUR_OWN_FAIL(own, "\"%s\" is a %s, not a %s", name,
				sisheur_own_kinds[(*there)->kind], kind);
}

static bool sisheur_read_use(struct sisheur_own *own, const char *kind,
			     struct sisheur_op *op)
{
	if (own->nr_words != 2)
		return SISHEUR_OWN_FAIL(own, "expected \"%s %s\"",
					own->words[0], kind);
	return sisheur_find(own, own->words[1], kind, &op->arg);
}

static struct sisheur_op *sisheur_next_op(struct sisheur_own *own,
					  unsigned int code, unsigned int arg)
{
	struct sisheur_op *op = &own->ops[own->nr_ops++];

	own->tasks[own->nr_tasks - 1].nr_ops++;
	op->code = code;
	op->arg = arg;
	return op;
}

/*
 * wait CONDITION [MUTEX].  It is in the list before the mutex is free: who
 * locks that and signals has not signalled to nobody.
 */
static bool sisheur_read_wait(struct sisheur_own *own)
{
	unsigned int condition, mutex;

	if (own->nr_words < 2 || own->nr_words > 3)
		return SISHEUR_OWN_FAIL(own,
			"expected \"wait CONDITION [MUTEX]\"");
	if (!sisheur_find(own, own->words[1], "condition", &condition) ||
	    (own->nr_words == 3 &&
	     !sisheur_find(own, own->words[2], "mutex", &mutex)))
		return false;
	sisheur_next_op(own, SISHEUR_OP_ENTER, condition);
	if (own->nr_words == 3)
		sisheur_next_op(own, SISHEUR_OP_UNLOCK, mutex);
	sisheur_next_op(own, SISHEUR_OP_WAIT, condition);
	if (own->nr_words == 3)
		sisheur_next_op(own, SISHEUR_OP_RECV, mutex);
	return true;
}

/* timer TIME [NAME] [absolute] */
static bool sisheur_read_timer(struct sisheur_own *own)
{
	bool absolute = own->nr_words > 2 &&
			!strcmp(own->words[own->nr_words - 1], "absolute");
	unsigned int named = own->nr_words - absolute == 3, i;
	const char *name = named ? own->words[2] : "";
	struct sisheur_op *op;

	if (own->nr_words - absolute != 2 + named ||
	    strlen(name) >= SISHEUR_NAME)
		return SISHEUR_OWN_FAIL(own,
			"expected \"timer TIME [NAME] [absolute]\"");
	for (i = 0; i < own->nr_timers; i++)
		if (!strcmp(own->timers[i], name))
			break;
	if (i == SISHEUR_OWN_TIMERS)
		return SISHEUR_OWN_FAIL(own,
			"more than %u timers of a task", SISHEUR_OWN_TIMERS);
	if (i == own->nr_timers)
		strcpy(own->timers[own->nr_timers++], name);
	if (own->e->nr_marks < own->nr_timers)
		own->e->nr_marks = own->nr_timers;
	op = sisheur_next_op(own, SISHEUR_OP_TIMER, i);
	op->jitter = absolute;
	return sisheur_duration(own, own->words[1], &op->ns);
}

/* repeat [N] */
static bool sisheur_read_repeat(struct sisheur_own *own)
{
	uint64_t *times = &own->repeats[own->depth];

	if (own->depth == SISHEUR_REPEAT_DEPTH)
		return SISHEUR_OWN_FAIL(own,
			"repeat within repeat within repeat; accepted are two");
	/* More than there are nanoseconds is for ever. */
	*times = SISHEUR_NEVER;
	if (own->nr_words > 2)
		return SISHEUR_OWN_FAIL(own, "expected \"repeat [N]\"");
	if (own->nr_words == 2 &&
	    !sisheur_whole(own, own->words[1], SISHEUR_SIM_MAX_NS, times))
		return false;
	if (!*times)
		return SISHEUR_OWN_FAIL(own, "repeat 0");
	own->repeat[own->depth++] = own->tasks[own->nr_tasks - 1].nr_ops;
	return true;
}

static bool sisheur_read_end(struct sisheur_own *own)
{
	struct sisheur_op *op;

	if (!own->depth || own->nr_words != 1)
		return SISHEUR_OWN_FAIL(own, "\"end\" without \"repeat\"");
	own->depth--;
	op = sisheur_next_op(own, SISHEUR_OP_REPEAT, own->repeat[own->depth]);
	op->jitter = own->depth;
	op->ns = own->repeats[own->depth];
	return true;
}

static bool sisheur_read_plain(struct sisheur_own *own)
{
	struct sisheur_op *op;
	unsigned int i;

	for (i = 0; i < NR_OWN_OPS; i++)
		if (!strcmp(own->words[0], sisheur_own_ops[i].name))
			break;
	op = sisheur_next_op(own, sisheur_own_ops[i].code, 0);
	if (sisheur_own_ops[i].has_time)
		return sisheur_read_time(own, op);
	if (sisheur_own_ops[i].of)
		return sisheur_read_use(own, sisheur_own_ops[i].of, op);
	if (own->nr_words != 1)
		return SISHEUR_OWN_FAIL(own, "\"%s\" stands alone",
					own->words[0]);
	return true;
}

/* A task that is read to its end begins anew, unless it ends by exit. */
static bool sisheur_close_task(struct sisheur_own *own)
{
	bool was_open = own->is_open;

	if (own->depth)
		return SISHEUR_OWN_FAIL(own, "\"repeat\" without \"end\"");
	own->is_open = false;
	own->nr_timers = 0;
	if (!was_open)
		return true;
	if (!own->tasks[own->nr_tasks - 1].nr_ops)
		return SISHEUR_OWN_FAIL(own, "the task before does nothing");
	sisheur_next_op(own, SISHEUR_OP_JUMP, 0);
	return true;
}

static const struct {
	const char *name;
	bool (*read)(struct sisheur_own *own);
	bool declares;
} sisheur_own_words[] = {
	{ "group", sisheur_read_group, true },
	{ "channel", sisheur_read_channel, true },
	{ "mutex", sisheur_read_mutex, true },
	{ "condition", sisheur_read_condition, true },
	{ "barrier", sisheur_read_barrier, true },
	{ "task", sisheur_read_task, true },
	{ "timer", sisheur_read_timer, false },
	{ "wait", sisheur_read_wait, false },
	{ "repeat", sisheur_read_repeat, false },
	{ "end", sisheur_read_end, false },
};

#define NR_OWN_WORDS \
	(sizeof(sisheur_own_words) / sizeof(sisheur_own_words[0]))

static bool sisheur_unknown(struct sisheur_own *own)
{
	char known[200] = "";
	size_t at = 0;
	unsigned int i;

	for (i = 0; i < NR_OWN_WORDS + NR_OWN_OPS && at < sizeof(known); i++)
		at += (size_t)snprintf(known + at, sizeof(known) - at, "%s%s",
			i ? ", " : "", i < NR_OWN_WORDS ?
			sisheur_own_words[i].name :
			sisheur_own_ops[i - NR_OWN_WORDS].name);
	return SISHEUR_OWN_FAIL(own, "unknown \"%.20s\"; there are %s",
				own->words[0], known);
}

static bool sisheur_read_line(struct sisheur_own *own)
{
	bool (*read)(struct sisheur_own *own) = NULL;
	bool declares = false;
	unsigned int i;

	for (i = 0; i < NR_OWN_WORDS; i++) {
		if (strcmp(own->words[0], sisheur_own_words[i].name))
			continue;
		read = sisheur_own_words[i].read;
		declares = sisheur_own_words[i].declares;
	}
	for (i = 0; i < NR_OWN_OPS; i++)
		if (!strcmp(own->words[0], sisheur_own_ops[i].name))
			read = sisheur_read_plain;
	if (!read)
		return sisheur_unknown(own);
	if (declares)
		return sisheur_close_task(own) && read(own);
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

/* Timers count from the start of their task. */
static void sisheur_mark(struct sisheur_engine *e, uint64_t start_ns)
{
	uint64_t *marks = &e->marks[(size_t)e->nr_tasks * e->nr_marks];
	uint32_t i;

	for (i = 0; i < e->nr_marks; i++)
		marks[i] = start_ns;
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
		/* Nobody holds it yet. */
		ch->count = from->kind == SISHEUR_OWN_MUTEX;
	}
	for (i = 0; i < g->nr_tasks; i++) {
		struct sisheur_own_task *from = &own->tasks[g->first_task + i];

		for (n = 0; n < from->count; n++) {
			uint64_t start_ns = sisheur_start(from);
			struct sisheur_thread *t;

			sisheur_mark(e, start_ns);
			t = sisheur_work_task(e, &own->ops[from->first_op],
					      base, start_ns);
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
	if (!tasks)
		return sisheur_sim_fail(own->e->error,
			"no task: the text has none, or 0 of each");
	if (!sisheur_work_room(own->e, tasks, channels, 1))
		return false;
	own->e->marks = sisheur_sim_alloc(own->e, (size_t)tasks *
					  own->e->nr_marks + 1,
					  sizeof(*own->e->marks));
	if (!own->e->marks)
		return false;
	for (i = 0; i < own->nr_groups; i++)
		for (n = 0; n < own->groups[i].count; n++)
			sisheur_make_group(own, &own->groups[i]);
	return true;
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
	ok = sisheur_read_text(&own, text) && sisheur_make(&own);
	tdestroy(own.names, sisheur_keep);
	return ok;
}
