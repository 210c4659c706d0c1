"""The board of Okko Chronicles (BRD, MOV-1 to MOV-8): the page's examples on the house board, and what always holds."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model import grid
from companion.model.games.chronicles.board.board import Board, board_of
from companion.model.games.chronicles.board.layout import Layout, layout_of
from companion.model.games.chronicles.board.reach import Ground
from companion.model.games.chronicles.box.box import box_of
from companion.model.grid import Cell

from .tables import CONTENT

SCENARIOS = ("house:the-well-of-mists", "house:the-silver-bell", "house:the-night-of-masks")
BOX = box_of(CONTENT, ("house",))


@cache
def board(scenario: str = SCENARIOS[0], *, graze: bool = False, turns: int = 0) -> Board:
    """A house board, turned as a whole by quarter-turns."""
    layout = layout_of(BOX.scenarios[scenario])
    return board_of(turned(layout, turns) if turns else layout, BOX.tiles, graze=graze)


def turned(layout: Layout, turns: int) -> Layout:
    """The same board seen from another side."""
    sizes = {one.tile: (len(BOX.tiles[one.tile].zones[0]), len(BOX.tiles[one.tile].zones)) for one in layout.pieces}
    whole = (
        max(one.at[0] + grid.turned_size(sizes[one.tile], one.turns)[0] for one in layout.pieces),
        max(one.at[1] + grid.turned_size(sizes[one.tile], one.turns)[1] for one in layout.pieces),
    )
    pieces = []
    for one in layout.pieces:
        width, height = grid.turned_size(sizes[one.tile], one.turns)
        corners = [grid.turned(at, whole, turns) for at in (one.at, (one.at[0] + width - 1, one.at[1] + height - 1))]
        at = min(c for c, _ in corners), min(r for _, r in corners)
        pieces.append(type(one)(one.tile, at, one.name, (one.turns + turns) % 4))
    doors = []
    for door in layout.doors:
        side = grid.SIDES[(grid.SIDES.index(door.side) + turns) % 4]
        doors.append(type(door)(grid.turned(door.at, whole, turns), side, door.state))
    return Layout(tuple(pieces), tuple(doors), layout.start)


def mask(here: Board, *cells: Cell) -> int:
    return sum(1 << here.index[at] for at in cells)


def by_zone(here: Board, ground: Ground, zone: str, speed: int) -> dict[str, int]:
    found = ground.reach(here.zone_index[zone], speed)
    return dict(Counter(here.zones[here.zone_of[one.cell]] for one in found))


NEIGHBOURS = """
T1.a: T1.b, T1.c · T1.b: T1.a, T1.d, T2.a · T1.c: T1.a, T1.d, T4.a · T1.d: T1.b, T1.c · T2.a: T1.b, T2.b, T2.c, T2.d ·
T2.b: T2.a, T2.c · T2.c: T2.a, T2.b, T2.d · T2.d: T2.a, T2.c, T3.c, T5.a · T3.a: T3.b, T3.c · T3.b: T3.a, T3.c ·
T3.c: T2.d, T3.a, T3.b, T6.b · T4.a: T1.c, T4.b, T4.c · T4.b: T4.a, T4.c · T4.c: T4.a, T4.b, T5.e ·
T5.a: T2.d, T5.b, T5.c · T5.b: T5.a, T5.d · T5.c: T5.a, T5.d, T5.e · T5.d: T5.b, T5.c, T5.f, T6.a ·
T5.e: T4.c, T5.c, T5.f · T5.f: T5.d, T5.e · T6.a: T5.d, T6.b, T6.c, T6.d · T6.b: T3.c, T6.a, T6.c, T6.e ·
T6.c: T6.a, T6.b, T6.d, T6.e · T6.d: T6.a, T6.c, T6.e · T6.e: T6.b, T6.c, T6.d
"""


def test_BRD_6_the_house_board_has_these_neighbours() -> None:
    here = board()
    assert (len(here.cells), here.spaces.bit_count(), len(here.zones)) == (216, 202, 25)
    found = {here.zones[n]: [here.zones[other] for other in grid.members(near)] for n, near in enumerate(here.next_to)}
    said = dict(line.split(":") for line in NEIGHBOURS.replace("\n", " ").split("·"))
    assert found == {zone.strip(): [one.strip() for one in near.split(",")] for zone, near in said.items()}


def test_BRD_10_tiles_that_share_a_side_are_adjacent() -> None:
    assert board().touching("T4") == ("T1", "T5")
    assert board().touching("T5") == ("T2", "T4", "T6")


def test_BRD_5_a_closed_door_is_a_wall_for_ways_and_lines() -> None:
    layout = layout_of(BOX.scenarios[SCENARIOS[0]])
    doors = tuple([type(one)(one.at, one.side, "closed") if one.at == (5, 2) else one for one in layout.doors])
    shut = board_of(Layout(layout.pieces, doors, layout.start), BOX.tiles)
    assert not shut.next_to[shut.zone_index["T1.b"]] >> shut.zone_index["T2.a"] & 1
    assert shut.line(shut.index[3, 1], shut.index[7, 3]).closed is not None
    assert board().line(board().index[3, 1], board().index[7, 3]).closed is None


def test_SET_2_reinforcement_spaces_work_by_the_number_of_heroes() -> None:
    """Worked example 15."""
    here = board()
    few, many = here.reinforcements(2), here.reinforcements(3)
    assert here.cells_in(few["guard"]) == ((0, 6), (0, 11))
    assert here.cells_in(few["creature"]) == ((6, 5), (14, 7))
    assert set(here.cells_in(many["guard"])) - set(here.cells_in(few["guard"])) == {(4, 11)}
    assert set(here.cells_in(many["creature"])) - set(here.cells_in(few["creature"])) == {(11, 5), (16, 10)}


# ways -----------------------------------------------------------------------------------------------------------------


TOKENS = ((4, 0), (1, 7), (3, 4))


def test_MOV_5_BRD_11_reach_of_the_page() -> None:
    """Worked example 8."""
    here = board()
    opponents = mask(here, (5, 0), (2, 7), (3, 7))
    ground = Ground(here, here.for_heroes & ~opponents & ~mask(here, *TOKENS, (1, 1)), opponents)
    assert by_zone(here, ground, "T1.a", 2) == {"T1.a": 8, "T1.b": 6, "T1.c": 8, "T1.d": 8, "T4.a": 7}
    fewest = {here.zones[here.zone_of[one.cell]]: (one.zones, one.stops) for one in ground.reach(0, 2)}
    assert fewest == {"T1.a": (0, False), "T1.b": (1, True), "T1.c": (1, False), "T1.d": (2, False), "T4.a": (2, True)}


@pytest.mark.parametrize(("speed", "reached"), [(2, 29), (4, 29), (0, 5)])
def test_MOV_3_whoever_is_held_goes_one_zone_far(speed: int, reached: int) -> None:
    """Worked example 9."""
    here = board()
    opponents = mask(here, (5, 0))
    ground = Ground(here, here.for_heroes & ~opponents & ~mask(here, *TOKENS, (3, 2)), opponents)
    found = by_zone(here, ground, "T1.b", speed)
    assert sum(found.values()) == reached
    assert found == ({"T1.a": 9, "T1.d": 8, "T2.a": 7, "T1.b": 5} if speed else {"T1.b": 5})


@pytest.mark.parametrize(
    ("allies", "opponents", "glide", "reached"),
    [
        (((14, 8), (15, 8)), (), False, {"T6.e": 6, "T6.c": 0}),
        ((), ((14, 8), (15, 8)), False, {"T6.e": 0, "T6.c": 0}),
        ((), ((14, 8),), False, {"T6.e": 0, "T6.c": 1}),
        (((14, 8),), ((15, 8),), False, {"T6.e": 0, "T6.c": 0}),
        ((), ((14, 8), (15, 8)), True, {"T6.e": 6, "T6.c": 0}),
    ],
)
def test_MOV_4_full_zones_are_passed_or_closed(
    allies: tuple[Cell, ...], opponents: tuple[Cell, ...], glide: bool, reached: dict[str, int]
) -> None:
    """Worked example 10."""
    here = board()
    held = mask(here, (16, 7), (13, 10), *opponents)
    free = here.for_heroes & ~held & ~mask(here, (12, 10), (16, 11), (12, 7), *allies)
    found = by_zone(here, Ground(here, free, held, glide=glide), "T6.a", 2)
    assert {zone: found.get(zone, 0) for zone in reached} == reached


# lines ----------------------------------------------------------------------------------------------------------------


def adjacent(here: Board, one: Cell, other: Cell) -> bool:
    return bool(here.adjacent[here.index[one]] >> here.index[other] & 1)


@pytest.mark.parametrize(
    ("one", "other", "block", "graze"),
    [
        ((5, 2), (6, 2), True, True),
        ((5, 2), (6, 1), False, True),
        ((5, 2), (6, 3), False, True),
        ((2, 1), (3, 2), False, True),
        ((2, 3), (3, 2), True, True),
        ((2, 0), (3, 0), False, False),
    ],
)
def test_BRD_9_adjacent_of_the_page(one: Cell, other: Cell, block: bool, graze: bool) -> None:
    """Worked example 11, with both values of `wall_ends` (BRD-7)."""
    assert adjacent(board(), one, other) is block
    assert adjacent(board(graze=True), one, other) is graze


@pytest.mark.parametrize(
    ("start", "end", "opponents", "is_open"),
    [
        ((0, 2), (4, 2), (), True),
        ((0, 2), (4, 2), ((3, 2),), False),
        ((0, 1), (4, 1), (), False),
        ((3, 1), (7, 3), (), True),
        ((3, 3), (5, 5), ((4, 3), (3, 4)), False),
        ((3, 3), (5, 5), ((4, 3),), True),
        ((3, 3), (5, 5), ((4, 4),), False),
    ],
)
def test_BRD_7_BRD_8_lines_of_fire_of_the_page(
    start: Cell, end: Cell, opponents: tuple[Cell, ...], is_open: bool
) -> None:
    """Worked example 12."""
    here = board()
    opaque = mask(here, *opponents)
    assert here.line(here.index[start], here.index[end]).open(opaque) is is_open
    assert (here.blocking(here.index[start], here.index[end], opaque) is None) is is_open


# what always holds ----------------------------------------------------------------------------------------------------


@st.composite
def crowds(draw: st.DrawFn) -> tuple[Board, list[int], int, int, int]:
    """A house board with figures: their cells, whose they are (masks of opponents and of the rest), and who moves."""
    here = board(draw(st.sampled_from(SCENARIOS)))
    spaces = list(grid.members(here.for_heroes))
    cells = draw(st.lists(st.sampled_from(spaces), min_size=2, max_size=40, unique=True))
    opponents = draw(st.integers(0, len(cells) - 1))
    return (
        here,
        cells,
        sum(1 << n for n in cells[1 : 1 + opponents]),
        sum(1 << n for n in cells[1 + opponents :]),
        draw(st.integers(0, 4)),
    )


def reached(here: Board, at: int, opponents: int, others: int, speed: int, *, glide: bool = False) -> set[int]:
    free = here.for_heroes & ~opponents & ~others & ~(1 << at)
    return {one.cell for one in Ground(here, free, opponents, glide=glide).reach(here.zone_of[at], speed)}


@given(crowds())
def test_invariant_15_reach_grows_and_shrinks_as_it_should(crowd: tuple[Board, list[int], int, int, int]) -> None:
    here, cells, opponents, others, speed = crowd
    at = cells[0]
    found = reached(here, at, opponents, others, speed)
    assert found <= reached(here, at, opponents, others, speed + 1)
    assert found <= reached(here, at, opponents, others, speed, glide=True)
    for one in grid.members(opponents):
        assert found <= reached(here, at, opponents & ~(1 << one), others, speed)
        assert reached(here, at, opponents, others, speed) >= reached(here, at, opponents, others | 1 << one, speed)
    for one in cells[1:]:
        assert reached(here, at, opponents | 1 << one, others & ~(1 << one), speed) <= found | {one}


@given(st.sampled_from(SCENARIOS), st.data())
def test_invariant_16_sight_and_adjacency_are_symmetric(scenario: str, data: st.DataObject) -> None:
    here, graze = board(scenario), board(scenario, graze=True)
    cells = st.integers(0, len(here.cells) - 1)
    one, other = data.draw(st.tuples(cells, cells).filter(lambda two: two[0] != two[1]))
    opponents = sum(1 << n for n in data.draw(st.sets(cells, max_size=30)) - {one, other})
    sees = here.line(one, other).open()
    assert sees == here.line(other, one).open()
    assert here.line(one, other).open(opponents) == here.line(other, one).open(opponents)
    assert here.line(one, other).open(opponents) <= sees <= graze.line(one, other).open()
    assert (here.adjacent[one] >> other & 1) == (here.adjacent[other] >> one & 1)
    assert (here.blocking(one, other, opponents) is None) == here.line(one, other).open(opponents)


@given(st.sampled_from(SCENARIOS), st.integers(1, 3), st.booleans(), st.data())
def test_invariant_17_turning_the_board_changes_nothing(
    scenario: str, turns: int, graze: bool, data: st.DataObject
) -> None:
    here, there = board(scenario, graze=graze), board(scenario, graze=graze, turns=turns)
    size = max(c for c, _ in here.cells) + 1, max(r for _, r in here.cells) + 1
    where = [there.index[grid.turned(at, size, turns)] for at in here.cells]
    assert [there.zones[there.zone_of[n]] for n in where] == [here.zones[zone] for zone in here.zone_of]
    assert here.next_to == there.next_to
    cells = st.integers(0, len(here.cells) - 1)
    for one, other in data.draw(st.lists(st.tuples(cells, cells), min_size=30, max_size=30)):
        if one != other:
            assert here.line(one, other).open() == there.line(where[one], where[other]).open()
            assert here.adjacent[one] >> other & 1 == there.adjacent[where[one]] >> where[other] & 1
