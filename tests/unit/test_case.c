// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* case.h: wake-ups as lines of text. */
#include <glob.h>

#include "unit.h"

#define P	"profile=linux-6.12 nr_cpus=8 "
#define HALVES	"cores=0,4/1,5/2,6/3,7 "

/* A line that is refused: what the message says, and what is accepted. */
static const struct {
	const char *line;
	const char *says;
	const char *accepted;
} bad_lines[] = {
	/* keys */
	{ "hello", "\"hello\"", "key=value" },
	{ P "hello", "\"hello\"", "key=value" },
	{ P "=3", "\"=3\"", "key=value" },
	{ P "colour=red", "\"colour\"", "profile" },
	{ P "Idle=3", "\"Idle\"", "profile" },
	{ P "idl=3", "\"idl\"", "profile" },
	{ P "llc_weight=3", "\"llc_weight\"", "profile" },
	{ P "cpu=3", "\"cpu\"", "profile" },
	{ P "idle=3 idle=4", "idle", "once" },
	{ P "idle= idle=", "idle", "once" },
	{ P "nr_cpus=8", "nr_cpus", "once" },
	{ P "target=3 prev=2 target=3", "target", "once" },
	{ "nr_cpus=8", "profile is missing", "required" },
	{ "profile=linux-6.12", "nr_cpus is missing", "required" },
	{ "=> cpu=3", "profile is missing", "required" },
	/* values that may not be empty */
	{ "profile= nr_cpus=8", "profile has no value", "CPU set" },
	{ "profile=linux-6.12 nr_cpus=", "nr_cpus has no value", "CPU set" },
	{ P "features=", "features has no value", "CPU set" },
	{ P "target=", "target has no value", "CPU set" },
	{ P "pair=", "pair has no value", "CPU set" },
	{ P "avg_idle=", "avg_idle has no value", "CPU set" },
	/* profile and features */
	{ "profile=linux-6.13 nr_cpus=8", "\"linux-6.13\"",
	  "linux-5.18, linux-6.1, linux-6.12, linux-7.1 and sisheur" },
	{ "profile=linux-6.1x nr_cpus=8", "\"linux-6.1x\"", "linux-6.1," },
	{ "profile=Sisheur nr_cpus=8", "\"Sisheur\"", "sisheur" },
	{ P "features=SIS_UTILS", "\"SIS_UTILS\"", "SIS_UTIL" },
	{ P "features=sis_util", "\"sis_util\"", "SIS_UTIL" },
	{ P "features=SIS_UTIL,", "\"\"", "SIS_UTIL" },
	{ P "features=,SIS_UTIL", "\"\"", "SIS_UTIL" },
	{ P "features=NO_", "\"NO_\"", "SIS_UTIL" },
	{ P "features=NO_NO_SIS_UTIL", "\"NO_NO_SIS_UTIL\"", "SIS_UTIL" },
	/* sizes */
	{ "profile=linux-6.12 nr_cpus=0", "nr_cpus=0", "1 to 8192" },
	{ "profile=linux-6.12 nr_cpus=8193", "nr_cpus=8193", "1 to 8192" },
	{ "profile=linux-6.12 nr_cpus=4294967295", "nr_cpus=4294967295",
	  "1 to 8192" },
	{ "profile=linux-6.12 nr_cpus=4294967296", "nr_cpus=4294967296",
	  "0 to 4294967295" },
	{ "profile=linux-6.12 nr_cpus=4294967304", "nr_cpus=4294967304",
	  "0 to 4294967295" },
	{ "profile=linux-6.12 nr_cpus=99999999999999999999999999",
	  "nr_cpus=99999999999999999999999999", "0 to 4294967295" },
	{ "profile=linux-6.12 nr_cpus=-8", "nr_cpus=-8", "decimal" },
	{ "profile=linux-6.12 nr_cpus=+8", "nr_cpus=+8", "decimal" },
	{ "profile=linux-6.12 nr_cpus=0x8", "nr_cpus=0x8", "decimal" },
	{ "profile=linux-6.12 nr_cpus=8.0", "nr_cpus=8.0", "decimal" },
	{ "profile=linux-6.12 nr_cpus=8,", "nr_cpus=8,", "decimal" },
	/* CPUs */
	{ P "target=8", "target=8", "nr_cpus=8" },
	{ P "prev=8", "prev=8", "nr_cpus=8" },
	{ P "recent=8", "recent=8", "nr_cpus=8" },
	{ P "waker=8", "waker=8", "nr_cpus=8" },
	{ P "target=4294967295", "target=4294967295", "nr_cpus=8" },
	{ P "target=-1", "target=-1", "decimal" },
	/* checked at the end, wherever nr_cpus stands */
	{ "target=8 profile=linux-6.12 nr_cpus=8", "target=8", "nr_cpus=8" },
	{ "idle=8 profile=linux-6.12 nr_cpus=8", "idle", "8" },
	/* flags and counts */
	{ P "smt=2", "smt=2", "0 to 1" },
	{ P "pair=2", "pair=2", "0 to 1" },
	{ P "kthread=yes", "kthread=yes", "0 to 1" },
	{ P "wakee_sched_idle=10", "wakee_sched_idle=10", "0 to 1" },
	{ P "has_idle_cores=2", "has_idle_cores=2", "0 to 1" },
	{ P "waker_nr_running=4294967296", "waker_nr_running=4294967296",
	  "0 to 4294967295" },
	{ P "nr_idle_scan=4294967296", "nr_idle_scan=4294967296",
	  "0 to 4294967295" },
	{ P "avg_idle=x", "avg_idle=x", "decimal" },
	{ P "avg_scan_cost=1e3", "avg_scan_cost=1e3", "decimal" },
	/* sets */
	{ P "idle=8", "idle: CPU 8", "8" },
	{ P "idle=0-8", "idle: CPU 8", "8" },
	{ P "idle=3-1", "idle: range 3-1", "1-3" },
	{ P "idle=a", "\"a\"", "0-3,8" },
	{ P "idle=1-", "", "0-3,8" },
	{ P "idle=1,", "\",\"", "0-3,8" },
	{ P "idle=,1", "\",1\"", "0-3,8" },
	{ P "idle=1,,2", "\",2\"", "0-3,8" },
	{ P "idle=1-2-3", "\"-3\"", "0-3,8" },
	{ P "idle=0-7:2", "\":2\"", "0-3,8" },
	{ P "idle=1/2", "\"/2\"", "0-3,8" },
	{ P "idle=all", "\"all\"", "0-3,8" },
	{ P "idle=99999999999999999999", "idle: CPU 99999999999999999999", "8" },
	{ P "sched_idle=8", "sched_idle: CPU 8", "8" },
	{ P "allowed=8", "allowed: CPU 8", "8" },
	{ P "idle=3 sched_idle=3", "CPU 3 is both", "one" },
	{ P "idle=0-7 sched_idle=6-7", "CPU 6 is both", "one" },
	/* several sets */
	{ P "cores=0,4/", "cores: an empty set", "none" },
	{ P "cores=/0,4", "cores: an empty set", "none" },
	{ P "cores=0,4//1,5", "cores: an empty set", "none" },
	{ P "cores=/", "cores: an empty set", "none" },
	{ P "llc=0-3//4-7", "llc: an empty set", "none" },
	{ P "clusters=0-3/", "clusters: an empty set", "none" },
	{ P "cores=0,4/4,5", "cores: CPU 4", "once" },
	{ P "llc=0-3/3-7", "llc: CPU 3", "once" },
	{ P "clusters=0-3/2-5", "clusters: CPU 2", "once" },
	{ P "cores=0,8", "cores: CPU 8", "8" },
	{ P "llc=0-8", "llc: CPU 8", "8" },
	{ P "clusters=8", "clusters: CPU 8", "8" },
	{ P "llc=0-3/4-7 clusters=2-5", "clusters", "one" },
	{ P "clusters=2-5 llc=0-3/4-7", "clusters", "one" },
	/* answers */
	{ P "=>", "without an answer", "cpu, has_idle_cores, recent and probes" },
	{ P "=> nr_scan=3", "\"nr_scan\"", "cpu" },
	{ P "=> target=3", "\"target\"", "cpu" },
	{ P "=> cpu=8", "cpu=8", "nr_cpus=8" },
	{ P "=> recent=8", "recent=8", "nr_cpus=8" },
	{ P "=> has_idle_cores=2", "has_idle_cores=2", "0 to 1" },
	{ P "=> probes=-1", "probes=-1", "decimal" },
	{ P "=> cpu=", "cpu has no value", "CPU set" },
	{ P "=> cpu=3 cpu=3", "cpu", "once" },
	{ P "=> cpu=3 => cpu=3", "\"=>\"", "key=value" },
	{ P "=> 3", "\"3\"", "key=value" },
	{ P "target=3=> cpu=3", "target=3=>", "decimal" },
	/* the budget alone */
	{ "nr_scan", "sum_util is missing", "required" },
	{ "nr_scan llc_weight=8", "sum_util is missing", "required" },
	{ "nr_scan sum_util=8", "llc_weight is missing", "required" },
	{ "nr_scan sum_util=8 llc_weight=8 nr_cpus=8", "\"nr_cpus\"",
	  "sum_util" },
	{ "nr_scan sum_util=8 llc_weight=8 llc_weight=8", "llc_weight",
	  "once" },
	{ "nr_scan sum_util=8 llc_weight=4294967296", "llc_weight=4294967296",
	  "0 to 4294967295" },
	{ "nr_scan sum_util=18446744073709551616 llc_weight=8",
	  "sum_util=18446744073709551616", "decimal" },
	{ "nr_scan sum_util=8 llc_weight=8 imbalance_pct=4294967296",
	  "imbalance_pct=4294967296", "0 to 4294967295" },
	{ "nr_scan sum_util=8 llc_weight=8 imbalance_pct=1.17",
	  "imbalance_pct=1.17", "decimal" },
	{ "nr_scan sum_util=8 llc_weight=8 formula=new", "formula=new",
	  "merged and percent" },
	{ "nr_scan sum_util=8 llc_weight=8 formula=", "formula has no value",
	  "" },
	{ "nr_scan sum_util=8 llc_weight=8 => cpu=3", "\"cpu\"", "nr_scan" },
	{ "nr_scan sum_util=8 llc_weight=8 =>", "without an answer",
	  "nr_scan" },
	{ "nr_scan sum_util=8 llc_weight=8 => nr_scan=4294967296",
	  "nr_scan=4294967296", "0 to 4294967295" },
	{ P "nr_scan", "\"nr_scan\"", "key=value" },
	{ "nr_scans sum_util=8 llc_weight=8", "\"nr_scans\"", "key=value" },
};

