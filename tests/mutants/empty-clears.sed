# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: linux-7.1: an empty cpus leaves the hint alone
s/!\(\(how & SISHEUR_HOW_EMPTY\) && /!(!how \&\& /
