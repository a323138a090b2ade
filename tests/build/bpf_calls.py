#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the BPF verifier would refuse about the calls of an object.

usage: tests/build/bpf_calls.py OBJECT

Prints a line for each call that is none of a function in the object itself,
for recursion, and for each chain of calls that is too long or needs too much
stack.  The limits are the verifier's: MAX_BPF_STACK and MAX_CALL_FRAMES.
"""
import re
import subprocess
import sys

STACK = 512
FRAMES = 8
# A function's frame is rounded up to so many bytes.
ROUND = 32


def disassemble(path):
    """Yields (function, address, instruction, text)."""
    text = subprocess.run(["llvm-objdump-14", "-d", path], check=True,
                          capture_output=True, text=True).stdout
    function = None
    for line in text.splitlines():
        head = re.match(r"[0-9a-f]+ <(\S+)>:", line)
        if head:
            # Labels of loops are listed like functions.
            if not head.group(1).startswith(("LBB", ".L")):
                function = head.group(1)
            continue
        code = re.match(r"\s+(\d+):\s+((?:[0-9a-f]{2}[ \t]){8,16})\s*(.*)", line)
        if code and function:
            yield (function, int(code.group(1)),
                   bytes.fromhex(code.group(2)), code.group(3))


def main(path):
    start, frame, calls = {}, {}, {}
    code = list(disassemble(path))
    for function, address, _, _ in code:
        start.setdefault(function, address)
    at = {address: function for function, address in start.items()}
    bad = []
    pointer = None
    for function, address, raw, text in code:
        calls.setdefault(function, set())
        frame.setdefault(function, 0)
        for offset in re.findall(r"r10 (?:\+ )?-\s*(0x[0-9a-f]+|\d+)", text):
            frame[function] = max(frame[function], int(offset, 0))
        # A pointer into the frame: a copy of r10 that is then moved down.
        copied = re.match(r"(r\d) = r10$", text)
        moved = re.match(r"(r\d) \+= (-\d+|-0x[0-9a-f]+)$", text)
        if moved and moved.group(1) == pointer:
            frame[function] = max(frame[function], -int(moved.group(2), 0))
        pointer = copied.group(1) if copied else None
        if raw[0] == 0x8d:
            bad.append(f"{function}: a call through a register: {text}")
        if raw[0] != 0x85:
            continue
        if raw[1] >> 4 != 1:
            bad.append(f"{function}: a call of a helper: {text}")
            continue
        distance = int.from_bytes(raw[4:8], "little", signed=True)
        target = at.get(address + 1 + distance)
        if target:
            calls[function].add(target)
        else:
            bad.append(f"{function}: a call of nothing known: {text}")

    def deepest(function, chain):
        if function in chain:
            bad.append("recursion: " + " > ".join(chain + [function]))
            return 0, chain
        chain = chain + [function]
        own = -(-max(frame[function], 1) // ROUND) * ROUND
        best = (0, chain)
        for callee in sorted(calls[function]):
            best = max(best, deepest(callee, chain), key=lambda x: x[0])
            if len(chain) + 1 > FRAMES:
                bad.append("too many frames: " + " > ".join(chain + [callee]))
        return own + best[0], best[1]

    most = (0, [])
    for function in sorted(start):
        need = deepest(function, [])
        most = max(most, need, key=lambda x: x[0])
        if need[0] > STACK:
            bad.append(f"{need[0]} bytes of stack: " + " > ".join(need[1]))
    print(f"deepest chain {most[0]} bytes: " +
          " > ".join(f"{f} {frame[f]}" for f in most[1]),
          file=sys.stderr)
    print("\n".join(bad), end="\n" if bad else "")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
