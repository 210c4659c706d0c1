"""Space presses what the keys are on, on every screen; only where nothing is to be pressed is it the next step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.campaign.after_battle import STAGES
from companion.ui.games.asagiri.cards.large import LargeCard
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.asagiri.table.text_board import Square
from companion.ui.shell.window import MainWindow

from .test_cards_kit import duel, game_of, hold
from .test_window_kit import press, until, window
from .tour_kit import PARTS, after, touring, walk

SPACE = QKeySequence(Qt.Key.Key_Space)


def come_to_by_tab(most: int = 60) -> Iterator[QWidget]:
    """Every control that the Tab key comes to, until it is where it began."""
    first = QApplication.focusWidget()
    for _ in range(most):
        press(Qt.Key.Key_Tab)
        held = QApplication.focusWidget()
        if held is None or held is first:
            return
        yield held


def not_pressed(w: MainWindow, gone_on: list[str]) -> list[str]:
    """The kinds of buttons that Space does not press, or where it is a step of the screen besides."""
    found, seen = [], set()
    there = {type(button) for button in w.findChildren(QAbstractButton) if button.isVisible() and button.isEnabled()
             and button.focusPolicy() & Qt.FocusPolicy.TabFocus}  # fmt: skip
    for held in come_to_by_tab():
        if seen >= there:
            break
        if not isinstance(held, QAbstractButton) or type(held) in seen or getattr(held, "space_presses", True) is False:
            continue
        seen.add(type(held))
        pressed: list[None] = []
        held.pressed.connect(lambda pressed=pressed: pressed.append(None))
        QTest.keyPress(held, Qt.Key.Key_Space)
        held.setDown(False)  # what a click does is not asked here
        if len(pressed) != 1 or gone_on:
            found.append(f"{type(held).__name__} “{held.text()}”: {len(pressed)} presses, {gone_on}")
        gone_on.clear()
    return found


@pytest.mark.parametrize("part", PARTS)
def test_space_presses_every_kind_of_button_on_every_screen(qtbot: object, tmp_path: Path, part: int) -> None:
    wrong, gone_on = [], []
    with touring(tmp_path) as w:
        listened: set[QAction] = set()
        for name, _ in walk(w, part):
            for action in {*w.findChildren(QAction)} - listened:
                if SPACE in action.shortcuts():
                    action.triggered.connect(lambda _=False, action=action: gone_on.append(action.id))
                listened.add(action)
            wrong += [f"{name}: {what}" for what in not_pressed(w, gone_on)]
    assert not wrong, "\n".join(wrong)


def test_after_a_battle_space_alone_goes_to_the_end(qtbot: object, tmp_path: Path) -> None:
    """What is pressed may go away with its own press: nothing is pressed that is gone."""
    with touring(tmp_path) as w:
        screen: Any = after("result")(w)
        controller = screen.controller
        for _ in range(60):
            if controller.state.now.stage in STAGES:
                press(Qt.Key.Key_Space)
        assert controller.state.now.stage == "over"


def test_space_on_a_card_opens_it_on_a_die_asks_what_it_may_do_and_in_the_log_shows_the_moment(qtbot: Any) -> None:
    screen = hold(qtbot, TableScreen(game_of(duel())))
    screen.resize(1280, 800)
    screen.show()
    screen.activateWindow()
    until(lambda: QApplication.activeWindow() is screen)
    session = screen.game.session
    screen.game.choose(o.Activate(0))
    screen.game.choose(o.Attack(4))
    stood = session.cursor
    screen.columns[0]._cards[0].setFocus(Qt.FocusReason.TabFocusReason)
    press(Qt.Key.Key_Space)
    assert screen.findChild(LargeCard) is not None
    press(Qt.Key.Key_Escape)
    screen.dice.surface.setFocus(Qt.FocusReason.TabFocusReason)
    press(Qt.Key.Key_Space)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu), "what the die may do"
    menu.close()
    screen.toggle_log()
    press(Qt.Key.Key_Up, Qt.Key.Key_Space)
    assert session.looking
    assert session.present == stood, "nothing has been done"


def test_space_is_the_next_step_on_the_board_in_words_as_well_and_it_says_so(qtbot: Any) -> None:
    with window() as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").quick_start()
        screen = w.front()
        assert isinstance(screen, TableScreen)
        screen.toggle_text()
        assert isinstance(QApplication.focusWidget(), Square)
        assert "Space: next step" in screen.text._legend.text()
        before = screen.game.session.cursor
        press(Qt.Key.Key_Space)
        assert screen.game.session.cursor > before, "who begins has been rolled"
        assert isinstance(QApplication.focusWidget(), Square), "the keys stay on the board"
