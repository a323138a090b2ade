// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * How busy has a CPU, or a task, been?  Averages that forget half of what they
 * know in 32 ms, as PELT has it, brought up to date at ticks.  Between ticks,
 * time is only added up.
 */
#include "engine.h"

/* All of the time, in the averages; SISHEUR_CAPACITY has 10 bits, ours 20. */
#define SISHEUR_ONE	(1UL << 20)

#define SISHEUR_MS	1000000ULL

/* @average after @ms milliseconds of which @ns were busy. */
static unsigned long sisheur_pelt_roll(unsigned long average, uint64_t ns,
				       uint64_t ms)
{
	/* After a second, 31 half-lives, nothing is left of any average. */
	unsigned int age = ms < 1000 ? (unsigned int)ms : 1000;
	uint64_t weight = SISHEUR_ONE - sisheur_pelt_age(SISHEUR_ONE, age);

	return sisheur_pelt_age(average, age) +
	       (unsigned long)(ns * weight / (ms * SISHEUR_MS));
}

/* Adds up the time until now; before anything changes on the queue. */
void sisheur_pelt_cpu(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t from = c->pelt_ns;

	c->pelt_ns = e->now_ns;
	c->runnable_ns += (e->now_ns - from) * c->nr_running;
	if (c->curr == SISHEUR_NOBODY)
		return;
	if (from < c->busy_from_ns)
		from = c->busy_from_ns;
	if (from < e->now_ns)
		c->busy_ns += e->now_ns - from;
}

void sisheur_pelt_tick(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t ms = (e->now_ns - c->rolled_ns) / SISHEUR_MS;

	if (!ms)
		return;
	sisheur_pelt_cpu(e, cpu);
	c->util = sisheur_pelt_roll(c->util, c->busy_ns, ms);
	c->load = sisheur_pelt_roll(c->load, c->runnable_ns, ms);
	c->busy_ns = 0;
	c->runnable_ns = 0;
	c->rolled_ns += ms * SISHEUR_MS;
}

void sisheur_pelt_task(struct sisheur_engine *e, struct sisheur_thread *t)
{
	uint64_t now_ms = e->now_ns / SISHEUR_MS;
	uint64_t ms = now_ms - t->pelt_ms;

	if (!ms)
		return;
	t->util = sisheur_pelt_roll(t->util, t->ran_ns, ms);
	t->load = sisheur_pelt_roll(t->load, t->ran_ns + t->waited_ns, ms);
	if (t->util > SISHEUR_ONE)
		t->util = SISHEUR_ONE;
	if (t->load > SISHEUR_ONE)
		t->load = SISHEUR_ONE;
	t->ran_ns = 0;
	t->waited_ns = 0;
	t->pelt_ms = now_ms;
}

/* An average of @ms milliseconds, made what it will be if all goes on so. */
static unsigned long sisheur_pelt_mature(unsigned long average, uint64_t ms)
{
	unsigned int age = ms < 1000 ? (unsigned int)ms : 1000;
	uint64_t known = SISHEUR_ONE - sisheur_pelt_age(SISHEUR_ONE, age);

	return known ? (unsigned long)(average * (uint64_t)SISHEUR_ONE /
				       known) : average;
}

/*
 * Half of the warm-up is over.  Averages began at nothing and would need a
 * tenth of a second more to get where they are going.
 */
void sisheur_pelt_settle(struct sisheur_engine *e)
{
	uint64_t now_ms = e->now_ns / SISHEUR_MS;
	unsigned int cpu;
	uint32_t t;

	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		struct sisheur_core_cpu *c = &e->cpus[cpu];

		c->util = sisheur_pelt_mature(c->util, now_ms);
		if (c->util > SISHEUR_ONE)
			c->util = SISHEUR_ONE;
		c->load = sisheur_pelt_mature(c->load, now_ms);
	}
	for (t = 0; t < e->nr_tasks; t++) {
		struct sisheur_thread *task = &e->tasks[t];

		if (task->state == SISHEUR_TASK_NEW)
			continue;
		sisheur_pelt_task(e, task);
		task->util = sisheur_pelt_mature(task->util,
						 now_ms - task->born_ms);
		if (task->util > SISHEUR_ONE)
			task->util = SISHEUR_ONE;
		task->load = sisheur_pelt_mature(task->load,
						 now_ms - task->born_ms);
		if (task->load > SISHEUR_ONE)
			task->load = SISHEUR_ONE;
	}
}

/* util_est: what the tasks that are here now used when they last ran. */
void sisheur_pelt_charge(struct sisheur_engine *e, unsigned int cpu,
			 struct sisheur_thread *t)
{
	t->charged = t->est;
	e->cpus[cpu].est += t->charged;
}

void sisheur_pelt_discharge(struct sisheur_engine *e, unsigned int cpu,
			    struct sisheur_thread *t)
{
	e->cpus[cpu].est -= t->charged;
	t->charged = 0;
}

/* A task goes to sleep: what it used is what it will use, smoothed. */
void sisheur_pelt_estimate(struct sisheur_engine *e, struct sisheur_thread *t)
{
	sisheur_pelt_task(e, t);
	if (t->util > t->ewma)
		t->ewma = t->util;
	else
		t->ewma -= (t->ewma - t->util) / 4;
	t->est = t->util > t->ewma ? t->util : t->ewma;
}

/* The utilisation of a CPU as balance sees it, of SISHEUR_CAPACITY. */
unsigned long sisheur_pelt_util(struct sisheur_engine *e, unsigned int cpu)
{
	const struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t util = c->util > c->est ? c->util : c->est;

	util = util * sisheur_cost(e, SISHEUR_COST_UTIL) / 100;
	if (util > SISHEUR_ONE)
		util = SISHEUR_ONE;
	return (unsigned long)(util * SISHEUR_CAPACITY / SISHEUR_ONE);
}
