// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Do the bodies that must agree agree?  Walk and word scan, maps and look
 * function, the whole ladder and its rungs one by one; on machines of every
 * size up to three words and one CPU.
 */
#include "prop.h"

/* The word scan in one width, with or without what is kept. */
static void check_words(struct sisheur_gen *gen,
			const struct sisheur_scan *scan, int core,
			int fallback, int cpu)
{
	unsigned int budget = gen->nr_idle_scan;
	int scanned, b = -2;

	scanned = sisheur_scan_core(scan, &b);
	if (core != SISHEUR_NONE)
		b = SISHEUR_NONE;
	prop_must_msg(core == scanned && fallback == b,
		      "core scan, how %#x, %u lanes, kept %d: walk %d fallback %d, words %d fallback %d: %s",
		      scan->how, gen->domains.lanes, gen->view.kept != NULL,
		      core, fallback, scanned, b, prop_line(gen));
	/* Whether a fallback is asked for changes nothing. */
	prop_must_int_eq(sisheur_scan_core(scan, NULL), core);
	prop_must_int_eq(sisheur_has_idle_core(scan),
			 gen->view.idle && core != SISHEUR_NONE);
	scanned = sisheur_scan_cpu(scan, budget);
	prop_must_msg(cpu == scanned,
		      "CPU scan, how %#x, budget %u, %u lanes, kept %d: walk %d, words %d: %s",
		      scan->how, budget, gen->domains.lanes,
		      gen->view.kept != NULL, cpu, scanned, prop_line(gen));
}

static void check_machines(struct sisheur_gen *gen, unsigned int nr_cpus,
			   int machines)
{
	unsigned int lanes, widest;
	int machine, n, kept;

	for (machine = 0; machine < machines; machine++) {
		sisheur_gen_machine(gen, nr_cpus);
		sisheur_domains_init(&gen->domains);
		widest = gen->domains.lanes;
		for (n = 0; n < 60; n++) {
			struct sisheur_scan scan;
			unsigned int probes = 7;
			int core, cpu, a = -2;

			sisheur_gen_wakeup(gen);
			scan = prop_scan(gen);
			core = sisheur_walk_core(&scan, &a, &probes);
			prop_must_uint_ge(probes, 7);
			/* Whether looks are counted changes nothing. */
			prop_must_int_eq(core, sisheur_walk_core(&scan, NULL,
								 NULL));
			cpu = sisheur_walk_cpu(&scan, gen->nr_idle_scan, NULL);
			if (core != SISHEUR_NONE)
				a = SISHEUR_NONE;
			for (kept = 0; kept < 2; kept++) {
				gen->view.kept = kept ? &gen->kept : NULL;
				for (lanes = 1; lanes <= widest; lanes *= 2) {
					gen->domains.lanes = lanes;
					check_words(gen, &scan, core, a, cpu);
				}
			}
		}
	}
}

START_TEST(walk_and_word_scan)
{
	check_machines(prop_gen(_i, NULL), (unsigned int)_i, 20);
}
END_TEST

/* Domains of more words than any block has. */
START_TEST(many_words)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	unsigned int nr = PROP_SIZES +
			  sisheur_gen_below(gen, SISHEUR_GEN_MAX_CPUS -
						 PROP_SIZES);

	/* Whole words, and a CPU more or less. */
	if (_i % 2)
		nr = nr / 64 * 64 + sisheur_gen_below(gen, 3) - 1;
	check_machines(gen, nr, 4);
}
END_TEST

static bool same(const struct sisheur_choice *a, const struct sisheur_choice *b)
{
	return a->cpu == b->cpu && a->step == b->step &&
	       a->recent == b->recent && a->hint == b->hint &&
	       a->scanned == b->scanned && a->failed == b->failed;
}

