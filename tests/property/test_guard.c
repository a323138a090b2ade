// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Is ever a word read that no CPU of the machine is in?  Every map and table
 * stands directly before, and then directly behind, a page that faults when it
 * is touched.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "prop.h"

/* The largest copy: a row per CPU, a bit per CPU in each. */
#define ROOM	(SISHEUR_GEN_MAX_CPUS * SISHEUR_GEN_WORDS * sizeof(long))

enum where { BEFORE_GUARD, BEHIND_GUARD };

static size_t room(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (ROOM + page - 1) / page * page;
}

/* Memory with a guard on both sides; never given back, since a test ends. */
static char *guarded(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, page + room() + page, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	prop_must(p != MAP_FAILED);
	prop_must(!mprotect(p + page, room(), PROT_READ | PROT_WRITE));
	return p + page;
}

static void *copy(char *to, const void *from, size_t size, enum where where)
{
	if (!from)
		return NULL;
	if (where == BEFORE_GUARD)
		to += room() - size;
	return memcpy(to, from, size);
}

/* A second machine and wake-up, every part of which touches a guard. */
struct twin {
	enum where where;
	struct sisheur_domains domains;
	struct sisheur_view view;
	struct sisheur_wakeup wakeup;
	char *part[16];
	struct sisheur_kept kept;
};

static void twin_machine(struct twin *twin, const struct sisheur_domains *d)
{
	size_t cpus = d->nr_cpus;
	size_t row = SISHEUR_WORDS(d->nr_cpus) * sizeof(long);
	enum where at = twin->where;

	twin->domains = *d;
	twin->domains.core = copy(twin->part[0], d->core,
				  cpus * sizeof(*d->core), at);
	twin->domains.next = copy(twin->part[1], d->next,
				  cpus * sizeof(*d->next), at);
	twin->domains.llc = copy(twin->part[2], d->llc,
				 cpus * sizeof(*d->llc), at);
	twin->domains.cluster = copy(twin->part[3], d->cluster,
				     cpus * sizeof(*d->cluster), at);
	twin->domains.llc_span = copy(twin->part[4], d->llc_span,
				      d->nr_llcs * row, at);
	twin->domains.cluster_span = copy(twin->part[5], d->cluster_span,
					  d->nr_clusters * row, at);
	twin->domains.llcs = copy(twin->part[6], d->llcs,
				  d->nr_llcs * sizeof(*d->llcs), at);
	twin->domains.lone = copy(twin->part[14], d->lone, row, at);
	sisheur_domains_init(&twin->domains);
}

/* What is kept stands in one block: its last summary touches the guard. */
static void twin_kept(struct twin *twin, const struct sisheur_view *view)
{
	size_t size = SISHEUR_KEPT_WORDS(twin->domains.nr_cpus) * sizeof(long);
	unsigned int cpu;

	if (!view->kept)
		return;
	sisheur_kept_init(&twin->kept, &twin->domains,
			  (unsigned long *)copy(twin->part[15],
						view->kept->idle, size,
						twin->where));
	for (cpu = 0; cpu < twin->domains.nr_cpus; cpu++)
		if (sisheur_cpuset_test(view->kept->idle,
					twin->domains.nr_cpus, cpu))
			sisheur_kept_idle(&twin->kept, cpu);
	twin->view.kept = &twin->kept;
}

static void twin_wakeup(struct twin *twin, const struct sisheur_wakeup *w)
{
	size_t row = SISHEUR_WORDS(w->domains->nr_cpus) * sizeof(long);
	enum where at = twin->where;

	twin->view = *w->view;
	twin->view.idle = copy(twin->part[7], w->view->idle, row, at);
	twin->view.sched_idle = copy(twin->part[8], w->view->sched_idle, row,
				     at);
	twin->view.claimed = copy(twin->part[9], w->view->claimed, row, at);
	twin_kept(twin, w->view);
	twin->wakeup = *w;
	twin->wakeup.domains = &twin->domains;
	twin->wakeup.view = &twin->view;
	twin->wakeup.allowed = copy(twin->part[10], w->allowed, row, at);
	twin->wakeup.fits = copy(twin->part[11], w->fits, row, at);
	twin->wakeup.has_idle_cores = copy(twin->part[12], w->has_idle_cores,
					   sizeof(int), at);
	twin->wakeup.nr_idle_scan = copy(twin->part[13], w->nr_idle_scan,
					 sizeof(int), at);
}

