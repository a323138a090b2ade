# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle.c
# rule: the walk begins behind the target
s/from = reach->scan->target \+ 1;/from = reach->scan->target;/
