// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdlib.h>

#include "oracle.h"
#include "report.h"
#include "sides.h"

bool linux_share_ids;

static struct oracle_wakeup asked;

/* The wake-up in the oracle's labels: no map and no span is taken over. */
static void translate(const struct sisheur_wakeup *w, unsigned int features)
{
	const struct sisheur_domains *d = w->domains;
	unsigned int n = d->nr_cpus, cpu;

	if (n > ORACLE_MAX_CPUS)
		give_up("%u CPUs; at most %d are known to oracle.h", n,
			ORACLE_MAX_CPUS);
	asked.nr_cpus = n;
	asked.smt = d->smt;
	asked.clusters = d->clusters;
	for (cpu = 0; cpu < n; cpu++) {
		asked.core[cpu] = (int)d->core[cpu];
		asked.llc[cpu] = d->llc[cpu];
		asked.cluster[cpu] = d->clusters ? d->cluster[cpu] : -1;
		asked.state[cpu] = ORACLE_BUSY;
		if (sisheur_cpuset_test(w->view->idle, n, cpu))
			asked.state[cpu] = ORACLE_IDLE;
		else if (sisheur_cpuset_test(w->view->sched_idle, n, cpu))
			asked.state[cpu] = ORACLE_SCHED_IDLE;
		asked.allowed[cpu] = !w->allowed ||
			sisheur_cpuset_test(w->allowed, n, cpu);
	}
	asked.target = (int)w->target;
	asked.prev = (int)w->prev;
	asked.recent = (int)w->recent;
	asked.waker = (int)w->waker;
	asked.waker_nr_running = w->waker_nr_running;
	asked.pair = w->pair;
	asked.kthread = w->kthread;
	asked.sis_util = features & SISHEUR_SIS_UTIL;
	asked.sis_pair = features & SISHEUR_SIS_PAIR;
	asked.sis_idle_core = features & SISHEUR_SIS_IDLE_CORE;
	asked.has_idle_cores = *w->has_idle_cores;
	asked.nr_idle_scan = (int)*w->nr_idle_scan;
}

void ask_linux(const struct sisheur_case *c, struct sisheur_answer *answer)
{
	struct oracle_choice choice;

	translate(&c->wakeup, c->profile.features);
	oracle_load(&asked, linux_share_ids);
	oracle_select(&choice);
	answer->keys = SISHEUR_ANSWER_CPU | SISHEUR_ANSWER_HINT |
		SISHEUR_ANSWER_RECENT | SISHEUR_ANSWER_PROBES;
	answer->cpu = (unsigned int)choice.cpu;
	answer->has_idle_cores = choice.has_idle_cores;
	answer->recent = (unsigned int)choice.recent;
	answer->probes = choice.probes;
	answer->nr_scan = 0;
}

static unsigned int look(void *ctx, unsigned int cpu)
{
	const struct oracle_wakeup *w = ctx;

	return w->state[cpu] == ORACLE_IDLE ? SISHEUR_IDLE :
		w->state[cpu] == ORACLE_SCHED_IDLE ? SISHEUR_SCHED_IDLE :
		SISHEUR_BUSY;
}

enum way { WALK, FUNCTION, WORDS, NR_WAYS };

static const char *const way_names[] = { "walk", "function", "words" };

static void ask_library(const struct sisheur_case *c, enum way way,
			struct sisheur_choice *choice,
			struct sisheur_answer *answer)
{
	const struct sisheur_view by_function = { .look = look, .ctx = &asked };
	struct sisheur_wakeup w = c->wakeup;

	w.count_probes = way != WORDS;
	if (way == FUNCTION)
		w.view = &by_function;
	sisheur_select(&c->profile, &w, choice);
	sisheur_case_from_choice(c, choice, answer);
	/* The word scan does not look CPU by CPU, and counts nothing. */
	if (way == WORDS)
		answer->keys &= ~(unsigned int)SISHEUR_ANSWER_PROBES;
}

void show_case(const struct sisheur_case *c)
{
	size_t size = sisheur_case_print(NULL, 0, c) + 1;
	char *line = malloc(size);

	if (!line)
		give_up("out of memory");
	sisheur_case_print(line, size, c);
	fprintf(details, "%s\n", line);
	free(line);
}

void show_answer(const char *whose, const struct sisheur_answer *answer,
		 const char *step)
{
	char text[128];

	sisheur_answer_print(text, sizeof(text), answer);
	fprintf(details, "  %-8s => %s", whose, text);
	if (step)
		fprintf(details, "  (step %s)", step);
	fputc('\n', details);
}

void compare_wakeup(const struct sisheur_case *c, const char *place,
		    struct sisheur_choice *walked)
{
	struct sisheur_answer right, answer;
	struct sisheur_choice choice;
	enum way way;

	ask_linux(c, &right);
	for (way = WALK; way < NR_WAYS; way++) {
		ask_library(c, way, &choice, &answer);
		if (way == WALK)
			*walked = choice;
		if (sisheur_answer_matches(&answer, &right))
			continue;
		if (!differs())
			break;
		fprintf(details, "%s: %s differs\n", place, way_names[way]);
		show_case(c);
		show_answer("linux", &right, NULL);
		show_answer(way_names[way], &answer,
			    sisheur_step_name(choice.step));
		break;
	}
}

void compare_update(const struct sisheur_case *c, const char *place,
		    unsigned int cpu)
{
	const struct sisheur_wakeup *w = &c->wakeup;
	bool before = sisheur_llc_of(w->domains, cpu) != SISHEUR_NONE &&
		*w->has_idle_cores;
	bool theirs = oracle_update_idle_core((int)cpu) && !before;
	bool ours = sisheur_sets_idle_cores(w->domains, w->view, cpu,
					    w->has_idle_cores);

	if (ours == theirs || !differs())
		return;
	fprintf(details, "%s: CPU %u becomes idle: Linux %s the hint, "
		"sisheur_sets_idle_cores() says %s\n", place, cpu,
		theirs ? "sets" : "does not set", ours ? "set" : "leave");
	show_case(c);
}
