# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/blocks.h
# rule: nobody waits for a sibling that is not there
s/return plane->all \? own \| lone : own & ~lone;/return own;/
