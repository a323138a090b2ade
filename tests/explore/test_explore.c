// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Little programs of two or three threads that claim and release, in every order
 * that there is.  In each order:
 *
 * - a claim that succeeded holds its CPUs, all of them, and nobody else does;
 *   one that did not holds nothing; nothing is released that somebody else holds
 * - where the answer is NONE, every CPU (or a CPU of every core) that was asked
 *   for was held, by a claim that succeeded, at some moment of the call
 * - AGAIN is answered only beside another call
 * - at the end, what nobody holds is idle, no core claim is under way, and no
 *   idle core is hidden behind a hint that is clear
 * - and what the program says of itself: how many claims succeed, and that two
 *   threads are not given one core
 *
 * CPUs are numbered so that a core is in one word, or in two or three, whether
 * words have 32 bits or 64.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/case.h>

#include "../property/prop.h"
#include "explore.h"
#include "explored.h"

#define ALL	((unsigned int)~0U)
#define CALLS	4

/* Orders of a long program in the quick suites. */
#define FEW	5000

/* Steps of a program of two threads of which all orders can be made. */
#define PLAIN_STEPS	19

enum verb {
	END,
	CLAIM_CPU,
	CLAIM_CORE,
	PICK,
	ANYWHERE,
	SELECT,
	FREE,		/* what the call before claimed */
	RELEASE,	/* a CPU that the thread held from the beginning */
};

/**
 * struct call - one call of a thread
 * @cpu:     the CPU, or the target
 * @want:    enum sisheur_want of PICK and ANYWHERE; profile of SELECT
 * @allowed: cpulist; NULL means all
 */
struct call {
	enum verb verb;
	unsigned int cpu;
	unsigned int want;
	const char *allowed;
};

#define CPU	SISHEUR_WANT_CPU
#define CORE	SISHEUR_WANT_CORE
#define SPREAD	SISHEUR_WANT_SPREAD

#define CLAIMS(cpu)		{ CLAIM_CPU, cpu, 0, NULL }
#define CLAIMS_CORE(cpu)	{ CLAIM_CORE, cpu, 0, NULL }
#define PICKS(want, target)	{ PICK, target, want, NULL }
#define PICKS_OF(want, target, allowed)	{ PICK, target, want, allowed }
#define PICKS_ANYWHERE(want, target)	{ ANYWHERE, target, want, NULL }
#define SELECTS(profile, target, allowed)	{ SELECT, target, profile, allowed }
#define FREES			{ FREE, 0, 0, NULL }
#define RELEASES(cpu)		{ RELEASE, cpu, 0, NULL }

#define WORD	"nr_cpus=4 cores=0-1/2-3 "
#define ACROSS	"nr_cpus=66 cores=0,64/1,65 llc=0,1,64,65 "
#define THREE	"nr_cpus=130 cores=0,64,128/1,65,129 llc=0,1,64,65,128,129 "
/* A core over two words of which three CPUs are in one. */
#define UNEVEN	"nr_cpus=66 cores=0-2,64/3,65 llc=0-3,64,65 "
/* Two domains, and two that share a core. */
#define TWO	"nr_cpus=4 cores=0-1/2-3 llc=0-1/2-3 "
#define SHARED	"nr_cpus=66 cores=0,64/1,65 llc=0,1/64,65 "

/**
 * struct program - what some threads do at once
 * @machine: and who is idle, as a case line
 * @hint:    the hint before
 * @served:  fewest and most claims that succeed
 * @apart:   CPUs that threads hold at the end are of different cores
 * @large:   too many orders for the quick suites, which make the first few
 * @switches: too many orders for any: those in which so many times a thread is
 *	interrupted, with no reduction
 * @tries:   for SISHEUR_CLAIM_TRIES; 0 means 3
 */
struct program {
	const char *name;
	const char *machine;
	int hint;
	unsigned int least, most;
	bool apart;
	bool large;
	unsigned int switches;
	unsigned int tries;
	struct call calls[3][CALLS];
};

