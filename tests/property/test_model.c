// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Does the library answer what the rules say?  It is held against the model,
 * which erases where the library recognises, and the model against the answers
 * of Linux's own functions: two bodies that share a mistake would agree.
 */
#include <stdio.h>
#include <stdlib.h>

#include <sisheur/case.h>

#include "model.h"
#include "prop.h"

#define KNOWN_FEATURES	(SISHEUR_SIS_UTIL | SISHEUR_SIS_PROP | \
			 SISHEUR_SIS_PAIR | SISHEUR_SIS_IDLE_CORE)

static void compare(const struct sisheur_gen *gen, bool count)
{
	struct sisheur_wakeup w = gen->wakeup;
	struct sisheur_choice c;
	struct model_answer m;

	w.count_probes = count;
	model_select(gen->profile_id, gen->profile.features, &w, &m);
	prop_must_int_eq(sisheur_select(&gen->profile, &w, &c), c.cpu);
	prop_must_msg(c.cpu == m.cpu && c.step == m.step &&
		      c.recent == m.recent &&
		      (c.hint == SISHEUR_HINT_CLEAR) == m.hint_cleared &&
		      c.hint != SISHEUR_HINT_SET &&
		      c.probes == (count ? m.probes : 0) &&
		      c.scan_probes == (count ? m.scan_probes : 0),
		      "%s => cpu=%d has_idle_cores=%d recent=%u probes=%u (model, step %u); library: cpu=%d step=%u hint=%u recent=%u probes=%u",
		      prop_line(gen), m.cpu, m.hint, m.recent, m.probes, m.step,
		      c.cpu, c.step, c.hint, c.recent, c.probes);
}

START_TEST(library_answers_as_the_model)
{
	static const struct sisheur_gen_options options = {
		.profiles = 1 << SISHEUR_LINUX_5_18 | 1 << SISHEUR_LINUX_6_1 |
			    1 << SISHEUR_LINUX_6_12 | 1 << SISHEUR_LINUX_7_1,
		.features = KNOWN_FEATURES,
		.without = SISHEUR_GEN_OUT_OF_RANGE | SISHEUR_GEN_LADDER,
	};
	struct sisheur_gen *gen = prop_gen(_i, &options);
	int n;

	for (n = 0; n < 20000; n++) {
		sisheur_gen_next(gen);
		compare(gen, true);
		compare(gen, false);
	}
}
END_TEST

/* The kernel's answers, which neither the model nor the library has seen. */
static const char *const case_files[] = {
	"linux-5.18.cases", "linux-6.1.cases", "linux-6.12.cases",
	"linux-7.1.cases", "reports.cases",
};

START_TEST(model_answers_as_linux)
{
	struct sisheur_case c = { 0 };
	struct sisheur_error error;
	struct model_answer m;
	char path[4096], *line = NULL;
	unsigned int number = 0, compared = 0;
	size_t size = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", SISHEUR_CASES, case_files[_i]);
	f = fopen(path, "r");
	prop_must_msg(f != NULL, "%s: cannot be read", path);
	while (getline(&line, &size, f) > 0) {
		number++;
		prop_must_msg(sisheur_case_parse(&c, line, &error) !=
			      SISHEUR_CASE_ERROR, "%s:%u: %s", path, number,
			      error.text);
		if (c.kind != SISHEUR_CASE_WAKEUP ||
		    c.profile_id > SISHEUR_LINUX_7_1)
			continue;
		model_select(c.profile_id, c.profile.features, &c.wakeup, &m);
		prop_must_msg(
			(!(c.expected.keys & SISHEUR_ANSWER_CPU) ||
			 (int)c.expected.cpu == m.cpu) &&
			(!(c.expected.keys & SISHEUR_ANSWER_HINT) ||
			 (int)c.expected.has_idle_cores == m.hint) &&
			(!(c.expected.keys & SISHEUR_ANSWER_RECENT) ||
			 c.expected.recent == m.recent) &&
			(!(c.expected.keys & SISHEUR_ANSWER_PROBES) ||
			 c.expected.probes == m.probes),
			"%s:%u: model answers cpu=%d has_idle_cores=%d recent=%u probes=%u",
			path, number, m.cpu, m.hint, m.recent, m.probes);
		compared++;
	}
	prop_must_uint_gt(compared, 0);
	fclose(f);
	free(line);
	sisheur_case_free(&c);
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("model");

	tcase_add_loop_test(tc, library_answers_as_the_model, 0, 20);
	tcase_add_loop_test(tc, model_answers_as_linux, 0,
			    sizeof(case_files) / sizeof(case_files[0]));
	return prop_run();
}
