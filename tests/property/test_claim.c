// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Does a pick of a thread that is alone answer what the scans answer, and does
 * it claim that and nothing else?  And of many threads, does one CPU ever have
 * two holders?  On machines of every size up to three words and one CPU.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/claim.h>

#include "prop.h"

static bool is_idle(const struct sisheur_claims *claims, unsigned int nr,
		    unsigned int cpu)
{
	struct sisheur_view view;

	return sisheur_claims_view(claims, cpu, &view) &&
	       sisheur_look(&view, nr, cpu) == SISHEUR_IDLE;
}

static bool same_core(const struct sisheur_gen *gen, unsigned int a,
		      unsigned int b)
{
	return gen->core[a] == gen->core[b];
}

/* The hint may not hide an idle core. */
static void check_hints(const struct sisheur_gen *gen,
			const struct sisheur_claims *claims)
{
	const struct sisheur_domains *d = &gen->domains;
	const struct sisheur_view view = { .idle = gen->idle };
	unsigned int cpu;

	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		const int *hint = sisheur_claims_hint(claims, cpu);

		prop_must(hint && (*hint == 0 || *hint == 1));
		if (d->smt && gen->llc[cpu] >= 0 &&
		    sisheur_core_is_idle(d, &view, cpu))
			prop_must_msg(*hint, "an idle core is hidden: %s",
				      prop_line(gen));
		if (!d->smt)
			prop_must(!*hint);
	}
}

/* Exactly gen->idle is idle. */
static void check_map(const struct sisheur_gen *gen,
		      const struct sisheur_claims *claims)
{
	unsigned int cpu, nr = gen->domains.nr_cpus;

	for (cpu = 0; cpu < nr; cpu++)
		prop_must_msg(is_idle(claims, nr, cpu) ==
			      prop_in(gen->idle, cpu), "CPU %u: %s", cpu,
			      prop_line(gen));
}

static struct sisheur_claims *claims_of(const struct sisheur_gen *gen)
{
	const struct sisheur_domains *d = &gen->domains;
	struct sisheur_error error = { 0 };
	struct sisheur_claims *claims = sisheur_claims_new(d, &error);
	unsigned int cpu;

	prop_must_msg(claims != NULL, "%s: %s", error.text, prop_line(gen));
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		prop_must(!is_idle(claims, d->nr_cpus, cpu));
		if (prop_in(gen->idle, cpu))
			prop_must(sisheur_release_cpu(claims, cpu));
	}
	return claims;
}

/* What @want took is away from the map, and comes back when it is released. */
static void check_taken(struct sisheur_gen *gen, struct sisheur_claims *claims,
			unsigned int want, int cpu)
{
	unsigned long before[SISHEUR_GEN_WORDS];
	unsigned int c, nr = gen->domains.nr_cpus;

	memcpy(before, gen->idle, sizeof(before));
	for (c = 0; cpu >= 0 && c < nr; c++)
		if (want == SISHEUR_WANT_CORE ?
		    same_core(gen, c, (unsigned int)cpu) : c == (unsigned int)cpu)
			gen->idle[c / SISHEUR_WORD_BITS] &=
				~(1UL << c % SISHEUR_WORD_BITS);
	check_map(gen, claims);
	check_hints(gen, claims);
	if (cpu >= 0) {
		prop_must(want == SISHEUR_WANT_CORE ?
			  sisheur_release_core(claims, (unsigned int)cpu) :
			  sisheur_release_cpu(claims, (unsigned int)cpu));
		prop_must(!sisheur_release_cpu(claims, (unsigned int)cpu));
		if (want == SISHEUR_WANT_CORE)
			prop_must(!sisheur_release_core(claims,
							(unsigned int)cpu));
	}
	memcpy(gen->idle, before, sizeof(before));
	check_map(gen, claims);
	check_hints(gen, claims);
}

/* What the scans of idle.h answer, on a map of one's own. */
static int scanned(const struct sisheur_gen *gen, unsigned int want,
		   unsigned int target)
{
	const struct sisheur_view view = { .idle = gen->idle };
	const struct sisheur_scan scan = {
		.domains = &gen->domains,
		.view = &view,
		.allowed = gen->wakeup.allowed,
		.target = target,
		.how = SISHEUR_HOW_CLUSTERS,
	};
	int fallback, cpu;

	if (want == SISHEUR_WANT_CPU)
		return sisheur_scan_cpu(&scan, SISHEUR_NO_BUDGET);
	cpu = sisheur_scan_core(&scan, &fallback);
	return cpu < 0 && want == SISHEUR_WANT_SPREAD ? fallback : cpu;
}

/* The walk of the other domains starts at their lowest CPU. */
static unsigned int behind(const struct sisheur_gen *gen, int llc)
{
	unsigned int cpu, last = 0;

	for (cpu = 0; cpu < gen->domains.nr_cpus; cpu++)
		if (gen->llc[cpu] == llc)
			last = cpu;
	return last;
}

