// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Spelling: profiles, features and steps, as people write them. */
#include <stdio.h>
#include <string.h>

#include "hosted.h"

static const char *const sisheur_profile_names[SISHEUR_NR_PROFILES] = {
	[SISHEUR_LINUX_5_18] = "linux-5.18",
	[SISHEUR_LINUX_6_1] = "linux-6.1",
	[SISHEUR_LINUX_6_12] = "linux-6.12",
	[SISHEUR_LINUX_7_1] = "linux-7.1",
	[SISHEUR_OWN] = "sisheur",
};

/* In the order of their bits: enum sisheur_feature. */
static const char *const sisheur_feature_names[SISHEUR_NR_FEATURES] = {
	"SIS_UTIL",
	"SIS_PROP",
	"SIS_PAIR",
	"SIS_IDLE_CORE",
	"SIS_FREE_LOOKS",
	"SIS_TRUE_HINT",
	"SIS_KEEP_HINT",
	"SIS_TRULY_IDLE",
	"SIS_AGED_UTIL",
	"SIS_SPREAD",
	"SIS_PAIR_LARGE",
	"SIS_PAIR_SCARCE",
	"SIS_PAIR_FITS",
	"SIS_PAIR_STACK",
	"SIS_CLAIM",
};

static const char *const sisheur_step_names[SISHEUR_NR_STEPS] = {
	[SISHEUR_STEP_NONE] = "none",
	[SISHEUR_STEP_TARGET] = "target",
	[SISHEUR_STEP_PAIR] = "pair",
	[SISHEUR_STEP_PREV] = "prev",
	[SISHEUR_STEP_KTHREAD] = "kthread",
	[SISHEUR_STEP_RECENT] = "recent",
	[SISHEUR_STEP_NO_DOMAIN] = "no domain",
	[SISHEUR_STEP_SMT] = "smt",
	[SISHEUR_STEP_SCAN] = "scan",
	[SISHEUR_STEP_LATE] = "late",
	[SISHEUR_STEP_LAST] = "last",
};

SISHEUR_DEF const char *sisheur_profile_name(unsigned int id)
{
	return id < SISHEUR_NR_PROFILES ? sisheur_profile_names[id] : NULL;
}

SISHEUR_DEF const char *sisheur_feature_name(unsigned int bit)
{
	return bit < SISHEUR_NR_FEATURES ? sisheur_feature_names[bit] : NULL;
}

SISHEUR_DEF const char *sisheur_step_name(unsigned int step)
{
	return step < SISHEUR_NR_STEPS ? sisheur_step_names[step] : "?";
}

static bool sisheur_feature_parse(const char *name, size_t length,
				  unsigned int *features)
{
	bool off = length > 3 && !memcmp(name, "NO_", 3);
	unsigned int bit;

	if (off) {
		name += 3;
		length -= 3;
	}
	for (bit = 0; bit < SISHEUR_NR_FEATURES; bit++) {
		const char *known = sisheur_feature_names[bit];

		if (strlen(known) != length || memcmp(known, name, length))
			continue;
		if (off)
			*features &= ~(1U << bit);
		else
			*features |= 1U << bit;
		return true;
	}
	return false;
}

static bool sisheur_unknown_feature(const char *text, size_t length,
				    struct sisheur_error *error)
{
	char known[400] = "";
	size_t at = 0;
	unsigned int bit;

	for (bit = 0; bit < SISHEUR_NR_FEATURES && at < sizeof(known); bit++)
		at += (size_t)snprintf(known + at, sizeof(known) - at, "%s%s",
				       bit ? ", " : "",
				       sisheur_feature_names[bit]);
	return sisheur_fail(error,
		"unknown feature \"%.*s\"; accepted, each with or without NO_, are %s",
		(int)(length > 40 ? 40 : length), text, known);
}

SISHEUR_DEF bool sisheur_features_parse(const char *text,
					unsigned int *features,
					struct sisheur_error *error)
{
	/* On a copy: half a list would be neither the old set nor the new. */
	unsigned int set = *features;

	for (;;) {
		size_t length = strcspn(text, ",");

		if (!sisheur_feature_parse(text, length, &set))
			return sisheur_unknown_feature(text, length, error);
		if (!text[length])
			break;
		text += length + 1;
	}
	*features = set;
	return true;
}