START_TEST(ladder_counting_or_not)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 20000; n++) {
		struct sisheur_choice walked, scanned, again;

		sisheur_gen_next(gen);
		gen->wakeup.count_probes = true;
		sisheur_select(&gen->profile, &gen->wakeup, &walked);
		gen->wakeup.count_probes = false;
		sisheur_select(&gen->profile, &gen->wakeup, &scanned);
		sisheur_select(&gen->profile, &gen->wakeup, &again);
		prop_must_msg(same(&walked, &scanned),
			      "walk cpu=%d step=%u hint=%u, words cpu=%d step=%u hint=%u: %s",
			      walked.cpu, walked.step, walked.hint, scanned.cpu,
			      scanned.step, scanned.hint, prop_line(gen));
		prop_must(same(&scanned, &again));
		prop_must_int_eq(sisheur_select(&gen->profile, &gen->wakeup,
						NULL), walked.cpu);
		prop_must_uint_eq(scanned.probes + scanned.scan_probes, 0);
		prop_must_uint_ge(walked.probes, walked.scan_probes);
		prop_must(walked.scanned || !walked.failed);
	}
}
END_TEST

/* A caller that looks for himself: the same facts through a function. */
static unsigned int look_at_maps(void *ctx, unsigned int cpu)
{
	const struct sisheur_view *maps = ctx;

	return prop_state(maps, cpu);
}

START_TEST(maps_and_look_function)
{
	static const struct sisheur_gen_options options = {
		.profiles = 1 << SISHEUR_LINUX_5_18 | 1 << SISHEUR_LINUX_6_1 |
			    1 << SISHEUR_LINUX_6_12 | 1 << SISHEUR_LINUX_7_1,
		/* The rest asks the maps more than Linux could ask. */
		.features = SISHEUR_SIS_UTIL | SISHEUR_SIS_PROP |
			    SISHEUR_SIS_PAIR | SISHEUR_SIS_IDLE_CORE |
			    SISHEUR_SIS_KEEP_HINT | SISHEUR_SIS_TRULY_IDLE |
			    SISHEUR_SIS_AGED_UTIL,
		.without = SISHEUR_GEN_CLAIMED,
	};
	struct sisheur_gen *gen = prop_gen(_i, &options);
	int n;

	for (n = 0; n < 10000; n++) {
		struct sisheur_choice maps, look;
		struct sisheur_wakeup w;
		struct sisheur_view view = {
			.look = look_at_maps,
			.ctx = &gen->view,
		};

		sisheur_gen_next(gen);
		sisheur_select(&gen->profile, &gen->wakeup, &maps);
		w = gen->wakeup;
		w.view = &view;
		sisheur_select(&gen->profile, &w, &look);
		prop_must_msg(same(&maps, &look) && maps.probes == look.probes,
			      "maps cpu=%d step=%u, look cpu=%d step=%u: %s",
			      maps.cpu, maps.step, look.cpu, look.step,
			      prop_line(gen));
	}
}
END_TEST

START_TEST(ladder_rung_by_rung)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 10000; n++) {
		struct sisheur_choice whole;
		struct sisheur_ladder ladder;
		unsigned int i;
		int cpu = SISHEUR_NONE;

		sisheur_gen_next(gen);
		sisheur_select(&gen->profile, &gen->wakeup, &whole);
		sisheur_ladder_init(&ladder, &gen->profile, &gen->wakeup);
		for (i = 0; i < gen->profile.nr_rungs && cpu < 0; i++)
			cpu = sisheur_step(&ladder, &gen->profile.rungs[i]);
		prop_must_msg(cpu == whole.cpu && same(&whole, &ladder.choice),
			      "%s", prop_line(gen));
	}
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("agree");

	tcase_add_loop_test(tc, walk_and_word_scan, 0, PROP_SIZES);
	tcase_add_loop_test(tc, many_words, 0, 40);
	tcase_add_loop_test(tc, ladder_counting_or_not, 0, 10);
	tcase_add_loop_test(tc, maps_and_look_function, 0, 10);
	tcase_add_loop_test(tc, ladder_rung_by_rung, 0, 5);
	return prop_run();
}
