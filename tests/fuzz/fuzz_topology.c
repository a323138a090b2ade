// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_topology.c - any text as a machine, or as a cpulist (libFuzzer)
 *
 * The first byte says which.  What is accepted must be a machine whose tables
 * agree with each other, and on which a wake-up can be placed.
 */
#include <sisheur/sisheur.h>
#include <sisheur/topology.h>

#include "fuzz.h"

static void check_machine(const struct sisheur_topology *t)
{
	const struct sisheur_domains *d = &t->domains;
	unsigned int words = SISHEUR_WORDS(d->nr_cpus);
	unsigned int cpu, llc, sum = 0, in_one = 0;

	FUZZ_CHECK(d->nr_cpus >= 1 && d->nr_cpus <= SISHEUR_MAX_CPUS);
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		int own = sisheur_llc_of(d, cpu);

		FUZZ_CHECK(d->core[cpu] <= cpu);
		FUZZ_CHECK(d->next[cpu] < d->nr_cpus);
		FUZZ_CHECK(d->core[d->next[cpu]] == d->core[cpu]);
		/* The ring of siblings closes at the lowest. */
		FUZZ_CHECK(d->next[cpu] > cpu || d->next[cpu] == d->core[cpu]);
		FUZZ_CHECK(own < (int)d->nr_llcs);
		if (own == SISHEUR_NONE)
			continue;
		in_one++;
		FUZZ_CHECK(sisheur_cpuset_test(d->llc_span + (size_t)own * words,
					       d->nr_cpus, cpu));
	}
	for (llc = 0; llc < d->nr_llcs; llc++) {
		const unsigned long *row = d->llc_span + (size_t)llc * words;

		FUZZ_CHECK(d->llcs[llc].weight ==
			   sisheur_cpuset_weight(row, d->nr_cpus));
		FUZZ_CHECK(d->llcs[llc].end_word <= words);
		sum += d->llcs[llc].weight;
	}
	FUZZ_CHECK(sum == in_one);
}

static void place(const struct sisheur_topology *t)
{
	struct sisheur_view view = { .idle = t->online };
	struct sisheur_wakeup w = {
		.domains = &t->domains,
		.view = &view,
		.target = t->domains.nr_cpus / 2,
	};
	unsigned int id;
	int cpu;

	for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
		cpu = sisheur_select(sisheur_profile(id), &w, NULL);
		FUZZ_CHECK(cpu >= 0 && cpu < (int)t->domains.nr_cpus);
	}
}

static void try_text(const char *text)
{
	static struct sisheur_topology t;
	struct sisheur_error error = { 0 };

	if (sisheur_topology_from_text(&t, text, &error)) {
		check_machine(&t);
		place(&t);
	} else {
		FUZZ_CHECK(error.text[0]);
		/* Failed, but valid: nothing of the last machine is left. */
		FUZZ_CHECK(t.domains.nr_cpus == 0);
	}
}

static void try_cpulist(const char *text)
{
	unsigned long set[SISHEUR_WORDS(300)], again[SISHEUR_WORDS(300)];
	struct sisheur_error error = { 0 };
	char printed[2048];
	size_t length;

	if (!sisheur_cpulist_parse(text, set, 300, &error)) {
		FUZZ_CHECK(error.text[0]);
		return;
	}
	length = sisheur_cpulist_print(printed, sizeof(printed), set, 300);
	FUZZ_CHECK(length < sizeof(printed));
	FUZZ_CHECK(sisheur_cpulist_parse(printed, again, 300, NULL));
	FUZZ_CHECK(!memcmp(set, again, sizeof(set)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (!size)
		return 0;
	text = fuzz_string(data + 1, size - 1);
	if (data[0] == 'c')
		try_cpulist(text);
	else
		try_text(text);
	free(text);
	return 0;
}
