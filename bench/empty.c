// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The empty calls, in a file of their own: what a compiler sees it removes.
 * Each reads its argument and answers it, so that it takes as long as an
 * argument and an answer take to arrive.
 */
#include "empty.h"

enum bench_mode bench_mode;

int bench_empty_one(const struct bench_wakeup *w)
{
	return (int)w->target;
}

int bench_empty_two(const struct sisheur_scan *scan, int *fallback)
{
	(void)fallback;
	return (int)scan->target;
}
