// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * own-curve-sim.c - what a scan budget of one's own does to netperf
 *
 *   cc own-curve-sim.c $(pkg-config --cflags --libs sisheur-sim) && ./a.out
 *
 * The curve is a line: as many looks as there are idle CPUs on average.
 *
 * Prints:
 *   SIS_UTIL: about   0 % of searches succeed
 *   ours:     about 100 % of searches succeed
 */
#include <stdio.h>

#include <sisheur/nr_scan.h>
#include <sisheur/sim.h>

static unsigned int linear(void *ctx, unsigned long sum_util,
			   unsigned int llc_weight)
{
	(void)ctx;
	return llc_weight - (unsigned int)(sum_util / SISHEUR_CAPACITY);
}

static int simulate(const char *name, struct sisheur_sim *sim)
{
	struct sisheur_sim_result result = { 0 };
	struct sisheur_error error;

	if (!sisheur_sim_run(sim, &result, &error)) {
		fprintf(stderr, "own-curve-sim: %s\n", error.text);
		return 1;
	}
	printf("%-9s about %3llu %% of searches succeed\n", name,
	       (result.ratios.success_rate + 5000) / 10000 * 10);
	sisheur_sim_result_free(&result);
	return 0;
}

int main(void)
{
	struct sisheur_topology machine = { 0 };
	struct sisheur_sim sim;
	int failed;

	if (!sisheur_sim_machine_build(&machine, "56c112t", NULL) ||
	    !sisheur_sim_init(&sim, "netperf-tcp", NULL))
		return 1;
	sim.domains = &machine.domains;
	sim.package = machine.package;
	sim.load = 224;
	sim.run_ns = 20000000;
	failed = simulate("SIS_UTIL:", &sim);
	sim.budget = linear;
	failed |= simulate("ours:", &sim);
	sisheur_topology_free(&machine);
	return failed;
}
