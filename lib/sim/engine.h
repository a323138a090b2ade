/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * engine.h - what the files of the simulator share and nobody else may call
 *
 * One event is pending per CPU at most: what it is doing now ends then.  Tasks
 * that sleep wait in a heap of timers, and one tick beats for all CPUs.
 *
 *   run.c      describe, start, finish
 *   events.c   which event is next
 *   cpu.c      what a CPU does: run, switch, idle
 *   program.c  what a task does: its operations, and the channels
 *   wake.c     where a wakee goes, and what that costs
 *   queue.c    who runs next on a CPU
 *   balance.c  who is pulled where
 *   pelt.c     how busy a CPU and a task have been
 *   result.c   what is counted
 *   check.c    is all this still right
 *   costs.c    what things cost
 *   machine.c  which machines have a name
 *   work.c     which workloads there are
 *   work_*.c   the tasks of each
 */
#ifndef SISHEUR_SIM_ENGINE_H
#define SISHEUR_SIM_ENGINE_H

#include <stdint.h>

#include <sisheur/sim.h>
#include <sisheur/sisheur.h>

#define SISHEUR_NOBODY	(~0U)
#define SISHEUR_NEVER	(~0ULL)

/* A time and a CPU number share an event's key: SISHEUR_MAX_CPUS is 2^13. */
#define SISHEUR_CPU_BITS	13

/* ---- programs ---- */

/*
 * enum sisheur_op_code - what a task can do
 * @SISHEUR_OP_RUN:     work for @ns, give or take @jitter percent
 * @SISHEUR_OP_SPIN:    compute until @ns of wall-clock time are over
 * @SISHEUR_OP_SLEEP:   sleep for @ns, give or take @jitter percent
 * @SISHEUR_OP_SEND:    put a message into channel @arg; wait while it is full
 * @SISHEUR_OP_RECV:    take one from channel @arg; wait while it is empty
 * @SISHEUR_OP_SENDALL: one message for each task that waits on channel @arg
 * @SISHEUR_OP_DONE:    one unit of the workload's work is done
 * @SISHEUR_OP_JUMP:    go on with operation @arg
 * @SISHEUR_OP_REPEAT:  the same, @ns times in all; then go on behind it.
 *	@jitter is how many others it is within
 * @SISHEUR_OP_ROUNDS:  as REPEAT, but rounds of the warm-up do not count
 * @SISHEUR_OP_CLOSE:   writes no more into channel @arg: when nobody does, who
 *	reads from it ends with its last message
 * @SISHEUR_OP_EXIT:    the task ends
 * @SISHEUR_OP_TIMER:   sleep until @ns after timer @arg of the task was last
 *	to end; @jitter: even if that is over, the next counts from there
 * @SISHEUR_OP_UNLOCK:  one message into channel @arg unless it is full
 * @SISHEUR_OP_ENTER:   from now on it is called by CALL and CALLALL of @arg
 * @SISHEUR_OP_WAIT:    block until called; behind ENTER
 * @SISHEUR_OP_CALL:    the one that entered @arg first goes on
 * @SISHEUR_OP_CALLALL: all that entered @arg go on
 * @SISHEUR_OP_ARRIVE:  block until as many have come as channel @arg holds
 */
enum sisheur_op_code {
	SISHEUR_OP_RUN,
	SISHEUR_OP_SPIN,
	SISHEUR_OP_SLEEP,
	SISHEUR_OP_SEND,
	SISHEUR_OP_RECV,
	SISHEUR_OP_SENDALL,
	SISHEUR_OP_DONE,
	SISHEUR_OP_JUMP,
	SISHEUR_OP_REPEAT,
	SISHEUR_OP_ROUNDS,
	SISHEUR_OP_CLOSE,
	SISHEUR_OP_EXIT,
	SISHEUR_OP_TIMER,
	SISHEUR_OP_UNLOCK,
	SISHEUR_OP_ENTER,
	SISHEUR_OP_WAIT,
	SISHEUR_OP_CALL,
	SISHEUR_OP_CALLALL,
	SISHEUR_OP_ARRIVE,
};

