// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which machines have a name: those of the mails whose figures are compared. */
#include <string.h>

#include <sisheur/sim.h>

static const struct sisheur_sim_machine sisheur_sim_machines[] = {
	{ "56c112t", "core:56 pu:2 numbering=split",
	  "one LLC of 112 CPUs: SIS_UTIL v3 (2022), SIS_PAIR (Xeon 8480+)" },
	{ "2x56c112t", "pack:2 core:56 pu:2 numbering=split",
	  "two of them: Xeon 8480+, both sockets" },
	{ "2x24c48t", "pack:2 core:24 pu:2 numbering=split",
	  "machine A of SIS_IDLE_CORE: 2 x Xeon Platinum 8260" },
	{ "2x64c128t", "pack:2 llc:8 core:8 pu:2 numbering=split",
	  "machine B of SIS_IDLE_CORE: 2 x EPYC 7Y83, LLCs of 16 CPUs" },
	{ "18c36t", "core:18 pu:2 numbering=split",
	  "SIS_PAIR: Core i9-10980XE" },
	{ "4c8t", "core:4 pu:2 numbering=split",
	  "review of SIS_PAIR: a desktop" },
	{ "24c", "core:24 pu:1",
	  "no SMT: one node of a Kunpeng 920, the hint not read (2021)" },
	{ "32c", "core:32 pu:1",
	  "no SMT: node 0 of the reply to SIS_UTIL v3" },
	{ "2x32c", "pack:2 core:32 pu:1",
	  "no SMT: nodes 0-1 of the reply to SIS_UTIL v3" },
};

SISHEUR_DEF const struct sisheur_sim_machine *sisheur_sim_machine(unsigned int n)
{
	const unsigned int nr = sizeof(sisheur_sim_machines) /
				sizeof(sisheur_sim_machines[0]);

	return n < nr ? &sisheur_sim_machines[n] : NULL;
}

SISHEUR_DEF bool sisheur_sim_machine_build(struct sisheur_topology *topology,
					   const char *machine,
					   struct sisheur_error *error)
{
	const struct sisheur_sim_machine *m;
	unsigned int n;

	for (n = 0; (m = sisheur_sim_machine(n)); n++) {
		if (strcmp(m->name, machine) == 0) {
			machine = m->text;
			break;
		}
	}
	return sisheur_topology_from_text(topology, machine, error);
}
