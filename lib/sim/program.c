// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What does a task do?  Its operations, and the channels through which tasks
 * wait for each other.  A waiter that is woken tries its operation again: it may
 * find that another was faster, as in Linux.
 */
#include "engine.h"

/* Operations that take no time; more in a row, and the task never will. */
#define SISHEUR_MOST_OPS	100000U

static void sisheur_wait(struct sisheur_engine *e, uint32_t ends[2], uint32_t t)
{
	e->tasks[t].next = SISHEUR_NOBODY;
	if (ends[0] == SISHEUR_NOBODY)
		ends[0] = t;
	else
		e->tasks[ends[1]].next = t;
	ends[1] = t;
}

static uint32_t sisheur_first(struct sisheur_engine *e, uint32_t ends[2])
{
	uint32_t t = ends[0];

	ends[0] = e->tasks[t].next;
	return t;
}

static void sisheur_wake_one(struct sisheur_engine *e, unsigned int cpu,
			     struct sisheur_channel *ch, uint32_t ends[2])
{
	sisheur_wake(e, cpu, sisheur_first(e, ends), ch->is_sync);
}

/* Pages of a pipe that hold something; only the first may be half read. */
static uint32_t sisheur_pages(const struct sisheur_channel *ch)
{
	if (!ch->count)
		return 0;
	if (ch->count <= ch->fill)
		return 1;
	return 1 + (ch->count - ch->fill + ch->page - 1) / ch->page;
}

static bool sisheur_is_full(const struct sisheur_channel *ch)
{
	if (!ch->page)
		return ch->count >= ch->capacity;
	return sisheur_pages(ch) * ch->page >= ch->capacity;
}

/* A message may join the last page, but not that of one who waited for room. */
static bool sisheur_joins_page(const struct sisheur_channel *ch,
			       const struct sisheur_thread *t)
{
	return ch->count && ch->fill < ch->page && !t->has_waited;
}

/* Puts a message into a channel; true if time passes before what is next. */
static bool sisheur_do_send(struct sisheur_engine *e, unsigned int cpu,
			    struct sisheur_thread *t,
			    struct sisheur_channel *ch)
{
	bool has_waited = t->has_waited, joins = sisheur_joins_page(ch, t);

	if (!joins && sisheur_is_full(ch)) {
		t->has_waited = true;
		sisheur_wait(e, ch->writers, e->cpus[cpu].curr);
		sisheur_cpu_block(e, cpu);
		return true;
	}
	ch->fill = joins ? ch->fill + 1 : 1;
	ch->count++;
	t->pc++;
	t->has_waited = false;
	/* Who waited has others go on if there is still room. */
	if (ch->page && has_waited && ch->writers[0] != SISHEUR_NOBODY &&
	    !sisheur_is_full(ch)) {
		t->herd = sisheur_first(e, ch->writers);
		t->herd_sync = ch->is_sync;
		e->tasks[t->herd].next = SISHEUR_NOBODY;
	}
	if (ch->readers[0] == SISHEUR_NOBODY)
		return false;
	sisheur_wake_one(e, cpu, ch, ch->readers);
	return true;
}

/*
 * Does who took a message wake a writer?  Linux's pipes, 5.5 to 6.13: if it was
 * full, though a page may still be half unread, so that the writer waits again.
 */
static bool sisheur_wakes_writer(const struct sisheur_channel *ch,
				 bool was_full)
{
	if (ch->writers[0] == SISHEUR_NOBODY)
		return false;
	return ch->page ? was_full : ch->count <= ch->low;
}

static bool sisheur_do_recv(struct sisheur_engine *e, unsigned int cpu,
			    struct sisheur_thread *t,
			    struct sisheur_channel *ch)
{
	bool was_full;

	if (!ch->count) {
		if (ch->is_closed)
			t->is_dead = true;
		else
			sisheur_wait(e, ch->readers, e->cpus[cpu].curr);
		sisheur_cpu_block(e, cpu);
		return true;
	}
	was_full = ch->page && sisheur_is_full(ch);
	ch->count--;
	t->pc++;
	if (!sisheur_wakes_writer(ch, was_full))
		return false;
	if (ch->wake_all) {
		t->herd = ch->writers[0];
		t->herd_sync = ch->is_sync;
		ch->writers[0] = SISHEUR_NOBODY;
		return false;
	}
	sisheur_wake_one(e, cpu, ch, ch->writers);
	return true;
}