static void test_bad_lines(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(bad_lines); i++) {
		struct sisheur_error error = { .line = 7 };

		if (sisheur_case_parse(&c, bad_lines[i].line, &error) !=
		    SISHEUR_CASE_ERROR)
			fail_msg("\"%s\" was accepted", bad_lines[i].line);
		assert_int_equal(c.kind, SISHEUR_CASE_ERROR);
		/* "its line is 0" */
		assert_int_equal(error.line, 0);
		if (!strstr(error.text, bad_lines[i].says) ||
		    !strstr(error.text, bad_lines[i].accepted))
			fail_msg("\"%s\":\n  says \"%s\",\n  not \"%s\" and \"%s\"",
				 bad_lines[i].line, error.text,
				 bad_lines[i].says, bad_lines[i].accepted);
		/* "NULL if nobody asks" */
		assert_int_equal(sisheur_case_parse(&c, bad_lines[i].line,
						    NULL), SISHEUR_CASE_ERROR);
		/* A bad line spoils nothing for the next one. */
		assert_int_equal(sisheur_case_parse(&c, P "idle=3 => cpu=3",
						    &error),
				 SISHEUR_CASE_WAKEUP);
		assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL),
				 3);
	}
	sisheur_case_free(&c);
}

/* Whatever stands in a line, the message is one sentence that fits. */
static void test_long_garbage(void **state)
{
	static const char *const before[] = {
		"", "profile=", P "features=", P "idle=", P "cores=", P "x",
		P "target=", "nr_scan sum_util=", "nr_scan formula=",
	};
	struct sisheur_case c = { 0 };
	char line[3000];
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(before); i++) {
		struct sisheur_error error = { 0 };
		size_t n = strlen(before[i]);

		memcpy(line, before[i], n);
		memset(line + n, 'z', sizeof(line) - 1 - n);
		line[sizeof(line) - 1] = '\0';
		assert_int_equal(sisheur_case_parse(&c, line, &error),
				 SISHEUR_CASE_ERROR);
		assert_true(error.text[0]);
		assert_true(strlen(error.text) < sizeof(error.text) - 1);
	}
	sisheur_case_free(&c);
}

