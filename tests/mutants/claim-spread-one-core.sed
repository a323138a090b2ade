# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: who spreads and finds no fallback in one core looks in all
s/fallback : sisheur_scan_cpu\(scan, SISHEUR_NO_BUDGET\);/fallback : SISHEUR_NONE;/