static const struct program programs[] = {
	{
		.name = "two CPUs, two pick one",
		.machine = WORD "idle=0-1",
		.hint = 1,
		.least = 2,
		.most = 2,
		.calls = {
			{ PICKS(CPU, 3) },
			{ PICKS(CPU, 3) },
		},
	},
	{
		.name = "one CPU, two pick it",
		.machine = WORD "idle=2",
		.hint = 1,
		.least = 1,
		.most = 1,
		.calls = {
			{ PICKS(CPU, 0) },
			{ PICKS(CPU, 1) },
		},
	},
	{
		.name = "one CPU, two claim it and give it back",
		.machine = WORD "idle=2",
		.least = 1,
		.most = 2,
		.calls = {
			{ CLAIMS(2), FREES },
			{ CLAIMS(2), FREES },
		},
	},
	{
		.name = "one core, two pick it",
		.machine = WORD "idle=2-3",
		.hint = 1,
		.least = 1,
		.most = 1,
		.calls = {
			{ PICKS(CORE, 0) },
			{ PICKS(CORE, 2) },
		},
	},
	{
		.name = "two cores, two pick one",
		.machine = WORD "idle=0-3",
		.hint = 1,
		.least = 2,
		.most = 2,
		.apart = true,
		.calls = {
			{ PICKS(CORE, 0) },
			{ PICKS(CORE, 2) },
		},
	},
	{
		.name = "one core, a CPU and the core are picked",
		.machine = WORD "idle=2-3",
		.hint = 1,
		.least = 1,
		.most = 1,
		.calls = {
			{ PICKS(CORE, 0) },
			{ PICKS(CPU, 2) },
		},
	},
	{
		.name = "two cores, two spread",
		.machine = WORD "idle=0-3",
		.hint = 1,
		.least = 2,
		.most = 2,
		.apart = true,
		.calls = {
			{ PICKS(SPREAD, 3) },
			{ PICKS(SPREAD, 0) },
		},
	},
	{
		.name = "one core, two spread",
		.machine = WORD "idle=2-3",
		.hint = 1,
		.least = 2,
		.most = 2,
		.calls = {
			{ PICKS(SPREAD, 1) },
			{ PICKS(SPREAD, 2) },
		},
	},
	{
		.name = "two cores, one spreads and one picks a core",
		.machine = WORD "idle=0-3",
		.hint = 1,
		.least = 2,
		.most = 2,
		.apart = true,
		.calls = {
			{ PICKS(SPREAD, 3) },
			{ PICKS(CORE, 1) },
		},
	},
	{
		.name = "two halves of cores, one is taken from who spreads",
		.machine = WORD "idle=0,2",
		.least = 1,
		.most = 3,
		.calls = {
			{ PICKS(SPREAD, 3) },
			{ CLAIMS(0), FREES, CLAIMS(0) },
		},
	},
	{
		.name = "a core is released while nobody finds one",
		.machine = WORD "idle=0,2",
		.hint = 1,
		.least = 0,
		.most = 1,
		.calls = {
			{ RELEASES(3) },
			{ PICKS(CORE, 0) },
		},
	},
	{
		.name = "two siblings are released at once",
		.machine = WORD "idle=0",
		.least = 0,
		.most = 0,
		.calls = {
			{ RELEASES(2) },
			{ RELEASES(3) },
		},
	},
	{
		.name = "two siblings are released while nobody finds a core",
		.machine = WORD "idle=0",
		.hint = 1,
		.least = 0,
		.most = 1,
		.calls = {
			{ RELEASES(2) },
			{ RELEASES(3) },
			{ PICKS(CORE, 0) },
		},
	},
	{
		.name = "a core is released while two find none",
		.machine = WORD "idle=0,2",
		.hint = 1,
		.least = 0,
		.most = 1,
		.large = true,
		.calls = {
			{ RELEASES(3) },
			{ PICKS(CORE, 0) },
			{ PICKS(CORE, 2) },
		},
	},
	{
		.name = "three spread over two cores",
		.machine = WORD "idle=0-3",
		.hint = 1,
		.least = 3,
		.most = 3,
		.calls = {
			{ PICKS(SPREAD, 3) },
			{ PICKS(SPREAD, 1) },
			{ PICKS(SPREAD, 2) },
		},
	},
	{
		.name = "three want one CPU of two",
		.machine = WORD "idle=1-2",
		.least = 2,
		.most = 2,
		.calls = {
			{ PICKS(CPU, 0) },
			{ PICKS(CPU, 1) },
			{ PICKS(CPU, 2) },
		},
	},
	{
		.name = "a wake-up and a wake-up",
		.machine = WORD "idle=1-3",
		.hint = 1,
		.least = 2,
		.most = 2,
		.calls = {
			{ SELECTS(SISHEUR_LINUX_6_12, 0, NULL) },
			{ SELECTS(SISHEUR_OWN, 0, NULL) },
		},
	},
	{
		.name = "a wake-up that believes the hint, and a release",
		.machine = WORD "idle=0,2",
		.hint = 1,
		.least = 1,
		.most = 2,
		.calls = {
			{ SELECTS(SISHEUR_LINUX_6_12, 1, NULL) },
			{ RELEASES(3) },
		},
	},
	{
		.name = "across words: one core, two claim it",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 1,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS_CORE(64) },
		},
	},
	{
		.name = "across words: one core, two pick it",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 1,
		.calls = {
			{ PICKS(CORE, 65) },
			{ PICKS(CORE, 1) },
		},
	},
	{
		.name = "across words: two cores, two claim each",
		.machine = ACROSS "idle=0-1,64-65",
		.hint = 1,
		.least = 2,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(0), CLAIMS_CORE(65) },
			{ CLAIMS_CORE(1), CLAIMS_CORE(64) },
		},
	},
	{
		.name = "across words: two cores, two pick one",
		.machine = ACROSS "idle=0-1,64-65",
		.hint = 1,
		.least = 2,
		.most = 2,
		.apart = true,
		.calls = {
			{ PICKS(CORE, 65) },
			{ PICKS(CORE, 0) },
		},
	},
	{
		.name = "across words: a core is claimed, a sibling taken, a CPU wanted",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64), PICKS(CPU, 1) },
		},
	},
	{
		.name = "across words: a core is claimed, a sibling taken, this CPU wanted",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64) },
			{ CLAIMS(0) },
		},
	},
	{
		.name = "across words: a core is claimed, a sibling taken, a CPU picked",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 2,
		.large = true,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64) },
			{ PICKS_OF(CPU, 1, "0") },
		},
	},
	{
		.name = "across words: a core is claimed, a sibling comes and goes",
		.machine = ACROSS "idle=0,64",
		.least = 1,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64), FREES },
		},
	},
	{
		.name = "across words: a sibling comes and goes, two tries",
		.machine = ACROSS "idle=0,64",
		.least = 1,
		.most = 3,
		.large = true,
		.tries = 2,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64), FREES, CLAIMS(64), FREES },
		},
	},
	{
		.name = "across words: a core is claimed twice, a sibling taken",
		.machine = ACROSS "idle=0,64",
		.least = 1,
		.most = 1,
		.large = true,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64) },
			{ CLAIMS_CORE(64) },
		},
	},
	{
		.name = "across words: siblings are released while nobody finds a core",
		.machine = ACROSS "idle=1",
		.hint = 1,
		.least = 0,
		.most = 1,
		.large = true,
		.calls = {
			{ RELEASES(0) },
			{ RELEASES(64) },
			{ PICKS(CORE, 1) },
		},
	},
	{
		.name = "across words: two spread over one core",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 2,
		.large = true,
		.calls = {
			{ PICKS(SPREAD, 65) },
			{ PICKS(SPREAD, 1) },
		},
	},
	{
		.name = "across words: two spread over two cores",
		.machine = ACROSS "idle=0-1,64-65",
		.hint = 1,
		.least = 2,
		.most = 2,
		.apart = true,
		.large = true,
		.calls = {
			{ PICKS(SPREAD, 65) },
			{ PICKS(SPREAD, 0) },
		},
	},
	{
		.name = "across words: a core is claimed and given back, another wants it",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(0), FREES },
			{ CLAIMS_CORE(64) },
		},
	},
	{
		.name = "across words: a wake-up beside a core claim that fails",
		.machine = ACROSS "idle=0,64",
		.least = 1,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64), SELECTS(SISHEUR_LINUX_6_12, 1, "0") },
		},
	},
	{
		.name = "three words: two claim the core",
		.machine = THREE "idle=0,64,128",
		.hint = 1,
		.least = 1,
		.most = 1,
		.calls = {
			{ CLAIMS_CORE(128) },
			{ CLAIMS_CORE(64) },
		},
	},
	{
		.name = "three words: a core is claimed, the last sibling taken, the first wanted",
		.machine = THREE "idle=0,64,128",
		.hint = 1,
		.least = 1,
		.most = 2,
		.large = true,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(128) },
			{ CLAIMS(0) },
		},
	},
	{
		.name = "uneven: a core is claimed, a sibling taken, a CPU wanted",
		.machine = UNEVEN "idle=0-2,64",
		.hint = 1,
		.least = 1,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(64) },
			{ CLAIMS(64), PICKS(CPU, 65) },
		},
	},
	{
		.name = "two domains: two pick anywhere",
		.machine = TWO "idle=2-3",
		.hint = 1,
		.least = 2,
		.most = 2,
		.calls = {
			{ PICKS_ANYWHERE(CPU, 0) },
			{ PICKS_ANYWHERE(SPREAD, 2) },
		},
	},
	{
		.name = "two domains: two spread anywhere",
		.machine = TWO "idle=0-3",
		.hint = 1,
		.least = 2,
		.most = 2,
		.apart = true,
		.calls = {
			{ PICKS_ANYWHERE(SPREAD, 0) },
			{ PICKS_ANYWHERE(SPREAD, 1) },
		},
	},
	{
		.name = "bounded: a core is claimed and wanted, a sibling comes and goes",
		.machine = ACROSS "idle=0,64",
		.least = 1,
		.most = 3,
		.large = true,
		.switches = 3,
		.calls = {
			{ CLAIMS_CORE(0) },
			{ CLAIMS(64), FREES },
			{ CLAIMS_CORE(64) },
		},
	},
	{
		.name = "bounded: cores are picked and given back, a CPU is wanted",
		.machine = ACROSS "idle=0,64",
		.hint = 1,
		.least = 1,
		.most = 3,
		.large = true,
		.switches = 2,
		.calls = {
			{ PICKS(CORE, 65), FREES },
			{ PICKS(SPREAD, 1), FREES },
			{ PICKS(CPU, 0) },
		},
	},
	{
		.name = "a core in two domains: one claims it, one picks a CPU, one releases",
		.machine = SHARED "idle=0",
		.least = 0,
		.most = 2,
		.calls = {
			{ CLAIMS_CORE(64) },
			{ PICKS(CPU, 1) },
			{ RELEASES(64) },
		},
	},
};

