"""The end of turns, the Fatal Round and the end of the game (FAT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.rules.turns import begin_fatal_round, begin_turn, next_seat
from companion.model.games.sake.state.frames import DeathFrame, LeaveFrame, OverFrame, SeppukuFrame, TakenFrame
from companion.model.games.sake.state.state import OUT, SAMURAI, SPIRIT, Fatal, Options, Seat, clockwise, living

Why = Literal["most sake", "spirits", "shared", "nobody has sake", "left", "stopped"]


class Verdict(msgspec.Struct, frozen=True):
    """How a Fatal Round ended: who has won, or, without a reason, who goes on."""

    winners: tuple[int, ...]
    why: Why | None


def verdict(seats: Sequence[Seat], options: Options, last: bool) -> Verdict:
    """FAT-2 … FAT-6; `last`: no Fatal Round is added any more."""
    held = {n: len(seat.sake) for n, seat in enumerate(seats) if seat.kind == SAMURAI}
    ghosts = tuple([n for n, seat in enumerate(seats) if seat.kind == SPIRIT])
    theirs = sum([seats[n].jar for n in ghosts])
    best = max(held.values())
    top = tuple([n for n, count in held.items() if count == best])
    if len(top) == 1:
        if not ghosts or best > theirs:
            return Verdict(top, "most sake")
        if theirs > best:
            return Verdict(ghosts, "spirits")
        if best == 0:
            return Verdict((), "nobody has sake")
        if options.equal_to_spirits == "draw":
            return Verdict(tuple(sorted((*top, *ghosts))), "shared")
    if last:
        if theirs > best:
            return Verdict(ghosts, "spirits")
        if best == 0:
            return Verdict((), "nobody has sake")
        return Verdict(tuple(sorted((*top, *ghosts))) if theirs == best else top, "shared")
    if options.fatal_limit is None and best == theirs == 0:
        return Verdict((), "nobody has sake")
    return Verdict(top, None)


def end_turn(t: Transition) -> None:
    """The turn is over: whose is the next, or what the round has come to."""
    t.frames.clear()
    if t.fatal is None and t.masu:
        begin_turn(t, next_seat(t))
    elif t.fatal is None:
        begin_fatal_round(t, t.active if t.me.kind != OUT else next_seat(t), 0)
    elif t.fatal.left:
        seat, *left = t.fatal.left
        t.fatal = Fatal(t.fatal.first, tuple(left), t.fatal.extra)
        begin_turn(t, seat)
    else:
        judge(t, t.fatal)


def judge(t: Transition, fatal: Fatal) -> None:
    """FAT-2."""
    options = t.table.options
    last = options.fatal_limit is not None and fatal.extra >= options.fatal_limit
    found = verdict(t.seats, options, last)
    if found.why is not None:
        end(t, found.winners, found.why)
        return
    order = clockwise(fatal.first, len(t.seats))
    t.push(SeppukuFrame(tuple([n for n in order if t.seats[n].kind == SAMURAI and n not in found.winners])))


def seppuku(t: Transition, frame: SeppukuFrame) -> bool:
    """FAT-7: one after the other, then a new Fatal Round."""
    if frame.left:
        t.become(SeppukuFrame(frame.left[1:]))
        t.push(DeathFrame(frame.left[0], seppuku=True))
        return True
    assert t.fatal is not None
    order = clockwise(t.fatal.first, len(t.seats))
    first = next(n for n in order if t.seats[n].kind != OUT)
    begin_fatal_round(t, first, t.fatal.extra + 1)
    return True


def left(t: Transition, frame: LeaveFrame) -> bool:
    """TBL-1: who leaves has no turn any more, and the game may be over."""
    t.frames.pop()
    rest = tuple([n for n, seat in enumerate(t.seats) if seat.kind != OUT])
    if len(rest) == 1 or not living(t.seats):
        end(t, rest, "left")
        return True
    if frame.seat == t.active:
        end_turn(t)
    return True


def end(t: Transition, winners: tuple[int, ...], why: Why) -> None:
    """FAT-8: the game is over, the table stays as it is."""
    t.frames.clear()
    t.push(OverFrame(winners, why))
    t.tell(e.GameEnded(winners, why))


def stop(t: Transition) -> None:
    """FAT-9: what is being resolved stays as it lies."""
    t.push(OverFrame((), "stopped"))
    t.tell(e.GameEnded((), "stopped"))


def taken(t: Transition, frame: TakenFrame) -> bool:
    """DRK-2: all is placed; the card is discarded, and FAT-1."""
    if frame.card != NO_CARD:
        t.put_down((frame.card,))
        t.become(TakenFrame(NO_CARD))  # a shuffle comes first
        return True
    t.frames.pop()
    if not t.masu and t.fatal is None and t.table.options.fatal_turn == "at_once":
        end_turn(t)
    return True
