// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Where does a wakee go, and what does that cost the waker?  The affinity step
 * chooses a target, the library places from there, and the enqueue follows some
 * time later: until then others may find the same CPU idle.
 */
#include "engine.h"

/*
 * Both sides of a pair run briefly if a burst is no longer than this: an eighth
 * of the shortest slice, as the SIS_SHORT patches of 2022 have it.
 */
#define SISHEUR_BRIEF_SHARE	8

/* ---- the affinity step ---- */

static bool sisheur_is_idle(const struct sisheur_engine *e, unsigned int cpu)
{
	return sisheur_is_in(e->idle, cpu);
}

/* Is the waker's CPU less loaded than prev, with the wakee on it? */
static bool sisheur_is_lighter(struct sisheur_engine *e, unsigned int cpu,
			       struct sisheur_thread *wakee, bool is_sync)
{
	const struct sisheur_core_cpu *this = &e->cpus[cpu];
	const struct sisheur_core_cpu *prev = &e->cpus[wakee->cpu];
	int64_t load, other;

	sisheur_pelt_task(e, wakee);
	load = (int64_t)this->load;
	if (is_sync && this->curr != SISHEUR_NOBODY) {
		int64_t own = (int64_t)e->tasks[this->curr].load;

		if (own > load)
			return true;
		load -= own;
	}
	load = (load + (int64_t)wakee->load) * 100;
	other = (int64_t)prev->load - (int64_t)wakee->load;
	/* Half of what imbalance_pct of an LLC domain is above 100. */
	other *= 100 + (int64_t)(SISHEUR_LLC_IMBALANCE_PCT - 100) / 2;
	return load < other + is_sync;
}

static unsigned int sisheur_target(struct sisheur_engine *e, unsigned int cpu,
				   struct sisheur_thread *wakee,
				   const struct sisheur_task *waker,
				   bool is_sync)
{
	const struct sisheur_domains *d = e->sim->domains;
	unsigned int prev = wakee->cpu;
	int llc = d->llc[cpu];

	if (cpu == prev || llc == SISHEUR_NONE || !sisheur_may_run(wakee, cpu))
		return prev;
	if (waker && sisheur_is_wide(waker->flips, wakee->memory.flips,
				     d->llcs[llc].weight))
		return prev;
	if (sisheur_is_idle(e, cpu) && d->llc[prev] == llc)
		return sisheur_is_idle(e, prev) ? prev : cpu;
	if (is_sync && e->cpus[cpu].nr_running == 1)
		return cpu;
	if (sisheur_is_idle(e, prev))
		return prev;
	return sisheur_is_lighter(e, cpu, wakee, is_sync) ? cpu : prev;
}

/* ---- the placement ---- */

/* SIS_PROP forgets half of the idle time it hopes for at each tick. */
static void sisheur_age_idle(struct sisheur_engine *e,
			     struct sisheur_core_cpu *c)
{
	uint64_t ticks = e->ticks - c->wake_ms;

	c->wake_avg_idle = ticks < 64 ? c->wake_avg_idle >> ticks : 0;
	c->wake_ms = e->ticks;
}

/*
 * struct sisheur_placing - a placement and what it is made of
 * @w: the wake-up
 * @c: the answer
 * @hint: has_idle_cores was set
 */
struct sisheur_placing {
	struct sisheur_wakeup w;
	struct sisheur_choice c;
	bool hint;
};

static void sisheur_ask_llc(struct sisheur_engine *e, struct sisheur_wakeup *w)
{
	int llc = e->sim->domains->llc[w->target];
	struct sisheur_llc_state *s;

	if (llc == SISHEUR_NONE)
		return;
	s = &e->llcs[llc];
	w->has_idle_cores = &s->has_idle_cores;
	w->nr_idle_scan = &s->nr_idle_scan;
	w->sum_util = s->sum_util;
	w->sum_util_age_ms = (unsigned int)((e->now_ns - s->sum_util_ns) /
					    1000000);
}

static bool sisheur_is_brief(struct sisheur_engine *e,
			     const struct sisheur_thread *t)
{
	return t->burst_ns < sisheur_cost(e, SISHEUR_COST_SLICE) /
			     SISHEUR_BRIEF_SHARE;
}

