#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The command sisheur from outside: options, exit codes, bad input, JSON.

usage: tests/tools/test_sisheur.py SISHEUR DEMO

Speaks TAP.  Where meson says what runs programs of another machine, they are
run through that.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import command  # noqa: E402
from command import (PATIENCE, ROOT, WRAPPER, Ran, expect, options_in,  # noqa: E402
                     run, test)

CASES = sorted((ROOT / 'tests' / 'cases').glob('*.cases'))
WAKEUP = 'profile=linux-6.12 nr_cpus=8 idle=3,7 target=2'
ANSWER = 'cpu=3 has_idle_cores=0 recent=2 probes=2'
NR_SCAN = 'nr_scan sum_util=17204 llc_weight=112'


# --- usage ------------------------------------------------------------------

USAGE_ERRORS = [
    # arguments, what the message says
    ([], 'no command'),
    (['frobnicate'], "unknown command 'frobnicate'"),
    (['--frobnicate'], "unknown option '--frobnicate'"),
    (['pick\n\x1b[2J'], r"unknown command 'pick\\x0a\\x1b\[2J'"),
    (['nr-scan', '--frobnicate'], "unrecognized option '--frobnicate'"),
    (['nr-scan', '-x'], "invalid option -- 'x'"),
    (['nr-scan', '112'], "'112': only options are accepted"),
    (['nr-scan', '--llc'], "'--llc' requires an argument"),
    (['nr-scan', '--llc', ''], "--llc: '' is not accepted.*0 to 4294967295"),
    (['nr-scan', '--llc', '-1'], "--llc: '-1' is not accepted"),
    (['nr-scan', '--llc', ' 1'], "--llc: ' 1' is not accepted"),
    (['nr-scan', '--llc', '0x10'], "--llc: '0x10' is not accepted"),
    (['nr-scan', '--llc', '4294967296'], "'4294967296' is not accepted"),
    (['nr-scan', '--llc', '99999999999'], "'99999999999' is not accepted"),
    (['nr-scan', '--imbalance-pct', 'x'], "--imbalance-pct: 'x' is not"),
    (['nr-scan', '--imbalance-pct'], 'requires an argument'),
    (['nr-scan', '--formula', 'square'], "'square' is no form; accepted are "
     'merged and percent'),
    (['nr-scan', '--formula'], 'requires an argument'),
    (['nr-scan', '--util'], 'requires an argument'),
    (['nr-scan', '--json=1'], "'--json' doesn't allow an argument"),
    (['pick', '--frobnicate'], "unrecognized option '--frobnicate'"),
    (['pick', '--check=1'], "doesn't allow an argument"),
    (['topo', '--frobnicate'], "unrecognized option '--frobnicate'"),
    (['topo', '/sys'], "'/sys': only options are accepted"),
    (['topo', '--sysfs'], 'requires an argument'),
    (['topo', '--synthetic'], 'requires an argument'),
    (['topo', '--hwloc'], 'requires an argument'),
    (['topo', '--sysfs', '/sys', '--synthetic', 'core:1 pu:1'],
     'one machine at a time'),
] + [(['nr-scan', '--util', bad], f"--util: '{re.escape(shown)}' is no "
      r'utilisation; accepted are 0 to 100, with up to two decimals')
     for bad, shown in [
         ('', ''), ('x', 'x'), ('101', '101'), ('100.01', '100.01'), ('-1', '-1'),
         ('1.234', '1.234'), ('.5', '.5'), ('5.', '5.'), ('1.2.3', '1.2.3'),
         ('1,,2', ''), ('1,', ''), ('1;2', '1;2'), ('50%', '50%'),
         ('99999999999999999999', '99999999999999999999')]]


def test_usage():
    for arguments, message in USAGE_ERRORS:
        ran = run(*arguments)
        expect(f'refused: {arguments!r}', ran, 2, out='',
               err=f"^sisheur( [a-z-]+)?: .*{message}.*\n"
                   "Try 'sisheur( [a-z-]+)? --help'.\n$")
    version = (ROOT / 'VERSION').read_text().strip()
    expect('--version', run('--version'), out=f'sisheur {version}\n')


def test_help():
    manual = (ROOT / 'tools' / 'sisheur.1').read_text().replace('\\-', '-')
    helped = set()
    for words in ([], ['nr-scan'], ['pick'], ['sim'], ['topo']):
        ran = run(*words, '--help')
        name = ' '.join(['sisheur', *words])
        wrong = [] if ran.out.startswith(f'usage: {name} ') else ['no usage']
        wrong += [f'no {word}' for word in ('Examples:', 'Exit:', '--help')
                  if word not in ran.out]
        wrong += [f'wider than 80: {line}' for line in ran.out.splitlines()
                  if len(line) > 80]
        expect(f'{name} --help', ran)
        test(f'{name} --help: usage, examples, exit codes, 80 columns', wrong)
        same = run(*words, '-h')
        test(f'{name} -h is --help', [] if same.out == ran.out else [str(same)])
        helped |= options_in(ran.out)
    documented = options_in(manual)
    test('the man page has every option of --help and no other',
         [f'only in one of them: {sorted(helped ^ documented)}']
         if helped != documented else ())
    keys = re.findall(r'^\| ([a-z_, ]+) \|',
                      (ROOT / 'tests/cases/README.md').read_text(), re.M)
    keys = {key for row in keys for key in row.split(', ')} - {'key'}
    pick = run('pick', '--help').out
    for name, text in ('pick --help', pick), ('the man page', manual):
        missing = [k for k in sorted(keys) if not re.search(rf'\b{k}\b', text)]
        test(f'{name} has every key of a case', missing)


