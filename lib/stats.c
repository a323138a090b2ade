// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "private.h"

SISHEUR_DEF void sisheur_stats_add(struct sisheur_stats *stats,
				   const struct sisheur_choice *choice)
{
	SISHEUR_ASSERT(stats && choice);
	stats->search++;
	stats->domain_search += choice->scanned;
	/* In the width of the counter: UINT_MAX looks would wrap to none. */
	stats->scanned += 1ULL + choice->scan_probes;
	stats->failed += choice->failed;
}

/* part / whole in thousandths of a percent, to nearest; part <= whole. */
SISHEUR_INLINE unsigned long long sisheur_ratio(unsigned long long part,
					       unsigned long long whole)
{
	const unsigned long long scale = 100 * 1000;
	unsigned int i;

	if (!whole)
		return 0;
	/* The product would wrap: 2 * scale has 18 bits, which must be free. */
	sisheur_for(i, 0, 18) {
		if (whole > ~0ULL / (2 * scale)) {
			part /= 2;
			whole /= 2;
		}
	}
	return sisheur_div64(part * scale + whole / 2, whole);
}

SISHEUR_DEF bool sisheur_stats_ratios(const struct sisheur_stats *stats,
				      struct sisheur_ratios *ratios)
{
	unsigned long long found, fast;

	SISHEUR_ASSERT(stats && ratios);
	if (stats->failed > stats->domain_search ||
	    stats->domain_search > stats->search ||
	    stats->search > stats->scanned)
		return false;

	found = stats->search - stats->failed;
	fast = stats->search - stats->domain_search;
	ratios->se_eff = sisheur_ratio(found, stats->scanned);
	ratios->dom_eff = sisheur_ratio(stats->domain_search - stats->failed,
					stats->scanned - fast);
	ratios->fast_rate = sisheur_ratio(fast, stats->search);
	ratios->success_rate = sisheur_ratio(found, stats->search);
	return true;
}
