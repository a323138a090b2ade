# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: a CPU of an idle core is taken only while the whole core is idle
s/taken = sisheur_take_bits\(sisheur_word_of\(claims, cpu\), siblings,/taken = sisheur_take_bits(sisheur_word_of(claims, cpu), sisheur_bit(cpu),/
