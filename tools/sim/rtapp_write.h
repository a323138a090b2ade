/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * rtapp_write.h - what the files of rtapp.c share and nobody else may call
 *
 *   rtapp.c        what does a file of rt-app come to?
 *   rtapp_check.c  is what it says accepted?
 *   rtapp_event.c  what is each event called, and what does it use?
 *   rtapp_task.c   what does a task do, in which order?
 */
#ifndef SISHEUR_RTAPP_WRITE_H
#define SISHEUR_RTAPP_WRITE_H

#include <sisheur/sim.h>

#include "rtapp.h"

/* Microseconds that fit into the longest simulation. */
#define SISHEUR_MAX_US	(SISHEUR_SIM_MAX_NS / 1000)

/* rt-app: again and again, until the end. */
#define SISHEUR_FOREVER	(-1LL)

/**
 * struct sisheur_lines - text being written, and where its lines come from
 * @text:  owned
 * @size:  bytes of it
 * @room:  private
 * @lines: [line, from 0] of the file; owned
 * @nr:    how many
 */
struct sisheur_lines {
	char *text;
	size_t size;
	size_t room;
	unsigned long *lines;
	size_t nr;
};

enum sisheur_resource_kind {
	SISHEUR_RESOURCE_MUTEX,
	SISHEUR_RESOURCE_CONDITION,
	SISHEUR_RESOURCE_BARRIER,
	SISHEUR_RESOURCE_TIMER,
	SISHEUR_NR_RESOURCE_KINDS,
};

/**
 * struct sisheur_resource - what tasks share, or a timer
 * @kind:   enum sisheur_resource_kind
 * @name:   in the file
 * @owner:  the task that has one for each thread; NULL: all share it
 * @user:   the task that used it last; NULL: nobody did
 * @line:   where it is first used
 * @nr:     of its kind, from 0
 * @users:  threads that use it
 */
struct sisheur_resource {
	unsigned int kind;
	const char *name;
	const struct sisheur_node *owner;
	const struct sisheur_node *user;
	unsigned long line;
	unsigned int nr;
	unsigned long long users;
};

/**
 * struct sisheur_writer - a file being translated
 * @error:     what is wrong
 * @tasks:     what the tasks come to
 * @body:      what the events of this one do
 * @resources: in the order in which they are first used; owned, and so they
 * @names:     the same by kind, owner and name: tsearch()
 * @nr:        how many
 * @first:     of those that this task is the first to use
 * @nr_of:     how many of each kind
 * @ignored:   see struct sisheur_rtapp
 * @duration_ns: see struct sisheur_rtapp
 * @task:      whose events are translated
 * @instances: of it
 */
struct sisheur_writer {
	struct sisheur_error *error;
	struct sisheur_lines tasks;
	struct sisheur_lines body;
	struct sisheur_resource **resources;
	void *names;
	size_t nr;
	size_t first;
	unsigned int nr_of[SISHEUR_NR_RESOURCE_KINDS];
	char *ignored;
	unsigned long long duration_ns;
	const struct sisheur_node *task;
	long long instances;
};

/**
 * enum sisheur_fate - what becomes of a key
 * @SISHEUR_FATE_READ:    it is read where it belongs
 * @SISHEUR_FATE_ONE:     it must have the value that is simulated, and is then
 *	done
 * @SISHEUR_FATE_IGNORED: nothing that is simulated depends on it
 * @SISHEUR_FATE_REFUSED: much does, and it is not simulated
 */
enum sisheur_fate {
	SISHEUR_FATE_READ,
	SISHEUR_FATE_ONE,
	SISHEUR_FATE_IGNORED,
	SISHEUR_FATE_REFUSED,
};

/**
 * struct sisheur_key - a key of an object
 * @name: of it; NULL is the last
 * @fate: enum sisheur_fate
 * @what: the value of SISHEUR_FATE_ONE, or why SISHEUR_FATE_REFUSED
 */
struct sisheur_key {
	const char *name;
	unsigned int fate;
	const char *what;
};

/* rtapp.c */
__attribute__((__format__(__printf__, 3, 4)))
void sisheur_add(struct sisheur_lines *to, unsigned long line,
		 const char *format, ...);
/* Moves lines behind others. */
void sisheur_append(struct sisheur_lines *to, struct sisheur_lines *from);

/* rtapp_check.c: false, or NULL, with the error of @w filled */
__attribute__((__format__(__printf__, 3, 4)))
bool sisheur_wrong(struct sisheur_writer *w, const struct sisheur_node *at,
		   const char *format, ...);
bool sisheur_must_be(struct sisheur_writer *w, const struct sisheur_node *node,
		     unsigned int kind);
bool sisheur_whole(struct sisheur_writer *w, const struct sisheur_node *node,
		   long long low, long long high, long long *value);
/* Looks at all keys of an object but events. */
bool sisheur_check_keys(struct sisheur_writer *w,
			const struct sisheur_node *object,
			const struct sisheur_key *keys,
			bool (*is_event)(const struct sisheur_node *node));
/* NULL, and no error: it is not there. */
const struct sisheur_node *sisheur_find(const struct sisheur_node *object,
					const char *key);

/* rtapp_event.c */
bool sisheur_is_event(const struct sisheur_node *node);
bool sisheur_put_events(struct sisheur_writer *w,
			const struct sisheur_node *phase);

/* rtapp_task.c */
bool sisheur_put_task(struct sisheur_writer *w,
		      const struct sisheur_node *task);

#endif /* SISHEUR_RTAPP_WRITE_H */
