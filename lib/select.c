// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The steps of the ladder, one function each, from the top down: the rule of
 * a step is here, which ladder has it and how it differs is in profile.c.
 */
#include "private.h"

SISHEUR_INLINE bool sisheur_has(const struct sisheur_ladder *l,
			       unsigned int feature)
{
	return l->features & feature;
}

SISHEUR_INLINE unsigned int *sisheur_probes(struct sisheur_ladder *l)
{
	return l->wakeup->count_probes ? &l->choice.probes : NULL;
}

/* One CPU at a time: to count, or because there are no maps. */
SISHEUR_INLINE bool sisheur_walks(const struct sisheur_ladder *l)
{
	return l->wakeup->count_probes || !l->view.idle;
}

SISHEUR_INLINE int sisheur_domain_of(const struct sisheur_ladder *l,
				     unsigned int cpu)
{
	return sisheur_llc_number(l->wakeup->domains, l->nr_cpus, cpu);
}

/* Does @cpu share with the target?  A CPU in no domain shares with nobody. */
SISHEUR_INLINE bool sisheur_shares(const struct sisheur_ladder *l,
				   unsigned int cpu)
{
	return l->llc != SISHEUR_NONE && l->llc == sisheur_domain_of(l, cpu);
}

/* The search of this wake-up, around @target. */
SISHEUR_INLINE struct sisheur_scan sisheur_scan_of(const struct sisheur_ladder *l,
						  unsigned int target,
						  unsigned int how)
{
	struct sisheur_scan scan = {
		.domains = l->wakeup->domains,
		.view = &l->view,
		.allowed = l->wakeup->allowed,
		.target = target,
		.how = how | l->how,
	};

	return scan;
}

SISHEUR_INLINE bool sisheur_may_run_on(const struct sisheur_ladder *l,
				      unsigned int cpu)
{
	const struct sisheur_wakeup *w = l->wakeup;

	return !w->allowed ||
	       sisheur_has_cpu(w->allowed, l->nr_cpus, cpu);
}

/* Are the maps asked whether a core is idle, and not the hint? */
SISHEUR_INLINE bool sisheur_asks_maps(const struct sisheur_ladder *l)
{
	return sisheur_has(l, SISHEUR_SIS_TRUE_HINT) && l->view.idle;
}

/* Without SMT nobody keeps the hint, and its line is not read at all. */
SISHEUR_INLINE bool sisheur_stored_hint(const struct sisheur_wakeup *w)
{
	return w->domains->smt && w->has_idle_cores &&
	       sisheur_load_int(w->has_idle_cores);
}

/* What the maps say of the hint, in its place; a hint that differs is noted. */
SISHEUR_NOINLINE void sisheur_ask_maps(struct sisheur_ladder *l)
{
	struct sisheur_scan scan = sisheur_scan_of(l, l->wakeup->target, 0);
	bool truth;

	scan.allowed = NULL;
	truth = sisheur_has_idle_core(&scan);
	if (truth != l->hint)
		l->choice.hint = truth ? SISHEUR_HINT_SET : SISHEUR_HINT_CLEAR;
	l->hint = truth;
}

/*
 * What the domain's hint says, or what the maps say where they are believed
 * instead.  Read once: on a second read it might say something else, and two
 * steps would follow different rules.
 */
SISHEUR_INLINE bool sisheur_hint(struct sisheur_ladder *l)
{
	if (l->hint != SISHEUR_NONE)
		return l->hint;
	l->hint = sisheur_stored_hint(l->wakeup);
	if (l->wakeup->domains->smt && sisheur_asks_maps(l))
		sisheur_ask_maps(l);
	return l->hint;
}

/* Could the wakee have a wholly idle core?  Without maps, as the hint says. */
SISHEUR_NOINLINE bool sisheur_core_to_be_had(struct sisheur_ladder *l)
{
	struct sisheur_scan scan;

	if (l->core != SISHEUR_NONE)
		return l->core;
	if (!l->view.idle)
		return sisheur_stored_hint(l->wakeup);
	scan = sisheur_scan_of(l, l->wakeup->target, 0);
	l->core = sisheur_has_idle_core(&scan);
	return l->core;
}

