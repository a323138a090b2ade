// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A private copy of the library, in an environment of the test's. */
#define SISHEUR_PORT	"counting_port.h"
#include "unity.h"
#include "counting.h"

bool sisheur_counted_test(const unsigned long *set, unsigned int nr_cpus,
			  unsigned int cpu)
{
	return sisheur_cpuset_test(set, nr_cpus, cpu);
}

unsigned int sisheur_counted_weight(const unsigned long *set,
				    unsigned int nr_cpus)
{
	return sisheur_cpuset_weight(set, nr_cpus);
}

int sisheur_counted_next(const unsigned long *set, unsigned int nr_cpus,
			 unsigned int from)
{
	return sisheur_cpuset_next(set, nr_cpus, from);
}

unsigned int sisheur_counted_look(const struct sisheur_view *view,
				  unsigned int nr_cpus, unsigned int cpu)
{
	return sisheur_look(view, nr_cpus, cpu);
}

bool sisheur_counted_sets(const struct sisheur_domains *domains,
			  const struct sisheur_view *view, unsigned int cpu,
			  const int *has_idle_cores)
{
	return sisheur_sets_idle_cores(domains, view, cpu, has_idle_cores);
}

bool sisheur_counted_has_idle_core(const struct sisheur_scan *scan)
{
	return sisheur_has_idle_core(scan);
}

bool sisheur_counted_is_empty(const struct sisheur_scan *scan)
{
	return sisheur_scan_is_empty(scan);
}

int sisheur_counted_core(const struct sisheur_scan *scan, int *fallback)
{
	return sisheur_scan_core(scan, fallback);
}

int sisheur_counted_cpu(const struct sisheur_scan *scan, unsigned int budget)
{
	return sisheur_scan_cpu(scan, budget);
}

int sisheur_counted_select(const struct sisheur_profile *profile,
			   const struct sisheur_wakeup *wakeup,
			   struct sisheur_choice *choice)
{
	return sisheur_select(profile, wakeup, choice);
}
