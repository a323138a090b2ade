// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * jobs.c - runs side by side, with the same results in any number of threads
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim.h"

/* Progress is counted in thousandths of a run. */
#define A_RUN	1000U

/* How often the progress bar is drawn, ms: what an eye takes for steady. */
#define DRAW_EVERY_MS	200

#define BAR_WIDTH	30U

/**
 * struct sisheur_crew - runs and the threads that work on them
 * @runs:     what is to be done
 * @nr:       how many
 * @per_cpu:  keep what each CPU did
 * @next:     the first that nobody has begun
 * @failed:   the first that failed; @nr if none
 * @done:     [run] thousandths of it
 * @lock:     of @working
 * @idle:     somebody stopped working
 * @working:  threads that work
 */
struct sisheur_crew {
	struct sisheur_run *runs;
	size_t nr;
	bool per_cpu;
	atomic_size_t next;
	atomic_size_t failed;
	atomic_uint *done;
	pthread_mutex_t lock;
	pthread_cond_t idle;
	unsigned int working;
};

/**
 * struct sisheur_shift - a run that somebody works on
 * @crew: whose
 * @n:    which
 */
struct sisheur_shift {
	struct sisheur_crew *crew;
	size_t n;
};

unsigned int sisheur_jobs_default(void)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t set;

	/* A container or taskset may leave us less than there is. */
	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		nr = CPU_COUNT(&set);
	if (nr < 1)
		return 1;
	return nr > (long)SISHEUR_MAX_JOBS ? SISHEUR_MAX_JOBS :
					     (unsigned int)nr;
}

static bool progress(void *ctx, unsigned long long now, unsigned long long end)
{
	struct sisheur_shift *shift = ctx;

	atomic_store(&shift->crew->done[shift->n], end ?
		     (unsigned int)(now / (end / A_RUN + 1)) : 0);
	/*
	 * Those before a run that failed go on: which failure is reported must
	 * not depend on who was fastest.
	 */
	return atomic_load(&shift->crew->failed) >= shift->n;
}

static void keep(struct sisheur_run *run,
		 const struct sisheur_sim_result *result, bool per_cpu)
{
	sisheur_row_fill(&run->row, result);
	if (!per_cpu)
		return;
	run->cpus = sisheur_alloc(NULL, result->nr_cpus * sizeof(*run->cpus));
	memcpy(run->cpus, result->cpus, result->nr_cpus * sizeof(*run->cpus));
}

static void fail(struct sisheur_crew *crew, size_t n)
{
	size_t first = atomic_load(&crew->failed);

	while (n < first &&
	       !atomic_compare_exchange_weak(&crew->failed, &first, n))
		;
}

static void work_on(struct sisheur_crew *crew, size_t n)
{
	struct sisheur_shift shift = { crew, n };
	struct sisheur_run *run = &crew->runs[n];
	struct sisheur_sim_result result = { 0 };
	struct sisheur_sim sim = run->sim;

	sim.progress = progress;
	sim.ctx = &shift;
	run->ok = sisheur_sim_run(&sim, &result, &run->error);
	if (run->ok)
		keep(run, &result, crew->per_cpu);
	else
		fail(crew, n);
	sisheur_sim_result_free(&result);
	atomic_store(&crew->done[n], A_RUN);
}

