// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What does a CPU do?  It runs a stretch of work, waits for a placement to
 * reach its queue, switches, looks for work to pull, or is idle.
 */
#include "engine.h"

/*
 * A stretch that is longer is cut, so that work notices within this time that
 * the sibling has become busy or idle.  Those of the workloads are shorter.
 */
#define SISHEUR_STRETCH_NS	100000U

/* Share of a switch after which the old task is out of the queue. */
#define SISHEUR_OFF_SHARE	3U

bool sisheur_cpu_sibling_busy(const struct sisheur_engine *e, unsigned int cpu)
{
	const unsigned int *next = e->sim->domains->next;
	unsigned int s;

	for (s = next[cpu]; s != cpu; s = next[s])
		if (e->cpus[s].state != SISHEUR_CPU_IDLE)
			return true;
	return false;
}

uint32_t sisheur_cpu_pct(const struct sisheur_engine *e, unsigned int cpu)
{
	return sisheur_cpu_sibling_busy(e, cpu) ?
		       e->sim->costs[SISHEUR_COST_SMT] : 100;
}

/* What the CPU does from now on, and when that ends. */
void sisheur_cpu_until(struct sisheur_engine *e, unsigned int cpu,
		       unsigned int state, uint64_t end_ns)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	c->state = (uint8_t)state;
	c->begun_ns = e->now_ns;
	c->end_ns = end_ns;
	sisheur_event_set(e, cpu, end_ns);
}

/* Adds the time until now to what the CPU counts as busy or as idle. */
void sisheur_cpu_account(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t ns = e->now_ns - c->since_ns;

	if (c->state == SISHEUR_CPU_IDLE)
		c->count.idle_ns += ns;
	else
		c->count.busy_ns += ns;
	c->since_ns = e->now_ns;
}

/* ---- running ---- */

void sisheur_cpu_stretch(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	struct sisheur_thread *t = &e->tasks[c->curr];
	uint64_t end = e->now_ns + t->stall;

	c->pct = sisheur_cpu_pct(e, cpu);
	c->work_ns = 0;
	if (t->until) {
		if (end < t->until)
			end = t->until;
	} else {
		c->work_ns = t->left;
		if (c->work_ns > SISHEUR_STRETCH_NS)
			c->work_ns = SISHEUR_STRETCH_NS;
		end += c->work_ns * c->pct / 100;
	}
	sisheur_cpu_until(e, cpu, SISHEUR_CPU_RUN, end);
}

/* A stretch is over, or cut off: what of it is done? */
static void sisheur_stretch_done(struct sisheur_engine *e,
				 struct sisheur_core_cpu *c,
				 struct sisheur_thread *t)
{
	uint64_t ns = e->now_ns - c->begun_ns;
	uint64_t work = c->work_ns;

	if (ns < t->stall) {
		t->stall -= ns;
		return;
	}
	if (e->now_ns < c->end_ns && c->work_ns) {
		work = (ns - t->stall) * 100 / c->pct;
		if (work > c->work_ns)
			work = c->work_ns;
	}
	t->stall = 0;
	t->left -= work;
	e->work_done_ns += work;
	if (t->until && t->until <= e->now_ns)
		t->until = 0;
}

static uint64_t sisheur_arrival_cost(struct sisheur_engine *e, unsigned int cpu,
				     struct sisheur_thread *t)
{
	const struct sisheur_domains *d = e->sim->domains;
	uint64_t ns = 0;

	if (t->last != SISHEUR_NOBODY && t->last != cpu) {
		bool far = d->llc[t->last] != d->llc[cpu];

		e->result->migrations += e->counts;
		e->result->llc_migrations += e->counts && far;
		if (d->core[t->last] != d->core[cpu]) {
			e->result->core_migrations += e->counts;
			ns += sisheur_cost(e, SISHEUR_COST_MIGRATE);
		}
		if (far)
			ns += sisheur_cost(e, SISHEUR_COST_C2C_FAR);
	}
	if (t->from != SISHEUR_NOBODY && d->core[t->from] != d->core[cpu]) {
		if (d->llc[cpu] != SISHEUR_NONE)
			ns += e->llcs[d->llc[cpu]].c2c_ns;
		if (d->llc[t->from] != d->llc[cpu])
			ns += sisheur_cost(e, SISHEUR_COST_C2C_FAR);
	}
	return ns;
}

