// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Who gets the idle CPU.
 *
 * A shard is a line of its own, the lane, and a map, the row: a set bit is an
 * idle CPU.  Whoever clears a bit holds the CPU.  All siblings of a core are in
 * one row.  Three things need care:
 *
 * Limbo.  A core whose siblings are in several words is taken a word at a time,
 * lowest first, and given back if a sibling is gone.  In between its CPUs look
 * held and nobody holds them.  Who finds nothing meanwhile must not say NONE: a
 * wake-up would be lost.  So such a claim counts itself in under_way before it
 * takes anything and out after it has given back, and counts backed_out in
 * between.  Who finds nothing has read backed_out before it looked and reads
 * both afterwards: a claim whose CPUs it saw in limbo is still under way, or has
 * backed out since.  (Its takes release, the fence behind the look acquires, so
 * who saw a take sees under_way.)
 *
 * The hint.  Who finds no idle core clears it and looks once more.  A release
 * sets its bits and then reads the hint.  In the one order that there is of the
 * release, that read and the fence behind the clearing, either the look comes
 * after the release and finds the core, or the read comes after the clearing and
 * sets the hint.  The same holds for two siblings that are released at once:
 * each sets its bit and then reads the other's.
 *
 * Splitting.  A core that was found idle is taken only if it is still wholly
 * idle, be it for one CPU of it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/claim.h>

#include "../private.h"
#include "hosted.h"
#include "atomics.h"

/*
 * What one thread writes must not disturb another's shard.  Lines of 64 bytes
 * are fetched in pairs by Intel's L2, and Apple's have 128.
 */
#define SISHEUR_APART	128U

/* As SISHEUR_WANT_SPREAD, but with no fallback. */
#define SISHEUR_WANT_OF_CORE	3U

/**
 * struct sisheur_lane - what a shard has besides its row
 * @has_idle_cores: the hint
 * @under_way:  claims of cores in several words that have begun and not ended
 * @backed_out: how many of them gave something back; it wraps
 * @crossing:   there are such cores here
 * @merged:     several LLC domains share this shard
 * @shard:      LLC domains are numbered, and each has a lane: that of the shard
 *	it is in.  The last lane is that of the CPUs in none
 * @last:       the highest CPU of the LLC domain of this number; ~0U if none
 *
 * The last four are written once.
 */
struct sisheur_lane {
	int has_idle_cores;
	int under_way;
	int backed_out;
	bool crossing;
	bool merged;
	unsigned int shard;
	unsigned int last;
};

/**
 * struct sisheur_seat - where a CPU is
 * @siblings: bits of the CPUs of its core that are in its word, itself included
 * @shard:    bytes from the claims to the lane of its shard
 * @next:     lowest CPU of its core in the next word that has one; after the
 *	last word the lowest of all
 */
struct sisheur_seat {
	unsigned long siblings;
	unsigned int shard;
	unsigned int next;
};

/*
 * The head of one block of memory: seats and lanes follow.  Nothing is reached
 * through a second pointer, since an atomic instruction waits for it.
 */
struct sisheur_claims {
	const struct sisheur_domains *domains;
	unsigned int nr_cpus;
	unsigned int lanes;	/* bytes from here to the first lane */
	unsigned int pitch;	/* and from one lane to the next */
	bool smt;
	struct sisheur_seat seats[];
};

/* building -------------------------------------------------------------- */

static size_t sisheur_round_up(size_t size)
{
	return (size + SISHEUR_APART - 1) / SISHEUR_APART * SISHEUR_APART;
}

SISHEUR_INLINE void *sisheur_at_offset(const struct sisheur_claims *claims,
				       size_t offset)
{
	return (unsigned char *)(uintptr_t)claims + offset;
}

/* The lane of LLC domain @llc; nr_llcs is the shard of CPUs in none. */
static struct sisheur_lane *sisheur_nth_lane(const struct sisheur_claims *claims,
					     unsigned int llc)
{
	return sisheur_at_offset(claims, claims->lanes +
					 (size_t)llc * claims->pitch);
}