def test_names():
    """What a new profile or feature has to be added to by hand."""
    said = json.loads(run('sim', '--list', 'profiles', '--json').out)
    profiles = said['profiles']
    names = {row['name'] for row in profiles}
    features = {f for row in profiles for f in row['features']}
    features |= set(re.findall(r'\bSIS_[A-Z_]+\b', run(
        'pick', given='profile=sisheur nr_cpus=1 features=x').err))
    test('there are profiles and features', [] if len(names) > 4 and
         len(features) > 14 else [names, features])
    for name, text in (
            ('pick --help', run('pick', '--help').out),
            ('the man page', (ROOT / 'tools/sisheur.1').read_text()
             .replace('\\-', '-')),
            ('tests/cases/README.md',
             (ROOT / 'tests/cases/README.md').read_text())):
        test(f'{name} has every profile',
             [n for n in sorted(names) if n not in text])
        if name != 'tests/cases/README.md':
            test(f'{name} has every feature',
                 [f for f in sorted(features) if f not in text])
    error = run('pick', given='profile=x nr_cpus=1').err
    test('the error of an unknown profile has every one',
         [n for n in sorted(names) if n not in error])


def test_manual():
    """groff has nothing to say of the manual on 80 columns."""
    if not shutil.which('groff'):
        test('the manual is formatted # SKIP no groff')
        return
    done = Ran(subprocess.run(
        ['groff', '-t', '-mandoc', '-Tutf8', '-rLL=78n', '-ww', '-z',
         ROOT / 'tools/sisheur.1'], capture_output=True, timeout=PATIENCE,
        check=False))
    test('the manual is formatted without a warning',
         [str(done)] if done.status or done.err else ())


def examples(text):
    """Commands that a text shows, a line each, without what is said of them."""
    for line in text.splitlines():
        m = re.match(r'(?: +|\$ )(\S.*)$', line)
        command = m and re.split(r' {3,}', m[1])[0]
        if command and re.search(r'\bsisheur (nr-scan|pick|sim|topo)\b',
                                 command):
            yield command


def test_examples(directory):
    """Every command that README, manual and --help show, for a moment."""
    if WRAPPER:
        return
    here = pathlib.Path(tempfile.mkdtemp(dir=directory))
    (here / 'sisheur').symlink_to(os.path.abspath(SISHEUR))
    (here / 'tests').symlink_to(ROOT / 'tests')
    (here / 'wakeups.cases').symlink_to(CASES[0])
    (here / 'server.xml').symlink_to(ROOT / 'tests/data/hwloc/hybrid.xml')
    (here / 'video-call.json').symlink_to(ROOT / 'examples/video-call.json')
    env = {**os.environ, 'PATH': f'{here}:{os.environ["PATH"]}'}
    manual = (ROOT / 'tools' / 'sisheur.1').read_text().replace('\\-', '-')
    shown = {
        'README.md': (ROOT / 'README.md').read_text(),
        'doc/simulator.md': (ROOT / 'doc/simulator.md').read_text(),
        'the manual': manual.partition('.SH EXAMPLES')[2],
        **{f'{words[0]} --help': run(*words, '--help').out.partition(
            'Examples:')[2] for words in (['nr-scan'], ['pick'], ['sim'],
                                          ['topo'])},
        '--help': run('--help').out.partition('Examples:')[2],
    }
    for name, text in shown.items():
        commands = list(examples(text))
        test(f'{name} shows commands', [] if commands else ['none'])
        for command in commands:
            short = command.replace('lstopo server.xml && ', '')
            if '--merge' in short:
                continue    # of what other machines wrote
            if short.endswith('topo') and not os.path.exists(
                    '/sys/devices/system/cpu/possible'):
                continue
            if not shutil.which('jq'):
                short = short.partition(' | jq')[0]
            if not shutil.which('gnuplot'):
                short = re.sub(r' --plot \S+', '', short)
            if '--reproduce' in short:
                # Minutes, but for this one.
                short = re.sub('--reproduce.*', '--reproduce --quick '
                               'sis-pair-review', short)
            elif 'sisheur sim' in short and '--list' not in short:
                short += ' --seconds 0.001 --warmup 0'
            done = Ran(subprocess.run(
                ['sh', '-c', short], input=b'', capture_output=True, env=env,
                cwd=here, timeout=PATIENCE, check=False))
            lacks = re.search('built without (yajl|hwloc)', done.err)
            good = done.out and not done.err and not done.status
            test(f'{name}: {command}', [] if good or lacks else [str(done)])


# --- nr-scan ----------------------------------------------------------------

# From the SIS_UTIL mail, v3: 112 CPUs, the percent form.
MAIL = {0: 112, 5: 112, 15: 108, 25: 103, 35: 92, 45: 80, 55: 64, 65: 47,
        75: 24, 85: 0}


def table(text):
    """{util: nr_scan} of a table whose columns are aligned."""
    lines = text.splitlines()
    if lines[0].split() != ['util%', 'nr_scan']:
        raise AssertionError(f'no heading: {lines[0]!r}')
    if len({len(line) for line in lines}) != 1:
        raise AssertionError('lines of several widths')
    return {float(line.split()[0]): int(line.split()[1]) for line in lines[1:]}


