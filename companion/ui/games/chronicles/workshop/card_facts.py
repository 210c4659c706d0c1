"""What a record says, as far as it can be read: what a picture of it shows. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.model.core.contract import Json
from companion.model.core.words import Arg, Message, Name, plural, say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.effect_words import signed
from companion.ui.workshop import RecordSource, name_of
from companion.ui.workshop.form_shapes import value_at

from .lexicon import ChroniclesLexicon
from .words import LABELS, OWN_VALUES, VALUES

STATS = ("speed", "attack", "defense", "mental", "actions", "health")
_SUBTITLES: Mapping[str, Sequence[str]] = {
    "chronicles_hero": ("class",), "chronicles_sheet": ("group", "rank"), "chronicles_object": ("slot",),
    "chronicles_wound": ("side",), "chronicles_host": ("background",), "chronicles_kami": ("element",),
    "chronicles_follower": ("group",), "chronicles_token": ("type",), "chronicles_chapter": ("role",),
    "chronicles_die": ("use",),
}  # fmt: skip
_EFFECTS = ("/powers", "/effects", "/talent/effects", "/malus", "/rules", "/versions/0", "/versions/1",
            "/can_follow/powers")  # fmt: skip
_CONDITIONS = ("/heroes", "/oni", "/missions", "/ends")
_OWNERS: Mapping[str, tuple[str, str]] = {
    "chronicles_action": ("hero", "chronicles_hero"), "chronicles_nature": ("demon", "chronicles_sheet"),
    "chronicles_personal_mission": ("hero", "chronicles_hero"), "chronicles_mission": ("tile", "chronicles_tile"),
    "chronicles_chapter": ("hero", "chronicles_hero"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardFacts:
    """See the module. `stats` and `technique`: name of a drawing and the number; `texts`: a paragraph each."""

    name: Name
    emblem: str
    line: tuple[Arg, ...]
    stats: tuple[tuple[str, str], ...]
    technique: tuple[tuple[str, str], ...]
    texts: tuple[Arg, ...]
    foot: tuple[Arg, ...]


def facts_of(kind: str, record: Json, bench: RecordSource) -> CardFacts:
    """The facts of a record, sound or not."""
    data = record if isinstance(record, dict) else {}
    lexicon = ChroniclesLexicon(bench, kind)
    follows = data.get("can_follow")
    source = follows if isinstance(follows, dict) else data
    return CardFacts(
        Name.of(name_of(data) or {"en": "?"}),
        _emblem(kind, data),
        tuple(_line(kind, data, bench)),
        tuple((stat, str(source[stat])) for stat in STATS if isinstance(source.get(stat), int)),
        tuple(_technique(data.get("technique"))),
        tuple(_texts(kind, data, lexicon)),
        tuple(_foot(kind, data, bench)),
    )


def _emblem(kind: str, data: dict[str, Any]) -> str:
    talent = value_at(data, "/talent/type")
    slot = {"hand": "right", "two_hands": "both"}.get(str(data.get("slot")), str(data.get("slot")))
    own = {
        "chronicles_hero": str(data.get("class")), "chronicles_action": str(talent), "chronicles_object": slot,
        "chronicles_wound": "wound", "chronicles_follower": "follower", "chronicles_kami": "kami",
        "chronicles_mission": "mission", "chronicles_personal_mission": "mission", "chronicles_objective": "mission",
    }  # fmt: skip
    return own.get(kind, "")


def _line(kind: str, data: dict[str, Any], bench: RecordSource) -> Iterator[Arg]:
    owner = _OWNERS.get(kind)
    if owner is not None and data.get(owner[0]):
        names = name_of(bench.find(owner[1], str(data[owner[0]])))
        yield Name.of(names) if names else str(data[owner[0]])
    struct = r.KIND_TYPES[kind]
    for field in _SUBTITLES.get(kind, ()):
        value = data.get(field)
        if isinstance(value, str):
            yield OWN_VALUES.get((struct, field), {}).get(value) or VALUES.get(value) or value
    talent = data.get("talent")
    if isinstance(talent, dict):
        for field in ("type", "cost"):
            value = talent.get(field)
            if isinstance(value, str) and value != "free":
                yield VALUES.get(value) or value
    for flag in ("legendary", "cursed", "large", "both"):
        if data.get(flag) is True:
            yield LABELS[flag]


def _technique(data: Any) -> Iterator[tuple[str, str]]:
    for stat in STATS:
        n = data.get(stat) if isinstance(data, dict) else None
        if isinstance(n, int) and n:
            yield stat, signed(n)


def _texts(kind: str, data: dict[str, Any], lexicon: ChroniclesLexicon) -> Iterator[Arg]:
    for at in _EFFECTS:
        for n, effect in enumerate(_many(value_at(data, at))):
            yield lexicon.sentence_at(effect, fx.Effect, data, f"{at}/{n}")
    for at in _CONDITIONS:
        for n, condition in enumerate(_many(value_at(data, at))):
            if not isinstance(condition, dict):
                continue
            struct = r.PersonalGoal if "condition" in condition else fx.Condition
            said = lexicon.sentence_at(condition, struct, data, f"{at}/{n}")
            yield say("{who}: {said}", who=LABELS["oni"], said=said) if at == "/oni" else said
    if kind == "chronicles_token":
        for side in ("front", "back"):
            face = data.get(side)
            if isinstance(face, dict):
                yield from _face(side, face)
    if kind == "chronicles_track":
        for n, column in enumerate(_many(data.get("columns")), 1):
            if isinstance(column, dict):
                guards, creatures = len(_many(column.get("guards"))), len(_many(column.get("creatures")))
                yield say("Turn {turn}: guards {guards}, creatures {creatures}", turn=n, guards=guards,
                          creatures=creatures)  # fmt: skip
    if kind == "chronicles_die":
        pairs = zip(_many(data.get("faces")), _many(data.get("weights")), strict=False)
        yield ", ".join(f"{str(face).upper()} × {weight}" for face, weight in pairs)


def _face(side: str, face: dict[str, Any]) -> Iterator[Message]:
    if face.get("keep"):
        yield say("{side}: keep {count}", side=LABELS[side], count=int(face["keep"]))
    else:
        yield say("{side}: difficulty {difficulty}, cards {cards}", side=LABELS[side],
                  difficulty=int(face.get("difficulty") or 0), cards=int(face.get("cards") or 0))  # fmt: skip


def _foot(kind: str, data: dict[str, Any], bench: RecordSource) -> Iterator[Arg]:
    for id in _many(data.get("base")):
        names = name_of(bench.find("chronicles_object", str(id)))
        yield Name.of(names) if names else str(id)
    if kind == "chronicles_chapter":
        points = data.get("points", 1)
        yield plural("{count} point", "{count} points", points if isinstance(points, int) else 1)
    turn = value_at(data, "/last_turn/turn")
    if isinstance(turn, int):
        yield say("to the end of turn {turn}", turn=turn)
    copies = data.get("copies", data.get("figures"))
    if isinstance(copies, int) and copies > 1:
        yield f"× {copies}"


def _many(data: Any) -> list[Any]:
    return list(data) if isinstance(data, list | tuple) else []
