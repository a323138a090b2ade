# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/blocks.h
# rule: in a domain of many blocks too, the target's cluster comes first
s/return near == SISHEUR_NONE \? cpu : near;/return cpu;/
