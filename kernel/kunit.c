// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * kunit.c - the tests of user space and of the shim, as a suite of this kernel
 *
 * The unit tests and the cases are those of tests/unit and tests/cases, not a
 * copy; the library that they ask is built from the shared files beside the
 * private copy that the scheduler has.
 */
#include <kunit/test.h>

#include "tests/kernel/libc/libc.h"

#include "tests/common/wakeup_gen.h"
#include "tests/kernel/selftest.h"
#include "tests/property/model.h"

/* Each prints its tests itself, as they run. */
#define SISHEUR_KUNIT_UNIT(name)					\
static void __init unit_ ## name(struct kunit *test)			\
{									\
	KUNIT_EXPECT_EQ(test, sisheur_unit_ ## name(), 0);		\
}

SISHEUR_KUNIT_UNIT(cpuset)
SISHEUR_KUNIT_UNIT(domain)
SISHEUR_KUNIT_UNIT(idle)
SISHEUR_KUNIT_UNIT(kept)
SISHEUR_KUNIT_UNIT(nr_scan)
SISHEUR_KUNIT_UNIT(pair)
SISHEUR_KUNIT_UNIT(select)
SISHEUR_KUNIT_UNIT(stats)
SISHEUR_KUNIT_UNIT(cases)
SISHEUR_KUNIT_UNIT(digest)

/*
 * Random machines and wake-ups: library, counting and by words, against the
 * model of the rules, which has no words, no numberings and no ladder.
 */
static void __init answers_as_the_model(struct kunit *test)
{
	static const struct sisheur_gen_options options __initconst = {
		.profiles = 1 << SISHEUR_LINUX_5_18 | 1 << SISHEUR_LINUX_6_1 |
			    1 << SISHEUR_LINUX_6_12 | 1 << SISHEUR_LINUX_7_1,
		.features = SISHEUR_SIS_UTIL | SISHEUR_SIS_PROP |
			    SISHEUR_SIS_PAIR | SISHEUR_SIS_IDLE_CORE,
		.without = SISHEUR_GEN_OUT_OF_RANGE | SISHEUR_GEN_LADDER,
	};
	struct sisheur_gen *gen = kunit_kzalloc(test, sizeof(*gen), GFP_KERNEL);
	struct sisheur_choice walk, words;
	struct model_answer model;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, gen);
	sisheur_gen_init(gen, 3, &options);
	for (i = 0; i < 50000; i++) {
		sisheur_gen_next(gen);
		gen->wakeup.count_probes = true;
		sisheur_select(&gen->profile, &gen->wakeup, &walk);
		gen->wakeup.count_probes = false;
		sisheur_select(&gen->profile, &gen->wakeup, &words);
		model_select(gen->profile_id, gen->profile.features,
			     &gen->wakeup, &model);
		if (walk.cpu != model.cpu || words.cpu != model.cpu ||
		    walk.step != model.step || words.step != model.step ||
		    walk.recent != model.recent ||
		    words.recent != model.recent ||
		    walk.probes != model.probes ||
		    (walk.hint == SISHEUR_HINT_CLEAR) != model.hint_cleared ||
		    (words.hint == SISHEUR_HINT_CLEAR) != model.hint_cleared)
			KUNIT_FAIL(test,
				   "wake-up %u of seed 3: walk %d, words %d, model %d",
				   i, walk.cpu, words.cpu, model.cpu);
		cond_resched();
	}
}

static struct kunit_case sisheur_kunit_cases[] __refdata = {
	KUNIT_CASE(unit_cpuset),
	KUNIT_CASE(unit_domain),
	KUNIT_CASE(unit_idle),
	KUNIT_CASE(unit_kept),
	KUNIT_CASE(unit_nr_scan),
	KUNIT_CASE(unit_pair),
	KUNIT_CASE(unit_select),
	KUNIT_CASE(unit_stats),
	KUNIT_CASE(unit_cases),
	KUNIT_CASE(unit_digest),
	KUNIT_CASE(answers_as_the_model),
	{ }
};

static struct kunit_suite sisheur_kunit_suite = {
	.name = "sisheur",
	.test_cases = sisheur_kunit_cases,
};
/* They run once, before init memory is given back: the cases are in it. */
kunit_test_init_section_suites(&sisheur_kunit_suite);
