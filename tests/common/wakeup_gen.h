/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * wakeup_gen.h - random wake-ups, the same everywhere
 *
 * One seed gives one sequence of wake-ups on every word size, byte order and
 * compiler, and inside a kernel: nothing here depends on unsigned long but the
 * last step of storing a set, random numbers are 64 bits wide, and no division,
 * floating point, allocation or libc is needed.
 *
 * The sequence is skewed towards what breaks a search: machines whose size is
 * next to a word limit, numberings that are almost regular, maps with nobody,
 * one CPU or everybody in them, cores with one idle sibling each, and wake-ups
 * whose target and prev are busy, so that the search gets as far as its scan.
 */
#ifndef SISHEUR_TESTS_WAKEUP_GEN_H
#define SISHEUR_TESTS_WAKEUP_GEN_H

#include <sisheur/sisheur.h>

/** SISHEUR_GEN_MAX_CPUS - the largest machine; a multiple of 64 */
#ifndef SISHEUR_GEN_MAX_CPUS
#define SISHEUR_GEN_MAX_CPUS	256U
#endif
#define SISHEUR_GEN_WORDS	SISHEUR_WORDS(SISHEUR_GEN_MAX_CPUS)
#define SISHEUR_GEN_CHUNKS	(SISHEUR_GEN_MAX_CPUS / 64)

/**
 * enum sisheur_gen_without - what a sequence can do without
 * @SISHEUR_GEN_OUT_OF_RANGE: target, prev, recent or waker not below nr_cpus
 * @SISHEUR_GEN_GARBAGE:  bits set at and above nr_cpus, in every map and row
 * @SISHEUR_GEN_CLAIMED:  a map of claimed CPUs
 * @SISHEUR_GEN_OVERLAP:  CPUs in both idle and sched_idle
 * @SISHEUR_GEN_NULLS:    absent maps, hint, budget and cluster table.  Without
 *	it only allowed and fits, where NULL means all, may be absent
 * @SISHEUR_GEN_SMT_LIE:  an smt flag that contradicts the cores
 * @SISHEUR_GEN_CLUSTERS: active clusters
 * @SISHEUR_GEN_ISOLATED: CPUs in no LLC domain
 * @SISHEUR_GEN_LADDER:   ladders with points of other versions mixed in
 * @SISHEUR_GEN_KEPT:     kept maps
 */
enum sisheur_gen_without {
	SISHEUR_GEN_OUT_OF_RANGE	= 1 << 0,
	SISHEUR_GEN_GARBAGE		= 1 << 1,
	SISHEUR_GEN_CLAIMED		= 1 << 2,
	SISHEUR_GEN_OVERLAP		= 1 << 3,
	SISHEUR_GEN_NULLS		= 1 << 4,
	SISHEUR_GEN_SMT_LIE		= 1 << 5,
	SISHEUR_GEN_CLUSTERS		= 1 << 6,
	SISHEUR_GEN_ISOLATED		= 1 << 7,
	SISHEUR_GEN_LADDER		= 1 << 8,
	SISHEUR_GEN_KEPT		= 1 << 9,
};

/**
 * SISHEUR_GEN_TAME - without all that no kernel can be asked
 *
 * What is left can be written as a case and given to Linux's own functions.
 */
#define SISHEUR_GEN_TAME \
	(SISHEUR_GEN_OUT_OF_RANGE | SISHEUR_GEN_GARBAGE | \
	 SISHEUR_GEN_CLAIMED | SISHEUR_GEN_OVERLAP | SISHEUR_GEN_NULLS | \
	 SISHEUR_GEN_LADDER)

/**
 * struct sisheur_gen_options - which wake-ups are wanted
 * @profiles: bit n: profile n may be asked; 0 means all
 * @features: enum sisheur_feature, or-ed: what may be switched on and off
 * @without:  enum sisheur_gen_without, or-ed
 * @max_cpus: the largest machine; 0 means 192, clamped to the storage
 */
struct sisheur_gen_options {
	unsigned int profiles;
	unsigned int features;
	unsigned int without;
	unsigned int max_cpus;
};

/** struct sisheur_gen_set - a set of CPUs before it meets a word size */
struct sisheur_gen_set {
	unsigned long long chunk[SISHEUR_GEN_CHUNKS];
};

