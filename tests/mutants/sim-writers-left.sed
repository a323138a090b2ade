# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/sim/program.c
# rule: simulator: a writer that waited for room has the next one go on
s/if \(ch->page && has_waited && ch->writers/if (0 \&\& ch->writers/
