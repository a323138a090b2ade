# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/cpu.c
# rule: simulator: a CPU that goes idle says so
s/^\tsisheur_include\(e->idle, cpu\);/\t;/
