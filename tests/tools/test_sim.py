#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""sisheur sim from outside: options, determinism, parts, plots, lost output.

usage: tests/tools/test_sim.py SISHEUR

Speaks TAP.  Tests of plots are skipped where there is no gnuplot.
"""
import csv
import html
import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import command  # noqa: E402
from command import PATIENCE, ROOT, WRAPPER, Ran, expect, run, test  # noqa: E402

PUBLISHED = ROOT / 'tools' / 'sim' / 'published'
# Ten simulated milliseconds of a small machine.
SHORT = ['--machine', '4c8t', '--seconds', '0.008', '--warmup', '0.002']
NETPERF = ['sim', 'netperf-tcp', '--load', '8', *SHORT]
SWEEP = ['sim', 'netperf-tcp', *SHORT, '--sweep', 'tasks=2,4,8,16,32',
         '--compare', 'sisheur']
# Nobody waits so long: what is refused is refused before it is simulated.
FOREVER = ['sim', 'netperf-tcp', '--seconds', '900000']


def sim(*arguments, **more):
    return run('sim', *arguments, **more)


# --- usage ------------------------------------------------------------------

USAGE_ERRORS = [
    # arguments, what the message says
    ([], 'no workload'),
    (['own'], "'own' is what a file describes: --workload FILE"),
    (['nonesuch'], 'unknown workload "nonesuch"; there are netperf-tcp, .*'
     'nor is there a file of that name'),
    (['netperf-tcp', 'tbench'], "'tbench': one workload at a time"),
    (['overview', 'tbench'], "'tbench': one workload at a time"),
    (['overview', '--load', '4'], 'overview has loads of its own'),
    (['overview', '--sweep', 'load=1,2'], 'overview has loads of its own'),
    (['overview', '--loops', '4'], 'overview has loads of its own'),
    (['overview', '--plot', 'x.svg'], 'overview has loads of its own'),
    (['overview', '--per-cpu'], 'overview has loads of its own'),
    (['overview', '--set', 'pre=5'], 'unknown "pre".*\n.*overview: that is of '
     'hackbench-process-pipe'),
    (['--workload', '/nonexistent'], '/nonexistent: No such file'),
    (['--workload', '/nonexistent', 'tbench'], "'tbench': one workload"),
    (['netperf-tcp', '--frobnicate'], "unrecognized option '--frobnicate'"),
    (['netperf-tcp', '--machine'], 'requires an argument'),
    (['netperf-tcp', '--machine', 'nonesuch'], '--machine: .*nonesuch.*accepted '
     'are a text such as .* and the names 56c112t, '),
    (['netperf-tcp', '--machine', 'core:0 pu:1'], '--machine: .*core'),
    (['netperf-tcp', '--machine', ''], '--machine: '),
    (['netperf-tcp', '--sysfs', '/nonexistent'], '--sysfs: /nonexistent'),
    (['netperf-tcp', '--hwloc', '/nonexistent'], '--hwloc: '),
    (['netperf-tcp', '--machine', '4c8t', '--sysfs', '/sys'],
     'one machine at a time'),
    (['netperf-tcp', '--profile', 'linux-4.4'], "--profile: unknown profile "
     "'linux-4.4'; accepted are linux-5.18, .*sisheur"),
    (['netperf-tcp', '--profile', 'linux-6.1+SIS_FOO'], '--profile: .*SIS_FOO'),
    (['netperf-tcp', '--profile', 'linux-6.1+'], '--profile: .*unknown feature'),
    (['netperf-tcp', '--features', 'SIS_FOO'], '--features: .*SIS_FOO'),
    (['netperf-tcp', '--compare', 'linux'], "--compare: .*'linux'"),
    (['netperf-tcp', '--compare', 'linux-6.12'], '--compare: both are '
     'linux-6.12'),
    (['netperf-tcp', '--compare', 'linux-6.12+SIS_UTIL'], 'both are'),
    (['netperf-tcp', '--formula', 'cubic'], "--formula: 'cubic' is no form"),
    (['netperf-tcp', '--seconds', '1e3'], "--seconds: '1e3' is no time"),
    (['netperf-tcp', '--seconds', '-1'], "--seconds: '-1' is no time"),
    (['netperf-tcp', '--seconds', '0'], "--seconds: '0' leaves nothing to "
     'count; accepted are'),
    (['netperf-tcp', '--seconds', '1.'], "--seconds: '1.' is no time"),
    (['netperf-tcp', '--seconds', '.5'], "--seconds: '.5' is no time"),
    (['netperf-tcp', '--seconds', '0.1234567891'], 'up to nine decimals'),
    (['netperf-tcp', '--seconds', '1000001'], 'accepted are 0 to 1000000'),
    (['netperf-tcp', '--seconds', '99999999999999999999'], 'is no time'),
    (['netperf-tcp', '--warmup', 'x'], "--warmup: 'x' is no time"),
    (['netperf-tcp', '--set', 'frobs=1'], '--set: unknown "frobs"; there are '
     'load, seed, .*probe'),
    (['netperf-tcp', '--set', 'probe'], '--set: .*NAME=VALUE'),
    (['netperf-tcp', '--set', 'probe=x'], '--set: probe: .*whole number'),
    (['netperf-tcp', '--set', 'probe=4294967296'], '--set: probe'),
    (['netperf-tcp', '--sweep', 'load'], '--sweep: .*KEY=VALUE'),
    (['netperf-tcp', '--sweep', '=1'], '--sweep: .*KEY=VALUE'),
    (['netperf-tcp', '--sweep', 'load='], '--sweep: load'),
    (['netperf-tcp', '--sweep', 'load=1,,2'], '--sweep: load'),
    (['netperf-tcp', '--sweep', 'load=1,x'], '--sweep: load'),
    (['netperf-tcp', '--sweep', 'frobs=1'], '--sweep: unknown "frobs"'),
    (['netperf-tcp', '--sweep', 'tasks=4,8,4'], '--sweep: 4 is there twice'),
    (['netperf-tcp', '--sweep', 'load=' + '9' * 90], '--sweep: .*no number'),
    (['netperf-tcp', '--sweep', 'seed=1,2', '--seeds', '2'], '--seeds'),
    (['netperf-tcp', '--sweep', 'load=1', '--sweep', 'probe=1'],
     "--sweep: a second time, with 'probe=1'; accepted is one"),
    (['netperf-tcp', '--features', 'SIS_PAIR', '--features', 'NO_SIS_UTIL'],
     "--features: a second time, with 'NO_SIS_UTIL'"),
    (['netperf-tcp', '--machine', '4c8t', '--machine', '18c36t'],
     '--machine: a second time'),
    (['netperf-tcp', '--load', '3', '--pairs', '4'],
     "--pairs: a second time, with '4'"),
    (['netperf-tcp', '--set', 'probe=1', '--set', 'probe=1'],
     '--set: probe was set by --set already; accepted is one of them'),
    (['netperf-tcp', '--set', 'probe=1', '--sweep', 'probe=2,3'],
     '--sweep: probe was set by --set already'),
    (['netperf-tcp', '--load', '3', '--sweep', 'threads=2,3'],
     '--sweep: load was set by --load already'),
    (['netperf-tcp', '--load', '3', '--set', 'load=2'],
     '--set: load was set by --load already'),
    (['netperf-tcp', '--seed', '3', '--sweep', 'seed=2'],
     '--sweep: seed was set by --seed already'),
    (['netperf-tcp', '--seconds', '3', '--set', 'run=2'],
     '--set: run was set by --seconds already'),
    (['netperf-tcp', '--warmup', '3', '--set', 'warmup=2'],
     '--set: warmup was set by --warmup already'),
    (['hackbench-process-pipe', '--loops', '3', '--sweep', 'loops=2'],
     '--sweep: loops was set by --loops already'),
    (['hackbench-process-pipe', '--tasks', '8'], '--tasks: '
     'hackbench-process-pipe counts groups; accepted are --load .*--set tasks=N'),
    (['schbench', '--tasks', '8'], '--tasks: schbench counts message threads'),
    (['netperf-tcp', '--seeds', '100000', '--sweep', 'load=1,2'],
     '200000 runs; accepted are 100000'),
    (['netperf-tcp', '--shard', '1/2'], '--shard needs --csv or --json'),
    (['netperf-tcp', '--shard', '2', '--csv'], "--shard: '2' is not accepted"),
    (['netperf-tcp', '--csv', '--json'], '--csv or --json, not both'),
    (['netperf-tcp', '--plot', 'x.svg'], '--plot needs --sweep'),
    (['tbench', '--loops', '5'], '--loops: tbench has no end'),
    (['hackbench-process-pipe', '--loops', '0'], '--loops: .*accepted are 1 to'),
    (['hackbench-process-pipe', '--loops', 'x'], "--loops: 'x'"),
    (['netperf-tcp', '--quick'], '--quick goes with --reproduce'),
    (['--merge'], '--merge: no file'),
    (['--merge', '/nonexistent'], '/nonexistent: No such file'),
    (['--merge', '/'], 'Is a directory'),
    (['--merge', '--list'], 'one of --merge, --list and --reproduce'),
    (['--merge', '--load', '3', 'x'], '--load does not go with --merge'),
    (['--list', 'nonesuch'], "there are no 'nonesuch'"),
    (['--list', '--csv'], '--list has no --csv'),
    (['--list', '--plot', 'x.svg'], '--plot needs a sweep'),
    (['--reproduce', 'nonesuch'], "no table 'nonesuch'; accepted are "
     'efficiency, '),
    (['--reproduce', '--seconds', '1'], '--seconds does not go with'),
    (['--reproduce', '--shard', '1/2'], '--shard needs --csv or --json'),
    (['--list', '--shard', '1/2'], '--shard does not go with --list'),
    (['--merge', '--shard', '1/2', '--csv', 'x'],
     '--shard does not go with --merge'),
] + [(['netperf-tcp', option, bad], f'{option}: .*{re.escape(bad)}.*accepted')
     for option in ('--load', '--tasks', '--groups', '--threads', '--pairs',
                    '--seed', '--seeds', '--jobs')
     for bad in ('', 'x', '-1', '+1', ' 1', '0x10', '1.5',
                 '18446744073709551616')
] + [(['netperf-tcp', '--csv', '--shard', bad], '--shard: ')
     for bad in ('0/2', '3/2', '1/0', '/', '1/', '/2', 'a/b', '1/100001',
                 '11111111111111111111/2')
] + [(['netperf-tcp', option, '0'], f'{option}: .*accepted are 1 to')
     for option in ('--load', '--seeds', '--jobs')]


def test_usage():
    for arguments, message in USAGE_ERRORS:
        shown = [a if len(a) < 40 else a[:40] + '...' for a in arguments]
        # --tasks and others are --load by another name.
        if len(arguments) == 3:
            message = re.sub('^--(tasks|groups|threads|pairs): [.]', '--load: .',
                             message)
        expect(f'refused: {shown!r}', sim(*arguments), 2, out='', err=message)
    for arguments, message in (
            (['--load', '4194305'], '--load: .*4194304'),
            (['--machine', 'core:9000 pu:1'], '--machine: .*8192'),
            (['--set', 'load=0'], 'no task'),
            (['--per-cpu', '--seeds', '466034'], '--seeds: .*100000'),
            (['--per-cpu', '--machine', 'core:8192 pu:1', '--seeds', '512'],
             '--per-cpu: 4194816 rows; accepted are 4194304, and --shard'),
            (['--sweep', 'load=0,1'], 'no task'),
            (['--load', '4194304'], 'accepted are')):
        expect(f'absurd: {arguments}', sim('netperf-tcp', *SHORT[2:], *arguments),
               2, out='', err=message)


def test_list():
    ran = sim('--list')
    expect('--list', ran)
    said = json.loads(sim('--list', '--json').out)
    test('--list --json has every list', [] if list(said) == [
        'workloads', 'machines', 'profiles', 'costs', 'tables'] else [said])
    names = [row['name'] for rows in said.values() for row in rows]
    missing = [name for name in names if name not in ran.out]
    test('the table has every name', missing)
    test('each cost has a source and is in its range', [
        c['name'] for c in said['costs'] if not c.get('source') or
        not c['low'] <= c['value'] <= c['high']])
    test('each table has a source, a title and rows', [
        t['name'] for t in said['tables'] if not t['sources'] or
        not t['title'] or not t['rows']])
    test('each published file is a table', [
        p.stem for p in PUBLISHED.glob('*.tsv')
        if p.stem not in [t['name'] for t in said['tables']]])
    ran = sim('--list', 'costs')
    test('one list alone', [] if ran.out.startswith('Costs:\n') and
         'Workloads' not in ran.out else [str(ran)])
    for machine in said['machines']:
        ran = sim('netperf-tcp', '--load', '2', '--machine', machine['name'],
                  '--seconds', '0.001', '--warmup', '0', '--json')
        test(f'machine {machine["name"]}', [] if not ran.status and
             json.loads(ran.out)['machine'] == machine['name'] else [str(ran)])
    for workload in said['workloads']:
        if workload['name'] == 'own':
            continue
        ran = sim(workload['name'], '--load', '2', *SHORT)
        test(f'workload {workload["name"]}', [] if not ran.status and
             workload['work_name'] in ran.out else [str(ran)])


# --- results ----------------------------------------------------------------

def rows_of(ran):
    return [json.loads(line) for line in ran.out.splitlines()]


def ratio(part, whole):
    """In thousandths of a percent, rounded to nearest, as stats.h says."""
    return (2 * 100000 * part + whole) // (2 * whole) / 1000 if whole else 0


def wrong_ratios(row):
    found = row['search'] - row['failed']
    fast = row['search'] - row['domain_search']
    wanted = {
        'se_eff': ratio(found, row['scanned']),
        'dom_eff': ratio(row['domain_search'] - row['failed'],
                         row['scanned'] - fast),
        'fast_rate': ratio(fast, row['search']),
        'success_rate': ratio(found, row['search']),
    }
    return [f'{key}: {row[key]} is not {value}'
            for key, value in wanted.items() if abs(row[key] - value) > 1e-9]


def test_results():
    ran = run(*NETPERF, '--per-cpu', '--json')
    expect('--per-cpu --json', ran)
    whole, *cpus = rows_of(ran)
    test('a row of the run, and one of each CPU', [] if whole['cpu'] == 'all'
         and [row['cpu'] for row in cpus] == list(range(8)) else [str(ran)])
    wrong = [key for key in ('search', 'domain_search', 'scanned', 'failed',
                             'busy_ns', 'idle_ns', 'switches', 'arrivals')
             if sum(row[key] for row in cpus) != whole[key]]
    test('the CPUs add up to the run', wrong)
    test('the ratios are those of the counters', [
        w for row in (whole, *cpus) for w in wrong_ratios(row)])
    test('time is kept: busy and idle are all there is', [
        row for row in cpus
        if row['busy_ns'] + row['idle_ns'] != whole['run_ns']])
    placed = sum(v for k, v in whole.items() if k.startswith('placed_'))
    test('each search was decided by a step', [] if placed == whole['search']
         else [placed, whole['search']])
    test('something happened', [] if whole['work'] > 100 and
         whole['latency_p50_ns'] <= whole['latency_p90_ns'] <=
         whole['latency_p99_ns'] <= whole['latency_max_ns'] else [whole])
    test('work a second, of any time', [
        row for seconds in ('0.0015', '0.0005', '0.003')
        for row in rows_of(run(*NETPERF, '--seconds', seconds, '--json'))
        if round(row['work_per_s'] * 1000) !=
        row['work'] * 10**12 // row['run_ns']])
    test('what was asked for is in it', [
        key for key, value in (
            ('workload', 'netperf-tcp'), ('machine', '4c8t'), ('nr_cpus', 8),
            ('profile', 'linux-6.12'), ('settings', ''), ('key', ''),
            ('load', 8), ('seed', 1), ('warmup_ns', 2000000),
            ('run_ns', 8000000), ('run', 0), ('runs', 1))
        if whole[key] != value])

    ran = run(*NETPERF, '--per-cpu', '--csv')
    expect('--per-cpu --csv', ran)
    heading, *lines = list(csv.reader(io.StringIO(ran.out)))
    test('CSV has the fields of JSON, in its order',
         [] if heading == list(whole) else [heading])
    same = [dict(zip(heading, line)) for line in lines]
    wrong = [f'{key} {a[key]!r} {value!r}' for a, b in zip(same, (whole, *cpus))
             for key, value in {**b, **({'same_choices': ''} if
                                        'same_choices' in b else {})}.items()
             if (float(a[key]) != value if isinstance(value, (int, float))
                 else a[key] != value)]
    wrong += [f'{key} is not empty' for a, b in zip(same, (whole, *cpus))
              for key in heading if key not in b and a[key]]
    test('and its values', wrong)

    # A name that CSV must quote and JSON must escape.
    for text in ('core:4   pu:2', 'core:4\tpu:2\nnumbering=split'):
        for form in '--json', '--csv':
            ran = sim('tbench', '--machine', text, '--load', '2', '--seconds',
                      '0.001', form)
            said = json.loads(ran.out)['machine'] if form == '--json' else \
                list(csv.reader(io.StringIO(ran.out)))[1][4]
            test(f'a machine of blanks: {text!r} {form}',
                 [] if said == re.sub(r'[\t\n]', ' ', text) else [str(ran)])


def test_loops():
    hackbench = ['sim', 'hackbench-process-pipe', '--machine', '4c8t',
                 '--warmup', '0', '--groups', '2', '--set', 'tasks=8']
    row, = rows_of(run(*hackbench, '--loops', '25', '--json'))
    test('--loops: every message arrives, and then it ends', [] if
         row['work'] == 2 * 4 * 4 * 25 and row['finished_ns'] ==
         row['simulated_ns'] == (row['busy_ns'] + row['idle_ns']) / 8 and
         row['settings'] == 'tasks=8 loops=25' else [row])
    test('--loops: work a second is that of the time it took', [] if
         round(row['work_per_s'] * 1000) ==
         row['work'] * 10**12 // row['finished_ns'] else [row])
    ran = run(*hackbench, '--loops', '25')
    test('--loops: the table says how long it took', [] if not ran.status and
         re.search(r'until all have ended, ms +%d[.]%03d\b' %
                   divmod(row['finished_ns'] // 1000, 1000), ran.out)
         else [str(ran)])
    row, = rows_of(run(*hackbench, '--loops', '25', '--seconds', '0.00001',
                       '--json'))
    test('--loops: who is not waited for has no end', [] if
         row['finished_ns'] == 0 and row['simulated_ns'] == 10000 else [row])
    sweep = [*hackbench[:6], '--set', 'tasks=8', '--loops', '25', '--compare',
             'sisheur', '--sweep', 'groups=1,2']
    rows = rows_of(run(*sweep, '--json'))
    lines = [line.split() for line in run(*sweep).out.splitlines()[6:]]
    place = lines[0].index('ended')
    wrong = [line for line, row in zip(lines[1:], rows, strict=True)
             if line[place] != '%d.%03d' % divmod(row['finished_ns'] // 1000,
                                                  1000)]
    test('--loops: a sweep says how long it took', wrong)
    wrong = []
    for line, before, after in zip(lines[2::2], rows[::2], rows[1::2]):
        change = 100 * (after['finished_ns'] / before['finished_ns'] - 1)
        if line[-1] != f'{change:+.2f}%':
            wrong.append([line, change])
    test('--loops: what changes is the time that it takes', wrong)
    seeds = [*hackbench, '--loops', '25', '--seeds', '4']
    ends = sorted(row['finished_ns'] for row in rows_of(run(*seeds, '--json')))
    ran = run(*seeds, '--seconds', f'0.{(ends[0] + ends[-1]) // 2:09}')
    test('--loops: where some seeds do not end, no mean of the others', [] if
         ends[0] < ends[-1] and not ran.status and 'ended' not in ran.out
         else [ends, str(ran)])
    ran = run(*hackbench)
    test('without --loops the table has no such line', [] if not ran.status and
         'ended' not in ran.out else [str(ran)])


def test_table():
    # One seed of hackbench says less than a difference of 30 %.
    for more, wanted in (([], 0), (['--compare', 'sisheur'], 1),
                         (['--compare', 'sisheur', '--seeds', '2'], 0)):
        ran = run(*NETPERF, *more)
        test(f'that one seed is one: {more}', [] if not ran.status and
             ran.out.count('\nseeds     one: how much of a change is chance, '
                           '--seeds N says\n') == wanted else [str(ran)])
    ran = run(*NETPERF, '--set', 'probe=70')
    expect('a table of one run', ran)
    test('its head', [] if ran.out.startswith(
        'workload  netperf-tcp: netperf TCP_RR over loopback, 8 threads\n'
        'machine   4c8t, 8 CPUs\nsettings  probe=70\n'
        'time      0.002 s of warm-up, 0.008 s counted\n\n') else [str(ran)])
    row = rows_of(run(*NETPERF, '--set', 'probe=70', '--json'))[0]
    for name, value in (
            ('searches', row['search']), ('scanned', row['scanned']),
            ('migrations', row['migrations']),
            (r'se_eff, %', f"{row['se_eff']:.3f}")):
        test(f'it says: {name}', [] if re.search(
            rf'^{re.escape(name)} +{value}$', ran.out, re.M) else [str(ran)])
    manual = (ROOT / 'tools' / 'sisheur.1').read_text().replace('\\', '')
    names = [line.split('  ')[0] or line.split('  ')[1]
             for line in ran.out.splitlines()[6:]]
    names = [name.split(', ')[0].split(' ')[0] for name in names
             if not name.startswith(('transactions', 'between'))]
    test('the manual says what each figure is', [
        name for name in names if f'\n{name}' not in manual]
        if len(names) > 20 else [names])
    test('no colour but on a terminal', ['\\x1b'] if '\x1b' in ran.out else ())

    ran = run(*SWEEP)
    expect('a table of a sweep', ran)
    lines = ran.out.splitlines()[5:]
    rows = rows_of(run(*SWEEP, '--json'))
    test('a line for each value and profile', [] if
         [line.split()[:2] for line in lines[1:]] ==
         [[str(r['value']), r['profile']] for r in rows] else [str(ran)])
    wrong = []
    for line, before, after in zip(lines[2::2], rows[::2], rows[1::2]):
        change = 100 * (after['work_per_s'] / before['work_per_s'] - 1)
        if abs(float(line.split()[-1].rstrip('%')) - change) > 0.0051:
            wrong.append(f'{line} is not {change}')
    test('the change is that of the work', wrong)
    both = ['sim', 'netperf-tcp', '--load', '7', *SHORT, '--compare',
            'linux-6.12+NO_SIS_UTIL,SIS_PAIR']
    before, after = rows_of(run(*both, '--json'))
    text = run(*both).out
    for step in 'prev', 'scan', 'pair':
        shares = [row[f'placed_{step}'] / row['wakeups']
                  for row in (before, after)]
        wanted = f'{100 * (shares[1] / shares[0] - 1):+.2f}%' if shares[0] \
            else 'new'
        said = re.search(rf'^  by step {step}, % +\S+ +\S+ +(\S+)$', text,
                         re.M)
        test(f'the change of a share is that of the share: {step}',
             [] if said and said[1] == wanted and shares[1] and
             before['wakeups'] != after['wakeups'] else [wanted, text])
    ran = run(*NETPERF, '--seeds', '3', '--json')
    rows = rows_of(ran)
    test('--seeds: one run each', [] if [r['seed'] for r in rows] == [1, 2, 3]
         else [str(ran)])
    test('other seeds, other results',
         [] if len({r['digest'] for r in rows}) == 3 else [str(ran)])
    table = run(*NETPERF, '--seeds', '3').out
    mean = sum(round(r['work_per_s'] * 1000) for r in rows) // 3
    said = re.search(r'^transactions a second +(\d+)$', table, re.M)
    test('their mean', [] if said and int(said[1]) == (mean + 500) // 1000
         else [table, mean])
    both = {key: sum(r[key] for r in rows) for key in
            ('search', 'failed', 'scanned')}
    wanted = ratio(both['search'] - both['failed'], both['scanned'])
    test('their se_eff is that of all searches together', [] if re.search(
        rf'^se_eff, % +{wanted:.3f}$', table, re.M) else [table, wanted])
    low, *_, high = sorted(r['work_per_s'] for r in rows)
    said = re.search(r'^  spread of seeds, % +(\d+\.\d\d)$', table, re.M)
    test('the spread is from the lowest to the highest', [] if said and
         abs(float(said[1]) - 100 * (high - low) / (mean / 1000)) < 0.02
         else [table, low, high])
    ran = run(*NETPERF, '--compare', 'linux-5.18+SIS_UTIL,NO_SIS_PROP',
              '--formula', 'percent', '--json')
    rows = rows_of(ran)
    test('a profile has one spelling, and the formula is a setting', [] if
         [r['profile'] for r in rows] ==
         ['linux-6.12', 'linux-5.18+SIS_UTIL,NO_SIS_PROP'] and
         rows[0]['settings'] == 'formula=percent' else [str(ran)])
    ran = run(*NETPERF, '--features', 'NO_SIS_UTIL', '--json')
    test('--features', [] if rows_of(ran)[0]['profile'] ==
         'linux-6.12+NO_SIS_UTIL' else [str(ran)])


# A rule that decides with few groups and never with many.
RULE = ['--machine', '4c8t', '--warmup', '0.02', '--seconds', '0.02',
        '--profile', 'linux-6.1', '--compare', 'linux-6.1+SIS_IDLE_CORE']
HACKBENCH = ['sim', 'hackbench-process-pipe', *RULE]
SAME_CHOICES = 'Both profiles made the same choices'


def said_of(rows):
    """{(value, seed): are both digests the same, what both rows say}"""
    both = {}
    for row in rows:
        both.setdefault((row['value'], row['seed']), []).append(row)
    return {key: (a['digest'] == b['digest'],
                  [a['same_choices'], b['same_choices']])
            for key, (a, b) in both.items()}


OVERVIEW = ['sim', 'overview', '--machine', 'core:16 pu:2', '--warmup', '0.004',
            '--seconds', '0.004']


def loads_of(rows):
    """{workload: its loads, as they come}"""
    loads = {}
    for row in rows:
        loads.setdefault(row['workload'], {})[row['load']] = None
    return {name: list(of) for name, of in loads.items()}


def test_overview():
    """Every workload of the mails, at a quarter to twice what CPUs can run."""
    both = [*OVERVIEW, '--profile', 'linux-6.1', '--compare', 'sisheur']
    rows = rows_of(run(*both, '--json'))
    pairs = [8, 16, 32, 64]
    test('overview: workloads and loads', [] if loads_of(rows) == {
        'netperf-tcp': pairs, 'tbench': pairs, 'context-switch': pairs,
        'hackbench-process-pipe': [1, 2], 'hackbench-process-sockets': [1, 2],
        'schbench': [1, 2], 'pinned': [8, 16, 24]} else [loads_of(rows)])
    few = ('netperf-tcp', 'tbench', 'context-switch', 'pinned')
    test('two seeds, or five where they differ, and both profiles', [] if sorted(
        (row['workload'], row['load'], row['seed'], row['profile'])
        for row in rows) == sorted(
            (name, load, seed, profile) for name, of in loads_of(rows).items()
            for load in of for seed in range(1, 3 if name in few else 6)
            for profile in ('linux-6.1', 'sisheur')) else [len(rows)])
    # As if each had been asked for alone.
    alone = rows_of(run('sim', 'tbench', *OVERVIEW[2:], '--load', '16', '--json'))
    found = [row for row in rows_of(run(*OVERVIEW, '--seeds', '1', '--json'))
             if row['workload'] == 'tbench' and row['load'] == 16]
    test('a run of it is a run alone', [] if len(found) == 1 and
         found[0]['digest'] == alone[0]['digest'] else [found, alone])

    ran = run(*both)
    lines = [line.split() for line in ran.out.splitlines()
             if line.split()[:1] and line.split()[0] in loads_of(rows)]
    test('a line for each load', [] if [(line[0], int(line[1])) for line in lines]
         == [(name, load) for name, of in loads_of(rows).items() for load in of]
         else [str(ran)])
    test('no blanks at the end of a line', [
        line for line in ran.out.splitlines() if line != line.rstrip()])
    # What a line says is what the rows say.
    wrong, count = [], dict.fromkeys(
        ('better', 'worse', 'unchanged', 'undecided', 'choices'), 0)
    for line in lines:
        of = [[row for row in rows if row['workload'] == line[0] and
               row['load'] == int(line[1]) and row['profile'] == profile]
              for profile in ('linux-6.1', 'sisheur')]
        key = 'latency_p99_ns' if line[0] == 'schbench' else 'work_per_s'
        mean = [sum(row[key] for row in side) / len(side) for side in of]
        spread = max((max(row[key] for row in side) - min(
            row[key] for row in side)) / m * 100 if m else 0
            for side, m in zip(of, mean))
        change = (mean[1] / mean[0] - 1) * 100 if mean[0] else 0
        more = change > 0 if key == 'work_per_s' else change < 0
        says = line[-1]
        count[says] += 1
        same = all(a['digest'] == b['digest'] for a, b in zip(*of))
        # Those too near to an edge for figures that are rounded are left out.
        if min(abs(abs(change) - spread), abs(abs(change) - 1),
               abs(spread - 1)) < 0.1:
            continue
        wanted = ('choices' if same else
                  'undecided' if abs(change) < spread and spread > 1 else
                  'unchanged' if abs(change) < 1 else
                  'better' if more else 'worse')
        if says != wanted:
            wrong.append((line, change, spread, wanted))
    test('better, worse, or neither', wrong)
    test('not all of them alike', [] if len(
        [n for n in count.values() if n]) > 1 else [count])
    summary = (f'\n{count["better"]} better, {count["worse"]} worse, '
               f'{count["choices"]} with the same choices, '
               f'{count["unchanged"]} unchanged: by less than 1 %, '
               f'{count["undecided"]} undecided: by no more than seeds differ '
               'by\n')
    test('counted below it', [] if ran.out.endswith(summary) else [str(ran)])

    parts = ''.join(run(*both, '--shard', f'{i}/3', '--json').out
                    for i in (3, 1, 2))
    test('parts of it, merged', [] if sim('--merge', '-', given=parts).out ==
         ran.out else ['another table'])
    expect('--merge --plot of it', sim(
        '--merge', '-', '--plot', 'x.svg', given=parts), 2, '',
        'these are several workloads')
    ran = run('sim', 'overview', '--machine', 'core:1 pu:1', '--seeds', '1',
              *OVERVIEW[4:])
    test('one CPU: nobody is pinned, no load is there twice',
         [] if not ran.status and 'pinned' not in ran.out and
         len([line for line in ran.out.splitlines()
              if line.startswith('netperf-tcp')]) == 2 else [str(ran)])
    few = [*OVERVIEW[:2], '--machine', '4c8t', '--seeds', '1', '--json']
    times = [{(row['workload'] == 'schbench', row['warmup_ns'], row['run_ns'])
              for row in rows_of(run(*few, *more))}
             for more in ([], ['--set', 'warmup=2', '--set', 'run=3'])]
    test('schbench has a time of its own, unless it is given', [] if times == [
        {(True, 1000000000, 4000000000), (False, 150000000, 50000000),
         (False, 50000000, 50000000)},
        {(True, 2000000, 3000000), (False, 2000000, 3000000)}] else times)


def test_same_choices():
    """A rule that decided nothing is told from one that changed nothing."""
    sweep = [*HACKBENCH, '--seeds', '3', '--sweep', 'groups=1,2,3,4,8']
    said = said_of(rows_of(run(*sweep, '--json')))
    test('same_choices: both runs say if their digests are the same', [
        (key, one) for key, one in said.items() if one[1] != [one[0]] * 2])
    count = {groups: sum(said[groups, seed][0] for seed in (1, 2, 3))
             for groups in (1, 2, 3, 4, 8)}
    test('with few groups the rule decides, with many it does not',
         [] if count[1] == 0 and count[8] == 3 and {*count.values()} & {1, 2}
         else [count])

    ran = run(*sweep)
    expect('a sweep of them', ran)
    lines = [line.split() for line in ran.out.splitlines()[5:15]]
    test('the sweep says same where no seed decided', [
        line for line in lines[1::2]
        if (line[-1] == 'same') != (count[int(line[0])] == 3)])
    test('and what that is, below it', [] if ran.out.endswith(
        '\n\nsame: both profiles made the same choices: what differs between '
        'them decided none.\n') else [str(ran)])
    ran = run(*sweep[:-1], 'groups=1,2')
    test('not where every row decided something', [] if not ran.status and
         'same' not in ran.out else [str(ran)])

    # One of each kind: none, some, all.
    for same, groups in {count[groups]: groups for groups in count}.items():
        ran = run(*HACKBENCH, '--groups', str(groups), '--seeds', '3')
        wanted = (f'\n{SAME_CHOICES} with {same} of 3 seeds: '
                  f'{"there, " if same < 3 else ""}what differs between them '
                  'decided none.\n')
        test(f'{groups} groups: {same} of 3 seeds', [] if not ran.status and
             (ran.out.endswith(wanted) if same else SAME_CHOICES not in ran.out)
             else [str(ran)])
    ran = run(*HACKBENCH, '--groups', '8')
    test('one seed is not counted', [] if ran.out.endswith(
        f'\n\n{SAME_CHOICES}: what differs between them decided none.\n')
         else [str(ran)])
    # Settings that both have in common are no difference between them.
    row = rows_of(run('sim', 'tbench', *RULE, '--load', '2', '--set',
                      'probe=0', '--per-cpu', '--json'))[0]
    test('tbench with idle cores', [] if row['same_choices'] is True else [row])
    row, = rows_of(run(*NETPERF, '--json'))
    test('without --compare there is no answer', [] if
         row['same_choices'] is None else [row])
    test('nor in CSV', [] if run(*NETPERF, '--csv').out.endswith(',\n')
         else [row])
    test('nor from one seed to another', [
        row for row in rows_of(run(*NETPERF, '--sweep', 'seed=1,2', '--json'))
        if row['same_choices'] is not None])

    # An emulator takes twenty times as long.
    for form in ('--json',) if WRAPPER else ('--csv', '--json'):
        # Three seeds: here a part has got both, and says no more than others.
        parts = [run(*sweep, form, '--shard', f'{part}/3') for part in
                 (3, 1, 2)]
        test(f'{form}: a part does not say', [
            part for part in parts if part.out.count(
                '"same_choices": null' if form == '--json' else ',\n')
            != 10])
        given = ''.join(part.out for part in parts)
        merged = said_of(rows_of(sim('--merge', '-', '--json', given=given)))
        test(f'{form}: merged, they say it', [] if merged == said
             else [merged])
        bad = given.replace('null', 'maybe') if form == '--json' else \
            given.replace(',\n', ',maybe\n')
        expect(f'{form}: neither yes nor no', sim('--merge', '-', given=bad),
               2, '', '<stdin>:[12]: (field same_choices is|more than a row)')


def on_terminal(words):
    """What a person sees who runs it, standard error with it."""
    parent, child = os.openpty()
    env = {**os.environ, 'TERM': 'xterm'}
    env.pop('NO_COLOR', None)
    with subprocess.Popen([*WRAPPER, command.program, *words], stdout=child,
                          stderr=child, stdin=subprocess.DEVNULL,
                          env=env) as process:
        os.close(child)
        seen = b''
        while True:
            try:
                more = os.read(parent, 65536)
            except OSError:     # Linux: nobody has the other end any more
                break
            if not more:
                break
            seen += more
    os.close(parent)
    return process.returncode, seen.decode()


def test_terminal():
    if WRAPPER:
        return
    status, seen = on_terminal(SWEEP)
    bars = re.findall(r'\r\[([# ]{30})\] +(\d+) %  (\d+) of 10 runs', seen)
    test('a progress bar on a terminal, which is gone at the end', [] if bars
         and not status and '\r\x1b[K' in seen else [repr(seen)])
    test('it never goes back', [] if bars == sorted(
        bars, key=lambda bar: int(bar[1])) else [bars])
    test('a gain is green', [] if re.search(
        r'\x1b\[32m\+\d+\.\d\d%\x1b\[0m', seen) else [repr(seen)])
    clean = re.sub(r'\r\[[^\r]*|\x1b\[\d*[mK]|\r', '', seen)
    test('the rest is what a file gets', [] if clean == run(*SWEEP).out
         else [repr(clean)])


def test_same(directory):
    """The same command gives the same bytes, however it is run."""
    arguments = [*SWEEP, '--seeds', '2', '--per-cpu']
    whole = {form: run(*arguments, '--jobs', '1', *form.split()).out
             for form in ('--csv', '--json', '')}
    test('there is something', [] if all(whole.values()) else [whole])
    # An emulator takes twenty times as long.
    for jobs in ('3',) if WRAPPER else ('2', '3', '16', '8192'):
        for form, wanted in whole.items():
            ran = run(*arguments, '--jobs', jobs, *form.split())
            test(f'--jobs {jobs} {form}: the same bytes',
                 [] if ran.out == wanted and not ran.status else [str(ran)])
    for shards in (3,) if WRAPPER else (1, 3, 20, 23):
        for form in '--csv', '--json':
            parts = []
            for part in range(1, shards + 1):
                path = directory / f'{shards}-{part}{form}'
                ran = run(*arguments, form, '--shard', f'{part}/{shards}')
                if ran.status or ran.err:
                    test(f'--shard {part}/{shards} {form}', [str(ran)])
                path.write_text(ran.out)
                parts.append(str(path))
            # The parts beyond the last run are empty.
            parts = [p for p in reversed(parts)
                     if os.path.getsize(p) or form == '--csv']
            for to, wanted in whole.items():
                ran = sim('--merge', *parts, *to.split())
                test(f'{shards} parts in {form[2:]} merged {to}: the same '
                     'bytes', [] if ran.out == wanted and not ran.status
                     else [str(ran)])
            together = ''.join(pathlib.Path(p).read_text() for p in parts)
            ran = sim('--merge', '-', form, given=together)
            test(f'{shards} parts in one stream of {form[2:]}',
                 [] if ran.out == whole[form] and not ran.status
                 else [str(ran)])


def as_long_as_read(*arguments, stream):
    """What it says of input that goes on, and whether it read all of it."""
    with subprocess.Popen(
            [*WRAPPER, command.program, 'sim', *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE) as process:
        was_read = True
        try:
            for line in stream:
                process.stdin.write(line.encode())
        except BrokenPipeError:
            was_read = False
        out, err = process.communicate(timeout=PATIENCE)
    return Ran(subprocess.CompletedProcess([], process.returncode, out, err)
               ), was_read


def test_merge_errors(directory):
    def part(name, *more):
        path = directory / name
        path.write_text(run(*SWEEP, *more).out)
        return str(path)

    one = part('one', '--csv', '--shard', '1/2')
    two = part('two', '--csv', '--shard', '2/2')
    other = part('other', '--csv', '--shard', '2/2', '--set', 'probe=61')
    seed = part('seed', '--csv', '--shard', '2/2', '--seed', '2')
    cpus = part('cpus', '--json', '--shard', '2/2', '--per-cpu')
    expect('a part is missing', sim('--merge', two), 2, '',
           '5 of 10 runs are missing, the first is run 0')
    expect('a part is there twice', sim('--merge', one, two, one), 2, '',
           f'run 0 is both in {re.escape(one)} and in {re.escape(one)}')
    for name in other, seed, cpus:
        expect(f'a part of another command: {pathlib.Path(name).name}',
               sim('--merge', one, name), 2, '',
               f'{re.escape(name)}: experiment .*accepted are the parts of')
    lines = pathlib.Path(one).read_text().splitlines(keepends=True)
    fields = lines[1].split(',')
    for name, text in (
            ('empty', ''), ('other', 'hello\n'), ('nul', '\0'),
            ('cut', ''.join(lines)[:-30]), ('no heading', ''.join(lines[1:])),
            ('a field more', lines[0] + lines[1].rstrip() + ',1\n'),
            ('a field less', lines[0] + ','.join(fields[:-1]) + '\n'),
            ('leading zero', lines[0] + lines[1].replace(',10,', ',010,', 1)),
            ('no number', lines[0] + ','.join(
                [*fields[:1], 'x', *fields[2:]])),
            ('huge number', lines[0] + ','.join(
                [*fields[:1], '18446744073709551616', *fields[2:]])),
            ('run beyond runs', lines[0] + ','.join(
                [*fields[:1], '10', *fields[2:]])),
            ('too many runs', lines[0] + ','.join(
                [*fields[:2], '18446744073709551615', *fields[3:]])),
            ('no runs', lines[0] + ','.join(
                [fields[0], '0', '0', *fields[3:]])),
            ('a quote that never ends', lines[0] + ','.join(
                [*fields[:3], '"x', *fields[4:]])),
            ('half a JSON', '{"experiment": "0'),
            ('JSON of others', '{"a": 1}\n'),
            ('a line of more than 16 MiB', lines[0] + 'x' * (17 << 20)),
            ('heading alone', lines[0])):
        path = directory / 'bad'
        path.write_text(text)
        ran = sim('--merge', str(path))
        expect(f'not accepted: {name}', ran, 2, '', '^sisheur sim: --merge: ')
    lines = pathlib.Path(cpus).read_text().splitlines(keepends=True)
    for name, text in (('first', ''.join(lines[1:])),
                       ('last', ''.join(lines[:-1])),
                       ('middle', ''.join(lines[:4] + lines[5:]))):
        path = directory / 'bad'
        path.write_text(part and text)
        one_cpus = part('one-cpus', '--json', '--shard', '1/2', '--per-cpu')
        expect(f'the {name} row of the CPUs is missing',
               sim('--merge', one_cpus, str(path)), 2, '', '--merge: ')
    # What has no end is refused before it.
    heading, row = pathlib.Path(one).read_text().splitlines(keepends=True)[:2]
    whole, cpu = lines[:2]
    for name, stream, message in (
            ('rows', (heading, *[row] * 300000), 'run 0 is both in'),
            ('headings', [heading] * 300000,
             '<stdin>:100002: more headings than there can be parts, 100000'),
            ('CPUs', (whole, *(cpu.replace('"cpu": 0', f'"cpu": {i}')
                               for i in range(300000))),
             'run 1: CPU 8192 is beyond the last that there can be, 8191'),
            ('bytes', ['x' * 4096] * 300000,
             '<stdin>:1: the line is longer than 16 MiB')):
        ran, was_read = as_long_as_read('--merge', '-', stream=stream)
        expect(f'{name} without end', ran, 2, '', message)
        test(f'{name} without end are not read to their end',
             ['all was read'] if was_read else ())
    # Random damage: refused, or read as something that prints again.
    text = pathlib.Path(one).read_bytes() + pathlib.Path(two).read_bytes()
    wrong = []
    for i in range(0, len(text), len(text) // 40):
        path.write_bytes(text[:i] + b'\xff"' + text[i + 1:])
        ran = sim('--merge', str(path), '--csv')
        if ran.status not in (0, 2) or bool(ran.out) == bool(ran.err):
            wrong.append(str(ran))
    test('damage anywhere: an error and no output, or none', wrong)


# --- files ------------------------------------------------------------------

def fake_gnuplot(directory, script):
    """A PATH with such a gnuplot in front."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=directory))
    program = folder / 'gnuplot'
    program.write_text(f'#!/bin/sh\n{script}\n')
    program.chmod(0o755)
    return {**os.environ, 'PATH': f'{folder}:{os.environ["PATH"]}'}


