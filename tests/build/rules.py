#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The rules of the house that can be read off the text.  Tests, as TAP.

usage: tests/build/rules.py
"""
import pathlib
import re
import subprocess
import sys

import api
from tap import Tests

ROOT = api.ROOT
SPDX = 'SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause'

# Of files that no compiler must be told about, only port.h knows.
ENVIRONMENT = (r'\b(__KERNEL__|__bpf__|__BPF__|__VMLINUX_H__|CONFIG_[A-Z]\w*)|'
               r'#\s*include\s*<(linux|asm|uapi|kunit|bpf)/')

# What shared files must not contain, and who or what it would fail.
FORBIDDEN = {
    'an include that is not ours (the kernel and BPF have no libc)':
        r'#\s*include\s*(<(?!sisheur/)|"(?!\w+\.[ch]"))',
    'a builtin (clang lowers few of them for BPF; port.h has what is needed)':
        r'\b__(builtin|sync|atomic)_\w+',
    'a type that an environment lacks or spells in its own way':
        r'\b(__int128|_Atomic|float|double|u?int\d+_t|[us](8|16|32|64))\b',
    'varargs': r'\.\.\.|\bva_\w+',
    'a computed goto': r'\bgoto\s*\*|[=(,]\s*&&\s*\w+\s*[,;)}]',
    'an allocation': r'\b(malloc|calloc|realloc|free|alloca|kmalloc)\s*\(',
    'a libc function':
        r'\b(mem(cpy|set|move|cmp)|str\w+|s?n?printf|abort|exit)\s*\(',
    'the byte order': r'_ENDIAN\b|__BYTE_ORDER',
    'a bare inline (its meaning differs between C, GNU 89 and C++)':
        r'(?<!static )\binline\b',
    'a typedef': r'\btypedef\b',
    'a static variable that is not constant':
        r'^\s*static\s+(?!const\b|inline\b)[\w\s]+\b\w+\s*(\[[^;]*)?(=|;)',
}


def repository():
    """Every file that is part of the project."""
    try:
        names = subprocess.run(
            ['git', 'ls-files', '-z', '-co', '--exclude-standard'], cwd=ROOT,
            check=True, capture_output=True, text=True).stdout.split('\0')
        paths = [ROOT / name for name in names if name]
    except (OSError, subprocess.CalledProcessError):
        # An unpacked archive has no git; build directories are not part of it.
        paths = [p for p in ROOT.rglob('*') if not any(
            part.startswith(('build-', '.git', '__pycache__')) or part == 'build'
            for part in p.relative_to(ROOT).parts[:1])]
    return [p for p in paths if p.is_file()]


def without_spdx(paths):
    for path in paths:
        name = path.relative_to(ROOT)
        # meson reads VERSION as one line; the licence texts are what they are.
        if str(name) == 'VERSION' or name.parts[0] == 'LICENSES':
            continue
        with open(path, 'rb') as f:
            if SPDX.encode() not in b''.join(f.readline() for _ in range(3)):
                yield name


def found(paths, pattern):
    for path in paths:
        code = api.without_comments(path.read_text())
        code = re.sub(r'//.*', '', code)
        for number, line in enumerate(code.splitlines(), 1):
            if re.search(pattern, line):
                yield f'{path.relative_to(ROOT)}:{number}: {line.strip()}'


def too_wide(paths):
    """Longer than 80 columns; a text that people search for stays whole."""
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = re.sub(r'"(\\.|[^"\\])*"', '""', line)
            if len(code.expandtabs(8)) > 84 or line != line.rstrip():
                yield f'{path.relative_to(ROOT)}:{number}: {line}'


def main():
    test = Tests()
    port = ROOT / 'include/sisheur/port.h'
    files = repository()
    ours = [p for p in files if p.suffix in ('.c', '.h') and p != port
            and p.relative_to(ROOT).parts[0] in ('include', 'lib', 'tools',
                                                 'examples', 'bench')]
    shared = [p for p in api.headers('shared') if p != port]
    # What only the hosted library compiles, and where port.h lets it.
    vectors = ROOT / 'lib/vectors.h'
    bodies = [p for p in sorted((ROOT / 'lib').glob('*.[ch]')) if p != vectors]
    test('there are shared files', [] if bodies else ['lib/ has no body'])
    test('every file says its licence in its first three lines',
         without_spdx(files))
    test('no file but port.h knows where it is compiled',
         found(ours, ENVIRONMENT))
    for what, pattern in FORBIDDEN.items():
        test(f'no shared file has {what}', found(shared + bodies, pattern))
    test('C lines end where they should', too_wide(ours))
    example = (ROOT / 'examples/ten-lines.c').read_text()
    code = example[example.index('#include'):]
    test('the README opens with examples/ten-lines.c',
         [] if f'```c\n{code}```' in (ROOT / 'README.md').read_text() else
         ['its first program is another one'])
    listed = re.findall(r"^\t(\w+)\t+'", (ROOT / 'script/test').read_text()
                        .partition('\nnamed=(')[0], re.M)
    runs = set((ROOT / '.ci/run').read_text().partition('\nscript/test ')[2]
               .split()) - {'\\'}
    test('.ci/run runs every suite but those that it names',
         sorted(set(listed) ^ (runs | {'mutants', 'valgrind', 'fuzz'}))
         if len(listed) > 20 else [listed])
    table = (ROOT / 'README.md').read_text().partition('## What it answers')[2]
    test('the README says what each header answers',
         [p.name for p in api.headers('all')
          if p.name not in ('sisheur.h', 'port.h')
          and not re.search(rf'^\|.*`{p.name}`.*\|.*\w', table, re.M)])
    for header in 'lib/sim/engine.h', 'tools/sim/sim.h':
        path = ROOT / header
        head = path.read_text().partition('#ifndef')[0]
        test(f'{header} says what each file beside it is for',
             [p.name for p in sorted(path.parent.glob('*.c')) if not re.search(
                 rf'\b({p.name}|{p.stem.partition("_")[0]}(_|)\*\.c)', head)])
    unity = ROOT / 'lib/unity.h'
    text = unity.read_text() if unity.exists() else ''
    test('lib/unity.h includes every shared body',
         [p.name for p in bodies
          if p.suffix == '.c' and f'#include "{p.name}"' not in text])
    return test.done()


if __name__ == '__main__':
    sys.exit(main())
