// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * main.c - the command sisheur: which subcommand, and was its output kept
 */
#include <signal.h>
#include <string.h>

#include "command.h"

static const struct sisheur_command {
	const char *name;
	const char *called;
	const char *summary;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "nr-scan", "sisheur nr-scan",
	  "how many CPUs a wake-up may look at", sisheur_cmd_nr_scan },
	{ "pick", "sisheur pick",
	  "where wake-ups go; --check compares with stated answers",
	  sisheur_cmd_pick },
	{ "sim", "sisheur sim",
	  "what a rule does to a machine that need not be there",
	  sisheur_cmd_sim },
	{ "topo", "sisheur topo",
	  "the LLC domains, cores and clusters of a machine",
	  sisheur_cmd_topo },
};

#define NR_COMMANDS	(sizeof(commands) / sizeof(commands[0]))

/* The same for who named none of them. */
#define NAMES	"nr-scan, pick, sim and topo"

static void print_help(void)
{
	size_t i;

	fputs("usage: sisheur COMMAND [OPTION...]\n"
	      "\n"
	      "Linux's wake-up placement outside Linux: where a waking task\n"
	      "would run, and why.\n"
	      "\n"
	      "Commands:\n", stdout);
	for (i = 0; i < NR_COMMANDS; i++)
		printf("  %-9s%s\n", commands[i].name, commands[i].summary);
	fputs("\n"
	      "  --help     this text; sisheur COMMAND --help for a command\n"
	      "  --version  the version\n"
	      "\n"
	      "Examples:\n"
	      "  sisheur topo\n"
	      "  sisheur nr-scan --llc 16 --util 50,75,87.5\n"
	      "  echo 'profile=linux-6.12 nr_cpus=8 idle=3,7' | sisheur pick\n"
	      "  sisheur sim netperf-tcp --load 224 --compare sisheur\n"
	      "\n"
	      "Exit: 0 done, 1 a check failed, 2 bad usage or input.\n",
	      stdout);
}

static int run(int argc, char **argv)
{
	size_t i;

	if (argc < 2) {
		sisheur_message("sisheur: no command; there are " NAMES);
		return sisheur_try_help("sisheur");
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return SISHEUR_EXIT_DONE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("sisheur %s\n", SISHEUR_VERSION);
		return SISHEUR_EXIT_DONE;
	}
	for (i = 0; i < NR_COMMANDS; i++) {
		if (strcmp(argv[1], commands[i].name) == 0) {
			/* getopt_long() begins its messages with this. */
			argv[1] = (char *)commands[i].called;
			return commands[i].run(argc - 1, argv + 1);
		}
	}
	if (argv[1][0] == '-')
		sisheur_message("sisheur: unknown option '%s'; there are "
				"--help and --version", argv[1]);
	else
		sisheur_message("sisheur: unknown command '%s'; there are "
				NAMES, argv[1]);
	return sisheur_try_help("sisheur");
}

int main(int argc, char **argv)
{
	/* A reader that went away is a reported error, not a silent death. */
	signal(SIGPIPE, SIG_IGN);
	return sisheur_finish("sisheur", run(argc, argv));
}
