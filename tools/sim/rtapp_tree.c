// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rtapp_tree.c - JSON as rt-app's files have it, as a tree with line numbers
 *
 * yajl reads it: it knows comments, and it hands over one thing after the other,
 * so that the second "run" of an object is not lost and each has its line.  What
 * rt-app's own reader and its workgen let pass besides is put right before: a
 * comma behind the last value, and "suspend" without a value.
 */
#include <stdlib.h>
#include <string.h>

#include "../command.h"
#include "rtapp.h"

#ifndef SISHEUR_HAVE_YAJL

bool sisheur_tree_read(struct sisheur_tree *tree, const char *text,
		       struct sisheur_error *error)
{
	(void)text;
	memset(tree, 0, sizeof(*tree));
	error->line = 0;
	snprintf(error->text, sizeof(error->text), "looks like a file of "
		 "rt-app, and this was built without yajl, which reads them; "
		 "install its headers (Debian: libyajl-dev) and build again "
		 "with -Dyajl=enabled");
	return false;
}

#else

#include <yajl/yajl_parse.h>

/* tasks, a task, phases, a phase, an event: rt-app has no more within another */
#define MAX_DEPTH	8

/* ---- what is let pass ---- */

/**
 * struct sisheur_lax - a text being put right
 * @at:     what is left of it
 * @to:     where it goes
 * @nested: the brackets that are open
 * @depth:  how many; beyond MAX_DEPTH they are left to yajl
 * @is_key: a string here would be a key
 * @is_first: nothing stands behind the last bracket yet
 */
struct sisheur_lax {
	const char *at;
	char *to;
	char nested[MAX_DEPTH];
	unsigned int depth;
	bool is_key;
	bool is_first;
};

static size_t comment_length(const char *text)
{
	const char *end;

	if (strncmp(text, "//", 2) == 0)
		return strcspn(text, "\n");
	if (strncmp(text, "/*", 2))
		return 0;
	end = strstr(text + 2, "*/");
	return end ? (size_t)(end + 2 - text) : strlen(text);
}

/* What comes behind blanks and comments. */
static char what_follows(const char *text)
{
	size_t length;

	do {
		text += strspn(text, " \t\r\n");
		length = comment_length(text);
		text += length;
	} while (length);
	return *text;
}

static size_t string_length(const char *text)
{
	const char *end = text + 1;

	while (*end && *end != '"')
		end += *end == '\\' && end[1] ? 2 : 1;
	return (size_t)(end - text) + (*end == '"');
}

static void copy(struct sisheur_lax *lax, size_t length)
{
	memcpy(lax->to, lax->at, length);
	lax->to += length;
	lax->at += length;
}

static bool in_object(const struct sisheur_lax *lax)
{
	return lax->depth && lax->depth <= MAX_DEPTH &&
	       lax->nested[lax->depth - 1] == '{';
}

static void copy_string(struct sisheur_lax *lax)
{
	static const char null[] = ":null";
	bool was_key = lax->is_key && in_object(lax);
	char next;

	lax->is_first = false;
	copy(lax, string_length(lax->at));
	next = what_follows(lax->at);
	if (was_key && (next == ',' || next == '}')) {
		memcpy(lax->to, null, sizeof(null) - 1);
		lax->to += sizeof(null) - 1;
	}
}

static void copy_sign(struct sisheur_lax *lax)
{
	char sign = *lax->at++, next;
	bool was_first = lax->is_first;

	if (!strchr(" \t\r\n", sign))
		lax->is_first = sign == '{' || sign == '[';
	switch (sign) {
	case '{':
	case '[':
		if (lax->depth < MAX_DEPTH)
			lax->nested[lax->depth] = sign;
		lax->depth++;
		lax->is_key = true;
		break;
	case '}':
	case ']':
		lax->depth -= lax->depth > 0;
		break;
	case ':':
		lax->is_key = false;
		break;
	case ',':
		lax->is_key = true;
		next = what_follows(lax->at);
		if (!was_first && (next == '}' || next == ']'))
			sign = ' ';
		break;
	}
	*lax->to++ = sign;
}

/* The same lines, strictly; to be freed. */
static char *put_right(const char *text)
{
	/* The shortest that grows is "", which becomes "":null and a comma. */
	char *strict = sisheur_alloc(NULL, strlen(text) * 3 + 1);
	struct sisheur_lax lax = { .at = text, .to = strict };
	size_t length;

	while (*lax.at) {
		length = comment_length(lax.at);
		if (length)
			copy(&lax, length);
		else if (*lax.at == '"')
			copy_string(&lax);
		else
			copy_sign(&lax);
	}
	*lax.to = '\0';
	return strict;
}

/* ---- the tree ---- */

/**
 * struct sisheur_growth - a tree that grows
 * @tree:    which
 * @nr:      nodes that it has
 * @used:    bytes of its texts
 * @parents: the values that are open, and the last child of each
 * @depth:   how many
 * @key:     of the next value
 * @parser:  says how far it has come
 * @text:    what is parsed
 * @counted: so far lines are counted
 * @line:    which one that is
 * @error:   what is wrong
 */
struct sisheur_growth {
	struct sisheur_tree *tree;
	size_t nr;
	size_t used;
	struct sisheur_node *parents[MAX_DEPTH];
	struct sisheur_node *last[MAX_DEPTH];
	unsigned int depth;
	const char *key;
	yajl_handle parser;
	const char *text;
	size_t counted;
	unsigned long line;
	struct sisheur_error *error;
};