/**
 * struct sisheur_gen - a sequence of wake-ups, and the one it stands at
 * @state:   of the random numbers
 * @options: what is wanted
 * @left:    wake-ups that this machine still gets
 * @profile_id: enum sisheur_profile_id of @profile
 * @profile: whose rules, features changed
 * @wakeup:  the wake-up; its pointers lead into this structure
 *
 * Some 30 KiB: keep it off a small stack.  Since pointers lead into it, it must
 * not be copied.
 */
struct sisheur_gen {
	unsigned long long state;
	struct sisheur_gen_options options;
	unsigned int left;
	unsigned int profile_id;
	struct sisheur_profile profile;
	struct sisheur_wakeup wakeup;
	struct sisheur_domains domains;
	struct sisheur_view view;
	int has_idle_cores;
	unsigned int nr_idle_scan;
	unsigned long idle[SISHEUR_GEN_WORDS];
	unsigned long sched_idle[SISHEUR_GEN_WORDS];
	unsigned long claimed[SISHEUR_GEN_WORDS];
	unsigned long allowed[SISHEUR_GEN_WORDS];
	unsigned long fits[SISHEUR_GEN_WORDS];
	unsigned int core[SISHEUR_GEN_MAX_CPUS];
	unsigned int next[SISHEUR_GEN_MAX_CPUS];
	int llc[SISHEUR_GEN_MAX_CPUS];
	int cluster[SISHEUR_GEN_MAX_CPUS];
	unsigned int label[SISHEUR_GEN_MAX_CPUS];
	unsigned int scratch[SISHEUR_GEN_MAX_CPUS];
	struct sisheur_llc llcs[SISHEUR_GEN_MAX_CPUS];
	unsigned long lone[SISHEUR_GEN_WORDS];
	struct sisheur_kept kept;
	unsigned long kept_memory[SISHEUR_KEPT_WORDS(SISHEUR_GEN_MAX_CPUS)];
	unsigned long llc_span[SISHEUR_GEN_MAX_CPUS * SISHEUR_GEN_WORDS];
	unsigned long cluster_span[SISHEUR_GEN_MAX_CPUS * SISHEUR_GEN_WORDS];
};

/*
 * xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift
 * generators, scrambled", 2016): three shifts and one product, and a period
 * that no test run reaches.
 */
static inline unsigned long long sisheur_gen_u64(struct sisheur_gen *gen)
{
	unsigned long long x = gen->state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	gen->state = x;
	return x * 0x2545f4914f6cdd1dULL;
}

/* The upper bits, scaled: a remainder would call libgcc and favour the low. */
static inline unsigned int sisheur_gen_below(struct sisheur_gen *gen,
					     unsigned int n)
{
	return (unsigned int)(((sisheur_gen_u64(gen) >> 32) * n) >> 32);
}

static inline bool sisheur_gen_one_in(struct sisheur_gen *gen, unsigned int n)
{
	return sisheur_gen_below(gen, n) == 0;
}

static inline bool sisheur_gen_wants(const struct sisheur_gen *gen,
				     unsigned int what)
{
	return !(gen->options.without & what);
}

/* sets of CPUs ---------------------------------------------------------- */

static inline bool sisheur_gen_test(const struct sisheur_gen_set *set,
				    unsigned int cpu)
{
	return (set->chunk[cpu >> 6] >> (cpu & 63)) & 1;
}

static inline void sisheur_gen_add(struct sisheur_gen_set *set,
				   unsigned int cpu)
{
	set->chunk[cpu >> 6] |= 1ULL << (cpu & 63);
}

static inline void sisheur_gen_remove(struct sisheur_gen_set *set,
				      unsigned int cpu)
{
	set->chunk[cpu >> 6] &= ~(1ULL << (cpu & 63));
}

static inline void sisheur_gen_fill(struct sisheur_gen_set *set, bool all)
{
	unsigned int i;

	for (i = 0; i < SISHEUR_GEN_CHUNKS; i++)
		set->chunk[i] = all ? ~0ULL : 0;
}

/* Each CPU with a chance of 1 in 2^@halvings; the complement if @most. */
static inline void sisheur_gen_sprinkle(struct sisheur_gen *gen,
					struct sisheur_gen_set *set,
					unsigned int halvings, bool most)
{
	unsigned int i, k;

	for (i = 0; i < SISHEUR_GEN_CHUNKS; i++) {
		unsigned long long bits = ~0ULL;

		for (k = 0; k < halvings; k++)
			bits &= sisheur_gen_u64(gen);
		set->chunk[i] = most ? ~bits : bits;
	}
}

