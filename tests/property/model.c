// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "model.h"

/* What the rules of one release know, and where a wake-up stands. */
struct model {
	const struct sisheur_wakeup *w;
	const struct sisheur_domains *d;
	unsigned int release;
	unsigned int features;
	struct model_answer *answer;
	bool cpus[MODEL_MAX_CPUS];	/* what is left of cpus in a scan */
	bool todo[MODEL_MAX_CPUS];	/* what a pass has yet to reach */
};

static bool in_set(const unsigned long *set, unsigned int cpu)
{
	return (set[cpu / SISHEUR_WORD_BITS] >> (cpu % SISHEUR_WORD_BITS)) & 1;
}

static bool on(const struct model *m, unsigned int feature)
{
	return m->features & feature;
}

static bool is_allowed(const struct model *m, unsigned int cpu)
{
	return !m->w->allowed || in_set(m->w->allowed, cpu);
}

static bool shares(const struct model *m, unsigned int a, unsigned int b)
{
	return m->d->llc[a] >= 0 && m->d->llc[a] == m->d->llc[b];
}

static bool knows_clusters(const struct model *m)
{
	return m->release >= SISHEUR_LINUX_6_12 && m->d->clusters;
}

static enum sisheur_state look(struct model *m, unsigned int cpu)
{
	const struct sisheur_view *view = m->w->view;

	m->answer->probes++;
	if (view->idle && in_set(view->idle, cpu))
		return SISHEUR_IDLE;
	if (view->idle && view->sched_idle && in_set(view->sched_idle, cpu))
		return SISHEUR_SCHED_IDLE;
	return SISHEUR_BUSY;
}

static bool is_usable(const struct model *m, enum sisheur_state state)
{
	if (state == SISHEUR_IDLE)
		return true;
	if (state == SISHEUR_BUSY)
		return false;
	return m->release < SISHEUR_LINUX_7_1 || !m->w->wakee_sched_idle;
}

static bool hint_is_set(const struct model *m)
{
	return m->d->smt && m->w->has_idle_cores && *m->w->has_idle_cores;
}

static bool is_far(const struct model *m, unsigned int cpu)
{
	return knows_clusters(m) &&
	       m->d->cluster[cpu] != m->d->cluster[m->w->target];
}

/* First usable sibling of @cpu in @home's domain. */
static int sibling_of(struct model *m, unsigned int cpu, unsigned int home)
{
	unsigned int c = m->d->core[cpu];

	do {
		bool itself = c == cpu && m->release != SISHEUR_LINUX_5_18;

		if (!itself && is_allowed(m, c) && shares(m, c, home) &&
		    is_usable(m, look(m, c)))
			return (int)c;
		c = m->d->next[c];
	} while (c != m->d->core[cpu]);
	return -1;
}

/* Looks at a whole core; fixes the fallback on the way. */
static bool core_is_idle(struct model *m, unsigned int cpu, int *fallback)
{
	unsigned int c = m->d->core[cpu];
	bool idle = true;

	do {
		enum sisheur_state state = look(m, c);
		bool may = m->release == SISHEUR_LINUX_5_18 ?
			is_allowed(m, c) : m->cpus[c];

		if (state == SISHEUR_IDLE) {
			if (*fallback < 0 && may)
				*fallback = (int)c;
		} else {
			idle = false;
			if (*fallback >= 0)
				break;
			if (is_usable(m, state) && may) {
				*fallback = (int)c;
				break;
			}
		}
		c = m->d->next[c];
	} while (c != m->d->core[cpu]);
	return idle;
}

static void erase_core(struct model *m, unsigned int cpu)
{
	unsigned int c = cpu;

	do {
		m->cpus[c] = false;
		c = m->d->next[c];
	} while (c != cpu);
}

/* One pass over todo.  @left: looks that the budget still pays for. */
static int walk(struct model *m, bool cores, int *fallback,
		unsigned long long *left)
{
	unsigned int i;

	for (i = 1; i <= m->d->nr_cpus; i++) {
		unsigned int cpu = (m->w->target + i) % m->d->nr_cpus;

		if (!m->todo[cpu] || !m->cpus[cpu])
			continue;
		if (cores) {
			if (core_is_idle(m, cpu, fallback))
				return (int)cpu;
			erase_core(m, cpu);
			continue;
		}
		if (!*left)
			return -1;
		--*left;
		if (is_usable(m, look(m, cpu)))
			return (int)cpu;
	}
	return -1;
}

static unsigned long long prop_looks(const struct model *m)
{
	unsigned long long cost = m->w->avg_scan_cost + 1;
	unsigned long long weight = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < m->d->nr_cpus; cpu++)
		weight += m->d->llc[cpu] == m->d->llc[m->w->target];
	if (m->w->avg_idle * weight > 4 * cost)
		return m->w->avg_idle * weight / cost - 1;
	return 3;
}