/* Stores what the placement changes; false if its answer cannot be used. */
static bool sisheur_take(struct sisheur_engine *e, unsigned int cpu,
			 struct sisheur_thread *wakee,
			 const struct sisheur_placing *p)
{
	const struct sisheur_choice *choice = &p->c;
	int llc = e->sim->domains->llc[p->w.target];
	unsigned int step = choice->step;

	if (choice->cpu < 0 || (unsigned int)choice->cpu >= e->nr_cpus ||
	    !e->cpus[choice->cpu].is_online ||
	    !sisheur_may_run(wakee, (unsigned int)choice->cpu)) {
		e->has_failed = true;
		return sisheur_sim_fail(e->error,
			"a wake-up was placed on CPU %d, which is not online or not allowed; waker on CPU %u, target %u, prev %u",
			choice->cpu, cpu, p->w.target, p->w.prev);
	}
	wakee->recent = choice->recent;
	if (choice->hint != SISHEUR_HINT_KEEP && llc != SISHEUR_NONE) {
		e->llcs[llc].has_idle_cores = choice->hint == SISHEUR_HINT_SET;
		e->llcs[llc].line++;
	}
	if (e->counts) {
		sisheur_stats_add(&e->cpus[cpu].count.stats, choice);
		if (step < SISHEUR_SIM_MAX_STEPS)
			e->result->placed[step]++;
	}
	sisheur_digest(e, e->now_ns);
	sisheur_digest(e, (uint64_t)choice->cpu << 32 | step << 16 |
			  choice->scan_probes);
	return true;
}

static bool sisheur_place(struct sisheur_engine *e, unsigned int cpu,
			  uint32_t id, const struct sisheur_thread *waker,
			  bool is_sync, struct sisheur_placing *p)
{
	const struct sisheur_sim *sim = e->sim;
	struct sisheur_thread *wakee = &e->tasks[id];
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	struct sisheur_wakeup *w = &p->w;
	unsigned int target = sisheur_target(e, cpu, wakee,
					     waker ? &waker->memory : NULL,
					     is_sync);

	sisheur_wakeup_init(w, sim->domains, &e->view, target);
	w->prev = wakee->cpu;
	w->recent = wakee->recent;
	w->waker = cpu;
	w->waker_nr_running = c->nr_running;
	w->allowed = wakee->allowed ? wakee->allowed : e->all_allowed;
	w->count_probes = true;
	sisheur_ask_llc(e, w);
	if (waker) {
		w->pair = sisheur_is_pair(&waker->memory, c->curr + 1ULL,
					  &wakee->memory, id + 1ULL);
		w->brief = sisheur_is_brief(e, waker) &&
			   sisheur_is_brief(e, wakee);
	}
	if (sim->profile.features & SISHEUR_SIS_PROP) {
		sisheur_age_idle(e, c);
		w->avg_idle = c->wake_avg_idle;
		w->avg_scan_cost = c->avg_scan_cost;
	}
	p->hint = w->has_idle_cores && *w->has_idle_cores;
	if (sim->place) {
		/* Who stores no choice would be counted by what is on the stack. */
		p->c = (struct sisheur_choice){ .recent = w->recent };
		p->c.cpu = sim->place(sim->ctx, &sim->profile, w, &p->c);
	} else {
		p->c.cpu = sisheur_select(&sim->profile, w, &p->c);
	}
	return sisheur_take(e, cpu, wakee, p);
}

/* ---- what it costs ---- */

/* A line that another CPU has written is handed from one reader to the next. */
static uint64_t sisheur_line_cost(struct sisheur_engine *e,
				  struct sisheur_core_cpu *c,
				  struct sisheur_llc_state *s)
{
	uint64_t from = e->now_ns;

	if (c->line_seen == s->line)
		return 0;
	c->line_seen = s->line;
	if (from < s->line_ns)
		from = s->line_ns;
	s->line_ns = from + sisheur_cost(e, SISHEUR_COST_LINE);
	return s->line_ns - e->now_ns;
}

/* SIS_PROP remembers what scans cost, and pays for them with idle time. */
static void sisheur_pay_scan(struct sisheur_core_cpu *c, uint64_t ns)
{
	c->wake_avg_idle -= ns < c->wake_avg_idle ? ns : c->wake_avg_idle;
	if (ns > c->avg_scan_cost)
		c->avg_scan_cost += (ns - c->avg_scan_cost) / 8;
	else
		c->avg_scan_cost -= (c->avg_scan_cost - ns) / 8;
}

/*
 * The looks of a placement.  Linux looks at run queues; a profile with
 * SIS_FREE_LOOKS reads its scan from a bitmap, a line at a time.
 */
