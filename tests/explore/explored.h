/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * explored.h - claim.c and the scans below it, under other names: the same text,
 * compiled so that explore.h decides who goes on at each access
 */
#ifndef SISHEUR_TESTS_EXPLORED_H
#define SISHEUR_TESTS_EXPLORED_H

#include <sisheur/claim.h>

/** explored_tries - for SISHEUR_CLAIM_TRIES, which would be too many orders */
extern unsigned int explored_tries;

/** explored_new() - makes the one world; back to it with explored_reset() */
bool explored_new(const struct sisheur_domains *domains,
		  const unsigned long *idle, int hint);
void explored_reset(void);

int explored_claim_cpu(unsigned int cpu);
int explored_claim_core(unsigned int cpu);
bool explored_release_cpu(unsigned int cpu);
bool explored_release_core(unsigned int cpu);
int explored_pick(unsigned int want, unsigned int target,
		  const unsigned long *allowed);
int explored_pick_anywhere(unsigned int want, unsigned int target,
			   const unsigned long *allowed);
int explored_pick_select(const struct sisheur_profile *profile,
			 const struct sisheur_wakeup *wakeup,
			 struct sisheur_choice *choice, bool *claimed);

/** explored_is_idle() - to look without a stop */
bool explored_is_idle(unsigned int cpu);
int explored_hint(unsigned int cpu);
int explored_under_way(unsigned int cpu);

/** explored_took() - to be defined by the test: a bit was cleared by a thread */
void explored_took(unsigned int cpu);
/** explored_gave() - to be defined by the test: or set */
void explored_gave(unsigned int cpu);

#endif /* SISHEUR_TESTS_EXPLORED_H */
