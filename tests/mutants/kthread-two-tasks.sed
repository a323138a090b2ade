# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: a kernel thread alone on its CPU wakes its client there
s/w->waker_nr_running <= 1 &&$/w->waker_nr_running <= 2 \&\&/
