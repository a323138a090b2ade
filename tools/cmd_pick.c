// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cmd_pick.c - sisheur pick: where wake-ups go, and whether that was expected
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sisheur/case.h>

#include "command.h"
#include "input.h"

static const char help[] =
"usage: sisheur pick [--check] [--json] [FILE...]\n"
"\n"
"Reads wake-ups, one a line, and prints where each goes, one answer a line.\n"
"No FILE, or -, is standard input; each answer is written before more is read.\n"
"\n"
"  --check  compare with the answers stated after =>, print the lines that\n"
"           differ and a summary\n"
"  --json   one JSON object a line\n"
"  --help   this text\n"
"\n"
"A line is KEY=VALUE words separated by spaces, in any order, and may end in\n"
"\" => \" and the answer.  Empty lines and lines that begin with # are skipped.\n"
"A set is a cpulist (0-3,8); several are separated by /.\n"
"\n"
"  profile     linux-5.18 linux-6.1 linux-6.12 linux-7.1 sisheur; required\n"
"  features    SIS_UTIL SIS_PROP SIS_PAIR SIS_IDLE_CORE, and of the profile\n"
"              sisheur: SIS_FREE_LOOKS SIS_TRUE_HINT SIS_KEEP_HINT\n"
"              SIS_TRULY_IDLE SIS_AGED_UTIL SIS_SPREAD SIS_PAIR_LARGE\n"
"              SIS_PAIR_SCARCE SIS_PAIR_FITS SIS_PAIR_STACK SIS_CLAIM;\n"
"              separated by commas, NO_ before one turns it off\n"
"  nr_cpus     CPUs are 0 ... nr_cpus-1; required\n"
"  cores       SMT sibling sets; a CPU in none is a core of its own\n"
"  smt         1: SMT is active (default: if a core has two CPUs)\n"
"  llc         sets that share a last-level cache (default: one of all CPUs)\n"
"  clusters    sets that share an L2; given means active (default: none)\n"
"  idle, sched_idle  idle CPUs; CPUs whose every task is SCHED_IDLE (empty)\n"
"  allowed     CPUs that the wakee may run on (all)\n"
"  target      CPU that the affinity step chose (0)\n"
"  prev, recent, waker  CPUs (target, prev, target)\n"
"  pair, kthread, wakee_sched_idle  0 or 1 (0)\n"
"  waker_nr_running  tasks on the waker's run queue (2)\n"
"  has_idle_cores, nr_idle_scan  the shared state of every domain (0, nr_cpus)\n"
"  avg_idle, avg_scan_cost  what SIS_PROP reads (1000000, 1)\n"
"  claimed, fits, spread, brief, sum_util, sum_util_age_ms  what SIS_CLAIM,\n"
"              SIS_PAIR_FITS, SIS_SPREAD, SIS_PAIR_STACK, SIS_AGED_UTIL read\n"
"              (none, all, 0, 0, 0, 0)\n"
"\n"
"The answer has the keys cpu, has_idle_cores, recent and probes.\n"
"\n"
"A line \"nr_scan sum_util=S llc_weight=W [imbalance_pct=P] [formula=F]\" asks\n"
"for the scan budget alone.\n"
"\n"
"A bad line answers \"error\", so that answers keep step with questions, and is\n"
"explained on standard error as FILE:LINE: reason.  Lines end in a line feed\n"
"alone; NUL bytes, carriage returns and more than 16 MiB are bad.\n"
"\n"
"Examples:\n"
"  echo 'profile=linux-6.12 nr_cpus=8 idle=3,7 target=2' | sisheur pick\n"
"  sisheur pick --json wakeups.cases | jq .step\n"
"  sisheur pick --check tests/cases/*.cases\n"
"\n"
"Exit: 0 done, 1 a check failed, 2 bad usage or input.\n";

/**
 * struct sisheur_pick - a run of the command
 * @check:    compare instead of answering
 * @json:     print JSON
 * @name:     the file being read, as messages have it
 * @line:     the line being answered, from 1
 * @c:        the case being answered
 * @cases:    lines answered
 * @differ:   those whose answer was not the stated one
 * @bad:      bad lines
 * @failed:   files that could not be read, or check nothing
 */
