// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * once.c - is each thing said once
 *
 * Of two values the later would be simulated, and the earlier printed among the
 * settings of its result.
 */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/**
 * struct sisheur_said - something that was set
 * @name:   as --set knows it; not terminated
 * @length: of @name
 * @by:     the option
 */
struct sisheur_said {
	const char *name;
	size_t length;
	const char *by;
};

static bool is_new(const struct sisheur_said *said, size_t nr)
{
	const struct sisheur_said *last = &said[nr - 1];
	size_t i;

	for (i = 0; i < nr - 1; i++) {
		if (said[i].length != last->length ||
		    memcmp(said[i].name, last->name, last->length))
			continue;
		sisheur_message("sisheur sim: %s: %.*s was set by %s already; "
				"accepted is one of them", last->by,
				(int)last->length, last->name, said[i].by);
		return false;
	}
	return true;
}

bool sisheur_said_once(const struct sisheur_sim_options *o, const char *key)
{
	const struct {
		const char *value;
		const char *name;
		const char *by;
	} options[] = {
		{ o->load, "load", "--load" },
		{ o->seed, "seed", "--seed" },
		{ o->seconds, "run", "--seconds" },
		{ o->warmup, "warmup", "--warmup" },
		{ o->loops, "loops", "--loops" },
	};
	const size_t nr_options = sizeof(options) / sizeof(options[0]);
	struct sisheur_said *said =
		sisheur_alloc(NULL, (nr_options + o->nr_sets + 1) *
			      sizeof(*said));
	size_t nr = 0, i;
	bool ok = true;

	for (i = 0; i < nr_options; i++)
		if (options[i].value)
			said[nr++] = (struct sisheur_said){
				options[i].name, strlen(options[i].name),
				options[i].by };
	for (i = 0; ok && i < o->nr_sets; i++) {
		said[nr++] = (struct sisheur_said){
			o->sets[i], strcspn(o->sets[i], "="), "--set" };
		ok = is_new(said, nr);
	}
	if (ok && *key) {
		said[nr++] = (struct sisheur_said){ key, strlen(key),
						    "--sweep" };
		ok = is_new(said, nr);
	}
	free(said);
	return ok;
}
