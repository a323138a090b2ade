# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/cpu.c
# rule: simulator: a task that is preempted keeps the work that is left
s/^\t\twork = \(ns - t->stall\) \* 100 \/ c->pct;/\t\twork = c->work_ns;/
