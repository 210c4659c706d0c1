"""Objects: where they may lie, rearranging, giving, discarding, and chests (OBJ, EOT-3)."""

from __future__ import annotations

from typing import Final

from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.box.records import Slot as Sign
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places, testing
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.totals import permitted
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.options import HandSlot, Slot
from companion.model.games.chronicles.state.state import (
    CardId,
    Cards,
    Figure,
    Gear,
    Seat,
    State,
    cards,
    replace,
    without,
)

SLOTS: Final[tuple[Slot, ...]] = ("right", "left", "both", "clothing", "reserve")
FITS: Final[dict[Sign, tuple[Slot, ...]]] = {
    "hand": ("right", "left"), "two_hands": ("both",), "clothing": ("clothing",), "reserve": (),
}  # fmt: skip
"""OBJ-2: where a card with each sign may lie, besides the reserve."""
SETS_ASIDE: Final[dict[Slot, tuple[Slot, ...]]] = {
    "right": ("right", "both"), "left": ("left", "both"), "both": ("right", "left", "both"), "clothing": ("clothing",),
    "reserve": (),
}  # fmt: skip
"""Whose objects give way to one put into a slot (OBJ-3, OBJ-5)."""
DROPPED: Final = "drop"
"""In `HeroState.used`: the free discard of this activation (OBJ-7)."""
MARKED: Final = "mark"
"""In `HeroState.used`: the hand object of this activation was marked (`hand_item` ``activation``)."""
LIFT_CURSE: Final = "lift_curse"
ARRANGE = say("Arrange the equipment")
USED = say("Which hand is used in this activation?")


# where objects may lie ------------------------------------------------------------------------------------------------


def cursed(box: Box, item: CardId | None) -> bool:
    """OBJ-11: it can be neither moved nor given up."""
    return item in box.objects and box.objects[str(item)].cursed


def may_lie(box: Box, hero: CardId, item: CardId, slot: Slot) -> bool:
    """OBJ-2, OBJ-3: the sign and the class; a cursed object asks for nobody's class, and the reserve takes anything."""
    if slot == "reserve":
        return True
    card = box.objects.get(item)
    return card is not None and slot in FITS[card.slot] and (card.cursed or permitted(box.heroes[hero], card))


def objects_of(gear: Gear) -> list[CardId]:
    """All that a hero has."""
    slots = (gear.right, gear.left, gear.both, gear.clothing)
    return [*[item for item in slots if item is not None], *gear.reserve, *gear.aside]


def loose(state: State, seat: Seat) -> list[CardId]:
    """What a hero could part with (OBJ-7, OBJ-11), each once."""
    owned = dict.fromkeys(objects_of(state.hero(seat).gear))
    return [item for item in owned if not cursed(state.table.box, item)]


def room(state: State, seat: Seat) -> int:
    """Free places in a reserve (OBJ-1)."""
    hero = state.hero(seat)
    return state.table.box.heroes[hero.card].reserve - len(hero.gear.reserve)


def two(gear: Gear) -> bool:
    """OBJ-4: two one-handed objects."""
    return gear.right is not None and gear.left is not None


def base_gear(box: Box, id: CardId) -> Gear:
    """SET-3: the base equipment, each object in the first free slot that it fits; its hero may put it elsewhere."""
    gear = Gear()
    for item in box.heroes[id].base:
        free = [slot for slot in SLOTS if all(getattr(gear, one) is None for one in SETS_ASIDE[slot])]
        slot = next(slot for slot in free if may_lie(box, id, item, slot))
        gear = laid(gear, item, slot)
    return replace(gear, marked="right" if two(gear) else None)


def laid(gear: Gear, item: CardId, slot: Slot) -> Gear:
    """An object comes into a slot; those that lay there are set aside."""
    if slot == "reserve":
        return replace(gear, reserve=cards((*gear.reserve, item)))
    lying = [getattr(gear, one) for one in SETS_ASIDE[slot]]
    slots = {**dict.fromkeys(SETS_ASIDE[slot]), slot: item}
    return replace(gear, **slots, aside=cards((*gear.aside, *[one for one in lying if one is not None])))


