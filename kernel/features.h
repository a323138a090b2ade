/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The switches of the shim, beside the kernel's own in debugfs sched/features.
 * Included by kernel/sched/features.h once for each thing made of the list, so
 * without a guard.
 */

/* The shim decides: budget, sibling scan, core scan and CPU scan. */
SCHED_FEAT(SISHEUR, false)

/*
 * The kernel decides, the shim is asked as well, and differences are counted.
 * Stronger than SISHEUR where both are on.
 */
SCHED_FEAT(SISHEUR_SHADOW, false)

/*
 * The shim scans an idle bitmap of the LLC domain by words, and no run queue is
 * looked at but that of the answer.  Needs SISHEUR.
 */
SCHED_FEAT(SISHEUR_BITMAP, false)

/* The wakee of a pair goes to an idle sibling of its waker (RFC 2023). */
SCHED_FEAT(SIS_PAIR, false)

/* The budget neither gates nor ends a core scan (2022).  Needs SISHEUR. */
SCHED_FEAT(SIS_IDLE_CORE, false)
