// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rtapp_check.c - is what a file of rt-app says accepted?
 *
 * Which keys there are and what becomes of them is in the tables of who reads
 * them.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../command.h"
#include "rtapp_write.h"

bool sisheur_wrong(struct sisheur_writer *w, const struct sisheur_node *at,
		   const char *format, ...)
{
	va_list args;

	w->error->line = at->line;
	va_start(args, format);
	vsnprintf(w->error->text, sizeof(w->error->text), format, args);
	va_end(args);
	return false;
}

/* ---- values ---- */

static const char *const kind_names[] = {
	[SISHEUR_NODE_NULL] = "nothing",
	[SISHEUR_NODE_BOOL] = "true or false",
	[SISHEUR_NODE_NUMBER] = "a number",
	[SISHEUR_NODE_STRING] = "a string",
	[SISHEUR_NODE_ARRAY] = "an array",
	[SISHEUR_NODE_OBJECT] = "an object",
};

static const char *name_of(const struct sisheur_node *node)
{
	return node->key ? node->key : "the file";
}

bool sisheur_must_be(struct sisheur_writer *w, const struct sisheur_node *node,
		     unsigned int kind)
{
	return node->kind == kind ||
	       sisheur_wrong(w, node, "\"%.40s\" is %s; accepted is %s",
			     name_of(node), kind_names[node->kind],
			     kind_names[kind]);
}

bool sisheur_whole(struct sisheur_writer *w, const struct sisheur_node *node,
		   long long low, long long high, long long *value)
{
	char *end;

	if (!sisheur_must_be(w, node, SISHEUR_NODE_NUMBER))
		return false;
	errno = 0;
	*value = strtoll(node->text, &end, 10);
	if (errno || *end || *value < low || *value > high)
		return sisheur_wrong(w, node,
				     "\"%.40s\" is %.40s; accepted is a whole "
				     "number from %lld to %lld",
				     name_of(node), node->text, low, high);
	return true;
}

static bool is_named(const struct sisheur_node *node, const char *key)
{
	return node->key && strcmp(node->key, key) == 0;
}

const struct sisheur_node *sisheur_find(const struct sisheur_node *object,
					const char *key)
{
	const struct sisheur_node *node;

	for (node = object->child; node; node = node->next)
		if (is_named(node, key))
			return node;
	return NULL;
}

/* ---- keys ---- */

static void ignore(struct sisheur_writer *w, const char *key)
{
	size_t size = w->ignored ? strlen(w->ignored) : 0;

	w->ignored = sisheur_alloc(w->ignored, size + strlen(key) + 3);
	sprintf(w->ignored + size, "%s%s", size ? ", " : "", key);
}

static void add_name(char *names, size_t size, const char *name)
{
	size_t at = strlen(names);

	snprintf(names + at, size - at, "%s%s", at ? ", " : "", name);
}

static bool is_twice(const struct sisheur_node *object,
		     const struct sisheur_node *node)
{
	return sisheur_find(object, node->key) != node;
}

static bool check_key(struct sisheur_writer *w,
		      const struct sisheur_node *object,
		      const struct sisheur_node *node,
		      const struct sisheur_key *key)
{
	if (is_twice(object, node))
		return sisheur_wrong(w, node, "\"%s\" is there twice",
				     node->key);
	if (key->fate == SISHEUR_FATE_REFUSED)
		return sisheur_wrong(w, node, "\"%s\": %s", node->key,
				     key->what);
	if (key->fate == SISHEUR_FATE_IGNORED)
		ignore(w, key->name);
	if (key->fate != SISHEUR_FATE_ONE ||
	    (node->text && strcmp(node->text, key->what) == 0))
		return true;
	return sisheur_wrong(w, node,
			     "\"%s\" is %.40s; nothing but %s is simulated",
			     node->key,
			     node->text ? node->text : kind_names[node->kind],
			     key->what);
}

bool sisheur_check_keys(struct sisheur_writer *w,
			const struct sisheur_node *object,
			const struct sisheur_key *keys,
			bool (*is_event)(const struct sisheur_node *node))
{
	const struct sisheur_node *node;
	const struct sisheur_key *key;
	char names[300] = "";

	for (key = keys; key->name; key++)
		if (key->fate != SISHEUR_FATE_REFUSED)
			add_name(names, sizeof(names), key->name);
	for (node = object->child; node; node = node->next) {
		for (key = keys; key->name; key++)
			if (strcmp(key->name, node->key) == 0)
				break;
		if (key->name) {
			if (!check_key(w, object, node, key))
				return false;
		} else if (!is_event || !is_event(node)) {
			return sisheur_wrong(w, node,
					     "unknown \"%.40s\"; accepted are "
					     "%s%s", node->key, names,
					     is_event ? " and events" : "");
		}
	}
	return true;
}