static void *worker(void *arg)
{
	struct sisheur_crew *crew = arg;
	size_t n;

	while ((n = atomic_fetch_add(&crew->next, 1)) < crew->nr &&
	       atomic_load(&crew->failed) > n)
		work_on(crew, n);
	pthread_mutex_lock(&crew->lock);
	crew->working--;
	pthread_cond_signal(&crew->idle);
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* ---- the progress bar ---- */

static bool has_bar(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

static void draw(struct sisheur_crew *crew)
{
	unsigned long long done = 0, all = (unsigned long long)crew->nr * A_RUN;
	char bar[BAR_WIDTH + 1];
	unsigned int full, whole = 0;
	size_t n;

	for (n = 0; n < crew->nr; n++) {
		unsigned int part = atomic_load(&crew->done[n]);

		done += part < A_RUN ? part : A_RUN;
		whole += part >= A_RUN;
	}
	full = (unsigned int)(done * BAR_WIDTH / all);
	memset(bar, ' ', BAR_WIDTH);
	memset(bar, '#', full);
	bar[BAR_WIDTH] = '\0';
	fprintf(stderr, "\r[%s] %3llu %%  %u of %zu runs\033[K", bar,
		done * 100 / all, whole, crew->nr);
	fflush(stderr);
}

static void wait_for(struct sisheur_crew *crew)
{
	bool bar = has_bar();
	struct timespec at;

	if (bar)
		draw(crew);
	pthread_mutex_lock(&crew->lock);
	while (crew->working) {
		clock_gettime(CLOCK_REALTIME, &at);
		at.tv_nsec += DRAW_EVERY_MS * 1000000L;
		if (at.tv_nsec >= 1000000000L) {
			at.tv_nsec -= 1000000000L;
			at.tv_sec++;
		}
		if (bar)
			pthread_cond_timedwait(&crew->idle, &crew->lock, &at);
		else
			pthread_cond_wait(&crew->idle, &crew->lock);
		if (bar)
			draw(crew);
	}
	pthread_mutex_unlock(&crew->lock);
	if (bar)
		fputs("\r\033[K", stderr);
}

/* ---- the crew ---- */

static bool hire(struct sisheur_crew *crew, pthread_t *threads,
		 unsigned int jobs, unsigned int *nr)
{
	int error = 0;

	for (*nr = 0; *nr < jobs; ++*nr) {
		pthread_mutex_lock(&crew->lock);
		crew->working++;
		pthread_mutex_unlock(&crew->lock);
		error = pthread_create(&threads[*nr], NULL, worker, crew);
		if (!error)
			continue;
		pthread_mutex_lock(&crew->lock);
		crew->working--;
		pthread_mutex_unlock(&crew->lock);
		break;
	}
	/* Fewer take longer, and that is all. */
	if (*nr)
		return true;
	sisheur_message("sisheur sim: no thread can be started: %s",
			strerror(error));
	return false;
}

static void say_failed(const struct sisheur_run *run)
{
	unsigned long line = run->error.line;

	if (line && run->rtapp && line <= run->rtapp->nr_lines)
		line = run->rtapp->lines[line - 1];
	/* Only a text of one's own has lines. */
	if (line)
		sisheur_message("%s:%lu: %s", sisheur_label_of(&run->row,
				SISHEUR_LABEL_WORKLOAD), line,
				run->error.text);
	else if (run->sim.text)
		sisheur_message("sisheur sim: %s: %s",
				sisheur_label_of(&run->row,
						 SISHEUR_LABEL_WORKLOAD),
				run->error.text);
	else
		sisheur_message("sisheur sim: %s", run->error.text);
}

bool sisheur_jobs(struct sisheur_run *runs, size_t nr, unsigned int jobs,
		  bool per_cpu)
{
	struct sisheur_crew crew = { .runs = runs, .nr = nr,
				     .per_cpu = per_cpu };
	pthread_t *threads;
	unsigned int hired, i;
	size_t first;

	if (!nr)
		return true;
	if (jobs > nr)
		jobs = (unsigned int)nr;
	crew.done = sisheur_alloc(NULL, nr * sizeof(*crew.done));
	for (i = 0; i < nr; i++)
		atomic_init(&crew.done[i], 0);
	atomic_init(&crew.next, 0);
	atomic_init(&crew.failed, nr);
	pthread_mutex_init(&crew.lock, NULL);
	pthread_cond_init(&crew.idle, NULL);
	threads = sisheur_alloc(NULL, jobs * sizeof(*threads));
	if (hire(&crew, threads, jobs, &hired))
		wait_for(&crew);
	else
		fail(&crew, 0);
	for (i = 0; i < hired; i++)
		pthread_join(threads[i], NULL);
	pthread_mutex_destroy(&crew.lock);
	pthread_cond_destroy(&crew.idle);
	free(threads);
	free(crew.done);
	first = atomic_load(&crew.failed);
	if (first < nr && hired)
		say_failed(&runs[first]);
	return first == nr;
}