static void ask_everything(struct sisheur_gen *gen, const struct twin *twin)
{
	const struct sisheur_domains *d = &twin->domains;
	const struct sisheur_view *view = &twin->view;
	struct sisheur_choice ours, theirs;
	struct sisheur_scan ask = prop_scan(gen), scan = ask;
	unsigned int nr = d->nr_cpus, cpu;

	scan.domains = d;
	scan.view = view;
	scan.allowed = twin->wakeup.allowed;
	prop_must_int_eq(sisheur_scan_core(&scan, NULL),
			 sisheur_scan_core(&ask, NULL));
	prop_must_int_eq(sisheur_scan_cpu(&scan, gen->nr_idle_scan),
			 sisheur_scan_cpu(&ask, gen->nr_idle_scan));
	sisheur_walk_core(&scan, NULL, NULL);
	sisheur_walk_cpu(&scan, SISHEUR_NO_BUDGET, NULL);
	sisheur_scan_siblings(&scan, NULL);
	sisheur_scan_is_empty(&scan);
	sisheur_has_idle_core(&scan);
	sisheur_select(&gen->profile, &gen->wakeup, &ours);
	sisheur_select(&gen->profile, &twin->wakeup, &theirs);
	prop_must(ours.cpu == theirs.cpu && ours.step == theirs.step &&
		  ours.hint == theirs.hint && ours.probes == theirs.probes);

	for (cpu = 0; cpu < nr + 70; cpu++) {
		sisheur_look(view, nr, cpu);
		sisheur_core_is_idle(d, view, cpu);
		sisheur_sets_idle_cores(d, view, cpu, NULL);
		sisheur_llc_of(d, cpu);
		sisheur_share_llc(d, cpu, nr - cpu);
		sisheur_share_cluster(d, cpu, nr - cpu);
		sisheur_cpuset_next(view->idle, nr, cpu);
	}
	sisheur_cpuset_weight(view->idle, nr);
}

START_TEST(nothing_beside_the_maps_is_read)
{
	static struct twin twin;
	struct sisheur_gen *gen = prop_gen(_i, NULL);
	int machine, n;
	size_t i;

	for (i = 0; i < sizeof(twin.part) / sizeof(twin.part[0]); i++)
		twin.part[i] = guarded();
	for (machine = 0; machine < 8; machine++) {
		twin.where = machine % 2 ? BEHIND_GUARD : BEFORE_GUARD;
		sisheur_gen_machine(gen, (unsigned int)_i);
		twin_machine(&twin, &gen->domains);
		for (n = 0; n < 24; n++) {
			sisheur_gen_wakeup(gen);
			twin_wakeup(&twin, &gen->wakeup);
			ask_everything(gen, &twin);
		}
	}
}
END_TEST

/* Do the guards bite?  If these two survive, the test above proves nothing. */
START_TEST(guard_behind_a_map_faults)
{
	unsigned long words[2] = { ~0UL, ~0UL };
	unsigned long *map = copy(guarded(), words, sizeof(words),
				  BEFORE_GUARD);

	sisheur_cpuset_next(map, 2 * SISHEUR_WORD_BITS, 0);
	sisheur_cpuset_next(map, 3 * SISHEUR_WORD_BITS, 2 * SISHEUR_WORD_BITS);
}
END_TEST

START_TEST(guard_before_a_map_faults)
{
	unsigned long words[2] = { ~0UL, ~0UL };
	unsigned long *map = copy(guarded(), words, sizeof(words),
				  BEHIND_GUARD);

	sisheur_cpuset_next(map, 2 * SISHEUR_WORD_BITS, 0);
	sisheur_cpuset_next(map - 1, SISHEUR_WORD_BITS, 0);
}
END_TEST

int main(void)
{
	TCase *tc = prop_case("guard");

	tcase_add_loop_test(tc, nothing_beside_the_maps_is_read, 0, PROP_SIZES);
	tcase_add_test_raise_signal(tc, guard_behind_a_map_faults, SIGSEGV);
	tcase_add_test_raise_signal(tc, guard_before_a_map_faults, SIGSEGV);
	return prop_run();
}
