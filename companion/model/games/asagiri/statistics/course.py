"""A game step by step (the dice that fell, what happened, the table after it): losses, fights, ways, and its luck.

Two kinds of dice are weighed. A *combat die* (d6) is the better the higher it is; the die of a *test* (STA-3) the
better the lower. What it brings is its distance from the mean of 3.5 to the good side. An *inspiration die* has no
better face in itself; what can be counted is how often each face came, and the tori, a third of its faces, stands out.
Dice that decide who begins, searches and what skills roll are no luck of anybody in this sense and are left out.

How lucky somebody was is said as a share: of all who roll as many such dice, so many do worse (those who do equally
well count half). It is computed from the exact distribution of the sum; from `EXACT` dice on from the normal one, which
then differs by less than a thousandth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, erf, sqrt
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from companion.model.core.contract import Event, Roll
from companion.model.core.record import Rolled
from companion.model.core.session import Session
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events
from companion.model.games.asagiri.rules.skill_events import DieRerolled
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BANDS, BEFORE, BandId, FigureId, by_figure

ID = "asagiri"
"""The game system whose games have figures."""


class Thrown(NamedTuple):
    """One die that fell."""

    kind: str
    """What the roll was for (`Roll.kind`)."""
    die: str
    """The kind of die (``d6``, ``inspiration``…)."""
    seat: str
    """Whose it is."""
    owner: str
    """A figure's id, or a seat."""
    face: int | str
    typed: bool
    """A real die: read off the table, or put right afterwards. Else the seed's."""


class Passage(NamedTuple):
    """One step."""

    step: int
    """So many steps are played after it: the place in the timeline that shows what it brought."""
    events: tuple[Event, ...]
    state: State
    """After it."""
    thrown: tuple[Thrown, ...]


def passages(session: Session[State]) -> Iterator[Passage]:
    """The game from its first step to the present; what was undone has not happened."""
    system, steps = session.system, session.steps
    for n in range(session.present):
        step = steps[n]
        thrown: tuple[Thrown, ...] = ()
        if type(step.intent) is Rolled:
            asked = system.pending(session.state_at(n))
            if isinstance(asked, Roll):
                faces = step.result.faces or ()
                sources = step.result.sources or ("seed",) * len(faces)
                thrown = tuple(
                    Thrown(asked.kind, die.kind.id, seat, die.owner, face, source != "seed")
                    for die, seat, face, source in zip(asked.dice, asked.owners(), faces, sources, strict=True)
                )
        yield Passage(n + 1, session.events_of(n), session.state_at(n + 1), thrown)


def is_of_system(session: Session[object]) -> bool:
    """Whether this is a game that figures know."""
    return session.header.system == ID


class Loss(msgspec.Struct, frozen=True):
    """How both bands stood after a step at which one of them lost or regained something."""

    step: int
    turn: int
    phase: BandId
    lost: tuple[int, int]
    fallen: tuple[int, ...] = ()
    """The figures that were disabled with it."""


class LossCurve(msgspec.Struct, frozen=True):
    """The whole game. `points` begin where the first phase does and end where the game stands."""

    limits: tuple[int, int]
    """What a band may lose; (0, 0) in a game for zeni over some turns, which has no such end (KAR-6)."""
    turns: int
    points: tuple[Loss, ...]
    earned: tuple[int, int] | None = None
    """In a game for zeni: what both have earned in the end (KAR-6)."""

    @property
    def by_turn(self) -> tuple[tuple[int, int], ...]:
        """The zeni both have lost at the end of each turn, from the first on; the last one may be going on."""
        found, at = [], 0
        for turn in range(1, self.turns + 1):
            while at + 1 < len(self.points) and self.points[at + 1].turn <= turn:
                at += 1
            found.append(self.points[at].lost)
        return tuple(found)


def losses(first: State, game: Sequence[Passage]) -> LossCurve:
    """Of a game that began at `first`."""
    state, before = first, first
    points = [Loss(0, 1, BANDS[0], _lost(first))]
    for passage in game:
        state = passage.state
        if state.stage not in BEFORE:
            down = _down(before, state)
            if _lost(state) != points[-1].lost or down:
                points.append(Loss(passage.step, state.turn, state.phase, _lost(state), down))
        before = state
    points.append(Loss(game[-1].step if game else 0, state.turn, state.phase, _lost(state)))
    held = state.table.contest is not None
    earned = scenario_game.earned_by_both(state) if held else None
    turns = max(1, *(point.turn for point in points))
    return LossCurve((0, 0) if held else state.table.limits, turns, tuple(points), earned)


def _lost(state: State) -> tuple[int, int]:
    return state.bands[0].lost, state.bands[1].lost


