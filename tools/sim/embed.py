#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Makes a C file of the published tables, so that the command needs no files.

usage: embed.py OUTPUT TABLE.tsv...
"""
import pathlib
import sys


def quoted(line):
    return '"' + line.replace('\\', '\\\\').replace('"', '\\"').replace(
        '\t', '\\t') + '"'


def main(output, *names):
    text = ['/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */',
            '/* Made by embed.py: change the tables instead. */',
            '#include "published.h"', '']
    tables = [pathlib.Path(name) for name in names]
    for number, path in enumerate(tables):
        text.append(f'static const char *const table_{number}[] = {{')
        text += [f'\t{quoted(line)},' for line in
                 path.read_text().splitlines()]
        text += ['\tNULL,', '};', '']
    text.append('const struct sisheur_published sisheur_published[] = {')
    text += [f'\t{{ "{path.stem}", table_{number} }},'
             for number, path in enumerate(tables)]
    text += ['\t{ NULL, NULL },', '};', '']
    pathlib.Path(output).write_text('\n'.join(text))


if __name__ == '__main__':
    main(*sys.argv[1:])
