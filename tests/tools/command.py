# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the tests of the command share: they run it and look at what it gave.

Where meson says what runs programs of another machine, they are run through
that.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests' / 'build'))
from tap import Tests  # noqa: E402

WRAPPER = shlex.split(os.environ.get('MESON_EXE_WRAPPER', ''))
# Only to end what would hang; nothing here tests how long a thing takes.
PATIENCE = 120

test = Tests()
# The command; who imports this sets it.
program = None


class Ran:
    """What a run of a program gave."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode(errors='surrogateescape')
        self.err = done.stderr.decode(errors='surrogateescape')

    def __str__(self):
        return (f'exit {self.status}\nstdout: {self.out[-1500:]!r}\n'
                f'stderr: {self.err[-1500:]!r}')


def run(*arguments, given='', other=None, **more):
    """Runs sisheur, or another program, with what is given as its input."""
    if isinstance(given, str):
        given = given.encode()
    more.setdefault('stdout', subprocess.PIPE)
    more.setdefault('stderr', subprocess.PIPE)
    done = subprocess.run([*WRAPPER, other or program, *arguments],
                          input=given, timeout=PATIENCE, check=False, **more)
    done.stdout, done.stderr = done.stdout or b'', done.stderr or b''
    return Ran(done)


def expect(name, ran, status=0, out=None, err=None):
    """A test: exit status, whole output, and what messages match."""
    wrong = []
    if ran.status != status:
        wrong.append(f'exit status is not {status}')
    if out is not None and ran.out != out:
        wrong.append(f'stdout is not {out!r}')
    if err is not None and not re.search(err, ran.err, re.S):
        wrong.append(f'stderr does not match {err!r}')
    if err is None and ran.err:
        wrong.append('stderr is not empty')
    test(name, [*wrong, str(ran)] if wrong else ())


def options_in(text):
    """The long options that a text names."""
    return set(re.findall(r'(?<![\w-])--[a-z][a-z-]*', text))
