/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* rows_topology.h - machines, and what is wrong with descriptions of them */

/*
 * What must come out of a good sysfs.  Sets are groups (groups.h), and CPUs
 * that are offline count in none.  NULL for @cores and @packages: as the
 * machine has them.  @hwloc_differs: why hwloc reads the same files otherwise.
 */
static const struct sisheur_sysfs_row {
	const char *name;
	struct sisheur_fake_machine machine;
	const char *llc;
	const char *clusters;
	const char *cores;
	const char *packages;
	int smt;
	unsigned int numbering;
	const char *hwloc_differs;
} sisheur_sysfs_rows[] = {
	{
		.name = "one CPU",
		.machine = { .possible = "0", .cores = "*1", .clusters = "*1",
			     .caches = { { 1, "Data", "*1" },
					 { 1, "Instruction", "*1" },
					 { 2, "Unified", "*1" } } },
		.llc = "0", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "desktop, adjacent siblings",
		.machine = { .possible = "0-7", .cores = "*2", .clusters = "*2",
			     .smt = "1",
			     .caches = { { 1, "Data", "*2" },
					 { 1, "Instruction", "*2" },
					 { 2, "Unified", "*2" },
					 { 3, "Unified", "*8" } } },
		.llc = "0-7", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "two packages of 56 cores, split siblings",
		.machine = { .possible = "0-223", .cores = "%112",
			     .clusters = "%112", .smt = "1",
			     .packages = "0-55,112-167/56-111,168-223",
			     .caches = { { 2, "Unified", "%112" },
					 { 3, "Unified",
					   "0-55,112-167/56-111,168-223" } } },
		.llc = "0-55,112-167/56-111,168-223", .clusters = "",
		.smt = 1, .numbering = SISHEUR_NUMBERING_SPLIT,
	}, {
		.name = "LLCs of 16 CPUs in a package, split siblings",
		.machine = { .possible = "0-63", .cores = "%32",
			     .clusters = "%32",
			     .caches = { { 2, "Unified", "%32" },
					 { 3, "Unified",
					   "0-7,32-39/8-15,40-47/16-23,48-55/24-31,56-63" } } },
		.llc = "0-7,32-39/8-15,40-47/16-23,48-55/24-31,56-63",
		.clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_SPLIT,
	}, {
		.name = "SMT4, adjacent",
		.machine = { .possible = "0-31", .cores = "*4",
			     .packages = "*16",
			     .caches = { { 2, "Unified", "*4" },
					 { 3, "Unified", "*8" } } },
		.llc = "*8", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "SMT4, split",
		.machine = { .possible = "0-31", .cores = "%8",
			     .caches = { { 3, "Unified", "*32" } } },
		.llc = "0-31", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_SPLIT,
	}, {
		.name = "siblings anywhere",
		.machine = { .possible = "0-7", .cores = "0,3/1,6/2,5/4,7",
			     .caches = { { 3, "Unified", "0,3-4,7/1-2,5-6" } } },
		.llc = "0,3-4,7/1-2,5-6", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_IRREGULAR,
	}, {
		.name = "offline CPUs and a lone sibling",
		.machine = { .possible = "0-7", .online = "0-3,6",
			     .cores = "*2", .clusters = "*2", .smt = "1",
			     .caches = { { 3, "Unified", "*8" } } },
		.llc = "0-3,6", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "every sibling offline",
		.machine = { .possible = "0-7", .online = "0-3", .cores = "%4",
			     .clusters = "%4",
			     .caches = { { 3, "Unified", "*8" } } },
		.llc = "0-3", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "lists that name offline CPUs",
		.machine = { .possible = "0-7", .online = "1-3,6",
			     .cores = "*2", .clusters = "*2",
			     .offline_siblings = true,
			     .caches = { { 3, "Unified", "*8" } } },
		.llc = "1-3,6", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
		.hwloc_differs = "it does without sysfs where CPU 0 is offline",
	}, {
		.name = "numbers that no CPU has",
		.machine = { .possible = "0-3,8-11", .cores = "*2",
			     .packages = "*8",
			     .caches = { { 3, "Unified", "*8" } } },
		.llc = "0-3/8-11", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "no SMT, clusters of four, LLCs of 32",
		.machine = { .possible = "0-127", .cores = "*1",
			     .clusters = "*4", .packages = "*64",
			     .caches = { { 2, "Unified", "*1" },
					 { 3, "Unified", "*32" } } },
		.llc = "*32", .clusters = "*4", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "SMT2 and clusters of two cores",
		.machine = { .possible = "0-15", .cores = "*2",
			     .clusters = "*4",
			     .caches = { { 2, "Unified", "*4" },
					 { 3, "Unified", "*8" } } },
		.llc = "*8", .clusters = "*4", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "hybrid: only small cores in clusters",
		.machine = { .possible = "0-11", .smt = "1",
			     .cores = "0-1/2-3/4/5/6/7/8/9/10/11",
			     .clusters = "0-1/2-3/4-7/8-11",
			     .caches = { { 1, "Data",
					   "0-1/2-3/4/5/6/7/8/9/10/11" },
					 { 2, "Unified", "0-1/2-3/4-7/8-11" },
					 { 3, "Unified", "0-11" } } },
		.llc = "0-11", .clusters = "4-7/8-11", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "hybrid: two small cores without the third level",
		.machine = { .possible = "0-9", .smt = "1",
			     .cores = "0-1/2-3/4/5/6/7/8/9",
			     .clusters = "0-1/2-3/4-7/8-9",
			     .caches = { { 2, "Unified", "0-1/2-3/4-7/8-9" },
					 { 3, "Unified", "0-7" } } },
		.llc = "0-7/8-9", .clusters = "4-7", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "a cluster as large as the LLC domain",
		.machine = { .possible = "0-7", .cores = "*1",
			     .clusters = "*4",
			     .caches = { { 2, "Unified", "*4" } } },
		.llc = "*4", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "clusters of cores with private caches are LLC domains",
		.machine = { .possible = "0-7", .cores = "*1",
			     .clusters = "*2",
			     .caches = { { 2, "Unified", "*1" } } },
		.llc = "*2", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "clusters that firmware does not tell",
		.machine = { .possible = "0-7", .cores = "*2",
			     .clusters = "*1",
			     .caches = { { 3, "Unified", "*4" } } },
		.llc = "*4", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "virtual machine without caches",
		.machine = { .possible = "0-7", .cores = "*2",
			     .packages = "*4" },
		.llc = "*4", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	}, {
		.name = "caches of one package only",
		.machine = { .possible = "0-7", .cores = "*1",
			     .packages = "*4",
			     .caches = { { 2, "Unified", "0-1/2-3" } } },
		.llc = "0-1/2-3/4-7", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "virtual machine that calls its LLC private",
		.machine = { .possible = "0-3", .cores = "*2",
			     .caches = { { 3, "Unified", "*1" } } },
		.llc = "*2", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
		.hwloc_differs = "it keeps a cache inside a core",
	}, {
		.name = "a fourth level above packages' halves",
		.machine = { .possible = "0-7", .cores = "*1",
			     .caches = { { 3, "Unified", "*2" },
					 { 4, "Unified", "*8" } } },
		.llc = "*8", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "an instruction cache is never an LLC",
		.machine = { .possible = "0-7", .cores = "*1",
			     .caches = { { 2, "Data", "*4" },
					 { 3, "Instruction", "*8" } } },
		.llc = "*4", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
	}, {
		.name = "isolated CPUs are in no domain",
		.machine = { .possible = "0-7", .isolated = "2-3,7",
			     .cores = "*2",
			     .caches = { { 3, "Unified", "*8" } } },
		.llc = "0-1,4-6", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
		.hwloc_differs = "it knows nothing of isolated CPUs",
	}, {
		.name = "isolation leaves one CPU of a cluster",
		.machine = { .possible = "0-7", .isolated = "1-3",
			     .cores = "*1", .clusters = "*4",
			     .caches = { { 3, "Unified", "*8" } } },
		.llc = "0,4-7", .clusters = "4-7", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
		.hwloc_differs = "it knows nothing of isolated CPUs",
	}, {
		.name = "isolation leaves one cluster of a domain",
		.machine = { .possible = "0-7", .isolated = "0-3",
			     .cores = "*1", .clusters = "*4",
			     .caches = { { 3, "Unified", "*8" } } },
		.llc = "4-7", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_LONE,
		.hwloc_differs = "it knows nothing of isolated CPUs",
	}, {
		.name = "SMT that the kernel does not schedule for",
		.machine = { .possible = "0-3", .smt = "0", .cores = "*2",
			     .isolated = "",
			     .caches = { { 3, "Unified", "*4" } } },
		.llc = "0-3", .clusters = "", .smt = 0,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
		.hwloc_differs = "it does not read smt/active",
	}, {
		.name = "Linux before 5.3",
		.machine = { .possible = "0-7", .cores = "%4", .old = true,
			     .packages = "0-1,4-5/2-3,6-7",
			     .caches = { { 3, "Unified",
					   "0-1,4-5/2-3,6-7" } } },
		.llc = "0-1,4-5/2-3,6-7", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_SPLIT,
	}, {
		.name = "1088 CPUs",
		.machine = { .possible = "0-1087", .cores = "%544",
			     .packages = "%2",
			     .caches = { { 3, "Unified", "%34" } } },
		.llc = "%34", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_SPLIT,
	}, {
		.name = "the last CPU that a set can have",
		.machine = { .possible = "0-8191", .online = "0-3,8188-8191",
			     .cores = "*2", .packages = "*4096",
			     .caches = { { 3, "Unified", "*4" } } },
		.llc = "*4", .clusters = "", .smt = 1,
		.numbering = SISHEUR_NUMBERING_ADJACENT,
	},
};

