# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The kernel sources that Debian installs, and a few files out of them."""
import pathlib
import shlex
import shutil
import subprocess


class Unusable(Exception):
    """Something is missing or wrong that is not an answer: exit 2."""


def call(command, **more):
    """Run a command that must succeed; what it printed is shown if not."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **more)
    if done.returncode:
        raise Unusable('%s\n%s' % (shlex.join(map(str, command)),
                                   done.stdout.rstrip()))
    return done.stdout


def package_version(package):
    """The installed version of a Debian package, None if it is not."""
    if not shutil.which('dpkg-query'):
        return None
    done = subprocess.run(
        ['dpkg-query', '-W', '-f', '${db:Status-Abbrev}${Version}', package],
        text=True, capture_output=True, check=False)
    if done.returncode or not done.stdout.startswith('ii'):
        return None
    return done.stdout[2:].strip()


def extract(package, version, files, build):
    """Take the few files out of the package's archive, once per version."""
    tree = build / ('%s_%s' % (package, version.replace(':', '_')))
    if all((tree / f).is_file() for f in files):
        return tree
    archive = pathlib.Path('/usr/src/%s.tar.xz' % package)
    if not archive.is_file():
        raise Unusable('%s: not there, although %s is installed'
                       % (archive, package))
    partial = build / (tree.name + '.partial')
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    # tar stops reading at the last of them, half-way through the archive.
    call(['tar', '-x', '-C', partial, '--strip-components=1',
          '--occurrence=1', '-f', archive, '-I', 'xz -T0']
         + ['%s/%s' % (package, f) for f in files])
    shutil.rmtree(tree, ignore_errors=True)
    partial.rename(tree)
    return tree
