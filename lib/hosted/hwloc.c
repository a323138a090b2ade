// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * hwloc.c - a machine that hwloc describes
 */
#include "levels.h"

#ifndef SISHEUR_HAVE_HWLOC

SISHEUR_DEF bool sisheur_topology_has_hwloc(void)
{
	return false;
}

SISHEUR_DEF bool sisheur_topology_from_hwloc(struct sisheur_topology *topology,
					     const char *source,
					     struct sisheur_error *error)
{
	(void)source;
	if (error)
		error->line = 0;
	sisheur_topology_free(topology);
	return sisheur_fail(
		error,
		"built without hwloc; install its headers (Debian: libhwloc-dev) "
		"and build again with -Dhwloc=enabled");
}

#else

#include <errno.h>
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* How much of a source is shown: the rest of the message must fit. */
#define SISHEUR_SHOWN	80

#define SISHEUR_EXAMPLE "such as \"pack:2 l3:1 l2:8 core:1 pu:2\""

#define SISHEUR_LSTOPO "\"lstopo FILE.xml\""

SISHEUR_DEF bool sisheur_topology_has_hwloc(void)
{
	return true;
}

/*
 * Does a synthetic string ask for more CPUs than a set can hold?  hwloc would
 * build them all, however many, before we could refuse.  A count is what
 * strtoul() takes for one behind the next colon, as in hwloc: what is looser
 * or stricter here lets a large one through.  What is in brackets or
 * parentheses multiplies nothing, and what is no count is left to hwloc.
 */
static bool sisheur_too_many(const char *text)
{
	unsigned long count, nr_cpus = 1;
	char *end;

	for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
		if (*text == '(' || *text == '[') {
			text += strcspn(text, *text == '(' ? ")" : "]");
			text += *text != '\0';
			continue;
		}
		if (*text < '0' || *text > '9') {
			text = strchr(text, ':');
			if (!text)
				return false;
			text++;
		}
		count = strtoul(text, &end, 0);
		if (end == text || !count)
			return false;
		if (count > SISHEUR_MAX_CPUS)
			return true;
		/* 2^13 times 2^13 is below 2^32. */
		nr_cpus *= count;
		if (nr_cpus > SISHEUR_MAX_CPUS)
			return true;
		text = end;
	}
	return false;
}

/*
 * Does it state an index that no CPU can have?  hwloc's sets reach up to the
 * highest: at 2^32 they take gigabytes, and it crashes where there are none.
 */
static bool sisheur_far_index(const char *text)
{
	static const char key[] = "indexes=";

	while ((text = strstr(text, key))) {
		text += strlen(key);
		while (*text && !strchr(" )", *text)) {
			char *end;

			if (strtoul(text, &end, 0) > SISHEUR_MAX_CPUS)
				return true;
			text = end > text ? end : text + 1;
		}
	}
	return false;
}

/* What stands behind the SISHEUR_SHOWN bytes that a message shows. */
static const char *sisheur_dots(const char *source)
{
	return strlen(source) > SISHEUR_SHOWN ? "..." : "";
}

/*
 * The most that is read of a file, in bytes.  lstopo writes less than 2 KiB
 * for a core of two CPUs with its caches; 64 MiB leave room for devices,
 * distances and spelling on SISHEUR_MAX_CPUS.
 */
#define SISHEUR_MAX_XML	((size_t)64 << 20)

/* Read a file whole and end it with a NUL; NULL after an error. */
static char *sisheur_read_xml(const char *source, size_t *length,
			      struct sisheur_error *error)
{
	FILE *file = fopen(source, "re");
	size_t room = (size_t)1 << 16;
	bool failed = !file;
	char *text = NULL;

	for (*length = 0; !failed && *length <= SISHEUR_MAX_XML; room *= 2) {
		char *larger = realloc(text, room + 1);

		if (!larger) {
			failed = true;
			break;
		}
		text = larger;
		*length += fread(text + *length, 1, room - *length, file);
		failed = ferror(file);
		if (*length < room)
			break;
	}
	/* hwloc would read a device, or a pipe without end, for ever. */
	if (failed || *length > SISHEUR_MAX_XML) {
		sisheur_fail(error, "%.*s%s: %s; accepted is a file that "
			     SISHEUR_LSTOPO " wrote", SISHEUR_SHOWN, source,
			     sisheur_dots(source),
			     failed ? strerror(errno) : "longer than 64 MiB");
		free(text);
		text = NULL;
	} else {
		text[*length] = '\0';
	}
	if (file)
		fclose(file);
	return text;
}

/* The file is there; what it holds may be anything. */
static bool sisheur_load_xml(hwloc_topology_t machine, const char *source,
			     struct sisheur_error *error)
{
	size_t length;
	char *text = sisheur_read_xml(source, &length, error);
	bool ok;

	if (!text)
		return false;
	/* hwloc counts the NUL, and takes a buffer of nothing for an error. */
	ok = !hwloc_topology_set_xmlbuffer(machine, text, (int)length + 1) &&
	     !hwloc_topology_load(machine);
	free(text);
	return ok || sisheur_fail(
		error,
		"%.*s%s: no hwloc XML; accepted is a file that "
		SISHEUR_LSTOPO " wrote", SISHEUR_SHOWN, source,
		sisheur_dots(source));
}

static bool sisheur_load_machine(hwloc_topology_t machine, const char *source,
				 struct sisheur_error *error)
{
	size_t length = strlen(source);
	bool suffix = length > 4 && !strcmp(source + length - 4, ".xml");
	const char *dots = sisheur_dots(source);
	struct stat file;

