// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * list.c - what can be simulated, and what it costs there
 */
#include <string.h>

#include <sisheur/case.h>

#include "grid.h"
#include "published.h"

static void list_workloads(void)
{
	struct sisheur_grid grid = { .nr_columns = 3, .left = 7 };
	const struct sisheur_sim_workload *w;
	unsigned int n;

	puts("Workloads:");
	for (n = 0; (w = sisheur_sim_workload(n)); n++) {
		sisheur_grid_add(&grid, 0, "  %s", w->name);
		sisheur_grid_add(&grid, 0, "%u %s", w->load, w->load_name);
		sisheur_grid_add(&grid, 0, "%s", w->summary);
	}
	sisheur_grid_print(&grid);
}

static void list_machines(void)
{
	struct sisheur_grid grid = { .nr_columns = 3, .left = 7 };
	const struct sisheur_sim_machine *m;
	unsigned int n;

	puts("Machines:");
	for (n = 0; (m = sisheur_sim_machine(n)); n++) {
		sisheur_grid_add(&grid, 0, "  %s", m->name);
		sisheur_grid_add(&grid, 0, "%s", m->text);
		sisheur_grid_add(&grid, 0, "%s", m->summary);
	}
	sisheur_grid_print(&grid);
}

static void add_value(struct sisheur_grid *grid,
		      const struct sisheur_sim_value *v, const char *owner)
{
	sisheur_grid_add(grid, 0, "  %s", owner);
	sisheur_grid_add(grid, 0, "%s", v->name);
	sisheur_grid_add(grid, 0, "%u", v->value);
	sisheur_grid_add(grid, 0, "%u-%u", v->low, v->high);
	sisheur_grid_add(grid, 0, "%s", v->what);
}

static void list_params(void)
{
	struct sisheur_grid grid = { .nr_columns = 5, .left = 1 + 2 + 16 };
	const struct sisheur_sim_workload *w;
	unsigned int n, i;

	puts("Parameters of the workloads:");
	for (n = 0; (w = sisheur_sim_workload(n)); n++)
		for (i = 0; i < w->nr_params; i++)
			add_value(&grid, &w->params[i], w->name);
	sisheur_grid_print(&grid);
}

static void list_costs(void)
{
	struct sisheur_grid grid = { .nr_columns = 5, .left = 1 + 8 + 16 };
	const struct sisheur_sim_value *v;
	unsigned int n;

	puts("Costs:");
	for (n = 0; (v = sisheur_sim_cost(n)); n++) {
		sisheur_grid_add(&grid, 0, "  %s", v->name);
		sisheur_grid_add(&grid, 0, "%u", v->value);
		sisheur_grid_add(&grid, 0, "%u-%u", v->low, v->high);
		sisheur_grid_add(&grid, 0, "%s", v->what);
		sisheur_grid_add(&grid, 0, "%s", v->source ? v->source : "");
	}
	sisheur_grid_print(&grid);
}

static void list_profiles(void)
{
	struct sisheur_grid grid = { .nr_columns = 2, .left = 3 };
	unsigned int id, bit;

	puts("Profiles:");
	for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
		char text[400] = "";
		size_t at = 0;

		for (bit = 0; bit < SISHEUR_NR_FEATURES; bit++)
			if (sisheur_profile(id)->features >> bit & 1 &&
			    at < sizeof(text))
				at += (size_t)snprintf(text + at,
					sizeof(text) - at, "%s%s",
					at ? " " : "",
					sisheur_feature_name(bit));
		sisheur_grid_add(&grid, 0, "  %s", sisheur_profile_name(id));
		sisheur_grid_add(&grid, 0, "%s", text);
	}
	sisheur_grid_print(&grid);
}

static void list_tables(void)
{
	struct sisheur_grid grid = { .nr_columns = 4, .left = 1 + 8 };
	unsigned int published, used, all = 0, all_used = 0;
	const struct sisheur_published *file;

	puts("Published tables:");
	for (file = sisheur_published; file->name; file++) {
		struct sisheur_published_table table;

		if (sisheur_published_read(&table, file)) {
			sisheur_published_count(&table, &published, &used);
			sisheur_grid_add(&grid, 0, "  %s", table.name);
			sisheur_grid_add(&grid, 0, "%u rows", published);
			sisheur_grid_add(&grid, 0, "%u used", used);
			sisheur_grid_add(&grid, 0, "%s", table.title);
			all += published;
			all_used += used;
		}
		sisheur_published_free(&table);
	}
	sisheur_grid_print(&grid);
	printf("  Of all %u rows %u were used to choose costs.\n", all,
	       all_used);
}

/* ---- the same for programs ---- */

static void json_value(struct sisheur_json *json,
		       const struct sisheur_sim_value *v)
{
	sisheur_json_open(json, NULL, '{');
	sisheur_json_string(json, "name", v->name);
	sisheur_json_number(json, "value", v->value);
	sisheur_json_number(json, "low", v->low);
	sisheur_json_number(json, "high", v->high);
	sisheur_json_string(json, "what", v->what);
	if (v->source)
		sisheur_json_string(json, "source", v->source);
	sisheur_json_close(json, '}');
}

