"""The table check at the real window: what is seen is said with one key an answer, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.table.screen import TableScreen

from .players import Sitting, click
from .test_past_window import SEED, played, press

__all__ = ["SEED"]


@pytest.fixture
def table(tmp_path: Path, qtbot: Any) -> Iterator[TableScreen]:
    """A game in its second turn, at the window, at a moment when figures are activated."""
    sitting = Sitting(tmp_path)
    screen = played(sitting, 75)
    yield screen
    sitting.close()


def answer_for(table: TableScreen, real: State, *, mouse: bool) -> int:
    """Answer every question by what lies on the real table; how many answers were not yes."""
    checking, noes = table.checking, 0
    while (question := checking.question) is not None:
        assert checking.check is not None
        if question.kind == "figure":
            who = question.who
            seen, wanted = checking.check.figures[who], real.figures[who]
            if seen.at != wanted.at:
                noes += 1
                if mouse:
                    board = table.board
                    click(board.viewport(), board.mapFromScene(board.canvas.geometry.centre(wanted.at)))
                else:
                    walk(table, who, wanted.at)
            while checking.check.figures[who].facing != wanted.facing:
                press("e")
            if checking.check.figures[who].state != wanted.state:
                noes += 1
                press("x" if wanted.state == "disabled" else "s")
        else:
            while checking.check.bands[question.band].lost < real.bands[question.band].lost:
                noes += 1
                press("+")
        press(Qt.Key.Key_Return)
    return noes


def walk(table: TableScreen, who: int, to: int) -> None:
    """By the arrow keys, which go as the board is seen."""
    seen = table.board.canvas.geometry.centre
    for _ in range(64):
        assert table.checking.check is not None
        here, there = seen(table.checking.check.figures[who].at), seen(to)
        if here == there:
            return
        if here.x() != there.x():
            press(Qt.Key.Key_Right if here.x() < there.x() else Qt.Key.Key_Left)
        else:
            press(Qt.Key.Key_Down if here.y() < there.y() else Qt.Key.Key_Up)
    raise AssertionError("it did not get there")


def moved(state: State) -> tuple[State, int]:
    """The table after somebody else was activated and moved two squares, which nobody entered."""
    for option in SYSTEM.pending(state).options:
        if not isinstance(option, o.Activate):
            continue
        after = SYSTEM.apply(state, option).state
        for _ in range(2):
            steps = [found for found in SYSTEM.pending(after).options if isinstance(found, o.Step)]
            if not steps:
                break
            after = SYSTEM.apply(after, steps[0]).state
        else:
            return after, option.who
    raise AssertionError("nobody can move")


@pytest.mark.parametrize("mouse", [True, False])
def test_a_movement_that_was_not_entered_is_found_and_entered(table: TableScreen, mouse: bool) -> None:
    game, session = table.game, table.game.session
    before = session.save()
    real, who = moved(game.state)
    press("y")
    assert table.check.isVisible()
    assert not game.live
    answer_for(table, real, mouse=mouse)
    assert session.save() == before  # until somebody agrees
    assert table.check.guesses
    press(Qt.Key.Key_Return)  # what is offered first
    assert not table.check.isVisible()
    assert game.live
    assert (game.figure(who).at, game.figure(who).facing) == (real.figures[who].at, real.figures[who].facing)
    assert game.figure(who).activated
    assert all(type(step.intent).__name__ == "Chosen" for step in session.steps[len(before.steps) :])
    content = game.content
    assert content is not None
    assert Session.replay(SYSTEM, session.save(), content).state == game.state


def test_three_differences_that_nothing_explains_are_put_by_hand_and_undone_as_one(table: TableScreen) -> None:
    game, session = table.game, table.game.session
    before, state = session.save(), game.state
    board, standing = state.table.board, state.occupied()
    one, two = state.on_board(0)[0], state.on_board(1)[0]
    far = next(at for at in range(len(board.squares)) if board.terrain[at] == "." and not standing >> at & 1)
    figures = list(state.figures)
    figures[one] = figures[one].__class__(**{**_fields(figures[one]), "at": far})
    figures[two] = figures[two].__class__(**{**_fields(figures[two]), "state": "shaken", "reserve": None, "more": ()})
    known, off = state.bands[1], len(state.figures[two].kept)  # its dice went with the card (INS-7)
    band = known.__class__(**{**_fields(known), "aside": known.aside + off, "lost": known.lost + 2})
    real = state.__class__(**{**_fields(state), "figures": tuple(figures), "bands": (state.bands[0], band)})
    press("y")
    answer_for(table, real, mouse=True)
    assert table.checking.check is not None
    assert len(table.checking.check.differences()) == 3 + bool(off)
    press("0")
    assert game.live
    assert game.figure(one).at == far
    assert game.figure(two).state == "shaken"
    assert game.state.bands[1].lost == state.bands[1].lost + 2
    assert len({step.group for step in session.steps[len(before.steps) :]}) == 1
    assert {step.mark for step in session.steps[len(before.steps) :]} == {"overridden"}
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert game.state == state


def test_a_table_that_is_right_takes_one_key_and_changes_nothing(table: TableScreen) -> None:
    game = table.game
    before = game.session.save()
    press("y")
    press(Qt.Key.Key_Right)  # a slip of the finger
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_End)
    assert "matches the app" in table.check.question.text()
    press(Qt.Key.Key_Return)
    assert (game.session.save(), game.live) == (before, True)
    press("y")
    press("x")
    press(Qt.Key.Key_Escape)
    assert (game.session.save(), game.live) == (before, True)
    assert table.board.layers.hovered == -1, "the figure asked about is not shown any more"


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}
