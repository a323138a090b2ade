// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * main.c - the demonstration that script/demo shows
 */
#include <errno.h>
#include <string.h>

#include "demo.h"

int main(void)
{
	bool ok;

	sisheur_style_init();
	printf("libsisheur: where Linux would run a task that wakes up\n");
	sisheur_demo_here();
	sisheur_demo_machines();
	ok = sisheur_demo_curve();
	ok &= sisheur_demo_features();
	printf("\nColours: ");
	sisheur_paint(SISHEUR_PAINT_CORE, "a CPU of a wholly idle core");
	printf(", ");
	sisheur_paint(SISHEUR_PAINT_CPU, "an idle CPU");
	printf(", ");
	sisheur_paint(SISHEUR_PAINT_BUSY, "a busy CPU");
	printf(".  More: sisheur --help\n");
	errno = 0;
	if (fflush(stdout) || ferror(stdout)) {
		sisheur_message("demo: standard output: %s", strerror(errno));
		return SISHEUR_EXIT_BAD;
	}
	return ok ? SISHEUR_EXIT_DONE : SISHEUR_EXIT_FAILED;
}
