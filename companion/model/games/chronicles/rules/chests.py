"""Chests, and all objects that are drawn (OBJ-8, OBJ-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places, testing
from companion.model.games.chronicles.rules.equipment import (
    FITS,
    SETS_ASIDE,
    cursed,
    discard,
    discarded,
    laid,
    mark_of,
    objects_of,
    room,
)
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import CardId, Seat, State, cards, replace, without

CHEST: Final = "chest"
"""Any chest, where the app knows no tokens."""
NOT_TOLD: Final = -1
"""How many objects are drawn or kept, where only the table knows."""
MOST_DRAWN: Final = 9
MANY = say("How many objects may be kept?")
KEEP = say("Choose the objects that are kept")
CURSED = say("The object is cursed: say where it lies")


def chests(state: State, seat: Seat) -> list[Option]:
    """ACT-3: the chests that may be searched."""
    hero = state.figure(seat)
    if hero is None or not places.knows_tokens(state):
        return [o.OpenChest(seat, CHEST)]
    found = [one for one in state.tokens if one.type == "chest" and places.touches(state, hero, one.at)]
    return [o.OpenChest(seat, one.id) for one in found]


def search(t: Transition, seat: Seat, chest: str) -> None:
    """OBJ-8."""
    t.push(test_of(t.now, seat, chest))


def test_of(state: State, seat: Seat, chest: str) -> f.TestFrame:
    """OBJ-8: the test of a chest."""
    return f.TestFrame(seat, chest, "speed", _difficulty(state, chest), "chest", direct=False)


def _difficulty(state: State, chest: str) -> int:
    token = next((one for one in state.tokens if one.id == chest), None)
    record = None if token is None else state.table.box.tokens.get(token.card)
    return testing.NOT_TOLD if record is None else record.front.difficulty


def after_test(t: Transition, frame: f.TestFrame) -> None:
    """OBJ-8: a chest is opened, drawn from and gone."""
    if frame.kind != "chest" or frame.place in t.box.missions or frame.place in t.box.objectives:
        return
    token = next((one for one in t.now.tokens if one.id == frame.place), None)
    record = None if token is None else t.box.tokens.get(token.card)
    if token is not None:
        t.set(tokens=tuple([one for one in t.now.tokens if one is not token]))
        t.tell(e.TokenRemoved(token.id))
    if record is None or record.back is None:
        draw(t, frame.figure, NOT_TOLD, NOT_TOLD)
    else:
        draw(t, frame.figure, record.front.cards, record.back.keep)


def draw(t: Transition, seat: Seat, n: int, keep: int) -> None:
    """A hero draws so many objects and keeps so many of them, as far as its reserve takes them."""
    t.push(f.ChestFrame(seat, (), keep), f.DrawFrame("object", n, seat))


def drawn(t: Transition, seat: Seat, item: CardId) -> None:
    """One object drawn (the draw on top of the stack): with the others of its chest, else by itself."""
    *rest, below, top = (None, *t.now.frames)
    if isinstance(below, f.ChestFrame) and below.seat == seat:
        t.set(frames=(*rest[1:], replace(below, drawn=cards((*below.drawn, item))), top))
    else:
        t.push(f.ChestFrame(seat, (item,), 1))
    t.tell(e.ObjectDrawn(seat, item))


def lying(state: State) -> Iterator[CardId]:
    """Every object outside of the pile."""
    for hero in state.heroes:
        yield from objects_of(hero.gear)
    for frame in state.frames:
        if isinstance(frame, f.ChestFrame):
            yield from frame.drawn
    yield from state.piles.used_objects


def unseen(state: State) -> list[CardId]:
    """What may be drawn from a pile of objects that lies in cardboard: all of which a copy lies nowhere else."""
    seen, pile = list(lying(state)), state.piles.object
    objects = state.table.box.objects
    return [id for id, card in objects.items() if card.copies > seen.count(id) and (id in pile or HIDDEN in pile)]


def _curse(state: State, frame: f.ChestFrame) -> CardId | None:
    """The next cursed object of a chest: it is put on before anything is kept."""
    return next((item for item in frame.drawn if cursed(state.table.box, item)), None)


def _cursed_ways(state: State, seat: Seat, item: CardId) -> list[Option]:
    """OBJ-11: where a cursed object may go, or what makes room for it; none: everything there is cursed, too."""
    box, gear = state.table.box, state.hero(seat).gear
    sign = box.objects[item].slot
    if sign == "reserve":
        if room(state, seat) > 0:
            return [o.Put(seat, item, "reserve")]
        return _makes_room(state, seat)
    free = [slot for slot in FITS[sign] if not any(cursed(box, getattr(gear, one)) for one in SETS_ASIDE[slot])]
    return [o.Put(seat, item, slot) for slot in free]


def _makes_room(state: State, seat: Seat) -> list[Option]:
    reserve = dict.fromkeys(state.hero(seat).gear.reserve)
    return [o.Discard(seat, item) for item in reserve if not cursed(state.table.box, item)]


def _keeps(state: State, frame: f.ChestFrame) -> list[Option]:
    """OBJ-8: what may be kept, or what makes room for it."""
    if room(state, frame.seat) > 0:
        return [o.Keep(frame.seat, item) for item in dict.fromkeys(frame.drawn)]
    return _makes_room(state, frame.seat)


def _chest_goes_on(t: Transition, frame: f.ChestFrame) -> bool:
    curse = _curse(t.now, frame)
    if curse is not None:
        if _cursed_ways(t.now, frame.seat, curse):
            return False
        t.become(replace(frame, drawn=without(frame.drawn, curse)))
        discarded(t, frame.seat, (curse,))
        return True
    if frame.drawn and (frame.keep == NOT_TOLD or (frame.keep > 0 and _keeps(t.now, frame))):
        return False
    t.pop()
    discarded(t, frame.seat, frame.drawn)
    return True


def _ask_chest(state: State, frame: f.ChestFrame) -> Pending:
    seat, curse = frame.seat, _curse(state, frame)
    if curse is not None:
        return asks(seat, CURSED, _cursed_ways(state, seat, curse))
    if frame.keep == NOT_TOLD:
        return asks(seat, MANY, [o.Total(seat, n) for n in range(len(frame.drawn) + 1)])
    stop: Iterable[Option] = () if frame.freed else (o.Enough(seat),)
    return asks(seat, KEEP, [*_keeps(state, frame), *stop])


def _kept(t: Transition, frame: f.ChestFrame, option: Option) -> None:
    seat, gear = frame.seat, t.now.hero(frame.seat).gear
    match option:
        case o.Total(_, n):
            t.become(replace(frame, keep=n))
        case o.Keep(_, item):
            t.become(replace(frame, drawn=without(frame.drawn, item), keep=frame.keep - 1, freed=False))
            t.hero(seat, gear=replace(gear, reserve=cards((*gear.reserve, item))))
            t.tell(e.ObjectMoved(seat, item, "reserve"))
        case o.Discard(_, item):
            t.become(replace(frame, freed=True))
            discard(t, seat, item)
        case o.Put(_, item, slot):
            t.become(replace(frame, drawn=without(frame.drawn, item)))
            put_on = laid(gear, item, slot)
            t.hero(seat, gear=replace(put_on, aside=(), marked=mark_of(put_on, (None, None), None)))
            t.tell(e.ObjectMoved(seat, item, slot))
            discarded(t, seat, put_on.aside)
        case _:
            t.pop()
            discarded(t, seat, frame.drawn)


OPENING = Part(_ask_chest, _kept, resume=_chest_goes_on)
