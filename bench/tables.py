# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Tables of what the program measured, for persons."""

# A difference below this is noise: the net time of a call that takes none.
RESOLUTION_NS = 0.1

TITLES = {
    'core': 'An idle core in wrap order',
    'cpu': 'An idle CPU in wrap order, no budget',
    'ladder': 'A whole ladder, has_idle_cores clear',
    'ladder-hint': 'A whole ladder, has_idle_cores set',
    'nr-scan': 'A scan budget of SIS_UTIL',
    'claim': 'An idle CPU, by name: claimed and released',
    'pick': 'An idle CPU: found, claimed and released',
    'pick-core': 'An idle core: found, claimed and released',
    'contended': 'An idle CPU, by name: claimed and released by two threads',
    'contended-pick':
        'An idle CPU: found, claimed and released by two threads',
    'transition': 'A CPU goes idle, then busy again',
}
# Whose time is the 1 of a row, where it is not that of sisheur.
OWN = {'ladder': 'linux-6.12', 'contended': 'alone'}


def own_of(row):
    """The library's own entry in a row."""
    names = [p['peer'] for p in row['peers']]
    wanted = next((own for question, own in OWN.items()
                   if row['question'].startswith(question)), 'sisheur')
    return row['peers'][names.index(wanted)]


def peer_of(row, name):
    """An entry of a row, None if it has none of that name."""
    return next((p for p in row['peers'] if p['peer'] == name), None)


def ratio(row, peer):
    """How many times as long as the library it takes, both net."""
    return (max(peer['net_ns'], RESOLUTION_NS) /
            max(own_of(row)['net_ns'], RESOLUTION_NS))


def spread(peer):
    """Half the distance between the quartiles, in percent of the median."""
    return (50 * (peer['quartile_high_ns'] - peer['quartile_low_ns'])
            / peer['ns'])


def short(value):
    """Three digits, or the whole number if it has more."""
    if value >= 100:
        return '%.0f' % value
    return '%.1f' % value if value >= 10 else '%.2f' % value


def aligned(lines, left=0):
    """Columns as wide as what is in them; the first LEFT to the left."""
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        yield '  '.join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))).rstrip()


def about(document):
    """Where and how it was measured, in a few lines."""
    machine = document['machine']
    yield '%s%s, %d CPUs online, Linux %s, %s' % (
        machine['processor'],
        ' (a virtual machine)' if machine['virtual'] else '',
        machine['processors_online'], machine['kernel'],
        machine['architecture'])
    yield '%s %s; %s; load %s before, %s after' % (
        machine['compiler'], machine['flags'], machine['date'],
        machine['load_before'], document['load_after'])
    yield ('medians of %d repetitions, each of about %d us; answers compared '
           'on %d states first' % (document['repetitions'],
                                   document['batch_us'],
                                   document['states_compared']))
    yield 'Linux: %s' % document.get('linux',
                                     'not compared, its source is missing')


def groups(rows):
    """Rows of one table: the same question, numbering, mode and peers."""
    found = {}
    for row in rows:
        key = (row['question'], row['numbering'], row['mode'],
               tuple(p['peer'] for p in row['peers']))
        found.setdefault(key, []).append(row)
    return found.items()


def table(rows):
    """The lines of one table: ratios, then nanoseconds."""
    peers = [p['peer'] for p in rows[0]['peers']]
    own = own_of(rows[0])['peer']
    others = [name for name in peers if name != own]
    lines = [['CPUs', 'affinity', 'case'] + others + ['|', own, 'with call',
                                                      'spread']]
    for row in rows:
        mine = own_of(row)
        lines.append(
            [str(row['cpus']), row['affinity'], row['case']]
            + [short(ratio(row, peer_of(row, name))) for name in others]
            + ['|', '%.1f' % mine['net_ns'], '%.1f' % mine['ns'],
               '%.0f%%' % spread(mine)])
    return aligned(lines)


def whole(document):
    """All that a person is shown."""
    yield from about(document)
    yield ''
    yield ('Peers: how many times as long as the library they take, net of '
           'an empty call.')
    yield ('Then the library: ns net, ns with the call, half the distance of '
           'the quartiles.')
    for (question, numbering, mode, _), rows in groups(document['rows']):
        yield ''
        yield '%s; numbering %s; calls: %s' % (
            TITLES.get(question, question), numbering, mode)
        yield from table(rows)