static unsigned int sisheur_shard_of(const struct sisheur_claims *claims,
				     unsigned int llc)
{
	while (sisheur_nth_lane(claims, llc)->shard != llc)
		llc = sisheur_nth_lane(claims, llc)->shard;
	return llc;
}

/* Is each core a ring of CPUs in ascending order, known by its lowest? */
static bool sisheur_check_cores(struct sisheur_claims *claims,
				struct sisheur_error *error)
{
	const struct sisheur_domains *d = claims->domains;
	struct sisheur_seat *seats = claims->seats;
	unsigned int cpu;

	for (cpu = 0; cpu < claims->nr_cpus; cpu++)
		seats[cpu].next = cpu;
	/* Downwards: in the seat of the lowest is who comes next in the ring. */
	for (cpu = claims->nr_cpus; cpu-- > 0;) {
		unsigned int core = d->core[cpu];

		if (core > cpu || d->core[core] != core ||
		    d->next[cpu] != seats[core].next)
			return sisheur_fail(error,
				"CPU %u: core is %u and next %u; accepted are the lowest sibling, and the next one in ascending order or after the last the lowest",
				cpu, core, d->next[cpu]);
		seats[core].next = cpu;
	}
	return true;
}

/* One shard for all domains that have a CPU of one core. */
static void sisheur_join_domains(struct sisheur_claims *claims)
{
	const struct sisheur_domains *d = claims->domains;
	struct sisheur_seat *seats = claims->seats;
	unsigned int cpu, llc;

	for (llc = 0; llc <= d->nr_llcs; llc++) {
		sisheur_nth_lane(claims, llc)->shard = llc;
		sisheur_nth_lane(claims, llc)->last = ~0U;
	}
	for (cpu = 0; cpu < claims->nr_cpus; cpu++)
		seats[cpu].shard = d->nr_llcs;
	for (cpu = 0; cpu < claims->nr_cpus; cpu++) {
		unsigned int *of_core = &seats[d->core[cpu]].shard;
		int own = sisheur_llc_of(d, cpu);
		unsigned int a, b;

		if (own == SISHEUR_NONE)
			continue;
		sisheur_nth_lane(claims, (unsigned int)own)->last = cpu;
		a = sisheur_shard_of(claims, (unsigned int)own);
		b = *of_core == d->nr_llcs ? a :
					     sisheur_shard_of(claims, *of_core);
		*of_core = a < b ? a : b;
		sisheur_nth_lane(claims, a)->shard = *of_core;
		sisheur_nth_lane(claims, b)->shard = *of_core;
	}
	for (llc = 0; llc < d->nr_llcs; llc++) {
		unsigned int shard = sisheur_shard_of(claims, llc);

		if (shard != llc)
			sisheur_nth_lane(claims, shard)->merged = true;
	}
}

/* Seats a core, known by its lowest CPU, a word at a time. */
static void sisheur_seat_core(struct sisheur_claims *claims, unsigned int core)
{
	const unsigned int *next = claims->domains->next;
	unsigned int llc = claims->seats[core].shard;
	unsigned int shard = sisheur_shard_of(claims, llc);
	unsigned int first = core, cpu, end;

	do {
		unsigned long siblings = 0;

		end = first;
		do {
			siblings |= sisheur_bit(end);
			end = next[end];
		} while (end > first &&
			 end / SISHEUR_WORD_BITS == first / SISHEUR_WORD_BITS);
		cpu = first;
		do {
			claims->seats[cpu].siblings = siblings;
			claims->seats[cpu].shard = claims->lanes +
						   shard * claims->pitch;
			claims->seats[cpu].next = end;
			cpu = next[cpu];
		} while (cpu != end);
		if (end != first)
			sisheur_nth_lane(claims, shard)->crossing |=
				end / SISHEUR_WORD_BITS !=
				first / SISHEUR_WORD_BITS;
		first = end;
	} while (first != core);
}

