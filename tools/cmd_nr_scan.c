// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cmd_nr_scan.c - sisheur nr-scan: how many CPUs a wake-up may look at
 */
#include <getopt.h>
#include <limits.h>
#include <string.h>

#include <sisheur/nr_scan.h>

#include "command.h"

static const char help[] =
"usage: sisheur nr-scan [OPTION...]\n"
"\n"
"Prints the scan budget of SIS_UTIL: how many CPUs of a last-level cache\n"
"domain a wake-up may look at, for each average utilisation of the domain.\n"
"\n"
"  --llc N            CPUs in the domain (default 112)\n"
"  --util P[,P...]    utilisations in percent, 0 to 100, with up to two\n"
"                     decimals (default 0,5,15,25,35,45,55,65,75,85)\n"
"  --imbalance-pct N  the overload threshold: 117 (the default) means from\n"
"                     100/117 = 85 % on; the merged form alone uses it\n"
"  --formula FORM     merged: as in Linux since 6.0 (the default);\n"
"                     percent: whole percents, as in the mail of 2022-04-29\n"
"  --json             one JSON object\n"
"  --help             this text\n"
"\n"
"The sum of utilisations is N * 1024 * P / 100, rounded up.\n"
"The defaults are the domain and the utilisations of the SIS_UTIL mail, whose\n"
"table --formula percent prints.\n"
"\n"
"Examples:\n"
"  sisheur nr-scan\n"
"  sisheur nr-scan --formula percent\n"
"  sisheur nr-scan --llc 8 --util 87.5      seven of eight CPUs are full\n"
"  sisheur nr-scan --llc 16 --json | jq '.rows[] | select(.nr_scan == 0)'\n"
"\n"
"Exit: 0 done, 2 bad usage.\n";

/* Utilisations are counted in hundredths of a percent. */
#define ALL_BUSY	10000U

struct question {
	unsigned int llc;
	unsigned int imbalance_pct;
	bool percent;
	const char *utils;
	bool json;
};

/*
 * One utilisation of a list.  Floating point would make 8.7 a sum that differs
 * between machines.
 */
static bool parse_util(const char *text, size_t length, unsigned int *util)
{
	unsigned int value = 0, decimals = 0;
	bool point = false, digit = false;
	size_t i;

	for (i = 0; i < length; i++) {
		if (text[i] == '.' && digit && !point && i + 1 < length) {
			point = true;
			continue;
		}
		if (text[i] < '0' || text[i] > '9' || value > ALL_BUSY ||
		    (point && decimals == 2))
			return false;
		value = value * 10 + (unsigned int)(text[i] - '0');
		digit = true;
		decimals += point;
	}
	for (; decimals < 2; decimals++) {
		if (value > ALL_BUSY)
			return false;
		value *= 10;
	}
	*util = value;
	return digit && value <= ALL_BUSY;
}

static unsigned long long sum_of(unsigned int llc, unsigned int util)
{
	unsigned long long all = (unsigned long long)llc * SISHEUR_CAPACITY;

	return (all * util + ALL_BUSY - 1) / ALL_BUSY;
}

static unsigned int budget(const struct question *q, unsigned long sum)
{
	if (q->percent)
		return sisheur_nr_scan_percent(sum, q->llc);
	return sisheur_nr_scan(sum, q->llc, q->imbalance_pct);
}

static void format_util(char *text, size_t size, unsigned int util)
{
	unsigned int cents = util % 100;

	if (cents % 10)
		snprintf(text, size, "%u.%02u", util / 100, cents);
	else if (cents)
		snprintf(text, size, "%u.%u", util / 100, cents / 10);
	else
		snprintf(text, size, "%u", util / 100);
}

/*
 * Goes through the list twice: a table that breaks off in the middle would be
 * taken for a whole one.
 */
static bool each_util(const struct question *q, bool print,
		      struct sisheur_json *json)
{
	const char *at = q->utils;
	unsigned int util;
	char text[16];

