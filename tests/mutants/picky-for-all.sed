# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: linux-7.1 is picky for a wakee that is SCHED_IDLE, not for every one
s/profile->picky && wakeup->wakee_sched_idle/profile->picky/
