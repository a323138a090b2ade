# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the cutter must take whole, and what it must refuse with its place."""
import cut

# (what is tested, source, name to cut, line it must be found in and its text,
# or the error that must be raised)
CUTS = [
    ('a definition', 'int x;\n\nstatic int f(int a)\n{\n\treturn a;\n}\nint y;\n',
     'f', (3, 'static int f(int a)\n{\n\treturn a;\n}')),
    ('not its declaration, nor a call',
     'int f(int a);\nint g(void)\n{\n\tif (f(1)) {\n\t}\n\treturn 0;\n}\n'
     'int f(int a)\n{\n}\n', 'f', (8, 'int f(int a)\n{\n}')),
    ('a type in a line of its own, arguments in several',
     'int x;\nstatic inline\nint f(int a,\n      int b)\n{\n}\n',
     'f', (2, 'static inline\nint f(int a,\n      int b)\n{\n}')),
    ('braces in comments and literals',
     'int f(void)\n{\n\t/* } */ puts("}\\"}"); // }\n\treturn \'}\';\n}\n',
     'f', (1, 'int f(void)\n{\n\t/* } */ puts("}\\"}"); // }\n'
           '\treturn \'}\';\n}')),
    ('a name in a comment',
     '/*\n * f(a) { is\n */\nint f(int a)\n{\n}\n', 'f',
     (4, 'int f(int a)\n{\n}')),
    ('no name that ends alike', 'int ff(void)\n{\n}\n', 'f',
     'x.c: no definition of f'),
    ('the branch that is configured',
     '#ifdef CONFIG_SCHED_SMT\nint f(void)\n{\n\treturn 1;\n}\n#else /* SMT */\n'
     'int f(void)\n{\n\treturn 2;\n}\n#endif\n',
     'f', (2, 'int f(void)\n{\n\treturn 1;\n}')),
    ('the branch that is configured, being the second',
     '#ifndef CONFIG_SCHED_SMT\nint f(void)\n{\n\treturn 1;\n}\n#else\n'
     'int f(void)\n{\n\treturn 2;\n}\n#endif\n',
     'f', (7, 'int f(void)\n{\n\treturn 2;\n}')),
    ('a branch nobody can tell', '#if A > 3\nint f(void)\n{\n}\n#endif\n', 'f',
     'x.c:2: f: cannot tell whether "#if A > 3" holds'),
    ('two definitions', 'int f(void)\n{\n}\nint f(void)\n{\n}\n', 'f',
     'x.c:4: second definition of f, the first is in line 1'),
    ('a brace too few', 'int f(void)\n{\n\tif (1) {\n}\n', 'f',
     'x.c:1: f: its braces do not close at the margin'),
    ('a brace too many', 'int f(void)\n{\n\t}\n}\n', 'f',
     'x.c:1: f: its braces do not close at the margin'),
    ('an open parenthesis', 'int f(void\n', 'f',
     'x.c:1: f: parenthesis is never closed'),
]

# (what is tested, function, its text, what the text must become or the error)
PORTS = [
    ('a function without a port', 'other', 'int other(void)\n{\n}',
     'int other(void)\n{\n}'),
    ('a scan without its budget test', 'select_idle_cpu',
     'int select_idle_cpu(void)\n{\n\treturn -1;\n}', '0 places look like'),
    ('a scan with two budget tests', 'select_idle_cpu',
     'int select_idle_cpu(void)\n{\n\tif (nr == 1)\n\t\treturn -1;\n'
     '\tif (nr == 1)\n\t\treturn -1;\n}', '2 places look like'),
    ('a ladder whose first step is another', 'select_idle_sibling',
     'int select_idle_sibling(void)\n{\n\treturn prev;\n}',
     '0 places look like'),
]


def outcome(function, *arguments):
    """What a call returned, or the text of its error."""
    try:
        return function(*arguments)
    except cut.CutError as e:
        return str(e)


def run():
    """(what was tested, what was wrong or None) of every row."""
    for what, source, name, wanted in CUTS:
        got = outcome(cut.cut, 'x.c', source, name)
        yield ('cut: ' + what, None if got == wanted else
               'wanted %r\ngot    %r' % (wanted, got))
    for what, name, text, wanted in PORTS:
        got = outcome(cut.port, 'x.c:1', name, text)
        yield ('port: ' + what, None if wanted in got else
               'wanted %r\ngot    %r' % (wanted, got))
