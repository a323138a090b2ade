// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* harness.h: what tests a user's placement must itself be able to fail. */
#include <sys/stat.h>
#include <unistd.h>

#include <sisheur/harness.h>

#include "unit.h"

#define LINE	"profile=linux-6.12 nr_cpus=8 cores=0,4/1,5/2,6/3,7 " \
		"idle=3,7 target=2 has_idle_cores=1"

/* A harness whose output is kept, and what it is expected to be. */
struct kept {
	struct sisheur_harness h;
	char *text;
	size_t size;
};

static void keep(struct kept *k)
{
	memset(k, 0, sizeof(*k));
	k->h.out = open_memstream(&k->text, &k->size);
	assert_non_null(k->h.out);
}

static void assert_kept(struct kept *k, const char *want)
{
	assert_int_equal(fclose(k->h.out), 0);
	assert_string_equal(k->text, want);
	free(k->text);
}

static void assert_counts(const struct sisheur_harness *h,
			  unsigned long passed, unsigned long failed,
			  unsigned long errors)
{
	assert_int_equal(h->passed, passed);
	assert_int_equal(h->failed, failed);
	assert_int_equal(h->errors, errors);
}

/* ---- one line ---- */

static const struct {
	const char *line;
	bool count_probes;
	unsigned int verdict;
	const char *text;
} lines[] = {
	{ "", false, SISHEUR_VERDICT_SKIP, "" },
	{ "# comment\n", false, SISHEUR_VERDICT_SKIP, "" },
	{ LINE " => cpu=3\n", false, SISHEUR_VERDICT_PASS, "" },
	{ LINE " => cpu=3 has_idle_cores=1 recent=2 probes=3", true,
	  SISHEUR_VERDICT_PASS, "" },
	/* probes are free where none are counted */
	{ LINE " => cpu=3 probes=99", false, SISHEUR_VERDICT_PASS, "" },
	{ LINE " => probes=99", false, SISHEUR_VERDICT_SKIP, "" },
	{ LINE " => cpu=3 probes=99", true, SISHEUR_VERDICT_FAIL,
	  "here: wrong answer, decided by step scan\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=3 probes=99\n"
	  "  answered: cpu=3 has_idle_cores=1 recent=2 probes=3\n" },
	{ LINE " => cpu=7 probes=3", false, SISHEUR_VERDICT_FAIL,
	  "here: wrong answer, decided by step scan\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=7\n"
	  "  answered: cpu=3 has_idle_cores=1 recent=2\n" },
	{ LINE " => recent=3", false, SISHEUR_VERDICT_FAIL,
	  "here: wrong answer, decided by step scan\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: recent=3\n"
	  "  answered: cpu=3 has_idle_cores=1 recent=2\n" },
	{ "nr_scan sum_util=57344 llc_weight=112 => nr_scan=73", false,
	  SISHEUR_VERDICT_PASS, "" },
	{ "nr_scan sum_util=57344 llc_weight=112 => nr_scan=74", true,
	  SISHEUR_VERDICT_FAIL,
	  "here: wrong answer\n"
	  "  wake-up:  nr_scan sum_util=57344 llc_weight=112\n"
	  "  expected: nr_scan=74\n"
	  "  answered: nr_scan=73\n" },
	{ LINE, false, SISHEUR_VERDICT_ERROR,
	  "here: no answer is stated, so nothing is checked; expected \" => \" "
	  "and an answer such as cpu=3\n" },
	{ "nr_scan sum_util=8 llc_weight=8", false, SISHEUR_VERDICT_ERROR,
	  "here: no answer is stated, so nothing is checked; expected \" => \" "
	  "and an answer such as cpu=3\n" },
	{ "profile=linux-6.12 nr_cpus=0 => cpu=3", false,
	  SISHEUR_VERDICT_ERROR, "here: nr_cpus=0; accepted are 1 to 8192\n" },
};

static void test_lines(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(lines); i++) {
		const unsigned int verdict = lines[i].verdict;
		struct kept k;

		keep(&k);
		k.h.count_probes = lines[i].count_probes;
		SISHEUR_ROW_EQUAL(lines[i].line,
			sisheur_harness_line(&k.h, lines[i].line, "here"),
			verdict);
		assert_counts(&k.h, verdict == SISHEUR_VERDICT_PASS,
			      verdict == SISHEUR_VERDICT_FAIL,
			      verdict == SISHEUR_VERDICT_ERROR);
		assert_kept(&k, lines[i].text);

		/* "NULL: nowhere": the same verdict, and no crash */
		k.h.out = NULL;
		SISHEUR_ROW_EQUAL(lines[i].line,
			sisheur_harness_line(&k.h, lines[i].line, "here"),
			verdict);
	}
}

