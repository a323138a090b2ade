// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * pingpong.c - pairs of processes that wake each other, and where they do
 *
 * Two processes of a pair send a byte back and forth over two pipes: each is
 * the other's only wakee.  Every byte bears the CPU on which it was written, so
 * that the reader can tell how far away its partner ran.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_CPUS	1024
#define MAX_PAIRS	512

/* What one pair saw. */
struct seen {
	unsigned long same, sibling, other;
	unsigned char cpu[MAX_CPUS];
};

static int core_of[MAX_CPUS];

static void die(const char *what)
{
	fprintf(stderr, "pingpong: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* Each CPU's lowest sibling; a CPU that is not there is its own. */
static void read_cores(void)
{
	int cpu;

	for (cpu = 0; cpu < MAX_CPUS; cpu++) {
		char path[100];
		FILE *file;

		core_of[cpu] = cpu;
		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
			 cpu);
		file = fopen(path, "r");
		if (!file)
			continue;
		if (fscanf(file, "%d", &core_of[cpu]) != 1)
			core_of[cpu] = cpu;
		fclose(file);
	}
}

static void exchange(int in, int out, short *message)
{
	short mine = (short)sched_getcpu();

	if (write(out, &mine, sizeof(mine)) != sizeof(mine))
		die("write");
	if (read(in, message, sizeof(*message)) != sizeof(*message))
		die("read");
}

static void answer(int in, int out)
{
	short message;

	while (read(in, &message, sizeof(message)) == sizeof(message)) {
		message = (short)sched_getcpu();
		if (write(out, &message, sizeof(message)) != sizeof(message))
			die("write");
	}
	_exit(0);
}

static void play(unsigned long rounds, bool cookie, struct seen *seen)
{
	int there[2], back[2];
	unsigned long i;
	pid_t child;

	/* This process alone; the other one inherits it. */
	if (cookie && prctl(PR_SCHED_CORE, PR_SCHED_CORE_CREATE, 0, 0, 0))
		die("core scheduling");
	if (pipe(there) || pipe(back))
		die("pipe");
	child = fork();
	if (child < 0)
		die("fork");
	if (!child) {
		close(there[1]);
		close(back[0]);
		answer(there[0], back[1]);
	}
	close(there[0]);
	close(back[1]);
	for (i = 0; i < rounds; i++) {
		short his;
		int mine;

		exchange(back[0], there[1], &his);
		mine = sched_getcpu();
		if (his < 0 || his >= MAX_CPUS || mine < 0 || mine >= MAX_CPUS)
			continue;
		seen->cpu[his] = 1;
		seen->cpu[mine] = 1;
		if (mine == his)
			seen->same++;
		else if (core_of[mine] == core_of[his])
			seen->sibling++;
		else
			seen->other++;
	}
	close(there[1]);
	if (waitpid(child, NULL, 0) < 0)
		die("waitpid");
}

static unsigned long number(const char *text, unsigned long most)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (errno || end == text || *end || !n || n > most) {
		fprintf(stderr, "pingpong: '%s' is no number from 1 to %lu\n",
			text, most);
		exit(2);
	}
	return n;
}

static int usage(FILE *to)
{
	fprintf(to,
		"usage: pingpong [--cookies] [PAIRS [ROUNDS]]\n\n"
		"PAIRS (1) of processes send each other ROUNDS (10000) messages.\n"
		"Prints how many found their partner on the same CPU, on an SMT\n"
		"sibling and elsewhere, and the CPUs that were seen.\n"
		"With --cookies each pair has a core scheduling cookie.\n\n"
		"Exit: 0 done, 2 bad usage or no such resource.\n\n"
		"Example:\n"
		"  pingpong 4 20000\n"
		"  same=12 sibling=70113 other=9875 cpus=0-7\n");
	return to == stdout ? 0 : 2;
}

static void print_cpus(const unsigned char *cpu)
{
	const char *comma = "";
	int i, last;

	printf("cpus=");
	for (i = 0; i < MAX_CPUS; i = last + 1) {
		last = i;
		if (!cpu[i])
			continue;
		while (last + 1 < MAX_CPUS && cpu[last + 1])
			last++;
		printf(last > i ? "%s%d-%d" : "%s%d", comma, i, last);
		comma = ",";
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	unsigned long pairs = 1, rounds = 10000, i;
	static struct seen seen, sum;
	int results[2], cpu;
	bool cookies;

	cookies = argc > 1 && !strcmp(argv[1], "--cookies");
	argc -= cookies;
	argv += cookies;
	if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return usage(stdout);
	if (argc > 3)
		return usage(stderr);
	if (argc > 1)
		pairs = number(argv[1], MAX_PAIRS);
	if (argc > 2)
		rounds = number(argv[2], ULONG_MAX);
	read_cores();
	if (pipe(results))
		die("pipe");
	for (i = 0; i < pairs; i++) {
		pid_t child = fork();

		if (child < 0)
			die("fork");
		if (child)
			continue;
		play(rounds, cookies, &seen);
		/* Less than PIPE_BUF, so no other's can be in between. */
		_Static_assert(sizeof(seen) <= PIPE_BUF, "atomic write");
		if (write(results[1], &seen, sizeof(seen)) != sizeof(seen))
			die("write");
		_exit(0);
	}
	close(results[1]);
	for (i = 0; i < pairs; i++) {
		if (read(results[0], &seen, sizeof(seen)) != sizeof(seen)) {
			fprintf(stderr, "pingpong: a pair has died\n");
			return 2;
		}
		sum.same += seen.same;
		sum.sibling += seen.sibling;
		sum.other += seen.other;
		for (cpu = 0; cpu < MAX_CPUS; cpu++)
			sum.cpu[cpu] |= seen.cpu[cpu];
	}
	printf("same=%lu sibling=%lu other=%lu ", sum.same, sum.sibling,
	       sum.other);
	print_cpus(sum.cpu);
	return 0;
}