static int scanned_anywhere(const struct sisheur_gen *gen, unsigned int want)
{
	unsigned int target = gen->wakeup.target;
	int home = sisheur_llc_of(&gen->domains, target);
	int nr = (int)gen->domains.nr_llcs, n, cpu;

	if (want == SISHEUR_WANT_SPREAD) {
		cpu = scanned_anywhere(gen, SISHEUR_WANT_CORE);
		return cpu >= 0 ? cpu : scanned_anywhere(gen, SISHEUR_WANT_CPU);
	}
	for (n = 0; n < nr; n++) {
		int llc = (n + (home < 0 ? 0 : home)) % nr;

		cpu = scanned(gen, want,
			      llc == home ? target : behind(gen, llc));
		if (cpu >= 0)
			return cpu;
	}
	return SISHEUR_NONE;
}

START_TEST(alone_as_the_scans)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int machine, n;

	for (machine = 0; machine < 10; machine++) {
		sisheur_gen_machine(gen, (unsigned int)_i);
		for (n = 0; n < 10; n++) {
			struct sisheur_claims *claims;
			unsigned int target, want;
			int cpu;

			sisheur_gen_wakeup(gen);
			target = gen->wakeup.target;
			claims = claims_of(gen);
			check_hints(gen, claims);
			for (want = 0; want < 3; want++) {
				cpu = sisheur_pick(claims, want, target,
						   gen->wakeup.allowed);
				prop_must_msg(cpu == scanned(gen, want, target),
					      "want %u: picks %d, scans %d: %s",
					      want, cpu,
					      scanned(gen, want, target),
					      prop_line(gen));
				check_taken(gen, claims, want, cpu);

				cpu = sisheur_pick_anywhere(claims, want,
							    target,
							    gen->wakeup.allowed);
				prop_must_msg(cpu == scanned_anywhere(gen, want),
					      "want %u, anywhere: picks %d, scans %d: %s",
					      want, cpu,
					      scanned_anywhere(gen, want),
					      prop_line(gen));
				check_taken(gen, claims, want, cpu);
			}
			sisheur_claims_free(claims);
		}
	}
}
END_TEST

START_TEST(alone_by_name)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	const struct sisheur_view view = { .idle = gen->idle };
	unsigned int nr = (unsigned int)_i, cpu;
	int machine;

	for (machine = 0; machine < 10; machine++) {
		struct sisheur_claims *claims;

		sisheur_gen_machine(gen, nr);
		sisheur_gen_wakeup(gen);
		claims = claims_of(gen);
		for (cpu = 0; cpu < nr + 70; cpu++) {
			bool idle = cpu < nr && prop_in(gen->idle, cpu);
			bool core = sisheur_core_is_idle(&gen->domains, &view,
							 cpu);

			prop_must_int_eq(sisheur_claim_core(claims, cpu),
					 core ? (int)cpu : SISHEUR_NONE);
			check_taken(gen, claims, SISHEUR_WANT_CORE,
				    core ? (int)cpu : SISHEUR_NONE);
			prop_must_int_eq(sisheur_claim_cpu(claims, cpu),
					 idle ? (int)cpu : SISHEUR_NONE);
			check_taken(gen, claims, SISHEUR_WANT_CPU,
				    idle ? (int)cpu : SISHEUR_NONE);
		}
		sisheur_claims_free(claims);
	}
}
END_TEST

START_TEST(alone_as_the_ladder)
{
	static const struct sisheur_gen_options options = {
		.features = (1U << SISHEUR_NR_FEATURES) - 1,
	};
	struct sisheur_gen *gen = prop_gen(_i, &options);
	int n;

	for (n = 0; n < 2000; n++) {
		struct sisheur_choice want, got;
		struct sisheur_claims *claims;
		struct sisheur_wakeup w;
		struct sisheur_view view;
		const int *hint;
		bool claimed = true;
		int before, cpu;

		sisheur_gen_next(gen);
		claims = claims_of(gen);
		/* What a caller's own view says of idle CPUs is not believed. */
		cpu = sisheur_pick(claims, SISHEUR_WANT_CORE,
				   gen->wakeup.target, NULL);
		if (cpu >= 0)
			sisheur_release_core(claims, (unsigned int)cpu);
		hint = sisheur_claims_hint(claims, gen->wakeup.target);
		before = hint ? *hint : 0;

		w = gen->wakeup;
		view = (struct sisheur_view){
			.idle = gen->idle,
			.sched_idle = gen->view.sched_idle,
		};
		w.view = &view;
		w.has_idle_cores = &before;
		sisheur_select(&gen->profile, &w, &want);
		cpu = sisheur_pick_select(claims, &gen->profile, &gen->wakeup,
					  &got, &claimed);
		prop_must_msg(cpu == want.cpu && got.cpu == want.cpu &&
			      got.step == want.step && got.hint == want.hint &&
			      got.recent == want.recent &&
			      got.probes == want.probes &&
			      got.failed == want.failed,
			      "picks %d by step %u, selects %d by step %u: %s",
			      cpu, got.step, want.cpu, want.step,
			      prop_line(gen));
		prop_must_int_eq(claimed, cpu >= 0 &&
				 prop_in(gen->idle, (unsigned int)cpu));
		check_taken(gen, claims, SISHEUR_WANT_CPU,
			    claimed ? cpu : SISHEUR_NONE);
		sisheur_claims_free(claims);
	}
}
END_TEST

