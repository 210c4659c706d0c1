"""Random games on the board: every step leaves a table on which everybody stands right (§36: 2, 3, 7, 21)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.model import analysis
from companion.model.bots import BOTS
from companion.model.core.contract import Event, Over
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.wire import soundness

from .sample import ON_A_BOARD
from .tables import CONTENT, begun
from .test_chronicles_invariants import steps

STEPS = 200


@pytest.mark.parametrize("heroes", range(1, 5))
@pytest.mark.parametrize("tracked", [False, True])
def test_random_games_with_spaces_are_sound_at_every_step(heroes: int, tracked: bool) -> None:
    rng, summoned = Random(heroes + 10 * tracked), Counter[str]()
    for before, after, told in steps(begun(heroes, tracked, heroes, places="spaces"), rng, STEPS):
        soundness.check(after)
        _stand(after)
        _counts(after)
        _activations(before, told, summoned)


@pytest.mark.parametrize("heroes", [2, 4])
def test_random_games_with_zones_are_sound_at_every_step(heroes: int) -> None:
    for _, after, _ in steps(begun(heroes, heroes == 4, heroes, places="zones"), Random(heroes), STEPS):
        soundness.check(after)
        assert all(isinstance(one.at, str) for one in (*after.figures, *after.tokens))


def test_random_games_with_spaces_that_end_have_a_winner() -> None:
    """Invariant 23: missions have last turns; who only wanders may go on, hence the limit."""
    last = first = begun(1, seed=1, places="spaces")
    for _, after, _ in steps(first, Random(1), 1500):
        last = after
    end = SYSTEM.pending(last)
    assert not isinstance(end, Over) or end.winners in ((ONI,), last.seats)
    well = next(one for one in last.scores if one.mission)
    assert last.turn > 10
    assert well.done is not None


@pytest.mark.parametrize("n", range(len(ON_A_BOARD)))
def test_random_players_wander_over_a_board_as_long_as_they_are_let(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Invariant 23: with zones they come to the end; with spaces they need not ever meet the demon."""
    zones = ON_A_BOARD[n]["options"]["places"] == "zones"
    monkeypatch.setattr(analysis, "MOST_DECISIONS", 6000 if zones else 300)
    first = SYSTEM.new(ON_A_BOARD[n], CONTENT)
    bots = {seat: BOTS["random"]() for seat in SYSTEM.seats(first)}
    state, end, _ = analysis.play(SYSTEM, first, bots, Random(5), CONTENT)
    soundness.check(state)
    assert (end == SYSTEM.pending(state)) is zones


def _stand(state: State) -> None:
    """Invariant 2: one figure a space, no hero or ally on a reinforcement space, nobody on a token's."""
    on = places.board(state)
    assert on is not None
    under_way = {frame.figure for frame in state.frames if isinstance(frame, f.MoveFrame)}
    known = [one for one in state.figures if one.id not in under_way]
    cells = [on.index[one.at] for one in known if isinstance(one.at, tuple)]
    assert len(cells) == len(known) == len(set(cells))
    taken = {on.index[one.at] for one in state.tokens if isinstance(one.at, tuple)}
    assert not taken.intersection(cells)
    assert all(on.for_heroes >> on.index[one.at] & 1 for one in known if one.camp == "heroes")  # type: ignore[index]


def _counts(state: State) -> None:
    """Invariants 3 and 21: corruption tokens, figures, followers and tokens of the box."""
    box, oni = state.table.box, state.oni
    assert len(oni.corruption) + len(oni.on_track) == 4
    assert len({one.piece for one in oni.corruption}) == len(oni.corruption)  # COR-1
    lying = Counter(one.card for one in state.tokens if one.card in box.tokens)
    assert all(count <= box.tokens[id].copies for id, count in lying.items())
    ids = [one.id for one in (*state.tokens, *state.figures)]
    assert len(set(ids)) == len(ids)
    owners = [one.owner for one in state.figures if one.owner is not None]
    assert len(set(owners)) == len(owners)
    assert set(owners) <= set(state.in_play)


def _activations(before: State, told: tuple[Event, ...], summoned: Counter[str]) -> None:
    """Invariant 7: a guard acts if it begins on a corrupted tile or under alert; 21: a Kami acts twice at most."""
    for event in told:
        match event:
            case e.FigureActed(id) if (one := before.figure(id)) is not None and one.group == "guard":
                by_card = any(isinstance(frame, f.GuardsFrame) for frame in before.frames)
                assert by_card or before.oni.alert or places.corrupted(before, one.at), "ONI-3"
            case e.FollowerJoined(id, card) if card in before.table.box.kami:
                summoned[id] = 0
            case e.FigureActed(id) if id in summoned:
                summoned[id] += 1
                assert summoned[id] <= 2, "KAM-1"