/* A run of CPUs, both ends included. */
static inline void sisheur_gen_run(struct sisheur_gen *gen,
				   struct sisheur_gen_set *set)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int a = sisheur_gen_below(gen, n);
	unsigned int b = sisheur_gen_below(gen, n);
	unsigned int cpu;

	sisheur_gen_fill(set, false);
	for (cpu = a < b ? a : b; cpu <= (a < b ? b : a); cpu++)
		sisheur_gen_add(set, cpu);
}

/*
 * Cores as wholes, a quarter of them in the set.  @torn then takes one CPU out
 * of each, which leaves usable siblings and not one idle core.
 */
static inline void sisheur_gen_cores(struct sisheur_gen *gen,
				     struct sisheur_gen_set *set, bool torn)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int cpu, away;

	sisheur_gen_fill(set, false);
	for (cpu = 0; cpu < n; cpu++) {
		if (gen->core[cpu] != cpu) {
			if (sisheur_gen_test(set, gen->core[cpu]))
				sisheur_gen_add(set, cpu);
		} else if (torn || sisheur_gen_one_in(gen, 4)) {
			sisheur_gen_add(set, cpu);
		}
	}
	for (cpu = 0; torn && cpu < n; cpu++) {
		if (gen->core[cpu] != cpu)
			continue;
		away = cpu;
		while (sisheur_gen_one_in(gen, 2))
			away = gen->next[away];
		sisheur_gen_remove(set, away);
	}
}

static inline void sisheur_gen_any_set(struct sisheur_gen *gen,
				       struct sisheur_gen_set *set)
{
	unsigned int n = gen->domains.nr_cpus;

	switch (sisheur_gen_below(gen, 14)) {
	case 0:
		sisheur_gen_fill(set, false);
		break;
	case 1:
	case 2:
		sisheur_gen_fill(set, false);
		sisheur_gen_add(set, sisheur_gen_below(gen, n));
		break;
	case 3:
		sisheur_gen_sprinkle(gen, set, 6, false);
		break;
	case 4:
	case 5:
		sisheur_gen_sprinkle(gen, set, 3, false);
		break;
	case 6:
	case 7:
		sisheur_gen_sprinkle(gen, set, 1, false);
		break;
	case 8:
		sisheur_gen_sprinkle(gen, set, 3, true);
		break;
	case 9:
		sisheur_gen_fill(set, true);
		break;
	case 10:
		sisheur_gen_fill(set, true);
		sisheur_gen_remove(set, sisheur_gen_below(gen, n));
		break;
	case 11:
		sisheur_gen_cores(gen, set, false);
		break;
	case 12:
		sisheur_gen_cores(gen, set, true);
		break;
	default:
		sisheur_gen_run(gen, set);
		break;
	}
}

/*
 * Writes a set into words of the machine it is for: whole words only, since a
 * row of SISHEUR_WORDS(nr_cpus) words may follow directly.
 */
static inline void sisheur_gen_store(struct sisheur_gen *gen,
				     const struct sisheur_gen_set *set,
				     unsigned long *words)
{
	unsigned int n = gen->domains.nr_cpus;
	bool garbage = sisheur_gen_wants(gen, SISHEUR_GEN_GARBAGE) &&
		       sisheur_gen_one_in(gen, 2);
	unsigned long long rest = garbage ? sisheur_gen_u64(gen) : 0;
	unsigned int i;

	for (i = 0; i < SISHEUR_WORDS(n); i++) {
		unsigned int bit = i * SISHEUR_WORD_BITS;
		unsigned long long bits = set->chunk[bit >> 6];

		if (n - (bit & ~63U) < 64) {
			unsigned long long valid =
				(1ULL << (n & 63)) - 1;

			bits = (bits & valid) | (rest & ~valid);
		}
		words[i] = (unsigned long)(bits >> (bit & 63));
	}
}

/* machines -------------------------------------------------------------- */

