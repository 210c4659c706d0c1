"""Simulated matches: what the commands say, the same for the same seed; a faulty player is reported, no traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.model import analysis
from companion.model.analysis import Match, SimulatedGame, Tally, play_one, tally, wilson
from companion.model.bots import BOTS
from companion.model.content.library import Library
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri import statistics
from tests.bots.hostile import HOSTILE

CONTENT = Library.shipped()
HUNTERS, ONI = "house:band-12-hunters", "house:band-12-oni"
BOARDS = tuple(id for id, _ in CONTENT.every("board"))
SMALL = statistics.matchup(CONTENT, (HUNTERS, ONI), BOARDS[0])


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of players who play at random are given up early."""
    monkeypatch.setattr(analysis, "MOST_DECISIONS", 400)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["simulate", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


# figures


@given(st.integers(0, 500), st.integers(1, 500))
def test_wilsons_interval_holds_the_share_and_narrows(wins: int, losses: int) -> None:
    games = wins + losses
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games <= high <= 1
    assert high - low > (wilson(4 * wins, 4 * games)[1] - wilson(4 * wins, 4 * games)[0])
    assert wilson(losses, games) == pytest.approx((1 - high, 1 - low))


def test_wilsons_interval_as_tables_have_it() -> None:
    assert wilson(0, 0) == (0, 1)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(200, 400) == pytest.approx((0.4512, 0.5488), abs=1e-4)


def test_a_tally_counts_every_end() -> None:
    ends: list[tuple[int | None, int]] = [(0, 0), (0, 1), (1, 1), (-1, 0), (None, 1)]
    summed = tally([SimulatedGame(winner, first, turns, 100) for turns, (winner, first) in enumerate(ends, 1)])
    assert summed == Tally(5, a_wins=2, b_wins=1, draws=1, unfinished=1, first_wins=2, turns_mean=3, decisions_mean=100)
    assert summed.share == pytest.approx(2 / 3)


# matches


def test_mirrored_games_have_the_seed_and_the_board_in_common_and_the_seats_exchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[Any, ...]] = []

    def noted(system: Any, state: Any, bots: Any, rng: Any) -> Any:
        seen.append((state.table.board.floors, [c.card for c in state.table.characters], type(bots["A"]), rng.random()))
        return state, None, 0

    monkeypatch.setattr(analysis, "play", noted)
    other = statistics.matchup(CONTENT, (HUNTERS, ONI), BOARDS[1])
    for n in range(6):
        play_one(Match("asagiri", ("random", "greedy"), (SMALL, other), 5, mirrored=True), n)
    for one, two in zip(seen[::2], seen[1::2], strict=True):
        assert one[0] == two[0]
        assert one[3] == two[3]
        assert one[2] is BOTS["random"]
        assert two[2] is BOTS["greedy"]
        hunters = len(SMALL["bands"]["A"])
        assert one[1] == two[1][-hunters:] + two[1][:-hunters]
    assert seen[0][0] == seen[4][0] != seen[2][0]
    assert len({chance for *_, chance in seen}) == 3


def test_the_result_is_the_same_for_the_same_seed_whatever_the_processes() -> None:
    matches = [Match("asagiri", ("greedy", "random"), (SMALL,), seed, mirrored=True) for seed in (1, 2)]
    told: list[tuple[int, int]] = []
    alone = analysis.simulate_all(matches, 4, 1, lambda done, of: told.append((done, of)))
    assert told == [(n, 8) for n in range(1, 9)]
    simulate_again = analysis.simulate_all(matches, 4, 1)
    assert alone == simulate_again
    assert alone[0] != alone[1]


def test_two_processes_play_the_games_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # other processes know nothing of a shortened game
    match = Match("asagiri", ("greedy", "random"), (SMALL,), 3, mirrored=True)
    assert analysis.simulate(match, 4, 2) == analysis.simulate(match, 4, 1)


# commands


