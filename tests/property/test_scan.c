// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Is what a scan answers what was asked for?  Each property is checked against
 * plain questions asked bit by bit, on machines of every size up to three words
 * and one CPU.
 */
#include <string.h>

#include "prop.h"

/* How far the walk of @scan has come when it reaches @cpu. */
static unsigned int position(const struct sisheur_scan *scan, unsigned int cpu)
{
	unsigned int n = scan->domains->nr_cpus;

	return (cpu + n - 1 - scan->target) % n;
}

static bool clustered(const struct sisheur_scan *scan)
{
	return scan->domains->clusters && (scan->how & SISHEUR_HOW_CLUSTERS);
}

static void check_cpu_scan(struct sisheur_gen *gen,
			   const struct sisheur_scan *scan)
{
	int cpu = sisheur_scan_cpu(scan, SISHEUR_NO_BUDGET);
	bool usable = false, idle = false;
	unsigned int c;

	for (c = 0; c < scan->domains->nr_cpus; c++) {
		if (!prop_in_cpus(scan, c) || !prop_usable(scan, c))
			continue;
		usable = true;
		idle |= prop_state(scan->view, c) == SISHEUR_IDLE;
		if (cpu >= 0 && !clustered(scan) &&
		    !(scan->how & SISHEUR_HOW_TRULY_IDLE))
			prop_must_msg(position(scan, (unsigned int)cpu) <=
				      position(scan, c),
				      "%d answered, %u comes before: %s", cpu,
				      c, prop_line(gen));
	}
	prop_must_msg((cpu >= 0) == usable, "%d of %d: %s", cpu, usable,
		      prop_line(gen));
	if (cpu < 0)
		return;
	prop_must_int_lt(cpu, (int)scan->domains->nr_cpus);
	prop_must(prop_in_cpus(scan, (unsigned int)cpu));
	prop_must(prop_usable(scan, (unsigned int)cpu));
	if (idle && (scan->how & SISHEUR_HOW_TRULY_IDLE))
		prop_must(prop_state(scan->view, (unsigned int)cpu) ==
			  SISHEUR_IDLE);
}

static void check_core_scan(struct sisheur_gen *gen,
			    const struct sisheur_scan *scan)
{
	int fallback = -2;
	int cpu = sisheur_scan_core(scan, &fallback);
	bool idle_core = false, usable = false;
	unsigned int c;

	for (c = 0; c < scan->domains->nr_cpus; c++) {
		if (!prop_in_cpus(scan, c))
			continue;
		usable |= prop_usable(scan, c);
		if (!prop_core_idle(scan, c))
			continue;
		idle_core = true;
		if (cpu >= 0 && !clustered(scan))
			prop_must_msg(position(scan, (unsigned int)cpu) <=
				      position(scan, c),
				      "%d answered, %u comes before: %s", cpu,
				      c, prop_line(gen));
	}
	prop_must_msg((cpu >= 0) == idle_core, "%d: %s", cpu, prop_line(gen));
	if (cpu >= 0) {
		prop_must(prop_in_cpus(scan, (unsigned int)cpu));
		prop_must(prop_core_idle(scan, (unsigned int)cpu));
		return;
	}
	/* A usable CPU of cpus is in a core that the walk enters. */
	prop_must_msg(!usable || fallback >= 0, "%s", prop_line(gen));
	if (fallback < 0) {
		prop_must_int_eq(fallback, SISHEUR_NONE);
		return;
	}
	prop_must(prop_usable(scan, (unsigned int)fallback));
	prop_must(scan->how & SISHEUR_HOW_ANYWHERE ?
		  prop_allowed(scan, (unsigned int)fallback) :
		  prop_in_cpus(scan, (unsigned int)fallback));
}

