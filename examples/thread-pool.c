// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * thread-pool.c - a thread pool that wakes an idle core before an idle sibling
 *
 *   cc thread-pool.c -pthread $(pkg-config --cflags --libs sisheur) && ./a.out
 *
 * A worker a CPU.  Idle workers are the idle CPUs of the claims; who submits a
 * job picks one.  No wake-up is lost: a job is queued before a worker is picked,
 * and a worker releases its CPU before it looks for a job once more.
 *
 *   ./a.out ["pack:2 core:4 pu:2"]     on a machine made up
 *   ./a.out here                       on this one, each worker on its CPU
 *
 * Prints:
 *   job 0 wakes CPU 1
 *   job 1 wakes CPU 2
 *   job 2 wakes CPU 4
 *   job 3 wakes CPU 6
 *   job 4 wakes CPU 3
 *   job 5 wakes CPU 0
 *   job 6 wakes CPU 5
 *   job 7 wakes CPU 7
 *   job 8 waits for a worker
 *   100000 more jobs, 100000 done
 */
#define _GNU_SOURCE 1	/* pthread_setaffinity_np() */
#include <pthread.h>
#include <semaphore.h>
#include <sisheur/claim.h>
#include <stdio.h>
#include <string.h>

struct job {
	void (*run)(void);	/* NULL ends a worker */
	struct job *next;
};

struct worker {
	unsigned int cpu;
	sem_t wake;
	pthread_t thread;
};

static bool pinned;
static struct sisheur_claims *claims;
static struct worker workers[SISHEUR_MAX_CPUS];
static struct job *first, **last = &first;
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;

/* The first job of the queue, which @take takes out. */
static struct job *next_job(bool take)
{
	struct job *job;

	pthread_mutex_lock(&queue);
	job = first;
	if (job && take) {
		first = job->next;
		last = first ? last : &first;
	}
	pthread_mutex_unlock(&queue);
	return job;
}

/* Sleeps until this worker is claimed, be it by itself. */
static void idle(struct worker *w)
{
	int cpu = SISHEUR_NONE;

	sisheur_release_cpu(claims, w->cpu);
	/* Who queued a job before that has found this worker busy. */
	while (next_job(false)) {
		cpu = sisheur_claim_cpu(claims, w->cpu);
		if (cpu != SISHEUR_CLAIM_AGAIN)
			break;
	}
	/* Nothing to do, or claimed by another, who is about to say so. */
	if (cpu < 0)
		sem_wait(&w->wake);
}

static void *work(void *argument)
{
	struct worker *w = argument;
	cpu_set_t set;

	CPU_ZERO(&set);
	if (pinned && w->cpu < CPU_SETSIZE) {
		CPU_SET(w->cpu, &set);
		pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
	}
	sem_wait(&w->wake);
	for (;;) {
		struct job *job = next_job(true);

		if (!job)
			idle(w);
		else if (job->run)
			job->run();
		else
			return NULL;
	}
}

/* Queues a job; the CPU that is woken for it, or SISHEUR_NONE. */
static int submit(struct job *job, void (*run)(void), unsigned int from)
{
	int cpu;

	job->run = run;
	job->next = NULL;
	pthread_mutex_lock(&queue);
	*last = job;
	last = &job->next;
	pthread_mutex_unlock(&queue);
	do {
		cpu = sisheur_pick_anywhere(claims, SISHEUR_WANT_SPREAD, from,
					    NULL);
	} while (cpu == SISHEUR_CLAIM_AGAIN);
	/* NONE: each worker was busy since the job was queued, and will look. */
	if (cpu >= 0)
		sem_post(&workers[cpu].wake);
	return cpu;
}

#define MANY	100000U

static struct job jobs[MANY];
static unsigned int nr_done;
static sem_t go_on, done;

static void stay(void)
{
	sem_wait(&go_on);
	sem_post(&done);
}

static void count(void)
{
	if (__atomic_add_fetch(&nr_done, 1, __ATOMIC_RELAXED) == MANY)
		sem_post(&done);
}

static void demonstrate(unsigned int nr)
{
	unsigned int i;

	/* One job more than there are workers; each stays where it is. */
	for (i = 0; i <= nr; i++) {
		int cpu = submit(&jobs[i], stay, 0);

		printf(cpu >= 0 ? "job %u wakes CPU %d\n" :
				  "job %u waits for a worker\n", i, cpu);
	}
	while (i-- > 0)
		sem_post(&go_on);
	for (i = 0; i <= nr; i++)
		sem_wait(&done);
	for (i = 0; i < MANY; i++)
		submit(&jobs[i], count, i);
	sem_wait(&done);
	printf("%u more jobs, %u done\n", MANY, nr_done);
}

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "pack:2 core:2 pu:2";
	struct sisheur_topology machine = { 0 };
	struct sisheur_error error;
	unsigned int cpu, nr = 0;

	pinned = !strcmp(text, "here");
	if (!(pinned ? sisheur_topology_from_sysfs(&machine, NULL, &error) :
		       sisheur_topology_from_text(&machine, text, &error)) ||
	    !(claims = sisheur_claims_new(&machine.domains, &error))) {
		fprintf(stderr, "thread-pool: %s\n", error.text);
		return 2;
	}
	sem_init(&go_on, 0, 0);
	sem_init(&done, 0, 0);
	for (cpu = 0; cpu < machine.domains.nr_cpus; cpu++) {
		workers[cpu].cpu = cpu;
		/* What is offline or isolated is in no domain. */
		if (sisheur_llc_of(&machine.domains, cpu) == SISHEUR_NONE)
			continue;
		sem_init(&workers[cpu].wake, 0, 0);
		if (pthread_create(&workers[cpu].thread, NULL, work,
				   &workers[cpu]))
			return 2;
		sisheur_release_cpu(claims, cpu);
		nr++;
	}
	demonstrate(nr);
	while (nr)
		submit(&jobs[--nr], NULL, 0);
	for (cpu = 0; cpu < machine.domains.nr_cpus; cpu++)
		if (sisheur_llc_of(&machine.domains, cpu) != SISHEUR_NONE)
			pthread_join(workers[cpu].thread, NULL);
	sisheur_claims_free(claims);
	sisheur_topology_free(&machine);
	return 0;
}