static bool sisheur_do_close(struct sisheur_engine *e, unsigned int cpu,
			     struct sisheur_thread *t,
			     struct sisheur_channel *ch)
{
	t->pc++;
	if (--ch->open)
		return false;
	ch->is_closed = true;
	if (ch->readers[0] == SISHEUR_NOBODY)
		return false;
	sisheur_wake_one(e, cpu, ch, ch->readers);
	return true;
}

static void sisheur_do_sleep(struct sisheur_engine *e, unsigned int cpu,
			     struct sisheur_thread *t, uint64_t ns)
{
	sisheur_timer_add(e, e->now_ns + ns, e->cpus[cpu].curr);
	t->pc++;
	sisheur_cpu_block(e, cpu);
}

/* The task's next period; one that was missed is over at once. */
static bool sisheur_do_timer(struct sisheur_engine *e, unsigned int cpu,
			     struct sisheur_thread *t,
			     const struct sisheur_op *op)
{
	size_t task = e->cpus[cpu].curr;
	uint64_t *end = &e->marks[task * e->nr_marks + op->arg];

	*end += op->ns;
	if (*end > e->now_ns) {
		sisheur_do_sleep(e, cpu, t, *end - e->now_ns);
		return true;
	}
	if (!op->jitter)
		*end = e->now_ns;
	t->pc++;
	return false;
}

/* ---- conditions and barriers ---- */

/* Who has entered but does not block yet is told not to; that takes no time. */
static bool sisheur_call_one(struct sisheur_engine *e, unsigned int cpu,
			     uint32_t called, bool is_sync)
{
	struct sisheur_thread *t = &e->tasks[called];

	if (t->waits == SISHEUR_WAIT_ENTERED) {
		t->waits = SISHEUR_WAIT_CALLED;
		return false;
	}
	sisheur_wake(e, cpu, called, is_sync);
	return true;
}

static bool sisheur_do_wait(struct sisheur_engine *e, unsigned int cpu,
			    struct sisheur_thread *t)
{
	bool called = t->waits == SISHEUR_WAIT_CALLED;

	t->waits = SISHEUR_WAIT_NONE;
	t->pc++;
	if (!called)
		sisheur_cpu_block(e, cpu);
	return !called;
}

static void sisheur_call_all(struct sisheur_thread *t,
			     struct sisheur_channel *ch)
{
	t->herd = ch->readers[0];
	t->herd_sync = ch->is_sync;
	ch->readers[0] = SISHEUR_NOBODY;
	t->pc++;
}

static bool sisheur_do_arrive(struct sisheur_engine *e, unsigned int cpu,
			      struct sisheur_thread *t,
			      struct sisheur_channel *ch)
{
	if (++ch->count == ch->capacity) {
		ch->count = 0;
		sisheur_call_all(t, ch);
		return false;
	}
	sisheur_wait(e, ch->readers, e->cpus[cpu].curr);
	t->pc++;
	sisheur_cpu_block(e, cpu);
	return true;
}

/* What mutexes, conditions and barriers do. */
static bool sisheur_do_together(struct sisheur_engine *e, unsigned int cpu,
				struct sisheur_thread *t,
				const struct sisheur_op *op,
				struct sisheur_channel *ch)
{
	switch (op->code) {
	case SISHEUR_OP_UNLOCK:
		if (ch->count < ch->capacity)
			return sisheur_do_send(e, cpu, t, ch);
		break;
	case SISHEUR_OP_ENTER:
		t->waits = SISHEUR_WAIT_ENTERED;
		sisheur_wait(e, ch->readers, e->cpus[cpu].curr);
		break;
	case SISHEUR_OP_WAIT:
		return sisheur_do_wait(e, cpu, t);
	case SISHEUR_OP_CALL:
		t->pc++;
		return ch->readers[0] != SISHEUR_NOBODY &&
		       sisheur_call_one(e, cpu, sisheur_first(e, ch->readers),
					ch->is_sync);
	case SISHEUR_OP_CALLALL:
		sisheur_call_all(t, ch);
		return false;
	default:
		return sisheur_do_arrive(e, cpu, t, ch);
	}
	t->pc++;
	return false;
}

