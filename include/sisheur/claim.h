/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/claim.h - who gets the idle CPU (hosted only)
 *
 * To find an idle CPU is half of a placement: another thread may find the same
 * one.  Here a CPU or a whole core is found and taken in one step, by as many
 * threads as there are, without a lock.  A runtime that has a worker a CPU
 * claims the worker that it wakes, and a worker that has nothing to do releases
 * its CPU.
 *
 * Words of this header.  A CPU is *held* or idle.  To *claim* is to take CPUs
 * that are idle; to *release* is to give back what one holds; to *pick* is to
 * find by the rules of idle.h and to claim what was found.
 *
 * One truth.  The idle CPUs of an LLC domain are one map, the domain's *shard*,
 * as idle.h and select.h read it.  Shards share no written cache line, so
 * threads that pick in different domains do not disturb each other.  While no
 * other thread is at work, a pick answers what the scan of idle.h answers.
 *
 * Three answers.  A pick or claim answers the CPU that is now held by the
 * caller, or SISHEUR_NONE, or SISHEUR_CLAIM_AGAIN.  NONE is reliable: every CPU
 * (every core, where a core was wanted) that was asked for was held by somebody
 * at some moment between the call and the answer.  AGAIN says that nothing was
 * claimed and that NONE would not be known to be true: SISHEUR_CLAIM_TRIES
 * times somebody else was faster, or was in the middle of a claim.
 *
 * No lost wake-up.  The usual order is safe: who has work makes it known and
 * then picks; a worker releases its CPU and then looks for work before it
 * sleeps.  If work is handed over under a mutex nothing else is needed.  If not,
 * put a sequentially consistent fence between the two on both sides.  The answer
 * AGAIN promises nothing: pick again, or give the work to somebody who runs.
 *
 * Memory order.  What a thread wrote before it released a CPU is seen by the
 * thread that claims it.
 *
 * Every function may run beside every other on the same claims, but _new() and
 * _free(), in signal handlers too, and takes any integer.  A thread must not be
 * cancelled or killed in the middle of one: a core claim that never ends leaves
 * others with AGAIN.  The signatures have no atomic types, so that C++ and
 * others can include this header.
 */
#ifndef SISHEUR_CLAIM_H
#define SISHEUR_CLAIM_H

#include <sisheur/select.h>
#include <sisheur/topology.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * SISHEUR_CLAIM_AGAIN - the answer "nothing claimed; there may be something"
 */
#define SISHEUR_CLAIM_AGAIN	(-2)

/**
 * SISHEUR_CLAIM_TRIES - how often a pick or claim tries before it says AGAIN
 *
 * A try fails if another thread got what this one had found, or is between the
 * two words of a core.  64 is a word of CPUs: as many threads of one domain must
 * be faster, one after the other, or one of them must be put to sleep by the
 * system in the middle of a claim, before a caller is sent away.
 */
#define SISHEUR_CLAIM_TRIES	64U

/**
 * enum sisheur_want - what a pick is to claim
 * @SISHEUR_WANT_CPU:    the first idle CPU: what sisheur_scan_cpu() answers
 * @SISHEUR_WANT_CORE:   all CPUs of the first idle core; the answer is the CPU
 *	that sisheur_scan_core() answers
 * @SISHEUR_WANT_SPREAD: one CPU: that of the first idle core or, if none is
 *	idle, the fallback of sisheur_scan_core()
 *
 * Two threads that want a core or to spread never get CPUs of one core that was
 * idle: what they find is claimed only while the whole core is idle.
 */
enum sisheur_want {
	SISHEUR_WANT_CPU,
	SISHEUR_WANT_CORE,
	SISHEUR_WANT_SPREAD,
};

/* The idle CPUs of a machine, and who is to have them. */
struct sisheur_claims;

/**
 * sisheur_claims_new() - claims of a machine on which every CPU is held
 * @domains: the machine; it must outlive the claims and not change
 * @error:   what was wrong; NULL if nobody asks
 *
 * A CPU becomes idle when somebody releases it first: the worker on it, or a
 * loop over all CPUs.
 *
 * Siblings are always in one shard, that of their domain, whether or not each
 * of them is in a domain itself.  Domains that share a core, which Linux never
 * builds but these tables can say, share a shard.  CPUs that are in no domain,
 * and whose siblings are in none, have a shard of their own.
 *
 * Why one allocation.  Nothing after it can fail, and nothing else ever locks
 * or allocates.
 *
 * Cost.  Linear in CPUs and in words of all domains; as much memory as the rows
 * of @domains, each rounded up to a pair of cache lines, and 16 bytes a CPU.
 *
 * Return: the claims; NULL if memory ran out or @domains contradicts itself: no
 * CPU, sisheur_domains_init() not called, core and next not rings of siblings in
 * ascending order.
 */
