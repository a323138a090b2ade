// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Of a workload of one's own: which tasks and channels does it make?
 */
#include "work_own.h"

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

bool sisheur_own_make(struct sisheur_own *own)
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
