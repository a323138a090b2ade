# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/kept.c
# rule: a core with a busy CPU is not kept as idle
s/^\tif \(was\)$/\tif (!cpu)/
