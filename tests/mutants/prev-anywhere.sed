# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: prev shares with target, or is no answer
s/!sisheur_shares\(l, w->prev\) \|\|$/!l ||/
