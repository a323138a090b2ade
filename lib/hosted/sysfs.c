// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sysfs.c - the machine of a Linux sysfs
 *
 * Which files are there, and what Linux means by them, is in
 * Documentation/ABI/stable/sysfs-devices-system-cpu and
 * Documentation/admin-guide/cputopology.rst of Linux 6.12.  Only lists are
 * read: identifiers such as physical_package_id or cluster_id are -1 or 65535
 * where firmware is silent, and equal ones then mean nothing.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "levels.h"

#define SISHEUR_CPU_DIR	"devices/system/cpu"

/* "8189,8191," and the like for every CPU: no list is longer. */
#define SISHEUR_MAX_LIST	(SISHEUR_MAX_CPUS * 5)

/* The longest: cpu8191/topology/package_cpus_list, cpu8191/cache/indexN/... */
#define SISHEUR_MAX_NAME	128

/* Bytes of the root that an error shows; the rest must hold file and reason. */
#define SISHEUR_SHOWN_ROOT	64

/**
 * struct sisheur_reader - a sysfs being read
 * @root:   as the caller named it
 * @dir:    its SISHEUR_CPU_DIR, open; -1 before
 * @levels: what was found
 * @set:    the CPUs that the last list named; room for SISHEUR_MAX_CPUS
 * @weight: [lowest CPU of a group] CPUs in it, for the relation being read
 * @split:  room for one flag per CPU
 * @text:   the last file, terminated
 * @error:  the caller's
 */
