# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: a core in several words is taken from its lowest CPU upwards
s/unsigned int core = claims->domains->core\[cpu\];/unsigned int core = cpu;/
