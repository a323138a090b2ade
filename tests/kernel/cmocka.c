// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Runs tests, each in a thread of its own, and prints KTAP. */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>

#include <cmocka.h>

/* Built in, it is part of a case of KUnit, which is part of a suite. */
#ifdef MODULE
#define SISHEUR_INDENT	"    "
#else
#define SISHEUR_INDENT	"        "
#endif

/* Of the test that is on: there is one at a time. */
struct completion *sisheur_test_done;
static bool sisheur_test_failed;

static int sisheur_test_thread(void *data)
{
	const struct CMUnitTest *test = data;
	void *state = NULL;

	test->test(&state);
	kthread_complete_and_exit(sisheur_test_done, 0);
	return 0;
}

void sisheur_note_failure(const char *file, int line, const char *format, ...)
{
	struct va_format message = { .fmt = format };
	va_list args;

	va_start(args, format);
	message.va = &args;
	pr_info(SISHEUR_INDENT "# %s:%d: %pV\n", kbasename(file), line, &message);
	va_end(args);
	sisheur_test_failed = true;
}

/* Is it passed? */
static bool sisheur_run_test(const struct CMUnitTest *test)
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct task_struct *thread;

	sisheur_test_done = &done;
	sisheur_test_failed = false;
	thread = kthread_run(sisheur_test_thread, (void *)test, "sisheur_test");
	if (IS_ERR(thread))
		return false;
	/* One long sleep would look like a hung task. */
	while (!wait_for_completion_timeout(&done, HZ))
		;
	return !sisheur_test_failed;
}

int sisheur_run_tests(const struct CMUnitTest *tests, size_t nr)
{
	int failed = 0;
	size_t i;

	pr_info(SISHEUR_INDENT "KTAP version 1\n");
	pr_info(SISHEUR_INDENT "1..%zu\n", nr);
	for (i = 0; i < nr; i++) {
		bool passed = sisheur_run_test(&tests[i]);

		pr_info(SISHEUR_INDENT "%sok %zu %s\n", passed ? "" : "not ", i + 1,
			tests[i].name);
		failed += !passed;
	}
	return failed;
}
