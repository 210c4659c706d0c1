"""Typing a card with as few keys as can be: letters find its text, four digits fill its boxes, one key names its back.

A digit takes the text that was found; a text that nobody types again stays that of the card before. So the next card
of the same text takes five keys, another one the letters that tell it from the others and five more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.words import folded
from companion.model.games.sake.box.deck import BACKS, Back
from companion.model.games.sake.box.deck_draft import CardLine

TEXT_FIELD, BACK_FIELD = 0, 5
"""The text, the boxes 1 to 4, the back."""
Boxes: TypeAlias = "tuple[int | None, int | None, int | None, int | None]"
"""As `CardLine.boxes`; None: not typed yet."""
Step: TypeAlias = Literal["taken", "refused", "complete"]


class Entry(msgspec.Struct, frozen=True):
    """A card being typed, `at` one of its fields; `typed`: the letters that look for its text."""

    type: str = ""
    boxes: Boxes = (None, None, None, None)
    back: Back | None = None
    at: int = TEXT_FIELD
    typed: str = ""

    @property
    def card(self) -> CardLine | None:
        """The card, once it is complete."""
        attack, defence, move, drink = self.boxes
        if not self.type or attack is None or defence is None or move is None or drink is None or self.back is None:
            return None
        return CardLine(self.type, attack, defence, move, drink, self.back)

    @property
    def blank(self) -> bool:
        """Nothing of this card is typed yet."""
        return not self.typed and self.back is None and all(box is None for box in self.boxes)


def entry_of(card: CardLine) -> Entry:
    """A card of the deck, to be typed over."""
    return Entry(card.type, card.boxes, card.back)


def after(card: CardLine) -> Entry:
    """The next card: of the same text until another is typed."""
    return Entry(card.type)


Texts: TypeAlias = Sequence[tuple[str, str]]
"""Types that can be typed: id and name in the language of the window, in the order in which they are proposed."""


def matches(texts: Texts, typed: str) -> list[str]:
    """The types that letters may mean: those whose name begins so, then those with a word that does."""
    wanted = folded(typed).strip()
    if not wanted:
        return [id for id, _ in texts]
    begins = [id for id, name in texts if folded(name).startswith(wanted)]
    words = [id for id, name in texts if any(part.startswith(wanted) for part in _words(name)) and id not in begins]
    return begins + words


def _words(name: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in folded(name)).split()


def press(entry: Entry, key: str, texts: Texts, backs: Sequence[str]) -> tuple[Entry, Step]:
    """One letter or digit; `backs`: what the three backs are called in the language of the window.

    A card is `complete` with its last missing field, or with a back typed over.
    """
    if entry.at == BACK_FIELD:
        found = back_of(key, backs)
        return (entry, "refused") if found is None else _put_back(entry, found)
    if key.isascii() and key.isdigit():
        return _digit(entry, int(key))
    if entry.at != TEXT_FIELD or not (key.isalpha() or (key in " '-" and entry.typed)):
        return entry, "refused"  # a letter among the numbers is a slip of the hand
    return _look_for(entry, entry.typed + key, texts)


def _look_for(entry: Entry, typed: str, texts: Texts) -> tuple[Entry, Step]:
    found = matches(texts, typed)
    if not found:
        return entry, "refused"
    return msgspec.structs.replace(entry, typed=typed, type=found[0]), "taken"


def _digit(entry: Entry, digit: int) -> tuple[Entry, Step]:
    if not entry.type:
        return entry, "refused"
    place = max(entry.at, 1)
    boxes = _with_box(entry.boxes, place, digit)
    made = msgspec.structs.replace(entry, boxes=boxes, at=place + 1, typed="")
    return made, "taken"


def _put_back(entry: Entry, back: Back) -> tuple[Entry, Step]:
    made = msgspec.structs.replace(entry, back=back)
    if made.card is not None:
        return made, "complete"
    missing = next((n + 1 for n, box in enumerate(made.boxes) if box is None), TEXT_FIELD)
    return msgspec.structs.replace(made, at=missing), "taken"


def back_keys(backs: Sequence[str]) -> tuple[str, ...]:
    """The letter that names each back: of its word the first one that no back before it has taken."""
    taken = ""
    for word in backs:
        letters = [letter for letter in folded(word) if letter.isalpha()]
        taken += next((letter for letter in letters if letter not in taken), " ")
    return tuple(taken)


def back_of(key: str, backs: Sequence[str]) -> Back | None:
    """The back that a key means: its number, or its letter."""
    if key in ("1", "2", "3"):
        return BACKS[int(key) - 1]
    return next((BACKS[n] for n, letter in enumerate(back_keys(backs)) if letter == folded(key)), None)


def choose(entry: Entry, type: str) -> Entry:
    """Take a text from the list."""
    return msgspec.structs.replace(entry, type=type, typed="", at=max(entry.at, 1))


def go(entry: Entry, way: int) -> Entry:
    """The field before or after."""
    return msgspec.structs.replace(entry, at=min(max(entry.at + way, TEXT_FIELD), BACK_FIELD), typed="")


def rub_out(entry: Entry, texts: Texts) -> Entry:
    """Take back the last key: a letter, the box before, the back."""
    if len(entry.typed) > 1:
        return _look_for(entry, entry.typed[:-1], texts)[0]
    if entry.typed:
        return msgspec.structs.replace(entry, typed="", type="")
    if entry.at == BACK_FIELD and entry.back is not None:
        return msgspec.structs.replace(entry, back=None)
    if entry.at == TEXT_FIELD:
        return msgspec.structs.replace(entry, type="")
    place = entry.at - 1
    if place == TEXT_FIELD:
        return msgspec.structs.replace(entry, at=TEXT_FIELD)
    return msgspec.structs.replace(entry, boxes=_with_box(entry.boxes, place, None), at=place)


def _with_box(boxes: Boxes, place: int, number: int | None) -> Boxes:
    attack, defence, move, drink = [number if n + 1 == place else box for n, box in enumerate(boxes)]
    return attack, defence, move, drink