def test_plot(directory):
    svg = directory / "plot 'x\".svg"
    plot = [*SWEEP, '--plot', str(svg)]
    # Under a wrapper, PATH must still find what the wrapper needs.
    if not WRAPPER:
        expect('no gnuplot: refused before anything is simulated', run(
            *FOREVER, '--sweep', 'load=500', '--plot', str(svg),
            env={'PATH': '/nonexistent'}), 2, '', '--plot: gnuplot: not found')
    table = run(*SWEEP).out
    good = fake_gnuplot(directory, 'cat >/dev/null; echo "<svg></svg>"')
    for name, message in ((directory / 'none' / 'x.svg', 'No such file'),
                          (directory, 'no file that could be replaced'),
                          ('/dev/full', 'no file that could be replaced'),
                          ('', 'a file needs a name'),
                          (directory / 'x.png', 'a name that ends in .svg'),
                          (directory / 'svg', 'a name that ends in .svg'),
                          (f'{directory / "none"}/', 'No such file'),
                          (directory / ('x' * 300), 'File name too long'),
                          ('/proc/x.svg', '/proc/')):
        expect(f'nowhere to go: refused before anything is simulated: {message}',
               run(*FOREVER, '--sweep', 'load=500', '--plot', str(name),
                   env=good), 2, '', f'--plot: .*{message}')
    for what, script in (('fails', 'exit 1'),
                         ('fails at the end', 'echo "<svg></svg>"; exit 1'),
                         ('prints nothing', 'cat >/dev/null'),
                         ('prints half', 'echo "<svg>"'),
                         ('prints more', 'echo "<svg></svg>xxxxxx"'),
                         ('kills itself', 'kill -9 $$')):
        expect(f'a gnuplot that {what}', run(
            *plot, env=fake_gnuplot(directory, script)), 2, table,
            '^sisheur sim: --plot: gnuplot: it failed')
        test('and no file', ['there is one'] if svg.exists() else ())
    expect('a gnuplot that works', run(*plot, env=good), 0, table)
    test('and its file', [] if svg.read_text() == '<svg></svg>\n'
         else ['another'])
    expect('a gnuplot that has no end', run(*plot, env=fake_gnuplot(
        directory, 'cat >/dev/null; exec cat /dev/zero')), 2, table,
           '^sisheur sim: --plot: gnuplot: File too large')
    svg.write_text('old')
    expect('a gnuplot that fails leaves the old file', run(
        *plot, env=fake_gnuplot(directory, 'exit 1')), 2, table, 'it failed')
    test('the old file is there', [] if svg.read_text() == 'old' else ['no'])

    def limit():
        # A file may grow to a KiB, as on a disk that is full.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

    big = fake_gnuplot(directory, 'cat >/dev/null; echo "<svg>"; '
                       'head -c 100000 /dev/zero | tr "\\0" x; echo "</svg>"')
    expect('a full disk', run(*NETPERF[:2], *SHORT, '--sweep', 'load=1',
                              '--plot', str(svg), env=big, preexec_fn=limit),
           2, None, '--plot: .*: (File too large|No space left on device)')
    test('the old file is still there', [] if svg.read_text() == 'old'
         else ['no'])
    test('and nothing else', [p for p in os.listdir(directory)
                              if 'sisheur-' in p])
    if not shutil.which('gnuplot'):
        test('drawn by gnuplot # SKIP no gnuplot')
        return
    svg.unlink()
    expect('drawn by gnuplot', run(*plot), 0, table)
    text = svg.read_text()
    missing = [word for word in (
        '<svg', '</svg>', 'netperf-tcp on 4c8t', 'linux-6.12', 'sisheur',
        'threads', 'transactions a second', 'se_eff', 'dom_eff', 'fast_rate',
        'success_rate', 'percent') if word not in text]
    test('it shows what was swept', missing)
    umask = os.umask(0o022)
    os.umask(umask)
    test('its mode is that of any file', [] if
         svg.stat().st_mode & 0o777 == 0o666 & ~umask else [svg.stat()])
    parts = ''.join(run(*SWEEP, '--json', '--shard', f'{i}/2').out
                    for i in (1, 2))
    again = directory / 'again.svg'
    expect('--merge --plot', sim('--merge', '-', '--plot', str(again),
                                 given=parts), 0, run(*SWEEP).out)
    test('draws the same', [] if again.read_text() == text else ['another'])
    one = run(*NETPERF, '--json').out
    expect('--merge --plot of what was not swept', sim(
        '--merge', '-', '--plot', str(again), given=one), 2, '',
        'nothing was swept')
    for name in "'", "''a", 'a`id`$(id)\\"{@b}%c\\n', 'd\u00e9j\u00e0':
        (directory / name).write_text('group load\ntask t\n run 5us\n')
        ran = sim(name, *SHORT, '--sweep', 'load=1,2', '--plot', str(again),
                  cwd=directory)
        title = html.escape(f'{name} on 4c8t', quote=False)
        test(f'a workload that is called {name!r}', [] if not ran.status and
             not ran.err and title in again.read_text().replace('&quot;', '"')
             .replace('&apos;', "'") else [str(ran), again.read_text()[-300:]])
    for order in '2,4,8', '8,2,4':
        sim('netperf-tcp', *SHORT, '--sweep', f'load={order}', '--plot',
            str(directory / f'{order}.svg'))
    drawn = [(directory / f'{order}.svg').read_text()
             for order in ('2,4,8', '8,2,4')]
    test('a sweep out of order is drawn in order', [] if
         drawn[0] == drawn[1] else ['another'])
    expect('a sweep of one value', sim(
        'netperf-tcp', *SHORT, '--sweep', 'load=8', '--plot', str(again)), 0)
    expect('what ends', sim(
        'hackbench-process-pipe', *SHORT[:2], '--loops', '5', '--sweep',
        'groups=1,2', '--plot', str(again)), 0)
    test('is drawn over its time', [] if 'until all have ended, ms' in
         again.read_text() else ['no'])
    expect('schbench: latencies', sim(
        'schbench', *SHORT, '--sweep', 'load=1,2', '--plot', str(again)),
        out=None)
    test('over message threads', [] if 'message threads' in again.read_text()
         and 'latency of a wake-up' in again.read_text() else ['no'])


