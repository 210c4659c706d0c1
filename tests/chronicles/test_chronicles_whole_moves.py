"""Where whoever moves can come to, and by which decisions: held against choosing all that is offered."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core.contract import Choice
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.ways import Way, ways
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import State

from .boards import on_board
from .tables import figure, known
from .test_chronicles_movement import ASHIGARU, NOSHIN, TOKENS, reached

HOUSE = places.laid(known(3))
assert HOUSE is not None
SPACES = HOUSE.cells_in(HOUSE.for_heroes & ~sum(1 << HOUSE.index[at] for at in [(6, 11), (8, 11), (9, 11), (11, 11)]))
"""Where anybody may stand, without those where figures stand that a test says nothing of."""


def found(state: State) -> dict[str, Way]:
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Choice)
    return ways(state, pending.options)


def done(state: State, way: Way, cell: tuple[int, int]) -> State:
    for option in way.to(cell) or ():
        state = SYSTEM.apply(state, option).state
    return state


def test_example_8_zones_with_their_distance_and_who_stops_there() -> None:
    """MOV-1, MOV-2: two zones with Speed 2; an opponent in T1.b and T4.a."""
    state = on_board(NOSHIN, {**ASHIGARU, NOSHIN: [1, 1]}, TOKENS)
    told = found(state)
    assert {zone: (way.zones, way.held) for zone, way in told.items()} == {
        "T1.a": (0, False), "T1.b": (1, True), "T1.c": (1, False), "T1.d": (2, False), "T4.a": (2, True),
    }  # fmt: skip
    assert {zone: len(way.stand) for zone, way in told.items()} == reached(state, NOSHIN)
    assert all(way.clear for way in told.values())


def test_mov_1_the_decisions_lead_where_they_say() -> None:
    """DEC-2: the goes and the stand one after the other; one action is spent."""
    state = on_board(NOSHIN, {**ASHIGARU, NOSHIN: [1, 1]}, TOKENS)
    way = found(state)["T1.d"]
    assert [option.kind for option in way.to((4, 4)) or ()] == ["go", "go", "stand"]
    after = done(state, way, (4, 4))
    assert figure(after, NOSHIN).at == (4, 4)
    assert after.hero(NOSHIN).actions == 2
    assert way.to((3, 4)) is None, "a clue lies there"


def test_mov_7_under_way_only_the_rest_of_the_way() -> None:
    state = on_board(NOSHIN, {**ASHIGARU, NOSHIN: [1, 1]}, TOKENS)
    entered = SYSTEM.apply(state, found(state)["T1.c"].go[0]).state
    told = found(entered)
    assert told["T1.c"].zones == 0
    assert {"T1.d", "T4.a"} <= set(told)


def test_dec_5_a_single_space_is_taken_without_being_asked() -> None:
    """What follows by itself is part of the way: the last decision is the go."""
    figures = {NOSHIN: [1, 1], "h1": [3, 3], "h2": [4, 3]}
    state = on_board(NOSHIN, figures, {f"host-{n}": at for n, at in enumerate(FULL, 1)})
    told = found(state)
    way = told["T1.d"]
    (cell,) = way.cells
    assert [option.kind for option in way.to(cell) or ()][-1] == "go"
    assert figure(done(state, way, cell), NOSHIN).at == cell


FULL = ([5, 3], [3, 4], [5, 4], [3, 5], [4, 5], [5, 5])
"""With two heroes all of T1.d but one space, (4, 4)."""


@settings(max_examples=40)
@given(st.lists(st.sampled_from(SPACES), min_size=9, max_size=9, unique=True))
def test_mov_5_every_space_that_can_be_come_to_and_no_other(spots: list[tuple[int, int]]) -> None:
    """Anywhere, whoever stands in the way: the spaces are those that choosing all that is offered finds."""
    names = (NOSHIN, "h1", "h2", *(f"ashigaru-{n}" for n in range(1, 5)), "yurei-1", "yurei-2")
    state = on_board(NOSHIN, {name: [*at] for name, at in zip(names, spots, strict=True)}, {})
    told = found(state)
    assert {zone: len(way.stand) for zone, way in told.items() if way.stand} == reached(state, NOSHIN)
    for way in told.values():
        for cell in way.cells[:2]:
            assert figure(done(state, way, cell), NOSHIN).at == cell


def test_tab_4_with_zones_a_way_ends_in_its_zone() -> None:
    """Figures are known by their zones alone: the stand is in the zone, and nobody goes round to where it is."""
    figures = {NOSHIN: "T1.a", "ashigaru-1": "T1.b"}
    state = on_board(NOSHIN, figures, {}, depth="zones")
    told = found(state)
    assert {zone: (way.zones, way.held) for zone, way in told.items()} == {
        "T1.a": (0, False), "T1.b": (1, True), "T1.c": (1, False), "T1.d": (2, False), "T4.a": (2, False),
    }  # fmt: skip
    for option in told["T1.d"].to("T1.d") or ():
        state = SYSTEM.apply(state, option).state
    assert figure(state, NOSHIN).at == "T1.d"
    assert not state.frames, "the move has ended"


@pytest.mark.parametrize("kind", ["go", "stand"])
def test_nobody_moves_nothing_is_found(kind: str) -> None:
    """Without a board, or with nothing to go to, there are no ways."""
    state = on_board(NOSHIN, {NOSHIN: [1, 1]}, {})
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Choice)
    assert ways(state, [option for option in pending.options if option.kind not in ("go", "stand")]) == {}
    assert ways(state, [option for option in pending.options if option.kind == kind])
