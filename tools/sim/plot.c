// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * plot.c - a sweep as an SVG file, drawn by gnuplot
 *
 * gnuplot writes to a pipe and not to the file: it does not say when a disk is
 * full.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cells.h"

static void no_gnuplot(const char *reason)
{
	sisheur_message("sisheur sim: --plot: gnuplot: %s; it draws the plot, "
			"and Debian has it in gnuplot-nox", reason);
}

/* Is there a program of that name, as execvp() would find it? */
static bool is_on_path(const char *program)
{
	const char *path = getenv("PATH");
	char *text;
	bool found = false;

	while (path && !found) {
		size_t length = strcspn(path, ":");

		if (asprintf(&text, "%.*s/%s", (int)length, path,
			     program) < 0)
			return false;
		found = length && access(text, X_OK) == 0;
		free(text);
		path = path[length] ? path + length + 1 : NULL;
	}
	return found;
}

static bool has_end(const char *name, const char *end)
{
	size_t length = strlen(name), of_end = strlen(end);

	return length >= of_end && strcmp(name + length - of_end, end) == 0;
}

bool sisheur_plot_ready(const char *name)
{
	if (!is_on_path("gnuplot")) {
		no_gnuplot("not found");
		return false;
	}
	if (!sisheur_whole_ready("--plot", name))
		return false;
	/* Who opens x.png would be told that it is broken. */
	if (!has_end(name, ".svg") && !has_end(name, ".SVG")) {
		sisheur_message("sisheur sim: --plot: %s: accepted is a name "
				"that ends in .svg, which is what is drawn",
				name);
		return false;
	}
	return true;
}

/* ---- what gnuplot is told ---- */

/*
 * Single quotes, in which gnuplot neither substitutes commands nor knows
 * escapes.  Doubling one that is within fails at the beginning of a text.
 */
static void put_text(FILE *out, const char *text)
{
	putc('\'', out);
	for (; *text; text++) {
		if (*text == '\'')
			fputs("' . \"'\" . '", out);
		else
			putc(*text, out);
	}
	putc('\'', out);
}

static void put_milli(FILE *out, unsigned long long value)
{
	fprintf(out, " %llu.%03llu", value / 1000, value % 1000);
}

/* A block of data: value, work, us to the end, latencies in us, ratios. */
static void put_data(FILE *out, const struct sisheur_cells *cells,
		     unsigned int side)
{
	static const unsigned int fields[] = {
		SISHEUR_VALUE_WORK_PER_S, SISHEUR_VALUE_FINISHED_NS,
		SISHEUR_VALUE_P50_NS, SISHEUR_VALUE_P90_NS,
		SISHEUR_VALUE_P99_NS,
		SISHEUR_VALUE_SE_EFF, SISHEUR_VALUE_DOM_EFF,
		SISHEUR_VALUE_FAST_RATE, SISHEUR_VALUE_SUCCESS_RATE,
	};
	size_t i, n;

	fprintf(out, "$side%u << EOD\n", side);
	for (i = side; i < cells->nr; i += cells->nr_sides) {
		const unsigned long long *v = cells->cells[i].row.values;

		fprintf(out, "%llu", v[SISHEUR_VALUE_SWEPT]);
		for (n = 0; n < sizeof(fields) / sizeof(fields[0]); n++)
			put_milli(out, v[fields[n]]);
		putc('\n', out);
	}
	fputs("EOD\n", out);
}

/* Columns from @from on of a side, in units of @unit; in the order of x. */
static void put_curves(FILE *out, unsigned int side, unsigned int from,
		       unsigned int nr, const char *const *names,
		       unsigned long long unit)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		fprintf(out, "%s$side%u using 1:($%u/%llu.0) smooth unique "
			"with linespoints linewidth 2 pointtype 7 "
			"pointsize 0.4 title '%s'", i ? ", " : "plot ", side,
			from + i, unit, names[i]);
	putc('\n', out);
}

/* Side by side, two scales would hide what they are compared for. */
static unsigned long long highest(const struct sisheur_cells *cells,
				  unsigned int field)
{
	unsigned long long high = 0;
	size_t i;

	for (i = 0; i < cells->nr; i++)
		if (cells->cells[i].row.values[field] > high)
			high = cells->cells[i].row.values[field];
	return high ? high : 1000;
}

/* What is judged, from 0 on, in a unit in which few digits say it. */
static void put_judged(FILE *out, const struct sisheur_cells *cells,
		       unsigned int side)
{
	static const char *const work[] = { "work" };
	static const char *const ends[] = { "end" };
	static const char *const latency[] = { "50 %", "90 %", "99 %" };
	unsigned long long high = highest(cells, cells->judged);
	unsigned long long unit = 1;

	if (cells->judged == SISHEUR_VALUE_FINISHED_NS)
		unit = 1000;
	else if (cells->judged == SISHEUR_VALUE_WORK_PER_S)
		unit = high > 2000000000 ? 1000000 : high > 2000000 ? 1000 : 1;
	high += high / 20;
	fprintf(out, "set yrange [0:%llu.%03llu/%llu.0]\nset ylabel ",
		high / 1000, high % 1000, unit);
	if (cells->judged == SISHEUR_VALUE_FINISHED_NS) {
		fputs("'until all have ended, ms'\nset key off\n", out);
		put_curves(out, side, 3, 1, ends, unit);
	} else if (cells->judged == SISHEUR_VALUE_WORK_PER_S) {
		put_text(out, cells->workload->work_name);
		fprintf(out, " . ' a second%s'\nset key off\n",
			unit == 1 ? "" : unit == 1000 ? ", thousands" :
							", millions");
		put_curves(out, side, 2, 1, work, unit);
	} else {
		fputs("'latency of a wake-up, us'\nset key top left\n", out);
		put_curves(out, side, 4, 3, latency, unit);
	}
}