SISHEUR_DEF struct sisheur_claims *
sisheur_claims_new(const struct sisheur_domains *domains,
		   struct sisheur_error *error)
{
	unsigned int nr, cpu;
	struct sisheur_claims *claims;
	size_t head, pitch, size;

	SISHEUR_ASSERT(domains);
	nr = domains->nr_cpus;
	if (!nr || nr > SISHEUR_MAX_CPUS || domains->nr_llcs > nr) {
		sisheur_fail(error,
			"%u CPUs in %u LLC domains; accepted are 1 to %u CPUs, and no more domains than CPUs",
			nr, domains->nr_llcs, SISHEUR_MAX_CPUS);
		return NULL;
	}
	if (domains->numbering == SISHEUR_NUMBERING_UNKNOWN) {
		sisheur_fail(error,
			"the sibling numbering is not known; accepted are domains that sisheur_domains_init() was called on");
		return NULL;
	}

	head = sisheur_round_up(sizeof(*claims) +
				nr * sizeof(struct sisheur_seat));
	pitch = sisheur_round_up(sizeof(struct sisheur_lane)) +
		sisheur_round_up(SISHEUR_WORDS(nr) * sizeof(unsigned long));
	size = head + (domains->nr_llcs + 1) * pitch;
	claims = aligned_alloc(SISHEUR_APART, size);
	if (!claims) {
		sisheur_fail(error, "out of memory for %u CPUs", nr);
		return NULL;
	}
	memset(claims, 0, size);
	claims->domains = domains;
	claims->nr_cpus = nr;
	claims->lanes = (unsigned int)head;
	claims->pitch = (unsigned int)pitch;
	claims->smt = domains->smt;

	if (!sisheur_check_cores(claims, error)) {
		free(claims);
		return NULL;
	}
	sisheur_join_domains(claims);
	for (cpu = 0; cpu < nr; cpu++)
		if (domains->core[cpu] == cpu)
			sisheur_seat_core(claims, cpu);
	return claims;
}

SISHEUR_DEF void sisheur_claims_free(struct sisheur_claims *claims)
{
	free(claims);
}

/* reading --------------------------------------------------------------- */

SISHEUR_INLINE struct sisheur_lane *
sisheur_lane_of(const struct sisheur_claims *claims, unsigned int cpu)
{
	return sisheur_at_offset(claims, claims->seats[cpu].shard);
}

SISHEUR_INLINE unsigned long *sisheur_row_of(const struct sisheur_claims *claims,
					     unsigned int cpu)
{
	return sisheur_at_offset(claims, claims->seats[cpu].shard +
					 SISHEUR_APART);
}

SISHEUR_INLINE unsigned long *
sisheur_word_of(const struct sisheur_claims *claims, unsigned int cpu)
{
	return sisheur_row_of(claims, cpu) + cpu / SISHEUR_WORD_BITS;
}

/* Are there siblings of @cpu in another word? */
SISHEUR_INLINE bool sisheur_crosses(const struct sisheur_claims *claims,
				    unsigned int cpu)
{
	return claims->seats[cpu].next / SISHEUR_WORD_BITS !=
	       cpu / SISHEUR_WORD_BITS;
}

SISHEUR_DEF bool sisheur_claims_view(const struct sisheur_claims *claims,
				     unsigned int cpu,
				     struct sisheur_view *view)
{
	SISHEUR_ASSERT(claims && view);
	*view = (struct sisheur_view){ 0 };
	if (cpu >= claims->nr_cpus)
		return false;
	view->idle = sisheur_row_of(claims, cpu);
	return true;
}

SISHEUR_DEF const int *sisheur_claims_hint(const struct sisheur_claims *claims,
					   unsigned int cpu)
{
	SISHEUR_ASSERT(claims);
	return cpu < claims->nr_cpus ?
		       &sisheur_lane_of(claims, cpu)->has_idle_cores : NULL;
}