/* the world ---------------------------------------------------------------- */

/**
 * struct hold - somebody has a CPU
 * @from, @to: the steps at which it was taken and given back; ALL: never
 * @kept:     by a claim that succeeded
 */
struct hold {
	unsigned int cpu;
	unsigned int thread;
	unsigned int from, to;
	bool kept;
};

/** struct outcome - a call that has returned */
struct outcome {
	const struct call *call;
	unsigned int thread;
	unsigned int from, to;
	int answer;
	bool core;	/* the answer holds all of the core of it */
};

static const struct program *program;
static struct sisheur_case machine;
static unsigned long *allowed_sets[3][CALLS];
static struct hold holds[512];
static struct outcome outcomes[16];
static unsigned int nr_holds, nr_outcomes, again;
static int holder[256];	/* [cpu] index of its hold, or -1 */
static unsigned long long digests[256];
static unsigned int nr_digests;

static const struct sisheur_domains *domains(void)
{
	return &machine.topology.domains;
}

static void hold(unsigned int cpu, unsigned int thread, unsigned int from,
		 bool kept)
{
	if (nr_holds == sizeof(holds) / sizeof(holds[0])) {
		explore_fail("more than %u times held", nr_holds);
		return;
	}
	holder[cpu] = (int)nr_holds;
	holds[nr_holds++] = (struct hold){
		.cpu = cpu,
		.thread = thread,
		.from = from,
		.to = ALL,
		.kept = kept,
	};
}

