// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* claim.h: who gets the idle CPU. */
#include <sisheur/claim.h>

#include "unit.h"
#include "rows_claim.h"

/* No CPU of any machine here. */
static const unsigned int wild[] = {
	128, 129, 8192, 0x7fffffffU, 0x80000000U, UINT_MAX - 1, UINT_MAX,
};

/* The claims of a case's machine, with its idle CPUs idle. */
static struct sisheur_claims *claims_of(const struct sisheur_case *c)
{
	const struct sisheur_domains *d = &c->topology.domains;
	struct sisheur_error error = { 0 };
	struct sisheur_claims *claims = sisheur_claims_new(d, &error);
	unsigned int cpu;

	if (!claims)
		fail_msg("%s", error.text);
	for (cpu = 0; cpu < d->nr_cpus; cpu++)
		if (sisheur_cpuset_test(c->view.idle, d->nr_cpus, cpu))
			assert_true(sisheur_release_cpu(claims, cpu));
	return claims;
}

static bool is_idle(const struct sisheur_claims *claims, unsigned int cpu)
{
	struct sisheur_view view;

	return sisheur_claims_view(claims, cpu, &view) &&
	       sisheur_look(&view, 128, cpu) == SISHEUR_IDLE;
}

/* Who is idle, as a cpulist. */
static const char *left(const struct sisheur_claims *claims,
			unsigned int nr_cpus)
{
	unsigned long set[SISHEUR_WORDS(128)] = { 0 };
	static char list[512];
	unsigned int cpu;

	for (cpu = 0; cpu < nr_cpus; cpu++)
		if (is_idle(claims, cpu))
			set[cpu / SISHEUR_WORD_BITS] |=
				1UL << cpu % SISHEUR_WORD_BITS;
	sisheur_cpulist_print(list, sizeof(list), set, nr_cpus);
	return list;
}

static void test_pick(void **state)
{
	const struct sisheur_pick_row *row;
	struct sisheur_case c = { 0 };

	(void)state;
	for (row = sisheur_pick_rows;
	     row < sisheur_pick_rows + SISHEUR_COUNT(sisheur_pick_rows);
	     row++) {
		struct sisheur_claims *claims;
		int cpu;

		sisheur_unit_wakeup(&c, row->machine);
		claims = claims_of(&c);
		cpu = (row->anywhere ? sisheur_pick_anywhere : sisheur_pick)
			(claims, row->want, row->target, c.wakeup.allowed);
		SISHEUR_ROW_EQUAL(row->name, cpu, row->answer);
		SISHEUR_ROW_TEXT(row->name,
				 left(claims, c.topology.domains.nr_cpus),
				 row->left);
		sisheur_claims_free(claims);
	}
	sisheur_case_free(&c);
}

static void test_pick_select(void **state)
{
	const struct sisheur_place_row *row;
	struct sisheur_case c = { 0 };

	(void)state;
	for (row = sisheur_place_rows;
	     row < sisheur_place_rows + SISHEUR_COUNT(sisheur_place_rows);
	     row++) {
		struct sisheur_claims *claims;
		struct sisheur_choice choice;
		bool claimed;
		int cpu;

		sisheur_unit_wakeup(&c, row->wakeup);
		claims = claims_of(&c);
		cpu = sisheur_pick_select(claims, &c.profile, &c.wakeup,
					  &choice, &claimed);
		SISHEUR_ROW_EQUAL(row->name, cpu, row->answer);
		SISHEUR_ROW_EQUAL(row->name, choice.cpu, row->answer);
		SISHEUR_ROW_EQUAL(row->name, claimed, row->claimed);
		SISHEUR_ROW_TEXT(row->name,
				 left(claims, c.topology.domains.nr_cpus),
				 row->left);
		sisheur_claims_free(claims);
	}
	sisheur_case_free(&c);
}

/* "its view may be NULL", "@choice: NULL if nobody asks", any target */
static void test_pick_select_bare(void **state)
{
	struct sisheur_wakeup wakeup;
	struct sisheur_case c = { 0 };
	struct sisheur_claims *claims;
	struct sisheur_choice choice;
	bool claimed;
	unsigned int i;

	(void)state;
	sisheur_unit_wakeup(&c, SISHEUR_4X2 "idle=3");
	claims = claims_of(&c);
	sisheur_wakeup_init(&wakeup, NULL, NULL, 1);
	assert_int_equal(sisheur_pick_select(claims, &c.profile, &wakeup, NULL,
					     &claimed), 3);
	assert_true(claimed);
	for (i = 0; i < SISHEUR_COUNT(wild); i++) {
		wakeup.target = wild[i];
		claimed = true;
		assert_int_equal(sisheur_pick_select(claims, &c.profile,
						     &wakeup, &choice,
						     &claimed), SISHEUR_NONE);
		assert_false(claimed);
		assert_int_equal(choice.cpu, SISHEUR_NONE);
		wakeup.target = 1;
		wakeup.prev = wakeup.recent = wakeup.waker = wild[i];
		wakeup.pair = true;
		assert_int_equal(sisheur_pick_select(claims, &c.profile,
						     &wakeup, &choice,
						     &claimed), 1);
		assert_false(claimed);
	}
	/* A ladder without a last step may answer nothing. */
	c.profile.nr_rungs = 1;
	assert_int_equal(sisheur_pick_select(claims, &c.profile, &wakeup, NULL,
					     &claimed), SISHEUR_NONE);
	sisheur_claims_free(claims);
	sisheur_case_free(&c);
}

