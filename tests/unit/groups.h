/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * groups.h - who belongs together, as a test row says it
 *
 *   "0,4/1,5/2-3"  sets as cpulists; other CPUs are in none
 *   "*4"           runs of four: 0-3/4-7/...
 *   "%4"           every fourth: 0,4,8,.../1,5,9,.../...
 *   ""             none at all
 *
 * Groups are compared by the lowest CPU of each.
 */
#ifndef SISHEUR_TESTS_GROUPS_H
#define SISHEUR_TESTS_GROUPS_H

#include <stdlib.h>
#include <string.h>

#include <sisheur/topology.h>

struct sisheur_groups {
	unsigned int nr_cpus;
	int lowest[SISHEUR_MAX_CPUS];
};

static inline void sisheur_groups_read(struct sisheur_groups *g, const char *notation,
			       unsigned int nr_cpus)
{
	unsigned long set[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	unsigned int cpu, n;
	char list[4096];

	g->nr_cpus = nr_cpus;
	for (cpu = 0; cpu < nr_cpus; cpu++)
		g->lowest[cpu] = SISHEUR_NONE;
	if (*notation == '*' || *notation == '%') {
		n = (unsigned int)atoi(notation + 1);
		for (cpu = 0; cpu < nr_cpus; cpu++)
			g->lowest[cpu] = (int)(*notation == '*' ? cpu / n * n :
								  cpu % n);
		return;
	}
	while (*notation) {
		size_t length = strcspn(notation, "/");
		struct sisheur_error error;

		memcpy(list, notation, length);
		list[length] = '\0';
		if (!sisheur_cpulist_parse(list, set, nr_cpus, &error))
			fail_msg("bad row \"%s\": %s", list, error.text);
		for (cpu = 0; cpu < nr_cpus; cpu++)
			if (sisheur_cpuset_test(set, nr_cpus, cpu))
				g->lowest[cpu] =
					sisheur_cpuset_next(set, nr_cpus, 0);
		notation += length;
		notation += *notation == '/';
	}
}

/* Only these CPUs are left; a group is then known by its lowest of them. */
static inline void sisheur_groups_keep(struct sisheur_groups *g, const unsigned long *set)
{
	static int renamed[SISHEUR_MAX_CPUS];
	unsigned int cpu;

	for (cpu = 0; cpu < g->nr_cpus; cpu++)
		renamed[cpu] = SISHEUR_NONE;
	for (cpu = 0; cpu < g->nr_cpus; cpu++) {
		int lowest = g->lowest[cpu];

		g->lowest[cpu] = SISHEUR_NONE;
		if (lowest == SISHEUR_NONE ||
		    !sisheur_cpuset_test(set, g->nr_cpus, cpu))
			continue;
		if (renamed[lowest] == SISHEUR_NONE)
			renamed[lowest] = (int)cpu;
		g->lowest[cpu] = renamed[lowest];
	}
}

/* The members of the group of @cpu. */
static inline void sisheur_groups_members(const struct sisheur_groups *g, unsigned int cpu,
				  unsigned long *set)
{
	unsigned int other;

	memset(set, 0, SISHEUR_WORDS(g->nr_cpus) * sizeof(*set));
	for (other = 0; other < g->nr_cpus; other++)
		if (g->lowest[other] == g->lowest[cpu])
			set[other / SISHEUR_WORD_BITS] |=
				1UL << other % SISHEUR_WORD_BITS;
}

/* From numbers that equal members bear, as a topology has them. */
static inline void sisheur_groups_number(struct sisheur_groups *g, const int *number,
				 unsigned int nr_cpus)
{
	static int first[SISHEUR_MAX_CPUS];
	unsigned int cpu;

	g->nr_cpus = nr_cpus;
	for (cpu = 0; cpu < nr_cpus; cpu++)
		first[cpu] = SISHEUR_NONE;
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		int n = number ? number[cpu] : SISHEUR_NONE;

		if (n != SISHEUR_NONE && first[n] == SISHEUR_NONE)
			first[n] = (int)cpu;
		g->lowest[cpu] = n == SISHEUR_NONE ? SISHEUR_NONE : first[n];
	}
}

#endif /* SISHEUR_TESTS_GROUPS_H */
