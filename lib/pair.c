// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "private.h"

SISHEUR_DEF void sisheur_record_wakee(struct sisheur_task *waker,
				      unsigned long long wakee,
				      unsigned long long now_ns)
{
	SISHEUR_ASSERT(waker);
	if (now_ns - waker->decayed_ns > SISHEUR_FLIP_DECAY_NS) {
		waker->flips /= 2;
		waker->decayed_ns = now_ns;
	}
	if (waker->last_wakee == wakee)
		return;
	waker->last_wakee = wakee;
	/* Wrapped to 0, the widest waker of all would look like a partner. */
	if (waker->flips < ~0U)
		waker->flips++;
}

SISHEUR_DEF bool sisheur_is_pair(const struct sisheur_task *waker,
				 unsigned long long waker_name,
				 const struct sisheur_task *wakee,
				 unsigned long long wakee_name)
{
	SISHEUR_ASSERT(waker && wakee);
	return waker_name && wakee_name && waker->last_wakee == wakee_name &&
	       wakee->last_wakee == waker_name;
}

SISHEUR_DEF bool sisheur_is_wide(unsigned int waker_flips,
				 unsigned int wakee_flips,
				 unsigned int llc_weight)
{
	unsigned int more = waker_flips, less = wakee_flips;

	if (more < less) {
		more = wakee_flips;
		less = waker_flips;
	}
	return less >= llc_weight &&
	       more >= (unsigned long long)less * llc_weight;
}

SISHEUR_DEF int sisheur_pair_sibling(const struct sisheur_scan *scan,
				     unsigned int *probes)
{
	SISHEUR_ASSERT(scan && scan->domains);
	return scan->domains->smt ? sisheur_scan_siblings(scan, probes) :
				    SISHEUR_NONE;
}
