# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_walk.c
# rule: the siblings of a core that is not idle leave cpus
s/sisheur_is_earlier\(reach, sibling, cpu\)\)/sisheur_is_earlier(reach, sibling, sibling))/