/* REPEAT within REPEAT: the phases of a task, and the rounds of a phase. */
#define SISHEUR_REPEAT_DEPTH	2

struct sisheur_op {
	unsigned int code;
	unsigned int arg;
	unsigned int jitter;
	uint64_t ns;
};

/*
 * struct sisheur_channel - a pipe or a socket; also a mutex, which is one that
 *	holds a message while it is free, a condition and a barrier
 * @capacity:  messages that it holds
 * @count:     messages that it holds now
 * @low:       blocked writers are woken when it holds no more than this
 * @wake_all:  all of them, not one
 * @page:      messages of a page, where @capacity counts in whole pages as in
 *	Linux's pipes; 0: it counts in messages
 * @fill:      messages written into the last page
 * @open:      tasks that have yet to CLOSE it, where they do
 * @is_closed: nobody writes into it any more
 * @is_sync:   its wake-ups say that the waker will soon sleep
 * @from:      the CPU of the last message
 * @readers:   who waits for a message, first come first: head and tail
 * @writers:   who waits for room
 */
struct sisheur_channel {
	uint32_t capacity;
	uint32_t count;
	uint32_t low;
	uint32_t page;
	uint32_t fill;
	uint32_t open;
	bool wake_all;
	bool is_sync;
	bool is_closed;
	unsigned int from;
	uint32_t readers[2];
	uint32_t writers[2];
};

/* ---- tasks ---- */

/*
 * enum sisheur_wait_state - between ENTER and WAIT
 * @SISHEUR_WAIT_NONE:    it has not entered, or it blocks
 * @SISHEUR_WAIT_ENTERED: it is in the list of a condition, and does not block
 * @SISHEUR_WAIT_CALLED:  it was called before it came to block
 */
enum sisheur_wait_state {
	SISHEUR_WAIT_NONE,
	SISHEUR_WAIT_ENTERED,
	SISHEUR_WAIT_CALLED,
};

enum sisheur_task_state {
	SISHEUR_TASK_NEW,
	SISHEUR_TASK_QUEUED,
	SISHEUR_TASK_RUNNING,
	SISHEUR_TASK_BLOCKING,	/* on its way out; still curr of its CPU */
	SISHEUR_TASK_BLOCKED,
	SISHEUR_TASK_DEAD,
};

/*
 * struct sisheur_thread - a task
 * @ops:      its program
 * @pc:       the next operation
 * @base:     its channel 0 among all channels
 * @next:     who waits behind it on a channel
 * @cpu:      where it runs, is queued, or last ran
 * @last:     the CPU on which it last ran, SISHEUR_NOBODY if never
 * @recent:   its recent_used_cpu
 * @from:     the CPU whose message it was woken for, SISHEUR_NOBODY if none
 * @state:    enum sisheur_task_state
 * @herd:     those whom it is waking one after the other, linked by @next
 * @is_timed: its latency counts
 * @has_waited: for room in the channel into which it writes
 * @left:     work of the operation that is not done
 * @until:    when a SPIN ends; 0 if none is under way
 * @stall:    time that passes before work goes on, whatever the sibling does
 * @waits:    enum sisheur_wait_state
 * @repeats:  rounds of REPEAT done, by its depth
 * @woken_ns: when it was woken, SISHEUR_NEVER if it runs since
 * @queued_ns: when it was queued
 * @stopped_ns: when it last left a CPU
 * @vruntime: CFS
 * @place:    its place in its queue
 * @order:    breaks ties of vruntime: who was queued first
 * @memory:   whom it wakes
 * @allowed:  CPUs that it may run on; NULL is all
 * @pelt_ms:  up to when these are right
 * @born_ms:  since when it exists
 * @ran_ns:   it ran so long since then
 * @waited_ns: and waited in a queue
 * @util:     running share, 2^20 is all
 * @load:     runnable share, 2^20 is all
 * @est:      util_est: what it is likely to use once it runs
 * @ewma:     the same, smoothed
 * @charged:  what of it is counted on its CPU
 * @burst_ns: how long it usually runs at a time
 * @is_daemon: noise, not workload
 */