static const struct {
	const char *line;
	unsigned int kind;
} kinds[] = {
	{ "", SISHEUR_CASE_SKIP },
	{ "\n", SISHEUR_CASE_SKIP },
	{ "   \t \n", SISHEUR_CASE_SKIP },
	{ "#", SISHEUR_CASE_SKIP },
	{ "# profile=linux-6.12 nr_cpus=8\n", SISHEUR_CASE_SKIP },
	{ "#nr_scan", SISHEUR_CASE_SKIP },
	{ P, SISHEUR_CASE_WAKEUP },
	{ P "\n", SISHEUR_CASE_WAKEUP },
	{ "  \t" P "\t idle=3 \n", SISHEUR_CASE_WAKEUP },
	{ "nr_cpus=8 profile=sisheur", SISHEUR_CASE_WAKEUP },
	{ P "=> cpu=3", SISHEUR_CASE_WAKEUP },
	{ P "idle= sched_idle= allowed= cores= llc= clusters=",
	  SISHEUR_CASE_WAKEUP },
	{ P "idle=03,1-1,1", SISHEUR_CASE_WAKEUP },
	{ P "cores=0,0,4/1,5", SISHEUR_CASE_WAKEUP },
	/* an isolated CPU is in no second domain */
	{ P "llc=0-3 clusters=2-5", SISHEUR_CASE_WAKEUP },
	{ P "waker_nr_running=4294967295 nr_idle_scan=4294967295 "
	  "avg_idle=4294967295 avg_scan_cost=4294967295",
	  SISHEUR_CASE_WAKEUP },
	{ "profile=linux-6.12 nr_cpus=1", SISHEUR_CASE_WAKEUP },
	{ "profile=linux-6.12 nr_cpus=8192", SISHEUR_CASE_WAKEUP },
	{ "nr_scan sum_util=8 llc_weight=8", SISHEUR_CASE_NR_SCAN },
	{ " nr_scan llc_weight=8 sum_util=8 => nr_scan=8\n",
	  SISHEUR_CASE_NR_SCAN },
	{ "nr_scan sum_util=4294967295 llc_weight=4294967295 "
	  "imbalance_pct=4294967295 formula=merged", SISHEUR_CASE_NR_SCAN },
};

static void test_kinds(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(kinds); i++) {
		SISHEUR_ROW_EQUAL(kinds[i].line,
				  sisheur_case_parse(&c, kinds[i].line, NULL),
				  kinds[i].kind);
		SISHEUR_ROW_EQUAL(kinds[i].line, c.kind, kinds[i].kind);
	}
	sisheur_case_free(&c);
}

static void assert_set(const unsigned long *set, unsigned int nr_cpus,
		       const char *cpulist)
{
	char text[64];

	sisheur_cpulist_print(text, sizeof(text), set, nr_cpus);
	assert_string_equal(text, cpulist);
}

