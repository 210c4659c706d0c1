"""What cards do at one moment: at the reveal, at the end of a turn, when an attack is announced (FX-4, ATK-11)."""

from __future__ import annotations

from collections.abc import Collection

from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.fitting import AT_ONCE
from companion.model.games.chronicles.rules import equipment, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import HERO_SEATS, ONI, Figure, FigureId, Seat, State

FIRST = say("Which of these takes effect first?")
Due = tuple[str, Seat, FigureId, tuple[int, ...]]
"""A card, whose choices it has, the figure it counts from, and numbers of its effects."""


def seat_of(state: State, figure: Figure) -> Seat:
    """SEA-5: who chooses for a card of this figure; for an ownerless follower's the captain."""
    if figure.group == "hero":
        return figure.id
    return figure.owner or (state.captain if figure.camp == "heroes" else ONI)


def at_moment(t: Transition, window: fx.When) -> None:
    """What cards in play do at this moment of the turn: heroes in natural order, then the Oni."""
    found = []
    for card, bearer in totals.cards_in_play(t.now):
        if due := _of_window(t.now, card, bearer, window):
            found.append((card, seat_of(t.now, bearer), bearer.id, tuple(due)))
    begin(t, found)


def _of_window(state: State, card: str, bearer: Figure, window: fx.When) -> list[int]:
    """The numbers of a card's effects in a window that are not void; most cards have none."""
    due = [n for n, effect in enumerate(totals.effects_of(state, card, bearer)) if effect.when == window]
    return [n for n in totals.holding(state, card, bearer) if n in due] if due else due


def begin(t: Transition, due: Collection[Due]) -> None:
    """Carry out what is due, the seats in natural order, the Oni last; within a seat its choice."""
    if due:
        order = (*HERO_SEATS, ONI)
        t.push(f.MomentFrame(tuple(sorted(due, key=lambda one: order.index(one[1])))))


def _own(frame: f.MomentFrame) -> list[Due]:
    """What the seat whose turn it is can choose from."""
    return [one for one in frame.due if one[1] == frame.due[0][1]]


def _key(one: Due, own: list[Due]) -> str:
    """By its card; of several figures with the same card, by the figure."""
    card, _, bearer, _ = one
    return bearer if sum(other[0] == card for other in own) > 1 else card


def _goes_on(t: Transition, frame: f.MomentFrame) -> bool:
    if len(own := _own(frame)) > 1:
        return False
    _take(t, frame, own[0])
    return True


def _take(t: Transition, frame: f.MomentFrame, one: Due) -> None:
    rest = tuple([other for other in frame.due if other is not one])
    t.pop()
    if rest:
        t.push(f.MomentFrame(rest))
    card, seat, bearer, due = one
    t.push(f.EffectFrame(card, seat, bearer, due))


def _ask(state: State, frame: f.MomentFrame) -> Pending:
    own = _own(frame)
    return asks(own[0][1], FIRST, [o.Pick(own[0][1], _key(one, own)) for one in own])


def _chosen(t: Transition, frame: f.MomentFrame, option: Option) -> None:
    assert isinstance(option, o.Pick)
    own = _own(frame)
    _take(t, frame, next(one for one in own if _key(one, own) == option.what))


# an attack (ATK-11) ---------------------------------------------------------------------------------------------------


def _in_attack(state: State, attacker: FigureId, targets: Collection[FigureId]) -> list[tuple[Due, bool]]:
    """What cards say of this attack that does not simply hold: each with whether it is optional."""
    found = []
    for card, bearer in totals.cards_in_play(state):
        if bearer.id != attacker and bearer.id not in targets:
            continue
        due = _of_window(state, card, bearer, "attacked" if bearer.id in targets else "attack")
        listed = totals.effects_of(state, card, bearer)
        for may in (False, True):
            ns = tuple([n for n in due if listed[n].may is may and (may or isinstance(listed[n], AT_ONCE))])
            if ns:
                found.append(((card, seat_of(state, bearer), bearer.id, ns), may))
    return found


def announced(t: Transition, attacker: FigureId, targets: Collection[FigureId]) -> None:
    """What must happen when an attack is announced."""
    begin(t, [due for due, may in _in_attack(t.now, attacker, targets) if not may])


def reactions(state: State, frame: f.AttackFrame | f.BurstFrame, targets: Collection[FigureId]) -> list[Due]:
    """What the next seat may announce: heroes in natural order, the Oni last."""
    open_ = [
        due
        for due, may in _in_attack(state, frame.attacker, targets)
        if may and due[1] not in frame.passed and f"{due[0]}:{due[2]}" not in frame.reacted
    ]
    order = (*HERO_SEATS, ONI)
    first = min((due[1] for due in open_), key=order.index, default=None)
    return [due for due in open_ if due[1] == first]


def reacts(t: Transition, due: Due) -> None:
    """One reaction: what lasts holds for this attack (FX-3), what happens at once happens now."""
    card, seat, bearer, ns = due
    listed = totals.effects_of(t.now, card, t.now.figure(bearer))
    for n in reversed(ns):
        effect = listed[n]
        chosen = effect.whom.choose is None
        source = totals.Source(card, effect, t.now.figure(bearer))
        on = tuple([one.id for one in t.now.figures if chosen and totals.reaches(t.now, source, one) is True])
        t.push(f.EffectFrame(card, seat, bearer, (n,), on, closed=bool(on)))
    t.tell(e.Reacted(seat, card))
    if any(listed[n].discard for n in ns):
        equipment.discard(t, seat, card)


def attack_over(t: Transition) -> None:
    """What was announced for an attack ends with it."""
    if any(one.until == "attack" for one in t.now.in_force):
        t.set(in_force=tuple([one for one in t.now.in_force if one.until != "attack"]))


MOMENT = Part(_ask, _chosen, resume=_goes_on)
