"""What a card can be given: skills, traits, bearers; as lines to pick from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.model.games.asagiri.state.cards import ALIGNMENTS
from companion.ui.games.asagiri.cards.face import ALIGNMENT_WORDS, CardFace, SkillLine, face_of_card, skill_line
from companion.ui.games.asagiri.cards.gear import GearFace, face_of_gear
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.skills.lines import trait_lines
from companion.ui.kit.list_lines import Line
from companion.ui.kit.translator import tr

from .record import character_of, equipment_of, skill_of

NEW = "new:"
"""Before what somebody typed that is to become a new skill."""


class AtBench:
    """The bench as content: the records of its pack as they are at this moment, sound or not, before all others."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def find(self, kind: str, id: str) -> Json | None:
        return self._bench.find(kind, id)

    def every(self, kind: str) -> Iterator[tuple[str, Json]]:
        yield from self._bench.content.every(kind)

    def picture(self, id: str, name: str) -> bytes | None:
        return self._bench.picture_data(id, name)


def drawn_character(record: Json, bench: Bench) -> CardFace:
    """The card as the game draws it, as far as it can be read."""
    card = character_of(record)

    def sound(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(id for id in ids if skill_of(bench.find, id) is not None)

    replace = msgspec.structs.replace
    vigilant = replace(card.vigilant, skills=sound(card.vigilant.skills))
    shaken = replace(card.shaken, skills=sound(card.shaken.skills))
    return face_of_card(replace(card, vigilant=vigilant, shaken=shaken), AtBench(bench), tr)


def drawn_gear(record: Json, bench: Bench) -> GearFace:
    """The equipment card as the game draws it, as far as it can be read."""
    card = equipment_of(record)
    sound = tuple(id for id in card.skills if skill_of(bench.find, id) is not None)
    return face_of_gear(msgspec.structs.replace(card, skills=sound), AtBench(bench), tr)


def skill_lines(bench: Bench, without: tuple[str, ...] = ()) -> list[Line]:
    """Every skill there is, those of the pack first, then by name; not those `without`."""
    own = bench.records("skill") if bench.pack else {}
    found: dict[str, Skill] = {}
    for id, data in (*own.items(), *bench.content.every("skill")):
        if id not in found and id not in without:
            try:
                found[id] = read(data, SkillRecord)
            except InvalidInput:
                continue  # it has faults, which storage tells; nobody can bear it as it is
    content = bench.content
    made = [(id not in own, skill_line(skill, tr, content)) for id, skill in found.items()]
    ordered = sorted(made, key=lambda one: (one[0], one[1].name.casefold()))
    return [line_of(line) for _, line in ordered]


def line_of(line: SkillLine) -> Line:
    """A skill as a line to pick."""
    return Line(line.id, line.name, line.words, sign=line.element or "automatic")


def new_line(typed: str, bench: Bench) -> Line:
    """What was typed as the name of a new skill."""
    return Line(NEW + typed, tr(say("New skill “{name}”", name=typed)), sign="plus")


def bearer_lines(bench: Bench, content: Content, record: Json) -> list[Line]:
    """Who may bear something: alignments, traits, single characters (BND-5)."""
    lines = [Line(word, tr(Message(ALIGNMENT_WORDS[word]))) for word in ALIGNMENTS]
    lines += trait_lines(bench, record)
    for id, data in content.every("character"):
        names = data.get("name") if isinstance(data, dict) else None
        if isinstance(names, dict):
            lines.append(Line(id, tr(Name.of(names)), sign="person"))
    return lines
