// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The functions that cut.py cut out of a kernel's source, in their stand-ins,
 * and the questions of oracle.h.
 */
#include "standin.h"

static bool standin_pair;

#include "cut.inc"

static struct cpumask core_mask[ORACLE_MAX_CPUS];
static struct cpumask llc_mask[ORACLE_MAX_CPUS];
static struct cpumask cluster_mask[ORACLE_MAX_CPUS];
static struct cpumask allowed_mask;
static struct sched_domain domain[ORACLE_MAX_CPUS];
static struct sched_domain_shared shared[ORACLE_MAX_CPUS];
static struct sched_group group[ORACLE_MAX_CPUS];
static struct task_struct waker, wakee;
static const struct oracle_wakeup *loaded;

bool oracle_default_sis_util(void)
{
	return sched_feat(SIS_UTIL);
}

static void clear_masks(unsigned int nr_cpus)
{
	unsigned int cpu;

	nr_cpu_ids = nr_cpus;
	cpumask_clear(&allowed_mask);
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		cpumask_clear(&core_mask[cpu]);
		cpumask_clear(&llc_mask[cpu]);
		cpumask_clear(&cluster_mask[cpu]);
		sd_llc_size[cpu] = 0;
	}
}

/* A CPU's domain, as the kernel's domain builder leaves it. */
static void attach_domain(const struct oracle_wakeup *w, unsigned int cpu,
			  const int *first, bool linux_share_ids)
{
	int llc = w->llc[cpu], cluster = w->clusters ? w->cluster[cpu] : -1;
	struct sched_domain *sd = &domain[cpu];
	struct sched_group *sg = &group[cpu];

	sd_llc[cpu] = NULL;
	sd_llc_shared[cpu] = NULL;
	sd_llc_id[cpu] = cpu;
	sd_share_id[cpu] = cpu;
	if (llc < 0)
		return;

	sd_llc[cpu] = sd;
	sd_llc_shared[cpu] = &shared[llc];
	sd_llc_id[cpu] = first[llc];
	sd->groups = sg;
	sd->span = &llc_mask[llc];
	/* The first group of a CPU's domain is what is one level below. */
	sg->flags = cluster >= 0 ? SD_CLUSTER : 0;
	sg->span = cluster >= 0 ? &cluster_mask[cluster] :
		cpu_smt_mask(cpu);
	/* Numbers of clusters begin behind those of domains. */
	if (cluster < 0)
		sd_share_id[cpu] = first[llc];
	else if (linux_share_ids)
		sd_share_id[cpu] = standin_next(&cluster_mask[cluster],
						&llc_mask[llc], 0);
	else
		sd_share_id[cpu] = w->nr_cpus + cluster;
}

void oracle_load(const struct oracle_wakeup *w, bool linux_share_ids)
{
	int first[ORACLE_MAX_CPUS];
	unsigned int cpu;

	clear_masks(w->nr_cpus);
	for (cpu = w->nr_cpus; cpu-- > 0;) {
		cpumask_set_cpu(cpu, &core_mask[w->core[cpu]]);
		standin_smt_mask[cpu] = &core_mask[w->core[cpu]];
		if (w->llc[cpu] >= 0) {
			cpumask_set_cpu(cpu, &llc_mask[w->llc[cpu]]);
			first[w->llc[cpu]] = cpu;
		}
		if (w->clusters && w->cluster[cpu] >= 0)
			cpumask_set_cpu(cpu, &cluster_mask[w->cluster[cpu]]);
		if (w->allowed[cpu])
			cpumask_set_cpu(cpu, &allowed_mask);
		standin_state[cpu] = w->state[cpu];
		standin_rq[cpu].cpu = cpu;
		standin_rq[cpu].nr_running = w->waker_nr_running;
		shared[cpu].has_idle_cores = w->has_idle_cores;
		shared[cpu].nr_idle_scan = w->nr_idle_scan;
	}
	for (cpu = 0; cpu < w->nr_cpus; cpu++)
		attach_domain(w, cpu, first, linux_share_ids);

	sched_smt_present.enabled = w->smt;
	sched_cluster_active.enabled = w->clusters;
	standin_feat_SIS_UTIL = w->sis_util;
	standin_feat_SIS_PAIR = w->sis_pair;
	standin_feat_SIS_IDLE_CORE = w->sis_idle_core;
	standin_pair = w->pair;

	waker.flags = w->kthread ? PF_KTHREAD : 0;
	waker.nr_cpus_allowed = 1;
	current = &waker;
	standin_this_cpu = w->waker;
	wakee.cpus_ptr = &allowed_mask;
	loaded = w;
}

