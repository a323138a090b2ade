// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * One Linux release against the library's profile of it.
 *
 *   compare PROFILE LABEL WAKEUPS SEED [--linux-share-ids] CASES...
 *
 * First the case files, whose answers Linux must give: that shows that the
 * stand-ins are right.  Then random wake-ups, CPUs that become idle, the same
 * wake-ups as lines of text, and the rules beside the ladder (rules.c).
 *
 * tests/linux/run builds and calls this.
 */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "report.h"
#include "rules.h"
#include "sides.h"

#define SISHEUR_GEN_MAX_CPUS	ORACLE_MAX_CPUS
#include "../common/wakeup_gen.h"

/* A line with three maps and three tables of the largest machine. */
#define MAX_LINE	(64 * ORACLE_MAX_CPUS)

static unsigned int profile_id;
static const char *label;

/* --- case files --------------------------------------------------------- */

static bool is_for_linux(const struct sisheur_case *c)
{
	if (c->kind == SISHEUR_CASE_NR_SCAN)
		return !c->percent && linux_has_budget(c->sum_util,
				c->llc_weight, c->imbalance_pct);
	return c->kind == SISHEUR_CASE_WAKEUP && c->profile_id == profile_id;
}

/* Does Linux answer what the line states?  The library has tests of its own. */
static void check_line(const struct sisheur_case *c, const char *place)
{
	struct sisheur_answer answer = { 0 };

	if (c->kind == SISHEUR_CASE_NR_SCAN) {
		answer.keys = SISHEUR_ANSWER_NR_SCAN;
		answer.nr_scan = (unsigned int)oracle_nr_scan(c->sum_util,
				c->llc_weight, c->imbalance_pct);
	} else {
		ask_linux(c, &answer);
	}
	if (sisheur_answer_matches(&c->expected, &answer) || !differs())
		return;
	fprintf(details, "%s: Linux does not answer what the line states\n",
		place);
	show_case(c);
	show_answer("stated", &c->expected, NULL);
	show_answer("linux", &answer, NULL);
}

static unsigned long check_file(const char *name)
{
	static char line[MAX_LINE];
	struct sisheur_case c = { 0 };
	struct sisheur_error error = { 0 };
	unsigned long nr = 0, checked = 0;
	char place[PATH_MAX + 32];
	FILE *f = fopen(name, "r");

	if (!f)
		give_up("%s: %s", name, strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		snprintf(place, sizeof(place), "%s:%lu", name, ++nr);
		if (sisheur_case_parse(&c, line, &error) == SISHEUR_CASE_ERROR)
			give_up("%s: %s", place, error.text);
		if (!is_for_linux(&c))
			continue;
		check_line(&c, place);
		checked++;
	}
	sisheur_case_free(&c);
	fclose(f);
	return checked;
}

static void test_stored(char **names)
{
	unsigned long checked = 0;

	begin();
	for (; *names; names++)
		checked += check_file(*names);
	/* A release of which no file has an answer is a mistake. */
	if (!checked && differs())
		fprintf(details, "no line is for %s\n",
			sisheur_profile_name(profile_id));
	end("%s: %lu stored answers repeated, %lu differ", label, checked,
	    nr_differ());
}

/* --- random wake-ups ---------------------------------------------------- */

static struct sisheur_gen gen;
static struct sisheur_case current;

static void restart(unsigned long long seed)
{
	struct sisheur_gen_options options = {
		.profiles = 1U << profile_id,
		.features = SISHEUR_SIS_UTIL | SISHEUR_SIS_PAIR |
			SISHEUR_SIS_IDLE_CORE,
		.without = SISHEUR_GEN_TAME,
		.max_cpus = ORACLE_MAX_CPUS,
	};

	/*
	 * 6.1 still has SIS_PROP, off by default, and the profile leaves it
	 * out; where Linux has dropped it, it must change nothing.
	 */
	if (profile_id != SISHEUR_LINUX_6_1)
		options.features |= SISHEUR_SIS_PROP;
	sisheur_gen_init(&gen, seed, &options);
}