def test_lost_output():
    for words in (['sim', '--help'], ['sim', '--list'], NETPERF,
                  [*SWEEP, '--json'], [*SWEEP, '--csv', '--per-cpu']):
        with open('/dev/full', 'wb') as full:
            expect(f'a full disk: {words[:2]}', run(*words, stdout=full), 2,
                   err='^sisheur: standard output: No space left on device\n$')
        reading, writing = os.pipe()
        os.close(reading)
        try:
            expect(f'a closed pipe: {words[:2]}', run(*words, stdout=writing),
                   2, err='^sisheur: standard output: Broken pipe\n$')
        finally:
            os.close(writing)


def test_large(directory):
    """A million of what is usually few: a result, or an error that says why."""
    if WRAPPER:
        return
    short = ['--seconds', '0.0005', '--warmup', '0', '--json']
    for workload, load in (('netperf-tcp', 500000), ('schbench', 34482),
                           ('hackbench-process-pipe', 35714)):
        ran = sim(workload, '--load', str(load), *short)
        test(f'a million tasks: {workload}', [] if not ran.status and
             rows_of(ran)[0]['nr_tasks'] >= 999970 else [str(ran)])
    ran = sim('pinned', '--load', '2', '--machine', 'pack:4096 core:1 pu:1',
              *short)
    test('four thousand packages of a CPU', [] if not ran.status and
         rows_of(ran)[0]['nr_cpus'] == 4096 else [str(ran)])
    names = ''.join(f'mutex m{i}\n' for i in range(60000))
    ran = sim('-', *short, given=names + 'task t\n lock m59999\n run 1us\n')
    test('a description of sixty thousand mutexes', [] if not ran.status
         else [str(ran)])

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))

    # What watches memory takes more than there is of it.
    if not re.search(rb'__(asan|tsan|msan)_init',
                     pathlib.Path(command.program).read_bytes()):
        expect('memory runs out', sim(
            'netperf-tcp', '--load', '2000000', *short, preexec_fn=limit), 2,
            '', 'out of memory')
    whole = run(*SWEEP, '--csv', '--per-cpu').out.splitlines(keepends=True)
    wrong = []
    for lines in range(1, len(whole), 7):
        path = directory / 'cut'
        path.write_text(''.join(whole[:lines]))
        ran = sim('--merge', str(path))
        if ran.status != 2 or ran.out or '--merge: ' not in ran.err:
            wrong.append(f'{lines} lines: {ran}')
    test('results whose end is missing are not merged as if whole', wrong)


