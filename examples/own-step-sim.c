// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * own-step-sim.c - what a ladder step of one's own does to netperf
 *
 *   cc own-step-sim.c $(pkg-config --cflags --libs sisheur-sim) && ./a.out
 *
 * The step stack: a wakee goes to the waker's CPU if nobody else runs there.
 *
 * Prints:
 *   with our step, 20 pairs on 18 cores do more: yes
 *   it placed most wake-ups: yes
 */
#include <stdio.h>

#include <sisheur/sim.h>

#define STEP_STACK	SISHEUR_NR_STEPS

static int stack_first(void *ctx, const struct sisheur_profile *profile,
		       const struct sisheur_wakeup *wakeup,
		       struct sisheur_choice *choice)
{
	int cpu = sisheur_select(profile, wakeup, choice);

	(void)ctx;
	if (wakeup->waker_nr_running > 1)
		return cpu;
	choice->step = STEP_STACK;
	choice->cpu = (int)wakeup->waker;
	return choice->cpu;
}

int main(void)
{
	struct sisheur_sim_result theirs = { 0 }, ours = { 0 };
	struct sisheur_topology machine = { 0 };
	struct sisheur_sim sim;
	bool ok;

	if (!sisheur_sim_machine_build(&machine, "18c36t", NULL) ||
	    !sisheur_sim_init(&sim, "netperf-tcp", NULL))
		return 1;
	sim.domains = &machine.domains;
	sim.package = machine.package;
	sim.load = 20;
	sim.run_ns = 20000000;
	ok = sisheur_sim_run(&sim, &theirs, NULL);
	sim.place = stack_first;
	ok = ok && sisheur_sim_run(&sim, &ours, NULL);
	printf("with our step, 20 pairs on 18 cores do more: %s\n",
	       ours.work > theirs.work ? "yes" : "no");
	printf("it placed most wake-ups: %s\n",
	       2 * ours.placed[STEP_STACK] > ours.stats.search ? "yes" : "no");
	sisheur_sim_result_free(&theirs);
	sisheur_sim_result_free(&ours);
	sisheur_topology_free(&machine);
	return !ok;
}
