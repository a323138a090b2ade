// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rtapp.c - a workload that rt-app describes, as a text of one's own
 *
 * Which keys there are and what becomes of them is in the tables.  What cannot
 * be simulated is refused: a workload without its locks is another workload.
 */
#include <errno.h>
#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <sisheur/sim.h>

#include "../command.h"
#include "rtapp.h"

/* Microseconds that fit into the longest simulation. */
#define MAX_US		(SISHEUR_SIM_MAX_NS / 1000)

/* rt-app: again and again, until the end. */
#define FOREVER		(-1LL)

/**
 * struct sisheur_lines - text being written, and where its lines come from
 * @text:  owned
 * @size:  bytes of it
 * @room:  private
 * @lines: [line, from 0] of the file; owned
 * @nr:    how many
 */
struct sisheur_lines {
	char *text;
	size_t size;
	size_t room;
	unsigned long *lines;
	size_t nr;
};

/**
 * struct sisheur_resource - what tasks share, or a timer
 * @kind:   enum sisheur_resource_kind
 * @name:   in the file
 * @owner:  the task that has one for each thread; NULL: all share it
 * @user:   the task that used it last; NULL: nobody did
 * @line:   where it is first used
 * @nr:     of its kind, from 0
 * @users:  threads that use it
 */
struct sisheur_resource {
	unsigned int kind;
	const char *name;
	const struct sisheur_node *owner;
	const struct sisheur_node *user;
	unsigned long line;
	unsigned int nr;
	unsigned long long users;
};

enum sisheur_resource_kind {
	RESOURCE_MUTEX,
	RESOURCE_CONDITION,
	RESOURCE_BARRIER,
	RESOURCE_TIMER,
	NR_RESOURCE_KINDS,
};

/**
 * struct sisheur_writer - a file being translated
 * @error:     what is wrong
 * @tasks:     what the tasks come to
 * @body:      what the events of this one do
 * @resources: in the order in which they are first used; owned, and so they
 * @names:     the same by kind, owner and name: tsearch()
 * @nr:        how many
 * @first:     of those that this task is the first to use
 * @nr_of:     how many of each kind
 * @ignored:   see struct sisheur_rtapp
 * @duration_ns: see struct sisheur_rtapp
 * @task:      whose events are translated
 * @instances: of it
 */
struct sisheur_writer {
	struct sisheur_error *error;
	struct sisheur_lines tasks;
	struct sisheur_lines body;
	struct sisheur_resource **resources;
	void *names;
	size_t nr;
	size_t first;
	unsigned int nr_of[NR_RESOURCE_KINDS];
	char *ignored;
	unsigned long long duration_ns;
	const struct sisheur_node *task;
	long long instances;
};

static bool wrong(struct sisheur_writer *w, const struct sisheur_node *at,
		  const char *format, ...)
	__attribute__((__format__(__printf__, 3, 4)));

static bool wrong(struct sisheur_writer *w, const struct sisheur_node *at,
		  const char *format, ...)
{
	va_list args;

	w->error->line = at->line;
	va_start(args, format);
	vsnprintf(w->error->text, sizeof(w->error->text), format, args);
	va_end(args);
	return false;
}

__attribute__((__format__(__printf__, 3, 4)))
static void put(struct sisheur_lines *to, unsigned long line,
		const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0) {
		sisheur_message("sisheur: out of memory");
		exit(SISHEUR_EXIT_BAD);
	}
	if (to->size + (size_t)length + 2 > to->room) {
		to->room = 2 * (to->size + (size_t)length + 2);
		to->text = sisheur_alloc(to->text, to->room);
		/* A line is two bytes at least, with its end. */
		to->lines = sisheur_alloc(to->lines, (to->room / 2 + 1) *
					  sizeof(*to->lines));
	}
	memcpy(to->text + to->size, text, (size_t)length);
	to->size += (size_t)length;
	to->text[to->size++] = '\n';
	to->text[to->size] = '\0';
	to->lines[to->nr++] = line;
	free(text);
}

/* ---- values ---- */

