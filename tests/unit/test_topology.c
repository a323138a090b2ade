// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_topology.c - machines from sysfs, from a text and from hwloc
 *
 * Each good sysfs is read twice: by the library and, where it was built with
 * it, by hwloc, whose reader of the same files nobody here has written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_sysfs.h"
#include "rows_topology.h"

#ifdef SISHEUR_HAVE_HWLOC
#include <hwloc.h>
#endif

#define SISHEUR_COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static void sisheur_same_groups(const char *row, const char *what,
				const struct sisheur_groups *got,
				const struct sisheur_groups *want)
{
	unsigned int cpu;

	for (cpu = 0; cpu < want->nr_cpus; cpu++)
		if (got->lowest[cpu] != want->lowest[cpu])
			fail_msg("%s: the lowest CPU of CPU %u's %s is %d, expected %d",
				 row, cpu, what, got->lowest[cpu],
				 want->lowest[cpu]);
}

/* Groups of a topology against groups of a row, as far as CPUs are online. */
static void sisheur_check_groups(const char *row, const char *what,
				 const struct sisheur_topology *t,
				 const int *number, const char *notation)
{
	static struct sisheur_groups got, want;

	sisheur_groups_read(&want, notation, t->domains.nr_cpus);
	sisheur_groups_keep(&want, t->online);
	sisheur_groups_number(&got, number, t->domains.nr_cpus);
	sisheur_same_groups(row, what, &got, &want);
}

/* The cores of a topology; also, that next goes once around each. */
static void sisheur_check_cores(const char *row,
				const struct sisheur_topology *t,
				const char *notation)
{
	const struct sisheur_domains *d = &t->domains;
	static struct sisheur_groups got, want;
	unsigned int cpu, cores = 0;

	sisheur_groups_read(&want, notation, d->nr_cpus);
	sisheur_groups_keep(&want, t->online);
	got.nr_cpus = d->nr_cpus;
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		unsigned int next = d->next[cpu];

		assert_in_range(next, 0, d->nr_cpus - 1);
		if (d->core[next] != d->core[cpu] ||
		    (next <= cpu && next != d->core[cpu]))
			fail_msg("%s: next of CPU %u is %u", row, cpu, next);
		got.lowest[cpu] = (int)d->core[cpu];
		if (want.lowest[cpu] == SISHEUR_NONE)
			want.lowest[cpu] = (int)cpu;
		else
			cores += want.lowest[cpu] == (int)cpu;
	}
	sisheur_same_groups(row, "core", &got, &want);
	assert_int_equal(t->nr_cores, cores);
}

static void sisheur_check_machine(const char *row,
				  const struct sisheur_topology *t,
				  const char *online, const char *cores,
				  const char *llc, const char *clusters,
				  const char *packages, int smt,
				  unsigned int numbering)
{
	const struct sisheur_domains *d = &t->domains;
	unsigned long set[SISHEUR_WORDS(SISHEUR_MAX_CPUS)];
	unsigned int cpu;

	assert_true(sisheur_cpulist_parse(online, set, d->nr_cpus, NULL));
	for (cpu = 0; cpu < d->nr_cpus; cpu++)
		if (sisheur_cpuset_test(set, d->nr_cpus, cpu) !=
		    sisheur_cpuset_test(t->online, d->nr_cpus, cpu))
			fail_msg("%s: CPU %u is %s", row, cpu,
				 sisheur_cpuset_test(set, d->nr_cpus, cpu) ?
					 "offline" : "online");
	sisheur_check_cores(row, t, cores);
	sisheur_check_groups(row, "LLC domain", t, d->llc, llc);
	sisheur_check_groups(row, "package", t, t->package, packages);
	if (d->clusters != (*clusters != '\0'))
		fail_msg("%s: clusters are %sactive", row,
			 d->clusters ? "" : "in");
	if (d->clusters)
		sisheur_check_groups(row, "cluster", t, d->cluster, clusters);
	if (d->smt != smt)
		fail_msg("%s: smt is %d", row, d->smt);
	if (d->numbering != numbering)
		fail_msg("%s: numbering is %u, expected %u", row, d->numbering,
			 numbering);
}

