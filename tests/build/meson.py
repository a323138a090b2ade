#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Builds with meson, warnings being errors, and runs the C tests there.

usage: tests/build/meson.py BUILDDIR [SETUP-OPTION...] [-- TEST-OPTION...]

Prints one line of TAP for each case of each test program, which meson itself
only counts by program.  The compiler is $CC, as always with meson.
"""
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ET

from tap import Tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
JOBS = os.environ.get('SISHEUR_JOBS') or str(os.cpu_count())


def run(*command):
    """Runs a command into the log; returns what is wrong, if anything is."""
    print('#', *command, flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace',
                          stdin=subprocess.DEVNULL)
    return f'{command[0]}: exit {done.returncode}\n' + done.stdout \
        if done.returncode else ''


def setup(build, options):
    command = ['meson', 'setup', '-Dwerror=true', *options]
    # What was configured from other options or by another meson is of no use.
    stamp = build / 'sisheur-setup'
    wanted = repr((command, os.environ.get('CC')))
    known = stamp.exists() and stamp.read_text() == wanted
    if known and (build / 'build.ninja').exists():
        return ''
    if build.exists():
        command.append('--wipe')
    wrong = run(*command, str(build), str(ROOT))
    if wrong and '--wipe' in command:   # there was no meson in it
        command.remove('--wipe')
        wrong = run(*command, str(build), str(ROOT))
    if not wrong:
        stamp.write_text(wanted)
    return wrong


def results(report):
    """(name, complaint) of every case that meson's JUnit report knows."""
    for suite in ET.parse(report).getroot().iter('testsuite'):
        cases = suite.findall('testcase')
        for case in cases:
            bad = [e for e in case if e.tag in ('failure', 'error')]
            skipped = case.find('skipped') is not None
            name = f'{suite.get("name")}: {case.get("name")}'
            yield (name + (' # SKIP' if skipped else ''),
                   [e.get('message') or e.text or e.tag for e in bad])
        # A program that crashed says so beside its cases and not in them.
        ended = [e.get('message') or e.tag for e in suite
                 if e.tag in ('failure', 'error')]
        if ended or not cases:
            output = ''.join(e.text or '' for e in suite
                             if e.tag in ('system-out', 'system-err'))
            yield (f'{suite.get("name")}: ends as it should',
                   [*(ended or ['it ran no test']), output[-4000:]])


def main(arguments):
    if not arguments or arguments[0].startswith('-'):
        print(__doc__, file=sys.stderr)
        return 2
    build = pathlib.Path(arguments[0]).resolve()
    options = arguments[1:]
    test_options = []
    if '--' in options:
        at = options.index('--')
        options, test_options = options[:at], options[at + 1:]
    test = Tests()
    wrong = setup(build, options) or run('ninja', '-C', str(build), '-j', JOBS)
    test('builds without a warning', wrong)
    if wrong:
        return test.done()
    # With --wrapper, meson puts the name of the wrapper into that of the log.
    logs = build / 'meson-logs'
    for old in logs.glob('testlog*.junit.xml'):
        old.unlink()
    wrong = run('meson', 'test', '-C', str(build), '--no-rebuild',
                '--print-errorlogs', '--num-processes', JOBS,
                # A busy machine is slow; only what hangs is to be ended.
                '--timeout-multiplier', '10', *test_options)
    before = test.count, test.failed
    for report in logs.glob('testlog*.junit.xml'):
        for name, complaints in results(report):
            test(name, complaints)
    # Whatever meson saw that its report does not tell is still a failure.
    if wrong and test.failed == before[1]:
        test('meson test succeeds', wrong)
    elif test.count == before[0]:
        test('meson test runs something', 'it ran no test')
    elif wrong:
        print('#', wrong[-8000:].replace('\n', '\n# '))
    return test.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