/* Gives the CPU to a task, @delay from now. */
static void sisheur_begin(struct sisheur_engine *e, unsigned int cpu,
			  uint32_t id, uint64_t delay)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	struct sisheur_thread *t = &e->tasks[id];

	sisheur_pelt_cpu(e, cpu);
	c->curr = id;
	c->resched = false;
	c->charged_ns = e->now_ns;
	c->picked_ns = e->now_ns;
	c->count.switches++;
	t->waited_ns += e->now_ns - t->queued_ns;
	t->state = SISHEUR_TASK_RUNNING;
	t->stall += delay + sisheur_cost(e, SISHEUR_COST_SWITCH_IN) *
			    sisheur_cpu_pct(e, cpu) / 100;
	t->stall += sisheur_arrival_cost(e, cpu, t);
	t->last = cpu;
	t->from = SISHEUR_NOBODY;
	if (t->woken_ns != SISHEUR_NEVER) {
		if (t->is_timed)
			sisheur_count_latency(e, e->now_ns + t->stall -
						 t->woken_ns);
		t->woken_ns = SISHEUR_NEVER;
	}
	sisheur_cpu_stretch(e, cpu);
}

/* ---- idle ---- */

/* Who scans a bitmap has others write it: a line that all of a domain want. */
static uint64_t sisheur_map_cost(const struct sisheur_engine *e,
				 unsigned int cpu)
{
	int llc = e->sim->domains->llc[cpu];

	if (!(e->sim->profile.features & SISHEUR_SIS_FREE_LOOKS) ||
	    llc == SISHEUR_NONE)
		return 0;
	return e->llcs[llc].map_ns;
}

static void sisheur_go_idle(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	int llc = e->sim->domains->llc[cpu];

	sisheur_cpu_account(e, cpu);
	c->state = SISHEUR_CPU_IDLE;
	c->idle_ns = e->now_ns;
	sisheur_event_clear(e, cpu);
	sisheur_include(e->idle, cpu);
	/* nr_busy_cpus is on the line of the hint. */
	if (llc != SISHEUR_NONE && sisheur_cost(e, SISHEUR_COST_HINT_READ))
		e->llcs[llc].line++;
	if (llc != SISHEUR_NONE &&
	    sisheur_sets_idle_cores(e->sim->domains, &e->view, cpu,
				    &e->llcs[llc].has_idle_cores)) {
		e->llcs[llc].has_idle_cores = 1;
		e->llcs[llc].line++;
	}
}

/*
 * What the CPU learns of its idle periods from one that ends: an average of
 * eight, capped at twice the migration cost, as Linux has it.
 */
static void sisheur_leave_idle(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t most = 2 * sisheur_cost(e, SISHEUR_COST_HOT);
	uint64_t ns = e->now_ns - c->idle_ns;

	sisheur_cpu_account(e, cpu);
	sisheur_exclude(e->idle, cpu);
	if (ns > c->avg_idle)
		c->avg_idle += (ns - c->avg_idle) / 8;
	else
		c->avg_idle -= (c->avg_idle - ns) / 8;
	if (c->avg_idle > most)
		c->avg_idle = most;
	c->wake_ms = e->ticks;
	c->wake_avg_idle = c->avg_idle / 2;
}

/* ---- switching ---- */

/* Somebody must run now, @delay from now; the CPU has no curr. */
static void sisheur_pick(struct sisheur_engine *e, unsigned int cpu,
			 uint64_t delay)
{
	uint32_t t = sisheur_queue_pick(e, cpu);

	sisheur_queue_remove(e, cpu, t);
	sisheur_begin(e, cpu, t, delay);
}

