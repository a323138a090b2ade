# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: nor if one has backed out since the look began
s/sisheur_add_int\(&lane->backed_out, 1\);/sisheur_add_int(\&lane->backed_out, 0);/