/*
 * One change to a good sysfs of four CPUs, 0-1 and 2-3 being cores, 0-3 a
 * cluster and an LLC domain.  @bytes NULL: the file is removed; @size 0: the
 * length of @bytes; bytes "/": a directory stands in its place.  The error
 * follows the root's path.
 */
static const struct sisheur_bad_sysfs_row {
	const char *file;
	const char *bytes;
	size_t size;
	const char *error;
} sisheur_bad_sysfs_rows[] = {
	{ "possible", NULL, 0,
	  "possible: no such file; a copy of /sys has it" },
	{ "possible", "\n", 0, "possible: names no CPU" },
	{ "possible", "/", 0, "possible: Is a directory" },
	{ "possible", "0-8192\n", 0,
	  "possible: CPU 8192 is not below the number of CPUs, 8192" },
	{ "possible", "0-99999999999999999999\n", 0,
	  "possible: CPU 99999999999999999999 is not below the number of CPUs, 8192" },
	{ "possible", "0-3\n\n", 0, NULL },
	{ "possible", "0-3\0\n", 5,
	  "possible: holds a NUL byte; accepted is a line of text" },
	{ "possible", "0-2\n", 0,
	  "online: CPU 3 is not below the number of CPUs, 3" },
	{ "online", NULL, 0, "online: no such file; a copy of /sys has it" },
	{ "online", "", 0, "online: names no CPU" },
	{ "online", "0-3,x\n", 0, NULL },
	{ "online", "3-0\n", 0,
	  "online: range 3-0 is upside down; accepted is 0-3" },
	{ "isolated", "4\n", 0,
	  "isolated: CPU 4 is not below the number of CPUs, 4" },
	{ "smt/active", "yes\n", 0,
	  "smt/active: no number; accepted is 0 to 1" },
	{ "smt/active", "2\n", 0, "smt/active: no number; accepted is 0 to 1" },
	{ "smt/active", "1 \n", 0,
	  "smt/active: no number; accepted is 0 to 1" },
	{ "cpu2/topology/core_cpus_list", NULL, 0,
	  "cpu2/topology/thread_siblings_list: no such file, nor core_cpus_list; CPU 2 is online and needs one" },
	{ "cpu2/topology/core_cpus_list", "/", 0,
	  "cpu2/topology/core_cpus_list: Is a directory" },
	{ "cpu2/topology/core_cpus_list", "0-1\n", 0,
	  "cpu2/topology/core_cpus_list: does not name CPU 2 itself" },
	{ "cpu2/topology/core_cpus_list", "0,2\n", 0,
	  "cpu2/topology/core_cpus_list: names CPU 0, against the file of CPU 0" },
	{ "cpu2/topology/core_cpus_list", "2\n", 0,
	  "cpu3/topology/core_cpus_list: names CPU 2, against the file of CPU 2" },
	{ "cpu3/topology/core_cpus_list", "3\n", 0,
	  "cpu3/topology/core_cpus_list: leaves out a CPU that the file of CPU 2 names" },
	{ "cpu0/topology/core_cpus_list", "0-2\n", 0,
	  "cpu1/topology/core_cpus_list: leaves out a CPU that the file of CPU 0 names" },
	{ "cpu1/topology/core_cpus_list", "0-1,3\n", 0,
	  "cpu1/topology/core_cpus_list: names CPU 3, against the file of CPU 0" },
	{ "cpu1/topology/core_cpus_list", "0-1,4\n", 0,
	  "cpu1/topology/core_cpus_list: CPU 4 is not below the number of CPUs, 4" },
	{ "cpu0/topology/package_cpus_list", NULL, 0,
	  "cpu0/topology/core_siblings_list: no such file, nor package_cpus_list; CPU 0 is online and needs one" },
	{ "cpu1/topology/package_cpus_list", "1\n", 0,
	  "cpu1/topology/package_cpus_list: leaves out a CPU that the file of CPU 0 names" },
	{ "cpu3/topology/cluster_cpus_list", "1-3\n", 0,
	  "cpu3/topology/cluster_cpus_list: leaves out a CPU that the file of CPU 0 names" },
	{ "cpu1/cache/index0/shared_cpu_list", "1\n", 0,
	  "cpu1/cache/index0/shared_cpu_list: leaves out a CPU that the file of CPU 0 names" },
	{ "cpu1/cache/index0/type", "Victim\n", 0,
	  "cpu1/cache/index0/type: no type of cache; accepted are Data, Instruction and Unified" },
	{ "cpu1/cache/index0/level", "three\n", 0,
	  "cpu1/cache/index0/level: no number; accepted is 0 to 15" },
	{ "cpu1/cache/index0/level", "16\n", 0,
	  "cpu1/cache/index0/level: no number; accepted is 0 to 15" },
	{ "cpu1/cache/index0/level", "4294967299\n", 0,
	  "cpu1/cache/index0/level: no number; accepted is 0 to 15" },
	{ "cpu1/cache/index0/shared_cpu_list", "/", 0,
	  "cpu1/cache/index0/shared_cpu_list: Is a directory" },
};

