/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* counting.h - the library as counting_port.h has it, under other names */
#ifndef SISHEUR_TESTS_COUNTING_H
#define SISHEUR_TESTS_COUNTING_H

#include <sisheur/sisheur.h>

bool sisheur_counted_test(const unsigned long *set, unsigned int nr_cpus,
			  unsigned int cpu);
unsigned int sisheur_counted_weight(const unsigned long *set,
				    unsigned int nr_cpus);
int sisheur_counted_next(const unsigned long *set, unsigned int nr_cpus,
			 unsigned int from);
unsigned int sisheur_counted_look(const struct sisheur_view *view,
				  unsigned int nr_cpus, unsigned int cpu);
bool sisheur_counted_sets(const struct sisheur_domains *domains,
			  const struct sisheur_view *view, unsigned int cpu,
			  const int *has_idle_cores);
bool sisheur_counted_has_idle_core(const struct sisheur_scan *scan);
bool sisheur_counted_is_empty(const struct sisheur_scan *scan);
int sisheur_counted_core(const struct sisheur_scan *scan, int *fallback);
int sisheur_counted_cpu(const struct sisheur_scan *scan, unsigned int budget);
int sisheur_counted_select(const struct sisheur_profile *profile,
			   const struct sisheur_wakeup *wakeup,
			   struct sisheur_choice *choice);

#endif /* SISHEUR_TESTS_COUNTING_H */
