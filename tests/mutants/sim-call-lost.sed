# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/program.c
# rule: simulator: who was called before it blocks does not block
s/^\tif \(!called\)$/\tif (1)/
