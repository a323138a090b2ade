# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/kept.c
# rule: a summary says which words are not empty
s/^\tif \(was && is\)$/\tif (was || is)/