static void test_results_are_kept(void **state)
{
	struct sisheur_harness h = { .count_probes = true };

	(void)state;
	sisheur_harness_line(&h, LINE " => cpu=3", "here");
	assert_int_equal(h.choice.step, SISHEUR_STEP_SCAN);
	assert_int_equal(h.choice.cpu, 3);
	assert_int_equal(h.answer.cpu, 3);
	assert_int_equal(h.answer.probes, 3);
	/* The word scan counts nothing: so this was really the other body. */
	h.count_probes = false;
	sisheur_harness_line(&h, LINE " => cpu=3", "here");
	assert_int_equal(h.answer.probes, 0);
	assert_counts(&h, 2, 0, 0);
}

/* ---- placements of one's own ---- */

static int only_return(const struct sisheur_profile *profile,
		       const struct sisheur_wakeup *wakeup,
		       struct sisheur_choice *choice)
{
	(void)profile;
	(void)choice;
	return (int)wakeup->target;
}

static int contradict(const struct sisheur_profile *profile,
		      const struct sisheur_wakeup *wakeup,
		      struct sisheur_choice *choice)
{
	sisheur_select(profile, wakeup, choice);
	choice->cpu = 6;
	return 3;
}

static int no_cpu(const struct sisheur_profile *profile,
		  const struct sisheur_wakeup *wakeup,
		  struct sisheur_choice *choice)
{
	(void)profile;
	(void)wakeup;
	choice->cpu = SISHEUR_NONE;
	return SISHEUR_NONE;
}

static int own_step(const struct sisheur_profile *profile,
		    const struct sisheur_wakeup *wakeup,
		    struct sisheur_choice *choice)
{
	(void)profile;
	choice->cpu = (int)wakeup->target;
	choice->step = SISHEUR_NR_STEPS + 1;
	return choice->cpu;
}

static int unknown_step(const struct sisheur_profile *profile,
			const struct sisheur_wakeup *wakeup,
			struct sisheur_choice *choice)
{
	(void)profile;
	choice->cpu = (int)wakeup->target;
	choice->step = SISHEUR_NR_STEPS + 2;
	return choice->cpu;
}

static const char *const own_names[] = { "first", "second", NULL };

static const struct {
	int (*place)(const struct sisheur_profile *profile,
		     const struct sisheur_wakeup *wakeup,
		     struct sisheur_choice *choice);
	const char *answer;
	unsigned int verdict;
	const char *text;
} placements[] = {
	{ NULL, "cpu=3", SISHEUR_VERDICT_PASS, "" },
	{ sisheur_select, "cpu=3", SISHEUR_VERDICT_PASS, "" },
	/* "may store no choice at all": then only cpu can be stated */
	{ only_return, "cpu=2", SISHEUR_VERDICT_PASS, "" },
	{ only_return, "cpu=2 recent=2", SISHEUR_VERDICT_FAIL,
	  "here: the line states more than cpu, and no choice is stored, decided by step none\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=2 recent=2\n"
	  "  answered: cpu=2\n" },
	{ only_return, "cpu=3", SISHEUR_VERDICT_FAIL,
	  "here: wrong answer, decided by step none\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=3\n"
	  "  answered: cpu=2\n" },
	/* even where the stated key is right */
	{ contradict, "cpu=3", SISHEUR_VERDICT_FAIL,
	  "here: the CPU returned is not the one stored, decided by step scan\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=3\n"
	  "  answered: cpu=3 has_idle_cores=1 recent=2\n" },
	{ no_cpu, "cpu=3", SISHEUR_VERDICT_FAIL,
	  "here: no CPU is answered, decided by step none\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=3\n"
	  "  answered: no CPU\n" },
	/* even where no stated key says which */
	{ no_cpu, "recent=2", SISHEUR_VERDICT_FAIL,
	  "here: no CPU is answered, decided by step none\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: recent=2\n"
	  "  answered: no CPU\n" },
	{ own_step, "cpu=3", SISHEUR_VERDICT_FAIL,
	  "here: wrong answer, decided by step second\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=3\n"
	  "  answered: cpu=2 has_idle_cores=1 recent=2\n" },
	/* past the end of the names */
	{ unknown_step, "cpu=3", SISHEUR_VERDICT_FAIL,
	  "here: wrong answer, decided by step ?\n"
	  "  wake-up:  " LINE "\n"
	  "  expected: cpu=3\n"
	  "  answered: cpu=2 has_idle_cores=1 recent=2\n" },
};

