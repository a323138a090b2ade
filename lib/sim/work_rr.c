// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Pairs that wake each other in turn: netperf, tbench, context_switch1.  A
 * thread of load is a client and its server.
 */
#include "engine.h"
#include "work.h"

/* One side of the pairs from @from up to @to. */
static void sisheur_begin_side(struct sisheur_engine *e,
			       const struct sisheur_op *ops, uint64_t from,
			       uint64_t to)
{
	uint64_t i;

	for (i = from; i < to; i++)
		sisheur_work_task(e, ops, 2 * (uint32_t)i,
				  i * e->sim->params[SISHEUR_RR_START]);
}

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
	uint64_t pairs = e->sim->load, i, end;
	uint64_t block = e->sim->domains->nr_llcs ?
			 e->sim->domains->nr_llcs : 1;

	if (!sisheur_work_room(e, 2 * pairs, 2 * pairs, 16))
		return false;
	ops[0] = sisheur_work_ops(e, client, 6);
	ops[1] = sisheur_work_ops(e, server, 5);
	for (i = 0; i < 2 * pairs; i++)
		e->channels[sisheur_work_channel(e, 16)].is_sync = true;
	/*
	 * As many servers as there are LLC domains, then their clients: one by
	 * one in turn, clients that begin at once would have every other domain,
	 * where their servers follow them, and half of the machine nobody.
	 */
	for (i = 0; i < pairs; i = end) {
		end = i + block < pairs ? i + block : pairs;
		sisheur_begin_side(e, ops[1], i, end);
		sisheur_begin_side(e, ops[0], i, end);
	}
	return true;
}
