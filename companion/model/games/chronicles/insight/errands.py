"""What it is worth where figures stand: how near each is to what it could do next.

Errands of heroes are tokens, places of missions and objectives, and opponents; those of the Oni's figures are heroes,
and zones that a mission wants held. An errand counts by whoever has the best chance of it soonest: less by a part for
each move on the way. What is hidden plays no part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import is_
from typing import Final, NamedTuple

from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.box.effects import Condition
from companion.model.games.chronicles.box.records import Objective
from companion.model.games.chronicles.insight.chances import attack_chance, test_chance
from companion.model.games.chronicles.rules import investigation, mission_places, missions, places, totals
from companion.model.games.chronicles.state.state import Camp, Figure, Seat, State
from companion.model.grid import members

NEARER: Final = 0.6
"""What is left of an errand's worth for each move on the way."""
CLUE, CHEST, FRIEND, GIFT = 0.25, 0.06, 0.15, 0.1
"""A clue card, an object, a follower to be had; an objective without a chapter."""
STEP: Final = 0.5
"""Of what a success at a mission is worth, or a turn of holding it: being where it can be had."""
HIT: Final = 0.15
"""One action of an opponent beside a hero, if it surely hit."""
FRAIL: Final = 0.5
"""How much worse it is for each wound that a hero has in hand."""
LESSER: Final = 0.3
"""What is left of that beside a follower or a Kami."""
FIGHT: Final = {"minion": 0.12, "lieutenant": 0.15, "demon": 0.8}
"""An opponent beside a hero, if the hero's attack surely hit."""
CAUTION: Final = {"heroes": 0.4, "oni": 0.3}
"""What a camp minds of what the others could do to it."""
BOLD: Final = (25, 45)
"""Between these turns that fades to nothing: a game has no last turn (TRN-1), so somebody must go to the others."""
TECHNIQUE: Final = 2
"""Action dice that a hero may be thought to have from cards and objects."""
KEPT: Final = 0.3
"""What is left of holding a zone while heroes stand there."""
UNTOLD: Final = 3
"""The difficulty of a token whose face nobody told."""


class Errand(NamedTuple):
    """Something heroes can do: where (cells; `beside`: next to them is enough), what for, and by which test."""

    cells: tuple[int, ...]
    beside: bool
    worth: float
    stat: str
    difficulty: int


class Hold(NamedTuple):
    """A zone that the Oni's figures of some sorts may hold."""

    zones: int
    worth: float
    condition: Condition


# how near -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _zones_from(on: Board, zone: int) -> tuple[int, ...]:
    """By zone: how many zones are entered on the way from it; many where no way leads."""
    far = [len(on.zones)] * len(on.zones)
    far[zone], front = 0, [zone]
    for at in front:
        for near in members(on.next_to[at]):
            if far[near] > far[at] + 1:
                far[near] = far[at] + 1
                front.append(near)
    return tuple(far)


