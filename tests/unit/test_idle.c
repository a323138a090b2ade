// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* idle.h: which CPU or core is idle. */
#include "unit.h"
#include "rows_idle.h"

/* What a row's sets become, and a look of our own that counts. */
struct scene {
	struct sisheur_case machine;
	struct sisheur_view maps;
	struct sisheur_view by_look;
	unsigned long *idle;
	unsigned long *sched_idle;
	unsigned long *claimed;
	unsigned long *allowed;
	unsigned int nr_cpus;
	unsigned int looks;
};

static unsigned int count_look(void *ctx, unsigned int cpu)
{
	struct scene *s = ctx;

	s->looks++;
	return sisheur_look(&s->maps, s->nr_cpus, cpu);
}

static void set_scene(struct scene *s, const char *machine, const char *idle,
		      const char *sched_idle, const char *claimed,
		      const char *allowed)
{
	memset(s, 0, sizeof(*s));
	sisheur_unit_wakeup(&s->machine, machine);
	s->nr_cpus = s->machine.topology.domains.nr_cpus;
	s->idle = sisheur_unit_set(idle, s->nr_cpus);
	s->sched_idle = sisheur_unit_set(sched_idle, s->nr_cpus);
	s->claimed = sisheur_unit_set(claimed, s->nr_cpus);
	s->allowed = allowed ? sisheur_unit_set(allowed, s->nr_cpus) : NULL;
	s->maps.idle = s->idle;
	/* An empty map and none are the same: rows with neither use none. */
	s->maps.sched_idle = sched_idle[0] ? s->sched_idle : NULL;
	s->maps.claimed = claimed[0] ? s->claimed : NULL;
	s->by_look.look = count_look;
	s->by_look.ctx = s;
}

static void clear_scene(struct scene *s)
{
	sisheur_case_free(&s->machine);
	free(s->idle);
	free(s->sched_idle);
	free(s->claimed);
	free(s->allowed);
}

static void check_probes(const char *name, unsigned int got, int want)
{
	if (want >= 0)
		SISHEUR_ROW_EQUAL(name, got, want);
}

static void check_cores(const struct sisheur_scan_row *row, struct scene *s,
			struct sisheur_scan *scan)
{
	unsigned int probes = 1000;	/* looks are added */
	int fallback = 77;

	scan->view = &s->maps;
	SISHEUR_ROW_EQUAL(row->name, sisheur_scan_core(scan, &fallback),
			  row->core);
	if (row->core == SISHEUR_NONE)
		SISHEUR_ROW_EQUAL(row->name, fallback, row->fallback);
	SISHEUR_ROW_EQUAL(row->name, sisheur_scan_core(scan, NULL), row->core);
	SISHEUR_ROW_EQUAL(row->name, sisheur_has_idle_core(scan),
			  row->core != SISHEUR_NONE);

	fallback = 77;
	SISHEUR_ROW_EQUAL(row->name,
			  sisheur_walk_core(scan, &fallback, &probes),
			  row->core);
	if (row->core == SISHEUR_NONE)
		SISHEUR_ROW_EQUAL(row->name, fallback, row->fallback);
	check_probes(row->name, probes - 1000, row->core_probes);
	SISHEUR_ROW_EQUAL(row->name, sisheur_walk_core(scan, NULL, NULL),
			  row->core);

	/* No maps: the walk asks, and each look is a probe. */
	scan->view = &s->by_look;
	s->looks = 0;
	probes = 0;
	fallback = 77;
	SISHEUR_ROW_EQUAL(row->name,
			  sisheur_walk_core(scan, &fallback, &probes),
			  row->core);
	if (row->core == SISHEUR_NONE)
		SISHEUR_ROW_EQUAL(row->name, fallback, row->fallback);
	SISHEUR_ROW_EQUAL(row->name, s->looks, probes);
	check_probes(row->name, probes, row->core_probes);
	/* "without maps nothing is idle", and nobody is asked */
	s->looks = 0;
	fallback = 77;
	SISHEUR_ROW_EQUAL(row->name, sisheur_scan_core(scan, &fallback),
			  SISHEUR_NONE);
	SISHEUR_ROW_EQUAL(row->name, fallback, SISHEUR_NONE);
	SISHEUR_ROW_EQUAL(row->name, sisheur_has_idle_core(scan), 0);
	SISHEUR_ROW_EQUAL(row->name, s->looks, 0);
}

