// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The largest machine, and sizes beyond it: the same answers by walk and words,
 * no byte behind the tables of SISHEUR_MAX_CPUS CPUs, and no more stack than a
 * machine of one CPU takes.
 */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "model.h"
#include "prop.h"

#define NR	SISHEUR_MAX_CPUS
#define WORDS	SISHEUR_WORDS(NR)

/* All tables, and then a page that faults. */
struct huge {
	unsigned int core[NR];
	unsigned int next[NR];
	int llc[NR];
	int cluster[NR];
	unsigned long llc_span[2 * WORDS];
	unsigned long cluster_span[64 * WORDS];
	struct sisheur_llc llcs[2];
	unsigned long allowed[WORDS];
	unsigned long sched_idle[WORDS];
	unsigned long idle[WORDS];
	unsigned long lone[WORDS];
	unsigned long kept[SISHEUR_KEPT_WORDS(NR)];
};

static struct huge *huge;
static struct sisheur_domains domains;
static struct sisheur_view view;
static struct sisheur_kept kept;

static void add(unsigned long *set, unsigned int cpu)
{
	set[cpu / SISHEUR_WORD_BITS] |= 1UL << cpu % SISHEUR_WORD_BITS;
}

/* Sibling sets of each kind of numbering; the last one is shuffled. */
static void number_cores(struct sisheur_gen *gen, int kind)
{
	static unsigned int order[NR];
	unsigned int threads = kind ? 1U << (1 + (unsigned int)kind % 3) : 1;
	unsigned int cpu, k, swap, to;

	for (cpu = 0; cpu < NR; cpu++)
		order[cpu] = kind % 2 ? cpu :
			cpu % threads * (NR / threads) + cpu / threads;
	for (cpu = NR; kind == 5 && cpu > 1; cpu--) {
		to = sisheur_gen_below(gen, cpu);
		swap = order[cpu - 1];
		order[cpu - 1] = order[to];
		order[to] = swap;
	}
	for (cpu = 0; cpu < NR; cpu += threads) {
		unsigned int *core = order + cpu, a, b;

		for (a = 1; a < threads; a++)	/* ascending */
			for (b = a; b && core[b - 1] > core[b]; b--) {
				swap = core[b];
				core[b] = core[b - 1];
				core[b - 1] = swap;
			}
		for (k = 0; k < threads; k++) {
			huge->core[core[k]] = core[0];
			huge->next[core[k]] = core[(k + 1) % threads];
		}
	}
	domains.smt = threads > 1;
}

static void build(struct sisheur_gen *gen, int kind)
{
	/* 64 KiB is the largest page of the machines that we know. */
	size_t page = 65536, size = (sizeof(*huge) + page - 1) / page * page;
	unsigned int cpu;
	char *p;

	p = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	prop_must(p != MAP_FAILED);
	prop_must(!mprotect(p + size, page, PROT_NONE));
	huge = (struct huge *)(p + size - sizeof(*huge));
	number_cores(gen, kind);
	for (cpu = 0; cpu < NR; cpu++) {
		huge->llc[cpu] = kind == 4 && cpu >= NR / 2;
		huge->cluster[cpu] = (int)(cpu / 128);
		add(huge->llc_span + (unsigned int)huge->llc[cpu] * WORDS, cpu);
		add(huge->cluster_span + cpu / 128 * WORDS, cpu);
	}
	domains.nr_cpus = NR;
	domains.nr_llcs = 2;
	domains.nr_clusters = 64;
	domains.clusters = kind == 3;
	domains.core = huge->core;
	domains.next = huge->next;
	domains.llc = huge->llc;
	domains.cluster = huge->cluster;
	domains.llc_span = huge->llc_span;
	domains.cluster_span = huge->cluster_span;
	domains.llcs = huge->llcs;
	domains.lone = huge->lone;
	sisheur_domains_init(&domains);
	sisheur_kept_init(&kept, &domains, huge->kept);
	view.idle = huge->idle;
	view.sched_idle = huge->sched_idle;
}

/* Nobody, one, a few or half of all CPUs. */
static void fill(struct sisheur_gen *gen, unsigned long *set)
{
	static const unsigned int counts[] = { 0, 1, 5, 300, NR / 2 };
	unsigned int n = counts[sisheur_gen_below(gen, 5)];

	memset(set, 0, WORDS * sizeof(*set));
	while (n--)
		add(set, sisheur_gen_below(gen, NR));
}

