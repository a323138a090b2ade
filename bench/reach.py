# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What was to be reached, and what was measured.

A target is met if one of the library's two ways meets it: the words alone, or
a view with what is kept (kept.h).  Which one did is said.
"""
from tables import aligned, own_of, peer_of, ratio, short

# The rows that the table needs, for the program's --only.
ROWS = ['core/*/full/worst', 'ladder*/adjacent/128/full/busy',
        'ladder*/adjacent/128/full/worst', 'claim/adjacent/128/full/*',
        'contended*']


def core_limit(cpus):
    """Nanoseconds net that the worst case of a core scan may take.

    Limits were set for 64, 512 and 8192 CPUs; what is between two of them has
    the larger one's.
    """
    return 5 if cpus <= 64 else 10 if cpus <= 512 else 20


def one_of(ways, good, text):
    """(measured, met): what each way took, and which one is good enough."""
    met = [name for name, value in ways if good(value)]
    return (', '.join('%s %s' % (name, text % value) for name, value in ways),
            'met' + (' by ' + ' and '.join(met) if len(ways) > 1 else '')
            if met else 'MISSED')


def ways_of(row, value):
    """[(name, value of it)] of the library's ways to answer a core scan."""
    kept = peer_of(row, 'sisheur+kept')
    ways = [('words', value(own_of(row)))]
    return ways + [('kept', value(kept))] if kept else ways


def core_rows(row):
    """(work, wanted, measured, met) of a core scan's worst case."""
    cpus = row['cpus']
    what = 'idle core, worst, %s, %d CPUs' % (row['numbering'], cpus)
    limit = core_limit(cpus)
    yield (what, 'at most %d ns' % limit,
           *one_of(ways_of(row, lambda p: p['net_ns']),
                   lambda ns: ns <= limit, '%.1f ns'))
    linux, floor = peer_of(row, 'linux'), peer_of(row, 'floor')
    # Of two siblings a core: with four, Linux has half as many cores to walk.
    times = {16: 36, 128: 90}.get(cpus)
    if row['numbering'] not in ('adjacent', 'split'):
        times = None
    if times and linux:
        yield (what, '%d x Linux\'s loop' % times,
               *one_of(ways_of(row, lambda p: linux['net_ns'] /
                               max(p['net_ns'], 0.1)),
                       lambda x: x >= times, '%.1f x'))
    if cpus == 512 and floor:
        yield (what, 'at most 1.5 x reading the words, with the call',
               *one_of(ways_of(row, lambda p: p['ns'] / floor['ns']),
                       lambda x: x <= 1.5, '%.2f x'))


def ladder_rows(row):
    """The same of a whole ladder."""
    for name in 'linux-6.12', 'sisheur':
        ways = [(way, peer_of(row, peer)['net_ns'])
                for way, peer in (('words', name), ('kept', name + '+kept'))]
        yield ('%s, %s, profile %s, 128 CPUs' % (row['question'], row['case'],
                                                 name),
               'under 20 ns', *one_of(ways, lambda ns: ns < 20, '%.1f ns'))


def rows_of(row):
    """(work, wanted, measured, met) of any row that has a target."""
    question, own = row['question'], own_of(row)
    if (question, row['affinity'], row['case']) == ('core', 'full', 'worst'):
        yield from core_rows(row)
    elif question.startswith('ladder') and row['cpus'] == 128:
        yield from ladder_rows(row)
    elif question == 'claim':
        yield ('claim and release, %s, %d CPUs' % (row['case'], row['cpus']),
               'at most 12 ns', '%.1f ns' % own['net_ns'],
               'met' if own['net_ns'] <= 12 else 'MISSED')
    elif question.startswith('contended'):
        value = ratio(row, peer_of(row, 'own-domains'))
        # Half of the distance of the quartiles is what one run cannot tell.
        yield (question.replace('contended', 'claim') +
               ', two threads, own domains', 'as fast as alone (1.05 x)',
               '%s x' % short(value), 'met' if value <= 1.05 else 'MISSED')


def targets(document):
    """(work, mode, wanted, measured, met), one for each target and mode."""
    for row in document['rows']:
        for what, wanted, measured, met in rows_of(row):
            yield what, row['mode'], wanted, measured, met


def whole(document):
    """The lines of the table."""
    lines = list(targets(document))
    yield from aligned([('work', 'calls', 'reach', 'measured', ''), *lines],
                       left=5)
    yield '%d of %d met' % (sum(line[-1].startswith('met') for line in lines),
                            len(lines))