static const char *const kind_names[] = {
	[SISHEUR_NODE_NULL] = "nothing",
	[SISHEUR_NODE_BOOL] = "true or false",
	[SISHEUR_NODE_NUMBER] = "a number",
	[SISHEUR_NODE_STRING] = "a string",
	[SISHEUR_NODE_ARRAY] = "an array",
	[SISHEUR_NODE_OBJECT] = "an object",
};

static const char *name_of(const struct sisheur_node *node)
{
	return node->key ? node->key : "the file";
}

static bool must_be(struct sisheur_writer *w, const struct sisheur_node *node,
		    unsigned int kind)
{
	return node->kind == kind ||
	       wrong(w, node, "\"%.40s\" is %s; accepted is %s", name_of(node),
		     kind_names[node->kind], kind_names[kind]);
}

static bool whole(struct sisheur_writer *w, const struct sisheur_node *node,
		  long long low, long long high, long long *value)
{
	char *end;

	if (!must_be(w, node, SISHEUR_NODE_NUMBER))
		return false;
	errno = 0;
	*value = strtoll(node->text, &end, 10);
	if (errno || *end || *value < low || *value > high)
		return wrong(w, node, "\"%.40s\" is %.40s; accepted is a whole "
			     "number from %lld to %lld", name_of(node),
			     node->text, low, high);
	return true;
}

/* How often something is done; there is no 0 in rt-app either. */
static bool loops(struct sisheur_writer *w, const struct sisheur_node *node,
		  long long *value)
{
	if (!whole(w, node, FOREVER, (long long)SISHEUR_SIM_MAX_NS, value))
		return false;
	return *value || wrong(w, node, "\"loop\" is 0; accepted are -1, which "
			       "is for ever, and whole numbers from 1");
}

static bool is_named(const struct sisheur_node *node, const char *key)
{
	return node->key && strcmp(node->key, key) == 0;
}

static const struct sisheur_node *find(const struct sisheur_node *object,
				       const char *key)
{
	const struct sisheur_node *node;

	for (node = object->child; node; node = node->next)
		if (is_named(node, key))
			return node;
	return NULL;
}

/* ---- which keys there are ---- */

/**
 * enum sisheur_fate - what becomes of a key
 * @FATE_READ:    it is read where it belongs
 * @FATE_ONE:     it must have the value that is simulated, and is then done
 * @FATE_IGNORED: nothing that is simulated depends on it
 * @FATE_REFUSED: much does, and it is not simulated
 */
enum sisheur_fate { FATE_READ, FATE_ONE, FATE_IGNORED, FATE_REFUSED };

/**
 * struct sisheur_key - a key of an object
 * @name: of it; NULL is the last
 * @fate: enum sisheur_fate
 * @what: the value of FATE_ONE, or why FATE_REFUSED
 */
struct sisheur_key {
	const char *name;
	unsigned int fate;
	const char *what;
};

static const struct sisheur_key root_keys[] = {
	{ "tasks", FATE_READ, NULL },
	{ "global", FATE_READ, NULL },
	/* Older files declare here what rt-app finds out by itself. */
	{ "resources", FATE_IGNORED, NULL },
	{ NULL, 0, NULL },
};

static const struct sisheur_key global_keys[] = {
	{ "duration", FATE_READ, NULL },
	{ "default_policy", FATE_ONE, "SCHED_OTHER" },
	{ "pi_enabled", FATE_ONE, "false" },
	{ "calibration", FATE_IGNORED, NULL },
	{ "lock_pages", FATE_IGNORED, NULL },
	{ "logdir", FATE_IGNORED, NULL },
	{ "log_basename", FATE_IGNORED, NULL },
	{ "log_size", FATE_IGNORED, NULL },
	{ "ftrace", FATE_IGNORED, NULL },
	{ "gnuplot", FATE_IGNORED, NULL },
	{ "cumulative_slack", FATE_IGNORED, NULL },
	{ "frag", FATE_IGNORED, NULL },
	/* Of "mem" and "iorun", which are refused. */
	{ "io_device", FATE_IGNORED, NULL },
	{ "mem_buffer_size", FATE_IGNORED, NULL },
	{ NULL, 0, NULL },
};

