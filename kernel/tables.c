// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * tables.c - the machine as the library wants it
 *
 * Built from the sched domains and the sibling masks whenever the domains are,
 * at boot, at hotplug and for cpusets, and published with RCU.
 */
#include <linux/slab.h>

#include "inside.h"

struct sisheur_machine __rcu *sisheur_machine;

/* The CPUs of the LLC domain, or of the cluster, of @cpu; NULL without one. */
static const struct cpumask *sisheur_group_of(int cpu, bool cluster)
{
	struct sched_domain *sd =
		rcu_dereference_check_sched_domain(per_cpu(sd_llc, cpu));

	if (!sd || (cluster && !sisheur_is_cluster(sd->groups)))
		return NULL;
	return cluster ? sched_group_span(sd->groups) : sched_domain_span(sd);
}

/* Numbers the groups.  @of and @rows, if any, get the numbers and the CPUs. */
static int sisheur_number(bool cluster, int *of, unsigned long *rows)
{
	int cpu, nr = 0;

	/* Ascending: the first CPU of a group comes before the others. */
	for_each_cpu(cpu, cpu_active_mask) {
		const struct cpumask *group = sisheur_group_of(cpu, cluster);
		int first = group ? cpumask_first(group) : -1;

		if (of && group)
			of[cpu] = first == cpu ? nr : of[first];
		if (rows && first == cpu)
			bitmap_copy(rows + nr * SISHEUR_WORDS(nr_cpu_ids),
				    cpumask_bits(group), nr_cpu_ids);
		nr += first == cpu;
	}
	return nr;
}

/* Rounds up to whole cache lines and hands out; with no memory, counts. */
static void *sisheur_carve(void *memory, size_t *used, size_t size)
{
	void *p = memory ? memory + *used : NULL;

	*used += ALIGN(size, SMP_CACHE_BYTES);
	return p;
}

/* Lays the tables out in @memory; returns their size. */
static size_t sisheur_lay_out(struct sisheur_machine *m, void *memory)
{
	struct sisheur_domains *d = &m->domains;
	size_t row = SISHEUR_WORDS(d->nr_cpus) * sizeof(long);
	size_t numbers = d->nr_cpus * sizeof(int), used = 0;

	sisheur_carve(memory, &used, sizeof(*m));
	d->core = sisheur_carve(memory, &used, numbers);
	d->next = sisheur_carve(memory, &used, numbers);
	d->llc = sisheur_carve(memory, &used, numbers);
	d->cluster = sisheur_carve(memory, &used, numbers);
	d->llcs = sisheur_carve(memory, &used, d->nr_llcs * sizeof(*d->llcs));
	d->llc_span = sisheur_carve(memory, &used, d->nr_llcs * row);
	d->cluster_span = sisheur_carve(memory, &used, d->nr_clusters * row);
	d->lone = sisheur_carve(memory, &used, row);
	m->stride = ALIGN(row, SMP_CACHE_BYTES) / sizeof(long);
	m->idle = sisheur_carve(memory, &used,
				d->nr_llcs * m->stride * sizeof(long));
	return used;
}

static void sisheur_fill(struct sisheur_domains *d)
{
	unsigned int *core = (unsigned int *)d->core;
	unsigned int *next = (unsigned int *)d->next;
	int *llc = (int *)d->llc, *cluster = (int *)d->cluster, cpu;
	const struct cpumask *smt;

	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		core[cpu] = cpu;
		next[cpu] = cpu;
		llc[cpu] = SISHEUR_NONE;
		cluster[cpu] = SISHEUR_NONE;
		/*
		 * The domains are built as a CPU ceases to be active.  The
		 * sibling masks hold it until it is offline, and then nothing
		 * is built any more.
		 */
		if (!cpu_active(cpu))
			continue;
		smt = sisheur_smt_mask(cpu);
		core[cpu] = cpumask_first_and(smt, cpu_active_mask);
		next[cpu] = cpumask_next_and(cpu, smt, cpu_active_mask);
		if (next[cpu] >= d->nr_cpus)
			next[cpu] = core[cpu];
	}
	sisheur_number(false, llc, (unsigned long *)d->llc_span);
	sisheur_number(true, cluster, (unsigned long *)d->cluster_span);
	sisheur_domains_init(d);
}

/* Called with sched_domains_mutex held, when the domains have changed. */
void sisheur_rebuild_domains(void)
{
	struct sisheur_machine *m, *old, count = {
		.domains = {
			.nr_cpus = nr_cpu_ids,
			.nr_llcs = sisheur_number(false, NULL, NULL),
			.nr_clusters = sisheur_number(true, NULL, NULL),
			.smt = sched_smt_active(),
			.clusters = sisheur_clusters(),
		},
	};

	/* Without memory the kernel's own scans answer. */
	m = kvzalloc(sisheur_lay_out(&count, NULL), GFP_KERNEL);
	if (m) {
		*m = count;
		sisheur_lay_out(m, m);
		sisheur_fill(&m->domains);
	}
	old = rcu_replace_pointer(sisheur_machine, m,
				  lockdep_is_held(&sched_domains_mutex));
	kvfree_rcu(old, rcu);
	sisheur_sync_idle();
}

/* The idle bitmap of the domain of @cpu; NULL if it is in none. */
unsigned long *sisheur_idle_near(const struct sisheur_machine *m, int cpu)
{
	int llc = sisheur_llc_of(&m->domains, cpu);

	return llc == SISHEUR_NONE ? NULL : m->idle + llc * m->stride;
}

/* Called with the lock of the run queue held, as its CPU goes in or out. */
void sisheur_mark_idle(struct rq *rq, bool idle)
{
	const struct sisheur_machine *m = rcu_dereference_sched(sisheur_machine);
	int cpu = cpu_of(rq), sibling = cpu;
	unsigned long *bits, *last = NULL;

	if (!m)
		return;
	/* Siblings may be in different domains: each has the whole core. */
	do {
		bits = sisheur_idle_near(m, sibling);
		if (bits && bits != last)
			assign_bit(cpu, bits, idle);
		last = bits;
		sibling = m->domains.next[sibling];
	} while (sibling != cpu);
}

/*
 * Nobody has kept the bits of new tables, or while the switch was off.  Under
 * the lock of its run queue a CPU neither goes idle nor stops to be.
 */
void sisheur_sync_idle(void)
{
	int cpu;

	if (!sched_feat(SISHEUR_BITMAP))
		return;
	for_each_possible_cpu(cpu) {
		struct rq *rq = cpu_rq(cpu);
		unsigned long flags;

		raw_spin_rq_lock_irqsave(rq, flags);
		sisheur_mark_idle(rq, rcu_access_pointer(rq->curr) == rq->idle);
		raw_spin_rq_unlock_irqrestore(rq, flags);
	}
}