def test_signals(directory):
    """Who is stopped leaves nothing behind, and does not call it a success."""
    if WRAPPER:
        return
    folder = pathlib.Path(tempfile.mkdtemp(dir=directory))
    env = fake_gnuplot(directory, 'cat >/dev/null; echo "<svg></svg>"')

    def heed():
        # A job in the background ignores SIGINT, and nohup SIGHUP.
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            signal.signal(number, signal.SIG_DFL)

    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL:
        with subprocess.Popen(
                [command.program, *FOREVER, '--sweep', 'load=500,501,502',
                 '--plot', str(folder / 'x.svg'), '--csv'], env=env,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                preexec_fn=heed) as process:
            time.sleep(0.1)
            process.send_signal(number)
            try:
                out, err = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
        test(f'{number.name} ends it at once', [] if not out and
             process.returncode == -number else [process.returncode, out, err])
        test('and no file', os.listdir(folder))


# --- descriptions of one's own ----------------------------------------------

PINGPONG = """\
# Pairs that wake each other.
group load
	channel to sync
	channel from sync
	task client start=10us
		run 2us ~20
		send to
		recv from
		done
	task server start=10us
		recv to
		run 2us ~20
		send from
"""


def test_descriptions(directory):
    path = directory / 'own'
    path.write_text(PINGPONG)
    ran = sim(str(path), '--load', '3', *SHORT, '--json')
    expect('a workload of one\'s own', ran)
    said = rows_of(ran)[0]
    test('it runs what the file says', [] if said['workload'] == str(path) and
         said['load'] == 3 and said['work'] > 100 and said['nr_tasks'] >= 6
         else [said])
    ran = sim('--workload', str(path), '--sweep', 'groups=1,2', *SHORT)
    test('a table of it', [] if not ran.status and 'units/s' in ran.out and
         ran.out.startswith(f'workload  {path}: ') else [str(ran)])
    for text, more in (('task t\n run 5us\n sleep 5us\n done\n', 2),
                       ('group load # or not\ntask t\n run 5us\n', 0),
                       ('\tgroup  load\ntask t\n run 5us\n', 0),
                       ('# group load\ntask t\n run 5us\n', 2),
                       ('group 2\ntask load\n run 5us\n', 2)):
        for asked in (['--load', '3'], ['--set', 'load=3'],
                      ['--sweep', 'groups=3']):
            ran = sim('-', *asked, *SHORT, given=text)
            expect(f'a load that {text!r} may not have: {asked}', ran, more,
                   '' if more else None,
                   'nothing depends on a load; accepted is one where "group '
                   'load" stands' if more else None)
        expect('nor is it needed', sim('-', *SHORT, given=text), 0)
    text = 'group load\ntask t\n run 5us ~50\n sleep 20us\n'
    both = ['--compare', 'sisheur', '--sweep', 'load=9,17', *SHORT]
    rows = rows_of(sim('-', '--json', *both, given=text))
    table = sim('-', *both, given=text).out.splitlines()[6:]
    wrong = []
    for line, before, after in zip(table[1::2], rows[::2], rows[1::2]):
        change = 100 * (after['latency_p99_ns'] / before['latency_p99_ns'] - 1)
        if line.split()[-1] != f'{change:+.2f}%':
            wrong.append([line, change])
    test('who counts no work is judged by latency', wrong if len(table) == 4
         else [table])
    name = directory / 'netperf-tcp'
    name.write_text(PINGPONG.replace('done', 'dome'))
    expect('a line that is wrong is named', sim(
        '--workload', str(name), *SHORT), 2, '',
        f'^{re.escape(str(name))}:9: unknown "dome"; there are group')
    expect('and a workload comes before a file of its name', sim(
        'netperf-tcp', *SHORT, cwd=directory), 0)
    (directory / 'overview').write_text(PINGPONG)
    for arguments, few in ((['overview', *OVERVIEW[2:]], False),
                           (['--workload', 'overview', *SHORT], True)):
        ran = sim(*arguments, '--json', cwd=directory)
        test(f'as does an overview, and --workload says that it is a file: {few}',
             [] if not ran.status and ran.out and
             (len(rows_of(ran)) == 1) == few else [str(ran)[:400]])
    for name, text, message in (
            ('a NUL byte', b'task\0', 'a NUL byte'),
            ('more than a MiB', b'#' * (1 << 20) + b'#', 'longer than 1048576')):
        path.write_bytes(text)
        for arguments in [str(path)], ['--workload', str(path)]:
            expect(f'a description: {name}', sim(*arguments), 2, '',
                   f'{re.escape(str(path))}: {message}')
    for what, given, message in (
            ('nothing', '', '<stdin>: no task: the text has none'),
            ('a wrong line', 'task t\n rum 1ms\n', '<stdin>:2: unknown "rum"'),
            ('half a JSON', '{', '<stdin>:1: (parse error|looks like|.*yajl)|'
             '<stdin>: .*yajl'),
            ('more than a MiB', '#' * (1 << 21), '<stdin>: longer than')):
        for arguments in ['-'], ['--workload', '-']:
            expect(f'{what} on standard input', sim(
                *arguments, *SHORT, given=given), 2, '', message)
    expect('a text on standard input', sim('-', *SHORT, '--csv', given=PINGPONG),
           0, None)
    for name in '/dev/null', '/dev/zero':
        expect(f'a description that is {name}', sim('--workload', name), 2, '',
               f'{name}: (no task|longer than 1048576)')
    expect('a description that is a directory', sim(str(directory)), 2, '',
           'Is a directory')