/* One look at @cpu: will it do? */
SISHEUR_INLINE bool sisheur_is_usable(struct sisheur_ladder *l, unsigned int cpu)
{
	const struct sisheur_wakeup *w = l->wakeup;
	unsigned int state;

	if (w->count_probes)
		l->choice.probes++;
	state = sisheur_look_at(&l->view, l->nr_cpus, cpu);
	return sisheur_state_rank(l->how, state);
}

/* Does an idle core elsewhere forbid to answer @cpu?  (SIS_SPREAD) */
SISHEUR_INLINE bool sisheur_crowds(struct sisheur_ladder *l, unsigned int cpu)
{
	const struct sisheur_wakeup *w = l->wakeup;

	return sisheur_has(l, SISHEUR_SIS_SPREAD) && w->spread &&
	       w->domains->smt && sisheur_core_to_be_had(l) &&
	       !sisheur_core_is_idle(w->domains, &l->view, cpu);
}

SISHEUR_HOT int sisheur_step_target(struct sisheur_ladder *l)
{
	unsigned int target = l->wakeup->target;

	if (!sisheur_is_usable(l, target) || sisheur_crowds(l, target))
		return SISHEUR_NONE;
	return (int)target;
}

SISHEUR_INLINE bool sisheur_fits(const struct sisheur_ladder *l,
				unsigned int cpu)
{
	const struct sisheur_wakeup *w = l->wakeup;

	return !sisheur_has(l, SISHEUR_SIS_PAIR_FITS) || !w->fits ||
	       sisheur_has_cpu(w->fits, l->nr_cpus, cpu);
}

/* Does a pair gain from one core in a domain of this size? */
SISHEUR_INLINE bool sisheur_large_enough(const struct sisheur_ladder *l,
					 unsigned int llc)
{
	return !sisheur_has(l, SISHEUR_SIS_PAIR_LARGE) ||
	       l->wakeup->domains->llcs[llc].weight >= SISHEUR_PAIR_MIN_LLC;
}

/* May a pair share the waker's CPU itself?  Its core has no room left. */
SISHEUR_INLINE bool sisheur_may_stack(const struct sisheur_ladder *l)
{
	const struct sisheur_wakeup *w = l->wakeup;

	return sisheur_has(l, SISHEUR_SIS_PAIR_STACK) && w->brief &&
	       w->waker_nr_running <= 1 && sisheur_may_run_on(l, w->waker) &&
	       sisheur_fits(l, w->waker);
}

SISHEUR_NOINLINE int sisheur_step_pair(struct sisheur_ladder *l, unsigned int how)
{
	const struct sisheur_wakeup *w = l->wakeup;
	struct sisheur_scan scan = sisheur_scan_of(l, w->waker, how);
	int llc = sisheur_domain_of(l, w->waker);
	int cpu;

	if (!w->pair || !w->domains->smt || llc == SISHEUR_NONE)
		return SISHEUR_NONE;
	if (sisheur_has(l, SISHEUR_SIS_PAIR_SCARCE) && sisheur_core_to_be_had(l))
		return SISHEUR_NONE;

	cpu = sisheur_pair_sibling(&scan, sisheur_probes(l));
	/*
	 * Siblings have one capacity: if the first does not fit, none does.  A
	 * core with a usable CPU is not saturated, even if the pair may not
	 * have it.
	 */
	if (cpu != SISHEUR_NONE)
		return sisheur_large_enough(l, (unsigned int)llc) &&
		       sisheur_fits(l, (unsigned int)cpu) ? cpu : SISHEUR_NONE;
	return sisheur_may_stack(l) ? (int)w->waker : SISHEUR_NONE;
}

