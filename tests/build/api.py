#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Reads the public headers: the one list of what the library offers.

usage: tests/build/api.py list shared|hosted|exported|harness|sim
       tests/build/api.py headers shared|hosted
       tests/build/api.py wrappers
       tests/build/api.py check

list      names of the functions declared in these headers
headers   the headers, as they are included
wrappers  a C function around each function of the shared headers, so that a
          private copy is really compiled and not dropped as unused
check     tests, as TAP: every public name is documented, bears the prefix, and
          the maps name the functions and nothing else
"""
import collections
import pathlib
import re
import sys

from tap import Tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / 'include'
MODULE = ROOT / 'kernel' / 'module.c'
# What each shared library exports, and the functions that must stand there.
MAPS = {'lib/sisheur.map': 'exported', 'lib/sisheur-harness.map': 'harness',
        'lib/sisheur-sim.map': 'sim'}

# The rest is shared: with the kernel and with BPF.
HOSTED = {'topology.h', 'case.h', 'claim.h', 'harness.h', 'sim.h'}
# Not in libsisheur.so: installed under a pkg-config name of its own.
ELSEWHERE = {'harness.h': 'harness', 'sim.h': 'sim'}
# BPF passes this many arguments in registers and none on a stack.
BPF_ARGUMENTS = 5

Function = collections.namedtuple('Function', 'name returns parameters doc')


def headers(which):
    for path in sorted((INCLUDE / 'sisheur').glob('*.h')):
        hosted = path.name in HOSTED
        if {'shared': not hosted, 'hosted': hosted, 'all': True,
                'exported': path.name not in ELSEWHERE}.get(
                    which, ELSEWHERE.get(path.name) == which):
            yield path


def without_comments(text):
    return re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m[0]), text,
                  flags=re.S)


def doc_before(text, position):
    """The kernel-doc comment that ends right above a position, or None."""
    m = re.search(r'/\*\*\s((?:(?!\*/).)*)\*/\s*\Z', text[:position], re.S)
    return m and re.sub(r'^[ \t]*\*[ \t]?', '', m[1], flags=re.M).strip()


def functions(path):
    text = path.read_text()
    code = without_comments(text)
    for m in re.finditer(r'^SISHEUR_DEF\s+([^;{]*?)(\w+)\s*\(([^;{]*)\)\s*[;{]',
                         code, re.M):
        parameters = [' '.join(p.split()) for p in m[3].split(',')]
        if parameters == ['void']:
            parameters = []
        yield Function(m[2], ' '.join(m[1].split()), parameters,
                       doc_before(text, m.start()))


def parameter_name(parameter):
    m = re.search(r'\(\*(\w+)\)', parameter) or re.search(r'(\w+)(\[\w*\])?$',
                                                          parameter)
    return m[1]


def members(body):
    for part in without_comments(body).split(';'):
        part = ' '.join(part.split())
        if part:
            for declarator in re.sub(r'\(\*(\w+)\)\(.*\)', r'\1',
                                     part).split(','):
                yield parameter_name(declarator.strip())


def documented(doc):
    return re.findall(r'^@(\w+):', doc, re.M)


def complaints_of_function(f):
    if not f.doc:
        yield 'no /** comment right above it'
        return
    if not re.match(rf'{f.name}\(\) - \S', f.doc):
        yield f'its comment does not begin with "{f.name}() - "'
    names = [parameter_name(p) for p in f.parameters]
    if documented(f.doc) != names:
        yield (f'arguments are {", ".join(names) or "none"}; documented are '
               f'{", ".join(documented(f.doc)) or "none"}')
    returns = re.search(r'^Return: \S', f.doc, re.M)
    if f.returns != 'void' and not returns:
        yield 'no "Return:"'
    if f.returns == 'void' and returns:
        yield 'documents what a void function returns'


def complaints_of_type(text, m):
    tag, body = f'{m[1]} {m[2]}', m[3]
    doc = doc_before(text, m.start())
    if not doc or not doc.startswith(f'{tag} - '):
        yield f'no comment right above it that begins with "{tag} - "'
        return
    names = (re.findall(r'^\s*(\w+)', without_comments(body), re.M)
             if m[1] == 'enum' else list(members(body)))
    if documented(doc) != names:
        missing = [n for n in names if n not in documented(doc)]
        extra = [n for n in documented(doc) if n not in names]
        yield (f'documented members differ; missing: {missing}, '
               f'extra: {extra}, or another order')


def check():
    test = Tests()
    for path in headers('all'):
        text = path.read_text()
        code = without_comments(text)
        for f in functions(path):
            test(f'{path.name}: {f.name} is documented',
                 complaints_of_function(f))
        for m in re.finditer(r'^(struct|enum) (\w+) \{(.*?)^\}', text,
                             re.M | re.S):
            test(f'{path.name}: {m[1]} {m[2]} is documented',
                 complaints_of_type(text, m))
        if path.name != 'port.h':
            undocumented = [
                m[1] for m in re.finditer(r'^#define (\w+)(?!\w)', text, re.M)
                if m[1] != 'SISHEUR_' + path.name.upper().replace('.', '_')
                and not (doc_before(text, m.start()) or '').startswith(m[1])]
            test(f'{path.name}: macros are documented', undocumented)
        names = (set(re.findall(r'\b(?:struct|enum|union) (\w+)', code))
                 | set(re.findall(r'^#\s*define (\w+)', code, re.M))
                 | {f.name for f in functions(path)})
        test(f'{path.name}: names bear the prefix',
             sorted(n for n in names
                    if not n.lower().startswith('sisheur_') and n != 'NULL'))
        test(f'{path.name}: no typedef', re.findall(r'\btypedef\b.*', code))
    for path in headers('shared'):
        test(f'{path.name}: no function takes more arguments than BPF passes',
             [f'{f.name} takes {len(f.parameters)}' for f in functions(path)
              if len(f.parameters) > BPF_ARGUMENTS])
    for name, which in MAPS.items():
        declared = {f.name for path in headers(which) for f in functions(path)}
        text = without_comments((ROOT / name).read_text())
        listed = re.findall(r'^\s*(\w+);', text, re.M)
        test(f'{name} names no function twice',
             [n for n, c in collections.Counter(listed).items() if c > 1])
        test(f'{name} names every public function',
             sorted(declared - set(listed)))
        test(f'{name} names nothing else', sorted(set(listed) - declared))
        test(f'{name} keeps everything else local',
             [] if re.search(r'local:\s*\*;', text)
             else ['there is no "local: *;"'])
    shared = {f.name for path in headers('shared') for f in functions(path)}
    exported = re.findall(r'^EXPORT_SYMBOL_GPL\((\w+)\);', MODULE.read_text(),
                          re.M)
    test('kernel/module.c exports every shared function and nothing else',
         sorted(shared ^ set(exported)))
    return test.done()


def wrappers():
    for path in headers('shared'):
        for f in functions(path):
            arguments = ', '.join(parameter_name(p) for p in f.parameters)
            parameters = ', '.join(f.parameters) or 'void'
            space = '' if f.returns.endswith('*') else ' '
            print(f'{f.returns}{space}wrap_{f.name}({parameters});')
            print(f'{f.returns}{space}wrap_{f.name}({parameters})')
            call = f'{f.name}({arguments});'
            print('{', call if f.returns == 'void' else f'return {call}', '}',
                  sep='\n')


def main(arguments):
    match arguments:
        case ['list',
              ('shared' | 'hosted' | 'exported' | 'harness' | 'sim') as which]:
            print(*sorted(f.name for path in headers(which)
                          for f in functions(path)), sep='\n')
        case ['headers', ('shared' | 'hosted') as which]:
            print(*(f'sisheur/{path.name}' for path in headers(which)),
                  sep='\n')
        case ['wrappers']:
            wrappers()
        case ['check']:
            return check()
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