/* The column "default" of tests/cases/README.md. */
static void test_defaults(void **state)
{
	struct sisheur_case c = { 0 };
	const struct sisheur_wakeup *w = &c.wakeup;
	const struct sisheur_domains *d = &c.topology.domains;
	unsigned int cpu;

	(void)state;
	assert_int_equal(sisheur_case_parse(&c, P, NULL), SISHEUR_CASE_WAKEUP);
	assert_int_equal(c.profile_id, SISHEUR_LINUX_6_12);
	assert_int_equal(c.profile.features,
			 sisheur_profile(SISHEUR_LINUX_6_12)->features);
	assert_ptr_equal(w->domains, d);
	assert_int_equal(d->nr_cpus, 8);
	for (cpu = 0; cpu < 8; cpu++) {
		assert_int_equal(d->core[cpu], cpu);
		assert_int_equal(d->next[cpu], cpu);
		assert_int_equal(d->llc[cpu], 0);
	}
	assert_false(d->smt);
	assert_false(d->clusters);
	assert_int_equal(d->nr_llcs, 1);
	assert_set(w->view->idle, 8, "");
	assert_set(w->view->sched_idle, 8, "");
	assert_null(w->view->claimed);
	assert_null(w->allowed);
	assert_int_equal(w->target, 0);
	assert_int_equal(w->prev, 0);
	assert_int_equal(w->recent, 0);
	assert_int_equal(w->waker, 0);
	assert_false(w->pair);
	assert_false(w->kthread);
	assert_int_equal(w->waker_nr_running, 2);
	assert_false(w->wakee_sched_idle);
	assert_int_equal(*w->has_idle_cores, 0);
	assert_int_equal(*w->nr_idle_scan, 8);
	assert_int_equal(w->avg_idle, 1000000);
	assert_int_equal(w->avg_scan_cost, 1);
	assert_int_equal(c.expected.keys, 0);

	/* Defaults that follow other keys. */
	sisheur_case_parse(&c, P "target=3", NULL);
	assert_int_equal(w->prev, 3);
	assert_int_equal(w->recent, 3);
	assert_int_equal(w->waker, 3);
	sisheur_case_parse(&c, P "prev=5 target=3", NULL);
	assert_int_equal(w->recent, 5);
	assert_int_equal(w->waker, 3);
	sisheur_case_parse(&c, P HALVES, NULL);
	assert_true(d->smt);
	sisheur_case_parse(&c, P "cores=0/1/2", NULL);
	assert_false(d->smt);
	sisheur_case_parse(&c, P HALVES "smt=0", NULL);
	assert_false(d->smt);
	sisheur_case_parse(&c, P "smt=1", NULL);
	assert_true(d->smt);
	sisheur_case_parse(&c, P "llc=", NULL);
	assert_int_equal(d->nr_llcs, 0);
	assert_int_equal(d->llc[0], SISHEUR_NONE);
	sisheur_case_parse(&c, P "clusters=", NULL);
	assert_false(d->clusters);
	sisheur_case_parse(&c, P "clusters=0-3", NULL);
	assert_true(d->clusters);
	sisheur_case_parse(&c, P "allowed=", NULL);
	assert_non_null(w->allowed);
	assert_set(w->allowed, 8, "");

	assert_int_equal(sisheur_case_parse(&c,
				"nr_scan sum_util=9 llc_weight=8", NULL),
			 SISHEUR_CASE_NR_SCAN);
	assert_int_equal(c.sum_util, 9);
	assert_int_equal(c.llc_weight, 8);
	assert_int_equal(c.imbalance_pct, 117);
	assert_false(c.percent);
	sisheur_case_free(&c);
}