SISHEUR_HOT int sisheur_step_prev(struct sisheur_ladder *l, unsigned int how)
{
	const struct sisheur_wakeup *w = l->wakeup;

	if (w->prev == w->target ||
	    !sisheur_shares(l, w->prev) ||
	    !sisheur_is_usable(l, w->prev) || sisheur_crowds(l, w->prev))
		return SISHEUR_NONE;
	if ((how & SISHEUR_HOW_CLUSTERS) &&
	    !sisheur_share_cluster(w->domains, w->prev, w->target)) {
		l->late[0] = (int)w->prev;
		return SISHEUR_NONE;
	}
	return (int)w->prev;
}

SISHEUR_INLINE int sisheur_step_kthread(struct sisheur_ladder *l)
{
	const struct sisheur_wakeup *w = l->wakeup;

	return w->kthread && w->prev == w->waker && w->waker_nr_running <= 1 &&
	       w->prev < l->nr_cpus ?
		       (int)w->prev : SISHEUR_NONE;
}

SISHEUR_HOT int sisheur_step_recent(struct sisheur_ladder *l,
				      unsigned int how)
{
	const struct sisheur_wakeup *w = l->wakeup;
	unsigned int recent = l->choice.recent;

	l->choice.recent = w->prev;
	if (recent == w->prev || recent == w->target ||
	    !sisheur_shares(l, recent) ||
	    !sisheur_is_usable(l, recent) ||
	    !sisheur_may_run_on(l, how & SISHEUR_HOW_PREV_ALLOWED ? w->prev :
								    recent) ||
	    sisheur_crowds(l, recent))
		return SISHEUR_NONE;
	if ((how & SISHEUR_HOW_CLUSTERS) &&
	    !sisheur_share_cluster(w->domains, recent, w->target)) {
		l->late[1] = (int)recent;
		return SISHEUR_NONE;
	}
	return (int)recent;
}

SISHEUR_INLINE int sisheur_step_no_domain(struct sisheur_ladder *l)
{
	const struct sisheur_wakeup *w = l->wakeup;

	return l->llc == SISHEUR_NONE ?
		       (int)w->target : SISHEUR_NONE;
}

SISHEUR_HOT int sisheur_step_smt(struct sisheur_ladder *l, unsigned int how)
{
	const struct sisheur_wakeup *w = l->wakeup;
	struct sisheur_scan scan = sisheur_scan_of(l, w->prev, how);
	int cpu;

	if (!w->domains->smt || sisheur_hint(l) ||
	    !sisheur_shares(l, w->prev))
		return SISHEUR_NONE;
	cpu = sisheur_scan_siblings(&scan, sisheur_probes(l));
	return cpu != SISHEUR_NONE && !sisheur_crowds(l, (unsigned int)cpu) ?
		       cpu : SISHEUR_NONE;
}

/* The budget of SIS_UTIL, with what the profile sisheur makes of it. */
SISHEUR_INLINE unsigned int sisheur_util_budget(const struct sisheur_ladder *l)
{
	const struct sisheur_wakeup *w = l->wakeup;
	unsigned int budget, aged, weight;

	if (!w->nr_idle_scan)
		return SISHEUR_NO_BUDGET;
	budget = (unsigned int)sisheur_load_int((const int *)w->nr_idle_scan);

	/* Linux balances an LLC every so many ms as it has CPUs. */
	weight = w->domains->llcs[l->llc].weight;
	if (sisheur_has(l, SISHEUR_SIS_AGED_UTIL) &&
	    w->sum_util_age_ms > weight) {
		aged = sisheur_nr_scan(sisheur_pelt_age(w->sum_util,
							w->sum_util_age_ms),
				       weight, SISHEUR_LLC_IMBALANCE_PCT);
		if (aged > budget)
			budget = aged;
	}

	if (!sisheur_has(l, SISHEUR_SIS_FREE_LOOKS) || !l->view.idle)
		return budget;
	/* A product that wraps would refuse what a large budget grants. */
	return budget < SISHEUR_NO_BUDGET / SISHEUR_FREE_LOOKS - 1 ?
		       (budget + 1) * SISHEUR_FREE_LOOKS : SISHEUR_NO_BUDGET;
}

