/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * unity.h - a private copy of every function, as static inline
 *
 * Include it in one file of a kernel shim, a BPF program or a white-box test,
 * with this directory and the headers in the include path.  What the file does
 * not call costs nothing.
 */
#ifndef SISHEUR_UNITY_H
#define SISHEUR_UNITY_H

#ifndef SISHEUR_STATIC
#define SISHEUR_STATIC
#endif

#include "cpuset.c"
#include "domain.c"
#include "nr_scan.c"
#include "idle.c"
#include "idle_walk.c"
#include "idle_words.c"
#include "kept.c"
#include "pair.c"
#include "profile.c"
#include "select.c"
#include "stats.c"

#endif /* SISHEUR_UNITY_H */
