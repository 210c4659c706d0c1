"""A screen is unplugged while the window, and the board for those at the table, are shown on it: both are still there.

On an X server of its own with two monitors, one of which goes: the offscreen platform has one screen for ever.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.budget import tries

from .test_window_kit import until, window

ROOT = Path(__file__).parents[2]
TRIES = tries(1)
PROGRAM = """
import os, subprocess, sys, pathlib, time
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication
from companion.app import program as app
from companion.ui.play.storage import GameSettings

def monitors(two, first=False):
    halves = (("left", "800/200x600/150+0+0", "screen"), ("right", "800/200x600/150+800+0", "none"))
    if two:
        for name, size, output in halves if first else halves[1:]:
            subprocess.run(["xrandr", "--setmonitor", name, size, output], check=True)
    else:
        subprocess.run(["xrandr", "--delmonitor", "right"], check=True)

def settle(until, what):
    end = time.monotonic() + 20
    while not until():
        QApplication.processEvents()
        assert time.monotonic() < end, what
        time.sleep(0.01)

def seen(widget):
    return any(screen.geometry().intersects(widget.frameGeometry()) for screen in QApplication.screens())

def then(self):
    loaded(self)
    try:
        tried(self)
    except BaseException:
        import traceback
        traceback.print_exc()
        os._exit(1)
    QTimer.singleShot(0, self.window.close)

def tried(self):
    w = self.window
    w.navigator.quick_start()
    for n in range(int(sys.argv[1])):
        monitors(True, first=n == 0)
        settle(lambda: len(QApplication.screens()) == 2, "two screens")
        right = max(QApplication.screens(), key=lambda screen: screen.geometry().x())
        w.resize(700, 500)
        w.move(right.geometry().topLeft() + QPoint(20, 20))
        settle(lambda: w.screen() is right, "the window is on the right")
        seeing = w.navigator.table.screen.seeing
        if seeing.second is None:
            seeing.toggle_second()
        seeing.second.showNormal()
        QApplication.processEvents()
        others = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.isWindow() and one is not w]
        assert others == [seeing.second]
        for one in others:
            one.move(right.geometry().topLeft())
        QApplication.processEvents()
        monitors(False)
        settle(lambda: len(QApplication.screens()) == 1, "one screen")
        settle(lambda: seen(w), "the window can be seen")
        for one in others:
            settle(lambda: seen(one), "the second window can be seen")
        assert not w.grab().isNull()
        w.navigator.go_home()
        w.navigator.go_on()
    print("tried", len(others))

loaded = app.Program._loaded
app.Program._loaded = then
sys.exit(app.run(pathlib.Path(sys.argv[2]), "en"))
"""


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    """An X server with one screen of 1600 × 600."""
    if not shutil.which("Xvfb") or not shutil.which("xrandr"):
        pytest.skip("Xvfb or xrandr is not installed")
    out, into = os.pipe()
    command = ["Xvfb", "-displayfd", str(into), "-screen", "0", "1600x600x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[into], stderr=subprocess.DEVNULL) as server:
        os.close(into)
        with open(out) as told:  # noqa: PTH123 - a descriptor
            number = told.readline().strip()
        yield f":{number}"
        server.terminate()


def test_a_window_that_no_screen_shows_comes_back_when_a_screen_goes(qtbot: QtBot) -> None:
    with window() as w:
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        w.move(20, 30)
        app.screenRemoved.emit(app.primaryScreen())
        QTest.qWait(300)
        assert w.pos() == QPoint(20, 30), "it can be seen"
        w.move(5000, 5000)
        app.screenRemoved.emit(app.primaryScreen())
        until(lambda: app.primaryScreen().geometry().intersects(w.geometry()))


@pytest.mark.soak
def test_what_was_on_a_screen_that_is_unplugged_can_still_be_seen(
    tmp_path: Path, display: str, tried: Callable[..., None]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(TRIES), str(tmp_path / "data")],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=600,
        env={**os.environ, "QT_QPA_PLATFORM": "xcb", "DISPLAY": display},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stderr
    tried(TRIES)
