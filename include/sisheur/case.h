/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/case.h - wake-ups as lines of text (hosted only)
 *
 * One wake-up a line, with the answer behind " => ":
 *
 *   profile=linux-6.12 nr_cpus=8 cores=0,4/1,5/2,6/3,7 idle=3,7 target=2
 *   has_idle_cores=1 => cpu=3 has_idle_cores=1 recent=2 probes=3
 *
 * (in one line).  The keys, their defaults and what is refused are in
 * tests/cases/README.md and in "sisheur pick --help".  A line that begins with
 * nr_scan asks only for the scan budget.
 */
#ifndef SISHEUR_CASE_H
#define SISHEUR_CASE_H

#include <sisheur/select.h>
#include <sisheur/topology.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum sisheur_case_kind - what a line of a case file is
 * @SISHEUR_CASE_SKIP:    empty or a comment
 * @SISHEUR_CASE_WAKEUP:  a wake-up
 * @SISHEUR_CASE_NR_SCAN: a question for the scan budget
 * @SISHEUR_CASE_ERROR:   neither
 */
enum sisheur_case_kind {
	SISHEUR_CASE_SKIP,
	SISHEUR_CASE_WAKEUP,
	SISHEUR_CASE_NR_SCAN,
	SISHEUR_CASE_ERROR,
};

/**
 * enum sisheur_answer_key - which keys of an answer are stated
 * @SISHEUR_ANSWER_CPU: cpu
 * @SISHEUR_ANSWER_HINT: has_idle_cores
 * @SISHEUR_ANSWER_RECENT: recent
 * @SISHEUR_ANSWER_PROBES: probes
 * @SISHEUR_ANSWER_NR_SCAN: nr_scan
 */
enum sisheur_answer_key {
	SISHEUR_ANSWER_CPU	= 1 << 0,
	SISHEUR_ANSWER_HINT	= 1 << 1,
	SISHEUR_ANSWER_RECENT	= 1 << 2,
	SISHEUR_ANSWER_PROBES	= 1 << 3,
	SISHEUR_ANSWER_NR_SCAN	= 1 << 4,
};

/**
 * struct sisheur_answer - what a line states, or what was computed for it
 * @keys:    enum sisheur_answer_key, or-ed; 0: the line has no answer
 * @cpu:     the CPU chosen
 * @has_idle_cores: the hint of the target's domain afterwards; 0 without one
 * @recent:  the wakee's recent_used_cpu afterwards
 * @probes:  looks on the way
 * @nr_scan: the scan budget
 */
struct sisheur_answer {
	unsigned int keys;
	unsigned int cpu;
	unsigned int has_idle_cores;
	unsigned int recent;
	unsigned int probes;
	unsigned int nr_scan;
};

/**
 * struct sisheur_case - one line, ready to be answered
 * @kind:     enum sisheur_case_kind
 * @profile_id: enum sisheur_profile_id
 * @profile:  the profile with the line's features applied
 * @wakeup:   the wake-up; its pointers lead into this case
 * @topology: the machine
 * @view:     who is idle
 * @has_idle_cores: the hint before
 * @nr_idle_scan:   the scan budget
 * @sum_util: nr_scan: the sum
 * @llc_weight: nr_scan: the domain
 * @imbalance_pct: nr_scan: the threshold
 * @percent:  nr_scan: the percent form is asked for
 * @expected: the answer that the line states
 * @memory:   private
 *
 * Zero it before the first use, parse many lines into it, free it at the end.
 * Since pointers lead into it, it must not be copied.
 */
struct sisheur_case {
	unsigned int kind;
	unsigned int profile_id;
	struct sisheur_profile profile;
	struct sisheur_wakeup wakeup;
	struct sisheur_topology topology;
	struct sisheur_view view;
	int has_idle_cores;
	unsigned int nr_idle_scan;
	unsigned long sum_util;
	unsigned int llc_weight;
	unsigned int imbalance_pct;
	bool percent;
	struct sisheur_answer expected;
	void *memory;
};

/**
 * sisheur_case_parse() - read one line
 * @c:     where to; what an earlier line left there is gone
 * @line:  the line, with or without its newline; not changed
 * @error: what was wrong; its line is 0.  NULL if nobody asks
 *
 * After an error, and for a line that asks for a budget, @c->wakeup is on a
 * machine of no CPU: placing it answers SISHEUR_NONE.
 *
 * Cost.  Linear in the line and in its nr_cpus; no allocation if an earlier
 * line was as large.
 *
 * Return: enum sisheur_case_kind, also in @c->kind.
 */
