/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The case files as they are.  In a section that a module gives back once it is
 * initialised: two megabytes that nobody asks for again.
 */
#include <linux/linkage.h>

	.section .init.rodata, "a"

.macro sisheur_cases name, file
	.globl	sisheur_cases_\name
sisheur_cases_\name:
	.incbin	"\file"
	.byte	0
.endm

	sisheur_cases linux_5_18, "linux-5.18.cases"
	sisheur_cases linux_6_1, "linux-6.1.cases"
	sisheur_cases linux_6_12, "linux-6.12.cases"
	sisheur_cases linux_7_1, "linux-7.1.cases"
	sisheur_cases nr_scan, "nr_scan.cases"
	sisheur_cases reports, "reports.cases"
