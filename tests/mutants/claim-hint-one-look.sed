# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: who clears the hint looks for an idle core once more
s/if \(!sisheur_has_idle_core\(scan\)\)/if (!sisheur_has_idle_core(scan) || lane)/
