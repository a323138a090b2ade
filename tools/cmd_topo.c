// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cmd_topo.c - sisheur topo: what a machine looks like to a wake-up
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/nr_scan.h>
#include <sisheur/topology.h>

#include "command.h"

static const char help[] =
"usage: sisheur topo [--sysfs DIR | --synthetic TEXT | --hwloc FILE] [--json]\n"
"\n"
"Prints a machine as a wake-up sees it: its last-level cache (LLC) domains,\n"
"cores, clusters, and how the siblings of a core are numbered.\n"
"\n"
"  --sysfs DIR       a directory that stands for /sys (default: /sys)\n"
"  --synthetic TEXT  levels from the outside in, each NAME:COUNT, of pack,\n"
"                    llc, cluster, core, pu; then numbering=adjacent (the\n"
"                    default) or numbering=split\n"
"  --hwloc FILE      an hwloc XML file or an hwloc synthetic string\n"
"  --json            one JSON object\n"
"  --help            this text\n"
"\n"
"nr_scan is the scan budget of SIS_UTIL at that utilisation of the domain.\n"
"Numbering: adjacent: CPUs of a core follow each other; split: they are a\n"
"stride apart; lone: no core has a second CPU; irregular: anything else.\n"
"\n"
"Examples:\n"
"  sisheur topo\n"
"  sisheur topo --synthetic 'pack:2 llc:1 core:56 pu:2 numbering=split'\n"
"  lstopo server.xml && sisheur topo --hwloc server.xml --json\n"
"\n"
"Exit: 0 done, 2 bad usage or input.\n";

/* Where the budget begins to shrink, is half gone, and is spent (85 %). */
static const unsigned int shown_utils[] = { 25, 50, 75, 85 };

#define NR_UTILS	(sizeof(shown_utils) / sizeof(shown_utils[0]))

static const char *numbering_name(unsigned int numbering)
{
	switch (numbering) {
	case SISHEUR_NUMBERING_LONE:
		return "lone";
	case SISHEUR_NUMBERING_ADJACENT:
		return "adjacent";
	case SISHEUR_NUMBERING_SPLIT:
		return "split";
	default:
		return "irregular";
	}
}

/**
 * struct sisheur_machine - a topology and what is shown of it
 * @source:   where it came from
 * @topology: the machine
 * @d:        its tables
 * @words:    words of a set
 * @offline:  CPUs that cannot run tasks
 * @isolated: CPUs online in no domain
 * @scratch:  a set for whoever needs one
 */
struct sisheur_machine {
	const char *source;
	struct sisheur_topology topology;
	const struct sisheur_domains *d;
	size_t words;
	unsigned long *offline;
	unsigned long *isolated;
	unsigned long *scratch;
};

static unsigned long *new_set(const struct sisheur_machine *m)
{
	size_t size = m->words * sizeof(unsigned long);

	return memset(sisheur_alloc(NULL, size ? size : 1), 0, size);
}

static void machine_init(struct sisheur_machine *m)
{
	unsigned int cpu;

	m->d = &m->topology.domains;
	m->words = SISHEUR_WORDS(m->d->nr_cpus);
	m->offline = new_set(m);
	m->isolated = new_set(m);
	m->scratch = new_set(m);
	for (cpu = 0; cpu < m->d->nr_cpus; cpu++) {
		if (!sisheur_cpuset_test(m->topology.online, m->d->nr_cpus,
					 cpu))
			sisheur_set_cpu(m->offline, cpu);
		else if (m->d->llc[cpu] == SISHEUR_NONE)
			sisheur_set_cpu(m->isolated, cpu);
	}
}

static void machine_free(struct sisheur_machine *m)
{
	free(m->offline);
	free(m->isolated);
	free(m->scratch);
	sisheur_topology_free(&m->topology);
}

static const unsigned long *llc_row(const struct sisheur_machine *m,
				    unsigned int llc)
{
	return m->d->llc_span + llc * m->words;
}

static unsigned int budget(const struct sisheur_machine *m, unsigned int llc,
			   unsigned int util)
{
	unsigned int weight = m->d->llcs[llc].weight;
	unsigned long sum = (weight * SISHEUR_CAPACITY * util + 99UL) / 100;

	return sisheur_nr_scan(sum, weight, SISHEUR_LLC_IMBALANCE_PCT);
}

/* The siblings of @cpu in its domain; false unless @cpu is their lowest. */
static bool core_of(struct sisheur_machine *m, unsigned int cpu)
{
	const struct sisheur_domains *d = m->d;
	unsigned int sibling = d->core[cpu];
	unsigned int lowest = cpu;

	memset(m->scratch, 0, m->words * sizeof(unsigned long));
	do {
		if (d->llc[sibling] == d->llc[cpu]) {
			sisheur_set_cpu(m->scratch, sibling);
			if (sibling < lowest)
				lowest = sibling;
		}
		sibling = d->next[sibling];
	} while (sibling != d->core[cpu]);
	return lowest == cpu;
}

