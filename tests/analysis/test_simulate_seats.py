"""Games of any number of seats by the thousand: who wins, told by what he plays and by where he sits."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from companion.cli import main, parser
from companion.model.analysis import seats
from companion.model.analysis.seats import Round, SeatedGame, Share, play_seated, tally_seats
from companion.model.bots import BOTS
from companion.model.content.library import Library
from companion.model.games.sake import SYSTEM
from tests.bots.hostile import HOSTILE

SIDES = SYSTEM.sides(Library.shipped())


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["simulate", "--game", "sake", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


# figures


def test_a_victory_of_several_counts_a_part_for_each() -> None:
    games = [
        SeatedGame(("x", "y", "z"), (0,), True, 10, 100),
        SeatedGame(("y", "z", "x"), (0, 1), True, 20, 200),
        SeatedGame(("z", "x", "w"), (), True, 30, 300),
        SeatedGame(("x", "y", "z"), (), False, 40, 400),
    ]
    summed = tally_seats(Round("sake", 3, ("greedy", "random")), games)
    assert (summed.alone, summed.together, summed.nobody, summed.unfinished) == (1, 1, 1, 1)
    assert summed.by_side == {"w": Share(0, 0, 3), "x": Share(2, 1, 3), "y": Share(2, 0.5, 3), "z": Share(2, 0.5, 3)}
    assert [share.wins for share in summed.by_seat] == [1.5, 0.5, 0]
    assert [share.ratio for share in summed.by_side.values()] == [1, 1.5, 0.75, 0.75]
    assert (summed.a_wins, summed.a_alone) == (2, 1), "seat 1 of the first game, seat 2 of the second"
    assert (summed.turns_mean, summed.decisions_mean) == (25, 250)
    assert not summed.even, "one game did not end"


@pytest.mark.parametrize(("wins", "even"), [(50, True), (51, False)])
def test_nobody_wins_more_than_one_and_a_half_of_his_share(wins: int, even: bool) -> None:
    others = [("y", "x", "z"), ("z", "y", "x")]
    games = [SeatedGame(("x", "y", "z") if n < wins else others[n % 2], (0,), True, 1, 1) for n in range(100)]
    assert tally_seats(Round("sake", 3, ("greedy", "greedy")), games).even == even


# games


def test_games_draw_their_sides_and_are_the_same_for_the_same_seed() -> None:
    drawn = [play_seated(Round("sake", 5, ("random", "random"), 3), n) for n in range(4)]
    assert drawn == [play_seated(Round("sake", 5, ("random", "random"), 3), n) for n in range(4)]
    assert all(len(set(game.sides)) == 5 and set(game.sides) <= set(SIDES) for game in drawn)
    assert len({game.sides for game in drawn}) == 4
    assert drawn != [play_seated(Round("sake", 5, ("random", "random"), 4), n) for n in range(4)]


def test_the_first_player_sits_on_another_seat_in_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def noted(system: Any, state: Any, bots: Any, *_: Any) -> Any:
        seen.append("".join("a" if type(bot) is BOTS["greedy"] else "b" for bot in bots.values()))
        return state, None, 0

    monkeypatch.setattr(seats, "play", noted)
    for n in range(4):
        play_seated(Round("sake", 3, ("greedy", "random")), n)
    assert seen == ["abb", "bab", "bba", "abb"]


# commands


def test_simulate_says_how_one_seat_fares_against_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, "--a", "greedy", "--b", "random", "--seats", "3", "4", "--games", "2")
    three, four = json.loads(out)
    assert (status, three["seats"], four["seats"], three["games"]) == (0, 3, 4, 2)
    low, high = three["a_share_95"]
    assert low <= three["a_share"] <= high
    assert "by_side" not in three
    assert err.split() == ["1/4", "2/4", "3/4", "4/4"]


def test_the_page_of_balance_names_its_command_every_side_and_every_number_of_seats(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("--balance", "--games", "2", "--seed", "9", "--a", "random", "--b", "random", "--seats", "3", "8")
    _, page, _ = said(capsys, *arguments)
    (command,) = [line for line in page.splitlines() if line.startswith("okko-companion")]
    assert parser().parse_args(shlex.split(command)[1:]) == parser().parse_args(
        ["simulate", "--game", "sake", *arguments]
    )
    assert "| seats | 3 | 8 |" in page
    assert all(f"| {name} (`{id}`) | " in page for id, name in SIDES.items())
    assert page.count("| seat ") == 8
    status, text, _ = said(capsys, *arguments, "--json")
    rows = json.loads(text)
    assert [row["seats"] for row in rows] == [3, 8]
    assert set(rows[1]["by_side"]) == set(SIDES)
    assert status == int(not all(row["even"] for row in rows))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--seats", "2"), "for 3 to 8 seats"),
        (("--seats", "9", "--balance"), "for 3 to 8 seats"),
        (("--balance", "--b", "random"), "the same player on every seat"),
        (("--mirrored",), "is played by seats"),
        (("--calibrate",), "is played by seats"),
        (("--bands", "house:a", "house:b"), "is played by seats"),
        (("--game", "asagiri", "--seats", "3"), "is played by two sides"),
        (("--game", "blank"), "there is no game “blank” that automatic players could play"),
        (("--game", "chess"), "there is no game “chess” that automatic players could play"),
    ],
)
def test_what_cannot_be_simulated_by_seats_is_said(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    status, out, err = said(capsys, *arguments)
    assert (status, out) == (2, "")
    assert why in err


@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_faulty_player_of_seats_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(seats, "BOTS", {**BOTS, "greedy": HOSTILE[name]})
    status, out, err = said(capsys, "--games", "2", "--seats", "3")
    assert (status, out) == (1, "")
    assert name in err.lower()
    assert "game 0 of 3 seats, seed 1" in err


def test_two_processes_play_the_games_of_one() -> None:
    rounds = [Round("sake", 3, ("random", "random"), 3)]
    assert seats.simulate_seats(rounds, 4, 2) == seats.simulate_seats(rounds, 4, 1)


@pytest.mark.soak
@pytest.mark.parametrize("count", range(3, 9))
def test_greedy_wins_most_games_against_random_ones_at_any_number_of_seats(count: int) -> None:
    """And with it on every seat all games end."""
    (against,) = seats.simulate_seats([Round("sake", count, ("greedy", "random"))], 40)
    assert against.a_wins >= 24
    (alike,) = seats.simulate_seats([Round("sake", count, ("greedy", "greedy"))], 20)
    assert not alike.unfinished
