// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * text.c - a machine from a short text
 */
#include <string.h>

#include "levels.h"

enum {
	SISHEUR_PACK,
	SISHEUR_LLC,
	SISHEUR_CLUSTER,
	SISHEUR_CORE,
	SISHEUR_PU,
	SISHEUR_NR_LEVELS,
};

static const char *const sisheur_level_names[SISHEUR_NR_LEVELS] = {
	"pack", "llc", "cluster", "core", "pu",
};

#define SISHEUR_ACCEPTED                                                       \
	"accepted are pack, llc, cluster, core and pu, in this order"

/* How much of a wrong word is shown: the rest of the message must fit. */
#define SISHEUR_SHOWN	40

static int sisheur_shown(size_t length)
{
	return (int)(length < SISHEUR_SHOWN ? length : SISHEUR_SHOWN);
}

/**
 * struct sisheur_shape - what a text says
 * @count: how many of a level are in each of the level above; 0: not stated
 * @split: numbering=split
 * @numbering_stated: a numbering word was there
 */
struct sisheur_shape {
	unsigned int count[SISHEUR_NR_LEVELS];
	bool split;
	bool numbering_stated;
};

/* 0 if @text of @length bytes is not a count: no machine has 0 of a level. */
static unsigned int sisheur_read_count(const char *text, size_t length)
{
	unsigned int count = 0;
	size_t i;

	for (i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9')
			return 0;
		count = count * 10 + (unsigned int)(text[i] - '0');
		if (count > SISHEUR_MAX_CPUS)
			return 0;
	}
	return count;
}

static bool sisheur_read_numbering(struct sisheur_shape *shape,
				   const char *word, size_t length,
				   struct sisheur_error *error)
{
	const size_t skip = strlen("numbering=");
	const char *value = word + skip;
	size_t rest = length - skip;

	if (shape->numbering_stated)
		return sisheur_fail(error,
				    "%.*s: the numbering is stated twice",
				    sisheur_shown(length), word);
	shape->numbering_stated = true;
	shape->split = rest == strlen("split") && !memcmp(value, "split", rest);
	if (shape->split ||
	    (rest == strlen("adjacent") && !memcmp(value, "adjacent", rest)))
		return true;
	return sisheur_fail(
		error,
		"%.*s: unknown numbering; accepted are numbering=adjacent and numbering=split",
		sisheur_shown(length), word);
}

static bool sisheur_read_level(struct sisheur_shape *shape, int *last,
			       const char *word, size_t length,
			       struct sisheur_error *error)
{
	const char *colon = memchr(word, ':', length);
	int shown = sisheur_shown(length);
	unsigned int count;
	size_t name;
	int level;

	if (!colon)
		return sisheur_fail(error,
				    "%.*s: no NAME:COUNT; " SISHEUR_ACCEPTED
				    ", such as core:4",
				    shown, word);
	name = (size_t)(colon - word);
	for (level = 0; level < SISHEUR_NR_LEVELS; level++)
		if (name == strlen(sisheur_level_names[level]) &&
		    !memcmp(word, sisheur_level_names[level], name))
			break;
	if (level == SISHEUR_NR_LEVELS)
		return sisheur_fail(error,
				    "%.*s: unknown level; " SISHEUR_ACCEPTED,
				    shown, word);
	if (shape->count[level])
		return sisheur_fail(error, "%.*s: the level is stated twice",
				    shown, word);
	if (level < *last)
		return sisheur_fail(
			error,
			"%.*s: the level stands behind %s; " SISHEUR_ACCEPTED,
			shown, word, sisheur_level_names[*last]);
	count = sisheur_read_count(colon + 1, length - name - 1);
	if (!count)
		return sisheur_fail(error,
				    "%.*s: bad count; accepted is 1 to %u",
				    shown, word, SISHEUR_MAX_CPUS);
	shape->count[level] = count;
	*last = level;
	return true;
}

