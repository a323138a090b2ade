// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * harness.c - a placement of one's own, run against lines of cases
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/harness.h>

/* A stored CPU that no placement stores: tells "untouched" from any answer. */
#define SISHEUR_UNTOUCHED	INT_MIN

static unsigned int sisheur_error_at(struct sisheur_harness *h,
				     const char *where, const char *what)
{
	h->errors++;
	if (h->out)
		fprintf(h->out, "%s: %s\n", where, what);
	return SISHEUR_VERDICT_ERROR;
}

static bool sisheur_complain(struct sisheur_error *error, const char *text)
{
	if (error) {
		error->line = 0;
		snprintf(error->text, sizeof(error->text), "%s", text);
	}
	return false;
}

static char *sisheur_format(const char *format, ...)
	__attribute__((__format__(__printf__, 1, 2)));

static char *sisheur_format(const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	return text;
}

/* The line that says of a machine what @keys says; NULL without memory. */
static char *sisheur_join(const struct sisheur_domains *machine,
			  const char *keys)
{
	size_t size = sisheur_machine_print(NULL, 0, machine) + 1;
	char *text = malloc(size);
	char *line = NULL;

	if (text) {
		sisheur_machine_print(text, size, machine);
		line = sisheur_format("%s %s", text, keys);
	}
	free(text);
	return line;
}

bool sisheur_harness_wakeup(struct sisheur_case *c, const char *machine,
			    const char *keys, struct sisheur_error *error)
{
	struct sisheur_topology topology = { 0 };
	bool ok = sisheur_topology_from_text(&topology, machine, error);
	char *line = ok ? sisheur_join(&topology.domains, keys) : NULL;

	sisheur_topology_free(&topology);
	if (line)
		ok = sisheur_case_parse(c, line, error) == SISHEUR_CASE_WAKEUP;
	else if (ok)
		ok = sisheur_complain(error, "out of memory");
	free(line);
	return ok;
}

/* ---- one case ---- */

static const char *sisheur_name_step(const struct sisheur_harness *h,
				     unsigned int step)
{
	unsigned int n;

	if (step < SISHEUR_NR_STEPS || !h->step_names)
		return sisheur_step_name(step);
	for (n = 0; h->step_names[n]; n++) {
		if (step - SISHEUR_NR_STEPS == n)
			return h->step_names[n];
	}
	return sisheur_step_name(step);
}

static void sisheur_print_answer(const struct sisheur_harness *h,
				 const char *title,
				 const struct sisheur_answer *answer)
{
	char text[128];

	sisheur_answer_print(text, sizeof(text), answer);
	fprintf(h->out, "  %s: %s\n", title, text);
}

static void sisheur_print_failure(const struct sisheur_harness *h,
				  const struct sisheur_case *c,
				  const char *where, const char *what,
				  const struct sisheur_answer *stated)
{
	size_t size = sisheur_case_print(NULL, 0, c) + 1;
	struct sisheur_answer given = h->answer;
	char *text = malloc(size);

	fprintf(h->out, "%s: %s", where, what);
	if (c->kind == SISHEUR_CASE_WAKEUP)
		fprintf(h->out, ", decided by step %s",
			sisheur_name_step(h, h->choice.step));
	fputc('\n', h->out);
	if (text) {
		sisheur_case_print(text, size, c);
		fprintf(h->out, "  wake-up:  %s\n", text);
		free(text);
	}
	sisheur_print_answer(h, "expected", stated);
	if (c->kind == SISHEUR_CASE_WAKEUP && h->choice.cpu < 0) {
		/* As an unsigned number it would read as a strange CPU. */
		fputs("  answered: no CPU\n", h->out);
		return;
	}
	if (!h->count_probes)
		given.keys &= ~(unsigned int)SISHEUR_ANSWER_PROBES;
	sisheur_print_answer(h, "answered", &given);
}

