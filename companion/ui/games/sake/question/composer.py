"""A whole option put together step by step: card, box, target, weapon. Every way ends in one that the rules offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.model.core.contract import Option
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.state import options as o

PartKind: TypeAlias = Literal[
    "card", "box", "place", "target", "weapon", "pay", "spot", "act", "count", "side", "piece", "gear", "stretch",
    "change", "line", "cards", "who", "type", "copy", "back", "number",
    "sips", "many",
]  # fmt: skip
ALONE: frozenset[PartKind] = frozenset(("box", "weapon", "pay", "change", "who", "copy"))
"""Steps that are taken by themselves where there is but one way on."""
CARD_FIRST = {
    o.Attack: "attack", o.Move: "move", o.Iaido: "iaido", o.Drink: "drink", o.PlayEvent: "text", o.Put: "text",
    o.PutDisciple: "text", o.Discard: "discard", o.Interrupt: "interrupt", o.Defend: "defence",
    o.Sacrifice: "sacrifice", o.Dematerialise: "dodge",
}  # fmt: skip
"""What a card is played for."""

ZONES = {
    "attack": ("attack", "iaido"), "move": ("move",), "drink": ("drink",), "defence": ("defence",),
    "text": ("text", "interrupt", "sacrifice"),
}  # fmt: skip
"""What a place on a card is played for."""


class Part(NamedTuple):
    """One step of an option."""

    kind: PartKind
    value: Any = None


END, PAUSE = Part("act", "end_phase"), Part("act", "pause")
"""At a real table: the phase ends, and something is done before the next turn."""


def parts(option: Option, named: int = NO_CARD, types: Sequence[int] = ()) -> tuple[Part, ...]:
    """The steps in which an option is chosen; `named`: the Samurai whose sake it is about, `types`: of the cards."""
    box = CARD_FIRST.get(type(option))
    if box is not None:
        return (Part("card", option.card), Part("box", box), *_of_card(option))  # type: ignore[attr-defined]
    match option:
        case o.Use(_, item, pay):
            return Part("act", "use"), Part("gear", item), Part("pay", (option.seat, pay))
        case o.BurnDraw(seat, spot) | o.BurnPlay(seat, spot):
            return Part("act", option.kind), Part("spot", (seat, spot))
        case o.Soul(_, count):
            return Part("act", "soul"), Part("count", count)
        case o.Show(_, card):
            return Part("act", "show"), Part("type", types[card]), Part("copy", card)
        case o.TellBack(_, back):
            return (Part("back", back),)
        case o.Activate(_, disciple):
            return (Part("piece", disciple),)
        case o.Strike(_, target) | o.NextTarget(_, target):
            return (Part("target", target),)
        case o.Hold(_, weapon):
            return (Part("act", "nothing"),) if weapon == NO_CARD else (Part("gear", weapon),)
        case o.Keep(_, weapon):
            return Part("act", "keep"), Part("weapon", weapon)
        case o.Place(seat, spot) | o.Surrender(seat, spot):
            return (Part("spot", (seat, spot)),)
        case o.AddOrRemoveStep(_, line, stretch):
            return (Part("stretch", (line, stretch)),)
        case o.PickCard(_, card):
            return (Part("gear", card),)
        case o.PickSpot(_, spot):
            return (Part("spot", (named, spot)),)
        case o.KeepLine(_, line):
            return (Part("line", line),)
        case o.PushStep(_, change, line, stretch):
            return Part("change", change), Part("stretch", (line, stretch))
        case o.Brawl(_, seat) | o.GiveTo(_, seat):
            return (Part("target", o.seat_target(seat)),)
        case o.Doze(_, giver, receiver):
            return Part("target", o.seat_target(giver)), Part("side", o.seat_target(receiver))
        case o.Shift(_, one, other):
            return Part("spot", (named, one)), Part("side", (named, other))
        case o.Torment(_, seat, cards):
            return Part("target", o.seat_target(seat)), Part("cards", cards)
        case o.Help(_, cards):
            return (Part("cards", cards),)
    return (Part("act", option.kind),)


def _of_card(option: Option) -> tuple[Part, ...]:
    match option:
        case o.Attack(_, _, target, weapon):
            return Part("target", target), Part("weapon", weapon)
        case o.Move(_, _, side, steps):
            return (Part("place", (side, steps)),)
        case o.Iaido(_, _, side, steps, target, weapon):
            return Part("place", (side, steps)), Part("target", target), Part("weapon", weapon)
        case o.PlayEvent(seat, _, target, pay):
            found = () if target == NO_CARD else (Part("target", target),)
            return found if pay == NO_CARD else (*found, Part("pay", (seat, pay)))
        case o.PutDisciple(_, _, side):
            return (Part("place", (side, 0)),)
    return ()


def ways_of(
    options: Iterable[o.SeatOption], named: int = NO_CARD, types: Sequence[int] = ()
) -> dict[Option, tuple[Part, ...]]:
    """The steps to each option of one seat or several."""
    options = tuple(options)
    several = len({option.seat for option in options}) > 1
    ways: dict[Option, tuple[Part, ...]] = {}
    for option in options:
        way = parts(option, named, types)
        ways[option] = (Part("who", option.seat), *way) if several else way
    return ways


def steps_of(plan: Sequence[Option], named: int, types: Sequence[int]) -> frozenset[Part]:
    """The steps of the option that a plan begins with, to be marked on table and hand; see `parts`."""
    return frozenset(part for option in plan[:1] for part in parts(option, named, types))


class Composer:
    """The options of one decision, and the steps taken so far."""

    def __init__(self) -> None:
        self.ways: dict[Option, tuple[Part, ...]] = {}
        self.taken: tuple[Part, ...] = ()

    def offer(self, ways: dict[Option, tuple[Part, ...]]) -> None:
        """These may be chosen now, each by its steps; what was begun goes on where it still can."""
        if ways.keys() != self.ways.keys():
            self.taken = ()
        self.ways = ways

    def left(self) -> list[Option]:
        """The options that the steps so far lead to."""
        count = len(self.taken)
        return [option for option, way in self.ways.items() if way[:count] == self.taken]

    def next(self) -> list[Part]:
        """What may be the next step."""
        count = len(self.taken)
        return list(dict.fromkeys(self.ways[option][count] for option in self.left()))

    def after(self, part: Part) -> list[Option]:
        """The options that remain with a further step."""
        count = len(self.taken)
        return [option for option in self.left() if self.ways[option][count] == part]

    def take(self, part: Part) -> Option | None:
        """Take a step; the option, if it is whole now."""
        if part not in self.next():
            return None
        self.taken = (*self.taken, part)
        while True:
            left = self.left()
            if len(left) == 1 and len(self.ways[left[0]]) == len(self.taken):
                self.taken = ()
                return left[0]
            on = self.next()
            if len(on) > 1 or on[0].kind not in ALONE:
                return None
            self.taken = (*self.taken, on[0])

    def led_to(self, part: Part) -> Part | None:
        """The step that leads to this one, where that goes without saying: a click on somebody in reach attacks."""
        boxes = [one for one in self.next() if one.kind == "box"] if self.ways and part not in self.next() else []
        count = len(self.taken)
        for box in boxes:
            if any(len(self.ways[one]) > count + 1 and self.ways[one][count + 1] == part for one in self.after(box)):
                return box
        return None

    def hinted(self) -> list[Part]:
        """What may be clicked on the table without another step before it."""
        if self.taken or not self.ways:
            return []
        boxes = [one for one in self.next() if one.kind == "box"]
        ways = (self.ways[option] for box in boxes for option in self.after(box))
        return list(dict.fromkeys(way[1] for way in ways if len(way) > 1 and way[1].kind in ("target", "place")))

    def back(self) -> bool:
        """One step back, over those that nobody chose; False: none was taken."""
        if not self.taken:
            return False
        self.taken = self.taken[:-1]
        while self.taken and len(self.next()) == 1 and self.next()[0].kind in ALONE:
            self.taken = self.taken[:-1]
        return True

    @property
    def card(self) -> int | None:
        """The card that has been chosen."""
        return next((part.value for part in self.taken if part.kind == "card"), None)

    @property
    def box(self) -> str | None:
        """What the chosen card is played for."""
        return next((part.value for part in self.taken if part.kind == "box"), None)

    def boxes(self, card: int) -> set[str]:
        """What a card of the hand may be played for now."""
        return {way[1].value for way in self.ways.values() if way[0] == Part("card", card)}