/* Machines whose lists are sound each for itself, but not together. */
static const struct sisheur_torn_row {
	struct sisheur_fake_machine machine;
	const char *error;
} sisheur_torn_rows[] = {
	{ { .possible = "0-3", .cores = "*2", .packages = "0/1-3" },
	  "cpu2: its package holds a part of a core and CPUs outside it; one must hold the other" },
	{ { .possible = "0-3", .cores = "0,2/1/3", .clusters = "*2" },
	  "cpu1: its cluster holds a part of a core and CPUs outside it; one must hold the other" },
	{ { .possible = "0-7", .cores = "*1", .clusters = "*4",
	    .caches = { { 3, "Unified", "0-2/3-7" } } },
	  "cpu4: its LLC domain holds a part of a cluster and CPUs outside it; one must hold the other" },
	{ { .possible = "0-3", .cores = "*2",
	    .caches = { { 3, "Unified", "0,2/1,3" } } },
	  "cpu2: its LLC domain holds a part of a core and CPUs outside it; one must hold the other" },
	{ { .possible = "0-3", .cores = "*1",
	    .caches = { { 2, "Data", "*2" }, { 2, "Unified", "*4" } } },
	  NULL },
};

/* With "core:" before them and one digit behind them they are 256 bytes. */
#define SISHEUR_ZEROS50	"00000000000000000000000000000000000000000000000000"
#define SISHEUR_ZEROS	SISHEUR_ZEROS50 SISHEUR_ZEROS50 SISHEUR_ZEROS50 \
			SISHEUR_ZEROS50 SISHEUR_ZEROS50

