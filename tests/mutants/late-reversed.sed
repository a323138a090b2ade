# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: late prev comes before late recent
s/l->late\[0\] != SISHEUR_NONE \? l->late\[0\] : l->late\[1\]/l->late[1] != SISHEUR_NONE ? l->late[1] : l->late[0]/
