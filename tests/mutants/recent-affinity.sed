# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: linux-5.18 tests the affinity of prev, later ones that of recent
s/how & SISHEUR_HOW_PREV_ALLOWED \? w->prev/how \& SISHEUR_HOW_PREV_ALLOWED ? recent/
