"""The part of the page about balance that is about seats: its Samurai are the shipped ones, and none wins too much."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from companion.cli import parser
from companion.model.analysis.seats import TOO_OFTEN, seating
from companion.model.content.library import Library

PAGE = (
    (Path(__file__).parents[2] / "docs" / "balance.md")
    .read_text(encoding="utf-8")
    .partition("# Balance of the seats")[2]
    .partition("# Balance of the scenarios")[0]
)
SYSTEM, SIMULATED = seating("sake")
LOW, HIGH = SYSTEM.facts.players
LEAST_GAMES = 200
"""Of each number of seats: with fewer the intervals say nothing."""


def rows() -> dict[str, list[str]]:
    """The table, cell by cell, by the first one."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:2] == "| "]
    return {first: cells for first, *cells in lines}


def test_the_page_is_about_every_samurai_and_every_number_of_seats() -> None:
    told = rows()
    assert told["seats"] == [str(seats) for seats in range(LOW, HIGH + 1)]
    assert {first for first in told if "`" in first} == {
        f"{name} (`{id}`)" for id, name in SIMULATED.sides(Library.shipped()).items()
    }
    for seat in range(1, HIGH + 1):
        played = [cell != "–" for cell in told[f"seat {seat}"]]
        assert played == [seat <= seats for seats in range(LOW, HIGH + 1)]


def test_the_command_on_the_page_can_be_typed() -> None:
    commands = [line for line in PAGE.splitlines() if line.startswith("okko-companion")]
    app, *words = shlex.split(commands[0])
    given = parser().parse_args(words)
    assert app == "okko-companion"
    assert (given.game, given.balance, given.a, given.b) == ("sake", True, "greedy", "greedy")
    assert given.games >= LEAST_GAMES
    for column in range(HIGH - LOW + 1):
        ends = [int(rows()[name][column]) for name in ("won alone", "won together", "won by nobody", "unfinished")]
        assert sum(ends) == given.games


def test_no_samurai_of_the_page_wins_more_than_one_and_a_half_of_its_share() -> None:
    told = rows()
    for first, cells in told.items():
        if "`" not in first:
            continue
        for cell in cells:
            ratio, low, high = map(float, re.findall(r"\d+\.\d+", cell))
            assert low <= ratio <= high
            assert ratio <= TOO_OFTEN
    assert set(told["unfinished"]) == {"0"}
    assert set(told["even"]) == {"yes"}
