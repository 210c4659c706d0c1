"""How long the program takes to show its window, and how much memory it holds then."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import CLOCK_MONOTONIC, clock_gettime

ROUNDS = 5
_BARE = """
import sys
from time import clock_gettime, CLOCK_MONOTONIC
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication(sys.argv)
class Window(QWidget):
    def paintEvent(self, event):
        self.painted = clock_gettime(CLOCK_MONOTONIC)
        QTimer.singleShot(0, app.quit)
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
print(window.painted, open("/proc/self/status").read().split("VmRSS:")[1].split()[0])
"""
_OURS = """
import sys, pathlib
from time import clock_gettime, CLOCK_MONOTONIC
from companion.app.program import run
run(pathlib.Path(sys.argv[1]), "en", leave_after_first_paint=True)
print(clock_gettime(CLOCK_MONOTONIC), open("/proc/self/status").read().split("VmRSS:")[1].split()[0])
"""


def start_and_memory() -> tuple[float, float]:
    """Start to first paint, and memory then, of our window against a bare one: ratios of medians."""
    times: dict[str, list[float]] = {_BARE: [], _OURS: []}
    memory: dict[str, list[float]] = {_BARE: [], _OURS: []}
    with tempfile.TemporaryDirectory() as folder:
        for n in range(ROUNDS + 1):
            for program in times:
                start = clock_gettime(CLOCK_MONOTONIC)
                done = subprocess.run(
                    [sys.executable, "-c", program, folder], capture_output=True, text=True,
                    cwd=Path(__file__).resolve().parents[2], check=True,
                )  # fmt: skip
                if n:  # the first round warms the disk's cache
                    painted, resident = done.stdout.split()[-2:]
                    times[program].append(float(painted) - start)
                    memory[program].append(float(resident))
    return (
        statistics.median(times[_OURS]) / statistics.median(times[_BARE]),
        statistics.median(memory[_OURS]) / statistics.median(memory[_BARE]),
    )