void explored_took(unsigned int cpu)
{
	hold(cpu, explore_thread(), explore_now(), false);
}

void explored_gave(unsigned int cpu)
{
	struct hold *h = holder[cpu] < 0 ? NULL : &holds[holder[cpu]];

	if (!h)
		return;
	if (h->thread != explore_thread())
		explore_fail("thread %u gives back CPU %u, which %u holds",
			     explore_thread(), cpu, h->thread);
	h->to = explore_now();
	holder[cpu] = -1;
}

/* Who holds, before anything happens, a CPU that is not idle: its releaser. */
static unsigned int first_holder(unsigned int cpu)
{
	unsigned int thread, i;

	for (thread = 0; thread < 3; thread++)
		for (i = 0; i < CALLS; i++) {
			const struct call *c = &program->calls[thread][i];

			if (c->verb == RELEASE && c->cpu == cpu)
				return thread;
		}
	return ALL;
}

static void reset(void)
{
	unsigned int cpu;

	explored_reset();
	nr_holds = nr_outcomes = 0;
	for (cpu = 0; cpu < domains()->nr_cpus; cpu++) {
		holder[cpu] = -1;
		if (!explored_is_idle(cpu))
			hold(cpu, first_holder(cpu), 0, true);
	}
}

/* Does the calling thread hold what it should, and nothing else of its call? */
static void check_return(const struct outcome *o)
{
	const unsigned int *core = domains()->core;
	unsigned int cpu, i;

	for (cpu = 0; o->answer >= 0 && cpu < domains()->nr_cpus; cpu++) {
		if (o->core ? core[cpu] != core[o->answer] :
			      cpu != (unsigned int)o->answer)
			continue;
		if (holder[cpu] < 0 ||
		    holds[holder[cpu]].thread != o->thread) {
			explore_fail("thread %u was given CPU %u and has it not",
				     o->thread, cpu);
			return;
		}
		holds[holder[cpu]].kept = true;
	}
	for (i = 0; i < nr_holds; i++)
		if (holds[i].thread == o->thread && holds[i].from >= o->from &&
		    holds[i].to == ALL && !holds[i].kept)
			explore_fail("thread %u keeps CPU %u, which it was not given",
				     o->thread, holds[i].cpu);
}

