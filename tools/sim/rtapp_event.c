// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rtapp_event.c - what is each event called, and what does it use?
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "../command.h"
#include "rtapp_write.h"

static const struct sisheur_key wait_keys[] = {
	{ "ref", SISHEUR_FATE_READ, NULL },
	{ "mutex", SISHEUR_FATE_READ, NULL },
	{ NULL, 0, NULL },
};

static const struct sisheur_key timer_keys[] = {
	{ "ref", SISHEUR_FATE_READ, NULL },
	{ "period", SISHEUR_FATE_READ, NULL },
	{ "mode", SISHEUR_FATE_READ, NULL },
	{ NULL, 0, NULL },
};

/* ---- resources ---- */

static int compare_resources(const void *a, const void *b)
{
	const struct sisheur_resource *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->owner != y->owner)
		return x->owner < y->owner ? -1 : 1;
	return strcmp(x->name, y->name);
}

static struct sisheur_resource *resource(struct sisheur_writer *w,
					 unsigned int kind,
					 const struct sisheur_node *at,
					 const char *name,
					 const struct sisheur_node *owner)
{
	struct sisheur_resource key = {
		.kind = kind, .name = name, .owner = owner, .line = at->line,
	};
	struct sisheur_resource **there, *r;

	there = tfind(&key, &w->names, compare_resources);
	if (there)
		return *there;
	key.nr = w->nr_of[kind]++;
	r = sisheur_alloc(NULL, sizeof(*r));
	*r = key;
	w->resources = sisheur_alloc(w->resources, (w->nr + 1) *
				     sizeof(*w->resources));
	w->resources[w->nr++] = r;
	if (tsearch(r, &w->names, compare_resources))
		return r;
	sisheur_message("sisheur: out of memory");
	exit(SISHEUR_EXIT_BAD);
}

static unsigned int mutex(struct sisheur_writer *w,
			  const struct sisheur_node *at, const char *name)
{
	return resource(w, SISHEUR_RESOURCE_MUTEX, at, name, NULL)->nr;
}

static unsigned int condition(struct sisheur_writer *w,
			      const struct sisheur_node *at, const char *name)
{
	return resource(w, SISHEUR_RESOURCE_CONDITION, at, name, NULL)->nr;
}

/* ---- events ---- */

static bool put_run(struct sisheur_writer *w, const struct sisheur_node *node,
		    const char *word)
{
	long long us;

	if (!sisheur_whole(w, node, 0, (long long)SISHEUR_MAX_US, &us))
		return false;
	sisheur_add(&w->body, node->line, "%s %lldus", word, us);
	return true;
}

