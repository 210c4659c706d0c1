"""The death of a Samurai, and seppuku (DTH, FAT-7)."""

from __future__ import annotations

from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules import legal
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.state.frames import DeathFrame, LimitFrame
from companion.model.games.sake.state.options import KeepLine
from companion.model.games.sake.state.ring import closed, disciples_of, left_of
from companion.model.games.sake.state.state import OUT, SAMURAI, SPIRIT, Seat, clockwise, living, replace


def resume(t: Transition, frame: DeathFrame) -> bool:
    """Go on with a death; False: the dead player is asked which line stays."""
    if frame.stage == "cards":
        _lay_down(t, frame)
        return True
    if frame.stage == "over":
        t.frames.pop()
        return True
    line = _line(t, frame.seat)
    if line is None:
        return False
    _close(t, frame, line)
    return True


def chosen(t: Transition, option: KeepLine) -> None:
    """D16."""
    frame = t.frames[-1]
    assert isinstance(frame, DeathFrame)
    _close(t, frame, option.line)


def _lay_down(t: Transition, frame: DeathFrame) -> None:
    """DTH-1: his sake leaves the game, his cards are discarded together."""
    seat, of = frame.seat, t.seats[frame.seat]
    t.tell(e.SeppukuCommitted(seat) if frame.seppuku else e.SamuraiDied(seat))
    own = tuple(disciples_of(t.lines, seat))
    t.gone += len(of.sake)
    cards = (*of.hand, *of.gear, *own)
    wounds = of.wounds
    if frame.seppuku:
        cards, wounds = (*cards, *of.life, *wounds), ()
    t.seat(seat, hand=(), gear=(), held=NO_CARD, sake=(), life=(), wounds=wounds)
    t.disciples_gone(own)
    t.discard += cards
    if cards:
        t.tell(e.CardsDiscarded(cards))
    t.become(replace(frame, stage="lines"))


def _line(t: Transition, dead: int) -> int | None:
    """DTH-5: which line stays (-1: none does); None: the dead player chooses."""
    equal = legal.equal_lines(t.state(), dead)
    if not equal:
        return -1
    if len(equal) == 1:
        return equal[0]
    if any(t.lines[n].ours or t.lines[n].theirs for n in equal):
        return None
    left = left_of(t.lines, dead)
    between = [n for n in equal if dead not in (t.lines[n].start, t.lines[n].end)]
    return between[0] if between else left


def _close(t: Transition, frame: DeathFrame, kept: int) -> None:
    """DTH-2 … DTH-4: lines go, Disciples go home, the sheet is turned."""
    seat = frame.seat
    rest = [n for n in living(t.seats) if n != seat]
    gone = [n for n, line in enumerate(t.lines) if n != kept and (seat in (line.start, line.end) or len(rest) < 3)]
    homecoming: dict[int, list[int]] = {}
    for n in gone:
        line = t.lines[n]
        for master, row in ((line.start, line.ours), (line.end, line.theirs)):
            homecoming.setdefault(master, []).extend(one.card for one in row)
    t.tell(e.LineKept(seat, kept) if kept >= 0 else e.LinesGone(seat))
    t.lines = closed(t.lines, seat, kept, rest) if kept >= 0 else ()
    for master, cards in homecoming.items():
        for card in cards:
            t.tell(e.DiscipleWentHome(master, card))
        t.to_hand(master, cards)
    of = t.seats[seat]
    if frame.seppuku:
        t.seats[seat] = Seat(OUT)
    else:
        t.seats[seat] = Seat(SPIRIT, hand=tuple(sorted(of.wounds)))
        t.tell(e.BecameSpirit(seat))
    t.become(replace(frame, seat=seat, stage="over"))
    order = clockwise(t.active, len(t.seats))
    turn = [n for n in (*order[1:], order[0]) if n in homecoming and t.seats[n].kind == SAMURAI]
    for n in (seat, *reversed(turn)):
        most = t.limit(n)
        if most is not None and len(t.seats[n].hand) > most:
            t.push(LimitFrame(n, most))