/* What is wrong with a placement before its answer is compared, or NULL. */
static const char *sisheur_place_it(struct sisheur_harness *h,
				    const struct sisheur_case *c)
{
	const unsigned int other = c->expected.keys &
				   ~(unsigned int)SISHEUR_ANSWER_CPU;
	struct sisheur_wakeup wakeup = c->wakeup;
	bool stored;
	int cpu, in_choice;

	wakeup.count_probes = h->count_probes;
	h->choice = (struct sisheur_choice) {
		.cpu = SISHEUR_UNTOUCHED,
		.recent = wakeup.recent,
	};
	if (h->place_with)
		cpu = h->place_with(h->ctx, &c->profile, &wakeup, &h->choice);
	else if (h->place)
		cpu = h->place(&c->profile, &wakeup, &h->choice);
	else
		cpu = sisheur_select(&c->profile, &wakeup, &h->choice);

	in_choice = h->choice.cpu;
	stored = in_choice != SISHEUR_UNTOUCHED;
	h->choice.cpu = cpu;
	sisheur_case_from_choice(c, &h->choice, &h->answer);
	if (stored && in_choice != cpu)
		return "the CPU returned is not the one stored";
	/* A target that exists can always be answered. */
	if (cpu < 0)
		return "no CPU is answered";
	if (!stored)
		h->answer.keys = SISHEUR_ANSWER_CPU;
	if (!stored && other)
		return "the line states more than cpu, and no choice is stored";
	return NULL;
}

unsigned int sisheur_harness_case(struct sisheur_harness *h,
				  const struct sisheur_case *c,
				  const char *where)
{
	struct sisheur_answer stated = c->expected;
	const char *wrong = NULL;

	if (c->kind != SISHEUR_CASE_WAKEUP && c->kind != SISHEUR_CASE_NR_SCAN)
		return sisheur_error_at(h, where, "not a case");
	if (!stated.keys)
		return sisheur_error_at(h, where,
			"no answer is stated, so nothing is checked; expected "
			"\" => \" and an answer such as cpu=3");

	if (c->kind == SISHEUR_CASE_WAKEUP)
		wrong = sisheur_place_it(h, c);
	else
		sisheur_case_answer(c, NULL, &h->answer);

	if (!h->count_probes)
		stated.keys &= ~(unsigned int)SISHEUR_ANSWER_PROBES;
	if (!wrong && !sisheur_answer_matches(&stated, &h->answer))
		wrong = "wrong answer";
	if (wrong) {
		h->failed++;
		if (h->out)
			sisheur_print_failure(h, c, where, wrong, &stated);
		return SISHEUR_VERDICT_FAIL;
	}
	if (!stated.keys)
		return SISHEUR_VERDICT_SKIP;
	h->passed++;
	return SISHEUR_VERDICT_PASS;
}

static unsigned int sisheur_run_line(struct sisheur_harness *h,
				     struct sisheur_case *c, const char *line,
				     const char *where)
{
	struct sisheur_error error = { 0 };

	switch (sisheur_case_parse(c, line, &error)) {
	case SISHEUR_CASE_SKIP:
		return SISHEUR_VERDICT_SKIP;
	case SISHEUR_CASE_ERROR:
		return sisheur_error_at(h, where, error.text);
	default:
		return sisheur_harness_case(h, c, where);
	}
}

unsigned int sisheur_harness_line(struct sisheur_harness *h, const char *line,
				  const char *where)
{
	struct sisheur_case c = { 0 };
	unsigned int verdict = sisheur_run_line(h, &c, line, where);

	sisheur_case_free(&c);
	return verdict;
}

/* ---- files and directories ---- */

/*
 * The longest line of a case file, in bytes, as in "sisheur pick": sixty times
 * a wake-up on SISHEUR_MAX_CPUS with all its sets spelled CPU by CPU.
 */
#define SISHEUR_MAX_LINE	((size_t)16 << 20)

/**
 * struct sisheur_text - a line of a file
 * @text:   without its line feed, terminated; owned
 * @length: bytes in it
 * @room:   private
 */
