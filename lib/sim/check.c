// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Is the engine still right?  Compiled with SISHEUR_DEBUG, as the tests do:
 * after each event its CPU is looked at, at each tick everything is.
 */
#include "engine.h"

#if defined(SISHEUR_DEBUG)

#define SISHEUR_MUST(e, x, what, n) \
	do { \
		if (!(x) && !(e)->has_failed) { \
			(e)->has_failed = true; \
			sisheur_sim_fail((e)->error, \
				"at %llu ns, %s %u: not %s", \
				(unsigned long long)(e)->now_ns, what, \
				(unsigned int)(n), #x); \
		} \
	} while (0)

static void sisheur_check_queue(struct sisheur_engine *e, unsigned int cpu)
{
	const struct sisheur_core_cpu *c = &e->cpus[cpu];
	unsigned long est = 0;
	uint32_t i;

	for (i = 0; i < c->nr_queued; i++) {
		const struct sisheur_thread *t = &e->tasks[c->queue[i]];
		const struct sisheur_thread *up =
			&e->tasks[c->queue[i ? (i - 1) / 2 : 0]];

		SISHEUR_MUST(e, t->state == SISHEUR_TASK_QUEUED, "CPU", cpu);
		SISHEUR_MUST(e, t->cpu == cpu, "CPU", cpu);
		SISHEUR_MUST(e, t->place == i, "CPU", cpu);
		SISHEUR_MUST(e, up->vruntime <= t->vruntime, "CPU", cpu);
		SISHEUR_MUST(e, sisheur_may_run(t, cpu), "CPU", cpu);
		est += t->charged;
	}
	if (c->curr != SISHEUR_NOBODY)
		est += e->tasks[c->curr].charged;
	SISHEUR_MUST(e, c->est == est, "CPU", cpu);
}

void sisheur_check_cpu(struct sisheur_engine *e, unsigned int cpu)
{
	const struct sisheur_core_cpu *c = &e->cpus[cpu];
	bool idle = c->state == SISHEUR_CPU_IDLE;
	bool runs = c->curr != SISHEUR_NOBODY &&
		    e->tasks[c->curr].state == SISHEUR_TASK_RUNNING;

	if (!c->is_online || e->has_failed)
		return;
	SISHEUR_MUST(e, !idle || !c->nr_queued, "CPU", cpu);
	SISHEUR_MUST(e, !idle || c->curr == SISHEUR_NOBODY, "CPU", cpu);
	SISHEUR_MUST(e, sisheur_is_in(e->idle, cpu) == idle, "CPU", cpu);
	SISHEUR_MUST(e, c->nr_running == c->nr_queued + runs, "CPU", cpu);
	SISHEUR_MUST(e, sisheur_is_in(e->overloaded, cpu) ==
			(c->nr_running > 1), "CPU", cpu);
	SISHEUR_MUST(e, idle || e->keys[e->leaves + cpu] != SISHEUR_NEVER,
		     "CPU", cpu);
	SISHEUR_MUST(e, c->curr == SISHEUR_NOBODY ||
			e->tasks[c->curr].cpu == cpu, "CPU", cpu);
	SISHEUR_MUST(e, c->curr == SISHEUR_NOBODY ||
			sisheur_may_run(&e->tasks[c->curr], cpu), "CPU", cpu);
	sisheur_check_queue(e, cpu);
}

static uint64_t sisheur_list_length(const struct sisheur_engine *e, uint32_t t,
				    uint32_t last)
{
	uint64_t n = 0;

	while (t != SISHEUR_NOBODY && n <= e->nr_tasks) {
		n++;
		if (t == last)
			break;
		t = e->tasks[t].next;
	}
	return n;
}

/* Time: each CPU was busy or idle since it was counted, and nothing else. */
static uint64_t sisheur_check_cpus(struct sisheur_engine *e,
				   uint64_t counted_ns, uint64_t *queued)
{
	uint64_t coming = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		const struct sisheur_core_cpu *c = &e->cpus[cpu];

		sisheur_check_cpu(e, cpu);
		*queued += c->nr_queued;
		coming += c->wakee != SISHEUR_NOBODY;
		coming += c->queued || c->kept;
		if (c->is_online)
			SISHEUR_MUST(e, c->count.busy_ns + c->count.idle_ns ==
					c->since_ns - counted_ns, "CPU", cpu);
	}
	return coming;
}

/* Every task is somewhere, and nowhere twice. */
void sisheur_check_all(struct sisheur_engine *e)
{
	uint64_t states[SISHEUR_TASK_DEAD + 1] = { 0 };
	uint64_t left = 0, waiting = 0, queued = 0, timers = e->nr_timers;
	uint64_t entered = 0;
	uint64_t counted = e->counts ? e->sim->warmup_ns : 0;
	uint32_t i;

	if (e->has_failed)
		return;
	waiting += sisheur_check_cpus(e, counted, &queued);
	for (i = 0; i < e->nr_tasks; i++) {
		const struct sisheur_thread *t = &e->tasks[i];

		states[t->state]++;
		left += t->left;
		waiting += sisheur_list_length(e, t->herd, SISHEUR_NOBODY);
		/* Whose end is being counted waits for nothing. */
		waiting += t->state == SISHEUR_TASK_BLOCKING && t->is_dead;
		entered += t->waits == SISHEUR_WAIT_ENTERED;
	}
	for (i = 0; i < e->nr_channels; i++) {
		const struct sisheur_channel *ch = &e->channels[i];

		waiting += sisheur_list_length(e, ch->readers[0],
					       ch->readers[1]);
		waiting += sisheur_list_length(e, ch->writers[0],
					       ch->writers[1]);
		SISHEUR_MUST(e, ch->count <= ch->capacity, "channel", i);
	}
	SISHEUR_MUST(e, queued == states[SISHEUR_TASK_QUEUED], "tasks",
		     queued);
	SISHEUR_MUST(e, waiting + timers == states[SISHEUR_TASK_BLOCKED] +
			states[SISHEUR_TASK_BLOCKING] +
			states[SISHEUR_TASK_NEW] + entered, "tasks", waiting);
	SISHEUR_MUST(e, e->work_done_ns + left == e->work_asked_ns, "tasks",
		     e->nr_tasks);
}

#else

void sisheur_check_cpu(struct sisheur_engine *e, unsigned int cpu)
{
	(void)e;
	(void)cpu;
}

void sisheur_check_all(struct sisheur_engine *e)
{
	(void)e;
}

#endif