/* many threads ----------------------------------------------------------- */

#define THREADS	3
#define ROUNDS	3000

/**
 * struct crowd - some threads that pick and release, and who holds what
 * @holder: [cpu] 1 + number of the thread that holds it, 0 if none
 */
struct crowd {
	struct sisheur_gen *gen;
	struct sisheur_claims *claims;
	int holder[SISHEUR_GEN_MAX_CPUS];
};

struct member {
	struct crowd *crowd;
	int number;
	unsigned long long random;
	const char *wrong;
	pthread_t thread;
};

static unsigned int below(struct member *m, unsigned int n)
{
	m->random = m->random * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)(((m->random >> 32) * n) >> 32);
}

static bool hold(struct member *m, unsigned int cpu, int from, int to)
{
	/* Relaxed: a fence here would mend what the library forgets. */
	if (__atomic_exchange_n(&m->crowd->holder[cpu], to, __ATOMIC_RELAXED) ==
	    from)
		return true;
	m->wrong = to ? "a CPU was given twice" : "a CPU was taken away";
	return false;
}

static void hold_core(struct member *m, unsigned int cpu, int from, int to)
{
	const unsigned int *next = m->crowd->gen->next;
	unsigned int c = cpu;

	do {
		hold(m, c, from, to);
		c = next[c];
	} while (c != cpu);
}

static void *pick_and_release(void *argument)
{
	struct member *m = argument;
	struct sisheur_claims *claims = m->crowd->claims;
	unsigned int nr = m->crowd->gen->domains.nr_cpus;
	int round;

	for (round = 0; round < ROUNDS && !m->wrong; round++) {
		unsigned int target = below(m, nr), want = below(m, 4);
		bool core = want == SISHEUR_WANT_CORE;
		int cpu;

		if (want == 3) {
			core = below(m, 2);
			cpu = core ? sisheur_claim_core(claims, target) :
				     sisheur_claim_cpu(claims, target);
		} else if (below(m, 2)) {
			cpu = sisheur_pick(claims, want, target, NULL);
		} else {
			cpu = sisheur_pick_anywhere(claims, want, target,
						    m->crowd->gen->wakeup.allowed);
		}
		if (cpu < 0)
			continue;
		if (core)
			hold_core(m, (unsigned int)cpu, 0, m->number);
		else
			hold(m, (unsigned int)cpu, 0, m->number);
		if (core) {
			hold_core(m, (unsigned int)cpu, m->number, 0);
			if (!sisheur_release_core(claims, (unsigned int)cpu))
				m->wrong = "a core was not held";
		} else {
			hold(m, (unsigned int)cpu, m->number, 0);
			if (!sisheur_release_cpu(claims, (unsigned int)cpu))
				m->wrong = "a CPU was not held";
		}
	}
	return NULL;
}

START_TEST(many_threads_one_holder)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	struct member members[THREADS] = { 0 };
	struct crowd crowd = { .gen = gen };
	int machine, i;

	for (machine = 0; machine < 3; machine++) {
		sisheur_gen_machine(gen, (unsigned int)_i);
		sisheur_gen_wakeup(gen);
		crowd.claims = claims_of(gen);
		for (i = 0; i < THREADS; i++) {
			members[i] = (struct member){
				.crowd = &crowd,
				.number = i + 1,
				.random = sisheur_gen_u64(gen),
			};
			prop_must(!pthread_create(&members[i].thread, NULL,
						  pick_and_release,
						  &members[i]));
		}
		for (i = 0; i < THREADS; i++) {
			pthread_join(members[i].thread, NULL);
			prop_must_msg(!members[i].wrong, "%s: %s",
				      members[i].wrong, prop_line(gen));
		}
		/* All that was idle is, and nothing else. */
		check_map(gen, crowd.claims);
		check_hints(gen, crowd.claims);
		sisheur_claims_free(crowd.claims);
	}
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("claim");

	tcase_add_loop_test(tc, alone_as_the_scans, 1, PROP_SIZES);
	tcase_add_loop_test(tc, alone_by_name, 1, PROP_SIZES);
	tcase_add_loop_test(tc, alone_as_the_ladder, 0, 10);
	tcase_add_loop_test(tc, many_threads_one_holder, 1, PROP_SIZES);
	return prop_run();
}