static inline unsigned int sisheur_gen_size(struct sisheur_gen *gen)
{
	unsigned int max = gen->options.max_cpus;
	unsigned int n;

	switch (sisheur_gen_below(gen, 9)) {
	case 0:
	case 1:
	case 2:
		n = 1 + sisheur_gen_below(gen, 8);
		break;
	case 3:
	case 4:
		n = 9 + sisheur_gen_below(gen, 54);
		break;
	case 5:
		n = 63 + sisheur_gen_below(gen, 3);
		break;
	case 6:
		n = 66 + sisheur_gen_below(gen, 61);
		break;
	case 7:
		n = 127 + sisheur_gen_below(gen, 4);
		break;
	default:
		n = sisheur_gen_one_in(gen, 2) ?
			192 : 131 + sisheur_gen_below(gen, 61);
		break;
	}
	if (!max || max > SISHEUR_GEN_MAX_CPUS)
		max = SISHEUR_GEN_MAX_CPUS;
	/* Where large ones are wanted: rarely, a wake-up there takes long. */
	if (max > 192 && sisheur_gen_one_in(gen, 32))
		n = 193 + sisheur_gen_below(gen, max - 192);
	return n <= max ? n : 1 + sisheur_gen_below(gen, max);
}

static inline void sisheur_gen_shuffle(struct sisheur_gen *gen,
				       unsigned int *order, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		order[i] = i;
	for (i = n; i > 1; i--) {
		unsigned int k = sisheur_gen_below(gen, i);
		unsigned int swap = order[i - 1];

		order[i - 1] = order[k];
		order[k] = swap;
	}
}

/* Blocks of @stride * @threads CPUs, in each of which c and c + stride meet. */
static inline void sisheur_gen_split(struct sisheur_gen *gen,
				     unsigned int stride, unsigned int threads)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int cpu, in = 0, base = 0;

	for (cpu = 0; cpu < n; cpu++) {
		gen->label[cpu] = in < stride ?
			cpu : gen->label[cpu - stride];
		if (++in == stride * threads) {
			base += in;
			in = 0;
		}
	}
	/* A block that does not fit is lone CPUs half of the time. */
	if (sisheur_gen_one_in(gen, 2))
		for (cpu = base; cpu < n; cpu++)
			gen->label[cpu] = cpu;
}

/* Labels each CPU with its core; CPUs of one label are siblings. */
static inline void sisheur_gen_label_cores(struct sisheur_gen *gen)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int shift = 1 + sisheur_gen_below(gen, 3);
	unsigned int cpu, i, part;

	switch (sisheur_gen_below(gen, 10)) {
	case 0:
	case 1:
		for (cpu = 0; cpu < n; cpu++)
			gen->label[cpu] = cpu;
		break;
	case 2:
	case 3:
		for (cpu = 0; cpu < n; cpu++)
			gen->label[cpu] = cpu >> shift;
		break;
	case 4:		/* runs that do not begin at a multiple */
		for (cpu = 0; cpu < n; cpu++)
			gen->label[cpu] = (cpu + 1) >> shift;
		break;
	case 5:
	case 6:		/* c and c + n / 2; c and c + n / 4 ... */
		if (shift > 2)
			shift = 1;
		sisheur_gen_split(gen, (n >> shift) ? n >> shift : 1,
				  1U << shift);
		break;
	case 7:		/* the same in each of several packages */
		sisheur_gen_split(gen, 1 + sisheur_gen_below(gen, 40), 2);
		break;
	case 8:		/* hybrid: siblings below, lone CPUs above */
		part = sisheur_gen_below(gen, n + 1);
		for (cpu = 0; cpu < n; cpu++)
			gen->label[cpu] = cpu < part ? cpu & ~1U : cpu;
		break;
	default:
		sisheur_gen_shuffle(gen, gen->scratch, n);
		part = 0;
		for (i = 0; i < n; i++) {
			if (sisheur_gen_below(gen, 16) >= shift * 4)
				part = i;
			gen->label[gen->scratch[i]] = gen->scratch[part];
		}
		break;
	}
	/* Siblings offline: almost regular is what a recogniser gets wrong. */
	for (i = 0; n > 1 && sisheur_gen_one_in(gen, 6) && i < 4; i++) {
		cpu = sisheur_gen_below(gen, n);
		gen->label[cpu] = SISHEUR_GEN_MAX_CPUS - 1 - i;
	}
}

