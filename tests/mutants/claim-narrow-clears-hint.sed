# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: who may use a part of the domain does not clear the hint
s/^\t    !sisheur_covers_domain\(scan\)\)/\t    !scan)/
