// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From a line of text to a wake-up, and from a wake-up to its answer. */
#include <stdlib.h>
#include <string.h>

#include "line.h"

/* A wake-up's keys.  The order is that of the README and of printing. */
enum {
	SISHEUR_KEY_PROFILE,
	SISHEUR_KEY_FEATURES,
	SISHEUR_KEY_NR_CPUS,
	SISHEUR_KEY_CORES,
	SISHEUR_KEY_SMT,
	SISHEUR_KEY_LLC,
	SISHEUR_KEY_CLUSTERS,
	SISHEUR_KEY_IDLE,
	SISHEUR_KEY_SCHED_IDLE,
	SISHEUR_KEY_ALLOWED,
	SISHEUR_KEY_TARGET,
	SISHEUR_KEY_PREV,
	SISHEUR_KEY_RECENT,
	SISHEUR_KEY_WAKER,
	SISHEUR_KEY_PAIR,
	SISHEUR_KEY_KTHREAD,
	SISHEUR_KEY_WAKER_NR_RUNNING,
	SISHEUR_KEY_WAKEE_SCHED_IDLE,
	SISHEUR_KEY_HAS_IDLE_CORES,
	SISHEUR_KEY_NR_IDLE_SCAN,
	SISHEUR_KEY_AVG_IDLE,
	SISHEUR_KEY_AVG_SCAN_COST,
	SISHEUR_KEY_CLAIMED,
	SISHEUR_KEY_FITS,
	SISHEUR_KEY_SPREAD,
	SISHEUR_KEY_BRIEF,
	SISHEUR_KEY_SUM,
	SISHEUR_KEY_SUM_AGE,
	SISHEUR_NR_KEYS,
};

static const struct sisheur_key sisheur_wakeup_keys[SISHEUR_NR_KEYS] = {
	[SISHEUR_KEY_PROFILE] = { "profile", SISHEUR_VALUE_PROFILE },
	[SISHEUR_KEY_FEATURES] = { "features", SISHEUR_VALUE_FEATURES },
	[SISHEUR_KEY_NR_CPUS] = { "nr_cpus", SISHEUR_VALUE_NUMBER },
	[SISHEUR_KEY_CORES] = { "cores", SISHEUR_VALUE_SETS },
	[SISHEUR_KEY_SMT] = { "smt", SISHEUR_VALUE_FLAG },
	[SISHEUR_KEY_LLC] = { "llc", SISHEUR_VALUE_SETS },
	[SISHEUR_KEY_CLUSTERS] = { "clusters", SISHEUR_VALUE_SETS },
	[SISHEUR_KEY_IDLE] = { "idle", SISHEUR_VALUE_SET },
	[SISHEUR_KEY_SCHED_IDLE] = { "sched_idle", SISHEUR_VALUE_SET },
	[SISHEUR_KEY_ALLOWED] = { "allowed", SISHEUR_VALUE_SET },
	[SISHEUR_KEY_TARGET] = { "target", SISHEUR_VALUE_CPU },
	[SISHEUR_KEY_PREV] = { "prev", SISHEUR_VALUE_CPU },
	[SISHEUR_KEY_RECENT] = { "recent", SISHEUR_VALUE_CPU },
	[SISHEUR_KEY_WAKER] = { "waker", SISHEUR_VALUE_CPU },
	[SISHEUR_KEY_PAIR] = { "pair", SISHEUR_VALUE_FLAG },
	[SISHEUR_KEY_KTHREAD] = { "kthread", SISHEUR_VALUE_FLAG },
	[SISHEUR_KEY_WAKER_NR_RUNNING] = { "waker_nr_running",
					   SISHEUR_VALUE_NUMBER },
	[SISHEUR_KEY_WAKEE_SCHED_IDLE] = { "wakee_sched_idle",
					   SISHEUR_VALUE_FLAG },
	[SISHEUR_KEY_HAS_IDLE_CORES] = { "has_idle_cores", SISHEUR_VALUE_FLAG },
	[SISHEUR_KEY_NR_IDLE_SCAN] = { "nr_idle_scan", SISHEUR_VALUE_NUMBER },
	[SISHEUR_KEY_AVG_IDLE] = { "avg_idle", SISHEUR_VALUE_NUMBER },
	[SISHEUR_KEY_AVG_SCAN_COST] = { "avg_scan_cost", SISHEUR_VALUE_NUMBER },
	[SISHEUR_KEY_CLAIMED] = { "claimed", SISHEUR_VALUE_SET },
	[SISHEUR_KEY_FITS] = { "fits", SISHEUR_VALUE_SET },
	[SISHEUR_KEY_SPREAD] = { "spread", SISHEUR_VALUE_FLAG },
	[SISHEUR_KEY_BRIEF] = { "brief", SISHEUR_VALUE_FLAG },
	[SISHEUR_KEY_SUM] = { "sum_util", SISHEUR_VALUE_LONG },
	[SISHEUR_KEY_SUM_AGE] = { "sum_util_age_ms", SISHEUR_VALUE_NUMBER },
};

