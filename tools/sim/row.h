/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * row.h - what came of a simulation, as a row of named fields
 *
 * Whatever is printed is printed from rows, and rows can be read back from what
 * was printed for programs: so merged parts give what the whole would have.
 */
#ifndef SISHEUR_ROW_H
#define SISHEUR_ROW_H

#include <sisheur/sim.h>

#include "../command.h"

/**
 * enum sisheur_label - fields that are words
 * @SISHEUR_LABEL_WORKLOAD: its name, or the file that describes it
 * @SISHEUR_LABEL_MACHINE:  its name, text or file
 * @SISHEUR_LABEL_PROFILE:  its name and the features that differ from it
 * @SISHEUR_LABEL_SETTINGS: what was set otherwise, NAME=VALUE
 * @SISHEUR_LABEL_KEY:      what was swept; empty if nothing was
 * @SISHEUR_NR_LABELS:      how many there are
 */
enum sisheur_label {
	SISHEUR_LABEL_WORKLOAD,
	SISHEUR_LABEL_MACHINE,
	SISHEUR_LABEL_PROFILE,
	SISHEUR_LABEL_SETTINGS,
	SISHEUR_LABEL_KEY,
	SISHEUR_NR_LABELS,
};

/**
 * enum sisheur_value - fields that are numbers: see the table in row.c
 */
enum sisheur_value {
	SISHEUR_VALUE_EXPERIMENT,
	SISHEUR_VALUE_RUN,
	SISHEUR_VALUE_RUNS,
	SISHEUR_VALUE_NR_CPUS,
	SISHEUR_VALUE_SWEPT,
	SISHEUR_VALUE_LOAD,
	SISHEUR_VALUE_SEED,
	SISHEUR_VALUE_WARMUP_NS,
	SISHEUR_VALUE_RUN_NS,
	SISHEUR_VALUE_CPU,
	SISHEUR_VALUE_NR_TASKS,
	SISHEUR_VALUE_WORK,
	SISHEUR_VALUE_WORK_PER_S,
	SISHEUR_VALUE_LATENCIES,
	SISHEUR_VALUE_P50_NS,
	SISHEUR_VALUE_P90_NS,
	SISHEUR_VALUE_P99_NS,
	SISHEUR_VALUE_MAX_NS,
	SISHEUR_VALUE_WAKEUPS,
	SISHEUR_VALUE_QUEUED,
	SISHEUR_VALUE_KEPT,
	SISHEUR_VALUE_SEARCH,
	SISHEUR_VALUE_DOMAIN_SEARCH,
	SISHEUR_VALUE_SCANNED,
	SISHEUR_VALUE_FAILED,
	SISHEUR_VALUE_SE_EFF,
	SISHEUR_VALUE_DOM_EFF,
	SISHEUR_VALUE_FAST_RATE,
	SISHEUR_VALUE_SUCCESS_RATE,
	SISHEUR_VALUE_PLACED,	/* of step 0, and so on */
	SISHEUR_VALUE_PLACED_OWN =
		SISHEUR_VALUE_PLACED + SISHEUR_NR_STEPS,
	SISHEUR_VALUE_PREEMPTIONS,
	SISHEUR_VALUE_MIGRATIONS,
	SISHEUR_VALUE_CORE_MIGRATIONS,
	SISHEUR_VALUE_LLC_MIGRATIONS,
	SISHEUR_VALUE_PULLED_NEWIDLE,
	SISHEUR_VALUE_PULLED_BALANCE,
	SISHEUR_VALUE_UTIL,
	SISHEUR_VALUE_BUSY_NS,
	SISHEUR_VALUE_IDLE_NS,
	SISHEUR_VALUE_SWITCHES,
	SISHEUR_VALUE_ARRIVALS,
	SISHEUR_VALUE_NR_IDLE_SCAN,
	SISHEUR_VALUE_FINISHED_NS,
	SISHEUR_VALUE_EVENTS,
	SISHEUR_VALUE_SIMULATED_NS,
	SISHEUR_VALUE_DIGEST,
	SISHEUR_VALUE_SAME_CHOICES,
	SISHEUR_NR_VALUES,
};

