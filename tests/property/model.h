/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * model.h - the rules of the Linux profiles once more, as plainly as possible
 *
 * An independent answer to hold the library's against.  It knows no ladders,
 * no words and no numberings: a set is an array of bool, a core scan erases
 * the siblings of every core that it entered from a scratch array, as Linux
 * does, and what differs from release to release is an if on the spot.  It
 * shares no function with the library, only its structures.
 */
#ifndef SISHEUR_TESTS_MODEL_H
#define SISHEUR_TESTS_MODEL_H

#include <sisheur/sisheur.h>

/** MODEL_MAX_CPUS - the largest machine that the model knows */
#ifndef MODEL_MAX_CPUS
#define MODEL_MAX_CPUS	SISHEUR_MAX_CPUS
#endif

/**
 * struct model_answer - where a wake-up goes
 * @cpu:    the CPU
 * @step:   enum sisheur_step that decided
 * @recent: the wakee's recent_used_cpu afterwards
 * @hint:   the hint of the target's domain afterwards; 0 without a domain
 * @hint_cleared: the hint was cleared on the way
 * @probes: looks on the way
 * @scan_probes: those of the domain scan
 */
struct model_answer {
	int cpu;
	unsigned int step;
	unsigned int recent;
	int hint;
	bool hint_cleared;
	unsigned int probes;
	unsigned int scan_probes;
};

/**
 * model_select() - where a wake-up goes, by the rules of a Linux release
 * @profile_id: one of SISHEUR_LINUX_...
 * @features:   enum sisheur_feature, or-ed: all that are on; those that no
 *	release and no mail has are not known
 * @w:          the wake-up, every CPU number of it below nr_cpus
 * @answer:     where to store it
 */
void model_select(unsigned int profile_id, unsigned int features,
		  const struct sisheur_wakeup *w, struct model_answer *answer);

#endif /* SISHEUR_TESTS_MODEL_H */