def test_nr_scan():
    ran = run('nr-scan', '--formula', 'percent')
    expect('nr-scan --formula percent', ran)
    test('it prints the table of the mail',
         [] if table(ran.out) == MAIL else [str(ran)])
    # The same questions put as cases, which cases of Linux itself answer.
    for form in 'merged', 'percent':
        for llc, pct in (1, 117), (2, 110), (16, 117), (36, 117), (192, 0), \
                        (8192, 4294967295), (0, 117):
            utils = [0, 5, 12.5, 50, 84.99, 85, 85.48, 99.01, 100]
            sums = [-(-llc * 1024 * round(u * 100) // 10000) for u in utils]
            lines = [f'nr_scan sum_util={s} llc_weight={llc} formula={form} '
                     f'imbalance_pct={pct}' for s in sums]
            wanted = [int(a.partition('=')[2]) for a in
                      run('pick', given='\n'.join(lines)).out.split()]
            arguments = ['--llc', str(llc), '--formula', form,
                         '--imbalance-pct', str(pct), '--util',
                         ','.join(str(u) for u in utils)]
            ran = run('nr-scan', *arguments)
            test(f'nr-scan of {llc} CPUs, {form}, {pct} %, as pick answers',
                 [] if list(table(ran.out).values()) == wanted and not ran.status
                 else [str(wanted), str(ran)])
            ran = run('nr-scan', '--json', *arguments)
            said = json.loads(ran.out)
            rows = [{'util': u, 'sum_util': s, 'nr_scan': n}
                    for u, s, n in zip(utils, sums, wanted)]
            good = said['rows'] == rows and said['llc'] == llc and \
                said['formula'] == form and \
                said.get('imbalance_pct') == (pct if form == 'merged' else None)
            test('the same as JSON', [] if good else [str(ran)])
    expect('no row is printed before a bad one', run(
        'nr-scan', '--util', '5,x'), 2, out='', err="'x' is no utilisation")


# --- pick -------------------------------------------------------------------

BASE = 'profile=linux-6.12 nr_cpus=8'
BAD_LINES = [
    # line, what the message says
    ('hello', '"hello" is no key=value'),
    ('profile', '"profile" is no key=value'),
    (f'{BASE} colour=red', 'unknown key "colour"'),
    (f'{BASE} =3', '"=3" is no key=value'),
    (f'{BASE} idle=3 idle=4', 'key idle is repeated'),
    (f'{BASE} profile=linux-6.1', 'key profile is repeated'),
    (f'{BASE} target=', 'key target has no value'),
    (f'{BASE} features=', 'key features has no value'),
    ('profile= nr_cpus=8', 'key profile has no value'),
    ('nr_cpus=8', 'key profile is missing'),
    ('profile=linux-6.12', 'key nr_cpus is missing'),
    ('profile=linux-6.13 nr_cpus=8', 'unknown profile "linux-6.13"; accepted '
     'are linux-5.18, linux-6.1, linux-6.12, linux-7.1 and sisheur'),
    (f'{BASE} features=SIS_FOO', 'SIS_FOO'),
    (f'{BASE} features=SIS_UTIL,', 'feature'),
    (f'{BASE} features=sis_util', 'sis_util'),
    (f'{BASE} features=NO_NO_SIS_UTIL', 'NO_SIS_UTIL'),
    ('profile=linux-6.12 nr_cpus=0', 'nr_cpus=0; accepted are 1 to 8192'),
    ('profile=linux-6.12 nr_cpus=8193', 'nr_cpus=8193; accepted are 1 to'),
    ('profile=linux-6.12 nr_cpus=4294967304', 'nr_cpus=4294967304; accepted'),
    ('profile=linux-6.12 nr_cpus=18446744073709551624', 'nr_cpus=1844'),
    (f'{BASE} target=x', 'target=x; accepted are'),
    (f'{BASE} target=-1', 'target=-1; accepted are'),
    (f'{BASE} target=+1', r'target=\+1; accepted are'),
    (f'{BASE} target=0x1', 'target=0x1; accepted are'),
    (f'{BASE} target=1.5', r'target=1\.5; accepted are'),
    (f'{BASE} nr_idle_scan=4294967296', 'nr_idle_scan=4294967296; accepted'),
    (f'{BASE} waker_nr_running=4294967296', 'waker_nr_running=4294967296'),
] + [(f'{BASE} {key}=8', f'{key}=8 is not below nr_cpus=8')
     for key in ('target', 'prev', 'recent', 'waker')
] + [(f'{BASE} {key}={value}', f'{key}={value}; accepted are 0 to 1')
     for key in ('smt', 'pair', 'kthread', 'wakee_sched_idle', 'has_idle_cores')
     for value in ('2', '9', '10', '99', 'yes')
] + [(f'{BASE} {key}={value}', f'{key}: .*{message}')
     for key in ('idle', 'sched_idle', 'allowed', 'cores', 'llc', 'clusters')
     for value, message in [
         ('8', 'CPU 8 is not below'), ('0-8', 'CPU 8 is not below'),
         ('4294967296', 'CPU 4294967296 is not below'), ('x', 'cpulist'),
         ('1-', 'cpulist'), ('1,', 'cpulist'), (',1', 'cpulist'),
         ('1,,2', 'cpulist'), ('3-1', 'upside down'), ('1-2-3', 'cpulist'),
         ('0-6:2', 'cpulist'), ('-1', 'cpulist')]
] + [(f'{BASE} {key}={value}', f'{key}: .*{message}')
     for key in ('cores', 'llc', 'clusters')
     for value, message in [
         ('/', 'empty set'), ('0-3/', 'empty set'), ('/0-3', 'empty set'),
         ('0-3//4-7', 'empty set'), ('0-3/3-7', 'CPU 3 is in two sets')]
] + [
    (f'{BASE} idle=0/1', 'idle'),
    (f'{BASE} llc=0-3/4-7 clusters=3-4', 'clusters: .*two LLC domains'),
    (f'{BASE} idle=0-3 sched_idle=3', 'CPU 3 is both idle and sched_idle'),
    (f'{BASE} => ', '=> without an answer'),
    (f'{BASE} => =>', '"=>" is no key=value'),
    (f'{BASE} => cpu=1 cpu=1', 'key cpu is repeated'),
    (f'{BASE} => cpu=', 'key cpu has no value'),
    (f'{BASE} => cpu=x', 'cpu=x; accepted'),
    (f'{BASE} => cpu=8', 'cpu=8 is not below nr_cpus=8'),
    (f'{BASE} => recent=8', 'recent=8 is not below nr_cpus=8'),
    (f'{BASE} => has_idle_cores=2', 'has_idle_cores=2; accepted'),
    (f'{BASE} => nr_scan=3', 'unknown key "nr_scan"'),
    (f'{BASE} => cpu=1 or so', '"or" is no key=value'),
    (f'{BASE} =>cpu=1', '"=>cpu=1" is no key=value'),
    (f'{BASE} nr_scan', '"nr_scan" is no key=value'),
    ('nr_scan', 'key sum_util is missing'),
    ('nr_scan sum_util=1', 'key llc_weight is missing'),
    ('nr_scan llc_weight=1', 'key sum_util is missing'),
    (f'{NR_SCAN} nr_cpus=8', 'unknown key "nr_cpus"'),
    (f'{NR_SCAN} nr_scan', '"nr_scan" is no key=value'),
    (f'{NR_SCAN} formula=cubic', 'formula=cubic; accepted are merged and'),
    (f'{NR_SCAN} imbalance_pct=4294967296', 'imbalance_pct=4294967296'),
    ('nr_scan sum_util=18446744073709551616 llc_weight=1', 'sum_util=1844'),
    ('nr_scan sum_util=1 llc_weight=4294967296', 'llc_weight=4294967296'),
    (f'{NR_SCAN} => cpu=1', 'unknown key "cpu"'),
    (f'{NR_SCAN} => nr_scan=x', 'nr_scan=x; accepted'),
    (f'{BASE} idle=3\0', 'NUL byte'),
    ('\0', 'NUL byte'),
    (f'{BASE} idle=3\r', 'carriage return'),
    ('\r', 'carriage return'),
    (f'{BASE} \x1b[31m=1', r'unknown key "\\x1b\[31m"'),
]


def test_bad_lines(directory):
    """Each alone, with good lines around it that are answered all the same."""
    path = directory / 'bad.cases'
    for line, message in BAD_LINES:
        path.write_bytes(f'# a comment\n{WAKEUP}\n\n{line}\n{WAKEUP}\n'.encode())
        ran = run('pick', str(path))
        where = f'^{re.escape(str(path))}:4: .*{message}[^\n]*\n$'
        expect(f'bad line: {line[-60:]!r}', ran, 2,
               f'{ANSWER}\nerror\n{ANSWER}\n', where)
        ran = run('pick', '--json', str(path))
        said = [json.loads(row) for row in ran.out.splitlines()]
        good = ran.status == 2 and len(said) == 3 and \
            set(said[1]) == {'file', 'line', 'error'} and \
            said[1]['line'] == 4 and said[0]['answer'] == said[2]['answer']
        test('the same with --json', [] if good else [str(ran)])
    ran = run('pick', given='\n'.join(line for line, _ in BAD_LINES))
    test('all of them at once: one error each, in order',
         [] if ran.out == 'error\n' * len(BAD_LINES) and
         re.findall(r'^<stdin>:(\d+): ', ran.err, re.M) ==
         [str(i + 1) for i in range(len(BAD_LINES))] else [str(ran)])


def test_lines(directory):
    """What is not an error, and where lines end."""
    expect('one case', run('pick', given=f'{WAKEUP}\n'), out=f'{ANSWER}\n')
    expect('- is standard input', run('pick', '-', given=f'{WAKEUP}\n'),
           out=f'{ANSWER}\n')
    expect('nr_scan', run('pick', given=NR_SCAN), out='nr_scan=108\n')
    expect('no line feed at the end', run('pick', given=f'{WAKEUP}\n{WAKEUP}'),
           out=f'{ANSWER}\n{ANSWER}\n')
    expect('nothing at all', run('pick'), out='')
    expect('comments and empty lines', run('pick', given='\n# x\n#\0\r\n \t\n'),
           out='')
    expect('tabs and many spaces',
           run('pick', given=f'\t {WAKEUP} '.replace(' ', ' \t ')),
           out=f'{ANSWER}\n')
    expect('keys in another order', run('pick', given=' '.join(
        reversed(WAKEUP.split()))), out=f'{ANSWER}\n')
    expect('a stated answer is no question', run(
        'pick', given=f'{WAKEUP} => cpu=0\n'), out=f'{ANSWER}\n')
    empty = f'{WAKEUP} llc= clusters= cores= sched_idle=\n'
    expect('empty sets', run('pick', given=empty),
           out='cpu=2 has_idle_cores=0 recent=2 probes=1\n')
    # Longer than one read, and longer than the buffer that a read fills.
    long = f'{WAKEUP} allowed=' + '0-7,' * 300000 + '7'
    expect('a line of 1.2 MB', run('pick', given=f'{long}\n{WAKEUP}\n'),
           out=f'{ANSWER}\n{ANSWER}\n')
    # Minutes, if the cost of a range were that of its CPUs.
    whole = ','.join(['0-8191'] * 2000000)
    for key in 'allowed', 'cores':
        expect(f'two million times all CPUs in {key}', run(
            'pick', given=f'profile=linux-6.12 nr_cpus=8192 smt=0 idle=2 '
            f'{key}={whole}\n'),
            out='cpu=2 has_idle_cores=0 recent=0 probes=3\n')
    endless = f'{WAKEUP} allowed=' + '0-7,' * (5 << 20) + '7'
    expect('a line of 20 MB', run('pick', given=f'{endless}\n{WAKEUP}\n'), 2,
           f'error\n{ANSWER}\n', '^<stdin>:1: .*longer than 16 MiB\n$')
    expect('a comment of 20 MB', run('pick', given=f'#{endless}\n{WAKEUP}\n'),
           out=f'{ANSWER}\n')
    expect('a line of 20 MB at the end', run('pick', given=endless), 2,
           'error\n', '^<stdin>:1: .*longer than 16 MiB\n$')
    # A file gives in one read what comes through a pipe in many.
    path = directory / 'endless.cases'
    path.write_text(f'{endless}\n{WAKEUP}\n')
    expect('a line of 20 MB in a file', run('pick', str(path)), 2,
           f'error\n{ANSWER}\n', ':1: .*longer than 16 MiB\n$')
    ran = run('pick', '/dev/zero', '-', given=WAKEUP)
    expect('a line that has no end, and another file', ran, 2,
           f'error\n{ANSWER}\n', '^/dev/zero:1: the line is longer than 16 MiB\n'
           '/dev/zero:1: the line is longer than 1 GiB; what follows it is not '
           'read\n$')
    path = directory / 'many.cases'
    path.write_text(f'{WAKEUP}\n{NR_SCAN}\n' * 50000)
    ran = run('pick', str(path))
    test('100,000 lines keep their order',
         [] if ran.out == f'{ANSWER}\nnr_scan=108\n' * 50000 and
         not ran.status else [str(ran)])


def test_files(directory):
    good, other = directory / 'good.cases', directory / 'other.cases'
    good.write_text(f'{WAKEUP}\n')
    other.write_text(f'{NR_SCAN}\n')
    odd = directory / os.fsdecode(b'odd \xff"name\n.cases')
    odd.write_text(f'{WAKEUP}\nx\n')
    expect('files in order', run('pick', str(other), '-', str(good),
                                 given=f'{WAKEUP} prev=3'),
           out='nr_scan=108\ncpu=3 has_idle_cores=0 recent=3 probes=2\n'
               f'{ANSWER}\n')
    expect('no such file, and the next', run('pick', str(directory / 'none'),
           str(good)), 2, f'{ANSWER}\n', '^.*/none: No such file')
    expect('a directory, and the next', run('pick', str(directory), str(good)),
           2, f'{ANSWER}\n', f'^{re.escape(str(directory))}: Is a directory')
    ran = run('pick', '--json', str(odd))
    rows = [json.loads(row) for row in ran.out.splitlines()]
    test('a file whose name is no UTF-8 is valid JSON',
         [] if len(rows) == 2 and rows[0]['file'].endswith(
             'odd \ufffd"name\n.cases') and ran.status == 2 else [str(ran)])
    test('and gives no orders to a terminal',
         [] if ran.err.count('\n') == 1 and r'\x0a' in ran.err else [str(ran)])
    orders = directory / '\x1b[2J\n.cases'
    orders.write_text(f'{WAKEUP} => cpu=1\n')
    ran = run('pick', '--check', str(orders))
    test('nor where a row differs',
         [] if ran.out.startswith(f'{directory}/\\x1b[2J\\x0a.cases:1: differs')
         and ran.status == 1 else [str(ran)])
    if os.geteuid():
        good.chmod(0)
        expect('an unreadable file', run('pick', str(good)), 2, '',
               'Permission denied')


def test_waiting():
    """A program that writes a line and waits for its answer gets it."""
    for json_option in [], ['--json']:
        with subprocess.Popen([*WRAPPER, SISHEUR, 'pick', *json_option],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as pick:
            timer = threading.Timer(PATIENCE, pick.kill)
            timer.start()
            got = []
            for line in (WAKEUP, 'wrong', f'# no answer\n{NR_SCAN}'):
                # A line may come in pieces.
                pick.stdin.write(line[:5].encode())
                pick.stdin.flush()
                pick.stdin.write(f'{line[5:]}\n'.encode())
                pick.stdin.flush()
                got.append(pick.stdout.readline().decode().strip())
            pick.stdin.close()
            status = pick.wait()
            timer.cancel()
        if json_option:
            got = [next(k for k in ('answer', 'error') if k in json.loads(g))
                   if g else g for g in got]
            wanted = ['answer', 'error', 'answer']
        else:
            wanted = [ANSWER, 'error', 'nr_scan=108']
        test(f'an answer for each line before the next {json_option}',
             [] if got == wanted and status == 2 else [got, status])


def test_json():
    ran = run('pick', '--json', given=f'#\n{WAKEUP}\n{NR_SCAN}\n')
    expect('pick --json', ran)
    rows = [json.loads(row) for row in ran.out.splitlines()]
    wanted = [
        {'file': '<stdin>', 'line': 2, 'step': 'scan', 'answer':
         {'cpu': 3, 'has_idle_cores': 0, 'recent': 2, 'probes': 2}},
        {'file': '<stdin>', 'line': 3, 'step': None, 'answer':
         {'nr_scan': 108}}]
    test('its members', [] if rows == wanted else [rows])
    for path in CASES:
        text = run('pick', str(path)).out
        rows = [json.loads(row)['answer'] for row in
                run('pick', '--json', str(path)).out.splitlines()]
        again = ''.join(' '.join(f'{k}={v}' for k, v in row.items()) + '\n'
                        for row in rows)
        test(f'{path.name}: JSON says what the text says',
             [] if again == text and rows else ['they differ'])


def test_check(directory):
    for path in CASES:
        lines = [line for line in path.read_text().splitlines()
                 if line and not line.startswith('#')]
        expect(f'{path.name} holds', run('pick', '--check', str(path)),
               out=f'{len(lines)} cases, 0 differ\n')
        # Each stated value made wrong: no difference may go unseen.
        path_wrong = directory / path.name
        path_wrong.write_text('\n'.join(
            re.sub(r'=> (\w+)=(\d+)', lambda m: f'=> {m[1]}='
                   f'{1 if m[2] == "0" else 0}', line)
            for line in lines if 'nr_cpus=1 ' not in line))
        count = len(path_wrong.read_text().splitlines())
        ran = run('pick', '--check', str(path_wrong))
        test(f'{path.name} with wrong answers: all are seen',
             [] if ran.status == 1 and not ran.err and ran.out.endswith(
                 f'\n{count} cases, {count} differ\n') else [str(ran)])
    for key, wrong in ('cpu', 4), ('has_idle_cores', 1), ('recent', 5), \
                      ('probes', 3):
        stated = re.sub(rf'\b{key}=\d+', f'{key}={wrong}', ANSWER)
        expect(f'{key} differs', run('pick', '--check', given=f'{WAKEUP} '
               f'allowed=0-6 => {stated}\n'), 1,
               f'<stdin>:1: differs in {key}\n'
               f'    stated      {stated}\n'
               f'    given       {ANSWER}\n'
               '    step        scan\n'
               '    profile     linux-6.12 with SIS_UTIL\n'
               '    CPUs        target 2, prev 2, recent 2, waker 2\n'
               '    idle        3,7\n'
               '    sched_idle  (empty)\n'
               '    allowed     0-6\n'
               '    llc         0-7\n'
               '1 cases, 1 differ\n')
    expect('keys left out are free', run(
        'pick', '--check', given=f'{WAKEUP} => probes=2\n'),
        out='1 cases, 0 differ\n')
    expect('nr_scan differs', run('pick', '--check',
           given=f'{NR_SCAN} => nr_scan=1\n'), 1,
           '<stdin>:1: differs in nr_scan\n    stated      nr_scan=1\n'
           '    given       nr_scan=108\n1 cases, 1 differ\n')
    for line in WAKEUP, NR_SCAN:
        expect('a line without an answer', run('pick', '--check', given=line),
               2, '0 cases, 0 differ, 1 bad\n', '^<stdin>:1: no answer')
    expect('bad input outweighs a difference', run(
        'pick', '--check', given=f'{WAKEUP} => cpu=0\nwrong\n'), 2,
        err='^<stdin>:2: "wrong"')
    expect('an unreadable file is not a success', run(
        'pick', '--check', '/nonexistent'), 2, '0 cases, 0 differ\n',
        'No such file')
    for given in '', '\n', f'# {WAKEUP} => cpu=3\n':
        expect(f'nor is one that checks nothing: {given!r}', run(
            'pick', '--check', given=given), 2, '0 cases, 0 differ\n',
            '^<stdin>: no case in it, and --check has nothing to compare\n$')
    expect('not even beside one that does', run(
        'pick', '--check', '/dev/null', '-', given=f'{WAKEUP} => cpu=3\n'), 2,
        '1 cases, 0 differ\n', '^/dev/null: no case in it')
    expect('without --check it has no answers', run('pick', given='\n'), 0, '')
    ran = run('pick', '--check', '--json', given=f'{WAKEUP} => cpu=4\n'
              f'{WAKEUP} => cpu=3\nwrong\n{NR_SCAN} => nr_scan=1\n')
    rows = [json.loads(row) for row in ran.out.splitlines()]
    full = dict(pair.split('=') for pair in ANSWER.split())
    wanted = [
        {'file': '<stdin>', 'line': 1, 'stated': {'cpu': 4},
         'answer': {k: int(v) for k, v in full.items()}, 'step': 'scan',
         'idle': '3,7', 'sched_idle': '', 'llc': '0-7'},
        {'file': '<stdin>', 'line': 3, 'error': '"wrong" is no key=value'},
        {'file': '<stdin>', 'line': 4, 'stated': {'nr_scan': 1},
         'answer': {'nr_scan': 108}, 'step': None},
        {'cases': 3, 'differ': 2, 'bad': 1}]
    test('pick --check --json', [] if rows == wanted and ran.status == 2
         else [str(ran)])


# --- topo -------------------------------------------------------------------

def make_sysfs(root, online, isolated='', cores=(), packages=(), llcs=(),
               clusters=()):
    """The files of a /sys/devices/system/cpu that topo reads."""
    def cpus(text):
        for part in filter(None, text.split(',')):
            first, _, last = part.partition('-')
            yield from range(int(first), int(last or first) + 1)

    base = root / 'devices/system/cpu'
    base.mkdir(parents=True)
    possible = max(max(cpus(c)) for c in cores)
    (base / 'possible').write_text(f'0-{possible}\n')
    (base / 'online').write_text(online + '\n')
    (base / 'isolated').write_text(isolated + '\n')
    up = set(cpus(online))
    for name, sets in (('topology/core_cpus_list', cores),
                       ('topology/package_cpus_list', packages),
                       ('topology/cluster_cpus_list', clusters or cores),
                       ('cache/index3/shared_cpu_list', llcs)):
        for text in sets:
            members = [c for c in cpus(text) if c in up]
            for cpu in members:
                path = base / f'cpu{cpu}' / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(','.join(map(str, members)) + '\n')
                if 'cache' in name:
                    (path.parent / 'level').write_text('3\n')
                    (path.parent / 'type').write_text('Unified\n')
    return root


def test_topo(directory):
    ran = run('topo', '--synthetic', 'core:1\npu:1')
    test('topo: a text of two lines is shown in one',
         [] if ran.out.startswith('machine    core:1\\x0apu:1\nonline ')
         and not ran.status else [str(ran)])
    ran = run('topo', '--synthetic', 'pack:2 llc:1 core:3 pu:2 numbering=split',
              '--json')
    expect('topo --synthetic --json', ran)
    nr_scan = {str(util): table(run('nr-scan', '--llc', '6', '--util',
                                    str(util)).out)[util]
               for util in (25, 50, 75, 85)}
    wanted = {
        'source': 'pack:2 llc:1 core:3 pu:2 numbering=split', 'nr_cpus': 12,
        'online': '0-11', 'offline': '', 'isolated': '', 'packages': 2,
        'cores': 6, 'numbering': 'split', 'threads': 2, 'stride': 6,
        'smt': True, 'clusters': False, 'llcs': [
            {'llc': 0, 'package': 0, 'cpus': '0-2,6-8', 'weight': 6,
             'cores': ['0,6', '1,7', '2,8'], 'clusters': [],
             'nr_scan': nr_scan},
            {'llc': 1, 'package': 1, 'cpus': '3-5,9-11', 'weight': 6,
             'cores': ['3,9', '4,10', '5,11'], 'clusters': [],
             'nr_scan': nr_scan}]}
    test('its members', [] if json.loads(ran.out) == wanted else [ran.out])
    expect('topo --synthetic', run('topo', '--synthetic',
           'pack:1 llc:2 cluster:2 core:4 pu:1'), out='''\
machine    pack:1 llc:2 cluster:2 core:4 pu:1
online     16 (0-15)
offline    none
isolated   none
packages   1
cores      16
numbering  lone
SMT        inactive
clusters   4

                                        nr_scan at
 LLC  package  weight  cores  clusters    25%    50%    75%    85%  CPUs
   0        0       8      8         2      7      5      1      0  0-7
   1        0       8      8         2      7      5      1      0  8-15
''')
    sysfs = make_sysfs(directory / 'sys', '0-2,4-7', '7', ['0-1', '2-3', '4-5',
                       '6-7'], ['0-3', '4-7'], ['0-3', '4-7'])
    ran = run('topo', '--sysfs', str(sysfs), '--json')
    said = json.loads(ran.out)
    said.pop('source')
    for llc in said['llcs']:
        llc.pop('nr_scan')
    wanted = {
        'nr_cpus': 8, 'online': '0-2,4-7', 'offline': '3', 'isolated': '7',
        'packages': 2, 'cores': 4, 'numbering': 'adjacent', 'threads': 2,
        'smt': True,
        'clusters': False, 'llcs': [
            {'llc': 0, 'package': 0, 'cpus': '0-2', 'weight': 3,
             'cores': ['0-1', '2'], 'clusters': []},
            {'llc': 1, 'package': 1, 'cpus': '4-6', 'weight': 3,
             'cores': ['4-5', '6'], 'clusters': []}]}
    test('topo --sysfs: offline, isolated, a core cut in two',
         [] if said == wanted and not ran.status else [said, str(ran)])
    text = run('topo', '--sysfs', str(sysfs))
    expect('the same as a table', text)
    test('it tells them', [line for line in (
        'offline    1 (3)', 'isolated   1 (7)', 'numbering  adjacent, 2 CPUs a core, and lone CPUs')
        if line not in text.out])
    expect('no such sysfs', run('topo', '--sysfs', '/nonexistent'), 2, '',
           '^sisheur topo: --sysfs: /nonexistent/.*No such file')
    (sysfs / 'devices/system/cpu/online').write_text('0-x\n')
    expect('a sysfs that is none', run('topo', '--sysfs', str(sysfs)), 2, '',
           '/devices/system/cpu/online: .*\n$')
    for bad in '', 'foo:2', 'core:2', 'core:0 pu:1', 'core:99999 pu:9', 'core:x':
        expect(f'no machine: {bad!r}', run('topo', '--synthetic', bad), 2, '',
               '^sisheur topo: --synthetic: [^\n]+\n$')
    expect('no hwloc file', run('topo', '--hwloc', '/nonexistent'), 2, '',
           '^sisheur topo: --hwloc: [^\n]+\n$')
    expect('a device in place of an hwloc file', run(
        'topo', '--hwloc', '/dev/zero'), 2, '',
        '/dev/zero: longer than 64 MiB|without hwloc')
    ran = run('topo', '--hwloc', 'pack:2 core:3 pu:2', '--json')
    if 'hwloc' in ran.err and ran.status == 2:
        expect('built without hwloc', ran, 2, '', 'without hwloc')
    else:
        said = json.loads(ran.out)
        test('topo --hwloc', [] if ran.status == 0 and said['nr_cpus'] == 12 and
             [llc['cpus'] for llc in said['llcs']] == ['0-5', '6-11']
             else [str(ran)])


# --- output -----------------------------------------------------------------

def test_lost_output(directory):
    """Answers that nobody will see are an error."""
    many = directory / 'many.cases'
    many.write_text(f'{WAKEUP}\n' * 50000)
    small = directory / 'one.cases'
    small.write_text(f'{WAKEUP}\n')
    commands = [['--help'], ['--version'], ['nr-scan'], ['nr-scan', '--json'],
                ['pick', '--help'], ['pick', str(small)], ['pick', str(many)],
                ['pick', '--json', str(many)],
                ['pick', '--check', str(CASES[0])],
                ['topo', '--synthetic', 'core:4 pu:2']]
    for words in commands:
        with open('/dev/full', 'wb') as full:
            expect(f'a full disk: {words[:2]}', run(*words, stdout=full), 2,
                   err='^sisheur: standard output: No space left on device\n$')
        reading, writing = os.pipe()
        os.close(reading)
        try:
            expect(f'a closed pipe: {words[:2]}', run(
                *words, stdout=writing), 2,
                err='^sisheur: standard output: Broken pipe\n$')
        finally:
            os.close(writing)
    # qemu-user is given descriptors of its own and may reuse number 1.
    if not WRAPPER:
        for words in commands:
            ran = Ran(subprocess.run(
                ['sh', '-c', 'exec "$0" "$@" >&-', SISHEUR, *words],
                input=b'', capture_output=True, timeout=PATIENCE, check=False))
            expect(f'no standard output: {words[:2]}', ran, 2, '',
                   '^sisheur: standard output: Bad file descriptor\n$')


def test_demo():
    """What script/demo shows is true to the library, whatever the machine."""
    locale = {'PATH': os.environ.get('PATH', ''), 'LC_ALL': 'C.UTF-8'}
    ran = run(other=DEMO, env=locale)
    expect('the demonstration', ran)
    wide = [line for line in ran.out.splitlines() if len(line) > 100]
    test('it fits 100 columns, this machine aside', [
        line for line in wide if not re.match('CPUs online|Idle right', line)])
    test('no colour but on a terminal', ['\\x1b'] if '\x1b' in ran.out else ())
    rows = {line[:28].strip(): line[28:].split()
            for line in ran.out.splitlines()}
    test('it reaches the published table',
         [] if rows.get('published in the mail') == [str(v) for v in
                                                     MAIL.values()] and
         rows.get('computed, percent form', [])[:-1] ==
         rows['published in the mail'] else [str(ran)])
    merged = table(run('nr-scan', '--util', ','.join(map(str, MAIL))).out)
    test('and the merged form beside it', [] if rows.get(
        'computed, as merged in 6.0') == [str(v) for v in merged.values()]
        else [str(ran)])
    # Its three single wake-ups, asked again of pick.
    asked = re.findall(r'^  (nr_cpus=.*)\n  (profile=.*?) +cpu (\d+) by step '
                       r'(\w+), probes: (\d+)\n  (profile=.*?) +cpu (\d+) by '
                       r'step (\w+), probes: (\d+)\n', ran.out, re.M)
    wrong = [] if len(asked) == 3 else [f'{len(asked)} pairs of wake-ups']
    for wakeup, *answers in asked:
        for profile, cpu, step, probes in answers[:4], answers[4:]:
            said = json.loads(run('pick', '--json',
                                  given=f'{profile} {wakeup}').out)
            if (said['answer']['cpu'], said['step'], said['answer']['probes']) \
                    != (int(cpu), step, int(probes)):
                wrong.append(f'{profile} {wakeup}: {said}')
        if answers[1] == answers[5]:
            wrong.append(f'no difference: {wakeup}')
    test('features change answers, as pick says too', wrong)
    first = ran.out.partition('The machines of the mails')[2]
    again = run(other=DEMO, env=locale).out
    test('the machines of the mails are the same each time',
         [] if first and again.partition('The machines of the mails')[2] ==
         first else ['they are not'])
    # What the README says of it, from the rows of 95 % and the two profiles.
    table_of = re.findall(
        r'^\| (.*?) \|((?: [^|]+\|){6})$',
        (ROOT / 'README.md').read_text().partition('## Where wake-ups go')[2]
        .partition('## Try it')[0], re.M)
    told = [[cell.strip().replace('–', '-') for cell in cells.split('|')[:6]]
            for name, cells in table_of if name != 'server' and '--' not in name]
    shows = {profile: [re.split(r' \| ', line)[3].split()[:3] for line in
                       first.splitlines() if re.match(rf'{profile} +\|', line)]
             for profile in ('linux-6.12', 'sisheur')}
    wanted = [a + b for a, b in zip(shows['linux-6.12'], shows['sisheur'])]
    test('the README has what it shows of 95 %', [] if told == wanted and
         len(told) == 5 else [told, wanted])
    looks = [re.split(r' \| ', line)[3].split()[3] for line in
             first.splitlines() if re.match(r'linux-5\.18 +\|', line)][2]
    test('and how many looks 5.18 takes on the 8480+', [] if
         f'({float(looks):.0f} a wake-up on the 8480+)' in
         (ROOT / 'README.md').read_text() else [looks])
    ascii_only = run(other=DEMO, env={**locale, 'LC_ALL': 'C'})
    test('ASCII where UTF-8 is not read',
         [] if ascii_only.out.isascii() and not ascii_only.status
         else [str(ascii_only)])
    # The C libraries of other machines come without locales.
    if not WRAPPER:
        test('and UTF-8 where it is', [str(ran)] if ran.out.isascii() else ())


def main():
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        test_usage()
        test_help()
        test_names()
        test_manual()
        test_examples(directory)
        test_nr_scan()
        test_bad_lines(directory)
        test_lines(directory)
        test_files(directory)
        test_waiting()
        test_json()
        test_check(directory)
        test_topo(directory)
        test_lost_output(directory)
        test_demo()
    return test.done()


if __name__ == '__main__':
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    SISHEUR, DEMO = sys.argv[1:]
    command.program = SISHEUR
    sys.exit(main())
