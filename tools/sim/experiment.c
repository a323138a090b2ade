// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * experiment.c - one number for all that results depend on, by which parts of a
 * command know each other
 */
#include "sim.h"

/* FNV-1a, 64 bits: constants from its authors' page. */
#define FNV_BASIS	14695981039346656037ULL
#define FNV_PRIME	1099511628211ULL

static void mix(unsigned long long *digest, unsigned long long value)
{
	unsigned int i;

	for (i = 0; i < 8; i++, value >>= 8)
		*digest = (*digest ^ (value & 0xff)) * FNV_PRIME;
}

static void mix_text(unsigned long long *digest, const char *text)
{
	for (; *text; text++)
		mix(digest, (unsigned char)*text);
	mix(digest, 0);
}

void sisheur_experiment_machine(unsigned long long *digest,
				const struct sisheur_topology *t)
{
	const struct sisheur_domains *d = &t->domains;
	unsigned int cpu;

	mix(digest, d->nr_cpus);
	mix(digest, d->smt);
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		mix(digest, d->core[cpu]);
		mix(digest, (unsigned long long)d->llc[cpu]);
		mix(digest, d->clusters ?
		    (unsigned long long)d->cluster[cpu] : 0);
		mix(digest, (unsigned long long)t->package[cpu]);
		mix(digest, sisheur_cpuset_test(t->online, d->nr_cpus, cpu));
	}
}

static void mix_run(unsigned long long *digest, const struct sisheur_run *run)
{
	const struct sisheur_sim *sim = &run->sim;
	unsigned int i;

	for (i = 0; i < SISHEUR_NR_LABELS; i++)
		mix_text(digest, sisheur_label_of(&run->row, i));
	if (sim->text)
		mix_text(digest, sim->text);
	for (i = 0; i < sim->workload->nr_params; i++)
		mix(digest, sim->params[i]);
	for (i = 0; i < SISHEUR_SIM_NR_COSTS; i++)
		mix(digest, sim->costs[i]);
	mix(digest, sim->load);
	mix(digest, sim->warmup_ns);
	mix(digest, sim->run_ns);
	mix(digest, sim->seed);
	mix(digest, sim->percent);
}

void sisheur_experiment_begin(unsigned long long *digest)
{
	*digest = FNV_BASIS;
	/* Another version may count otherwise. */
	mix_text(digest, SISHEUR_VERSION);
}

void sisheur_experiment_add(unsigned long long *digest,
			    unsigned long long value)
{
	mix(digest, value);
}

void sisheur_number_runs(struct sisheur_run *runs, size_t nr,
			 unsigned long long digest)
{
	size_t i;

	for (i = 0; i < nr; i++)
		mix_run(&digest, &runs[i]);
	for (i = 0; i < nr; i++) {
		unsigned long long *v = runs[i].row.values;
		const struct sisheur_sim *sim = &runs[i].sim;

		v[SISHEUR_VALUE_EXPERIMENT] = digest;
		v[SISHEUR_VALUE_RUN] = i;
		v[SISHEUR_VALUE_RUNS] = nr;
		v[SISHEUR_VALUE_NR_CPUS] = sim->domains->nr_cpus;
		v[SISHEUR_VALUE_LOAD] = sim->load;
		v[SISHEUR_VALUE_SEED] = sim->seed;
		v[SISHEUR_VALUE_WARMUP_NS] = sim->warmup_ns;
		v[SISHEUR_VALUE_RUN_NS] = sim->run_ns;
	}
}
