"""The guards of conftest.py bite: it is run, in a process of its own, on tests that misbehave, one fault each."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent

CLEAN = """
import gc
import threading
from PySide6.QtCore import QSize, QThread, QTimer, qWarning
from PySide6.QtWidgets import QApplication, QComboBox, QMainWindow, QVBoxLayout, QWidget

class Parent(QWidget):
    def __init__(self):
        super().__init__()
        self.me = self  # a cycle: only the collector frees it
        self.beat = QTimer(self)
        self.beat.start(50)

def test_a_parentless_widget_in_a_variable(): Parent().show()

def test_widgets_given_to_qtbot(qtbot):
    window = QMainWindow(); qtbot.addWidget(window)
    box = QComboBox(window); box.addItems(["a", "b"]); window.setCentralWidget(box); window.show()
    box.showPopup(); qtbot.wait(20)

class Wasteful(QWidget):
    dropped = False
    def sizeHint(self):
        if self.dropped:
            usual = gc.get_threshold()
            gc.set_threshold(1, 1, 1)
            waste = [[] for _ in range(50)]
            gc.set_threshold(*usual)
        return QSize(10, 10)

def test_a_window_dropped_before_it_is_laid_out_again():
    window = Parent(); column = QVBoxLayout(window)
    for _ in range(3): column.addWidget(Wasteful())
    window.show(); QApplication.processEvents()
    for part in window.findChildren(Wasteful): part.updateGeometry()
    Wasteful.dropped = True

def test_thread_ended():
    thread = QThread(); thread.start(); thread.quit(); thread.wait()
    other = threading.Thread(target=lambda: None); other.start()

def test_short_shot(): QTimer.singleShot(10, lambda: None)

def test_expected(qt_messages):
    qt_messages.expect("^meant")
    qWarning("meant to be said")

def test_harmless():
    widget = QWidget(); widget.show(); widget.raise_()
"""

FAULTY = """
import threading
import pytest
from PySide6.QtCore import QPropertyAnimation, QThread, QTimer, qCritical, qWarning
from PySide6.QtWidgets import QApplication, QDialog, QWidget

KEPT = []
forever = threading.Event()

class Board(QWidget):
    def __init__(self):
        super().__init__()
        self.blink = QTimer(self)
        self.blink.setObjectName("blinker")

BOARD = None

@pytest.fixture(scope="session", autouse=True)
def board(qapp):
    global BOARD
    BOARD = Board()
    yield
    BOARD = None

def test_widget():
    widget = QDialog(); widget.setObjectName("forgotten"); KEPT.append(widget)

def test_dialog_over_a_window_that_stays():
    dialog = QDialog(BOARD); dialog.setObjectName("still-open"); dialog.show()

def test_timer(): BOARD.blink.start(777)

def test_shot(): QTimer.singleShot(60_000, lambda: None)

def test_animation():
    animation = QPropertyAnimation(BOARD, b"windowOpacity"); animation.setLoopCount(-1)
    animation.setDuration(900); animation.setStartValue(0.1); animation.setEndValue(1.0); animation.start()
    KEPT.append(animation)

def test_qthread():
    thread = QThread(); thread.setObjectName("thinker"); KEPT.append(thread); thread.start()

def test_thread(): threading.Thread(target=forever.wait, name="listener", daemon=True).start()

def test_warning(): qWarning("the paint ran out")

def test_critical_in_a_fixtures_end(late): pass

@pytest.fixture
def late():
    yield
    qCritical("too late")

def test_expected_but_silent(qt_messages): qt_messages.expect("never said")

def test_real_warning_of_qt():
    from PySide6.QtGui import QPainter, QPixmap
    QPainter(QPixmap()).end()

def test_look():
    from companion.ui.kit.theme import motion, palette
    motion.set_reduced(True)
    palette.set_theme("night")

def test_unraisable():
    class Bad:
        def __del__(self): raise ValueError("in a finaliser")
    Bad()

def test_a_clean_one_after_all_that(): BOARD.show()
"""

INI = """
[pytest]
addopts = --no-qt-log -p no:randomly -p no:cacheprovider
filterwarnings = error
qt_api = pyside6
"""


def run(pytester: pytest.Pytester, tests: str) -> pytest.RunResult:
    pytester.makeini(INI)
    guards = (HERE / "conftest.py").read_text("utf-8").replace("PATIENCE = 2.0", "PATIENCE = 0.3")
    pytester.makeconftest(guards)
    pytester.makepyfile(tests)
    return pytester.runpytest_subprocess(timeout=120)


def test_clean_tests_pass(pytester: pytest.Pytester) -> None:
    result = run(pytester, CLEAN)
    result.assert_outcomes(passed=7)


def test_every_fault_is_found_and_named(pytester: pytest.Pytester) -> None:
    result = run(pytester, FAULTY)
    result.assert_outcomes(passed=13, failed=1, errors=12)
    said = result.stdout.str()
    for fault, name in (
        ("test_widget", "left behind: PySide6.QtWidgets.QDialog “forgotten” hidden"),
        ("test_dialog_over_a_window_that_stays", "QDialog “still-open” visible child of Board"),
        (
            "test_timer",
            "left behind: PySide6.QtCore.QTimer “blinker” every 777 ms child of Board “” held by Board.blink",
        ),
        ("test_shot", "left behind: PySide6.QtCore.QTimer once in 60000 ms"),
        ("test_animation", "left behind: PySide6.QtCore.QPropertyAnimation"),
        ("test_qthread", "left behind: PySide6.QtCore.QThread “thinker”"),
        ("test_thread", "left behind: threading.Thread “listener” running <bound method Event.wait"),
        ("test_warning", "Qt warning: the paint ran out\n      test_every_fault_is_found_and_named.py:"),
        ("test_critical_in_a_fixtures_end", "Qt critical: too late"),
        ("test_expected_but_silent", "Qt never said what was expected: never said"),
        ("test_look", "left behind: theme night, was paper\n  left behind: reduced motion True, was False"),
        ("test_real_warning_of_qt", "Qt warning: QPainter::"),
    ):
        blame = said.split(f"ERROR at teardown of {fault} _", 1)[-1].split("ERROR at teardown", 1)[0]
        assert name in blame, fault
    result.stdout.fnmatch_lines(["FAILED *::test_unraisable - *"])