/* Of a task, and those from "loop" on of a phase. */
static const struct sisheur_key task_keys[] = {
	{ "instance", FATE_READ, NULL },
	{ "delay", FATE_READ, NULL },
	{ "phases", FATE_READ, NULL },
	{ "loop", FATE_READ, NULL },
	{ "cpus", FATE_READ, NULL },
	{ "policy", FATE_ONE, "SCHED_OTHER" },
	{ "priority", FATE_ONE, "0" },
	{ "util_min", FATE_REFUSED, "utilization clamping is not simulated" },
	{ "util_max", FATE_REFUSED, "utilization clamping is not simulated" },
	{ "taskgroup", FATE_REFUSED, "task groups are not simulated" },
	{ "nodes_membind", FATE_REFUSED, "where memory is, is not simulated" },
	{ "membind_nodes", FATE_REFUSED, "where memory is, is not simulated" },
	{ "dl-runtime", FATE_REFUSED, "SCHED_DEADLINE is not simulated" },
	{ "dl-period", FATE_REFUSED, "SCHED_DEADLINE is not simulated" },
	{ "dl-deadline", FATE_REFUSED, "SCHED_DEADLINE is not simulated" },
	{ NULL, 0, NULL },
};

static const struct sisheur_key *const phase_keys = &task_keys[3];

static const struct sisheur_key wait_keys[] = {
	{ "ref", FATE_READ, NULL },
	{ "mutex", FATE_READ, NULL },
	{ NULL, 0, NULL },
};

static const struct sisheur_key timer_keys[] = {
	{ "ref", FATE_READ, NULL },
	{ "period", FATE_READ, NULL },
	{ "mode", FATE_READ, NULL },
	{ NULL, 0, NULL },
};

static void ignore(struct sisheur_writer *w, const char *key)
{
	size_t size = w->ignored ? strlen(w->ignored) : 0;

	w->ignored = sisheur_alloc(w->ignored, size + strlen(key) + 3);
	sprintf(w->ignored + size, "%s%s", size ? ", " : "", key);
}

static void add_name(char *names, size_t size, const char *name)
{
	size_t at = strlen(names);

	snprintf(names + at, size - at, "%s%s", at ? ", " : "", name);
}

static bool is_twice(const struct sisheur_node *object,
		     const struct sisheur_node *node)
{
	return find(object, node->key) != node;
}

static bool check_key(struct sisheur_writer *w,
		      const struct sisheur_node *object,
		      const struct sisheur_node *node,
		      const struct sisheur_key *key)
{
	if (is_twice(object, node))
		return wrong(w, node, "\"%s\" is there twice", node->key);
	if (key->fate == FATE_REFUSED)
		return wrong(w, node, "\"%s\": %s", node->key, key->what);
	if (key->fate == FATE_IGNORED)
		ignore(w, key->name);
	if (key->fate != FATE_ONE ||
	    (node->text && strcmp(node->text, key->what) == 0))
		return true;
	return wrong(w, node, "\"%s\" is %.40s; nothing but %s is simulated",
		     node->key, node->text ? node->text :
		     kind_names[node->kind], key->what);
}

/* Looks at all keys of an object but events. */
static bool check_keys(struct sisheur_writer *w,
		       const struct sisheur_node *object,
		       const struct sisheur_key *keys,
		       bool (*is_event)(const struct sisheur_node *node))
{
	const struct sisheur_node *node;
	const struct sisheur_key *key;
	char names[300] = "";

	for (key = keys; key->name; key++)
		if (key->fate != FATE_REFUSED)
			add_name(names, sizeof(names), key->name);
	for (node = object->child; node; node = node->next) {
		for (key = keys; key->name; key++)
			if (strcmp(key->name, node->key) == 0)
				break;
		if (key->name) {
			if (!check_key(w, object, node, key))
				return false;
		} else if (!is_event || !is_event(node)) {
			return wrong(w, node, "unknown \"%.40s\"; accepted "
				     "are %s%s", node->key, names,
				     is_event ? " and events" : "");
		}
	}
	return true;
}

/* ---- resources ---- */