# --- files of rt-app --------------------------------------------------------

RTAPP = """\
{
	/* What test_rtapp.c has no machine for. */
	"tasks" : {
		"a" : {
			"instance" : 2,
			"run" : 100, "timer" : { "ref" : "unique", "period" : 1000 },
		},
		"b" : {
			"cpus" : [ 0, 1 ],
			"loop" : 3,
			"run" : 50,
			"sleep" : 70
		}
	},
	"global" : {
		"duration" : 1,
		"logdir" : "./"
	}
}
"""
SAME = """\
group load
task a count=2
	run 100us
	timer 1ms
	done
task b cpus=0-1
	repeat 3
		run 50us
		sleep 70us
		done
	end
	exit
"""
PASSED_OVER = 'passed over, as nothing here depends on it: logdir\n$'


def test_rtapp(directory):
    path = directory / 'rt.json'
    path.write_text(RTAPP)
    few = ['--machine', '4c8t', '--json']
    ran = sim(str(path), *few)
    if 'built without yajl' in ran.err:
        expect('without yajl a file of rt-app is refused', ran, 2, '',
               'libyajl-dev')
        test('files of rt-app # SKIP no yajl')
        return
    expect('a file of rt-app', ran, 0, None, PASSED_OVER)
    said = rows_of(ran)[0]
    test('it lasts as long as it says, warm-up included', [] if
         said['warmup_ns'] == 10**8 and said['run_ns'] == 9 * 10**8
         else [said])
    test('each round is work', [] if
         said['work_per_s'] == 2000 and said['nr_tasks'] == 3 + 8 else [said])
    for more, warmup, counted in (
            (['--seconds', '0.01'], 0.1, 0.01), (['--warmup', '0'], 0, 1),
            (['--set', 'run=5'], 0.1, 0.005)):
        row = rows_of(sim(str(path), *few, *more))[0]
        test(f'{more} comes before its duration', [] if
             row['warmup_ns'] == warmup * 10**9 and
             row['run_ns'] == counted * 10**9 else [row])
    expect('a warm-up that takes all of it', sim(
        str(path), *few, '--warmup', '1'), 2, '',
        '--warmup: .*rt.json lasts 1 s')
    same = directory / 'same'
    same.write_text(SAME)
    row = rows_of(sim(str(same), *few, '--seconds', '0.9'))[0]
    test('it is what a text of one\'s own says', [] if
         row['digest'] == said['digest'] and row['work'] == said['work']
         else [row, said])
    rows = rows_of(sim(str(path), *few, '--sweep', 'load=1,5'))
    test('a load of five is five of all that', [] if
         [row['nr_tasks'] for row in rows] == [11, 23] else [rows])
    whole = sim(str(path), '--sweep', 'load=1,2,3', '--csv', *few[:2])
    parts = [sim(str(path), '--sweep', 'load=1,2,3', '--csv', *few[:2],
                 '--shard', f'{i}/2').out for i in (1, 2)]
    test('its parts are merged', [] if
         sim('--merge', '-', '--csv', given=''.join(parts)).out == whole.out
         else [str(whole)])
    expect('a machine that has not got its CPUs', sim(
        str(path), '--machine', 'core:1 pu:1'), 2, '',
        f'{re.escape(str(path))}:9: .*CPU')
    for old, new, message in (
            ('"run" : 50', '"rum" : 50', ':11: unknown "rum"; accepted are '),
            ('"run" : 50', '"mem" : 50', ':11: "mem": memory is not simulated'),
            ('"run" : 50', '"run" : 50 50', ':11: parse error: '),
            ('[ 0, 1 ]', '[ 0, 9000 ]', ':9: "cpus" is 9000'),
            ('"logdir"', '"frobs"', ':17: unknown "frobs"')):
        path.write_text(RTAPP.replace(old, new))
        expect(f'refused: {message}', sim(str(path), *few), 2, '',
               f'^{re.escape(str(path))}{message}')
    path.write_text(RTAPP.replace('"instance" : 2', '"instance" : 4194304'))
    expect('more tasks than there can be', sim(str(path), *few), 2, '',
           '4194305 tasks and 0 channels; accepted are 4194304 of each')
    path.write_text(RTAPP.replace('"run" : 50', '"run" : 0')
                    .replace('"sleep" : 70', '"runtime" : 0')
                    .replace('"loop" : 3', '"loop" : -1'))
    expect('a task for which no time goes by', sim(str(path), *few), 2, '',
           'tasks repeat operations that take no time')
    for example in sorted((ROOT / 'examples').glob('*.json')):
        ran = sim(str(example), '--machine', '4c8t', '--json')
        test(f'examples/{example.name}', [] if not ran.status and not ran.err
             and rows_of(ran)[0]['work'] > 100 else [str(ran)])