/* From labels to the ring of siblings that the library wants. */
static inline void sisheur_gen_link_cores(struct sisheur_gen *gen)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int cpu;

	for (cpu = 0; cpu < SISHEUR_GEN_MAX_CPUS; cpu++)
		gen->scratch[cpu] = ~0U;	/* the last CPU of each label */
	for (cpu = 0; cpu < n; cpu++) {
		unsigned int last = gen->scratch[gen->label[cpu]];

		if (last == ~0U) {
			gen->core[cpu] = cpu;
		} else {
			gen->core[cpu] = gen->core[last];
			gen->next[last] = cpu;
		}
		gen->next[cpu] = gen->core[cpu];
		gen->scratch[gen->label[cpu]] = cpu;
	}
}

static inline void sisheur_gen_label_llcs(struct sisheur_gen *gen)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int shift = sisheur_gen_below(gen, 8);
	unsigned int few = 2 + sisheur_gen_below(gen, 4);
	unsigned int kind = sisheur_gen_below(gen, 10);
	struct sisheur_gen_set isolated;
	unsigned int cpu;

	sisheur_gen_fill(&isolated, false);
	if (sisheur_gen_wants(gen, SISHEUR_GEN_ISOLATED)) {
		if (sisheur_gen_one_in(gen, 4))
			sisheur_gen_sprinkle(gen, &isolated, 3, false);
		else if (sisheur_gen_one_in(gen, 24))
			sisheur_gen_fill(&isolated, true);
	}
	for (cpu = 0; cpu < n; cpu++) {
		switch (kind) {
		case 0:
		case 1:		/* runs of CPUs */
			gen->label[cpu] = cpu >> shift;
			break;
		case 2:		/* runs of cores, wherever the siblings are */
			gen->label[cpu] = gen->core[cpu] >> shift;
			break;
		case 3:		/* random, splitting cores */
			gen->label[cpu] = sisheur_gen_below(gen, few);
			break;
		case 4:		/* random, keeping cores */
			gen->label[cpu] = gen->core[cpu] == cpu ?
				sisheur_gen_below(gen, few) :
				gen->label[gen->core[cpu]];
			break;
		default:
			gen->label[cpu] = 0;
			break;
		}
		gen->llc[cpu] = sisheur_gen_test(&isolated, cpu) ?
			SISHEUR_NONE : (int)gen->label[cpu];
	}
}

static inline void sisheur_gen_label_clusters(struct sisheur_gen *gen)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int shift = 1 + sisheur_gen_below(gen, 4);
	unsigned int few = 2 + sisheur_gen_below(gen, 3);
	unsigned int kind = sisheur_gen_below(gen, 4);
	struct sisheur_gen_set none;
	unsigned int cpu;

	sisheur_gen_fill(&none, false);
	if (sisheur_gen_one_in(gen, 3))
		sisheur_gen_sprinkle(gen, &none,
				     1 + sisheur_gen_below(gen, 3), false);
	for (cpu = 0; cpu < n; cpu++) {
		unsigned int label = kind == 0 ?
			sisheur_gen_below(gen, few) :
			(kind == 1 ? gen->core[cpu] : cpu) >> shift;

		gen->cluster[cpu] = gen->llc[cpu] == SISHEUR_NONE ||
			sisheur_gen_test(&none, cpu) ?
			SISHEUR_NONE : (int)label;
	}
}

/*
 * Turns labels into numbers 0, 1, 2 ... in order of appearance and rows.  Two
 * CPUs get one number if their labels are equal, and @within's as well: a
 * cluster never reaches over two domains.
 */
static inline unsigned int sisheur_gen_rows(struct sisheur_gen *gen,
					    int *group, const int *within,
					    unsigned long *rows)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int nr = 0, cpu, i;

	for (cpu = 0; cpu < n; cpu++) {
		gen->label[cpu] = ~0U;
		if (group[cpu] == SISHEUR_NONE)
			continue;
		for (i = 0; i < nr; i++) {
			unsigned int first = gen->scratch[i];

			if (group[first] == group[cpu] &&
			    (!within || within[first] == within[cpu]))
				break;
		}
		if (i == nr)
			gen->scratch[nr++] = cpu;
		gen->label[cpu] = i;
	}
	for (i = 0; i < nr; i++) {
		struct sisheur_gen_set row;

		sisheur_gen_fill(&row, false);
		for (cpu = 0; cpu < n; cpu++)
			if (gen->label[cpu] == i)
				sisheur_gen_add(&row, cpu);
		sisheur_gen_store(gen, &row, rows + i * SISHEUR_WORDS(n));
	}
	for (cpu = 0; cpu < n; cpu++)
		group[cpu] = gen->label[cpu] == ~0U ?
			SISHEUR_NONE : (int)gen->label[cpu];
	return nr;
}