/* The row of @cpu's cluster; NULL unless @cpu is its lowest CPU. */
static const unsigned long *cluster_of(const struct sisheur_machine *m,
				       unsigned int cpu)
{
	const struct sisheur_domains *d = m->d;
	const unsigned long *row;

	if (!d->clusters || d->cluster[cpu] == SISHEUR_NONE)
		return NULL;
	row = d->cluster_span + (size_t)d->cluster[cpu] * m->words;
	return sisheur_cpuset_next(row, d->nr_cpus, 0) == (int)cpu ? row : NULL;
}

#define each_cpu(cpu, m, row) \
	(cpu) = sisheur_cpuset_next((row), (m)->d->nr_cpus, 0); \
	(cpu) != SISHEUR_NONE; \
	(cpu) = sisheur_cpuset_next((row), (m)->d->nr_cpus, \
				    (unsigned int)(cpu) + 1)

static void print_set(const char *name, const unsigned long *set,
		      const struct sisheur_machine *m)
{
	unsigned int weight = sisheur_cpuset_weight(set, m->d->nr_cpus);
	char *text = sisheur_cpulist_text(set, m->d->nr_cpus);

	if (weight)
		printf("%-10s %u (%s)\n", name, weight, text);
	else
		printf("%-10s none\n", name);
	free(text);
}

static void print_llc(struct sisheur_machine *m, unsigned int llc)
{
	const unsigned long *row = llc_row(m, llc);
	unsigned int nr_cores = 0, nr_clusters = 0;
	int first = sisheur_cpuset_next(row, m->d->nr_cpus, 0);
	char package[16] = "-";
	char *text;
	size_t i;
	int cpu;

	for (each_cpu(cpu, m, row)) {
		nr_cores += core_of(m, (unsigned int)cpu);
		nr_clusters += cluster_of(m, (unsigned int)cpu) != NULL;
	}
	if (first != SISHEUR_NONE &&
	    m->topology.package[first] != SISHEUR_NONE)
		snprintf(package, sizeof(package), "%d",
			 m->topology.package[first]);
	printf("%4u  %7s  %6u  %5u  %8u", llc, package,
	       m->d->llcs[llc].weight, nr_cores, nr_clusters);
	for (i = 0; i < NR_UTILS; i++)
		printf("  %5u", budget(m, llc, shown_utils[i]));
	text = sisheur_cpulist_text(row, m->d->nr_cpus);
	printf("  %s\n", text);
	free(text);
}

static void print_table(struct sisheur_machine *m)
{
	const struct sisheur_domains *d = m->d;
	unsigned int llc;
	size_t i;

	printf("%-10s ", "machine");
	sisheur_put_quoted(stdout, m->source);
	putchar('\n');
	print_set("online", m->topology.online, m);
	print_set("offline", m->offline, m);
	print_set("isolated", m->isolated, m);
	printf("%-10s %u\n", "packages", m->topology.nr_packages);
	printf("%-10s %u\n", "cores", m->topology.nr_cores);
	printf("%-10s %s", "numbering", numbering_name(d->numbering));
	if (d->numbering == SISHEUR_NUMBERING_ADJACENT)
		printf(", %u CPUs a core", d->threads);
	if (d->numbering == SISHEUR_NUMBERING_SPLIT)
		printf(", %u CPUs a core, stride %u", d->threads, d->stride);
	if (d->mixed)
		printf(", and lone CPUs");
	printf("\n%-10s %s\n", "SMT", d->smt ? "active" : "inactive");
	if (d->clusters)
		printf("%-10s %u\n", "clusters", d->nr_clusters);
	else
		printf("%-10s inactive\n", "clusters");
	printf("\n%4s  %7s  %6s  %5s  %8s  nr_scan at\n", "", "", "", "", "");
	printf("%4s  %7s  %6s  %5s  %8s", "LLC", "package", "weight", "cores",
	       "clusters");
	for (i = 0; i < NR_UTILS; i++)
		printf("  %4u%%", shown_utils[i]);
	printf("  CPUs\n");
	for (llc = 0; llc < d->nr_llcs; llc++)
		print_llc(m, llc);
}

static void json_llc(struct sisheur_machine *m, unsigned int llc,
		     struct sisheur_json *json)
{
	const unsigned long *row = llc_row(m, llc);
	unsigned int nr = m->d->nr_cpus;
	int first = sisheur_cpuset_next(row, nr, 0);
	const unsigned long *cluster;
	char key[16];
	size_t i;
	int cpu;