/* In the order of enum sisheur_answer_key. */
static const struct sisheur_key sisheur_answer_keys[] = {
	{ "cpu", SISHEUR_VALUE_CPU },
	{ "has_idle_cores", SISHEUR_VALUE_FLAG },
	{ "recent", SISHEUR_VALUE_CPU },
	{ "probes", SISHEUR_VALUE_NUMBER },
};

enum {
	SISHEUR_KEY_SUM_UTIL,
	SISHEUR_KEY_LLC_WEIGHT,
	SISHEUR_KEY_IMBALANCE_PCT,
	SISHEUR_KEY_FORMULA,
	SISHEUR_NR_SCAN_KEYS,
};

static const struct sisheur_key sisheur_nr_scan_keys[SISHEUR_NR_SCAN_KEYS] = {
	[SISHEUR_KEY_SUM_UTIL] = { "sum_util", SISHEUR_VALUE_LONG },
	[SISHEUR_KEY_LLC_WEIGHT] = { "llc_weight", SISHEUR_VALUE_NUMBER },
	[SISHEUR_KEY_IMBALANCE_PCT] = { "imbalance_pct", SISHEUR_VALUE_NUMBER },
	[SISHEUR_KEY_FORMULA] = { "formula", SISHEUR_VALUE_FORMULA },
};

static const struct sisheur_key sisheur_budget_keys[] = {
	{ "nr_scan", SISHEUR_VALUE_NUMBER },
};

/* The sets of CPUs that a wake-up points to, and their keys. */
enum sisheur_case_map {
	SISHEUR_MAP_IDLE,
	SISHEUR_MAP_SCHED_IDLE,
	SISHEUR_MAP_ALLOWED,
	SISHEUR_MAP_CLAIMED,
	SISHEUR_MAP_FITS,
	SISHEUR_NR_MAPS,
};

static const unsigned int sisheur_map_keys[SISHEUR_NR_MAPS] = {
	[SISHEUR_MAP_IDLE] = SISHEUR_KEY_IDLE,
	[SISHEUR_MAP_SCHED_IDLE] = SISHEUR_KEY_SCHED_IDLE,
	[SISHEUR_MAP_ALLOWED] = SISHEUR_KEY_ALLOWED,
	[SISHEUR_MAP_CLAIMED] = SISHEUR_KEY_CLAIMED,
	[SISHEUR_MAP_FITS] = SISHEUR_KEY_FITS,
};

/**
 * struct sisheur_case_memory - what a case's pointers lead to
 * @nr_cpus: CPUs that it has room for
 * @core:    labels, as sisheur_topology_build() takes them
 * @llc:     the same
 * @cluster: the same
 * @cluster_llc: [cluster] its LLC domain
 * @maps:    by enum sisheur_case_map, each of its words
 */
struct sisheur_case_memory {
	unsigned int nr_cpus;
	int *core;
	int *llc;
	int *cluster;
	int *cluster_llc;
	unsigned long *maps[SISHEUR_NR_MAPS];
};

