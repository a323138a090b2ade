# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/blocks.h
# rule: where siblings are numbered split, the upper ones have theirs below
s/^\t\t\tother \|= SISHEUR_WIDE\(from\)\(plane, cpu - down\) & ~below;/\t\t\t(void)0;/
