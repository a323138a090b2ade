// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * whole.c - a file, whole or not at all
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim.h"

static void complain(const char *option, const char *name, int error)
{
	sisheur_message("sisheur sim: %s: %s: %s", option, name,
			strerror(error));
}

/* The directory that @name is in, with its slash; to be freed. */
static char *directory_of(const char *name)
{
	const char *slash = strrchr(name, '/');
	size_t length = slash ? (size_t)(slash - name) + 1 : 2;
	char *directory = sisheur_alloc(NULL, length + 1);

	memcpy(directory, slash ? name : "./", length);
	directory[length] = '\0';
	return directory;
}

/* A name in that directory that mkstemp() takes; to be freed. */
static char *temporary_in(const char *directory)
{
	char *temporary;

	if (asprintf(&temporary, "%s.sisheur-XXXXXX", directory) < 0) {
		sisheur_message("sisheur: out of memory");
		exit(SISHEUR_EXIT_BAD);
	}
	return temporary;
}

/*
 * Asked before hours of simulation, whose result would have nowhere to go; by
 * trying, since root is told that it may write anywhere.
 */
bool sisheur_whole_ready(const char *option, const char *name)
{
	char *directory = directory_of(name);
	char *temporary = temporary_in(directory);
	struct stat what;
	bool there = stat(name, &what) == 0, ok = false;
	int fd;

	if (!*name) {
		sisheur_message("sisheur sim: %s: a file needs a name", option);
	} else if (!there && errno != ENOENT) {
		complain(option, name, errno);
	} else if (there && !S_ISREG(what.st_mode)) {
		sisheur_message("sisheur sim: %s: %s is no file that could be "
				"replaced", option, name);
	} else {
		fd = mkstemp(temporary);
		ok = fd >= 0;
		if (ok) {
			unlink(temporary);
			close(fd);
		} else {
			complain(option, directory, errno);
		}
	}
	free(temporary);
	free(directory);
	return ok;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
	while (length) {
		ssize_t put = write(fd, bytes, length);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return false;
		bytes += put;
		length -= (size_t)put;
	}
	return true;
}

/* Under @temporary first: a reader sees the old file or the new, never half. */
static bool write_and_rename(char *temporary, const char *name,
			     const char *bytes, size_t length)
{
	int fd = mkstemp(temporary);
	mode_t mask = umask(0);
	bool ok;
	int error;

	umask(mask);
	if (fd < 0)
		return false;
	/* Some file systems tell that a disk is full at fsync or close alone. */
	ok = write_all(fd, bytes, length) &&
	     fchmod(fd, 0666 & ~mask) == 0 && fsync(fd) == 0;
	error = errno;
	if (close(fd) != 0 && ok) {
		ok = false;
		error = errno;
	}
	if (ok && rename(temporary, name) == 0)
		return true;
	if (ok)
		error = errno;
	unlink(temporary);
	errno = error;
	return false;
}

bool sisheur_whole_write(const char *option, const char *name,
			 const char *bytes, size_t length)
{
	char *directory = directory_of(name);
	char *temporary = temporary_in(directory);
	sigset_t all, old;
	bool ok;

	/* Who is interrupted here would leave the temporary file behind. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	ok = write_and_rename(temporary, name, bytes, length);
	if (!ok)
		complain(option, name, errno);
	sigprocmask(SIG_SETMASK, &old, NULL);
	free(temporary);
	free(directory);
	return ok;
}
