"""Positions drawn by hand for the oracle's own tests.

Boards are drawn in rows; north is up.  A person is ``"2,1N"`` (column 2, row 1, facing north), with ``!`` for
shaken, or ``"-"`` for a disabled one.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

from tests.budget import examples

from . import flow, positions, rules
from .rules import Position

SLOW = settings(
    max_examples=examples(60),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def scene(rows: list[str], people: dict[str, str], walls: str = "", doors: str = "", **options: Any) -> Position:
    """A position out of rows, people and edges such as ``"1,0E 2,1S"``."""

    def edges(text: str) -> list[Any]:
        return [[[int(number) for number in word[:-1].split(",")], word[-1]] for word in text.split()]

    def person(who: str, place: str) -> dict[str, Any]:
        face = {"attack": 4, "defense": 4, "movement": 5, "willpower": 4, "skills": []}
        red = {"attack": 3, "defense": 3, "movement": 3, "willpower": 3, "skills": []}
        if place == "-":
            return positions.character(who, None, "N", "disabled", (face, red), 1)
        state = "shaken" if place.endswith("!") else "vigilant"
        place = place.rstrip("!")
        at = [int(number) for number in place[:-1].split(",")]
        return positions.character(who, at, place[-1], state, (face, red), 1)

    bands: dict[str, list[dict[str, Any]]] = {"A": [], "B": []}
    for who, place in people.items():
        bands[who[0].upper()].append(person(who, place))
    board = {"rows": rows, "walls": edges(walls), "doors": edges(doors)}
    return positions.assemble([board], False, options, bands, "A")


def activated(
    pos: Position,
    who: str,
    trail: list[list[int]] | None = None,
    points: int = 5,
    moved: bool = False,
    acted: bool = False,
    **more: Any,
) -> Position:
    """The position with an active character."""
    here = flow.person_of(pos, who)["at"]
    pos["active"] = {
        "id": who,
        "trail": trail or [here],
        "points": points,
        "acted": acted,
        "moved": moved,
        **more,
    }
    return pos


OPEN3 = ["...", "...", "..."]
OPEN5 = ["....."] * 5


def squares(text: str) -> list[list[int]]:
    """``"0,1 2,3"`` as the oracle sorts it."""
    return rules.sort_json([[int(number) for number in word.split(",")] for word in text.split()])


def reached(pos: Position, who: str = "a1", points: int | None = None) -> dict[tuple[int, int, str], tuple[int, bool]]:
    """What ``reach`` answers, by column, row and facing: cost and whether it stops."""
    return {
        (entry["at"][0], entry["at"][1], entry["facing"]): (entry["cost"], entry["stops"])
        for entry in rules.reach(pos, who, points)
    }


def fire(pos: Position, start: list[int], end: list[int]) -> tuple[bool, int]:
    """Whether the line is blocked, and its cover; asked both ways, which must agree."""
    one, back = rules.line_of_fire(pos, start, end), rules.line_of_fire(pos, end, start)
    assert (one["blocked"], one["distance"]) == (back["blocked"], back["distance"])
    return one["blocked"], one["cover"]
