/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * command.h - what the subcommands of sisheur share
 */
#ifndef SISHEUR_COMMAND_H
#define SISHEUR_COMMAND_H

#include <stdarg.h>
#include <stdio.h>

#include <sisheur/topology.h>

/**
 * enum sisheur_exit - how every subcommand ends
 * @SISHEUR_EXIT_DONE:   it did what was asked
 * @SISHEUR_EXIT_FAILED: and a check failed
 * @SISHEUR_EXIT_BAD:    bad usage, bad input, or output that was lost
 */
enum sisheur_exit {
	SISHEUR_EXIT_DONE,
	SISHEUR_EXIT_FAILED,
	SISHEUR_EXIT_BAD,
};

/**
 * enum sisheur_source - where a machine is described
 * @SISHEUR_SOURCE_SYSFS: a directory that stands for /sys
 * @SISHEUR_SOURCE_TEXT:  a short text, or what a command takes beside it
 * @SISHEUR_SOURCE_HWLOC: an hwloc XML file or synthetic string
 */
enum sisheur_source {
	SISHEUR_SOURCE_SYSFS,
	SISHEUR_SOURCE_TEXT,
	SISHEUR_SOURCE_HWLOC,
};

/* The subcommands: argv[0] is "sisheur NAME"; the answer is a sisheur_exit. */
int sisheur_cmd_nr_scan(int argc, char **argv);
int sisheur_cmd_pick(int argc, char **argv);
int sisheur_cmd_sim(int argc, char **argv);
int sisheur_cmd_topo(int argc, char **argv);

/* messages.c: text with control characters escaped; as a line on stderr */
void sisheur_put_quoted(FILE *out, const char *text);
void sisheur_message(const char *format, ...)
	__attribute__((__format__(__printf__, 1, 2)));
int sisheur_try_help(const char *command);

/*
 * option.c: digits alone, since strtoull() takes "-1", " 1" and "0x1" for
 * numbers as well; @text is then behind them.  The others say what is wrong.
 */
bool sisheur_digits(const char **text, unsigned long long *value);
bool sisheur_option_number(const char *command, const char *option,
			   const char *text, unsigned long long low,
			   unsigned long long high, unsigned long long *value);
bool sisheur_option_formula(const char *command, const char *text,
			    bool *percent);

/* output.c: may it be in colour; is what was printed on its way */
bool sisheur_has_colour(void);
bool sisheur_flush(void);
int sisheur_finish(const char *command, int status);

/* Adds a CPU to a set that has room for it. */
static inline void sisheur_set_cpu(unsigned long *set, unsigned int cpu)
{
	set[cpu / SISHEUR_WORD_BITS] |= 1UL << cpu % SISHEUR_WORD_BITS;
}

/* text.c: memory or the end, text likewise, sets printed whole */
char *sisheur_cpulist_text(const unsigned long *set, unsigned int nr_cpus);
void *sisheur_alloc(void *old, size_t size);
char *sisheur_vformat(const char *format, va_list args)
	__attribute__((__format__(__printf__, 1, 0)));

/**
 * struct sisheur_json - JSON being written
 * @out:   where to
 * @comma: the next value needs one before it
 */
struct sisheur_json {
	FILE *out;
	bool comma;
};

/* json.c: @key is NULL in an array and outside everything */
void sisheur_json_open(struct sisheur_json *json, const char *key,
		       char bracket);
void sisheur_json_close(struct sisheur_json *json, char bracket);
void sisheur_json_end(struct sisheur_json *json);
void sisheur_json_string(struct sisheur_json *json, const char *key,
			 const char *value);
void sisheur_json_number(struct sisheur_json *json, const char *key,
			 unsigned long long value);
void sisheur_json_literal(struct sisheur_json *json, const char *key,
			  const char *value);
void sisheur_json_cpulist(struct sisheur_json *json, const char *key,
			  const unsigned long *set, unsigned int nr_cpus);

#endif /* SISHEUR_COMMAND_H */
