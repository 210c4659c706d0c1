"""PySide6 6.12.0 on Python 3.11 drops a reference to None on most void calls; the process dies after some 5,300."""

from __future__ import annotations

import subprocess
import sys

PROBE = """
import sys
from PySide6.QtCore import QObject
thing = QObject()
before = sys.getrefcount(None)
for _ in range(20_000):
    thing.blockSignals(False)
    thing.setObjectName("x")
print(sys.getrefcount(None) - before)
"""


def test_void_calls_leave_none_alone() -> None:
    """In a child process: where it is broken, the interpreter aborts."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > -100  # a broken binding would be at -20,000