/*
 * Nothing was found: may it be said?  @backed_out was read before the look.
 * What was seen of a claim under way is what it took; the fence makes its
 * under_way, which it had counted before, seen as well.
 */
SISHEUR_INLINE bool sisheur_is_settled(const struct sisheur_lane *lane,
				       int backed_out)
{
	sisheur_fence_reads();
	return !sisheur_read_int(&lane->under_way) &&
	       sisheur_read_int(&lane->backed_out) == backed_out;
}

/* the hint -------------------------------------------------------------- */

SISHEUR_INLINE void sisheur_set_hint(struct sisheur_lane *lane)
{
	/* A write of what it says already would take the line from readers. */
	if (!sisheur_read_int(&lane->has_idle_cores))
		sisheur_write_int(&lane->has_idle_cores, 1);
}

/* A scan of a domain saw no idle core; true if that was too early. */
static bool sisheur_clear_hint(struct sisheur_lane *lane,
			       const struct sisheur_scan *scan)
{
	/*
	 * A hint of several domains is not one domain's to clear, and who may
	 * use a part of the domain knows nothing of the rest.
	 */
	if (lane->merged || !sisheur_read_int(&lane->has_idle_cores) ||
	    !sisheur_covers_domain(scan))
		return false;
	sisheur_write_int(&lane->has_idle_cores, 0);
	sisheur_fence_all();
	if (!sisheur_has_idle_core(scan))
		return false;
	sisheur_set_hint(lane);
	return true;
}

/* All siblings in the word of @cpu were idle: is its core? */
SISHEUR_INLINE void sisheur_notice_core(struct sisheur_claims *claims,
					unsigned int cpu)
{
	unsigned int at = claims->seats[cpu].next;

	/* Without SMT nobody keeps the hint. */
	if (!claims->smt)
		return;
	for (; at / SISHEUR_WORD_BITS != cpu / SISHEUR_WORD_BITS;
	     at = claims->seats[at].next)
		if (~sisheur_read_word(sisheur_word_of(claims, at)) &
		    claims->seats[at].siblings)
			return;
	sisheur_set_hint(sisheur_lane_of(claims, cpu));
}

/* one CPU, one core ----------------------------------------------------- */

/* Takes @take if all of @need is there: 0, SISHEUR_NONE or AGAIN. */
SISHEUR_INLINE int sisheur_take_bits(unsigned long *word, unsigned long need,
				     unsigned long take)
{
	unsigned long old = sisheur_read_word(word);
	unsigned int tries;

	for (tries = 0; tries < SISHEUR_CLAIM_TRIES; tries++) {
		if (~old & need)
			return SISHEUR_NONE;
		if (sisheur_swap_word(word, &old, old & ~take))
			return 0;
	}
	return SISHEUR_CLAIM_AGAIN;
}

static bool sisheur_core_looks_idle(const struct sisheur_claims *claims,
				    unsigned int core)
{
	unsigned int at = core;

	do {
		if (~sisheur_read_word(sisheur_word_of(claims, at)) &
		    claims->seats[at].siblings)
			return false;
		at = claims->seats[at].next;
	} while (at != core);
	return true;
}

/* Gives back a core that was taken as far as @end, but for @keep's CPU. */
static void sisheur_give_back(struct sisheur_claims *claims, unsigned int core,
			      unsigned int end, unsigned int keep)
{
	unsigned int at = core;

	do {
		unsigned long bits = claims->seats[at].siblings;

		if (at / SISHEUR_WORD_BITS == keep / SISHEUR_WORD_BITS)
			bits &= ~sisheur_bit(keep);
		if (bits)
			sisheur_give_bits(sisheur_word_of(claims, at), bits);
		/* The sibling that was gone may have been released. */
		if (bits == claims->seats[at].siblings)
			sisheur_notice_core(claims, at);
		at = claims->seats[at].next;
	} while (at != end);
}

