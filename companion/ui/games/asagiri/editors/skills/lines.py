"""What can be picked while a card or a skill is written: traits, characters."""

from __future__ import annotations

from companion.model.core.contract import Json
from companion.model.core.words import Name, say
from companion.model.games.asagiri.skills.language.vocabulary import TRAIT_WORDS, trait
from companion.model.games.asagiri.state import trait_marks
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.seam import name_of
from companion.ui.kit.list_lines import Line
from companion.ui.kit.translator import tr


def trait_lines(bench: Bench, record: Json) -> list[Line]:
    """The traits that cards bear, in the order of the language."""
    words = [*TRAIT_WORDS, *sorted(_traits(bench, record) - TRAIT_WORDS.keys())]
    return [Line(word, tr(trait(word))) for word in words]


def _traits(bench: Bench, record: Json) -> set[str]:
    cards = [record, *(data for _, data in bench.content.every("character"))]
    return {
        word for data in cards if isinstance(data, dict) for word in data.get("traits") or () if isinstance(word, str)
    }


SKILL, NEW_SKILL = "skill:", "new-skill:"
"""Before what is no trait but a skill: one that is there, or the name of one to be made."""


def free_trait(typed: str, bench: Bench, *, skills: bool = False) -> list[Line]:
    """What somebody may mean who types a trait that nobody bears: a trait misspelled, a new word; with `skills` one of
    those, whose name was typed where traits are written.
    """
    word, content = trait_marks.spelled(typed), bench.content
    if not word:
        return []
    found = []
    skill = trait_marks.skill_called(word, content) if skills else None
    names = name_of(content.find("skill", skill)) if skill is not None else {}
    if skill is not None:
        found.append(
            Line(SKILL + skill, tr(Name.of(names)), tr(say("A skill: it goes among the skills.")), sign="plus")
        )
    other = trait_marks.near(word, sorted(trait_marks.known_traits(content)))
    if other is not None and other != word:
        found.append(Line(other, tr(trait(other)), tr(say("Is this trait meant?"))))
    idle = tr(say("It does nothing until a skill asks for it."))
    found.append(Line(word, tr(say("New word “{word}”", word=word)), idle, sign="plus"))
    if skills and skill is None:
        found.append(Line(NEW_SKILL + typed, tr(say("New skill “{name}”", name=typed)), sign="plus"))
    return found


def card_lines(bench: Bench) -> list[Line]:
    """Every profile card, those of the pack first."""
    own = bench.records("character") if bench.pack else {}
    found: dict[str, Line] = {}
    for id, data in (*own.items(), *bench.content.every("character")):
        names = data.get("name") if isinstance(data, dict) else None
        if isinstance(names, dict) and names and id not in found:
            found[id] = Line(id, tr(Name.of(names)), sign="person")
    return list(found.values())
