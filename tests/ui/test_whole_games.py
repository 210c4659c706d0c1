"""Whole games at the real window: by mouse, by keyboard, and one tracked from a table, killed and gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules.transition import end_of
from companion.ui.play.storage import GameSettings

from .players import Keyboard, Mouse, Person, Sitting, click, settle
from .rows import row

pytestmark = pytest.mark.timeout(280)


SOON = 4
"""Zeni lost that end a game early: the first who is out, in most games."""


@pytest.mark.parametrize("kind", [Mouse, Keyboard])
@pytest.mark.parametrize("limit", [SOON, pytest.param(12, marks=pytest.mark.soak)])
def test_a_quick_game_is_played_to_its_end(qtbot: object, tmp_path: Path, kind: type[Person], limit: int) -> None:
    sitting = Sitting(tmp_path)
    navigator = sitting.window.navigator
    assert navigator is not None
    navigator.screens("asagiri").begin(
        {"quick": True, "options": {"losing_limit": limit}}, GameSettings()
    )  # one person plays both bands
    table = sitting.table
    over = kind(table).play()
    assert over.winner in ("A", "B", None)
    assert end_of(table.game.state) is not None
    assert table.end.isVisible()
    assert {step.mark for step in table.game.session.steps} == {"enforced"}
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert table.end.isVisible() and table.end.leave.hasFocus(), "the end is heard before it is left"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    settle(lambda: sitting.window.stack.currentWidget() is sitting.window.home)
    sitting.close()


@pytest.mark.soak
def test_kar_6_a_drafted_game_is_played_to_its_end_with_the_mouse(qtbot: object, tmp_path: Path) -> None:
    """From the players' page on: recruited, equipped, laid, drawn and fought by clicks alone."""
    sitting = Sitting(tmp_path)
    navigator = sitting.window.navigator
    assert navigator is not None
    navigator.new_game("enforce")
    screen = navigator.screens("asagiri").draft
    assert screen is not None
    settle()
    for seat in screen.players.seats:
        click(seat.player.words["person"])
    click(screen.players.choices["kind"].words["recruits"])
    click(screen.next)
    click(screen.next)
    table = sitting.table
    over = Mouse(table).play(6000)
    state = table.game.state
    assert over.winner in ("A", "B", None) and state.table.contest is not None
    assert state.draft is None and len(state.table.contest.tiles) == 4
    assert {step.mark for step in table.game.session.steps} == {"enforced"}
    assert table.end.isVisible()
    sitting.close()


@pytest.mark.soak
@pytest.mark.parametrize("name", ["the-stolen-scroll", "the-merchants-cage", "the-inn-at-night", "under-the-graves"])
def test_an_adventure_is_played_to_its_end_with_the_mouse(qtbot: object, tmp_path: Path, name: str) -> None:
    """From the players' page on: chosen, read, played; things are taken, freed, searched where they lie."""
    sitting = Sitting(tmp_path)
    navigator = sitting.window.navigator
    assert navigator is not None
    navigator.new_game("enforce")
    screen = navigator.screens("asagiri").draft
    assert screen is not None
    settle()
    for seat in screen.players.seats:
        click(seat.player.words["person"])
    click(screen.players.choices["kind"].words["adventure"])
    click(screen.next)
    click(row(screen.adventure.lines, f"house:{name}"))
    click(screen.next)
    table = sitting.table
    assert table.scenario.isVisible() and table.scenario.title.text() == screen.adventure.title.text()
    over = Mouse(table).play(6000)
    state = table.game.state
    assert over.winner in ("A", "B", None) and state.table.adventure is not None
    assert {step.mark for step in table.game.session.steps} == {"enforced"}
    assert table.end.isVisible() and table.end.story.text()
    sitting.close()


def test_a_tracked_game_is_killed_and_gone_on_with(qtbot: object, tmp_path: Path) -> None:
    """A child process tracks a table with typed dice, corrects, undoes, and is killed: nothing shown is lost."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.ui.tracked_table", str(tmp_path)],
        capture_output=True, text=True, timeout=240, cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr[-3000:]
    shown = json.loads(child.stdout.splitlines()[-1])
    sitting = Sitting(tmp_path)
    below = sitting.window.home.below
    assert below is not None
    assert below.go_on.isVisible()
    click(below.go_on)
    table = sitting.table
    settle()
    session = table.game.session
    assert json.loads(json.dumps(SYSTEM.encode(table.game.state))) == shown["state"]
    assert session.cursor == shown["cursor"]
    assert [step.mark for step in session.steps] == shown["marks"]
    assert set(shown["marks"]) == {"observed", "overridden"}
    assert shown["sources"] == ["typed", "corrected"]
    # and the game goes on
    Mouse(table).next_step()
    settle()
    assert session.cursor > shown["cursor"]
    sitting.close()
