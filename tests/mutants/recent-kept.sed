# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: recent becomes prev, whatever follows
s/l->choice\.recent = w->prev;/(void)0;/
