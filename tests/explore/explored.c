// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdlib.h>

/* A private copy of the scans and of claim.c; what else is hosted is not. */
#define SISHEUR_PORT	"explored_port.h"
#define SISHEUR_ATOMICS	"explored_atomics.h"
#include "unity.h"
#undef SISHEUR_DEF
#undef SISHEUR_PRIVATE
#define SISHEUR_DEF
#define SISHEUR_PRIVATE
#include "hosted/hosted.h"
#undef SISHEUR_DEF
#define SISHEUR_DEF	SISHEUR_OUTLINE
#include "explored.h"

#undef SISHEUR_CLAIM_TRIES
#define SISHEUR_CLAIM_TRIES	explored_tries
#include "hosted/claim.c"

unsigned int explored_tries;
static struct sisheur_claims *claims;
static unsigned char *as_new;
static size_t size;

void explored_reads(const void *p)
{
	const unsigned char *at = p, *begin = (const unsigned char *)claims;

	if (claims && at >= begin + claims->lanes && at < begin + size)
		explore_at(EXPLORE_READ, p);
}

void explored_changed(const unsigned long *word, unsigned long before)
{
	size_t offset = (size_t)((const unsigned char *)word -
				 (const unsigned char *)claims) - claims->lanes;
	unsigned int i = (unsigned int)((offset % claims->pitch -
					 SISHEUR_APART) / sizeof(*word));
	unsigned long changed = before ^ *word;

	while (changed) {
		unsigned int cpu = i * SISHEUR_WORD_BITS + sisheur_ctz(changed);

		if (*word & sisheur_bit(cpu))
			explored_gave(cpu);
		else
			explored_took(cpu);
		changed &= changed - 1;
	}
}

bool explored_new(const struct sisheur_domains *domains,
		  const unsigned long *idle, int hint)
{
	unsigned int cpu;

	free(as_new);
	sisheur_claims_free(claims);
	claims = sisheur_claims_new(domains, NULL);
	if (!claims)
		return false;
	for (cpu = 0; cpu < domains->nr_cpus; cpu++) {
		sisheur_lane_of(claims, cpu)->has_idle_cores = hint;
		if (idle[cpu / SISHEUR_WORD_BITS] & sisheur_bit(cpu))
			*sisheur_word_of(claims, cpu) |= sisheur_bit(cpu);
	}
	size = claims->lanes + (domains->nr_llcs + 1) * (size_t)claims->pitch;
	as_new = malloc(size);
	if (as_new)
		memcpy(as_new, claims, size);
	return as_new;
}

void explored_reset(void)
{
	memcpy(claims, as_new, size);
}

int explored_claim_cpu(unsigned int cpu)
{
	return sisheur_claim_cpu(claims, cpu);
}

int explored_claim_core(unsigned int cpu)
{
	return sisheur_claim_core(claims, cpu);
}

bool explored_release_cpu(unsigned int cpu)
{
	return sisheur_release_cpu(claims, cpu);
}

bool explored_release_core(unsigned int cpu)
{
	return sisheur_release_core(claims, cpu);
}

int explored_pick(unsigned int want, unsigned int target,
		  const unsigned long *allowed)
{
	return sisheur_pick(claims, want, target, allowed);
}

int explored_pick_anywhere(unsigned int want, unsigned int target,
			   const unsigned long *allowed)
{
	return sisheur_pick_anywhere(claims, want, target, allowed);
}

int explored_pick_select(const struct sisheur_profile *profile,
			 const struct sisheur_wakeup *wakeup,
			 struct sisheur_choice *choice, bool *claimed)
{
	return sisheur_pick_select(claims, profile, wakeup, choice, claimed);
}

bool explored_is_idle(unsigned int cpu)
{
	return *sisheur_word_of(claims, cpu) & sisheur_bit(cpu);
}

int explored_hint(unsigned int cpu)
{
	return sisheur_lane_of(claims, cpu)->has_idle_cores;
}

int explored_under_way(unsigned int cpu)
{
	return sisheur_lane_of(claims, cpu)->under_way;
}
