// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * module.c - the library as a module of Linux
 *
 * Exports every function of the shared headers to modules under a GPL licence.
 * What the functions promise, and from where they may be called, is in
 * sisheur/sisheur.h: none sleeps, allocates or takes a lock.
 */
#include <linux/module.h>

#include <sisheur/sisheur.h>

#include "../tests/kernel/selftest.h"

static bool selftest;
module_param(selftest, bool, 0444);
MODULE_PARM_DESC(selftest, "Run the unit tests and the cases, print KTAP, and refuse to load if one fails");

EXPORT_SYMBOL_GPL(sisheur_core_is_idle);
EXPORT_SYMBOL_GPL(sisheur_cpuset_next);
EXPORT_SYMBOL_GPL(sisheur_cpuset_test);
EXPORT_SYMBOL_GPL(sisheur_cpuset_weight);
EXPORT_SYMBOL_GPL(sisheur_domains_init);
EXPORT_SYMBOL_GPL(sisheur_has_idle_core);
EXPORT_SYMBOL_GPL(sisheur_is_pair);
EXPORT_SYMBOL_GPL(sisheur_is_wide);
EXPORT_SYMBOL_GPL(sisheur_kept_busy);
EXPORT_SYMBOL_GPL(sisheur_kept_idle);
EXPORT_SYMBOL_GPL(sisheur_kept_init);
EXPORT_SYMBOL_GPL(sisheur_ladder_init);
EXPORT_SYMBOL_GPL(sisheur_llc_of);
EXPORT_SYMBOL_GPL(sisheur_look);
EXPORT_SYMBOL_GPL(sisheur_nr_scan);
EXPORT_SYMBOL_GPL(sisheur_nr_scan_percent);
EXPORT_SYMBOL_GPL(sisheur_nr_scan_prop);
EXPORT_SYMBOL_GPL(sisheur_pair_sibling);
EXPORT_SYMBOL_GPL(sisheur_pelt_age);
EXPORT_SYMBOL_GPL(sisheur_profile);
EXPORT_SYMBOL_GPL(sisheur_record_wakee);
EXPORT_SYMBOL_GPL(sisheur_scan_core);
EXPORT_SYMBOL_GPL(sisheur_scan_cpu);
EXPORT_SYMBOL_GPL(sisheur_scan_is_empty);
EXPORT_SYMBOL_GPL(sisheur_scan_siblings);
EXPORT_SYMBOL_GPL(sisheur_select);
EXPORT_SYMBOL_GPL(sisheur_sets_idle_cores);
EXPORT_SYMBOL_GPL(sisheur_share_cluster);
EXPORT_SYMBOL_GPL(sisheur_share_llc);
EXPORT_SYMBOL_GPL(sisheur_stats_add);
EXPORT_SYMBOL_GPL(sisheur_stats_ratios);
EXPORT_SYMBOL_GPL(sisheur_step);
EXPORT_SYMBOL_GPL(sisheur_wakeup_init);
EXPORT_SYMBOL_GPL(sisheur_walk_core);
EXPORT_SYMBOL_GPL(sisheur_walk_cpu);

static int __init sisheur_init(void)
{
	return selftest ? sisheur_selftest() : 0;
}
module_init(sisheur_init);

/* Without it, the module could not be unloaded. */
static void __exit sisheur_exit(void)
{
}
module_exit(sisheur_exit);

MODULE_DESCRIPTION("Wake-up placement heuristics as a library");
MODULE_LICENSE("Dual BSD/GPL");