static const char *sisheur_or(const char *value, const char *otherwise)
{
	return value ? value : otherwise;
}

static void sisheur_check_row(const struct sisheur_sysfs_row *row,
			      const struct sisheur_topology *t)
{
	const struct sisheur_fake_machine *m = &row->machine;

	sisheur_check_machine(row->name, t, sisheur_or(m->online, m->possible),
			      sisheur_or(row->cores, m->cores), row->llc,
			      row->clusters,
			      sisheur_or(row->packages,
					 sisheur_or(m->packages, "*8192")),
			      row->smt, row->numbering);
}

static void sisheur_sysfs_root(char *sys, size_t size, const char *root)
{
	assert_true((size_t)snprintf(sys, size, "%s/sys", root) < size);
}

/* One topology for all rows: what an earlier machine left must be gone. */
static void test_sysfs(void **state)
{
	struct sisheur_topology t = { 0 };
	char root[256], sys[300];
	size_t i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sisheur_sysfs_rows); i++) {
		const struct sisheur_sysfs_row *row = &sisheur_sysfs_rows[i];
		struct sisheur_error error;
		unsigned int nr_cpus;

		sisheur_fake_root(root, sizeof(root));
		nr_cpus = sisheur_fake_sysfs(root, &row->machine);
		sisheur_sysfs_root(sys, sizeof(sys), root);
		if (!sisheur_topology_from_sysfs(&t, sys, &error))
			fail_msg("%s: %s", row->name, error.text);
		sisheur_fake_remove(root);
		assert_int_equal(t.domains.nr_cpus, nr_cpus);
		sisheur_check_row(row, &t);
	}
	sisheur_topology_free(&t);
}

static const struct sisheur_fake_machine sisheur_good = {
	.possible = "0-3", .isolated = "", .smt = "1", .cores = "*2",
	.clusters = "*4", .caches = { { 3, "Unified", "*4" } },
};

/* After a failure a topology is empty but valid, and can be built again. */
static void sisheur_check_empty(struct sisheur_topology *t)
{
	assert_int_equal(t->domains.nr_cpus, 0);
	assert_int_equal(t->domains.nr_llcs, 0);
	assert_int_equal(t->nr_cores, 0);
	assert_int_equal(sisheur_llc_of(&t->domains, 0), SISHEUR_NONE);
	assert_true(sisheur_topology_from_text(t, "core:2 pu:2", NULL));
}

static void sisheur_check_sysfs_error(const char *root, const char *text)
{
	struct sisheur_topology t = { 0 };
	struct sisheur_error error = { .line = 77 };
	char sys[300], want[512];
	size_t prefix;

	sisheur_sysfs_root(sys, sizeof(sys), root);
	assert_true(sisheur_topology_from_text(&t, "core:4 pu:2", NULL));
	assert_false(sisheur_topology_from_sysfs(&t, sys, NULL));
	sisheur_check_empty(&t);
	assert_false(sisheur_topology_from_sysfs(&t, sys, &error));
	sisheur_check_empty(&t);
	sisheur_topology_free(&t);
	assert_int_equal(error.line, 0);
	prefix = (size_t)snprintf(want, sizeof(want),
				  "%s/" SISHEUR_FAKE_CPUS "/%s", sys,
				  text ? text : "");
	if (text)
		assert_string_equal(error.text, want);
	else
		assert_memory_equal(error.text, want, prefix);
}

static void test_bad_sysfs(void **state)
{
	char root[256], path[512];
	size_t i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sisheur_bad_sysfs_rows); i++) {
		const struct sisheur_bad_sysfs_row *row =
			&sisheur_bad_sysfs_rows[i];

		sisheur_fake_root(root, sizeof(root));
		sisheur_fake_sysfs(root, &sisheur_good);
		sisheur_fake_path(path, sizeof(path), root, row->file);
		if (!row->bytes || !strcmp(row->bytes, "/"))
			assert_return_code(remove(path), errno);
		if (row->bytes && !strcmp(row->bytes, "/"))
			assert_return_code(mkdir(path, 0777), errno);
		else if (row->bytes)
			sisheur_fake_write(root, row->file, row->bytes,
					   row->size ? row->size :
						       strlen(row->bytes));
		sisheur_check_sysfs_error(root, row->error);
		sisheur_fake_remove(root);
	}
}

