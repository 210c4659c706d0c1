"""Game after game in one window: memory, widgets, timers, threads and what Qt holds are as after the first tenth."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.core.contract import Over
from companion.model.core.session import Session
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.budget import tries
from tests.chronicles.tables import setup
from tests.contract.games import answer_to
from tests.contract.samples import SAMPLES
from tests.contract.test_many_games import EAGER
from tests.flat import Growth

from .conftest import _running, _threads
from .sake_kit import house_games, on_table
from .test_window_kit import FAST, window

GAMES = tries(6)
SYSTEMS = ("asagiri", "sake", "chronicles")
SHOWN = 40 if GAMES < 20 else 4_000
"""Decisions that a window shows of a game before that is left; in `make soak` all."""


def timers() -> int:
    """Timers of anybody."""
    return sum(isinstance(one, QTimer) and shiboken6.isValid(one) for one in gc.get_objects())


def held() -> int:
    """Every object below a window or the program."""
    roots: list[QObject] = [QApplication.instance(), *QApplication.topLevelWidgets()]  # type: ignore[list-item]
    return sum(len(root.findChildren(QObject)) for root in roots)


def gone() -> int:
    """What Python still knows of objects that Qt has deleted."""
    return sum(isinstance(one, QObject) and not shiboken6.isValid(one) for one in gc.get_objects())


EVERY = 1 if GAMES < 20 else 10
"""Decisions between two looks of the window at itself."""


COUNTS: dict[str, Callable[[], int]] = {
    "widgets": lambda: len(QApplication.allWidgets()),
    "wrappers of what is gone": gone,
    "timers": timers,
    "at work": lambda: len(_running()),
    "held by Qt": held,
    "threads": lambda: len(_threads()) + threading.active_count(),
}


def begun(w: MainWindow, n: int) -> Session[Any]:
    """A game of one of three kinds on the table; its session."""
    assert w.navigator is not None
    if SYSTEMS[n % 3] == "sake":
        return on_table(w, 3 + n // 3 % 6).game.session
    if SYSTEMS[n % 3] == "chronicles":
        seated = GameSettings(("Olga", "Anna", "Marco"), ("person",) * 3, bands=("",) * 3, spent=(0.0,) * 3)
        w.navigator.screens("chronicles").begin(setup(2, places="spaces"), seated)
    else:
        w.navigator.screens("asagiri").begin({"quick": True, "options": {"losing_limit": 4}}, GameSettings())
    QApplication.processEvents()
    assert w.navigator.table is not None
    return w.navigator.table.game.session


def settled() -> None:
    """What was thrown away is gone, as in a loop that runs."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


def test_a_table_whose_tab_key_went_round_leaves_nothing(qtbot: QtBot) -> None:
    """Where Tab stops is looked for in the whole window, which outlives what lies on it."""
    storage = house_games()
    with window(storage, FAST) as w:
        assert w.navigator is not None
        before = gone()
        for n in range(3):
            begun(w, n)
            for _ in range(3):
                QTest.keyClick(w, Qt.Key.Key_Tab)
            w.navigator.go_home()
            settled()
        assert gone() == before
    storage.close()


def test_tables_leave_no_reference_to_what_makes_them(qtbot: QtBot) -> None:
    """A signal of a table led to a method of what is no QObject: PySide keeps its weak reference for good."""
    storage = house_games()
    with window(storage, FAST) as w:
        assert w.navigator is not None
        makers = [w.navigator.screens(game) for game in SYSTEMS]
        seen = []
        for _ in range(2):
            for n in range(3):
                begun(w, n)
                w.navigator.go_home()
                settled()
            seen.append([weakref.getweakrefcount(one) for one in makers])
        assert seen[1] == seen[0]
    storage.close()


def test_game_after_game_in_one_window(qtbot: QtBot, tmp_path: Path, tried: Callable[..., None]) -> None:
    """On a file, as a person's: a hundred games kept in memory are twelve megabytes."""
    storage, growth, steps, over = house_games(tmp_path / "games.db"), Growth(COUNTS), 0, 0
    tenth = max(3, GAMES // 30 * 3)
    with window(storage, FAST) as w:
        assert w.navigator is not None
        for n in range(GAMES):
            rng, system = Random(n), SYSTEMS[n % 3]
            weights = {**SAMPLES[system].weights, **EAGER.get(system, {})}
            session = begun(w, n)
            for decision in range(SHOWN):
                if isinstance(session.pending, Over):
                    break
                answer = answer_to(session.pending, rng, weights)
                if isinstance(answer, tuple):
                    session.roll()
                else:
                    session.choose(answer)
                if decision % EVERY == 0:
                    QApplication.processEvents()
            over, steps = over + isinstance(session.pending, Over), steps + session.cursor
            w.navigator.go_home()
            settled()
            if (n + 1) % tenth == 0:
                growth.measure()
    storage.close()
    tried(GAMES, f"{over} to their end, {steps:,} steps; {growth.told()}")
    growth.check(filling=GAMES < 50)