SISHEUR_HOT unsigned int sisheur_budget(struct sisheur_ladder *l,
					    unsigned int how)
{
	const struct sisheur_wakeup *w = l->wakeup;
	bool hint = l->hint;

	if (sisheur_has(l, SISHEUR_SIS_UTIL)) {
		if (hint && sisheur_has(l, SISHEUR_SIS_IDLE_CORE))
			return SISHEUR_NO_BUDGET;
		return sisheur_util_budget(l);
	}
	if (!hint && (how & SISHEUR_HOW_PROP) &&
	    sisheur_has(l, SISHEUR_SIS_PROP)) {
		int llc = l->llc;

		return sisheur_nr_scan_prop(w->avg_idle, w->avg_scan_cost,
					    w->domains->llcs[llc].weight);
	}
	return SISHEUR_NO_BUDGET;
}

SISHEUR_HOT int sisheur_scan_domain(struct sisheur_ladder *l,
					unsigned int how)
{
	struct sisheur_scan scan = sisheur_scan_of(l, l->wakeup->target, how);
	/* Not a local: BPF would need 32 bytes of stack more for it. */
	int *fallback = &l->choice.cpu;
	unsigned int budget;
	int cpu;

	if (sisheur_has(l, SISHEUR_SIS_TRULY_IDLE))
		scan.how |= SISHEUR_HOW_TRULY_IDLE;
	if ((how & SISHEUR_HOW_PROP) &&
	    sisheur_domain_of(l, l->wakeup->waker) == SISHEUR_NONE)
		return SISHEUR_NONE;

	budget = sisheur_budget(l, how);
	if (!budget)
		return SISHEUR_NONE;
	if (!l->hint)
		return sisheur_walks(l) ?
			       sisheur_walk_cpu(&scan, budget,
						sisheur_probes(l)) :
			       sisheur_scan_cpu(&scan, budget);

	cpu = sisheur_walks(l) ?
		      sisheur_walk_core(&scan, fallback, sisheur_probes(l)) :
		      sisheur_scan_core(&scan, fallback);
	if (cpu != SISHEUR_NONE)
		return cpu;

	/*
	 * A narrow wakee finds no core where the maps have just shown one, and
	 * a hint that was put right must not be made wrong again.
	 */
	if (!sisheur_asks_maps(l) &&
	    !((how & SISHEUR_HOW_EMPTY) && sisheur_scan_is_empty(&scan)) &&
	    !(sisheur_has(l, SISHEUR_SIS_KEEP_HINT) &&
	      !sisheur_covers_domain(&scan)))
		l->choice.hint = SISHEUR_HINT_CLEAR;
	return *fallback;
}

SISHEUR_INLINE int sisheur_step_scan(struct sisheur_ladder *l, unsigned int how)
{
	int cpu;

	/* A ladder of the user's own may lack the rung that ends here. */
	if (l->llc == SISHEUR_NONE)
		return SISHEUR_NONE;

	/* Read here and not below: there, BPF has no stack left to ask maps. */
	sisheur_hint(l);
	l->choice.scanned = true;
	l->choice.scan_probes -= l->choice.probes;
	cpu = sisheur_scan_domain(l, how);
	l->choice.scan_probes += l->choice.probes;
	l->choice.failed = cpu == SISHEUR_NONE;
	return cpu;
}

SISHEUR_INLINE int sisheur_step_late(const struct sisheur_ladder *l)
{
	return l->late[0] != SISHEUR_NONE ? l->late[0] : l->late[1];
}

