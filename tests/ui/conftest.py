"""For every test of the window: a Qt message, or a widget, timer, animation or thread left behind, fails the test.

So does a look (theme, size of text, motion) that is not as it was found: the next test would see it.

The failure names what was left: class, object name, the attribute that holds it, how often a timer fires. To know
the line that made it as well, run that test with ``PYTHONTRACEMALLOC=10`` in the environment and ``-n0``.

A test that means to provoke a message asks for the fixture `qt_messages` and says ``qt_messages.expect("pattern")``.
Proof that all of this bites: test_ground_guards.py, which runs this file on tests that misbehave.
"""

from __future__ import annotations

import gc
import re
import threading
import time
import traceback
import tracemalloc
import weakref
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import (
    QAbstractAnimation,
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QObject,
    QThread,
    QThreadPool,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from companion.ui.kit import keys
from companion.ui.kit.art import terrain
from companion.ui.kit.theme import fonts as type_
from companion.ui.kit.theme import motion, palette, style
from companion.ui.kit.translator import tr

PATIENCE = 2.0
"""Seconds that things which are ending get to end."""

NOISE = re.compile(r"This plugin does not support ")
"""What the offscreen platform says of raising, grabbing and size hints; a real one does not."""

_LEVELS = {
    QtMsgType.QtWarningMsg: "warning",
    QtMsgType.QtCriticalMsg: "critical",
    QtMsgType.QtFatalMsg: "fatal",
}
_FAILED = pytest.StashKey[bool]()


# --- what is alive -------------------------------------------------------------------------------------------------


def _classes(*roots: type) -> set[type]:
    found = set(roots)
    for root in roots:
        found |= _classes(*root.__subclasses__()) if root.__subclasses__() else set()
    return found


_OLD: weakref.WeakSet[QObject] = weakref.WeakSet()
"""The timers, animations and threads among the objects that were there before the test."""


def _young() -> list[QObject]:
    """The timers, animations and threads made since the garbage collector was last frozen."""
    wanted = _classes(QTimer, QAbstractAnimation, QThread)  # isinstance() on Qt's classes is four times slower
    return [thing for thing in gc.get_objects() if type(thing) in wanted]


def settle_down() -> None:
    """Take whatever is alive as given: later looks need not go through it again.

    A worker holds millions of objects in the end, and one look at all of them takes half a second.
    """
    gc.collect()
    _OLD.update(_young())
    gc.freeze()


def _running() -> list[QObject]:
    """Timers, animations and Qt threads at work. `QTimer.singleShot` makes a timer too."""
    stopped = QAbstractAnimation.State.Stopped
    return [
        thing
        for thing in (thing for thing in (*_OLD, *_young()) if shiboken6.isValid(thing))
        if (isinstance(thing, QTimer) and thing.isActive())
        or (isinstance(thing, QAbstractAnimation) and thing.group() is None and thing.state() != stopped)
        or (isinstance(thing, QThread) and thing.isRunning() and thing is not QThread.currentThread())
    ]


def _windows() -> list[QWidget]:
    """Top-level widgets, less what Qt makes for itself (a combo's list, a tool tip)."""
    return [
        widget
        for widget in QApplication.topLevelWidgets()
        if (widget.parent() is None or (widget.isVisible() and isinstance(widget.parent(), QWidget)))
        and widget.metaObject().className() not in ("QComboBoxPrivateContainer", "QTipLabel")
    ]


def _threads() -> list[threading.Thread]:
    """Python's threads. A dummy is a thread of Qt's that once ran Python: Qt's own business."""
    return [t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)]


# --- who is it -----------------------------------------------------------------------------------------------------