static void put_script(FILE *out, const struct sisheur_cells *cells)
{
	static const char *const ratios[] = { "se_eff", "dom_eff",
					      "fast_rate", "success_rate" };
	const struct sisheur_row *row = &cells->cells[0].row;
	const char *key = sisheur_label_of(row, SISHEUR_LABEL_KEY);
	unsigned int side;

	fprintf(out, "set terminal svg size %u,760 dynamic noenhanced "
		"font 'sans,12' background rgb 'white'\n",
		160 + 520 * cells->nr_sides);
	for (side = 0; side < cells->nr_sides; side++)
		put_data(out, cells, side);
	fprintf(out, "set multiplot layout 2,%u columnsfirst title ",
		cells->nr_sides);
	put_text(out, sisheur_label_of(row, SISHEUR_LABEL_WORKLOAD));
	fputs(" . ' on ' . ", out);
	put_text(out, sisheur_label_of(row, SISHEUR_LABEL_MACHINE));
	fputs("\nset grid\nset lmargin 12\nset xlabel ", out);
	put_text(out, strcmp(key, "load") ? key : cells->workload->load_name);
	putc('\n', out);
	/* gnuplot says on standard error that one value has no range. */
	if (cells->nr == cells->nr_sides)
		fprintf(out, "set xrange [%llu.0*0.9-1:%llu.0*1.1+1]\n",
			row->values[SISHEUR_VALUE_SWEPT],
			row->values[SISHEUR_VALUE_SWEPT]);
	for (side = 0; side < cells->nr_sides; side++) {
		fputs("set title ", out);
		put_text(out, sisheur_label_of(&cells->cells[side].row,
					       SISHEUR_LABEL_PROFILE));
		putc('\n', out);
		put_judged(out, cells, side);
		fputs("unset title\nset yrange [0:105]\nset ylabel 'percent'\n"
		      /* Within, it would lie on one of the curves. */
		      "set key outside bottom center horizontal\n", out);
		put_curves(out, side, 7, 4, ratios, 1);
	}
	fputs("unset multiplot\n", out);
}

/* ---- gnuplot ---- */

/**
 * struct sisheur_bytes - what gnuplot drew
 * @bytes:  owned
 * @length: how many
 */
struct sisheur_bytes {
	char *bytes;
	size_t length;
};

/*
 * The most that is taken for a plot, bytes: SISHEUR_MAX_RUNS points of eight
 * curves take 20 bytes each, and twice that with their marks.
 */
#define MAX_SVG	((size_t)256 << 20)

static bool read_all(int fd, struct sisheur_bytes *to)
{
	size_t room = 0;
	ssize_t got;

	for (;;) {
		if (to->length > MAX_SVG) {
			errno = EFBIG;
			return false;
		}
		if (room - to->length < 4096) {
			room = room ? 2 * room : 65536;
			to->bytes = sisheur_alloc(to->bytes, room);
		}
		got = read(fd, to->bytes + to->length, room - to->length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got == 0;
		to->length += (size_t)got;
	}
}

static void become_gnuplot(FILE *script, int to)
{
	if (dup2(fileno(script), STDIN_FILENO) >= 0 &&
	    dup2(to, STDOUT_FILENO) >= 0)
		execlp("gnuplot", "gnuplot", "-", (char *)NULL);
	_exit(127);
}

static bool is_svg(const struct sisheur_bytes *drawn)
{
	static const char end[] = "</svg>";
	const char *last = NULL, *at = drawn->bytes;
	size_t left = drawn->length;

	while ((at = memmem(at, left, end, sizeof(end) - 1))) {
		last = at++;
		left = drawn->length - (size_t)(at - drawn->bytes);
	}
	return last && (size_t)(last - drawn->bytes) + sizeof(end) + 2 >=
	       drawn->length;
}

static bool draw(FILE *script, struct sisheur_bytes *drawn)
{
	int pipe_of[2], status = 0;
	bool ok;
	pid_t child;

	if (pipe2(pipe_of, O_CLOEXEC) != 0) {
		no_gnuplot(strerror(errno));
		return false;
	}
	child = fork();
	if (child == 0)
		become_gnuplot(script, pipe_of[1]);
	close(pipe_of[1]);
	ok = child > 0 && read_all(pipe_of[0], drawn);
	if (!ok)
		no_gnuplot(strerror(errno));
	close(pipe_of[0]);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (ok && (!WIFEXITED(status) || WEXITSTATUS(status) ||
		   !is_svg(drawn))) {
		no_gnuplot("it failed");
		ok = false;
	}
	return ok;
}

bool sisheur_plot(const struct sisheur_rows *rows, const char *name)
{
	struct sisheur_bytes drawn = { 0 };
	struct sisheur_cells cells;
	FILE *script = tmpfile();
	bool ok = script != NULL;

	if (ok) {
		sisheur_cells_make(&cells, rows);
		put_script(script, &cells);
		sisheur_cells_free(&cells);
		/* gnuplot reads through the same offset. */
		ok = fflush(script) == 0 && !ferror(script) &&
		     lseek(fileno(script), 0, SEEK_SET) == 0;
	}
	if (!ok)
		sisheur_message("sisheur sim: --plot: a temporary file: %s",
				strerror(errno));
	ok = ok && draw(script, &drawn) &&
	     sisheur_whole_write("--plot", name, drawn.bytes, drawn.length);
	if (script)
		fclose(script);
	free(drawn.bytes);
	return ok;
}