	sisheur_json_open(json, NULL, '{');
	sisheur_json_number(json, "llc", llc);
	if (first != SISHEUR_NONE && m->topology.package[first] >= 0)
		sisheur_json_number(json, "package", (unsigned long long)
				    m->topology.package[first]);
	sisheur_json_cpulist(json, "cpus", row, nr);
	sisheur_json_number(json, "weight", m->d->llcs[llc].weight);
	sisheur_json_open(json, "cores", '[');
	for (each_cpu(cpu, m, row))
		if (core_of(m, (unsigned int)cpu))
			sisheur_json_cpulist(json, NULL, m->scratch, nr);
	sisheur_json_close(json, ']');
	sisheur_json_open(json, "clusters", '[');
	for (each_cpu(cpu, m, row)) {
		cluster = cluster_of(m, (unsigned int)cpu);
		if (cluster)
			sisheur_json_cpulist(json, NULL, cluster, nr);
	}
	sisheur_json_close(json, ']');
	sisheur_json_open(json, "nr_scan", '{');
	for (i = 0; i < NR_UTILS; i++) {
		snprintf(key, sizeof(key), "%u", shown_utils[i]);
		sisheur_json_number(json, key, budget(m, llc, shown_utils[i]));
	}
	sisheur_json_close(json, '}');
	sisheur_json_close(json, '}');
}

static void print_json(struct sisheur_machine *m)
{
	const struct sisheur_domains *d = m->d;
	struct sisheur_json json = { .out = stdout };
	unsigned int llc;

	sisheur_json_open(&json, NULL, '{');
	sisheur_json_string(&json, "source", m->source);
	sisheur_json_number(&json, "nr_cpus", d->nr_cpus);
	sisheur_json_cpulist(&json, "online", m->topology.online, d->nr_cpus);
	sisheur_json_cpulist(&json, "offline", m->offline, d->nr_cpus);
	sisheur_json_cpulist(&json, "isolated", m->isolated, d->nr_cpus);
	sisheur_json_number(&json, "packages", m->topology.nr_packages);
	sisheur_json_number(&json, "cores", m->topology.nr_cores);
	sisheur_json_string(&json, "numbering", numbering_name(d->numbering));
	if (d->numbering == SISHEUR_NUMBERING_ADJACENT ||
	    d->numbering == SISHEUR_NUMBERING_SPLIT)
		sisheur_json_number(&json, "threads", d->threads);
	if (d->numbering == SISHEUR_NUMBERING_SPLIT)
		sisheur_json_number(&json, "stride", d->stride);
	sisheur_json_literal(&json, "smt", d->smt ? "true" : "false");
	sisheur_json_literal(&json, "clusters", d->clusters ? "true" : "false");
	sisheur_json_open(&json, "llcs", '[');
	for (llc = 0; llc < d->nr_llcs; llc++)
		json_llc(m, llc, &json);
	sisheur_json_close(&json, ']');
	sisheur_json_close(&json, '}');
	sisheur_json_end(&json);
}

static const char *const option_names[] = {
	[SISHEUR_SOURCE_SYSFS] = "--sysfs",
	[SISHEUR_SOURCE_TEXT] = "--synthetic",
	[SISHEUR_SOURCE_HWLOC] = "--hwloc",
};

static bool machine_read(struct sisheur_machine *m, unsigned int source)
{
	struct sisheur_error error = { 0 };
	bool ok;

	if (source == SISHEUR_SOURCE_TEXT)
		ok = sisheur_topology_from_text(&m->topology, m->source,
						&error);
	else if (source == SISHEUR_SOURCE_HWLOC)
		ok = sisheur_topology_from_hwloc(&m->topology, m->source,
						 &error);
	else
		ok = sisheur_topology_from_sysfs(&m->topology, m->source,
						 &error);
	/* The text names the file or the word that was wrong. */
	if (!ok)
		sisheur_message("sisheur topo: %s: %s", option_names[source],
				error.text);
	return ok;
}

int sisheur_cmd_topo(int argc, char **argv)
{
	static const struct option options[] = {
		{ "sysfs", required_argument, NULL, 's' },
		{ "synthetic", required_argument, NULL, 't' },
		{ "hwloc", required_argument, NULL, 'w' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct sisheur_machine m = { .source = "/sys" };
	unsigned int source = SISHEUR_SOURCE_SYSFS, nr_sources = 0;
	bool json = false;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 's':
		case 't':
		case 'w':
			source = option == 's' ? SISHEUR_SOURCE_SYSFS :
				 option == 't' ? SISHEUR_SOURCE_TEXT :
						 SISHEUR_SOURCE_HWLOC;
			m.source = optarg;
			nr_sources++;
			break;
		case 'j':
			json = true;
			break;
		case 'h':
			fputs(help, stdout);
			return SISHEUR_EXIT_DONE;
		default:
			return sisheur_try_help("sisheur topo");
		}
	}
	if (optind < argc) {
		sisheur_message("sisheur topo: '%s': only options are accepted",
				argv[optind]);
		return sisheur_try_help("sisheur topo");
	}
	if (nr_sources > 1) {
		sisheur_message("sisheur topo: one machine at a time: one of "
				"--sysfs, --synthetic and --hwloc");
		return sisheur_try_help("sisheur topo");
	}
	if (!machine_read(&m, source))
		return SISHEUR_EXIT_BAD;
	machine_init(&m);
	if (json)
		print_json(&m);
	else
		print_table(&m);
	machine_free(&m);
	return SISHEUR_EXIT_DONE;
}