/**
 * sisheur_gen_machine() - the next machine
 * @gen:     begun with sisheur_gen_init()
 * @nr_cpus: its size, 0 ... SISHEUR_GEN_MAX_CPUS
 *
 * sisheur_gen_next() calls it every few wake-ups with a size of its own.
 */
static inline void sisheur_gen_machine(struct sisheur_gen *gen,
				       unsigned int nr_cpus)
{
	struct sisheur_domains *d = &gen->domains;
	unsigned int cpu;

	d->nr_cpus = nr_cpus;
	sisheur_gen_label_cores(gen);
	sisheur_gen_link_cores(gen);
	d->smt = false;
	for (cpu = 0; cpu < d->nr_cpus; cpu++)
		if (gen->next[cpu] != cpu)
			d->smt = true;
	if (sisheur_gen_wants(gen, SISHEUR_GEN_SMT_LIE) &&
	    sisheur_gen_one_in(gen, 8))
		d->smt = !d->smt;

	sisheur_gen_label_llcs(gen);
	d->nr_llcs = sisheur_gen_rows(gen, gen->llc, NULL, gen->llc_span);
	sisheur_gen_label_clusters(gen);
	d->nr_clusters = sisheur_gen_rows(gen, gen->cluster, gen->llc,
					  gen->cluster_span);
	d->clusters = sisheur_gen_one_in(gen, 3) &&
		      sisheur_gen_wants(gen, SISHEUR_GEN_CLUSTERS);
	d->core = gen->core;
	d->next = gen->next;
	d->llc = gen->llc;
	d->cluster = gen->cluster;
	d->llc_span = gen->llc_span;
	d->cluster_span = gen->cluster_span;
	d->llcs = gen->llcs;
	d->lone = sisheur_gen_one_in(gen, 4) ? NULL : gen->lone;
	if (!d->clusters && sisheur_gen_wants(gen, SISHEUR_GEN_NULLS) &&
	    sisheur_gen_one_in(gen, 2)) {
		d->cluster = NULL;
		d->cluster_span = NULL;
		d->nr_clusters = 0;
	}
	sisheur_domains_init(d);
	/* Narrower than the processor is: one draw whatever it can. */
	cpu = sisheur_gen_below(gen, 4);
	if (cpu < 2 && d->lanes > 1)
		d->lanes = cpu ? 4 : 1;
	sisheur_kept_init(&gen->kept, d, gen->kept_memory);
	gen->left = 1 + sisheur_gen_below(gen, 64);
}

/* wake-ups -------------------------------------------------------------- */

/* A CPU number: any, or the same as an earlier one, or none at all. */
static inline unsigned int sisheur_gen_cpu(struct sisheur_gen *gen,
					   unsigned int earlier)
{
	unsigned int n = gen->domains.nr_cpus;
	unsigned int k = sisheur_gen_below(gen, 64);

	if (k < 2 && sisheur_gen_wants(gen, SISHEUR_GEN_OUT_OF_RANGE)) {
		switch (sisheur_gen_below(gen, 5)) {
		case 0:
			return n;
		case 1:
			return n + sisheur_gen_below(gen, 300);
		case 2:
			return ~0U;
		case 3:
			return 0x80000000U;
		default:
			return SISHEUR_MAX_CPUS;
		}
	}
	if (k < 20)
		return earlier;
	if (k < 28 && earlier < n)
		return gen->next[earlier];
	return sisheur_gen_below(gen, n);
}

