#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""How much stack do the shared files use?  Tests, as TAP.

usage: tests/build/stack.py WORKDIR [COMPILER...]
       tests/build/stack.py --read GRAPH...

With --read, prints the deepest chain of calls of graphs that another build
wrote (-fcallgraph-info=su).

Otherwise compiles all shared files, as the library and as a private copy, and
reads the call graph that the compiler wrote.  No frame may depend on an
argument, so what is measured holds for 8192 CPUs as for one.  No chain of calls
that begins at a public function may use more than 512 bytes, and the whole
ladder no more than twice that: where every call saves six registers that is
what inlining leaves of the 512 bytes of BPF, which tests/build/bpf_calls.py
holds it to.  A call graph without a cycle is also the proof that nothing recurs.
"""
import itertools
import pathlib
import re
import shlex
import subprocess
import sys

from tap import Tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 512
LADDER = ('sisheur_select', 'sisheur_step')


def limit(name):
    """What a chain from this function on may use; None for private ones."""
    name = name.removeprefix('wrap_')
    if not re.fullmatch('sisheur_[a-z0-9_]+', name):
        return None
    return 2 * LIMIT if name in LADDER else LIMIT


def read_graphs(paths):
    frames, kinds, calls = {}, {}, {}
    for path in paths:
        text = pathlib.Path(path).read_text()
        for title, label in re.findall(
                r'node: \{ title: "([^"]*)" label: "([^"]*)"', text):
            m = re.search(r'(\d+) bytes \(([^)]*)\)', label)
            if m:
                frames[title], kinds[title] = int(m[1]), m[2]
        for caller, callee in re.findall(
                r'sourcename: "([^"]*)" targetname: "([^"]*)"', text):
            calls.setdefault(caller, set()).add(callee)
    return frames, kinds, calls


def call_graph(work, compiler, level, sources):
    graphs = []
    for source in sources:
        out = work / (source.stem + '.o')
        subprocess.run([*shlex.split(compiler), level, '-std=gnu11', '-Wall',
                        '-Werror', '-fno-stack-protector',
                        '-fcallgraph-info=su', f'-I{ROOT}/include',
                        f'-I{ROOT}/lib', '-c', str(source), '-o', str(out)],
                       check=True, cwd=work)
        graphs.append(out.with_suffix('.ci'))
    return read_graphs(graphs)


class Recursion(Exception):
    pass


def deepest(name, frames, calls, above=()):
    """The chain of calls from a function on that uses most, and how much."""
    if name in above:
        raise Recursion(' -> '.join((*above, name)))
    best = (0, ())
    for callee in calls.get(name, ()):
        if callee in frames:
            best = max(best, deepest(callee, frames, calls, (*above, name)))
    return best[0] + frames[name], (name, *best[1])


def print_deepest(paths):
    frames, _, calls = read_graphs(paths)
    used, chain = max(deepest(n, frames, calls) for n in frames)
    # A private function's title begins with its file.
    print(used, 'bytes:',
          ' > '.join(f'{n.rsplit(":")[-1]} {frames[n]}' for n in chain))


def main(arguments):
    if arguments[:1] == ['--read'] and len(arguments) > 1:
        return print_deepest(arguments[1:])
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    work = pathlib.Path(arguments[0]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    test = Tests()
    private = work / 'private.c'
    private.write_text('#include "unity.h"\n' + subprocess.run(
        [ROOT / 'tests/build/api.py', 'wrappers'], check=True,
        capture_output=True, text=True).stdout)
    copies = {'library': sorted((ROOT / 'lib').glob('*.c')),
              'private copy': [private]}
    for compiler in arguments[1:] or ['gcc']:
        for level, copy in itertools.product(('-O2', '-Os'), copies):
            label = f'{copy}, {compiler} {level}'
            try:
                frames, kinds, calls = call_graph(work, compiler, level,
                                                  copies[copy])
            except (OSError, subprocess.CalledProcessError) as e:
                test(f'{label}: compiles', str(e))
                continue
            test(f'{label}: the call graph is there',
                 '' if any('sisheur_select' in f for f in frames) else
                 'sisheur_select() is not in it')
            test(f'{label}: no frame depends on an argument',
                 [n for n, k in kinds.items() if k != 'static'])
            try:
                chains = [(n, *deepest(n, frames, calls)) for n in frames]
            except Recursion as e:
                test(f'{label}: no recursion', str(e))
                continue
            test(f'{label}: no recursion')
            used, chain = max(c[1:] for c in chains)
            text = ' > '.join(f'{n} {frames[n]}' for n in chain)
            print(f'# {label}: deepest {used} bytes: {text}')
            test(f'{label}: chains of calls use no more than {LIMIT} bytes, '
                 f'the ladder {2 * LIMIT}',
                 [f'{used}: ' + ' > '.join(f'{n} {frames[n]}' for n in chain)
                  for n, used, chain in chains
                  if limit(n) and used > limit(n)])
    return test.done()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