struct sisheur_pick {
	bool check;
	bool json;
	const char *name;
	unsigned long line;
	struct sisheur_case c;
	unsigned long long cases;
	unsigned long long differ;
	unsigned long long bad;
	unsigned long long failed;
};

static const struct {
	const char *name;
	unsigned int key;
	size_t offset;
} answer_keys[] = {
	{ "cpu", SISHEUR_ANSWER_CPU, offsetof(struct sisheur_answer, cpu) },
	{ "has_idle_cores", SISHEUR_ANSWER_HINT,
	  offsetof(struct sisheur_answer, has_idle_cores) },
	{ "recent", SISHEUR_ANSWER_RECENT,
	  offsetof(struct sisheur_answer, recent) },
	{ "probes", SISHEUR_ANSWER_PROBES,
	  offsetof(struct sisheur_answer, probes) },
	{ "nr_scan", SISHEUR_ANSWER_NR_SCAN,
	  offsetof(struct sisheur_answer, nr_scan) },
};

#define NR_ANSWER_KEYS	(sizeof(answer_keys) / sizeof(answer_keys[0]))

static unsigned int answer_value(const struct sisheur_answer *answer, size_t i)
{
	unsigned int value;

	memcpy(&value, (const char *)answer + answer_keys[i].offset,
	       sizeof(value));
	return value;
}

static void json_place(const struct sisheur_pick *pick,
		       struct sisheur_json *json)
{
	sisheur_json_open(json, NULL, '{');
	sisheur_json_string(json, "file", pick->name);
	sisheur_json_number(json, "line", pick->line);
}

static void json_answer(struct sisheur_json *json, const char *name,
			const struct sisheur_answer *answer)
{
	size_t i;

	sisheur_json_open(json, name, '{');
	for (i = 0; i < NR_ANSWER_KEYS; i++)
		if (answer->keys & answer_keys[i].key)
			sisheur_json_number(json, answer_keys[i].name,
					    answer_value(answer, i));
	sisheur_json_close(json, '}');
}

static void json_step(const struct sisheur_pick *pick,
		      struct sisheur_json *json,
		      const struct sisheur_choice *choice)
{
	if (pick->c.kind == SISHEUR_CASE_WAKEUP)
		sisheur_json_string(json, "step",
				    sisheur_step_name(choice->step));
	else
		sisheur_json_literal(json, "step", "null");
}

static void bad_line(struct sisheur_pick *pick, const char *reason)
{
	struct sisheur_json json = { .out = stdout };

	pick->bad++;
	sisheur_message("%s:%lu: %s", pick->name, pick->line, reason);
	if (pick->json) {
		json_place(pick, &json);
		sisheur_json_string(&json, "error", reason);
		sisheur_json_close(&json, '}');
		sisheur_json_end(&json);
	} else if (!pick->check) {
		fputs("error\n", stdout);
	}
}

/* The sets that explain a placement; the last is of the target's domain. */
static void each_set(const struct sisheur_case *c,
		     void (*show)(void *ctx, const char *name,
				  const unsigned long *set, unsigned int nr),
		     void *ctx)
{
	const struct sisheur_domains *d = &c->topology.domains;
	int llc = sisheur_llc_of(d, c->wakeup.target);

	show(ctx, "idle", c->view.idle, d->nr_cpus);
	show(ctx, "sched_idle", c->view.sched_idle, d->nr_cpus);
	if (c->wakeup.allowed)
		show(ctx, "allowed", c->wakeup.allowed, d->nr_cpus);
	show(ctx, "llc", llc == SISHEUR_NONE ? NULL :
	     d->llc_span + (size_t)llc * SISHEUR_WORDS(d->nr_cpus), d->nr_cpus);
}

static void show_text(void *ctx, const char *name, const unsigned long *set,
		      unsigned int nr)
{
	char *text = sisheur_cpulist_text(set, nr);

	(void)ctx;
	printf("    %-10s  %s\n", name, *text ? text : "(empty)");
	free(text);
}

