# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/pair.c
# rule: the flips of a waker are halved after a second
s,waker->flips /= 2;,(void)0;,