static void test_placements(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(placements); i++) {
		char line[256];
		struct kept k;

		snprintf(line, sizeof(line), LINE " => %s",
			 placements[i].answer);
		keep(&k);
		k.h.place = placements[i].place;
		k.h.step_names = own_names;
		assert_int_equal(sisheur_harness_line(&k.h, line, "here"),
				 placements[i].verdict);
		assert_kept(&k, placements[i].text);
	}
}

struct seen {
	unsigned int calls;
	bool count_probes;
	unsigned int features;
};

static int with_ctx(void *ctx, const struct sisheur_profile *profile,
		    const struct sisheur_wakeup *wakeup,
		    struct sisheur_choice *choice)
{
	struct seen *seen = ctx;

	seen->calls++;
	seen->count_probes = wakeup->count_probes;
	seen->features = profile->features;
	return sisheur_select(profile, wakeup, choice);
}

/* "called instead of place where it is set", with the line's profile */
static void test_place_with(void **state)
{
	struct seen seen = { 0 };
	struct sisheur_harness h = {
		.place = no_cpu,
		.place_with = with_ctx,
		.ctx = &seen,
		.count_probes = true,
	};

	(void)state;
	assert_int_equal(sisheur_harness_line(&h, LINE
				" features=SIS_PAIR => cpu=3", "here"),
			 SISHEUR_VERDICT_PASS);
	assert_int_equal(seen.calls, 1);
	assert_true(seen.count_probes);
	assert_int_equal(seen.features, SISHEUR_SIS_UTIL | SISHEUR_SIS_PAIR);
	h.count_probes = false;
	sisheur_harness_line(&h, LINE " => cpu=3", "here");
	assert_false(seen.count_probes);
	assert_int_equal(seen.calls, 2);
	/* The budget is the library's own question. */
	sisheur_harness_line(&h, "nr_scan sum_util=0 llc_weight=8 => nr_scan=8",
			     "here");
	assert_int_equal(seen.calls, 2);
	assert_counts(&h, 3, 0, 0);
}

/* ---- a wake-up from a machine's text ---- */

static const struct {
	const char *machine;
	const char *keys;
	const char *line;	/* the same without a machine's text */
} wakeups[] = {
	{ "core:4 pu:2 numbering=split",
	  "profile=linux-6.12 idle=3,7 target=2 has_idle_cores=1", LINE },
	{ "core:4 pu:2", "profile=linux-6.12 idle=3",
	  "profile=linux-6.12 nr_cpus=8 cores=0-1/2-3/4-5/6-7 idle=3" },
	{ "core:8 pu:1", "profile=linux-6.12",
	  "profile=linux-6.12 nr_cpus=8" },
	{ "pack:2 llc:1 core:2 pu:2", "profile=sisheur allowed=0-3",
	  "profile=sisheur nr_cpus=8 cores=0-1/2-3/4-5/6-7 llc=0-3/4-7 "
	  "allowed=0-3" },
	{ "llc:2 cluster:2 core:2 pu:1", "profile=linux-7.1",
	  "profile=linux-7.1 nr_cpus=8 llc=0-3/4-7 clusters=0-1/2-3/4-5/6-7" },
};

static void test_wakeup(void **state)
{
	struct sisheur_case c = { 0 }, same = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(wakeups); i++) {
		struct sisheur_error error = { 0 };
		char text[512], want[512];

		if (!sisheur_harness_wakeup(&c, wakeups[i].machine,
					    wakeups[i].keys, &error))
			fail_msg("\"%s\": %s", wakeups[i].machine, error.text);
		assert_int_equal(c.kind, SISHEUR_CASE_WAKEUP);
		sisheur_case_parse(&same, wakeups[i].line, NULL);
		sisheur_case_print(text, sizeof(text), &c);
		sisheur_case_print(want, sizeof(want), &same);
		assert_string_equal(text, want);
		/* "can be handed to any placement" */
		assert_int_equal(sisheur_select(&c.profile, &c.wakeup, NULL),
				 sisheur_select(&same.profile, &same.wakeup,
						NULL));
	}
	sisheur_case_free(&c);
	sisheur_case_free(&same);
}

