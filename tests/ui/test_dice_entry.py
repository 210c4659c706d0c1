"""Typing dice: one key a face."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from companion.model.core.chance import D6, Die
from companion.model.core.words import Words
from companion.model.games.asagiri.state.state import INSPIRATION
from companion.ui.games.asagiri.dice.entry import TypedDice
from tests.ui.test_cards_kit import hold

FOUR = (Die(INSPIRATION, "A"),) * 4
TWO = (Die(D6, "a1"), Die(D6, "b1"))


@pytest.fixture
def entry(qtbot: Any) -> TypedDice:
    made = TypedDice(Words("en"))
    hold(qtbot, made)
    made.show()
    return made


def test_letters_give_exactly_those_faces_and_commit_by_themselves(qtbot: Any, entry: TypedDice) -> None:
    entry.ask(FOUR)
    with qtbot.waitSignal(entry.entered, timeout=1000) as told:
        qtbot.keyClicks(entry, "ffwt")
    assert told.args == [("fire", "fire", "water", "tori")]


@pytest.mark.parametrize(("keys", "faces"), [("FWAE", ("fire", "water", "air", "earth")),
                                             ("5t1e", ("tori", "tori", "fire", "earth"))])  # fmt: skip
def test_capitals_and_places_do_as_well(qtbot: Any, entry: TypedDice, keys: str, faces: tuple[str, ...]) -> None:
    entry.ask(FOUR)
    with qtbot.waitSignal(entry.entered, timeout=1000) as told:
        qtbot.keyClicks(entry, keys)
    assert told.args == [faces]


def test_digits_are_combat_dice(qtbot: Any, entry: TypedDice) -> None:
    entry.ask(TWO, ["Okko", "Oni"])
    with qtbot.waitSignal(entry.entered, timeout=1000) as told:
        qtbot.keyClicks(entry, "9f63")  # what is on no die is not taken
    assert told.args == [(6, 3)]


def test_backspace_corrects_in_place(qtbot: Any, entry: TypedDice) -> None:
    entry.ask(FOUR)
    qtbot.keyClicks(entry, "fw")
    qtbot.keyClick(entry, Qt.Key.Key_Backspace)
    assert entry.faces == ("fire", None, None, None)
    with qtbot.waitSignal(entry.entered, timeout=1000) as told:
        qtbot.keyClicks(entry, "ate")
    assert told.args == [("fire", "air", "tori", "earth")]


def test_clicks_type_too_and_a_click_on_a_die_types_it_anew(qtbot: Any, entry: TypedDice) -> None:
    entry.ask(FOUR)
    by_face = {pick.face: pick for pick in entry._picks}
    for face in ("fire", "fire", "air"):
        qtbot.mouseClick(by_face[face], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(entry._slots[1], Qt.MouseButton.LeftButton)
    qtbot.keyClicks(entry, "e")
    assert entry.faces == ("fire", "earth", "air", None)
    with qtbot.waitSignal(entry.entered, timeout=1000) as told:
        qtbot.keyClicks(entry, "t")
    assert told.args == [("fire", "earth", "air", "tori")]


def test_dice_that_are_rolled_here_are_passed_over(qtbot: Any, entry: TypedDice) -> None:
    told: list[tuple[Any, ...]] = []
    entry.entered.connect(told.append)
    entry.ask(TWO, rolled=(0,))
    assert "rolled here" in entry._slots[0].accessibleName()
    qtbot.mouseClick(entry._slots[0], Qt.MouseButton.LeftButton)
    qtbot.keyClick(entry, Qt.Key.Key_Left)
    qtbot.keyClick(entry, Qt.Key.Key_Backspace)
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert told == []
    qtbot.keyClicks(entry, "4")
    assert told == [(None, 4)]


def test_a_roll_is_put_right_die_by_die(qtbot: Any, entry: TypedDice) -> None:
    told: list[tuple[Any, ...]] = []
    entry.entered.connect(told.append)
    entry.ask(FOUR, faces=("fire", "air", "tori", "tori"))
    qtbot.keyClick(entry, Qt.Key.Key_Right)
    qtbot.keyClicks(entry, "w")
    assert [slot._entry for slot in entry._slots] == ["typed", "corrected", "typed", "typed"]
    assert told == [("fire", "water", "tori", "tori")]


def test_typed_over_from_the_first_to_the_last_a_roll_is_put_right_without_enter(qtbot: Any, entry: TypedDice) -> None:
    told: list[tuple[Any, ...]] = []
    entry.entered.connect(told.append)
    entry.ask(FOUR, faces=("fire", "air", "tori", "tori"))
    qtbot.keyClicks(entry, "fee")
    assert told == []
    qtbot.keyClicks(entry, "t")
    assert told == [("fire", "earth", "earth", "tori")]
    entry.ask(FOUR, faces=("fire", "air", "tori", "tori"))
    with qtbot.waitSignal(entry.left, timeout=1000):
        qtbot.keyClicks(entry, "fatt")  # nothing was wrong


def test_escape_begins_again_then_leaves(qtbot: Any, entry: TypedDice) -> None:
    entry.ask(FOUR)
    qtbot.keyClicks(entry, "fw")
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert entry.faces == (None,) * 4
    with qtbot.waitSignal(entry.left, timeout=1000):
        qtbot.keyClick(entry, Qt.Key.Key_Escape)
