// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rtapp.h: what files of rt-app come to, from tables; that the result means
 * what rt-app does is for test_sim.c, which has the words of it
 */
#include <sisheur/sim.h>

#include "rtapp.h"
#include "unit.h"

#define GROUP	"group load\n"
#define TASK(body) "task task count=1\nrepeat\n" body "done\nend\nexit\n"

#ifdef SISHEUR_HAVE_YAJL

/* A file of one task "t" with such events. */
#define FILE_OF(events)	"{\"tasks\":{\"t\":{" events "}}}"

static const struct {
	const char *json;
	const char *text;
} good[] = {
	{ FILE_OF("\"run\":5"), GROUP TASK("run 5us\n") },
	{ FILE_OF("\"run\":5,\"sleep\":7,\"run\":5,\"runtime\":3"),
	  GROUP TASK("run 5us\nsleep 7us\nrun 5us\nspin 3us\n") },
	{ FILE_OF("\"run0\":1,\"run_b\":2,\"run-3\":3,\"runtime2\":4,\"sleep9\":5"),
	  GROUP TASK("run 1us\nrun 2us\nrun 3us\nspin 4us\nsleep 5us\n") },
	/* What JSON does not know, and rt-app's files have. */
	{ "/* a */ {\"tasks\"/**/: // b\n {\"t\":{\"run\":5,}, /* , */ },\n}",
	  GROUP TASK("run 5us\n") },
	{ FILE_OF("\"suspend\",\"run\":5"), GROUP "condition c0\nmutex m0\n"
	  TASK("lock m0\nwait c0 m0\nunlock m0\nrun 5us\n") },
	{ FILE_OF("\"run\":5,\"suspend\" /* x */ "),
	  GROUP "condition c0\nmutex m0\n"
	  TASK("run 5us\nlock m0\nwait c0 m0\nunlock m0\n") },
	{ FILE_OF("\"suspend\":\"\""), GROUP "condition c0\nmutex m0\n"
	  TASK("lock m0\nwait c0 m0\nunlock m0\n") },
	/* The mutex of suspend and resume is that of its name. */
	{ FILE_OF("\"suspend\":\"a,b}\",\"resume\":\"x\\\"y\",\"lock\":\"a,b}\""),
	  GROUP "condition c0\nmutex m0\ncondition c1\nmutex m1\n"
	  TASK("lock m0\nwait c0 m0\nunlock m0\n"
	       "lock m1\nbroadcast c1\nunlock m1\nlock m0\n") },
	{ FILE_OF("\"lock\":\"m\",\"sync\":{\"ref\":\"q\",\"mutex\":\"m\"},\"unlock\":\"m\",\"signal\":\"q\",\"broad\":\"q\",\"broadcast\":\"r\""),
	  GROUP "mutex m0\ncondition c0\ncondition c1\n"
	  TASK("lock m0\nsignal c0\nwait c0 m0\nunlock m0\nsignal c0\nbroadcast c0\nbroadcast c1\n") },
	{ FILE_OF("\"wait\":{\"mutex\":\"m\",\"ref\":\"q\"}"),
	  GROUP "condition c0\nmutex m0\n" TASK("wait c0 m0\n") },
	{ FILE_OF("\"timer\":{\"ref\":\"tick\",\"period\":5}"),
	  GROUP TASK("timer 5us t0\n") },
	{ FILE_OF("\"run\":1,\"timer\":{\"ref\":\"unique\",\"period\":5,\"mode\":\"absolute\"},\"timer\":{\"ref\":\"uniqueB\",\"period\":6,\"mode\":\"relative\"}"),
	  GROUP TASK("run 1us\ntimer 5us t0 absolute\ntimer 6us t1\n") },
	/* A timer of each task, and of each of their instances. */
	{ "{\"tasks\":{\"t\":{\"instance\":2,\"timer\":{\"ref\":\"unique\",\"period\":5}},"
	  "\"u\":{\"timer\":{\"ref\":\"unique\",\"period\":6}}}}",
	  GROUP "task task count=2\nrepeat\ntimer 5us t0\ndone\nend\nexit\n"
	  "task task count=1\nrepeat\ntimer 6us t1\ndone\nend\nexit\n" },
	/* As many as there are threads that name it. */
	{ "{\"tasks\":{\"t\":{\"instance\":3,\"barrier\":\"b\"},\"u\":{\"barrier\":\"b\",\"barrier2\":\"c\"}}}",
	  GROUP "barrier b0 4\nbarrier b1 1\n"
	  "task task count=3\nrepeat\narrive b0\ndone\nend\nexit\n"
	  "task task count=1\nrepeat\narrive b0\narrive b1\ndone\nend\nexit\n" },
	{ FILE_OF("\"instance\":0,\"run\":5,\"barrier\":\"b\""),
	  GROUP "barrier b0 1\ntask task count=0\nrepeat\nrun 5us\narrive b0\ndone\nend\nexit\n" },
	/* Without phases, loop is that of the only one. */
	{ FILE_OF("\"loop\":3,\"run\":5"), GROUP
	  "task task count=1\nrepeat 3\nrun 5us\ndone\nend\nexit\n" },
	{ FILE_OF("\"loop\":1,\"run\":5"), GROUP
	  "task task count=1\nrun 5us\ndone\nexit\n" },
	{ FILE_OF("\"loop\":-1,\"run\":5"), GROUP
	  "task task count=1\nrepeat\nrun 5us\ndone\nend\nexit\n" },
	{ FILE_OF("\"loop\":2,\"phases\":{\"p\":{\"loop\":4,\"run\":5},\"p\":{\"sleep\":1},\"q\":{\"loop\":-1,\"run\":6}}"),
	  GROUP "task task count=1\nrepeat 2\nrepeat 4\nrun 5us\ndone\nend\n"
	  "sleep 1us\ndone\nrepeat\nrun 6us\ndone\nend\nend\nexit\n" },
	{ FILE_OF("\"phases\":{\"p\":{\"run\":5}}"), GROUP TASK("run 5us\n") },
	/* Two tasks of one name are two tasks. */
	{ "{\"tasks\":{\"t\":{\"run\":5},\"t\":{\"run\":6}}}",
	  GROUP TASK("run 5us\n") TASK("run 6us\n") },
	{ FILE_OF("\"cpus\":[3,0,2,0],\"run\":5"), GROUP
	  "task task count=1 cpus=0,2-3\nrepeat\nrun 5us\ndone\nend\nexit\n" },
	{ FILE_OF("\"cpus\":[1,2],\"phases\":{\"p\":{\"run\":5},\"q\":{\"cpus\":[2,1],\"run\":6}}"),
	  GROUP "task task count=1 cpus=1-2\nrepeat\nrun 5us\ndone\nrun 6us\ndone\nend\nexit\n" },
	{ FILE_OF("\"phases\":{\"p\":{\"cpus\":[7],\"run\":5}}"), GROUP
	  "task task count=1 cpus=7\nrepeat\nrun 5us\ndone\nend\nexit\n" },
	/* A delay is where each of its timers begins. */
	{ FILE_OF("\"delay\":9,\"run\":5"), GROUP
	  "task task count=1\ntimer 9us\nrepeat\nrun 5us\ndone\nend\nexit\n" },
	{ FILE_OF("\"delay\":9,\"timer\":{\"ref\":\"unique\",\"period\":5},\"timer\":{\"ref\":\"a\",\"period\":5}"),
	  GROUP "task task count=1\ntimer 9us t0 absolute\n"
	  "timer 9us t1 absolute\nrepeat\ntimer 5us t0\ntimer 5us t1\ndone\n"
	  "end\nexit\n" },
	{ FILE_OF("\"delay\":0,\"run\":5"), GROUP TASK("run 5us\n") },
	{ FILE_OF("\"policy\":\"SCHED_OTHER\",\"priority\":0,\"run\":5"),
	  GROUP TASK("run 5us\n") },
	{ FILE_OF("\"run\":999999999999"), GROUP TASK("run 999999999999us\n") },
};

