// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * this-machine.c - which CPUs share a last-level cache here
 *
 *   cc this-machine.c $(pkg-config --cflags --libs sisheur) && ./a.out
 */
#include <stdio.h>
#include <stdlib.h>

#include <sisheur/topology.h>

int main(void)
{
	struct sisheur_topology topology = { 0 };
	const struct sisheur_domains *d = &topology.domains;
	struct sisheur_error error;
	unsigned int llc;
	size_t room;
	char *list;

	if (!sisheur_topology_from_sysfs(&topology, NULL, &error)) {
		fprintf(stderr, "this-machine: %s\n", error.text);
		return 2;
	}
	/* "8191," is the longest that one CPU can take in a list. */
	room = d->nr_cpus * 5 + 1;
	list = malloc(room);
	if (!list)
		return 2;
	printf("%u packages, %u cores, SMT %s, clusters %s\n",
	       topology.nr_packages, topology.nr_cores,
	       d->smt ? "on" : "off", d->clusters ? "on" : "off");
	for (llc = 0; llc < d->nr_llcs; llc++) {
		sisheur_cpulist_print(list, room,
			d->llc_span + llc * SISHEUR_WORDS(d->nr_cpus),
			d->nr_cpus);
		printf("LLC %u: %u CPUs: %s\n", llc, d->llcs[llc].weight, list);
	}
	free(list);
	sisheur_topology_free(&topology);
	return 0;
}