static void sisheur_free_memory(struct sisheur_case_memory *memory)
{
	if (!memory)
		return;
	free(memory->core);
	free(memory->maps[0]);
	free(memory);
}

static bool sisheur_reserve_case(struct sisheur_case *c, unsigned int nr_cpus,
				 struct sisheur_error *error)
{
	struct sisheur_case_memory *memory = c->memory;
	size_t words = SISHEUR_WORDS(nr_cpus);
	unsigned int map;

	if (memory && memory->nr_cpus >= nr_cpus)
		return true;
	sisheur_free_memory(memory);
	c->memory = NULL;
	memory = calloc(1, sizeof(*memory));
	if (!memory)
		return sisheur_fail(error, "out of memory");
	memory->core = malloc(4 * nr_cpus * sizeof(*memory->core));
	memory->maps[0] = malloc(SISHEUR_NR_MAPS * words *
				 sizeof(*memory->maps[0]));
	if (!memory->core || !memory->maps[0]) {
		sisheur_free_memory(memory);
		return sisheur_fail(error, "out of memory");
	}
	memory->nr_cpus = nr_cpus;
	memory->llc = memory->core + nr_cpus;
	memory->cluster = memory->llc + nr_cpus;
	memory->cluster_llc = memory->cluster + nr_cpus;
	for (map = 1; map < SISHEUR_NR_MAPS; map++)
		memory->maps[map] = memory->maps[map - 1] + words;
	c->memory = memory;
	return true;
}

/* Puts the name of the key before what was wrong with its value. */
static bool sisheur_blame(const char *key, struct sisheur_error *error)
{
	struct sisheur_error copy;

	if (!error)
		return false;
	copy = *error;
	return sisheur_fail(error, "%s: %.*s", key,
			    (int)sizeof(copy.text) - 40, copy.text);
}

static bool sisheur_read_set(const struct sisheur_key *key,
			     struct sisheur_piece value, unsigned int nr_cpus,
			     unsigned long *set, struct sisheur_error *error)
{
	struct sisheur_ranges ranges = { value.at, value.at, nr_cpus, false };

	/* An absent key has no text: not even its end may be computed. */
	if (value.length)
		ranges.end = value.at + value.length;
	return sisheur_read_ranges(&ranges, set, error) ||
	       sisheur_blame(key->name, error);
}

/*
 * Labels the CPUs of a set and empties it.  Only the words that a range of the
 * set touched are visited: the sets of a line may be as many as its CPUs.
 */
static bool sisheur_label_set(const struct sisheur_key *key,
			      unsigned long *set, unsigned int from,
			      unsigned int to, int *label, int number,
			      struct sisheur_error *error)
{
	unsigned int i;

	for (i = from; i <= to; i++) {
		for (; set[i]; set[i] &= set[i] - 1) {
			unsigned int cpu = i * SISHEUR_WORD_BITS +
					   sisheur_ctz(set[i]);

			if (label[cpu] != SISHEUR_NONE)
				return sisheur_fail(error,
					"%s: CPU %u is in two sets; accepted once",
					key->name, cpu);
			label[cpu] = number;
		}
	}
	return true;
}

/* Reads sets separated by slashes as one label per CPU. */
static bool sisheur_read_sets(const struct sisheur_key *key,
			      struct sisheur_piece value, unsigned int nr_cpus,
			      unsigned long *scratch, int *label,
			      struct sisheur_error *error)
{
	const char *at, *end;
	unsigned int cpu;
	int set = 0;

	for (cpu = 0; cpu < nr_cpus; cpu++)
		label[cpu] = SISHEUR_NONE;
	if (!value.length)
		return true;
	at = value.at;
	end = at + value.length;
	memset(scratch, 0, SISHEUR_WORDS(nr_cpus) * sizeof(*scratch));

