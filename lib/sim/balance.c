// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Who is pulled where?  Periodic balance of each level at Linux's intervals,
 * which also computes the scan budget, and newly idle balance behind its gate:
 * a CPU that is usually idle for less time than balance takes does not try.
 */
#include <string.h>

#include "engine.h"

/* sd->busy_factor: a busy CPU balances so many times less often (5.10). */
#define SISHEUR_BUSY_FACTOR	16U

/* cache_nice_tries of an LLC domain: failures before a hot task is taken. */
#define SISHEUR_NICE_TRIES	1U

/* sched_nr_migrate: the most tasks that one balance moves. */
#define SISHEUR_MOST_MOVES	32U

enum sisheur_level_id {
	SISHEUR_LEVEL_CORE,
	SISHEUR_LEVEL_LLC,
	SISHEUR_LEVEL_PACKAGE,
	SISHEUR_LEVEL_MACHINE,
};

/* Is @other one of those with whom @cpu balances on @level? */
static bool sisheur_within(const struct sisheur_engine *e, unsigned int level,
			   unsigned int cpu, unsigned int other)
{
	const struct sisheur_domains *d = e->sim->domains;

	switch (level) {
	case SISHEUR_LEVEL_CORE:
		return d->core[cpu] == d->core[other];
	case SISHEUR_LEVEL_LLC:
		return d->llc[cpu] == d->llc[other];
	case SISHEUR_LEVEL_PACKAGE:
		return e->package[cpu] == e->package[other];
	default:
		return true;
	}
}

/* CPUs of a level, 0 where it is the one below it once more. */
static unsigned int sisheur_level_weight(const struct sisheur_engine *e,
					 unsigned int level, unsigned int cpu)
{
	unsigned int other, nr = 0, below = 1;

	if (e->sim->domains->llc[cpu] == SISHEUR_NONE)
		return 0;
	for (other = 0; other < e->nr_cpus; other++) {
		if (!e->cpus[other].is_online ||
		    e->sim->domains->llc[other] == SISHEUR_NONE)
			continue;
		nr += sisheur_within(e, level, cpu, other);
		if (level && other != cpu)
			below += sisheur_within(e, level - 1, cpu, other);
	}
	return nr > below ? nr : 0;
}

void sisheur_balance_init(struct sisheur_engine *e)
{
	unsigned int level, cpu;

	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		struct sisheur_level *l = e->cpus[cpu].levels;

		for (level = 0; level < SISHEUR_NR_LEVELS; level++) {
			uint64_t ms = sisheur_level_weight(e, level, cpu);

			l[level].interval_ms = (uint32_t)ms;
			/* Machines do not boot all CPUs at one moment. */
			if (ms)
				l[level].next_ns = sisheur_random(e) %
						   (ms * 1000000);
		}
	}
}

/* ---- taking tasks ---- */

static bool sisheur_may_take(const struct sisheur_engine *e,
			     const struct sisheur_thread *t, unsigned int to,
			     bool hot_too)
{
	if (t->state != SISHEUR_TASK_QUEUED || !sisheur_may_run(t, to))
		return false;
	return hot_too || e->now_ns - t->stopped_ns >=
			  sisheur_cost(e, SISHEUR_COST_HOT);
}

/* Takes up to @most queued tasks from one CPU to another. */
static unsigned int sisheur_take_tasks(struct sisheur_engine *e,
				       unsigned int from, unsigned int to,
				       unsigned int most, bool hot_too)
{
	struct sisheur_core_cpu *src = &e->cpus[from];
	unsigned int at = src->nr_queued, taken = 0, looks = 0;

	sisheur_queue_charge(e, from);
	sisheur_queue_charge(e, to);
	while (at-- && taken < most && looks++ < SISHEUR_MOST_MOVES) {
		uint32_t id = src->queue[at];
		struct sisheur_thread *t = &e->tasks[id];

		if (!sisheur_may_take(e, t, to, hot_too))
			continue;
		sisheur_queue_remove(e, from, id);
		sisheur_queue_count(e, from, -1);
		sisheur_pelt_discharge(e, from, t);
		sisheur_queue_move(e, to, id);
		sisheur_pelt_charge(e, to, t);
		sisheur_queue_count(e, to, 1);
		if (!sisheur_queue_add(e, to, id))
			break;
		taken++;
		if (at > src->nr_queued)
			at = src->nr_queued;
	}
	return taken;
}

/* ---- finding whom to take from ---- */

/*
 * The CPU of a level with most tasks, at least two, from @cpu on upwards; a
 * lone queued task is left to the CPU that is about to run it.
 */
