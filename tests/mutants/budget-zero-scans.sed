# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: a budget of 0 ends the scan at once, with the hint set too
s/^\tif \(!budget\)$/\tif (!budget \&\& !l->hint)/
