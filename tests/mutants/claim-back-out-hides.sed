# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: what is given back may complete an idle core, which sets the hint
s/^\t\t\tsisheur_notice_core\(claims, at\);/\t\t\tbits = 0;/