static void make_call(const struct call *c, const unsigned long *allowed)
{
	struct outcome *o = &outcomes[nr_outcomes++];
	struct outcome *before = NULL;
	struct sisheur_wakeup wakeup;
	unsigned int i;
	bool claimed;

	*o = (struct outcome){
		.call = c,
		.thread = explore_thread(),
		.answer = SISHEUR_NONE,
		.to = ALL,
	};
	for (i = 0; i < nr_outcomes - 1; i++)
		if (outcomes[i].thread == o->thread)
			before = &outcomes[i];
	explore_at(EXPLORE_MARK, NULL);
	o->from = explore_now();
	switch (c->verb) {
	case CLAIM_CPU:
		o->answer = explored_claim_cpu(c->cpu);
		break;
	case CLAIM_CORE:
		o->answer = explored_claim_core(c->cpu);
		o->core = true;
		break;
	case PICK:
		o->answer = explored_pick(c->want, c->cpu, allowed);
		o->core = c->want == CORE;
		break;
	case ANYWHERE:
		o->answer = explored_pick_anywhere(c->want, c->cpu, allowed);
		o->core = c->want == CORE;
		break;
	case SELECT:
		sisheur_wakeup_init(&wakeup, domains(), NULL, c->cpu);
		wakeup.allowed = allowed;
		o->answer = explored_pick_select(sisheur_profile(c->want),
						 &wakeup, NULL, &claimed);
		/* A busy CPU is an answer, but nothing was claimed. */
		if (o->answer >= 0 && !claimed)
			o->answer = SISHEUR_NONE;
		break;
	case FREE:
		if (before->answer < 0)
			break;
		if (!(before->core ?
		      explored_release_core((unsigned int)before->answer) :
		      explored_release_cpu((unsigned int)before->answer)))
			explore_fail("thread %u held nothing", o->thread);
		break;
	case RELEASE:
		if (!explored_release_cpu(c->cpu))
			explore_fail("CPU %u was not held", c->cpu);
		break;
	default:
		break;
	}
	explore_at(EXPLORE_MARK, NULL);
	o->to = explore_now();
	check_return(o);
}

static void live(unsigned int thread)
{
	unsigned int i;

	for (i = 0; i < CALLS && program->calls[thread][i].verb != END; i++)
		make_call(&program->calls[thread][i],
			  allowed_sets[thread][i]);
}

/* when all have ended ------------------------------------------------------ */

/* Was @cpu held, by a claim that succeeded, at some moment of the call? */
static bool was_held(unsigned int cpu, const struct outcome *o)
{
	unsigned int i;

	for (i = 0; i < nr_holds; i++)
		if (holds[i].cpu == cpu && holds[i].kept &&
		    holds[i].from <= o->to && holds[i].to >= o->from)
			return true;
	return false;
}