def taken(gear: Gear, item: CardId, to: Slot | None = None) -> Gear:
    """An object leaves where it lies; of two alike not the one that lies where it goes."""
    if item in gear.aside:
        return replace(gear, aside=without(gear.aside, item))
    if item in gear.reserve and to != "reserve":
        return replace(gear, reserve=without(gear.reserve, item))
    slot = next(slot for slot in SLOTS if slot != "reserve" and getattr(gear, slot) == item)
    return replace(gear, **{slot: None})


# arranging (OBJ-5) ----------------------------------------------------------------------------------------------------


def puts(state: State, seat: Seat) -> list[Option]:
    """Every other place where one of a hero's objects may lie."""
    return [
        o.Put(seat, item, slot) for item in loose(state, seat) for slot in SLOTS if _may_put(state, seat, item, slot)
    ]


def _may_put(state: State, seat: Seat, item: CardId, slot: Slot) -> bool:
    hero, box = state.hero(seat), state.table.box
    if slot == "reserve":
        elsewhere = objects_of(hero.gear).count(item) > hero.gear.reserve.count(item)
        return elsewhere and room(state, seat) > 0
    kept = any(cursed(box, getattr(hero.gear, one)) for one in SETS_ASIDE[slot])
    return getattr(hero.gear, slot) != item and not kept and may_lie(box, hero.card, item, slot)


def put(t: Transition, seat: Seat, item: CardId, slot: Slot, hands: tuple[CardId | None, CardId | None],
        marked: CardId | None) -> None:  # fmt: skip
    """OBJ-5; the mark stays with its object while the hands hold what they held (`hands`, of which `marked`)."""
    gear = laid(taken(t.now.hero(seat).gear, item, slot), item, slot)
    t.hero(seat, gear=replace(gear, marked=mark_of(gear, hands, marked)))
    t.tell(e.ObjectMoved(seat, item, slot))


def put_at_once(t: Transition, seat: Seat, item: CardId, slot: Slot) -> None:
    """An object lies elsewhere, as a table put it (EOT-3); what lay there comes into the reserve."""
    before = t.now.hero(seat).gear
    put(t, seat, item, slot, (before.right, before.left), before.left if before.marked == "left" else before.right)
    gear = t.now.hero(seat).gear
    gone = list(gear.aside)
    for other in before.aside:
        if other in gone:
            gone.remove(other)
    t.hero(seat, gear=replace(gear, reserve=cards((*gear.reserve, *gone)), aside=without(gear.aside, *gone)))


def mark_of(gear: Gear, hands: tuple[CardId | None, CardId | None], marked: CardId | None) -> HandSlot | None:
    """OBJ-4: exactly one of two, the one marked last, at first the right hand's."""
    if not two(gear):
        return None
    if _same(gear, hands):
        return "left" if gear.left == marked else "right"
    return gear.marked or "right"


def _same(gear: Gear, hands: tuple[CardId | None, CardId | None]) -> bool:
    return None not in hands and {gear.right, gear.left} == set(hands)


def marks(state: State, seat: Seat) -> list[Option]:
    """OBJ-4: the hand that is not marked, of two."""
    gear = state.hero(seat).gear
    hands: tuple[HandSlot, ...] = ("right", "left")
    return [o.Mark(seat, slot) for slot in hands if slot != gear.marked] if two(gear) else []


def mark(t: Transition, seat: Seat, slot: HandSlot) -> None:
    """OBJ-4."""
    t.hero(seat, gear=replace(t.now.hero(seat).gear, marked=slot))
    t.tell(e.ObjectMarked(seat, slot))


def arrange(t: Transition, seat: Seat, *, free: bool) -> None:
    """A hero may put its objects anew: for an action, or free at the end of a turn (EOT-3)."""
    gear = t.now.hero(seat).gear
    marked = (gear.left if gear.marked == "left" else gear.right) if two(gear) else None
    t.push(f.ArrangeFrame(seat, free, (gear.right, gear.left), marked))


def end_of_turn(t: Transition) -> None:
    """EOT-3, in natural order; a table puts its objects by itself and corrects what the app shows (TAB-5)."""
    t.set(stage="equipment")
    if not t.now.table.tracked:
        for seat in reversed(t.now.in_play):
            arrange(t, seat, free=True)


def _arrangements(state: State, frame: f.ArrangeFrame) -> list[Option]:
    gear = state.hero(frame.seat).gear
    return [*puts(state, frame.seat), *([] if _same(gear, frame.hands) else marks(state, frame.seat))]


