/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * demo.h - what the parts of the demonstration share
 *
 * Every placement shown is asked of the library while the demonstration runs;
 * nothing but the values labelled "published" is written down here.
 */
#ifndef SISHEUR_DEMO_H
#define SISHEUR_DEMO_H

#include <sisheur/case.h>

#include "../command.h"

/**
 * enum sisheur_paint - what a piece of text is about
 * @SISHEUR_PAINT_HEAD: a heading
 * @SISHEUR_PAINT_CORE: a CPU of a wholly idle core
 * @SISHEUR_PAINT_CPU:  an idle CPU of a core that is not
 * @SISHEUR_PAINT_BUSY: a busy CPU
 * @SISHEUR_PAINT_NOTE: an explanation
 * @SISHEUR_NR_PAINTS:  how many there are
 */
enum sisheur_paint {
	SISHEUR_PAINT_HEAD,
	SISHEUR_PAINT_CORE,
	SISHEUR_PAINT_CPU,
	SISHEUR_PAINT_BUSY,
	SISHEUR_PAINT_NOTE,
	SISHEUR_NR_PAINTS,
};

/* style.c: colour on a terminal alone, unless NO_COLOR; UTF-8 where it is read */
void sisheur_style_init(void);
bool sisheur_style_utf8(void);
const char *sisheur_style_mark(unsigned int paint);
void sisheur_style_legend(void);
void sisheur_paint(unsigned int paint, const char *format, ...)
	__attribute__((__format__(__printf__, 2, 3)));
void sisheur_heading(const char *format, ...)
	__attribute__((__format__(__printf__, 1, 2)));

/* random.c: the same numbers on every machine */
void sisheur_random_seed(unsigned long long seed);
unsigned int sisheur_random_below(unsigned int limit);

/**
 * struct sisheur_scene - a machine at one moment
 * @topology: the machine
 * @idle:     the idle CPUs
 * @view:     the same, as the library takes it
 * @util:     [cpu] its utilisation in percent
 * @has_idle_cores: [llc] the hint, as true as @idle
 * @nr_idle_scan:   [llc] the scan budget of SIS_UTIL
 */
struct sisheur_scene {
	const struct sisheur_topology *topology;
	unsigned long *idle;
	struct sisheur_view view;
	unsigned int *util;
	int *has_idle_cores;
	unsigned int *nr_idle_scan;
};

/* scene.c */
void sisheur_scene_init(struct sisheur_scene *scene,
			const struct sisheur_topology *topology);
void sisheur_scene_draw(struct sisheur_scene *scene, unsigned int util);
void sisheur_scene_derive(struct sisheur_scene *scene);
void sisheur_scene_free(struct sisheur_scene *scene);
unsigned int sisheur_scene_neighbour(const struct sisheur_scene *scene,
				     unsigned int cpu);
void sisheur_scene_wakeup(const struct sisheur_scene *scene,
			  struct sisheur_wakeup *wakeup, unsigned int waker,
			  unsigned int prev, unsigned int target);

/* sample.c: what this machine does right now */
bool sisheur_sample(struct sisheur_scene *scene, unsigned int milliseconds,
		    char *error, size_t size);

/* place.c: where every profile puts a wake-up, alone and on average */
void sisheur_place_header(void);
void sisheur_place_row(const struct sisheur_scene *scene, unsigned int target);
void sisheur_place_summary(struct sisheur_scene *scene,
			   const unsigned int *utils, size_t nr_utils);

/* The parts of the demonstration; false if something was not as published. */
void sisheur_demo_here(void);
void sisheur_demo_machines(void);
bool sisheur_demo_curve(void);
bool sisheur_demo_features(void);

#endif /* SISHEUR_DEMO_H */
