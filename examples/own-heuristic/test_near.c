// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * usage: test_near near|plain FILE
 *
 * Runs the cases of FILE with the rule (near) or without it (plain).  Plain C:
 * inside cmocka the same calls stand in assert_true(), inside Check in
 * ck_assert().
 */
#include <stdio.h>
#include <string.h>

#include <sisheur/harness.h>

#include "near.h"

static const char *const names[] = { "near", NULL };

int main(int argc, char **argv)
{
	struct sisheur_harness h = { .out = stderr, .step_names = names };
	struct sisheur_case c = { 0 };
	bool ok;

	if (argc != 3 || (strcmp(argv[1], "near") && strcmp(argv[1], "plain"))) {
		fprintf(stderr, "usage: test_near near|plain FILE\n");
		return 2;
	}
	h.place = strcmp(argv[1], "near") ? sisheur_select : near_select;

	/* All cases, in both bodies of the library. */
	ok = sisheur_harness_file(&h, argv[2]);
	h.count_probes = true;
	ok &= sisheur_harness_file(&h, argv[2]);

	/* A machine too large to write down, as a text. */
	ok &= sisheur_harness_wakeup(&c, "pack:2 core:64 pu:2 numbering=split",
				     "profile=linux-6.12 idle=70,198 "
				     "target=0 waker=100 => cpu=198", NULL) &&
	      sisheur_harness_case(&h, &c, "two sockets") ==
		      SISHEUR_VERDICT_PASS;
	sisheur_case_free(&c);

	printf("%lu passed, %lu failed, %lu errors\n", h.passed, h.failed,
	       h.errors);
	return !ok;
}
