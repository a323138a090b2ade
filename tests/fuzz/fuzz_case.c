// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_case.c - any line of text as a case (libFuzzer)
 *
 * A line is refused with a reason, or it is a wake-up whose answer obeys what
 * holds for all of them and which survives being printed and read again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/case.h>

#include "fuzz.h"

static void check_nr_scan(const struct sisheur_case *c,
			  const struct sisheur_answer *answer)
{
	FUZZ_CHECK(answer->keys == SISHEUR_ANSWER_NR_SCAN);
	FUZZ_CHECK(answer->nr_scan <= c->llc_weight);
}

/* What holds for every placement, whatever the line said. */
static void check_wakeup(struct sisheur_case *c,
			 const struct sisheur_answer *answer)
{
	const struct sisheur_wakeup *w = &c->wakeup;
	unsigned int nr = w->domains->nr_cpus;
	struct sisheur_choice walked, scanned;

	FUZZ_CHECK(nr >= 1 && nr <= SISHEUR_MAX_CPUS);
	FUZZ_CHECK(w->target < nr);
	FUZZ_CHECK(answer->cpu < nr);
	FUZZ_CHECK(answer->has_idle_cores <= 1);
	FUZZ_CHECK(answer->recent < nr);

	/* Whether looks are counted decides between two bodies of the scan. */
	c->wakeup.count_probes = true;
	sisheur_select(&c->profile, w, &walked);
	c->wakeup.count_probes = false;
	sisheur_select(&c->profile, w, &scanned);
	FUZZ_CHECK(walked.cpu == scanned.cpu);
	FUZZ_CHECK(walked.step == scanned.step);
	FUZZ_CHECK(walked.hint == scanned.hint);
	FUZZ_CHECK(walked.recent == scanned.recent);
	FUZZ_CHECK((unsigned int)walked.cpu == answer->cpu);
	FUZZ_CHECK(walked.probes == answer->probes);
	FUZZ_CHECK(scanned.probes == 0);
}

/* Print, read, answer: the same answer. */
static void check_round_trip(const struct sisheur_case *c,
			     const struct sisheur_answer *answer)
{
	static struct sisheur_case again;
	struct sisheur_answer second;
	size_t size = sisheur_case_print(NULL, 0, c) + 1;
	char *text = malloc(size);

	FUZZ_CHECK(text);
	FUZZ_CHECK(sisheur_case_print(text, size, c) == size - 1);
	FUZZ_CHECK(strlen(text) == size - 1);
	FUZZ_CHECK(sisheur_case_parse(&again, text, NULL) == c->kind);
	sisheur_case_answer(&again, NULL, &second);
	FUZZ_CHECK(sisheur_answer_matches(answer, &second));
	FUZZ_CHECK(sisheur_answer_matches(&second, answer));
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* Kept, as a reader of many lines keeps it: what one leaves is reused. */
	static struct sisheur_case c;
	struct sisheur_error error = { 0 };
	struct sisheur_answer answer;
	char *line = fuzz_string(data, size);
	unsigned int kind = sisheur_case_parse(&c, line, &error);

	FUZZ_CHECK(kind == c.kind);
	switch (kind) {
	case SISHEUR_CASE_SKIP:
		break;
	case SISHEUR_CASE_ERROR:
		FUZZ_CHECK(error.text[0]);
		FUZZ_CHECK(strnlen(error.text, sizeof(error.text)) <
			   sizeof(error.text));
		break;
	case SISHEUR_CASE_NR_SCAN:
		sisheur_case_answer(&c, NULL, &answer);
		check_nr_scan(&c, &answer);
		check_round_trip(&c, &answer);
		break;
	case SISHEUR_CASE_WAKEUP:
		sisheur_case_answer(&c, NULL, &answer);
		check_wakeup(&c, &answer);
		check_round_trip(&c, &answer);
		break;
	default:
		FUZZ_CHECK(!"a kind that the header does not name");
	}
	free(line);
	return 0;
}
