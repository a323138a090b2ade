// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Of a workload of one's own: what does a task do?
 */
#include <string.h>

#include "work_own.h"

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

const char *sisheur_own_plain(unsigned int i)
{
	return i < NR_OWN_OPS ? sisheur_own_ops[i].name : NULL;
}

static bool sisheur_read_time(struct sisheur_own *own, struct sisheur_op *op)
{
	uint64_t percent;

	if (own->nr_words < 2 || own->nr_words > 3 ||
	    (own->nr_words == 3 && own->words[2][0] != '~'))
		return SISHEUR_OWN_FAIL(own, "expected \"%s TIME [~PERCENT]\"",
					own->words[0]);
	if (!sisheur_own_duration(own, own->words[1], &op->ns))
		return false;
	if (own->nr_words == 2)
		return true;
	if (!sisheur_own_whole(own, own->words[2] + 1, 100, &percent))
		return false;
	op->jitter = (unsigned int)percent;
	return true;
}

static bool sisheur_read_use(struct sisheur_own *own, const char *kind,
			     struct sisheur_op *op)
{
	if (own->nr_words != 2)
		return SISHEUR_OWN_FAIL(own, "expected \"%s %s\"",
					own->words[0], kind);
	return sisheur_own_find(own, own->words[1], kind, &op->arg);
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
bool sisheur_own_read_wait(struct sisheur_own *own)
{
	unsigned int condition, mutex;

	if (own->nr_words < 2 || own->nr_words > 3)
		return SISHEUR_OWN_FAIL(own,
			"expected \"wait CONDITION [MUTEX]\"");
	if (!sisheur_own_find(own, own->words[1], "condition", &condition) ||
	    (own->nr_words == 3 &&
	     !sisheur_own_find(own, own->words[2], "mutex", &mutex)))
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
bool sisheur_own_read_timer(struct sisheur_own *own)
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
	return sisheur_own_duration(own, own->words[1], &op->ns);
}

/* repeat [N] */
bool sisheur_own_read_repeat(struct sisheur_own *own)
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
	    !sisheur_own_whole(own, own->words[1], SISHEUR_SIM_MAX_NS, times))
		return false;
	if (!*times)
		return SISHEUR_OWN_FAIL(own, "repeat 0");
	own->repeat_lines[own->depth] = own->line;
	own->repeat[own->depth++] = own->tasks[own->nr_tasks - 1].nr_ops;
	return true;
}

bool sisheur_own_read_end(struct sisheur_own *own)
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

bool sisheur_own_read_plain(struct sisheur_own *own)
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
bool sisheur_own_close_task(struct sisheur_own *own)
{
	bool was_open = own->is_open;

	if (own->depth) {
		/* Where it stands; this is the last line of the task. */
		own->line = own->repeat_lines[own->depth - 1];
		return SISHEUR_OWN_FAIL(own, "\"repeat\" without \"end\"");
	}
	own->is_open = false;
	own->nr_timers = 0;
	if (!was_open)
		return true;
	if (!own->tasks[own->nr_tasks - 1].nr_ops)
		return SISHEUR_OWN_FAIL(own, "the task before does nothing");
	sisheur_next_op(own, SISHEUR_OP_JUMP, 0);
	return true;
}
