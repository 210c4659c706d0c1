"""An adventure ready for a table: its zones as masks of squares, its things in one list, its sides as numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import Name
from companion.model.games.asagiri.state.board import Board

from . import record as r
from .conditions import SIDES, Condition, Hold, Side, walk


class Piece(msgspec.Struct, frozen=True):
    """What a thing is, whatever happens to it: an object, one place of a cache, or a captive."""

    id: str
    kind: Literal["object", "cache", "captive"]
    name: Name
    look: str
    start: int
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
        self.thing_index = {piece.id: n for n, piece in enumerate(self.things)}
        asked = [goal.when for party in record.sides for goal in party.goals]
        asked += [arrival.when for arrival in record.reinforcements if arrival.when is not None]
        asked += [fact.when for fact in record.facts]
        holds = (part for condition in asked for _, part in walk(condition) if isinstance(part, Hold))
        self.holds: tuple[Hold, ...] = tuple(dict.fromkeys(holds))
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

    def _begins(self, party: r.Party, index: dict[r.Place, int]) -> int:
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

    def _objects(self, index: dict[r.Place, int]) -> list[Piece]:
        return [
            Piece(
                thing.id, "object", Name.of(thing.name), thing.look, -1 if thing.at is None else index[thing.at],
                sides(thing.bearers), burden=thing.burden,
            )
            for thing in self.record.objects
        ]  # fmt: skip

    def _caches(self, index: dict[r.Place, int]) -> list[Piece]:
        return [
            Piece(
                f"{cache.id}-{n}", "cache", Name.of(cache.name), cache.look, index[at], sides(cache.searchers),
                group=cache.id, holds=cache.holds,
            )
            for cache in self.record.caches
            for n, at in enumerate(cache.places, 1)
        ]  # fmt: skip

    def _captives(self, index: dict[r.Place, int]) -> list[Piece]:
        return [
            Piece(
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
