# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# file: lib/blocks.h
# rule: in a block, what is behind the target comes first
s/later \? later : filled/filled/