static void check_siblings(const struct sisheur_scan *scan)
{
	const struct sisheur_domains *d = scan->domains;
	unsigned int probes = 0, looks = 0, c;
	int want = SISHEUR_NONE;

	for (c = 0; c < d->nr_cpus && want < 0; c++) {
		if (scan->target >= d->nr_cpus ||
		    d->core[c] != d->core[scan->target] ||
		    (c == scan->target && !(scan->how & SISHEUR_HOW_SELF)) ||
		    !prop_in_cpus(scan, c))
			continue;
		looks++;
		if (prop_usable(scan, c))
			want = (int)c;
	}
	prop_must_int_eq(sisheur_scan_siblings(scan, &probes), want);
	prop_must_uint_eq(probes, looks);
	prop_must_int_eq(sisheur_scan_siblings(scan, NULL), want);
	prop_must_int_eq(sisheur_pair_sibling(scan, NULL),
			 d->smt ? want : SISHEUR_NONE);
}

static void check_small_questions(const struct sisheur_scan *scan)
{
	const struct sisheur_domains *d = scan->domains;
	bool empty = true;
	unsigned int c;

	for (c = 0; c < d->nr_cpus; c++) {
		empty &= !prop_in_cpus(scan, c);
		prop_must_uint_eq(sisheur_look(scan->view, d->nr_cpus, c),
				  prop_state(scan->view, c));
		prop_must_int_eq(sisheur_core_is_idle(d, scan->view, c),
				 prop_core_idle(scan, c));
		prop_must_int_eq(sisheur_llc_of(d, c), d->llc[c]);
	}
	prop_must_int_eq(sisheur_scan_is_empty(scan), empty);
	prop_must_uint_eq(sisheur_look(scan->view, d->nr_cpus, c),
			  SISHEUR_BUSY);
	prop_must(!sisheur_core_is_idle(d, scan->view, c));
	prop_must_int_eq(sisheur_llc_of(d, c), SISHEUR_NONE);
}

START_TEST(answers_are_what_was_asked_for)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int machine, n;

	for (machine = 0; machine < 20; machine++) {
		sisheur_gen_machine(gen, (unsigned int)_i);
		for (n = 0; n < 10; n++) {
			struct sisheur_scan scan;

			sisheur_gen_wakeup(gen);
			scan = prop_scan(gen);
			check_cpu_scan(gen, &scan);
			check_core_scan(gen, &scan);
			check_siblings(&scan);
			check_small_questions(&scan);
		}
	}
}
END_TEST

START_TEST(larger_budget_never_loses_an_answer)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int machine, n;

	for (machine = 0; machine < 8; machine++) {
		sisheur_gen_machine(gen, (unsigned int)_i);
		for (n = 0; n < 8; n++) {
			unsigned int budget, probes, found = 0;
			struct sisheur_scan scan;
			int cpu, before = SISHEUR_NONE;

			sisheur_gen_wakeup(gen);
			scan = prop_scan(gen);
			/* An idle CPU further on may better an answer. */
			scan.how &= ~(unsigned int)SISHEUR_HOW_TRULY_IDLE;
			for (budget = 0; budget < (unsigned int)_i + 2;
			     budget++) {
				probes = 0;
				cpu = sisheur_scan_cpu(&scan, budget);
				prop_must_int_eq(sisheur_walk_cpu(&scan, budget,
								  &probes),
						 cpu);
				prop_must_uint_le(probes, budget);
				if (before >= 0)
					prop_must_int_eq(cpu, before);
				else if (cpu >= 0)
					found = budget;
				before = cpu;
			}
			prop_must_int_eq(sisheur_scan_cpu(&scan,
							  SISHEUR_NO_BUDGET),
					 before);
			/* The budget that finds it is spent to the last look. */
			probes = 0;
			sisheur_walk_cpu(&scan, SISHEUR_NO_BUDGET, &probes);
			if (before >= 0)
				prop_must_uint_eq(probes, found);
		}
	}
}
END_TEST

/* Changes every bit that describes no CPU. */
static void flip_rest(unsigned long *set, unsigned int nr_cpus)
{
	unsigned int words = SISHEUR_WORDS(nr_cpus);

	if (nr_cpus % SISHEUR_WORD_BITS)
		set[words - 1] ^= ~0UL << nr_cpus % SISHEUR_WORD_BITS;
}

