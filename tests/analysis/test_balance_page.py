"""The page about balance is about the bands that are shipped, names its command, and says what was asked for."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from companion.cli import parser
from companion.model import analysis
from companion.model.analysis import wilson
from companion.model.content.library import Library
from companion.model.games.asagiri import statistics

CONTENT = Library.shipped()
PAGE = (Path(__file__).parents[2] / "docs" / "balance.md").read_text(encoding="utf-8")
GAMES = 400
"""Of each pair: as many as were asked for."""


def rows() -> list[list[str]]:
    """The table, cell by cell."""
    lines = [line for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_is_about_every_two_ready_bands_that_are_shipped() -> None:
    told = [(int(budget), *(re.findall(r"`(.+?)`", a + b))) for budget, a, b, *_ in rows()]
    assert told == [(pair.worth, *pair.ids) for pair in statistics.pairings(CONTENT)]
    assert {id for _, *ids in told for id in ids} == {id for id, _ in CONTENT.every("band")}
    for pair, (_, one, other, *_) in zip(statistics.pairings(CONTENT), rows(), strict=True):
        assert one.startswith(pair.names[0])
        assert other.startswith(pair.names[1])


def test_the_command_on_the_page_can_be_typed_and_plays_as_many_games() -> None:
    (command,) = re.findall(r"```\n(.+)\n```", PAGE)
    app, *words = shlex.split(command)
    given = parser().parse_args(words)
    assert app == "okko-companion"
    assert given.balance
    assert (given.games, given.a, given.b) == (GAMES, "greedy", "greedy")
    assert not given.board
    for row in rows():
        assert sum(map(int, row[3:7])) == GAMES


def test_every_pair_of_the_page_is_even() -> None:
    assert rows()
    for row in rows():
        wins, losses, _, unfinished = map(int, row[3:7])
        share, interval, even = row[7], row[8], row[-1]
        assert unfinished == 0
        assert analysis.LEAST <= wins / (wins + losses) <= analysis.MOST
        assert share == f"{wins / (wins + losses):.1%}"
        assert interval == " – ".join(f"{end:.1%}" for end in wilson(wins, wins + losses))
        assert even == "yes"
