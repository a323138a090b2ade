# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: no sibling scan while a core may be idle
s/!w->domains->smt \|\| sisheur_hint\(l\) \|\|/!w->domains->smt ||/
