"""Okko Chronicles beside a real table in the real window: killed in the middle, gone on with, put right."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import _shipped
from companion.model.core.record import Chosen
from companion.model.games.chronicles import SYSTEM
from companion.model.store.repository import Repository
from companion.ui.kit.screen import ChoicePopup
from tests.table.chronicles_recording import TableHand, read_lines

from .chronicles_kit import chronicles_table, later
from .chronicles_tracked import FILE, KILLED, table_of
from .test_window_kit import press, window


def test_a_followed_table_killed_in_turn_two_goes_on_to_the_end_of_turn_three(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Nothing that was entered is lost, and a blow of before the kill is put right after it."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.ui.chronicles_tracked", str(tmp_path)],
        capture_output=True, text=True, timeout=300, cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr[-3000:]
    shown = json.loads(child.stdout.splitlines()[-1])
    again = StoredGames(Repository(tmp_path / FILE), _shipped())
    lines = read_lines()
    with window(again) as w:
        w.resize(1280, 800)
        press("c")
        table = table_of(w)
        session = table.game.session
        assert json.loads(json.dumps(SYSTEM.encode(session.state))) == shown["state"]
        assert session.cursor == shown["cursor"]
        hand = TableHand(table.screen)
        said = lines[: lines.index(KILLED) + 1]
        chosen = [n for n, step in enumerate(session.steps) if isinstance(step.intent, Chosen)]
        hand.entered = list(zip(said, chosen, strict=True))
        hand.play(lines[lines.index(KILLED) + 1 :])
        state = session.state
        assert (state.turn, hand.corrected) == (4, 1)
        figure = state.figure("hiroji-san-1")
        assert figure is not None and figure.damage == 3
        assert {step.mark for step in session.steps} == {"observed"}
        table.screen.timeline.open()
        assert [one.turn for one in map(session.state_at, range(session.present))][-1] == 3
    again.close()


def test_a_table_says_in_the_mission_book_who_has_won_what(qapp: QApplication) -> None:
    """MIS-1: where figures have no places, only the table sees who holds a zone."""
    with chronicles_table(2, tracked=True) as table:
        later(table.game, "hero")
        screen, page = table.screen, table.screen.missions
        screen.leaf.show_choice("missions")
        screen._turn_to("missions")
        well = next(view for view in page.views if view.entry.id == "mission:house:the-well")
        QTest.mouseClick(well, Qt.MouseButton.LeftButton)
        popup = next(found for found in screen.window().findChildren(ChoicePopup) if found.isVisible())
        assert [line.title for line in popup.lines.rows.lines] == ["The heroes have won it", "The Oni has won it"]
        QTest.keyClick(popup.lines, Qt.Key.Key_Down)
        QTest.keyClick(popup.lines, Qt.Key.Key_Return)
        assert next(one.done for one in table.game.state.scores if one.mission) == "red"
        assert "Won by the Oni" in well.accessibleDescription()
