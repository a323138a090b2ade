/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows for kept.h: a story each.  Events are CPUs, one after the other, that go
 * idle or (after a minus) busy; says is one letter for each: y where the call
 * answers true, n where it does not.  Then what is kept.
 */
struct sisheur_kept_row {
	const char *name;
	const char *machine;
	const char *events;
	const char *says;
	const char *idle;
	const char *cores;
};

static const struct sisheur_kept_row sisheur_kept_rows[] = {
	{ "nothing happened", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "", "", "", "" },
	{ "half a core", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "4", "n", "4", "" },
	{ "a core, the upper half last", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 4", "ny", "0,4", "0,4" },
	{ "a core, the lower half last", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "4 0", "ny", "0,4", "0,4" },
	{ "a core broken again", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 4 -0", "nyy", "4", "" },
	{ "broken by the other", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 4 -4", "nyy", "0", "" },
	{ "both busy: the second breaks nothing",
	  "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 4 -4 -0", "nyyn", "", "" },
	{ "and idle once more", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 4 -4 4", "nyyy", "0,4", "0,4" },
	{ "idle twice", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 0 4 4", "nnyy", "0,4", "0,4" },
	{ "busy twice", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 4 -0 -0", "nyyn", "4", "" },
	{ "two cores", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "0 1 4 5 2", "nnyyn", "0-2,4-5", "0-1,4-5" },
	{ "four threads", "nr_cpus=8 cores=0,2,4,6/1,3,5,7",
	  "0 2 6 4 -2", "nnnyy", "0,4,6", "" },
	{ "irregular", "nr_cpus=8 cores=0,3/1,2/4-6",
	  "3 0 6 5 4 7", "nynnyy", "0,3-7", "0,3-7" },
	{ "a lone CPU is a core", "nr_cpus=8 cores=0-1",
	  "5", "y", "5", "5" },
	{ "siblings in another domain", "nr_cpus=8 cores=0,4/1,5 llc=0-3/4-7",
	  "4 0", "ny", "0,4", "0,4" },
	{ "siblings in other words", "nr_cpus=200 cores=3,103/70,170",
	  "3 170 103 70 -103", "nnyyy", "3,70,170", "70,170" },
	{ "siblings in other summaries", "nr_cpus=8192 cores=1,8191/2,4200",
	  "8191 1 2 4200 -2", "nynyy", "1,4200,8191", "1,8191" },
	{ "many words, emptied", "nr_cpus=8192 cores=1,8191/2,4200",
	  "8191 1 2 4200 -2 -1 -4200 -8191", "nynyyynn", "", "" },
	{ "no such CPU", "nr_cpus=8 cores=0,4/1,5/2,6/3,7",
	  "8 4294967295 -8 -4294967295 64", "nnnnn", "", "" },
};