SISHEUR_DEF struct sisheur_claims *
sisheur_claims_new(const struct sisheur_domains *domains,
		   struct sisheur_error *error);

/**
 * sisheur_claims_free() - give back the memory of claims
 * @claims: claims that nobody uses any more; NULL does nothing
 */
SISHEUR_DEF void sisheur_claims_free(struct sisheur_claims *claims);

/**
 * sisheur_claims_view() - the idle CPUs around a CPU, to be read
 * @claims: the claims
 * @cpu:    CPU number, any value
 * @view:   where to store a view whose idle map is the shard of @cpu: all of
 *	its LLC domain and siblings, and bits of no meaning elsewhere
 *
 * The map lives as long as the claims, and others change it while it is read,
 * which every reader of idle.h and select.h expects.  What a reader finds may
 * be taken before it is claimed.
 *
 * Why of a CPU.  A CPU in no LLC domain has no domain's number to ask by.
 *
 * Cost.  One table read.
 *
 * Return: true; false if @cpu is not below nr_cpus: in @view all are busy.
 */
SISHEUR_DEF bool sisheur_claims_view(const struct sisheur_claims *claims,
				     unsigned int cpu,
				     struct sisheur_view *view);

/**
 * sisheur_claims_hint() - has_idle_cores of the domain around a CPU
 * @claims: the claims
 * @cpu:    CPU number, any value
 *
 * For sisheur_select() and others that take the hint.  Releasing the last CPU of
 * a core sets it, if SMT is active; a pick that finds no idle core in the whole
 * domain clears it, looks once more, and sets it again if that was too early.
 * Of domains that share a shard it is never cleared.
 *
 * It is only a hint: no pick believes it, and no claim can go wrong by it.  While
 * no function of this header is running, an idle core is never hidden behind a
 * hint that is clear.
 *
 * Linux counterpart.  test_idle_cores() and set_idle_cores(), 6.12, which does
 * not look again.
 *
 * Return: where the hint is, 0 or 1; NULL if @cpu is not below nr_cpus.
 */
SISHEUR_DEF const int *sisheur_claims_hint(const struct sisheur_claims *claims,
					   unsigned int cpu);

/**
 * sisheur_claim_cpu() - claim this very CPU
 * @claims: the claims
 * @cpu:    CPU number, any value
 *
 * Cost.  One atomic instruction; where siblings of a core are in two words and
 * the CPU is held, also two reads of a line that core picks write.
 *
 * Return: @cpu, if it was idle and is now the caller's; SISHEUR_NONE if it is
 * held or not below nr_cpus; SISHEUR_CLAIM_AGAIN.
 */
SISHEUR_DEF int sisheur_claim_cpu(struct sisheur_claims *claims,
				  unsigned int cpu);

/**
 * sisheur_claim_core() - claim the whole core of this CPU
 * @claims: the claims
 * @cpu:    CPU number, any value
 *
 * All of its CPUs or none.  Where they are in one word it is one step.  Where
 * not, words are taken from the lowest CPU upwards, so that of two threads one
 * gets all; if a sibling is gone, what was taken is given back, and until then
 * nobody is told NONE for it.
 *
 * Cost.  One atomic instruction where the siblings are in one word; else one a
 * word, and two more.
 *
 * Return: @cpu, if all of its core was idle and is now the caller's;
 * SISHEUR_NONE if not or if @cpu is not below nr_cpus; SISHEUR_CLAIM_AGAIN.
 */
SISHEUR_DEF int sisheur_claim_core(struct sisheur_claims *claims,
				   unsigned int cpu);

