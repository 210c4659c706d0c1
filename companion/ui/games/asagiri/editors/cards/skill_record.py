"""A skill as JSON: lists and nodes at a pointer, a new skill, its cost, and what nodes are called. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.model.core.contract import Json
from companion.model.core.schema import Source
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills.conditions.numbers import FromReserve
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import (
    ALIGNMENT_WORDS,
    ELEMENT_WORDS,
    ELEMENTS,
    GROUND_WORDS,
    NUMBER_WORDS,
    WINDOW_WORDS,
    Element,
    Phrase,
    Window,
)
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.operations import OPERATIONS
from companion.model.games.asagiri.skills.record import (
    CONDITIONS,
    PHRASES,
    SkillRecord,
    fitting,
    fitting_conditions,
    problems,
    tag,
)
from companion.ui.workshop.form_shapes import (
    NOTHING,
    Field,
    Flag,
    Number,
    One,
    OneOf,
    Repeated,
    Shape,
    field_of,
    fields_of,
    steps,
    struct_of,
    value_at,
    with_value,
)

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
    "whole_turn": N_("until the end of the turn"),
    "next_phase": N_("until the start of its next phase"),
    "own_phase": N_("until the end of its next phase"),
    "next_activation": N_("until its next activation"),
    "together": N_("as long as they stand next to each other"),
    "unshaken": N_("as long as both are vigilant"),
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
    "only": {"always": N_("in any case"), "higher": N_("only if that is more"), "lower": N_("only if that is less")},
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


def parent(pointer: str) -> tuple[str, str]:
    """The pointer one step up, and the last step."""
    above, _, last = pointer.rpartition("/")
    return above, last


def without(tree: Json, pointer: str) -> Json:
    """Without what is at the pointer, an entry of a list or a field; the same tree when there is nothing."""
    return tree if value_at(tree, pointer) is None else with_value(tree, pointer, NOTHING)


def added(tree: Json, pointer: str, value: Json) -> Json:
    """With `value` at the end of the list at the pointer, which is made when there is none."""
    return with_value(tree, pointer, [*(value_at(tree, pointer) or ()), value])


def moved(tree: Json, pointer: str, step: int) -> Json:
    """With an entry of a list `step` places further on; the same tree at either end."""
    above, last = parent(pointer)
    holder = value_at(tree, above)
    if not isinstance(holder, list | tuple) or not last.isdigit():
        return tree
    n, items = int(last), list(holder)
    to = n + step
    if not (0 <= n < len(items) and 0 <= to < len(items)):
        return tree
    items.insert(to, items.pop(n))
    return with_value(tree, above, items)


def struct_at(record: Json, pointer: str) -> type[msgspec.Struct] | None:
    """Which node lies at a pointer; None: there is none that the language knows."""
    return _walk(record, pointer)[0]


def _walk(record: Json, pointer: str) -> tuple[type[msgspec.Struct] | None, Any]:
    """The node that lies at a pointer or around it, and what is there: said, or by default."""
    struct: type[msgspec.Struct] | None = SkillRecord
    held: Any = record
    of: One | None = None
    for step in steps(pointer):
        held = value_at(held, f"/{step}")
        if not step.isdigit():
            field = field_of(struct, step) if struct is not None else None
            held = field.default if held is None and field is not None else held
            of = _one(field)
        if of is not None and isinstance(held, dict):
            struct = struct_of(of, held)
    return struct, held


def _one(field: Field | None) -> One | None:
    shape: Any = field.shape if field is not None else None
    while isinstance(shape, Repeated):
        shape = shape.of
    return shape if isinstance(shape, One) else None


def grounded(record: Json, pointer: str, value: Any) -> Json:
    """With `value` at a pointer; a part around it that goes without saying is said now."""
    above = ""
    for step in steps(pointer)[:-1]:
        above = f"{above}/{step}"
        if value_at(record, above) is None:
            record = with_value(record, above, _walk(record, above)[1] or {})
    return with_value(record, pointer, value)


def list_field(record: Json, pointer: str) -> Field:
    """The field of nodes that a list belongs to: of the skill, or of a node in it."""
    above, last = parent(pointer)
    if last.isdigit():
        above, last = parent(above)
    struct = struct_at(record, above) if above else SkillRecord
    assert struct is not None
    return field_of(struct, last)


def owned(record: Json, pointers: Iterable[str], source: Source) -> Json:
    """What is at these pointers was typed in by its owner (provenance), whatever it was before."""
    named: dict[str, Source] = dict(value_at(record, "/provenance") or {})
    for pointer in pointers:
        field = ".".join(steps(pointer))
        named = {key: said for key, said in named.items() if key != field and not key.startswith(f"{field}.")}
        if source != "owner":
            named[field] = "owner"
    kept = {
        key: said for key, said in named.items() if value_at(record, "/" + key.replace(".", "/")) not in (None, [], ())
    }
    if kept == (value_at(record, "/provenance") or {}):
        return record
    changed = {key: value for key, value in record.items() if key != "provenance"}
    return {**changed, "provenance": kept} if kept else changed


MOST_DICE = 3
ANY: tuple[Element, ...] = ELEMENTS
USUAL: dict[str, tuple[Window, str]] = {
    "fire": ("attack", "attack"),
    "earth": ("defense", "defense"),
    "air": ("movement", "movement"),
    "water": ("willpower", "willpower"),
    "tori": ("attack", "die"),
}
"""What a die of an element usually pays for: the stat with its mark."""
SOMEBODY: tuple[dict[str, Any], ...] = ({"of": "opponent"}, {"of": "enemies", "within": 1, "choose": 1}, {"of": "self"})
"""Whom an effect could be about where there is no opponent."""


def blank_skill(id: str, name: Mapping[str, str]) -> dict[str, Any]:
    """A skill that adds a little."""
    return {"id": id, "name": dict(name), "when": ["attack"],
            "effects": [{"type": "bonus", "to": "attack", "amount": 1}]}  # fmt: skip


def is_blank(record: Json) -> bool:
    """Whether nobody has written more than a name yet."""
    fresh = blank_skill("", {})
    return {key: value for key, value in record.items() if key not in ("id", "name", "provenance")} == {
        key: fresh[key] for key in ("when", "effects")
    }


def dice_of(record: Json) -> list[list[Element]]:
    """The dice it costs, for each the elements it may have."""
    element = value_at(record, "/element")
    if element in ELEMENTS:
        return [[element]]
    slots = value_at(record, "/dice") or ()
    return [[face for face in slot if face in ELEMENTS] for slot in slots if isinstance(slot, list | tuple)]


def costing(record: Json, dice: Sequence[Sequence[Element]]) -> Json:
    """The skill, paid with these dice; what is paid for is a choice anyway."""
    made = {key: value for key, value in record.items() if key not in ("element", "dice")}
    if dice:
        made.pop("optional", None)
    if len(dice) == 1 and len(dice[0]) == 1:
        made["element"] = dice[0][0]
    elif dice:
        made["dice"] = [list(slot) for slot in dice]
    return made


def paid_with(record: Json, element: Element) -> Json:
    """The skill, paid with one die. One that nobody has written yet begins with what such a die usually pays for."""
    if not is_blank(record):
        return costing(record, [[element]])
    window, number = USUAL[element]
    fresh = {**record, "when": [window], "effects": [{"type": "bonus", "to": number, "amount": 1}]}
    return costing(fresh, [[element]])


def with_die(dice: Sequence[Sequence[Element]], slot: int | None, faces: Sequence[Element]) -> list[list[Element]]:
    """Dice with other elements for one of them, or with one more (None)."""
    made = [list(die) for die in dice]
    if slot is None or slot >= len(made):
        made.append(list(faces))
    else:
        made[slot] = list(faces)
    return made


def effects_for(windows: Sequence[Window]) -> tuple[type[Any], ...]:
    """The effects that can mean something in one of these windows; all of them when there is none."""
    every = OPERATIONS
    found = {type_ for window in windows for type_ in fitting(window)}
    return tuple(type_ for type_ in every if not windows or type_ in found)


def conditions_for(windows: Sequence[Window], *, paid: bool) -> tuple[type[Any], ...]:
    """The conditions that can mean something in all of these windows, for a skill that is `paid` with dice, or not."""
    found = fitting_conditions(windows) if windows else CONDITIONS
    return tuple(type_ for type_ in found if paid or type_ is not FromReserve)


def blank(struct: type[msgspec.Struct], record: Json, card: str = "") -> dict[str, Any]:
    """A new node for a skill: of all that it could begin with, what the checker finds least wrong with.

    `card`: a profile card to name where one must be named.
    """
    made = bare(struct, card)
    where = "conditions" if struct in CONDITIONS else "effects"

    def faults(tried: dict[str, Any]) -> int:
        begun = {"id": "x:x", "name": {"en": "x"}, "effects": [], **record, where: [tried]}
        least = 99
        for paid in (begun, costing(begun, [["fire"]])):  # what nobody pays for may have to be paid for: not its fault
            skill = read(paid)
            wrong = [problem.pointer for problem in problems(skill)] if skill is not None else [f"/{where}"] * 99
            least = min(least, sum(pointer.startswith(("/when", f"/{where}")) for pointer in wrong))
            if not least:
                break
        return least

    best, fewest = made, 100
    for way in ({}, *_ways(struct)):
        tried = {**made, **way}
        if (wrong := faults(tried)) < fewest:
            best, fewest = tried, wrong
        if not fewest:
            break
    return best


def bare(struct: type[msgspec.Struct], card: str = "") -> dict[str, Any]:
    """The least that a node says."""
    made: dict[str, Any] = {"type": tag(struct)} if tag(struct) else {}
    for field in fields_of(struct):
        if field.required:
            made[field.name] = card if field.name == "card" else first(field.shape)
    return {**made, **(PHRASES[tag(struct)].start if tag(struct) in PHRASES else {})}


def first(shape: Shape) -> Any:
    """The value to begin with."""
    if isinstance(shape, OneOf):
        return shape.values[0]
    if isinstance(shape, Number):
        return max(shape.least, min(shape.most, 1))
    if isinstance(shape, Flag):
        return True
    if isinstance(shape, One):
        return first(shape.number) if shape.number is not None else bare(shape.types[0])
    if isinstance(shape, Repeated):
        if isinstance(shape.of, Repeated):
            return [[], []]
        return [first(shape.of)] if isinstance(shape.of, OneOf) else []
    return ""


def _ways(struct: type[msgspec.Struct]) -> Iterator[dict[str, Any]]:
    """What else a node could begin with: every word of one of its fields, or of two."""
    fields = [field for field in fields_of(struct) if words_of(field)]
    yield from _words(struct)
    for field in fields_of(struct):
        if isinstance(field.shape, One) and field.shape.types == (Who,):
            yield from ({field.name: who} for who in SOMEBODY)
    for name, begun in PHRASES[tag(struct)].start.items() if tag(struct) in PHRASES else ():
        for other in OPERATIONS if isinstance(begun, list) else ():
            if PHRASES[tag(other)].nested:
                continue
            one = bare(other)
            if "type" in begun[0]:
                yield {name: [one]}
            elif said := [{**one, **way} for way in _words(other)]:
                yield {name: [[one], [said[-1]]]}
    lasts = next((field for field in fields if field.name == "lasts"), None)
    if lasts is not None:
        for field in fields:
            for word in words_of(field):
                for long in words_of(lasts):
                    yield {field.name: word, "lasts": long}


def _words(struct: type[msgspec.Struct]) -> Iterator[dict[str, Any]]:
    """Every word of one of its fields."""
    for field in fields_of(struct):
        yield from ({field.name: word} for word in words_of(field))


def words_of(field: Field) -> list[Any]:
    """Every value of a field of words; several at once one by one."""
    if isinstance(field.shape, OneOf):
        return list(field.shape.values)
    if isinstance(field.shape, Repeated) and isinstance(field.shape.of, OneOf):
        return [[word] for word in field.shape.of.values]
    return []


def read(record: Json) -> Skill | None:
    """The skill, if it can be read."""
    try:
        return msgspec.convert(record, SkillRecord)
    except msgspec.ValidationError:
        return None


def fresh_value(field: Field) -> Any:
    """What a part says when it is added: the first thing that it does not say by itself."""
    shape = field.shape
    if isinstance(shape, OneOf):
        return next((word for word in shape.values if word != field.default), shape.values[0])
    if isinstance(shape, Flag):
        return field.default is not True
    if isinstance(shape, Number):
        least = max(shape.least, 1)
        return least if field.default != least else min(shape.most, least + 1)
    if isinstance(shape, One) and shape.number is None and len(shape.types) == 1:
        begun = bare(shape.types[0])
        return {"of": "friends"} if begun == (field.default or {}) else begun
    return first(shape)


def tidy(values: Iterable[str], order: Sequence[str]) -> list[str]:
    """Words in the order of the language."""
    chosen = set(values)
    return [word for word in order if word in chosen]