static inline void sisheur_gen_maps(struct sisheur_gen *gen)
{
	struct sisheur_wakeup *w = &gen->wakeup;
	unsigned int named[4];
	struct sisheur_gen_set idle, sched_idle, set;
	unsigned int i;

	named[0] = w->target;
	named[1] = w->prev;
	named[2] = w->recent;
	named[3] = w->waker;
	sisheur_gen_any_set(gen, &idle);
	sisheur_gen_fill(&sched_idle, false);
	if (sisheur_gen_one_in(gen, 3))
		sisheur_gen_any_set(gen, &sched_idle);
	/* An idle target ends most ladders on the first rung. */
	if (!sisheur_gen_one_in(gen, 3)) {
		unsigned int busy = 1 + sisheur_gen_below(gen, 15);

		for (i = 0; i < 4; i++) {
			if (!(busy & (1U << i)) ||
			    named[i] >= gen->domains.nr_cpus)
				continue;
			sisheur_gen_remove(&idle, named[i]);
			sisheur_gen_remove(&sched_idle, named[i]);
		}
	}
	if (!sisheur_gen_wants(gen, SISHEUR_GEN_OVERLAP))
		for (i = 0; i < SISHEUR_GEN_CHUNKS; i++)
			sched_idle.chunk[i] &= ~idle.chunk[i];
	sisheur_gen_store(gen, &idle, gen->idle);
	sisheur_gen_store(gen, &sched_idle, gen->sched_idle);
	sisheur_gen_any_set(gen, &set);
	sisheur_gen_store(gen, &set, gen->claimed);
	gen->view.idle = gen->idle;
	gen->view.sched_idle = gen->sched_idle;
	gen->view.claimed = NULL;
	gen->view.look = NULL;
	gen->view.ctx = NULL;
	/* Kept from wake-up to wake-up, as those do who keep it. */
	for (i = 0; i < gen->domains.nr_cpus; i++) {
		if (sisheur_gen_test(&idle, i))
			sisheur_kept_idle(&gen->kept, i);
		else
			sisheur_kept_busy(&gen->kept, i);
	}
	gen->view.kept = NULL;
	if (sisheur_gen_one_in(gen, 3) &&
	    sisheur_gen_wants(gen, SISHEUR_GEN_KEPT))
		gen->view.kept = &gen->kept;
	if (sisheur_gen_one_in(gen, 8) &&
	    sisheur_gen_wants(gen, SISHEUR_GEN_CLAIMED))
		gen->view.claimed = gen->claimed;
	if (sisheur_gen_wants(gen, SISHEUR_GEN_NULLS)) {
		if (sisheur_gen_one_in(gen, 4))
			gen->view.sched_idle = NULL;
		if (sisheur_gen_one_in(gen, 64))
			gen->view.idle = NULL;
	}

	sisheur_gen_any_set(gen, &set);
	sisheur_gen_store(gen, &set, gen->allowed);
	w->allowed = sisheur_gen_one_in(gen, 2) ? NULL : gen->allowed;
	sisheur_gen_any_set(gen, &set);
	sisheur_gen_store(gen, &set, gen->fits);
	w->fits = sisheur_gen_one_in(gen, 2) ? NULL : gen->fits;
}

static inline void sisheur_gen_budgets(struct sisheur_gen *gen)
{
	static const unsigned int spans[] = {
		1, 2, 10, 1000, 100000, 2000000, 0xffffffffU,
	};
	struct sisheur_wakeup *w = &gen->wakeup;
	unsigned int n = gen->domains.nr_cpus;

	switch (sisheur_gen_below(gen, 8)) {
	case 0:
		gen->nr_idle_scan = 0;
		break;
	case 1:
		gen->nr_idle_scan = 1;
		break;
	case 2:
	case 3:
	case 4:
		gen->nr_idle_scan = sisheur_gen_below(gen, 8);
		break;
	case 5:
		gen->nr_idle_scan = n;
		break;
	case 6:
		gen->nr_idle_scan = SISHEUR_NO_BUDGET;
		break;
	default:
		gen->nr_idle_scan = sisheur_gen_below(gen, n + 2);
		break;
	}
	gen->has_idle_cores = (int)sisheur_gen_below(gen, 2);
	w->nr_idle_scan = &gen->nr_idle_scan;
	w->has_idle_cores = &gen->has_idle_cores;
	if (sisheur_gen_wants(gen, SISHEUR_GEN_NULLS)) {
		if (sisheur_gen_one_in(gen, 24))
			w->nr_idle_scan = NULL;
		if (sisheur_gen_one_in(gen, 24))
			w->has_idle_cores = NULL;
	}
	w->avg_idle = sisheur_gen_below(gen,
		spans[sisheur_gen_below(gen, 7)]);
	w->avg_scan_cost = sisheur_gen_below(gen,
		spans[sisheur_gen_below(gen, 7)]);
	w->sum_util = sisheur_gen_below(gen, n * 1200 + 1);
	w->sum_util_age_ms = sisheur_gen_one_in(gen, 2) ?
		0 : sisheur_gen_below(gen, 400);
}

