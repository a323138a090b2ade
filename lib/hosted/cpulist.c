// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hosted.h"

SISHEUR_PRIVATE bool sisheur_fail(struct sisheur_error *error,
				  const char *format, ...)
{
	va_list args;

	if (!error)
		return false;
	error->line = 0;
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return false;
}

/* A CPU number; false if there is none, or one that is too large. */
static bool sisheur_read_cpu(struct sisheur_ranges *r, unsigned int *cpu,
			     struct sisheur_error *error)
{
	const char *from = r->at;
	unsigned int value = 0;

	while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
		/* Stops growing before it wraps: it is out of range already. */
		if (value < r->nr_cpus)
			value = value * 10 + (unsigned int)(*r->at - '0');
		r->at++;
	}
	r->bad = true;
	if (r->at == from)
		return sisheur_fail(error,
			"\"%.*s\" is no cpulist; accepted are numbers and ranges such as 0-3,8",
			(int)(r->end - from > 60 ? 60 : r->end - from), from);
	if (value >= r->nr_cpus)
		return sisheur_fail(error,
			"CPU %.*s is not below the number of CPUs, %u",
			(int)(r->at - from > 20 ? 20 : r->at - from), from,
			r->nr_cpus);
	r->bad = false;
	*cpu = value;
	return true;
}

SISHEUR_PRIVATE bool sisheur_next_range(struct sisheur_ranges *r,
					unsigned int *first, unsigned int *last,
					struct sisheur_error *error)
{
	if (r->at == r->end)
		return false;
	if (!sisheur_read_cpu(r, first, error))
		return false;
	*last = *first;
	if (r->at < r->end && *r->at == '-') {
		r->at++;
		if (!sisheur_read_cpu(r, last, error))
			return false;
	}
	r->bad = true;
	if (*last < *first)
		return sisheur_fail(error,
			"range %u-%u is upside down; accepted is %u-%u",
			*first, *last, *last, *first);
	if (r->at == r->end) {
		r->bad = false;
		return true;
	}
	/* A comma promises another range; text may not end behind it. */
	if (*r->at != ',' || r->at + 1 == r->end)
		return sisheur_fail(error,
			"\"%.*s\" does not continue a cpulist; accepted are numbers and ranges such as 0-3,8",
			(int)(r->end - r->at > 60 ? 60 : r->end - r->at), r->at);
	r->at++;
	r->bad = false;
	return true;
}

SISHEUR_PRIVATE void sisheur_add_range(unsigned long *set, unsigned int first,
				       unsigned int last)
{
	unsigned int i = first / SISHEUR_WORD_BITS;
	unsigned int end = last / SISHEUR_WORD_BITS;
	unsigned long from = ~0UL << first % SISHEUR_WORD_BITS;
	/* In two steps: one by the width of the word has no answer. */
	unsigned long to = ~(~0UL << last % SISHEUR_WORD_BITS << 1);

	if (i == end) {
		set[i] |= from & to;
		return;
	}
	set[i] |= from;
	while (++i < end)
		set[i] = ~0UL;
	set[end] |= to;
}

SISHEUR_PRIVATE bool sisheur_read_ranges(struct sisheur_ranges *ranges,
					 unsigned long *set,
					 struct sisheur_error *error)
{
	unsigned int first, last;

	memset(set, 0, SISHEUR_WORDS(ranges->nr_cpus) * sizeof(*set));
	while (sisheur_next_range(ranges, &first, &last, error))
		sisheur_add_range(set, first, last);
	return !ranges->bad;
}

SISHEUR_DEF bool sisheur_cpulist_parse(const char *text, unsigned long *set,
				       unsigned int nr_cpus,
				       struct sisheur_error *error)
{
	struct sisheur_ranges ranges = { text, text + strlen(text), nr_cpus,
					 false };

	if (nr_cpus > SISHEUR_MAX_CPUS)
		return sisheur_fail(error,
			"%u CPUs are more than the %u accepted", nr_cpus,
			SISHEUR_MAX_CPUS);
	if (ranges.end > text && ranges.end[-1] == '\n')
		ranges.end--;
	return sisheur_read_ranges(&ranges, set, error);
}

SISHEUR_DEF size_t sisheur_cpulist_print(char *buffer, size_t size,
					 const unsigned long *set,
					 unsigned int nr_cpus)
{
	int first = sisheur_cpuset_next(set, nr_cpus, 0);
	size_t length = 0;

	if (size)
		buffer[0] = '\0';
	while (first != SISHEUR_NONE) {
		unsigned int last = (unsigned int)first;
		char range[32];
		size_t n;

		while (sisheur_cpuset_test(set, nr_cpus, last + 1))
			last++;
		n = (size_t)snprintf(range, sizeof(range),
				     last > (unsigned int)first ? "%s%d-%u" : "%s%d",
				     length ? "," : "", first, last);
		if (length < size) {
			size_t room = size - length - 1;

			memcpy(buffer + length, range, n < room ? n : room);
			buffer[length + (n < room ? n : room)] = '\0';
		}
		length += n;
		first = sisheur_cpuset_next(set, nr_cpus, last + 1);
	}
	return length;
}
