// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Pairs that wake each other in turn: netperf, tbench, context_switch1.  A
 * thread of load is a client and its server.
 */
#include "engine.h"
#include "work.h"

bool sisheur_build_rr(struct sisheur_engine *e)
{
	const unsigned int *p = e->sim->params;
	unsigned int jitter = p[SISHEUR_RR_JITTER];
	/* What a side sends, receives: channel 0 is to the server. */
	const struct sisheur_op client[] = {
		{ SISHEUR_OP_RUN, 0, jitter, p[SISHEUR_RR_PRE] },
		{ SISHEUR_OP_SEND, 0, 0, 0 },
		{ SISHEUR_OP_RUN, 0, jitter, p[SISHEUR_RR_POST] },
		{ SISHEUR_OP_RECV, 1, 0, 0 },
		{ SISHEUR_OP_DONE, 0, 0, 0 },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op server[] = {
		{ SISHEUR_OP_RECV, 0, 0, 0 },
		{ SISHEUR_OP_RUN, 0, jitter, p[SISHEUR_RR_PRE] },
		{ SISHEUR_OP_SEND, 1, 0, 0 },
		{ SISHEUR_OP_RUN, 0, jitter, p[SISHEUR_RR_POST] },
		{ SISHEUR_OP_JUMP, 0, 0, 0 },
	};
	const struct sisheur_op *ops[2];
	uint64_t pairs = e->sim->load, i;

	if (!sisheur_work_room(e, 2 * pairs, 2 * pairs, 16))
		return false;
	ops[0] = sisheur_work_ops(e, client, 6);
	ops[1] = sisheur_work_ops(e, server, 5);
	for (i = 0; i < pairs; i++) {
		uint64_t start = i * p[SISHEUR_RR_START];
		uint32_t base = sisheur_work_channel(e, 16);

		e->channels[base].is_sync = true;
		e->channels[sisheur_work_channel(e, 16)].is_sync = true;
		sisheur_work_task(e, ops[1], base, start);
		sisheur_work_task(e, ops[0], base, start);
	}
	return true;
}
