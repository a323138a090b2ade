# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: who finds nothing while a core claim is under way does not say NONE
s/return !sisheur_read_int\(&lane->under_way\) &&/return lane \&\&/