struct sisheur_reader {
	const char *root;
	int dir;
	struct sisheur_levels levels;
	unsigned long set[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	unsigned int weight[SISHEUR_MAX_CPUS];
	bool split[SISHEUR_MAX_CPUS];
	char text[SISHEUR_MAX_LIST + 2];
	struct sisheur_error *error;
};

/* What became of a file that need not exist. */
enum sisheur_found { SISHEUR_BAD, SISHEUR_ABSENT, SISHEUR_READ };

/* State what is wrong with a file.  Always returns false. */
static bool __attribute__((__format__(__printf__, 3, 4)))
sisheur_wrong(struct sisheur_reader *r, const char *file, const char *format,
	      ...)
{
	char reason[sizeof(r->error->text)];
	size_t length = strlen(r->root);
	bool cut = length > SISHEUR_SHOWN_ROOT;
	const char *root = r->root + (cut ? length - SISHEUR_SHOWN_ROOT : 0);
	va_list args;

	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	return sisheur_fail(r->error, "%s%s/" SISHEUR_CPU_DIR "%s%s: %s",
			    cut ? "..." : "", root, *file ? "/" : "", file,
			    reason);
}

static enum sisheur_found sisheur_read_file(struct sisheur_reader *r,
					    const char *file)
{
	size_t length = 0;
	ssize_t n;
	/* Without O_NONBLOCK a FIFO in a copy of a sysfs would hang us. */
	int fd = openat(r->dir, file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 && errno == ENOENT)
		return SISHEUR_ABSENT;
	if (fd < 0) {
		sisheur_wrong(r, file, "%s", strerror(errno));
		return SISHEUR_BAD;
	}
	do {
		n = read(fd, r->text + length, sizeof(r->text) - length);
		if (n > 0)
			length += (size_t)n;
	} while (length < sizeof(r->text) &&
		 (n > 0 || (n < 0 && errno == EINTR)));
	if (n < 0)
		sisheur_wrong(r, file, "%s", strerror(errno));
	close(fd);
	if (n < 0)
		return SISHEUR_BAD;
	if (length == sizeof(r->text)) {
		sisheur_wrong(r, file, "longer than a list of %u CPUs",
			      SISHEUR_MAX_CPUS);
		return SISHEUR_BAD;
	}
	r->text[length] = '\0';
	if (strlen(r->text) != length) {
		sisheur_wrong(r, file,
			      "holds a NUL byte; accepted is a line of text");
		return SISHEUR_BAD;
	}
	return SISHEUR_READ;
}

/* Read a cpulist into the reader's set. */
static enum sisheur_found sisheur_read_list(struct sisheur_reader *r,
					    const char *file,
					    unsigned int nr_cpus)
{
	struct sisheur_error reason;
	enum sisheur_found found = sisheur_read_file(r, file);

	if (found != SISHEUR_READ)
		return found;
	if (sisheur_cpulist_parse(r->text, r->set, nr_cpus, &reason))
		return SISHEUR_READ;
	sisheur_wrong(r, file, "%s", reason.text);
	return SISHEUR_BAD;
}

/* Read a number from 0 to @max. */
static enum sisheur_found sisheur_read_number(struct sisheur_reader *r,
					      const char *file,
					      unsigned int max,
					      unsigned int *value)
{
	enum sisheur_found found = sisheur_read_file(r, file);
	unsigned int number = 0;
	const char *p = r->text;

	if (found != SISHEUR_READ)
		return found;
	for (; isdigit((unsigned char)*p) && number <= max; p++)
		number = number * 10 + (unsigned int)(*p - '0');
	if (p == r->text || number > max || (*p && strcmp(p, "\n"))) {
		sisheur_wrong(r, file, "no number; accepted is 0 to %u", max);
		return SISHEUR_BAD;
	}
	*value = number;
	return SISHEUR_READ;
}

static bool sisheur_is_online(const struct sisheur_reader *r, unsigned int cpu)
{
	return sisheur_cpuset_test(r->levels.online, r->levels.nr_cpus, cpu);
}

/* possible, online, isolated and smt/active. */
static bool sisheur_read_machine(struct sisheur_reader *r)
{
	unsigned int nr_cpus = 0;
	unsigned int smt;
	enum sisheur_found found;
	unsigned int i;
	int cpu;

	found = sisheur_read_list(r, "possible", SISHEUR_MAX_CPUS);
	if (found == SISHEUR_ABSENT)
		return sisheur_wrong(r, "possible",
				     "no such file; a copy of /sys has it");
	if (found == SISHEUR_BAD)
		return false;
	for (cpu = sisheur_cpuset_next(r->set, SISHEUR_MAX_CPUS, 0); cpu >= 0;
	     cpu = sisheur_cpuset_next(r->set, SISHEUR_MAX_CPUS, nr_cpus))
		nr_cpus = (unsigned int)cpu + 1;
	if (!nr_cpus)
		return sisheur_wrong(r, "possible", "names no CPU");
	if (!sisheur_levels_init(&r->levels, nr_cpus, r->error))
		return false;

	found = sisheur_read_list(r, "online", nr_cpus);
	if (found == SISHEUR_ABSENT)
		return sisheur_wrong(r, "online",
				     "no such file; a copy of /sys has it");
	if (found == SISHEUR_BAD)
		return false;
	if (sisheur_cpuset_next(r->set, nr_cpus, 0) == SISHEUR_NONE)
		return sisheur_wrong(r, "online", "names no CPU");
	for (i = 0; i < SISHEUR_WORDS(nr_cpus); i++)
		r->levels.online[i] = r->set[i];

	found = sisheur_read_list(r, "isolated", nr_cpus);
	if (found == SISHEUR_BAD)
		return false;
	for (i = 0; found == SISHEUR_READ && i < SISHEUR_WORDS(nr_cpus); i++)
		r->levels.isolated[i] = r->set[i];

	found = sisheur_read_number(r, "smt/active", 1, &smt);
	if (found == SISHEUR_READ)
		r->levels.smt = smt ? SISHEUR_SMT_ON : SISHEUR_SMT_OFF;
	return found != SISHEUR_BAD;
}

/*
 * Enter the group that the file of @cpu names, the reader's set, among those
 * of the CPUs below @cpu: each must be named by exactly its own members.
 */
static bool sisheur_enter_group(struct sisheur_reader *r, int *label,
				unsigned int cpu, const char *file)
{
	unsigned int nr = r->levels.nr_cpus;
	unsigned int weight = 0;
	int lowest, member, other;
	unsigned int i;

	/* Some copies and hypervisors name siblings that are offline. */
	for (i = 0; i < SISHEUR_WORDS(nr); i++)
		r->set[i] &= r->levels.online[i];
	if (!sisheur_cpuset_test(r->set, nr, cpu))
		return sisheur_wrong(r, file, "does not name CPU %u itself",
				     cpu);
	lowest = label[cpu] == SISHEUR_NONE ? (int)cpu : label[cpu];
	for (member = sisheur_cpuset_next(r->set, nr, 0);
	     member != SISHEUR_NONE;
	     member = sisheur_cpuset_next(r->set, nr,
					  (unsigned int)member + 1)) {
		weight++;
		if (label[member] == lowest)
			continue;
		other = label[member] != SISHEUR_NONE ? label[member] : lowest;
		if (other != (int)cpu)
			return sisheur_wrong(
				r, file,
				"names CPU %d, against the file of CPU %d",
				member, other);
		label[member] = lowest;
	}
	if (lowest == (int)cpu)
		r->weight[cpu] = weight;
	if (weight != r->weight[lowest])
		return sisheur_wrong(
			r, file,
			"leaves out a CPU that the file of CPU %d names",
			lowest);
	return true;
}

/*
 * Read which CPUs @cpu shares a level with.  The kernel renamed its files in
 * 5.3, @old is what they were called before; NULL: there were none.
 */
static bool sisheur_read_group(struct sisheur_reader *r, int *label,
			       unsigned int cpu, const char *name,
			       const char *old)
{
	unsigned int nr = r->levels.nr_cpus;
	char file[SISHEUR_MAX_NAME];
	enum sisheur_found found;

	snprintf(file, sizeof(file), "cpu%u/topology/%s", cpu, name);
	found = sisheur_read_list(r, file, nr);
	if (found == SISHEUR_ABSENT && !old) {
		/* Linux before 5.16 has no clusters. */
		label[cpu] = (int)cpu;
		return true;
	}
	if (found == SISHEUR_ABSENT) {
		snprintf(file, sizeof(file), "cpu%u/topology/%s", cpu, old);
		found = sisheur_read_list(r, file, nr);
	}
	if (found == SISHEUR_ABSENT)
		return sisheur_wrong(
			r, file,
			"no such file, nor %s; CPU %u is online and needs one",
			name, cpu);
	return found == SISHEUR_READ &&
	       sisheur_enter_group(r, label, cpu, file);
}

/* The level of a cache if it can be an LLC; else 0. */
static enum sisheur_found sisheur_read_cache_level(struct sisheur_reader *r,
						   unsigned int cpu,
						   unsigned int index,
						   unsigned int *level)
{
	char file[SISHEUR_MAX_NAME];
	enum sisheur_found found;

	*level = 0;
	snprintf(file, sizeof(file), "cpu%u/cache/index%u/type", cpu, index);
	found = sisheur_read_file(r, file);
	if (found != SISHEUR_READ)
		return found;
	if (!strcmp(r->text, "Instruction\n"))
		return SISHEUR_READ;
	if (strcmp(r->text, "Data\n") && strcmp(r->text, "Unified\n")) {
		sisheur_wrong(
			r, file,
			"no type of cache; accepted are Data, Instruction and Unified");
		return SISHEUR_BAD;
	}
	snprintf(file, sizeof(file), "cpu%u/cache/index%u/level", cpu, index);
	/* CPUID and CLIDR_EL1 know seven levels; ACPI may add some. */
	return sisheur_read_number(r, file, 15, level);
}

/*
 * Read who shares the highest cache of @cpu.  The kernel leaves out files of
 * what it does not know, so a cache without a level, a type or a list, and a
 * CPU without caches, are no errors: such a CPU keeps no label here.
 */
static bool sisheur_read_llc(struct sisheur_reader *r, unsigned int cpu)
{
	unsigned int best = 0, best_index = 0;
	char name[SISHEUR_MAX_NAME];
	struct dirent *entry;
	enum sisheur_found found = SISHEUR_READ;
	DIR *caches;
	int fd;

	snprintf(name, sizeof(name), "cpu%u/cache", cpu);
	fd = openat(r->dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return true;
	caches = fd < 0 ? NULL : fdopendir(fd);
	if (!caches) {
		sisheur_wrong(r, name, "%s", strerror(errno));
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (found != SISHEUR_BAD && (entry = readdir(caches))) {
		unsigned int index, level;
		int end = 0;

		if (sscanf(entry->d_name, "index%3u%n", &index, &end) != 1 ||
		    entry->d_name[end])
			continue;
		found = sisheur_read_cache_level(r, cpu, index, &level);
		if (found != SISHEUR_READ || level < best || !level)
			continue;
		snprintf(name, sizeof(name),
			 "cpu%u/cache/index%u/shared_cpu_list", cpu, index);
		found = sisheur_read_list(r, name, r->levels.nr_cpus);
		if (found != SISHEUR_READ)
			continue;
		if (level == best) {
			sisheur_wrong(
				r, name,
				"a second data cache of level %u, beside index%u",
				level, best_index);
			found = SISHEUR_BAD;
		}
		best = level;
		best_index = index;
	}
	closedir(caches);
	if (found == SISHEUR_BAD)
		return false;
	if (!best)
		return true;
	snprintf(name, sizeof(name), "cpu%u/cache/index%u/shared_cpu_list", cpu,
		 best_index);
	return sisheur_read_list(r, name, r->levels.nr_cpus) == SISHEUR_READ &&
	       sisheur_enter_group(r, r->levels.llc, cpu, name);
}

/* CPUs of a package of which sysfs knows no cache share one, as in Linux. */
static void sisheur_share_package(struct sisheur_reader *r)
{
	const struct sisheur_levels *l = &r->levels;
	unsigned int cpu;
	int *lowest = (int *)r->weight;

	for (cpu = 0; cpu < l->nr_cpus; cpu++)
		lowest[cpu] = SISHEUR_NONE;
	for (cpu = 0; cpu < l->nr_cpus; cpu++) {
		if (!sisheur_is_online(r, cpu) || l->llc[cpu] != SISHEUR_NONE)
			continue;
		if (lowest[l->package[cpu]] == SISHEUR_NONE)
			lowest[l->package[cpu]] = (int)cpu;
		l->llc[cpu] = lowest[l->package[cpu]];
	}
}

/*
 * Widen the groups of a level until each holds whole groups of the level below
 * it, as Linux's domain builder does: where firmware hides a cache, or one is
 * smaller than the cluster around it, the lists of sysfs are too narrow.
 * Groups that cut each other have no such reading.
 */
static bool sisheur_nest(struct sisheur_reader *r, const int *inner, int *outer,
			 const char *inner_name, const char *outer_name)
{
	unsigned int nr = r->levels.nr_cpus;
	unsigned int cpu;

	for (cpu = 0; cpu < nr; cpu++)
		r->split[cpu] = false;
	for (cpu = 0; cpu < nr; cpu++)
		if (sisheur_is_online(r, cpu) &&
		    outer[cpu] != outer[inner[cpu]])
			r->split[inner[cpu]] = true;
	for (cpu = 0; cpu < nr; cpu++) {
		char file[SISHEUR_MAX_NAME];
		int here, lowest;

		if (!sisheur_is_online(r, cpu))
			continue;
		here = inner[cpu];
		lowest = inner[outer[cpu]];
		if (here == lowest || (!r->split[here] && !r->split[lowest]))
			continue;
		snprintf(file, sizeof(file), "cpu%u", cpu);
		return sisheur_wrong(
			r, file,
			"its %s holds a part of a %s and CPUs outside it; one must hold the other",
			outer_name, inner_name);
	}
	for (cpu = 0; cpu < nr; cpu++)
		if (sisheur_is_online(r, cpu) && r->split[inner[cpu]])
			outer[cpu] = inner[cpu];
	return true;
}

static bool sisheur_read_levels(struct sisheur_reader *r)
{
	struct sisheur_levels *l = &r->levels;
	unsigned int cpu;

	for (cpu = 0; cpu < l->nr_cpus; cpu++)
		if (sisheur_is_online(r, cpu) &&
		    !sisheur_read_group(r, l->core, cpu, "core_cpus_list",
					"thread_siblings_list"))
			return false;
	for (cpu = 0; cpu < l->nr_cpus; cpu++)
		if (sisheur_is_online(r, cpu) &&
		    !sisheur_read_group(r, l->package, cpu, "package_cpus_list",
					"core_siblings_list"))
			return false;
	for (cpu = 0; cpu < l->nr_cpus; cpu++)
		if (sisheur_is_online(r, cpu) &&
		    !sisheur_read_group(r, l->cluster, cpu, "cluster_cpus_list",
					NULL))
			return false;
	for (cpu = 0; cpu < l->nr_cpus; cpu++)
		if (sisheur_is_online(r, cpu) && !sisheur_read_llc(r, cpu))
			return false;
	sisheur_share_package(r);
	return sisheur_nest(r, l->core, l->package, "core", "package") &&
	       sisheur_nest(r, l->core, l->cluster, "core", "cluster") &&
	       sisheur_nest(r, l->core, l->llc, "core", "LLC domain") &&
	       sisheur_nest(r, l->cluster, l->llc, "cluster", "LLC domain");
}

SISHEUR_DEF bool sisheur_topology_from_sysfs(struct sisheur_topology *topology,
					     const char *root,
					     struct sisheur_error *error)
{
	struct sisheur_reader *r = calloc(1, sizeof(*r));
	bool ok = false;
	char *path;

	if (error)
		error->line = 0;
	if (!r) {
		sisheur_topology_free(topology);
		return sisheur_fail(error, "out of memory");
	}
	r->root = root ? root : "/sys";
	r->error = error;
	r->dir = -1;
	path = malloc(strlen(r->root) + sizeof("/" SISHEUR_CPU_DIR));
	if (path) {
		strcat(strcpy(path, r->root), "/" SISHEUR_CPU_DIR);
		r->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (r->dir < 0)
			sisheur_wrong(r, "",
				      "%s; accepted is /sys or a copy of it",
				      strerror(errno));
		else
			ok = sisheur_read_machine(r) &&
			     sisheur_read_levels(r) &&
			     sisheur_levels_build(topology, &r->levels, error);
		if (r->dir >= 0)
			close(r->dir);
	} else {
		sisheur_fail(error, "out of memory");
	}
	if (!ok)
		sisheur_topology_free(topology);
	sisheur_levels_free(&r->levels);
	free(path);
	free(r);
	return ok;
}
