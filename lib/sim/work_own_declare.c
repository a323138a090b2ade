// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Of a workload of one's own: what is there, of groups, of what is shared in
 * them, and of tasks?
 */
#include <search.h>
#include <string.h>

#include "work_own.h"

static const char *const sisheur_own_kinds[] = {
	[SISHEUR_OWN_CHANNEL] = "channel",
	[SISHEUR_OWN_MUTEX] = "mutex",
	[SISHEUR_OWN_CONDITION] = "condition",
	[SISHEUR_OWN_BARRIER] = "barrier",
};

bool sisheur_own_read_group(struct sisheur_own *own)
{
	struct sisheur_own_group *g = &own->groups[own->nr_groups];

	if (own->nr_words != 2)
		return SISHEUR_OWN_FAIL(own,
			"expected \"group N\" or \"group load\"");
	if (strcmp(own->words[1], "load") == 0)
		g->count = own->e->sim->load;
	else if (!sisheur_own_whole(own, own->words[1], SISHEUR_SIM_MAX_TASKS,
				    &g->count))
		return false;
	g->first_channel = own->nr_channels;
	g->first_task = own->nr_tasks;
	own->nr_groups++;
	return true;
}

/* What comes before the first "group" exists once. */
static struct sisheur_own_group *sisheur_group(struct sisheur_own *own)
{
	if (!own->nr_groups)
		own->groups[own->nr_groups++].count = 1;
	return &own->groups[own->nr_groups - 1];
}