static void test_torn_sysfs(void **state)
{
	char root[256];
	size_t i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sisheur_torn_rows); i++) {
		sisheur_fake_root(root, sizeof(root));
		sisheur_fake_sysfs(root, &sisheur_torn_rows[i].machine);
		sisheur_check_sysfs_error(root, sisheur_torn_rows[i].error);
		sisheur_fake_remove(root);
	}
}

/* What a table of contents cannot say. */
static void test_odd_sysfs(void **state)
{
	static char endless[65536], list[SISHEUR_MAX_CPUS * 5 + 2];
	struct sisheur_topology t = { 0 };
	struct sisheur_error error;
	char root[256], sys[300], path[512];
	size_t length = 0;
	unsigned int cpu;

	(void)state;
	sisheur_fake_root(root, sizeof(root));
	sisheur_fake_sysfs(root, &sisheur_good);
	sisheur_sysfs_root(sys, sizeof(sys), root);

	/* The longest list there can be, and one that is longer. */
	for (cpu = 0; cpu < SISHEUR_MAX_CPUS; cpu++)
		length += (size_t)sprintf(list + length, "%u,", cpu);
	list[length - 1] = '\n';
	sisheur_fake_write(root, "possible", list, length);
	if (!sisheur_topology_from_sysfs(&t, sys, &error))
		fail_msg("%s", error.text);
	assert_int_equal(t.domains.nr_cpus, SISHEUR_MAX_CPUS);
	memset(endless, '0', sizeof(endless));
	sisheur_fake_write(root, "possible", endless, sizeof(endless));
	sisheur_check_sysfs_error(root,
				  "possible: longer than a list of 8192 CPUs");
	sisheur_fake_print(root, "possible", "0-3");

	/* A FIFO must not hang the reader; a loop of links has an errno. */
	sisheur_fake_path(path, sizeof(path), root, "online");
	assert_return_code(remove(path), errno);
	assert_return_code(mkfifo(path, 0666), errno);
	sisheur_check_sysfs_error(root, "online: names no CPU");
	assert_return_code(remove(path), errno);
	assert_return_code(symlink("online", path), errno);
	sisheur_check_sysfs_error(root,
		"online: Too many levels of symbolic links");
	assert_return_code(remove(path), errno);
	sisheur_fake_print(root, "online", "0-3");

	/* No cache at all is a machine; a file in its place is none. */
	sisheur_fake_path(path, sizeof(path), root, "cpu3/cache");
	sisheur_fake_remove(path);
	sisheur_fake_write(root, "cpu3/cache", "", 0);
	sisheur_check_sysfs_error(root, "cpu3/cache: Not a directory");
	sisheur_fake_remove(root);

	/* A root that is too long to be shown leaves room for the reason. */
	memset(endless, 'a', 400);
	endless[400] = '\0';
	assert_false(sisheur_topology_from_sysfs(&t, endless, &error));
	assert_string_equal(error.text,
		"...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"
		SISHEUR_FAKE_CPUS
		": File name too long; accepted is /sys or a copy of it");
	assert_false(sisheur_topology_from_sysfs(&t, "/dev/null", &error));
	assert_string_equal(error.text, "/dev/null/" SISHEUR_FAKE_CPUS
		": Not a directory; accepted is /sys or a copy of it");
	sisheur_topology_free(&t);
}

