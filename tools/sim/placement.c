// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * placement.c - a pair that was put somewhere by hand, as taskset does
 */
#include <string.h>

#include "published.h"

static int answer(const struct sisheur_wakeup *w, struct sisheur_choice *choice,
		  unsigned int cpu)
{
	const unsigned int nr = w->domains->nr_cpus;

	/* Daemons of a CPU stay there. */
	if (w->allowed && !sisheur_cpuset_test(w->allowed, nr, cpu))
		cpu = w->prev;
	memset(choice, 0, sizeof(*choice));
	choice->cpu = (int)cpu;
	choice->step = SISHEUR_NR_STEPS;
	choice->recent = w->prev;
	return choice->cpu;
}

static int stacked(void *ctx, const struct sisheur_profile *profile,
		   const struct sisheur_wakeup *w,
		   struct sisheur_choice *choice)
{
	(void)ctx;
	(void)profile;
	return answer(w, choice, w->waker);
}

static int siblings(void *ctx, const struct sisheur_profile *profile,
		    const struct sisheur_wakeup *w,
		    struct sisheur_choice *choice)
{
	(void)ctx;
	(void)profile;
	return answer(w, choice, w->domains->next[w->waker]);
}

static int cores(void *ctx, const struct sisheur_profile *profile,
		 const struct sisheur_wakeup *w, struct sisheur_choice *choice)
{
	const struct sisheur_domains *d = w->domains;
	unsigned int cpu = w->prev;

	(void)ctx;
	(void)profile;
	while (d->core[cpu] == d->core[w->waker] && d->nr_cpus > 1) {
		cpu = (cpu + 1) % d->nr_cpus;
		/* All of them are one core. */
		if (cpu == w->prev)
			break;
	}
	return answer(w, choice, cpu);
}

int (*sisheur_placement(const char *name))(void *ctx,
					   const struct sisheur_profile *profile,
					   const struct sisheur_wakeup *wakeup,
					   struct sisheur_choice *choice)
{
	if (strcmp(name, "stacked") == 0)
		return stacked;
	if (strcmp(name, "siblings") == 0)
		return siblings;
	return strcmp(name, "cores") == 0 ? cores : NULL;
}
