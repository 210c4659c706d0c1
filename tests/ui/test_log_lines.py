"""The log tells a movement in one line; its steps stay steps."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.table.log import STYLE
from companion.ui.kit.panels import Toast
from companion.ui.play import log_panel
from companion.ui.play.log_panel import LogPanel, ReportScreen

from .test_board_kit import at, figure, game_of, position
from .test_cards_kit import hold


def test_a_report_that_cannot_be_written_leaves_the_one_before(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    report = hold(qtbot, ReportScreen("Evening", "# Evening"))
    (tmp_path / "evening.md").write_text("# The evening before")
    monkeypatch.setattr(os, "fsync", full)
    report.write(tmp_path / "evening.md")
    assert (tmp_path / "evening.md").read_text() == "# The evening before"
    (toast,) = report.findChildren(Toast)
    assert toast.accessibleName() == "The file cannot be written: No space left on device"
    toast.close()


def test_a_movement_is_one_line_whichever_way_it_was_entered(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 4]), figure("a2", [0, 5])], [figure("b1", [2, 0], "S")]), mode="track")
    log = hold(qtbot, LogPanel(game, STYLE))
    log.show()

    def lines() -> list[str]:
        return [line.title for line in log.list.rows.lines]

    assert game.move(0, at(game, 2, 2), 1)
    steps = len(game.session.steps)
    assert steps == 4, "an activation, two steps, a turn"
    (line,) = lines()
    assert "is activated" in line
    assert "C5 to C3 (2)" in line
    assert line.endswith("turns east")
    assert log.step == steps - 1
    assert game.choose(o.EndActivation())
    for square in (at(game, 0, 4), at(game, 0, 3)):
        assert game.move(1, square)
    assert len(lines()) == 3, "steps entered one by one are one line, too"
    game.undo()
    assert len(lines()) == 4
    assert "A5 to A4" in lines()[3], "what was taken back is told apart"
    game.jump(2)
    assert "C5 to C4 (1)" in lines()[0]
    game.jump(len(game.session.steps))
    assert len(lines()) == 3
    game.annotate(2, note="here", bookmark=True)
    assert any("“here”" in line for line in lines()), "what is written beside a step has a line"


def test_the_log_says_what_happened_and_repeats_no_orders(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 1]), figure("a2", [0, 5])], [figure("b1", [2, 0], "S")],
                            band_a={"pool": ["earth", "fire"]}))  # fmt: skip
    log = hold(qtbot, LogPanel(game, STYLE))
    log.show()
    game.choose("activate:a1")
    game.choose("attack:b1")
    while o.Pass() in game.options:
        game.choose(o.Pass())
    game.roll()
    while o.EndActivation() not in game.options:
        game.choose(game.options[0])
    game.choose(o.EndActivation())
    told = [line.title for line in log.list.rows.lines]
    assert "Figure a1 is done" in told
    assert not {"Continue", "End activation"} & set(told)


def test_of_a_very_long_game_the_steps_around_the_moment_are_told(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_panel, "BLOCK", 10)
    monkeypatch.setattr(log_panel, "MOST", 30)
    game = game_of(position([figure("a1", [2, 4])], [figure("b1", [2, 0], "S")]), mode="track")
    log = hold(qtbot, LogPanel(game, STYLE))
    log.show()
    for n in range(95):
        game.session.switch("track" if n % 2 else "assist")
    game.jump(95)
    assert len(log.list.rows.lines) == 15
    assert "the timeline has all of them" in log.hint.text()
    for place in (42, 43, 7, 95):
        game.jump(place)
        assert len(log.list.rows.lines) <= 30
        assert log.step == place - 1, "the line of the moment is there, and chosen"


def test_no_button_of_a_narrow_log_is_cut(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 4])], [figure("b1", [2, 0], "S")]), mode="track")
    log = hold(qtbot, LogPanel(game, STYLE))
    log.show()
    buttons = (log.undo, log.redo, log.change)
    for width in (500, 185, 500):  # 185: beside the board of a lesson at 1280 × 800
        log.resize(width, 400)
        QApplication.processEvents()
        assert all(button.width() >= button.sizeHint().width() for button in buttons), width


def test_a_log_told_twice_is_laid_out_once_and_what_is_taken_back_is_seen(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(position([figure("a1", [2, 4])], [figure("b1", [2, 0], "S")]), mode="track")
    log = hold(qtbot, LogPanel(game, STYLE))
    log.show()
    laid: list[None] = []
    refresh = log.list.refresh
    monkeypatch.setattr(log.list, "refresh", lambda: laid.append(None) or refresh())
    assert game.move(0, at(game, 2, 2), 1)
    assert laid
    laid.clear()
    log.rewrite()
    assert laid == []
    game.undo()
    assert laid, "what is to be redone is painted otherwise"