def test_simulate_says_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--a", "greedy", "--b", "random", "--bands", HUNTERS, ONI, "--board", BOARDS[1], "--mirrored")
    status, out, err = said(capsys, *arguments, "--games", "2", "--json")
    result = json.loads(out)
    assert status == 0
    assert (result["a"], result["b"], result["bands"]) == ("greedy", "random", [HUNTERS, ONI])
    assert (result["games"], result["boards"], result["mirrored"]) == (2, 1, True)
    assert sum(result[key] for key in ("a_wins", "b_wins", "draws", "unfinished")) == 2
    low, high = result["a_share_95"]
    assert low <= result["a_share"] <= high
    assert err.split() == ["1/2", "2/2"]


def test_simulate_of_a_setup_file_says_it_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "setup.json").write_text(json.dumps(SMALL), "utf-8")
    status, out, _ = said(
        capsys, "--a", "random", "--b", "random", "--games", "1", "--setup", str(tmp_path / "setup.json")
    )
    assert status == 0
    assert "turns_mean" in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--a", "nobody"), "there is no player “nobody”"),
        (("--bands", HUNTERS, "house:nix"), "house:nix: The content packs have no band house:nix"),
        (("--bands", HUNTERS, ONI, "--board", "house:nix"), "house:nix: The content packs have no board house:nix"),
        (("--balance", "--games", "2", "--board", "house:nix"), "house:nix: The content packs have no board house:nix"),
        (("--board", BOARDS[0]), "--board goes with"),
        (("--mirrored", "--games", "3"), "--games must be even"),
        (("--balance", "--games", "3"), "--games must be even"),
        (("--balance", "--games", "2", "--b", "random"), "the same player"),
        (("--setup", "/nowhere.json"), "/nowhere.json"),
    ],
)
def test_what_cannot_be_simulated_is_said(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    status, out, err = said(capsys, *arguments)
    assert (status, out) == (2, "")
    assert why in err


@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_faulty_player_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(analysis, "BOTS", {**BOTS, "greedy": HOSTILE[name]})
    status, out, err = said(capsys, "--games", "2", "--bands", HUNTERS, ONI)
    assert (status, out) == (1, "")
    assert name in err.lower()
    assert "game 0 of seed 1" in err


# balance


def test_every_two_bands_of_equal_value_are_paired() -> None:
    found = {pair.ids for pair in statistics.pairings(CONTENT)}
    assert (HUNTERS, ONI) in found
    budgets = {id: record["budget"] for id, record in CONTENT.every("band")}
    assert all(budgets[one] == budgets[other] for one, other in found)
    same = [(one, other) for one in budgets for other in budgets if one < other and budgets[one] == budgets[other]]
    assert len(found) == len(same)


def test_the_page_of_balance_names_its_command_and_every_pair(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("--balance", "--games", "2", "--seed", "9", "--a", "random", "--b", "random", "--board", BOARDS[0])
    status, page, _ = said(capsys, *arguments)
    assert status == 1, "players at random do not finish in 400 decisions"
    assert "okko-companion simulate --balance --games 2 --seed 9 --a random --b random --board " + BOARDS[0] in page
    rows = [line for line in page.splitlines() if line.startswith("| 1")]
    for pair, row in zip(statistics.pairings(CONTENT), rows, strict=True):
        assert all(id in row for id in pair.ids)
        assert row.endswith("**no** |")
    _, text, _ = said(capsys, *arguments, "--json")
    assert [(row["a"], row["b"]) for row in json.loads(text)] == [pair.ids for pair in statistics.pairings(CONTENT)]


def test_balance_is_even_between_forty_and_sixty_of_a_hundred() -> None:
    pair = statistics.pairings(CONTENT)[0]
    for wins, even in ((39, False), (40, True), (60, True), (61, False)):
        found = analysis.Weighed(pair, Tally(100, wins, 100 - wins, 0, 0, 50, 7, 200))
        assert found.even == even
        assert ("**no**" in analysis.balance_page([found], "greedy", 100, "x")) == (not even)
    assert not analysis.Weighed(pair, Tally(101, 50, 50, 0, 1, 50, 7, 200)).even


def test_a_board_that_no_pack_holds_is_refused() -> None:
    with pytest.raises(InvalidInput, match="house:nix"):
        analysis.weigh("asagiri", "random", 2, 1, ["house:nix"])
