// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ten-lines.c - where does Linux 6.12 put this wake-up
 *
 *   cc ten-lines.c $(pkg-config --cflags --libs sisheur) && ./a.out
 *
 * Prints:
 *   CPU 3
 */
#include <sisheur/case.h>
#include <stdio.h>

int main(void)
{
	struct sisheur_case c = { 0 };

	sisheur_case_parse(&c, "profile=linux-6.12 nr_cpus=8 idle=3,7 target=2 "
			   "cores=0,4/1,5/2,6/3,7 has_idle_cores=1", NULL);
	printf("CPU %d\n", sisheur_select(&c.profile, &c.wakeup, NULL));
	sisheur_case_free(&c);
}
