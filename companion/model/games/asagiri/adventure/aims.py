"""How near a side is to its goals, for players made of code. The weights are ours; the ten adventures are the proof.

Two halves: `reached` counts what has been achieved, wherever figures stand; `pulls` says where the goals that are left
want each figure, and `drawn` what a square is worth to it by that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from companion.model.games.asagiri.insight.estimates import NOWHERE, points_into, points_to
from companion.model.games.asagiri.state.board import Board, members
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, BandId, FigureId, SquareId, by_thing

from . import conditions as c
from .goals import band_of, figure_of, met, play_of, progress, square_of

if TYPE_CHECKING:
    from companion.model.games.asagiri.state.state import State

WEIGHT = 3.0
"""All the goals of a side, beside the losses and threats that `evaluate` counts."""
SMALLEST = 8
"""Movement points that are far on the smallest floor."""
RUNAWAY = 1.5
"""A whole band that has left for nothing."""
COMPANY, IN_THE_WAY = 0.15, 0.25
"""What draws those who are not needed for a goal; and those who can spoil one of the enemy's."""
DANGER = 1.2
"""An enemy beside a figure that he is after."""
PEACEFUL = 0.5
"""How much of the urge to go for the enemy is left to a side whose goals ask for no losses of his."""


class Pull:
    """Something that draws a figure: a place, or, away from them, foes who are after it."""

    __slots__ = ("foes", "near", "weight")

    def __init__(self, weight: float, near: Sequence[float] = (), foes: Sequence[Sequence[int]] = ()) -> None:
        self.weight, self.near, self.foes = weight, near, foes

    def worth(self, at: SquareId) -> float:
        """What a square is worth by it."""
        if not self.foes:
            return self.weight * self.near[at]
        return -self.weight * DANGER / (1 + min(points[at] for points in self.foes))


Pulls: TypeAlias = Mapping[int, Sequence[Pull]]
"""By figure: what draws it."""


def ferocity(state: State, band: BandId) -> float:
    """How much a band is after its enemies themselves, between 0 and 1."""
    goals = play_of(state)[0].record.sides[state.table.roles[band]].goals
    fierce = any(isinstance(part, c.Eliminate) for goal in goals for _, part in c.walk(goal.when))
    return 1.0 if fierce or not goals else PEACEFUL


def reached(state: State, band: BandId) -> float:
    """How far the goals of a band's side have come, less who has run away."""
    party = play_of(state)[0].record.sides[state.table.roles[band]]
    if not party.goals:
        return -_missed(state, band)
    far = sorted((_far(state, goal.when) for goal in party.goals), reverse=True)
    asked = len(far) if party.least is None else party.least
    return WEIGHT * sum(far[:asked]) / asked - _missed(state, band)


def _missed(state: State, band: BandId) -> float:
    """Figures that have left the board though no goal asked for it: as good as lost."""
    play, quest = play_of(state)
    if not quest.exits:
        return 0.0
    goals = play.record.sides[state.table.roles[band]].goals
    asked = {part.zone for goal in goals for _, part in c.walk(goal.when) if isinstance(part, c.Escape)}
    gone = [who for who, zone in quest.exits if zone not in asked and state.band_of(who) == band]
    return RUNAWAY * sum(state.table.characters[who].value for who in gone) / max(1, state.table.limits[band])


def _far(state: State, condition: c.Condition) -> float:
    """How far a condition has come, its places left out: 0 not begun, 1 fulfilled."""
    if isinstance(condition, c.All | c.Some):
        far = sorted((_far(state, part) for part in condition.of), reverse=True)
        asked = len(far) if isinstance(condition, c.All) else condition.least
        return sum(far[:asked]) / asked
    if isinstance(condition, c.Opposite):
        return float(met(state, condition))
    have, of = progress(state, condition)
    if have >= of:
        return 1.0
    if isinstance(condition, c.HoldZone):
        return 0.4 * _occupied(state, condition) + 0.5 * have / of
    if isinstance(condition, c.Rescue):
        who = figure_of(state, condition.figure)
        return 0.5 if who >= 0 and state.figures[who].at >= 0 else 0.0
    if isinstance(condition, c.Carry):
        return _in_hand(state, condition)
    if isinstance(condition, c.Find):
        return 0.4 * _searched(state, condition.object)
    if isinstance(condition, c.Eliminate) and condition.figure is not None:
        who = figure_of(state, condition.figure)
        return 0.3 if who >= 0 and state.figures[who].state == "shaken" else 0.0
    return have / of


