# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/private.h
# rule: a sibling scan leaves out the CPU itself since 6.1
s/cpu != scan->target \|\| \(scan->how & SISHEUR_HOW_SELF\)/cpu != scan->target || scan->how != ~0U/