SISHEUR_DEF unsigned int sisheur_case_parse(struct sisheur_case *c,
					    const char *line,
					    struct sisheur_error *error);

/**
 * sisheur_case_answer() - what the library answers
 * @c:      a parsed case of kind WAKEUP or NR_SCAN
 * @choice: where to store the placement, for its step; NULL if nobody asks
 * @answer: where to store the answer, with all keys of its kind
 */
SISHEUR_DEF void sisheur_case_answer(const struct sisheur_case *c,
				     struct sisheur_choice *choice,
				     struct sisheur_answer *answer);

/**
 * sisheur_case_from_choice() - a placement as an answer
 * @c:      the case that was placed
 * @choice: the placement
 * @answer: where to store it
 *
 * Why.  Whoever tests a placement function of his own has a choice and wants
 * to compare it with what a line states.
 */
SISHEUR_DEF void sisheur_case_from_choice(const struct sisheur_case *c,
					  const struct sisheur_choice *choice,
					  struct sisheur_answer *answer);

/**
 * sisheur_answer_matches() - does an answer agree with what a line states
 * @stated: the line's; keys that it leaves out are free
 * @given:  the computed one
 *
 * Return: true if every stated key is equal.
 */
SISHEUR_DEF bool sisheur_answer_matches(const struct sisheur_answer *stated,
					const struct sisheur_answer *given);

/**
 * sisheur_answer_print() - write an answer as a line has it
 * @buffer: where to; always terminated if @size is not 0
 * @size:   bytes in @buffer; 128 are enough
 * @answer: the answer; only its stated keys are written
 *
 * Return: the length of the whole text, as snprintf() does.
 */
SISHEUR_DEF size_t sisheur_answer_print(char *buffer, size_t size,
					const struct sisheur_answer *answer);

/**
 * sisheur_case_print() - write a case as a line, without its answer
 * @buffer: where to; always terminated if @size is not 0
 * @size:   bytes in @buffer
 * @c:      a parsed case of kind WAKEUP or NR_SCAN
 *
 * Parsing the line again gives the same case.  Keys that have their default are
 * left out.
 *
 * Return: the length of the whole text, as snprintf() does.
 */
SISHEUR_DEF size_t sisheur_case_print(char *buffer, size_t size,
				      const struct sisheur_case *c);

/**
 * sisheur_machine_print() - write a machine as the keys of a line
 * @buffer:  where to; always terminated if @size is not 0
 * @size:    bytes in @buffer
 * @domains: the machine
 *
 * Writes nr_cpus and, where they have not their default, cores, smt, llc and
 * clusters.
 *
 * Why.  Whoever has a machine from elsewhere (sysfs, a text) can then write
 * cases for it.
 *
 * Return: the length of the whole text, as snprintf() does.
 */
SISHEUR_DEF size_t sisheur_machine_print(char *buffer, size_t size,
					 const struct sisheur_domains *domains);

/**
 * sisheur_case_free() - give back a case's memory
 * @c: a case, parsed or zeroed; zeroed afterwards
 */
SISHEUR_DEF void sisheur_case_free(struct sisheur_case *c);

/**
 * sisheur_profile_name() - the name of a profile, such as "linux-6.12"
 * @id: enum sisheur_profile_id
 *
 * Return: the name, or NULL if @id is none.
 */
SISHEUR_DEF const char *sisheur_profile_name(unsigned int id);

/**
 * sisheur_feature_name() - the name of a feature, such as "SIS_UTIL"
 * @bit: its bit number, 0 ... SISHEUR_NR_FEATURES - 1
 *
 * Return: the name, or NULL if there is no such bit.
 */
SISHEUR_DEF const char *sisheur_feature_name(unsigned int bit);

/**
 * sisheur_step_name() - the name of a step, such as "prev"
 * @step: enum sisheur_step
 *
 * Return: the name, or "?" if @step is none.
 */
SISHEUR_DEF const char *sisheur_step_name(unsigned int step);

/**
 * sisheur_features_parse() - apply a list of features to a set of them
 * @text:     names separated by commas, each with or without a NO before it,
 *	joined by an underscore
 * @features: enum sisheur_feature, or-ed; changed, on success alone
 * @error:    what was wrong; NULL if nobody asks
 *
 * Return: true; false if a name is unknown or empty.
 */
SISHEUR_DEF bool sisheur_features_parse(const char *text,
					unsigned int *features,
					struct sisheur_error *error);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_CASE_H */