static void test_values(void **state)
{
	struct sisheur_case c = { 0 };
	const struct sisheur_wakeup *w = &c.wakeup;
	const struct sisheur_domains *d = &c.topology.domains;

	(void)state;
	assert_int_equal(sisheur_case_parse(&c,
		"avg_scan_cost=12 avg_idle=11 nr_idle_scan=10 has_idle_cores=1 "
		"wakee_sched_idle=1 waker_nr_running=9 kthread=1 pair=1 "
		"waker=6 recent=5 prev=4 target=3 allowed=0-6 sched_idle=7 "
		"idle=0,2-3 clusters=0-1/2-3 llc=0-3/4-6 smt=0 "
		"cores=0,4/1,5 nr_cpus=8 features=SIS_PAIR,NO_SIS_UTIL "
		"profile=linux-7.1 => probes=4294967295 recent=2 "
		"has_idle_cores=1 cpu=1\n", NULL), SISHEUR_CASE_WAKEUP);
	assert_int_equal(c.profile_id, SISHEUR_LINUX_7_1);
	assert_true(c.profile.picky);
	assert_int_equal(c.profile.features, SISHEUR_SIS_PAIR);
	assert_int_equal(d->nr_cpus, 8);
	assert_false(d->smt);
	assert_int_equal(d->core[4], 0);
	assert_int_equal(d->next[5], 1);
	assert_int_equal(d->core[2], 2);
	assert_true(sisheur_share_llc(d, 4, 6));
	assert_false(sisheur_share_llc(d, 3, 4));
	assert_int_equal(d->llc[7], SISHEUR_NONE);
	assert_true(sisheur_share_cluster(d, 2, 3));
	assert_false(sisheur_share_cluster(d, 1, 2));
	assert_set(w->view->idle, 8, "0,2-3");
	assert_set(w->view->sched_idle, 8, "7");
	assert_set(w->allowed, 8, "0-6");
	assert_int_equal(w->target, 3);
	assert_int_equal(w->prev, 4);
	assert_int_equal(w->recent, 5);
	assert_int_equal(w->waker, 6);
	assert_true(w->pair);
	assert_true(w->kthread);
	assert_true(w->wakee_sched_idle);
	assert_int_equal(w->waker_nr_running, 9);
	assert_int_equal(*w->has_idle_cores, 1);
	assert_int_equal(*w->nr_idle_scan, 10);
	assert_int_equal(w->avg_idle, 11);
	assert_int_equal(w->avg_scan_cost, 12);
	assert_int_equal(c.expected.keys,
			 SISHEUR_ANSWER_CPU | SISHEUR_ANSWER_HINT |
			 SISHEUR_ANSWER_RECENT | SISHEUR_ANSWER_PROBES);
	assert_int_equal(c.expected.cpu, 1);
	assert_int_equal(c.expected.has_idle_cores, 1);
	assert_int_equal(c.expected.recent, 2);
	assert_int_equal(c.expected.probes, UINT_MAX);

	sisheur_case_parse(&c, P "=> recent=2", NULL);
	assert_int_equal(c.expected.keys, SISHEUR_ANSWER_RECENT);
	sisheur_case_parse(&c, "nr_scan sum_util=9 llc_weight=8 "
			   "imbalance_pct=110 formula=percent => nr_scan=7",
			   NULL);
	assert_int_equal(c.imbalance_pct, 110);
	assert_true(c.percent);
	assert_int_equal(c.expected.keys, SISHEUR_ANSWER_NR_SCAN);
	assert_int_equal(c.expected.nr_scan, 7);
	sisheur_case_free(&c);
}

/* "what an earlier line left there is gone", at any size after any other */
static void test_reuse(void **state)
{
	const unsigned int sizes[] = { 8, 8192, 1, 65, 64, 8192, 2, 1024 };
	struct sisheur_case c = { 0 };
	unsigned int i;
	char line[128];

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sizes); i++) {
		const unsigned int nr = sizes[i];

		sisheur_unit_wakeup(&c, P HALVES "llc=0-3/4-7 clusters=0-1 "
				    "idle=0-7 allowed=0-3 has_idle_cores=1 "
				    "target=3 => cpu=3");
		snprintf(line, sizeof(line), "nr_cpus=%u idle=%u target=%u",
			 nr, nr - 1, nr - 1);
		sisheur_unit_wakeup(&c, line);
		assert_int_equal(c.topology.domains.nr_cpus, nr);
		assert_int_equal(c.topology.domains.nr_llcs, 1);
		assert_false(c.topology.domains.clusters);
		assert_false(c.topology.domains.smt);
		assert_int_equal(sisheur_cpuset_weight(c.view.idle, nr), 1);
		assert_null(c.wakeup.allowed);
		assert_int_equal(c.has_idle_cores, 0);
		assert_int_equal(c.expected.keys, 0);
		assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL),
				 nr - 1);
	}
	sisheur_case_free(&c);
	/* "zeroed afterwards": and may be freed, or used, again */
	assert_null(c.memory);
	assert_int_equal(c.kind, 0);
	sisheur_case_free(&c);
	sisheur_unit_wakeup(&c, "nr_cpus=8 idle=3");
	assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL), 3);
	sisheur_case_free(&c);
}

/* ---- answers ---- */

static void test_from_choice(void **state)
{
	static const struct {
		const char *line;
		unsigned int hint;
		unsigned int has_idle_cores;
	} rows[] = {
		{ P "has_idle_cores=0", SISHEUR_HINT_KEEP, 0 },
		{ P "has_idle_cores=1", SISHEUR_HINT_KEEP, 1 },
		{ P "has_idle_cores=0", SISHEUR_HINT_CLEAR, 0 },
		{ P "has_idle_cores=1", SISHEUR_HINT_CLEAR, 0 },
		{ P "has_idle_cores=0", SISHEUR_HINT_SET, 1 },
		{ P "has_idle_cores=1", SISHEUR_HINT_SET, 1 },
		/* "0 without one" */
		{ P "llc=1-7 has_idle_cores=1", SISHEUR_HINT_KEEP, 0 },
		{ P "llc=1-7 has_idle_cores=1", SISHEUR_HINT_SET, 0 },
	};
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(rows); i++) {
		const struct sisheur_choice choice = {
			.cpu = 5, .recent = 6, .probes = 7,
			.hint = rows[i].hint,
		};
		struct sisheur_answer answer;

		sisheur_unit_wakeup(&c, rows[i].line);
		memset(&answer, 0xa5, sizeof(answer));
		sisheur_case_from_choice(&c, &choice, &answer);
		assert_int_equal(answer.keys, 0xf);
		assert_int_equal(answer.cpu, 5);
		assert_int_equal(answer.recent, 6);
		assert_int_equal(answer.probes, 7);
		SISHEUR_ROW_EQUAL(rows[i].line, answer.has_idle_cores,
				  rows[i].has_idle_cores);
	}
	sisheur_case_free(&c);
}

