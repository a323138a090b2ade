// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Budgets, ageing, ratios and flips: functions of numbers alone.  Wherever a
 * number may have any value, values next to every power of two are tried too.
 */
#include <limits.h>

#include "prop.h"

/* A number of any size, often next to a power of two. */
static unsigned long long any_number(struct sisheur_gen *gen,
				     unsigned int bits)
{
	unsigned long long most = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
	unsigned long long x = sisheur_gen_u64(gen);

	x >>= sisheur_gen_below(gen, 64);
	if (sisheur_gen_one_in(gen, 3))
		x = (1ULL << sisheur_gen_below(gen, 64)) - 1 +
		    sisheur_gen_below(gen, 3);
	if (sisheur_gen_one_in(gen, 16))
		x = ~0ULL;
	return x & most;
}

static unsigned int any_int(struct sisheur_gen *gen)
{
	return (unsigned int)any_number(gen, 32);
}

static unsigned long any_long(struct sisheur_gen *gen)
{
	return (unsigned long)any_number(gen, SISHEUR_WORD_BITS);
}

/* An LLC weight, mostly of a machine that exists. */
static unsigned int any_weight(struct sisheur_gen *gen)
{
	return sisheur_gen_one_in(gen, 4) ? any_int(gen) :
		1 + sisheur_gen_below(gen, 512);
}

START_TEST(nr_scan_falls_and_stays_in_bounds)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 50000; n++) {
		unsigned int weight = any_weight(gen), pct = any_int(gen);
		unsigned long a = any_long(gen), b = any_long(gen), swap;
		unsigned int more, less;

		if (sisheur_gen_one_in(gen, 2)) {
			weight = 1 + sisheur_gen_below(gen, 512);
			pct = 100 + sisheur_gen_below(gen, 50);
			a = sisheur_gen_below(gen, weight * 1100);
			b = sisheur_gen_below(gen, weight * 1100);
		}
		if (a > b) {
			swap = a;
			a = b;
			b = swap;
		}
		more = sisheur_nr_scan(a, weight, pct);
		less = sisheur_nr_scan(b, weight, pct);
		prop_must_msg(less <= more && more <= weight,
			      "sum %lu: %u, sum %lu: %u; weight %u, pct %u", a,
			      more, b, less, weight, pct);
		if (pct < UINT_MAX)
			prop_must_uint_le(sisheur_nr_scan(a, weight, pct + 1),
					  more);
		if (b > (unsigned long long)weight * SISHEUR_CAPACITY)
			prop_must_uint_eq(less, 0);
		prop_must_uint_eq(sisheur_nr_scan(0, weight, pct), weight);
		prop_must_uint_eq(sisheur_nr_scan(a, 0, pct), 0);

		more = sisheur_nr_scan_percent(a, weight);
		less = sisheur_nr_scan_percent(b, weight);
		prop_must_msg(less <= more && more <= weight,
			      "percent form: sum %lu: %u, sum %lu: %u; weight %u",
			      a, more, b, less, weight);
		prop_must_uint_eq(sisheur_nr_scan_percent(0, weight), weight);
		prop_must_uint_eq(sisheur_nr_scan_percent(a, 0), 0);
	}
}
END_TEST

START_TEST(nr_scan_is_the_formula)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 100000; n++) {
		unsigned int weight = 1 + sisheur_gen_below(gen, 9000);
		unsigned int pct = sisheur_gen_below(gen, 400);
		unsigned long sum = sisheur_gen_below(gen, weight * 1024 + 1);
		unsigned long long x = sum / weight, taken, p;

		/* x <= 1024 and pct < 400: nothing here comes near 64 bits. */
		taken = x * x * pct * pct / (10000 * 1024);
		if (taken > 1024)
			taken = 1024;
		prop_must_uint_eq(sisheur_nr_scan(sum, weight, pct),
				  (1024 - taken) * weight / 1024);
		p = sum * 100ULL / (weight * 1024ULL);
		prop_must_uint_eq(sisheur_nr_scan_percent(sum, weight),
				  p * p / 72 >= 100 ? 0 :
				  (100 - p * p / 72) * weight / 100);
	}
}
END_TEST