struct sisheur_thread {
	const struct sisheur_op *ops;
	uint32_t pc;
	uint32_t base;
	uint32_t next;
	uint32_t cpu;
	uint32_t last;
	uint32_t recent;
	uint32_t from;
	uint32_t herd;
	uint8_t state;
	uint8_t waits;
	bool is_daemon;
	bool is_timed;
	bool is_dead;
	bool has_waited;
	bool herd_sync;
	uint64_t left;
	uint64_t until;
	uint64_t stall;
	uint64_t repeats[SISHEUR_REPEAT_DEPTH];
	uint64_t woken_ns;
	uint64_t queued_ns;
	uint64_t stopped_ns;
	int64_t vruntime;
	uint32_t place;
	uint64_t order;
	struct sisheur_task memory;
	const unsigned long *allowed;
	uint64_t pelt_ms;
	uint64_t born_ms;
	uint64_t ran_ns;
	uint64_t waited_ns;
	unsigned long util;
	unsigned long load;
	unsigned long est;
	unsigned long ewma;
	unsigned long charged;
	uint64_t burst_ns;
};

/* ---- CPUs ---- */

enum sisheur_cpu_state {
	SISHEUR_CPU_IDLE,
	SISHEUR_CPU_RUN,	/* a stretch of work */
	SISHEUR_CPU_COMMIT,	/* a placement found; the enqueue is at its end */
	SISHEUR_CPU_AWAIT,	/* for a wakee that is still switching out */
	SISHEUR_CPU_BLOCK,	/* switching out */
	SISHEUR_CPU_NEWIDLE,	/* looking for a task to pull */
};

#define SISHEUR_NR_LEVELS	4	/* core, LLC, package, machine */

struct sisheur_level {
	uint64_t next_ns;
	uint32_t interval_ms;
	uint32_t failed;
};

struct sisheur_core_cpu {
	uint8_t state;
	bool resched;		/* somebody else should run; at the next chance */
	bool kept;		/* BLOCK: woken before it was out of the queue */
	bool queued;		/* BLOCK, NEWIDLE: woken on its way out */
	bool is_online;
	uint32_t curr;
	uint32_t nr_running;
	uint32_t nr_queued;
	uint32_t room;
	uint32_t *queue;	/* a heap by vruntime */
	uint32_t next;		/* who should run next, if that is not unfair */
	uint32_t last;		/* and then who was preempted for it */
	int64_t min_vruntime;
	uint64_t begun_ns;	/* when what it does now began */
	uint64_t end_ns;	/* and when it ends */
	uint64_t work_ns;	/* RUN: work done by then */
	uint64_t off_ns;	/* BLOCK: when the task leaves the queue */
	uint64_t charged_ns;	/* up to when curr's vruntime is right */
	uint64_t picked_ns;	/* when curr was picked */
	uint64_t locked_ns;	/* its queue is locked until then */
	uint32_t pct;		/* RUN: how slow work goes, percent */

	/* COMMIT and AWAIT: the wake-up under way */
	uint32_t wakee;
	uint32_t wakee_cpu;
	uint32_t leaving;	/* NEWIDLE: who is not off the CPU yet */
	bool is_sync;

	/* idle time, for SIS_PROP and the gates of newly idle balance */
	uint64_t idle_ns;	/* since when it is idle */
	uint64_t avg_idle;
	uint64_t wake_avg_idle;
	uint64_t wake_ms;
	uint64_t avg_scan_cost;
	uint32_t line_seen;