/* "may end with an answer": then it is a case for sisheur_harness_case() */
static void test_wakeup_as_case(void **state)
{
	struct sisheur_case c = { 0 };
	struct kept k;

	(void)state;
	keep(&k);
	assert_true(sisheur_harness_wakeup(&c, "core:56 pu:2 numbering=split",
			"profile=linux-6.12 idle=100 target=3 => cpu=100",
			NULL));
	assert_int_equal(sisheur_harness_case(&k.h, &c, "a"),
			 SISHEUR_VERDICT_PASS);
	assert_true(sisheur_harness_wakeup(&c, "core:2 pu:2 numbering=split",
			"profile=linux-6.12 idle=3 => cpu=2", NULL));
	assert_int_equal(sisheur_harness_case(&k.h, &c, "b"),
			 SISHEUR_VERDICT_FAIL);
	/* "ERROR for a case of any other kind" */
	sisheur_case_parse(&c, "# comment", NULL);
	assert_int_equal(sisheur_harness_case(&k.h, &c, "c"),
			 SISHEUR_VERDICT_ERROR);
	sisheur_case_parse(&c, "nonsense", NULL);
	assert_int_equal(sisheur_harness_case(&k.h, &c, "d"),
			 SISHEUR_VERDICT_ERROR);
	assert_counts(&k.h, 1, 1, 2);
	assert_kept(&k,
		"b: wrong answer, decided by step scan\n"
		"  wake-up:  profile=linux-6.12 nr_cpus=4 cores=0,2/1,3 idle=3\n"
		"  expected: cpu=2\n"
		"  answered: cpu=3 has_idle_cores=0 recent=0\n"
		"c: not a case\n"
		"d: not a case\n");
	sisheur_case_free(&c);
}

static void test_bad_wakeups(void **state)
{
	static const struct {
		const char *machine, *keys, *says;
	} rows[] = {
		{ "cores:4", "profile=linux-6.12", "cores:4" },
		{ "", "profile=linux-6.12", "core" },
		{ "core:4 pu:2", "idle=3", "profile" },
		{ "core:4 pu:2", "profile=linux-6.12 idle=8", "CPU 8" },
		{ "core:4 pu:2", "profile=linux-6.12 nr_cpus=4", "nr_cpus" },
		{ "core:4 pu:2", "profile=linux-6.12 cores=0,1", "cores" },
		{ "core:4 pu:2", "nr_scan sum_util=8 llc_weight=8", "nr_scan" },
	};
	struct sisheur_case c = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(rows); i++) {
		struct sisheur_error error = { 0 };

		if (sisheur_harness_wakeup(&c, rows[i].machine, rows[i].keys,
					   &error))
			fail_msg("\"%s\" and \"%s\" were accepted",
				 rows[i].machine, rows[i].keys);
		if (!strstr(error.text, rows[i].says))
			fail_msg("\"%s\" does not say \"%s\"", error.text,
				 rows[i].says);
		assert_false(sisheur_harness_wakeup(&c, rows[i].machine,
						    rows[i].keys, NULL));
	}
	sisheur_case_free(&c);
}

/* ---- files and directories ---- */

static void write_file(const char *name, const char *text, size_t length)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, length, f), length);
	assert_int_equal(fclose(f), 0);
}

#define WRITE(name, text)	write_file(name, text, sizeof(text) - 1)

/* Each test of files begins in a new directory and leaves none behind. */
static int enter(void **state)
{
	char *directory = strdup("/tmp/sisheur-XXXXXX");

	*state = directory;
	return directory && mkdtemp(directory) ? chdir(directory) : -1;
}

static int leave(void **state)
{
	static const char *const files[] = {
		"a.cases", "b.cases", "B.cases", "c.txt", ".cases", "x/y.cases",
	};
	unsigned int i;
	int failed;

	for (i = 0; i < SISHEUR_COUNT(files); i++)
		unlink(files[i]);
	rmdir("x");
	failed = chdir("/") || rmdir(*state);
	free(*state);
	return failed;
}

static const char good[] = "# two cases and a comment\n"
			   LINE " => cpu=3\n"
			   "\n"
			   LINE " => cpu=3 probes=3";	/* no newline */

static void test_file(void **state)
{
	struct kept k;

	(void)state;
	WRITE("a.cases", good);
	keep(&k);
	assert_true(sisheur_harness_file(&k.h, "a.cases"));
	assert_counts(&k.h, 2, 0, 0);
	assert_true(sisheur_harness_file(&k.h, "a.cases"));
	assert_counts(&k.h, 4, 0, 0);
	assert_kept(&k, "");
}

