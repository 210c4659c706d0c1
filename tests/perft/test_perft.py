"""Stored counts: whoever changes the rules without meaning to is told by a number.

``pytest -n0 tests/perft --accept`` writes the counts anew; read the difference before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.model.analysis.calibrate import divide, perft
from companion.model.content.library import Library
from companion.model.core.contract import Over, Roll, System, options_of
from companion.model.games import SYSTEMS

FOLDER = Path(__file__).parent
POSITIONS = {path.stem: path for path in sorted((FOLDER / "positions").glob("*.json"))}
COUNTS = FOLDER / "counts.json"
DEPTHS = {
    "blank-camps": 5,
    "blank-first-round": 6,
    "blank-tie": 5,
    "blank-unknown": 5,
    "chronicles-accusation": 5,
    "chronicles-final-combat": 4,
    "chronicles-plans": 3,
    "chronicles-tracked-activation": 3,
    "chronicles-unknown-hands": 3,
    "civilians": 6,
    "crowded-corridor": 5,
    "deployment": 4,
    "doors-and-walls": 5,
    "open-fight": 6,
    "phase-begins": 5,
    "sake-disciples": 3,
    "sake-fatal": 4,
    "sake-first-turn": 3,
    "sake-iaido": 3,
    "sake-spirits": 4,
}
"""How deep each position is counted: a second or less each."""
DIVIDED = 3
"""The depth at which the first options are counted one by one, to see which of them has changed."""


def start(name: str) -> tuple[System[Any], Any]:
    """A stored position with its system."""
    position = json.loads(POSITIONS[name].read_text("utf-8"))
    system = SYSTEMS[position["system"]]
    return system, system.decode(position, Library.shipped())


def stored() -> dict[str, Any]:
    """The counts as they should be."""
    found: dict[str, Any] = json.loads(COUNTS.read_text("utf-8")) if COUNTS.exists() else {}
    return found


def reference(system: System[Any], state: Any, depth: int) -> int:
    """The same count the long way: every child is made, none is only counted; dice fall in a plain loop."""
    pending = system.pending(state)
    if depth == 0 or isinstance(pending, Over):
        return 1
    if not isinstance(pending, Roll):
        return sum(reference(system, system.apply(state, option).state, depth - 1) for option in options_of(pending))
    falls: list[tuple[int | str, ...]] = [()]
    for die in pending.dice:
        falls = [(*fall, face) for fall in falls for face in die.kind.faces]
    return sum(reference(system, system.rolled(state, fall).state, depth - 1) for fall in falls)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_counts_are_those_stored(name: str, accept: bool) -> None:
    system, state = start(name)
    counted = {
        "counts": [perft(system, state, depth) for depth in range(1, DEPTHS[name] + 1)],
        "divided": divide(system, state, DIVIDED),
    }
    wanted = stored()
    if accept and wanted.get(name) != counted:
        wanted = {known: counts for known, counts in wanted.items() if known in POSITIONS} | {name: counted}
        COUNTS.write_text(json.dumps(wanted, indent=1, sort_keys=True) + "\n", "utf-8")
    assert counted == wanted.get(name), "if the rules were meant to change: pytest -n0 tests/perft --accept"


def test_every_position_is_counted_and_nothing_else_is_stored(accept: bool) -> None:
    assert set(POSITIONS) == set(DEPTHS)
    assert accept or set(stored()) == set(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_parts_add_up_and_the_long_way_counts_the_same(name: str) -> None:
    system, state = start(name)
    for depth in range(1, 4):
        assert sum(divide(system, state, depth).values()) == perft(system, state, depth)
        assert reference(system, state, depth) == perft(system, state, depth)


def test_nothing_below_a_position_is_the_position_itself() -> None:
    system, state = start("blank-first-round")
    assert perft(system, state, 0) == 1
    assert divide(system, state, 0) == {}


def test_the_toy_game_by_hand() -> None:
    """Three seats with four different cards each, picking in any order; then the choice of the winner or dice."""
    system, state = start("blank-first-round")
    assert [perft(system, state, depth) for depth in (1, 2, 3)] == [3 * 4, 12 * 2 * 4, 96 * 1 * 4]
    assert len(divide(system, state, 1)) == 12


def test_unknown_cards_by_hand() -> None:
    """B or D shows any of six cards, then the other; both 6s may not lie there already. Then red tells the omen."""
    system, state = start("blank-unknown")
    assert [perft(system, state, depth) for depth in (1, 2)] == [2 * 6, 2 * (6 * 6 - 2)]
    assert perft(system, state, 3) == 2 * (6 * 6 - 2) * 6
    assert set(divide(system, state, 1)) == {f"{seat} show:{card}" for seat in "BD" for card in range(1, 7)}


def test_SET_1_a_deployment_by_hand() -> None:
    """A: one figure, two free squares, four facings; B: two figures, one free square in its first row, then two."""
    system, state = start("deployment")
    a, b, c = 2 * 4, 2 * 1 * 4, 2 * 4
    assert [perft(system, state, depth) for depth in (1, 2, 3)] == [a, a * b, a * b * c]
    assert perft(system, state, 4) == a * b * c * 5**4, "then A rolled four dice of five different faces"


def test_TRN_2_the_beginning_of_a_phase_by_hand() -> None:
    """Two dice in reserve: either is taken back, or none; then the other or none, or two dice are rolled."""
    system, state = start("phase-begins")
    assert [perft(system, state, depth) for depth in (1, 2)] == [3, 2 + 2 + 5**2]
    assert perft(system, state, 3) == 2 * (5**4 + 5**3) + 5**2 * len(
        options_of(system.pending(after_pass(system, state)))
    )


def after_pass(system: System[Any], state: Any) -> Any:
    """Both dice stay in reserve, fire and water are rolled."""
    state = system.apply(state, system.option_of(state, "pass")).state
    return system.rolled(state, ("fire", "water")).state


def test_a_game_that_is_over_is_one_leaf_at_any_depth() -> None:
    system = SYSTEMS["blank"]
    hands = {"A": [6], "B": [5], "C": [4]}
    state = system.new({"rounds": 1, "hands": hands}, Library.shipped())
    assert [perft(system, state, depth) for depth in (1, 2, 3, 4, 9)] == [3, 6, 6, 6, 6]


def test_outcomes_of_dice_are_nodes_one_each() -> None:
    """Two seats tie: 36 outcomes; 30 of them end the game, 6 roll again."""
    system, state = start("blank-tie")
    assert isinstance(system.pending(state), Roll)
    assert [perft(system, state, depth) for depth in (1, 2)] == [36, 30 + 6 * 36]
    assert set(divide(system, state, 1).values()) == {1}
    assert "roll:3,5" in divide(system, state, 1)


def test_the_command_prints_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", str(POSITIONS["civilians"]), "--depth", "3"]) == 0
    assert capsys.readouterr().out == f"{stored()['civilians']['counts'][2]}\n"


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = json.loads(POSITIONS["blank-first-round"].read_text("utf-8"))
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(position | {"rounds": 9}), "utf-8")
    assert main(["perft", str(bad), "--depth", "1"]) == 2
    assert "rounds" in capsys.readouterr().err
    bad.write_text("[]", "utf-8")
    assert main(["perft", str(bad), "--depth", "1"]) == 2
    assert "system" in capsys.readouterr().err
