// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * How often is shared memory read, and what if it changes between two reads?
 * Asked of a private copy in an environment of our own (counting_port.h), which
 * also shows that port.h takes one.
 */
#include <glob.h>

#include "unit.h"
#include "counting.h"

/* What the library may read, and what it has been told. */
enum { IDLE, SCHED_IDLE, ALLOWED, CLAIMED, FITS, NR_MAPS };

#define MAX_WORDS	(8192 / SISHEUR_WORD_BITS)

static struct {
	const unsigned long *map[NR_MAPS];
	size_t words;
	unsigned int reads[NR_MAPS][MAX_WORDS];
	unsigned long ever[NR_MAPS][MAX_WORDS];
	const int *hint;
	const int *budget;
	unsigned int hint_reads;
	unsigned int budget_reads;
	bool moving;
} seen;

static unsigned long long seed;

/* Knuth's MMIX generator: the same numbers on every machine. */
static unsigned int any(void)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)(seed >> 32);
}

unsigned long sisheur_answer_load(const unsigned long *p);
int sisheur_answer_load_int(const int *p);

unsigned long sisheur_answer_load(const unsigned long *p)
{
	unsigned int map, bit;

	for (map = 0; map < NR_MAPS; map++) {
		const size_t i = (size_t)(p - seen.map[map]);
		unsigned long w = *p;

		if (!seen.map[map] || p < seen.map[map] || i >= seen.words)
			continue;
		/* A sixth of the bits, others at every read. */
		for (bit = 0; seen.moving && bit < SISHEUR_WORD_BITS; bit++)
			w = bit ? w << 1 | !(any() % 6) : !(any() % 6);
		seen.reads[map][i]++;
		seen.ever[map][i] |= w;
		return w;
	}
	fail_msg("%s", "a word was read that is in no map");
	return 0;
}

int sisheur_answer_load_int(const int *p)
{
	if (p == seen.hint)
		seen.hint_reads++;
	else if (p == seen.budget)
		seen.budget_reads++;
	else
		fail_msg("%s", "an int was read that is no hint and no budget");
	return *p;
}

static void watch(const struct sisheur_case *c, bool moving)
{
	memset(&seen, 0, sizeof(seen));
	seen.map[IDLE] = c->view.idle;
	seen.map[SCHED_IDLE] = c->view.sched_idle;
	seen.map[ALLOWED] = c->wakeup.allowed;
	seen.map[CLAIMED] = c->view.claimed;
	seen.map[FITS] = c->wakeup.fits;
	seen.words = SISHEUR_WORDS(c->topology.domains.nr_cpus);
	seen.hint = c->wakeup.has_idle_cores;
	seen.budget = (const int *)c->wakeup.nr_idle_scan;
	seen.moving = moving;
}

static unsigned int most_reads(unsigned int map)
{
	unsigned int most = 0;
	size_t i;

	for (i = 0; i < seen.words; i++)
		if (seen.reads[map][i] > most)
			most = seen.reads[map][i];
	return most;
}

static void assert_reads(unsigned int idle, unsigned int sched_idle,
			 unsigned int allowed)
{
	assert_in_range(most_reads(IDLE), 0, idle);
	assert_in_range(most_reads(SCHED_IDLE), 0, sched_idle);
	assert_in_range(most_reads(ALLOWED), 0, allowed);
}

/* Was @cpu ever in a map, as far as the library was told? */
static bool was_in(unsigned int map, unsigned int cpu)
{
	return seen.ever[map][cpu / SISHEUR_WORD_BITS] >>
	       (cpu % SISHEUR_WORD_BITS) & 1;
}

static bool was_reachable(const struct sisheur_case *c, unsigned int cpu)
{
	return sisheur_share_llc(&c->topology.domains, cpu, c->wakeup.target) &&
	       (!c->wakeup.allowed || was_in(ALLOWED, cpu));
}

static bool was_usable(unsigned int cpu)
{
	return was_in(IDLE, cpu) || was_in(SCHED_IDLE, cpu);
}

/* ---- sets and single CPUs: "one word read", "one read of each word" ---- */

static void test_sets(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=1000 idle=500 sched_idle=501-600");
	watch(&c, false);
	assert_true(sisheur_counted_test(c.view.idle, 1000, 500));
	assert_int_equal(seen.reads[IDLE][500 / SISHEUR_WORD_BITS], 1);
	watch(&c, false);
	assert_false(sisheur_counted_test(c.view.idle, 1000, 1000));
	assert_reads(0, 0, 0);
	watch(&c, false);
	assert_int_equal(sisheur_counted_weight(c.view.sched_idle, 1000), 100);
	for (i = 0; i < seen.words; i++)
		assert_int_equal(seen.reads[SCHED_IDLE][i], 1);
	/* "from @from to the answer" */
	watch(&c, false);
	assert_int_equal(sisheur_counted_next(c.view.idle, 1000, 200), 500);
	for (i = 0; i < seen.words; i++)
		assert_int_equal(seen.reads[IDLE][i],
				 i >= 200 / SISHEUR_WORD_BITS &&
				 i <= 500 / SISHEUR_WORD_BITS);
	/* "one word of each map" */
	watch(&c, false);
	assert_int_equal(sisheur_counted_look(&c.view, 1000, 501),
			 SISHEUR_SCHED_IDLE);
	assert_reads(1, 1, 0);
	assert_int_equal(seen.reads[IDLE][501 / SISHEUR_WORD_BITS], 1);
	sisheur_case_free(&c);
}

