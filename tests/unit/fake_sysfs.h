/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fake_sysfs.h - a sysfs of any machine, written into a directory of its own
 */
#ifndef SISHEUR_TESTS_FAKE_SYSFS_H
#define SISHEUR_TESTS_FAKE_SYSFS_H

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "groups.h"

#define SISHEUR_FAKE_CACHES	4

/**
 * struct sisheur_fake_cache - one cache index of every CPU that is in a group
 * @level:  level; 0 ends the table
 * @type:   Data, Instruction or Unified
 * @shared: who shares it, as groups
 */
struct sisheur_fake_cache {
	unsigned int level;
	const char *type;
	const char *shared;
};

/**
 * struct sisheur_fake_machine - a machine as sysfs shows it
 * @possible: cpulist
 * @online:   cpulist; NULL: as possible
 * @isolated: cpulist; NULL: no file
 * @smt:      smt/active; NULL: no file
 * @cores:    groups; all CPUs must be in one
 * @clusters: groups; NULL: no files, as before Linux 5.16
 * @packages: groups; NULL: one
 * @caches:   none: no cache directories
 * @old:      with the file names that Linux had before 5.3
 * @offline_siblings: lists name CPUs that are offline, too
 */
struct sisheur_fake_machine {
	const char *possible;
	const char *online;
	const char *isolated;
	const char *smt;
	const char *cores;
	const char *clusters;
	const char *packages;
	struct sisheur_fake_cache caches[SISHEUR_FAKE_CACHES];
	bool old;
	bool offline_siblings;
};

/* The names that a relation has, below the directory of a CPU. */
struct sisheur_fake_file {
	const char *list;
	const char *mask;
};

#define SISHEUR_FAKE_CPUS	"devices/system/cpu"

static inline void sisheur_fake_path(char *path, size_t size, const char *root,
			     const char *name)
{
	assert_true((size_t)snprintf(path, size, "%s/sys/" SISHEUR_FAKE_CPUS "/%s",
				     root, name) < size);
}

/* Make every directory above @path. */
static inline void sisheur_fake_parents(char *path)
{
	char *slash;

	for (slash = path + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(path, 0777) && errno != EEXIST)
			fail_msg("%s: %s", path, strerror(errno));
		*slash = '/';
	}
}

static inline void sisheur_fake_write(const char *root, const char *name,
			      const char *bytes, size_t size)
{
	char path[512];
	FILE *file;

	sisheur_fake_path(path, sizeof(path), root, name);
	file = fopen(path, "w");
	if (!file) {
		sisheur_fake_parents(path);
		file = fopen(path, "w");
	}
	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
		fail_msg("%s: %s", path, strerror(errno));
}

static inline void sisheur_fake_print(const char *root, const char *name,
			      const char *line)
{
	char text[65536];
	int n = snprintf(text, sizeof(text), "%s\n", line);

	assert_in_range(n, 1, sizeof(text) - 1);
	sisheur_fake_write(root, name, text, (size_t)n);
}

/* The same set as the kernel's bitmap files have it: words of 32 bits. */
static inline void sisheur_fake_mask(const char *root, const char *name,
				     const unsigned long *set,
				     unsigned int nr_cpus)
{
	char text[SISHEUR_MAX_CPUS / 32 * 9 + 1], *end = text;
	unsigned int i, bit;

	for (i = (nr_cpus + 31) / 32; i-- > 0;) {
		unsigned int word = 0;

		for (bit = 0; bit < 32; bit++)
			if (sisheur_cpuset_test(set, nr_cpus, i * 32 + bit))
				word |= 1U << bit;
		end += sprintf(end, i ? "%08x," : "%08x", word);
	}
	sisheur_fake_print(root, name, text);
}