static void check_cpus(const struct sisheur_scan_row *row, struct scene *s,
		       struct sisheur_scan *scan)
{
	unsigned int probes = 1000;

	scan->view = &s->maps;
	SISHEUR_ROW_EQUAL(row->name, sisheur_scan_cpu(scan, row->budget),
			  row->cpu);
	SISHEUR_ROW_EQUAL(row->name,
			  sisheur_walk_cpu(scan, row->budget, &probes),
			  row->cpu);
	check_probes(row->name, probes - 1000, row->cpu_probes);
	SISHEUR_ROW_EQUAL(row->name,
			  sisheur_walk_cpu(scan, row->budget, NULL), row->cpu);
	SISHEUR_ROW_EQUAL(row->name, sisheur_scan_is_empty(scan),
			  row->is_empty);

	scan->view = &s->by_look;
	s->looks = 0;
	probes = 0;
	SISHEUR_ROW_EQUAL(row->name,
			  sisheur_walk_cpu(scan, row->budget, &probes),
			  row->cpu);
	SISHEUR_ROW_EQUAL(row->name, s->looks, probes);
	check_probes(row->name, probes, row->cpu_probes);
	SISHEUR_ROW_EQUAL(row->name, sisheur_scan_cpu(scan, row->budget),
			  SISHEUR_NONE);
}

static void test_scans(void **state)
{
	const struct sisheur_scan_row *row;

	(void)state;
	for (row = sisheur_scan_rows;
	     row < sisheur_scan_rows + SISHEUR_COUNT(sisheur_scan_rows);
	     row++) {
		struct sisheur_scan scan;
		struct scene s;

		set_scene(&s, row->machine, row->idle, row->sched_idle,
			  row->claimed, row->allowed);
		scan = (struct sisheur_scan) {
			.domains = &s.machine.topology.domains,
			.allowed = s.allowed,
			.target = row->target,
			.how = row->how,
		};
		check_cores(row, &s, &scan);
		check_cpus(row, &s, &scan);
		clear_scene(&s);
	}
}

static void test_siblings(void **state)
{
	const struct sisheur_siblings_row *row;

	(void)state;
	for (row = sisheur_siblings_rows;
	     row < sisheur_siblings_rows + SISHEUR_COUNT(sisheur_siblings_rows);
	     row++) {
		struct sisheur_scan scan;
		struct scene s;
		unsigned int probes = 1000;

		set_scene(&s, row->machine, row->idle, row->sched_idle, "",
			  row->allowed);
		scan = (struct sisheur_scan) {
			.domains = &s.machine.topology.domains,
			.view = &s.maps,
			.allowed = s.allowed,
			.target = row->target,
			.how = row->how,
		};
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_scan_siblings(&scan, &probes),
				  row->cpu);
		SISHEUR_ROW_EQUAL(row->name, probes - 1000, row->probes);
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_scan_siblings(&scan, NULL), row->cpu);
		scan.view = &s.by_look;
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_scan_siblings(&scan, NULL), row->cpu);
		SISHEUR_ROW_EQUAL(row->name, s.looks, row->probes);
		clear_scene(&s);
	}
}

static void test_look(void **state)
{
	const struct sisheur_look_row *row;

	(void)state;
	for (row = sisheur_look_rows;
	     row < sisheur_look_rows + SISHEUR_COUNT(sisheur_look_rows);
	     row++) {
		unsigned long *idle = sisheur_unit_set(row->idle, row->nr_cpus);
		unsigned long *sched_idle = sisheur_unit_set(row->sched_idle,
							     row->nr_cpus);
		unsigned long *claimed = sisheur_unit_set(row->claimed,
							  row->nr_cpus);
		const struct sisheur_view view = {
			.idle = idle,
			.sched_idle = sched_idle,
			.claimed = claimed,
		};

		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_look(&view, row->nr_cpus, row->cpu),
				  row->state);
		free(idle);
		free(sched_idle);
		free(claimed);
	}
}