	/* PELT */
	uint64_t pelt_ns;	/* up to when the sums are right */
	uint64_t rolled_ns;	/* up to when they are in the averages */
	uint64_t busy_from_ns;	/* leaving idle does not count as busy */
	uint64_t busy_ns;	/* busy time since the last tick */
	uint64_t runnable_ns;	/* times tasks */
	unsigned long util;
	unsigned long load;
	unsigned long est;	/* util_est of the tasks on it */

	struct sisheur_level levels[SISHEUR_NR_LEVELS];
	struct sisheur_sim_cpu count;
	uint64_t since_ns;	/* busy or idle time is counted up to here */
};

/* What is shared in an LLC domain. */
struct sisheur_llc_state {
	int has_idle_cores;
	unsigned int nr_idle_scan;
	unsigned long sum_util;
	uint64_t sum_util_ns;
	uint32_t line;		/* changes each time the line is written */
	uint64_t line_ns;	/* the line is being handed over until then */
	uint32_t c2c_ns;	/* what costs scale to in a domain of this size */
	uint32_t map_ns;
	uint32_t nr_cores;
	uint64_t nr_running;	/* both while a new task is placed */
	bool is_allowed;
};

struct sisheur_timer {
	uint64_t at_ns;
	uint32_t task;
};

/*
 * A histogram of latencies with 32 steps to each power of two: all that is
 * known of a million waits in a few kilobytes.
 */
#define SISHEUR_HIST_STEPS	32
#define SISHEUR_HIST_SIZE	(SISHEUR_HIST_STEPS * 60)

struct sisheur_engine {
	const struct sisheur_sim *sim;
	struct sisheur_error *error;
	bool has_failed;

	uint64_t now_ns;
	uint64_t end_ns;
	uint64_t tick_ns;
	uint64_t ticks;
	uint64_t rng;
	uint64_t orders;
	uint64_t work_done_ns;	/* all work that stretches did */
	uint64_t work_asked_ns;	/* all that operations asked for */
	uint64_t finished_ns;	/* when the last task of the workload ended */
	uint64_t begun_ns;	/* when the warm-up was over */
	uint32_t nr_left;	/* tasks of the workload that have not ended */
	bool counts;		/* the warm-up is over */

	unsigned int nr_cpus;
	unsigned int words;
	unsigned int nr_online;
	struct sisheur_core_cpu *cpus;
	struct sisheur_llc_state *llcs;
	unsigned int *package;
	unsigned long *online;
	unsigned long *idle;
	unsigned long *claimed;
	unsigned long *overloaded;
	unsigned int nr_overloaded;
	const unsigned long *all_allowed; /* NULL unless some are offline */
	struct sisheur_view view;

	uint64_t *keys;		/* the winner tree */
	unsigned int leaves;
	struct sisheur_timer *timers;
	uint32_t nr_timers;

	struct sisheur_thread *tasks;
	uint32_t nr_tasks;
	uint32_t max_tasks;
	struct sisheur_channel *channels;
	uint32_t nr_channels;
	struct sisheur_op *ops;
	uint32_t nr_ops;
	unsigned long *pins;	/* sets of allowed CPUs */
	uint64_t *marks;	/* [task][timer] when it was last to end */
	uint32_t nr_marks;	/* timers of each task */

	struct sisheur_sim_result *result;
	uint64_t *hist;
	uint64_t digest;
	struct sisheur_block *blocks;	/* all memory, to be freed */
};

/* run.c */
__attribute__((__format__(__printf__, 2, 3)))
bool sisheur_sim_fail(struct sisheur_error *error, const char *format, ...);
void *sisheur_sim_alloc(struct sisheur_engine *e, size_t nr, size_t size);

static inline uint64_t sisheur_cost(const struct sisheur_engine *e,
				    unsigned int id)
{
	return e->sim->costs[id];
}

static inline bool sisheur_is_in(const unsigned long *set, unsigned int cpu)
{
	return set[cpu / SISHEUR_WORD_BITS] >> cpu % SISHEUR_WORD_BITS & 1;
}

