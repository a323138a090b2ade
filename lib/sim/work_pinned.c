// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The machine of limit 2 of the SIS_UTIL mail: most CPUs are held by tasks that
 * are pinned to them, a few are free, and the average says that there is
 * nothing to be found.  Light tasks, which may run anywhere, were there first.
 */
#include "engine.h"
#include "work.h"

bool sisheur_build_pinned(struct sisheur_engine *e)
{
	const unsigned int *p = e->sim->params;
	const struct sisheur_op hog[] = {
		{ SISHEUR_OP_RUN, 0, 0, 1000000 },
		{ SISHEUR_OP_DONE, 0, 0, 0 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op light[] = {
		{ SISHEUR_OP_RUN, 0, 20, p[SISHEUR_PINNED_RUN] },
		{ SISHEUR_OP_SLEEP, 0, 20, p[SISHEUR_PINNED_SLEEP] },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	unsigned int free = e->nr_online * p[SISHEUR_PINNED_FREE] / 100;
	unsigned int hogs, cpu, nr = 0;
	const struct sisheur_op *ops[2];
	uint64_t lights = e->sim->load, i;

	if (!free)
		free = 1;
	hogs = e->nr_online - free;
	if (!sisheur_work_room(e, lights + hogs, 0, 16))
		return false;
	e->pins = sisheur_sim_alloc(e, (size_t)e->nr_cpus * e->words,
				    sizeof(*e->pins));
	if (!e->pins)
		return false;
	ops[0] = sisheur_work_ops(e, hog, 3);
	ops[1] = sisheur_work_ops(e, light, 3);
	for (i = 0; i < lights; i++)
		sisheur_work_task(e, ops[1], 0, 0);
	for (cpu = 0; cpu < e->nr_cpus && nr < hogs; cpu++) {
		unsigned long *pin = &e->pins[(size_t)cpu * e->words];
		struct sisheur_thread *t;

		if (!e->cpus[cpu].is_online)
			continue;
		sisheur_include(pin, cpu);
		t = sisheur_work_task(e, ops[0], 0, 1000);
		t->allowed = pin;
		t->is_timed = false;
		nr++;
	}
	return true;
}
