// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is counted, and what it comes to. */
#include <stdlib.h>
#include <string.h>

#include "engine.h"

/* Step of the histogram: 32 to each power of two, exact below 32 ns. */
static unsigned int sisheur_hist_step(uint64_t ns)
{
	unsigned int power = 0;

	while (ns >> power >= 2 * SISHEUR_HIST_STEPS)
		power++;
	return power * SISHEUR_HIST_STEPS + (unsigned int)(ns >> power);
}

/* The largest latency that a step stands for. */
static uint64_t sisheur_hist_value(unsigned int step)
{
	unsigned int power = 0;

	if (step >= 2 * SISHEUR_HIST_STEPS)
		power = step / SISHEUR_HIST_STEPS - 1;
	return (((uint64_t)step - power * SISHEUR_HIST_STEPS + 1) << power) - 1;
}

void sisheur_count_latency(struct sisheur_engine *e, uint64_t ns)
{
	struct sisheur_sim_result *r = e->result;

	if (!e->counts)
		return;
	e->hist[sisheur_hist_step(ns)]++;
	r->latencies++;
	if (ns > r->latency_max_ns)
		r->latency_max_ns = ns;
}

static uint64_t sisheur_percentile(const struct sisheur_engine *e,
				   unsigned int percent)
{
	const struct sisheur_sim_result *r = e->result;
	uint64_t want = (r->latencies * percent + 99) / 100, seen = 0;
	unsigned int step;

	if (!r->latencies)
		return 0;
	for (step = 0; step < SISHEUR_HIST_SIZE; step++) {
		seen += e->hist[step];
		if (seen >= want)
			break;
	}
	if (sisheur_hist_value(step) > r->latency_max_ns)
		return r->latency_max_ns;
	return sisheur_hist_value(step);
}

/* The warm-up is over. */
void sisheur_result_begin(struct sisheur_engine *e)
{
	unsigned int cpu;

	e->counts = true;
	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		struct sisheur_core_cpu *c = &e->cpus[cpu];

		memset(&c->count, 0, sizeof(c->count));
		c->since_ns = e->now_ns;
	}
}

/* In thousandths, digit by digit: the product would wrap. */
static uint64_t sisheur_per_s(uint64_t work, uint64_t ns)
{
	uint64_t per_s = ns ? work / ns : 0, rest = ns ? work % ns : 0;
	unsigned int digit;

	/* Twelve: ns in a second, and three decimals. */
	for (digit = 0; ns && digit < 12; digit++) {
		rest *= 10;
		per_s = per_s * 10 + rest / ns;
		rest %= ns;
	}
	return per_s;
}

bool sisheur_result_fill(struct sisheur_engine *e)
{
	struct sisheur_sim_result *r = e->result;
	uint64_t busy = 0, all, ns;
	unsigned int cpu;

	r->cpus = calloc(e->nr_cpus, sizeof(*r->cpus));
	if (!r->cpus)
		return sisheur_sim_fail(e->error, "out of memory");
	r->memory = r->cpus;
	r->nr_cpus = e->nr_cpus;
	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		struct sisheur_core_cpu *c = &e->cpus[cpu];

		if (c->is_online)
			sisheur_cpu_account(e, cpu);
		r->cpus[cpu] = c->count;
		busy += c->count.busy_ns;
		r->stats.search += c->count.stats.search;
		r->stats.domain_search += c->count.stats.domain_search;
		r->stats.scanned += c->count.stats.scanned;
		r->stats.failed += c->count.stats.failed;
	}
	sisheur_stats_ratios(&r->stats, &r->ratios);
	/* In microseconds: 10^15 ns of 8192 CPUs times 10^5 would wrap. */
	ns = e->now_ns - e->begun_ns;
	if (e->finished_ns)
		r->finished_ns = e->finished_ns - e->begun_ns;
	all = ns / 1000 * e->nr_online;
	r->util = all ? busy / 1000 * 100000 / all : 0;
	r->work_per_s = sisheur_per_s(r->work, ns);
	r->latency_p50_ns = sisheur_percentile(e, 50);
	r->latency_p90_ns = sisheur_percentile(e, 90);
	r->latency_p99_ns = sisheur_percentile(e, 99);
	r->nr_tasks = e->nr_tasks;
	r->nr_idle_scan = e->llcs ? e->llcs[0].nr_idle_scan : 0;
	r->simulated_ns = e->now_ns;
	sisheur_digest(e, r->work);
	sisheur_digest(e, r->events);
	r->digest = e->digest;
	return true;
}

SISHEUR_DEF void sisheur_sim_result_free(struct sisheur_sim_result *result)
{
	free(result->memory);
	memset(result, 0, sizeof(*result));
}
