"""Where a move may end, as the protocol is told it, and what holds of it in any game (POS-2, invariants 2 and 15)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.chance import drawn
from companion.model.core.contract import Over, Roll, choices_of
from companion.model.core.refusal import UnknownOption
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import movement, places
from companion.model.games.chronicles.state.state import Figure, State, TokenOn, replace

from .boards import fields, moves, on_board
from .tables import CONTENT, acting, changed, choose, known

HERO = "h3"


def asked(state: State, **params: Any) -> Any:
    return SYSTEM.queries["reach"](state, {"id": HERO, **params})


def test_POS_2_reach_says_where_a_move_may_end() -> None:
    """Example 8, the other zone of its held neighbour left out."""
    figures = {"ashigaru-1": [5, 0], "ashigaru-2": [2, 7], "ashigaru-3": [3, 7], HERO: [1, 1]}
    state = on_board(HERO, figures, {"host-1": [4, 0], "host-2": [1, 7], "clue-1": [3, 4]})
    found = asked(state)
    assert len(found) == 37
    assert {"at": [0, 0], "zones": 0, "stops": False} in found
    assert {"at": [3, 0], "zones": 1, "stops": True} in found
    assert {"at": [3, 5], "zones": 2, "stops": False} in found
    assert [1, 1] not in [one["at"] for one in found]
    assert len(asked(state, speed=0)) == 8
    way = choose(state, "go:T1.c", HERO)
    assert [1, 1] not in [one["at"] for one in asked(way)]
    assert {one["zones"] for one in asked(way)} == {0, 1}


def test_example_9_whatever_the_speed() -> None:
    figures = {"ashigaru-1": [5, 0], HERO: [3, 2]}
    state = on_board(HERO, figures, {"host-1": [4, 0], "host-2": [1, 7], "clue-1": [3, 4]})
    assert asked(state) == asked(state, speed=4)
    assert (len(asked(state)), len(asked(state, speed=0))) == (29, 5)


def test_POS_2_reach_in_zones_names_zones_and_without_places_nobody_knows() -> None:
    state = on_board(HERO, {HERO: "T1.a", "yurei-1": "T1.b"}, depth="zones")
    found = {one["at"]: (one["zones"], one["stops"]) for one in asked(state)}
    assert found == {
        "T1.a": (0, False), "T1.b": (1, True), "T1.c": (1, False), "T1.d": (2, False), "T4.a": (2, False),
    }  # fmt: skip
    with pytest.raises(UnknownOption):
        asked(on_board(HERO, {}, depth="none"))


def test_POS_2_zones_names_the_neighbours() -> None:
    state = on_board(HERO, {})
    assert SYSTEM.queries["zones"](state, {})["T1.d"] == ["T1.b", "T1.c"]


# in any game ----------------------------------------------------------------------------------------------------------


@cache
def started(seed: int) -> State:
    """Three heroes, guards and creatures that act, tokens of every kind, all somewhere on the board."""
    rng, state = Random(seed), known(3)
    on = places.laid(changed(state, {"options.places": "spaces"}))
    assert on is not None
    spots = list(on.cells_in(on.for_heroes))
    rng.shuffle(spots)
    figures = {one.id: list(spots.pop()) for one in state.figures}
    tokens = {f"{type_}-{n}": list(spots.pop()) for type_ in ("clue", "scroll", "chest", "host") for n in (1, 2, 3)}
    told = {**acting(state, rng.choice(state.seats)), **fields(state, figures, tokens), "tokens": tokens_of(tokens)}
    return changed(state, {**told, "oni.corruption": {"board": [{"piece": "T3"}, {"piece": "T5"}], "track": [6, 8]}})


def tokens_of(tokens: dict[str, Any]) -> Any:
    found = []
    for id, at in tokens.items():
        type_ = id.rpartition("-")[0]
        records = [key for key, one in known(3).table.box.tokens.items() if one.type == type_]
        host = next(iter(known(3).suspects))
        card = host if type_ == "host" else records[0]
        found.append({"id": id, "type": type_, "at": at, "card": card})
    return found


def steps(state: State, rng: Random, most: int) -> Any:
    for _ in range(most):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            options = rng.choice(choices_of(pending)).options
            moving = [one for one in options if one.kind in ("go", "stand", "deploy", "site", "choose")]
            state = SYSTEM.apply(state, rng.choice(moving if moving and rng.random() < 0.6 else options)).state
        yield state


@pytest.mark.parametrize("seed", range(6))
def test_invariant_2_at_most_one_figure_a_space(seed: int) -> None:
    """No hero or ally on a reinforcement space; nobody on a space taken by a token; every step can be written down."""
    for n, state in enumerate(steps(started(seed), Random(seed), 500)):
        on = places.board(state)
        assert on is not None
        stand = [one for one in state.figures if not isinstance(one.at, str)]
        cells = [one.at for one in stand]
        assert len(set(cells)) == len(cells)
        assert all(on.for_heroes >> on.index[one.at] & 1 for one in stand if one.camp == "heroes")  # type: ignore[index]
        assert all(on.spaces >> on.index[one.at] & 1 for one in stand)  # type: ignore[index]
        taking = [one.at for one in state.tokens if one.type in places.TAKES_SPACE]
        assert not set(taking) & set(cells)
        if n % 25 == 0:
            assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state


def ends(state: State, figure: Figure, speed: int | None = None) -> set[Any]:
    found = movement.reach(state, figure, speed)
    assert found is not None
    return {at for at, _, _ in found}


@given(st.integers(0, 5), st.integers(0, 4), st.data())
def test_invariant_15_what_shrinks_and_enlarges_reach(seed: int, speed: int, data: st.DataObject) -> None:
    state = started(seed)
    figure = data.draw(st.sampled_from(state.figures))
    here = ends(state, figure, speed)
    assert here <= ends(state, figure, speed + 1)
    others = [one for one in state.figures if one.id != figure.id]
    gone = data.draw(st.sampled_from([one for one in others if one.camp != figure.camp]))
    without = replace(state, figures=tuple([one for one in state.figures if one is not gone]))
    assert here <= ends(without, figure, speed)
    on = places.board(state)
    assert on is not None
    spot = data.draw(st.sampled_from(on.cells_in(places.free(state, on, "heroes"))))
    for more in (replace(one, id="one-more", at=spot) for one in (figure, gone)):
        assert ends(replace(state, figures=(*state.figures, more)), figure, speed) <= here
    token = TokenOn("one-more", "clue", at=spot)
    assert ends(replace(state, tokens=(*state.tokens, token)), figure, speed) <= here
    zone = on.zone_index[str(places.zone(state, figure.at))]
    gliding = {on.cells[one.cell] for one in places.ground(state, on, figure, glide=True).reach(zone, speed)}
    assert here <= gliding


@pytest.mark.parametrize("seed", range(3))
def test_POS_2_what_reach_says_is_what_is_offered(seed: int) -> None:
    """Each option of a move leads to a place in reach, and the spaces of one's own zone are all offered."""
    for state in steps(started(seed), Random(seed), 200):
        seat = state.next
        if state.stage != "hero" or seat is None or not moves(state, seat) or state.frames:
            continue
        figure = state.figure(seat)
        assert figure is not None
        found = {(at, zones) for at, zones, _ in movement.reach(state, figure) or ()}
        stand = {one for one in moves(state, seat) if one.startswith("stand:")}
        assert stand == {f"stand:{at[0]},{at[1]}" for at, zones in found if zones == 0}  # type: ignore[misc]
        zones = {places.zone(state, at) for at, zones in found if zones == 1}
        assert zones <= {one.partition(":")[2] for one in moves(state, seat) if one.startswith("go:")}
