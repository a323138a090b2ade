# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: a failed core scan clears the hint
s/l->choice\.hint = SISHEUR_HINT_CLEAR;/l->choice.hint = SISHEUR_HINT_KEEP;/