/* A cache of which the kernel knows too little is as good as none. */
static void test_silent_caches(void **state)
{
	static const char *const files[] = { "level", "type",
					     "shared_cpu_list" };
	struct sisheur_fake_machine machine = sisheur_good;
	size_t i;

	(void)state;
	machine.clusters = NULL;
	machine.caches[0] = (struct sisheur_fake_cache){ 2, "Unified", "*2" };
	machine.caches[1] = (struct sisheur_fake_cache){ 3, "Unified", "*4" };
	for (i = 0; i < SISHEUR_COUNT(files); i++) {
		struct sisheur_topology t = { 0 };
		char root[256], sys[300], path[512], file[128];
		struct sisheur_error error;
		unsigned int cpu;

		sisheur_fake_root(root, sizeof(root));
		sisheur_fake_sysfs(root, &machine);
		for (cpu = 0; cpu < 4; cpu++) {
			snprintf(file, sizeof(file), "cpu%u/cache/index1/%s",
				 cpu, files[i]);
			sisheur_fake_path(path, sizeof(path), root, file);
			assert_return_code(remove(path), errno);
		}
		/* A directory without digits is no cache. */
		sisheur_fake_print(root, "cpu0/cache/index/level", "9");
		sisheur_fake_print(root, "cpu0/cache/index0b/level", "9");
		sisheur_sysfs_root(sys, sizeof(sys), root);
		if (!sisheur_topology_from_sysfs(&t, sys, &error))
			fail_msg("without %s: %s", files[i], error.text);
		sisheur_check_groups(files[i], "LLC domain", &t, t.domains.llc,
				     "*2");
		sisheur_topology_free(&t);
		sisheur_fake_remove(root);
	}
}

/* The machine that runs the test, or a clear word that there is no sysfs. */
static void test_this_machine(void **state)
{
	struct sisheur_topology t = { 0 };
	struct sisheur_error error;
	unsigned int cpu;
	bool ok = sisheur_topology_from_sysfs(&t, NULL, &error);

	(void)state;
	if (access("/sys/" SISHEUR_FAKE_CPUS, F_OK)) {
		assert_false(ok);
		assert_string_equal(error.text, "/sys/" SISHEUR_FAKE_CPUS
			": No such file or directory; accepted is /sys or a copy of it");
		return;
	}
	if (!ok)
		fail_msg("%s", error.text);
	assert_int_equal(sisheur_cpuset_weight(t.online, t.domains.nr_cpus),
			 sysconf(_SC_NPROCESSORS_ONLN));
	assert_in_range(t.nr_packages, 1, t.nr_cores);
	for (cpu = 0; cpu < t.domains.nr_cpus; cpu++) {
		int llc = sisheur_llc_of(&t.domains, cpu);

		assert_int_equal(t.package[cpu] != SISHEUR_NONE,
				 sisheur_cpuset_test(t.online,
						     t.domains.nr_cpus, cpu));
		/* Siblings share caches unless one of them is isolated. */
		if (llc != SISHEUR_NONE &&
		    sisheur_llc_of(&t.domains, t.domains.core[cpu]) !=
			    SISHEUR_NONE)
			assert_true(sisheur_share_llc(&t.domains, cpu,
						      t.domains.core[cpu]));
	}
	sisheur_topology_free(&t);
}

static void test_text(void **state)
{
	struct sisheur_topology t = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sisheur_text_rows); i++) {
		const struct sisheur_text_row *row = &sisheur_text_rows[i];
		struct sisheur_error error;
		char online[32];

		if (!sisheur_topology_from_text(&t, row->text, &error))
			fail_msg("%s: %s", row->text, error.text);
		assert_int_equal(t.domains.nr_cpus, row->nr_cpus);
		snprintf(online, sizeof(online), "0-%u", row->nr_cpus - 1);
		sisheur_check_machine(row->text, &t, online, row->cores,
				      row->llc, row->clusters, row->packages,
				      row->smt, row->numbering);
	}
	sisheur_topology_free(&t);
}

/* Every row is refused, with or without a place for the reason. */
static void sisheur_check_refused(
	bool (*from)(struct sisheur_topology *, const char *,
		     struct sisheur_error *),
	const struct sisheur_bad_text_row *row)
{
	struct sisheur_error error = { .line = 77 };
	struct sisheur_topology t = { 0 };

	if (from(&t, row->text, NULL))
		fail_msg("\"%s\" is accepted", row->text);
	sisheur_check_empty(&t);
	assert_false(from(&t, row->text, &error));
	sisheur_check_empty(&t);
	sisheur_topology_free(&t);
	assert_int_equal(error.line, 0);
	assert_string_equal(error.text, row->error);
}

