# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""A picture: time over CPUs, a line for each contestant."""
import shutil
import subprocess

from source import Unusable
from tables import RESOLUTION_NS

# The rows that it shows, for the program's --only.
ROWS = ['core/adjacent/*/full/worst']


def script(document, path):
    """What gnuplot is told, with the data in it."""
    lines = {}
    for row in document['rows']:
        if (row['question'], row['numbering'], row['affinity'], row['case'],
                row['mode']) != ('core', 'adjacent', 'full', 'worst',
                                 'overlap'):
            continue
        for peer in row['peers']:
            lines.setdefault(peer['peer'], []).append(
                (row['cpus'], max(peer['net_ns'], RESOLUTION_NS)))
    if not lines:
        raise Unusable('no row core/adjacent/*/full/worst was measured: '
                       'nothing to draw')
    yield 'set terminal svg size 900,600 background "white"'
    yield "set output '%s'" % str(path).replace("'", "''")
    yield 'set logscale xy'
    yield 'set title "An idle core in wrap order, worst case, siblings 2i ' \
        'and 2i + 1\\n{/*0.8 %s, %s}"' % (document['machine']['processor'],
                                          document['machine']['date'][:10])
    yield 'set xlabel "CPUs"; set ylabel "ns, net of the call"'
    yield 'set xtics (8, 16, 64, 128, 256, 512, 1024, 8192)'
    yield 'set key left top; set grid'
    yield 'plot ' + ', '.join(
        "'-' with linespoints title '%s' noenhanced" % name for name in lines)
    for points in lines.values():
        yield from ('%d %.3f' % point for point in points)
        yield 'e'


def draw(document, path):
    """Write the picture, an SVG file."""
    if not shutil.which('gnuplot'):
        raise Unusable('gnuplot is not installed; apt-get install gnuplot-nox')
    subprocess.run(['gnuplot'], input='\n'.join(script(document, path)),
                   text=True, check=True)