static bool sisheur_read_shape(struct sisheur_shape *shape, const char *text,
			       struct sisheur_error *error)
{
	static const char blank[] = " \t\n";
	static const char numbering[] = "numbering=";
	int last = -1;

	for (text += strspn(text, blank); *text; text += strspn(text, blank)) {
		size_t length = strcspn(text, blank);
		bool ok;

		if (length >= strlen(numbering) &&
		    !memcmp(text, numbering, strlen(numbering)))
			ok = sisheur_read_numbering(shape, text, length, error);
		else
			ok = sisheur_read_level(shape, &last, text, length,
						error);
		if (!ok)
			return false;
		text += length;
	}
	if (!shape->count[SISHEUR_CORE] || !shape->count[SISHEUR_PU])
		return sisheur_fail(
			error,
			"no %s:COUNT; core and pu are required, such as "
			"\"pack:2 llc:1 core:56 pu:2\"",
			shape->count[SISHEUR_CORE] ? "pu" : "core");
	return true;
}

/* How many @level groups the machine has; SISHEUR_MAX_CPUS + 1 if too many. */
static unsigned int sisheur_how_many(const struct sisheur_shape *shape,
				     int level)
{
	unsigned int n = 1;
	int i;

	for (i = 0; i <= level; i++) {
		/* Both factors are at most 2^13: no overflow in 32 bits. */
		n *= shape->count[i] ? shape->count[i] : 1;
		if (n > SISHEUR_MAX_CPUS)
			return SISHEUR_MAX_CPUS + 1;
	}
	return n;
}

/* A label of the group of @level that @core is in: its first core. */
static int sisheur_label(const struct sisheur_shape *shape, int level,
			 unsigned int core)
{
	unsigned int cores = sisheur_how_many(shape, SISHEUR_CORE) /
			     sisheur_how_many(shape, level);

	return (int)(core / cores * cores);
}

static void sisheur_fill(struct sisheur_levels *levels,
			 const struct sisheur_shape *shape)
{
	unsigned int cores = sisheur_how_many(shape, SISHEUR_CORE);
	unsigned int threads = shape->count[SISHEUR_PU];
	unsigned int cpu;

	for (cpu = 0; cpu < levels->nr_cpus; cpu++) {
		unsigned int core = shape->split ? cpu % cores : cpu / threads;

		sisheur_add_cpu(levels->online, cpu);
		levels->core[cpu] = sisheur_label(shape, SISHEUR_CORE, core);
		if (shape->count[SISHEUR_CLUSTER])
			levels->cluster[cpu] =
				sisheur_label(shape, SISHEUR_CLUSTER, core);
		levels->llc[cpu] = sisheur_label(shape, SISHEUR_LLC, core);
		levels->package[cpu] =
			sisheur_label(shape, SISHEUR_PACK, core);
	}
}

SISHEUR_DEF bool sisheur_topology_from_text(struct sisheur_topology *topology,
					    const char *text,
					    struct sisheur_error *error)
{
	struct sisheur_levels levels = { 0 };
	struct sisheur_shape shape = { 0 };
	unsigned int nr_cpus;
	bool ok = false;

	if (error)
		error->line = 0;
	if (!sisheur_read_shape(&shape, text, error))
		goto out;
	nr_cpus = sisheur_how_many(&shape, SISHEUR_PU);
	if (nr_cpus > SISHEUR_MAX_CPUS) {
		sisheur_fail(
			error,
			"too many CPUs; the counts multiplied may be %u at most",
			SISHEUR_MAX_CPUS);
		goto out;
	}
	if (!sisheur_levels_init(&levels, nr_cpus, error))
		goto out;
	sisheur_fill(&levels, &shape);
	ok = sisheur_levels_build(topology, &levels, error);
out:
	if (!ok)
		sisheur_topology_free(topology);
	sisheur_levels_free(&levels);
	return ok;
}
