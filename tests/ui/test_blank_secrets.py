"""Hands stay hidden: what the window shows and says does not depend on a card that its viewer may not know.

Two games are played that differ only in what must not be known; everything that the window shows and says of both,
pixel by pixel and word by word, has to be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.blank.play import Take
from companion.ui.games.blank.table import BlankScreen
from companion.ui.shell.window import MainWindow

from .blank_kit import FOUR, THREE, choose, on_table, people, pick, said, seen, sit
from .test_window_kit import click, press, until, window
from .tour_kit import settle

Shown = tuple[list[str], QImage]


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    with window() as made:
        yield made


def other(hands: dict[str, list[int]], seats: str) -> dict[str, list[Any]]:
    """The same table, but for the hands of these seats, which are dealt anew among them."""
    cards = [card for seat in seats for card in hands[seat]][::-1]
    size = len(hands["A"])
    return {**hands, **{seat: cards[n * size : (n + 1) * size] for n, seat in enumerate(seats)}}


def both(
    w: MainWindow, do: Callable[[BlankScreen], object], hands: list[dict[str, list[Any]]], **more: Any
) -> tuple[list[Shown], list[Shown]]:
    """What the window, and its second window, show of each of two games when `do` is done."""
    mains, seconds = [], []
    for dealt in hands:
        screen = on_table(w, dealt, **more)
        do(screen)
        mains.append(seen(w))
        screen.toggle_second()
        seconds.append(seen(screen.second))
        screen.toggle_second()
        w.activateWindow()
        until(lambda: QApplication.activeWindow() is w)
    return mains, seconds


MOMENTS: dict[str, Callable[[BlankScreen], object]] = {
    "at first": lambda screen: None,
    "answered": lambda screen: (sit(screen, "A"), pick(screen, 3)),
    "undone": lambda screen: (sit(screen, "A"), pick(screen, 3), screen.game.undo()),
    "looked back": lambda screen: (sit(screen, "A"), pick(screen, 3), screen.game.look(0)),
    "looked back and on": lambda screen: (sit(screen, "A"), pick(screen, 3), screen.game.look(0), screen.take_step()),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_covered_screen_shows_nothing_of_any_hand(w: MainWindow, moment: str) -> None:
    """Not even who has just played sees a hand of theirs: whoever comes next looks at the same screen."""
    mains, seconds = both(w, MOMENTS[moment], [THREE, other(THREE, "ABC" if moment == "at first" else "BC")])
    assert mains[0] == mains[1]
    assert seconds[0] == seconds[1]


def test_whoever_sits_down_sees_their_hand_and_no_other(w: MainWindow) -> None:
    def down(screen: BlankScreen) -> None:
        sit(screen, "A", "mouse")

    mains, seconds = both(w, down, [THREE, other(THREE, "BC")])
    assert mains[0] == mains[1]
    mine, _ = both(w, down, [THREE, other(THREE, "AB")])
    assert mine[0] != mine[1], "else nothing is compared"
    assert seconds[0] == seconds[1] == both(w, down, [other(THREE, "ABC")])[1][0], "the second window is for all"


def test_what_was_picked_is_told_to_nobody_before_all_have(w: MainWindow) -> None:
    """Who has answered, never what."""

    def answers(card: int) -> Callable[[BlankScreen], object]:
        return lambda screen: (sit(screen, "A"), pick(screen, card), sit(screen, "C"))

    low, high = both(w, answers(1), [THREE]), both(w, answers(6), [THREE])
    assert low == high
    assert "Have answered: Ann (A) · still to answer: Bea (B), Cleo (C)" in said(on_cover(w))


def on_cover(w: MainWindow) -> BlankScreen:
    screen = on_table(w, THREE)
    sit(screen, "A")
    pick(screen, 1)
    return screen


def test_taking_back_a_pick_of_somebody_else_shows_no_hand(w: MainWindow) -> None:
    """B has sat down, and undoes what A did."""
    screen = on_cover(w)
    sit(screen, "B")
    press(Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert (screen.game.session.cursor, screen.covered, screen.game.at_screen) == (0, False, "B"), "B is asked, too"
    assert [card.face for card in screen.hand] == THREE["B"]


def test_when_only_another_player_is_asked_undo_covers_the_screen(w: MainWindow) -> None:
    screen = on_table(w, THREE)
    for seat, card in (("A", 6), ("B", 1), ("C", 2)):
        sit(screen, seat)
        pick(screen, card)
    sit(screen, "A")
    choose(screen, Take(0), "mouse")
    pick(screen, 5)
    sit(screen, "C")
    click(screen.log.undo)
    assert [card.face for card in screen.hand] == [3, 4, 5], "A has not picked, and C may still"
    click(screen.log.undo)
    assert screen.covered
    assert (screen.hand, list(screen.cover.buttons)) == ([], ["A"])


def test_the_keys_and_clicks_of_who_has_just_played_uncover_nothing(w: MainWindow) -> None:
    """Space, Enter and the second half of a double click are on their way when the screen is covered."""
    screen = on_cover(w)
    press(Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, "1", "6")
    button = screen.cover.buttons["B"]
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
    press("d")
    assert (screen.covered, screen.hand, screen.game.session.cursor) == (True, [], 1)
    press("b")
    assert (screen.covered, screen.game.at_screen) == (False, "B")


def test_tab_goes_from_player_to_player_on_the_covered_screen(w: MainWindow) -> None:
    screen = on_cover(w)
    press(Qt.Key.Key_Tab)
    held = next(seat for seat, button in screen.cover.buttons.items() if button.hasFocus())
    press(Qt.Key.Key_Return)
    assert screen.game.at_screen == held


@pytest.mark.parametrize(("seat", "same"), [("A", False), ("C", False), ("B", True), ("D", True)])
def test_the_omen_is_seen_by_the_camp_that_rolled_it_alone(w: MainWindow, seat: str, same: bool) -> None:
    def rolled(face: str) -> Shown:
        screen = on_table(w, FOUR, settings=people(4, dice="typed"))
        assert list(screen.cover.buttons) == ["A", "C"], "their camp rolls, and nobody else may see it"
        sit(screen, "A")
        press(face)
        assert screen.game.state.yard is not None
        assert str(screen.game.state.yard.omen) == face
        if seat != "A":
            screen.game.sit(seat)
        return seen(w)

    assert (rolled("2") == rolled("5")) is same


def test_partners_see_what_the_other_has_picked_and_not_their_hand(w: MainWindow) -> None:
    def picks(card: int) -> Callable[[BlankScreen], object]:
        return lambda screen: (sit(screen, "A"), screen.game.roll([6]), pick(screen, card), sit(screen, "C"))

    (low,), (high,) = both(w, picks(1), [FOUR])[0], both(w, picks(4), [FOUR])[0]
    assert low != high
    mains, _ = both(w, lambda screen: (sit(screen, "C"), screen.game.roll([6])), [FOUR, other(FOUR, "ABD")])
    assert mains[0] == mains[1]


def test_whoever_sits_down_finds_whole_buttons_under_names_that_wrap(w: MainWindow) -> None:
    settings = people(3)
    settings = replace(settings, names=("Annabella of the Northern Lakes", "Beatrice", "Cleopatra"))
    screen = on_table(w, THREE, settings=settings)
    sit(screen, "A")
    pick(screen, 3)
    cover = screen.cover
    assert cover.isVisible()
    settle()
    assert cover.answered.height() > cover.answered.fontMetrics().height() * 1.5, "on two lines"
    for button in cover.buttons.values():
        assert button.height() >= button.sizeHint().height()