/* Texts and what they mean; groups as above. */
static const struct sisheur_text_row {
	const char *text;
	unsigned int nr_cpus;
	const char *cores;
	const char *llc;
	const char *clusters;
	const char *packages;
	int smt;
	unsigned int numbering;
} sisheur_text_rows[] = {
	{ "pack:2 llc:1 core:56 pu:2", 224, "*2", "*112", "", "*112", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "pack:2 llc:1 core:56 pu:2 numbering=split", 224, "%112",
	  "0-55,112-167/56-111,168-223", "", "0-55,112-167/56-111,168-223", 1,
	  SISHEUR_NUMBERING_SPLIT },
	{ "numbering=adjacent pack:2 llc:2 core:2 pu:2", 16, "*2", "*4", "",
	  "*8", 1, SISHEUR_NUMBERING_ADJACENT },
	{ "core:1 pu:1", 1, "*1", "*1", "", "*1", 0,
	  SISHEUR_NUMBERING_LONE },
	{ "core:4 pu:1", 4, "*1", "*4", "", "*4", 0,
	  SISHEUR_NUMBERING_LONE },
	{ "core:1 pu:8", 8, "*8", "*8", "", "*8", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "llc:3 core:3 pu:3", 27, "*3", "*9", "", "*27", 1,
	  SISHEUR_NUMBERING_IRREGULAR },
	{ "pack:2 llc:2 cluster:8 core:4 pu:1", 128, "*1", "*32", "*4", "*64",
	  0, SISHEUR_NUMBERING_LONE },
	{ "llc:2 cluster:2 core:2 pu:2 numbering=split", 16, "%8",
	  "0-3,8-11/4-7,12-15", "0-1,8-9/2-3,10-11/4-5,12-13/6-7,14-15",
	  "*16", 1, SISHEUR_NUMBERING_SPLIT },
	/* As large as a core, as large as the domain: no clusters. */
	{ "llc:2 cluster:4 core:1 pu:2", 16, "*2", "*8", "", "*16", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "llc:2 cluster:1 core:4 pu:2", 16, "*2", "*8", "", "*16", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "  core:2\tpu:2 \n", 4, "*2", "*4", "", "*4", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "core:0004 pu:02", 8, "*2", "*8", "", "*8", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "core:" SISHEUR_ZEROS "4 pu:2", 8, "*2", "*8", "", "*8", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "pack:16 llc:32 core:8 pu:2", 8192, "*2", "*16", "", "*512", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "core:8192 pu:1", 8192, "*1", "*8192", "", "*8192", 0,
	  SISHEUR_NUMBERING_LONE },
};

