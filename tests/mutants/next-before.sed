# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_words.c
# rule: the look at the word behind the target leaves out what is before it
s/^\t\t\t      NULL\) & ~\(sisheur_bit\(from\) - 1\);/\t\t\t      NULL);/
