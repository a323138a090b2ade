// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* domain.h: what the machine looks like to a wake-up. */
#include "unit.h"
#include "rows_domain.h"

/*
 * Derive again from the tables alone: what the builder left there is garbage
 * first, so that nothing but sisheur_domains_init() can make it right.
 */
static struct sisheur_domains *derive(struct sisheur_case *c,
				      const char *machine)
{
	struct sisheur_domains *d = &c->topology.domains;

	sisheur_unit_wakeup(c, machine);
	memset(d->llcs, 0xa5, d->nr_llcs * sizeof(d->llcs[0]));
	d->numbering = 77;
	d->threads = 77;
	d->stride = 77;
	d->mixed = true;
	if (d->lone)
		memset(d->lone, 0xa5, SISHEUR_WORDS(d->nr_cpus) * sizeof(long));
	sisheur_domains_init(d);
	return d;
}

/* Is every CPU of @row->lone in the map, and the machine mixed by them? */
static void check_lone(const struct sisheur_numbering_row *row,
		       struct sisheur_case *c)
{
	struct sisheur_domains *d = &c->topology.domains;
	unsigned long *lone = sisheur_unit_set(row->lone, d->nr_cpus);
	const bool regular = row->numbering == SISHEUR_NUMBERING_ADJACENT ||
			     row->numbering == SISHEUR_NUMBERING_SPLIT;
	/* A core that the end of the machine cuts waits for nobody either. */
	const bool cut = row->numbering == SISHEUR_NUMBERING_ADJACENT &&
			 d->nr_cpus % d->threads;
	unsigned int cpu;

	for (cpu = 0; cpu < d->nr_cpus; cpu++)
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_cpuset_test(d->lone, d->nr_cpus, cpu),
				  row->numbering == SISHEUR_NUMBERING_LONE ||
				  sisheur_cpuset_test(lone, d->nr_cpus, cpu));
	SISHEUR_ROW_EQUAL(row->name, d->mixed,
			  regular && (row->lone[0] || cut));
	free(lone);

	/* Without the map a scan cannot tell them from cores. */
	d->lone = NULL;
	sisheur_domains_init(d);
	SISHEUR_ROW_EQUAL(row->name, d->numbering, row->lone[0] || cut ?
			  SISHEUR_NUMBERING_IRREGULAR : row->numbering);
	SISHEUR_ROW_EQUAL(row->name, d->mixed, 0);
}

static void test_numbering(void **state)
{
	const struct sisheur_numbering_row *row;
	struct sisheur_case c = { 0 };

	(void)state;
	for (row = sisheur_numbering_rows;
	     row < sisheur_numbering_rows +
		   SISHEUR_COUNT(sisheur_numbering_rows);
	     row++) {
		struct sisheur_domains *d = derive(&c, row->machine);

		SISHEUR_ROW_EQUAL(row->name, d->numbering, row->numbering);
		if (row->numbering == SISHEUR_NUMBERING_ADJACENT ||
		    row->numbering == SISHEUR_NUMBERING_SPLIT)
			SISHEUR_ROW_EQUAL(row->name, d->threads, row->threads);
		if (row->numbering == SISHEUR_NUMBERING_SPLIT)
			SISHEUR_ROW_EQUAL(row->name, d->stride, row->stride);
		check_lone(row, &c);
	}
	sisheur_case_free(&c);
}

/* The rows above name them by number. */
static void test_numbering_values(void **state)
{
	(void)state;
	assert_int_equal(SISHEUR_NUMBERING_UNKNOWN, 0);
	assert_int_equal(SISHEUR_NUMBERING_LONE, 1);
	assert_int_equal(SISHEUR_NUMBERING_ADJACENT, 2);
	assert_int_equal(SISHEUR_NUMBERING_SPLIT, 3);
	assert_int_equal(SISHEUR_NUMBERING_IRREGULAR, 4);
}

