"""Moves and iaido (WLK, IAI)."""

from __future__ import annotations

from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules.attack import answer, declare, with_weapon
from companion.model.games.sake.rules.reach import Reach
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.rules.windows import Reply
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import (
    CANCEL_ATTACK,
    CANCEL_MOVE,
    IaidoFrame,
    KeepFrame,
    MoveFrame,
    WindowFrame,
)
from companion.model.games.sake.state.options import is_seat
from companion.model.games.sake.state.ring import moved
from companion.model.games.sake.state.state import State, ability


def move(t: Transition, option: o.Move) -> None:
    """D1 `move`."""
    t.plays -= 1
    t.play(option.seat, option.card)
    stand(t, option.seat)
    t.tell(e.MoveDeclared(option.seat, option.card, option.side, option.steps))
    t.push(MoveFrame(option.seat, option.card, option.side, option.steps))
    if stoppable(t, option.seat):
        t.push(WindowFrame("action", CANCEL_MOVE))
    else:
        move_answered(t, Reply(None, {}))


def stand(t: Transition, seat: int) -> None:
    """WLK-7, IAI-3: the seated marker goes."""
    if t.seats[seat].seated:
        t.seat(seat, seated=False)


def stoppable(t: Transition, seat: int) -> bool:
    """SAM `surefoot`: whether *Stagger* can be played against a Samurai."""
    return ability(t.table, seat, t.seats[seat]) != "surefoot"


def go(t: Transition, seat: int, side: o.Side, steps: int) -> None:
    """WLK-2: he moves."""
    t.lines = moved(t.lines, seat, side, steps)
    t.tell(e.Moved(seat, side, steps))


def interrupted(t: Transition, option: o.Interrupt) -> None:
    """An Interruption is played."""
    t.play(option.seat, option.card)
    t.tell(e.Interrupted(option.seat, option.card))


def move_answered(t: Transition, reply: Reply) -> None:
    """WLK-8."""
    frame = t.frames.pop()
    assert isinstance(frame, MoveFrame)
    if reply.interrupt is None:
        go(t, frame.seat, frame.side, frame.steps)
        t.put_down((frame.card,))
    else:
        interrupted(t, reply.interrupt)
        t.put_down((frame.card, reply.interrupt.card))


def iaido(t: Transition, option: o.Iaido) -> None:
    """D1 `iaido`: IAI-2, IAI-3."""
    t.plays -= 1
    seat, card = option.seat, option.card
    t.play(seat, card)
    stand(t, seat)
    t.tell(e.IaidoDeclared(seat, card, option.side, option.steps, option.target, option.weapon))
    t.push(IaidoFrame(seat, card, option.side, option.steps, option.target, option.weapon))
    cancels = CANCEL_ATTACK | (CANCEL_MOVE if stoppable(t, seat) else 0)
    t.push(WindowFrame("action", cancels, option.target - o.SEAT_AS_TARGET if is_seat(option.target) else -1))


def iaido_answered(t: Transition, reply: Reply) -> None:
    """IAI-3, IAI-4."""
    frame = t.frames.pop()
    assert isinstance(frame, IaidoFrame)
    seat, card, stop = frame.seat, frame.card, reply.interrupt
    if stop is None:
        go(t, seat, frame.side, frame.steps)
        made = with_weapon(t, seat, card, frame.target, frame.weapon, (card,))
        t.tell(e.AttackDeclared(seat, card, frame.target, frame.weapon, made.value, made.ranged))
        t.push(answer(t, made, reply.answers))
        return
    interrupted(t, stop)
    if t.deck.effect[stop.card].cancels == "attack":
        go(t, seat, frame.side, frame.steps)
        t.put_down((card, stop.card))
        return
    t.push(KeepFrame(seat, card, stop.card, frame.target))


def keeps(state: State, frame: KeepFrame) -> list[int]:
    """IAI-4: the weapons (or bare hands) with which the Attack is legal from where he stands."""
    return [weapon for target, weapon in Reach(state, frame.seat).pairs() if target == frame.target]


def keep(t: Transition, frame: KeepFrame) -> bool:
    """D8, if anything can be kept."""
    if keeps(t.state(), frame):
        return False
    give_up(t, o.GiveUp(frame.seat))
    return True


def kept(t: Transition, option: o.Keep) -> None:
    """D8 `keep`: then the target answers alone."""
    frame = t.frames.pop()
    assert isinstance(frame, KeepFrame)
    cards = (frame.card, frame.stagger)
    declare(t, option.seat, frame.card, frame.target, option.weapon, cards, told=frame.card, open_=False)


def give_up(t: Transition, option: o.GiveUp) -> None:
    """D8 `give_up`."""
    frame = t.frames.pop()
    assert isinstance(frame, KeepFrame)
    t.tell(e.AttackGivenUp(option.seat))
    t.put_down((frame.card, frame.stagger))