static void test_good(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct sisheur_error error = { 0 };
		struct sisheur_rtapp r;

		assert_true(sisheur_rtapp_is(good[i].json));
		if (!sisheur_rtapp_read(&r, good[i].json, &error))
			fail_msg("%s: %lu: %s", good[i].json, error.line,
				 error.text);
		assert_string_equal(r.text, good[i].text);
		assert_null(r.ignored);
		assert_int_equal(r.duration_ns, 0);
		sisheur_rtapp_free(&r);
	}
}

static const struct {
	const char *json;
	unsigned long line;
	const char *error;
} bad[] = {
	{ "{", 1, "parse error: premature EOF" },
	{ "{\n\"tasks\"\n}", 2, "\"tasks\" is nothing; accepted is an object" },
	{ "{\n,}", 2, "parse error: invalid object key (must be a string)" },
	{ "[1,2,]", 1, "\"the file\" is an array; accepted is an object" },
	{ "[1,,]", 1, "parse error: unallowed token at this point in JSON text" },
	{ "[ ,]", 1, "parse error: unallowed token at this point in JSON text" },
	{ "7", 1, "\"the file\" is a number; accepted is an object" },
	{ "{ /* never closed", 1, "parse error: premature EOF" },
	{ FILE_OF("\n\"run\" 5"), 2, "parse error: object key and value must be separated by a colon (':')" },
	{ FILE_OF("\n\"run\":05"), 2, "parse error: after key and value, inside map, I expect ',' or '}'" },
	{ FILE_OF("\"run\":5") "{}", 1, "parse error: trailing garbage" },
	{ FILE_OF("\"a\\u0000b\":5"), 1, "a NUL within a key" },
	{ FILE_OF("\"lock\":\"a\\u0000b\""), 1, "a NUL within a string" },
	{ "{\"tasks\":[[[[[[[[1]]]]]]]]}", 1, "more brackets within each other than rt-app has" },
	{ "{}", 1, "there is no \"tasks\"" },
	{ "/* it is */\n\n{}", 3, "there is no \"tasks\"" },
	{ "{\"tasks\":{}}", 1, "\"tasks\" has no task" },
	{ "{\"tasks\":[]}", 1, "\"tasks\" is an array; accepted is an object" },
	{ "{\"tasks\":{\"t\":5}}", 1, "\"t\" is a number; accepted is an object" },
	{ "{\"task\":{}}", 1, "unknown \"task\"; accepted are tasks, global, resources" },
	{ "{\"tasks\":{\"t\":{\"run\":5}},\n\"tasks\":{}}", 2, "\"tasks\" is there twice" },
	{ FILE_OF(""), 1, "\"t\" has no event" },
	{ FILE_OF("\"loop\":1"), 1, "\"t\" has no event" },
	{ FILE_OF("\"phases\":{}"), 1, "\"phases\" has no phase" },
	{ FILE_OF("\"phases\":{\n\"p\":{\"loop\":2}}"), 2, "\"p\" has no event" },
	{ FILE_OF("\"phases\":{\"p\":{\"run\":5}},\n\"run\":5"), 2, "\"run\" beside \"phases\"; events belong into a phase" },
	{ FILE_OF("\"phases\":{\"p\":{\"run\":5,\n\"instance\":2}}"), 2, "unknown \"instance\"; accepted are loop, cpus, policy, priority and events" },
	{ FILE_OF("\"runtmie\":5"), 1, "unknown \"runtmie\"; accepted are instance, delay, phases, loop, cpus, policy, priority and events" },
	{ FILE_OF("\"run\":5,\n\"loop\":1,\n\"loop\":2"), 3, "\"loop\" is there twice" },
	{ FILE_OF("\"loop\":0,\"run\":5"), 1, "\"loop\" is 0; accepted are -1, which is for ever, and whole numbers from 1" },
	{ FILE_OF("\"loop\":-2,\"run\":5"), 1, "\"loop\" is -2; accepted is a whole number from -1 to 1000000000000000" },
	{ FILE_OF("\"loop\":\"3\",\"run\":5"), 1, "\"loop\" is a string; accepted is a number" },
	{ FILE_OF("\"run\":1.5"), 1, "\"run\" is 1.5; accepted is a whole number from 0 to 1000000000000" },
	{ FILE_OF("\"run\":1e3"), 1, "\"run\" is 1e3; accepted is a whole number from 0 to 1000000000000" },
	{ FILE_OF("\"run\":-1"), 1, "\"run\" is -1; accepted is a whole number from 0 to 1000000000000" },
	{ FILE_OF("\"run\":9223372036854775808"), 1, "\"run\" is 9223372036854775808; accepted is a whole number from 0 to 1000000000000" },
	{ FILE_OF("\"run\""), 1, "\"run\" is nothing; accepted is a number" },
	{ FILE_OF("\"resume\""), 1, "\"resume\" is nothing; accepted is a string" },
	{ FILE_OF("\"lock\":true"), 1, "\"lock\" is true or false; accepted is a string" },
	{ FILE_OF("\"wait\":\"c\""), 1, "\"wait\" is a string; accepted is an object" },
	{ FILE_OF("\"wait\":{\"ref\":\"c\"}"), 1, "\"wait\" has no \"mutex\"" },
	{ FILE_OF("\"sync\":{\n\"mutex\":\"c\"}"), 1, "\"sync\" has no \"ref\"" },
	{ FILE_OF("\"sync\":{\n\"mutx\":\"c\"}"), 2, "unknown \"mutx\"; accepted are ref, mutex" },
	{ FILE_OF("\"timer\":{\"ref\":\"unique\"}"), 1, "\"timer\" has no \"period\"" },
	{ FILE_OF("\"timer\":{\"period\":5}"), 1, "\"timer\" has no \"ref\"" },
	{ FILE_OF("\"timer\":{\"ref\":\"unique\",\"period\":5,\n\"mode\":\"x\"}"), 2, "\"mode\" is \"x\"; accepted are relative and absolute" },
	{ FILE_OF("\"instance\":2,\n\"timer\":{\"ref\":\"tick\",\"period\":5}"), 2, "timer \"tick\" is shared by threads, whose periods it would disturb; accepted is one of each: a \"ref\" that begins with unique" },
	{ "{\"tasks\":{\"t\":{\"timer\":{\"ref\":\"tick\",\"period\":5}},\n\"u\":{\"timer\":{\"ref\":\"tick\",\"period\":5}}}}", 2, "timer \"tick\" is shared by threads, whose periods it would disturb; accepted is one of each: a \"ref\" that begins with unique" },
	{ FILE_OF("\"barrier\":\"b\",\"run\":5,\n\"barrier\":\"b\""), 2, "barrier \"b\" is in task \"t\" twice; each is one place in a task" },
	{ FILE_OF("\"mem\":5"), 1, "\"mem\": memory is not simulated" },
	{ FILE_OF("\"iorun\":5"), 1, "\"iorun\": input and output are not simulated" },
	{ FILE_OF("\"yield\":\"\""), 1, "\"yield\": sched_yield() is not simulated" },
	{ FILE_OF("\"fork\":\"u\""), 1, "\"fork\": tasks are all there from the beginning" },
	{ FILE_OF("\"priority\":-6"), 1, "\"priority\" is -6; nothing but 0 is simulated" },
	{ FILE_OF("\"policy\":\"SCHED_FIFO\""), 1, "\"policy\" is SCHED_FIFO; nothing but SCHED_OTHER is simulated" },
	{ FILE_OF("\"policy\":{}"), 1, "\"policy\" is an object; nothing but SCHED_OTHER is simulated" },
	{ FILE_OF("\"util_min\":512"), 1, "\"util_min\": utilization clamping is not simulated" },
	{ FILE_OF("\"taskgroup\":\"/a\""), 1, "\"taskgroup\": task groups are not simulated" },
	{ FILE_OF("\"instance\":4194305,\"run\":5"), 1, "\"instance\" is 4194305; accepted is a whole number from 0 to 4194304" },
	{ FILE_OF("\"instance\":-1,\"run\":5"), 1, "\"instance\" is -1; accepted is a whole number from 0 to 4194304" },
	{ FILE_OF("\"delay\":-1,\"run\":5"), 1, "\"delay\" is -1; accepted is a whole number from 0 to 1000000000000" },
	{ FILE_OF("\"cpus\":[],\"run\":5"), 1, "\"cpus\" is empty; accepted is a CPU or more" },
	{ FILE_OF("\"cpus\":3,\"run\":5"), 1, "\"cpus\" is a number; accepted is an array" },
	{ FILE_OF("\"cpus\":[0,\n8192],\"run\":5"), 2, "\"cpus\" is 8192; accepted is a whole number from 0 to 8191" },
	{ FILE_OF("\"cpus\":[0,[]],\"run\":5"), 1, "\"cpus\" is an array; accepted is a number" },
	{ FILE_OF("\"phases\":{\"p\":{\"run\":5},\n\"q\":{\"run\":5,\n\"cpus\":[1]}}"), 3, "\"q\" runs on other CPUs than the phase before it; accepted is one affinity for each task" },
	{ FILE_OF("\"phases\":{\"p\":{\"run\":5,\"cpus\":[1]},\n\"q\":{\"run\":5}}"), 2, "\"q\" runs on other CPUs than the phase before it; accepted is one affinity for each task" },
	{ "{\"tasks\":{\"t\":{\"run\":5}},\"global\":{\n\"duration\":0}}", 2, "\"duration\" is 0; accepted are -1, which is for ever, and whole numbers from 1" },
	{ "{\"tasks\":{\"t\":{\"run\":5}},\"global\":{\"duration\":1000001}}", 1, "\"duration\" is 1000001; accepted is a whole number from -1 to 1000000" },
	{ "{\"tasks\":{\"t\":{\"run\":5}},\"global\":{\"pi_enabled\":true}}", 1, "\"pi_enabled\" is true; nothing but false is simulated" },
	{ "{\"tasks\":{\"t\":{\"run\":5}},\"global\":{\"default_policy\":\"SCHED_RR\"}}", 1, "\"default_policy\" is SCHED_RR; nothing but SCHED_OTHER is simulated" },
	{ "{\"tasks\":{\"t\":{\"run\":5}},\"global\":{\"durration\":5}}", 1, "unknown \"durration\"; accepted are duration, default_policy, pi_enabled, calibration, lock_pages, logdir, log_basename, log_size, ftrace, gnuplot, cumulative_slack, frag, io_device, mem_buffer_size" },
};

