// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * budget.c - how many CPUs of this machine may a wake-up look at?
 *
 * The least that a module of one's own needs to ask the library.  It stays
 * loaded, and holds sisheur.ko, until it is removed.
 */
#include <linux/cpumask.h>
#include <linux/module.h>

#include <sisheur/sisheur.h>

static int __init budget_init(void)
{
	unsigned int cpus = num_online_cpus(), busy;

	for (busy = 0; busy <= 100; busy += 10)
		pr_info("budget: %u %% busy: %u of %u CPUs\n", busy,
			sisheur_nr_scan(cpus * SISHEUR_CAPACITY * busy / 100,
					cpus, SISHEUR_LLC_IMBALANCE_PCT), cpus);
	return 0;
}
module_init(budget_init);

static void __exit budget_exit(void)
{
}
module_exit(budget_exit);

MODULE_DESCRIPTION("The scan budget of this machine");
MODULE_LICENSE("Dual BSD/GPL");
