"""Names that people give and files bring: of cards and packs, bands, players, campaigns. One rule for all of them."""

from __future__ import annotations

import unicodedata

from .words import Message, say

_SECRET = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control characters, marks that turn the direction of writing, halves of a character, other ends of a line."""


def amiss(name: str) -> Message | None:
    """Why nothing can be called so; None: it can."""
    if not name.strip():
        return say("A name cannot be blank.")
    return text_amiss(name, lines=False)


def text_amiss(text: str, *, lines: bool = True) -> Message | None:
    """Why a text cannot be shown as it is written; `lines`: it may have several."""
    if text.isprintable():
        return None
    for letter in text:
        if unicodedata.category(letter) in _SECRET and not (lines and letter == "\n"):
            return say("Character U+{code} is invisible and cannot be part of this text.", code=f"{ord(letter):04X}")
    return None


def one_line(text: str) -> str:
    """What can be shown of a text, and stored anywhere."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def folded(text: str) -> str:
    """Without accents and capitals, so that `kage` finds what is written `Kagé`."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
