// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Real threads that claim and release as fast as they can: is a CPU ever given
 * to two?  Tests, as TAP.
 *
 * usage: stress [CLAIMS [THREADS]]
 *
 * Each CPU has a record that only its holder may touch, and it does so without
 * any other synchronisation: two holders, or a claim that does not see what the
 * holder before it wrote, are seen as a wrong name or count there.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/claim.h>
#include <sisheur/sisheur.h>

#define MAX_THREADS	64

/**
 * struct machine - what the threads fight for
 * @cores: of these, the CPUs of so many are idle: fewer than enough
 */
static const struct machine {
	const char *name;
	const char *text;
	unsigned int cores;
} machines[] = {
	{ "one word", "core:4 pu:2", 4 },
	{ "cores over two words", "core:66 pu:2 numbering=split", 3 },
	{ "two domains", "pack:2 core:2 pu:2 numbering=split", 4 },
};

#define NR_MACHINES	(sizeof(machines) / sizeof(machines[0]))

/**
 * struct record - of one CPU; only its holder touches it
 * @holder: number of the thread, 0 if none
 * @count:  how often it was claimed
 */
struct record {
	volatile unsigned int holder;
	volatile unsigned long count;
	char apart[112];
};

struct worker {
	pthread_t thread;
	unsigned int number;
	unsigned long claims;	/* to be made */
	unsigned long long random;
	unsigned long cpus, none, again, wrong;
};

static struct sisheur_topology topology;
static struct sisheur_claims *claims;
static struct record *records;
static unsigned int idle[SISHEUR_MAX_CPUS], nr_idle;

static unsigned int below(struct worker *w, unsigned int n)
{
	w->random = w->random * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)(((w->random >> 32) * n) >> 32);
}

static void enter(struct worker *w, unsigned int cpu)
{
	struct record *r = &records[cpu];

	if (r->holder)
		w->wrong++;
	r->holder = w->number;
	r->count++;
	w->cpus++;
}

static void leave(struct worker *w, unsigned int cpu)
{
	struct record *r = &records[cpu];

	if (r->holder != w->number)
		w->wrong++;
	r->holder = 0;
}

static void for_core(struct worker *w, unsigned int cpu,
		     void (*f)(struct worker *, unsigned int))
{
	unsigned int c = cpu;

	do {
		f(w, c);
		c = topology.domains.next[c];
	} while (c != cpu);
}

/* One claim of a random kind; the CPU, and whether its whole core came with it. */
static int claim(struct worker *w, bool *core)
{
	unsigned int kind = below(w, 8);
	unsigned int cpu = idle[below(w, nr_idle)];
	struct sisheur_wakeup wakeup;
	bool claimed;
	int answer;

	*core = false;
	switch (kind) {
	case 0:
		return sisheur_claim_cpu(claims, cpu);
	case 1:
		*core = true;
		return sisheur_claim_core(claims, cpu);
	case 2:
		sisheur_wakeup_init(&wakeup, &topology.domains, NULL, cpu);
		answer = sisheur_pick_select(claims,
					     sisheur_profile(SISHEUR_OWN),
					     &wakeup, NULL, &claimed);
		return answer >= 0 && !claimed ? SISHEUR_NONE : answer;
	case 3:
		return sisheur_pick_anywhere(claims, SISHEUR_WANT_SPREAD, cpu,
					     NULL);
	default:
		*core = kind % 3 == SISHEUR_WANT_CORE;
		return sisheur_pick(claims, kind % 3, cpu, NULL);
	}
}

static void *work(void *argument)
{
	struct worker *w = argument;
	unsigned long n = 0;

	while (n < w->claims) {
		bool core;
		int cpu = claim(w, &core);

		if (cpu == SISHEUR_NONE) {
			w->none++;
			continue;
		}
		if (cpu == SISHEUR_CLAIM_AGAIN) {
			w->again++;
			continue;
		}
		n++;
		if (core) {
			for_core(w, (unsigned int)cpu, enter);
			for_core(w, (unsigned int)cpu, leave);
			w->wrong += !sisheur_release_core(claims,
							  (unsigned int)cpu);
		} else {
			enter(w, (unsigned int)cpu);
			leave(w, (unsigned int)cpu);
			w->wrong += !sisheur_release_cpu(claims,
							 (unsigned int)cpu);
		}
	}
	return NULL;
}