def describe(thing: object) -> str:
    """Who this is: class, name, rhythm, the attribute that holds it, and the line that made it if memory is traced."""
    words = [f"{type(thing).__module__}.{type(thing).__qualname__}"]
    if isinstance(thing, threading.Thread):
        words.append(f"“{thing.name}” running {getattr(thing, '_target', None)!r}")
    if isinstance(thing, QObject):
        if thing.objectName():
            words.append(f"“{thing.objectName()}”")
        if isinstance(thing, QTimer):
            words.append(f"{'once in' if thing.isSingleShot() else 'every'} {thing.interval()} ms")
        if isinstance(thing, QWidget):
            words.append("visible" if thing.isVisible() else "hidden")
            if thing.windowTitle():
                words.append(f"titled “{thing.windowTitle()}”")
        parent = thing.parent()
        if parent is not None:
            words.append(f"child of {type(parent).__qualname__} “{parent.objectName()}”")
    holders = _holders(thing)
    if holders:
        words.append("held by " + ", ".join(holders))
    made = tracemalloc.get_object_traceback(thing) if tracemalloc.is_tracing() else None
    return " ".join(words) + ("\n      made at\n      " + "\n      ".join(made.format()) if made else "")


def _holders(thing: object) -> list[str]:
    found = []
    gc.unfreeze()  # else older objects would not be asked
    for holder in gc.get_referrers(thing):
        if not isinstance(holder, dict):
            continue
        names = [name for name, value in list(holder.items()) if value is thing and isinstance(name, str)]
        if not names:
            continue
        if "__name__" in holder and "__builtins__" in holder:
            found.append(f"{holder['__name__']}.{names[0]}")
            continue
        owner = next((o for o in gc.get_referrers(holder) if getattr(o, "__dict__", None) is holder), None)
        if owner is not None:
            found.append(f"{type(owner).__qualname__}.{names[0]}")
    return sorted(set(found))[:4]


# --- the watch -----------------------------------------------------------------------------------------------------


class Watch:
    """What was there before a test, and what there is more of after it."""

    def __init__(self) -> None:
        settle_down()
        self._known = {id(thing): thing for thing in self._all()}  # the references keep the ids from being reused

    @staticmethod
    def _all() -> list[Any]:
        return [*_running(), *_windows(), *_threads()]

    def left(self) -> list[Any]:
        """What this test left behind, after all the patience there is."""
        QToolTip.hideText()
        until = time.monotonic() + PATIENCE
        while True:
            QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            found = [thing for thing in self._all() if id(thing) not in self._known]
            if not found or time.monotonic() > until:
                break
            # a running QThread that is collected as garbage ends the process: then `found` holds it, and waits
            if not any(isinstance(thing, QThread) for thing in found):
                found.clear()
                gc.collect()
            time.sleep(0.01)
        if not QThreadPool.globalInstance().waitForDone(int(PATIENCE * 1000)):
            found.append(QThreadPool.globalInstance())
        return found


def _stop(thing: Any) -> None:
    """End what was left, so that the next test is not blamed for it."""
    if isinstance(thing, QTimer | QAbstractAnimation):
        thing.stop()
    elif isinstance(thing, QThread):
        thing.requestInterruption()
        thing.quit()
        thing.wait(int(PATIENCE * 1000))
    elif isinstance(thing, QWidget):
        thing.hide()
        thing.deleteLater()


# --- Qt's messages -------------------------------------------------------------------------------------------------


