/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sisheur/stats.h - is the search worth what it costs
 *
 * Four counters and four ratios, as schedstat patches have used them since
 * 2021 and as the SIS_UTIL mail publishes them.
 */
#ifndef SISHEUR_STATS_H
#define SISHEUR_STATS_H

#include <sisheur/select.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct sisheur_stats - counters of searches
 * @search:        wake-ups that looked for a CPU
 * @domain_search: those that had to scan the domain
 * @scanned:       one per search, and one per CPU probed in the scan
 * @failed:        domain scans that found nothing
 *
 * Add the counters of several CPUs field by field.
 */
struct sisheur_stats {
	unsigned long long search;
	unsigned long long domain_search;
	unsigned long long scanned;
	unsigned long long failed;
};

/**
 * struct sisheur_ratios - the four ratios, in thousandths of a percent
 * @se_eff:       found / scanned; 100 % means that no search scanned a domain
 * @dom_eff:      the same for domain scans alone; 50 % means that the first CPU
 *	of each was usable, since a search counts as one itself
 * @fast_rate:    searches that needed no domain scan
 * @success_rate: searches that no failed domain scan ended; a busy CPU that a
 *	step without a look answers counts as found, as in Linux
 */
struct sisheur_ratios {
	unsigned long long se_eff;
	unsigned long long dom_eff;
	unsigned long long fast_rate;
	unsigned long long success_rate;
};

/**
 * sisheur_stats_add() - count one placement
 * @stats:  the counters; they wrap after 2^64 events
 * @choice: the placement; made with count_probes set, or @scanned counts
 *	searches alone
 *
 * Linux counterpart.  The sis_* counters of Mel Gorman's patch, 2021; never
 * merged.
 *
 * Cost.  Four additions.
 */
SISHEUR_DEF void sisheur_stats_add(struct sisheur_stats *stats,
				   const struct sisheur_choice *choice);

/**
 * sisheur_stats_ratios() - the four ratios of some counters
 * @stats:  the counters
 * @ratios: where to store the ratios; untouched on error
 *
 * With found = search - failed and fast = search - domain_search:
 * se_eff = found / scanned, dom_eff = (domain_search - failed) /
 * (scanned - fast), fast_rate = fast / search, success_rate = found / search.
 * Anything over 0 is 0.  Integer arithmetic, rounded to nearest.
 *
 * Why an error.  Counters read while others add to them can contradict each
 * other; a ratio above 100 % would be believed.
 *
 * Cost.  Four divisions of 64 bits.
 *
 * Return: true; false if the counters contradict each other: more failed than
 * domain searches, more domain searches than searches, fewer scanned than
 * searches.
 */
SISHEUR_DEF bool sisheur_stats_ratios(const struct sisheur_stats *stats,
				      struct sisheur_ratios *ratios);

#ifdef __cplusplus
}
#endif

#endif /* SISHEUR_STATS_H */
