"""The part of the page about balance that is about scenarios: the shipped ones, and a command that can be typed."""

from __future__ import annotations

import shlex
from pathlib import Path

from companion.cli import parser
from companion.model.analysis.camps import MOST_OF_A_CAMP, contesting
from companion.model.content.library import Library

PAGE = (
    (Path(__file__).parents[2] / "docs" / "balance.md")
    .read_text(encoding="utf-8")
    .partition("# Balance of the scenarios")[2]
)
LEAST_GAMES = 40
"""Of each scenario: with fewer the intervals say nothing."""


def rows() -> dict[str, list[str]]:
    """The table, cell by cell, by the first one."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:2] == "| "]
    return {first: cells for first, *cells in lines}


def test_the_page_is_about_every_shipped_scenario() -> None:
    told, found = rows(), contesting("chronicles")[1].contests(Library.shipped())
    assert told["scenario"] == [f"{name} (`{id}`)" for id, (name, _) in found.items()]
    assert told["seats"] == [str(seats) for _, seats in found.values()]


def test_the_command_on_the_page_can_be_typed_and_its_figures_fit_one_another() -> None:
    commands = [line for line in PAGE.splitlines() if line.startswith("okko-companion")]
    app, *words = shlex.split(commands[0])
    given, told = parser().parse_args(words), rows()
    assert (app, given.game, given.balance, given.a, given.b) == (
        "okko-companion", "chronicles", True, "greedy", "greedy",
    )  # fmt: skip
    assert given.games >= LEAST_GAMES
    for column in range(len(told["scenario"])):
        ends = [int(told[name][column]) for name in ("won by The Oni", "won by The heroes", "draws", "unfinished")]
        assert sum(ends) == given.games
        share = ends[0] / (ends[0] + ends[1])
        assert told["share"][column].startswith(f"{share:.1%} (")
        even = 1 - MOST_OF_A_CAMP <= share <= MOST_OF_A_CAMP and not ends[3]
        assert told["even"][column] == ("yes" if even else "**no**")