	for (;; set++) {
		const char *slash = memchr(at, '/', (size_t)(end - at));
		struct sisheur_ranges ranges = { at, slash ? slash : end,
						 nr_cpus, false };
		unsigned int from = SISHEUR_WORDS(nr_cpus) - 1, to = 0;
		unsigned int first, last;

		if (ranges.at == ranges.end)
			return sisheur_fail(error,
				"%s: an empty set among several; an empty value means none",
				key->name);
		while (sisheur_next_range(&ranges, &first, &last, error)) {
			sisheur_add_range(scratch, first, last);
			if (first / SISHEUR_WORD_BITS < from)
				from = first / SISHEUR_WORD_BITS;
			if (last / SISHEUR_WORD_BITS > to)
				to = last / SISHEUR_WORD_BITS;
		}
		if (ranges.bad)
			return sisheur_blame(key->name, error);
		if (!sisheur_label_set(key, scratch, from, to, label, set,
				       error))
			return false;
		if (!slash)
			return true;
		at = slash + 1;
	}
}

static bool sisheur_check_clusters(struct sisheur_case_memory *m,
				   unsigned int nr_cpus,
				   struct sisheur_error *error)
{
	unsigned int cpu;

	for (cpu = 0; cpu < nr_cpus; cpu++)
		m->cluster_llc[cpu] = SISHEUR_NONE;
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		int cluster = m->cluster[cpu], llc = m->llc[cpu];

		if (cluster == SISHEUR_NONE || llc == SISHEUR_NONE)
			continue;
		if (m->cluster_llc[cluster] == SISHEUR_NONE)
			m->cluster_llc[cluster] = llc;
		if (m->cluster_llc[cluster] != llc)
			return sisheur_fail(error,
				"clusters: the cluster of CPU %u reaches over two LLC domains; accepted is one",
				cpu);
	}
	return true;
}

static bool sisheur_read_topology(struct sisheur_case *c,
				  const struct sisheur_fields *fields,
				  unsigned int nr_cpus,
				  struct sisheur_error *error)
{
	const struct sisheur_key *keys = sisheur_wakeup_keys;
	const struct sisheur_piece *value = fields->value;
	struct sisheur_case_memory *m = c->memory;
	struct sisheur_labels labels = {
		.nr_cpus = nr_cpus,
		.core = m->core,
		.llc = m->llc,
	};
	unsigned int cpu;

	/* The idle map is read after the sets: until then it is scratch. */
	if (!sisheur_read_sets(&keys[SISHEUR_KEY_CORES],
			       value[SISHEUR_KEY_CORES], nr_cpus, m->maps[0],
			       m->core, error))
		return false;
	if (value[SISHEUR_KEY_LLC].at) {
		if (!sisheur_read_sets(&keys[SISHEUR_KEY_LLC],
				       value[SISHEUR_KEY_LLC], nr_cpus, m->maps[0],
				       m->llc, error))
			return false;
	} else {
		for (cpu = 0; cpu < nr_cpus; cpu++)
			m->llc[cpu] = 0;
	}
	if (value[SISHEUR_KEY_CLUSTERS].length) {
		if (!sisheur_read_sets(&keys[SISHEUR_KEY_CLUSTERS],
				       value[SISHEUR_KEY_CLUSTERS], nr_cpus,
				       m->maps[0], m->cluster, error) ||
		    !sisheur_check_clusters(m, nr_cpus, error))
			return false;
		labels.cluster = m->cluster;
	}
	if (value[SISHEUR_KEY_SMT].at)
		labels.smt = fields->number[SISHEUR_KEY_SMT] ?
				     SISHEUR_SMT_ON : SISHEUR_SMT_OFF;
	return sisheur_topology_build(&c->topology, &labels, error);
}

/* A map whose key is absent; for some that is not the empty set. */
static const unsigned long *sisheur_map(const struct sisheur_case *c,
					const struct sisheur_fields *fields,
					unsigned int map)
{
	const struct sisheur_case_memory *m = c->memory;

	return fields->value[sisheur_map_keys[map]].at ? m->maps[map] : NULL;
}

