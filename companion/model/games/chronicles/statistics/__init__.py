"""Statistics about games of Okko Chronicles: what is counted in one of them (§34.10).

All of it follows from the log. As long as a game goes on only what everybody has seen is counted: what the heroes know
of hosts and natures is told once the game is over.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.model.core.contract import SPECTATOR, Event, Over, Roll
from companion.model.core.course import Passage, passages
from companion.model.core.luck import Luck
from companion.model.core.session import Session
from companion.model.games.chronicles.insight import odds
from companion.model.games.chronicles.insight.notebook import notebook
from companion.model.games.chronicles.rules import accusation
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.conditions import figure_of
from companion.model.games.chronicles.state.frames import AttackFrame, BurstFrame, TestFrame
from companion.model.games.chronicles.state.state import ONI, WRONG_MOST, Seat, State

from .counted import Accused, GameStatistics, SeatStatistics, Standing

ROLLED = ("attack", "ki", "test")
"""Rolls whose dice are weighed."""


def game_statistics(session: Session[Any]) -> GameStatistics:
    """Of a game of Okko Chronicles."""
    over = session.system.pending(session.state_at(session.present))
    counting = Counting(session, finished=isinstance(over, Over))
    for passage in passages(session):
        counting.count(passage)
    return counting.result(over.winners if isinstance(over, Over) else ())


class Counting:
    """Counts a game, passage by passage."""

    def __init__(self, session: Session[State], *, finished: bool) -> None:
        """`finished`: the game is over, and what the heroes knew may be told."""
        self._session, self._finished = session, finished
        first = session.state_at(0)
        cards = dict(zip(first.seats, first.table.heroes, strict=False))
        self._seats = {seat: SeatStatistics(seat, cards.get(seat)) for seat in (ONI, *first.seats)}
        self._turn, self._alert, self._came, self._decided = first.turn, 0, 0, 0
        self._why: Any = ""
        self._accusations: list[Accused] = []
        self._standings = [self._standing(0, first, max(0, first.turn - 1))]
        self._attack: Fraction | None = None
        """The chance of the attack that is made, before its dice."""
        self._test: Fraction | None = None

    def count(self, passage: Passage[State]) -> None:
        """Go on by one step."""
        for event in passage.events:
            self._count(event, passage)
        self._look_ahead(passage.after)

    def result(self, winners: tuple[Seat, ...]) -> GameStatistics:
        """All of it, once every passage has been counted."""
        steps = self._session.present
        last = self._session.state_at(steps)
        if self._standings[-1].step != steps:
            self._standings.append(self._standing(steps, last, self._turn))
        for seat, one in self._seats.items():
            one.won = seat in winners
        points = accusation.points(last)
        return GameStatistics(
            tuple(self._seats.values()),
            steps,
            self._turn,
            self._finished,
            None if not winners else "oni" if ONI in winners else "heroes",
            accusation.decided_by(last) if self._finished else "",
            (points["blue"][0], points["red"][0]),
            tuple(self._accusations),
            self._came,
            self._why,
            last.oni.demon,
            self._decided,
            self._alert,
            tuple(self._standings),
        )

    def _standing(self, step: int, state: State, turn: int) -> Standing:
        points = accusation.points(state)
        viewer = state.seats[0] if self._finished and state.seats else SPECTATOR
        known = notebook(state, viewer) if state.table.investigation and state.stage != "setup" else None
        return Standing(
            step,
            turn,
            (points["blue"][0], points["red"][0]),
            tuple([one.taken for one in self._seats.values()]),
            tuple([_wounds(state, seat) for seat in state.seats]),
            sum(one.chance > 0 for one in known.hosts) if known is not None else 0,
            sum(one.chance > 0 for one in known.natures) if known is not None else 0,
            len(state.clues_drawn),
        )

    def _of(self, state: State, figure: str | None) -> SeatStatistics | None:
        """Whose figure it is."""
        found = figure_of(state, figure) if figure is not None else None
        if found is None:
            return None
        if found.camp == "oni":
            return self._seats[ONI]
        return self._seats.get(found.id) or self._seats.get(found.owner or "")

    def _count(self, event: Event, at: Passage[State]) -> None:
        match event:
            case e.TurnBegan():
                if event.turn > 1 or self._standings[-1].step == 0:
                    self._standings.append(self._standing(at.step, at.after, event.turn - 1))
                if event.turn == 1:
                    self._standings.pop(0)  # before the first turn nothing is dealt
                self._turn = event.turn
            case e.AlertRaised():
                self._alert = self._turn
            case se.AccusationAnswered():
                self._accusations.append(Accused(at.step, self._turn, event.of, event.named, event.right))
            case se.DemonCame():
                self._came = self._turn
                right = any(one.right and one.of == "host" for one in self._accusations)
                third = at.after.wrong >= WRONG_MOST
                self._why = "unmasked" if right else "wrong" if third else "revealed"
            case se.DemonEscaped():
                self._decided = self._turn
            case se.ClueDrawn() if event.seat in self._seats:
                self._seats[event.seat].clues += 1
            case e.WoundDrawn() if event.seat in self._seats:
                self._seats[event.seat].wounds += 1
            case e.HeroOut() if event.seat in self._seats:
                self._seats[event.seat].out = self._turn
            case e.DiceRolled() if event.what in ROLLED:
                self._rolled(event, at)
            case _:
                self._fought(event, at)

    def _fought(self, event: Event, at: Passage[State]) -> None:
        match event:
            case e.AttackResolved():
                by = self._of(at.before, event.attacker)
                if by is not None:
                    by.attacks += 1
                    by.hits += event.hit
                    by.hit_luck += weighed(self._attack, happened=event.hit)
                    by.hits_known += event.hit and self._attack is not None
                self._attack = None
            case e.TestResolved():
                by = self._of(at.before, event.figure)
                if by is not None:
                    by.tests += 1
                    by.passed += event.passed
                    by.test_luck += weighed(self._test, happened=event.passed)
                    by.passed_known += event.passed and self._test is not None
                self._test = None
            case e.DamageTaken():
                suffers, by = self._of(at.before, event.figure), self._attacker(at.before)
                if suffers is not None:
                    suffers.taken += event.n
                    if by is not None and (by.seat == ONI) != (suffers.seat == ONI):
                        by.dealt += event.n
            case e.FigureRemoved():
                gone, by = self._of(at.before, event.figure), self._of(at.before, event.by)
                if gone is not None and by is not None and (by.seat == ONI) != (gone.seat == ONI):
                    by.removed += 1
                if at.after.oni.demon == "slain" and not self._decided:
                    self._decided = self._turn

    def _attacker(self, state: State) -> SeatStatistics | None:
        """Who attacks now, else whose activation it is."""
        for frame in reversed(state.frames):
            if isinstance(frame, AttackFrame | BurstFrame):
                return self._of(state, frame.attacker)
        return self._seats.get(state.next or "")

    # chance ----------------------------------------------------------------------------------------------------------

    def _look_ahead(self, state: State) -> None:
        """The chance of what is about to be rolled."""
        top = state.frames[-1] if state.frames else None
        if isinstance(top, AttackFrame) and not top.faces and top.step in ("declared", "dread", "react", "dice"):
            self._attack = odds.chance_now(state)
        elif isinstance(top, TestFrame) and not top.faces:
            self._test = odds.chance_now(state)

    def _rolled(self, event: e.DiceRolled, at: Passage[State]) -> None:
        """Each die against its average: of a test the fewer, the luckier."""
        asked, by = self._session.system.pending(at.before), self._of(at.before, event.figure)
        if not isinstance(asked, Roll) or by is None:
            return
        for die, face in zip(asked.dice, event.faces, strict=False):
            values = [_value(one) for one in die.kind.faces]
            whole = sum(die.kind.weights)
            mean = sum(value * weight for value, weight in zip(values, die.kind.weights, strict=True)) / whole
            spread = sum((value - mean) ** 2 * weight for value, weight in zip(values, die.kind.weights, strict=True))
            more = _value(face) - mean
            by.dice += Luck(1, -more if event.what == "test" else more, spread / whole)


def weighed(chance: Fraction | None, *, happened: bool) -> Luck:
    """Something against its chance; nothing where that is not known."""
    if chance is None:
        return Luck()
    return Luck(1, float(happened - chance), float(chance * (1 - chance)))


def _value(face: str | int) -> int:
    return 1 if face == "ki" else int(face)


def _wounds(state: State, seat: Seat) -> int:
    hero = state.hero(seat)
    planned = [card for card in (hero.plan.right, hero.plan.left) if card in state.table.box.wounds]
    return len(hero.wounds) + len(hero.spent_wounds) + len(planned)
