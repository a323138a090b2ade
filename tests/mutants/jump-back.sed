# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_words.c
# rule: a summary is asked from the word behind the target on
s/^\t+ *~sisheur_valid_bits\(from, line\);$/ ~0UL;/