#define SISHEUR_IN_ORDER \
	"accepted are pack, llc, cluster, core and pu, in this order"
#define SISHEUR_REQUIRED \
	"core and pu are required, such as \"pack:2 llc:1 core:56 pu:2\""

static const struct sisheur_bad_text_row {
	const char *text;
	const char *error;
} sisheur_bad_text_rows[] = {
	{ "", "no core:COUNT; " SISHEUR_REQUIRED },
	{ " \t\n", "no core:COUNT; " SISHEUR_REQUIRED },
	{ "pack:2 llc:2", "no core:COUNT; " SISHEUR_REQUIRED },
	{ "core:4", "no pu:COUNT; " SISHEUR_REQUIRED },
	{ "pu:2", "no core:COUNT; " SISHEUR_REQUIRED },
	{ "l3:2 core:4 pu:1", "l3:2: unknown level; " SISHEUR_IN_ORDER },
	{ "Core:4 pu:1", "Core:4: unknown level; " SISHEUR_IN_ORDER },
	{ ":4", ":4: unknown level; " SISHEUR_IN_ORDER },
	{ "cor:4 pu:1", "cor:4: unknown level; " SISHEUR_IN_ORDER },
	{ "core:4 core:2 pu:1", "core:2: the level is stated twice" },
	{ "pack:1 core:4 pack:1 pu:1", "pack:1: the level is stated twice" },
	{ "core:4 llc:2 pu:1",
	  "llc:2: the level stands behind core; " SISHEUR_IN_ORDER },
	{ "pu:2 core:4", "core:4: the level stands behind pu; "
	  SISHEUR_IN_ORDER },
	{ "core:0 pu:1", "core:0: bad count; accepted is 1 to 8192" },
	{ "core:-1 pu:1", "core:-1: bad count; accepted is 1 to 8192" },
	{ "core:+1 pu:1", "core:+1: bad count; accepted is 1 to 8192" },
	{ "core:0x4 pu:1", "core:0x4: bad count; accepted is 1 to 8192" },
	{ "core:4.5 pu:1", "core:4.5: bad count; accepted is 1 to 8192" },
	{ "core: 4 pu:1", "core:: bad count; accepted is 1 to 8192" },
	{ "core:4:2 pu:1", "core:4:2: bad count; accepted is 1 to 8192" },
	{ "core:4,pu:1", "core:4,pu:1: bad count; accepted is 1 to 8192" },
	{ "core:8193 pu:1", "core:8193: bad count; accepted is 1 to 8192" },
	{ "core:4294967297 pu:1",
	  "core:4294967297: bad count; accepted is 1 to 8192" },
	{ "core:18446744073709551617 pu:1",
	  "core:18446744073709551617: bad count; accepted is 1 to 8192" },
	{ "core:4097 pu:2",
	  "too many CPUs; the counts multiplied may be 8192 at most" },
	{ "pack:8192 llc:8192 cluster:8192 core:8192 pu:8192",
	  "too many CPUs; the counts multiplied may be 8192 at most" },
	{ "core:4 pu:2 please",
	  "please: no NAME:COUNT; " SISHEUR_IN_ORDER ", such as core:4" },
	{ "core:4 pu:2 numbering=odd",
	  "numbering=odd: unknown numbering; accepted are numbering=adjacent and numbering=split" },
	{ "core:4 pu:2 numbering=",
	  "numbering=: unknown numbering; accepted are numbering=adjacent and numbering=split" },
	{ "core:4 pu:2 numbering=splitter",
	  "numbering=splitter: unknown numbering; accepted are numbering=adjacent and numbering=split" },
	{ "core:4 pu:2 numbering=split numbering=split",
	  "numbering=split: the numbering is stated twice" },
	/* Words beyond any fixed size: not even their end is passed over. */
	{ "core:" SISHEUR_ZEROS "4x pu:2",
	  "core:00000000000000000000000000000000000: bad count; accepted is 1 to 8192" },
	{ "core:4 pu:2 numbering=split numbering=" SISHEUR_ZEROS,
	  "numbering=000000000000000000000000000000: the numbering is stated twice" },
	{ "core:4 pu:2 numbering=" SISHEUR_ZEROS,
	  "numbering=000000000000000000000000000000: unknown numbering; accepted are numbering=adjacent and numbering=split" },
	{ "numbering", "numbering: no NAME:COUNT; " SISHEUR_IN_ORDER
	  ", such as core:4" },
	{ "an-endless-word-of-which-only-the-beginning-is-shown-in-the-error",
	  "an-endless-word-of-which-only-the-beginn: no NAME:COUNT; "
	  SISHEUR_IN_ORDER ", such as core:4" },
};