static bool put_lock(struct sisheur_writer *w, const struct sisheur_node *node,
		     const char *word)
{
	if (!sisheur_must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	sisheur_add(&w->body, node->line, "%s m%u", word,
		    mutex(w, node, node->text));
	return true;
}

static bool put_signal(struct sisheur_writer *w,
		       const struct sisheur_node *node, const char *word)
{
	if (!sisheur_must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	sisheur_add(&w->body, node->line, "%s c%u", word,
		    condition(w, node, node->text));
	return true;
}

/* A string of an object, which must be there. */
static const char *member(struct sisheur_writer *w,
			  const struct sisheur_node *object, const char *key)
{
	const struct sisheur_node *node = sisheur_find(object, key);

	if (node)
		return sisheur_must_be(w, node, SISHEUR_NODE_STRING) ?
			       node->text : NULL;
	sisheur_wrong(w, object, "\"%s\" has no \"%s\"", object->key, key);
	return NULL;
}

static bool put_wait(struct sisheur_writer *w, const struct sisheur_node *node,
		     const char *word)
{
	const char *ref, *guard;
	unsigned int c, m;

	if (!sisheur_must_be(w, node, SISHEUR_NODE_OBJECT) ||
	    !sisheur_check_keys(w, node, wait_keys, NULL))
		return false;
	ref = member(w, node, "ref");
	guard = ref ? member(w, node, "mutex") : NULL;
	if (!guard)
		return false;
	c = condition(w, node, ref);
	m = mutex(w, node, guard);
	if (*word)
		sisheur_add(&w->body, node->line, "%s c%u", word, c);
	sisheur_add(&w->body, node->line, "wait c%u m%u", c, m);
	return true;
}

/* Both lock the mutex that is called like the condition, as rt-app does. */
static bool put_suspend(struct sisheur_writer *w,
			const struct sisheur_node *node, const char *word)
{
	bool waits = strcmp(word, "wait") == 0;
	const char *name = node->text;
	unsigned int c, m;

	/* workgen puts the task's name where there is none. */
	if (waits && (node->kind == SISHEUR_NODE_NULL ||
		      (node->kind == SISHEUR_NODE_STRING && !*name)))
		name = w->task->key;
	else if (!sisheur_must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	c = condition(w, node, name);
	m = mutex(w, node, name);
	sisheur_add(&w->body, node->line, "lock m%u", m);
	if (waits)
		sisheur_add(&w->body, node->line, "wait c%u m%u", c, m);
	else
		sisheur_add(&w->body, node->line, "%s c%u", word, c);
	sisheur_add(&w->body, node->line, "unlock m%u", m);
	return true;
}

static bool put_barrier(struct sisheur_writer *w,
			const struct sisheur_node *node, const char *word)
{
	struct sisheur_resource *r;

	if (!sisheur_must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	r = resource(w, SISHEUR_RESOURCE_BARRIER, node, node->text, NULL);
	/* As many as there are would have to come, and some come twice. */
	if (r->user == w->task)
		return sisheur_wrong(w, node,
				     "barrier \"%.40s\" is in task \"%.40s\" "
				     "twice; each is one place in a task",
				     node->text, w->task->key);
	r->user = w->task;
	r->users += (unsigned long long)w->instances;
	sisheur_add(&w->body, node->line, "%s b%u", word, r->nr);
	return true;
}

static const char *timer_mode(struct sisheur_writer *w,
			      const struct sisheur_node *node)
{
	const struct sisheur_node *mode = sisheur_find(node, "mode");

	if (!mode)
		return "";
	if (!sisheur_must_be(w, mode, SISHEUR_NODE_STRING))
		return NULL;
	if (strcmp(mode->text, "relative") == 0)
		return "";
	if (strcmp(mode->text, "absolute") == 0)
		return " absolute";
	sisheur_wrong(w, mode,
		      "\"mode\" is \"%.40s\"; accepted are relative and "
		      "absolute", mode->text);
	return NULL;
}

static bool put_timer(struct sisheur_writer *w, const struct sisheur_node *node,
		      const char *word)
{
	const struct sisheur_node *period;
	const char *ref, *mode;
	struct sisheur_resource *r;
	long long us;
	bool unique;

	if (!sisheur_must_be(w, node, SISHEUR_NODE_OBJECT) ||
	    !sisheur_check_keys(w, node, timer_keys, NULL))
		return false;
	ref = member(w, node, "ref");
	mode = ref ? timer_mode(w, node) : NULL;
	if (!mode)
		return false;
	period = sisheur_find(node, "period");
	if (!period)
		return sisheur_wrong(w, node, "\"%s\" has no \"period\"",
				     node->key);
	if (!sisheur_whole(w, period, 0, (long long)SISHEUR_MAX_US, &us))
		return false;
	unique = strncmp(ref, "unique", 6) == 0;
	r = resource(w, SISHEUR_RESOURCE_TIMER, node, ref,
		     unique ? w->task : NULL);
	if (!unique && (w->instances > 1 || (r->user && r->user != w->task)))
		return sisheur_wrong(w, node,
				     "timer \"%.40s\" is shared by threads, "
				     "whose periods it would disturb; accepted "
				     "is one of each: a \"ref\" that begins "
				     "with unique", ref);
	r->user = w->task;
	sisheur_add(&w->body, node->line, "%s %lldus t%u%s", word, us, r->nr,
		    mode);
	return true;
}

/**
 * struct sisheur_event - what a task does
 * @name: the key, or how it begins
 * @put:  translates it; NULL: it is not simulated
 * @word: what it is called, or why it is not simulated
 */
struct sisheur_event {
	const char *name;
	bool (*put)(struct sisheur_writer *w, const struct sisheur_node *node,
		    const char *word);
	const char *word;
};

/* Where one name begins with another, the longer comes first. */
static const struct sisheur_event events[] = {
	{ "runtime", put_run, "spin" },
	{ "run", put_run, "run" },
	{ "sleep", put_run, "sleep" },
	{ "timer", put_timer, "timer" },
	{ "lock", put_lock, "lock" },
	{ "unlock", put_lock, "unlock" },
	{ "wait", put_wait, "" },
	{ "signal", put_signal, "signal" },
	{ "broad", put_signal, "broadcast" },
	{ "sync", put_wait, "signal" },
	{ "suspend", put_suspend, "wait" },
	{ "resume", put_suspend, "broadcast" },
	{ "barrier", put_barrier, "arrive" },
	{ "mem", NULL, "memory is not simulated" },
	{ "iorun", NULL, "input and output are not simulated" },
	{ "yield", NULL, "sched_yield() is not simulated" },
	{ "fork", NULL, "tasks are all there from the beginning" },
};

/*
 * rt-app takes whatever begins with the name of an event.  That "run2" is a run
 * is used; that "runtmie" is one too would help nobody.
 */
static const struct sisheur_event *event_of(const struct sisheur_node *node)
{
	size_t i, length;
	char next;

	for (i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		length = strlen(events[i].name);
		if (strncmp(node->key, events[i].name, length))
			continue;
		next = node->key[length];
		if (!((next >= 'a' && next <= 'z') ||
		      (next >= 'A' && next <= 'Z')) ||
		    strcmp(node->key, "broadcast") == 0)
			return &events[i];
	}
	return NULL;
}

bool sisheur_is_event(const struct sisheur_node *node)
{
	return event_of(node);
}

bool sisheur_put_events(struct sisheur_writer *w,
			const struct sisheur_node *phase)
{
	const struct sisheur_node *node;
	bool any = false;

	for (node = phase->child; node; node = node->next) {
		const struct sisheur_event *event = event_of(node);

		if (!event)
			continue;
		if (!event->put)
			return sisheur_wrong(w, node, "\"%.40s\": %s",
					     node->key, event->word);
		if (!event->put(w, node, event->word))
			return false;
		any = true;
	}
	return any ||
	       sisheur_wrong(w, phase, "\"%.40s\" has no event", phase->key);
}
