"""The program as a blind person meets it: a real accessibility bus, a real keyboard, nothing but what is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
    band = asked.partition(": Place a figure")[0][-1:]
    ear.press("F6")
    spoken = ear.read()
    assert f"starting squares of band {band}" in spoken.name, ear.said[-12:]
    figure, _, square = spoken.description.removeprefix("Enter: ").split(", ")[0].partition(": ")
    ear.press("Return")
    (told,) = ear.press("shift+w")
    assert f"{square}: {figure}, band {band}" in told


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
