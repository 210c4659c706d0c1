"""The box: what cards, sheets and locations say, as flat tables by card.

A known card is its place in the deck. A card that the app does not know is a negative number, which says its back and
its type as far as they are known, or the number in the box that it was played for (TRK-1); the tables answer for it
too, since a negative index counts from their end.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Id, Node, Words

Back: TypeAlias = Literal["push", "brawl", "doze"]
BACKS: tuple[Back, ...] = get_args(Back)
PUSH, BRAWL, DOZE = 1, 2, 3
"""Backs as the tables write them; 0: not known, or no card at all."""

Text: TypeAlias = Literal["event", "weapon", "item", "disciple", "interruption"]
EVENT, WEAPON, ITEM, DISCIPLE, INTERRUPTION, NO_TEXT = range(6)
TEXTS: tuple[Text, ...] = get_args(Text)

Ability: TypeAlias = Literal["stride", "iron", "heavy", "breath", "captain", "surefoot", "cup", "prepared"]
Rule: TypeAlias = Literal["distillery", "alley", "spring", "market"]

NO_CARD: Final = -10_000
"""No card: bare hands, nothing held."""
Box: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9)]
NUMBERS: Final = 10
"""So many different numbers a box may hold."""
Steps: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Weapon(Node, frozen=True):
    """What a weapon adds, and how far it reaches: exactly `range` steps, or with `plus` that many and more."""

    attack: Box
    defence: Box
    range: Steps
    plus: bool = False
    ranged: bool = False


class EventAttack(Node, frozen=True):
    """The Attack of an event (EVT-2), `times` one after the other, for which `pay` own sake is paid."""

    value: Box
    range: Steps
    plus: bool = False
    ranged: bool = True
    times: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    pay: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0


class Discards(Node, frozen=True):
    """A Samurai in range discards so many cards of his choice."""

    count: Annotated[int, msgspec.Meta(ge=1, le=4)]
    range: Steps
    plus: bool = False


Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=4)]


class Effect(Node, frozen=True):
    """What the text of a card does; of an event exactly one thing."""

    attack: EventAttack | None = None
    add_steps: Number | None = None
    remove_steps: Number | None = None
    discards: Discards | None = None
    draw: Number | None = None
    regain: Number | None = None
    removes: Literal["gear", "sake"] | None = None
    """A Samurai loses a weapon or item, or a sake."""
    everybody_discards: bool = False
    """Every other Samurai discards a card."""
    cancels: Literal["move", "attack"] | None = None
    moves: Number | None = None
    """A permanent bonus to steps."""
    defends: Number | None = None
    """A permanent bonus to defence."""


Provenance: TypeAlias = dict[str, Literal["printed", "faq", "inferred", "house", "owner"]]
"""As `schema.Provenance`; ``faq``: the publisher or two independent reviews state it."""


class CardType(Node, frozen=True):
    """A type of card: its name and text."""

    id: Id
    text: Text
    names: Words
    effect: Effect = Effect()
    weapon: Weapon | None = None
    provenance: Provenance = msgspec.field(default_factory=dict)


class CardRecord(Node, frozen=True):
    """One card: its type, four boxes and back."""

    id: Id
    type: Id
    attack: Box
    defence: Box
    move: Box
    drink: Box
    back: Back
    provenance: Provenance = msgspec.field(default_factory=dict)


class Sheet(Node, frozen=True):
    """A Samurai sheet."""

    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    life: Annotated[int, msgspec.Meta(ge=1, le=9)]
    ability: Ability | None = None
    provenance: Provenance = msgspec.field(default_factory=dict)


class Location(Node, frozen=True):
    """A location."""

    id: Id
    names: Words
    rule: Rule
    code: str | None = None
    """How positions write it, where that is not its id."""
    provenance: Provenance = msgspec.field(default_factory=dict)


class DeckRecord(Node, frozen=True):
    """A deck: its cards in order; so many of its Katanas are for the players to take."""

    id: Id
    names: Words
    cards: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=400)]
    katanas: Annotated[int, msgspec.Meta(ge=3, le=40)]
    provenance: Provenance = msgspec.field(default_factory=dict)


class Deck(msgspec.Struct, frozen=True):
    """A deck as tables by card, those of unknown cards at their end."""

    id: str
    ids: tuple[str, ...]
    """As positions write them."""
    types: tuple[CardType, ...]
    type: tuple[int, ...]
    """Index of the type; `len(types)`: not known."""
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    move: tuple[int, ...]
    drink: tuple[int, ...]
    back: tuple[int, ...]
    text: tuple[int, ...]
    weapon: tuple[Weapon | None, ...]
    effect: tuple[Effect, ...]
    katanas: tuple[int, ...]
    """Those to take, in order."""
    told: dict[str, tuple[int, ...]]
    """By box: the unknown cards of every number that stands in it, the least first."""
    index: dict[str, int]
    """The card of an id, an unknown one too (``?:push``)."""

    def __len__(self) -> int:
        return len(self.type) - unknown_cards(len(self.types))

    def id_of(self, card: int) -> str:
        """A card as positions write it."""
        return self.ids[card]

    def unknown(self, back: int, type: int | None = None) -> int:
        """The card of which nothing is known but its back (0: not even that) and perhaps its type."""
        return -1 - back - 4 * (len(self.types) if type is None else type)

    def of_box(self, number: int) -> int:
        """The card of which nothing is known but the number in the box that it is played for."""
        return -1 - 4 * (len(self.types) + 1) - number

    def is_of_box(self, card: int) -> bool:
        """Whether a card is one of those."""
        return NO_CARD < card < -4 * (len(self.types) + 1)

    def untold(self, hand: Iterable[int], card: int) -> int | None:
        """Which unknown card of a hand a card turns out to be: rather one whose back is known; None: none can be it."""
        nothing = len(self.types)
        fits = [
            one
            for one in hand
            if one < 0
            and (card < 0 or (self.back[one] in (0, self.back[card]) and self.type[one] in (nothing, self.type[card])))
        ]
        return min(fits, key=lambda one: ((not self.back[one]) == (card >= 0), self.type[one] == nothing), default=None)

    def as_backs(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards as somebody sees them who sees but their backs."""
        return tuple([self.unknown(self.back[card]) for card in cards])


