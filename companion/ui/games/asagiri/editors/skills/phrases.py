"""What nodes and values are called while a skill is written.

Each node of the language brings its own sentence with gaps (`Phrase`); a gap names a field, and in its place stands a
chip. What is not there is called as it is written: a node that joins the language can be edited before anybody has
found words for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills.language.vocabulary import (
    ALIGNMENT_WORDS,
    ELEMENT_WORDS,
    GROUND_WORDS,
    NUMBER_WORDS,
    WINDOW_WORDS,
    Phrase,
)
from companion.model.games.asagiri.skills.record import PHRASES

WHO: Final = ""
"""The selector has no tag of its own."""

PARTS: dict[str, str] = {"lasts": "{lasts}", "only": "{only}"}
"""Parts of any node."""

_STATES = {"vigilant": N_("vigilant"), "shaken": N_("shaken"), "disabled": N_("disabled")}
_WHOSE = {"own": N_("this character’s"), "enemy": N_("the enemy")}
_PLACES = {"pool": N_("the pool"), "reserve": N_("reserve"), "aside": N_("those set aside")}
_LASTS = {
    "use": N_("only this time"),
    "activation": N_("until the end of the activation"),
    "phase": N_("until the end of the phase"),
    "turn": N_("until the end of the next phase"),
    "game": N_("for the rest of the game"),
}
VALUES: dict[str, Mapping[Any, str]] = {
    "when": WINDOW_WORDS,
    "element": ELEMENT_WORDS,
    "to": NUMBER_WORDS,
    "stat": NUMBER_WORDS,
    "lasts": _LASTS,
    "once": {
        "phase": N_("once a phase"),
        "turn": N_("once a turn"),
        "game": N_("once a game"),
        "always": N_("as often as wanted"),
    },
    "only": {
        "always": N_("in any case"),
        "higher": N_("only if that is more"),
        "lower": N_("only if that is less"),
    },
    "whose": _WHOSE,
    "keep": {"second": N_("the second roll"), "best": N_("the better roll"), "worst": N_("the worse roll")},
    "where": _PLACES,
    "state": _STATES,
    "alignment": ALIGNMENT_WORDS,
    "ground": GROUND_WORDS,
}  # fmt: skip
"""By field: the words of its values, where the node has none of its own."""

FIELDS: dict[str, str] = {
    "who": N_("who is affected"),
    "lasts": N_("how long"),
    "only": N_("only if that is more, or less"),
    "element": N_("which die"),
    "of": N_("which dice"),
    "most": N_("how many at most"),
    "trait": N_("a mark: oni, samurai, unique…"),
    "alignment": N_("Demon Hunter, Evil Creature, Mercenary"),
    "state": N_("vigilant or shaken"),
}
"""What can be added to a sentence."""


def _phrase(tag: str) -> Phrase:
    return PHRASES.get(tag) or Phrase(_plain(tag), _plain(tag))


def node(tag: str) -> Message:
    """What a node is called, to choose it."""
    return Message(_phrase(tag).title)


def sentence(tag: str) -> Message:
    """The sentence of a node, its gaps still open."""
    return Message(_phrase(tag).sentence)


def part(tag: str, field: str) -> Message:
    """What is said of a field after the sentence, with a gap of its name."""
    return Message(_phrase(tag).parts.get(field) or PARTS.get(field) or f"{_plain(field)}: {{{field}}}")


def flag(tag: str, field: str, on: bool) -> Message:
    """What is said for yes, or for no."""
    if (found := _phrase(tag).flags.get(field)) is not None:
        return Message(found[0] if on else found[1])
    return Message(_plain(field)) if on else say("not: {what}", what=_plain(field))


def value(tag: str, field: str, word: str) -> Message:
    """One of the words of a field."""
    return Message((_phrase(tag).values.get(field) or VALUES.get(field) or {}).get(word, _plain(word)))


def field(tag: str, name: str) -> Message:
    """What a part would say, to choose it."""
    if (found := _phrase(tag).flags.get(name)) is not None:
        return say("{one} – {other}", one=Message(found[0]), other=Message(found[1]))
    return Message(_phrase(tag).offers.get(name) or FIELDS.get(name, _plain(name)))


def nested(tag: str, name: str) -> Message:
    """What stands before a list inside a node."""
    return Message(_phrase(tag).nested.get(name, _plain(name)))


def _plain(word: str) -> str:
    return word.replace("_", " ")
