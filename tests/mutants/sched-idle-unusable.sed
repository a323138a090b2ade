# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/private.h
# rule: a CPU of SCHED_IDLE tasks is usable
s/return how & SISHEUR_HOW_TRULY_IDLE \? 1 : 2;/return 0;/