SISHEUR_DEF void sisheur_wakeup_init(struct sisheur_wakeup *wakeup,
				     const struct sisheur_domains *domains,
				     const struct sisheur_view *view,
				     unsigned int target)
{
	SISHEUR_ASSERT(wakeup);
	/* One by one: a struct that is copied whole may need memset(). */
	wakeup->domains = domains;
	wakeup->view = view;
	wakeup->allowed = NULL;
	wakeup->target = target;
	wakeup->prev = target;
	wakeup->recent = target;
	wakeup->waker = target;
	wakeup->waker_nr_running = 2;
	wakeup->pair = false;
	wakeup->kthread = false;
	wakeup->wakee_sched_idle = false;
	wakeup->count_probes = false;
	wakeup->has_idle_cores = NULL;
	wakeup->nr_idle_scan = NULL;
	wakeup->avg_idle = SISHEUR_AVG_IDLE_NS;
	wakeup->avg_scan_cost = 1;
	wakeup->sum_util = 0;
	wakeup->sum_util_age_ms = 0;
	wakeup->fits = NULL;
	wakeup->spread = false;
	wakeup->brief = false;
}

SISHEUR_INLINE void sisheur_begin(struct sisheur_ladder *ladder,
				  const struct sisheur_profile *profile,
				  const struct sisheur_wakeup *wakeup)
{
	ladder->wakeup = wakeup;
	ladder->features = profile->features;
	ladder->how = profile->picky && wakeup->wakee_sched_idle ?
			      SISHEUR_HOW_NO_SCHED_IDLE : 0;
	ladder->view = *wakeup->view;
	if (!sisheur_has(ladder, SISHEUR_SIS_CLAIM))
		ladder->view.claimed = NULL;
	ladder->choice.cpu = SISHEUR_NONE;
	ladder->choice.step = SISHEUR_STEP_NONE;
	ladder->choice.recent = wakeup->recent;
	ladder->choice.hint = SISHEUR_HINT_KEEP;
	ladder->choice.probes = 0;
	ladder->choice.scan_probes = 0;
	ladder->choice.scanned = false;
	ladder->choice.failed = false;
	ladder->nr_cpus = sisheur_clamp(wakeup->domains->nr_cpus);
	ladder->llc = sisheur_domain_of(ladder, wakeup->target);
	ladder->late[0] = SISHEUR_NONE;
	ladder->late[1] = SISHEUR_NONE;
	ladder->hint = SISHEUR_NONE;
	ladder->core = SISHEUR_NONE;
}

SISHEUR_DEF void sisheur_ladder_init(struct sisheur_ladder *ladder,
				     const struct sisheur_profile *profile,
				     const struct sisheur_wakeup *wakeup)
{
	SISHEUR_ASSERT(ladder && profile && wakeup && wakeup->domains &&
		       wakeup->view);
	sisheur_begin(ladder, profile, wakeup);
}

/* A target that is no CPU has no answer. */
SISHEUR_INLINE bool sisheur_has_target(const struct sisheur_ladder *l)
{
	return l->wakeup->target < l->nr_cpus;
}

SISHEUR_INLINE int sisheur_climb(struct sisheur_ladder *ladder,
				 const struct sisheur_rung *rung)
{
	const unsigned int how = rung->how;
	int cpu = SISHEUR_NONE;

	if (rung->needs & ~ladder->features)
		return SISHEUR_NONE;

	switch (rung->step) {
	case SISHEUR_STEP_TARGET:
		cpu = sisheur_step_target(ladder);
		break;
	case SISHEUR_STEP_PAIR:
		cpu = sisheur_step_pair(ladder, how);
		break;
	case SISHEUR_STEP_PREV:
		cpu = sisheur_step_prev(ladder, how);
		break;
	case SISHEUR_STEP_KTHREAD:
		cpu = sisheur_step_kthread(ladder);
		break;
	case SISHEUR_STEP_RECENT:
		cpu = sisheur_step_recent(ladder, how);
		break;
	case SISHEUR_STEP_NO_DOMAIN:
		cpu = sisheur_step_no_domain(ladder);
		break;
	case SISHEUR_STEP_SMT:
		cpu = sisheur_step_smt(ladder, how);
		break;
	case SISHEUR_STEP_SCAN:
		cpu = sisheur_step_scan(ladder, how);
		break;
	case SISHEUR_STEP_LATE:
		cpu = sisheur_step_late(ladder);
		break;
	case SISHEUR_STEP_LAST:
		cpu = (int)ladder->wakeup->target;
		break;
	default:
		break;
	}
	if (cpu != SISHEUR_NONE) {
		ladder->choice.cpu = cpu;
		ladder->choice.step = rung->step;
	}
	return cpu;
}

