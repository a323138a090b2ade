# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/hosted/claim.c
# rule: one of two domains that share a shard does not clear the hint of both
s/if \(lane->merged \|\| /if (/
