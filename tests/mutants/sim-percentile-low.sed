# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/result.c
# rule: a percentile is never lower than what was waited
s/(\(uint64_t\)step - power \* SISHEUR_HIST_STEPS) \+ 1\) << power\) - 1/\1) << power)/