static void show_json(void *ctx, const char *name, const unsigned long *set,
		      unsigned int nr)
{
	sisheur_json_cpulist(ctx, name, set, nr);
}

static void print_difference(const struct sisheur_pick *pick,
			     const struct sisheur_choice *choice,
			     const struct sisheur_answer *given)
{
	const struct sisheur_case *c = &pick->c;
	const struct sisheur_answer *stated = &c->expected;
	const char *separator = ": differs in ";
	char text[128];
	size_t i;

	sisheur_put_quoted(stdout, pick->name);
	printf(":%lu", pick->line);
	for (i = 0; i < NR_ANSWER_KEYS; i++) {
		if ((stated->keys & answer_keys[i].key) &&
		    answer_value(stated, i) != answer_value(given, i)) {
			printf("%s%s", separator, answer_keys[i].name);
			separator = ", ";
		}
	}
	sisheur_answer_print(text, sizeof(text), stated);
	printf("\n    %-10s  %s\n", "stated", text);
	sisheur_answer_print(text, sizeof(text), given);
	printf("    %-10s  %s\n", "given", text);
	if (c->kind != SISHEUR_CASE_WAKEUP)
		return;
	printf("    %-10s  %s\n", "step", sisheur_step_name(choice->step));
	printf("    %-10s  %s with", "profile",
	       sisheur_profile_name(c->profile_id));
	for (i = 0; i < SISHEUR_NR_FEATURES; i++)
		if (c->profile.features >> i & 1)
			printf(" %s", sisheur_feature_name((unsigned int)i));
	printf("%s\n", c->profile.features ? "" : " no feature");
	printf("    %-10s  target %u, prev %u, recent %u, waker %u\n", "CPUs",
	       c->wakeup.target, c->wakeup.prev, c->wakeup.recent,
	       c->wakeup.waker);
	each_set(c, show_text, NULL);
}

static void print_json(const struct sisheur_pick *pick,
		       const struct sisheur_choice *choice,
		       const struct sisheur_answer *given)
{
	struct sisheur_json json = { .out = stdout };

	json_place(pick, &json);
	if (pick->check)
		json_answer(&json, "stated", &pick->c.expected);
	json_answer(&json, "answer", given);
	json_step(pick, &json, choice);
	if (pick->check && pick->c.kind == SISHEUR_CASE_WAKEUP)
		each_set(&pick->c, show_json, &json);
	sisheur_json_close(&json, '}');
	sisheur_json_end(&json);
}

static void print_answer(const struct sisheur_answer *given)
{
	char text[128];
	size_t length = sisheur_answer_print(text, sizeof(text), given);

	text[length] = '\n';
	fwrite(text, 1, length + 1, stdout);
}

static void answer_line(struct sisheur_pick *pick)
{
	struct sisheur_choice choice;
	struct sisheur_answer given;
	bool same;

	sisheur_case_answer(&pick->c, &choice, &given);
	if (!pick->check) {
		if (pick->json)
			print_json(pick, &choice, &given);
		else
			print_answer(&given);
		return;
	}
	if (pick->c.expected.keys == 0) {
		bad_line(pick, "no answer, and --check has nothing to compare "
			 "with; accepted is a line that ends in ' => cpu=N'");
		return;
	}
	pick->cases++;
	same = sisheur_answer_matches(&pick->c.expected, &given);
	pick->differ += !same;
	if (!same && pick->json)
		print_json(pick, &choice, &given);
	else if (!same)
		print_difference(pick, &choice, &given);
}

static void take_line(struct sisheur_pick *pick, struct sisheur_input *input)
{
	struct sisheur_error error = { 0 };

	if (input->line[0] == '#')
		return;
	if (memchr(input->line, '\0', input->length)) {
		/* To the parser the line would end there. */
		bad_line(pick, "a NUL byte; accepted is text");
		return;
	}
	if (input->length && input->line[input->length - 1] == '\r') {
		bad_line(pick, "the line ends in a carriage return, as files "
			 "from DOS have it; accepted is a line feed alone");
		return;
	}
	switch (sisheur_case_parse(&pick->c, input->line, &error)) {
	case SISHEUR_CASE_SKIP:
		break;
	case SISHEUR_CASE_ERROR:
		bad_line(pick, error.text);
		break;
	default:
		answer_line(pick);
	}
}

