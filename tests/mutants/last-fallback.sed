# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_walk.c
# rule: the fallback is the lowest usable CPU of the first core that has one
s/if \(rank > fallback->rank &&$/if (rank >= fallback->rank \&\& rank \&\&/
