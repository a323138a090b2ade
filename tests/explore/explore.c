// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "explore.h"

/* qemu-user and sanitizers want more than a bare coroutine would. */
#define STACK	(256 * 1024)

struct access {
	enum explore_kind kind;
	const void *address;
};

/**
 * struct step - one access of a run, and what is left to try in its place
 * @runnable: threads that could go on
 * @todo:    of these, the ones that must be tried here
 * @asleep:  threads whose next access here leads to nothing new
 * @thread:  who went on
 * @access:  to what
 * @clock:   [thread] one more than the last step of it that this one is behind
 * @switches: how often before, and at this step, somebody was interrupted
 */
struct step {
	unsigned int runnable;
	unsigned int todo;
	unsigned int asleep;
	unsigned int thread;
	struct access access;
	unsigned int clock[EXPLORE_THREADS];
	unsigned int switches;
};

static struct {
	struct explore *e;
	struct step path[EXPLORE_STEPS];
	unsigned int depth;	/* of the run that is being made */
	unsigned int prefix;	/* steps of it that are decided */
	bool cut;
	char reason[8192];

	ucontext_t back;
	ucontext_t context[EXPLORE_THREADS];
	char *stack[EXPLORE_THREADS];
	struct access next[EXPLORE_THREADS];
	unsigned int clock[EXPLORE_THREADS][EXPLORE_THREADS];
	unsigned int running;	/* set of those that have not ended */
	unsigned int self;
} x;

unsigned int explore_thread(void)
{
	return x.self;
}

unsigned int explore_now(void)
{
	return x.depth;
}

const char *explore_reason(void)
{
	return x.reason[0] ? x.reason : NULL;
}

static const char *name_of(enum explore_kind kind)
{
	static const char *const names[] = {
		"starts", "reads", "writes", "changes", "marks",
	};

	return names[kind];
}

void explore_fail(const char *format, ...)
{
	size_t at;
	unsigned int i;
	va_list args;

	if (x.reason[0])
		return;
	va_start(args, format);
	vsnprintf(x.reason, sizeof(x.reason), format, args);
	va_end(args);
	for (i = 0; i < x.depth; i++) {
		at = strlen(x.reason);
		snprintf(x.reason + at, sizeof(x.reason) - at,
			 "\n  %u: thread %u %s %p", i, x.path[i].thread,
			 name_of(x.path[i].access.kind),
			 x.path[i].access.address);
	}
}

static bool is_write(const struct access *a)
{
	return a->kind == EXPLORE_WRITE || a->kind == EXPLORE_CHANGE;
}

/* Does the order of two accesses of different threads matter? */
static bool depend(const struct access *a, const struct access *b)
{
	if (a->kind == EXPLORE_START || b->kind == EXPLORE_START)
		return false;
	if (a->kind == EXPLORE_MARK || b->kind == EXPLORE_MARK)
		return a->kind == EXPLORE_CHANGE || b->kind == EXPLORE_CHANGE;
	return a->address == b->address && (is_write(a) || is_write(b));
}

static unsigned int lowest(unsigned int set)
{
	unsigned int n = 0;

	while (!(set >> n & 1))
		n++;
	return n;
}

/*
 * The next access of @thread could have come before step @i: let it, at that
 * step, unless the step had to come first anyway.
 */
static bool reverse(unsigned int i, unsigned int thread)
{
	struct step *s = &x.path[i];

	if (s->thread == thread || !depend(&s->access, &x.next[thread]))
		return false;
	if (x.clock[thread][s->thread] > i)
		return false;
	s->todo |= 1U << thread;
	return true;
}

static void find_races(void)
{
	unsigned int last = x.depth ? x.path[x.depth - 1].thread : 0;
	unsigned int thread, i;

	for (thread = 0; x.depth && thread < x.e->nr_threads; thread++) {
		if (!(x.running >> thread & 1))
			continue;
		/* Of the others, all but the last step was looked at before. */
		if (thread != last) {
			reverse(x.depth - 1, thread);
			continue;
		}
		for (i = x.depth; i-- > 0;)
			if (reverse(i, thread))
				break;
	}
}

static unsigned int choose(struct step *s)
{
	struct step *before = x.depth ? s - 1 : NULL;
	unsigned int q, free;

	s->runnable = x.running;
	s->asleep = 0;
	if (x.e->plain) {
		s->todo = x.running;
		if (x.e->max_switches && before &&
		    x.running >> before->thread & 1 &&
		    before->switches >= x.e->max_switches)
			s->todo = 1U << before->thread;
	} else {
		s->todo = 0;
		for (q = 0; before && q < x.e->nr_threads; q++)
			if (before->asleep >> q & 1 &&
			    !depend(&x.next[q], &before->access))
				s->asleep |= 1U << q;
	}
	free = (s->todo ? s->todo : s->runnable) & ~s->asleep;
	if (!free)
		return EXPLORE_THREADS;
	/* To go on with the same thread costs no switch of contexts. */
	q = before && free >> before->thread & 1 ? before->thread :
						   lowest(free);
	s->todo |= 1U << q;
	return q;
}

