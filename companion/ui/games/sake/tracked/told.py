"""At a real table: what people tell the app of what was played, fact by fact, as the steps that lead to an option.

A box is told by its number, a text by its type; a window is answered by whoever is attacked, and by who interrupts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.model.core.contract import Option
from companion.model.games.sake.box.deck import NO_CARD, Deck
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import WindowFrame
from companion.model.games.sake.state.state import State
from companion.ui.games.sake.question.composer import Part, parts

BOX: Mapping[type[Option], str] = {
    o.Attack: "attack", o.Move: "move", o.Iaido: "iaido", o.Discard: "discard",
    o.Dematerialise: "dodge",
}  # fmt: skip
NUMBER: Mapping[type[Option], str] = {
    o.Attack: "attack", o.Iaido: "attack", o.Defend: "defence", o.Show: "attack",
}  # fmt: skip
"""The box whose number is told."""


def ways_of(options: Iterable[o.SeatOption], state: State, named: int = NO_CARD) -> dict[Option, tuple[Part, ...]]:
    """The steps to each option of whoever is asked; `named`: the Samurai whose sake it is about."""
    options = tuple(options)
    asked = {option.seat for option in options}
    top = state.frames[-1] if state.frames else None
    answers = top.target if isinstance(top, WindowFrame) else NO_CARD
    found: dict[Option, tuple[Part, ...]] = {}
    ways = set[tuple[Part, ...]]()
    for option in options:
        way = _told(option, state, named)
        if len(asked) > 1:
            if isinstance(option, o.Pass):
                if option.seat != answers:
                    continue  # who is not attacked simply does nothing
            elif isinstance(option, o.Interrupt | o.Show):
                way = (way[0], Part("who", option.seat), *way[1:])
            elif option.seat != answers:
                if isinstance(option, o.BurnDraw | o.Soul):
                    continue  # told at any time, by hand (NOW-1)
                way = (Part("who", option.seat), *way)
        if way not in ways:  # unknown cards of a hand are told apart by nobody
            ways.add(way)
            found[option] = way
    return dict(
        sorted(found.items(), key=lambda one: one[1][0] == Part("act", "show"))
    )  # what is rarely told comes last


def _told(option: o.SeatOption, state: State, named: int) -> tuple[Part, ...]:
    deck = state.table.deck
    if isinstance(option, o.Torment | o.Help) and max(option.cards, default=-1) < 0:
        many = Part("many", len(option.cards))  # TRK-2: only how many
        return (Part("target", o.seat_target(option.samurai)), many) if isinstance(option, o.Torment) else (many,)
    card = getattr(option, "card", NO_CARD)
    if isinstance(option, o.PickCard) or card == NO_CARD or (card in state.seats[option.seat].hand and card >= 0):
        return parts(option, named, deck.type)
    if card >= 0:
        return _typed(option, deck, card, named)
    number = () if type(option) not in NUMBER else (Part("number", _number(deck, option, card)),)
    box = () if type(option) not in BOX else (Part("box", BOX[type(option)]),)
    match option:
        case o.Attack(_, _, target, weapon):
            return *box, Part("target", target), Part("weapon", weapon), *number
        case o.Iaido(_, _, side, steps, target, weapon):
            return *box, Part("place", (side, steps)), Part("target", target), Part("weapon", weapon), *number
        case o.Move(_, _, side, steps):
            return *box, Part("place", (side, steps))
        case o.Drink():
            return (Part("sips", deck.drink[card]),)
    return *box, *number


def _number(deck: Deck, option: o.SeatOption, card: int) -> int:
    return (deck.defence if NUMBER[type(option)] == "defence" else deck.attack)[card]


def _typed(option: o.SeatOption, deck: Deck, card: int, named: int) -> tuple[Part, ...]:
    kind = Part("type", deck.type[card])
    match option:
        case o.Show():
            return parts(option, named, deck.type)
        case o.PlayEvent(seat, _, target, pay):
            found = (kind,) if target == NO_CARD else (kind, Part("target", target))
            return found if pay == NO_CARD else (*found, Part("pay", (seat, pay)))
        case o.PutDisciple(_, _, side):
            return kind, Part("place", (side, 0))
    return (kind,)
