// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Who runs next on a CPU?  The task that has run least, as CFS has it: a heap
 * by vruntime, with the placement of sleepers, the wake-up preemption and the
 * slices of Linux 5.18 to 6.5.  All tasks weigh the same.
 */
#include <stdlib.h>

#include "engine.h"

static bool sisheur_runs_before(const struct sisheur_thread *a,
				const struct sisheur_thread *b)
{
	return a->vruntime != b->vruntime ? a->vruntime < b->vruntime :
					    a->order < b->order;
}

static void sisheur_seat(struct sisheur_engine *e, struct sisheur_core_cpu *c,
			 uint32_t place, uint32_t t)
{
	c->queue[place] = t;
	e->tasks[t].place = place;
}

static void sisheur_sift_up(struct sisheur_engine *e,
			    struct sisheur_core_cpu *c, uint32_t at, uint32_t t)
{
	while (at) {
		uint32_t up = (at - 1) / 2;

		if (!sisheur_runs_before(&e->tasks[t],
					 &e->tasks[c->queue[up]]))
			break;
		sisheur_seat(e, c, at, c->queue[up]);
		at = up;
	}
	sisheur_seat(e, c, at, t);
}

static void sisheur_sift_down(struct sisheur_engine *e,
			      struct sisheur_core_cpu *c, uint32_t at,
			      uint32_t t)
{
	for (;;) {
		uint32_t down = 2 * at + 1;

		if (down >= c->nr_queued)
			break;
		if (down + 1 < c->nr_queued &&
		    sisheur_runs_before(&e->tasks[c->queue[down + 1]],
					&e->tasks[c->queue[down]]))
			down++;
		if (!sisheur_runs_before(&e->tasks[c->queue[down]],
					 &e->tasks[t]))
			break;
		sisheur_seat(e, c, at, c->queue[down]);
		at = down;
	}
	sisheur_seat(e, c, at, t);
}

/* Tasks on the queue, with the one that runs; who has two can give one. */
void sisheur_queue_count(struct sisheur_engine *e, unsigned int cpu, int change)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	bool was = c->nr_running > 1;

	sisheur_pelt_cpu(e, cpu);
	c->nr_running += (unsigned int)change;
	if (was == (c->nr_running > 1))
		return;
	if (was) {
		sisheur_exclude(e->overloaded, cpu);
		e->nr_overloaded--;
	} else {
		sisheur_include(e->overloaded, cpu);
		e->nr_overloaded++;
	}
}

bool sisheur_queue_add(struct sisheur_engine *e, unsigned int cpu, uint32_t t)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	if (c->nr_queued == c->room) {
		uint32_t room = c->room ? 2 * c->room : 8;
		uint32_t *queue = realloc(c->queue, room * sizeof(*queue));

		if (!queue) {
			e->has_failed = true;
			return sisheur_sim_fail(e->error, "out of memory");
		}
		c->queue = queue;
		c->room = room;
	}
	e->tasks[t].order = e->orders++;
	sisheur_sift_up(e, c, c->nr_queued++, t);
	return true;
}

void sisheur_queue_remove(struct sisheur_engine *e, unsigned int cpu,
			  uint32_t t)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint32_t at = e->tasks[t].place;
	uint32_t last = c->queue[--c->nr_queued];

	if (c->next == t)
		c->next = SISHEUR_NOBODY;
	if (c->last == t)
		c->last = SISHEUR_NOBODY;
	if (last == t)
		return;
	if (at && sisheur_runs_before(&e->tasks[last],
				      &e->tasks[c->queue[(at - 1) / 2]]))
		sisheur_sift_up(e, c, at, last);
	else
		sisheur_sift_down(e, c, at, last);
}

/* The smallest vruntime of the queue, which never goes back. */
static void sisheur_update_min(struct sisheur_engine *e,
			       struct sisheur_core_cpu *c)
{
	int64_t least = c->min_vruntime;
	bool any = false;

