// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * schbench: workers compute, ask their message thread for more and wait; the
 * first that asks wakes it, and it sleeps before it wakes all that have asked
 * by then.  What is judged is how long a woken worker waits.
 */
#include "engine.h"
#include "work.h"

bool sisheur_build_schbench(struct sisheur_engine *e)
{
	const unsigned int *p = e->sim->params;
	uint64_t sleep_ns = p[SISHEUR_SCHBENCH_SLEEP];
	/* Channel 0 is the list of workers, 1 where the message thread waits. */
	const struct sisheur_op messenger[] = {
		/* Before the list, or whoever asks meanwhile is not heard. */
		{ SISHEUR_OP_ENTER, 1, 0, 0 },
		{ SISHEUR_OP_RUN, 0, 20, p[SISHEUR_SCHBENCH_WAKE] },
		{ SISHEUR_OP_CALLALL, 0, 0, 0 },
		{ SISHEUR_OP_WAIT, 1, 0, 0 },
		/* From one sleep to a quarter more. */
		{ SISHEUR_OP_SLEEP, 0, 11, sleep_ns + sleep_ns / 8 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op worker[] = {
		{ SISHEUR_OP_ENTER, 0, 0, 0 },
		{ SISHEUR_OP_CALL, 1, 0, 0 },
		{ SISHEUR_OP_WAIT, 0, 0, 0 },
		{ SISHEUR_OP_SPIN, 0, 0, p[SISHEUR_SCHBENCH_SPIN] },
		{ SISHEUR_OP_DONE, 0, 0, 0 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op *ops[2];
	uint64_t threads = e->sim->load, m;
	uint32_t workers = p[SISHEUR_SCHBENCH_TASKS], i;

	if (!sisheur_work_room(e, threads * (workers + 1ULL), 2 * threads, 16))
		return false;
	ops[0] = sisheur_work_ops(e, messenger, 6);
	ops[1] = sisheur_work_ops(e, worker, 6);
	for (m = 0; m < threads; m++) {
		uint32_t ch = sisheur_work_channel(e, workers);

		sisheur_work_channel(e, 1);
		for (i = 0; i < workers; i++)
			sisheur_work_task(e, ops[1], ch, 0);
		sisheur_work_task(e, ops[0], ch, 1000000)->is_timed = false;
	}
	return true;
}
