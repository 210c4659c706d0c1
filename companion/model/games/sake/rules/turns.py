"""The course of a turn (TUR, FAT-1): its phases, drawing, the hand limit, drinking; whose turn comes next."""

from __future__ import annotations

from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules import legal
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.state.frames import (
    DisciplesFrame,
    DrawFrame,
    FirstTurnFrame,
    LimitFrame,
    PhaseEndFrame,
    PlaceFrame,
    TakenFrame,
    ThirdFrame,
    WindowFrame,
)
from companion.model.games.sake.state.options import Discard, Drink, Hold, Place
from companion.model.games.sake.state.ring import disciples_of
from companion.model.games.sake.state.state import (
    DISCIPLES,
    DRAW,
    OUT,
    PHASES,
    PLAY,
    POWER,
    SAMURAI,
    SPIRIT_DRAW,
    THIRD,
    Fatal,
    ability,
    clockwise,
    free_spots,
)


def begin_turn(t: Transition, seat: int) -> None:
    """TUR-2: a turn begins, locations act."""
    t.frames.clear()
    t.turn += 1
    t.active, t.plays, t.soul = seat, 2, 0
    t.tell(e.TurnBegan(seat, t.turn))
    if t.seats[seat].kind != SAMURAI:
        t.phase = POWER
        return
    t.phase = PLAY
    if t.table.rule == "spring":
        t.regain(seat, 1)
    elif t.table.rule == "distillery":
        take_sake(t, seat, 1, NO_CARD)


def begin_phase(t: Transition, phase: int) -> None:
    """The next phase of the turn."""
    t.phase = phase
    t.tell(e.PhaseBegan(t.active, str(PHASES[phase])))


def first_turn(t: Transition, frame: FirstTurnFrame) -> bool:
    """DEA-7."""
    begin_turn(t, frame.first)
    return True


def next_seat(t: Transition) -> int:
    """TUR-1: clockwise, seats that are out passed over; alone at the table, one follows oneself."""
    order = clockwise(t.active, len(t.seats))
    return next(n for n in (*order[1:], order[0]) if t.seats[n].kind != OUT)


def begin_fatal_round(t: Transition, first: int, extra: int) -> None:
    """FAT-1, FAT-4."""
    left = tuple([n for n in clockwise(first, len(t.seats))[1:] if t.seats[n].kind != OUT])
    t.fatal = Fatal(first, left, extra)
    t.tell(e.FatalRoundBegan(first, extra))
    begin_turn(t, first)


# phases ---------------------------------------------------------------------------------------------------------------


def idle(t: Transition) -> bool:
    """Nothing is being resolved: go on with the phase; False: somebody is asked."""
    seat = t.active
    if t.phase == DISCIPLES:
        own = tuple(sorted(disciples_of(t.lines, seat)))
        if own:
            t.push(PhaseEndFrame(), DisciplesFrame(seat, own))
        else:
            begin_phase(t, DRAW)
        return True
    if t.phase in (DRAW, SPIRIT_DRAW):
        t.push(PhaseEndFrame(), DrawFrame(seat, drawn_in_turn(t)))
        return True
    if t.phase == POWER:
        if legal.power(t.state()):
            return False
        begin_phase(t, SPIRIT_DRAW)
        return True
    if t.phase == THIRD:
        t.push(PhaseEndFrame(), ThirdFrame(seat), WindowFrame("third"))
        return True
    return False


def drawn_in_turn(t: Transition) -> int:
    """TUR-5, SPI-2, SAM `breath`."""
    if t.phase == SPIRIT_DRAW:
        return 1
    return 3 if ability(t.table, t.active, t.me) == "breath" else 2


def end_phase(t: Transition) -> None:
    """D1 `end_phase`."""
    begin_phase(t, DISCIPLES)


# drawing, the hand limit ----------------------------------------------------------------------------------------------


def draw(t: Transition, frame: DrawFrame) -> bool:
    """PIL-1, PIL-2: one by one, so that a shuffle comes in between."""
    if not frame.left or not t.pile:
        t.frames.pop()
        look_at_limit(t, frame.seat)
        return True
    card, t.pile = t.pile[0], t.pile[1:]
    t.to_hand(frame.seat, (card,))
    t.tell(e.CardDrawn(frame.seat, card))
    t.become(DrawFrame(frame.seat, frame.left - 1))
    return True


def look_at_limit(t: Transition, seat: int) -> None:
    """PIL-4."""
    most = t.limit(seat)
    if most is not None and len(t.seats[seat].hand) > most:
        t.push(LimitFrame(seat, most))


def limit(t: Transition, frame: LimitFrame) -> bool:
    """D6, as long as there are too many cards."""
    hand = t.seats[frame.seat].hand
    if len(hand) > frame.keep:
        if max(hand) >= 0 or t.table.options.enforcement != "track":
            return False
        for card in hand[frame.keep :]:  # at a real table nobody types what he throws away (TRK-2)
            t.throw_away(frame.seat, card)
    t.frames.pop()
    return True


def discard(t: Transition, option: Discard) -> None:
    """D6."""
    t.throw_away(option.seat, option.card)


# instants -------------------------------------------------------------------------------------------------------------


def burn_draw(t: Transition, seat: int, spot: int) -> None:
    """NOW-2."""
    t.lose_sake(seat, spot, "burnt")
    t.push(DrawFrame(seat, 1))


def burn_play(t: Transition, seat: int, spot: int) -> None:
    """NOW-2."""
    t.lose_sake(seat, spot, "burnt")
    t.plays += 1
    t.tell(e.PlayGained(seat))


def soul(t: Transition, seat: int, count: int) -> None:
    """NOW-3."""
    life = t.seats[seat].life
    t.soul |= 1 << seat
    t.seat(seat, life=life[count:])
    t.to_hand(seat, life[:count])
    t.tell(e.SoulDrawn(seat, tuple(sorted(life[:count])), count))
    look_at_limit(t, seat)


# sake -----------------------------------------------------------------------------------------------------------------


def drink(t: Transition, option: Drink) -> None:
    """DRK-1."""
    t.play(option.seat, option.card)
    t.plays -= 1
    count = t.deck.drink[option.card]
    if count == 1 and ability(t.table, option.seat, t.seats[option.seat]) == "cup":
        count = 2
    take_sake(t, option.seat, count, option.card)


def take_sake(t: Transition, seat: int, count: int, card: int) -> None:
    """DRK-2, LOC-2: sake leaves the Masu, as much as there is and finds a place; it is placed one by one."""
    count = min(count, t.masu, len(free_spots(t.seats[seat])))
    if count:
        t.masu -= count
        t.tell(e.Drunk(seat, card, count))
        t.push(TakenFrame(card), PlaceFrame(seat, count))


def place(t: Transition, option: Place) -> None:
    """D5."""
    t.put_sake(option.seat, option.spot)
    t.tell(e.SakePlaced(option.seat, option.spot))
    frame = t.frames.pop()
    assert isinstance(frame, PlaceFrame)
    if frame.left > 1:
        t.push(PlaceFrame(frame.seat, frame.left - 1))


def hold(t: Transition, option: Hold) -> None:
    """GEA-2, TUR-5: a weapon is held."""
    if t.seats[option.seat].held != option.weapon:
        t.seat(option.seat, held=option.weapon)
        t.tell(e.WeaponHeld(option.seat, option.weapon))
