# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the design asks of speed, and what was measured."""
from tables import aligned, own_of, peer_of, ratio

# The rows that the table needs, for the program's --only.
ROWS = ['core/*/full/worst', 'ladder*/adjacent/128/full/busy',
        'ladder*/adjacent/128/full/worst']


def core_limit(cpus):
    """Nanoseconds net that the worst case of a core scan may take.

    The design names 64, 512 and 8192 CPUs; what is between two of them has
    the larger one's limit.
    """
    return 5 if cpus <= 64 else 10 if cpus <= 512 else 20


def core_rows(row):
    """(work, wanted, measured, met) of a core scan's worst case."""
    cpus, own = row['cpus'], own_of(row)
    what = 'idle core, worst, %s, %d CPUs' % (row['numbering'], cpus)
    limit = core_limit(cpus)
    yield (what, 'at most %d ns' % limit, '%.1f ns' % own['net_ns'],
           own['net_ns'] <= limit)
    linux, floor = peer_of(row, 'linux'), peer_of(row, 'floor')
    wanted = {16: 36, 128: 90}.get(cpus)
    if wanted and linux:
        value = ratio(row, linux)
        yield (what, '%d x Linux\'s loop' % wanted, '%.1f x' % value,
               value >= wanted)
    if cpus == 512 and floor:
        value = own['ns'] / floor['ns']
        yield (what, 'at most 1.5 x reading', '%.2f x' % value, value <= 1.5)


def rows_of(row):
    """(work, wanted, measured, met) of any row that the design names."""
    if (row['question'], row['affinity'], row['case']) == ('core', 'full',
                                                           'worst'):
        yield from core_rows(row)
    elif row['question'].startswith('ladder') and row['cpus'] == 128:
        for name in 'linux-6.12', 'sisheur':
            peer = peer_of(row, name)
            yield ('%s, %s, profile %s, 128 CPUs' % (
                row['question'], row['case'], name), 'under 20 ns',
                   '%.1f ns' % peer['net_ns'], peer['net_ns'] < 20)


def whole(document):
    """The lines of the table, one for each target and mode."""
    lines = [['work', 'calls', 'reach', 'measured', '']]
    for row in document['rows']:
        for what, wanted, measured, met in rows_of(row):
            lines.append([what, row['mode'], wanted, measured,
                          'met' if met else 'MISSED'])
    yield from aligned(lines, left=3)
    met = sum(line[-1] == 'met' for line in lines)
    yield '%d of %d met' % (met, len(lines) - 1)
