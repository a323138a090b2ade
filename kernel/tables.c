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

/* The first CPU of the LLC domain of @cpu, or -1; the same for its cluster. */
static int sisheur_llc_leader(int cpu)
{
	struct sched_domain *sd = rcu_dereference(per_cpu(sd_llc, cpu));

	return sd ? (int)cpumask_first(sched_domain_span(sd)) : -1;
}

static const struct cpumask *sisheur_cluster_of(int cpu)
{
	struct sched_domain *sd = rcu_dereference(per_cpu(sd_llc, cpu));

	if (!sd || !sisheur_is_cluster(sd->groups))
		return NULL;
	return sched_group_span(sd->groups);
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
	size_t used = 0;

	sisheur_carve(memory, &used, sizeof(*m));
	d->core = sisheur_carve(memory, &used, d->nr_cpus * sizeof(*d->core));
	d->next = sisheur_carve(memory, &used, d->nr_cpus * sizeof(*d->next));
	d->llc = sisheur_carve(memory, &used, d->nr_cpus * sizeof(*d->llc));
	d->cluster = sisheur_carve(memory, &used,
				   d->nr_cpus * sizeof(*d->cluster));
	d->llcs = sisheur_carve(memory, &used, d->nr_llcs * sizeof(*d->llcs));
	d->llc_span = sisheur_carve(memory, &used, d->nr_llcs * row);
	d->cluster_span = sisheur_carve(memory, &used, d->nr_clusters * row);
	d->lone = sisheur_carve(memory, &used, row);
	m->stride = ALIGN(row, SMP_CACHE_BYTES) / sizeof(long);
	m->idle = sisheur_carve(memory, &used,
				d->nr_llcs * m->stride * sizeof(long));
	return used;
}

static void sisheur_count_domains(struct sisheur_domains *d)
{
	const struct cpumask *cluster;
	int cpu;

	for_each_online_cpu(cpu) {
		d->nr_llcs += sisheur_llc_leader(cpu) == cpu;
		cluster = sisheur_cluster_of(cpu);
		d->nr_clusters += cluster && cpumask_first(cluster) == cpu;
	}
}

/* CPUs come in ascending order: the first of a domain before the others. */
static void sisheur_fill_domains(struct sisheur_domains *d)
{
	unsigned int *core = (unsigned int *)d->core;
	unsigned int *next = (unsigned int *)d->next;
	int *llc = (int *)d->llc, *of = (int *)d->cluster;
	unsigned int words = SISHEUR_WORDS(d->nr_cpus);
	unsigned int llcs = 0, clusters = 0;
	int cpu;

	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		core[cpu] = cpu;
		next[cpu] = cpu;
		llc[cpu] = SISHEUR_NONE;
		of[cpu] = SISHEUR_NONE;
	}
	for_each_online_cpu(cpu) {
		const struct cpumask *cluster = sisheur_cluster_of(cpu);
		int leader = sisheur_llc_leader(cpu);

		core[cpu] = cpumask_first(sisheur_smt_mask(cpu));
		next[cpu] = cpumask_next(cpu, sisheur_smt_mask(cpu));
		if (next[cpu] >= d->nr_cpus)
			next[cpu] = core[cpu];
		if (leader == cpu && llcs < d->nr_llcs) {
			bitmap_copy((unsigned long *)d->llc_span +
				    llcs * words,
				    cpumask_bits(sched_domain_span(
					rcu_dereference(per_cpu(sd_llc, cpu)))),
				    d->nr_cpus);
			llc[cpu] = llcs++;
		} else if (leader >= 0) {
			llc[cpu] = llc[leader];
		}
		if (!cluster)
			continue;
		leader = cpumask_first(cluster);
		if (leader == cpu && clusters < d->nr_clusters) {
			bitmap_copy((unsigned long *)d->cluster_span +
				    clusters * words, cpumask_bits(cluster),
				    d->nr_cpus);
			of[cpu] = clusters++;
		} else {
			of[cpu] = of[leader];
		}
	}
}

/* Called with sched_domains_mutex held, when the domains have changed. */
void sisheur_rebuild_domains(void)
{
	struct sisheur_machine count = {
		.domains = {
			.nr_cpus = nr_cpu_ids,
			.smt = sched_smt_active(),
			.clusters = sisheur_clusters(),
		},
	};
	struct sisheur_machine *m, *old;

	rcu_read_lock();
	sisheur_count_domains(&count.domains);
	rcu_read_unlock();
	/* Without memory the kernel's own scans answer. */
	m = kvzalloc(sisheur_lay_out(&count, NULL), GFP_KERNEL);
	if (m) {
		*m = count;
		sisheur_lay_out(m, m);
		rcu_read_lock();
		sisheur_fill_domains(&m->domains);
		rcu_read_unlock();
		sisheur_domains_init(&m->domains);
	}
	old = rcu_replace_pointer(sisheur_machine, m,
				  lockdep_is_held(&sched_domains_mutex));
	if (old)
		kvfree_rcu(old, rcu);
	sisheur_sync_idle();
}

/* Siblings may be in different domains: each has a bit for the whole core. */
static void sisheur_mark(const struct sisheur_machine *m, unsigned int cpu,
			 bool idle)
{
	const struct sisheur_domains *d = &m->domains;
	unsigned int sibling = cpu;
	int llc, last = SISHEUR_NONE;

	do {
		llc = sisheur_llc_of(d, sibling);
		if (llc != SISHEUR_NONE && llc != last)
			assign_bit(cpu, m->idle + llc * m->stride, idle);
		last = llc;
		sibling = d->next[sibling];
	} while (sibling != cpu);
}

/* Called with the lock of the run queue held, as its CPU goes in or out. */
void sisheur_mark_idle(struct rq *rq, bool idle)
{
	const struct sisheur_machine *m = rcu_dereference_sched(sisheur_machine);

	if (m)
		sisheur_mark(m, cpu_of(rq), idle);
}

/*
 * Nobody has kept the bits of new tables, or while the switch was off.  Under
 * the lock of its run queue a CPU neither goes idle nor stops to be.
 */
void sisheur_sync_idle(void)
{
	const struct sisheur_machine *m;
	int cpu;

	if (!sched_feat(SISHEUR_BITMAP))
		return;
	rcu_read_lock();
	m = rcu_dereference(sisheur_machine);
	for_each_possible_cpu(cpu) {
		struct rq *rq = cpu_rq(cpu);
		unsigned long flags;

		if (!m)
			break;
		raw_spin_rq_lock_irqsave(rq, flags);
		sisheur_mark(m, cpu, rcu_access_pointer(rq->curr) == rq->idle);
		raw_spin_rq_unlock_irqrestore(rq, flags);
	}
	rcu_read_unlock();
}