START_TEST(bits_past_the_end_are_ignored)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	unsigned int nr = (unsigned int)_i, words = SISHEUR_WORDS(nr), row;
	int machine, n;

	for (machine = 0; machine < 20; machine++) {
		struct sisheur_llc before[SISHEUR_GEN_MAX_CPUS];

		sisheur_gen_machine(gen, nr);
		memcpy(before, gen->llcs, sizeof(before));
		for (n = 0; n < 20; n++) {
			struct sisheur_choice a, b;
			struct sisheur_scan scan;
			int cpu, core, fallback = -2, other = -2;

			sisheur_gen_wakeup(gen);
			scan = prop_scan(gen);
			sisheur_select(&gen->profile, &gen->wakeup, &a);
			cpu = sisheur_scan_cpu(&scan, gen->nr_idle_scan);
			core = sisheur_scan_core(&scan, &fallback);

			flip_rest(gen->idle, nr);
			flip_rest(gen->sched_idle, nr);
			flip_rest(gen->claimed, nr);
			flip_rest(gen->allowed, nr);
			flip_rest(gen->fits, nr);
			for (row = 0; row < gen->domains.nr_llcs; row++)
				flip_rest(gen->llc_span + row * words, nr);
			for (row = 0; row < gen->domains.nr_clusters; row++)
				flip_rest(gen->cluster_span + row * words, nr);
			sisheur_domains_init(&gen->domains);

			sisheur_select(&gen->profile, &gen->wakeup, &b);
			prop_must_msg(a.cpu == b.cpu && a.step == b.step &&
				      a.hint == b.hint && a.probes == b.probes,
				      "cpu=%d or cpu=%d: %s", a.cpu, b.cpu,
				      prop_line(gen));
			prop_must_int_eq(sisheur_scan_cpu(&scan,
							  gen->nr_idle_scan),
					 cpu);
			prop_must_int_eq(sisheur_scan_core(&scan, &other), core);
			prop_must_int_eq(fallback, other);
			for (row = 0; row < gen->domains.nr_llcs; row++)
				prop_must(before[row].weight ==
					  gen->llcs[row].weight &&
					  before[row].first_word ==
					  gen->llcs[row].first_word &&
					  before[row].end_word ==
					  gen->llcs[row].end_word);
		}
	}
}
END_TEST

START_TEST(sets_of_every_size)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	unsigned int nr = (unsigned int)_i, cpu, weight;
	int n;

	sisheur_gen_machine(gen, nr);
	for (n = 0; n < 50; n++) {
		int next = SISHEUR_NONE;

		sisheur_gen_wakeup(gen);
		weight = 0;
		for (cpu = nr + 70; cpu-- > 0;) {
			bool in = cpu < nr && prop_in(gen->idle, cpu);

			if (in)
				next = (int)cpu;
			weight += in;
			prop_must_int_eq(sisheur_cpuset_test(gen->idle, nr,
							     cpu), in);
			prop_must_int_eq(sisheur_cpuset_next(gen->idle, nr,
							     cpu), next);
			prop_must(!sisheur_cpuset_test(NULL, nr, cpu));
		}
		prop_must_uint_eq(sisheur_cpuset_weight(gen->idle, nr), weight);
		prop_must(!sisheur_cpuset_test(gen->idle, nr, ~0U));
		prop_must_int_eq(sisheur_cpuset_next(gen->idle, nr, ~0U),
				 SISHEUR_NONE);
	}
}
END_TEST

/* rotation --------------------------------------------------------------- */

/* A machine of one domain, @threads CPUs in each core, numbered in a row. */
struct ring {
	struct sisheur_domains domains;
	struct sisheur_view view;
	struct sisheur_llc llc_info;
	unsigned int core[SISHEUR_GEN_MAX_CPUS];
	unsigned int next[SISHEUR_GEN_MAX_CPUS];
	int llc[SISHEUR_GEN_MAX_CPUS];
	unsigned long span[SISHEUR_GEN_WORDS];
	unsigned long idle[SISHEUR_GEN_WORDS];
	unsigned long sched_idle[SISHEUR_GEN_WORDS];
	unsigned long allowed[SISHEUR_GEN_WORDS];
};

