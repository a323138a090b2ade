/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * empty.h - calls of nothing
 */
#ifndef BENCH_EMPTY_H
#define BENCH_EMPTY_H

#include <sisheur/sisheur.h>

#include "peer.h"

int bench_empty_one(const struct bench_wakeup *w);
int bench_empty_two(const struct sisheur_scan *scan, int *fallback);

#endif /* BENCH_EMPTY_H */