# --- the published tables ---------------------------------------------------

def published(name):
    """The rows of a file, and what of them is a measure."""
    text = (PUBLISHED / f'{name}.tsv').read_text()
    assert text.startswith('# SPDX-License-Identifier')
    lines = [line for line in text.splitlines() if not line.startswith('#')]
    return list(csv.DictReader(lines, delimiter='\t'))


def test_reproduce():
    names = ['sis-pair-review', *([] if WRAPPER else ['sis-pair'])]
    ran = sim('--reproduce', '--quick', '--json', *names)
    expect('--reproduce --json', ran)
    rows = rows_of(ran)
    wanted = [(name, r['workload'], r.get('machine', '4c8t'), int(r['load']),
               None if r['throughput'] == '-' else float(r['throughput']))
              for name in reversed(names) for r in published(name)]
    test('each published value is there, unchanged', [] if wanted == [
        (r['table'], r['workload'], r['machine'], r['load'], r['published'])
        for r in rows] else [str(ran), wanted])
    test('errors are differences', [
        r for r in rows if r['published'] is not None and
        abs(r['simulated'] - r['published'] - r['error']) > 1e-6])
    test('low and high are around what is simulated', [
        r for r in rows if not r['low'] <= r['simulated'] <= r['high']])
    test('as_published is the sign where that counts', [
        r for r in rows if r['published'] is not None and
        abs(r['published']) > 5 and r['as_published'] !=
        (r['simulated'] * r['published'] > 0)])
    ran_csv = sim('--reproduce', '--quick', '--csv', '--jobs', '1', *names)
    expect('--reproduce --csv', ran_csv)
    lines = list(csv.DictReader(io.StringIO(ran_csv.out)))
    test('CSV says what JSON says, with one thread as with many', [
        (a, b) for a, b in zip(lines, rows, strict=True)
        if a['table'] != b['table'] or list(a) != list(b) or
        float(a['simulated']) != b['simulated'] or
        int(a['load']) != b['load'] or a['after'] != b['after']])
    text = sim('--reproduce', '--quick', *names)
    expect('--reproduce', text)
    right = sum(r['as_published'] for r in rows if r['published'] is not None
                and abs(r['published']) > 5)
    whose = 'sis-pair-review: 2' if WRAPPER else 'all tables: 4'
    test('the summary counts the signs', [] if re.search(
        rf'^{whose} rows(, .*)?\n  published changes above 5 %, sign right: '
        rf'{right} of {whose[-1]}', text.out, re.M) else [str(text)])
    test('it names its sources', [] if "a reviewer's reply to the SIS_PAIR" in
         text.out and 'simulated on 4c8t\n' in text.out else [str(text)])
    used = 1 if WRAPPER else 3
    test('it says how many rows were used to choose costs', [] if re.search(
        rf'^{whose} rows, {used} of them used to choose costs', text.out, re.M)
         else [str(text)])
    for form in '--csv', '--json':
        parts = [sim('--reproduce', '--quick', *names, form, '--shard',
                     f'{i}/3') for i in (2, 3, 1)]
        given = ''.join(part.out for part in parts)
        for to, wanted in (('', text), ('--csv', ran_csv), ('--json', ran)):
            merged = sim('--merge', '-', *to.split(), given=given)
            test(f'three parts in {form[2:]} merged {to}: the same bytes', []
                 if merged.out == wanted.out and not merged.status and
                 not merged.err else [str(merged)])
        expect('a part is missing', sim('--merge', '-', given=parts[0].out), 2,
               '', ' runs are missing, the first is run 0')
        same_choices_published(given, form, whose, right)
        for old, new, message in (
                ('reproduce quick', 'reproduce', 'parts of the same version'),
                ('sis-pair-review', 'nonesuch', "no table 'nonesuch'"),
                ('sis-pair-review', 'smt-hint', 'parts of the same version')):
            expect(f'parts of other tables: {new}', sim(
                '--merge', '-', given=given.replace(old, new)), 2, '', message)
        expect('--plot of them', sim(
            '--merge', '-', '--plot', 'x.svg', given=given), 2, '',
            '--plot: (nothing was swept|gnuplot: not found)')


