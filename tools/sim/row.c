// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * row.c - which fields a run has, in the order in which they are printed
 */
#include <stdlib.h>
#include <string.h>

#include "row.h"

#define LABEL(name, id) \
	{ name, SISHEUR_KIND_LABEL, SISHEUR_LABEL_ ## id, true }
#define FIELD(name, kind, id, of_cpu) \
	{ name, SISHEUR_KIND_ ## kind, SISHEUR_VALUE_ ## id, of_cpu }
#define PLACED(name, step) \
	{ "placed_" name, SISHEUR_KIND_NUMBER, \
	  SISHEUR_VALUE_PLACED + SISHEUR_STEP_ ## step, false }

static const struct sisheur_field fields[] = {
	FIELD("experiment", HEX, EXPERIMENT, true),
	FIELD("run", NUMBER, RUN, true),
	FIELD("runs", NUMBER, RUNS, true),
	LABEL("workload", WORKLOAD),
	LABEL("machine", MACHINE),
	FIELD("nr_cpus", NUMBER, NR_CPUS, true),
	LABEL("profile", PROFILE),
	LABEL("settings", SETTINGS),
	LABEL("key", KEY),
	FIELD("value", NUMBER, SWEPT, true),
	FIELD("load", NUMBER, LOAD, true),
	FIELD("seed", NUMBER, SEED, true),
	FIELD("warmup_ns", NUMBER, WARMUP_NS, true),
	FIELD("run_ns", NUMBER, RUN_NS, true),
	FIELD("cpu", CPU, CPU, true),
	FIELD("nr_tasks", NUMBER, NR_TASKS, false),
	FIELD("work", NUMBER, WORK, false),
	FIELD("work_per_s", MILLI, WORK_PER_S, false),
	FIELD("latencies", NUMBER, LATENCIES, false),
	FIELD("latency_p50_ns", NUMBER, P50_NS, false),
	FIELD("latency_p90_ns", NUMBER, P90_NS, false),
	FIELD("latency_p99_ns", NUMBER, P99_NS, false),
	FIELD("latency_max_ns", NUMBER, MAX_NS, false),
	FIELD("wakeups", NUMBER, WAKEUPS, false),
	FIELD("queued", NUMBER, QUEUED, false),
	FIELD("kept", NUMBER, KEPT, false),
	FIELD("search", NUMBER, SEARCH, true),
	FIELD("domain_search", NUMBER, DOMAIN_SEARCH, true),
	FIELD("scanned", NUMBER, SCANNED, true),
	FIELD("failed", NUMBER, FAILED, true),
	FIELD("se_eff", MILLI, SE_EFF, true),
	FIELD("dom_eff", MILLI, DOM_EFF, true),
	FIELD("fast_rate", MILLI, FAST_RATE, true),
	FIELD("success_rate", MILLI, SUCCESS_RATE, true),
	PLACED("target", TARGET),
	PLACED("pair", PAIR),
	PLACED("prev", PREV),
	PLACED("kthread", KTHREAD),
	PLACED("recent", RECENT),
	PLACED("no_domain", NO_DOMAIN),
	PLACED("smt", SMT),
	PLACED("scan", SCAN),
	PLACED("late", LATE),
	PLACED("last", LAST),
	FIELD("placed_own", NUMBER, PLACED_OWN, false),
	FIELD("preemptions", NUMBER, PREEMPTIONS, false),
	FIELD("migrations", NUMBER, MIGRATIONS, false),
	FIELD("core_migrations", NUMBER, CORE_MIGRATIONS, false),
	FIELD("llc_migrations", NUMBER, LLC_MIGRATIONS, false),
	FIELD("pulled_newidle", NUMBER, PULLED_NEWIDLE, false),
	FIELD("pulled_balance", NUMBER, PULLED_BALANCE, false),
	FIELD("util", MILLI, UTIL, true),
	FIELD("busy_ns", NUMBER, BUSY_NS, true),
	FIELD("idle_ns", NUMBER, IDLE_NS, true),
	FIELD("switches", NUMBER, SWITCHES, true),
	FIELD("arrivals", NUMBER, ARRIVALS, true),
	FIELD("nr_idle_scan", NUMBER, NR_IDLE_SCAN, false),
	FIELD("finished_ns", NUMBER, FINISHED_NS, false),
	FIELD("events", NUMBER, EVENTS, false),
	FIELD("simulated_ns", NUMBER, SIMULATED_NS, false),
	FIELD("digest", HEX, DIGEST, false),
	FIELD("same_choices", TRUTH, SAME_CHOICES, false),
};

#define NR_FIELDS	(sizeof(fields) / sizeof(fields[0]))

const struct sisheur_field *sisheur_field(unsigned int n)
{
	return n < NR_FIELDS ? &fields[n] : NULL;
}

bool sisheur_field_in(const struct sisheur_field *field,
		      const struct sisheur_row *row)
{
	return field->of_cpu || !row->is_cpu;
}

const char *sisheur_label_of(const struct sisheur_row *row, unsigned int label)
{
	return row->labels[label] ? row->labels[label] : "";
}

struct sisheur_row *sisheur_rows_add(struct sisheur_rows *rows)
{
	if (rows->nr == rows->room) {
		rows->room = rows->room ? 2 * rows->room : 16;
		rows->rows = sisheur_alloc(rows->rows, rows->room *
					   sizeof(*rows->rows));
	}
	memset(&rows->rows[rows->nr], 0, sizeof(*rows->rows));
	return &rows->rows[rows->nr++];
}

void sisheur_rows_free(struct sisheur_rows *rows)
{
	size_t i;

	for (i = 0; i < rows->nr; i++)
		sisheur_row_free(&rows->rows[i]);
	free(rows->rows);
	memset(rows, 0, sizeof(*rows));
}

void sisheur_row_label(struct sisheur_row *row, unsigned int label,
		       const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = memcpy(sisheur_alloc(NULL, size), text, size);
	char *c;

	/* A row is a line, whatever a file is called. */
	for (c = copy; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = ' ';
	free(row->labels[label]);
	row->labels[label] = copy;
}

void sisheur_row_copy(struct sisheur_row *to, const struct sisheur_row *from)
{
	unsigned int i;

	*to = *from;
	for (i = 0; i < SISHEUR_NR_LABELS; i++) {
		to->labels[i] = NULL;
		sisheur_row_label(to, i, sisheur_label_of(from, i));
	}
}

void sisheur_row_free(struct sisheur_row *row)
{
	unsigned int i;

	for (i = 0; i < SISHEUR_NR_LABELS; i++)
		free(row->labels[i]);
	memset(row, 0, sizeof(*row));
}

/* The ratios of a row, from its counters. */
void sisheur_row_ratios(struct sisheur_row *row)
{
	unsigned long long *v = row->values;
	const struct sisheur_stats stats = {
		.search = v[SISHEUR_VALUE_SEARCH],
		.domain_search = v[SISHEUR_VALUE_DOMAIN_SEARCH],
		.scanned = v[SISHEUR_VALUE_SCANNED],
		.failed = v[SISHEUR_VALUE_FAILED],
	};
	struct sisheur_ratios ratios = { 0 };

	sisheur_stats_ratios(&stats, &ratios);
	v[SISHEUR_VALUE_SE_EFF] = ratios.se_eff;
	v[SISHEUR_VALUE_DOM_EFF] = ratios.dom_eff;
	v[SISHEUR_VALUE_FAST_RATE] = ratios.fast_rate;
	v[SISHEUR_VALUE_SUCCESS_RATE] = ratios.success_rate;
}

/* Adds what @row counts; the ratios of a sum are then those of its counters. */
void sisheur_row_add(struct sisheur_row *sum, const struct sisheur_row *row)
{
	unsigned int i;

	for (i = SISHEUR_VALUE_NR_TASKS; i < SISHEUR_VALUE_DIGEST; i++)
		sum->values[i] += row->values[i];
	sisheur_row_ratios(sum);
}

static void fill_stats(struct sisheur_row *row,
		       const struct sisheur_stats *stats)
{
	unsigned long long *v = row->values;

	v[SISHEUR_VALUE_SEARCH] = stats->search;
	v[SISHEUR_VALUE_DOMAIN_SEARCH] = stats->domain_search;
	v[SISHEUR_VALUE_SCANNED] = stats->scanned;
	v[SISHEUR_VALUE_FAILED] = stats->failed;
	sisheur_row_ratios(row);
}

void sisheur_row_fill(struct sisheur_row *row,
		      const struct sisheur_sim_result *r)
{
	unsigned long long *v = row->values;
	unsigned int i;

	fill_stats(row, &r->stats);
	v[SISHEUR_VALUE_NR_CPUS] = r->nr_cpus;
	v[SISHEUR_VALUE_NR_TASKS] = r->nr_tasks;
	v[SISHEUR_VALUE_WORK] = r->work;
	v[SISHEUR_VALUE_WORK_PER_S] = r->work_per_s;
	v[SISHEUR_VALUE_LATENCIES] = r->latencies;
	v[SISHEUR_VALUE_P50_NS] = r->latency_p50_ns;
	v[SISHEUR_VALUE_P90_NS] = r->latency_p90_ns;
	v[SISHEUR_VALUE_P99_NS] = r->latency_p99_ns;
	v[SISHEUR_VALUE_MAX_NS] = r->latency_max_ns;
	v[SISHEUR_VALUE_WAKEUPS] = r->wakeups;
	v[SISHEUR_VALUE_QUEUED] = r->queued;
	v[SISHEUR_VALUE_KEPT] = r->kept;
	for (i = 0; i < SISHEUR_SIM_MAX_STEPS; i++)
		v[i < SISHEUR_NR_STEPS ? SISHEUR_VALUE_PLACED + i :
		  (unsigned int)SISHEUR_VALUE_PLACED_OWN] += r->placed[i];
	v[SISHEUR_VALUE_PREEMPTIONS] = r->preemptions;
	v[SISHEUR_VALUE_MIGRATIONS] = r->migrations;
	v[SISHEUR_VALUE_CORE_MIGRATIONS] = r->core_migrations;
	v[SISHEUR_VALUE_LLC_MIGRATIONS] = r->llc_migrations;
	v[SISHEUR_VALUE_PULLED_NEWIDLE] = r->pulled_newidle;
	v[SISHEUR_VALUE_PULLED_BALANCE] = r->pulled_balance;
	v[SISHEUR_VALUE_UTIL] = r->util;
	for (i = 0; i < r->nr_cpus; i++) {
		v[SISHEUR_VALUE_BUSY_NS] += r->cpus[i].busy_ns;
		v[SISHEUR_VALUE_IDLE_NS] += r->cpus[i].idle_ns;
		v[SISHEUR_VALUE_SWITCHES] += r->cpus[i].switches;
		v[SISHEUR_VALUE_ARRIVALS] += r->cpus[i].arrivals;
	}
	v[SISHEUR_VALUE_NR_IDLE_SCAN] = r->nr_idle_scan;
	v[SISHEUR_VALUE_FINISHED_NS] = r->finished_ns;
	v[SISHEUR_VALUE_EVENTS] = r->events;
	v[SISHEUR_VALUE_SIMULATED_NS] = r->simulated_ns;
	v[SISHEUR_VALUE_DIGEST] = r->digest;
}

void sisheur_row_fill_cpu(struct sisheur_row *row,
			  const struct sisheur_sim_cpu *cpu)
{
	unsigned long long all = (cpu->busy_ns + cpu->idle_ns) / 1000;
	unsigned long long *v = row->values;

	fill_stats(row, &cpu->stats);
	v[SISHEUR_VALUE_UTIL] = all ? cpu->busy_ns / 1000 * 100000 / all : 0;
	v[SISHEUR_VALUE_BUSY_NS] = cpu->busy_ns;
	v[SISHEUR_VALUE_IDLE_NS] = cpu->idle_ns;
	v[SISHEUR_VALUE_SWITCHES] = cpu->switches;
	v[SISHEUR_VALUE_ARRIVALS] = cpu->arrivals;
}