static void test_answer(void **state)
{
	struct sisheur_choice choice;
	struct sisheur_answer answer;
	struct sisheur_case c = { 0 };

	(void)state;
	sisheur_unit_wakeup(&c, P HALVES "idle=3,7 target=2 has_idle_cores=1");
	memset(&choice, 0xa5, sizeof(choice));
	memset(&answer, 0xa5, sizeof(answer));
	sisheur_case_answer(&c, &choice, &answer);
	assert_int_equal(choice.step, SISHEUR_STEP_SCAN);
	assert_int_equal(answer.cpu, 3);
	assert_int_equal(answer.has_idle_cores, 1);
	assert_int_equal(answer.recent, 2);
	assert_int_equal(answer.probes, 3);
	assert_int_equal(answer.keys, 0xf);
	sisheur_case_answer(&c, NULL, &answer);
	assert_int_equal(answer.cpu, 3);

	sisheur_case_parse(&c, "nr_scan sum_util=57344 llc_weight=112", NULL);
	sisheur_case_answer(&c, NULL, &answer);
	assert_int_equal(answer.keys, SISHEUR_ANSWER_NR_SCAN);
	assert_int_equal(answer.nr_scan, 73);
	sisheur_case_parse(&c, "nr_scan sum_util=97320 llc_weight=112 "
			   "formula=percent", NULL);
	sisheur_case_answer(&c, NULL, &answer);
	assert_int_equal(answer.nr_scan, 2);
	sisheur_case_parse(&c, "nr_scan sum_util=114688 llc_weight=112 "
			   "imbalance_pct=50", NULL);
	sisheur_case_answer(&c, NULL, &answer);
	assert_int_equal(answer.nr_scan, 84);
	sisheur_case_free(&c);
}

/* Each key alone: equal, different, and not stated. */
static void test_matches(void **state)
{
	const struct sisheur_answer given = { 0x1f, 1, 1, 3, 4, 5 };
	unsigned int key;

	(void)state;
	for (key = 0; key < 5; key++) {
		struct sisheur_answer other = { 0x1f, 2, 0, 4, 5, 6 };
		struct sisheur_answer same = given;

		other.keys = same.keys = 1U << key;
		assert_true(sisheur_answer_matches(&same, &given));
		assert_false(sisheur_answer_matches(&other, &given));
		/* All but this one: it is free. */
		other = given;
		other.keys = 0x1f & ~(1U << key);
		switch (1U << key) {
		case SISHEUR_ANSWER_CPU:
			other.cpu = 77;
			break;
		case SISHEUR_ANSWER_HINT:
			other.has_idle_cores = 0;
			break;
		case SISHEUR_ANSWER_RECENT:
			other.recent = 77;
			break;
		case SISHEUR_ANSWER_PROBES:
			other.probes = 77;
			break;
		case SISHEUR_ANSWER_NR_SCAN:
			other.nr_scan = 77;
			break;
		}
		assert_true(sisheur_answer_matches(&other, &given));
		other.keys = 0x1f;
		assert_false(sisheur_answer_matches(&other, &given));
	}
}

/* ---- printing ---- */

static const struct {
	struct sisheur_answer answer;
	const char *text;
} answers[] = {
	{ { 0, 1, 1, 1, 1, 1 }, "" },
	{ { 0xf, 3, 1, 2, 30, 0 }, "cpu=3 has_idle_cores=1 recent=2 probes=30" },
	{ { 0x5, 3, 1, 2, 30, 0 }, "cpu=3 recent=2" },
	{ { 0x8, 3, 1, 2, UINT_MAX, 0 }, "probes=4294967295" },
	{ { 0x10, 0, 0, 0, 0, 108 }, "nr_scan=108" },
};

/* As snprintf(): the length of the whole, whatever fits, always terminated. */
static void check_cut(const char *whole,
		      size_t (*print)(char *, size_t, const void *),
		      const void *what)
{
	const size_t length = strlen(whole);
	size_t size;

	for (size = 0; size <= length + 1; size++) {
		/* Exactly as large, so that a sanitizer sees one byte more. */
		char *text = malloc(size ? size : 1);

		assert_non_null(text);
		text[0] = 'x';
		assert_int_equal(print(text, size, what), length);
		if (size) {
			assert_int_equal(strlen(text),
					 size <= length ? size - 1 : length);
			assert_memory_equal(text, whole, strlen(text));
		} else {
			assert_int_equal(text[0], 'x');
		}
		free(text);
	}
	assert_int_equal(print(NULL, 0, what), length);
}

static size_t print_answer(char *text, size_t size, const void *what)
{
	return sisheur_answer_print(text, size, what);
}

static size_t print_case(char *text, size_t size, const void *what)
{
	return sisheur_case_print(text, size, what);
}

static size_t print_machine(char *text, size_t size, const void *what)
{
	return sisheur_machine_print(text, size, what);
}

static void test_print_answer(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(answers); i++) {
		char text[128];

		/* "128 are enough" */
		sisheur_answer_print(text, sizeof(text), &answers[i].answer);
		assert_string_equal(text, answers[i].text);
		check_cut(answers[i].text, print_answer, &answers[i].answer);
	}
}