/* hwloc: synthetic strings, and files beside the tests. */
static const struct sisheur_text_row sisheur_hwloc_rows[] = {
	{ "pack:2 l3:1 l2:8 core:1 pu:2", 32, "*2", "*16", "", "*16", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "pack:2 l3:2 l2:2 core:4 pu:1", 32, "*1", "*8", "*4", "*16", 0,
	  SISHEUR_NUMBERING_LONE },
	{ "pack:2 core:4 pu:2", 16, "*2", "*8", "", "*8", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "pack:2 l2:2 core:4 pu:1", 16, "*1", "*4", "", "*8", 0,
	  SISHEUR_NUMBERING_LONE },
	{ "pack:2 [numa] l3:1 core:2 pu:2", 8, "*2", "*4", "", "*4", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "pack:16 l3:32 core:8 pu:2", 8192, "*2", "*16", "", "*512", 1,
	  SISHEUR_NUMBERING_ADJACENT },
	{ "(memory=9999) pack:1 core:2 pu:2(indexes=2*2:1*2)", 4, "0,2/1,3",
	  "*4", "", "*4", 1, SISHEUR_NUMBERING_SPLIT },
	{ "@hybrid.xml", 12, "0-1/2-3/4/5/6/7/8/9/10/11", "*12", "4-7/8-11",
	  "*12", 1, SISHEUR_NUMBERING_ADJACENT },
	{ "@clusters.xml", 32, "*1", "*8", "*4", "*16", 0,
	  SISHEUR_NUMBERING_LONE },
	{ "@offline.xml", 8, "0-1/2-3/6", "0-3,6", "", "0-3,6", 1,
	  SISHEUR_NUMBERING_ADJACENT },
};