def _arranging(t: Transition, frame: f.ArrangeFrame) -> bool:
    if _arrangements(t.now, frame) or t.now.hero(frame.seat).gear.aside:
        return False
    t.pop()
    return True


def _ask_arrangement(state: State, frame: f.ArrangeFrame) -> Pending:
    done: list[Option] = [] if state.hero(frame.seat).gear.aside else [o.Arranged(frame.seat)]
    return asks(frame.seat, ARRANGE, [*_arrangements(state, frame), *done])


def _arranged(t: Transition, frame: f.ArrangeFrame, option: Option) -> None:
    match option:
        case o.Put(seat, item, slot):
            put(t, seat, item, slot, frame.hands, frame.marked)
        case o.Mark(seat, slot):
            mark(t, seat, slot)
        case _:
            t.pop()


# a hero's activation --------------------------------------------------------------------------------------------------


def to_mark(state: State, seat: Seat) -> list[Option]:
    """ACT-2, OBJ-4: which hand is used, asked first where that is said in the activation."""
    hero = state.hero(seat)
    if state.table.options.hand_item != "activation" or MARKED in hero.used or not two(hero.gear):
        return []
    return [o.Mark(seat, "right"), o.Mark(seat, "left")]


def actions(state: State, seat: Seat) -> list[Option]:
    """ACT-3, ACT-4: what a hero may do with objects, for an action or free."""
    hero, found, figure = state.hero(seat), list[Option](), state.figure(seat)
    assert figure is not None
    if puts(state, seat):
        found.append(o.Rearrange(seat))
    others = [one for one in state.in_play if one != seat and room(state, one) > 0 and _beside(state, figure, one)]
    given = [item for item in dict.fromkeys(hero.gear.reserve) if not cursed(state.table.box, item)]
    found += [o.Give(seat, item, other) for item in given for other in others]
    altars = [one.at for one in state.tokens if one.type == "altar"]
    if not places.knows_tokens(state) or any(places.touches(state, figure, at) for at in altars):
        owned = dict.fromkeys(objects_of(hero.gear))
        found += [o.Special(seat, LIFT_CURSE, item) for item in owned if cursed(state.table.box, item)]
    if DROPPED not in hero.used:
        found += [o.Drop(seat, item) for item in loose(state, seat)]
    return found


def _beside(state: State, figure: Figure, seat: Seat) -> bool:
    """OBJ-6: whether a hero is adjacent."""
    other = state.figure(seat)
    return other is not None and places.touches(state, figure, other.at)


def act(t: Transition, seat: Seat, option: Option) -> None:
    """One of `actions`, its action spent."""
    match option:
        case o.Rearrange():
            t.hero(seat, used=(*t.now.hero(seat).used, MARKED))
            arrange(t, seat, free=False)
        case o.Give(_, item, other):
            gear = t.now.hero(other).gear
            t.hero(seat, gear=taken(t.now.hero(seat).gear, item))
            t.hero(other, gear=replace(gear, reserve=cards((*gear.reserve, item))))
            t.tell(e.ObjectMoved(other, item, "reserve"))
        case o.Special(_, _, item):
            testing.begin(t, seat, item, "mental", testing.NOT_TOLD, None, direct=False)


def after_test(t: Transition, frame: f.TestFrame) -> None:
    """OBJ-11: a curse is lifted."""
    if cursed(t.box, frame.place):
        discard(t, frame.figure, frame.place)


def drop(t: Transition, seat: Seat, item: CardId) -> None:
    """OBJ-7."""
    t.hero(seat, used=(*t.now.hero(seat).used, DROPPED))
    discard(t, seat, item)


def discard(t: Transition, seat: Seat, item: CardId) -> None:
    """OBJ-7, OBJ-9: an object goes to the discard."""
    gear = taken(t.now.hero(seat).gear, item)
    t.hero(seat, gear=gear if two(gear) else replace(gear, marked=None))
    discarded(t, seat, (item,))


def discarded(t: Transition, seat: Seat, items: Cards) -> None:
    """Objects that lie nowhere any more go to the discard."""
    t.piles(used_objects=cards((*t.now.piles.used_objects, *items)))
    for item in items:
        t.tell(e.ObjectMoved(seat, item, None))


ARRANGING = Part(_ask_arrangement, _arranged, resume=_arranging)