static void test_bad_text(void **state)
{
	static char word[1000];
	struct sisheur_topology t = { 0 };
	struct sisheur_error error;
	size_t i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sisheur_bad_text_rows); i++)
		sisheur_check_refused(sisheur_topology_from_text,
				      &sisheur_bad_text_rows[i]);
	/* A word longer than the message: the message is whole. */
	memset(word, '1', sizeof(word) - 1);
	memcpy(word, "core:", 5);
	assert_false(sisheur_topology_from_text(&t, word, &error));
	assert_string_equal(error.text,
		"core:11111111111111111111111111111111111: bad count; accepted is 1 to 8192");
}

#ifdef SISHEUR_HAVE_HWLOC

/* "@NAME" is a file beside the tests. */
static void sisheur_source(char *source, size_t size, const char *text)
{
	if (*text == '@')
		snprintf(source, size, SISHEUR_DATA "/hwloc/%s", text + 1);
	else
		snprintf(source, size, "%s", text);
}

static void test_hwloc(void **state)
{
	struct sisheur_topology t = { 0 };
	size_t i;

	(void)state;
	assert_true(sisheur_topology_has_hwloc());
	for (i = 0; i < SISHEUR_COUNT(sisheur_hwloc_rows); i++) {
		const struct sisheur_text_row *row = &sisheur_hwloc_rows[i];
		struct sisheur_error error;
		char source[1024], online[32];
		bool offline = strstr(row->text, "offline");

		sisheur_source(source, sizeof(source), row->text);
		if (!sisheur_topology_from_hwloc(&t, source, &error))
			fail_msg("%s: %s", row->text, error.text);
		assert_int_equal(t.domains.nr_cpus, row->nr_cpus);
		snprintf(online, sizeof(online), "0-%u",
			 row->nr_cpus - 1);
		sisheur_check_machine(row->text, &t,
				      offline ? "0-3,6" : online, row->cores,
				      row->llc, row->clusters, row->packages,
				      row->smt, row->numbering);
	}
	sisheur_topology_free(&t);
}

static void test_bad_hwloc(void **state)
{
	struct sisheur_topology t = { 0 };
	struct sisheur_error error;
	char source[1024];
	size_t i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sisheur_bad_hwloc_rows); i++)
		sisheur_check_refused(sisheur_topology_from_hwloc,
				      &sisheur_bad_hwloc_rows[i]);
	for (i = 0; i < SISHEUR_COUNT(sisheur_bad_hwloc_files); i++) {
		const struct sisheur_bad_text_row *row =
			&sisheur_bad_hwloc_files[i];

		sisheur_source(source, sizeof(source), row->text);
		assert_return_code(access(source, R_OK), errno);
		assert_false(sisheur_topology_from_hwloc(&t, source, &error));
		sisheur_check_empty(&t);
		if (!strstr(error.text, row->error))
			fail_msg("%s: %s", row->text, error.text);
	}
	sisheur_topology_free(&t);
}

/* Export what hwloc's own reader finds below @root. */
static void sisheur_hwloc_export(const char *root, const char *file)
{
	hwloc_topology_t machine;

	assert_return_code(setenv("HWLOC_FSROOT", root, 1), errno);
	assert_return_code(setenv("HWLOC_COMPONENTS", "linux,stop", 1), errno);
	assert_int_equal(hwloc_topology_init(&machine), 0);
	assert_int_equal(hwloc_topology_load(machine), 0);
	assert_int_equal(hwloc_topology_export_xml(machine, file, 0), 0);
	hwloc_topology_destroy(machine);
	assert_return_code(unsetenv("HWLOC_FSROOT"), errno);
	assert_return_code(unsetenv("HWLOC_COMPONENTS"), errno);
}