static inline void sisheur_include(unsigned long *set, unsigned int cpu)
{
	set[cpu / SISHEUR_WORD_BITS] |= 1UL << cpu % SISHEUR_WORD_BITS;
}

static inline void sisheur_exclude(unsigned long *set, unsigned int cpu)
{
	set[cpu / SISHEUR_WORD_BITS] &= ~(1UL << cpu % SISHEUR_WORD_BITS);
}

static inline unsigned int sisheur_core_of(const struct sisheur_engine *e,
					   unsigned int cpu)
{
	return e->sim->domains->core[cpu];
}

static inline bool sisheur_may_run(const struct sisheur_thread *t,
				   unsigned int cpu)
{
	return !t->allowed || sisheur_is_in(t->allowed, cpu);
}

/* splitmix64: small, and the same everywhere. */
static inline uint64_t sisheur_random(struct sisheur_engine *e)
{
	uint64_t z = e->rng += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

/* @ns, give or take @percent. */
static inline uint64_t sisheur_jitter(struct sisheur_engine *e, uint64_t ns,
				      unsigned int percent)
{
	uint64_t width = ns / 100 * percent + ns % 100 * percent / 100;

	if (!width)
		return ns;
	/* Half a second on each side: beyond, the product would wrap. */
	if (width >= 1ULL << 29)
		return ns - width + sisheur_random(e) % (2 * width + 1);
	return ns - width + ((sisheur_random(e) >> 32) * (2 * width + 1) >> 32);
}

static inline void sisheur_digest(struct sisheur_engine *e, uint64_t value)
{
	e->digest = (e->digest ^ value) * 0x100000001b3ULL;
}

/* events.c */
bool sisheur_events_init(struct sisheur_engine *e);
void sisheur_event_set(struct sisheur_engine *e, unsigned int cpu,
		       uint64_t at_ns);
void sisheur_event_clear(struct sisheur_engine *e, unsigned int cpu);
void sisheur_timer_add(struct sisheur_engine *e, uint64_t at_ns, uint32_t task);
uint32_t sisheur_timer_pop(struct sisheur_engine *e);
void sisheur_events_run(struct sisheur_engine *e);

/* queue.c */
bool sisheur_queue_add(struct sisheur_engine *e, unsigned int cpu, uint32_t t);
void sisheur_queue_remove(struct sisheur_engine *e, unsigned int cpu,
			  uint32_t t);
void sisheur_queue_move(struct sisheur_engine *e, unsigned int cpu,
			uint32_t t);
void sisheur_queue_place(struct sisheur_engine *e, unsigned int cpu,
			 uint32_t t);
void sisheur_queue_charge(struct sisheur_engine *e, unsigned int cpu);
bool sisheur_queue_preempts(struct sisheur_engine *e, unsigned int cpu,
			    uint32_t t);
uint32_t sisheur_queue_pick(struct sisheur_engine *e, unsigned int cpu);
bool sisheur_queue_slice_over(struct sisheur_engine *e, unsigned int cpu);
void sisheur_queue_count(struct sisheur_engine *e, unsigned int cpu,
			 int change);

/* pelt.c */
void sisheur_pelt_cpu(struct sisheur_engine *e, unsigned int cpu);
void sisheur_pelt_tick(struct sisheur_engine *e, unsigned int cpu);
void sisheur_pelt_task(struct sisheur_engine *e, struct sisheur_thread *t);
void sisheur_pelt_settle(struct sisheur_engine *e);
void sisheur_pelt_charge(struct sisheur_engine *e, unsigned int cpu,
			 struct sisheur_thread *t);
void sisheur_pelt_discharge(struct sisheur_engine *e, unsigned int cpu,
			    struct sisheur_thread *t);
void sisheur_pelt_estimate(struct sisheur_engine *e, struct sisheur_thread *t);
unsigned long sisheur_pelt_util(struct sisheur_engine *e, unsigned int cpu);

/* cpu.c */
void sisheur_cpu_event(struct sisheur_engine *e, unsigned int cpu);
void sisheur_cpu_enqueue(struct sisheur_engine *e, unsigned int cpu,
			 uint32_t t);
void sisheur_cpu_tick(struct sisheur_engine *e, unsigned int cpu);
void sisheur_cpu_block(struct sisheur_engine *e, unsigned int cpu);
void sisheur_cpu_kick(struct sisheur_engine *e, unsigned int cpu);
bool sisheur_cpu_yields(struct sisheur_engine *e, unsigned int cpu);
void sisheur_cpu_until(struct sisheur_engine *e, unsigned int cpu,
		       unsigned int state, uint64_t end_ns);
uint32_t sisheur_cpu_pct(const struct sisheur_engine *e, unsigned int cpu);
void sisheur_cpu_stretch(struct sisheur_engine *e, unsigned int cpu);
void sisheur_cpu_account(struct sisheur_engine *e, unsigned int cpu);
bool sisheur_cpu_sibling_busy(const struct sisheur_engine *e, unsigned int cpu);

/* program.c */
void sisheur_program_step(struct sisheur_engine *e, unsigned int cpu);
void sisheur_program_timer(struct sisheur_engine *e, uint32_t t);

/* wake.c */
void sisheur_wake(struct sisheur_engine *e, unsigned int cpu, uint32_t wakee,
		  bool is_sync);
void sisheur_wake_again(struct sisheur_engine *e, unsigned int cpu);
void sisheur_wake_commit(struct sisheur_engine *e, unsigned int cpu);
void sisheur_wake_timer(struct sisheur_engine *e, uint32_t wakee);
void sisheur_wake_new(struct sisheur_engine *e, uint32_t task);

/* balance.c */
uint64_t sisheur_newidle_cost(struct sisheur_engine *e, unsigned int cpu);
void sisheur_newidle_pull(struct sisheur_engine *e, unsigned int cpu);
void sisheur_balance_init(struct sisheur_engine *e);
void sisheur_balance_begin(struct sisheur_engine *e);
void sisheur_balance_tick(struct sisheur_engine *e, unsigned int cpu);

/* check.c: nothing without SISHEUR_DEBUG */
void sisheur_check_cpu(struct sisheur_engine *e, unsigned int cpu);
void sisheur_check_all(struct sisheur_engine *e);

/* result.c */
void sisheur_count_latency(struct sisheur_engine *e, uint64_t ns);
void sisheur_result_begin(struct sisheur_engine *e);
bool sisheur_result_fill(struct sisheur_engine *e);

/* work.c: what a builder of a workload calls */
struct sisheur_work {
	struct sisheur_sim_workload public;
	bool (*build)(struct sisheur_engine *e);
};
const struct sisheur_work *sisheur_work_of(const struct sisheur_sim *sim);
bool sisheur_work_room(struct sisheur_engine *e, uint64_t tasks,
		       uint64_t channels, uint64_t ops);
struct sisheur_thread *sisheur_work_task(struct sisheur_engine *e,
					 const struct sisheur_op *ops,
					 uint32_t base, uint64_t start_ns);
uint32_t sisheur_work_channel(struct sisheur_engine *e, uint32_t capacity);
const struct sisheur_op *sisheur_work_ops(struct sisheur_engine *e,
					  const struct sisheur_op *ops,
					  uint32_t nr);
bool sisheur_work_noise(struct sisheur_engine *e);
bool sisheur_build_rr(struct sisheur_engine *e);
bool sisheur_build_hackbench(struct sisheur_engine *e);
bool sisheur_build_schbench(struct sisheur_engine *e);
bool sisheur_build_pinned(struct sisheur_engine *e);
bool sisheur_build_own(struct sisheur_engine *e);

#endif /* SISHEUR_SIM_ENGINE_H */