class QtMessages:
    """What Qt said during one test, from warnings upwards."""

    def __init__(self) -> None:
        self._heard: list[tuple[str, str, str]] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Say that a message matching `pattern` must come; it then does no harm."""
        self._expected.append(pattern)

    @property
    def heard(self) -> list[str]:
        """The messages so far."""
        return [text for _, text, _ in self._heard]

    def hear(self, level: str, text: str, where: str) -> None:
        """Called by the handler, in whichever thread Qt speaks."""
        self._heard.append((level, text, where))

    def faults(self) -> list[str]:
        """Messages nobody expected, and expected ones that never came."""
        missing = [p for p in self._expected if not any(re.search(p, text) for text in self.heard)]
        stray = [m for m in self._heard if not any(re.search(p, m[1]) for p in self._expected)]
        return [
            *(f"Qt {level}: {text}\n      {where}" for level, text, where in stray),
            *(f"Qt never said what was expected: {pattern}" for pattern in missing),
        ]


class _Switchboard:
    """The one handler of a session; hands each message to the test that runs."""

    def __init__(self) -> None:
        self.now = QtMessages()

    def __call__(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind not in _LEVELS or NOISE.match(text):
            return
        frames = [
            f for f in traceback.extract_stack() if "site-packages" not in f.filename and "lib/python" not in f.filename
        ]
        frames = [f for f in frames if f.filename != __file__][-4:]
        where = " < ".join(f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno} {f.name}" for f in reversed(frames))
        self.now.hear(_LEVELS[kind], text, where or f"category {context.category}")


@pytest.fixture(scope="session")
def _switchboard(qapp: QApplication) -> Iterator[_Switchboard]:
    board = _Switchboard()
    qInstallMessageHandler(board)
    yield board
    qInstallMessageHandler(None)


@pytest.fixture(scope="session")
def _dressed(qapp: QApplication) -> None:
    """Every window is tested in the style that the program gives it: sizes, and what they cost, come from there."""
    style.apply(qapp)


@pytest.fixture(scope="session", autouse=True)
def _floors() -> Iterator[None]:
    """The same few boards are opened by a thousand tests: their floors are painted once, a tenth of all the time.

    The program keeps as many pictures as one table needs.
    """
    kept = terrain._floor
    terrain._floor = lru_cache(maxsize=128)(kept.__wrapped__)
    yield
    terrain._floor = kept


@pytest.fixture
def qt_messages(_guard: QtMessages) -> QtMessages:
    """What Qt says in this test; `expect` what is meant."""
    return _guard


# --- the look ------------------------------------------------------------------------------------------------------


def _look() -> dict[str, object]:
    """What every widget of this process is painted by."""
    return {
        "theme": palette.current().name,
        "size of text": type_.text_scale(),
        "reduced motion": motion.reduced(),
    }


def _put_back(look: dict[str, Any]) -> None:
    palette.set_theme(look["theme"])
    type_.set_text_scale(look["size of text"])
    motion.set_reduced(look["reduced motion"])


# --- the fixture ---------------------------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Remember a failure: its traceback keeps the test's variables alive, so what they hold is no leak."""
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    """Collect no garbage from the end of a test until its window is closed (`_guard`).

    Nothing but itself holds the window then, and Qt goes on handling its events: collected by an allocation in a
    `sizeHint`, it would be gone before the layout that has asked.
    """
    try:
        return (yield)
    finally:
        gc.disable()


@pytest.fixture(autouse=True)
def _guard(request: pytest.FixtureRequest, _dressed: None, _switchboard: _Switchboard) -> Iterator[QtMessages]:
    """Set up before and torn down after every other fixture of the test; pytest-qt has closed its widgets by then."""
    faults = [f"before this test began, {fault}" for fault in _switchboard.now.faults()]
    _switchboard.now = messages = QtMessages()
    watch, look = Watch(), _look()
    spoken, own = (tr.words, tr._folder), keys.own()
    yield messages
    left, seen = watch.left(), _look()
    gc.enable()
    if not request.node.stash.get(_FAILED, False):
        faults += [f"left behind: {describe(thing)}" for thing in left]
        faults += [f"left behind: {name} {seen[name]}, was {was}" for name, was in look.items() if seen[name] != was]
    faults += messages.faults()
    for thing in left:
        _stop(thing)
    if seen != look:
        _put_back(look)
    tr.words, tr._folder = spoken  # no fault: whoever opens a window sets language and keys anew
    keys.set_own(own)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    _switchboard.now = QtMessages()
    if faults:
        pytest.fail("\n  ".join([f"{request.node.name} is not clean:", *faults]), pytrace=False)
