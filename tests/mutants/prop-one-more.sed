# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/nr_scan.c
# rule: SIS_PROP looks at one CPU less than it computes
s/sisheur_div64\(span, cost\) - 1;/sisheur_div64(span, cost);/