/* "Keys that have their default are left out." */
static const char *const printed[][2] = {
	{ P, "profile=linux-6.12 nr_cpus=8" },
	{ P "target=0 prev=0 recent=0 waker=0 pair=0 kthread=0 "
	  "waker_nr_running=2 wakee_sched_idle=0 has_idle_cores=0 "
	  "nr_idle_scan=8 avg_idle=1000000 avg_scan_cost=1 idle= sched_idle= "
	  "cores= smt=0 llc=0-7 clusters= => cpu=3",
	  "profile=linux-6.12 nr_cpus=8" },
	{ "avg_scan_cost=2 avg_idle=3 nr_idle_scan=4 has_idle_cores=1 "
	  "wakee_sched_idle=1 waker_nr_running=5 kthread=1 pair=1 waker=6 "
	  "recent=5 prev=4 target=3 allowed=1,0 sched_idle=7 idle=2,0,3 "
	  "clusters=0-1/2-3 llc=4-6/0-3 smt=0 cores=4,0/5,1 nr_cpus=8 "
	  "features=NO_SIS_UTIL,SIS_PAIR profile=linux-7.1",
	  "profile=linux-7.1 features=NO_SIS_UTIL,SIS_PAIR nr_cpus=8 "
	  "cores=0,4/1,5 smt=0 llc=0-3/4-6 clusters=0-1/2-3 idle=0,2-3 "
	  "sched_idle=7 allowed=0-1 target=3 prev=4 recent=5 waker=6 pair=1 "
	  "kthread=1 waker_nr_running=5 wakee_sched_idle=1 has_idle_cores=1 "
	  "nr_idle_scan=4 avg_idle=3 avg_scan_cost=2" },
	{ P "target=3", "profile=linux-6.12 nr_cpus=8 target=3" },
	{ P "target=3 prev=0", "profile=linux-6.12 nr_cpus=8 target=3 prev=0" },
	{ P "allowed= llc=", "profile=linux-6.12 nr_cpus=8 llc= allowed=" },
	{ P "smt=1", "profile=linux-6.12 nr_cpus=8 smt=1" },
	{ P "features=SIS_UTIL", "profile=linux-6.12 nr_cpus=8" },
	{ "nr_scan llc_weight=8 sum_util=9 imbalance_pct=117 formula=merged",
	  "nr_scan sum_util=9 llc_weight=8" },
	{ "nr_scan llc_weight=8 sum_util=9 imbalance_pct=110 formula=percent",
	  "nr_scan sum_util=9 llc_weight=8 imbalance_pct=110 formula=percent" },
};

static void test_print_case(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(printed); i++) {
		char text[1024];

		sisheur_case_parse(&c, printed[i][0], NULL);
		sisheur_case_print(text, sizeof(text), &c);
		assert_string_equal(text, printed[i][1]);
		check_cut(printed[i][1], print_case, &c);
	}
	/* Neither kind: no text. */
	sisheur_case_parse(&c, "# comment", NULL);
	check_cut("", print_case, &c);
	sisheur_case_parse(&c, "nonsense", NULL);
	check_cut("", print_case, &c);
	sisheur_case_free(&c);
}

static const char *const machines[] = {
	"nr_cpus=1",
	"nr_cpus=8",
	"nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	"nr_cpus=8 cores=0,2,4,6/1,3,5,7 smt=0",
	"nr_cpus=8 smt=1 llc=0-3/4-7",
	"nr_cpus=8 cores=0,1/2,3 llc=0-2,6 clusters=0-1/2,6",
	"nr_cpus=8 llc=",
};

static void test_print_machine(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(machines); i++) {
		char text[128];

		sisheur_unit_wakeup(&c, machines[i]);
		sisheur_machine_print(text, sizeof(text), &c.topology.domains);
		assert_string_equal(text, machines[i]);
		check_cut(machines[i], print_machine, &c.topology.domains);
	}
	sisheur_case_free(&c);
}

/* "Parsing the line again gives the same case", for every line we have. */
static void check_round_trip(const char *line)
{
	struct sisheur_case first = { 0 }, second = { 0 };
	struct sisheur_answer one, other;
	unsigned int kind = sisheur_case_parse(&first, line, NULL);
	size_t size;
	char *text, *again;

	assert_int_not_equal(kind, SISHEUR_CASE_ERROR);
	if (kind != SISHEUR_CASE_SKIP) {
		size = sisheur_case_print(NULL, 0, &first) + 1;
		text = malloc(size);
		again = malloc(size);
		assert_non_null(text);
		assert_non_null(again);
		sisheur_case_print(text, size, &first);
		assert_int_equal(sisheur_case_parse(&second, text, NULL), kind);
		assert_int_equal(sisheur_case_print(again, size, &second),
				 size - 1);
		assert_string_equal(again, text);
		sisheur_case_answer(&first, NULL, &one);
		sisheur_case_answer(&second, NULL, &other);
		assert_memory_equal(&one, &other, sizeof(one));
		free(text);
		free(again);
	}
	sisheur_case_free(&first);
	sisheur_case_free(&second);
}

static void test_round_trip(void **state)
{
	glob_t files;
	size_t i;

	(void)state;
	assert_int_equal(glob(SISHEUR_CASES "/*.cases", 0, NULL, &files), 0);
	for (i = 0; i < files.gl_pathc; i++) {
		FILE *f = fopen(files.gl_pathv[i], "r");
		char *line = NULL;
		size_t room = 0;

		assert_non_null(f);
		while (getline(&line, &room, f) >= 0)
			check_round_trip(line);
		free(line);
		fclose(f);
	}
	globfree(&files);
}