void oracle_select(struct oracle_choice *choice)
{
	const struct sched_domain_shared *sds;

	standin_probes = 0;
	wakee.recent_used_cpu = loaded->recent;
	choice->cpu = select_idle_sibling(&wakee, loaded->prev,
					  loaded->target);
	choice->recent = wakee.recent_used_cpu;
	choice->probes = standin_probes;
	sds = sd_llc_shared[loaded->target];
	choice->has_idle_cores = sds ? sds->has_idle_cores : 0;
}

bool oracle_update_idle_core(int cpu)
{
	struct sched_domain_shared *sds = sd_llc_shared[cpu];

	if (sds)
		sds->has_idle_cores = loaded->has_idle_cores;
	if (sched_smt_active())
		__update_idle_core(cpu_rq(cpu));
	return sds && sds->has_idle_cores;
}

int oracle_nr_scan(unsigned long sum_util, unsigned int llc_weight,
		   unsigned int imbalance_pct)
{
	static struct sched_domain_shared sds;
	static struct sched_domain sd;
	struct lb_env env = { .sd = &sd, .dst_cpu = 0, .idle = CPU_IDLE };

	standin_feat_SIS_UTIL = true;
	sd.span_weight = llc_weight;
	sd.imbalance_pct = imbalance_pct;
	sd_llc_size[0] = llc_weight;
	sd_llc_shared[0] = &sds;
	sds.nr_idle_scan = -1;
	update_idle_cpu_scan(&env, sum_util);
	return sds.nr_idle_scan;
}

static struct task_struct tasks[ORACLE_MAX_TASKS];

void oracle_forget_tasks(void)
{
	memset(tasks, 0, sizeof(tasks));
}

void oracle_record_wakee(unsigned int waker_nr, unsigned int wakee_nr,
			 unsigned long now_ms)
{
	jiffies = now_ms;
	current = &tasks[waker_nr];
	record_wakee(&tasks[wakee_nr]);
}

unsigned int oracle_flips(unsigned int task)
{
	return tasks[task].wakee_flips;
}

int oracle_last_wakee(unsigned int task)
{
	const struct task_struct *last = tasks[task].last_wakee;

	return last ? (int)(last - tasks) : -1;
}

bool oracle_is_wide(unsigned int waker_flips, unsigned int wakee_flips,
		    unsigned int llc_weight)
{
	struct task_struct a = { .wakee_flips = waker_flips };
	struct task_struct b = { .wakee_flips = wakee_flips };

	current = &a;
	standin_this_cpu = 0;
	sd_llc_size[0] = llc_weight;
	return wake_wide(&b);
}

#ifdef HAVE_SIS_PROP

bool oracle_has_sis_prop(void)
{
	return true;
}

unsigned int oracle_prop_looks(uint64_t avg_idle, uint64_t avg_scan_cost,
			       unsigned int llc_weight)
{
	static struct oracle_wakeup w;
	unsigned int cpu;

	memset(&w, 0, sizeof(w));
	w.nr_cpus = llc_weight;
	for (cpu = 0; cpu < llc_weight; cpu++) {
		w.core[cpu] = cpu;
		w.allowed[cpu] = true;
	}
	oracle_load(&w, false);
	/* Nothing has aged: the stamp is of this very moment. */
	this_rq()->wake_stamp = jiffies;
	this_rq()->wake_avg_idle = avg_idle;
	sd_llc[0]->avg_scan_cost = avg_scan_cost;
	sd_llc[0]->span_weight = llc_weight;
	standin_probes = 0;
	standin_feat_SIS_PROP = true;
	select_idle_cpu(&wakee, sd_llc[0], false, 0);
	standin_feat_SIS_PROP = false;
	return standin_probes;
}

#else

bool oracle_has_sis_prop(void)
{
	return false;
}

unsigned int oracle_prop_looks(uint64_t avg_idle, uint64_t avg_scan_cost,
			       unsigned int llc_weight)
{
	(void)avg_idle, (void)avg_scan_cost, (void)llc_weight;
	return 0;
}

#endif
