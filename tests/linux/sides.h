/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One question to both sides: Linux's functions and the library.
 */
#ifndef SIDES_H
#define SIDES_H

#include <sisheur/case.h>

/* Number CPUs in no cluster as Linux does: see oracle_load(). */
extern bool linux_share_ids;

/*
 * What Linux answers a wake-up.  Its machine stays loaded for
 * compare_update().
 */
void ask_linux(const struct sisheur_case *c, struct sisheur_answer *answer);

/*
 * Compares the library with Linux in every way that it can be asked: the
 * counting walk over maps, the same through a function, the word scan.  What
 * the walk chose is for the statistics.
 */
void compare_wakeup(const struct sisheur_case *c, const char *place,
		    struct sisheur_choice *walked);

/* Compares what happens when a CPU of the loaded machine becomes idle. */
void compare_update(const struct sisheur_case *c, const char *place,
		    unsigned int cpu);

/* Writes a case and an answer to the details of the test. */
void show_case(const struct sisheur_case *c);
void show_answer(const char *whose, const struct sisheur_answer *answer,
		 const char *step);

#endif /* SIDES_H */
