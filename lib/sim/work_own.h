/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * work_own.h - what the files of work_own.c share and nobody else may call
 *
 *   work_own.c          what does each line of the text say?
 *   work_own_word.c     is a word a number, a time, a name?
 *   work_own_declare.c  what is there: groups, what is shared, tasks
 *   work_own_op.c       what does a task do?
 *   work_own_make.c     which tasks and channels does all this make?
 */
#ifndef SISHEUR_SIM_WORK_OWN_H
#define SISHEUR_SIM_WORK_OWN_H

#include "engine.h"

#define SISHEUR_NAME	32

/* The most timers of a task: few have two. */
#define SISHEUR_OWN_TIMERS	8

/* "wait" is four operations: enter, unlock, wait, lock. */
#define SISHEUR_OWN_OPS	4

enum sisheur_own_kind {
	SISHEUR_OWN_CHANNEL,
	SISHEUR_OWN_MUTEX,
	SISHEUR_OWN_CONDITION,
	SISHEUR_OWN_BARRIER,
};

struct sisheur_own_channel {
	uint32_t group;
	char name[SISHEUR_NAME];
	unsigned int kind;
	uint32_t room;
	uint32_t low;
	bool all;
	bool sync;
};

struct sisheur_own_task {
	uint32_t count;
	uint32_t made;
	uint64_t start_ns;
	uint32_t first_op;
	uint32_t nr_ops;
	bool untimed;
	unsigned long *cpus;
};

struct sisheur_own_group {
	uint64_t count;
	uint32_t first_channel;
	uint32_t nr_channels;
	uint32_t first_task;
	uint32_t nr_tasks;
};

struct sisheur_own {
	struct sisheur_engine *e;
	unsigned long line;
	char *words[8];
	unsigned int nr_words;
	struct sisheur_own_group *groups;
	struct sisheur_own_channel *channels;
	struct sisheur_own_task *tasks;
	struct sisheur_op *ops;
	uint32_t nr_groups;
	uint32_t nr_channels;
	uint32_t nr_tasks;
	uint32_t nr_ops;
	void *names;		/* the channels by group and name: tsearch() */
	/* The operations to which "end" goes back, and how often. */
	uint32_t repeat[SISHEUR_REPEAT_DEPTH];
	uint64_t repeats[SISHEUR_REPEAT_DEPTH];
	unsigned long repeat_lines[SISHEUR_REPEAT_DEPTH];
	unsigned int depth;
	bool is_open;		/* what comes is about the last task */
	/* The timers of the task that is being read. */
	char timers[SISHEUR_OWN_TIMERS][SISHEUR_NAME];
	unsigned int nr_timers;
};

#define SISHEUR_OWN_FAIL(own, ...) \
	((void)sisheur_sim_fail((own)->e->error, __VA_ARGS__), \
	 sisheur_own_at_line(own))

/* work_own_word.c: false with the error filled */
bool sisheur_own_at_line(const struct sisheur_own *own);
bool sisheur_own_whole(struct sisheur_own *own, const char *text, uint64_t high,
		       uint64_t *value);
bool sisheur_own_duration(struct sisheur_own *own, const char *text,
			  uint64_t *ns);
bool sisheur_own_split(struct sisheur_own *own, char *line);
bool sisheur_own_is_named(struct sisheur_own *own);
/* The value of a word NAME=VALUE, or NULL. */
const char *sisheur_own_value_of(const char *word, const char *name);

/* work_own_declare.c */
bool sisheur_own_read_group(struct sisheur_own *own);
bool sisheur_own_read_channel(struct sisheur_own *own);
bool sisheur_own_read_mutex(struct sisheur_own *own);
bool sisheur_own_read_condition(struct sisheur_own *own);
bool sisheur_own_read_barrier(struct sisheur_own *own);
bool sisheur_own_read_task(struct sisheur_own *own);
/* Which one is it, of those that were declared? */
bool sisheur_own_find(struct sisheur_own *own, const char *name,
		      const char *kind, unsigned int *arg);

/* work_own_op.c */
bool sisheur_own_read_timer(struct sisheur_own *own);
bool sisheur_own_read_wait(struct sisheur_own *own);
bool sisheur_own_read_repeat(struct sisheur_own *own);
bool sisheur_own_read_end(struct sisheur_own *own);
bool sisheur_own_read_plain(struct sisheur_own *own);
/* The words that sisheur_own_read_plain() reads; NULL: there are no more. */
const char *sisheur_own_plain(unsigned int i);
bool sisheur_own_close_task(struct sisheur_own *own);

/* work_own_make.c */
bool sisheur_own_make(struct sisheur_own *own);

#endif /* SISHEUR_SIM_WORK_OWN_H */