/* ---- names ---- */

static void test_names(void **state)
{
	static const char *const profiles[] = {
		"linux-5.18", "linux-6.1", "linux-6.12", "linux-7.1", "sisheur",
	};
	static const char *const features[] = {
		"SIS_UTIL", "SIS_PROP", "SIS_PAIR", "SIS_IDLE_CORE",
		"SIS_FREE_LOOKS", "SIS_TRUE_HINT", "SIS_KEEP_HINT",
		"SIS_TRULY_IDLE", "SIS_AGED_UTIL", "SIS_SPREAD",
		"SIS_PAIR_LARGE", "SIS_PAIR_SCARCE", "SIS_PAIR_FITS",
		"SIS_PAIR_STACK", "SIS_CLAIM",
	};
	static const char *const steps[] = {
		"none", "target", "pair", "prev", "kthread", "recent",
		"no domain", "smt", "scan", "late", "last",
	};
	unsigned int i;

	(void)state;
	assert_int_equal(SISHEUR_COUNT(profiles), SISHEUR_NR_PROFILES);
	for (i = 0; i < SISHEUR_COUNT(profiles); i++)
		assert_string_equal(sisheur_profile_name(i), profiles[i]);
	assert_null(sisheur_profile_name(i));
	assert_null(sisheur_profile_name(UINT_MAX));

	assert_int_equal(SISHEUR_COUNT(features), SISHEUR_NR_FEATURES);
	for (i = 0; i < SISHEUR_COUNT(features); i++)
		assert_string_equal(sisheur_feature_name(i), features[i]);
	assert_null(sisheur_feature_name(i));
	assert_null(sisheur_feature_name(UINT_MAX));

	assert_int_equal(SISHEUR_COUNT(steps), SISHEUR_NR_STEPS);
	for (i = 0; i < SISHEUR_COUNT(steps); i++)
		assert_string_equal(sisheur_step_name(i), steps[i]);
	assert_string_equal(sisheur_step_name(i), "?");
	assert_string_equal(sisheur_step_name(UINT_MAX), "?");
}

static void test_features(void **state)
{
	static const struct {
		const char *text;
		unsigned int before, after;
	} rows[] = {
		{ "SIS_UTIL", 0, SISHEUR_SIS_UTIL },
		{ "SIS_UTIL", SISHEUR_SIS_UTIL, SISHEUR_SIS_UTIL },
		{ "NO_SIS_UTIL", SISHEUR_SIS_UTIL | SISHEUR_SIS_PAIR,
		  SISHEUR_SIS_PAIR },
		{ "NO_SIS_UTIL", 0, 0 },
		{ "SIS_PAIR,NO_SIS_UTIL,SIS_CLAIM", SISHEUR_SIS_UTIL,
		  SISHEUR_SIS_PAIR | SISHEUR_SIS_CLAIM },
		/* in order: the last word counts */
		{ "SIS_UTIL,NO_SIS_UTIL", 0, 0 },
		{ "NO_SIS_UTIL,SIS_UTIL", 0, SISHEUR_SIS_UTIL },
		/* a name that is the beginning of others */
		{ "NO_SIS_PAIR", SISHEUR_SIS_PAIR | SISHEUR_SIS_PAIR_LARGE,
		  SISHEUR_SIS_PAIR_LARGE },
	};
	static const char *const bad[] = {
		"", ",", "SIS_UTIL,", ",SIS_UTIL", "SIS_UTIL,,SIS_PAIR", "SIS",
		"SIS_", "SIS_UTIL ", "sis_util", "NO_", "NO_NO_SIS_UTIL",
		"SIS_PAIR_", "UTIL",
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(rows); i++) {
		unsigned int features = rows[i].before;

		assert_true(sisheur_features_parse(rows[i].text, &features,
						   NULL));
		SISHEUR_ROW_EQUAL(rows[i].text, features, rows[i].after);
	}
	for (i = 0; i < SISHEUR_NR_FEATURES; i++) {
		unsigned int features = 0;

		assert_true(sisheur_features_parse(sisheur_feature_name(i),
						   &features, NULL));
		assert_int_equal(features, 1U << i);
	}
	for (i = 0; i < SISHEUR_COUNT(bad); i++) {
		struct sisheur_error error = { 0 };
		unsigned int features = 0;

		if (sisheur_features_parse(bad[i], &features, &error))
			fail_msg("\"%s\" was accepted", bad[i]);
		assert_non_null(strstr(error.text, "unknown feature"));
		assert_non_null(strstr(error.text, "SIS_UTIL"));
		assert_false(sisheur_features_parse(bad[i], &features, NULL));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad_lines),
		cmocka_unit_test(test_long_garbage),
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_reuse),
		cmocka_unit_test(test_from_choice),
		cmocka_unit_test(test_answer),
		cmocka_unit_test(test_matches),
		cmocka_unit_test(test_print_answer),
		cmocka_unit_test(test_print_case),
		cmocka_unit_test(test_print_machine),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_features),
	};

	return cmocka_run_group_tests_name("case", tests, NULL, NULL);
}