static void test_by_name(void **state)
{
	static const char *const machines[] = {
		"nr_cpus=128 cores=2-3 idle=2-3",
		"nr_cpus=128 cores=3,100 llc=3,100 idle=3,100",
		"nr_cpus=128 cores=3,100 llc=0-3/4-127 idle=3,100",
		"nr_cpus=128 cores=3,100 llc=4-127 idle=3,100",
	};
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(machines); i++) {
		struct sisheur_claims *claims;
		unsigned int other;

		sisheur_unit_wakeup(&c, machines[i]);
		claims = claims_of(&c);
		other = c.topology.domains.next[3];
		assert_int_equal(sisheur_claim_cpu(claims, 3), 3);
		assert_int_equal(sisheur_claim_cpu(claims, 3), SISHEUR_NONE);
		assert_int_equal(sisheur_claim_core(claims, 3), SISHEUR_NONE);
		assert_int_equal(sisheur_claim_core(claims, other),
				 SISHEUR_NONE);
		assert_true(is_idle(claims, other));

		assert_true(sisheur_release_cpu(claims, 3));
		assert_false(sisheur_release_cpu(claims, 3));
		assert_int_equal(sisheur_claim_core(claims, other), (int)other);
		assert_int_equal(sisheur_claim_cpu(claims, 3), SISHEUR_NONE);
		assert_false(is_idle(claims, 3));

		/* Half of a core may be given back, and then the rest. */
		assert_true(sisheur_release_cpu(claims, other));
		assert_true(is_idle(claims, other));
		assert_false(is_idle(claims, 3));
		assert_false(sisheur_release_core(claims, 3));
		assert_true(is_idle(claims, 3));
		assert_int_equal(sisheur_claim_core(claims, 3), 3);
		assert_true(sisheur_release_core(claims, other));
		assert_false(sisheur_release_core(claims, other));
		assert_true(is_idle(claims, 3) && is_idle(claims, other));
		sisheur_claims_free(claims);
	}
	sisheur_case_free(&c);
}

/* Releasing the last CPU of a core sets it, a pick that finds none clears it. */
static void test_hint(void **state)
{
	static const char *const machines[] = {
		"nr_cpus=128 cores=2-3/4-5 idle=2",
		"nr_cpus=128 cores=3,2/4,100 llc=2-100 idle=2",
		"nr_cpus=128 cores=2,3/4,100 idle=2",
	};
	unsigned long allowed[SISHEUR_WORDS(128)] = { 1UL << 4 };
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(machines); i++) {
		struct sisheur_claims *claims;
		const int *hint;

		sisheur_unit_wakeup(&c, machines[i]);
		claims = claims_of(&c);
		hint = sisheur_claims_hint(claims, 3);
		assert_int_equal(*hint, 0);
		sisheur_release_cpu(claims, 3);
		assert_int_equal(*hint, 1);
		/* It is a hint: a claim need not clear it. */
		assert_int_equal(sisheur_pick(claims, SISHEUR_WANT_CORE, 4,
					      NULL), 2);
		assert_int_equal(sisheur_pick(claims, SISHEUR_WANT_CPU, 4,
					      NULL), SISHEUR_NONE);
		assert_int_equal(*hint, 1);
		assert_int_equal(sisheur_pick(claims, SISHEUR_WANT_CORE, 4,
					      allowed), SISHEUR_NONE);
		assert_int_equal(*hint, 1);
		assert_int_equal(sisheur_pick(claims, SISHEUR_WANT_CORE, 4,
					      NULL), SISHEUR_NONE);
		assert_int_equal(*hint, 0);
		sisheur_release_core(claims, 2);
		assert_int_equal(*hint, 1);
		sisheur_claims_free(claims);
	}

	/* "if SMT is active" */
	sisheur_unit_wakeup(&c, SISHEUR_4X2 "smt=0 idle=0-7");
	{
		struct sisheur_claims *claims = claims_of(&c);

		assert_int_equal(*sisheur_claims_hint(claims, 0), 0);
		sisheur_claims_free(claims);
	}
	sisheur_case_free(&c);
}

/* "Of domains that share a shard it is never cleared." */
static void test_hint_shared(void **state)
{
	struct sisheur_case c = { 0 };
	struct sisheur_claims *claims;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=6 cores=0,2/1,3/4-5 llc=0-1/2-5 idle=4-5");
	claims = claims_of(&c);
	assert_ptr_equal(sisheur_claims_hint(claims, 0),
			 sisheur_claims_hint(claims, 3));
	assert_int_equal(sisheur_pick(claims, SISHEUR_WANT_CORE, 0, NULL),
			 SISHEUR_NONE);
	assert_int_equal(*sisheur_claims_hint(claims, 3), 1);
	sisheur_claims_free(claims);
	sisheur_case_free(&c);
}