/**
 * enum sisheur_kind - how a field is spelled
 * @SISHEUR_KIND_LABEL:  words
 * @SISHEUR_KIND_NUMBER: digits
 * @SISHEUR_KIND_MILLI:  three decimals
 * @SISHEUR_KIND_HEX:    sixteen hexadecimal digits
 * @SISHEUR_KIND_CPU:    the number of a CPU, or "all" of the row of a whole run
 * @SISHEUR_KIND_TRUTH:  enum sisheur_truth: yes, no, nothing; in JSON true,
 *	false, null
 */
enum sisheur_kind {
	SISHEUR_KIND_LABEL,
	SISHEUR_KIND_NUMBER,
	SISHEUR_KIND_MILLI,
	SISHEUR_KIND_HEX,
	SISHEUR_KIND_CPU,
	SISHEUR_KIND_TRUTH,
};

/**
 * enum sisheur_truth - the answer to a question
 * @SISHEUR_TRUTH_UNKNOWN: there is none, as yet or at all
 * @SISHEUR_TRUTH_NO:      no
 * @SISHEUR_TRUTH_YES:     yes
 */
enum sisheur_truth {
	SISHEUR_TRUTH_UNKNOWN,
	SISHEUR_TRUTH_NO,
	SISHEUR_TRUTH_YES,
};

/**
 * struct sisheur_field - a field
 * @name:  in CSV and JSON
 * @kind:  enum sisheur_kind
 * @index: enum sisheur_label or enum sisheur_value
 * @of_cpu: the row of a single CPU has it as well
 */
struct sisheur_field {
	const char *name;
	unsigned char kind;
	unsigned char index;
	bool of_cpu;
};

/**
 * struct sisheur_row - a run, or what one CPU did in it
 * @is_cpu: it is about one CPU
 * @labels: owned
 * @values: in the units of their fields
 */
struct sisheur_row {
	bool is_cpu;
	char *labels[SISHEUR_NR_LABELS];
	unsigned long long values[SISHEUR_NR_VALUES];
};

/**
 * struct sisheur_rows - rows, each run followed by its CPUs
 * @rows: owned
 * @nr:   how many
 * @room: private
 */
struct sisheur_rows {
	struct sisheur_row *rows;
	size_t nr;
	size_t room;
};

/* row.c */
const struct sisheur_field *sisheur_field(unsigned int n);
bool sisheur_field_in(const struct sisheur_field *field,
		      const struct sisheur_row *row);
const char *sisheur_label_of(const struct sisheur_row *row, unsigned int label);
struct sisheur_row *sisheur_rows_add(struct sisheur_rows *rows);
void sisheur_rows_free(struct sisheur_rows *rows);
void sisheur_row_label(struct sisheur_row *row, unsigned int label,
		       const char *text);
void sisheur_row_copy(struct sisheur_row *to, const struct sisheur_row *from);
void sisheur_row_free(struct sisheur_row *row);
void sisheur_row_fill(struct sisheur_row *row,
		      const struct sisheur_sim_result *result);
void sisheur_row_fill_cpu(struct sisheur_row *row,
			  const struct sisheur_sim_cpu *cpu);
void sisheur_row_add(struct sisheur_row *sum, const struct sisheur_row *row);
void sisheur_row_ratios(struct sisheur_row *row);

/* same.c: did two runs take the same course, every placement of it? */
bool sisheur_row_is_same(const struct sisheur_row *a,
			 const struct sisheur_row *b);
void sisheur_rows_compare(struct sisheur_rows *rows);

/* print.c: rows for programs */
void sisheur_rows_csv(const struct sisheur_rows *rows);
void sisheur_rows_json(const struct sisheur_rows *rows);

/*
 * read.c: what print.c printed; false after a message.  @take is asked about
 * each row once it is the last of @rows; false ends the reading.
 */
bool sisheur_rows_read(struct sisheur_rows *rows, const char *name,
		       bool (*take)(void *ctx, const char *name), void *ctx);

#endif /* SISHEUR_ROW_H */
