"""An adventure ready for a table: the board of its floors, its zones as masks of squares, its things in one list."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from companion.model import grid
from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Name, say
from companion.model.games.asagiri.state import cards, tiles
from companion.model.games.asagiri.state.board import CLEAR, MOST_SQUARES, STAIRS, Board, FloorPlan, Stair, board_of
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, SquareId, by_thing
from companion.model.grid import Edge

from . import record as r
from .conditions import SIDES, Condition, HoldZone, Side, walk

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


def _plan(floor: r.Floor, n: int, feet: set[tuple[int, int]], content: Content) -> FloorPlan:
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
        walls |= {grid.moved(edge, laid.at) for edge in plan.walls}
        doors |= {grid.moved(edge, laid.at) for edge in plan.doors}
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
    return FloorPlan(rows, tiles.within(walls - doors, width, height), tiles.within(doors, width, height))


def edges(written: tuple[r.Edge, ...]) -> set[Edge]:
    """Sides of squares as they are written in a record."""
    return {Edge(column, row, side) for (column, row), side in written}


class ThingKind(msgspec.Struct, frozen=True):
    """What a thing is, whatever happens to it: an object, one place of a cache, or a captive."""

    id: str
    kind: Literal["object", "cache", "captive"]
    name: Name
    look: str
    start: SquareId
    """The square where it lies at the beginning, -1 for a hidden object."""
    handlers: frozenset[int]
    """The sides, 0 and 1, that may take, search or free it."""
    burden: int = 0
    group: str = ""
    """Of a cache: what its places have in common."""
    holds: str = ""
    """The object hidden in a cache; the part of a captive."""


class Play:
    """Immutable; equal when the records are equal and the floors have the same squares. Use `play_of`."""

    def __init__(self, record: r.Adventure, board: Board) -> None:
        """`record` has been checked against the board (`check.ground`)."""
        self.record = record
        self.text = msgspec.json.encode(record)
        self._squares = board.squares
        index = board.index
        self.zones: dict[str, int] = {}
        """By zone: the mask of its squares."""
        for zone in record.zones:
            self.zones[zone.id] = sum(1 << index[at] for at in set(zone.squares))
        self.zone_names = {zone.id: Name.of(zone.name) for zone in record.zones}
        self.begins = tuple(self._begins(party, index) for party in record.sides)
        """By side: the mask of where its figures begin, in its zone or on squares of their own; 0: nowhere certain."""
        self.exits = tuple([zone.id for zone in record.zones if side in zone.exit] for side in SIDES)
        """By side: the zones through which it may leave."""
        self.things = (*self._objects(index), *self._caches(index), *self._captives(index))
        self.thing_index = {piece.id: n for n, piece in by_thing(self.things)}
        asked = [goal.when for party in record.sides for goal in party.goals]
        asked += [arrival.when for arrival in record.reinforcements if arrival.when is not None]
        asked += [fact.when for fact in record.facts]
        holds = (part for condition in asked for _, part in walk(condition) if isinstance(part, HoldZone))
        self.holds: tuple[HoldZone, ...] = tuple(dict.fromkeys(holds))
        """Every different `hold` that anything asks for."""
        self.hold_index = {hold: n for n, hold in enumerate(self.holds)}
        self.night = min((rule.range for rule in record.rules if isinstance(rule, r.Night)), default=None)
        """The furthest that any shot reaches, if that is limited."""
        self.silent = self._forbidden(r.NoShooting)
        """By side: whether it may not shoot."""
        self.peaceful = self._forbidden(r.NoAttacks)
        """By side: whether it may not attack."""
        self.locks = tuple(rule for rule in record.rules if isinstance(rule, r.Locked))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Play) and self.text == other.text and self._squares == other._squares
        )

    def __hash__(self) -> int:
        return hash(self.text)

    def __deepcopy__(self, memo: object) -> Play:
        return self

    def _begins(self, party: r.Party, index: dict[r.Place, SquareId]) -> int:
        if party.deploy is not None:
            return self.zones[party.deploy]
        return sum(1 << at for at in {index[figure.at] for figure in party.band.fixed if figure.at is not None})

    @property
    def json(self) -> Json:
        """The record as a position carries it."""
        return msgspec.json.decode(self.text)

    def side_name(self, side: int) -> Name:
        return Name.of(self.record.sides[side].name)

    def _forbidden(self, kind: type[r.NoShooting] | type[r.NoAttacks]) -> tuple[bool, bool]:
        found = [rule for rule in self.record.rules if isinstance(rule, kind)]
        one, two = (any(rule.side in (None, side) for rule in found) for side in SIDES)
        return one, two

    def _objects(self, index: dict[r.Place, SquareId]) -> list[ThingKind]:
        return [
            ThingKind(
                thing.id, "object", Name.of(thing.name), thing.look, NO_SQUARE if thing.at is None else index[thing.at],
                sides(thing.bearers), burden=thing.burden,
            )
            for thing in self.record.objects
        ]  # fmt: skip

    def _caches(self, index: dict[r.Place, SquareId]) -> list[ThingKind]:
        return [
            ThingKind(
                f"{cache.id}-{n}", "cache", Name.of(cache.name), cache.look, index[at], sides(cache.searchers),
                group=cache.id, holds=cache.holds,
            )
            for cache in self.record.caches
            for n, at in enumerate(cache.places, 1)
        ]  # fmt: skip

    def _captives(self, index: dict[r.Place, SquareId]) -> list[ThingKind]:
        return [
            ThingKind(
                captive.part, "captive", Name.of(captive.part), "captive", index[captive.at],
                frozenset({SIDES.index(captive.side)}), holds=captive.part,
            )
            for captive in self.record.captives
        ]  # fmt: skip


def sides(named: tuple[Side, ...]) -> frozenset[int]:
    """Sides as numbers; none named: both."""
    return frozenset(SIDES.index(side) for side in named or SIDES)


def conditions(record: r.Adventure) -> list[tuple[str, Condition]]:
    """Every condition of an adventure with its JSON pointer, those inside others included."""
    found = []
    for n, party in enumerate(record.sides):
        for m, goal in enumerate(party.goals):
            found += walk(goal.when, f"/sides/{n}/goals/{m}/when")
    for pointer, arrival in arrivals(record):
        if arrival.when is not None:
            found += walk(arrival.when, f"{pointer}/when")
    for n, fact in enumerate(record.facts):
        found += walk(fact.when, f"/facts/{n}/when")
    return found


def arrivals(record: r.Adventure) -> list[tuple[str, r.Reinforcement]]:
    """Every reinforcement with its pointer, those of links included."""
    found = [(f"/reinforcements/{n}", arrival) for n, arrival in enumerate(record.reinforcements)]
    for pointer, change in changes(record):
        if isinstance(change, r.AddReinforcement):
            found.append((f"{pointer}/reinforcement", change.reinforcement))
    return found


def changes(record: r.Adventure) -> list[tuple[str, r.Change]]:
    """Every change that links may bring, with its pointer."""
    return [
        (f"/links/{n}/changes/{m}", change)
        for n, link in enumerate(record.links)
        for m, change in enumerate(link.changes)
    ]


def hired(record: r.Adventure) -> list[tuple[str, int, r.Hired]]:
    """Every figure that the adventure may bring, captives left out: pointer, side, figure."""
    found = [
        (f"/sides/{side}/band/fixed/{n}", side, figure)
        for side, party in enumerate(record.sides)
        for n, figure in enumerate(party.band.fixed)
    ]
    for pointer, arrival in arrivals(record):
        side = SIDES.index(arrival.side)
        found += [(f"{pointer}/members/{n}", side, figure) for n, figure in enumerate(arrival.members)]
    for pointer, change in changes(record):
        if isinstance(change, r.AddFigure):
            found.append((f"{pointer}/figure", SIDES.index(change.side), change.figure))
    return found


@lru_cache(maxsize=64)
def _play(text: bytes, board: Board) -> Play:
    return Play(msgspec.json.decode(text, type=r.Adventure), board)


def play_of(record: r.Adventure, board: Board) -> Play:
    """The play of a checked record on a board; the same record and board give the same object."""
    return _play(msgspec.json.encode(record), board)
