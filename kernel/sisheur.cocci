// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Where kernel/sched/ asks the shim.  kernel/import applies this to copies of
// the files it names and refuses the tree if a call did not find its place.

@includes@
@@
 #include "sched.h"
+#include "sisheur/shim.h"

// What a CPU of SCHED_IDLE tasks is, is the kernel's to say.
@sched_idle@
identifier cpu;
@@
-static
 int sched_idle_cpu(int cpu)
 { ... }

@scan@
expression E1, E2, E3, E4;
@@
-select_idle_cpu(E1, E2, E3, E4)
+sisheur_scan(select_idle_cpu, E1, E2, E3, E4)

@siblings@
expression E1, E2, E3;
@@
-select_idle_smt(E1, E2, E3)
+sisheur_siblings(select_idle_smt, E1, E2, E3)

// The search begins, and the pair step comes after the look at the target.
// The names are the kernel's own: where they are others, nothing matches.
@search@
symbol i, p, target, task_util, util_min, util_max;
expression usable;
@@
 lockdep_assert_irqs_disabled();
+sisheur_count_search();
 if (usable)
 	return target;
+i = sisheur_pair(p);
+if (i >= 0 && asym_fits_cpu(task_util, util_min, util_max, i))
+	return i;

@budget@
symbol y, sum_util, llc_weight, pct, sd_share;
@@
+y = sisheur_scan_budget(y, sum_util, llc_weight, pct);
 if ((int)y != sd_share->nr_idle_scan)
 	WRITE_ONCE(sd_share->nr_idle_scan, (int)y);

// topology.c: the domains are built, at boot and whenever they change.
@boot@
expression err, map;
@@
 sched_init_domains(...)
 {
 <...
 err = build_sched_domains(map, NULL);
+sisheur_rebuild_domains();
 ...>
 }

@rebuild@
symbol ndoms_cur, ndoms_new;
@@
 ndoms_cur = ndoms_new;
 update_sched_domain_debugfs();
+sisheur_rebuild_domains();

// idle.c: a CPU becomes idle, and is no longer.
@enter@
identifier rq;
@@
 set_next_task_idle(struct rq *rq, ...)
 {
 <...
 update_idle_core(rq);
+sisheur_idle(rq, true);
 ...>
 }

@exit@
identifier rq;
@@
 put_prev_task_idle(struct rq *rq, ...)
 {
+sisheur_idle(rq, false);
 ...
 }

// debug.c: a switch was thrown; bits nobody kept while it was off are wrong.
@features@
expression ret, cmp;
@@
 ret = sched_feat_set(cmp);
+sisheur_sync_idle();