static void json_workloads(struct sisheur_json *json, const char *key)
{
	const struct sisheur_sim_workload *w;
	unsigned int n, i;

	sisheur_json_open(json, key, '[');
	for (n = 0; (w = sisheur_sim_workload(n)); n++) {
		sisheur_json_open(json, NULL, '{');
		sisheur_json_string(json, "name", w->name);
		sisheur_json_string(json, "summary", w->summary);
		sisheur_json_string(json, "load_name", w->load_name);
		sisheur_json_string(json, "work_name", w->work_name);
		sisheur_json_literal(json, "is_latency",
				     w->is_latency ? "true" : "false");
		sisheur_json_number(json, "load", w->load);
		sisheur_json_open(json, "params", '[');
		for (i = 0; i < w->nr_params; i++)
			json_value(json, &w->params[i]);
		sisheur_json_close(json, ']');
		sisheur_json_close(json, '}');
	}
	sisheur_json_close(json, ']');
}

static void json_machines(struct sisheur_json *json, const char *key)
{
	const struct sisheur_sim_machine *m;
	unsigned int n;

	sisheur_json_open(json, key, '[');
	for (n = 0; (m = sisheur_sim_machine(n)); n++) {
		sisheur_json_open(json, NULL, '{');
		sisheur_json_string(json, "name", m->name);
		sisheur_json_string(json, "text", m->text);
		sisheur_json_string(json, "summary", m->summary);
		sisheur_json_close(json, '}');
	}
	sisheur_json_close(json, ']');
}

static void json_profiles(struct sisheur_json *json, const char *key)
{
	unsigned int id, bit;

	sisheur_json_open(json, key, '[');
	for (id = 0; id < SISHEUR_NR_PROFILES; id++) {
		sisheur_json_open(json, NULL, '{');
		sisheur_json_string(json, "name", sisheur_profile_name(id));
		sisheur_json_open(json, "features", '[');
		for (bit = 0; bit < SISHEUR_NR_FEATURES; bit++)
			if (sisheur_profile(id)->features >> bit & 1)
				sisheur_json_string(json, NULL,
						    sisheur_feature_name(bit));
		sisheur_json_close(json, ']');
		sisheur_json_close(json, '}');
	}
	sisheur_json_close(json, ']');
}

static void json_costs(struct sisheur_json *json, const char *key)
{
	const struct sisheur_sim_value *v;
	unsigned int n;

	sisheur_json_open(json, key, '[');
	for (n = 0; (v = sisheur_sim_cost(n)); n++)
		json_value(json, v);
	sisheur_json_close(json, ']');
}

/* The parameters stand with their workloads there. */
static void json_nothing(struct sisheur_json *json, const char *key)
{
	(void)json;
	(void)key;
}

static void json_tables(struct sisheur_json *json, const char *key)
{
	const struct sisheur_published *file;
	unsigned int published, used;
	const char *text;

	sisheur_json_open(json, key, '[');
	for (file = sisheur_published; file->name; file++) {
		struct sisheur_published_table table;
		unsigned int line = 0;

		if (sisheur_published_read(&table, file)) {
			sisheur_json_open(json, NULL, '{');
			sisheur_json_string(json, "name", table.name);
			sisheur_json_string(json, "title", table.title);
			sisheur_json_open(json, "sources", '[');
			while ((text = sisheur_published_key(&table, "source",
							     &line)))
				sisheur_json_string(json, NULL, text);
			sisheur_json_close(json, ']');
			sisheur_published_count(&table, &published, &used);
			sisheur_json_number(json, "rows", table.nr);
			sisheur_json_number(json, "published", published);
			sisheur_json_number(json, "used", used);
			sisheur_json_close(json, '}');
		}
		sisheur_published_free(&table);
	}
	sisheur_json_close(json, ']');
}

static const struct sisheur_list {
	const char *name;
	void (*text)(void);
	void (*json)(struct sisheur_json *json, const char *key);
} lists[] = {
	{ "workloads", list_workloads, json_workloads },
	{ "machines", list_machines, json_machines },
	{ "profiles", list_profiles, json_profiles },
	{ "costs", list_costs, json_costs },
	{ "parameters", list_params, json_nothing },
	{ "tables", list_tables, json_tables },
};

#define NR_LISTS	(sizeof(lists) / sizeof(lists[0]))

static bool is_wanted(char **what, const char *name)
{
	bool all = !*what;

	for (; *what; what++)
		if (strcmp(*what, name) == 0)
			return true;
	return all;
}

bool sisheur_list(char **what, bool json)
{
	struct sisheur_json to = { .out = stdout };
	bool first = true;
	char **name;
	size_t i;

	for (name = what; *name; name++) {
		for (i = 0; i < NR_LISTS; i++)
			if (strcmp(*name, lists[i].name) == 0)
				break;
		if (i < NR_LISTS)
			continue;
		sisheur_message("sisheur sim: --list: there are no '%s'; "
				"accepted are workloads, machines, profiles, "
				"costs, parameters and tables", *name);
		return false;
	}
	if (json)
		sisheur_json_open(&to, NULL, '{');
	for (i = 0; i < NR_LISTS; i++) {
		if (!is_wanted(what, lists[i].name))
			continue;
		if (json) {
			lists[i].json(&to, lists[i].name);
			continue;
		}
		if (!first)
			putchar('\n');
		first = false;
		lists[i].text();
	}
	if (json) {
		sisheur_json_close(&to, '}');
		sisheur_json_end(&to);
	}
	return true;
}
