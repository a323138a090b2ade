// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The machine of limit 2 of the SIS_UTIL mail: most CPUs are held by tasks that
 * are pinned to them, a few are free, and the average says that there is
 * nothing to be found.  Each of the first pinned tasks has a helper, which may
 * run anywhere and is woken after each round.
 */
#include "engine.h"
#include "work.h"

static void sisheur_pin(struct sisheur_engine *e, unsigned int hogs,
			const struct sisheur_op *const ops[3])
{
	unsigned int cpu, nr = 0;

	for (cpu = 0; cpu < e->nr_cpus && nr < hogs; cpu++) {
		unsigned long *pin = &e->pins[(size_t)cpu * e->words];
		struct sisheur_thread *t;
		bool helped = nr < e->sim->load;
		uint32_t ch = 0;

		if (!e->cpus[cpu].is_online)
			continue;
		sisheur_include(pin, cpu);
		if (helped) {
			ch = sisheur_work_channel(e, 16);
			sisheur_work_task(e, ops[2], ch, 0);
		}
		t = sisheur_work_task(e, ops[helped], ch, 1000);
		t->allowed = pin;
		t->is_timed = false;
		nr++;
	}
}

bool sisheur_build_pinned(struct sisheur_engine *e)
{
	const unsigned int *p = e->sim->params;
	const struct sisheur_op alone[] = {
		{ SISHEUR_OP_RUN, 0, 20, p[SISHEUR_PINNED_ROUND] },
		{ SISHEUR_OP_DONE, 0, 0, 0 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op helped[] = {
		{ SISHEUR_OP_RUN, 0, 20, p[SISHEUR_PINNED_ROUND] },
		{ SISHEUR_OP_DONE, 0, 0, 0 },
		{ SISHEUR_OP_SEND, 0, 0, 0 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op helper[] = {
		{ SISHEUR_OP_RECV, 0, 0, 0 },
		{ SISHEUR_OP_RUN, 0, 20, p[SISHEUR_PINNED_HELP] },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	unsigned int free = e->nr_online * p[SISHEUR_PINNED_FREE] / 100;
	unsigned int hogs;
	const struct sisheur_op *ops[3];

	if (!free)
		free = 1;
	hogs = e->nr_online - free;
	if (!hogs)
		return sisheur_sim_fail(e->error,
			"no CPU is left to pin a task to: all of %u are free",
			e->nr_online);
	if (e->sim->load > hogs)
		return sisheur_sim_fail(e->error,
			"%u helpers and %u pinned tasks; accepted is one each",
			e->sim->load, hogs);
	if (!sisheur_work_room(e, 2 * (uint64_t)hogs, hogs, 16))
		return false;
	e->pins = sisheur_sim_alloc(e, (size_t)e->nr_cpus * e->words,
				    sizeof(*e->pins));
	if (!e->pins)
		return false;
	ops[0] = sisheur_work_ops(e, alone, 3);
	ops[1] = sisheur_work_ops(e, helped, 4);
	ops[2] = sisheur_work_ops(e, helper, 3);
	sisheur_pin(e, hogs, ops);
	return true;
}