static int sisheur_busiest(const struct sisheur_engine *e, unsigned int level,
			   unsigned int cpu, unsigned int llc)
{
	int best = SISHEUR_NONE;
	unsigned int most = 1, pass;

	for (pass = 0; pass < 2; pass++) {
		int i = pass ? 0 : (int)cpu + 1;

		for (;;) {
			unsigned int nr;

			i = sisheur_cpuset_next(e->overloaded, e->nr_cpus,
						(unsigned int)i);
			if (i == SISHEUR_NONE ||
			    (pass && i >= (int)cpu))
				break;
			nr = e->cpus[i].nr_running;
			if (nr > most && e->cpus[i].nr_queued &&
			    sisheur_within(e, level, cpu, (unsigned int)i) &&
			    (llc == SISHEUR_NOBODY ||
			     e->sim->domains->llc[i] == (int)llc)) {
				most = nr;
				best = i;
			}
			i++;
		}
	}
	return best;
}

/* Tasks and CPUs of one LLC domain. */
struct sisheur_crowd {
	uint64_t tasks;
	uint64_t cpus;
};

static struct sisheur_crowd sisheur_crowd_of(const struct sisheur_engine *e,
					     unsigned int llc)
{
	const struct sisheur_domains *d = e->sim->domains;
	const unsigned long *span = &d->llc_span[llc * e->words];
	struct sisheur_crowd crowd = { 0, 0 };
	int cpu = -1;

	while ((cpu = sisheur_cpuset_next(span, e->nr_cpus,
					  (unsigned int)(cpu + 1))) !=
	       SISHEUR_NONE) {
		if (!e->cpus[cpu].is_online)
			continue;
		crowd.tasks += e->cpus[cpu].nr_running;
		crowd.cpus++;
	}
	return crowd;
}

/*
 * Above the LLC: the domain of the level that is most crowded, if it is more
 * so than ours by imbalance_pct, and how many tasks would even that out.
 */
static unsigned int sisheur_crowded_llc(const struct sisheur_engine *e,
					unsigned int level, unsigned int cpu,
					unsigned int *moves)
{
	const struct sisheur_domains *d = e->sim->domains;
	unsigned int own = (unsigned int)d->llc[cpu];
	struct sisheur_crowd ours = sisheur_crowd_of(e, own), most = ours;
	unsigned int llc, best = SISHEUR_NOBODY;

	for (llc = 0; llc < d->nr_llcs; llc++) {
		struct sisheur_crowd c;
		int first;

		if (llc == own)
			continue;
		first = sisheur_cpuset_next(&d->llc_span[llc * e->words],
					    e->nr_cpus, 0);
		if (first == SISHEUR_NONE ||
		    !sisheur_within(e, level, cpu, (unsigned int)first))
			continue;
		c = sisheur_crowd_of(e, llc);
		if (c.cpus && c.tasks * most.cpus > most.tasks * c.cpus) {
			most = c;
			best = llc;
		}
	}
	if (best == SISHEUR_NOBODY || most.tasks <= ours.tasks + 1 ||
	    most.tasks * ours.cpus * 100 <=
	    ours.tasks * most.cpus * SISHEUR_LLC_IMBALANCE_PCT)
		return SISHEUR_NOBODY;
	*moves = (unsigned int)(most.tasks - ours.tasks) / 2;
	return best;
}

static unsigned int sisheur_pull(struct sisheur_engine *e, unsigned int level,
				 unsigned int cpu, bool is_newidle)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	struct sisheur_level *l = &c->levels[level];
	unsigned int llc = SISHEUR_NOBODY, most = SISHEUR_MOST_MOVES, diff;
	bool hot_too = level == SISHEUR_LEVEL_CORE ||
		       l->failed > SISHEUR_NICE_TRIES;
	int from;

	if (level > SISHEUR_LEVEL_LLC) {
		llc = sisheur_crowded_llc(e, level, cpu, &most);
		if (llc == SISHEUR_NOBODY)
			return 0;
	}
	from = sisheur_busiest(e, level, cpu, llc);
	if (from == SISHEUR_NONE)
		return 0;
	diff = e->cpus[from].nr_running - c->nr_running;
	if (e->cpus[from].nr_running <= c->nr_running || diff < 2)
		return 0;
	if (most > diff / 2)
		most = diff / 2;
	if (is_newidle)
		most = 1;
	most = sisheur_take_tasks(e, (unsigned int)from, cpu, most, hot_too);
	if (most)
		l->failed = 0;
	else if (!is_newidle)
		l->failed++;
	return most;
}

/* ---- newly idle ---- */

static uint64_t sisheur_gate(const struct sisheur_engine *e, unsigned int level)
{
	static const unsigned char costs[SISHEUR_NR_LEVELS] = {
		[SISHEUR_LEVEL_CORE] = SISHEUR_COST_NEWIDLE_SMT,
		[SISHEUR_LEVEL_LLC] = SISHEUR_COST_NEWIDLE_LLC,
		[SISHEUR_LEVEL_PACKAGE] = SISHEUR_COST_NEWIDLE_FAR,
		[SISHEUR_LEVEL_MACHINE] = SISHEUR_COST_NEWIDLE_FAR,
	};

	return sisheur_cost(e, costs[level]);
}

