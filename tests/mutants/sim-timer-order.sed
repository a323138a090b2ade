# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/events.c
# rule: simulator: equal times are told apart by number
s/a->at_ns < b->at_ns : a->task < b->task;/a->at_ns < b->at_ns : a->task > b->task;/
