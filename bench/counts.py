# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Instructions a call, counted by callgrind, and what they may not exceed."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from source import Unusable, call

HERE = pathlib.Path(__file__).resolve().parent
CEILINGS = HERE / 'ceilings'
CALLS = 32      # BENCH_COUNT_CALLS of bench.h

# One row of each path that a scan can take, at the sizes where it changes.
ROWS = ['core/*/full/worst', 'core/*/half/worst', 'cpu/*/full/busy',
        'cpu/*/half/busy', 'ladder*/adjacent/128/full/*',
        'ladder*/random/128/full/*', 'transition/*/128/full/*',
        'nr-scan/adjacent/128/*']
CPUS = '8,64,128,512,8192'

# A compiler's next patch level moves a few instructions; a path that is lost
# moves more.
SLACK_PERCENT = 10
SLACK = 4

HEADER = '''\
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Instructions a call that may not be exceeded, net of an empty call: what
# callgrind counted, and %d %% and %d more.  script/bench --counts compares,
# script/bench --counts --write writes this anew.
#
# %s
'''


def summary(path):
    """(name, instructions) of one dump, None if it is of something else."""
    text = path.read_text(encoding='utf-8')
    name = re.search(r'^desc: Trigger: Client Request: (.*)$', text, re.M)
    total = re.search(r'^(?:totals|summary): (\d+)', text, re.M)
    return (name.group(1), int(total.group(1))) if name and total else None


def count(program, only, cpus):
    """{(row, peer): instructions a call, net} of what is the library's."""
    if not shutil.which('valgrind'):
        raise Unusable('valgrind is not installed; script/bootstrap bench '
                       'installs it')
    with tempfile.TemporaryDirectory() as work:
        call(['valgrind', '--tool=callgrind', '--collect-atstart=no',
              '--callgrind-out-file=%s/out' % work, program, '--counts',
              '--only', ','.join(only), '--cpus', cpus])
        dumps = dict(filter(None, map(summary,
                                      pathlib.Path(work).glob('out*'))))
    counted = {}
    for name, total in dumps.items():
        what, row, peer = name.split(' ')
        if what == 'call':
            empty = dumps['empty %s %s' % (row, peer)]
            counted[row, peer] = (total - empty) / CALLS
    if not counted:
        raise Unusable('callgrind counted nothing')
    return counted


def compiler():
    """The compiler that the counts are of."""
    done = subprocess.run([os.environ.get('CC', 'cc'), '--version'],
                          capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0]


def in_order(key):
    """Rows of one question and numbering by size, 64 before 512."""
    question, numbering, cpus, affinity, case = key[0].split('/')
    return question, numbering, affinity, case, int(cpus), key[1]


def write(counted):
    """Make what was counted the ceilings."""
    lines = [(*key, str(int(counted[key] * (100 + SLACK_PERCENT) / 100
                            + SLACK)))
             for key in sorted(counted, key=in_order)]
    width = max(len(row) for row, _, _ in lines)
    CEILINGS.write_text(
        HEADER % (SLACK_PERCENT, SLACK, compiler())
        + ''.join('%-*s %-17s %6s\n' % (width, *line) for line in lines),
        encoding='utf-8')


def ceilings():
    """{(row, peer): ceiling}."""
    found = {}
    for number, line in enumerate(
            CEILINGS.read_text(encoding='utf-8').splitlines(), 1):
        if not line or line.startswith('#'):
            continue
        words = line.split()
        if len(words) != 3 or not words[2].isdigit():
            raise Unusable('%s:%d: "%s": wanted ROW PEER NUMBER'
                           % (CEILINGS, number, line))
        found[words[0], words[1]] = int(words[2])
    return found
