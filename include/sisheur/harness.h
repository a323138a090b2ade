/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/harness.h - test a placement of your own (hosted only)
 *
 * What this library's own tests are made of, as a library of its own: link
 * `pkg-config --libs sisheur-harness`.  A test states wake-ups as lines of
 * text, in the format of case.h, and runs them against any function that has
 * the signature of sisheur_select():
 *
 *   struct sisheur_harness h = { .place = my_select, .out = stderr };
 *
 *   assert(sisheur_harness_file(&h, "my.cases"));
 *
 * Nothing here knows a test framework.  Results are returned and counted, and
 * failures are printed where @out says, so that the same line stands inside
 * assert_true() of cmocka, ck_assert() of Check or an if of plain C:
 *
 *   my.cases:12: wrong answer, decided by step scan
 *     wake-up:  profile=linux-6.12 nr_cpus=8 idle=3,7 target=2
 *     expected: cpu=3
 *     answered: cpu=7 has_idle_cores=0 recent=2
 *
 * A line that checks nothing is an error, and so is a file or a directory
 * without a case: a test that cannot fail is worse than none.
 */
#ifndef SISHEUR_HARNESS_H
#define SISHEUR_HARNESS_H

#include <stdio.h>

#include <sisheur/case.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum sisheur_verdict - what came of one line or case
 * @SISHEUR_VERDICT_SKIP:  nothing to check: an empty line, a comment, or a line
 *	that states only probes where none are counted
 * @SISHEUR_VERDICT_PASS:  every stated key was answered as stated
 * @SISHEUR_VERDICT_FAIL:  one was not
 * @SISHEUR_VERDICT_ERROR: the line could not be read, or states no answer
 */
enum sisheur_verdict {
	SISHEUR_VERDICT_SKIP,
	SISHEUR_VERDICT_PASS,
	SISHEUR_VERDICT_FAIL,
	SISHEUR_VERDICT_ERROR,
};

/**
 * struct sisheur_harness - what is tested, and what came of it
 * @place:      the placement; NULL means sisheur_select().  It may store no
 *	choice at all; a line that states more than cpu then fails, and so
 *	does any line for which it returns SISHEUR_NONE
 * @place_with: called instead of @place where it is set
 * @ctx:        handed to @place_with as it is
 * @step_names: [n] names step SISHEUR_NR_STEPS + n, a step of your own; ends
 *	with NULL.  NULL if you have none
 * @count_probes: ask for the counting walk and compare probes; otherwise the
 *	word scan answers and probes are free
 * @out:        where to print failures and errors; NULL: nowhere
 * @passed:     cases that passed so far
 * @failed:     cases that failed so far
 * @errors:     lines and files that could not be used so far
 * @choice:     the last placement
 * @answer:     the last answer, with all keys of its kind
 *
 * Zero it, set what you need.  It owns nothing and needs no freeing.  Counts
 * add up over calls.
 */
struct sisheur_harness {
	int (*place)(const struct sisheur_profile *profile,
		     const struct sisheur_wakeup *wakeup,
		     struct sisheur_choice *choice);
	int (*place_with)(void *ctx, const struct sisheur_profile *profile,
			  const struct sisheur_wakeup *wakeup,
			  struct sisheur_choice *choice);
	void *ctx;
	const char *const *step_names;
	bool count_probes;
	FILE *out;
	unsigned long passed;
	unsigned long failed;
	unsigned long errors;
	struct sisheur_choice choice;
	struct sisheur_answer answer;
};

/**
 * sisheur_harness_wakeup() - a wake-up from a machine and what happens on it
 * @c:       where to build it; give it back with sisheur_case_free()
 * @machine: a text as sisheur_topology_from_text() reads it, such as
 *	"core:4 pu:2 numbering=split"
 * @keys:    the rest of a line: profile, which is required, and any other key
 *	but those that @machine states (nr_cpus, cores, smt, llc, clusters); may
 *	end with an answer behind " => "
 * @error:   what was wrong; NULL if nobody asks
 *
 * Afterwards @c->wakeup can be handed to any placement, and @c to
 * sisheur_harness_case().
 *
 * Why.  "core:56 pu:2" says more to a reader than 56 pairs of CPU numbers.
 *
 * Cost.  Linear in CPUs; allocates.
 *
 * Return: true; false if either text is not accepted, or memory ran out.
 */
SISHEUR_DEF bool sisheur_harness_wakeup(struct sisheur_case *c,
					const char *machine, const char *keys,
					struct sisheur_error *error);

/**
 * sisheur_harness_case() - place one wake-up and judge the answer
 * @h:     what is tested; the count of the verdict is raised
 * @c:     a parsed case of kind WAKEUP or NR_SCAN; the latter is answered by
 *	the library itself
 * @where: what to call it in a message, such as "my.cases:12"
 *
 * Fails also where the CPU returned is not the one stored in the choice.
 *
 * Cost.  That of the placement; allocates only to print a failure.
 *
 * Return: enum sisheur_verdict; ERROR for a case of any other kind.
 */
SISHEUR_DEF unsigned int sisheur_harness_case(struct sisheur_harness *h,
					      const struct sisheur_case *c,
					      const char *where);

/**
 * sisheur_harness_line() - read one line, place it and judge the answer
 * @h:     what is tested; the count of the verdict is raised
 * @line:  a line as sisheur_case_parse() reads it, with its answer
 * @where: what to call it in a message
 *
 * Cost.  Linear in the line and its nr_cpus; allocates.
 *
 * Return: enum sisheur_verdict.
 */
SISHEUR_DEF unsigned int sisheur_harness_line(struct sisheur_harness *h,
					      const char *line,
					      const char *where);

/**
 * sisheur_harness_file() - run every line of a case file
 * @h:    what is tested; the counts are raised
 * @path: the file
 *
 * A bad line is counted and printed, and the lines after it still run; behind
 * one of more than 16 MiB the file ends.
 *
 * Return: true if at least one case passed and nothing failed or was an error.
 */
SISHEUR_DEF bool sisheur_harness_file(struct sisheur_harness *h,
				      const char *path);

/**
 * sisheur_harness_directory() - run every ".cases" file of a directory
 * @h:    what is tested; the counts are raised
 * @path: the directory; those in it are not entered
 *
 * Files run in the order of their names' bytes, whatever the locale.
 *
 * Return: true if there is such a file and sisheur_harness_file() is true of
 * each.
 */
SISHEUR_DEF bool sisheur_harness_directory(struct sisheur_harness *h,
					   const char *path);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_HARNESS_H */