/* All that was idle is, and the hint says that there are idle cores. */
static unsigned long count_lost(void)
{
	unsigned int i, nr = topology.domains.nr_cpus;
	unsigned long lost = 0;

	for (i = 0; i < nr_idle; i++) {
		struct sisheur_view view;

		sisheur_claims_view(claims, idle[i], &view);
		lost += sisheur_look(&view, nr, idle[i]) != SISHEUR_IDLE ||
			!*sisheur_claims_hint(claims, idle[i]);
	}
	return lost;
}

static bool stress(const struct machine *machine, unsigned long nr_claims,
		   unsigned int nr_threads)
{
	static struct worker workers[MAX_THREADS];
	struct worker sum = { 0 };
	struct sisheur_error error;
	unsigned long counted = 0, lost;
	unsigned int cpu, i;

	if (!sisheur_topology_from_text(&topology, machine->text, &error)) {
		printf("# %s\n", error.text);
		return false;
	}
	claims = sisheur_claims_new(&topology.domains, &error);
	records = calloc(topology.domains.nr_cpus, sizeof(*records));
	if (!claims || !records)
		return false;
	nr_idle = 0;
	for (cpu = 0; cpu < topology.domains.nr_cpus; cpu++) {
		/* The lowest cores are those of the lowest CPUs. */
		if (topology.domains.core[cpu] >= machine->cores *
		    (topology.domains.stride == 1 ? 2 : 1))
			continue;
		sisheur_release_cpu(claims, cpu);
		idle[nr_idle++] = cpu;
	}

	memset(workers, 0, sizeof(workers));
	for (i = 0; i < nr_threads; i++) {
		workers[i].number = i + 1;
		workers[i].random = i;
		workers[i].claims = nr_claims / nr_threads + 1;
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			return false;
	}
	for (i = 0; i < nr_threads; i++) {
		pthread_join(workers[i].thread, NULL);
		sum.claims += workers[i].claims;
		sum.cpus += workers[i].cpus;
		sum.none += workers[i].none;
		sum.again += workers[i].again;
		sum.wrong += workers[i].wrong;
	}
	for (cpu = 0; cpu < topology.domains.nr_cpus; cpu++)
		counted += records[cpu].count;
	lost = count_lost();
	printf("# %s: %lu claims of %lu CPUs by %u threads, NONE %lu times, AGAIN %lu times\n"
	       "# %lu CPUs were given to two, %lu lost, %lu counted\n",
	       machine->name, sum.claims, sum.cpus, nr_threads, sum.none,
	       sum.again, sum.wrong, lost, counted);
	free(records);
	sisheur_claims_free(claims);
	sisheur_topology_free(&topology);
	return !sum.wrong && !lost && counted == sum.cpus;
}

static unsigned long number(const char *text, unsigned long max)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (end == text || *end || !n || n > max) {
		fprintf(stderr, "stress: '%s'; accepted are 1 to %lu\n", text,
			max);
		exit(2);
	}
	return n;
}

int main(int argc, char **argv)
{
	unsigned long nr_claims = argc > 1 ? number(argv[1], 1UL << 31) : 300000;
	unsigned int threads = argc > 2 ?
			       (unsigned int)number(argv[2], MAX_THREADS) : 4;
	int failed = 0;
	unsigned int i;

	printf("1..%zu\n", NR_MACHINES);
	for (i = 0; i < NR_MACHINES; i++) {
		bool ok = stress(&machines[i], nr_claims / NR_MACHINES, threads);

		failed |= !ok;
		printf("%sok %u - no CPU is given twice: %s\n",
		       ok ? "" : "not ", i + 1, machines[i].name);
		fflush(stdout);
	}
	return failed;
}