def _down(before: State, after: State) -> tuple[int, ...]:
    """The figures that were disabled between two states, by the rules or by hand."""
    return tuple(
        n
        for n, figure in by_figure(after.figures)
        if figure.state == "disabled" and n < len(before.figures) and before.figures[n].state != "disabled"
    )


Harm: TypeAlias = Literal["", "retreat", "shaken", "disabled"]
"""The worst that came of a fight for one of the two."""
_WORSE: tuple[Harm, ...] = ("", "retreat", "shaken", "disabled")


class FightRecord(msgspec.Struct, frozen=True):
    """A combat or a shot whose dice have fallen."""

    step: int
    turn: int
    attacker: FigureId
    defender: FigureId
    band: BandId
    """The attacker's."""
    shot: bool
    margin: int
    """The attacker's total less the defender's, with dice rolled again; above 0 the attacker has won."""
    harm: Harm = ""
    """What befell the loser; in a draw, whomever it befell."""

    @property
    def winner(self) -> int | None:
        """The figure that has won; None for a draw."""
        return None if self.margin == 0 else self.attacker if self.margin > 0 else self.defender

    def margin_of(self, band: BandId) -> int:
        """The margin as a band sees it."""
        return self.margin if band == self.band else -self.margin


def fights(game: Iterable[Passage]) -> tuple[FightRecord, ...]:
    """The fights of a game, in their order; those that were cancelled have no dice and are none."""
    found: list[FightRecord] = []
    open_ = False
    for passage in game:
        for event in passage.events:
            match event:
                case e.CombatRolled() | e.ShotRolled():
                    band = passage.state.band_of(event.attacker)
                    margin = event.totals[0] - event.totals[1]
                    shot = isinstance(event, e.ShotRolled)
                    fight = FightRecord(
                        passage.step, passage.state.turn, event.attacker, event.target, band, shot, margin
                    )
                    if open_ and (found[-1].attacker, found[-1].defender) == (event.attacker, event.target):
                        found.pop()  # a die was rolled again
                    found.append(fight)
                    open_ = True
                case e.CharacterRetreated() if open_:
                    found[-1] = _harmed(found[-1], event.who, "retreat")
                case e.CharacterShaken() if open_:
                    found[-1] = _harmed(found[-1], event.who, "shaken")
                case e.CharacterDisabled() if open_:
                    found[-1] = _harmed(found[-1], event.who, "disabled")
                case e.AttackDeclared() | e.ShotDeclared() | e.CharacterActivated() | e.PhaseBegan():
                    open_ = False
                case _:
                    pass
    return tuple(found)


def _harmed(fight: FightRecord, who: FigureId, harm: Harm) -> FightRecord:
    winner = fight.winner
    if who not in (fight.attacker, fight.defender) or who == winner or _WORSE.index(harm) < _WORSE.index(fight.harm):
        return fight
    return msgspec.structs.replace(fight, harm=harm)


class GroundCovered(msgspec.Struct, frozen=True):
    """By figure: squares walked (MOV-2), squares given up (RET-1, pushed by skills), and moved by hand."""

    walked: dict[int, int]
    driven: dict[int, int]
    carried: dict[int, int]
    """Where somebody put a figure elsewhere at a tracked table: the squares between, as the crow flies."""
    longest: tuple[int, int, int] | None = None
    """The longest walk of one activation: figure, squares, step."""


def ground(game: Iterable[Passage]) -> GroundCovered:
    """Of a game."""
    walked: Counter[int] = Counter()
    driven: Counter[int] = Counter()
    carried: Counter[int] = Counter()
    longest: tuple[int, int, int] | None = None
    along = 0
    for passage in game:
        for event in passage.events:
            match event:
                case e.CharacterActivated():
                    along = 0
                case e.CharacterStepped():
                    walked[event.who] += 1
                    along += 1
                    if longest is None or along > longest[1]:
                        longest = (event.who, along, passage.step)
                case e.CharacterRetreated() | skill_events.CharacterPushed():
                    driven[event.who] += 1
                case e.CharacterPlaced() if event.start >= 0 and event.at >= 0:
                    carried[event.who] += passage.state.table.board.distance(event.start, event.at, "chebyshev")
                case _:
                    pass
    return GroundCovered(dict(walked), dict(driven), dict(carried), longest)


MEAN = 3.5
VARIANCE = 35 / 12
"""Of one d6."""
EXACT = 400
"""More dice than so many are weighed with the normal distribution."""
TORI = 1 / 3
FACES = ("fire", "water", "air", "earth", "tori")
EXPECTED = {"fire": 1 / 6, "water": 1 / 6, "air": 1 / 6, "earth": 1 / 6, "tori": 1 / 3}
"""CMP-4: how often each face of an inspiration die comes."""


