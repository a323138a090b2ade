/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef NEAR_H
#define NEAR_H

#include <sisheur/sisheur.h>

/* The first number of a step of one's own. */
#define NEAR_STEP	SISHEUR_NR_STEPS

/*
 * sisheur_select() with one step more, before the domain scan: if the target's
 * LLC domain has no idle core and the waker is in another one that has, there.
 */
int near_select(const struct sisheur_profile *profile,
		const struct sisheur_wakeup *wakeup,
		struct sisheur_choice *choice);

#endif /* NEAR_H */
