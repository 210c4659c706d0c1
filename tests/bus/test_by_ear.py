"""The program as a blind person meets it: a real accessibility bus, a real keyboard, nothing but what is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.blind import Blind, place

from .ear import Ear, listening, missing

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"not on this machine: {', '.join(missing())}"),
    pytest.mark.xdist_group("bus"),
]
DOORS = ("Workshop", "Settings", "Keys", "About")
MOST = 120
"""Tab stops of a screen."""


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with listening(tmp_path) as ear:
        yield ear


class BlindOverBus(Blind):
    """Somebody with a screen reader."""

    def __init__(self, ear: Ear) -> None:
        super().__init__()
        self.ear = ear

    def press(self, *keys: str) -> None:
        self.ear.press(*keys)

    def read(self) -> tuple[str, str]:
        spoken = self.ear.read()
        return spoken.name, spoken.description

    def heard(self) -> str:
        return next((line for line in reversed(self.ear.said) if line.startswith("! ")), "")

    def ask(self, key: str) -> list[str]:
        told = [line for line in self.ear.press(key) if line.startswith("! ")]
        return told[-1].removeprefix("! ").split("\n")


def go_to(ear: Ear, name: str) -> None:
    """Tab until the control of this name has the keys."""
    passed: list[str] = []
    while len(passed) < MOST and (spoken := ear.read()).name not in passed[:1]:
        if spoken.name.startswith(name):
            return
        passed.append(spoken.name)
        ear.press("Tab")
    raise AssertionError(f"Tab does not come to {name}, but to {passed}")


def come_in(ear: Ear) -> None:
    """Past the first start, as somebody who knows the game."""
    go_to(ear, "I know it")
    ear.press("Return")
    ear.until("Learn to play, push button")
    ear.listen(1.0)  # what was played last comes in after the first paint


def test_from_the_first_word_to_the_first_figure_on_the_board(ear: Ear) -> None:
    assert ", push button, " in ear.said[0], ear.said
    come_in(ear)
    go_to(ear, "Quick start")
    ear.press("Return")
    ear.until("who begins?, push button")
    ear.press("space")
    asked = ""
    for _ in range(9):  # a tie is rolled again; whoever wins may choose a side
        ear.press("space")
        ear.listen(1.0)
        asked = next((line for line in ear.said if "Place a figure in your first row." in line), "")
        if asked:
            break
    assert asked.partition(": Place a figure")[0].endswith("You")
    ear.press("F6")
    spoken = ear.read()
    squares = re.search(r"starting squares of band ([AB])\b", spoken.name)
    assert squares is not None, ear.said[-12:]
    figure, _, square = spoken.description.removeprefix("Enter: ").split(", ")[0].partition(": ")
    ear.press("Return")
    (told,) = ear.press("shift+w")
    assert f"{square}: {figure}, band {squares[1]}" in told


def test_whoever_is_new_comes_to_the_first_lesson_with_two_keys(ear: Ear) -> None:
    go_to(ear, "I am new")
    ear.press("Return")
    ear.until(", list")
    ear.listen(0.5)
    assert ear.read().role == "list", ear.said[-6:]
    (second,) = ear.press("Down")
    assert second.startswith("Facing and control zones")
    ear.press("Up", "Return")
    ear.until("! Welcome!")


KEYS = {"space bar": "space"}


def test_the_first_lesson_is_played_to_its_end(ear: Ear) -> None:
    """A key that is named is pressed; where a figure and a square are marked, the figure goes there."""
    go_to(ear, "I am new")
    ear.press("Return")
    ear.until(", list")
    ear.listen(0.5)
    ear.press("Return")
    ear.until("! Welcome!")
    player, done = BlindOverBus(ear), ""
    for _ in range(30):
        ear.listen(0.5)
        told = next(line for line in reversed(ear.said) if line.startswith("! ") and line != done)
        if "You have finished this lesson." in told:
            return
        marked = re.search(r"Move .*Marked: (\w+), (\w+)\.", told)
        named = re.search(r"\(([\w+ ]+)\)\.", told)
        if marked is not None:
            if not player.on_board:
                ear.press("F6")
            player.go(player.figures()[marked[1]])
            ear.press("Return")
            player.go(place(marked[2]))
            ear.press(*["Return"] * (2 if player.read()[1].startswith("Press twice") else 1))
        elif named is not None:
            ear.press(KEYS.get(named[1], named[1].lower()))
        elif ear.read().name == "Continue":
            ear.press("Return")
        elif "End your" in told:
            for _ in range(MOST):  # the space bar presses what has the keys: first to the button at the top
                if ear.read().description == "Next step":
                    break
                ear.press("Tab")
            ear.press("space")
        done = told
    raise AssertionError(ear.said[-8:])


def test_whatever_the_keys_can_come_to_is_called_by_a_name_and_a_role(ear: Ear) -> None:
    nameless = [f"first start: {spoken}" for spoken in ear.focusable() if not spoken.is_called]
    come_in(ear)
    for door in DOORS:
        go_to(ear, door)
        ear.press("Return")
        ear.listen(1.0)
        nameless += [f"{door}: {spoken.role} “{spoken}”" for spoken in ear.focusable() if not spoken.is_called]
        ear.press("Escape")
        ear.listen(0.5)
    assert not nameless, nameless