START_TEST(nr_scan_prop_is_the_formula)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 100000; n++) {
		unsigned long long idle = any_number(gen, 64);
		unsigned long long cost = any_number(gen, 64);
		unsigned int weight = any_int(gen), nr;

		nr = sisheur_nr_scan_prop(idle, cost, weight);
		prop_must_uint_ge(nr, 3);
		/* More idle time, more CPUs, cheaper looks: not less. */
		if (idle < ULLONG_MAX)
			prop_must_uint_ge(sisheur_nr_scan_prop(idle + 1, cost,
							       weight), nr);
		if (weight < UINT_MAX)
			prop_must_uint_ge(sisheur_nr_scan_prop(idle, cost,
							       weight + 1), nr);
		if (cost)
			prop_must_uint_ge(sisheur_nr_scan_prop(idle, cost - 1,
							       weight), nr);

		idle &= 0xffffffff;
		cost &= 0xffffffff;
		weight &= 0xffff;
		nr = sisheur_nr_scan_prop(idle, cost, weight);
		if (idle * weight <= 4 * (cost + 1))
			prop_must_uint_eq(nr, 3);
		else if (idle * weight / (cost + 1) - 1 < SISHEUR_NO_BUDGET)
			prop_must_uint_eq(nr, idle * weight / (cost + 1) - 1);
		else
			prop_must_uint_eq(nr, SISHEUR_NO_BUDGET);
	}
}
END_TEST

START_TEST(pelt_forgets)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 100000; n++) {
		unsigned long sum = any_long(gen);
		unsigned int age = sisheur_gen_one_in(gen, 8) ?
			any_int(gen) : sisheur_gen_below(gen, 2100);
		unsigned long aged = sisheur_pelt_age(sum, age);

		prop_must_uint_le(aged, sum);
		prop_must_uint_eq(sisheur_pelt_age(sum, 0), sum);
		prop_must_uint_eq(sisheur_pelt_age(sum, 32), sum / 2);
		if (age < UINT_MAX)
			prop_must_uint_le(sisheur_pelt_age(sum, age + 1), aged);
		if (sum < ULONG_MAX)
			prop_must_uint_ge(sisheur_pelt_age(sum + 1, age), aged);
		if (age < UINT_MAX - 32)
			prop_must_uint_eq(sisheur_pelt_age(sum, age + 32),
					  aged / 2);
		/* A step of 1 ms keeps 2^(-1/32) = 0.97857, more or less. */
		if (age < 31 && sum >= 100000) {
			unsigned long next = sisheur_pelt_age(sum, age + 1);

			prop_must_uint_gt(next, aged / 1000 * 978);
			prop_must_uint_lt(next, aged / 1000 * 979 + 1000);
		}
	}
}
END_TEST

START_TEST(ratios_are_percentages)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	const unsigned long long all = 100 * 1000;
	int n;

	for (n = 0; n < 100000; n++) {
		struct sisheur_ratios r = { 7, 7, 7, 7 };
		struct sisheur_stats s = {
			.search = any_number(gen, 64),
			.domain_search = any_number(gen, 64),
			.scanned = any_number(gen, 64),
			.failed = any_number(gen, 64),
		};
		bool good;

		if (sisheur_gen_one_in(gen, 2)) {
			/* Often enough counters that make sense. */
			s.search = sisheur_gen_below(gen, 100000);
			s.domain_search = sisheur_gen_below(gen,
					(unsigned int)s.search + 1);
			s.failed = sisheur_gen_below(gen,
					(unsigned int)s.domain_search + 1);
			s.scanned = s.search + sisheur_gen_below(gen, 1000000);
		}
		good = s.failed <= s.domain_search &&
		       s.domain_search <= s.search && s.search <= s.scanned;
		prop_must_int_eq(sisheur_stats_ratios(&s, &r), good);
		if (!good) {
			prop_must(r.se_eff == 7 && r.dom_eff == 7 &&
				  r.fast_rate == 7 && r.success_rate == 7);
			continue;
		}
		prop_must(r.se_eff <= all && r.dom_eff <= all &&
			  r.fast_rate <= all && r.success_rate <= all);
		if (s.scanned < 1ULL << 40) {
			unsigned long long found = s.search - s.failed;
			unsigned long long fast = s.search - s.domain_search;
			unsigned long long looked = s.scanned - fast;

			/* Twice the distance to the true ratio is 1 at most. */
#define NEAREST(part, whole) \
	((whole) ? (2 * (part) * all + (whole)) / (2 * (whole)) : 0)
			prop_must_uint_eq(r.se_eff, NEAREST(found, s.scanned));
			prop_must_uint_eq(r.dom_eff,
					  NEAREST(s.domain_search - s.failed,
						  looked));
			prop_must_uint_eq(r.fast_rate, NEAREST(fast, s.search));
			prop_must_uint_eq(r.success_rate,
					  NEAREST(found, s.search));
		}
	}
}
END_TEST

