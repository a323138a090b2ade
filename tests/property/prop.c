// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <stdlib.h>

#include "prop.h"

static Suite *prop_suite;

unsigned long long prop_seed(void)
{
	const char *text = getenv("SISHEUR_SEED");
	unsigned long long seed;
	char *end;

	if (!text || !*text)
		return 1;
	seed = strtoull(text, &end, 0);
	if (*end) {
		fprintf(stderr, "SISHEUR_SEED=%s: not a number\n", text);
		exit(2);
	}
	return seed;
}

TCase *prop_case(const char *name)
{
	TCase *tc = tcase_create(name);

	if (!prop_suite)
		prop_suite = suite_create(name);
	/* An emulated machine is slow; this only ends what hangs. */
	tcase_set_timeout(tc, 600);
	suite_add_tcase(prop_suite, tc);
	return tc;
}

int prop_run(void)
{
	SRunner *runner = srunner_create(prop_suite);
	int failed;

	printf("# SISHEUR_SEED=%llu\n", prop_seed());
	fflush(stdout);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

struct sisheur_gen *prop_gen(int loop,
			     const struct sisheur_gen_options *options)
{
	static struct sisheur_gen gen;

	sisheur_gen_init(&gen, prop_seed() * 1000003 + (unsigned int)loop,
			 options);
	return &gen;
}

static void print_list(FILE *f, const char *key, const unsigned long *set,
		       unsigned int nr_cpus)
{
	const char *comma = "";
	unsigned int cpu, end;

	fprintf(f, " %s=", key);
	for (cpu = 0; cpu < nr_cpus; cpu = end) {
		end = cpu + 1;
		if (!prop_in(set, cpu))
			continue;
		while (end < nr_cpus && prop_in(set, end))
			end++;
		fprintf(f, "%s%u", comma, cpu);
		if (end - cpu > 1)
			fprintf(f, "-%u", end - 1);
		comma = ",";
	}
}

static void print_cores(FILE *f, const struct sisheur_domains *d)
{
	const char *slash = "";
	unsigned int cpu, c;

	fprintf(f, " cores=");
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		if (d->core[cpu] != cpu || d->next[cpu] == cpu)
			continue;
		fprintf(f, "%s%u", slash, cpu);
		for (c = d->next[cpu]; c != cpu; c = d->next[c])
			fprintf(f, ",%u", c);
		slash = "/";
	}
	fprintf(f, " smt=%d", d->smt);
}

static void print_groups(FILE *f, const char *key, const int *group,
			 unsigned int nr_cpus, unsigned int nr)
{
	unsigned int i, cpu;

	fprintf(f, " %s=", key);
	for (i = 0; i < nr; i++) {
		const char *comma = i ? "/" : "";

		for (cpu = 0; cpu < nr_cpus; cpu++) {
			if (group[cpu] != (int)i)
				continue;
			fprintf(f, "%s%u", comma, cpu);
			comma = ",";
		}
	}
}

static void print_features(FILE *f, const struct sisheur_gen *gen)
{
	/* Spelled out and not asked of the library, which is under test. */
	static const char *const names[SISHEUR_NR_FEATURES] = {
		"SIS_UTIL", "SIS_PROP", "SIS_PAIR", "SIS_IDLE_CORE",
		"SIS_FREE_LOOKS", "SIS_TRUE_HINT", "SIS_KEEP_HINT",
		"SIS_TRULY_IDLE", "SIS_AGED_UTIL", "SIS_SPREAD",
		"SIS_PAIR_LARGE", "SIS_PAIR_SCARCE", "SIS_PAIR_FITS",
		"SIS_PAIR_STACK", "SIS_CLAIM",
	};
	unsigned int was = sisheur_profile(gen->profile_id)->features;
	const char *before = " features=";
	unsigned int bit;

	for (bit = 0; bit < SISHEUR_NR_FEATURES; bit++) {
		unsigned int mask = 1U << bit;

		if (!((was ^ gen->profile.features) & mask))
			continue;
		fprintf(f, "%s%s%s", before, was & mask ? "NO_" : "",
			names[bit]);
		before = ",";
	}
}

const char *prop_line(const struct sisheur_gen *gen)
{
	static const char *const profiles[SISHEUR_NR_PROFILES] = {
		"linux-5.18", "linux-6.1", "linux-6.12", "linux-7.1",
		"sisheur",
	};
	const struct sisheur_wakeup *w = &gen->wakeup;
	const struct sisheur_domains *d = &gen->domains;
	char *line = NULL;
	size_t size;
	FILE *f = open_memstream(&line, &size);

	if (!f)
		return "(no memory to print the wake-up)";
	fprintf(f, "profile=%s nr_cpus=%u", profiles[gen->profile_id],
		d->nr_cpus);
	print_features(f, gen);
	print_cores(f, d);
	print_groups(f, "llc", d->llc, d->nr_cpus, d->nr_llcs);
	if (d->clusters)
		print_groups(f, "clusters", d->cluster, d->nr_cpus,
			     d->nr_clusters);
	if (gen->view.idle)
		print_list(f, "idle", gen->idle, d->nr_cpus);
	if (gen->view.sched_idle)
		print_list(f, "sched_idle", gen->sched_idle, d->nr_cpus);
	if (w->allowed)
		print_list(f, "allowed", w->allowed, d->nr_cpus);
	fprintf(f, " target=%u prev=%u recent=%u waker=%u", w->target, w->prev,
		w->recent, w->waker);
	fprintf(f, " pair=%d kthread=%d waker_nr_running=%u wakee_sched_idle=%d",
		w->pair, w->kthread, w->waker_nr_running, w->wakee_sched_idle);
	if (w->has_idle_cores)
		fprintf(f, " has_idle_cores=%d", *w->has_idle_cores);
	if (w->nr_idle_scan)
		fprintf(f, " nr_idle_scan=%u", *w->nr_idle_scan);
	fprintf(f, " avg_idle=%llu avg_scan_cost=%llu", w->avg_idle,
		w->avg_scan_cost);
	fclose(f);
	return line;
}
