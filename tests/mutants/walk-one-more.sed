# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_walk.c
# rule: exactly nr_idle_scan CPUs are looked at
s/^(\t+)if \(!\*budget\)$/\1if (*budget == SISHEUR_NO_BUDGET - 1)/