def _occupied(state: State, hold: c.HoldZone) -> float:
    """How much of the figures needed stand in the zone, less for enemies there."""
    zone, band = play_of(state)[0].zones[hold.zone], band_of(state, hold.side)
    own, enemies = (
        sum(zone >> state.figures[who].at & 1 for who in state.on_board(side)) for side in (band, ENEMY_OF[band])
    )
    return min(1.0, own / hold.count) / (1 + enemies)


def _in_hand(state: State, carry: c.Carry) -> float:
    play, quest = play_of(state)
    thing = quest.things[play.thing_index[carry.object]]
    if thing.gone == "hidden":
        return 0.2 * _searched(state, carry.object)
    if thing.gone:
        return 0.0
    if thing.bearer < 0:
        return 0.25
    return 0.5 if state.band_of(thing.bearer) == band_of(state, carry.side) else 0.1


def _searched(state: State, thing: str) -> float:
    """The share of the places that have been searched in vain."""
    play, quest = play_of(state)
    places = [n for n, piece in by_thing(play.things) if piece.holds == thing and piece.kind == "cache"]
    left = sum(quest.things[n].at >= 0 for n in places)
    return 1 - left / len(places) if places and left else 0.0


def drawn(pulls: Pulls, who: FigureId, at: SquareId) -> float:
    """What a square is worth to a figure by what its side's goals want of it."""
    return sum([pull.worth(at) for pull in pulls.get(who, ())])


def pulls(state: State, band: BandId) -> Pulls:
    """Where the goals that are left want the figures of a band, and where they can spoil those of the enemy."""
    found: dict[int, list[Pull]] = {who: [] for who in state.on_board(band)}
    if not found:
        return found
    sides = play_of(state)[0].record.sides
    for mine, which in ((True, band), (False, ENEMY_OF[band])):
        party = sides[state.table.roles[which]]
        for goal in party.goals:
            share = WEIGHT / (len(party.goals) if party.least is None else party.least)
            for part, weight in _left(state, goal.when, share):
                if mine:
                    _pursue(state, band, part, weight, found)
                else:
                    _hinder(state, band, part, weight, found)
    return found


def _left(state: State, condition: c.Condition, share: float) -> Iterator[tuple[c.Condition, float]]:
    """The plain conditions that still have to be fulfilled, with their shares."""
    if isinstance(condition, c.Opposite) or met(state, condition):
        return
    if isinstance(condition, c.All | c.Some):
        asked = len(condition.of) if isinstance(condition, c.All) else condition.least
        for part in condition.of:
            yield from _left(state, part, share / asked)
    else:
        yield condition, share


def _pursue(state: State, band: BandId, condition: c.Condition, weight: float, found: dict[int, list[Pull]]) -> None:
    """Add what a goal of the band's own wants of its figures."""
    play, quest = play_of(state)
    if isinstance(condition, c.Escape | c.ReachZone | c.HoldZone):
        zone = play.zones[condition.zone]
        named = None if isinstance(condition, c.HoldZone) else condition.figure
        if named is not None:
            _send(state, found, zone, weight * 0.9, [figure_of(state, named)])
        else:
            gone = sum(zone_ == condition.zone and state.band_of(who) == band for who, zone_ in quest.exits)
            needed = condition.count - gone if isinstance(condition, c.Escape) else condition.count
            _send(state, found, zone, weight * 0.9 / condition.count, _nearest(state, found, zone, max(1, needed)))
    elif isinstance(condition, c.Rescue):
        who = figure_of(state, condition.figure)
        if who < 0:
            return
        if state.figures[who].away == "captive":
            near = _around(state, quest.things[play.thing_index[condition.figure]].at)
            _send(state, found, near, weight * 0.5, _nearest(state, found, near, 1))
        elif condition.zone is not None:
            _send(state, found, play.zones[condition.zone], weight * 0.45, [who])
    elif isinstance(condition, c.Carry | c.Find):
        _fetch(state, band, condition, weight, found)
    elif isinstance(condition, c.Eliminate) and condition.figure is not None:
        who = figure_of(state, condition.figure)
        if who >= 0 and state.figures[who].at >= 0:
            near = _around(state, state.figures[who].at)
            _send(state, found, near, weight * 0.3, list(found))


