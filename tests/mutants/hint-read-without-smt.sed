# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/select.c
# rule: with SMT inactive the shared hint is never read
s/return w->domains->smt && w->has_idle_cores &&$/return w->has_idle_cores \&\&/