static inline void sisheur_gen_rules(struct sisheur_gen *gen)
{
	unsigned int asked = gen->options.profiles;
	unsigned int flip;

	do {
		gen->profile_id = sisheur_gen_below(gen, SISHEUR_NR_PROFILES);
	} while (!(asked & (1U << gen->profile_id)));
	gen->profile = *sisheur_profile(gen->profile_id);
	flip = (unsigned int)(sisheur_gen_u64(gen) >> 32);
	if (sisheur_gen_one_in(gen, 2))
		flip &= (unsigned int)(sisheur_gen_u64(gen) >> 32);
	if (sisheur_gen_one_in(gen, 3))
		flip = 0;
	gen->profile.features ^= flip & gen->options.features;
	if (sisheur_gen_wants(gen, SISHEUR_GEN_LADDER) &&
	    sisheur_gen_one_in(gen, 16)) {
		struct sisheur_rung *rung = &gen->profile.rungs[
			sisheur_gen_below(gen, gen->profile.nr_rungs)];

		rung->how = (unsigned short)(rung->how ^
					     sisheur_gen_below(gen, 256));
	}
}

/**
 * sisheur_gen_wakeup() - the next wake-up on the same machine
 * @gen: with a machine
 *
 * Return: the wake-up, which is overwritten by the next one.
 */
static inline const struct sisheur_wakeup *
sisheur_gen_wakeup(struct sisheur_gen *gen)
{
	struct sisheur_wakeup *w = &gen->wakeup;
	unsigned int bits;

	w->domains = &gen->domains;
	w->view = &gen->view;
	w->target = sisheur_gen_cpu(gen, sisheur_gen_below(gen,
						gen->domains.nr_cpus));
	w->prev = sisheur_gen_cpu(gen, w->target);
	w->recent = sisheur_gen_cpu(gen, w->prev);
	w->waker = sisheur_gen_cpu(gen, sisheur_gen_one_in(gen, 2) ?
				   w->prev : w->target);
	bits = sisheur_gen_below(gen, 1U << 16);
	w->pair = bits & 1;
	w->kthread = !(bits & 6);
	w->wakee_sched_idle = !(bits & 0x18);
	w->spread = (bits & 0x20) != 0;
	w->brief = (bits & 0x40) != 0;
	w->count_probes = (bits & 0x80) != 0;
	w->waker_nr_running = (bits >> 8) & 3;
	sisheur_gen_maps(gen);
	sisheur_gen_budgets(gen);
	sisheur_gen_rules(gen);
	return w;
}

/**
 * sisheur_gen_init() - begin a sequence
 * @gen:     where to keep it
 * @seed:    any value; equal seeds and options give equal sequences
 * @options: which wake-ups are wanted; NULL means all kinds
 */
static inline void sisheur_gen_init(struct sisheur_gen *gen,
				    unsigned long long seed,
				    const struct sisheur_gen_options *options)
{
	const unsigned int all = (1U << SISHEUR_NR_PROFILES) - 1;

	/*
	 * The state must not be 0, and near seeds must not begin alike: the
	 * finalizer of splitmix64 (Steele, Lea and Flood, 2014).
	 */
	seed += 0x9e3779b97f4a7c15ULL;
	seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ULL;
	seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebULL;
	gen->state = (seed ^ (seed >> 31)) | 1;
	gen->options.profiles = 0;
	gen->options.features = (1U << SISHEUR_NR_FEATURES) - 1;
	gen->options.without = 0;
	gen->options.max_cpus = 0;
	if (options)
		gen->options = *options;
	gen->options.profiles &= all;
	if (!gen->options.profiles)
		gen->options.profiles = all;
	if (!gen->options.max_cpus)
		gen->options.max_cpus = 192;
	gen->left = 0;
}

/**
 * sisheur_gen_next() - the next wake-up
 * @gen: begun with sisheur_gen_init()
 *
 * Return: the wake-up, which is overwritten by the next one; its rules are in
 * @gen->profile.
 */
static inline const struct sisheur_wakeup *
sisheur_gen_next(struct sisheur_gen *gen)
{
	if (!gen->left)
		sisheur_gen_machine(gen, sisheur_gen_size(gen));
	gen->left--;
	return sisheur_gen_wakeup(gen);
}

#endif /* SISHEUR_TESTS_WAKEUP_GEN_H */