	if (c->curr != SISHEUR_NOBODY) {
		least = e->tasks[c->curr].vruntime;
		any = true;
	}
	if (c->nr_queued) {
		int64_t first = e->tasks[c->queue[0]].vruntime;

		if (!any || first < least)
			least = first;
	}
	if (least > c->min_vruntime)
		c->min_vruntime = least;
}

/* Lets the running task pay for its time so far. */
void sisheur_queue_charge(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t delta = e->now_ns - c->charged_ns;

	if (c->curr == SISHEUR_NOBODY || !delta)
		return;
	e->tasks[c->curr].vruntime += (int64_t)delta;
	e->tasks[c->curr].ran_ns += delta;
	c->charged_ns = e->now_ns;
	sisheur_update_min(e, c);
}

/*
 * A vruntime on another queue: the clocks of two queues have nothing to do with
 * each other, so what counts is how far a task is from those around it.
 */
void sisheur_queue_move(struct sisheur_engine *e, unsigned int cpu, uint32_t t)
{
	struct sisheur_thread *task = &e->tasks[t];

	if (task->cpu == cpu)
		return;
	task->vruntime += e->cpus[cpu].min_vruntime -
			  e->cpus[task->cpu].min_vruntime;
	task->cpu = cpu;
}

/* Who slept gains half a round at most, or it would own the CPU for long. */
void sisheur_queue_place(struct sisheur_engine *e, unsigned int cpu, uint32_t t)
{
	struct sisheur_thread *task = &e->tasks[t];
	int64_t half = (int64_t)sisheur_cost(e, SISHEUR_COST_LATENCY) / 2;
	int64_t least;

	sisheur_queue_charge(e, cpu);
	sisheur_queue_move(e, cpu, t);
	least = e->cpus[cpu].min_vruntime;
	if (task->state != SISHEUR_TASK_NEW)
		least -= half;
	if (task->vruntime < least)
		task->vruntime = least;
}

/* Is @t further ahead of @other than what a wakee may preempt for? */
static bool sisheur_is_ahead(const struct sisheur_engine *e, uint32_t t,
			     uint32_t other)
{
	return e->tasks[t].vruntime - e->tasks[other].vruntime >
	       (int64_t)sisheur_cost(e, SISHEUR_COST_WAKEUP_GRAN);
}

/*
 * Does a wakee take the CPU?  Then it is to run next, and on a long queue
 * (LAST_BUDDY) whom it preempts is to go on after it, though others have run
 * less: so a waker and its wakee may take turns, one message each.
 */
bool sisheur_queue_preempts(struct sisheur_engine *e, unsigned int cpu,
			    uint32_t t)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	if (c->resched || !sisheur_is_ahead(e, c->curr, t))
		return false;
	c->next = t;
	if (c->nr_running >= sisheur_cost(e, SISHEUR_COST_LATENCY) /
			     sisheur_cost(e, SISHEUR_COST_SLICE))
		c->last = c->curr;
	return true;
}

static bool sisheur_is_buddy(const struct sisheur_engine *e, unsigned int cpu,
			     uint32_t t)
{
	return t != SISHEUR_NOBODY && e->tasks[t].cpu == cpu &&
	       e->tasks[t].state == SISHEUR_TASK_QUEUED &&
	       !sisheur_is_ahead(e, t, e->cpus[cpu].queue[0]);
}

uint32_t sisheur_queue_pick(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	if (sisheur_is_buddy(e, cpu, c->next))
		return c->next;
	if (sisheur_is_buddy(e, cpu, c->last))
		return c->last;
	return c->queue[0];
}

/* Has the running task had its share, while others wait? */
bool sisheur_queue_slice_over(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t least = sisheur_cost(e, SISHEUR_COST_SLICE);
	uint64_t slice, ran;

	if (!c->nr_queued)
		return false;
	slice = sisheur_cost(e, SISHEUR_COST_LATENCY) / (c->nr_queued + 1);
	if (slice < least)
		slice = least;
	ran = e->now_ns - c->picked_ns;
	if (ran > slice)
		return true;
	return ran > least && e->tasks[c->curr].vruntime -
	       e->tasks[c->queue[0]].vruntime > (int64_t)slice;
}