static void next_wakeup(void)
{
	sisheur_gen_next(&gen);
	/* An int in Linux, to which one is added. */
	if (gen.nr_idle_scan >= INT_MAX)
		gen.nr_idle_scan = INT_MAX - 1;
	current.kind = SISHEUR_CASE_WAKEUP;
	current.profile_id = gen.profile_id;
	current.profile = gen.profile;
	current.wakeup = gen.wakeup;
	current.topology.domains = gen.domains;
	current.view = gen.view;
	current.has_idle_cores = gen.has_idle_cores;
	current.nr_idle_scan = gen.nr_idle_scan;
}

static const char *place_of(unsigned long long seed, unsigned long i)
{
	static char place[64];

	snprintf(place, sizeof(place), "seed %llu, wake-up %lu", seed, i);
	return place;
}

/*
 * What the wake-ups came to, so that a reader sees that no rule was left out.
 * core, fallback, cpu and nothing are the ends of scans; of those, no_look
 * looked at nobody.
 */
struct coverage {
	unsigned long steps[SISHEUR_NR_STEPS];
	unsigned long core, fallback, cpu, nothing, no_look;
	unsigned long numbering[SISHEUR_NUMBERING_IRREGULAR + 1];
	unsigned long clusters, over_64, over_512;
	unsigned long pair, idle_core, no_util;
};

static void cover_scan(struct coverage *seen,
		       const struct sisheur_choice *choice)
{
	if (choice->failed)
		seen->nothing++;
	else if (!gen.has_idle_cores || !gen.domains.smt)
		seen->cpu++;
	else if (choice->hint == SISHEUR_HINT_CLEAR)
		seen->fallback++;
	else
		seen->core++;
	seen->no_look += !choice->scan_probes;
}

static void cover(struct coverage *seen, const struct sisheur_choice *choice)
{
	const struct sisheur_domains *d = &gen.domains;
	unsigned int features = gen.profile.features;

	seen->steps[choice->step]++;
	if (choice->scanned)
		cover_scan(seen, choice);
	seen->numbering[d->numbering]++;
	seen->clusters += d->clusters;
	seen->over_64 += d->nr_cpus > 64;
	seen->over_512 += d->nr_cpus > 512;
	seen->pair += !!(features & SISHEUR_SIS_PAIR);
	seen->idle_core += !!(features & SISHEUR_SIS_IDLE_CORE);
	seen->no_util += !(features & SISHEUR_SIS_UTIL);
}

static void print_coverage(const struct coverage *seen)
{
	const unsigned long *n = seen->numbering;
	unsigned int step;

	fputs("# decided by:", stdout);
	for (step = 0; step < SISHEUR_NR_STEPS; step++)
		if (seen->steps[step])
			printf(" %s %lu", sisheur_step_name(step),
			       seen->steps[step]);
	printf("\n# scans ended with: idle core %lu fallback %lu CPU %lu "
	       "nothing %lu (without a look: %lu)\n"
	       "# siblings: lone %lu adjacent %lu split %lu irregular %lu\n"
	       "# machines: clusters %lu over 64 CPUs %lu over 512 %lu\n"
	       "# features: SIS_PAIR %lu SIS_IDLE_CORE %lu NO_SIS_UTIL %lu\n",
	       seen->core, seen->fallback, seen->cpu, seen->nothing,
	       seen->no_look,
	       n[SISHEUR_NUMBERING_LONE], n[SISHEUR_NUMBERING_ADJACENT],
	       n[SISHEUR_NUMBERING_SPLIT], n[SISHEUR_NUMBERING_IRREGULAR],
	       seen->clusters, seen->over_64, seen->over_512,
	       seen->pair, seen->idle_core, seen->no_util);
}

