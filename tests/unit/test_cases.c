// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Every case file of tests/cases, in both bodies: the counting walk answers
 * every key, the word scan every key but probes.
 */
#include <glob.h>

#include <sisheur/harness.h>

#include "unit.h"

/* How many lines state an answer, counted without the library. */
static unsigned long count_answers(void)
{
	unsigned long answers = 0;
	glob_t files;
	size_t i;

	assert_int_equal(glob(SISHEUR_CASES "/*.cases", 0, NULL, &files), 0);
	for (i = 0; i < files.gl_pathc; i++) {
		FILE *f = fopen(files.gl_pathv[i], "r");
		char *line = NULL;
		size_t room = 0;

		assert_non_null(f);
		while (getline(&line, &room, f) >= 0)
			if (line[0] != '#' && strstr(line, " => "))
				answers++;
		free(line);
		fclose(f);
	}
	globfree(&files);
	assert_true(answers > 0);
	return answers;
}

static void run_all(struct sisheur_harness *h)
{
	h->out = stderr;
	assert_true(sisheur_harness_directory(h, SISHEUR_CASES));
	assert_int_equal(h->failed, 0);
	assert_int_equal(h->errors, 0);
	assert_int_equal(h->passed, count_answers());
}

static void test_counting_walk(void **state)
{
	struct sisheur_harness h = { .count_probes = true };

	(void)state;
	run_all(&h);
}

static void test_word_scan(void **state)
{
	struct sisheur_harness h = { .count_probes = false };

	(void)state;
	run_all(&h);
}

/* Rung by rung, as a user with a step of his own climbs. */
static int climb(const struct sisheur_profile *profile,
		 const struct sisheur_wakeup *wakeup,
		 struct sisheur_choice *choice)
{
	struct sisheur_ladder ladder;
	unsigned int i;

	sisheur_ladder_init(&ladder, profile, wakeup);
	for (i = 0; i < profile->nr_rungs; i++)
		if (sisheur_step(&ladder, &profile->rungs[i]) != SISHEUR_NONE)
			break;
	*choice = ladder.choice;
	return choice->cpu;
}

static void test_climbing(void **state)
{
	struct sisheur_harness h = { .place = climb, .count_probes = true };

	(void)state;
	run_all(&h);
}

struct looking {
	const struct sisheur_wakeup *wakeup;
	struct sisheur_view view;
	unsigned int looks;
};

static unsigned int look(void *ctx, unsigned int cpu)
{
	struct looking *l = ctx;

	l->looks++;
	return sisheur_look(&l->view, l->wakeup->domains->nr_cpus, cpu);
}

/*
 * As a kernel without idle bitmaps asks: through a function, and every look is
 * one call of it.  The remedies of the profile sisheur need maps.
 */
static int place_by_looks(void *ctx, const struct sisheur_profile *profile,
			  const struct sisheur_wakeup *wakeup,
			  struct sisheur_choice *choice)
{
	struct looking *l = ctx;
	struct sisheur_wakeup blind = *wakeup;
	const struct sisheur_view view = { .look = look, .ctx = l };
	int cpu;

	l->wakeup = wakeup;
	l->view = *wakeup->view;
	/* A claim is no business of the looks, but of the ladder. */
	l->view.claimed = NULL;
	l->looks = 0;
	if (profile->features & SISHEUR_SIS_TRUE_HINT)
		return sisheur_select(profile, wakeup, choice);
	blind.view = &view;
	cpu = sisheur_select(profile, &blind, choice);
	assert_int_equal(l->looks, choice->probes);
	return cpu;
}

static void test_by_looks(void **state)
{
	struct looking looking = { 0 };
	struct sisheur_harness h = {
		.place_with = place_by_looks,
		.ctx = &looking,
		.count_probes = true,
	};

	(void)state;
	run_all(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counting_walk),
		cmocka_unit_test(test_word_scan),
		cmocka_unit_test(test_climbing),
		cmocka_unit_test(test_by_looks),
	};

	return cmocka_run_group_tests_name("cases", tests, NULL, NULL);
}