/* "A bad line is counted and printed, and the lines after it still run." */
static void test_bad_file(void **state)
{
	static const char bad[] =
		LINE " => cpu=3\n"
		"nonsense\n"
		"# comment\n"
		LINE " => cpu=7\n"
		LINE " => cpu=3\0 has_idle_cores=0\n"
		LINE " => cpu=3\n";
	struct kept k;

	(void)state;
	WRITE("a.cases", bad);
	keep(&k);
	assert_false(sisheur_harness_file(&k.h, "a.cases"));
	assert_counts(&k.h, 2, 1, 2);
	/* Earlier failures are not a later file's. */
	WRITE("b.cases", good);
	assert_true(sisheur_harness_file(&k.h, "b.cases"));
	assert_counts(&k.h, 4, 1, 2);
	assert_kept(&k,
		"a.cases:2: \"nonsense\" is no key=value\n"
		"a.cases:4: wrong answer, decided by step scan\n"
		"  wake-up:  " LINE "\n"
		"  expected: cpu=7\n"
		"  answered: cpu=3 has_idle_cores=1 recent=2\n"
		"a.cases:5: a NUL byte in the line\n");
}

/* A device has one line, and no end. */
static void test_endless_file(void **state)
{
	const size_t most = (size_t)16 << 20;
	char *text = malloc(most + 3);
	struct kept k;

	(void)state;
	assert_non_null(text);
	memset(text, ' ', most + 1);
	memcpy(text + most - 1, "x\n\n", 3);
	keep(&k);
	/* As long as may be: it is read to its end. */
	write_file("a.cases", text, most + 1);
	assert_false(sisheur_harness_file(&k.h, "a.cases"));
	memcpy(text + most - 1, " x\n", 3);
	write_file("b.cases", text, most + 2);
	assert_false(sisheur_harness_file(&k.h, "b.cases"));
	assert_false(sisheur_harness_file(&k.h, "/dev/zero"));
	assert_counts(&k.h, 0, 0, 3);
	assert_kept(&k,
		"a.cases:1: \"x\" is no key=value\n"
		"b.cases:1: the line is longer than 16 MiB; what follows is not read\n"
		"/dev/zero:1: the line is longer than 16 MiB; what follows is not read\n");
	free(text);
}

/* A file that checks nothing is an error, not a success. */
static void test_useless_files(void **state)
{
	struct kept k;

	(void)state;
	WRITE("a.cases", "");
	WRITE("b.cases", "# " LINE " => cpu=3\n\n");
	WRITE("c.txt", LINE " => probes=3\n");
	assert_int_equal(mkdir("x", 0700), 0);
	keep(&k);
	assert_false(sisheur_harness_file(&k.h, "a.cases"));
	assert_false(sisheur_harness_file(&k.h, "b.cases"));
	assert_false(sisheur_harness_file(&k.h, "c.txt"));
	assert_false(sisheur_harness_file(&k.h, "none.cases"));
	assert_false(sisheur_harness_file(&k.h, "x"));
	assert_counts(&k.h, 0, 0, 5);
	k.h.count_probes = true;
	assert_true(sisheur_harness_file(&k.h, "c.txt"));
	assert_kept(&k,
		"a.cases: no case in it\n"
		"b.cases: no case in it\n"
		"c.txt: no case in it\n"
		"none.cases: No such file or directory\n"
		"x: Is a directory\n");
}

static void test_directory(void **state)
{
	struct kept k;

	(void)state;
	/* Only *.cases, by the bytes of their names, and no further down. */
	WRITE("b.cases", "b\n");
	WRITE("B.cases", "B\n");
	WRITE("a.cases", good);
	WRITE("c.txt", "c\n");
	WRITE(".cases", "hidden\n");
	assert_int_equal(mkdir("x", 0700), 0);
	WRITE("x/y.cases", "y\n");
	keep(&k);
	assert_false(sisheur_harness_directory(&k.h, "."));
	assert_counts(&k.h, 2, 0, 2);
	unlink("b.cases");
	unlink("B.cases");
	assert_true(sisheur_harness_directory(&k.h, "."));
	assert_counts(&k.h, 4, 0, 2);
	unlink("a.cases");
	assert_false(sisheur_harness_directory(&k.h, "."));
	assert_false(sisheur_harness_directory(&k.h, "none"));
	assert_counts(&k.h, 4, 0, 4);
	assert_kept(&k,
		"./B.cases:1: \"B\" is no key=value\n"
		"./b.cases:1: \"b\" is no key=value\n"
		".: no file whose name ends with .cases\n"
		"none: No such file or directory\n");
}

#define FILES(test)	cmocka_unit_test_setup_teardown(test, enter, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_results_are_kept),
		cmocka_unit_test(test_placements),
		cmocka_unit_test(test_place_with),
		cmocka_unit_test(test_wakeup),
		cmocka_unit_test(test_wakeup_as_case),
		cmocka_unit_test(test_bad_wakeups),
		FILES(test_file),
		FILES(test_bad_file),
		FILES(test_endless_file),
		FILES(test_useless_files),
		FILES(test_directory),
	};

	return cmocka_run_group_tests_name("harness", tests, NULL, NULL);
}
