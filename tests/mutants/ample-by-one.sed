# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_words.c
# rule: exactly nr_idle_scan CPUs are looked at
s/weight <= budget;/weight <= budget + 1;/
