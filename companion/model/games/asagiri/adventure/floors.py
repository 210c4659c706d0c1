"""The floors of an adventure: its tiles in their arrangement, with its own walls, doors, openings and stairs."""

from __future__ import annotations

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.games.asagiri.state import cards, tiles
from companion.model.games.asagiri.state.board import CLEAR, MOST_SQUARES, STAIRS, Board, Edge, Plan, Stair, board_of

from . import record as r

MOST_SIDE = 64
"""Squares along a side of a floor, as in positions."""


def board_of_record(record: r.Adventure, content: Content) -> Board:
    """The board an adventure is played on; raises InvalidInput below the record at the tile or edge at fault."""
    feet = {at for stairs in record.stairs for at in (stairs.start, stairs.end)}
    plans = tuple(
        _plan(floor, n, {(column, row) for column, row, f in feet if f == n}, content)
        for n, floor in enumerate(record.floors)
    )
    if sum(len(row) for plan in plans for row in plan.rows) > MOST_SQUARES:
        raise InvalidInput("floors", say("A board can have at most {most} squares.", most=MOST_SQUARES))
    return board_of(plans, stairs_of(record))


def stairs_of(record: r.Adventure) -> frozenset[Stair]:
    """The stairs, one way each."""
    there = {(stairs.start, stairs.end) for stairs in record.stairs}
    return frozenset(there | {(stairs.end, stairs.start) for stairs in record.stairs if stairs.back})


def _plan(floor: r.Floor, n: int, feet: set[tuple[int, int]], content: Content) -> Plan:
    letters = [[" "] * MOST_SIDE for _ in range(MOST_SIDE)]
    laid_on = [bytearray(MOST_SIDE) for _ in range(MOST_SIDE)]
    width = height = 0
    walls: set[Edge] = set()
    doors: set[Edge] = set()
    for m, laid in enumerate(floor.tiles):
        at = f"floors[{n}].tiles[{m}]"
        try:
            plan = tiles.turned(tiles.plan(cards.tile(content, laid.tile)), laid.turns)
        except InvalidInput as wrong:
            raise InvalidInput(f"{at}.tile", wrong.why) from None
        (left, top), size = laid.at, len(plan.rows)
        if max(left, top) + size > MOST_SIDE:
            raise InvalidInput(f"{at}.at", say("A floor can be at most {most} squares wide.", most=MOST_SIDE))
        if any(any(laid_on[row][left : left + size]) for row in range(top, top + size)):
            raise InvalidInput(f"{at}.at", say("Two tiles overlap."))
        for row, line in enumerate(plan.rows, top):
            letters[row][left : left + size] = line
            laid_on[row][left : left + size] = b"\1" * size
        width, height = max(width, left + size), max(height, top + size)
        walls |= {tiles.moved(edge, laid.at) for edge in plan.walls}
        doors |= {tiles.moved(edge, laid.at) for edge in plan.doors}
    for name in ("walls", "doors", "openings"):
        for m, ((column, row), _) in enumerate(getattr(floor, name)):
            if letters[row][column] == " ":
                raise InvalidInput(f"floors[{n}].{name}[{m}]", say("There is no square here."))
    openings = edges(floor.openings)
    walls, doors = (walls | edges(floor.walls)) - openings, (doors | edges(floor.doors)) - openings
    for column, row in feet:
        if letters[row][column] == CLEAR:
            letters[row][column] = STAIRS
    rows = tuple("".join(line[:width]) for line in letters[:height])
    return Plan(rows, tiles.within(walls - doors, width, height), tiles.within(doors, width, height))


def edges(written: tuple[r.Edge, ...]) -> set[Edge]:
    """Sides of squares as they are written in a record."""
    return {Edge(column, row, side) for (column, row), side in written}
