// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * schbench: a message thread wakes its workers and sleeps; a worker computes
 * and asks for more.  What is judged is how long a woken worker waits.
 */
#include "engine.h"
#include "work.h"

bool sisheur_build_schbench(struct sisheur_engine *e)
{
	const unsigned int *p = e->sim->params;
	const struct sisheur_op messenger[] = {
		{ SISHEUR_OP_RUN, 0, 20, p[SISHEUR_SCHBENCH_WAKE] },
		{ SISHEUR_OP_SENDALL, 0, 0, 0 },
		{ SISHEUR_OP_SLEEP, 0, 0, p[SISHEUR_SCHBENCH_SLEEP] },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op worker[] = {
		{ SISHEUR_OP_RECV, 0, 0, 0 },
		{ SISHEUR_OP_SPIN, 0, 0, p[SISHEUR_SCHBENCH_SPIN] },
		{ SISHEUR_OP_DONE, 0, 0, 0 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op *ops[2];
	uint64_t threads = e->sim->load, m;
	uint32_t workers = p[SISHEUR_SCHBENCH_TASKS], i;

	if (!sisheur_work_room(e, threads * (workers + 1ULL), threads, 16))
		return false;
	ops[0] = sisheur_work_ops(e, messenger, 4);
	ops[1] = sisheur_work_ops(e, worker, 4);
	for (m = 0; m < threads; m++) {
		uint32_t ch = sisheur_work_channel(e, workers);

		for (i = 0; i < workers; i++)
			sisheur_work_task(e, ops[1], ch, 0);
		sisheur_work_task(e, ops[0], ch, 1000000)->is_timed = false;
	}
	return true;
}