@lru_cache(maxsize=4096)
def _near(on: Board, cell: int, speed: int, beside: bool) -> tuple[float, ...]:
    """By cell: what is left of the worth of an errand at `cell` for whoever stands there."""
    far, there = _zones_from(on, on.zone_of[cell]), 1 << cell | (on.adjacent[cell] if beside else 0)
    by_zone = [NEARER ** max(1, -(-steps // max(1, speed))) for steps in far]
    return tuple([1.0 if there >> n & 1 else by_zone[zone] for n, zone in enumerate(on.zone_of)])


@lru_cache(maxsize=1024)
def _near_zones(on: Board, zones: int, speed: int) -> tuple[float, ...]:
    """By cell: the same of an errand in some zones."""
    far = [min(steps) for steps in zip(*[_zones_from(on, zone) for zone in members(zones)], strict=True)]
    by_zone = [NEARER ** -(-steps // max(1, speed)) for steps in far]
    return tuple([by_zone[zone] for zone in on.zone_of])


# what there is to do --------------------------------------------------------------------------------------------------


def mission_step(state: State, mission: str, count: int) -> float:
    """What one of so many successes at a mission is worth."""
    record = mission_places.record_of(state, mission)
    named = getattr(record, "chapter", None)
    chapter = state.table.box.chapters.get(getattr(named, "id", named) or "")
    if isinstance(record, Objective):
        return (GIFT if chapter is None else chapter.points) / count
    return (1.0 if chapter is None else float(chapter.points)) / count


_listed: tuple[tuple[object, ...], tuple[tuple[Errand, ...], tuple[Hold, ...]]] = (), ((), ())
"""What was listed last, and what it was listed from: as long as those are the same, so is this."""


def _errands(state: State, on: Board) -> tuple[tuple[Errand, ...], tuple[Hold, ...]]:
    global _listed
    from_ = state.tokens, state.scores, state.layout, state.oni.demon, bool(state.piles.clue)
    known = _listed
    if len(known[0]) == len(from_) and all(map(is_, known[0], from_)):
        return known[1]
    found = (*_tokens(state, on), *_test_places(state, on)), tuple(_holds(state, on))
    _listed = from_, found
    return found


def _tokens(state: State, on: Board) -> list[Errand]:
    found = []
    for token in state.tokens:
        cell = places.cell(on, token.at)
        if cell < 0:
            continue
        if token.type in ("clue", "scroll") or (token.type == "host" and not token.turned):
            difficulty, cards = investigation.face(state, token)
            worth = CLUE * max(1, cards) if state.oni.demon == "hidden" and state.piles.clue else 0.0
            found.append(Errand((cell,), True, worth, "mental", UNTOLD if difficulty < 0 else difficulty - token.minus))
        elif token.type == "chest":
            record = state.table.box.tokens.get(token.card)
            difficulty = UNTOLD if record is None else record.front.difficulty
            found.append(Errand((cell,), True, CHEST, "speed", difficulty - token.minus))
        elif token.type == "follower":
            found.append(Errand((cell,), True, FRIEND, "", 0))
    return [one for one in found if one.worth]


def _test_places(state: State, on: Board) -> list[Errand]:
    found = []
    for score in state.scores:
        record = mission_places.record_of(state, score.id)
        if score.done is not None or record is None or record.place is None:
            continue
        cells = tuple([n for at in mission_places.spaces(state, score.id) if (n := places.cell(on, at)) >= 0])
        count = next((one.count for one in record.heroes if one.fact == "tests"), 1)
        test = record.place.test
        worth = STEP * mission_step(state, score.id, count)
        if cells:
            found.append(Errand(cells, False, worth, test.characteristic, test.difficulty - score.minus))
    return found


def _holds(state: State, on: Board) -> list[Hold]:
    found = []
    for score in state.scores:
        for condition in missions.conditions_of(state, score.id, "red") if score.done is None else ():
            at = condition.at
            if at is None or condition.fact != "holds":
                continue
            zones = sum(1 << n for n, zone in enumerate(on.zones) if mission_places.is_at(state, score.id, at, zone))
            if zones:
                found.append(Hold(zones, STEP * mission_step(state, score.id, condition.count), condition))
    return found


# who could do it ------------------------------------------------------------------------------------------------------


class Chances:
    """Rough chances: those of the numbers on the sheets, of one box."""

    def __init__(self, state: State) -> None:
        self.box = state.table.box
        self._known: dict[tuple[str, str, int], float] = {}
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, state: State, figure: Figure, stat: str) -> int:
        """What is printed on a figure's sheet."""
        key = figure.card, stat
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = totals.base(state, figure, stat) or 0  # type: ignore[arg-type]
        return found

    def test(self, state: State, figure: Figure, errand: Errand) -> float:
        """Of passing a test; 1 where none is asked."""
        key = figure.card, errand.stat, errand.difficulty
        found = self._known.get(key)
        if found is None:
            value = self.number(state, figure, errand.stat) if errand.stat else 0
            found = self._known[key] = float(test_chance(self.box, errand.difficulty, value)) if errand.stat else 1.0
        return found

    def hit(self, state: State, attacker: Figure, target: Figure) -> float:
        """Of an attack."""
        key = attacker.card, target.card, -1
        found = self._known.get(key)
        if found is None:
            dice, defense = self.number(state, attacker, "attack"), self.number(state, target, "defense")
            more = TECHNIQUE if attacker.group == "hero" else 0
            found = self._known[key] = float(attack_chance(self.box, dice, more, defense))
        return found


_chances: tuple[object, Chances | None] = None, None


def chances_of(state: State) -> Chances:
    """Those of a table, which stay the same."""
    global _chances
    known, found = _chances
    if known is not state.table.box or found is None:
        found = Chances(state)
        _chances = state.table.box, found
    return found


def _wounds(state: State, seat: Seat) -> int:
    """In hand, or laid in secret (WND-3)."""
    hero, wounds = state.hero(seat), state.table.box.wounds
    hidden = state.stage in totals.HIDDEN_STAGES
    laid = [hero.plan.right, hero.plan.left] if hidden else []
    return len(hero.wounds) + sum(card in wounds for card in laid)


class Field:
    """The board with everybody on it, to be asked what it is worth there."""

    def __init__(self, state: State, on: Board) -> None:
        self.state, self.on = state, on
        self._odds = chances_of(state)
        self._frail = {seat: 1 + FRAIL * _wounds(state, seat) for seat in state.in_play}
        self._errands, self._holds = _errands(state, on)
        calm = min(1.0, max(0.0, (BOLD[1] - state.turn) / (BOLD[1] - BOLD[0])))
        self._caution = {camp: minded * calm for camp, minded in CAUTION.items()}
        tiles = {one.piece for one in state.oni.corruption}
        self._friends: list[tuple[Figure, int, int]] = []
        """Heroes and their allies, each with cell and Speed."""
        self._foes: list[tuple[Figure, int, int]] = []
        """The Oni's figures that can act."""
        for figure in state.figures:
            cell = places.cell(on, figure.at)
            if cell < 0:
                zone = on.zone_index.get(places.zone(state, figure.at) or "", -1)
                cell = next(members(on.of_zone[zone])) if zone >= 0 else -1
            if cell < 0:
                continue
            entry = figure, cell, self._odds.number(state, figure, "speed")
            if figure.camp == "heroes":
                self._friends.append(entry)
            elif figure.group != "guard" or state.oni.alert or on.pieces[cell] in tiles:  # ONI-3
                self._foes.append(entry)

    def lead(self, camp: Camp) -> float:
        """What the heroes' ways are worth, less the Oni's, as a camp minds it."""
        heroes = [one for one in self._friends if one[0].group == "hero"]
        found = sum(self._errand(errand, heroes) for errand in self._errands)
        prey = self._caution["oni"] if camp == "oni" else 1.0
        threat = self._caution["heroes"] if camp == "heroes" else 1.0
        for foe in self._foes:
            found += prey * self._prey(foe, heroes) - threat * self._threat(foe, self._friends)
        return found - sum(self._held(hold, self._friends, self._foes) for hold in self._holds)

    def heroes_near(self, cell: int) -> float:
        """How near the nearest hero or ally is to a token there."""
        return max([_near(self.on, cell, speed, beside=True)[at] for _, at, speed in self._friends], default=0.0)

    def threat(self, figure: Figure) -> float:
        """What one of the Oni's figures could do soon."""
        return next((self._threat(foe, self._friends) for foe in self._foes if foe[0].id == figure.id), 0.0)

    def at(self, figure: Figure) -> Callable[[int], float]:
        """What it is worth to a figure's camp that it stands on a cell, everybody else where they are."""
        speed = self._odds.number(self.state, figure, "speed")
        friends = [one for one in self._friends if one[0].id != figure.id]
        heroes = [one for one in friends if one[0].group == "hero"]
        if figure.camp == "heroes":
            return self._of_hero(figure, speed, friends, heroes)
        others = [one for one in self._foes if one[0].id != figure.id]

        def worth(cell: int) -> float:
            foe = figure, cell, speed
            found = self._threat(foe, friends) - self._caution["oni"] * self._prey(foe, heroes)
            return found + sum(self._held(hold, friends, [*others, foe]) for hold in self._holds)

        return worth

    def _of_hero(
        self,
        figure: Figure,
        speed: int,
        friends: Sequence[tuple[Figure, int, int]],
        heroes: Sequence[tuple[Figure, int, int]],
    ) -> Callable[[int], float]:
        ways = []
        """For each errand: its worth, what others have of it already, and by cell what this one would."""
        hunts: list[tuple[float, tuple[float, ...]]] = []
        """For each opponent: what this one adds beside it."""
        if figure.group == "hero":
            for errand in self._errands:
                chance = self._odds.test(self.state, figure, errand)
                tables = [_near(self.on, cell, speed, errand.beside) for cell in errand.cells]
                ways.append((errand.worth * chance, self._errand(errand, heroes), tables))
            for foe in self._foes:
                missed = self._gain(foe[0]) - self._prey(foe, heroes)
                chance = self._odds.hit(self.state, figure, foe[0])
                hunts.append((missed * chance, _near(self.on, foe[1], speed, beside=True)))
        threats = []
        for foe in self._foes:
            harm = self._caution["heroes"] * self._harm(foe[0]) * self._target(foe[0], figure)
            threats.append(
                (
                    harm,
                    self._caution["heroes"] * self._threat(foe, friends),
                    _near(self.on, foe[1], foe[2], beside=True),
                )
            )

        def worth(cell: int) -> float:
            found = 0.0
            for gain, had, tables in ways:
                own = gain * (tables[0][cell] if len(tables) == 1 else max([table[cell] for table in tables]))
                found += own if own > had else had
            found += sum([gain * table[cell] for gain, table in hunts])
            for harm, had, table in threats:
                own = harm * table[cell]
                found -= own if own > had else had
            for hold in self._holds:
                found -= self._held(hold, [*friends, (figure, cell, speed)], self._foes)
            return found

        return worth

    def _errand(self, errand: Errand, heroes: Sequence[tuple[Figure, int, int]]) -> float:
        best = 0.0
        for figure, cell, speed in heroes:
            chance = self._odds.test(self.state, figure, errand)
            for at in errand.cells:
                found = chance * _near(self.on, at, speed, errand.beside)[cell]
                if found > best:
                    best = found
        return errand.worth * best

    def _prey(self, foe: tuple[Figure, int, int], heroes: Sequence[tuple[Figure, int, int]]) -> float:
        """How near the heroes are to an opponent that they could strike; several are likelier to hit it."""
        missed = 1.0
        for figure, cell, speed in heroes:
            missed *= 1 - self._odds.hit(self.state, figure, foe[0]) * _near(self.on, foe[1], speed, beside=True)[cell]
        return self._gain(foe[0]) * (1 - missed)

    def _threat(self, foe: tuple[Figure, int, int], friends: Sequence[tuple[Figure, int, int]]) -> float:
        """How near one of the Oni's figures is to whom it could strike."""
        best = 0.0
        for figure, cell, _ in friends:
            found = self._target(foe[0], figure) * _near(self.on, cell, foe[2], beside=True)[foe[1]]
            if found > best:
                best = found
        return self._harm(foe[0]) * best

    def _target(self, foe: Figure, figure: Figure) -> float:
        return self._odds.hit(self.state, foe, figure) * (LESSER if figure.group != "hero" else self._frail[figure.id])

    def _held(
        self, hold: Hold, friends: Sequence[tuple[Figure, int, int]], foes: Sequence[tuple[Figure, int, int]]
    ) -> float:
        best = 0.0
        for figure, cell, speed in foes:
            near = _near_zones(self.on, hold.zones, speed)[cell]
            if near > best and totals.sorts(self.state, figure).intersection(hold.condition.by.who):
                best = near
        kept = best and any(hold.zones >> self.on.zone_of[cell] & 1 for _, cell, _ in friends)
        return hold.worth * best * (KEPT if kept else 1.0)

    def _gain(self, foe: Figure) -> float:
        sheet = self._odds.box.sheets.get(foe.card)
        return FIGHT.get(sheet.rank if sheet is not None else "", 0.0)

    def _harm(self, foe: Figure) -> float:
        sheet = self._odds.box.sheets.get(foe.card)
        return HIT * (sheet.actions if sheet is not None else 1)


_last: tuple[State | None, Field | None] = None, None


def field(state: State) -> Field | None:
    """The board as it stands; None: nobody has a place."""
    global _last
    if _last[0] is not state:
        on = places.board(state)
        _last = state, None if on is None else Field(state, on)
    return _last[1]