def unknown_cards(types: int) -> int:
    """How many different unknown cards there are."""
    return 4 * (types + 1) + NUMBERS


def code_of(type: str) -> str:
    """A type as positions write it: without namespace, words joined by ``_``."""
    return type.partition(":")[2].replace("-", "_")


def _card_codes(cards: tuple[CardRecord, ...]) -> list[str]:
    """Cards as positions write them: the type and a number (``double_vision-1``)."""
    found = []
    for card in cards:
        stem, kind = card.id.partition(":")[2], card.type.partition(":")[2]
        found.append(code_of(card.type) + stem[len(kind) :] if stem.startswith(f"{kind}-") else stem)
    return found


def built(record: DeckRecord, cards: tuple[CardRecord, ...], types: tuple[CardType, ...]) -> Deck:
    """The tables of a deck out of its records; raises InvalidInput for one without Katanas."""
    return _built(msgspec.json.encode((record, cards, types)))


@lru_cache(maxsize=8)
def _built(text: bytes) -> Deck:
    record, cards, types = msgspec.json.decode(
        text, type=tuple[DeckRecord, tuple[CardRecord, ...], tuple[CardType, ...]]
    )
    numbers = {type_.id: n for n, type_ in enumerate(types)}
    nothing = len(types)
    boxes = tuple(reversed(range(NUMBERS)))
    hidden = [(0, nothing)] * NUMBERS + [(n % 4, n // 4) for n in reversed(range(4 * (nothing + 1)))]
    """Back and type of the unknown cards, the last one (-1) at the end; first those of which a box is known."""
    type_ = (*[numbers[card.type] for card in cards], *[kind for _, kind in hidden])
    unknown = (*boxes, *(0,) * (len(hidden) - NUMBERS))
    texts = [TEXTS.index(one.text) for one in types] + [NO_TEXT]
    effects = [one.effect for one in types] + [Effect()]
    weapons = [one.weapon for one in types] + [None]
    names = [code_of(one.id) for one in types] + [""]
    untold = [_unknown_id(back, names[kind]) for back, kind in hidden[NUMBERS:]]
    ids = (*_card_codes(cards), *[f"?#{number}" for number in boxes], *untold)
    katanas = tuple([n for n, card in enumerate(cards) if code_of(card.type) == "katana"][: record.katanas])
    if len(katanas) < record.katanas:
        raise InvalidInput("deck", "The deck has only {count} Katanas.", count=len(katanas))
    total = len(ids)
    return Deck(
        id=record.id,
        ids=ids,
        types=types,
        type=type_,
        attack=(*[card.attack for card in cards], *unknown),
        defence=(*[card.defence for card in cards], *unknown),
        move=(*[card.move for card in cards], *unknown),
        drink=(*[card.drink for card in cards], *unknown),
        back=(*[1 + BACKS.index(card.back) for card in cards], *[back for back, _ in hidden]),
        text=tuple([texts[kind] for kind in type_]),
        weapon=tuple([weapons[kind] for kind in type_]),
        effect=tuple([effects[kind] for kind in type_]),
        katanas=katanas,
        told={
            box: tuple([-1 - 4 * (nothing + 1) - number for number in sorted({getattr(card, box) for card in cards})])
            for box in ("attack", "defence", "move", "drink")
        },
        index={id: n if n < len(cards) else n - total for n, id in enumerate(ids)},
    )


def _unknown_id(back: int, type: str) -> str:
    parts = ["?", BACKS[back - 1] if back else "", type]
    return ":".join(parts).rstrip(":")
