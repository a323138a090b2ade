// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The case files, and a million answers as one number. */
#include <linux/init.h>
#include <linux/sched.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/case.h>

#include "../common/digest.h"
#include "selftest.h"

/* One line: what the walk answers, and that the word scan says the same. */
static void __init check_line(struct sisheur_case *c, const char *line,
		       unsigned int number)
{
	struct sisheur_error error = { 0 };
	struct sisheur_choice walked, scanned;
	struct sisheur_answer answer;

	if (sisheur_case_parse(c, line, &error) == SISHEUR_CASE_ERROR)
		fail_msg("line %u: %s", number, error.text);
	if (c->kind == SISHEUR_CASE_SKIP)
		return;
	sisheur_case_answer(c, &walked, &answer);
	if (!sisheur_answer_matches(&c->expected, &answer))
		fail_msg("line %u: cpu=%u has_idle_cores=%u recent=%u probes=%u nr_scan=%u for %s",
			 number, answer.cpu, answer.has_idle_cores,
			 answer.recent, answer.probes, answer.nr_scan, line);
	if (c->kind != SISHEUR_CASE_WAKEUP)
		return;
	c->wakeup.count_probes = false;
	sisheur_select(&c->profile, &c->wakeup, &scanned);
	if (!sisheur_digest_agree(&walked, &scanned))
		fail_msg("line %u: the walk answers %d, the word scan %d for %s",
			 number, walked.cpu, scanned.cpu, line);
}

static void __init check_text(const char *text)
{
	struct sisheur_case c = { 0 };
	unsigned int number = 0;

	while (*text) {
		size_t length = strcspn(text, "\n");
		char *line = malloc(length + 1);

		assert_non_null(line);
		memcpy(line, text, length);
		line[length] = '\0';
		check_line(&c, line, ++number);
		free(line);
		text += length + (text[length] == '\n');
		cond_resched();
	}
	sisheur_case_free(&c);
	assert_true(number > 100);
}

static void __init test_linux_5_18(void **state)
{
	check_text(sisheur_cases_linux_5_18);
}

static void __init test_linux_6_1(void **state)
{
	check_text(sisheur_cases_linux_6_1);
}

static void __init test_linux_6_12(void **state)
{
	check_text(sisheur_cases_linux_6_12);
}

static void __init test_linux_7_1(void **state)
{
	check_text(sisheur_cases_linux_7_1);
}

static void __init test_nr_scan(void **state)
{
	check_text(sisheur_cases_nr_scan);
}

static void __init test_reports(void **state)
{
	check_text(sisheur_cases_reports);
}

int __init sisheur_unit_cases(void)
{
	static const struct CMUnitTest tests[] __initconst = {
		cmocka_unit_test(test_linux_5_18),
		cmocka_unit_test(test_linux_6_1),
		cmocka_unit_test(test_linux_6_12),
		cmocka_unit_test(test_linux_7_1),
		cmocka_unit_test(test_nr_scan),
		cmocka_unit_test(test_reports),
	};

	return cmocka_run_group_tests_name("cases", tests, NULL, NULL);
}

/* The same million as tests/property/digest answers in user space. */
static void __init test_digest(void **state)
{
	const unsigned long seed = 1, lot = 1000;
	struct sisheur_gen *gen = malloc(sizeof(*gen));
	struct sisheur_digest digest;

	assert_non_null(gen);
	sisheur_gen_init(gen, seed, NULL);
	sisheur_digest_init(&digest);
	while (digest.answers < SISHEUR_DIGEST_ANSWERS) {
		sisheur_digest_run(&digest, gen, lot);
		cond_resched();
	}
	free(gen);
	pr_info("    # digest %lu %016llx\n", digest.answers, digest.hash);
	if (digest.differ)
		fail_msg("walk and word scan differ in %lu answers, first in wake-up %lu: %d and %d",
			 digest.differ, digest.first, digest.walked.cpu,
			 digest.scanned.cpu);
}

int __init sisheur_unit_digest(void)
{
	static const struct CMUnitTest tests[] __initconst = {
		cmocka_unit_test(test_digest),
	};

	return cmocka_run_group_tests_name("digest", tests, NULL, NULL);
}
