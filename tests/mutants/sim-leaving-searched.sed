# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/wake.c
# rule: simulator: a wakee that is still switching out is queued where it was
s/\} else if \(!on->nr_queued\) \{/} else if (0) {/