static struct sisheur_wakeup wakeup(struct sisheur_gen *gen)
{
	static unsigned int budget;
	static int hint;
	struct sisheur_wakeup w = {
		.domains = &domains,
		.view = &view,
		.target = sisheur_gen_below(gen, NR),
		.prev = sisheur_gen_below(gen, NR),
		.recent = sisheur_gen_below(gen, NR),
		.waker = sisheur_gen_below(gen, NR),
		.waker_nr_running = 2,
		.pair = sisheur_gen_one_in(gen, 2),
		.has_idle_cores = &hint,
		.nr_idle_scan = &budget,
		.avg_idle = sisheur_gen_below(gen, 1000),
	};

	hint = sisheur_gen_one_in(gen, 2);
	budget = sisheur_gen_one_in(gen, 2) ?
		NR : sisheur_gen_below(gen, NR);
	fill(gen, huge->idle);
	fill(gen, huge->sched_idle);
	memset(huge->allowed, 0xff, sizeof(huge->allowed));
	if (sisheur_gen_one_in(gen, 3))
		fill(gen, huge->allowed);
	w.allowed = sisheur_gen_one_in(gen, 2) ? huge->allowed : NULL;
	return w;
}

/* One word at a time or many, and of what is kept or not: the same answer. */
static void check_widths(const struct sisheur_profile *profile,
			 struct sisheur_wakeup *w,
			 const struct sisheur_choice *want)
{
	unsigned int lanes = domains.lanes, cpu;
	struct sisheur_choice c;

	w->count_probes = false;
	for (cpu = 0; cpu < NR; cpu++) {
		if (prop_in(huge->idle, cpu))
			sisheur_kept_idle(&kept, cpu);
		else
			sisheur_kept_busy(&kept, cpu);
	}
	while (domains.lanes) {
		view.kept = view.kept ? NULL : &kept;
		sisheur_select(profile, w, &c);
		prop_must_msg(c.cpu == want->cpu && c.step == want->step &&
			      c.hint == want->hint, "%u lanes, kept %d: %d, %d",
			      domains.lanes, view.kept != NULL, c.cpu,
			      want->cpu);
		if (!view.kept)
			domains.lanes /= 2;
	}
	domains.lanes = lanes;
}

START_TEST(answers_of_the_largest_machine)
{
	const unsigned int known = SISHEUR_SIS_UTIL | SISHEUR_SIS_PROP |
				   SISHEUR_SIS_PAIR | SISHEUR_SIS_IDLE_CORE;
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	struct sisheur_profile profile;
	unsigned int id;
	int n;

	build(gen, _i);
	for (n = 0; n < 60; n++) {
		struct sisheur_wakeup w = wakeup(gen);
		struct sisheur_choice walked, words;
		struct model_answer m;

		for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
			profile = *sisheur_profile(id);
			profile.features ^= sisheur_gen_below(gen, known + 1) &
					    known;
			w.count_probes = false;
			sisheur_select(&profile, &w, &words);
			w.count_probes = true;
			sisheur_select(&profile, &w, &walked);
			prop_must_int_eq(walked.cpu, words.cpu);
			prop_must(walked.step == words.step &&
				  walked.hint == words.hint);
			check_widths(&profile, &w, &words);
			if (id == SISHEUR_OWN)
				continue;
			model_select(id, profile.features, &w, &m);
			prop_must_int_eq(walked.cpu, m.cpu);
			prop_must_uint_eq(walked.probes, m.probes);
		}
	}
}
END_TEST

/* A wild size is that of the largest machine, and reads no further. */
START_TEST(sizes_beyond_are_clamped)
{
	static const unsigned int sizes[] = {
		NR + 1, NR + 64, 2 * NR, 0x80000000U, ~0U,
	};
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	struct sisheur_domains wild;
	int n;

	build(gen, _i);
	wild = domains;
	for (n = 0; n < 20; n++) {
		struct sisheur_wakeup w = wakeup(gen);
		unsigned int size = sizes[n % 5], id;
		struct sisheur_choice a, b;

		wild.nr_cpus = size;
		for (id = 0; id < 2 * SISHEUR_NR_PROFILES; id++) {
			const struct sisheur_profile *p =
				sisheur_profile(id / 2);

			w.count_probes = id % 2;
			w.domains = &domains;
			sisheur_select(p, &w, &a);
			w.domains = &wild;
			sisheur_select(p, &w, &b);
			prop_must(a.cpu == b.cpu && a.step == b.step &&
				  a.hint == b.hint && a.probes == b.probes);
		}
		prop_must_uint_eq(sisheur_cpuset_weight(huge->idle, size),
				  sisheur_cpuset_weight(huge->idle, NR));
		prop_must_int_eq(sisheur_cpuset_next(huge->idle, size, NR),
				 SISHEUR_NONE);
		prop_must(!sisheur_cpuset_test(huge->idle, size, NR));
		prop_must_uint_eq(sisheur_look(&view, size, NR), SISHEUR_BUSY);
		prop_must_int_eq(sisheur_llc_of(&wild, NR), SISHEUR_NONE);
		prop_must(!sisheur_core_is_idle(&wild, &view, NR));
		prop_must(!sisheur_share_cluster(&wild, NR, NR) ||
			  !wild.clusters);
		/* Written back, so that nobody else need clamp. */
		sisheur_domains_init(&wild);
		prop_must_uint_eq(wild.nr_cpus, NR);
		prop_must_uint_eq(wild.numbering, domains.numbering);
	}
}
END_TEST