static unsigned int say_idle(void *ctx, unsigned int cpu)
{
	(void)cpu;
	(*(unsigned int *)ctx)++;
	return SISHEUR_IDLE;
}

static void test_look_without_maps(void **state)
{
	unsigned int calls = 0;
	const struct sisheur_view blind = { 0 };
	const struct sisheur_view asking = { .look = say_idle, .ctx = &calls };
	unsigned long none = 0;
	const struct sisheur_view both = { .idle = &none, .look = say_idle,
					   .ctx = &calls };

	(void)state;
	/* "NULL with no idle means that all are busy" */
	assert_int_equal(sisheur_look(&blind, 8, 0), SISHEUR_BUSY);
	assert_int_equal(sisheur_look(&asking, 8, 7), SISHEUR_IDLE);
	assert_int_equal(calls, 1);
	/* It is asked only below nr_cpus, and only where there is no map. */
	assert_int_equal(sisheur_look(&asking, 8, 8), SISHEUR_BUSY);
	assert_int_equal(sisheur_look(&asking, 8, UINT_MAX), SISHEUR_BUSY);
	assert_int_equal(sisheur_look(&both, 8, 0), SISHEUR_BUSY);
	assert_int_equal(calls, 1);
	/* The size is clamped. */
	assert_int_equal(sisheur_look(&asking, UINT_MAX, 8191), SISHEUR_IDLE);
	assert_int_equal(sisheur_look(&asking, UINT_MAX, 8192), SISHEUR_BUSY);
	assert_int_equal(calls, 2);
}

static void test_cores(void **state)
{
	const int values[] = { 0, 1 };
	const struct sisheur_core_row *row;
	int *forbidden = sisheur_unit_forbidden();

	(void)state;
	for (row = sisheur_core_rows;
	     row < sisheur_core_rows + SISHEUR_COUNT(sisheur_core_rows);
	     row++) {
		const int *hint = row->hint < 0 ? NULL :
				  row->hint == 2 ? forbidden :
				  &values[row->hint];
		const struct sisheur_domains *d;
		struct scene s;

		set_scene(&s, row->machine, row->idle, row->sched_idle, "",
			  NULL);
		d = &s.machine.topology.domains;
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_core_is_idle(d, &s.maps, row->cpu),
				  row->is_idle);
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_core_is_idle(d, &s.by_look, row->cpu),
				  row->is_idle);
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_sets_idle_cores(d, &s.maps, row->cpu,
							  hint), row->sets);
		SISHEUR_ROW_EQUAL(row->name,
				  sisheur_sets_idle_cores(d, &s.by_look,
							  row->cpu, hint),
				  row->sets);
		clear_scene(&s);
	}
}

/* The rows name these by number. */
static void test_values(void **state)
{
	(void)state;
	assert_int_equal(SISHEUR_BUSY, 0);
	assert_int_equal(SISHEUR_SCHED_IDLE, 1);
	assert_int_equal(SISHEUR_IDLE, 2);
	assert_int_equal(SISHEUR_HOW_CLUSTERS, 1);
	assert_int_equal(SISHEUR_HOW_SELF, 2);
	assert_int_equal(SISHEUR_HOW_ANYWHERE, 4);
	assert_int_equal(SISHEUR_HOW_NO_SCHED_IDLE, 8);
	assert_int_equal(SISHEUR_HOW_TRULY_IDLE, 16);
	assert_int_equal(SISHEUR_NO_BUDGET, SISHEUR_ROW_ALL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scans),
		cmocka_unit_test(test_siblings),
		cmocka_unit_test(test_look),
		cmocka_unit_test(test_look_without_maps),
		cmocka_unit_test(test_cores),
		cmocka_unit_test(test_values),
	};

	return cmocka_run_group_tests_name("idle", tests, NULL, NULL);
}