static void unreadable(struct sisheur_pick *pick)
{
	pick->failed++;
	sisheur_message("%s: %s; accepted is a file of cases, or - for "
			"standard input", pick->name, strerror(errno));
}

static void endless(struct sisheur_pick *pick)
{
	pick->failed++;
	sisheur_message("%s:%lu: the line is longer than 1 GiB; what follows "
			"it is not read", pick->name, pick->line);
}

/* A file that was not written yet would pass. */
static void checks_nothing(struct sisheur_pick *pick)
{
	pick->failed++;
	sisheur_message("%s: no case in it, and --check has nothing to compare",
			pick->name);
}

/* Returns false once standard output is lost. */
static bool take_file(struct sisheur_pick *pick, struct sisheur_input *input,
		      const char *name)
{
	bool is_stdin = strcmp(name, "-") == 0;
	int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	unsigned long long before = pick->cases + pick->bad;
	unsigned int kind;

	pick->name = is_stdin ? "<stdin>" : name;
	if (fd < 0) {
		unreadable(pick);
		return true;
	}
	sisheur_input_begin(input, fd);
	for (;;) {
		kind = sisheur_input_next(input);
		pick->line = input->number;
		if (kind == SISHEUR_INPUT_LINE)
			take_line(pick, input);
		else if (kind == SISHEUR_INPUT_LONG && input->line[0] != '#')
			bad_line(pick, "the line is longer than 16 MiB");
		else if (kind != SISHEUR_INPUT_LONG)
			break;
	}
	if (kind == SISHEUR_INPUT_FAILED)
		unreadable(pick);
	if (kind == SISHEUR_INPUT_ENDLESS)
		endless(pick);
	if (kind == SISHEUR_INPUT_END && pick->check &&
	    pick->cases + pick->bad == before)
		checks_nothing(pick);
	if (!is_stdin)
		close(fd);
	return kind != SISHEUR_INPUT_LOST;
}

static void summary(const struct sisheur_pick *pick)
{
	struct sisheur_json json = { .out = stdout };

	if (pick->json) {
		sisheur_json_open(&json, NULL, '{');
		sisheur_json_number(&json, "cases", pick->cases);
		sisheur_json_number(&json, "differ", pick->differ);
		sisheur_json_number(&json, "bad", pick->bad);
		sisheur_json_close(&json, '}');
		sisheur_json_end(&json);
		return;
	}
	printf("%llu cases, %llu differ", pick->cases, pick->differ);
	if (pick->bad)
		printf(", %llu bad", pick->bad);
	putchar('\n');
}

static int answer_files(struct sisheur_pick *pick, char **names)
{
	static char standard_input[] = "-";
	static char *none[] = { standard_input, NULL };
	struct sisheur_input input = { 0 };
	bool kept = true;

	/* The input is what decides when to flush, even on a terminal. */
	setvbuf(stdout, NULL, _IOFBF, (size_t)1 << 18);
	if (!*names)
		names = none;
	for (; kept && *names; names++)
		kept = take_file(pick, &input, *names);
	if (pick->check)
		summary(pick);
	free(input.buffer);
	sisheur_case_free(&pick->c);
	if (!kept || pick->bad || pick->failed)
		return SISHEUR_EXIT_BAD;
	return pick->differ ? SISHEUR_EXIT_FAILED : SISHEUR_EXIT_DONE;
}

int sisheur_cmd_pick(int argc, char **argv)
{
	static const struct option options[] = {
		{ "check", no_argument, NULL, 'c' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct sisheur_pick pick = { 0 };
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'c':
			pick.check = true;
			break;
		case 'j':
			pick.json = true;
			break;
		case 'h':
			fputs(help, stdout);
			return SISHEUR_EXIT_DONE;
		default:
			return sisheur_try_help("sisheur pick");
		}
	}
	return answer_files(&pick, argv + optind);
}