/*
 * Takes a core whose CPUs are in several words, and of these keeps @cpu alone
 * or all.  Lowest first, whichever CPU it was found by: two that began at
 * different ends would each hold half of it and both give up.
 */
static int sisheur_take_across(struct sisheur_claims *claims, unsigned int cpu,
			       bool all)
{
	struct sisheur_lane *lane = sisheur_lane_of(claims, cpu);
	unsigned int core = claims->domains->core[cpu];
	unsigned int at = core;
	bool backs_out;
	int taken;

	/* What cannot be had is not put into limbo. */
	if (!sisheur_core_looks_idle(claims, core))
		return SISHEUR_NONE;
	sisheur_add_int(&lane->under_way, 1);
	do {
		unsigned long siblings = claims->seats[at].siblings;

		taken = sisheur_take_bits(sisheur_word_of(claims, at), siblings,
					  siblings);
		if (taken)
			break;
		at = claims->seats[at].next;
	} while (at != core);

	backs_out = taken ? at != core : !all;
	if (backs_out) {
		sisheur_give_back(claims, core, at,
				  taken ? SISHEUR_MAX_CPUS : cpu);
		sisheur_add_int(&lane->backed_out, 1);
	}
	sisheur_add_int(&lane->under_way, -1);
	return taken ? taken : (int)cpu;
}

/* Takes the core of @cpu, or @cpu out of it, if the whole core is idle. */
SISHEUR_INLINE int sisheur_take_core(struct sisheur_claims *claims,
				     unsigned int cpu, bool all)
{
	unsigned long siblings = claims->seats[cpu].siblings;
	int taken;

	if (sisheur_crosses(claims, cpu))
		return sisheur_take_across(claims, cpu, all);
	taken = sisheur_take_bits(sisheur_word_of(claims, cpu), siblings,
				  all ? siblings : sisheur_bit(cpu));
	return taken ? taken : (int)cpu;
}

SISHEUR_DEF int sisheur_claim_cpu(struct sisheur_claims *claims,
				  unsigned int cpu)
{
	struct sisheur_lane *lane;
	unsigned long *word;
	unsigned int tries;

	SISHEUR_ASSERT(claims);
	if (cpu >= claims->nr_cpus)
		return SISHEUR_NONE;
	word = sisheur_word_of(claims, cpu);
	if (sisheur_take_bit(word, sisheur_bit(cpu)))
		return (int)cpu;
	if (!sisheur_crosses(claims, cpu))
		return SISHEUR_NONE;

	lane = sisheur_lane_of(claims, cpu);
	for (tries = 1; tries < SISHEUR_CLAIM_TRIES; tries++) {
		int backed_out = sisheur_read_int(&lane->backed_out);

		if (sisheur_take_bit(word, sisheur_bit(cpu)))
			return (int)cpu;
		if (sisheur_is_settled(lane, backed_out))
			return SISHEUR_NONE;
	}
	return SISHEUR_CLAIM_AGAIN;
}

SISHEUR_DEF int sisheur_claim_core(struct sisheur_claims *claims,
				   unsigned int cpu)
{
	struct sisheur_lane *lane;
	unsigned int tries;

	SISHEUR_ASSERT(claims);
	if (cpu >= claims->nr_cpus)
		return SISHEUR_NONE;
	if (!sisheur_crosses(claims, cpu))
		return sisheur_take_core(claims, cpu, true);

	lane = sisheur_lane_of(claims, cpu);
	for (tries = 0; tries < SISHEUR_CLAIM_TRIES; tries++) {
		int backed_out = sisheur_read_int(&lane->backed_out);
		int taken = sisheur_take_across(claims, cpu, true);

		if (taken != SISHEUR_NONE ||
		    sisheur_is_settled(lane, backed_out))
			return taken;
	}
	return SISHEUR_CLAIM_AGAIN;
}

/*
 * Sets @bit; the word as it is then, or 0 if the bit was set.  What is read
 * behind an atomic instruction waits for it, so the word is read before; but one
 * that others write all the time would never be swapped.
 */