	/* A CPU that a container may not use is still one of the machine. */
	hwloc_topology_set_flags(machine,
				 HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	if (!stat(source, &file))
		return sisheur_load_xml(machine, source, error);
	if (suffix || strchr(source, '/'))
		return sisheur_fail(
			error,
			"%.*s%s: no such file; accepted are an hwloc XML file and "
			"an hwloc synthetic string, " SISHEUR_EXAMPLE,
			SISHEUR_SHOWN, source, dots);
	if (sisheur_too_many(source))
		return sisheur_fail(
			error,
			"%.*s%s: too many CPUs; the counts multiplied may be %u at most",
			SISHEUR_SHOWN, source, dots, SISHEUR_MAX_CPUS);
	if (sisheur_far_index(source))
		return sisheur_fail(
			error,
			"%.*s%s: an index is too large; accepted are 0 to %u",
			SISHEUR_SHOWN, source, dots, SISHEUR_MAX_CPUS - 1);
	if (!hwloc_topology_set_synthetic(machine, source) &&
	    !hwloc_topology_load(machine))
		return true;
	return sisheur_fail(
		error,
		"\"%.*s%s\": neither a file nor an hwloc synthetic string, " SISHEUR_EXAMPLE,
		SISHEUR_SHOWN, source, dots);
}

/* hwloc's name for what Linux has in cluster_cpus_list. */
static bool sisheur_is_cluster(hwloc_obj_t object)
{
	return object->type == HWLOC_OBJ_L2CACHE ||
	       (object->type == HWLOC_OBJ_GROUP && object->subtype &&
		!strcmp(object->subtype, "Cluster"));
}

/* The label of an object; false if its CPUs are none of the machine's. */
static bool sisheur_label(const struct sisheur_levels *levels, int *to,
			  hwloc_obj_t object)
{
	*to = hwloc_bitmap_first(object->cpuset);
	return *to >= 0 && *to < (int)levels->nr_cpus;
}

static bool sisheur_read_cpu(struct sisheur_levels *levels, hwloc_obj_t pu)
{
	hwloc_obj_t core = pu, cluster = NULL, llc = NULL, package = NULL;
	hwloc_obj_t object, root = pu;
	unsigned int cpu = pu->os_index;

	/* From the inside out: the last of a kind is the largest. */
	for (object = pu->parent; object; object = object->parent) {
		root = object;
		if (object->type == HWLOC_OBJ_CORE)
			core = object;
		if (object->type == HWLOC_OBJ_PACKAGE)
			package = object;
		if (hwloc_obj_type_is_dcache(object->type))
			llc = object;
		if (sisheur_is_cluster(object))
			cluster = object;
	}
	if (!package)
		package = root;
	if (!llc)
		llc = package;
	/* As in sysfs: a cluster of cores with private caches is their LLC. */
	if (cluster && cluster->depth < llc->depth)
		llc = cluster;
	if (cpu >= levels->nr_cpus ||
	    sisheur_cpuset_test(levels->online, levels->nr_cpus, cpu))
		return false;
	sisheur_add_cpu(levels->online, cpu);
	return sisheur_label(levels, &levels->core[cpu], core) &&
	       sisheur_label(levels, &levels->llc[cpu], llc) &&
	       sisheur_label(levels, &levels->package[cpu], package) &&
	       (!cluster ||
		sisheur_label(levels, &levels->cluster[cpu], cluster));
}

static bool sisheur_convert(struct sisheur_topology *topology,
			    hwloc_topology_t machine,
			    struct sisheur_error *error)
{
	hwloc_obj_t root = hwloc_get_root_obj(machine);
	int last = hwloc_bitmap_last(root->complete_cpuset);
	int last_online = hwloc_bitmap_last(root->cpuset);
	struct sisheur_levels levels = { 0 };
	hwloc_obj_t pu = NULL;
	int found = 0;
	bool ok;

	/* The complete set may be endless: what hwloc knows of no machine. */
	if (last < last_online)
		last = last_online;
	if (last_online < 0)
		return sisheur_fail(error, "the machine has no CPU");
	if (last >= (int)SISHEUR_MAX_CPUS)
		return sisheur_fail(error,
				    "CPU %d is beyond the last accepted, %u",
				    last, SISHEUR_MAX_CPUS - 1);
	ok = sisheur_levels_init(&levels, (unsigned int)last + 1, error);
	/* hwloc takes a file at its word, even a PU that is there twice. */
	while (ok &&
	       (pu = hwloc_get_next_obj_by_type(machine, HWLOC_OBJ_PU, pu))) {
		ok = sisheur_read_cpu(&levels, pu);
		if (ok)
			found++;
		else
			sisheur_fail(error,
				     "CPU %u contradicts the cpusets around it",
				     pu->os_index);
	}
	/* Of objects out of order it leaves some out, with a word to stderr. */
	if (ok && found != hwloc_bitmap_weight(root->cpuset))
		ok = sisheur_fail(
			error, "%d CPUs are described, but the machine has %d",
			found, hwloc_bitmap_weight(root->cpuset));
	ok = ok && sisheur_levels_build(topology, &levels, error);
	sisheur_levels_free(&levels);
	return ok;
}

SISHEUR_DEF bool sisheur_topology_from_hwloc(struct sisheur_topology *topology,
					     const char *source,
					     struct sisheur_error *error)
{
	hwloc_topology_t machine;
	bool ok;

	if (error)
		error->line = 0;
	if (hwloc_topology_init(&machine)) {
		sisheur_topology_free(topology);
		return sisheur_fail(error, "hwloc does not start");
	}
	ok = sisheur_load_machine(machine, source, error) &&
	     sisheur_convert(topology, machine, error);
	if (!ok)
		sisheur_topology_free(topology);
	hwloc_topology_destroy(machine);
	return ok;
}

#endif /* SISHEUR_HAVE_HWLOC */