static void test_view(void **state)
{
	struct sisheur_view a, b, isolated;
	struct sisheur_case c = { 0 };
	struct sisheur_claims *claims;
	ptrdiff_t apart;
	unsigned int i;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=9 cores=0-1/2-3/4-5/6-7 llc=0-3/4-7 idle=1,5,8");
	claims = claims_of(&c);
	assert_true(sisheur_claims_view(claims, 0, &a));
	assert_true(sisheur_claims_view(claims, 7, &b));
	assert_true(sisheur_claims_view(claims, 8, &isolated));
	assert_null(a.sched_idle);
	assert_null(a.claimed);
	assert_null(a.look);
	/* One shard has nothing of another's. */
	assert_int_equal(*a.idle, 1UL << 1);
	assert_int_equal(*b.idle, 1UL << 5);
	assert_int_equal(*isolated.idle, 1UL << 8);
	apart = (const char *)b.idle - (const char *)a.idle;
	assert_true(apart >= 128 || apart <= -128);

	/* It is the truth and not a copy. */
	sisheur_claim_cpu(claims, 1);
	assert_int_equal(*a.idle, 0);
	for (i = 0; i < SISHEUR_COUNT(wild); i++) {
		assert_false(sisheur_claims_view(claims, wild[i], &a));
		assert_null(a.idle);
		assert_null(sisheur_claims_hint(claims, wild[i]));
	}
	sisheur_claims_free(claims);
	sisheur_case_free(&c);
}

static void test_wild(void **state)
{
	struct sisheur_case c = { 0 };
	struct sisheur_claims *claims;
	unsigned int i;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=128 idle=0-127");
	claims = claims_of(&c);
	for (i = 0; i < SISHEUR_COUNT(wild); i++) {
		assert_int_equal(sisheur_claim_cpu(claims, wild[i]),
				 SISHEUR_NONE);
		assert_int_equal(sisheur_claim_core(claims, wild[i]),
				 SISHEUR_NONE);
		assert_false(sisheur_release_cpu(claims, wild[i]));
		assert_false(sisheur_release_core(claims, wild[i]));
		assert_int_equal(sisheur_pick(claims, SISHEUR_WANT_CPU, wild[i],
					      NULL), SISHEUR_NONE);
		assert_int_equal(sisheur_pick_anywhere(claims, SISHEUR_WANT_CPU,
						       wild[i], NULL), (int)i);
	}
	sisheur_claims_free(claims);
	sisheur_claims_free(NULL);
	sisheur_case_free(&c);
}

static void refused(const struct sisheur_domains *d, const char *name,
		    const char *says)
{
	struct sisheur_error error = { 0 };

	if (sisheur_claims_new(d, &error) || sisheur_claims_new(d, NULL))
		fail_msg("%s: accepted", name);
	if (!strstr(error.text, says) || !strstr(error.text, "accepted"))
		fail_msg("%s: says \"%s\"", name, error.text);
}

static void test_new(void **state)
{
	const struct sisheur_tables_row *row;
	struct sisheur_case c = { 0 };
	struct sisheur_domains d;
	struct sisheur_claims *claims;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=4");
	claims = sisheur_claims_new(&c.topology.domains, NULL);
	assert_non_null(claims);
	SISHEUR_ROW_TEXT("all are held at first", left(claims, 4), "");
	sisheur_claims_free(claims);

	d = c.topology.domains;
	d.nr_cpus = 0;
	refused(&d, "no CPU", "0 CPUs");
	d.nr_cpus = SISHEUR_MAX_CPUS + 1;
	refused(&d, "too many CPUs", "8193 CPUs");
	d.nr_cpus = UINT_MAX;
	refused(&d, "wildly many CPUs", "4294967295 CPUs");
	d = c.topology.domains;
	d.nr_llcs = UINT_MAX;
	refused(&d, "wildly many domains", "4294967295 LLC domains");
	d = c.topology.domains;
	d.numbering = SISHEUR_NUMBERING_UNKNOWN;
	refused(&d, "no init", "sisheur_domains_init()");

	for (row = sisheur_tables_rows;
	     row < sisheur_tables_rows + SISHEUR_COUNT(sisheur_tables_rows);
	     row++) {
		d = c.topology.domains;
		d.core = row->core;
		d.next = row->next;
		refused(&d, row->name, "CPU ");
	}
	sisheur_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pick),
		cmocka_unit_test(test_pick_select),
		cmocka_unit_test(test_pick_select_bare),
		cmocka_unit_test(test_by_name),
		cmocka_unit_test(test_hint),
		cmocka_unit_test(test_hint_shared),
		cmocka_unit_test(test_view),
		cmocka_unit_test(test_wild),
		cmocka_unit_test(test_new),
	};

	return cmocka_run_group_tests_name("claim", tests, NULL, NULL);
}
