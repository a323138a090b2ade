# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/stats.c
# rule: ratios are rounded to nearest
s,part \* scale \+ whole / 2,part * scale,
