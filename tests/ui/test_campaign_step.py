"""One whole step of a campaign through the window by keys: from the battle to the next adventure, undone and kept."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.ui.games.asagiri.campaign.screen import CampaignScreen
from companion.ui.shell.window import MainWindow

from .campaign_window_kit import SHORT, begun, mustered, ways_of
from .test_window_kit import FAST, click, new_shelf, press, until, window
from .tour_kit import settle

SPACE, ENTER, ESC = Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape
CONTROL = Qt.KeyboardModifier.ControlModifier


def keys(*typed: Qt.Key | str) -> None:
    """Keys wherever they go, and the window at rest after each."""
    for key in typed:
        press(key)
        settle()


def chronicle(w: MainWindow) -> Chronicle:
    """The campaign that is open."""
    assert w.navigator is not None
    assert w.navigator.screens("asagiri").campaigns is not None
    screen = w.navigator.screens("asagiri").campaigns.screen
    assert isinstance(screen, CampaignScreen)
    return screen.controller.chronicle


def test_cam_1_to_4_a_step_of_a_campaign_with_typed_rolls_approved_undone_and_kept(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage, FAST) as w:
        screen = begun(w, SHORT, "One step")
        mustered(screen)
        made = chronicle(w)
        settle()
        screen.controller.choose("won:B")
        settle()
        assert screen.stack.currentWidget() is screen.after
        until(lambda: screen.after.isAncestorOf(QApplication.focusWidget()))
        keys("d", "s", "v", "v", SPACE)
        assert [fate.state for fate in made.state.now.fates] == ["disabled", "shaken", "vigilant", "vigilant"]
        click(screen.after.dice.words["typed"])
        keys("1")
        assert made.session.steps[-1].result.sources == ("typed",)
        keys("2", SPACE, "5", SPACE)
        assert made.state.member("A1").state == "shaken", "the wrong die was put right in its place"
        keys("1", "f", SPACE, "2")
        for name in ("Inro", "Jitte", "Omamori"):
            keys(name, ENTER)
        keys("2")
        assert made.state.member("B2").equipment == "house:jitte"
        assert screen.after.panel is screen.after.approval
        assert made.state.approved[1].members[1].equipment is None, "nothing counts before"
        keys(SPACE)
        assert made.state.now.chapter == 1
        assert screen.stack.currentWidget() is screen.after, "the end is seen"
        press(Qt.Key.Key_Z, modifier=CONTROL)
        settle()
        assert made.state.now.stage == "approve"
        keys(SPACE, SPACE)
        assert screen.stack.currentWidget() is screen.overview
        before = made.state.now
        keys(ESC)
        assert ways_of(w).list is w.stack.currentWidget()
    with window(storage, FAST) as w:
        ways = ways_of(w)
        kept = ways.storage.all()[0]
        ways.open(kept.id)
        assert chronicle(w).state.now == before, "all of it was kept"
    storage.close()


def test_what_if_we_had_lost_through_the_window(qtbot: QtBot) -> None:
    with window(settings=msgspec.structs.replace(FAST, language="en")) as w:
        screen = begun(w, SHORT, "What if")
        mustered(screen)
        screen.controller.choose("won:A")
        settle()
        keys(SPACE)
        keys("r", SPACE, SPACE)
        made = chronicle(w)
        assert made.state.now.chapter == 1
        screen.travel()
        settle()
        machine = screen.machine
        assert machine is not None
        until(lambda: machine.isAncestorOf(QApplication.focusWidget()))
        keys(Qt.Key.Key_Left)
        assert machine.otherwise.isVisible()
        keys("w")
        assert screen.stack.currentWidget() is screen.after
        assert made.state.now.winner == 1
        keys(SPACE, "r", SPACE, SPACE)
        assert len(made.branches) == 2
        screen.travel()
        settle()
        keys("c")
        rows = {title: (left, right) for title, left, right, _ in machine.comparison.rows}
        assert rows["1. A battle"] == ("Roster A won", "Roster B won")
        keys(ESC)
        assert screen.stack.currentWidget() is screen.overview
