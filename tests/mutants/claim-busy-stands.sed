# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: an answer that rests on an idle CPU is given up when another took it
s/^\tview.idle = sisheur_row_of\(claims, cpu\);\n*/\treturn true;/
