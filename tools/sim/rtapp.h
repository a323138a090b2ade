/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * rtapp.h - a workload that rt-app describes, as a text of one's own
 */
#ifndef SISHEUR_RTAPP_H
#define SISHEUR_RTAPP_H

#include <sisheur/topology.h>

/**
 * enum sisheur_node_kind - what JSON knows
 * @SISHEUR_NODE_NULL:   also what is left out, as in { "suspend" }
 * @SISHEUR_NODE_BOOL:   its text is "true" or "false"
 * @SISHEUR_NODE_NUMBER: its text is as it was written
 * @SISHEUR_NODE_STRING: its text is what it means
 * @SISHEUR_NODE_ARRAY:  has children
 * @SISHEUR_NODE_OBJECT: has children with keys, in order, equal ones too
 */
enum sisheur_node_kind {
	SISHEUR_NODE_NULL,
	SISHEUR_NODE_BOOL,
	SISHEUR_NODE_NUMBER,
	SISHEUR_NODE_STRING,
	SISHEUR_NODE_ARRAY,
	SISHEUR_NODE_OBJECT,
};

/**
 * struct sisheur_node - a value
 * @kind:  enum sisheur_node_kind
 * @line:  where it stands, or begins
 * @key:   by which it, or the array that it is in, is in its object; else NULL
 * @text:  of what has one, else NULL
 * @child: the first of them; NULL if there are none
 * @next:  of the same parent; NULL if there are no more
 */
struct sisheur_node {
	unsigned int kind;
	unsigned long line;
	const char *key;
	const char *text;
	const struct sisheur_node *child;
	const struct sisheur_node *next;
};

/**
 * struct sisheur_tree - a JSON text that was read
 * @root:  the outermost value
 * @nodes: owned, as what follows
 * @texts: all keys and texts
 */
struct sisheur_tree {
	const struct sisheur_node *root;
	struct sisheur_node *nodes;
	char *texts;
};

/* rtapp_tree.c: false with @error filled; @tree is to be freed either way */
bool sisheur_tree_read(struct sisheur_tree *tree, const char *text,
		       struct sisheur_error *error);
void sisheur_tree_free(struct sisheur_tree *tree);

/**
 * struct sisheur_rtapp - what a file of rt-app comes to
 * @text:     the same as a text of one's own; owned
 * @lines:    [line of @text, from 1] the line of the file; owned
 * @nr_lines: how many, and one
 * @duration_ns: how long all of it lasts; 0: for ever
 * @ignored:  what was passed over, since nothing here depends on it; owned,
 *	NULL if nothing was
 */
struct sisheur_rtapp {
	char *text;
	unsigned long *lines;
	size_t nr_lines;
	unsigned long long duration_ns;
	char *ignored;
};

/* rtapp.c: does @text look like JSON, which no text of one's own does? */
bool sisheur_rtapp_is(const char *text);

/* false with @error filled; @r is to be freed either way */
bool sisheur_rtapp_read(struct sisheur_rtapp *r, const char *text,
			struct sisheur_error *error);
void sisheur_rtapp_free(struct sisheur_rtapp *r);

#endif /* SISHEUR_RTAPP_H */