def same_choices_published(given, form, whose, right):
    """The same parts, if the rule of the first row had decided nothing."""
    def first(rows):
        return next(r for r in rows if r['after'] and r['published'] is not None
                    and abs(r['published']) > 5 and r['as_published'])

    row = first(rows_of(sim('--merge', '-', '--json', given=given)))
    lines = given.splitlines()
    at = {}
    for number, line in enumerate(lines):
        said = json.loads(line) if form == '--json' else \
            dict(zip(lines[0].split(','), next(csv.reader([line]))))
        if (said['workload'], said['machine'], str(said['load'])) == (
                row['workload'], row['machine'], str(row['load'])):
            side = ' '.join(filter(None, (said['profile'], said['settings'])))
            at.setdefault(side, {})[str(said['seed'])] = number
    for seed, number in at[row['after']].items():
        # All that came of it, from the work to the digest.
        key = '"work": ' if form == '--json' else None
        source = lines[at[row['before']][seed]]
        if form == '--json':
            lines[number] = (lines[number][:lines[number].index(key)] +
                             source[source.index(key):])
        else:
            fields = lines[0].split(',').index('work')
            mine, other = (next(csv.reader([line])) for line in
                           (lines[number], source))
            text = io.StringIO()
            csv.writer(text, lineterminator='').writerow(
                mine[:fields] + other[fields:])
            lines[number] = text.getvalue()
    given = '\n'.join(lines) + '\n'
    rows = rows_of(sim('--merge', '-', '--json', given=given))
    found = [r for r in rows if all(r[key] == row[key] for key in (
        'table', 'workload', 'machine', 'load', 'before', 'after', 'measure'))]
    test(f'{form}: no change, not as published, the same choices', [] if
         [(r['simulated'], r['as_published'], r['same_choices'])
          for r in found] == [(0, False, True)] else [found])
    test('no other row', [r for r in rows if r not in found and
                          r['same_choices']])
    out = sim('--merge', '-', '--csv', given=given).out
    test('so says CSV', [] if [r['same_choices'] for r in csv.DictReader(
        io.StringIO(out))] == ['yes' if r in found else 'no' for r in rows]
         else [out])
    ran = sim('--merge', '-', given=given)
    test('and the table, where the sign counts as wrong all the same', [] if
         len(re.findall(r' sign same *$', ran.out, re.M)) == 1 and re.search(
             rf'^{whose} rows(, .*)?\n  published changes above 5 %, sign '
             rf'right: {right - 1} of {whose[-1]}, \d+ of them above 5 % as '
             'well; of the others, 1 was simulated with the same choices by '
             'both rules$', ran.out, re.M) else [str(ran)])


