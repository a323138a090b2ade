// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * digest.c - a million answers as one number
 *
 * Built for several machines and run there (or under qemu-user), all of them
 * must print the same line.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../common/digest.h"

static void print_choice(const char *who, const struct sisheur_choice *c)
{
	fprintf(stderr, "  %s: cpu=%d step=%u recent=%u hint=%u scanned=%d failed=%d\n",
		who, c->cpu, c->step, c->recent, c->hint, c->scanned,
		c->failed);
}

static int usage(void)
{
	fprintf(stderr, "usage: digest [ANSWERS [SEED]]\n"
		"Prints \"digest ANSWERS HEX\"; the same everywhere.\n"
		"Exit: 0 done, 1 walk and word scan differ, 2 bad usage.\n");
	return 2;
}

int main(int argc, char **argv)
{
	static struct sisheur_gen gen;
	unsigned long n = SISHEUR_DIGEST_ANSWERS;
	unsigned long long seed = 1;
	struct sisheur_digest digest;
	char *end;

	if (argc > 3)
		return usage();
	if (argc > 1) {
		n = strtoul(argv[1], &end, 10);
		if (end == argv[1] || *end)
			return usage();
	}
	if (argc > 2) {
		seed = strtoull(argv[2], &end, 0);
		if (end == argv[2] || *end)
			return usage();
	}
	sisheur_gen_init(&gen, seed, NULL);
	sisheur_digest_init(&digest);
	if (!sisheur_digest_run(&digest, &gen, n)) {
		fprintf(stderr, "digest: walk and word scan differ in %lu of %lu answers, first in wake-up %lu of seed %llu\n",
			digest.differ, n, digest.first, seed);
		print_choice("walk", &digest.walked);
		print_choice("scan", &digest.scanned);
		return 1;
	}
	printf("digest %lu %016llx\n", digest.answers, digest.hash);
	return 0;
}