static bool sisheur_read_maps(struct sisheur_case *c,
			      const struct sisheur_fields *fields,
			      unsigned int nr_cpus, struct sisheur_error *error)
{
	struct sisheur_case_memory *m = c->memory;
	unsigned int map, i;

	for (map = 0; map < SISHEUR_NR_MAPS; map++) {
		unsigned int key = sisheur_map_keys[map];

		if (!sisheur_read_set(&sisheur_wakeup_keys[key],
				      fields->value[key], nr_cpus,
				      m->maps[map], error))
			return false;
	}
	for (i = 0; i < SISHEUR_WORDS(nr_cpus); i++) {
		unsigned long both = m->maps[SISHEUR_MAP_IDLE][i] &
				     m->maps[SISHEUR_MAP_SCHED_IDLE][i];

		if (both)
			return sisheur_fail(error,
				"CPU %u is both idle and sched_idle; accepted is one",
				i * SISHEUR_WORD_BITS + sisheur_ctz(both));
	}
	c->view.idle = m->maps[SISHEUR_MAP_IDLE];
	c->view.sched_idle = m->maps[SISHEUR_MAP_SCHED_IDLE];
	c->view.claimed = sisheur_map(c, fields, SISHEUR_MAP_CLAIMED);
	c->wakeup.allowed = sisheur_map(c, fields, SISHEUR_MAP_ALLOWED);
	c->wakeup.fits = sisheur_map(c, fields, SISHEUR_MAP_FITS);
	return true;
}

static bool sisheur_read_profile(struct sisheur_case *c,
				 const struct sisheur_fields *fields,
				 struct sisheur_error *error)
{
	struct sisheur_piece value = fields->value[SISHEUR_KEY_PROFILE];
	struct sisheur_piece features = fields->value[SISHEUR_KEY_FEATURES];
	char text[512];
	unsigned int id;

	for (id = 0; id < SISHEUR_NR_PROFILES; id++)
		if (sisheur_piece_is(value, sisheur_profile_name(id)))
			break;
	if (id == SISHEUR_NR_PROFILES)
		return sisheur_fail(error,
			"unknown profile \"%.*s\"; accepted are linux-5.18, linux-6.1, linux-6.12, linux-7.1 and sisheur",
			SISHEUR_QUOTE(value));
	c->profile_id = id;
	c->profile = *sisheur_profile(id);
	if (!features.at)
		return true;
	if (features.length >= sizeof(text))
		return sisheur_fail(error,
			"features: %zu characters; accepted are %zu",
			features.length, sizeof(text) - 1);
	memcpy(text, features.at, features.length);
	text[features.length] = '\0';
	return sisheur_features_parse(text, &c->profile.features, error);
}

/* A key whose value is a CPU of the machine. */
static bool sisheur_read_cpu_key(const struct sisheur_fields *fields,
				 unsigned int key, unsigned int nr_cpus,
				 unsigned int otherwise, unsigned int *cpu,
				 struct sisheur_error *error)
{
	*cpu = (unsigned int)sisheur_number(fields, key, otherwise);
	return *cpu < nr_cpus ||
	       sisheur_fail(error, "%s=%u is not below nr_cpus=%u",
			    sisheur_wakeup_keys[key].name, *cpu, nr_cpus);
}

static bool sisheur_read_wakeup(struct sisheur_case *c,
				const struct sisheur_fields *f,
				struct sisheur_error *error)
{
	struct sisheur_wakeup *w = &c->wakeup;
	unsigned long long nr = f->number[SISHEUR_KEY_NR_CPUS];
	unsigned int nr_cpus = (unsigned int)nr;

