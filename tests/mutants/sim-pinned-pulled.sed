# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/balance.c
# rule: simulator: a task is pulled nowhere but where it may run
s/if \(t->state != SISHEUR_TASK_QUEUED \|\| !sisheur_may_run\(t, to\)\)/if (t->state != SISHEUR_TASK_QUEUED)/