def test_used():
    """Which rows chose the costs: the files, the command and the page agree."""
    files = {path.stem: published(path.stem) for path in
             PUBLISHED.glob('*.tsv')}
    said = {table['name']: table for table in json.loads(
        sim('--list', 'tables', '--json').out)['tables']}
    test('used rows are counted as the files mark them', [] if
         {name: sum(row['used'] == 'yes' for row in rows)
          for name, rows in files.items()} ==
         {name: table['used'] for name, table in said.items()} else [said])
    every = sum(table['published'] for table in said.values())
    used = sum(table['used'] for table in said.values())
    test('at most a quarter of all rows with figures', [] if
         0 < used * 4 <= every else [used, every])
    test('--list tables says so', [] if
         f'Of all {every} rows {used} were used' in sim('--list', 'tables').out
         else [used, every])
    page = ' '.join((ROOT / 'doc' / 'simulator.md').read_text().split())
    costs = json.loads(sim('--list', 'costs', '--json').out)['costs']
    fitted = {cost['name'] for cost in costs
              if cost['source'].startswith('fitted')}
    told = re.search(r'Seven were fitted: ([a-z0-9, -]+) and the two gates', page)
    test('doc/simulator.md names the costs that were fitted', [] if told and
         fitted == {*told[1].split(', '), 'newidle-smt', 'newidle-llc'} and
         len(fitted) == 7 else [sorted(fitted), told and told[1]])
    stored = (ROOT / 'tests' / 'unit' / 'sim_digests.h').read_text()
    nr = stored.count('ULL }')
    test('doc/simulator.md says how many digests the tests hold', [] if
         f'the tests hold {nr} digests against stored ones' in page else [nr])
    few = said['efficiency']
    wanted = (f'{few["used"]} of the {few["published"]} of search efficiency '
              f'with figures and {used} of all {every}')
    test('and so does doc/simulator.md', [] if wanted in page else [wanted])


def main():
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        test_usage()
        test_list()
        test_results()
        test_loops()
        test_table()
        test_overview()
        test_same_choices()
        test_terminal()
        test_same(directory)
        test_merge_errors(directory)
        test_plot(directory)
        test_lost_output()
        test_large(directory)
        test_signals(directory)
        test_descriptions(directory)
        test_rtapp(directory)
        test_used()
        test_reproduce()
    return test.done()


if __name__ == '__main__':
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    command.program = os.path.abspath(sys.argv[1])
    sys.exit(main())
