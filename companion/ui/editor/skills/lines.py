"""What can be picked while a card or a skill is written: traits, characters."""

from __future__ import annotations

import re
import unicodedata

from companion.model.core.contract import Json
from companion.model.core.words import Name, say
from companion.model.effects.explain import TRAIT_WORDS, trait
from companion.ui.bands.popup import Line
from companion.ui.editor.bench import Bench


def trait_lines(bench: Bench, record: Json) -> list[Line]:
    """The traits that cards bear, in the order of the language."""
    words = [*TRAIT_WORDS, *sorted(_traits(bench, record) - TRAIT_WORDS.keys())]
    return [Line(word, bench.tongue(trait(word))) for word in words]


def _traits(bench: Bench, record: Json) -> set[str]:
    cards = [record, *(data for _, data in bench.content.every("character"))]
    return {
        word for data in cards if isinstance(data, dict) for word in data.get("traits") or () if isinstance(word, str)
    }


def trait_of(typed: str) -> str:
    """What somebody typed as a trait is written in a record: small letters and hyphens."""
    plain = unicodedata.normalize("NFKD", typed).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z]+", "-", plain).strip("-")[:40]


def free_trait(typed: str, bench: Bench) -> Line | None:
    """A trait nobody has borne before."""
    word = trait_of(typed)
    return Line(word, bench.tongue(say("New word “{word}”", word=word)), sign="plus") if word else None


def card_lines(bench: Bench) -> list[Line]:
    """Every profile card, those of the pack first."""
    own = bench.records("character") if bench.pack else {}
    found: dict[str, Line] = {}
    for id, data in (*own.items(), *bench.content.every("character")):
        names = data.get("name") if isinstance(data, dict) else None
        if isinstance(names, dict) and names and id not in found:
            found[id] = Line(id, bench.tongue(Name.of(names)), sign="person")
    return list(found.values())
