# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_walk.c
# rule: a core with a CPU of SCHED_IDLE tasks is not idle
s/^\t\tif \(state != SISHEUR_IDLE\)$/\t\tif (state == SISHEUR_BUSY)/
