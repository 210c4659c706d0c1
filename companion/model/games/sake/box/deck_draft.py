"""A deck as its owner types it: one line a card. What it comes to as records of a pack, and what it lacks.

Cards are named after their type and counted through (``ramen-1``, ``ramen-2``), whatever order they were typed in: so a
deck that was typed, pasted or changed and changed back is the same records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import Message, plural, say
from companion.model.games.sake.box.deck import Back, CardRecord, CardType, DeckRecord, code_of

MOST_CARDS = 400
"""In a deck."""
BOXED = 98
"""Cards of the printed box without its Locations (BOX-1)."""
IN_BOX: Mapping[str, int] = {"event": 40, "gear": 40, "disciple": 10, "interruption": 8}
"""How many of each kind; `gear`: weapons and items together."""
KATANAS_IN_BOX = 8
LEAST_KATANAS = 3
"""So many players a game has at least, and each takes one (DEA-2)."""


class CardLine(msgspec.Struct, frozen=True):
    """One card: the id of its type, its four boxes and its back."""

    type: str
    attack: int
    defence: int
    move: int
    drink: int
    back: Back

    @property
    def boxes(self) -> tuple[int, int, int, int]:
        """Attack, defence, move, drink."""
        return self.attack, self.defence, self.move, self.drink


class DeckDraft(msgspec.Struct, frozen=True):
    """A deck being typed; `names` as its record has them."""

    names: Mapping[str, str]
    lines: tuple[CardLine, ...] = ()


def draft_of(record: DeckRecord, card: Callable[[str], CardRecord | None]) -> DeckDraft:
    """The draft of a stored deck; a card that `card` cannot find is left out."""
    found = [one for id in record.cards if (one := card(id)) is not None]
    return DeckDraft(record.names, tuple([line_of(one) for one in found]))


def line_of(card: CardRecord) -> CardLine:
    """A stored card as it was typed."""
    return CardLine(card.type, card.attack, card.defence, card.move, card.drink, card.back)


def katanas(lines: Iterable[CardLine]) -> int:
    """How many Katanas there are to take."""
    return sum(code_of(line.type) == "katana" for line in lines)


def records_of(
    id: str, draft: DeckDraft, taken: Collection[str] = ()
) -> tuple[dict[str, CardRecord], DeckRecord | None]:
    """The cards of a deck by id, and the deck itself; without a card there is none.

    `taken`: ids of cards of other decks in the same pack.
    """
    namespace = id.partition(":")[0]
    used: Counter[str] = Counter()
    cards: dict[str, CardRecord] = {}
    for line in draft.lines:
        stem = line.type.partition(":")[2]
        while True:
            used[stem] += 1
            name = f"{namespace}:{stem}-{used[stem]}"
            if name not in taken and name not in cards:
                break
        cards[name] = CardRecord(name, line.type, line.attack, line.defence, line.move, line.drink, line.back)
    if not cards:
        return {}, None
    count = max(LEAST_KATANAS, min(katanas(draft.lines), 40))
    return cards, DeckRecord(id, dict(draft.names), tuple(cards), count)


def as_json(record: CardRecord | DeckRecord) -> Json:
    """A record as packs hold it, its fields being its owner's (`Manifest.source`)."""
    built: Json = msgspec.to_builtins(record)
    return built


# what a deck lacks ----------------------------------------------------------------------------------------------------

LIFE_AND_HAND = 9
"""Cards dealt to a sheet of ordinary life (DEA-4)."""


def most_players(lines: Sequence[CardLine]) -> int:
    """How many can play with these cards behind sheets of ordinary life; 0: nobody."""
    fits = (n for n in range(8, 2, -1) if katanas(lines) >= n and len(lines) - n >= n * LIFE_AND_HAND)
    return next(fits, 0)


def unplayable(lines: Sequence[CardLine]) -> Message | None:
    """Why nobody can play with this deck; None: at least three can."""
    if most_players(lines):
        return None
    if (count := katanas(lines)) < LEAST_KATANAS:
        return say("Each player takes a Katana. At least three are needed; the deck has {count}.", count=count)
    return say("Three players need at least {needed} cards; the deck has {count}.",
               needed=LEAST_KATANAS * (LIFE_AND_HAND + 1), count=len(lines))  # fmt: skip


def unlike_the_box(lines: Sequence[CardLine], types: Mapping[str, CardType]) -> Iterator[Message]:
    """Where the deck differs from what lies in the printed box (BOX-1): a card overlooked, or typed twice."""
    more = len(lines) - BOXED
    if more < 0:
        yield plural("One card is missing: the box has {boxed}, the Locations apart.",
                     "{count} cards are missing: the box has {boxed}, the Locations apart.",
                     -more, boxed=BOXED)  # fmt: skip
    elif more > 0:
        yield plural("One card too many: the box has {boxed}, the Locations apart.",
                     "{count} cards too many: the box has {boxed}, the Locations apart.",
                     more, boxed=BOXED)  # fmt: skip
    counted: Counter[str] = Counter()
    for line in lines:
        if (kind := types.get(line.type)) is not None:
            counted["gear" if kind.text in ("weapon", "item") else kind.text] += 1
    for text, boxed in IN_BOX.items():
        if counted[text] != boxed:
            yield Message(_COUNTED[text].key, (("boxed", boxed), ("count", counted[text])))
    if (count := katanas(lines)) != KATANAS_IN_BOX:
        yield say("Katanas: {boxed} in the box, {count} here.", boxed=KATANAS_IN_BOX, count=count)


_COUNTED: Mapping[str, Message] = {
    "event": say("Events: {boxed} in the box, {count} here."),
    "gear": say("Weapons and items: {boxed} in the box, {count} here."),
    "disciple": say("Disciples: {boxed} in the box, {count} here."),
    "interruption": say("Interruptions: {boxed} in the box, {count} here."),
}