/**
 * sisheur_release_cpu() - give back a CPU: it is idle now
 * @claims: the claims
 * @cpu:    CPU number, any value
 *
 * Also the way in which a CPU becomes idle that was never claimed, and one that
 * was claimed as part of a core.
 *
 * Why an answer.  A CPU that is released twice would be given to two threads;
 * releasing one that is idle changes nothing, and says so.
 *
 * Cost.  One atomic instruction; if that leaves its core idle, a read of the
 * hint.
 *
 * Return: true; false if it was not held or is not below nr_cpus.
 */
SISHEUR_DEF bool sisheur_release_cpu(struct sisheur_claims *claims,
				     unsigned int cpu);

/**
 * sisheur_release_core() - give back every CPU of a core
 * @claims: the claims
 * @cpu:    a CPU of the core, any value
 *
 * Cost.  One atomic instruction for each word that the siblings are in.
 *
 * Return: true; false if one of them was not held, though now none is, or if
 * @cpu is not below nr_cpus.
 */
SISHEUR_DEF bool sisheur_release_core(struct sisheur_claims *claims,
				      unsigned int cpu);

/**
 * sisheur_pick() - find and claim in the LLC domain of a CPU
 * @claims:  the claims
 * @want:    enum sisheur_want; any other number finds nothing
 * @target:  the walk starts behind it and stays in its LLC domain; any value
 * @allowed: CPUs that may be claimed; NULL means all.  With
 *	SISHEUR_WANT_CORE, a core of which at least one CPU is allowed
 *
 * Finds as Linux does (idle.h): in wrap order from target + 1, the target's
 * cluster first where clusters are active.
 *
 * Linux counterpart.  select_idle_cpu(), 6.12, which claims nothing: there, two
 * wakers that find one idle CPU both queue on it.
 *
 * Cost.  The scan, and the claim.
 *
 * Return: the CPU that was found and is now the caller's; SISHEUR_NONE, also if
 * @target is in no LLC domain; SISHEUR_CLAIM_AGAIN.
 */
SISHEUR_DEF int sisheur_pick(struct sisheur_claims *claims, unsigned int want,
			     unsigned int target, const unsigned long *allowed);

/**
 * sisheur_pick_anywhere() - find and claim on the whole machine
 * @claims:  the claims
 * @want:    enum sisheur_want; any other number finds nothing
 * @target:  where to start, any value
 * @allowed: CPUs that may be claimed; NULL means all
 *
 * sisheur_pick() in the domain of @target, then in the next ones by number, from
 * the top on to 0; in these the walk starts at the lowest CPU.  With
 * SISHEUR_WANT_SPREAD an idle core of any domain comes before the idle sibling
 * of a busy CPU.  CPUs in no domain were isolated from the rest on purpose and
 * are only had by name.
 *
 * Linux counterpart.  None in a wake-up, which stays in one domain; find_idlest
 * at fork, 6.12, looks further.
 *
 * Cost.  That of sisheur_pick() for each domain looked at, twice at most.
 *
 * Return: as sisheur_pick().
 */
SISHEUR_DEF int sisheur_pick_anywhere(struct sisheur_claims *claims,
				      unsigned int want, unsigned int target,
				      const unsigned long *allowed);

/**
 * sisheur_pick_select() - where a wake-up goes, and claim that CPU
 * @claims:  the claims
 * @profile: whose rules
 * @wakeup:  the wake-up.  Its domains and hint, and the idle map of its view,
 *	are those of the claims whatever it says; its view may be NULL
 * @choice:  where to store the answer and what it changes; NULL if nobody asks.
 *	The hint has been seen to already
 * @claimed: whether the CPU answered was idle and is now the caller's; false for
 *	a busy one, which the ladder answers where it finds nothing better
 *
 * The whole ladder of sisheur_select(), climbed again if another thread took
 * what it had found.  The step that looks at the waker's siblings does so in the
 * waker's domain.
 *
 * Linux counterpart.  select_idle_sibling(), as sisheur_select().
 *
 * Cost.  sisheur_select(), and the claim.
 *
 * Return: a CPU number; SISHEUR_NONE as sisheur_select(); SISHEUR_CLAIM_AGAIN,
 * and then @choice tells what the last climb had found.
 */
SISHEUR_DEF int sisheur_pick_select(struct sisheur_claims *claims,
				    const struct sisheur_profile *profile,
				    const struct sisheur_wakeup *wakeup,
				    struct sisheur_choice *choice,
				    bool *claimed);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_CLAIM_H */