#define SISHEUR_EXAMPLE	"such as \"pack:2 l3:1 l2:8 core:1 pu:2\""
#define SISHEUR_NEITHER	": neither a file nor an hwloc synthetic string, " \
			SISHEUR_EXAMPLE

static const struct sisheur_bad_text_row sisheur_bad_hwloc_rows[] = {
	{ "", "\"\"" SISHEUR_NEITHER },
	{ "hello", "\"hello\"" SISHEUR_NEITHER },
	{ "pack:0 core:2 pu:1", "\"pack:0 core:2 pu:1\"" SISHEUR_NEITHER },
	{ "pack:2 core:2 pu:1 and more",
	  "\"pack:2 core:2 pu:1 and more\"" SISHEUR_NEITHER },
	{ "pu:8193",
	  "pu:8193: too many CPUs; the counts multiplied may be 8192 at most" },
	{ "pack:2 core:100000000000000000000 pu:1",
	  "pack:2 core:100000000000000000000 pu:1: too many CPUs; the counts multiplied may be 8192 at most" },
	{ "pack:4096 [numa(memory=64)] l3:2 core:2 pu:1",
	  "pack:4096 [numa(memory=64)] l3:2 core:2 pu:1: too many CPUs; the counts multiplied may be 8192 at most" },
	{ "pack:+5000 l3:+5000 core:+5000 pu:+5000",
	  "pack:+5000 l3:+5000 core:+5000 pu:+5000: too many CPUs; the counts multiplied may be 8192 at most" },
	{ "core: 5000 pu:2",
	  "core: 5000 pu:2: too many CPUs; the counts multiplied may be 8192 at most" },
	{ "pack(:5000 core:5000 pu:5000",
	  "pack(:5000 core:5000 pu:5000: too many CPUs; the counts multiplied may be 8192 at most" },
	{ "(memory=1) pack:0x1000 pu:3",
	  "(memory=1) pack:0x1000 pu:3: too many CPUs; the counts multiplied may be 8192 at most" },
	{ "pu:2(indexes=0,4294967294)",
	  "pu:2(indexes=0,4294967294): an index is too large; accepted are 0 to 8191" },
	{ "pack:2 [numa(memory=1 indexes=99999,1)] pu:2",
	  "pack:2 [numa(memory=1 indexes=99999,1)] pu:2: an index is too large; accepted are 0 to 8191" },
	{ "pu:2(indexes=0,8192)",
	  "CPU 8192 is beyond the last accepted, 8191" },
	{ "none.xml",
	  "none.xml: no such file; accepted are an hwloc XML file and an hwloc synthetic string, "
	  SISHEUR_EXAMPLE },
	{ "/nowhere/machine",
	  "/nowhere/machine: no such file; accepted are an hwloc XML file and an hwloc synthetic string, "
	  SISHEUR_EXAMPLE },
	{ "/", "/: Is a directory; accepted is a file that \"lstopo FILE.xml\" wrote" },
	{ "/dev/zero",
	  "/dev/zero: longer than 64 MiB; accepted is a file that \"lstopo FILE.xml\" wrote" },
	{ "/dev/null",
	  "/dev/null: no hwloc XML; accepted is a file that \"lstopo FILE.xml\" wrote" },
};

/* Files beside the tests; the end of the error, since the path differs. */
static const struct sisheur_bad_text_row sisheur_bad_hwloc_files[] = {
	{ "@cut.xml",
	  "/cut.xml: no hwloc XML; accepted is a file that \"lstopo FILE.xml\" wrote" },
	{ "@beyond.xml", "CPU 8192 is beyond the last accepted, 8191" },
	{ "@twice.xml", "CPU 0 contradicts the cpusets around it" },
	{ "@no-cpu.xml", "0 CPUs are described, but the machine has 5" },
};