START_TEST(stats_count_placements)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	struct sisheur_stats s = { 0 };
	struct sisheur_ratios r;
	unsigned long long domain = 0, scanned = 0, failed = 0;
	unsigned int n;

	for (n = 1; n <= 20000; n++) {
		struct sisheur_choice c;

		sisheur_gen_next(gen);
		gen->wakeup.count_probes = true;
		sisheur_select(&gen->profile, &gen->wakeup, &c);
		sisheur_stats_add(&s, &c);
		domain += c.scanned;
		failed += c.failed;
		scanned += 1 + c.scan_probes;
		prop_must_uint_eq(s.search, n);
		prop_must_uint_eq(s.domain_search, domain);
		prop_must_uint_eq(s.failed, failed);
		prop_must_uint_eq(s.scanned, scanned);
		prop_must(sisheur_stats_ratios(&s, &r));
	}
	prop_must_uint_gt(failed, 0);
}
END_TEST

START_TEST(wide_is_the_product)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int n;

	for (n = 0; n < 100000; n++) {
		unsigned int a = any_int(gen), b = any_int(gen);
		unsigned int weight = any_weight(gen);
		unsigned int m = a > b ? a : b, s = a > b ? b : a;
		bool wide = s >= weight &&
			    m >= (unsigned long long)s * weight;

		prop_must_int_eq(sisheur_is_wide(a, b, weight), wide);
		prop_must_int_eq(sisheur_is_wide(b, a, weight), wide);
	}
}
END_TEST

START_TEST(flips_follow_the_wakees)
{
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	unsigned long long now = any_number(gen, 40);
	unsigned long long last = 0, decayed = 0;
	struct sisheur_task task = { 0 };
	unsigned int flips = 0;
	int n;

	for (n = 0; n < 20000; n++) {
		unsigned long long wakee = 1 + sisheur_gen_below(gen, 3);
		struct sisheur_task other = {
			.last_wakee = 1 + sisheur_gen_below(gen, 3),
		};

		now += sisheur_gen_below(gen, sisheur_gen_one_in(gen, 9) ?
					 0xffffffffU : 100000000U);
		/* Exactly a second is not more than a second. */
		if (sisheur_gen_one_in(gen, 9) &&
		    now <= decayed + 1000000001ULL)
			now = decayed + 1000000000ULL +
			      sisheur_gen_below(gen, 2);
		if (sisheur_gen_one_in(gen, 4000))
			task.flips = flips = UINT_MAX - 1;
		if (now - decayed > 1000000000ULL) {
			flips /= 2;
			decayed = now;
		}
		if (wakee != last && flips < UINT_MAX)
			flips++;
		last = wakee;
		sisheur_record_wakee(&task, wakee, now);
		prop_must_uint_eq(task.flips, flips);
		prop_must_uint_eq(task.last_wakee, last);
		/* This task is 2; the other is 3. */
		prop_must_int_eq(sisheur_is_pair(&task, 2, &other, 3),
				 last == 3 && other.last_wakee == 2);
		prop_must(!sisheur_is_pair(&task, 0, &other, last));
		prop_must(!sisheur_is_pair(&task, other.last_wakee, &other, 0));
	}
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("numbers");

	tcase_add_loop_test(tc, nr_scan_falls_and_stays_in_bounds, 0, 10);
	tcase_add_loop_test(tc, nr_scan_is_the_formula, 0, 2);
	tcase_add_loop_test(tc, nr_scan_prop_is_the_formula, 0, 2);
	tcase_add_loop_test(tc, pelt_forgets, 0, 10);
	tcase_add_loop_test(tc, ratios_are_percentages, 0, 10);
	tcase_add_loop_test(tc, stats_count_placements, 0, 2);
	tcase_add_loop_test(tc, wide_is_the_product, 0, 2);
	tcase_add_loop_test(tc, flips_follow_the_wakees, 0, 4);
	return prop_run();
}