static void test_bad(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct sisheur_error error = { 0 };
		struct sisheur_rtapp r;

		if (sisheur_rtapp_read(&r, bad[i].json, &error))
			fail_msg("accepted: %s", bad[i].json);
		assert_string_equal(error.text, bad[i].error);
		if (error.line != bad[i].line)
			fail_msg("%s: line %lu is not %lu", bad[i].json,
				 error.line, bad[i].line);
		sisheur_rtapp_free(&r);
	}
}

/* Which line of the file is each line of the text from? */
static void test_lines(void **state)
{
	static const char json[] =
		"{\n"
		"	\"tasks\" : {\n"
		"		\"t\" : {\n"
		"			\"cpus\" : [ 1 ],\n"
		"			\"delay\" : 3,\n"
		"			\"lock\" : \"m\",\n"
		"			\"run\" : 5, \"unlock\" : \"m\",\n"
		"		}\n"
		"	}\n"
		"}\n";
	static const unsigned long lines[] = {
		1,	/* group load */
		6,	/* mutex m0 */
		4,	/* task task count=1 cpus=1 */
		5,	/* timer 3us */
		3,	/* repeat */
		6,	/* lock m0 */
		7,	/* run 5us */
		7,	/* unlock m0 */
		3,	/* done */
		3,	/* end */
		3,	/* exit */
	};
	struct sisheur_error error;
	struct sisheur_rtapp r;
	unsigned int i;

	(void)state;
	assert_true(sisheur_rtapp_read(&r, json, &error));
	assert_int_equal(r.nr_lines, sizeof(lines) / sizeof(lines[0]));
	for (i = 0; i < r.nr_lines; i++)
		assert_int_equal(r.lines[i], lines[i]);
	sisheur_rtapp_free(&r);
}

