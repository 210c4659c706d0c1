"""Records of content packs that this game reads, and what it makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from companion.model.content.kinds import Kind, Reference
from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Problem, twice
from companion.model.core.schema import read
from companion.model.core.words import say
from companion.model.games.sake.box.deck import CardRecord, CardType, Deck, DeckRecord, Location, Sheet, built
from companion.model.games.sake.box.deck_draft import CardLine, draft_of, unlike_the_box, unplayable

R = TypeVar("R", bound=msgspec.Struct)
HOUSE_DECK = "house:deck"


def _card_references(card: CardRecord) -> Iterable[Reference]:
    return [Reference("/type", "sake_card_type", card.type)]


def _deck_references(deck: DeckRecord) -> Iterable[Reference]:
    return [Reference(f"/cards/{n}", "sake_card", id) for n, id in enumerate(deck.cards)]


def _deck_problems(deck: DeckRecord) -> Iterator[Problem]:
    yield from twice("/cards", deck.cards)


def _deck_rules(record: DeckRecord, content: Content) -> Iterator[Problem]:
    why = unplayable(_lines(record, content))
    if why is not None:
        yield Problem("/cards", why)
    else:
        deck(content, record.id)


def _deck_notes(record: DeckRecord, content: Content) -> Iterator[Problem]:
    lines = _lines(record, content)
    types = {
        id: found(content, "sake_card_type", id, CardType, "deck") for id in dict.fromkeys(line.type for line in lines)
    }
    for why in unlike_the_box(lines, types):
        yield Problem("/cards", why)


def lines(content: Content, id: str) -> tuple[CardLine, ...]:
    """The cards of a deck, as its owner typed them; raises InvalidInput."""
    return _lines(found(content, "sake_deck", id, DeckRecord, "deck"), content)


def _lines(record: DeckRecord, content: Content) -> tuple[CardLine, ...]:
    return draft_of(record, lambda id: found(content, "sake_card", id, CardRecord, "deck")).lines


def _type_problems(type_: CardType) -> Iterator[Problem]:
    if (type_.weapon is not None) != (type_.text == "weapon"):
        yield Problem("/weapon", say("A weapon, and nothing else, says what it adds and how far it reaches."))
    named = [name for name in type_.effect.__struct_fields__ if getattr(type_.effect, name)]
    wanted = 1 if type_.text in ("event", "interruption", "item") else 0
    if len(named) != wanted:
        yield Problem("/effect", say("An event, an interruption or an item does exactly one thing."))
    elif named and named[0] not in _FITTING[type_.text]:
        yield Problem(f"/effect/{named[0]}", say("A card of this kind cannot do this."))


_FITTING = {
    "event": ("attack", "add_steps", "remove_steps", "discards", "draw", "regain", "removes"),
    "interruption": ("cancels",),
    "item": ("moves", "defends", "everybody_discards", "draw", "regain"),
}

KINDS = (
    Kind("sake_card_type", CardType, problems=_type_problems),
    Kind("sake_card", CardRecord, references=_card_references),
    Kind("sake_sheet", Sheet),
    Kind("sake_location", Location),
    Kind("sake_deck", DeckRecord, problems=_deck_problems, references=_deck_references, rules=_deck_rules,
         notes=_deck_notes),
)  # fmt: skip


def found(content: Content, kind: str, id: str, type_: type[R], path: str) -> R:
    """A record; raises InvalidInput at `path` when there is none."""
    data = content.find(kind, id)
    if data is None:
        raise InvalidInput(path, "No pack holds “{id}”.", id=id[:80])
    return read(data, type_, path)


def deck(content: Content, id: str) -> Deck:
    """A deck as tables; raises InvalidInput."""
    packs: Any = content
    return _deck(packs, id)


@lru_cache(maxsize=4)
def _deck(content: Content, id: str) -> Deck:
    """Content never changes, and worlds are guessed from views by the thousand."""
    record = found(content, "sake_deck", id, DeckRecord, "deck")
    cards = tuple([found(content, "sake_card", card, CardRecord, "deck") for card in record.cards])
    types = tuple(
        [found(content, "sake_card_type", kind, CardType, "deck") for kind in dict.fromkeys(c.type for c in cards)]
    )
    for type_ in types:
        for problem in _type_problems(type_):
            raise InvalidInput("deck", problem.what)
    return built(record, cards, types)


def sheet(content: Content, id: str, path: str) -> Sheet:
    """A sheet; raises InvalidInput."""
    return found(content, "sake_sheet", id, Sheet, path)


def sheets(content: Content) -> dict[str, Sheet]:
    """Every sheet there is, by id."""
    return {id: sheet(content, id, "sheets") for id, _ in list(content.every("sake_sheet"))}


def dealable(content: Content, deck: str, seats: int) -> dict[str, Sheet]:
    """The sheets that chance deals: those that came with the deck where there is one for each seat, else all."""
    found, box = sheets(content), deck.partition(":")[0]
    boxed = {id: sheet for id, sheet in found.items() if id.partition(":")[0] == box}
    return boxed if len(boxed) >= seats else found


def location(content: Content, code: str, path: str) -> Location:
    """A location as options name it; raises InvalidInput."""
    for id, _ in list(content.every("sake_location")):
        made = found(content, "sake_location", id, Location, path)
        if code == (made.code or id):
            return made
    raise InvalidInput(path, "No pack holds “{id}”.", id=code[:80])