	for (;;) {
		size_t length = strcspn(at, ",");
		unsigned long long sum;

		if (!parse_util(at, length, &util)) {
			sisheur_message("sisheur nr-scan: --util: '%.*s' is no "
					"utilisation; accepted are 0 to 100, "
					"with up to two decimals, separated by "
					"commas", (int)(length < 40 ? length :
					40), at);
			return false;
		}
		sum = sum_of(q->llc, util);
		if (sum > ULONG_MAX) {
			sisheur_message("sisheur nr-scan: --llc: the sum of "
					"%u CPUs exceeds the machine's word",
					q->llc);
			return false;
		}
		format_util(text, sizeof(text), util);
		if (print && json) {
			sisheur_json_open(json, NULL, '{');
			sisheur_json_literal(json, "util", text);
			sisheur_json_number(json, "sum_util", sum);
			sisheur_json_number(json, "nr_scan",
					    budget(q, (unsigned long)sum));
			sisheur_json_close(json, '}');
		} else if (print) {
			printf("%6s  %10u\n", text,
			       budget(q, (unsigned long)sum));
		}
		if (!at[length])
			return true;
		at += length + 1;
	}
}

static int answer(const struct question *q)
{
	struct sisheur_json json = { .out = stdout };

	if (!each_util(q, false, NULL))
		return sisheur_try_help("sisheur nr-scan");
	if (!q->json) {
		printf("%6s  %10s\n", "util%", "nr_scan");
		each_util(q, true, NULL);
		return SISHEUR_EXIT_DONE;
	}
	sisheur_json_open(&json, NULL, '{');
	sisheur_json_number(&json, "llc", q->llc);
	if (!q->percent)
		sisheur_json_number(&json, "imbalance_pct", q->imbalance_pct);
	sisheur_json_string(&json, "formula",
			    q->percent ? "percent" : "merged");
	sisheur_json_open(&json, "rows", '[');
	each_util(q, true, &json);
	sisheur_json_close(&json, ']');
	sisheur_json_close(&json, '}');
	sisheur_json_end(&json);
	return SISHEUR_EXIT_DONE;
}

static bool number_option(const char *option, unsigned int *number)
{
	unsigned long long value;

	if (!sisheur_option_number("sisheur nr-scan", option, optarg, 0,
				   UINT_MAX, &value))
		return false;
	*number = (unsigned int)value;
	return true;
}

int sisheur_cmd_nr_scan(int argc, char **argv)
{
	static const struct option options[] = {
		{ "llc", required_argument, NULL, 'l' },
		{ "util", required_argument, NULL, 'u' },
		{ "imbalance-pct", required_argument, NULL, 'i' },
		{ "formula", required_argument, NULL, 'f' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct question q = {
		.llc = 112,	/* the machine of the SIS_UTIL mail */
		.imbalance_pct = SISHEUR_LLC_IMBALANCE_PCT,
		.utils = "0,5,15,25,35,45,55,65,75,85",	/* its table */
	};
	bool ok = true;
	int option;

	while (ok && (option = getopt_long(argc, argv, "h", options,
					   NULL)) != -1) {
		switch (option) {
		case 'l':
			ok = number_option("--llc", &q.llc);
			break;
		case 'u':
			q.utils = optarg;
			break;
		case 'i':
			ok = number_option("--imbalance-pct",
					   &q.imbalance_pct);
			break;
		case 'f':
			ok = sisheur_option_formula("sisheur nr-scan", optarg,
						    &q.percent);
			break;
		case 'j':
			q.json = true;
			break;
		case 'h':
			fputs(help, stdout);
			return SISHEUR_EXIT_DONE;
		default:
			ok = false;
		}
	}
	if (ok && optind < argc) {
		sisheur_message("sisheur nr-scan: '%s': only options are "
				"accepted", argv[optind]);
		ok = false;
	}
	return ok ? answer(&q) : sisheur_try_help("sisheur nr-scan");
}
