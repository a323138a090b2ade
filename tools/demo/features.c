// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * features.c - one wake-up each in which a feature changes the answer
 */
#include "demo.h"

static const struct {
	const char *title;
	const char *why;
	const char *wakeup;
	const char *plain;
	const char *changed;
} shows[] = {
	{ "SIS_PAIR (RFC 2023)",
	  "Waker and wakee talk to each other alone.  prev is idle but another\n"
	  "core; the waker's own sibling shares its L1 and L2.",
	  "nr_cpus=8 cores=0,4/1,5/2,6/3,7 idle=3,5 target=0 prev=3 waker=1 "
	  "pair=1",
	  "profile=linux-6.12", "profile=linux-6.12 features=SIS_PAIR" },
	{ "SIS_IDLE_CORE (v6 2/4, 2022)",
	  "The domain is overloaded on average, so nothing is scanned, although "
	  "core\n3,7 is wholly idle and the hint says so.",
	  "nr_cpus=8 cores=0,4/1,5/2,6/3,7 idle=3,7 target=0 has_idle_cores=1 "
	  "nr_idle_scan=0",
	  "profile=linux-6.12", "profile=linux-6.12 features=SIS_IDLE_CORE" },
	{ "The profile sisheur",
	  "Tasks pinned to seven of eight CPUs hide the eighth behind an average "
	  "of 87.5 %\n(second limit of the SIS_UTIL mail).",
	  "nr_cpus=8 idle=7 target=3 nr_idle_scan=0",
	  "profile=linux-7.1", "profile=sisheur" },
};

static int ask(const char *profile, const char *wakeup)
{
	struct sisheur_case c = { 0 };
	struct sisheur_error error = { 0 };
	struct sisheur_choice choice;
	struct sisheur_answer answer;
	char line[256], text[128];

	snprintf(line, sizeof(line), "%s %s", profile, wakeup);
	if (sisheur_case_parse(&c, line, &error) != SISHEUR_CASE_WAKEUP) {
		printf("%s: %s\n", line, error.text);
		sisheur_case_free(&c);
		return SISHEUR_NONE;
	}
	sisheur_case_answer(&c, &choice, &answer);
	sisheur_answer_print(text, sizeof(text), &answer);
	printf("  %-43s cpu %d by step %s, probes: %u\n", profile, choice.cpu,
	       sisheur_step_name(choice.step), choice.probes);
	sisheur_case_free(&c);
	return choice.cpu;
}

bool sisheur_demo_features(void)
{
	bool all = true;
	size_t i;

	sisheur_heading("Features at work");
	for (i = 0; i < sizeof(shows) / sizeof(shows[0]); i++) {
		int plain, changed;

		sisheur_paint(SISHEUR_PAINT_HEAD, "%s%s", i ? "\n" : "",
			      shows[i].title);
		putchar('\n');
		sisheur_paint(SISHEUR_PAINT_NOTE, "%s\n", shows[i].why);
		printf("  %s\n", shows[i].wakeup);
		plain = ask(shows[i].plain, shows[i].wakeup);
		changed = ask(shows[i].changed, shows[i].wakeup);
		if (plain == changed) {
			printf("  NO DIFFERENCE\n");
			all = false;
		}
	}
	return all;
}