static void test_hwloc_agrees(void **state)
{
	struct sisheur_topology t = { 0 };
	char root[256], file[300];
	unsigned int compared = 0;
	size_t i;

	(void)state;
	for (i = 0; i < SISHEUR_COUNT(sisheur_sysfs_rows); i++) {
		const struct sisheur_sysfs_row *row = &sisheur_sysfs_rows[i];
		struct sisheur_error error;

		if (row->hwloc_differs)
			continue;
		sisheur_fake_root(root, sizeof(root));
		sisheur_fake_sysfs(root, &row->machine);
		snprintf(file, sizeof(file), "%s/machine.xml", root);
		sisheur_hwloc_export(root, file);
		if (!sisheur_topology_from_hwloc(&t, file, &error))
			fail_msg("%s: %s", row->name, error.text);
		sisheur_fake_remove(root);
		sisheur_check_row(row, &t);
		compared++;
	}
	assert_in_range(compared, SISHEUR_COUNT(sisheur_sysfs_rows) / 2,
			SISHEUR_COUNT(sisheur_sysfs_rows));
	sisheur_topology_free(&t);
}

#else

static void test_no_hwloc(void **state)
{
	static const struct sisheur_bad_text_row row = {
		"core:2 pu:2",
		"built without hwloc; install its headers (Debian: libhwloc-dev) and build again with -Dhwloc=enabled"
	};

	(void)state;
	assert_false(sisheur_topology_has_hwloc());
	sisheur_check_refused(sisheur_topology_from_hwloc, &row);
}

#endif /* SISHEUR_HAVE_HWLOC */

/* "Zero it, set nr_cpus and what you know." */
static void test_labels(void **state)
{
	static const int pairs[] = { 0, 1, 0, 1 };
	static const int far[] = { 0, 1, 0, 4 };
	static const struct {
		const int *core;
		const int *llc;
		unsigned int smt;
		bool ok, active;
		unsigned int nr_llcs, nr_cores;
	} rows[] = {
		{ NULL, NULL, SISHEUR_SMT_DERIVE, true, false, 1, 4 },
		{ pairs, NULL, SISHEUR_SMT_DERIVE, true, true, 1, 2 },
		{ pairs, pairs, SISHEUR_SMT_OFF, true, false, 2, 2 },
		{ NULL, NULL, SISHEUR_SMT_ON, true, true, 1, 4 },
		{ NULL, NULL, SISHEUR_SMT_ON + 1, false, false, 0, 0 },
		{ far, NULL, SISHEUR_SMT_DERIVE, false, false, 0, 0 },
		{ NULL, far, SISHEUR_SMT_DERIVE, false, false, 0, 0 },
	};
	struct sisheur_topology t = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct sisheur_labels labels = {
			.nr_cpus = 4,
			.core = rows[i].core,
			.llc = rows[i].llc,
			.smt = rows[i].smt,
		};
		struct sisheur_error error = { .text = "" };

		assert_int_equal(sisheur_topology_build(&t, &labels, &error),
				 rows[i].ok);
		assert_int_equal(!error.text[0], rows[i].ok);
		assert_int_equal(t.domains.smt, rows[i].active);
		assert_int_equal(t.domains.nr_llcs, rows[i].nr_llcs);
		assert_int_equal(t.nr_cores, rows[i].nr_cores);
		assert_int_equal(t.nr_packages, rows[i].ok);
	}
	sisheur_topology_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_labels),
		cmocka_unit_test(test_sysfs),
		cmocka_unit_test(test_bad_sysfs),
		cmocka_unit_test(test_torn_sysfs),
		cmocka_unit_test(test_odd_sysfs),
		cmocka_unit_test(test_silent_caches),
		cmocka_unit_test(test_this_machine),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_bad_text),
#ifdef SISHEUR_HAVE_HWLOC
		cmocka_unit_test(test_hwloc),
		cmocka_unit_test(test_bad_hwloc),
		cmocka_unit_test(test_hwloc_agrees),
#else
		cmocka_unit_test(test_no_hwloc),
#endif
	};

	return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
