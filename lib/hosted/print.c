// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From a case to its line of text. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hosted.h"

/**
 * struct sisheur_text - text being written into a buffer that may be too small
 * @buffer: where to
 * @size:   its size
 * @length: how long the text would be
 */
struct sisheur_text {
	char *buffer;
	size_t size;
	size_t length;
};

/* Where the next character goes; @room is what is left there. */
static char *sisheur_room(const struct sisheur_text *text, size_t *room)
{
	/* Without a buffer only the length is asked: NULL + 0 is undefined. */
	if (text->length >= text->size) {
		*room = 0;
		return NULL;
	}
	*room = text->size - text->length;
	return text->buffer + text->length;
}

static __attribute__((__format__(__printf__, 2, 3)))
void sisheur_add(struct sisheur_text *text, const char *format, ...)
{
	size_t room;
	char *at = sisheur_room(text, &room);
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(at, room, format, args);
	va_end(args);
	if (n > 0)
		text->length += (size_t)n;
}

static void sisheur_add_set(struct sisheur_text *text, const char *key,
			    const unsigned long *set, unsigned int nr_cpus)
{
	size_t room;
	char *at;

	sisheur_add(text, "%s", key);
	at = sisheur_room(text, &room);
	text->length += sisheur_cpulist_print(at, room, set, nr_cpus);
}

static void sisheur_add_rows(struct sisheur_text *text, const char *key,
			     const unsigned long *rows, unsigned int nr_rows,
			     unsigned int nr_cpus)
{
	unsigned int row;

	sisheur_add(text, " %s=", key);
	for (row = 0; row < nr_rows; row++)
		sisheur_add_set(text, row ? "/" : "",
				rows + (size_t)row * SISHEUR_WORDS(nr_cpus),
				nr_cpus);
}

static void sisheur_add_cores(struct sisheur_text *text,
			      const struct sisheur_domains *d)
{
	const char *before = " cores=";
	unsigned int cpu, sibling;

	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		if (d->core[cpu] != cpu || d->next[cpu] == cpu)
			continue;
		sisheur_add(text, "%s%u", before, cpu);
		before = "/";
		for (sibling = d->next[cpu]; sibling != cpu;
		     sibling = d->next[sibling])
			sisheur_add(text, ",%u", sibling);
	}
}

static void sisheur_add_topology(struct sisheur_text *text,
				 const struct sisheur_domains *d)
{
	bool whole = d->nr_llcs == 1 && d->llcs[0].weight == d->nr_cpus;
	bool smt = d->numbering != SISHEUR_NUMBERING_LONE;

	sisheur_add(text, "nr_cpus=%u", d->nr_cpus);
	sisheur_add_cores(text, d);
	if (d->smt != smt)
		sisheur_add(text, " smt=%u", d->smt);
	if (!whole)
		sisheur_add_rows(text, "llc", d->llc_span, d->nr_llcs,
				 d->nr_cpus);
	if (d->clusters)
		sisheur_add_rows(text, "clusters", d->cluster_span,
				 d->nr_clusters, d->nr_cpus);
}

static void sisheur_add_features(struct sisheur_text *text,
				 const struct sisheur_case *c)
{
	unsigned int usual = sisheur_profile(c->profile_id)->features;
	const char *before = " features=";
	unsigned int bit;

	for (bit = 0; bit < SISHEUR_NR_FEATURES; bit++) {
		if (!((usual ^ c->profile.features) >> bit & 1))
			continue;
		sisheur_add(text, "%s%s%s", before,
			    c->profile.features >> bit & 1 ? "" : "NO_",
			    sisheur_feature_name(bit));
		before = ",";
	}
}

static void sisheur_add_number(struct sisheur_text *text, const char *key,
			       unsigned long long value,
			       unsigned long long usual)
{
	if (value != usual)
		sisheur_add(text, " %s=%llu", key, value);
}

