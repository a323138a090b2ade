# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_walk.c
# rule: after the cluster of the target, the rest of cpus is walked
s/^(\t+)cpu = sisheur_walk_core_pass\(&reach, SISHEUR_PASS_BEYOND, &best,/\1cpu = sisheur_walk_core_pass(\&reach, SISHEUR_PASS_INSIDE, \&best,/
