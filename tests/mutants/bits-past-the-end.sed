# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/private.h
# rule: bits at and above nr_cpus are ignored
s/return nr_cpus > base \? \(1UL << \(nr_cpus - base\)\) - 1 : 0;/return nr_cpus > base ? ~0UL : 0;/