/* The group of a CPU, as a list and as a bitmap. */
static inline void sisheur_fake_group(const char *root, unsigned int cpu,
				      const struct sisheur_fake_file *file,
				      const struct sisheur_groups *g)
{
	unsigned long set[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	char list[65536], path[128];

	if (g->lowest[cpu] == SISHEUR_NONE)
		return;
	sisheur_groups_members(g, cpu, set);
	sisheur_cpulist_print(list, sizeof(list), set, g->nr_cpus);
	snprintf(path, sizeof(path), "cpu%u/%s", cpu, file->list);
	sisheur_fake_print(root, path, list);
	snprintf(path, sizeof(path), "cpu%u/%s", cpu, file->mask);
	sisheur_fake_mask(root, path, set, g->nr_cpus);
}

static inline void sisheur_fake_column(const char *root, const char *notation,
				       const struct sisheur_fake_file *file,
				       unsigned int nr_cpus,
				       const unsigned long *online, bool all)
{
	static struct sisheur_groups g;
	unsigned int cpu;

	sisheur_groups_read(&g, notation, nr_cpus);
	if (!all)
		sisheur_groups_keep(&g, online);
	for (cpu = 0; cpu < nr_cpus; cpu++)
		if (sisheur_cpuset_test(online, nr_cpus, cpu))
			sisheur_fake_group(root, cpu, file, &g);
}

static inline void sisheur_fake_cache(const char *root, const struct sisheur_fake_cache *cache,
			      unsigned int index, unsigned int nr_cpus,
			      const unsigned long *online, bool all)
{
	static struct sisheur_groups g;
	char name[128], mask[128], value[16];
	const struct sisheur_fake_file file = { name, mask };
	unsigned int cpu;

	snprintf(name, sizeof(name), "cache/index%u/shared_cpu_list", index);
	snprintf(mask, sizeof(mask), "cache/index%u/shared_cpu_map", index);
	sisheur_fake_column(root, cache->shared, &file, nr_cpus, online, all);
	sisheur_groups_read(&g, cache->shared, nr_cpus);
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		if (!sisheur_cpuset_test(online, nr_cpus, cpu) ||
		    g.lowest[cpu] == SISHEUR_NONE)
			continue;
		snprintf(name, sizeof(name), "cpu%u/cache/index%u/level", cpu,
			 index);
		snprintf(value, sizeof(value), "%u", cache->level);
		sisheur_fake_print(root, name, value);
		snprintf(name, sizeof(name), "cpu%u/cache/index%u/type", cpu,
			 index);
		sisheur_fake_print(root, name, cache->type);
	}
}

/* Returns the number of CPUs; @root is what stands for the root of it all. */
static inline unsigned int sisheur_fake_sysfs(const char *root,
				      const struct sisheur_fake_machine *m)
{
	/* Today's names and those before Linux 5.3. */
	static const struct sisheur_fake_file cores[] = {
		{ "topology/core_cpus_list", "topology/core_cpus" },
		{ "topology/thread_siblings_list", "topology/thread_siblings" },
	};
	static const struct sisheur_fake_file packages[] = {
		{ "topology/package_cpus_list", "topology/package_cpus" },
		{ "topology/core_siblings_list", "topology/core_siblings" },
	};
	static const struct sisheur_fake_file clusters = {
		"topology/cluster_cpus_list", "topology/cluster_cpus",
	};
	const char *online_list = m->online ? m->online : m->possible;
	unsigned long possible[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	unsigned long online[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	unsigned int nr_cpus = 0;
	unsigned int i;
	char name[64];

	assert_true(sisheur_cpulist_parse(m->possible, possible,
					  SISHEUR_MAX_CPUS, NULL));
	for (i = 0; i < SISHEUR_MAX_CPUS; i++)
		if (sisheur_cpuset_test(possible, SISHEUR_MAX_CPUS, i))
			nr_cpus = i + 1;
	assert_true(sisheur_cpulist_parse(online_list, online, nr_cpus, NULL));

	sisheur_fake_print(root, "possible", m->possible);
	sisheur_fake_print(root, "present", m->possible);
	sisheur_fake_print(root, "online", online_list);
	for (i = 0; i < nr_cpus; i++) {
		if (!sisheur_cpuset_test(possible, nr_cpus, i))
			continue;
		snprintf(name, sizeof(name), "cpu%u/online", i);
		sisheur_fake_print(root, name,
				   sisheur_cpuset_test(online, nr_cpus, i) ?
					   "1" : "0");
	}
	if (m->isolated)
		sisheur_fake_print(root, "isolated", m->isolated);
	if (m->smt)
		sisheur_fake_print(root, "smt/active", m->smt);
	sisheur_fake_column(root, m->cores, &cores[m->old], nr_cpus, online,
			    m->offline_siblings);
	sisheur_fake_column(root, m->packages ? m->packages : "*8192",
			    &packages[m->old], nr_cpus, online,
			    m->offline_siblings);
	if (m->clusters)
		sisheur_fake_column(root, m->clusters, &clusters, nr_cpus,
				    online, m->offline_siblings);
	for (i = 0; i < SISHEUR_FAKE_CACHES && m->caches[i].level; i++)
		sisheur_fake_cache(root, &m->caches[i], i, nr_cpus, online,
			   m->offline_siblings);
	return nr_cpus;
}

static inline int sisheur_fake_remove_one(const char *path, const struct stat *status,
				  int flag, struct FTW *where)
{
	(void)status;
	(void)flag;
	(void)where;
	return remove(path);
}

/* Make a directory; give it back with sisheur_fake_remove(). */
static inline void sisheur_fake_root(char *root, size_t size)
{
	const char *tmp = getenv("TMPDIR");

	/* Thirty machines are a hundred thousand files: minutes on a disk. */
	if (!tmp)
		tmp = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
	snprintf(root, size, "%s/sisheur-XXXXXX", tmp);
	if (!mkdtemp(root))
		fail_msg("%s: %s", root, strerror(errno));
}

static inline void sisheur_fake_remove(const char *root)
{
	assert_return_code(nftw(root, sisheur_fake_remove_one, 16,
				FTW_DEPTH | FTW_PHYS), errno);
}

#endif /* SISHEUR_TESTS_FAKE_SYSFS_H */
