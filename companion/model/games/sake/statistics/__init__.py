"""Statistics about games of Saké & Samouraï: what is counted in one of them.

All of it follows from the log. As long as a game goes on only what everybody has seen is counted: cards drawn are
weighed once the game is over, since before that they would tell what hands hold.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model.core.contract import Event, Over
from companion.model.core.course import Passage, passages
from companion.model.core.luck import Luck
from companion.model.core.session import Session
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.state.frames import AttackFrame
from companion.model.games.sake.state.options import SEAT_AS_TARGET, is_seat
from companion.model.games.sake.state.state import DISCIPLES, LETTERS, LIFE, NOBODY, SAMURAI, State, Table

from .counted import (
    Blow,
    Death,
    FatalRound,
    GameStatistics,
    Means,
    SeatStatistics,
    Standing,
)


def game_statistics(session: Session[Any]) -> GameStatistics:
    """Of a game of Saké & Samouraï."""
    first = session.state_at(0)
    over = session.system.pending(session.state_at(session.present))
    counting = Counting(first, finished=isinstance(over, Over))
    for passage in passages(session):
        counting.count(passage)
    winners = tuple(LETTERS.index(seat) for seat in over.winners) if isinstance(over, Over) else ()
    return counting.result(session.state_at(session.present), session.present, winners)


class _Scale(msgspec.Struct, frozen=True):
    """The mean and the variance of what the cards that chance deals bring."""

    all: tuple[float, float]
    attack: tuple[float, float]
    defence: tuple[float, float]


def _scale(table: Table, players: int) -> _Scale:
    deck = table.deck
    aside = deck.katanas if table.options.spare_katanas == "boxed" else deck.katanas[:players]
    dealt = [card for card in range(len(deck)) if card not in aside]

    def moments(values: list[int]) -> tuple[float, float]:
        mean = sum(values) / len(values)
        return mean, sum((value - mean) ** 2 for value in values) / len(values)

    return _Scale(
        moments([boxes(table, card) for card in dealt]),
        moments([deck.attack[card] for card in dealt]),
        moments([deck.defence[card] for card in dealt]),
    )


def boxes(table: Table, card: int) -> int:
    """The four boxes of a card together (BOX-3)."""
    deck = table.deck
    return deck.attack[card] + deck.defence[card] + deck.move[card] + deck.drink[card]


class Counting:
    """Counts a game, passage by passage."""

    def __init__(self, first: State, *, finished: bool) -> None:
        """`finished`: the game is over, and what hands held may be told."""
        self._scale, self._finished = _scale(first.table, first.count), finished
        self._seats = [SeatStatistics(n, "") for n in range(first.count)]
        self._blows: list[Blow] = []
        self._deaths: list[Death] = []
        self._rounds: list[FatalRound] = []
        self._standings = [self._standing(0, first, max(0, first.turn - 1))]
        self._why = ""
        self._last_cup = NOBODY
        self._turn, self._active = first.turn, first.active
        self._by_disciples = first.phase == DISCIPLES
        self._event = NO_CARD
        self._iaido = self._open = self._drank = False
        self._sober = [0] * first.count

    def count(self, passage: Passage[State]) -> None:
        """Go on by one step."""
        for event in passage.events:
            self._count(event, passage)

    def result(self, last: State, steps: int, winners: tuple[int, ...]) -> GameStatistics:
        """All of it, once every passage has been counted."""
        if self._finished:
            self._end_turn()
        if self._standings[-1].turn != last.turn:
            self._standings.append(self._standing(steps, last, last.turn))
        for one, of, sheet in zip(self._seats, last.seats, last.table.sheets, strict=True):
            one.kind, one.sake, one.won = of.kind, len(of.sake) + of.jar, one.seat in winners
            one.sheet = "" if sheet is None else sheet.id
        return GameStatistics(
            tuple(self._seats),
            steps,
            self._turn,
            self._finished,
            winners,
            self._why,
            tuple(self._blows),
            tuple(self._deaths),
            tuple(self._rounds),
            tuple(self._standings),
            self._last_cup,
        )

    def _standing(self, step: int, state: State, turn: int) -> Standing:
        return Standing(
            step,
            turn,
            state.masu,
            tuple(len(seat.sake) + seat.jar for seat in state.seats),
            tuple(life(state, n) for n in range(state.count)),
            tuple(seat.kind == SAMURAI for seat in state.seats),
            tuple(one.killed for one in self._seats),
        )

    def _count(self, event: Event, at: Passage[State]) -> None:
        match event:
            case e.TurnBegan():
                self._end_turn()
                self._turn, self._active = event.turn, event.seat
                self._turn_began(at)
            case e.PhaseBegan():
                self._by_disciples, self._event, self._iaido = event.phase == "disciples", NO_CARD, False
            case (e.AttackDeclared() | e.IaidoDeclared() | e.EventPlayed() | e.Struck() | e.Interrupted()
                  | e.AttackGivenUp()):  # fmt: skip
                self._fight(event, at)
            case e.DiscipleSacrificed():
                self._change(saved="disciple")
            case e.Dematerialised():
                self._change(saved="spirit")
            case e.Wounded():
                self._wounded(event)
            case e.SamuraiDied():
                self._died(event.seat, at)
            case e.SeppukuCommitted():
                self._deaths.append(Death(at.step, self._turn, event.seat, None))
            case e.DiscipleKilled():
                self._seats[self._blows[-1].by].disciples += 1
                self._change(killed=True)
            case e.CardDrawn() | e.CardTurnedUp():
                self._card(event, at)
            case e.FatalRoundBegan():
                self._rounds.append(FatalRound(at.step, self._turn, event.first, event.extra))
            case e.GameEnded():
                self._why = event.why
            case _:
                self._sake(event, at)

    def _turn_began(self, at: Passage[State]) -> None:
        if self._turn == 1:
            self._standings.clear()  # before the first turn nothing is dealt
        self._standings.append(self._standing(at.step, at.after, self._turn - 1))

    def _end_turn(self) -> None:
        """How long somebody has been sober is known when his turn is over."""
        if self._active == NOBODY:
            return
        one = self._seats[self._active]
        one.turns += 1
        if one.kind == SAMURAI:
            self._sober[self._active] = 0 if self._drank else self._sober[self._active] + 1
            one.sober = max(one.sober, self._sober[self._active])
        self._drank = False

    # fights ----------------------------------------------------------------------------------------------------------

    def _fight(self, event: Event, at: Passage[State]) -> None:
        match event:
            case e.EventPlayed():
                self._event = at.before.table.deck.type[event.card]
            case e.IaidoDeclared():
                self._iaido = True
                self._declared(event, at, value=0)
            case e.AttackDeclared():
                if self._iaido and self._open:
                    self._change(value=event.value)  # the iaido was declared before
                elif self._iaido:
                    self._change(value=event.value, cancelled=False)  # what was kept after a Stagger
                    self._open = True
                else:
                    self._declared(event, at, value=event.value)
                self._iaido = False
            case e.Interrupted():
                self._seats[event.seat].stopped += 1
                if self._open:
                    kind = at.before.table.deck.type[event.card]
                    self._change(cancelled=True, stopped_by=(event.seat, kind))
                self._open = False
                self._iaido = self._iaido and at.before.table.deck.effect[event.card].cancels == "move"
            case e.AttackGivenUp():
                self._iaido = False
            case e.Struck():
                if not self._open:
                    self._begun_before(event, at)
                self._change(defence=event.defence, damage=event.damage)
                blow = self._blows[-1]
                if not blow.at_disciple and at.before.seats[blow.target].kind == SAMURAI:
                    self._seats[blow.by].damage += event.damage
                self._open = False

    def _declared(self, event: e.AttackDeclared | e.IaidoDeclared, at: Passage[State], value: int) -> None:
        by = event.seat if isinstance(event, e.IaidoDeclared) else event.by
        means, tool = self._made_with(event, at.before.table)
        self._blows.append(
            Blow(at.step, self._turn, by, owner(event.target, at), not is_seat(event.target), means, tool, value)
        )
        self._seats[by].blows += 1
        self._open = True

    def _begun_before(self, event: e.Struck, at: Passage[State]) -> None:
        """An Attack that was under way as the record begins: nobody knows with what."""
        frame = next((frame for frame in reversed(at.before.frames) if isinstance(frame, AttackFrame)), None)
        by, whom = (frame.by, frame.owner) if frame is not None else (at.before.active, owner(event.target, at))
        self._blows.append(
            Blow(at.step, self._turn, by, whom, not is_seat(event.target), "weapon", NO_CARD, event.value)
        )
        self._seats[by].blows += 1

    def _made_with(self, event: e.AttackDeclared | e.IaidoDeclared, table: Table) -> tuple[Means, int]:
        if self._by_disciples:
            return "disciple", NO_CARD
        if isinstance(event, e.AttackDeclared) and event.card == NO_CARD:
            return "event", self._event
        tool = NO_CARD if event.weapon == NO_CARD else table.deck.type[event.weapon]
        if isinstance(event, e.IaidoDeclared):
            return "iaido", tool
        return ("hands" if tool == NO_CARD else "weapon"), tool

    def _change(self, **changes: Any) -> None:
        if self._blows:
            self._blows[-1] = msgspec.structs.replace(self._blows[-1], **changes)

    def _wounded(self, event: e.Wounded) -> None:
        self._seats[event.seat].wounds += event.cards
        self._change(wounds=event.cards)

    def _died(self, seat: int, at: Passage[State]) -> None:
        self._change(killed=True)
        blow = self._blows[-1]  # nobody dies otherwise (DMG-1)
        self._seats[blow.by].killed += 1
        self._deaths.append(Death(at.step, self._turn, seat, blow))
        self._seats[seat].kind = at.after.seats[seat].kind

    # sake and cards --------------------------------------------------------------------------------------------------

    def _sake(self, event: Event, at: Passage[State]) -> None:
        match event:
            case e.Drunk():
                self._seats[event.seat].drunk += event.count
                self._drank = self._drank or event.seat == self._active
                self._emptied(event.seat, at)
            case e.SakeLost() if event.how != "lost":
                self._seats[event.seat].burnt += 1
            case e.SakeGiven():
                self._seats[event.spirit].stolen += event.count
            case e.MasuStolen():
                self._seats[event.spirit].stolen += 1
                self._emptied(event.spirit, at)
            case _:
                pass

    def _emptied(self, seat: int, at: Passage[State]) -> None:
        if not at.after.masu:
            self._last_cup = seat

    def _card(self, event: e.CardDrawn | e.CardTurnedUp, at: Passage[State]) -> None:
        """A card that chance gave; one that the app does not know weighs nothing."""
        card, table = event.card, at.before.table
        if not isinstance(card, int) or card < 0:
            return
        if isinstance(event, e.CardDrawn):
            if self._finished:
                one = self._seats[event.seat]
                one.drawn += _weighed(boxes(table, card), self._scale.all)
        elif self._open:
            one = self._seats[self._blows[-1].target]
            one.turned += _weighed(table.deck.defence[card], self._scale.defence)
        else:
            one = self._seats[self._active]
            one.turned += _weighed(table.deck.attack[card], self._scale.attack)


def _weighed(value: int, scale: tuple[float, float]) -> Luck:
    mean, variance = scale
    return Luck(1, value - mean, variance)


def life(state: State, seat: int) -> int:
    """WRD-5; a sake on the pile of life counts one."""
    of = state.seats[seat]
    return len(of.life) + (LIFE in of.sake)


def owner(target: int, at: Passage[State]) -> int:
    """The seat that a target is, or whose Disciple it is; NOBODY: no state around the step says."""
    if is_seat(target):
        return target - SEAT_AS_TARGET
    for state in (at.before, at.after):
        for line in state.lines:
            for seat, row in ((line.start, line.ours), (line.end, line.theirs)):
                if any(one.card == target for one in row):
                    return seat
    return NOBODY
