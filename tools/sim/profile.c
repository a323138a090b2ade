// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * profile.c - whose rules place: "NAME" or "NAME+FEATURE,..."
 */
#include <stdlib.h>
#include <string.h>

#include <sisheur/case.h>

#include "sim.h"

static bool known(const char *text, size_t length, unsigned int *id)
{
	for (*id = 0; *id < SISHEUR_NR_PROFILES; ++*id) {
		const char *name = sisheur_profile_name(*id);

		if (strlen(name) == length && !memcmp(name, text, length))
			return true;
	}
	return false;
}

static void unknown(const char *option, const char *text, size_t length)
{
	char names[200] = "";
	size_t at = 0;
	unsigned int id;

	for (id = 0; id < SISHEUR_NR_PROFILES && at < sizeof(names); id++)
		at += (size_t)snprintf(names + at, sizeof(names) - at, "%s%s",
				       id ? ", " : "",
				       sisheur_profile_name(id));
	sisheur_message("sisheur sim: %s: unknown profile '%.*s'; accepted are "
			"%s, each with or without +FEATURE,...", option,
			(int)(length > 40 ? 40 : length), text, names);
}

static bool add_features(const char *option, const char *text,
			 struct sisheur_profile *profile)
{
	struct sisheur_error error = { 0 };

	if (!text || sisheur_features_parse(text, &profile->features, &error))
		return true;
	sisheur_message("sisheur sim: %s: %s", option, error.text);
	return false;
}

/* One spelling of a profile: by it are runs told apart. */
static char *spell(unsigned int id, unsigned int features)
{
	unsigned int differ = features ^ sisheur_profile(id)->features, bit;
	char text[400], separator = '+';
	size_t at = (size_t)snprintf(text, sizeof(text), "%s",
				     sisheur_profile_name(id));

	for (bit = 0; bit < SISHEUR_NR_FEATURES && at < sizeof(text); bit++) {
		if (!(differ >> bit & 1))
			continue;
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%c%s%s",
				       separator,
				       features >> bit & 1 ? "" : "NO_",
				       sisheur_feature_name(bit));
		separator = ',';
	}
	return strcpy(sisheur_alloc(NULL, strlen(text) + 1), text);
}

bool sisheur_profile_read(const char *option, const char *text,
			  const char *more, struct sisheur_profile *profile,
			  char **label)
{
	size_t length = strcspn(text, "+");
	unsigned int id;

	if (!known(text, length, &id)) {
		unknown(option, text, length);
		return false;
	}
	*profile = *sisheur_profile(id);
	if (text[length] && !add_features(option, text + length + 1, profile))
		return false;
	if (!add_features("--features", more, profile))
		return false;
	*label = spell(id, profile->features);
	return true;
}