SISHEUR_DEF int sisheur_step(struct sisheur_ladder *ladder,
			     const struct sisheur_rung *rung)
{
	SISHEUR_ASSERT(ladder && rung);
	return sisheur_has_target(ladder) ?
		       sisheur_climb(ladder, rung) : SISHEUR_NONE;
}

SISHEUR_INLINE int sisheur_run(const struct sisheur_profile *profile,
			       const struct sisheur_wakeup *wakeup,
			       struct sisheur_choice *choice)
{
	struct sisheur_ladder ladder;
	unsigned int i, nr;

	nr = profile->nr_rungs;
	if (nr > SISHEUR_MAX_RUNGS)
		nr = SISHEUR_MAX_RUNGS;
	sisheur_begin(&ladder, profile, wakeup);
	if (sisheur_has_target(&ladder)) {
		SISHEUR_UNROLL
		sisheur_for(i, 0, nr)
			if (sisheur_climb(&ladder, &profile->rungs[i]) !=
			    SISHEUR_NONE)
				break;
	}
	if (choice)
		*choice = ladder.choice;
	return ladder.choice.cpu;
}

#ifdef SISHEUR_ONE_UNIT
/*
 * The ladders of profile.c, each a function of its own: the same loop over the
 * same table, of which the compiler leaves only what this table asks for.
 */
#define SISHEUR_RUN(id) \
SISHEUR_NOINLINE int sisheur_run_ ## id(const struct sisheur_wakeup *wakeup, \
				     struct sisheur_choice *choice) \
{ \
	return sisheur_run(&sisheur_profiles[SISHEUR_ ## id], wakeup, choice); \
}
SISHEUR_RUN(LINUX_5_18)
SISHEUR_RUN(LINUX_6_1)
SISHEUR_RUN(LINUX_6_12)
SISHEUR_RUN(LINUX_7_1)
SISHEUR_RUN(OWN)
#undef SISHEUR_RUN
#endif

/* Any other profile. */
SISHEUR_COLD int sisheur_run_any(const struct sisheur_profile *profile,
				 const struct sisheur_wakeup *wakeup,
				 struct sisheur_choice *choice)
{
	return sisheur_run(profile, wakeup, choice);
}

SISHEUR_DEF int sisheur_select(const struct sisheur_profile *profile,
			       const struct sisheur_wakeup *wakeup,
			       struct sisheur_choice *choice)
{
	SISHEUR_ASSERT(profile && wakeup && wakeup->domains && wakeup->view);
#ifdef SISHEUR_ONE_UNIT
	if (profile == &sisheur_profiles[SISHEUR_LINUX_6_12])
		return sisheur_run_LINUX_6_12(wakeup, choice);
	if (profile == &sisheur_profiles[SISHEUR_OWN])
		return sisheur_run_OWN(wakeup, choice);
	if (profile == &sisheur_profiles[SISHEUR_LINUX_7_1])
		return sisheur_run_LINUX_7_1(wakeup, choice);
	if (profile == &sisheur_profiles[SISHEUR_LINUX_6_1])
		return sisheur_run_LINUX_6_1(wakeup, choice);
	if (profile == &sisheur_profiles[SISHEUR_LINUX_5_18])
		return sisheur_run_LINUX_5_18(wakeup, choice);
#endif
	return sisheur_run_any(profile, wakeup, choice);
}
