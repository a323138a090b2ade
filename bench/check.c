// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Do all contestants agree?  One that answers something else does less, or
 * other, work, and its time means nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define CHECK_CALLS	16U

static void print_set(const char *name, const unsigned long *set,
		      unsigned int nr_cpus)
{
	size_t size = sisheur_cpulist_print(NULL, 0, set, nr_cpus) + 1;
	char *text = malloc(size);

	if (!text)
		return;
	sisheur_cpulist_print(text, size, set, nr_cpus);
	fprintf(stderr, "  %s %s\n", name, text);
	free(text);
}

static void show(const struct bench_scene *scene, const struct bench_row *row,
		 const struct bench_wakeup *w)
{
	const struct bench_state *state = &scene->state;

	fprintf(stderr, "bench: %s: contestants disagree\n", row->name);
	fprintf(stderr, "  numbering %s, %u CPUs, has_idle_cores %d, "
		"nr_idle_scan %u\n", row->numbering->name, state->nr_cpus,
		state->hint, state->nr_idle_scan);
	fprintf(stderr, "  target %u prev %u recent %u waker %u sum_util %lu\n",
		w->target, w->prev, w->recent, w->waker, w->sum_util);
	print_set("idle", state->idle, state->nr_cpus);
	if (state->allowed)
		print_set("allowed", state->allowed, state->nr_cpus);
}

static int ask(const struct bench_entry *entry, const struct bench_wakeup *w)
{
	return (int)entry->loop(w, 1) - 1;
}

/* Is @cpu one that a core scan might answer, in whatever order? */
static bool is_idle_core(const struct bench_state *state, unsigned int cpu)
{
	unsigned int sibling = cpu;

	if (cpu >= state->nr_cpus)
		return false;
	if (state->allowed &&
	    !sisheur_cpuset_test(state->allowed, state->nr_cpus, cpu))
		return false;
	do {
		if (!sisheur_cpuset_test(state->idle, state->nr_cpus, sibling))
			return false;
		sibling = state->next[sibling];
	} while (sibling != cpu);
	return true;
}

static bool agrees(const struct bench_state *state, enum bench_agree how,
		   int answer, const int *first)
{
	if (how == BENCH_NOTHING)
		return true;
	if (how != BENCH_EXISTS)
		return answer == first[how];
	if (answer < 0 || first[BENCH_SAME] < 0)
		return answer < 0 && first[BENCH_SAME] < 0;
	return is_idle_core(state, (unsigned int)answer);
}

static bool check_wakeup(const struct bench_scene *scene,
			 const struct bench_row *row,
			 const struct bench_wakeup *w, const char *wrong)
{
	int answers[BENCH_MAX_ENTRIES], first[BENCH_NOTHING + 1];
	bool known[BENCH_NOTHING + 1] = { false }, ok = true;
	unsigned int i;

	for (i = 0; i < row->nr_entries; i++) {
		enum bench_agree how = row->entries[i]->agree;

		answers[i] = ask(row->entries[i], w);
		if (wrong && !strcmp(wrong, row->entries[i]->peer))
			answers[i]++;
		if (!known[how])
			first[how] = answers[i];
		known[how] = true;
	}
	for (i = 0; i < row->nr_entries; i++)
		ok &= agrees(&scene->state, row->entries[i]->agree, answers[i],
			     first);
	if (ok)
		return true;

	show(scene, row, w);
	for (i = 0; i < row->nr_entries; i++)
		if (row->entries[i]->agree != BENCH_NOTHING)
			fprintf(stderr, "  %-18s => %d\n",
				row->entries[i]->peer, answers[i]);
	return false;
}

bool bench_check(struct bench_scene *scene, const struct bench_row *row,
		 struct bench_random *random, unsigned int states,
		 const char *wrong)
{
	struct bench_wakeup wakeups[CHECK_CALLS];
	unsigned int state, i;

	for (state = 0; state < states; state++) {
		bench_scene_fill(scene, BENCH_ANY, row->affinity, random);
		bench_scene_wakeups(scene, random, wakeups, CHECK_CALLS);
		for (i = 0; i < row->nr_entries; i++)
			if (row->entries[i]->load)
				row->entries[i]->load(&scene->state);
		for (i = 0; i < CHECK_CALLS; i++)
			if (!check_wakeup(scene, row, &wakeups[i], wrong))
				return false;
	}
	return true;
}
