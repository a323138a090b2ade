// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Which event is next?  A winner tree over the CPUs, since each has one event
 * at most and most events replace it; a heap of timers beside it.
 *
 * Equal times are told apart by kind (tick, timer, CPU) and then by number, so
 * that the order never depends on how events came about.
 */
#include "engine.h"

bool sisheur_events_init(struct sisheur_engine *e)
{
	unsigned int i;

	e->leaves = 1;
	while (e->leaves < e->nr_cpus)
		e->leaves *= 2;
	e->keys = sisheur_sim_alloc(e, 2 * (size_t)e->leaves,
				    sizeof(*e->keys));
	e->timers = sisheur_sim_alloc(e, (size_t)e->max_tasks + 1,
				      sizeof(*e->timers));
	if (!e->keys || !e->timers)
		return false;
	for (i = 0; i < 2 * e->leaves; i++)
		e->keys[i] = SISHEUR_NEVER;
	return true;
}

static void sisheur_event_key(struct sisheur_engine *e, unsigned int cpu,
			      uint64_t key)
{
	unsigned int at = e->leaves + cpu;

	e->keys[at] = key;
	while (at > 1) {
		uint64_t a = e->keys[at], b = e->keys[at ^ 1];

		at /= 2;
		e->keys[at] = a < b ? a : b;
	}
}

void sisheur_event_set(struct sisheur_engine *e, unsigned int cpu,
		       uint64_t at_ns)
{
	sisheur_event_key(e, cpu, at_ns << SISHEUR_CPU_BITS | cpu);
}

void sisheur_event_clear(struct sisheur_engine *e, unsigned int cpu)
{
	sisheur_event_key(e, cpu, SISHEUR_NEVER);
}

static bool sisheur_timer_before(const struct sisheur_timer *a,
				 const struct sisheur_timer *b)
{
	return a->at_ns != b->at_ns ? a->at_ns < b->at_ns : a->task < b->task;
}

/* A task has one timer at most, so there is room for all. */
void sisheur_timer_add(struct sisheur_engine *e, uint64_t at_ns, uint32_t task)
{
	struct sisheur_timer timer = { at_ns, task };
	uint32_t at = e->nr_timers++;

	while (at) {
		uint32_t up = (at - 1) / 2;

		if (!sisheur_timer_before(&timer, &e->timers[up]))
			break;
		e->timers[at] = e->timers[up];
		at = up;
	}
	e->timers[at] = timer;
}

uint32_t sisheur_timer_pop(struct sisheur_engine *e)
{
	uint32_t task = e->timers[0].task;
	struct sisheur_timer last = e->timers[--e->nr_timers];
	uint32_t at = 0;

	for (;;) {
		uint32_t down = 2 * at + 1;

		if (down >= e->nr_timers)
			break;
		if (down + 1 < e->nr_timers &&
		    sisheur_timer_before(&e->timers[down + 1],
					 &e->timers[down]))
			down++;
		if (!sisheur_timer_before(&e->timers[down], &last))
			break;
		e->timers[at] = e->timers[down];
		at = down;
	}
	e->timers[at] = last;
	return task;
}

static void sisheur_tick(struct sisheur_engine *e)
{
	unsigned int cpu;

	e->tick_ns += sisheur_cost(e, SISHEUR_COST_TICK);
	e->ticks++;
	for (cpu = 0; cpu < e->nr_cpus; cpu++)
		if (e->cpus[cpu].is_online)
			sisheur_cpu_tick(e, cpu);
}

/*
 * So many events before time must have gone on: all tasks may start at once, and
 * where nothing costs time, each may run to where it blocks.
 */
#define SISHEUR_AT_ONCE		(1ULL << 20)
#define SISHEUR_AT_ONCE_TASK	16

/* "run 0ns" between two others would never let a simulation end. */
static void sisheur_stands_still(struct sisheur_engine *e)
{
	e->has_failed = true;
	sisheur_sim_fail(e->error,
		"at %llu ns time does not go on: tasks repeat operations that take no time",
		(unsigned long long)e->now_ns);
}

void sisheur_events_run(struct sisheur_engine *e)
{
	uint64_t most = SISHEUR_AT_ONCE +
			(uint64_t)e->max_tasks * SISHEUR_AT_ONCE_TASK;
	uint64_t events = 0, look = most, looked_ns = e->now_ns;

	while (!e->has_failed) {
		if (events == look) {
			if (e->now_ns == looked_ns)
				sisheur_stands_still(e);
			looked_ns = e->now_ns;
			look += most;
		}
		uint64_t key = e->keys[1];
		uint64_t at = key >> SISHEUR_CPU_BITS;
		uint64_t timer = e->nr_timers ? e->timers[0].at_ns :
						SISHEUR_NEVER;

		if (e->tick_ns <= at && e->tick_ns <= timer) {
			if (e->tick_ns >= e->end_ns)
				break;
			e->now_ns = e->tick_ns;
			sisheur_tick(e);
			sisheur_check_all(e);
		} else if (timer <= at) {
			if (timer >= e->end_ns)
				break;
			e->now_ns = timer;
			sisheur_program_timer(e, sisheur_timer_pop(e));
		} else {
			if (at >= e->end_ns)
				break;
			e->now_ns = at;
			sisheur_cpu_event(e, key &
					  ((1U << SISHEUR_CPU_BITS) - 1));
			sisheur_check_cpu(e, key &
					  ((1U << SISHEUR_CPU_BITS) - 1));
		}
		events++;
	}
	e->result->events += events;
	if (!e->has_failed)
		e->now_ns = e->end_ns;
}