static void test_wakeups(unsigned long n, unsigned long long seed)
{
	struct sisheur_choice walked;
	struct coverage seen = { 0 };
	unsigned long i;
	bool ours = sisheur_profile(profile_id)->features & SISHEUR_SIS_UTIL;

	begin();
	if (ours != oracle_default_sis_util() && differs())
		fprintf(details, "SIS_UTIL is %s by default, in Linux it is "
			"%s\n", ours ? "on" : "off", ours ? "off" : "on");
	restart(seed);
	for (i = 0; i < n; i++) {
		next_wakeup();
		compare_wakeup(&current, place_of(seed, i), &walked);
		cover(&seen, &walked);
	}
	end("%s: %lu wake-ups compared, %lu differ, seed %llu", label, n,
	    nr_differ(), seed);
	print_coverage(&seen);
}

static void test_updates(unsigned long n, unsigned long long seed)
{
	struct sisheur_answer ignored;
	unsigned long i;

	begin();
	restart(seed);
	for (i = 0; i < n; i++) {
		next_wakeup();
		ask_linux(&current, &ignored);
		compare_update(&current, place_of(seed, i), gen.wakeup.target);
	}
	end("%s: %lu CPUs that become idle compared, %lu differ, seed %llu",
	    label, n, nr_differ(), seed);
}

/*
 * What is shown of a difference must be the wake-up that differed, so that it
 * can be put into a case file: Linux must answer alike once it has been
 * printed and read.
 */
static void compare_line(struct sisheur_case *again, const char *place)
{
	static char line[MAX_LINE];
	struct sisheur_answer before, after;
	struct sisheur_error error = { 0 };

	if (sisheur_case_print(line, sizeof(line), &current) >= sizeof(line))
		give_up("%s: a line of over %zu bytes", place, sizeof(line));
	if (sisheur_case_parse(again, line, &error) != SISHEUR_CASE_WAKEUP) {
		if (differs())
			fprintf(details, "%s: printed, and refused: %s\n%s\n",
				place, error.text, line);
		return;
	}
	ask_linux(&current, &before);
	ask_linux(again, &after);
	if (sisheur_answer_matches(&before, &after) || !differs())
		return;
	fprintf(details, "%s: printed, and read as another wake-up\n%s\n",
		place, line);
	show_answer("before", &before, NULL);
	show_answer("after", &after, NULL);
}

static void test_lines(unsigned long n, unsigned long long seed)
{
	struct sisheur_case again = { 0 };
	unsigned long i;

	begin();
	restart(seed);
	for (i = 0; i < n; i++) {
		next_wakeup();
		compare_line(&again, place_of(seed, i));
	}
	sisheur_case_free(&again);
	end("%s: %lu wake-ups printed and read again, %lu differ, "
	    "seed %llu", label, n, nr_differ(), seed);
}

/* --- the whole ---------------------------------------------------------- */

static unsigned long long number(const char *text)
{
	char *stop;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &stop, 10);
	if (errno || *stop || stop == text || *text == '-')
		give_up("\"%s\" is not a number", text);
	return n;
}

static unsigned int find_profile(const char *name)
{
	unsigned int id;

	for (id = 0; id < SISHEUR_NR_PROFILES; id++)
		if (!strcmp(name, sisheur_profile_name(id)))
			return id;
	give_up("no profile %s", name);
}

int main(int argc, char **argv)
{
	unsigned long wakeups;
	unsigned long long seed;
	char **cases;

	if (argc < 5)
		give_up("wanted PROFILE LABEL WAKEUPS SEED "
			"[--linux-share-ids] CASES...");
	profile_id = find_profile(argv[1]);
	label = argv[2];
	wakeups = (unsigned long)number(argv[3]);
	seed = number(argv[4]);
	cases = argv + 5;
	if (*cases && !strcmp(*cases, "--linux-share-ids")) {
		linux_share_ids = true;
		cases++;
	}
	test_stored(cases);
	test_wakeups(wakeups, seed);
	test_updates(wakeups, seed);
	test_lines(wakeups, seed);
	test_budgets(label, wakeups, seed);
	test_pairs(label, wakeups, seed);
	if (oracle_has_sis_prop())
		test_prop(label, wakeups, seed);
	return any_failed();
}