static uint64_t sisheur_looks_ns(const struct sisheur_engine *e,
				 const struct sisheur_choice *choice)
{
	uint64_t looks = choice->probes;

	if ((e->sim->profile.features & SISHEUR_SIS_FREE_LOOKS) &&
	    choice->scan_probes)
		looks = choice->probes - choice->scan_probes + 1 +
			choice->scan_probes / SISHEUR_FREE_LOOKS;
	return looks * sisheur_cost(e, SISHEUR_COST_PROBE);
}

static uint64_t sisheur_commit_ns(struct sisheur_engine *e, unsigned int cpu,
				  const struct sisheur_placing *p)
{
	unsigned int to = (unsigned int)p->c.cpu;
	int llc = e->sim->domains->llc[p->w.target];
	uint64_t pct = sisheur_cpu_pct(e, cpu);
	uint64_t looks = sisheur_looks_ns(e, &p->c);
	uint64_t ns = sisheur_cost(e, SISHEUR_COST_SELECT) + looks;
	struct sisheur_core_cpu *c = &e->cpus[to];
	uint64_t at;

	if (to == cpu) {
		ns += sisheur_cost(e, SISHEUR_COST_ENQUEUE_OWN);
	} else if (sisheur_core_of(e, to) == sisheur_core_of(e, cpu)) {
		ns += sisheur_cost(e, SISHEUR_COST_WINDOW_NEAR);
	} else {
		ns += sisheur_cost(e, SISHEUR_COST_WINDOW);
	}
	at = e->now_ns + ns * pct / 100;
	if ((p->c.scanned || sisheur_cost(e, SISHEUR_COST_HINT_READ)) &&
	    llc != SISHEUR_NONE) {
		at += sisheur_line_cost(e, &e->cpus[cpu], &e->llcs[llc]);
		if (!p->hint &&
		    (e->sim->profile.features & SISHEUR_SIS_PROP))
			sisheur_pay_scan(&e->cpus[cpu], looks * pct / 100);
	}
	if (to == cpu)
		return at;
	if (at < c->locked_ns)
		at = c->locked_ns;
	c->locked_ns = at + sisheur_cost(e, SISHEUR_COST_ENQUEUE);
	return c->locked_ns;
}

static void sisheur_search(struct sisheur_engine *e, unsigned int cpu,
			   uint32_t wakee, bool is_sync)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	struct sisheur_placing p;
	unsigned int to;

	if (!sisheur_place(e, cpu, wakee, &e->tasks[c->curr], is_sync, &p))
		return;
	to = (unsigned int)p.c.cpu;
	c->wakee = wakee;
	c->wakee_cpu = to;
	if (sisheur_is_idle(e, to))
		sisheur_include(e->claimed, to);
	sisheur_cpu_until(e, cpu, SISHEUR_CPU_COMMIT,
			  sisheur_commit_ns(e, cpu, &p));
}

/* ---- the wake-up ---- */

static void sisheur_wake_from(struct sisheur_engine *e, unsigned int cpu,
			      uint32_t id)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	struct sisheur_thread *wakee = &e->tasks[id];
	struct sisheur_core_cpu *on = &e->cpus[wakee->cpu];
	uint64_t cost = sisheur_cost(e, SISHEUR_COST_ENQUEUE);

	if (wakee->state == SISHEUR_TASK_BLOCKING) {
		if (e->now_ns < on->off_ns) {
			on->kept = true;
			e->result->kept += e->counts;
		} else if (!on->nr_queued) {
			on->queued = true;
			e->result->queued += e->counts;
		} else {
			/* It may move only once it is off its CPU. */
			c->wakee = id;
			sisheur_cpu_until(e, cpu, SISHEUR_CPU_AWAIT,
					  on->end_ns > e->now_ns ?
						  on->end_ns : e->now_ns + 1);
			return;
		}
	} else if (on->state == SISHEUR_CPU_NEWIDLE && on->leaving == id &&
		   !on->nr_queued) {
		on->queued = true;
		e->result->queued += e->counts;
	} else {
		sisheur_search(e, cpu, id, c->is_sync);
		return;
	}
	c->wakee = SISHEUR_NOBODY;
	sisheur_cpu_until(e, cpu, SISHEUR_CPU_COMMIT,
			  e->now_ns + cost * sisheur_cpu_pct(e, cpu) / 100);
}

void sisheur_wake(struct sisheur_engine *e, unsigned int cpu, uint32_t id,
		  bool is_sync)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	sisheur_queue_charge(e, cpu);
	e->result->wakeups += e->counts;
	sisheur_record_wakee(&e->tasks[c->curr].memory, id + 1ULL, e->now_ns);
	e->tasks[id].woken_ns = e->now_ns;
	e->tasks[id].from = cpu;
	c->is_sync = is_sync;
	sisheur_wake_from(e, cpu, id);
}

