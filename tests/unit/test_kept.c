// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kept.h: what can be kept about the idle CPUs. */
#include "unit.h"
#include "rows_kept.h"

/* Says a summary of every word of its map whether it is empty, and no more? */
static void check_summary(const char *name, const unsigned long *map,
			  const unsigned long *summary, unsigned int words)
{
	unsigned int i;

	for (i = 0; i < SISHEUR_WORDS(words) * SISHEUR_WORD_BITS; i++)
		SISHEUR_ROW_EQUAL(name, summary[i / SISHEUR_WORD_BITS] >>
					(i % SISHEUR_WORD_BITS) & 1,
				  i < words && map[i]);
}

static void check_map(const char *name, const char *want,
		      const unsigned long *map, const unsigned long *summary,
		      unsigned int nr_cpus)
{
	char *text = malloc(16384);

	assert_non_null(text);
	sisheur_cpulist_print(text, 16384, map, nr_cpus);
	SISHEUR_ROW_TEXT(name, text, want);
	free(text);
	check_summary(name, map, summary, SISHEUR_WORDS(nr_cpus));
}

static void check_row(const struct sisheur_kept_row *row)
{
	struct sisheur_case c = { 0 };
	const char *event = row->events, *says = row->says;
	const struct sisheur_domains *d = &c.topology.domains;
	unsigned long *memory;
	struct sisheur_kept kept;
	size_t words;

	sisheur_unit_wakeup(&c, row->machine);
	words = SISHEUR_KEPT_WORDS((size_t)d->nr_cpus);
	memory = malloc((words + 1) * sizeof(*memory));
	assert_non_null(memory);
	/* "what they hold is lost", and the next word is not theirs. */
	memset(memory, 0xa5, (words + 1) * sizeof(*memory));
	sisheur_kept_init(&kept, d, memory);
	while (*event) {
		const bool busy = *event == '-';
		char *end;
		const unsigned int cpu = (unsigned int)
			strtoul(event + busy, &end, 10);
		const bool said = busy ? sisheur_kept_busy(&kept, cpu) :
					 sisheur_kept_idle(&kept, cpu);

		SISHEUR_ROW_EQUAL(row->name, said, *says == 'y');
		check_summary(row->name, kept.idle, kept.idle_words,
			      SISHEUR_WORDS(d->nr_cpus));
		check_summary(row->name, kept.cores, kept.core_words,
			      SISHEUR_WORDS(d->nr_cpus));
		event = end + (*end == ' ');
		says++;
	}
	SISHEUR_ROW_EQUAL(row->name, *says, 0);
	check_map(row->name, row->idle, kept.idle, kept.idle_words, d->nr_cpus);
	check_map(row->name, row->cores, kept.cores, kept.core_words,
		  d->nr_cpus);
	SISHEUR_ROW_EQUAL(row->name, memory[words] == ~0UL / 0xff * 0xa5, 1);
	free(memory);
	sisheur_case_free(&c);
}

static void test_stories(void **state)
{
	const struct sisheur_kept_row *row;

	(void)state;
	for (row = sisheur_kept_rows;
	     row < sisheur_kept_rows + SISHEUR_COUNT(sisheur_kept_rows); row++)
		check_row(row);
}

/* "@idle is then @kept->idle": what is kept is what a scan may be given. */
static void test_scan_of_kept(void **state)
{
	struct sisheur_case c = { 0 };
	unsigned long memory[SISHEUR_KEPT_WORDS(8)];
	struct sisheur_kept kept;
	struct sisheur_view view = { 0 };
	struct sisheur_scan scan = { .view = &view, .target = 1 };
	int fallback = 77;

	(void)state;
	sisheur_unit_wakeup(&c, "nr_cpus=8 cores=0,3/1,2/4-6");
	scan.domains = &c.topology.domains;
	sisheur_kept_init(&kept, scan.domains, memory);
	view.idle = kept.idle;
	view.kept = &kept;
	assert_int_equal(sisheur_scan_core(&scan, &fallback), SISHEUR_NONE);
	assert_int_equal(fallback, SISHEUR_NONE);
	assert_int_equal(sisheur_scan_cpu(&scan, SISHEUR_NO_BUDGET),
			 SISHEUR_NONE);
	sisheur_kept_idle(&kept, 5);
	assert_int_equal(sisheur_scan_core(&scan, &fallback), SISHEUR_NONE);
	assert_int_equal(fallback, 5);
	assert_int_equal(sisheur_scan_cpu(&scan, SISHEUR_NO_BUDGET), 5);
	assert_int_equal(sisheur_scan_cpu(&scan, 3), SISHEUR_NONE);
	sisheur_kept_idle(&kept, 0);
	sisheur_kept_idle(&kept, 3);
	assert_int_equal(sisheur_scan_core(&scan, &fallback), 3);
	assert_true(sisheur_has_idle_core(&scan));
	sisheur_kept_busy(&kept, 0);
	assert_false(sisheur_has_idle_core(&scan));
	sisheur_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stories),
		cmocka_unit_test(test_scan_of_kept),
	};

	return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}