static bool core_was_held(unsigned int cpu, const struct outcome *o)
{
	const struct sisheur_domains *d = domains();
	unsigned int c;

	for (c = 0; c < d->nr_cpus; c++)
		if (d->core[c] == d->core[cpu] && was_held(c, o))
			return true;
	return false;
}

/* Did the call ask for @cpu, or for its core? */
static bool asked_for(const struct outcome *o, unsigned int cpu)
{
	const struct call *c = o->call;
	const struct sisheur_domains *d = domains();
	unsigned long *allowed = allowed_sets[o->thread][c -
					program->calls[o->thread]];

	if (allowed && !prop_in(allowed, cpu))
		return false;
	switch (c->verb) {
	case CLAIM_CPU:
		return cpu == c->cpu;
	case CLAIM_CORE:
		return d->core[cpu] == d->core[c->cpu];
	case PICK:
	case SELECT:
		return sisheur_share_llc(d, cpu, c->cpu);
	case ANYWHERE:
		return sisheur_llc_of(d, cpu) >= 0;
	default:
		return false;
	}
}

static bool is_release(const struct outcome *o)
{
	return o->call->verb == FREE || o->call->verb == RELEASE;
}

static void check_none(const struct outcome *o)
{
	unsigned int cpu;

	for (cpu = 0; cpu < domains()->nr_cpus; cpu++) {
		if (!asked_for(o, cpu))
			continue;
		if (!(o->core ? core_was_held(cpu, o) : was_held(cpu, o)))
			explore_fail("thread %u was told NONE, and CPU %u was nobody's between steps %u and %u",
				     o->thread, cpu, o->from, o->to);
	}
}

static void check_again(const struct outcome *o)
{
	unsigned int i;

	again++;
	for (i = 0; i < nr_outcomes; i++)
		if (outcomes[i].thread != o->thread &&
		    outcomes[i].from < o->to && outcomes[i].to > o->from)
			return;
	explore_fail("thread %u is sent away, and nobody was there",
		     o->thread);
}

static void check_end(void)
{
	const struct sisheur_domains *d = domains();
	unsigned int cpu, c;
	bool idle;

	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		if (explored_is_idle(cpu) != (holder[cpu] < 0))
			explore_fail("CPU %u is lost", cpu);
		if (explored_under_way(cpu))
			explore_fail("a core claim is under way at the end");
		idle = true;
		for (c = 0; c < d->nr_cpus; c++)
			if (d->core[c] == d->core[cpu])
				idle &= explored_is_idle(c);
		if (idle && sisheur_llc_of(d, cpu) >= 0 && d->smt &&
		    !explored_hint(cpu))
			explore_fail("the idle core of CPU %u is hidden", cpu);
	}
}

static void check_apart(void)
{
	const struct sisheur_domains *d = domains();
	unsigned int a, b;

	for (a = 0; a < d->nr_cpus; a++)
		for (b = 0; b < a; b++)
			if (d->core[a] == d->core[b] &&
			    holder[a] >= 0 && holder[b] >= 0 &&
			    holds[holder[a]].from && holds[holder[b]].from &&
			    holds[holder[a]].thread !=
			    holds[holder[b]].thread)
				explore_fail("CPUs %u and %u, one core, were given to two",
					     a, b);
}

/* What came of a run, in one number; runs that differ have different ones. */
static unsigned long long digest(void)
{
	unsigned long long d = 0;
	unsigned int thread, i;

	/* Of each thread in its own order, whichever returned first. */
	for (thread = 0; thread < 3; thread++)
		for (i = 0; i < nr_outcomes; i++)
			if (outcomes[i].thread == thread)
				d = d * 1000003 +
				    (unsigned int)(outcomes[i].answer + 3);
	for (i = 0; i < domains()->nr_cpus; i++)
		d = d * 1000003 + (holder[i] < 0 ?
				   4 : holds[holder[i]].thread % 4) * 2 +
		    (explored_hint(i) != 0);
	return d;
}

static void remember(unsigned long long d)
{
	unsigned int i;

	for (i = 0; i < nr_digests; i++)
		if (digests[i] == d)
			return;
	if (nr_digests == sizeof(digests) / sizeof(digests[0]))
		explore_fail("more than %u outcomes", nr_digests);
	else
		digests[nr_digests++] = d;
}