/* How many levels a newly idle CPU looks at. */
static unsigned int sisheur_open_levels(const struct sisheur_engine *e,
					unsigned int cpu)
{
	const struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t spent = 0;
	unsigned int level, open = 0;

	if (!e->nr_overloaded)
		return 0;
	for (level = 0; level < SISHEUR_NR_LEVELS; level++) {
		if (!c->levels[level].interval_ms)
			continue;
		spent += sisheur_gate(e, level);
		if (c->avg_idle < spent)
			break;
		open = level + 1;
	}
	return open;
}

/* The time it takes a newly idle CPU to look; 0 if it does not. */
uint64_t sisheur_newidle_cost(struct sisheur_engine *e, unsigned int cpu)
{
	unsigned int open = sisheur_open_levels(e, cpu);

	if (!open)
		return 0;
	/* A look at each run queue of the widest level. */
	return 1 + sisheur_cost(e, SISHEUR_COST_PROBE) *
		   e->cpus[cpu].levels[open - 1].interval_ms;
}

void sisheur_newidle_pull(struct sisheur_engine *e, unsigned int cpu)
{
	unsigned int level, open = sisheur_open_levels(e, cpu);

	for (level = 0; level < open; level++) {
		unsigned int pulled;

		if (!e->cpus[cpu].levels[level].interval_ms)
			continue;
		pulled = sisheur_pull(e, level, cpu, true);
		if (pulled) {
			e->result->pulled_newidle += e->counts ? pulled : 0;
			break;
		}
	}
}

/* ---- periodic ---- */

/* Does this CPU balance for its group, which is its core here? */
static bool sisheur_should_balance(const struct sisheur_engine *e,
				   unsigned int cpu)
{
	const struct sisheur_domains *d = e->sim->domains;
	unsigned int first = d->core[cpu], s = first;

	/* The first idle CPU does, or the first if none is idle. */
	do {
		if (sisheur_is_in(e->idle, s))
			return s == cpu;
		s = d->next[s];
	} while (s != first);
	return cpu == first;
}

static void sisheur_write_budget(struct sisheur_engine *e, unsigned int cpu)
{
	const struct sisheur_domains *d = e->sim->domains;
	unsigned int llc = (unsigned int)d->llc[cpu];
	const unsigned long *span = &d->llc_span[llc * e->words];
	unsigned int weight = d->llcs[llc].weight, budget;
	struct sisheur_llc_state *s = &e->llcs[llc];
	unsigned long sum = 0;
	int other = -1;

	while ((other = sisheur_cpuset_next(span, e->nr_cpus,
					    (unsigned int)(other + 1))) !=
	       SISHEUR_NONE)
		sum += sisheur_pelt_util(e, (unsigned int)other);
	if (e->sim->budget)
		budget = e->sim->budget(e->sim->ctx, sum, weight);
	else if (e->sim->percent)
		budget = sisheur_nr_scan_percent(sum, weight);
	else
		budget = sisheur_nr_scan(sum, weight,
					 SISHEUR_LLC_IMBALANCE_PCT);
	s->sum_util = sum;
	s->sum_util_ns = e->now_ns;
	if (budget == s->nr_idle_scan)
		return;
	s->nr_idle_scan = budget;
	s->line++;
}

/*
 * The warm-up is over.  During it, busy CPUs balance as often as idle ones, so
 * that budgets come to be what they would be after seconds; from here on at
 * Linux's pace, each somewhere within its interval.
 */
void sisheur_balance_begin(struct sisheur_engine *e)
{
	unsigned int level, cpu;

	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		struct sisheur_core_cpu *c = &e->cpus[cpu];

		if (c->state == SISHEUR_CPU_IDLE)
			continue;
		for (level = 0; level < SISHEUR_NR_LEVELS; level++) {
			struct sisheur_level *l = &c->levels[level];

			if (l->interval_ms)
				l->next_ns = e->now_ns + sisheur_random(e) %
					     (l->interval_ms * 1000000ULL *
					      SISHEUR_BUSY_FACTOR);
		}
	}
}

void sisheur_balance_tick(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	bool idle = c->state == SISHEUR_CPU_IDLE;
	unsigned int level;

	for (level = 0; level < SISHEUR_NR_LEVELS; level++) {
		struct sisheur_level *l = &c->levels[level];
		unsigned int pulled;

		if (!l->interval_ms || e->now_ns < l->next_ns)
			continue;
		l->next_ns = e->now_ns + (uint64_t)l->interval_ms * 1000000 *
			     (idle || !e->counts ? 1 : SISHEUR_BUSY_FACTOR);
		if (level > SISHEUR_LEVEL_CORE &&
		    !sisheur_should_balance(e, cpu))
			continue;
		if (level == SISHEUR_LEVEL_LLC)
			sisheur_write_budget(e, cpu);
		if (!e->nr_overloaded)
			continue;
		pulled = sisheur_pull(e, level, cpu, false);
		e->result->pulled_balance += e->counts ? pulled : 0;
		if (pulled)
			sisheur_cpu_kick(e, cpu);
		if (e->has_failed)
			return;
	}
}
