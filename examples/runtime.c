// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * runtime.c - place the workers of a runtime from a bitmap, as Linux would
 *
 *   cc runtime.c $(pkg-config --cflags --libs sisheur) && ./a.out
 *
 * A runtime has a worker a CPU and knows which of them are idle.  It keeps the
 * hint that an idle core exists, asks where a task goes, claims the worker
 * there, and stores what the answer changes.
 *
 *   ./a.out ["pack:2 llc:1 core:56 pu:2"]
 *
 * Prints:
 *   CPU 1 by step scan, has_idle_cores 1
 *   CPU 2 by step scan, has_idle_cores 1
 *   CPU 3 by step scan, has_idle_cores 1
 *   CPU 5 by step scan, has_idle_cores 0
 */
#include <sisheur/case.h>
#include <stdio.h>

/* Kept per LLC domain where there are several. */
static int has_idle_cores;

static void worker_idles(struct sisheur_topology *machine,
			 const struct sisheur_view *view, unsigned long *idle,
			 unsigned int cpu)
{
	__atomic_fetch_or(&idle[cpu / SISHEUR_WORD_BITS],
			  1UL << cpu % SISHEUR_WORD_BITS, __ATOMIC_RELEASE);
	if (sisheur_sets_idle_cores(&machine->domains, view, cpu,
				    &has_idle_cores))
		__atomic_store_n(&has_idle_cores, 1, __ATOMIC_RELAXED);
}

/* False if another thread was faster. */
static bool worker_wakes(unsigned long *idle, unsigned int cpu)
{
	unsigned long bit = 1UL << cpu % SISHEUR_WORD_BITS;

	return __atomic_fetch_and(&idle[cpu / SISHEUR_WORD_BITS], ~bit,
				  __ATOMIC_ACQUIRE) & bit;
}

/* Places a task and wakes the worker there; a busy target keeps it queued. */
static void place(const struct sisheur_wakeup *wakeup, unsigned long *idle,
		  struct sisheur_choice *choice)
{
	do {
		sisheur_select(sisheur_profile(SISHEUR_LINUX_6_12), wakeup,
			       choice);
		if (choice->hint != SISHEUR_HINT_KEEP)
			__atomic_store_n(&has_idle_cores,
					 choice->hint == SISHEUR_HINT_SET,
					 __ATOMIC_RELAXED);
	} while (choice->step != SISHEUR_STEP_LAST &&
		 !worker_wakes(idle, (unsigned int)choice->cpu));
}

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "core:4 pu:2 numbering=split";
	unsigned long idle[SISHEUR_WORDS(SISHEUR_MAX_CPUS)] = { 0 };
	const struct sisheur_view view = { .idle = idle };
	struct sisheur_topology machine = { 0 };
	struct sisheur_wakeup wakeup;
	struct sisheur_error error;
	unsigned int cpu, task;

	if (!sisheur_topology_from_text(&machine, text, &error)) {
		fprintf(stderr, "runtime: %s\n", error.text);
		return 2;
	}
	/* The worker on CPU 0 is the one that makes the tasks. */
	for (cpu = 1; cpu < machine.domains.nr_cpus; cpu++)
		worker_idles(&machine, &view, idle, cpu);

	for (task = 0; task < 4; task++) {
		struct sisheur_choice choice;

		sisheur_wakeup_init(&wakeup, &machine.domains, &view, 0);
		wakeup.has_idle_cores = &has_idle_cores;
		place(&wakeup, idle, &choice);
		printf("CPU %d by step %s, has_idle_cores %d\n", choice.cpu,
		       sisheur_step_name(choice.step), has_idle_cores);
	}
	sisheur_topology_free(&machine);
	return 0;
}
