// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The ladders.  A rule that changed between two Linux releases is a difference
 * between two tables here; the steps are in select.c.
 */
#include "private.h"

#define SISHEUR_RUNG(name, how, needs) \
	{ SISHEUR_STEP_ ## name, (how), (needs) }

/* What every remedy of the profile sisheur is called: see select.h. */
#define SISHEUR_REMEDIES \
	(SISHEUR_SIS_IDLE_CORE | SISHEUR_SIS_FREE_LOOKS | \
	 SISHEUR_SIS_TRUE_HINT | SISHEUR_SIS_KEEP_HINT | \
	 SISHEUR_SIS_TRULY_IDLE | SISHEUR_SIS_AGED_UTIL | \
	 SISHEUR_SIS_SPREAD | SISHEUR_SIS_PAIR | SISHEUR_SIS_PAIR_LARGE | \
	 SISHEUR_SIS_PAIR_SCARCE | SISHEUR_SIS_PAIR_FITS | \
	 SISHEUR_SIS_PAIR_STACK | SISHEUR_SIS_CLAIM)

static const struct sisheur_profile sisheur_profiles[SISHEUR_NR_PROFILES] = {
	[SISHEUR_LINUX_5_18] = {
		.rungs = {
			SISHEUR_RUNG(TARGET, 0, 0),
			SISHEUR_RUNG(PAIR, SISHEUR_HOW_SELF, SISHEUR_SIS_PAIR),
			SISHEUR_RUNG(PREV, 0, 0),
			SISHEUR_RUNG(KTHREAD, 0, 0),
			SISHEUR_RUNG(RECENT, SISHEUR_HOW_PREV_ALLOWED, 0),
			SISHEUR_RUNG(NO_DOMAIN, 0, 0),
			SISHEUR_RUNG(SMT, SISHEUR_HOW_SELF, 0),
			SISHEUR_RUNG(SCAN, SISHEUR_HOW_PROP |
					   SISHEUR_HOW_ANYWHERE, 0),
			SISHEUR_RUNG(LAST, 0, 0),
		},
		.nr_rungs = 9,
		.features = SISHEUR_SIS_PROP,
	},
	[SISHEUR_LINUX_6_1] = {
		.rungs = {
			SISHEUR_RUNG(TARGET, 0, 0),
			SISHEUR_RUNG(PAIR, 0, SISHEUR_SIS_PAIR),
			SISHEUR_RUNG(PREV, 0, 0),
			SISHEUR_RUNG(KTHREAD, 0, 0),
			SISHEUR_RUNG(RECENT, 0, 0),
			SISHEUR_RUNG(NO_DOMAIN, 0, 0),
			SISHEUR_RUNG(SMT, 0, 0),
			SISHEUR_RUNG(SCAN, 0, 0),
			SISHEUR_RUNG(LAST, 0, 0),
		},
		.nr_rungs = 9,
		.features = SISHEUR_SIS_UTIL,
	},
	[SISHEUR_LINUX_6_12] = {
		.rungs = {
			SISHEUR_RUNG(TARGET, 0, 0),
			SISHEUR_RUNG(PAIR, 0, SISHEUR_SIS_PAIR),
			SISHEUR_RUNG(PREV, SISHEUR_HOW_CLUSTERS, 0),
			SISHEUR_RUNG(KTHREAD, 0, 0),
			SISHEUR_RUNG(RECENT, SISHEUR_HOW_CLUSTERS, 0),
			SISHEUR_RUNG(NO_DOMAIN, 0, 0),
			SISHEUR_RUNG(SMT, 0, 0),
			SISHEUR_RUNG(SCAN, SISHEUR_HOW_CLUSTERS, 0),
			SISHEUR_RUNG(LATE, 0, 0),
			SISHEUR_RUNG(LAST, 0, 0),
		},
		.nr_rungs = 10,
		.features = SISHEUR_SIS_UTIL,
	},
	[SISHEUR_LINUX_7_1] = {
		.rungs = {
			SISHEUR_RUNG(TARGET, 0, 0),
			SISHEUR_RUNG(PAIR, 0, SISHEUR_SIS_PAIR),
			SISHEUR_RUNG(PREV, SISHEUR_HOW_CLUSTERS, 0),
			SISHEUR_RUNG(KTHREAD, 0, 0),
			SISHEUR_RUNG(RECENT, SISHEUR_HOW_CLUSTERS, 0),
			SISHEUR_RUNG(NO_DOMAIN, 0, 0),
			SISHEUR_RUNG(SMT, 0, 0),
			SISHEUR_RUNG(SCAN, SISHEUR_HOW_CLUSTERS |
					   SISHEUR_HOW_EMPTY, 0),
			SISHEUR_RUNG(LATE, 0, 0),
			SISHEUR_RUNG(LAST, 0, 0),
		},
		.nr_rungs = 10,
		.features = SISHEUR_SIS_UTIL,
		.picky = true,
	},
	/* The ladder of linux-7.1; what differs is in its features. */
	[SISHEUR_OWN] = {
		.rungs = {
			SISHEUR_RUNG(TARGET, 0, 0),
			SISHEUR_RUNG(PAIR, 0, SISHEUR_SIS_PAIR),
			SISHEUR_RUNG(PREV, SISHEUR_HOW_CLUSTERS, 0),
			SISHEUR_RUNG(KTHREAD, 0, 0),
			SISHEUR_RUNG(RECENT, SISHEUR_HOW_CLUSTERS, 0),
			SISHEUR_RUNG(NO_DOMAIN, 0, 0),
			SISHEUR_RUNG(SMT, 0, 0),
			SISHEUR_RUNG(SCAN, SISHEUR_HOW_CLUSTERS |
					   SISHEUR_HOW_EMPTY, 0),
			SISHEUR_RUNG(LATE, 0, 0),
			SISHEUR_RUNG(LAST, 0, 0),
		},
		.nr_rungs = 10,
		.features = SISHEUR_SIS_UTIL | SISHEUR_REMEDIES,
		.picky = true,
	},
};

SISHEUR_DEF const struct sisheur_profile *sisheur_profile(unsigned int id)
{
	return id < SISHEUR_NR_PROFILES ? &sisheur_profiles[id] : NULL;
}
