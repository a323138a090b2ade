// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "near.h"

/* The step: a CPU, or SISHEUR_NONE to leave it to the rungs that follow. */
static int near_core(const struct sisheur_ladder *ladder)
{
	const struct sisheur_wakeup *w = ladder->wakeup;
	const struct sisheur_scan far = {
		.domains = w->domains,
		.view = &ladder->view,
		.allowed = w->allowed,
		.target = w->target,
	};
	struct sisheur_scan near = far;

	if (sisheur_share_llc(w->domains, w->waker, w->target) ||
	    sisheur_has_idle_core(&far))
		return SISHEUR_NONE;
	near.target = w->waker;
	return sisheur_scan_core(&near, NULL);
}

int near_select(const struct sisheur_profile *profile,
		const struct sisheur_wakeup *wakeup,
		struct sisheur_choice *choice)
{
	struct sisheur_ladder ladder;
	int cpu = SISHEUR_NONE;
	unsigned int i;

	sisheur_ladder_init(&ladder, profile, wakeup);
	for (i = 0; i < profile->nr_rungs && i < SISHEUR_MAX_RUNGS; i++) {
		if (profile->rungs[i].step == SISHEUR_STEP_SCAN)
			cpu = near_core(&ladder);
		if (cpu != SISHEUR_NONE) {
			ladder.choice.cpu = cpu;
			ladder.choice.step = NEAR_STEP;
			break;
		}
		cpu = sisheur_step(&ladder, &profile->rungs[i]);
		if (cpu != SISHEUR_NONE)
			break;
	}
	if (choice)
		*choice = ladder.choice;
	return cpu;
}
