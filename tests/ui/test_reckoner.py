"""Odds come between two frames: nothing waits for them, and none is shown that has become untrue."""

from __future__ import annotations

import gc
import time
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.board.layers import ThreatLayer
from companion.ui.games.asagiri.fight import parts
from companion.ui.games.asagiri.fight.parts import Reckoner
from companion.ui.games.asagiri.table.screen import TableScreen

from .test_cards_kit import duel, game_of, hold, reckoned


def counting(steps: int, answer: str, seen: list[int]) -> Generator[None, None, str]:
    for n in range(steps):
        seen.append(n)
        yield
    return answer


@pytest.fixture
def at_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice so short that nothing is found in one."""
    monkeypatch.setattr(parts, "SLICE", 1e-9)


def test_what_is_quick_is_told_at_once(qtbot: Any) -> None:
    told: list[str] = []
    parent = QObject()
    made = Reckoner(parent)
    made.ask(counting(0, "found", []), told.append)
    assert told == ["found"]
    assert not made.busy


def test_what_takes_long_comes_later_and_only_the_last_question_counts(qtbot: Any, at_a_step: None) -> None:
    told: list[str] = []
    seen: list[int] = []
    parent = QObject()
    made = Reckoner(parent)
    made.ask(counting(5, "old", seen), told.append)
    made.ask(counting(5, "new", []), told.append)
    assert made.busy and not told
    qtbot.waitUntil(lambda: not made.busy)
    assert told == ["new"]
    assert len(seen) <= 1
    made.ask(counting(5, "dropped", []), told.append)
    made.drop()
    QApplication.processEvents()
    assert told == ["new"]


def test_no_odds_are_shown_while_they_are_worked_out_and_none_of_what_was(qtbot: Any, at_a_step: None) -> None:
    game = game_of(duel())
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    game.animated = False
    screen.resize(1280, 800)
    with qtbot.waitExposed(screen):
        screen.show()
    game.choose(o.Activate(0))
    preview = screen.preview
    preview.hover(4)
    assert preview.odds.reckoner.busy and not preview.odds.ways
    reckoned(qtbot, preview.odds)
    first = preview.odds.ways
    assert sum(first.values()) == 36
    preview.hover(5)
    assert not preview.odds.ways  # nothing rather than what was
    preview.hover(-1)
    assert not preview.odds.reckoner.busy
    QApplication.processEvents()
    assert not preview.odds.ways
    preview.hover(4)
    reckoned(qtbot, preview.odds)
    assert preview.odds.ways == first


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Without the garbage collector: its pauses are about what all other tests have left behind."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_neither_odds_nor_threats_keep_the_window_waiting(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch, no_collector: None
) -> None:
    """The longest block of work, in time of the processor; a bound for a busy machine."""
    blocks: list[float] = []

    def timed(do: Any) -> Any:
        def work(self: Any) -> None:
            started = time.process_time()
            do(self)
            blocks.append(time.process_time() - started)

        return work

    monkeypatch.setattr(Reckoner, "_work", timed(Reckoner._work))
    monkeypatch.setattr(ThreatLayer, "_work", timed(ThreatLayer._work))
    game = game_of(duel())
    screen = hold(qtbot, TableScreen(game, ("Anna", "Bruno")))
    game.animated = False
    screen.resize(1280, 800)
    with qtbot.waitExposed(screen):
        screen.show()
    screen.seeing.toggle_threat()
    danger = screen.board.layers.threat_layer
    qtbot.waitUntil(lambda: danger.threats is not None and danger.threats.whole, timeout=15_000)
    screen.seeing.ask_odds(4)
    screen.whatif.look(0, 4)
    reckoned(qtbot, screen.whatif.odds)
    assert len(blocks) >= 2
    assert max(blocks) < 0.06, blocks