struct sisheur_text {
	char *text;
	size_t length;
	size_t room;
};

static bool sisheur_append(struct sisheur_text *line, int byte)
{
	if (line->length + 1 >= line->room) {
		size_t room = line->room ? 2 * line->room : 256;
		char *text = realloc(line->text, room);

		if (!text)
			return false;
		line->text = text;
		line->room = room;
	}
	line->text[line->length++] = (char)byte;
	line->text[line->length] = '\0';
	return true;
}

/*
 * The next line; false at the end, or with @wrong.  Not getline(), which takes
 * all memory for the one line of a device that has no end.
 */
static bool sisheur_next_line(FILE *from, struct sisheur_text *line,
			      const char **wrong)
{
	int byte;

	line->length = 0;
	while ((byte = getc(from)) != EOF && byte != '\n') {
		if (line->length == SISHEUR_MAX_LINE)
			*wrong = "the line is longer than 16 MiB; what follows is not read";
		else if (!sisheur_append(line, byte))
			*wrong = "out of memory";
		if (*wrong)
			return false;
	}
	if (byte == EOF && ferror(from))
		return false;
	if (!line->length && line->text)
		*line->text = '\0';
	return byte == '\n' || line->length;
}

static void sisheur_run_stream(struct sisheur_harness *h, FILE *from,
			       const char *path)
{
	struct sisheur_text line = { 0 };
	struct sisheur_case c = { 0 };
	const char *wrong = NULL;
	unsigned long number = 0;
	char *where;

	while (sisheur_next_line(from, &line, &wrong)) {
		const char *text = line.text ? line.text : "";

		where = sisheur_format("%s:%lu", path, ++number);
		/* What follows a NUL would be lost without a word. */
		if (strlen(text) != line.length)
			sisheur_error_at(h, where ? where : path,
					 "a NUL byte in the line");
		else
			sisheur_run_line(h, &c, text, where ? where : path);
		free(where);
	}
	if (wrong) {
		where = sisheur_format("%s:%lu", path, number + 1);
		sisheur_error_at(h, where ? where : path, wrong);
		free(where);
	} else if (ferror(from)) {
		sisheur_error_at(h, path, strerror(errno));
	}
	free(line.text);
	sisheur_case_free(&c);
}

bool sisheur_harness_file(struct sisheur_harness *h, const char *path)
{
	const unsigned long before = h->passed + h->failed + h->errors;
	const unsigned long bad = h->failed + h->errors;
	FILE *from = fopen(path, "r");

	if (!from) {
		sisheur_error_at(h, path, strerror(errno));
		return false;
	}
	sisheur_run_stream(h, from, path);
	fclose(from);
	if (h->passed + h->failed + h->errors == before)
		sisheur_error_at(h, path, "no case in it");
	return h->failed + h->errors == bad;
}

static int sisheur_is_case_file(const struct dirent *entry)
{
	static const char end[] = ".cases";
	const size_t length = strlen(entry->d_name);

	return length >= sizeof(end) &&
	       !strcmp(entry->d_name + length - (sizeof(end) - 1), end);
}

static int sisheur_by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

bool sisheur_harness_directory(struct sisheur_harness *h, const char *path)
{
	struct dirent **entries;
	int nr = scandir(path, &entries, sisheur_is_case_file,
			 sisheur_by_bytes);
	bool ok = nr > 0;
	int i;

	if (nr < 0) {
		sisheur_error_at(h, path, strerror(errno));
		return false;
	}
	if (!nr)
		sisheur_error_at(h, path, "no file whose name ends with .cases");
	for (i = 0; i < nr; i++) {
		char *file = sisheur_format("%s/%s", path, entries[i]->d_name);

		if (!file)
			sisheur_error_at(h, path, "out of memory");
		if (!file || !sisheur_harness_file(h, file))
			ok = false;
		free(file);
		free(entries[i]);
	}
	free(entries);
	return ok;
}