static int scan(struct model *m)
{
	bool old = m->release == SISHEUR_LINUX_5_18;
	bool cores = hint_is_set(m);
	unsigned long long left = ~0ULL;
	int home = m->d->cluster && knows_clusters(m) ?
		m->d->cluster[m->w->target] : -1;
	int fallback = -1, cpu;
	unsigned int c, nr = 0;

	if (old && m->d->llc[m->w->waker] < 0)
		return -1;
	for (c = 0; c < m->d->nr_cpus; c++) {
		m->cpus[c] = shares(m, c, m->w->target) && is_allowed(m, c);
		nr += m->cpus[c];
	}
	if (m->release == SISHEUR_LINUX_7_1 && !nr)
		return -1;
	if (on(m, SISHEUR_SIS_UTIL)) {
		if (m->w->nr_idle_scan)
			left = *m->w->nr_idle_scan;
		if (!left && !(cores && on(m, SISHEUR_SIS_IDLE_CORE)))
			return -1;
	} else if (old && on(m, SISHEUR_SIS_PROP) && !cores) {
		left = prop_looks(m);
	}

	cpu = -1;
	if (home >= 0) {
		for (c = 0; c < m->d->nr_cpus; c++)
			m->todo[c] = m->d->cluster[c] == home;
		cpu = walk(m, cores, &fallback, &left);
		if (cpu >= 0)
			return cpu;
	}
	for (c = 0; c < m->d->nr_cpus; c++)
		m->todo[c] = home < 0 || m->d->cluster[c] != home;
	cpu = walk(m, cores, &fallback, &left);
	if (cpu >= 0 || !cores)
		return cpu;
	m->answer->hint_cleared = true;
	return fallback;
}

static int decide(struct model *m, unsigned int step)
{
	m->answer->step = step;
	switch (step) {
	case SISHEUR_STEP_PREV:
	case SISHEUR_STEP_KTHREAD:
		return (int)m->w->prev;
	case SISHEUR_STEP_RECENT:
		return (int)m->w->recent;
	default:
		return (int)m->w->target;
	}
}

static int climb(struct model *m)
{
	const struct sisheur_wakeup *w = m->w;
	int late_prev = -1, late_recent = -1, cpu;
	unsigned int before;

	if (is_usable(m, look(m, w->target)))
		return decide(m, SISHEUR_STEP_TARGET);

	if (on(m, SISHEUR_SIS_PAIR) && w->pair && m->d->smt) {
		cpu = sibling_of(m, w->waker, w->waker);
		m->answer->step = SISHEUR_STEP_PAIR;
		if (cpu >= 0)
			return cpu;
	}

	if (w->prev != w->target && shares(m, w->prev, w->target) &&
	    is_usable(m, look(m, w->prev))) {
		if (!is_far(m, w->prev))
			return decide(m, SISHEUR_STEP_PREV);
		late_prev = (int)w->prev;
	}

	if (w->kthread && w->waker == w->prev && w->waker_nr_running <= 1)
		return decide(m, SISHEUR_STEP_KTHREAD);

	m->answer->recent = w->prev;
	if (w->recent != w->prev && w->recent != w->target &&
	    shares(m, w->recent, w->target) &&
	    is_usable(m, look(m, w->recent)) &&
	    is_allowed(m, m->release == SISHEUR_LINUX_5_18 ?
			  w->prev : w->recent)) {
		if (!is_far(m, w->recent))
			return decide(m, SISHEUR_STEP_RECENT);
		late_recent = (int)w->recent;
	}

	if (m->d->llc[w->target] < 0)
		return decide(m, SISHEUR_STEP_NO_DOMAIN);

	if (m->d->smt && !hint_is_set(m) && shares(m, w->prev, w->target)) {
		cpu = sibling_of(m, w->prev, w->target);
		m->answer->step = SISHEUR_STEP_SMT;
		if (cpu >= 0)
			return cpu;
	}

	before = m->answer->probes;
	cpu = scan(m);
	m->answer->scan_probes = m->answer->probes - before;
	m->answer->step = SISHEUR_STEP_SCAN;
	if (cpu >= 0)
		return cpu;

	m->answer->step = SISHEUR_STEP_LATE;
	if (late_prev >= 0)
		return late_prev;
	if (late_recent >= 0)
		return late_recent;
	return decide(m, SISHEUR_STEP_LAST);
}

void model_select(unsigned int profile_id, unsigned int features,
		  const struct sisheur_wakeup *w, struct model_answer *answer)
{
	struct model m;

	m.w = w;
	m.d = w->domains;
	m.release = profile_id;
	m.features = features;
	m.answer = answer;
	memset(answer, 0, sizeof(*answer));
	answer->recent = w->recent;
	answer->cpu = climb(&m);
	/* Nobody's hint: the target is in no domain. */
	if (m.d->llc[w->target] >= 0 && w->has_idle_cores)
		answer->hint = *w->has_idle_cores && !answer->hint_cleared;
}