static int compare_resources(const void *a, const void *b)
{
	const struct sisheur_resource *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->owner != y->owner)
		return x->owner < y->owner ? -1 : 1;
	return strcmp(x->name, y->name);
}

static struct sisheur_resource *resource(struct sisheur_writer *w,
					 unsigned int kind,
					 const struct sisheur_node *at,
					 const char *name,
					 const struct sisheur_node *owner)
{
	struct sisheur_resource key = {
		.kind = kind, .name = name, .owner = owner, .line = at->line,
	};
	struct sisheur_resource **there, *r;

	there = tfind(&key, &w->names, compare_resources);
	if (there)
		return *there;
	key.nr = w->nr_of[kind]++;
	r = sisheur_alloc(NULL, sizeof(*r));
	*r = key;
	w->resources = sisheur_alloc(w->resources, (w->nr + 1) *
				     sizeof(*w->resources));
	w->resources[w->nr++] = r;
	if (tsearch(r, &w->names, compare_resources))
		return r;
	sisheur_message("sisheur: out of memory");
	exit(SISHEUR_EXIT_BAD);
}

static unsigned int mutex(struct sisheur_writer *w,
			  const struct sisheur_node *at, const char *name)
{
	return resource(w, RESOURCE_MUTEX, at, name, NULL)->nr;
}

static unsigned int condition(struct sisheur_writer *w,
			      const struct sisheur_node *at, const char *name)
{
	return resource(w, RESOURCE_CONDITION, at, name, NULL)->nr;
}

/* ---- events ---- */

static bool put_run(struct sisheur_writer *w, const struct sisheur_node *node,
		    const char *word)
{
	long long us;

	if (!whole(w, node, 0, (long long)MAX_US, &us))
		return false;
	put(&w->body, node->line, "%s %lldus", word, us);
	return true;
}

