# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The table of the README: made of what was measured, put between marks."""
import re
import textwrap

from source import Unusable
from tables import own_of, peer_of, ratio, short

BEGIN = '<!-- written by script/bench --readme -->\n'
END = '<!-- end of what script/bench --readme wrote -->\n'

# What stands in the table: its name and its row.
LINES = [
    ('idle core, 16 CPUs', 'core/adjacent/16/full/worst'),
    ('64 CPUs', 'core/adjacent/64/full/worst'),
    ('128 CPUs', 'core/adjacent/128/full/worst'),
    ('512 CPUs', 'core/adjacent/512/full/worst'),
    ('8192 CPUs', 'core/adjacent/8192/full/worst'),
    ('128 CPUs, siblings *i* and *i* + 64', 'core/split/128/full/worst'),
    ('112 CPUs, siblings *i* and *i* + 56', 'core/unaligned/112/full/worst'),
    ('128 CPUs, siblings anywhere', 'core/random/128/full/worst'),
    ('whole ladder, 128 CPUs, all busy',
     'ladder-hint/adjacent/128/full/busy'),
    ('claim and release, 128 CPUs', 'claim/adjacent/128/full/worst'),
]
ROWS = [row for _, row in LINES]
# Entries of a row, and what a reader calls them.
COLUMNS = [('linux', 'Linux 6.12'), ('linux-bitmap', 'Linux, over a bitmap'),
           ('walk', 'plain walk'), ('kept-mask', 'kept mask'),
           ('hwloc-loop', 'hwloc, core by core'),
           ('floor', 'reading the words')]

HEAD = ['| worst case | sisheur | each call alone | with kept cores | %s |'
        % ' | '.join(name for _, name in COLUMNS),
        '|---|--:|--:|--:|%s' % ('--:|' * len(COLUMNS))]


PROSE = '''\
Nanoseconds of the library, net of an empty call: what a call adds to work that
it may overlap with, how long it takes where nothing overlaps, and the first
again with idle cores kept beside the idle map (`kept.h`).  Then how many times
as long as the first the others take, in one run and in turns: medians of %d.  In
the worst case no core is idle though one CPU of each is.  Linux is
`select_idle_cpu()` and, for the ladder, `select_idle_sibling()` of %s; for a
claim, the words are read by two atomic instructions.
Measured %s on an %s%s with %s %s.  Everything is in the cache of the CPU that
asks.  Not measured: run queues in other CPUs' caches, which Linux reads and a
bitmap does not; a kernel; another processor; what a placement is worth to a
workload.  `script/bench` has every numbering, size and case, and
`bench/README.md` says how to read it.
'''


def cells(row, alone):
    """The cells of one row behind its name."""
    own = own_of(row)
    kept = peer_of(row, own['peer'] + '+kept')
    yield '%.1f ns' % own['net_ns']
    yield '%.1f ns' % own_of(alone)['net_ns']
    yield '%.1f ns' % kept['net_ns'] if kept else '–'
    for name, _ in COLUMNS:
        peer = peer_of(row, name)
        yield '%s ×' % short(ratio(row, peer)) if peer else '–'


def prose(document):
    """How to read it, where it was measured, and what was not."""
    machine = document['machine']
    return '\n'.join(textwrap.wrap(' '.join(PROSE.split()) % (
        document['repetitions'], document.get('linux', '?'),
        machine['date'][:10], machine['processor'],
        ', a virtual machine,' if machine['virtual'] else '',
        machine['compiler'], machine['flags']), 118,
        break_long_words=False, break_on_hyphens=False)) + '\n'


def text(document):
    """What stands between the marks."""
    rows = {(row['row'], row['mode']): row for row in document['rows']}
    missing = ['%s (%s)' % (name, mode) for name in ROWS
               for mode in ('overlap', 'alone') if (name, mode) not in rows]
    if missing:
        raise Unusable('not measured: %s' % ' '.join(missing))
    lines = ['| %s | %s |' % (name, ' | '.join(
        cells(rows[row, 'overlap'], rows[row, 'alone'])))
             for name, row in LINES]
    return '\n'.join([*HEAD, *lines, '', prose(document)])


def split(readme):
    """(before, between, after) the marks."""
    if readme.count(BEGIN) != 1 or readme.count(END) != 1:
        raise Unusable('README.md: wanted once each: "%s" and "%s"'
                       % (BEGIN.strip(), END.strip()))
    before, rest = readme.split(BEGIN)
    between, after = rest.split(END)
    return before, between, after


def put(path, document):
    """Write the table into the README."""
    before, _, after = split(path.read_text(encoding='utf-8'))
    path.write_text(before + BEGIN + '\n' + text(document) + '\n' + END
                    + after, encoding='utf-8')


def shape(between):
    """The table without its numbers: what two runs have in common."""
    lines = [line for line in between.splitlines() if line.startswith('|')]
    return [re.sub(r'\d+(\.\d+)? (ns|×)', r'N \2', line) for line in lines]


def is_of_this_form(readme, document):
    """Has the README the table that this program writes?"""
    return shape(split(readme)[1]) == shape(text(document))