static void sisheur_enqueue(struct sisheur_engine *e, unsigned int cpu,
			    uint32_t t)
{
	e->tasks[t].state = SISHEUR_TASK_QUEUED;
	e->tasks[t].queued_ns = e->now_ns;
	sisheur_queue_add(e, cpu, t);
}

/* The running task goes back into the queue. */
static void sisheur_preempt(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint32_t t = c->curr;

	sisheur_queue_charge(e, cpu);
	sisheur_pelt_cpu(e, cpu);
	e->tasks[t].stopped_ns = e->now_ns;
	c->curr = SISHEUR_NOBODY;
	sisheur_enqueue(e, cpu, t);
	if (e->has_failed)
		return;
	sisheur_pick(e, cpu, sisheur_cost(e, SISHEUR_COST_SWITCH_OUT) *
			     sisheur_cpu_pct(e, cpu) / 100);
}

/* Between two operations: does the task go on? */
bool sisheur_cpu_yields(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	if (!c->resched)
		return false;
	c->resched = false;
	if (!c->nr_queued)
		return false;
	sisheur_preempt(e, cpu);
	return true;
}

static void sisheur_preempt_soon(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	/* Placing a wakee is done with preemption off. */
	if (c->state != SISHEUR_CPU_RUN) {
		c->resched = true;
		return;
	}
	sisheur_stretch_done(e, c, &e->tasks[c->curr]);
	sisheur_preempt(e, cpu);
}

/* A wakee, or a new task, arrives. */
void sisheur_cpu_enqueue(struct sisheur_engine *e, unsigned int cpu, uint32_t t)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	sisheur_queue_place(e, cpu, t);
	sisheur_pelt_charge(e, cpu, &e->tasks[t]);
	sisheur_queue_count(e, cpu, 1);
	c->count.arrivals++;
	if (c->state == SISHEUR_CPU_IDLE) {
		/* Twice: when it went idle, it did not know for how long. */
		uint64_t exit = sisheur_cost(e, SISHEUR_COST_IDLE_EXIT) +
				2 * sisheur_map_cost(e, cpu);

		sisheur_leave_idle(e, cpu);
		e->tasks[t].queued_ns = e->now_ns;
		sisheur_begin(e, cpu, t, exit);
		c->busy_from_ns = e->now_ns + exit;
		return;
	}
	sisheur_enqueue(e, cpu, t);
	if (e->has_failed || c->state == SISHEUR_CPU_BLOCK ||
	    c->state == SISHEUR_CPU_NEWIDLE)
		return;
	if (sisheur_queue_preempts(e, cpu, t)) {
		e->result->preemptions += e->counts;
		sisheur_preempt_soon(e, cpu);
	}
}

/* The running task waits for something, or sleeps. */
void sisheur_cpu_block(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t ns = sisheur_cost(e, SISHEUR_COST_SWITCH_OUT) *
		      sisheur_cpu_pct(e, cpu) / 100;

	sisheur_queue_charge(e, cpu);
	sisheur_queue_count(e, cpu, -1);
	e->tasks[c->curr].state = SISHEUR_TASK_BLOCKING;
	if (c->last == c->curr)
		c->last = SISHEUR_NOBODY;
	c->kept = false;
	c->queued = false;
	c->off_ns = e->now_ns + ns / SISHEUR_OFF_SHARE;
	sisheur_cpu_until(e, cpu, SISHEUR_CPU_BLOCK, e->now_ns + ns);
}

static void sisheur_requeue(struct sisheur_engine *e, unsigned int cpu,
			    uint32_t t)
{
	sisheur_queue_place(e, cpu, t);
	sisheur_pelt_charge(e, cpu, &e->tasks[t]);
	sisheur_queue_count(e, cpu, 1);
	sisheur_enqueue(e, cpu, t);
}

