// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * counts.c - debugfs sisheur/counters: what was asked, found and compared
 *
 * Reading shows the sums, the four ratios of sisheur/stats.h and a row for each
 * CPU; writing anything sets all to 0.
 */
#include <linux/debugfs.h>
#include <linux/math64.h>
#include <linux/seq_file.h>

#include "inside.h"

DEFINE_PER_CPU(struct sisheur_counts, sisheur_counts);

void sisheur_count_one_search(void)
{
	struct sisheur_stats *stats = this_cpu_ptr(&sisheur_counts.stats);

	stats->search++;
	stats->scanned++;
}

void sisheur_count_scan(const struct sisheur_choice *choice)
{
	struct sisheur_stats *stats = this_cpu_ptr(&sisheur_counts.stats);

	stats->domain_search += choice->scanned;
	stats->scanned += choice->scan_probes;
	stats->failed += choice->failed;
}

/* The counters by name, in the order shown; all are 64 bits. */
static const struct {
	const char *name;
	size_t at;
} sisheur_columns[] = {
#define SISHEUR_COLUMN(name, field) \
	{ name, offsetof(struct sisheur_counts, field) }
	SISHEUR_COLUMN("search", stats.search),
	SISHEUR_COLUMN("domain_search", stats.domain_search),
	SISHEUR_COLUMN("scanned", stats.scanned),
	SISHEUR_COLUMN("failed", stats.failed),
	SISHEUR_COLUMN("paired", paired),
	SISHEUR_COLUMN("stale", stale),
	SISHEUR_COLUMN("scan_compared", compared[SISHEUR_ASKED_SCAN]),
	SISHEUR_COLUMN("scan_differ", differ[SISHEUR_ASKED_SCAN]),
	SISHEUR_COLUMN("scan_aside", aside[SISHEUR_ASKED_SCAN]),
	SISHEUR_COLUMN("smt_compared", compared[SISHEUR_ASKED_SIBLINGS]),
	SISHEUR_COLUMN("smt_differ", differ[SISHEUR_ASKED_SIBLINGS]),
	SISHEUR_COLUMN("smt_aside", aside[SISHEUR_ASKED_SIBLINGS]),
	SISHEUR_COLUMN("budget_compared", compared[SISHEUR_ASKED_BUDGET]),
	SISHEUR_COLUMN("budget_differ", differ[SISHEUR_ASKED_BUDGET]),
};

static u64 sisheur_column(const struct sisheur_counts *counts, int i)
{
	return *(const u64 *)((const char *)counts + sisheur_columns[i].at);
}

static void sisheur_show_ratios(struct seq_file *file,
				const struct sisheur_stats *stats)
{
	struct sisheur_ratios ratios;

	if (!sisheur_stats_ratios(stats, &ratios)) {
		seq_puts(file, "ratios -\n");
		return;
	}
#define SISHEUR_SHOW_RATIO(name) \
	seq_printf(file, "%-16s %3llu.%03llu %%\n", #name, \
		   div_u64(ratios.name, 1000), \
		   ratios.name - 1000 * div_u64(ratios.name, 1000))
	SISHEUR_SHOW_RATIO(se_eff);
	SISHEUR_SHOW_RATIO(dom_eff);
	SISHEUR_SHOW_RATIO(fast_rate);
	SISHEUR_SHOW_RATIO(success_rate);
}

static int sisheur_counters_show(struct seq_file *file, void *unused)
{
	struct sisheur_counts sum = { };
	int cpu, i;

	for (i = 0; i < ARRAY_SIZE(sisheur_columns); i++) {
		u64 *total = (u64 *)((char *)&sum + sisheur_columns[i].at);

		for_each_possible_cpu(cpu)
			*total += sisheur_column(per_cpu_ptr(&sisheur_counts,
							     cpu), i);
		seq_printf(file, "%-16s %llu\n", sisheur_columns[i].name,
			   *total);
	}
	sisheur_show_ratios(file, &sum.stats);

	seq_puts(file, "\ncpu");
	for (i = 0; i < ARRAY_SIZE(sisheur_columns); i++)
		seq_printf(file, " %15s", sisheur_columns[i].name);
	for_each_possible_cpu(cpu) {
		seq_printf(file, "\n%-3d", cpu);
		for (i = 0; i < ARRAY_SIZE(sisheur_columns); i++)
			seq_printf(file, " %15llu",
				   sisheur_column(per_cpu_ptr(&sisheur_counts,
							      cpu), i));
	}
	seq_putc(file, '\n');
	sisheur_show_difference(file);
	return 0;
}

static int sisheur_counters_open(struct inode *inode, struct file *file)
{
	return single_open(file, sisheur_counters_show, NULL);
}

/* A count made at this moment on another CPU may survive or be lost. */
static ssize_t sisheur_counters_write(struct file *file,
				      const char __user *buf, size_t size,
				      loff_t *pos)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&sisheur_counts, cpu), 0,
		       sizeof(struct sisheur_counts));
	return size;
}

static const struct file_operations sisheur_counters_fops = {
	.open = sisheur_counters_open,
	.read = seq_read,
	.write = sisheur_counters_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init sisheur_counters_init(void)
{
	struct dentry *dir = debugfs_create_dir("sisheur", NULL);

	debugfs_create_file("counters", 0644, dir, NULL,
			    &sisheur_counters_fops);
	return 0;
}
late_initcall(sisheur_counters_init);
