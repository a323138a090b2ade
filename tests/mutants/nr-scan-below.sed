# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/nr_scan.c
# rule: the share that may be looked at falls with the square over 10000 * 1024
s,>> 14\) / 625;,>> 14) / 624;,