static bool put_lock(struct sisheur_writer *w, const struct sisheur_node *node,
		     const char *word)
{
	if (!must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	put(&w->body, node->line, "%s m%u", word, mutex(w, node, node->text));
	return true;
}

static bool put_signal(struct sisheur_writer *w,
		       const struct sisheur_node *node, const char *word)
{
	if (!must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	put(&w->body, node->line, "%s c%u", word,
	    condition(w, node, node->text));
	return true;
}

/* A string of an object, which must be there. */
static const char *member(struct sisheur_writer *w,
			  const struct sisheur_node *object, const char *key)
{
	const struct sisheur_node *node = find(object, key);

	if (node)
		return must_be(w, node, SISHEUR_NODE_STRING) ? node->text :
							       NULL;
	wrong(w, object, "\"%s\" has no \"%s\"", object->key, key);
	return NULL;
}

static bool put_wait(struct sisheur_writer *w, const struct sisheur_node *node,
		     const char *word)
{
	const char *ref, *guard;
	unsigned int c, m;

	if (!must_be(w, node, SISHEUR_NODE_OBJECT) ||
	    !check_keys(w, node, wait_keys, NULL))
		return false;
	ref = member(w, node, "ref");
	guard = ref ? member(w, node, "mutex") : NULL;
	if (!guard)
		return false;
	c = condition(w, node, ref);
	m = mutex(w, node, guard);
	if (*word)
		put(&w->body, node->line, "%s c%u", word, c);
	put(&w->body, node->line, "wait c%u m%u", c, m);
	return true;
}

/* Both lock the mutex that is called like the condition, as rt-app does. */
static bool put_suspend(struct sisheur_writer *w,
			const struct sisheur_node *node, const char *word)
{
	bool waits = strcmp(word, "wait") == 0;
	const char *name = node->text;
	unsigned int c, m;

	/* workgen puts the task's name where there is none. */
	if (waits && (node->kind == SISHEUR_NODE_NULL ||
		      (node->kind == SISHEUR_NODE_STRING && !*name)))
		name = w->task->key;
	else if (!must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	c = condition(w, node, name);
	m = mutex(w, node, name);
	put(&w->body, node->line, "lock m%u", m);
	if (waits)
		put(&w->body, node->line, "wait c%u m%u", c, m);
	else
		put(&w->body, node->line, "%s c%u", word, c);
	put(&w->body, node->line, "unlock m%u", m);
	return true;
}

static bool put_barrier(struct sisheur_writer *w,
			const struct sisheur_node *node, const char *word)
{
	struct sisheur_resource *r;

	if (!must_be(w, node, SISHEUR_NODE_STRING))
		return false;
	r = resource(w, RESOURCE_BARRIER, node, node->text, NULL);
	/* As many as there are would have to come, and some come twice. */
	if (r->user == w->task)
		return wrong(w, node, "barrier \"%.40s\" is in task \"%.40s\" "
			     "twice; each is one place in a task", node->text,
			     w->task->key);
	r->user = w->task;
	r->users += (unsigned long long)w->instances;
	put(&w->body, node->line, "%s b%u", word, r->nr);
	return true;
}

static const char *timer_mode(struct sisheur_writer *w,
			      const struct sisheur_node *node)
{
	const struct sisheur_node *mode = find(node, "mode");

	if (!mode)
		return "";
	if (!must_be(w, mode, SISHEUR_NODE_STRING))
		return NULL;
	if (strcmp(mode->text, "relative") == 0)
		return "";
	if (strcmp(mode->text, "absolute") == 0)
		return " absolute";
	wrong(w, mode, "\"mode\" is \"%.40s\"; accepted are relative and "
	      "absolute", mode->text);
	return NULL;
}

static bool put_timer(struct sisheur_writer *w, const struct sisheur_node *node,
		      const char *word)
{
	const struct sisheur_node *period;
	const char *ref, *mode;
	struct sisheur_resource *r;
	long long us;
	bool unique;

	if (!must_be(w, node, SISHEUR_NODE_OBJECT) ||
	    !check_keys(w, node, timer_keys, NULL))
		return false;
	ref = member(w, node, "ref");
	mode = ref ? timer_mode(w, node) : NULL;
	if (!mode)
		return false;
	period = find(node, "period");
	if (!period)
		return wrong(w, node, "\"%s\" has no \"period\"", node->key);
	if (!whole(w, period, 0, (long long)MAX_US, &us))
		return false;
	unique = strncmp(ref, "unique", 6) == 0;
	r = resource(w, RESOURCE_TIMER, node, ref, unique ? w->task : NULL);
	if (!unique && (w->instances > 1 || (r->user && r->user != w->task)))
		return wrong(w, node, "timer \"%.40s\" is shared by threads, "
			     "whose periods it would disturb; accepted is one "
			     "of each: a \"ref\" that begins with unique", ref);
	r->user = w->task;
	put(&w->body, node->line, "%s %lldus t%u%s", word, us, r->nr, mode);
	return true;
}

/**
 * struct sisheur_event - what a task does
 * @name: the key, or how it begins
 * @put:  translates it; NULL: it is not simulated
 * @word: what it is called, or why it is not simulated
 */
struct sisheur_event {
	const char *name;
	bool (*put)(struct sisheur_writer *w, const struct sisheur_node *node,
		    const char *word);
	const char *word;
};

/* Where one name begins with another, the longer comes first. */
static const struct sisheur_event events[] = {
	{ "runtime", put_run, "spin" },
	{ "run", put_run, "run" },
	{ "sleep", put_run, "sleep" },
	{ "timer", put_timer, "timer" },
	{ "lock", put_lock, "lock" },
	{ "unlock", put_lock, "unlock" },
	{ "wait", put_wait, "" },
	{ "signal", put_signal, "signal" },
	{ "broad", put_signal, "broadcast" },
	{ "sync", put_wait, "signal" },
	{ "suspend", put_suspend, "wait" },
	{ "resume", put_suspend, "broadcast" },
	{ "barrier", put_barrier, "arrive" },
	{ "mem", NULL, "memory is not simulated" },
	{ "iorun", NULL, "input and output are not simulated" },
	{ "yield", NULL, "sched_yield() is not simulated" },
	{ "fork", NULL, "tasks are all there from the beginning" },
};

/*
 * rt-app takes whatever begins with the name of an event.  That "run2" is a run
 * is used; that "runtmie" is one too would help nobody.
 */
static const struct sisheur_event *event_of(const struct sisheur_node *node)
{
	size_t i, length;
	char next;

	for (i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		length = strlen(events[i].name);
		if (strncmp(node->key, events[i].name, length))
			continue;
		next = node->key[length];
		if (!((next >= 'a' && next <= 'z') ||
		      (next >= 'A' && next <= 'Z')) ||
		    strcmp(node->key, "broadcast") == 0)
			return &events[i];
	}
	return NULL;
}

static bool is_event(const struct sisheur_node *node)
{
	return event_of(node);
}

static bool put_events(struct sisheur_writer *w,
		       const struct sisheur_node *phase)
{
	const struct sisheur_node *node;
	bool any = false;

	for (node = phase->child; node; node = node->next) {
		const struct sisheur_event *event = event_of(node);

		if (!event)
			continue;
		if (!event->put)
			return wrong(w, node, "\"%.40s\": %s", node->key,
				     event->word);
		if (!event->put(w, node, event->word))
			return false;
		any = true;
	}
	return any || wrong(w, phase, "\"%.40s\" has no event", phase->key);
}

/* ---- tasks and phases ---- */

static bool put_repeat(struct sisheur_writer *w,
		       const struct sisheur_node *node, long long times)
{
	if (times == FOREVER)
		put(&w->body, node->line, "repeat");
	else if (times != 1)
		put(&w->body, node->line, "repeat %lld", times);
	return times != 1;
}

/* One pass through a phase is a unit of work. */
static bool put_phase(struct sisheur_writer *w,
		      const struct sisheur_node *phase)
{
	const struct sisheur_node *loop = find(phase, "loop");
	long long times = 1;
	bool repeats;

	if (loop && !loops(w, loop, &times))
		return false;
	repeats = put_repeat(w, phase, times);
	if (!put_events(w, phase))
		return false;
	put(&w->body, phase->line, "done");
	if (repeats)
		put(&w->body, phase->line, "end");
	return true;
}

static int compare(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;

	return x < y ? -1 : x > y;
}

/* The CPUs of a task or phase in order, to be freed; NULL: @node is wrong. */
static char *cpu_list(struct sisheur_writer *w, const struct sisheur_node *node)
{
	const struct sisheur_node *cpu;
	size_t nr = 0, i, at = 0;
	long long *cpus;
	char *list;

	for (cpu = node->child; cpu; cpu = cpu->next)
		nr++;
	if (!must_be(w, node, SISHEUR_NODE_ARRAY))
		return NULL;
	if (!nr) {
		wrong(w, node, "\"cpus\" is empty; accepted is a CPU or more");
		return NULL;
	}
	cpus = sisheur_alloc(NULL, nr * sizeof(*cpus));
	/* Five bytes are more than a number and its comma. */
	list = sisheur_alloc(NULL, nr * sizeof("8191,"));
	for (i = 0, cpu = node->child; cpu; i++, cpu = cpu->next) {
		if (!whole(w, cpu, 0, SISHEUR_MAX_CPUS - 1, &cpus[i])) {
			free(cpus);
			free(list);
			return NULL;
		}
	}
	qsort(cpus, nr, sizeof(*cpus), compare);
	for (i = 0; i < nr; i++)
		if (!i || cpus[i] != cpus[i - 1])
			at += (size_t)sprintf(list + at, "%s%lld",
					      i ? "," : "", cpus[i]);
	free(cpus);
	return list;
}

/* A thread's affinity does not change here, so all phases must agree. */
static bool find_cpus(struct sisheur_writer *w, const struct sisheur_node *task,
		      const struct sisheur_node *phases, char **list)
{
	const struct sisheur_node *own = find(task, "cpus"), *phase, *cpus;
	char *first = NULL, *other;
	bool ok = true;

	*list = NULL;
	if (!phases) {
		*list = own ? cpu_list(w, own) : NULL;
		return !own || *list;
	}
	for (phase = phases->child; ok && phase; phase = phase->next) {
		cpus = find(phase, "cpus");
		cpus = cpus ? cpus : own;
		other = cpus ? cpu_list(w, cpus) : NULL;
		ok = !cpus || other;
		if (ok && phase != phases->child &&
		    strcmp(first ? first : "", other ? other : ""))
			ok = wrong(w, cpus ? cpus : phase, "\"%.40s\" runs on "
				   "other CPUs than the phase before it; "
				   "accepted is one affinity for each task",
				   phase->key);
		free(first);
		first = other;
	}
	if (ok)
		*list = first;
	else
		free(first);
	return ok;
}

static bool check_phases(struct sisheur_writer *w,
			 const struct sisheur_node *task,
			 const struct sisheur_node *phases)
{
	const struct sisheur_node *node;

	if (!must_be(w, phases, SISHEUR_NODE_OBJECT))
		return false;
	for (node = task->child; node; node = node->next)
		if (event_of(node))
			return wrong(w, node, "\"%.40s\" beside \"phases\"; "
				     "events belong into a phase", node->key);
	if (!phases->child)
		return wrong(w, phases, "\"phases\" has no phase");
	for (node = phases->child; node; node = node->next)
		if (!must_be(w, node, SISHEUR_NODE_OBJECT) ||
		    !check_keys(w, node, phase_keys, is_event))
			return false;
	return true;
}

/*
 * All timers of a task count from when its delay is over, and so that has to be
 * the end of each of them.
 */
static bool put_delay(struct sisheur_writer *w, const struct sisheur_node *task)
{
	const struct sisheur_node *delay = find(task, "delay");
	const struct sisheur_resource *r;
	long long us = 0;
	bool any = false;
	size_t i;

	if (delay && !whole(w, delay, 0, (long long)MAX_US, &us))
		return false;
	/* No other task has used them. */
	for (i = w->first; us && i < w->nr; i++) {
		r = w->resources[i];
		if (r->kind != RESOURCE_TIMER)
			continue;
		put(&w->tasks, delay->line, "timer %lldus t%u absolute", us,
		    r->nr);
		any = true;
	}
	if (us && !any)
		put(&w->tasks, delay->line, "timer %lldus", us);
	return true;
}

static void put_head(struct sisheur_writer *w, const struct sisheur_node *task,
		     const char *cpus)
{
	const struct sisheur_node *at = find(task, "cpus");

	/* Which CPUs there are, the machine will say. */
	put(&w->tasks, at ? at->line : task->line, "task task count=%lld%s%s",
	    w->instances, cpus ? " cpus=" : "", cpus ? cpus : "");
}

/* Moves lines behind others. */
static void append(struct sisheur_lines *to, struct sisheur_lines *from)
{
	const char *line = from->text;
	size_t i;

	for (i = 0; i < from->nr; i++) {
		size_t length = strcspn(line, "\n");

		put(to, from->lines[i], "%.*s", (int)length, line);
		line += length + 1;
	}
	from->nr = 0;
	from->size = 0;
}

/* Without phases the task is one, and its loop is that of the phase. */
static bool put_rounds(struct sisheur_writer *w,
		       const struct sisheur_node *task,
		       const struct sisheur_node *phases)
{
	const struct sisheur_node *loop = find(task, "loop"), *phase;
	long long times = FOREVER;
	bool repeats;

	if (!phases)
		times = loop ? 1 : FOREVER;
	else if (loop && !loops(w, loop, &times))
		return false;
	repeats = put_repeat(w, task, times);
	if (!phases && !put_phase(w, task))
		return false;
	for (phase = phases ? phases->child : NULL; phase; phase = phase->next)
		if (!put_phase(w, phase))
			return false;
	if (repeats)
		put(&w->body, task->line, "end");
	put(&w->body, task->line, "exit");
	return true;
}

static bool put_task(struct sisheur_writer *w, const struct sisheur_node *task)
{
	const struct sisheur_node *instance, *phases;
	char *cpus;
	bool ok;

	w->task = task;
	w->first = w->nr;
	w->instances = 1;
	if (!must_be(w, task, SISHEUR_NODE_OBJECT) ||
	    !check_keys(w, task, task_keys, is_event))
		return false;
	instance = find(task, "instance");
	phases = find(task, "phases");
	if (instance && !whole(w, instance, 0, SISHEUR_SIM_MAX_TASKS,
			       &w->instances))
		return false;
	if ((phases && !check_phases(w, task, phases)) ||
	    !find_cpus(w, task, phases, &cpus))
		return false;
	ok = put_rounds(w, task, phases);
	if (ok) {
		put_head(w, task, cpus);
		ok = put_delay(w, task);
		append(&w->tasks, &w->body);
	}
	free(cpus);
	return ok;
}

/* ---- the file ---- */

static bool read_global(struct sisheur_writer *w,
			const struct sisheur_node *global)
{
	const struct sisheur_node *duration;
	long long s = FOREVER;

	if (!must_be(w, global, SISHEUR_NODE_OBJECT) ||
	    !check_keys(w, global, global_keys, NULL))
		return false;
	duration = find(global, "duration");
	if (!duration)
		return true;
	if (!whole(w, duration, FOREVER, (long long)(SISHEUR_SIM_MAX_NS /
						     1000000000), &s))
		return false;
	if (!s)
		return wrong(w, duration, "\"duration\" is 0; accepted are -1, "
			     "which is for ever, and whole numbers from 1");
	w->duration_ns = s > 0 ? (unsigned long long)s * 1000000000 : 0;
	return true;
}

static bool read_root(struct sisheur_writer *w, const struct sisheur_node *root)
{
	const struct sisheur_node *global, *tasks, *task;

	if (!must_be(w, root, SISHEUR_NODE_OBJECT) ||
	    !check_keys(w, root, root_keys, NULL))
		return false;
	global = find(root, "global");
	tasks = find(root, "tasks");
	if (!tasks)
		return wrong(w, root, "there is no \"tasks\"");
	if ((global && !read_global(w, global)) ||
	    !must_be(w, tasks, SISHEUR_NODE_OBJECT))
		return false;
	for (task = tasks->child; task; task = task->next)
		if (!put_task(w, task))
			return false;
	return w->tasks.nr || wrong(w, tasks, "\"tasks\" has no task");
}

/* What is shared has to be declared first. */
static void put_all(struct sisheur_writer *w, struct sisheur_lines *to)
{
	static const char *const words[] = {
		[RESOURCE_MUTEX] = "mutex m",
		[RESOURCE_CONDITION] = "condition c",
		[RESOURCE_BARRIER] = "barrier b",
	};
	const struct sisheur_resource *r;
	size_t i;

	put(to, 1, "group load");
	for (i = 0; i < w->nr; i++) {
		r = w->resources[i];
		if (r->kind == RESOURCE_BARRIER)
			put(to, r->line, "%s%u %llu", words[r->kind], r->nr,
			    r->users ? r->users : 1);
		else if (r->kind != RESOURCE_TIMER)
			put(to, r->line, "%s%u", words[r->kind], r->nr);
	}
	append(to, &w->tasks);
}

bool sisheur_rtapp_is(const char *text)
{
	text += strspn(text, " \t\r\n");
	/* A comment of theirs, the file itself, or what it may not be. */
	return *text && strchr("{/[", *text);
}

bool sisheur_rtapp_read(struct sisheur_rtapp *r, const char *text,
			struct sisheur_error *error)
{
	struct sisheur_writer w = { .error = error };
	struct sisheur_lines lines = { 0 };
	struct sisheur_tree tree;
	bool ok;

	memset(r, 0, sizeof(*r));
	ok = sisheur_tree_read(&tree, text, error) && read_root(&w, tree.root);
	if (ok)
		put_all(&w, &lines);
	r->text = lines.text;
	r->lines = lines.lines;
	r->nr_lines = lines.nr;
	r->duration_ns = w.duration_ns;
	r->ignored = w.ignored;
	tdestroy(w.names, free);
	free(w.resources);
	free(w.tasks.text);
	free(w.tasks.lines);
	free(w.body.text);
	free(w.body.lines);
	sisheur_tree_free(&tree);
	return ok;
}

void sisheur_rtapp_free(struct sisheur_rtapp *r)
{
	free(r->text);
	free(r->lines);
	free(r->ignored);
	memset(r, 0, sizeof(*r));
}
