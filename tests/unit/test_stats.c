// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* stats.h: is the search worth what it costs. */
#include "unit.h"
#include "rows_stats.h"

static void test_ratios(void **state)
{
	const struct sisheur_stats_row *row;

	(void)state;
	for (row = sisheur_stats_rows;
	     row < sisheur_stats_rows + SISHEUR_COUNT(sisheur_stats_rows);
	     row++) {
		const struct sisheur_stats stats = {
			.search = row->search,
			.domain_search = row->domain_search,
			.scanned = row->scanned,
			.failed = row->failed,
		};
		struct sisheur_ratios ratios = { 77, 78, 79, 80 };

		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_stats_ratios(&stats, &ratios),
				  row->is_ok);
		if (!row->is_ok) {
			/* "untouched on error" */
			SISHEUR_ROW_EQUAL(row->name, ratios.se_eff, 77);
			SISHEUR_ROW_EQUAL(row->name, ratios.dom_eff, 78);
			SISHEUR_ROW_EQUAL(row->name, ratios.fast_rate, 79);
			SISHEUR_ROW_EQUAL(row->name, ratios.success_rate, 80);
			continue;
		}
		SISHEUR_ROW_EQUAL(row->name, ratios.se_eff, row->se_eff);
		SISHEUR_ROW_EQUAL(row->name, ratios.dom_eff, row->dom_eff);
		SISHEUR_ROW_EQUAL(row->name, ratios.fast_rate, row->fast_rate);
		SISHEUR_ROW_EQUAL(row->name, ratios.success_rate,
				  row->success_rate);
	}
}

static void test_add(void **state)
{
	const struct sisheur_count_row *row;

	(void)state;
	for (row = sisheur_count_rows;
	     row < sisheur_count_rows + SISHEUR_COUNT(sisheur_count_rows);
	     row++) {
		struct sisheur_stats stats = { 1000, 200, 30000, 40 };
		const struct sisheur_choice choice = {
			.scanned = row->scanned,
			.failed = row->failed,
			.probes = row->probes,
			.scan_probes = row->scan_probes,
		};

		sisheur_stats_add(&stats, &choice);
		SISHEUR_ROW_EQUAL(row->name, stats.search, 1001);
		SISHEUR_ROW_EQUAL(row->name, stats.domain_search,
				  200 + row->adds_domain_search);
		SISHEUR_ROW_EQUAL(row->name, stats.scanned,
				  30000 + row->adds_scanned);
		SISHEUR_ROW_EQUAL(row->name, stats.failed,
				  40 + row->adds_failed);
	}
}

/* "they wrap after 2^64 events" */
static void test_wrap(void **state)
{
	struct sisheur_stats stats = { ULLONG_MAX, ULLONG_MAX, ULLONG_MAX,
				       ULLONG_MAX };
	const struct sisheur_choice choice = { .scanned = true, .failed = true };

	(void)state;
	sisheur_stats_add(&stats, &choice);
	assert_true(stats.search == 0 && stats.domain_search == 0 &&
		    stats.scanned == 0 && stats.failed == 0);
}

/* Real placements, counted: what a caller of both headers sees. */
static void test_counted_placements(void **state)
{
	static const struct {
		const char *keys;
		unsigned long long domain_search, scanned, failed;
	} rows[] = {
		/* target: one search */
		{ "nr_cpus=8 idle=0", 0, 1, 0 },
		/* 1 ... 4 looked at */
		{ "nr_cpus=8 idle=4", 1, 5, 0 },
		/* all eight of them looked at, prev is not part of the scan */
		{ "nr_cpus=8 prev=3", 1, 9, 1 },
		/* refused */
		{ "nr_cpus=8 nr_idle_scan=0", 1, 1, 1 },
		/* two cores of two and their fallback */
		{ "nr_cpus=4 cores=0,2/1,3 idle=3 has_idle_cores=1", 1, 4, 0 },
	};
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(rows); i++) {
		struct sisheur_stats stats = { 0 };
		struct sisheur_choice choice;

		sisheur_unit_wakeup(&c, rows[i].keys);
		c.wakeup.count_probes = true;
		sisheur_select(&c.profile, &c.wakeup, &choice);
		sisheur_stats_add(&stats, &choice);
		SISHEUR_ROW_EQUAL(rows[i].keys, stats.search, 1);
		SISHEUR_ROW_EQUAL(rows[i].keys, stats.domain_search,
				  rows[i].domain_search);
		SISHEUR_ROW_EQUAL(rows[i].keys, stats.scanned,
				  rows[i].scanned);
		SISHEUR_ROW_EQUAL(rows[i].keys, stats.failed, rows[i].failed);

		/* "or scanned counts searches alone" */
		memset(&stats, 0, sizeof(stats));
		c.wakeup.count_probes = false;
		sisheur_select(&c.profile, &c.wakeup, &choice);
		sisheur_stats_add(&stats, &choice);
		SISHEUR_ROW_EQUAL(rows[i].keys, stats.scanned, 1);
		SISHEUR_ROW_EQUAL(rows[i].keys, stats.failed, rows[i].failed);
	}
	sisheur_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ratios),
		cmocka_unit_test(test_add),
		cmocka_unit_test(test_wrap),
		cmocka_unit_test(test_counted_placements),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