static void ring_init(struct ring *ring, unsigned int nr, unsigned int threads)
{
	unsigned int cpu;

	memset(ring, 0, sizeof(*ring));
	for (cpu = 0; cpu < nr; cpu++) {
		ring->core[cpu] = cpu - cpu % threads;
		ring->next[cpu] = cpu % threads == threads - 1 ?
			ring->core[cpu] : cpu + 1;
		ring->span[cpu / SISHEUR_WORD_BITS] |=
			1UL << cpu % SISHEUR_WORD_BITS;
	}
	ring->domains.nr_cpus = nr;
	ring->domains.nr_llcs = 1;
	ring->domains.smt = threads > 1;
	ring->domains.core = ring->core;
	ring->domains.next = ring->next;
	ring->domains.llc = ring->llc;
	ring->domains.llc_span = ring->span;
	ring->domains.llcs = &ring->llc_info;
	sisheur_domains_init(&ring->domains);
	ring->view.idle = ring->idle;
	ring->view.sched_idle = ring->sched_idle;
}

static void rotate(unsigned long *to, const unsigned long *from,
		   unsigned int nr, unsigned int by)
{
	unsigned int cpu, moved;

	memset(to, 0, SISHEUR_GEN_WORDS * sizeof(*to));
	for (cpu = 0; cpu < nr; cpu++) {
		moved = (cpu + by) % nr;
		if (prop_in(from, cpu))
			to[moved / SISHEUR_WORD_BITS] |=
				1UL << moved % SISHEUR_WORD_BITS;
	}
}

static int moved(int cpu, unsigned int nr, unsigned int by)
{
	return cpu < 0 ? cpu : (int)(((unsigned int)cpu + by) % nr);
}

/*
 * The walk knows no first CPU: renumbering all CPUs by the same amount (whole
 * cores of it, since in a core the order is ascending) renumbers the answer.
 */
static void check_rotated(struct sisheur_gen *gen, struct ring *ring,
			  unsigned int nr, unsigned int by)
{
	int fallback_a = -2, fallback_b = -2, core_a, core_b;
	struct sisheur_scan a, b;

	a = prop_scan(gen);
	a.domains = &ring->domains;
	a.target = sisheur_gen_below(gen, nr);
	gen->view.idle = gen->idle;
	gen->view.sched_idle = gen->sched_idle;
	gen->view.claimed = NULL;
	/* Of another machine than the ring. */
	gen->view.kept = NULL;
	b = a;
	b.target = (a.target + by) % nr;
	b.view = &ring->view;
	rotate(ring->idle, gen->idle, nr, by);
	rotate(ring->sched_idle, gen->sched_idle, nr, by);
	if (a.allowed) {
		rotate(ring->allowed, a.allowed, nr, by);
		b.allowed = ring->allowed;
	}

	prop_must_int_eq(sisheur_scan_cpu(&b, gen->nr_idle_scan),
			 moved(sisheur_scan_cpu(&a, gen->nr_idle_scan), nr,
			       by));
	core_a = sisheur_scan_core(&a, &fallback_a);
	core_b = sisheur_scan_core(&b, &fallback_b);
	prop_must_int_eq(core_b, moved(core_a, nr, by));
	if (core_a < 0)
		prop_must_int_eq(fallback_b, moved(fallback_a, nr, by));
}

START_TEST(rotation)
{
	static const unsigned int threads_of[] = { 1, 2, 4, 8 };
	static struct ring ring;
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	unsigned int threads = threads_of[_i];
	unsigned int cores;
	int n;

	for (cores = 1; cores * threads < PROP_SIZES; cores++) {
		unsigned int nr = cores * threads;

		ring_init(&ring, nr, threads);
		sisheur_gen_machine(gen, nr);
		for (n = 0; n < 60; n++) {
			sisheur_gen_wakeup(gen);
			check_rotated(gen, &ring, nr,
				      threads * sisheur_gen_below(gen, cores));
		}
	}
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("scan");

	tcase_add_loop_test(tc, answers_are_what_was_asked_for, 0, PROP_SIZES);
	tcase_add_loop_test(tc, larger_budget_never_loses_an_answer, 0,
			    PROP_SIZES);
	tcase_add_loop_test(tc, bits_past_the_end_are_ignored, 0, PROP_SIZES);
	tcase_add_loop_test(tc, sets_of_every_size, 0, PROP_SIZES);
	tcase_add_loop_test(tc, rotation, 0, 4);
	return prop_run();
}