class WeighedDice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Some d6 dice; `points` counts each die's face, or 7 less its face where low is good."""

    dice: int = 0
    points: int = 0

    def __add__(self, other: WeighedDice) -> WeighedDice:
        return WeighedDice(self.dice + other.dice, self.points + other.points)

    @property
    def surplus(self) -> float:
        """What they brought more than they would on average."""
        return self.points - MEAN * self.dice

    @property
    def share(self) -> float:
        """Of all who roll as many dice, so many do worse; a half without dice."""
        return worse(self.dice, self.points)


class CountedDie(msgspec.Struct, frozen=True):
    """One d6 that counted, in the order in which they fell."""

    step: int
    seat: int
    owner: str
    """A figure's id."""
    face: int
    points: int
    """The face, or 7 less it where low is good."""
    typed: bool
    test: bool


class Luck(msgspec.Struct, frozen=True):
    """All that fell in a game."""

    throws: tuple[CountedDie, ...]
    inspiration: tuple[tuple[dict[str, int], dict[str, int]], tuple[dict[str, int], dict[str, int]]]
    """By seat, the virtual dice and the typed ones: how often each face came."""

    def of(self, seat: int | None = None, owner: str | None = None, typed: bool | None = None) -> WeighedDice:
        """The d6 of a seat, a figure, virtual or typed ones."""
        return weigh(
            throw.points
            for throw in self.throws
            if seat in (None, throw.seat) and owner in (None, throw.owner) and typed in (None, throw.typed)
        )

    def faces(self, seat: int, typed: bool | None = None) -> dict[str, int]:
        """How often a seat rolled each face of its inspiration dice."""
        virtual, real = self.inspiration[seat]
        kinds = [virtual] * (typed is not True) + [real] * (typed is not False)
        return {face: sum(kind.get(face, 0) for kind in kinds) for face in FACES}


def luck(game: Iterable[Passage]) -> Luck:
    """The dice of a game."""
    throws: list[CountedDie] = []
    faces: tuple[tuple[Counter[str], Counter[str]], ...] = tuple((Counter(), Counter()) for _ in SEATS)
    kind = "combat"
    for passage in game:
        again = any(isinstance(event, DieRerolled) for event in passage.events)
        for die in passage.thrown:
            seat = SEATS.index(die.seat)
            if die.kind in ("combat", "test"):
                kind = die.kind
            if die.die == "inspiration" and die.kind == "inspiration":
                faces[seat][die.typed][str(die.face)] += 1
            elif die.die == "d6" and (die.kind in ("combat", "test") or again):
                # a die rolled again is of the kind of the one before
                throws.append(_throw(passage.step, seat, die, kind == "test"))
    a, b = ((dict(virtual), dict(real)) for virtual, real in faces)
    return Luck(tuple(throws), (a, b))


def _throw(step: int, seat: int, die: Thrown, test: bool) -> CountedDie:
    face = int(die.face)
    return CountedDie(step, seat, die.owner, face, 7 - face if test else face, die.typed, test)


def weigh(points: Iterable[int]) -> WeighedDice:
    """Dice by their points."""
    found = list(points)
    return WeighedDice(len(found), sum(found))


@lru_cache(maxsize=512)
def ways(dice: int) -> tuple[int, ...]:
    """In how many of the 6ⁿ ways n dice make each sum, from n on."""
    if dice == 0:
        return (1,)
    half = ways(dice // 2)
    found = _product(half, half)
    return _product(found, (1,) * 6) if dice % 2 else found


def _product(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    found = [0] * (len(one) + len(other) - 1)
    for n, a in enumerate(one):
        for m, b in enumerate(other):
            found[n + m] += a * b
    return tuple(found)


@lru_cache(maxsize=512)
def _below(dice: int) -> tuple[int, ...]:
    """Twice the ways to make less than each sum, and once those to make just it."""
    found, before = [], 0
    for many in ways(dice):
        found.append(2 * before + many)
        before += many
    return tuple(found)


def worse(dice: int, points: int) -> float:
    """The share of those who do worse with as many d6: P(sum < points) + P(sum = points) / 2."""
    if dice == 0:
        return 0.5
    if dice > EXACT:
        return normal((points - MEAN * dice) / sqrt(VARIANCE * dice))
    return float(Fraction(_below(dice)[points - dice], 2 * 6**dice))


def fewer(dice: int, hits: int, chance: float = TORI) -> float:
    """The share of those who see a face of this `chance` less often: P(n < hits) + P(n = hits) / 2."""
    if dice == 0:
        return 0.5
    if dice > EXACT:
        return normal((hits - chance * dice) / sqrt(chance * (1 - chance) * dice))
    each = [comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(hits + 1)]
    return min(1.0, sum(each[:-1]) + each[-1] / 2)


def normal(z: float) -> float:
    """The normal distribution below `z` deviations."""
    return (1 + erf(z / sqrt(2))) / 2
