// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is run, in which order; each prints a KTAP document of its own. */
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>

#include "selftest.h"

#define SISHEUR_UNIT(name)	{ #name, sisheur_unit_ ## name }

struct sisheur_unit {
	const char *name;
	int (*run)(void);
};

static const struct sisheur_unit sisheur_units[] __initconst = {
	SISHEUR_UNIT(cpuset),
	SISHEUR_UNIT(domain),
	SISHEUR_UNIT(idle),
	SISHEUR_UNIT(kept),
	SISHEUR_UNIT(nr_scan),
	SISHEUR_UNIT(pair),
	SISHEUR_UNIT(select),
	SISHEUR_UNIT(stats),
	SISHEUR_UNIT(cases),
	SISHEUR_UNIT(digest),
};

int __init sisheur_selftest(void)
{
	unsigned int i, failed = 0;

	pr_info("KTAP version 1\n");
	pr_info("1..%zu\n", ARRAY_SIZE(sisheur_units));
	for (i = 0; i < ARRAY_SIZE(sisheur_units); i++) {
		bool ok = !sisheur_units[i].run();

		pr_info("%sok %u %s\n", ok ? "" : "not ", i + 1,
			sisheur_units[i].name);
		failed += !ok;
	}
	return failed ? -EBADE : 0;
}
