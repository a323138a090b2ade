# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Cut functions out of C source by name, and port two mailed changes to them.

A cut that is not certain is an error with its place: a function that is not
there, that is there twice, or whose braces do not close at the margin.
"""
import re

# What counts as configured where a definition stands between #if and #endif.
CONFIG = {'CONFIG_SMP', 'CONFIG_SCHED_SMT', 'CONFIG_SCHED_MC',
          'CONFIG_SCHED_CLUSTER'}


class CutError(Exception):
    """What could not be cut or changed, and where."""


def blank(text):
    """The text with comments and literals as blanks, of the same length.

    A brace or a name inside them is none.
    """
    pattern = re.compile(
        r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
        re.DOTALL)
    return pattern.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)


def closing(shadow, at, pair):
    """Where the bracket that opens at AT is closed, or None."""
    depth = 0
    for i in range(at, len(shadow)):
        if shadow[i] == pair[0]:
            depth += 1
        elif shadow[i] == pair[1]:
            depth -= 1
            if depth == 0:
                return i
    return None


def line_of(text, at):
    """Number of the line that holds position AT, from 1."""
    return text.count('\n', 0, at) + 1


def conditions(shadow, at):
    """The #if lines that position AT stands in, as (text, taken) pairs."""
    stack = []
    for line in shadow[:at].split('\n'):
        m = re.match(r'\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b\s*(.*)',
                     line)
        if not m:
            continue
        word, rest = m.group(1), m.group(2).strip()
        if word in ('ifdef', 'ifndef'):
            taken = (rest in CONFIG) == (word == 'ifdef')
            stack.append((line.strip(), taken))
        elif word == 'if':
            stack.append((line.strip(), None))
        elif word == 'elif' and stack:
            stack[-1] = (line.strip(), None)
        elif word == 'else' and stack:
            text, taken = stack[-1]
            stack[-1] = (text + ' #else', None if taken is None else not taken)
        elif word == 'endif' and stack:
            stack.pop()
    return stack


def start_of_definition(shadow, at):
    """Where the declaration begins whose name stands at AT."""
    start = shadow.rfind('\n', 0, at) + 1
    while start > 0:
        above = shadow.rfind('\n', 0, start - 1) + 1
        line = shadow[above:start - 1]
        if not line.strip() or line[0] == '#' or line.rstrip()[-1] in ';}':
            break
        start = above
    return start


def cut(path, text, name):
    """The definition of NAME in TEXT: (its line, its text)."""
    shadow = blank(text)
    found = []
    for m in re.finditer(r'\b%s\s*\(' % re.escape(name), shadow):
        end = closing(shadow, m.end() - 1, '()')
        if end is None:
            raise CutError('%s:%d: %s: parenthesis is never closed'
                           % (path, line_of(text, m.start()), name))
        body = re.compile(r'\s*\{').match(shadow, end + 1)
        # A call stands in a body and is indented, a definition is not.
        start = start_of_definition(shadow, m.start())
        if not body or not re.match(r'[A-Za-z_]', shadow[start:start + 1]):
            continue
        place = '%s:%d: %s' % (path, line_of(text, start), name)
        around = conditions(shadow, start)
        unknown = [t for t, taken in around if taken is None]
        if unknown:
            raise CutError('%s: cannot tell whether "%s" holds'
                           % (place, unknown[0]))
        if not all(taken for _, taken in around):
            continue
        last = closing(shadow, body.end() - 1, '{}')
        if last is None or shadow[last - 1] != '\n':
            raise CutError('%s: its braces do not close at the margin'
                           % place)
        found.append((line_of(text, start), text[start:last + 1]))
    if not found:
        raise CutError('%s: no definition of %s' % (path, name))
    if len(found) > 1:
        raise CutError('%s:%d: second definition of %s, the first is in line '
                       '%d' % (path, found[1][0], name, found[0][0]))
    return found[0]


# SIS_PAIR and SIS_IDLE_CORE were mailed and are in no release.  Each is put
# into the text that was cut: (function, pattern that must occur exactly once,
# what stands there instead, with \g<0> for what the pattern matched).
#
# The pair step follows the first step of the ladder.  A budget of none, which
# the kernel tests as 1, ends a scan only where no idle core is sought.
PORTS = [
    ('select_idle_sibling',
     r'\A(?:(?!\breturn\b).)*?\breturn\s+target\s*;',
     r'\g<0> if (sched_feat(SIS_PAIR) && standin_pair && '
     r'sched_smt_active() && per_cpu(sd_llc, smp_processor_id())) { '
     r'int sibling = select_idle_smt(p, '
     r'per_cpu(sd_llc, smp_processor_id()), smp_processor_id()); '
     r'if (sibling >= 0) return sibling; }'),
    ('select_idle_cpu',
     r'\bif\s*\(\s*nr\s*==\s*1\s*\)',
     r'if (nr == 1 && !(sched_feat(SIS_IDLE_CORE) && has_idle_core))'),
]


def port(place, name, text):
    """TEXT with the mailed changes; no line is added or taken away."""
    for function, pattern, instead in PORTS:
        if function != name:
            continue
        at = [m for m in re.finditer(pattern, blank(text), re.DOTALL)]
        if len(at) != 1:
            raise CutError('%s: %d places look like "%s", 1 was expected: the '
                           'mailed changes cannot be ported to this source'
                           % (place, len(at), pattern))
        m = at[0]
        original = text[m.start():m.end()]
        text = (text[:m.start()] + instead.replace(r'\g<0>', original)
                + text[m.end():])
    return text


def cut_all(files, ported=True):
    """What the compiler is given, for a list of (path, names)."""
    out = ['/* Cut when the test ran.  Never commit it. */']
    for path, names in files:
        with open(path, encoding='utf-8') as f:
            text = f.read()
        cuts = []
        for name in names:
            line, body = cut(path, text, name)
            if ported:
                body = port('%s:%d' % (path, line), name, body)
            cuts.append((line, body))
        for line, body in sorted(cuts):
            out.append('#line %d "%s"\n%s' % (line, path, body))
    return '\n'.join(out) + '\n'