static unsigned long line_of(struct sisheur_growth *g)
{
	size_t to = yajl_get_bytes_consumed(g->parser);

	for (; g->counted < to && g->text[g->counted]; g->counted++)
		g->line += g->text[g->counted] == '\n';
	return g->line;
}

static int wrong(struct sisheur_growth *g, const char *what)
{
	g->error->line = line_of(g);
	snprintf(g->error->text, sizeof(g->error->text), "%s", what);
	return 0;
}

/* Texts are no longer than what they are read from, quotes included. */
static const char *keep(struct sisheur_growth *g, const char *text,
			size_t length)
{
	char *copy = g->tree->texts + g->used;

	memcpy(copy, text, length);
	copy[length] = '\0';
	g->used += length + 1;
	return copy;
}

static struct sisheur_node *add(struct sisheur_growth *g, unsigned int kind)
{
	struct sisheur_node *node = &g->tree->nodes[g->nr++];

	node->kind = kind;
	node->line = line_of(g);
	node->key = g->key;
	g->key = NULL;
	if (g->depth && !node->key)
		node->key = g->parents[g->depth - 1]->key;
	if (!g->depth) {
		g->tree->root = node;
		return node;
	}
	if (g->last[g->depth - 1])
		g->last[g->depth - 1]->next = node;
	else
		g->parents[g->depth - 1]->child = node;
	g->last[g->depth - 1] = node;
	return node;
}

static int on_open(struct sisheur_growth *g, unsigned int kind)
{
	struct sisheur_node *node;

	if (g->depth == MAX_DEPTH)
		return wrong(g, "more brackets within each other than rt-app "
				"has");
	node = add(g, kind);
	g->last[g->depth] = NULL;
	g->parents[g->depth++] = node;
	return 1;
}

static int on_object(void *ctx)
{
	return on_open(ctx, SISHEUR_NODE_OBJECT);
}

static int on_array(void *ctx)
{
	return on_open(ctx, SISHEUR_NODE_ARRAY);
}

static int on_close(void *ctx)
{
	struct sisheur_growth *g = ctx;

	g->depth--;
	return 1;
}

static int on_null(void *ctx)
{
	add(ctx, SISHEUR_NODE_NULL);
	return 1;
}

static int on_bool(void *ctx, int value)
{
	add(ctx, SISHEUR_NODE_BOOL)->text = value ? "true" : "false";
	return 1;
}

static int on_number(void *ctx, const char *text, size_t length)
{
	add(ctx, SISHEUR_NODE_NUMBER)->text = keep(ctx, text, length);
	return 1;
}

static int on_string(void *ctx, const unsigned char *text, size_t length)
{
	if (memchr(text, '\0', length))
		return wrong(ctx, "a NUL within a string");
	add(ctx, SISHEUR_NODE_STRING)->text = keep(ctx, (const char *)text,
						   length);
	return 1;
}

static int on_key(void *ctx, const unsigned char *text, size_t length)
{
	struct sisheur_growth *g = ctx;

	if (memchr(text, '\0', length))
		return wrong(ctx, "a NUL within a key");
	g->key = keep(g, (const char *)text, length);
	return 1;
}

static const yajl_callbacks callbacks = {
	.yajl_null = on_null,
	.yajl_boolean = on_bool,
	.yajl_number = on_number,
	.yajl_string = on_string,
	.yajl_start_map = on_object,
	.yajl_map_key = on_key,
	.yajl_end_map = on_close,
	.yajl_start_array = on_array,
	.yajl_end_array = on_close,
};

static void say_unparsed(struct sisheur_growth *g, size_t length)
{
	unsigned char *said = yajl_get_error(g->parser, 0,
		(const unsigned char *)g->text, length);

	wrong(g, "no JSON as rt-app takes it");
	if (said) {
		snprintf(g->error->text, sizeof(g->error->text), "%.*s",
			 (int)strcspn((char *)said, "\n"), (char *)said);
		yajl_free_error(g->parser, said);
	}
}

static bool parse(struct sisheur_growth *g)
{
	size_t length = strlen(g->text);
	yajl_status status;

	g->parser = yajl_alloc(&callbacks, NULL, g);
	if (!g->parser)
		return wrong(g, "out of memory");
	yajl_config(g->parser, yajl_allow_comments, 1);
	status = yajl_parse(g->parser, (const unsigned char *)g->text, length);
	if (status == yajl_status_ok)
		status = yajl_complete_parse(g->parser);
	if (status == yajl_status_error)
		say_unparsed(g, length);
	yajl_free(g->parser);
	return status == yajl_status_ok;
}

bool sisheur_tree_read(struct sisheur_tree *tree, const char *text,
		       struct sisheur_error *error)
{
	struct sisheur_growth g = { .tree = tree, .line = 1, .error = error };
	char *strict = put_right(text);
	size_t length = strlen(strict);
	bool ok;

	memset(tree, 0, sizeof(*tree));
	memset(error, 0, sizeof(*error));
	/* A value takes a byte, and another to part it from the next. */
	tree->nodes = calloc(length / 2 + 2, sizeof(*tree->nodes));
	tree->texts = malloc(length + 2);
	g.text = strict;
	if (tree->nodes && tree->texts) {
		ok = parse(&g);
	} else {
		snprintf(error->text, sizeof(error->text), "out of memory");
		ok = false;
	}
	free(strict);
	return ok;
}

#endif

void sisheur_tree_free(struct sisheur_tree *tree)
{
	free(tree->nodes);
	free(tree->texts);
	memset(tree, 0, sizeof(*tree));
}
