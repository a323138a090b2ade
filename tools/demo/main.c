// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * main.c - the demonstration that script/demo shows
 */
#include <signal.h>

#include "demo.h"

int main(void)
{
	bool ok;

	/* script/demo | head is told, and not killed. */
	signal(SIGPIPE, SIG_IGN);
	sisheur_style_init();
	printf("libsisheur: where Linux would run a task that wakes up\n");
	sisheur_demo_here();
	sisheur_demo_machines();
	ok = sisheur_demo_curve();
	ok &= sisheur_demo_features();
	printf("\nMore: sisheur --help, in build-demo/tools/.\n");
	return sisheur_finish("demo", ok ? SISHEUR_EXIT_DONE :
					   SISHEUR_EXIT_FAILED);
}
