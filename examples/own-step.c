// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * own-step.c - a ladder step of one's own, between two that are there
 *
 *   cc own-step.c $(pkg-config --cflags --libs sisheur) && ./a.out
 *
 * The step packs: before the domain is scanned, it answers the lowest idle CPU
 * of the target's domain, so that the upper cores stay asleep.
 *
 * Prints:
 *   idle=3,5-7  linux-6.12: CPU 5, step scan    packed: CPU 3, step pack
 *   idle=4,7    linux-6.12: CPU 4, step target  packed: CPU 4, step target
 *   idle=       linux-6.12: CPU 4, step last    packed: CPU 4, step last
 */
#include <stdio.h>

#include <sisheur/case.h>
#include <sisheur/sisheur.h>

/* Steps of one's own are numbered from here. */
#define STEP_PACK	SISHEUR_NR_STEPS

static int pack(const struct sisheur_ladder *ladder)
{
	const struct sisheur_wakeup *w = ladder->wakeup;
	const unsigned int nr = w->domains->nr_cpus;
	unsigned int cpu;

	for (cpu = 0; cpu < nr; cpu++)
		if (sisheur_look(&ladder->view, nr, cpu) == SISHEUR_IDLE &&
		    sisheur_share_llc(w->domains, cpu, w->target) &&
		    (!w->allowed || sisheur_cpuset_test(w->allowed, nr, cpu)))
			return (int)cpu;
	return SISHEUR_NONE;
}

/* sisheur_select() with one step more. */
static int select_packed(const struct sisheur_profile *profile,
			 const struct sisheur_wakeup *wakeup,
			 struct sisheur_choice *choice)
{
	struct sisheur_ladder ladder;
	int cpu = SISHEUR_NONE;
	unsigned int i;

	sisheur_ladder_init(&ladder, profile, wakeup);
	for (i = 0; i < profile->nr_rungs && i < SISHEUR_MAX_RUNGS; i++) {
		const struct sisheur_rung *rung = &profile->rungs[i];

		if (rung->step == SISHEUR_STEP_SCAN)
			cpu = pack(&ladder);
		if (cpu != SISHEUR_NONE) {
			ladder.choice.cpu = cpu;
			ladder.choice.step = STEP_PACK;
			break;
		}
		cpu = sisheur_step(&ladder, rung);
		if (cpu != SISHEUR_NONE)
			break;
	}
	if (choice)
		*choice = ladder.choice;
	return cpu;
}

static const char *step_name(unsigned int step)
{
	return step == STEP_PACK ? "pack" : sisheur_step_name(step);
}

int main(void)
{
	static const char *const idle[] = { "idle=3,5-7", "idle=4,7", "idle=" };
	struct sisheur_case c = { 0 };
	unsigned int i;

	for (i = 0; i < sizeof(idle) / sizeof(idle[0]); i++) {
		struct sisheur_choice theirs, ours;
		struct sisheur_error error;
		char line[128];

		snprintf(line, sizeof(line),
			 "profile=linux-6.12 nr_cpus=8 target=4 %s", idle[i]);
		if (sisheur_case_parse(&c, line, &error) !=
		    SISHEUR_CASE_WAKEUP) {
			fprintf(stderr, "own-step: %s\n", error.text);
			return 2;
		}
		sisheur_select(&c.profile, &c.wakeup, &theirs);
		select_packed(&c.profile, &c.wakeup, &ours);
		printf("%-10s  linux-6.12: CPU %d, step %-6s  packed: CPU %d, step %s\n",
		       idle[i], theirs.cpu, step_name(theirs.step), ours.cpu,
		       step_name(ours.step));
	}
	sisheur_case_free(&c);
	return 0;
}