static void test_global(void **state)
{
	static const char json[] =
		"{\"tasks\":{\"t\":{\"run\":5}},\"resources\":{\"m\":{\"type\":\"mutex\"}},"
		"\"global\":{\"duration\":6,\"ftrace\":\"none\",\"default_policy\":\"SCHED_OTHER\","
		"\"pi_enabled\":false,\"calibration\":\"CPU0\"}}";
	struct sisheur_error error;
	struct sisheur_rtapp r;

	(void)state;
	assert_true(sisheur_rtapp_read(&r, json, &error));
	assert_int_equal(r.duration_ns, 6000000000);
	assert_string_equal(r.ignored, "resources, ftrace, calibration");
	assert_string_equal(r.text, GROUP TASK("run 5us\n"));
	sisheur_rtapp_free(&r);
}

/* All that the table above comes to is accepted as a text of one's own. */
static void test_runs(void **state)
{
	struct sisheur_topology machine = { 0 };
	unsigned int i;

	(void)state;
	assert_true(sisheur_sim_machine_build(&machine, "4c8t", NULL));
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct sisheur_sim_result result = { 0 };
		struct sisheur_error error = { 0 };
		struct sisheur_rtapp r;
		struct sisheur_sim sim;

		assert_true(sisheur_rtapp_read(&r, good[i].json, &error));
		assert_true(sisheur_sim_init(&sim, "own", &error));
		sim.domains = &machine.domains;
		sim.warmup_ns = 0;
		sim.run_ns = 1000000;
		sim.text = r.text;
		if (!sisheur_sim_run(&sim, &result, &error) && error.line)
			fail_msg("%s:\n%s: %lu: %s", good[i].json, r.text,
				 error.line, error.text);
		sisheur_sim_result_free(&result);
		sisheur_rtapp_free(&r);
	}
	sisheur_topology_free(&machine);
}

#else

static void test_without(void **state)
{
	struct sisheur_error error = { 0 };
	struct sisheur_rtapp r;

	(void)state;
	assert_false(sisheur_rtapp_read(&r, "{}", &error));
	assert_non_null(strstr(error.text, "built without yajl"));
	assert_non_null(strstr(error.text, "libyajl-dev"));
	assert_int_equal(error.line, 0);
	sisheur_rtapp_free(&r);
}

#endif

static void test_is(void **state)
{
	(void)state;
	assert_true(sisheur_rtapp_is("{}"));
	assert_true(sisheur_rtapp_is(" \t\r\n{"));
	assert_true(sisheur_rtapp_is("/* a comment"));
	assert_true(sisheur_rtapp_is("["));
	assert_false(sisheur_rtapp_is(""));
	assert_false(sisheur_rtapp_is("task t\n run 5us\n"));
	assert_false(sisheur_rtapp_is("# {\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_is),
#ifdef SISHEUR_HAVE_YAJL
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_global),
		cmocka_unit_test(test_runs),
#else
		cmocka_unit_test(test_without),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
