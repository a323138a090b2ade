// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * hackbench: groups of senders, each of which writes to every receiver of its
 * group in turn.  All begin at once, as hackbench makes them.
 */
#include "engine.h"
#include "work.h"

static void sisheur_senders_ops(struct sisheur_engine *e, uint32_t nr,
				struct sisheur_op *ops)
{
	const unsigned int *p = e->sim->params;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		ops[2 * i] = (struct sisheur_op){
			SISHEUR_OP_RUN, 0, p[SISHEUR_HACKBENCH_JITTER],
			p[SISHEUR_HACKBENCH_WRITE] };
		ops[2 * i + 1] = (struct sisheur_op){
			SISHEUR_OP_SEND, i, 0, 0 };
	}
	if (!p[SISHEUR_HACKBENCH_LOOPS]) {
		ops[2 * nr] = (struct sisheur_op){ SISHEUR_OP_JUMP, 0, 0, 0 };
		return;
	}
	ops[2 * nr] = (struct sisheur_op){ SISHEUR_OP_ROUNDS, 0, 0,
					   p[SISHEUR_HACKBENCH_LOOPS] };
	for (i = 0; i < nr; i++)
		ops[2 * nr + 1 + i] = (struct sisheur_op){
			SISHEUR_OP_CLOSE, i, 0, 0 };
	ops[3 * nr + 1] = (struct sisheur_op){ SISHEUR_OP_EXIT, 0, 0, 0 };
}

bool sisheur_build_hackbench(struct sisheur_engine *e)
{
	const unsigned int *p = e->sim->params;
	const struct sisheur_op receiver[] = {
		{ SISHEUR_OP_RECV, 0, 0, 0 },
		{ SISHEUR_OP_RUN, 0, p[SISHEUR_HACKBENCH_JITTER],
		  p[SISHEUR_HACKBENCH_READ] },
		{ SISHEUR_OP_DONE, 0, 0, 0 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op *read;
	struct sisheur_op *write;
	uint32_t half = p[SISHEUR_HACKBENCH_TASKS] / 2, i;
	uint64_t groups = e->sim->load, g;

	if (!sisheur_work_room(e, 2 * groups * half, groups * half,
			       3ULL * half + 8))
		return false;
	read = sisheur_work_ops(e, receiver, 4);
	write = &e->ops[e->nr_ops];
	sisheur_senders_ops(e, half, write);
	for (g = 0; g < groups; g++) {
		uint32_t base = e->nr_channels;

		for (i = 0; i < half; i++) {
			uint32_t ch = sisheur_work_channel(
				e, p[SISHEUR_HACKBENCH_ROOM]);

			e->channels[ch].is_sync = true;
			e->channels[ch].low = p[SISHEUR_HACKBENCH_LOW];
			e->channels[ch].page = p[SISHEUR_HACKBENCH_PAGE];
			e->channels[ch].open = half;
			e->channels[ch].wake_all = p[SISHEUR_HACKBENCH_WAKE_ALL];
			sisheur_work_task(e, read, ch, 0);
		}
		for (i = 0; i < half; i++)
			sisheur_work_task(e, write, base, 0);
	}
	return true;
}
