# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Cut Linux's functions out of its source and build the program that times."""
import fcntl
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / 'tests' / 'linux'))
import cut  # noqa: E402
from source import (Unusable, call, extract,  # noqa: E402
                    package_version)

PACKAGE = 'linux-source-6.12'
FEATURES = 'kernel/sched/features.h'
# What a look is made of, which the variant over a bitmap does without.
LOOKS = [
    ('kernel/sched/syscalls.c', ['idle_cpu', 'available_idle_cpu']),
    ('kernel/sched/fair.c', ['sched_idle_rq', 'sched_idle_cpu'])]
CUTS = [
    ('kernel/sched/sched.h', ['is_per_cpu_kthread']),
    ('kernel/sched/core.c', ['cpus_share_cache', 'cpus_share_resources']),
    ('kernel/sched/fair.c', [
        '__select_idle_cpu', 'set_idle_cores', 'test_idle_cores',
        '__update_idle_core', 'select_idle_core', 'select_idle_smt',
        'select_idle_cpu', 'select_idle_sibling', 'update_idle_cpu_scan'])]


def write_if_changed(path, text):
    """An unchanged file is not compiled again."""
    if not path.is_file() or path.read_text(encoding='utf-8') != text:
        path.write_text(text, encoding='utf-8')


def cut_linux(build):
    """Where the cut functions are and of which version; None without them."""
    version = package_version(PACKAGE)
    if not version:
        print('bench: %s is not installed: rows without Linux\'s own '
              'functions.\nbench: script/bootstrap bench installs it'
              % PACKAGE, file=sys.stderr)
        return None
    names = sorted({path for path, _ in LOOKS + CUTS} | {FEATURES})
    tree = extract(PACKAGE, version, names, build)
    own = build / 'linux'
    own.mkdir(exist_ok=True)
    for name, cuts in ('looks.inc', LOOKS), ('cut.inc', CUTS):
        files = [(str(tree / path), functions) for path, functions in cuts]
        write_if_changed(own / name, cut.cut_all(files, ported=False))
    write_if_changed(own / 'features.h',
                     (tree / FEATURES).read_text(encoding='utf-8'))
    return own, '%s %s' % (PACKAGE, version)


def build_in(build, with_linux):
    """Sets up what changed, and compiles it."""
    linux = cut_linux(build) if with_linux else None
    directory = build / ('c' if linux else 'without-linux')
    setup = ['meson', 'setup', directory, ROOT, '-Dtests=false',
             '-Dbench=true', '-Dhwloc=enabled', '--buildtype=debugoptimized',
             '-Dbench_linux=%s' % (linux[0] if linux else ''),
             '-Dbench_linux_version=%s' % (linux[1] if linux else '')]
    stamp = build / (directory.name + '.setup')
    wanted = repr((list(map(str, setup)), os.environ.get('CC')))
    if (not stamp.is_file() or stamp.read_text(encoding='utf-8') != wanted
            or not (directory / 'build.ninja').is_file()):
        shutil.rmtree(directory, ignore_errors=True)
        call(setup)
        stamp.write_text(wanted, encoding='utf-8')
    call(['ninja', '-C', directory, '-j',
          os.environ.get('SISHEUR_JOBS', '2'), 'bench/sisheur-bench'])
    return directory / 'bench' / 'sisheur-bench'


def program(build, with_linux=True):
    """The program, built with -O2 as distributions build, and up to date."""
    lacking = [deb for tool, deb in (('meson', 'meson'),
                                     ('ninja', 'ninja-build'),
                                     ('xz', 'xz-utils'))
               if not shutil.which(tool)]
    if lacking:
        raise Unusable('not installed: %s; script/bootstrap bench installs '
                       'it' % ' '.join(lacking))
    build.mkdir(parents=True, exist_ok=True)
    # Two at once would remove each other's files.
    with open(build / 'lock', 'w', encoding='utf-8') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return build_in(build, with_linux)