static int sisheur_compare(const void *a, const void *b)
{
	const struct sisheur_own_channel *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Channels, mutexes, conditions and barriers share their names. */
static struct sisheur_own_channel *sisheur_declare(struct sisheur_own *own,
						   unsigned int kind)
{
	struct sisheur_own_group *g = sisheur_group(own);
	struct sisheur_own_channel *ch = &own->channels[own->nr_channels];
	struct sisheur_own_channel **there;

	if (!sisheur_own_is_named(own))
		return NULL;
	strcpy(ch->name, own->words[1]);
	ch->group = own->nr_groups;
	there = tsearch(ch, &own->names, sisheur_compare);
	if (!there) {
		SISHEUR_OWN_FAIL(own, "out of memory");
		return NULL;
	}
	if (*there != ch) {
		SISHEUR_OWN_FAIL(own, "%s \"%s\" is there already",
				 sisheur_own_kinds[(*there)->kind], ch->name);
		return NULL;
	}
	ch->kind = kind;
	ch->room = 1;
	ch->low = 1;
	own->nr_channels++;
	g->nr_channels++;
	return ch;
}

static bool sisheur_read_shared(struct sisheur_own *own, unsigned int kind)
{
	struct sisheur_own_channel *ch = sisheur_declare(own, kind);
	bool counts = kind == SISHEUR_OWN_BARRIER;
	uint64_t value;

	if (!ch)
		return false;
	if (own->nr_words != 2U + counts)
		return SISHEUR_OWN_FAIL(own, "expected \"%s NAME%s\"",
					own->words[0], counts ? " N" : "");
	if (!counts)
		return true;
	if (!sisheur_own_whole(own, own->words[2], SISHEUR_SIM_MAX_TASKS,
			       &value))
		return false;
	if (!value)
		return SISHEUR_OWN_FAIL(own, "a barrier needs 1 or more");
	ch->room = (uint32_t)value;
	return true;
}

bool sisheur_own_read_mutex(struct sisheur_own *own)
{
	return sisheur_read_shared(own, SISHEUR_OWN_MUTEX);
}

bool sisheur_own_read_condition(struct sisheur_own *own)
{
	return sisheur_read_shared(own, SISHEUR_OWN_CONDITION);
}

bool sisheur_own_read_barrier(struct sisheur_own *own)
{
	return sisheur_read_shared(own, SISHEUR_OWN_BARRIER);
}

bool sisheur_own_read_channel(struct sisheur_own *own)
{
	struct sisheur_own_channel *ch =
		sisheur_declare(own, SISHEUR_OWN_CHANNEL);
	bool has_low = false;
	unsigned int i;
	uint64_t value;

	if (!ch)
		return false;
	ch->room = 16;
	for (i = 2; i < own->nr_words; i++) {
		const char *room = sisheur_own_value_of(own->words[i], "room");
		const char *low = sisheur_own_value_of(own->words[i], "low");

		if (strcmp(own->words[i], "all") == 0) {
			ch->all = true;
		} else if (strcmp(own->words[i], "sync") == 0) {
			ch->sync = true;
		} else if (room || low) {
			if (!sisheur_own_whole(own, room ? room : low,
					       SISHEUR_SIM_MAX_TASKS, &value))
				return false;
			if (room)
				ch->room = (uint32_t)value;
			else
				ch->low = (uint32_t)value;
			has_low |= !!low;
		} else {
			return SISHEUR_OWN_FAIL(own,
				"unknown \"%.20s\"; there are room=N, low=N, all, sync",
				own->words[i]);
		}
	}
	if (!ch->room)
		return SISHEUR_OWN_FAIL(own, "a channel needs room=1 or more");
	if (!has_low)
		ch->low = ch->room;
	return true;
}

static bool sisheur_read_cpus(struct sisheur_own *own,
			      struct sisheur_own_task *t, const char *list)
{
	struct sisheur_engine *e = own->e;
	unsigned int word, any = 0;

	t->cpus = sisheur_sim_alloc(e, e->words, sizeof(*t->cpus));
	if (!t->cpus)
		return false;
	if (!sisheur_cpulist_parse(list, t->cpus, e->nr_cpus, e->error))
		return sisheur_own_at_line(own);
	for (word = 0; word < e->words; word++) {
		t->cpus[word] &= e->online[word];
		any |= !!t->cpus[word];
	}
	if (!any)
		return SISHEUR_OWN_FAIL(own, "cpus=%.40s: none is online", list);
	return true;
}

bool sisheur_own_read_task(struct sisheur_own *own)
{
	struct sisheur_own_group *g = sisheur_group(own);
	struct sisheur_own_task *t = &own->tasks[own->nr_tasks];
	unsigned int i;
	uint64_t value;

	if (!sisheur_own_is_named(own))
		return false;
	t->count = 1;
	t->first_op = own->nr_ops;
	for (i = 2; i < own->nr_words; i++) {
		const char *count =
			sisheur_own_value_of(own->words[i], "count");
		const char *start =
			sisheur_own_value_of(own->words[i], "start");
		const char *cpus = sisheur_own_value_of(own->words[i], "cpus");

		if (count) {
			if (!sisheur_own_whole(own, count,
					       SISHEUR_SIM_MAX_TASKS, &value))
				return false;
			t->count = (uint32_t)value;
		} else if (start) {
			if (!sisheur_own_duration(own, start, &t->start_ns))
				return false;
		} else if (cpus) {
			if (!sisheur_read_cpus(own, t, cpus))
				return false;
		} else if (strcmp(own->words[i], "untimed") == 0) {
			t->untimed = true;
		} else {
			return SISHEUR_OWN_FAIL(own,
				"unknown \"%.20s\"; there are count=N, start=TIME, cpus=LIST, untimed",
				own->words[i]);
		}
	}
	own->nr_tasks++;
	g->nr_tasks++;
	own->is_open = true;
	return true;
}

bool sisheur_own_find(struct sisheur_own *own, const char *name,
		      const char *kind, unsigned int *arg)
{
	const struct sisheur_own_group *g = sisheur_group(own);
	struct sisheur_own_channel key = { .group = own->nr_groups };
	struct sisheur_own_channel **there = NULL;

	if (strlen(name) < SISHEUR_NAME) {
		strcpy(key.name, name);
		there = tfind(&key, &own->names, sisheur_compare);
	}
	if (!there)
		return SISHEUR_OWN_FAIL(own,
			"no %s \"%.31s\" in this group; declare it first",
			kind, name);
	*arg = (unsigned int)(*there - &own->channels[g->first_channel]);
	return !strcmp(sisheur_own_kinds[(*there)->kind], kind) ||
	       SISHEUR_OWN_FAIL(own, "\"%s\" is a %s, not a %s", name,
				sisheur_own_kinds[(*there)->kind], kind);
}