static void sisheur_add_wakeup(struct sisheur_text *text,
			       const struct sisheur_case *c)
{
	const struct sisheur_wakeup *w = &c->wakeup;
	unsigned int nr = w->domains->nr_cpus;

	sisheur_add(text, "profile=%s", sisheur_profile_name(c->profile_id));
	sisheur_add_features(text, c);
	sisheur_add(text, " ");
	sisheur_add_topology(text, w->domains);
	if (sisheur_cpuset_next(c->view.idle, nr, 0) != SISHEUR_NONE)
		sisheur_add_set(text, " idle=", c->view.idle, nr);
	if (sisheur_cpuset_next(c->view.sched_idle, nr, 0) != SISHEUR_NONE)
		sisheur_add_set(text, " sched_idle=", c->view.sched_idle, nr);
	if (w->allowed)
		sisheur_add_set(text, " allowed=", w->allowed, nr);
	sisheur_add_number(text, "target", w->target, 0);
	sisheur_add_number(text, "prev", w->prev, w->target);
	sisheur_add_number(text, "recent", w->recent, w->prev);
	sisheur_add_number(text, "waker", w->waker, w->target);
	sisheur_add_number(text, "pair", w->pair, 0);
	sisheur_add_number(text, "kthread", w->kthread, 0);
	sisheur_add_number(text, "waker_nr_running", w->waker_nr_running, 2);
	sisheur_add_number(text, "wakee_sched_idle", w->wakee_sched_idle, 0);
	sisheur_add_number(text, "has_idle_cores",
			   (unsigned int)c->has_idle_cores, 0);
	sisheur_add_number(text, "nr_idle_scan", c->nr_idle_scan, nr);
	sisheur_add_number(text, "avg_idle", w->avg_idle, SISHEUR_AVG_IDLE_NS);
	sisheur_add_number(text, "avg_scan_cost", w->avg_scan_cost, 1);
	if (c->view.claimed)
		sisheur_add_set(text, " claimed=", c->view.claimed, nr);
	if (w->fits)
		sisheur_add_set(text, " fits=", w->fits, nr);
	sisheur_add_number(text, "spread", w->spread, 0);
	sisheur_add_number(text, "brief", w->brief, 0);
	sisheur_add_number(text, "sum_util", w->sum_util, 0);
	sisheur_add_number(text, "sum_util_age_ms", w->sum_util_age_ms, 0);
}

SISHEUR_DEF size_t sisheur_case_print(char *buffer, size_t size,
				      const struct sisheur_case *c)
{
	struct sisheur_text text = { buffer, size, 0 };

	if (size)
		buffer[0] = '\0';
	if (c->kind == SISHEUR_CASE_WAKEUP) {
		sisheur_add_wakeup(&text, c);
	} else if (c->kind == SISHEUR_CASE_NR_SCAN) {
		sisheur_add(&text, "nr_scan sum_util=%lu llc_weight=%u",
			    c->sum_util, c->llc_weight);
		sisheur_add_number(&text, "imbalance_pct", c->imbalance_pct,
				   SISHEUR_LLC_IMBALANCE_PCT);
		if (c->percent)
			sisheur_add(&text, " formula=percent");
	}
	return text.length;
}

SISHEUR_DEF size_t sisheur_machine_print(char *buffer, size_t size,
					 const struct sisheur_domains *domains)
{
	struct sisheur_text text = { buffer, size, 0 };

	if (size)
		buffer[0] = '\0';
	sisheur_add_topology(&text, domains);
	return text.length;
}

SISHEUR_DEF size_t sisheur_answer_print(char *buffer, size_t size,
					const struct sisheur_answer *answer)
{
	struct sisheur_text text = { buffer, size, 0 };
	const struct {
		unsigned int key;
		const char *name;
		unsigned int value;
	} rows[] = {
		{ SISHEUR_ANSWER_CPU, "cpu", answer->cpu },
		{ SISHEUR_ANSWER_HINT, "has_idle_cores",
		  answer->has_idle_cores },
		{ SISHEUR_ANSWER_RECENT, "recent", answer->recent },
		{ SISHEUR_ANSWER_PROBES, "probes", answer->probes },
		{ SISHEUR_ANSWER_NR_SCAN, "nr_scan", answer->nr_scan },
	};
	size_t i;

	if (size)
		buffer[0] = '\0';
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (answer->keys & rows[i].key)
			sisheur_add(&text, "%s%s=%u", text.length ? " " : "",
				    rows[i].name, rows[i].value);
	return text.length;
}