	if (!sisheur_require(sisheur_wakeup_keys, SISHEUR_KEY_PROFILE, f,
			     error) ||
	    !sisheur_require(sisheur_wakeup_keys, SISHEUR_KEY_NR_CPUS, f,
			     error) ||
	    !sisheur_read_profile(c, f, error))
		return false;
	if (!nr || nr > SISHEUR_MAX_CPUS)
		return sisheur_fail(error, "nr_cpus=%llu; accepted are 1 to %u",
				    nr, SISHEUR_MAX_CPUS);
	if (!sisheur_reserve_case(c, nr_cpus, error) ||
	    !sisheur_read_topology(c, f, nr_cpus, error) ||
	    !sisheur_read_maps(c, f, nr_cpus, error) ||
	    !sisheur_read_cpu_key(f, SISHEUR_KEY_TARGET, nr_cpus, 0,
				  &w->target, error) ||
	    !sisheur_read_cpu_key(f, SISHEUR_KEY_PREV, nr_cpus, w->target,
				  &w->prev, error) ||
	    !sisheur_read_cpu_key(f, SISHEUR_KEY_RECENT, nr_cpus, w->prev,
				  &w->recent, error) ||
	    !sisheur_read_cpu_key(f, SISHEUR_KEY_WAKER, nr_cpus, w->target,
				  &w->waker, error))
		return false;

	w->pair = sisheur_number(f, SISHEUR_KEY_PAIR, 0);
	w->kthread = sisheur_number(f, SISHEUR_KEY_KTHREAD, 0);
	w->waker_nr_running = (unsigned int)
		sisheur_number(f, SISHEUR_KEY_WAKER_NR_RUNNING, 2);
	w->wakee_sched_idle = sisheur_number(f, SISHEUR_KEY_WAKEE_SCHED_IDLE, 0);
	w->avg_idle = sisheur_number(f, SISHEUR_KEY_AVG_IDLE,
				     SISHEUR_AVG_IDLE_NS);
	w->avg_scan_cost = sisheur_number(f, SISHEUR_KEY_AVG_SCAN_COST, 1);
	w->spread = sisheur_number(f, SISHEUR_KEY_SPREAD, 0);
	w->brief = sisheur_number(f, SISHEUR_KEY_BRIEF, 0);
	w->sum_util = (unsigned long)sisheur_number(f, SISHEUR_KEY_SUM, 0);
	w->sum_util_age_ms = (unsigned int)
		sisheur_number(f, SISHEUR_KEY_SUM_AGE, 0);
	c->has_idle_cores = (int)sisheur_number(f, SISHEUR_KEY_HAS_IDLE_CORES, 0);
	c->nr_idle_scan = (unsigned int)
		sisheur_number(f, SISHEUR_KEY_NR_IDLE_SCAN, nr_cpus);
	w->has_idle_cores = &c->has_idle_cores;
	w->nr_idle_scan = &c->nr_idle_scan;
	w->count_probes = true;
	return true;
}

static bool sisheur_read_budget(struct sisheur_case *c,
				const struct sisheur_fields *f,
				struct sisheur_error *error)
{
	if (!sisheur_require(sisheur_nr_scan_keys, SISHEUR_KEY_SUM_UTIL, f,
			     error) ||
	    !sisheur_require(sisheur_nr_scan_keys, SISHEUR_KEY_LLC_WEIGHT, f,
			     error))
		return false;
	c->sum_util = (unsigned long)f->number[SISHEUR_KEY_SUM_UTIL];
	c->llc_weight = (unsigned int)f->number[SISHEUR_KEY_LLC_WEIGHT];
	c->imbalance_pct = (unsigned int)
		sisheur_number(f, SISHEUR_KEY_IMBALANCE_PCT,
			       SISHEUR_LLC_IMBALANCE_PCT);
	c->percent = sisheur_number(f, SISHEUR_KEY_FORMULA, 0);
	return true;
}

/* What stands behind the arrow. */
static bool sisheur_read_answer(struct sisheur_case *c, const char *at,
				struct sisheur_error *error)
{
	bool budget = c->kind == SISHEUR_CASE_NR_SCAN;
	const struct sisheur_key *keys = budget ? sisheur_budget_keys :
						  sisheur_answer_keys;
	unsigned int nr_keys = budget ? 1 : 4;
	struct sisheur_answer *answer = &c->expected;
	struct sisheur_fields fields;
	struct sisheur_piece piece;
	unsigned int key;

