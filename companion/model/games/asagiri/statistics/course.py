"""A game step by step (the dice that fell, what happened, the table after it): its losses, fights and ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from companion.model.core.contract import Event, Roll
from companion.model.core.record import Rolled
from companion.model.core.session import Session
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import State
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
