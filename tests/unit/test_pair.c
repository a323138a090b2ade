// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* pair.h: do these two tasks belong together. */
#include "unit.h"
#include "rows_pair.h"

static void test_record(void **state)
{
	const struct sisheur_record_row *row;

	(void)state;
	for (row = sisheur_record_rows;
	     row < sisheur_record_rows + SISHEUR_COUNT(sisheur_record_rows);
	     row++) {
		struct sisheur_task task = {
			.last_wakee = row->last_wakee,
			.decayed_ns = row->decayed_ns,
			.flips = row->flips,
		};

		sisheur_record_wakee(&task, row->wakee, row->now_ns);
		SISHEUR_ROW_EQUAL(row->name, task.last_wakee, row->wakee);
		SISHEUR_ROW_EQUAL(row->name, task.decayed_ns,
				  row->decayed_after);
		SISHEUR_ROW_EQUAL(row->name, task.flips, row->flips_after);
	}
}

static void test_is_pair(void **state)
{
	const struct sisheur_is_pair_row *row;

	(void)state;
	for (row = sisheur_is_pair_rows;
	     row < sisheur_is_pair_rows + SISHEUR_COUNT(sisheur_is_pair_rows);
	     row++) {
		const struct sisheur_task waker = {
			.last_wakee = row->waker_woke,
		};
		const struct sisheur_task wakee = {
			.last_wakee = row->wakee_woke,
		};

		SISHEUR_ROW_EQUAL(row->name,
			sisheur_is_pair(&waker, row->waker, &wakee, row->wakee),
			row->is_pair);
	}
}

/*
 * "It can be asked before or after the wake-up is recorded with the same answer
 * only from the second exchange on."
 */
static void test_exchange(void **state)
{
	struct sisheur_task a = { 0 }, b = { 0 };

	(void)state;
	sisheur_record_wakee(&a, 2, 10);
	assert_false(sisheur_is_pair(&a, 1, &b, 2));
	/* b answers: before it is recorded they are none, after it they are. */
	assert_false(sisheur_is_pair(&b, 2, &a, 1));
	sisheur_record_wakee(&b, 1, 20);
	assert_true(sisheur_is_pair(&b, 2, &a, 1));
	/* second exchange */
	assert_true(sisheur_is_pair(&a, 1, &b, 2));
	sisheur_record_wakee(&a, 2, 30);
	assert_true(sisheur_is_pair(&a, 1, &b, 2));
	/* a third party breaks it on its side alone */
	sisheur_record_wakee(&a, 3, 40);
	assert_false(sisheur_is_pair(&a, 1, &b, 2));
	assert_false(sisheur_is_pair(&b, 2, &a, 1));
	assert_int_equal(a.flips, 2);
	assert_int_equal(b.flips, 1);
}

static void test_wide(void **state)
{
	const struct sisheur_wide_row *row;

	(void)state;
	for (row = sisheur_wide_rows;
	     row < sisheur_wide_rows + SISHEUR_COUNT(sisheur_wide_rows); row++)
		SISHEUR_ROW_EQUAL(row->name,
			sisheur_is_wide(row->waker_flips, row->wakee_flips,
					row->llc_weight), row->is_wide);
}

/* Against a division, which cannot wrap. */
static void test_wide_edges(void **state)
{
	const unsigned int edges[] = {
		0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 65535, 65536, 65537,
		0x7fffffffU, 0x80000000U, UINT_MAX - 1, UINT_MAX,
	};
	const unsigned int n = SISHEUR_COUNT(edges);
	unsigned int i, j, k;

	(void)state;
	for (i = 0; i < n; i++)
	for (j = 0; j < n; j++)
	for (k = 0; k < n; k++) {
		const unsigned int m = edges[i] > edges[j] ? edges[i] : edges[j];
		const unsigned int s = edges[i] > edges[j] ? edges[j] : edges[i];
		const unsigned int f = edges[k];
		/* m >= s * f */
		const bool far = !f || !s || m / f >= s;
		char name[64];

		snprintf(name, sizeof(name), "%u, %u, %u CPUs", edges[i],
			 edges[j], f);
		SISHEUR_ROW_EQUAL(name, sisheur_is_wide(edges[i], edges[j], f),
				  s >= f && far);
	}
}

static void test_pair_sibling(void **state)
{
	const struct sisheur_pair_sibling_row *row;
	struct sisheur_case c = { 0 };

	(void)state;
	for (row = sisheur_pair_sibling_rows;
	     row < sisheur_pair_sibling_rows +
		   SISHEUR_COUNT(sisheur_pair_sibling_rows); row++) {
		unsigned long *idle, *allowed = NULL;
		struct sisheur_view view = { 0 };
		struct sisheur_scan scan;
		unsigned int probes = 1000;

		sisheur_unit_wakeup(&c, row->machine);
		idle = sisheur_unit_set(row->idle, c.topology.domains.nr_cpus);
		if (row->allowed)
			allowed = sisheur_unit_set(row->allowed,
					c.topology.domains.nr_cpus);
		view.idle = idle;
		scan = (struct sisheur_scan) {
			.domains = &c.topology.domains,
			.view = &view,
			.allowed = allowed,
			.target = row->waker,
			.how = row->how,
		};
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_pair_sibling(&scan, &probes),
				  row->sibling);
		SISHEUR_ROW_EQUAL(row->name, probes - 1000, row->probes);
		SISHEUR_ROW_EQUAL(row->name, sisheur_pair_sibling(&scan, NULL),
				  row->sibling);
		free(idle);
		free(allowed);
	}
	sisheur_case_free(&c);
}

static void test_constants(void **state)
{
	(void)state;
	assert_true(SISHEUR_FLIP_DECAY_NS == SISHEUR_ROW_SECOND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_record),
		cmocka_unit_test(test_is_pair),
		cmocka_unit_test(test_exchange),
		cmocka_unit_test(test_wide),
		cmocka_unit_test(test_wide_edges),
		cmocka_unit_test(test_pair_sibling),
		cmocka_unit_test(test_constants),
	};

	return cmocka_run_group_tests_name("pair", tests, NULL, NULL);
}
