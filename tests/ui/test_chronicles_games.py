"""Whole games of Okko Chronicles in the real window, to the score: handed over, killed, against the app."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import accusation
from companion.model.games.chronicles.state.state import ONI
from companion.ui.games.chronicles.new_game import quick_game
from companion.ui.kit.theme import motion
from tests.chronicles.tables import CONTENT

from .blank_kit import said
from .chronicles_evening import TURN, begin
from .chronicles_kit import chronicles_window
from .chronicles_players import People, table_of
from .players import Sitting, click
from .test_window_kit import until

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize("heroes", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_two_people_hand_the_screen_over_to_the_score_though_the_program_is_killed(
    qapp: QApplication, tmp_path: Path, heroes: int
) -> None:
    """Done when: the house scenario, one person the Oni; no card of one camp is ever said to the other."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.ui.chronicles_evening", str(tmp_path), str(heroes)],
        capture_output=True, text=True, timeout=200, cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr[-3000:]
    shown = json.loads(child.stdout.splitlines()[-1])
    sitting = Sitting(tmp_path)
    below = sitting.window.home.below
    assert below is not None
    click(below.go_on)
    table = table_of(sitting.window)
    session = table.game.session
    assert json.loads(json.dumps(SYSTEM.encode(session.state))) == shown["state"]
    assert (session.cursor, session.state.turn) == (shown["cursor"], TURN)
    assert table.screen.covered, "nobody sits there yet"
    people = People(table)
    people.play()
    assert {ONI, "h1"} <= {*people.sat, *shown["sat"]}
    assert people.searched > 100
    scored(people)
    sitting.close()


def test_one_person_plays_to_the_score_against_the_oni_of_the_app() -> None:
    """AUT-6, invariant 23: nobody is asked to pass the screen, and the final combat is decided."""
    before, quick = motion.speed(), quick_game(CONTENT)
    assert quick is not None
    with chronicles_window() as (made, _):
        motion.set_speed("at_once")
        table = begin(made, *quick, seed=8)
        until(lambda: table.game.choices)
        people = People(table)
        people.play()
        assert people.sat == []
        scored(people)
    motion.set_speed(before)


def scored(people: People) -> None:
    """The final combat is decided, and the memoirs lie open with who has won by what."""
    screen, state, pending = people.screen, people.game.state, people.game.pending
    assert isinstance(pending, Over)
    assert state.oni.demon in ("slain", "escaped")
    assert all(one.done for one in state.scores if one.mission), "END-1"
    assert screen.memoirs.isVisible()
    assert screen.rematch.isVisible()
    words = said(screen.memoirs)
    assert ("The heroes have won" in words) is (pending.winners != (ONI,))
    for colour, camp in (("blue", "the heroes"), ("red", "the Oni")):
        points = accusation.points(state)[colour][0]
        assert any(f"{camp}: {points} point" in one for one in words), (camp, points)
