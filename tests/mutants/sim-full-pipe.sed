# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/program.c
# rule: simulator: whoever reads from a full pipe wakes a writer
s/return ch->page \? was_full : ch->count <= ch->low;/return ch->page ? was_full \&\& !sisheur_is_full(ch) : ch->count <= ch->low;/
