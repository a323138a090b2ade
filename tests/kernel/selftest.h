/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * selftest.h - what is run in a kernel
 */
#ifndef SISHEUR_TESTS_KERNEL_SELFTEST_H
#define SISHEUR_TESTS_KERNEL_SELFTEST_H

/* The programs of tests/unit: each returns how many of its tests failed. */
int sisheur_unit_cpuset(void);
int sisheur_unit_domain(void);
int sisheur_unit_idle(void);
int sisheur_unit_kept(void);
int sisheur_unit_nr_scan(void);
int sisheur_unit_pair(void);
int sisheur_unit_select(void);
int sisheur_unit_stats(void);

/* cases.S: each file ends with a 0, and is gone once the module is initialised. */
extern const char sisheur_cases_linux_5_18[], sisheur_cases_linux_6_1[];
extern const char sisheur_cases_linux_6_12[], sisheur_cases_linux_7_1[];
extern const char sisheur_cases_nr_scan[], sisheur_cases_reports[];

/* answers.c: the cases, and a million answers.  For module_init() alone. */
int sisheur_unit_cases(void);
int sisheur_unit_digest(void);

/**
 * sisheur_selftest() - run all of the above
 *
 * Prints KTAP.  May sleep; takes seconds.
 *
 * Return: 0, or -EBADE if a test failed.
 */
int sisheur_selftest(void);

#endif /* SISHEUR_TESTS_KERNEL_SELFTEST_H */