static bool sisheur_do_repeat(struct sisheur_thread *t,
			      const struct sisheur_op *op)
{
	uint64_t *rounds = &t->repeats[op->jitter];

	t->pc = ++*rounds < op->ns ? op->arg : t->pc + 1;
	if (*rounds >= op->ns)
		*rounds = 0;
	return false;
}

/* One operation; true if time passes before what is next. */
static bool sisheur_do(struct sisheur_engine *e, unsigned int cpu,
		       struct sisheur_thread *t)
{
	const struct sisheur_op *op = &t->ops[t->pc];
	struct sisheur_channel *ch = &e->channels[t->base + op->arg];
	uint32_t next;

	switch (op->code) {
	case SISHEUR_OP_RUN:
		t->left = sisheur_jitter(e, op->ns, op->jitter);
		e->work_asked_ns += t->left;
		t->pc++;
		sisheur_cpu_stretch(e, cpu);
		return true;
	case SISHEUR_OP_SPIN:
		t->until = e->now_ns + sisheur_jitter(e, op->ns, op->jitter);
		t->pc++;
		sisheur_cpu_stretch(e, cpu);
		return true;
	case SISHEUR_OP_SLEEP:
		sisheur_do_sleep(e, cpu, t,
				 sisheur_jitter(e, op->ns, op->jitter));
		return true;
	case SISHEUR_OP_SEND:
		return sisheur_do_send(e, cpu, t, ch);
	case SISHEUR_OP_RECV:
		return sisheur_do_recv(e, cpu, t, ch);
	case SISHEUR_OP_SENDALL:
		t->pc++;
		t->herd = ch->readers[0];
		t->herd_sync = ch->is_sync;
		ch->readers[0] = SISHEUR_NOBODY;
		for (next = t->herd; next != SISHEUR_NOBODY;
		     next = e->tasks[next].next)
			ch->count++;
		return false;
	case SISHEUR_OP_DONE:
		e->result->work += e->counts;
		t->pc++;
		return false;
	case SISHEUR_OP_JUMP:
		t->pc = op->arg;
		return false;
	case SISHEUR_OP_REPEAT:
		return sisheur_do_repeat(t, op);
	case SISHEUR_OP_ROUNDS:
		t->repeats[0] += e->counts;
		t->pc = t->repeats[0] < op->ns ? op->arg : t->pc + 1;
		return false;
	case SISHEUR_OP_CLOSE:
		return sisheur_do_close(e, cpu, t, ch);
	case SISHEUR_OP_EXIT:
		t->is_dead = true;
		sisheur_cpu_block(e, cpu);
		return true;
	case SISHEUR_OP_TIMER:
		return sisheur_do_timer(e, cpu, t, op);
	default:
		return sisheur_do_together(e, cpu, t, op, ch);
	}
}

/* The task on @cpu goes on with its program. */
void sisheur_program_step(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_thread *t = &e->tasks[e->cpus[cpu].curr];
	unsigned int ops;

	if (sisheur_cpu_yields(e, cpu))
		return;
	for (ops = 0; ops < SISHEUR_MOST_OPS; ops++) {
		if (t->stall) {
			sisheur_cpu_stretch(e, cpu);
			return;
		}
		if (t->herd != SISHEUR_NOBODY) {
			uint32_t wakee = t->herd;

			t->herd = e->tasks[wakee].next;
			if (sisheur_call_one(e, cpu, wakee, t->herd_sync))
				return;
			continue;
		}
		if (sisheur_do(e, cpu, t) || e->has_failed)
			return;
	}
	e->has_failed = true;
	sisheur_sim_fail(e->error, "a task repeats operations that take no time");
}

/* The timer of a sleeper, or of a task that is to be born. */
void sisheur_program_timer(struct sisheur_engine *e, uint32_t id)
{
	struct sisheur_thread *t = &e->tasks[id];
	struct sisheur_core_cpu *c = &e->cpus[t->cpu];

	switch (t->state) {
	case SISHEUR_TASK_NEW:
		sisheur_wake_new(e, id);
		break;
	case SISHEUR_TASK_BLOCKING:
		/* It has not got to sleep yet. */
		t->woken_ns = e->now_ns;
		if (e->now_ns < c->off_ns)
			c->kept = true;
		else
			c->queued = true;
		break;
	default:
		if (c->state == SISHEUR_CPU_NEWIDLE && c->leaving == id) {
			t->woken_ns = e->now_ns;
			c->queued = true;
			break;
		}
		sisheur_wake_timer(e, id);
		break;
	}
}