SISHEUR_INLINE unsigned long sisheur_give(unsigned long *word,
					  unsigned long bit)
{
	unsigned long old = sisheur_read_word(word);

	if (old & bit)
		return 0;
	if (sisheur_swap_word(word, &old, old | bit))
		return old | bit;
	return sisheur_give_bit(word, bit) ? 0 : sisheur_read_word(word) | bit;
}

SISHEUR_DEF bool sisheur_release_cpu(struct sisheur_claims *claims,
				     unsigned int cpu)
{
	unsigned long bit = sisheur_bit(cpu), now;

	SISHEUR_ASSERT(claims);
	if (cpu >= claims->nr_cpus)
		return false;
	if (!claims->smt)
		return !sisheur_give_bit(sisheur_word_of(claims, cpu), bit);
	now = sisheur_give(sisheur_word_of(claims, cpu), bit);
	if (!(~now & claims->seats[cpu].siblings))
		sisheur_notice_core(claims, cpu);
	return now;
}

SISHEUR_DEF bool sisheur_release_core(struct sisheur_claims *claims,
				      unsigned int cpu)
{
	unsigned int at = cpu;
	bool held = true;

	SISHEUR_ASSERT(claims);
	if (cpu >= claims->nr_cpus)
		return false;
	do {
		unsigned long bits = claims->seats[at].siblings;

		held &= !(sisheur_give_bits(sisheur_word_of(claims, at), bits) &
			  bits);
		at = claims->seats[at].next;
	} while (at / SISHEUR_WORD_BITS != cpu / SISHEUR_WORD_BITS);
	sisheur_notice_core(claims, cpu);
	return held;
}

/* to find and to claim -------------------------------------------------- */

/*
 * What a scan finds; @want becomes what is to be claimed there.  AGAIN if an
 * idle core turned up after all.
 */
static int sisheur_find(struct sisheur_lane *lane,
			const struct sisheur_scan *scan, unsigned int *want)
{
	bool spread = *want == SISHEUR_WANT_SPREAD;
	int fallback = SISHEUR_NONE;
	int cpu;

	if (*want == SISHEUR_WANT_CPU)
		return sisheur_scan_cpu(scan, SISHEUR_NO_BUDGET);

	cpu = sisheur_scan_core(scan, spread ? &fallback : NULL);
	if (cpu != SISHEUR_NONE)
		return cpu;
	if (sisheur_clear_hint(lane, scan))
		return SISHEUR_CLAIM_AGAIN;
	if (!spread)
		return SISHEUR_NONE;

	*want = SISHEUR_WANT_CPU;
	/* The one core that it looked for a fallback in may be empty by now. */
	return fallback != SISHEUR_NONE ?
		       fallback : sisheur_scan_cpu(scan, SISHEUR_NO_BUDGET);
}

static int sisheur_take(struct sisheur_claims *claims, unsigned int want,
			unsigned int cpu)
{
	if (want != SISHEUR_WANT_CPU)
		return sisheur_take_core(claims, cpu, want == SISHEUR_WANT_CORE);
	return sisheur_take_bit(sisheur_word_of(claims, cpu),
				sisheur_bit(cpu)) ? (int)cpu : SISHEUR_NONE;
}

