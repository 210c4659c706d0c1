"""Scenarios between two camps by the thousand: the same seed gives the same games, and the page says how they ended."""

from __future__ import annotations

import pytest

from companion import cli
from companion.model.analysis.camps import (
    CampGame,
    CampTally,
    Series,
    camps_page,
    contesting,
    play_series,
    simulate_camps,
    tally_camps,
)
from companion.model.content.library import Library

BELL = Series("chronicles", "house:the-silver-bell", 2, "greedy")


def test_a_game_of_a_series_is_always_the_same_whatever_the_jobs() -> None:
    game = play_series(BELL, 1)
    assert game.winner in (0, 1)
    assert 0 < game.turns <= 7
    assert set(game.marks) <= set(contesting("chronicles")[1].columns())
    (alone,), (shared,) = simulate_camps([BELL], 2), simulate_camps([BELL], 2, jobs=2)
    assert alone == shared
    assert alone == tally_camps([play_series(BELL, 0), game])


def test_every_shipped_scenario_is_measured_with_the_heroes_it_is_meant_for() -> None:
    told = contesting("chronicles")[1].contests(Library.shipped())
    assert {id: seats for id, (_, seats) in told.items()} == {
        "house:the-well-of-mists": 3, "house:the-night-of-masks": 4, "house:the-silver-bell": 3,
    }  # fmt: skip


def tally(*winners: int | None) -> CampTally:
    return tally_camps([CampGame(winner, 5, 300, ("alert raised",)) for winner in winners])


@pytest.mark.parametrize(
    ("winners", "even"),
    [((0, 1), True), ((0, 0, 0, 1, 1), True), ((0, 0, 1), False), ((1, 1, 0), False), ((0, 1, None), False)],
)
def test_even_is_who_wins_six_of_ten_at_most_and_leaves_no_game_open(
    winners: tuple[int | None, ...], even: bool
) -> None:
    assert tally(*winners).even is even


def test_the_page_tells_who_won_and_how() -> None:
    page = camps_page("A game", ["The Oni", "The heroes"], ["The bell"], [BELL], [tally(0, 0, 1, -1)],
                      ["alert raised", "demon slain"], 4, "okko-companion simulate")  # fmt: skip
    rows = {line.split("|")[1].strip(): line.split("|")[2].strip() for line in page.splitlines() if line[:2] == "| "}
    assert (rows["won by The Oni"], rows["won by The heroes"], rows["draws"]) == ("2", "1", "1")
    assert rows["share"].startswith("66.7% (20.8% – 93.9%)")
    assert (rows["alert raised"], rows["demon slain"], rows["even"]) == ("4", "0", "**no**")


def test_the_command_says_what_it_cannot_measure(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(
        ["simulate", "--game", "chronicles", "--balance", "--games", "2", "--a", "random", "--b", "greedy"]
    )
    assert status == cli.main(["simulate", "--game", "chronicles", "--balance", "--games", "2", "--board", "x"]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert "the same player on every seat" in told.err
