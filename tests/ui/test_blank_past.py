"""The toy at a real table: the past put right, the rules taken over and given back; nobody's hand is shown by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import UNKNOWN
from companion.model.games.blank.play import Pick, Show
from companion.ui.games.blank.table import BlankScreen
from companion.ui.shell.window import MainWindow

from .blank_kit import THREE, choose, on_table, people, pick
from .test_window_kit import click, press, window

UNSEEN: list[int | str] = ["?"] * 4


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    with window() as made:
        yield made


def offered(screen: BlankScreen) -> list[str]:
    """What the panel offers instead of the step."""
    return [screen.change.list.item(row).text() for row in range(screen.change.list.count())]


def round_told(w: MainWindow) -> BlankScreen:
    """A round at a real table: A, whose hand the app knows, has played 5; B 3 and C 4 were told."""
    screen = on_table(w, {"A": THREE["A"], "B": UNSEEN, "C": UNSEEN}, settings=people(3, mode="track"))
    choose(screen, Pick(1, UNKNOWN))
    choose(screen, Pick(2, UNKNOWN))
    pick(screen, 5)
    choose(screen, Show(1, 3))
    choose(screen, Show(2, 4))
    return screen


def test_a_card_told_wrongly_is_put_right_three_steps_later(w: MainWindow) -> None:
    screen = round_told(w)
    game = screen.game
    before = game.state.scores
    at = next(n for n, step in enumerate(game.session.steps) if "3" in str(step.intent))
    screen.correction.start(at)
    assert screen.change.isVisible()
    assert not screen.log.isVisible()
    assert offered(screen)[:6] == [f"B: turn up the {n}" for n in range(1, 7)]
    screen.change.list.setCurrentRow(5)
    QTest.keyClick(screen.change.list, Qt.Key.Key_Return)
    assert (screen.correction.done, game.session.cursor) == (True, at), "Enter has chosen, and agreed to nothing yet"
    QTest.keyClick(screen.change.buttons["accept"], Qt.Key.Key_Return)
    assert not screen.correction.going_on
    assert screen.log.isVisible()
    assert game.state.played[0] == (5, 6, 4)
    assert game.state.scores != before or game.state.pot, "the six has won the round"
    game.restore()
    assert game.state.played[0] == (5, 3, 4)


def test_the_letter_on_a_button_is_pressed_while_the_list_of_steps_has_the_keys(w: MainWindow) -> None:
    screen = round_told(w)
    screen.change_step()
    asked = screen.change.accessibleName()
    assert screen.change.list.hasFocus() and screen.change.buttons["drop"].isVisible()
    row = screen.change.list.currentRow()
    QTest.keyClick(screen.change.list, Qt.Key.Key_D)
    assert screen.change.accessibleName() != asked, "“Delete this step” has been heard"
    assert screen.change.list.currentRow() in (-1, row), "no line is looked for"


def test_escape_leaves_everything_as_it_was(w: MainWindow) -> None:
    screen = round_told(w)
    cursor, state = screen.game.session.cursor, screen.game.state
    screen.change_step()
    assert screen.correction.going_on
    QTest.keyClick(screen.change, Qt.Key.Key_Escape)
    assert (screen.correction.going_on, screen.game.session.cursor, screen.game.state) == (False, cursor, state)


def test_dice_of_the_past_are_typed_again(w: MainWindow) -> None:
    screen = on_table(w, dict.fromkeys("ABC", UNSEEN), settings=people(3, mode="track", dice="typed"))
    for seat in range(3):
        choose(screen, Pick(seat, UNKNOWN))
    for seat, card in enumerate((6, 6, 2)):
        choose(screen, Show(seat, card))
    press("3", "5")
    game = screen.game
    at = next(n for n, step in enumerate(game.session.steps) if step.result.faces)
    screen.correction.start(at)
    assert [faces.choice() for faces in screen.change.dice.faces] == ["3", "5"]  # type: ignore[attr-defined]
    screen.change.dice.setFocus()
    QTest.keyClick(screen.change.dice, Qt.Key.Key_6)
    while not screen.correction.done:
        click(screen.change.buttons["suggested"])
    click(screen.change.buttons["accept"])
    assert game.session.steps[at].result.faces == (6, 5)


def test_correcting_offers_nobody_the_hand_of_another(w: MainWindow) -> None:
    """Two hands are known; what B picked is put right by whoever sits there as B, and by nobody else."""
    screen = on_table(w, {"A": THREE["A"], "B": THREE["B"], "C": UNSEEN}, settings=people(3, mode="track"))
    game = screen.game
    game.sit("A")
    pick(screen, 5)
    game.sit("B")
    pick(screen, 4)
    game.sit("A")
    at = next(n for n, step in enumerate(game.session.steps) if "B" in str(step.intent) or "pick:4" in str(step.intent))
    screen.correction.start(at)
    words = " ".join(offered(screen))
    assert not any(str(card) in words for card in THREE["B"])
    screen.correction.cancel()
    game.sit("B")
    screen.correction.start(at)
    assert offered(screen)


def test_the_rules_take_over_when_every_card_is_known(w: MainWindow) -> None:
    screen = on_table(w, THREE, settings=people(3, mode="track"))
    screen.game.sit("A")
    click(screen.mode)
    assert (screen.game.session.mode, screen.mode.text()) == ("enforce", "On screen")
    assert not screen.log.change.isVisible()
    click(screen.mode) if not screen.covered else screen.switch_mode()
    assert screen.game.session.mode == "track"


def test_the_rules_do_not_take_over_what_the_app_cannot_see(w: MainWindow) -> None:
    screen = on_table(w, {"A": THREE["A"], "B": UNSEEN, "C": UNSEEN}, settings=people(3, mode="track"))
    told: list[str] = []
    screen.game.failed.connect(lambda why: told.append(why.key))
    screen.game.refused.connect(lambda why: told.append(why.why.key))
    press("m")
    assert screen.game.session.mode == "track"
    assert told == ["The app does not know every card. Enter them before it enforces the rules."]
