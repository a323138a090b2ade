// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sim.h: percentiles are those of all that was counted, or at most a step of the
 * histogram higher.
 */
#include "../../lib/sim/engine.h"
#include "unit.h"

#define WAITS	1000U

static int compare_waits(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void assert_percentile(const uint64_t *sorted, unsigned int percent,
			      unsigned long long said)
{
	const uint64_t exact = sorted[WAITS * percent / 100 - 1];

	if (said < exact || said - exact > exact / 32)
		fail_msg("%u %%: %llu ns instead of %llu", percent, said,
			 (unsigned long long)exact);
}

static void test_percentiles(void **state)
{
	static uint64_t waits[WAITS], hist[SISHEUR_HIST_SIZE];
	unsigned int bits, i;

	(void)state;
	/* From a few nanoseconds to the longest simulation, 10^15. */
	for (bits = 1; bits < 50; bits++) {
		struct sisheur_sim_result r = { 0 };
		struct sisheur_core_cpu cpu = { .is_online = false };
		struct sisheur_engine e = {
			.rng = bits, .counts = true, .hist = hist,
			.result = &r, .cpus = &cpu, .nr_cpus = 1,
		};

		memset(hist, 0, sizeof(hist));
		for (i = 0; i < WAITS; i++) {
			waits[i] = sisheur_random(&e) >> (64 - bits);
			sisheur_count_latency(&e, waits[i]);
		}
		qsort(waits, WAITS, sizeof(waits[0]), compare_waits);
		assert_true(sisheur_result_fill(&e));
		assert_percentile(waits, 50, r.latency_p50_ns);
		assert_percentile(waits, 90, r.latency_p90_ns);
		assert_percentile(waits, 99, r.latency_p99_ns);
		assert_int_equal(r.latency_max_ns, waits[WAITS - 1]);
		assert_int_equal(r.latencies, WAITS);
		sisheur_sim_result_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_percentiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