/* ---- every wake-up of the case files ---- */

static void check_still(struct sisheur_case *c, unsigned int id)
{
	const struct sisheur_profile *profile = sisheur_profile(id);
	/* Each cluster pass, and each pass for a lower rank, reads again. */
	const unsigned int passes =
		id < SISHEUR_LINUX_6_12 ? 1 : id == SISHEUR_OWN ? 4 : 2;
	const struct sisheur_scan scan = {
		.domains = &c->topology.domains,
		.view = &c->view,
		.allowed = c->wakeup.allowed,
		.target = c->wakeup.target,
		.how = (passes > 1 ? SISHEUR_HOW_CLUSTERS : 0U) |
		       (passes > 2 ? SISHEUR_HOW_TRULY_IDLE : 0U),
	};
	struct sisheur_choice counted, plain;

	watch(c, false);
	sisheur_counted_select(profile, &c->wakeup, &counted);
	assert_in_range(seen.hint_reads, 0, 1);
	assert_in_range(seen.budget_reads, 0, 1);
	/* The same answers in this environment as in any other. */
	sisheur_select(profile, &c->wakeup, &plain);
	assert_int_equal(counted.cpu, plain.cpu);
	assert_int_equal(counted.step, plain.step);
	assert_int_equal(counted.hint, plain.hint);

	watch(c, false);
	sisheur_counted_cpu(&scan, SISHEUR_NO_BUDGET);
	assert_reads(2 * passes, 2 * passes, 2 * passes);
	watch(c, false);
	sisheur_counted_is_empty(&scan);
	assert_reads(0, 0, 1);
	watch(c, false);
	sisheur_counted_sets(scan.domains, scan.view, scan.target, seen.hint);
	assert_in_range(seen.hint_reads, 0, scan.domains->smt);
}

/*
 * "An answer is never wilder than: this was so a moment ago."  Every read finds
 * other bits; what is answered must have been told.
 */
static void check_moving(struct sisheur_case *c, unsigned int id)
{
	const struct sisheur_domains *d = &c->topology.domains;
	struct sisheur_scan scan = {
		.domains = d,
		.view = &c->view,
		.allowed = c->wakeup.allowed,
		.target = c->wakeup.target,
		.how = id == SISHEUR_OWN ? SISHEUR_HOW_CLUSTERS |
					   SISHEUR_HOW_TRULY_IDLE :
		       id > SISHEUR_LINUX_6_1 ? SISHEUR_HOW_CLUSTERS : 0U,
	};
	int cpu, fallback = 77;

	watch(c, true);
	cpu = sisheur_counted_cpu(&scan, SISHEUR_NO_BUDGET);
	if (cpu != SISHEUR_NONE) {
		assert_true(was_reachable(c, (unsigned int)cpu));
		assert_true(was_usable((unsigned int)cpu));
	}

	watch(c, true);
	cpu = sisheur_counted_core(&scan, &fallback);
	if (cpu != SISHEUR_NONE) {
		unsigned int sibling = (unsigned int)cpu;

		assert_true(was_reachable(c, sibling));
		do {
			assert_true(was_in(IDLE, sibling));
			sibling = d->next[sibling];
		} while (sibling != (unsigned int)cpu);
	} else if (fallback != SISHEUR_NONE) {
		assert_true(was_reachable(c, (unsigned int)fallback));
		assert_true(was_usable((unsigned int)fallback));
	}

	watch(c, true);
	cpu = sisheur_counted_select(sisheur_profile(id), &c->wakeup, NULL);
	assert_in_range(cpu, 0, d->nr_cpus - 1);
	assert_in_range(seen.hint_reads, 0, 1);
	assert_in_range(seen.budget_reads, 0, 1);
}

static void for_each_wakeup(void (*check)(struct sisheur_case *c,
					  unsigned int id))
{
	struct sisheur_case c = { 0 };
	unsigned long checked = 0;
	char *line = NULL;
	size_t room = 0;
	glob_t files;
	size_t i;

	assert_int_equal(glob(SISHEUR_CASES "/*.cases", 0, NULL, &files), 0);
	for (i = 0; i < files.gl_pathc; i++) {
		FILE *f = fopen(files.gl_pathv[i], "r");

		assert_non_null(f);
		while (getline(&line, &room, f) >= 0) {
			if (sisheur_case_parse(&c, line, NULL) !=
			    SISHEUR_CASE_WAKEUP)
				continue;
			c.wakeup.count_probes = false;
			c.wakeup.spread = checked & 1;
			check(&c, (unsigned int)(checked % SISHEUR_NR_PROFILES));
			checked++;
		}
		fclose(f);
	}
	assert_true(checked > 6000);
	free(line);
	globfree(&files);
	sisheur_case_free(&c);
}

static void test_still(void **state)
{
	(void)state;
	for_each_wakeup(check_still);
}

static void test_moving(void **state)
{
	(void)state;
	for_each_wakeup(check_moving);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sets),
		cmocka_unit_test(test_still),
		cmocka_unit_test(test_moving),
	};

	return cmocka_run_group_tests_name("reads", tests, NULL, NULL);
}