	memset(&fields, 0, sizeof(fields));
	while (sisheur_next_piece(&at, &piece))
		if (!sisheur_read_key(keys, nr_keys, piece, &fields, error))
			return false;
	for (key = 0; key < nr_keys; key++) {
		if (!fields.value[key].at)
			continue;
		answer->keys |= (budget ? SISHEUR_ANSWER_NR_SCAN : 1U) << key;
		if (keys[key].value == SISHEUR_VALUE_CPU &&
		    fields.number[key] >= c->topology.domains.nr_cpus)
			return sisheur_fail(error,
				"the answer %s=%llu is not below nr_cpus=%u",
				keys[key].name, fields.number[key],
				c->topology.domains.nr_cpus);
	}
	if (!answer->keys)
		return sisheur_fail(error,
			"=> without an answer; accepted are %s",
			budget ? "nr_scan" :
				 "cpu, has_idle_cores, recent and probes");
	if (budget) {
		answer->nr_scan = (unsigned int)fields.number[0];
		return true;
	}
	answer->cpu = (unsigned int)fields.number[0];
	answer->has_idle_cores = (unsigned int)fields.number[1];
	answer->recent = (unsigned int)fields.number[2];
	answer->probes = (unsigned int)fields.number[3];
	return true;
}

/* What an earlier line left is gone, whatever this one is. */
static void sisheur_clear(struct sisheur_case *c)
{
	memset(&c->expected, 0, sizeof(c->expected));
	memset(&c->wakeup, 0, sizeof(c->wakeup));
	memset(&c->view, 0, sizeof(c->view));
	/* A wake-up that is placed all the same, unread, is on no machine. */
	memset(&c->topology.domains, 0, sizeof(c->topology.domains));
	c->wakeup.domains = &c->topology.domains;
	c->wakeup.view = &c->view;
}

static bool sisheur_read_line(struct sisheur_case *c, const char *at,
			      struct sisheur_error *error)
{
	const struct sisheur_key *keys = sisheur_wakeup_keys;
	unsigned int nr_keys = SISHEUR_NR_KEYS;
	struct sisheur_fields fields;
	struct sisheur_piece piece;
	bool arrow = false, first = true;

	memset(&fields, 0, sizeof(fields));
	c->kind = SISHEUR_CASE_WAKEUP;
	for (; sisheur_next_piece(&at, &piece); first = false) {
		if (sisheur_piece_is(piece, "=>")) {
			arrow = true;
			break;
		}
		/* Further on, fields would hold values of the other keys. */
		if (first && sisheur_piece_is(piece, "nr_scan")) {
			c->kind = SISHEUR_CASE_NR_SCAN;
			keys = sisheur_nr_scan_keys;
			nr_keys = SISHEUR_NR_SCAN_KEYS;
			continue;
		}
		if (!sisheur_read_key(keys, nr_keys, piece, &fields, error))
			return false;
	}
	if (c->kind == SISHEUR_CASE_NR_SCAN ?
		    !sisheur_read_budget(c, &fields, error) :
		    !sisheur_read_wakeup(c, &fields, error))
		return false;
	return !arrow || sisheur_read_answer(c, at, error);
}

SISHEUR_DEF unsigned int sisheur_case_parse(struct sisheur_case *c,
					    const char *line,
					    struct sisheur_error *error)
{
	struct sisheur_piece piece;
	const char *at = line;

	sisheur_clear(c);
	c->kind = SISHEUR_CASE_SKIP;
	if (*line == '#' || !sisheur_next_piece(&at, &piece))
		return c->kind;
	if (!sisheur_read_line(c, line, error)) {
		c->kind = SISHEUR_CASE_ERROR;
		c->topology.domains.nr_cpus = 0;
	}
	return c->kind;
}

SISHEUR_DEF void sisheur_case_free(struct sisheur_case *c)
{
	sisheur_topology_free(&c->topology);
	sisheur_free_memory(c->memory);
	memset(c, 0, sizeof(*c));
}