void sisheur_wake_again(struct sisheur_engine *e, unsigned int cpu)
{
	sisheur_wake_from(e, cpu, e->cpus[cpu].wakee);
}

void sisheur_wake_commit(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint32_t wakee = c->wakee;

	c->wakee = SISHEUR_NOBODY;
	/* What follows may look at this CPU: it runs a task again. */
	c->state = SISHEUR_CPU_RUN;
	c->begun_ns = e->now_ns;
	c->end_ns = e->now_ns;
	c->work_ns = 0;
	if (wakee != SISHEUR_NOBODY) {
		sisheur_exclude(e->claimed, c->wakee_cpu);
		if (c->wakee_cpu == cpu)
			c->state = SISHEUR_CPU_COMMIT;
		sisheur_cpu_enqueue(e, c->wakee_cpu, wakee);
		c->state = SISHEUR_CPU_RUN;
	}
	if (!e->has_failed)
		sisheur_program_step(e, cpu);
}

/*
 * A timer wakes a sleeper in an interrupt on the CPU on which it went to sleep.
 * Whom it interrupts pays nothing here.
 */
void sisheur_wake_timer(struct sisheur_engine *e, uint32_t id)
{
	struct sisheur_thread *t = &e->tasks[id];
	struct sisheur_placing p;

	t->woken_ns = e->now_ns;
	if (t->is_daemon) {
		sisheur_cpu_enqueue(e, t->cpu, id);
		return;
	}
	e->result->wakeups += e->counts;
	if (sisheur_place(e, t->cpu, id, NULL, false, &p))
		sisheur_cpu_enqueue(e, (unsigned int)p.c.cpu, id);
}

/* ---- new tasks ---- */

/* Better is: a wholly idle core, an idle CPU, a short queue. */
static unsigned int sisheur_worth(struct sisheur_engine *e, unsigned int cpu)
{
	unsigned int nr = e->cpus[cpu].nr_running;

	if (!sisheur_is_idle(e, cpu))
		return nr < 1000000 ? 2000000 - nr : 1000000;
	return sisheur_core_is_idle(e->sim->domains, &e->view, cpu) ?
		       4000000 : 3000000;
}

/* The LLC domain with the fewest tasks for its size that @t may use. */
static int sisheur_idlest_llc(struct sisheur_engine *e,
			      const struct sisheur_thread *t)
{
	const struct sisheur_domains *d = e->sim->domains;
	int best = SISHEUR_NONE;
	uint64_t least = ~0ULL;
	unsigned int llc, cpu;

	for (llc = 0; llc < d->nr_llcs; llc++) {
		e->llcs[llc].nr_running = 0;
		e->llcs[llc].is_allowed = false;
	}
	/* Of all domains at once: there may be thousands, of a CPU each. */
	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		if (d->llc[cpu] == SISHEUR_NONE || !e->cpus[cpu].is_online)
			continue;
		e->llcs[d->llc[cpu]].nr_running += e->cpus[cpu].nr_running;
		e->llcs[d->llc[cpu]].is_allowed |= sisheur_may_run(t, cpu);
	}
	for (llc = 0; llc < d->nr_llcs; llc++) {
		uint64_t share = e->llcs[llc].nr_running * 1024 /
				 (d->llcs[llc].weight ? d->llcs[llc].weight :
							1);

		if (e->llcs[llc].is_allowed && share < least) {
			least = share;
			best = (int)llc;
		}
	}
	return best;
}

/* A new task begins where there is most room. */
void sisheur_wake_new(struct sisheur_engine *e, uint32_t id)
{
	const struct sisheur_domains *d = e->sim->domains;
	struct sisheur_thread *t = &e->tasks[id];
	unsigned int cpu, best = SISHEUR_NOBODY, worth = 0;
	int llc = d->nr_llcs > 1 ? sisheur_idlest_llc(e, t) : SISHEUR_NONE;

	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		unsigned int w;

		if (!e->cpus[cpu].is_online || !sisheur_may_run(t, cpu) ||
		    (llc != SISHEUR_NONE && d->llc[cpu] != llc))
			continue;
		w = sisheur_worth(e, cpu);
		if (w > worth) {
			worth = w;
			best = cpu;
		}
	}
	t->cpu = best;
	t->recent = best;
	t->born_ms = e->now_ns / 1000000;
	t->pelt_ms = t->born_ms;
	t->vruntime = e->cpus[best].min_vruntime;
	sisheur_cpu_enqueue(e, best, id);
}
