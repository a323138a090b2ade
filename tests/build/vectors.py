#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Does code of vectors leave the processor fit for other code?  Tests, as TAP.

usage: tests/build/vectors.py WORKDIR

On x86-64, SSE instructions wait for the upper halves of the vector registers if
these are still in use: 50 ns at every switch, which no count of instructions
shows.  So no function may return, or call another, before vzeroupper: read off
the disassembly, along every path.  A function that answers a vector returns
with it, and one that is handed a vector is called with it.
"""
import pathlib
import platform
import re
import subprocess
import sys

from tap import Tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / 'lib').glob('*.c'))
ANSWERS_VECTOR = re.compile(r'sisheur_(four|eight)_split_any\b')
TAKES_VECTOR = re.compile(r'sisheur_(four|eight)_(split_any|pick)\b')
# The line without which gcc 12 forgets it.
LINE = '\tSISHEUR_LEAVE(filled);\n'


def functions(binary):
    """{name: [(address, instruction)]}"""
    found, code = {}, None
    for line in subprocess.run(
            ['objdump', '-d', '--no-show-raw-insn', binary], check=True,
            capture_output=True, text=True).stdout.splitlines():
        if title := re.match(r'[0-9a-f]+ <(.+)>:$', line):
            code = found[title[1]] = []
        elif '\t' in line:
            address, instruction = line.split('\t')[:2]
            code.append((int(address.strip(' :'), 16), instruction))
    return found


def complaints(name, code):
    """Where does the function leave with vectors in use?"""
    place = {address: i for i, (address, _) in enumerate(code)}
    seen, todo, bad = set(), [(0, False)], set()
    while todo:
        i, used = todo.pop()
        if i >= len(code) or (i, used) in seen:
            continue
        seen.add((i, used))
        text = code[i][1]
        if 'vzeroupper' in text:
            used = False
        elif re.search('%[yz]mm', text):
            used = True
        operation = text.split()[0]
        to = re.match(r'(?:call|j\w+)\s+([0-9a-f]+) <(.*)>', text)
        if operation.startswith('ret'):
            if used and not ANSWERS_VECTOR.match(name):
                bad.add(text)
            continue
        if to and not operation.startswith('call') and int(to[1], 16) in place:
            todo.append((place[int(to[1], 16)], used))
        elif (to or operation in ('call', 'jmp')) and used and not (
                to and TAKES_VECTOR.match(to[2])):
            bad.add(text)
        if operation != 'jmp':
            todo.append((i + 1, used))
    return [f'{name}: {text}' for text in sorted(bad)]


def compiled(work, compiler, lib):
    unity = work / 'all.c'
    unity.write_text(''.join(f'#include "{lib / s.name}"\n' for s in SOURCES))
    out = work / f'{compiler}.o'
    # A jump through a table would hide where it goes.
    subprocess.run([compiler, '-O2', '-std=c11', '-DSISHEUR_VECTORS',
                    '-fno-jump-tables', '-I', ROOT / 'include', '-c', unity, '-o', out], check=True)
    return functions(out)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    work = pathlib.Path(sys.argv[1]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    test = Tests()
    if platform.machine() != 'x86_64':
        test('vectors # SKIP not an x86-64 processor')
        return test.done()
    for compiler in ('gcc', 'clang-14'):
        found = compiled(work, compiler, ROOT / 'lib')
        wide = sum(any(re.search('%[yz]mm', text) for _, text in code)
                   for code in found.values())
        test(f'{compiler}: functions that use vectors: {wide}',
             [] if wide else ['none is here: is the switch gone?'])
        test(f'{compiler}: none leaves them in use',
             [c for name, code in found.items() for c in complaints(name, code)])

    copy = work / 'lib'
    copy.mkdir(exist_ok=True)
    for source in (ROOT / 'lib').glob('*.[ch]'):
        text = source.read_text()
        if source.name == 'blocks.h':
            test(f'blocks.h has {LINE.strip()}',
                 [] if LINE in text else ['then this test cannot fail'])
            text = text.replace(LINE, '')
        (copy / source.name).write_text(text)
    broken = compiled(work, 'gcc', copy)
    test('without that line gcc leaves them in use, and it is seen',
         [] if any(complaints(n, c) for n, c in broken.items())
         else ['nothing was seen'])
    return test.done()


sys.exit(main())
