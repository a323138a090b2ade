/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * digest.h - many answers in one number
 *
 * Two builds of the library that give one digest for one seed gave the same
 * answers, whatever their word size, byte order, compiler or kernel.  Each
 * wake-up is asked twice, once by the counting walk and once by the word scan:
 * a digest over answers that contradict each other would mean nothing.
 */
#ifndef SISHEUR_TESTS_DIGEST_H
#define SISHEUR_TESTS_DIGEST_H

#include "wakeup_gen.h"

/** SISHEUR_DIGEST_ANSWERS - how many answers, unless somebody says so */
#define SISHEUR_DIGEST_ANSWERS	1000000UL

/**
 * struct sisheur_digest - the answers so far
 * @hash:    FNV-1a, 64 bits
 * @answers: how many
 * @differ:  how often walk and word scan contradicted each other
 * @first:   the first such wake-up, counted from 0
 * @walked:  what the walk answered there
 * @scanned: what the word scan answered there
 */
struct sisheur_digest {
	unsigned long long hash;
	unsigned long answers;
	unsigned long differ;
	unsigned long first;
	struct sisheur_choice walked;
	struct sisheur_choice scanned;
};

static inline void sisheur_digest_init(struct sisheur_digest *digest)
{
	digest->hash = 0xcbf29ce484222325ULL;	/* FNV's offset basis */
	digest->answers = 0;
	digest->differ = 0;
	digest->first = 0;
}

/* The lowest byte first, so that the byte order of the machine is no matter. */
static inline void sisheur_digest_add(struct sisheur_digest *digest,
				      unsigned int value)
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		digest->hash ^= (value >> (8 * i)) & 0xff;
		digest->hash *= 0x100000001b3ULL;	/* FNV's prime */
	}
}

/* Is it one answer?  Probes are the walk's alone. */
static inline bool sisheur_digest_agree(const struct sisheur_choice *a,
					const struct sisheur_choice *b)
{
	return a->cpu == b->cpu && a->step == b->step &&
	       a->recent == b->recent && a->hint == b->hint &&
	       a->scanned == b->scanned && a->failed == b->failed;
}

/**
 * sisheur_digest_run() - answer some wake-ups more
 * @digest: begun with sisheur_digest_init()
 * @gen:    where the wake-ups come from
 * @n:      how many
 *
 * Return: true if walk and word scan agreed on all so far.
 */
static inline bool sisheur_digest_run(struct sisheur_digest *digest,
				      struct sisheur_gen *gen, unsigned long n)
{
	struct sisheur_choice walked, scanned;

	for (; n; n--) {
		sisheur_gen_next(gen);
		gen->wakeup.count_probes = true;
		sisheur_select(&gen->profile, &gen->wakeup, &walked);
		gen->wakeup.count_probes = false;
		sisheur_select(&gen->profile, &gen->wakeup, &scanned);
		if (!sisheur_digest_agree(&walked, &scanned) &&
		    !digest->differ++) {
			digest->first = digest->answers;
			digest->walked = walked;
			digest->scanned = scanned;
		}
		digest->answers++;
		sisheur_digest_add(digest, (unsigned int)walked.cpu);
		sisheur_digest_add(digest, walked.step);
		sisheur_digest_add(digest, walked.recent);
		sisheur_digest_add(digest, walked.hint);
		sisheur_digest_add(digest, walked.probes);
		sisheur_digest_add(digest, walked.scan_probes);
		sisheur_digest_add(digest, walked.scanned);
		sisheur_digest_add(digest, walked.failed);
	}
	return !digest->differ;
}

#endif /* SISHEUR_TESTS_DIGEST_H */
