# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/idle_words.c
# rule: a claimed CPU makes its core not idle, whatever is kept
s/return view->kept && !view->claimed;/return view->kept;/