/* Notes the step that is about to be made. */
static void note(struct step *s, unsigned int thread)
{
	unsigned int *clock = x.clock[thread];
	unsigned int i, q;

	s->thread = thread;
	s->access = x.next[thread];
	for (i = 0; i < x.depth; i++) {
		if (x.path[i].thread == thread ||
		    !depend(&x.path[i].access, &s->access))
			continue;
		for (q = 0; q < x.e->nr_threads; q++)
			if (clock[q] < x.path[i].clock[q])
				clock[q] = x.path[i].clock[q];
	}
	clock[thread] = x.depth + 1;
	memcpy(s->clock, clock, sizeof(s->clock));
	s->switches = x.depth ? s[-1].switches : 0;
	if (x.depth && s[-1].thread != thread && x.running >> s[-1].thread & 1)
		s->switches++;
}

/* Who goes on; EXPLORE_THREADS if nobody does. */
static unsigned int schedule(void)
{
	struct step *s = &x.path[x.depth];
	unsigned int thread;

	if (!x.running || x.reason[0])
		return EXPLORE_THREADS;
	if (x.depth == EXPLORE_STEPS) {
		explore_fail("more than %u steps", EXPLORE_STEPS);
		return EXPLORE_THREADS;
	}
	if (!x.e->plain)
		find_races();
	thread = x.depth < x.prefix ? s->thread : choose(s);
	if (thread == EXPLORE_THREADS) {
		x.cut = true;
		return thread;
	}
	note(s, thread);
	x.depth++;
	return thread;
}

static void switch_to(ucontext_t *from, unsigned int thread)
{
	if (thread == EXPLORE_THREADS) {
		swapcontext(from, &x.back);
		return;
	}
	x.self = thread;
	swapcontext(from, &x.context[thread]);
}

void explore_at(enum explore_kind kind, const void *address)
{
	unsigned int self = x.self, thread;

	x.next[self] = (struct access){ kind, address };
	thread = schedule();
	if (thread != self)
		switch_to(&x.context[self], thread);
}

static void live(void)
{
	unsigned int self = x.self;

	x.e->body(self);
	x.running &= ~(1U << self);
	switch_to(&x.context[self], schedule());
}

static void run_once(void)
{
	unsigned int thread;

	x.e->reset();
	x.depth = 0;
	x.cut = false;
	x.running = (1U << x.e->nr_threads) - 1;
	memset(x.clock, 0, sizeof(x.clock));
	for (thread = 0; thread < x.e->nr_threads; thread++) {
		x.next[thread] = (struct access){ EXPLORE_START, NULL };
		getcontext(&x.context[thread]);
		x.context[thread].uc_stack.ss_sp = x.stack[thread];
		x.context[thread].uc_stack.ss_size = STACK;
		x.context[thread].uc_link = &x.back;
		makecontext(&x.context[thread], live, 0);
	}
	switch_to(&x.back, schedule());
	if (x.depth > x.e->steps)
		x.e->steps = x.depth;
	if (x.cut) {
		x.e->cut++;
		return;
	}
	x.e->runs++;
	if (!x.reason[0])
		x.e->finish();
}

/* The deepest step at which somebody else is to go on; false if there is none. */
static bool next_run(void)
{
	/* Where a run was cut, nobody was chosen. */
	unsigned int i;

	for (i = x.depth; i-- > 0;) {
		struct step *s = &x.path[i];
		unsigned int left;

		s->asleep |= 1U << s->thread;
		left = s->todo & ~s->asleep;
		if (!left)
			continue;
		s->thread = lowest(left);
		x.prefix = i + 1;
		return true;
	}
	return false;
}

bool explore_all(struct explore *e)
{
	unsigned int thread;

	memset(x.path, 0, sizeof(x.path));
	x.e = e;
	x.prefix = 0;
	x.reason[0] = '\0';
	e->runs = e->cut = 0;
	e->steps = 0;
	e->complete = false;
	for (thread = 0; thread < EXPLORE_THREADS; thread++)
		if (!x.stack[thread])
			x.stack[thread] = malloc(STACK);
	do {
		if (e->max_runs && e->runs >= e->max_runs)
			return true;
		run_once();
		if (x.reason[0])
			return false;
	} while (next_run());
	e->complete = !e->max_switches;
	return true;
}