static int sisheur_pick_near(struct sisheur_claims *claims, unsigned int want,
			     unsigned int target, const unsigned long *allowed)
{
	struct sisheur_view view = { 0 };
	const struct sisheur_scan scan = {
		.domains = claims->domains,
		.view = &view,
		.allowed = allowed,
		.target = target,
		.how = SISHEUR_HOW_CLUSTERS,
	};
	struct sisheur_lane *lane;
	unsigned int tries;

	if (want > SISHEUR_WANT_OF_CORE ||
	    sisheur_llc_of(claims->domains, target) == SISHEUR_NONE)
		return SISHEUR_NONE;
	view.idle = sisheur_row_of(claims, target);
	lane = sisheur_lane_of(claims, target);

	for (tries = 0; tries < SISHEUR_CLAIM_TRIES; tries++) {
		int backed_out = lane->crossing ?
				 sisheur_read_int(&lane->backed_out) : 0;
		unsigned int how = want;
		int cpu = sisheur_find(lane, &scan, &how);

		if (cpu == SISHEUR_NONE &&
		    (!lane->crossing || sisheur_is_settled(lane, backed_out)))
			return SISHEUR_NONE;
		if (cpu >= 0)
			cpu = sisheur_take(claims, how, (unsigned int)cpu);
		if (cpu >= 0)
			return cpu;
	}
	return SISHEUR_CLAIM_AGAIN;
}

SISHEUR_DEF int sisheur_pick(struct sisheur_claims *claims, unsigned int want,
			     unsigned int target, const unsigned long *allowed)
{
	SISHEUR_ASSERT(claims);
	if (want > SISHEUR_WANT_SPREAD)
		return SISHEUR_NONE;
	return sisheur_pick_near(claims, want, target, allowed);
}

/* One way of picking, over all domains. */
static int sisheur_pick_ring(struct sisheur_claims *claims, unsigned int want,
			     unsigned int target, const unsigned long *allowed)
{
	unsigned int nr = claims->domains->nr_llcs;
	int home = sisheur_llc_of(claims->domains, target);
	unsigned int llc = home == SISHEUR_NONE ? 0 : (unsigned int)home;
	int answer = SISHEUR_NONE;
	unsigned int n;

	for (n = 0; n < nr; n++) {
		unsigned int from = n || home == SISHEUR_NONE ?
				    sisheur_nth_lane(claims, llc)->last : target;
		int cpu = sisheur_pick_near(claims, want, from, allowed);

		if (cpu >= 0)
			return cpu;
		if (cpu == SISHEUR_CLAIM_AGAIN)
			answer = cpu;
		if (++llc == nr)
			llc = 0;
	}
	return answer;
}

SISHEUR_DEF int sisheur_pick_anywhere(struct sisheur_claims *claims,
				      unsigned int want, unsigned int target,
				      const unsigned long *allowed)
{
	int cpu;

	SISHEUR_ASSERT(claims);
	if (want > SISHEUR_WANT_SPREAD)
		return SISHEUR_NONE;
	if (want != SISHEUR_WANT_SPREAD)
		return sisheur_pick_ring(claims, want, target, allowed);
	cpu = sisheur_pick_ring(claims, SISHEUR_WANT_OF_CORE, target, allowed);
	return cpu >= 0 ? cpu : sisheur_pick_ring(claims, SISHEUR_WANT_CPU,
						  target, allowed);
}

/* a whole ladder -------------------------------------------------------- */

/* Is there a pair whose waker is in another shard than the target? */
static bool sisheur_is_far_pair(const struct sisheur_claims *claims,
				const struct sisheur_profile *profile,
				const struct sisheur_wakeup *w)
{
	return w->pair && (profile->features & SISHEUR_SIS_PAIR) &&
	       w->waker < claims->nr_cpus && w->target < claims->nr_cpus &&
	       claims->seats[w->waker].shard != claims->seats[w->target].shard;
}

/* As sisheur_select(), with the waker's shard for the step that asks there. */
static int sisheur_select_far(const struct sisheur_claims *claims,
			      const struct sisheur_profile *profile,
			      const struct sisheur_wakeup *w,
			      struct sisheur_choice *choice)
{
	const struct sisheur_scan scan = {
		.domains = w->domains,
		.view = w->view,
		.allowed = w->allowed,
		.target = w->target,
	};
	struct sisheur_ladder ladder;
	int cpu = SISHEUR_NONE;
	unsigned int i;