static void sisheur_block_done(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint32_t id = c->curr;
	struct sisheur_thread *t = &e->tasks[id];
	uint64_t cost;

	if (c->kept) {
		c->kept = false;
		t->state = SISHEUR_TASK_RUNNING;
		t->woken_ns = SISHEUR_NEVER;
		t->from = SISHEUR_NOBODY;
		c->state = SISHEUR_CPU_RUN;
		sisheur_queue_count(e, cpu, 1);
		sisheur_program_step(e, cpu);
		return;
	}
	sisheur_queue_charge(e, cpu);
	sisheur_pelt_cpu(e, cpu);
	sisheur_pelt_estimate(e, t);
	sisheur_pelt_discharge(e, cpu, t);
	t->burst_ns += (e->now_ns - c->picked_ns) / 8 - t->burst_ns / 8;
	t->stopped_ns = e->now_ns;
	c->curr = SISHEUR_NOBODY;
	t->state = t->is_dead ? SISHEUR_TASK_DEAD : SISHEUR_TASK_BLOCKED;
	if (t->is_dead && !t->is_daemon && !--e->nr_left && e->counts) {
		/* Nothing is left to simulate; daemons alone are no work. */
		e->finished_ns = e->now_ns;
		e->end_ns = e->now_ns;
	}
	if (c->queued) {
		c->queued = false;
		sisheur_requeue(e, cpu, id);
		if (e->has_failed)
			return;
	}
	if (c->nr_queued) {
		sisheur_pick(e, cpu, 0);
		return;
	}
	cost = sisheur_newidle_cost(e, cpu);
	if (!cost) {
		sisheur_go_idle(e, cpu);
		return;
	}
	c->leaving = id;
	sisheur_cpu_until(e, cpu, SISHEUR_CPU_NEWIDLE, e->now_ns + cost);
}

static void sisheur_newidle_done(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	if (c->queued) {
		c->queued = false;
		sisheur_requeue(e, cpu, c->leaving);
	}
	c->leaving = SISHEUR_NOBODY;
	if (!c->nr_queued)
		sisheur_newidle_pull(e, cpu);
	if (e->has_failed)
		return;
	if (c->nr_queued)
		sisheur_pick(e, cpu, 0);
	else
		sisheur_go_idle(e, cpu);
}

void sisheur_cpu_event(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	struct sisheur_thread *t;

	switch (c->state) {
	case SISHEUR_CPU_RUN:
		t = &e->tasks[c->curr];
		sisheur_stretch_done(e, c, t);
		if (t->left)
			sisheur_cpu_stretch(e, cpu);
		else
			sisheur_program_step(e, cpu);
		break;
	case SISHEUR_CPU_COMMIT:
		sisheur_wake_commit(e, cpu);
		break;
	case SISHEUR_CPU_AWAIT:
		sisheur_wake_again(e, cpu);
		break;
	case SISHEUR_CPU_BLOCK:
		sisheur_block_done(e, cpu);
		break;
	case SISHEUR_CPU_NEWIDLE:
		sisheur_newidle_done(e, cpu);
		break;
	default:
		break;
	}
}

/* A task was pulled to a CPU that may be idle. */
void sisheur_cpu_kick(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];
	uint64_t exit = sisheur_cost(e, SISHEUR_COST_IDLE_EXIT);

	if (c->state != SISHEUR_CPU_IDLE || !c->nr_queued)
		return;
	sisheur_leave_idle(e, cpu);
	c->state = SISHEUR_CPU_RUN;
	sisheur_pick(e, cpu, exit);
	c->busy_from_ns = e->now_ns + exit;
}

void sisheur_cpu_tick(struct sisheur_engine *e, unsigned int cpu)
{
	struct sisheur_core_cpu *c = &e->cpus[cpu];

	sisheur_pelt_tick(e, cpu);
	if (c->curr != SISHEUR_NOBODY && c->state != SISHEUR_CPU_BLOCK) {
		sisheur_queue_charge(e, cpu);
		sisheur_pelt_task(e, &e->tasks[c->curr]);
		if (sisheur_queue_slice_over(e, cpu)) {
			if (c->last == c->curr)
				c->last = SISHEUR_NOBODY;
			sisheur_preempt_soon(e, cpu);
		}
	}
	if (!e->has_failed)
		sisheur_balance_tick(e, cpu);
}