/* stack ------------------------------------------------------------------ */

#define STACK	(1024 * 1024)

struct job {
	struct sisheur_wakeup w;
	int cpu;
};

static void *place(void *arg)
{
	struct job *job = arg;
	unsigned int id;

	for (id = 0; id < 2 * SISHEUR_NR_PROFILES; id++) {
		job->w.count_probes = id % 2;
		job->cpu = sisheur_select(sisheur_profile(id / 2), &job->w,
					  NULL);
	}
	return NULL;
}

/* How much of its stack a thread has written to. */
static size_t stack_of(struct job *job)
{
	unsigned char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_attr_t attr;
	pthread_t thread;
	size_t low = 0;

	prop_must(stack != MAP_FAILED);
	memset(stack, 0xa5, STACK);
	pthread_attr_init(&attr);
	prop_must(!pthread_attr_setstack(&attr, stack, STACK));
	prop_must(!pthread_create(&thread, &attr, place, job));
	prop_must(!pthread_join(thread, NULL));
	while (low < STACK && stack[low] == 0xa5)
		low++;
	munmap(stack, STACK);
	return STACK - low;
}

START_TEST(stack_does_not_grow_with_the_machine)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	struct job small = { .cpu = 0 }, large = { .cpu = 0 };
	struct sisheur_domains lone;
	unsigned long idle, sched_idle;
	struct sisheur_view few = { .idle = &idle, .sched_idle = &sched_idle };
	size_t a = 0, b = 0, size;
	int n;

	build(gen, _i);
	for (n = 0; n < 60; n++) {
		struct sisheur_wakeup w = wakeup(gen);

		large.w = w;
		/* The first thread of all also binds what it calls. */
		if (!n)
			stack_of(&large);
		size = stack_of(&large);
		b = size > b ? size : b;

		/* Two CPUs of the same kind, so that the same steps are tried. */
		lone = domains;
		lone.nr_cpus = 2;
		lone.nr_llcs = 1;
		lone.core = (const unsigned int[]){ 0, domains.smt ? 0 : 1 };
		lone.next = (const unsigned int[]){ domains.smt ? 1 : 0,
						    domains.smt ? 0 : 1 };
		lone.llc = (const int[]){ 0, 0 };
		lone.nr_clusters = 1;
		lone.cluster = (const int[]){ 0, SISHEUR_NONE };
		lone.llc_span = (const unsigned long[]){ 3 };
		lone.cluster_span = (const unsigned long[]){ 1 };
		lone.llcs = (struct sisheur_llc[]){ { 2, 0, 1 } };
		sisheur_domains_init(&lone);
		/* And by the same functions: of its numbering and width. */
		lone.numbering = domains.numbering;
		lone.threads = domains.smt ? 2 : 1;
		lone.stride = 1;
		lone.lanes = domains.lanes;
		lone.most_words = domains.most_words;
		idle = sisheur_gen_below(gen, 4);
		sched_idle = sisheur_gen_below(gen, 4);
		small.w = w;
		small.w.domains = &lone;
		small.w.view = &few;
		small.w.target %= 2;
		small.w.prev %= 2;
		small.w.recent %= 2;
		small.w.waker %= 2;
		size = stack_of(&small);
		a = size > a ? size : a;
	}
	/* Which steps are tried is chance: allow for a frame, not for a map. */
	prop_must_uint_lt(b, a + WORDS * sizeof(long) / 2);
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("huge");

	tcase_add_loop_test(tc, answers_of_the_largest_machine, 0, 6);
	tcase_add_loop_test(tc, sizes_beyond_are_clamped, 0, 6);
	tcase_add_loop_test(tc, stack_does_not_grow_with_the_machine, 0, 6);
	return prop_run();
}