	sisheur_ladder_init(&ladder, profile, w);
	/* The pair step would ask for it in the waker's shard. */
	ladder.core = sisheur_has_idle_core(&scan);
	for (i = 0; i < profile->nr_rungs && i < SISHEUR_MAX_RUNGS &&
		    cpu == SISHEUR_NONE; i++) {
		bool pair = profile->rungs[i].step == SISHEUR_STEP_PAIR;

		ladder.view.idle = sisheur_row_of(claims, pair ? w->waker :
								 w->target);
		cpu = sisheur_step(&ladder, &profile->rungs[i]);
	}
	*choice = ladder.choice;
	return cpu;
}

static void sisheur_store_hint(struct sisheur_claims *claims,
			       const struct sisheur_wakeup *w, unsigned int hint)
{
	struct sisheur_lane *lane = sisheur_lane_of(claims, w->target);
	const struct sisheur_scan whole = {
		.domains = w->domains,
		.view = w->view,
		.target = w->target,
	};

	if (hint == SISHEUR_HINT_SET)
		sisheur_set_hint(lane);
	else if (hint == SISHEUR_HINT_CLEAR)
		sisheur_clear_hint(lane, &whole);
}

/*
 * The CPU that a ladder answered is held.  Does the answer stand all the same,
 * because it does not rest on the CPU being idle?
 */
static bool sisheur_stands(const struct sisheur_claims *claims,
			   const struct sisheur_profile *profile,
			   const struct sisheur_wakeup *w,
			   const struct sisheur_choice *choice)
{
	unsigned int cpu = (unsigned int)choice->cpu;
	struct sisheur_view view = *w->view;

	switch (choice->step) {
	case SISHEUR_STEP_KTHREAD:
	case SISHEUR_STEP_NO_DOMAIN:
	case SISHEUR_STEP_LAST:
		return true;
	case SISHEUR_STEP_PAIR:
		/* Two brief tasks on one CPU. */
		if (cpu == w->waker)
			return true;
		break;
	default:
		break;
	}
	if (profile->picky && w->wakee_sched_idle)
		return false;
	view.idle = sisheur_row_of(claims, cpu);
	return sisheur_look(&view, claims->nr_cpus, cpu) == SISHEUR_SCHED_IDLE;
}

SISHEUR_DEF int sisheur_pick_select(struct sisheur_claims *claims,
				    const struct sisheur_profile *profile,
				    const struct sisheur_wakeup *wakeup,
				    struct sisheur_choice *choice,
				    bool *claimed)
{
	struct sisheur_choice own, *c = choice ? choice : &own;
	struct sisheur_wakeup w = *wakeup;
	struct sisheur_view view = { 0 };
	struct sisheur_lane *lane;
	unsigned int tries;
	bool far;

	SISHEUR_ASSERT(claims && profile && claimed);
	*claimed = false;
	view.sched_idle = wakeup->view ? wakeup->view->sched_idle : NULL;
	w.domains = claims->domains;
	w.view = &view;
	w.has_idle_cores = sisheur_claims_hint(claims, w.target);
	if (w.target >= claims->nr_cpus)
		return sisheur_select(profile, &w, c);
	view.idle = sisheur_row_of(claims, w.target);
	lane = sisheur_lane_of(claims, w.target);
	far = sisheur_is_far_pair(claims, profile, &w);

	for (tries = 0; tries < SISHEUR_CLAIM_TRIES; tries++) {
		int backed_out = sisheur_read_int(&lane->backed_out);
		int cpu = far ? sisheur_select_far(claims, profile, &w, c) :
				sisheur_select(profile, &w, c);

		sisheur_store_hint(claims, &w, c->hint);
		if (cpu == SISHEUR_NONE)
			return cpu;
		*claimed = sisheur_take(claims, SISHEUR_WANT_CPU,
					(unsigned int)cpu) >= 0;
		if (*claimed || (sisheur_stands(claims, profile, &w, c) &&
				 sisheur_is_settled(lane, backed_out)))
			return cpu;
	}
	return SISHEUR_CLAIM_AGAIN;
}
