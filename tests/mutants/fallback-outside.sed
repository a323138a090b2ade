# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/blocks.h
# rule: since 6.1 the fallback is in the domain
s/!\(reach->scan->how & SISHEUR_HOW_ANYWHERE\)/!reach->scan/