static void finish(void)
{
	unsigned int served = 0, i;

	for (i = 0; i < nr_outcomes; i++) {
		const struct outcome *o = &outcomes[i];

		if (is_release(o))
			continue;
		served += o->answer >= 0;
		if (o->answer == SISHEUR_NONE)
			check_none(o);
		else if (o->answer < 0)
			check_again(o);
	}
	if (served < program->least || served > program->most)
		explore_fail("%u claims succeeded, %u must and %u may", served,
			     program->least, program->most);
	if (program->apart)
		check_apart();
	check_end();
	remember(digest());
}

/* running ------------------------------------------------------------------ */

static void set_up(const struct program *p)
{
	struct sisheur_error error = { 0 };
	unsigned int thread, i;
	char line[256];

	program = p;
	snprintf(line, sizeof(line), "profile=linux-6.12 %s", p->machine);
	prop_must_msg(sisheur_case_parse(&machine, line, &error) ==
		      SISHEUR_CASE_WAKEUP, "%s: %s", line, error.text);
	for (thread = 0; thread < 3; thread++) {
		for (i = 0; i < CALLS; i++) {
			const char *list = p->calls[thread][i].allowed;
			unsigned long **set = &allowed_sets[thread][i];

			*set = NULL;
			if (!list)
				continue;
			*set = calloc(SISHEUR_WORDS(256), sizeof(**set));
			prop_must(*set && sisheur_cpulist_parse(list, *set,
						domains()->nr_cpus, &error));
		}
	}
	prop_must(explored_new(domains(), machine.view.idle, p->hint));
}

static unsigned int threads_of(const struct program *p)
{
	unsigned int n = 0;

	while (n < 3 && p->calls[n][0].verb != END)
		n++;
	return n;
}

static struct explore exploration(const struct program *p)
{
	set_up(p);
	explored_tries = p->tries ? p->tries : 3;
	again = nr_digests = 0;
	return (struct explore){
		.nr_threads = threads_of(p),
		.body = live,
		.reset = reset,
		.finish = finish,
	};
}

START_TEST(every_order)
{
	const struct program *p = &programs[_i];
	struct explore e = exploration(p);

	e.max_switches = p->switches;
	e.plain = p->switches;
	if (p->large && !getenv("SISHEUR_EXPLORE_ALL"))
		e.max_runs = FEW;
	prop_must_msg(explore_all(&e), "%s: %s", p->name, explore_reason());
	prop_must(e.complete || e.max_runs || e.max_switches);
	printf("# %s: %s %lu orders of up to %u steps (%lu cut), %u outcomes, AGAIN %u times\n",
	       p->name, e.complete ? "all" : e.max_runs ? "the first" :
	       "some", e.runs, e.steps, e.cut, nr_digests, again);
}
END_TEST

/* Does leaving out orders leave out an outcome?  All orders of the smallest. */
START_TEST(no_outcome_is_left_out)
{
	const struct program *p = &programs[_i];
	unsigned long long with[sizeof(digests) / sizeof(digests[0])];
	unsigned int nr_with, i, k;
	struct explore e = exploration(p);
	unsigned long orders;

	if (p->large || e.nr_threads > 2)
		return;
	prop_must_msg(explore_all(&e), "%s: %s", p->name, explore_reason());
	if (e.steps > PLAIN_STEPS)
		return;
	orders = e.runs;
	nr_with = nr_digests;
	memcpy(with, digests, sizeof(with));

	nr_digests = 0;
	e.plain = true;
	e.max_runs = 0;
	prop_must_msg(explore_all(&e), "%s: %s", p->name, explore_reason());
	prop_must(e.complete);
	prop_must_uint_ge(e.runs, orders);
	prop_must_uint_eq(nr_digests, nr_with);
	for (i = 0; i < nr_digests; i++) {
		for (k = 0; k < nr_with && with[k] != digests[i]; k++)
			;
		prop_must_msg(k < nr_with, "%s: an outcome is left out",
			      p->name);
	}
	printf("# %s: %lu orders in all, %lu that differ, %u outcomes\n",
	       p->name, e.runs, orders, nr_with);
}
END_TEST

int main(void)
{
	const int nr = sizeof(programs) / sizeof(programs[0]);
	TCase *tc = prop_case("explore");

	tcase_add_loop_test(tc, every_order, 0, nr);
	tcase_add_loop_test(tc, no_outcome_is_left_out, 0, nr);
	return prop_run();
}
