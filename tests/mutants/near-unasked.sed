# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_words.c
# rule: the target's cluster comes before what is first in the domain
s/return !sisheur_knows_clusters\(scan\) \|\|$/return scan ||/