static void test_llcs(void **state)
{
	const struct sisheur_llc_row *row;
	struct sisheur_case c = { 0 };

	(void)state;
	for (row = sisheur_llc_rows;
	     row < sisheur_llc_rows + SISHEUR_COUNT(sisheur_llc_rows); row++) {
		const struct sisheur_domains *d = derive(&c, row->machine);
		const struct sisheur_llc *llc;

		SISHEUR_ROW_EQUAL(row->name, d->nr_llcs, row->nr_llcs);
		if (!row->nr_llcs)
			continue;
		llc = &d->llcs[row->llc];
		SISHEUR_ROW_EQUAL(row->name, llc->weight, row->weight);
		SISHEUR_ROW_EQUAL(row->name, llc->first_word,
				  row->first_cpu / SISHEUR_WORD_BITS);
		SISHEUR_ROW_EQUAL(row->name, llc->end_word,
				  row->last_cpu / SISHEUR_WORD_BITS + 1);
	}
	sisheur_case_free(&c);
}

static void test_sharing(void **state)
{
	const struct sisheur_share_row *row;
	struct sisheur_case c = { 0 };

	(void)state;
	for (row = sisheur_share_rows;
	     row < sisheur_share_rows + SISHEUR_COUNT(sisheur_share_rows);
	     row++) {
		const struct sisheur_domains *d = derive(&c, row->machine);

		SISHEUR_ROW_EQUAL(row->name, sisheur_llc_of(d, row->a),
				  row->llc_of_a);
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_share_llc(d, row->a, row->b),
				  row->share_llc);
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_share_llc(d, row->b, row->a),
				  row->share_llc);
		if (row->share_cluster < 0)
			continue;
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_share_cluster(d, row->a, row->b),
				  row->share_cluster);
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_share_cluster(d, row->b, row->a),
				  row->share_cluster);
	}
	sisheur_case_free(&c);
}

/* Whatever they share, a wild CPU number must not be followed into a table. */
static void test_wild_cluster(void **state)
{
	const unsigned int wild[] = { 8, 64, 0x7fffffffU, 0x80000000U,
				      UINT_MAX };
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=8 clusters=0-3/4-7");
	for (i = 0; i < SISHEUR_COUNT(wild); i++) {
		const struct sisheur_domains *d = &c.topology.domains;

		assert_false(sisheur_share_cluster(d, 0, wild[i]));
		assert_false(sisheur_share_cluster(d, wild[i], 0));
	}
	sisheur_case_free(&c);
}

/* "may be NULL where clusters is false" */
static void test_no_cluster_tables(void **state)
{
	struct sisheur_case c = { 0 };
	struct sisheur_domains d;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=8 cores=0-1/2-3/4-5/6-7");
	d = c.topology.domains;
	d.clusters = false;
	d.cluster = NULL;
	d.cluster_span = NULL;
	d.nr_clusters = 0;
	sisheur_domains_init(&d);
	assert_true(sisheur_share_cluster(&d, 0, 7));
	assert_int_equal(d.llcs[0].weight, 8);
	sisheur_case_free(&c);
}

/* "smt is a fact of its own": init derives the numbering and leaves it. */
static void test_smt_is_kept(void **state)
{
	struct sisheur_case c = { 0 };

	(void)state;
	derive(&c, "nr_cpus=8 cores=0,4/1,5/2,6/3,7 smt=0");
	assert_false(c.topology.domains.smt);
	derive(&c, "nr_cpus=8 smt=1");
	assert_true(c.topology.domains.smt);
	derive(&c, "nr_cpus=8 cores=0,4/1,5/2,6/3,7");
	assert_true(c.topology.domains.smt);
	sisheur_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbering),
		cmocka_unit_test(test_numbering_values),
		cmocka_unit_test(test_llcs),
		cmocka_unit_test(test_sharing),
		cmocka_unit_test(test_wild_cluster),
		cmocka_unit_test(test_no_cluster_tables),
		cmocka_unit_test(test_smt_is_kept),
	};

	return cmocka_run_group_tests_name("domain", tests, NULL, NULL);
}
