// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_sim.c - any text as a workload, our own or rt-app's (libFuzzer)
 *
 * It is refused with a reason, or what it says can be simulated, and the
 * invariants of the simulator hold.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/sim.h>

#include "../../tools/sim/rtapp.h"
#include "fuzz.h"

/*
 * Four million tasks are accepted, and take a GB and a minute: what is
 * simulated has no numbers of more than two digits.
 */
static bool is_small(const char *text)
{
	unsigned int digits = 0;

	for (; *text; text++) {
		digits = isdigit((unsigned char)*text) ? digits + 1 : 0;
		if (digits > 2)
			return false;
	}
	return true;
}

static void simulate(const char *text, bool from_rtapp)
{
	static struct sisheur_topology machine;
	struct sisheur_sim_result result = { 0 };
	struct sisheur_error error = { 0 };
	struct sisheur_sim sim;
	bool ok;

	if (!machine.domains.nr_cpus)
		FUZZ_CHECK(sisheur_sim_machine_build(&machine, "4c8t", NULL));
	FUZZ_CHECK(sisheur_sim_init(&sim, "own", NULL));
	sim.domains = &machine.domains;
	sim.warmup_ns = 0;
	sim.run_ns = 100000;
	sim.text = text;
	ok = sisheur_sim_run(&sim, &result, &error);
	FUZZ_CHECK(ok || error.text[0]);
	/* check.c says so where an invariant does not hold. */
	FUZZ_CHECK(ok || !strstr(error.text, ": not "));
	/* What rt-app's files come to may be more than there is, and no more. */
	FUZZ_CHECK(ok || !from_rtapp || !error.line ||
		   strstr(error.text, "CPU") || strstr(error.text, "online") ||
		   strstr(error.text, "more than 8 timers"));
	sisheur_sim_result_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sisheur_error error = { 0 };
	char *text = fuzz_string(data, size);
	struct sisheur_rtapp r;

	if (!sisheur_rtapp_is(text)) {
		if (is_small(text))
			simulate(text, false);
		free(text);
		return 0;
	}
	if (sisheur_rtapp_read(&r, text, &error)) {
		if (is_small(r.text))
			simulate(r.text, true);
	} else {
		FUZZ_CHECK(error.text[0]);
		FUZZ_CHECK(strnlen(error.text, sizeof(error.text)) <
			   sizeof(error.text));
		FUZZ_CHECK(error.line >= 1);
	}
	sisheur_rtapp_free(&r);
	free(text);
	return 0;
}
