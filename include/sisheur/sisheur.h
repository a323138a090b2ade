/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/sisheur.h - Linux's wake-up placement, as a library
 *
 * Include this for all that every environment has.  What needs an operating
 * system stands apart: topology.h builds domains, claim.h finds CPUs and takes
 * them, case.h reads and prints wake-ups, harness.h tests placements, sim.h
 * simulates machines full of tasks.
 *
 * Which header answers which question:
 *
 *   cpuset.h   what is a set of CPUs
 *   domain.h   what does the machine look like to a wake-up
 *   kept.h     what can be kept about the idle CPUs, for large machines
 *   nr_scan.h  how many CPUs may a wake-up look at
 *   idle.h     which CPU or core is idle
 *   pair.h     do these two tasks belong together
 *   select.h   where does this wake-up go
 *   stats.h    was the search worth its cost
 *
 * What may run beside what.  Functions keep no state, so any may run beside any
 * other on data of its own.  On shared data:
 *
 *   data                              readers beside writers?
 *   idle, sched_idle, claimed maps    yes: each word is read once a look, and
 *                                     an answer may be out of date at once
 *   struct sisheur_kept, its maps     readers yes, in the same way; one writer
 *   allowed, fits                     yes, in the same way
 *   *has_idle_cores, *nr_idle_scan    yes: each is one int, read once
 *   struct sisheur_claims (claim.h)   yes: any number of writers and readers
 *   struct sisheur_domains, tables    no: replace the whole
 *   struct sisheur_task               no: one writer, and readers that accept
 *                                     a name or count of a moment ago
 *   struct sisheur_stats              no: keep one per CPU and add them up
 *
 * What is stored after a placement (the hint, the recent CPU) is stored by the
 * caller, with whatever its environment calls a single store.  A map that more
 * than one thread takes CPUs from is what claim.h is for.
 */
#ifndef SISHEUR_SISHEUR_H
#define SISHEUR_SISHEUR_H

#include <sisheur/cpuset.h>
#include <sisheur/domain.h>
#include <sisheur/idle.h>
#include <sisheur/kept.h>
#include <sisheur/nr_scan.h>
#include <sisheur/pair.h>
#include <sisheur/port.h>
#include <sisheur/select.h>
#include <sisheur/stats.h>

#endif /* SISHEUR_SISHEUR_H */
