# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_words.c
# rule: where siblings are numbered split, the last core has the first word of its sibling
s/^\t\tpos -= nr;/\t\tpos = 0;/