def _fetch(
    state: State, band: BandId, condition: c.Carry | c.Find, weight: float, found: dict[int, list[Pull]]
) -> None:
    """Add what fetching an object wants: to its hiding places, to where it lies, home with it."""
    play, quest = play_of(state)
    thing = quest.things[play.thing_index[condition.object]]
    if thing.gone == "hidden":
        near = 0
        for n, piece in by_thing(play.things):
            if piece.holds == condition.object and piece.kind == "cache" and quest.things[n].at >= 0:
                near |= _around(state, quest.things[n].at)
        _send(state, found, near, weight * 0.4, _nearest(state, found, near, 2))
    elif isinstance(condition, c.Carry) and not thing.gone:
        if thing.bearer in found:
            _send(state, found, play.zones[condition.zone], weight * 0.5, [thing.bearer])
        else:
            near = _around(state, square_of(state, thing))
            _send(state, found, near, weight * 0.4, _nearest(state, found, near, 1 if thing.bearer < 0 else 3))


def _hinder(state: State, band: BandId, condition: c.Condition, weight: float, found: dict[int, list[Pull]]) -> None:
    """Add what it takes to spoil a goal of the enemy: standing where he wants to be, keeping a figure away from him."""
    play, quest = play_of(state)
    if isinstance(condition, c.Eliminate):
        who = figure_of(state, condition.figure) if condition.figure is not None else -1
        if who in found:
            foes = [points_to(state.table.board, state.figures[foe].at) for foe in state.on_board(ENEMY_OF[band])]
            if foes:
                found[who].append(Pull(weight, foes=foes))
    elif isinstance(condition, c.HoldZone | c.ReachZone):
        zone = play.zones[condition.zone]
        _send(state, found, zone, weight * IN_THE_WAY, _nearest(state, found, zone, 2))
    elif isinstance(condition, c.Carry):
        thing = quest.things[play.thing_index[condition.object]]
        if thing.bearer >= 0 and thing.bearer not in found:
            near = _around(state, state.figures[thing.bearer].at)
            _send(state, found, near, weight * IN_THE_WAY, list(found))


def _send(state: State, found: dict[int, list[Pull]], squares: int, weight: float, who: Sequence[int]) -> None:
    """Draw some figures to a place with all of a weight, and the others a little after them."""
    if not squares:
        return
    near = _near(state.table.board, squares)
    for n, pulled in found.items():
        pulled.append(Pull(weight if n in who else weight * COMPANY, near))


def _nearest(state: State, found: dict[int, list[Pull]], squares: int, count: int) -> list[int]:
    """The figures that have the shortest way to a place."""
    if not squares:
        return []
    points = points_into(state.table.board, squares)
    return sorted(found, key=lambda who: points[state.figures[who].at])[:count]


def _near(board: Board, squares: int) -> Sequence[float]:
    """By square: 1 at a place, less the longer the way there, 0 the farthest away."""
    key = ("near", squares)
    known: Sequence[float] | None = board.notes.get(key)
    if known is None:
        points = points_into(board, squares)
        longest = max(SMALLEST, *(n for n in points if n < NOWHERE))
        known = board.notes[key] = tuple(max(0.0, 1 - n / longest) for n in points)
    return known


def _around(state: State, at: SquareId) -> int:
    """The mask of the squares from which one steps onto a square, and itself: where hands reach what is there."""
    board = state.table.board
    mask = 1 << at
    for way in board.ways[at]:
        mask |= 1 << way.target
    return mask & ~sum(1 << n for n in members(mask) if board.squares[n][2] != board.squares[at][2])
