// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sample.c - which CPUs of this machine are idle right now
 *
 * No file tells what a run queue holds at this instant.  /proc/stat tells for
 * how long each CPU idled; over a short interval that is near enough to show,
 * and it is called what it is.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "demo.h"

/* A CPU that was busy for less than this counts as idle. */
#define SISHEUR_IDLE_BELOW	10	/* percent */

/**
 * struct sisheur_times - clock ticks of one CPU since boot
 * @idle: without work, waiting for a disk included
 * @all:  of every kind
 * @seen: /proc/stat names the CPU
 */
struct sisheur_times {
	unsigned long long idle;
	unsigned long long all;
	bool seen;
};

/* proc(5): user nice system idle iowait irq softirq steal [guest in user] */
static bool parse_times(const char *text, struct sisheur_times *times)
{
	unsigned long long v[8];
	size_t i;
	char *end;

	for (i = 0; i < 8; i++) {
		errno = 0;
		v[i] = strtoull(text, &end, 10);
		if (end == text || errno)
			return false;
		times->all += v[i];
		text = end;
	}
	times->idle = v[3] + v[4];
	times->seen = true;
	return true;
}

static bool read_times(struct sisheur_times *times, unsigned int nr_cpus)
{
	FILE *file = fopen("/proc/stat", "re");
	char *line = NULL, *end;
	size_t size = 0;
	bool any = false;

	if (!file)
		return false;
	memset(times, 0, nr_cpus * sizeof(*times));
	while (getline(&line, &size, file) > 0) {
		unsigned long cpu;

		if (strncmp(line, "cpu", 3) != 0 || line[3] < '0' ||
		    line[3] > '9')
			continue;
		cpu = strtoul(line + 3, &end, 10);
		if (cpu < nr_cpus)
			any |= parse_times(end, &times[cpu]);
	}
	free(line);
	fclose(file);
	if (!any)
		errno = ENODATA;
	return any;
}

/*
 * Sets who is idle and how busy each CPU is.  A CPU that went away or whose
 * clock stood still was seen doing nothing, which is not the same as idle: it
 * counts as busy.
 */
static void compare(struct sisheur_scene *scene,
		    const struct sisheur_times *before,
		    const struct sisheur_times *after)
{
	unsigned int nr = scene->topology->domains.nr_cpus, cpu;

	for (cpu = 0; cpu < nr; cpu++) {
		unsigned long long all = after[cpu].all - before[cpu].all;
		unsigned long long idle = after[cpu].idle - before[cpu].idle;
		unsigned int busy = 100;

		if (!sisheur_cpuset_test(scene->topology->online, nr, cpu))
			continue;
		/* iowait may run backwards: proc(5) */
		if (before[cpu].seen && after[cpu].seen && all > 0 &&
		    after[cpu].all > before[cpu].all && idle <= all)
			busy = (unsigned int)((all - idle) * 100 / all);
		scene->util[cpu] = busy;
		if (busy < SISHEUR_IDLE_BELOW)
			sisheur_set_cpu(scene->idle, cpu);
	}
}

bool sisheur_sample(struct sisheur_scene *scene, unsigned int milliseconds,
		    char *error, size_t size)
{
	unsigned int nr = scene->topology->domains.nr_cpus;
	struct timespec pause = {
		.tv_sec = milliseconds / 1000,
		.tv_nsec = milliseconds % 1000 * 1000000L,
	};
	struct sisheur_times *before, *after;
	bool ok;

	before = sisheur_alloc(NULL, nr * sizeof(*before));
	after = sisheur_alloc(NULL, nr * sizeof(*after));
	ok = read_times(before, nr);
	if (ok) {
		while (nanosleep(&pause, &pause) && errno == EINTR)
			;
		ok = read_times(after, nr);
	}
	if (ok) {
		compare(scene, before, after);
		sisheur_scene_derive(scene);
	} else {
		snprintf(error, size, "/proc/stat: %s", strerror(errno));
	}
	free(before);
	free(after);
	return ok;
}
