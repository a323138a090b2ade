# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the test scripts share: they speak TAP, as the C tests do."""


class Tests:
    """Each call is a test; it passes if there are no complaints."""

    def __init__(self):
        self.count = self.failed = 0

    def __call__(self, name, complaints=()):
        if isinstance(complaints, str):
            complaints = [complaints]
        complaints = [str(c) for c in complaints if c]
        self.count += 1
        self.failed += bool(complaints)
        print('not ' if complaints else '', f'ok {self.count} - {name}', sep='')
        for complaint in complaints:
            print('#', complaint.replace('\n', '\n# '))

    def done(self):
        """Ends the tests; returns the exit status."""
        print(f'1..{self.count}')
        return 1 if self.failed or not self.count else 0
