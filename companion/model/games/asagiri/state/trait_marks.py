"""Traits that look like slips: the name of a skill, another card's trait misspelled, a word that nobody asks for."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

from companion.model.core.contract import Content, Json
from companion.model.core.problem import Problem
from companion.model.core.words import Message, say
from companion.model.games.asagiri.skills.language.vocabulary import TRAIT_WORDS

from .cards import ALIGNMENTS, CharacterCard, EquipmentCard

MOST_COMPARED = 300
"""Traits that a misspelled one is compared with, and of which misspelled ones are told."""
_NEAR = 0.75


def spelled(word: str) -> str:
    """A word or a name as a trait is written in a record: small letters and hyphens."""
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z]+", "-", plain).strip("-")[:40]


def near(word: str, known: Iterable[str]) -> str | None:
    """The known trait that a word looks like."""
    return next(iter(difflib.get_close_matches(word, tuple(known)[:MOST_COMPARED], 1, _NEAR)), None)


def skill_called(word: str, content: Content) -> str | None:
    """The skill that is called like a trait, in any language."""
    return _skill_names(content).get(word)


def known_traits(content: Content) -> frozenset[str]:
    """Every trait of the language, and those that cards bear or skills and equipment ask for."""
    return frozenset((*TRAIT_WORDS, *_borne(content), *_asked(content)))


def questioned(cards: Mapping[str, CharacterCard], content: Content) -> Iterator[tuple[str, Problem]]:
    """The traits of a pack's cards that nobody knows, with what may be meant; by the card's id."""
    here = Counter(word for card in cards.values() for word in card.traits if word not in TRAIT_WORDS)
    if not here:
        return
    asked, names = _asked(content), _skill_names(content)
    borne = _borne(content, but=cards)
    usual = (*TRAIT_WORDS, *sorted(asked | borne))
    told: dict[str, Message | None] = {}
    for word, count in here.items():
        if len(told) >= MOST_COMPARED:
            break
        known = word in asked or word in borne or count > 1
        told[word] = _why(word, names, () if known else usual, known)
    for id, card in cards.items():
        for n, word in enumerate(card.traits):
            why = told.get(word)
            if why is not None:
                yield id, Problem(f"/traits/{n}", why)


def questioned_bearers(cards: Mapping[str, EquipmentCard], content: Content) -> Iterator[tuple[str, Problem]]:
    """Words for bearers that no card could fulfil; by the equipment's id."""
    words = {word for card in cards.values() for word in card.bearers if ":" not in word and word not in TRAIT_WORDS}
    words -= set(ALIGNMENTS)
    if not words:
        return
    borne, names = _borne(content), _skill_names(content)
    usual = (*TRAIT_WORDS, *sorted(borne))
    told = {word: _why(word, names, usual, known=False) for word in sorted(words - borne)[:MOST_COMPARED]}
    for id, card in cards.items():
        for n, word in enumerate(card.bearers):
            if (why := told.get(word)) is not None:
                yield id, Problem(f"/bearers/{n}", why)


def _why(word: str, names: Mapping[str, str], usual: Iterable[str], known: bool) -> Message | None:
    if word in names:
        return say("“{word}” is the name of a skill. As a trait it does nothing: put it among the skills.", word=word)
    if known:
        return None
    other = near(word, usual)
    if other is not None:
        return say("No other card is marked “{word}”. Is “{other}” meant?", word=word, other=other)
    return say("No other card is marked “{word}” and no skill asks for it: it does nothing.", word=word)


def _skill_names(content: Content) -> dict[str, str]:
    """Skills by their names, spelled as traits are."""
    found: dict[str, str] = {}
    for id, record in content.every("skill"):
        names = record.get("name") if isinstance(record, dict) else None
        for name in names.values() if isinstance(names, dict) else ():
            if isinstance(name, str) and spelled(name) not in TRAIT_WORDS:
                found.setdefault(spelled(name), id)
    return found


def _borne(content: Content, but: Mapping[str, object] | None = None) -> Set[str]:
    return {
        word
        for id, record in content.every("character")
        if isinstance(record, dict) and id not in (but or {})
        for word in record.get("traits") or ()
        if isinstance(word, str)
    }


def _asked(content: Content) -> Set[str]:
    """The words that skills and equipment ask about."""
    found: set[str] = set()
    for _, record in content.every("skill"):
        _gather(record, found)
    for _, record in content.every("equipment"):
        bearers = record.get("bearers") if isinstance(record, dict) else None
        found |= {word for word in bearers or () if isinstance(word, str) and ":" not in word}
    return found


def _gather(node: Json, found: set[str]) -> None:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list | tuple) else ()
    for key, value in inner:
        if key == "trait" and isinstance(value, str):
            found.add(value)
        else:
            _gather(value, found)
