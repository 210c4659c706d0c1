"""Looks at one record: by itself, among the others, and inside a game or a campaign from elsewhere.

What was found is remembered (`Memory`): after a change only what has changed is looked at again.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

import msgspec

from companion.model.core.contract import Content, Json, System, part
from companion.model.core.record import FrozenContent, Record
from companion.model.core.refusal import InvalidInput, Problem
from companion.model.core.schema import MOST, SOURCES, dotted, shape, step, texts
from companion.model.core.words import Message, amiss, say, text_amiss

from . import files
from .kinds import (
    MOST_BYTES,
    MOST_FINDINGS_HERE,
    MOST_RECORDS_BYTES,
    MOST_RECORDS_VALUES,
    PICTURE,
    Kind,
    Manifest,
    ReadsCards,
    Reference,
    printable,
)

R = TypeVar("R", bound=msgspec.Struct)


class SoundRecord(msgspec.Struct, frozen=True):
    """A record that was read, and is right taken alone."""

    kind: Kind
    file: str
    id: str
    value: Any
    names: tuple[Reference, ...]


def leading_back(records: Iterable[SoundRecord]) -> Iterator[tuple[SoundRecord, Problem]]:
    """The records that lead back to themselves, where their kind forbids it; at each reference of the circle."""
    onward = {(record.kind.id, record.id): record for record in records if record.kind.onward}
    to = {
        key: {name for r in record.names if (name := (r.kind, r.id)) in onward and r.kind == key[0]}
        for key, record in onward.items()
    }
    _peel(to)  # whoever leads to no circle
    back = _reversed(to)
    _peel(back)  # and whoever is not come to from one
    circle = back.keys()
    for key in sorted(circle):
        for reference in onward[key].names:
            if (reference.kind, reference.id) in circle:
                yield onward[key], Problem(reference.pointer, say("This refers back to {id}.", id=key[1]))


def _reversed(to: Mapping[Any, set[Any]]) -> dict[Any, set[Any]]:
    found: dict[Any, set[Any]] = {key: set() for key in to}
    for key, linked in to.items():
        for name in linked & found.keys():
            found[name].add(key)
    return found


def _peel(to: dict[Any, set[Any]]) -> None:
    """Take away, again and again, what has no link left."""
    back = _reversed(to)
    bare = [key for key, names in to.items() if not names]
    while bare:
        gone = bare.pop()
        del to[gone]
        for key in back[gone]:
            if key in to:
                to[key].discard(gone)
                if not to[key]:
                    bare.append(key)


def idle(records: Iterable[SoundRecord]) -> Iterator[tuple[str, Problem]]:
    """The records that none names, where their kind says what is wrong with that."""
    records = tuple(records)
    named = {(reference.kind, reference.id) for record in records for reference in record.names}
    for record in records:
        if record.kind.idle is not None and (record.kind.id, record.id) not in named:
            yield record.file, Problem("", record.kind.idle)


def collisions(every: Mapping[str, Mapping[str, tuple[str, Json]]]) -> Iterator[tuple[str, Problem]]:
    """Two records of a kind with one name in a language, or with ids that people cannot tell apart.

    `every`: kind and id to file and JSON.
    """
    for records in every.values():
        ids: dict[str, str] = {}
        said: dict[tuple[str, str], str] = {}
        for id, (file, data) in records.items():
            other = ids.setdefault(id.replace("-", "").casefold(), id)
            if other != id:
                yield file, Problem("/id", say("This is too similar to {id}.", id=other))
            field = "names" if isinstance(data, dict) and "names" in data else "name"
            words = data.get(field) if isinstance(data, dict) else None
            for language, word in words.items() if isinstance(words, dict) else ():
                if not isinstance(word, str):
                    continue
                other = said.setdefault((language, _heard(word)), id)
                if other != id:
                    yield file, Problem(step(f"/{field}", language), say("{id} has the same name.", id=other))


def _heard(word: str) -> str:
    """A name as people tell names apart."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().split())


class Alone(msgspec.Struct, frozen=True):
    """A record looked at by itself."""

    data: Json
    values: int
    """Values it holds, a field's name being one."""
    readable: bool
    """Its JSON could be read at all."""
    value: Any
    """The typed record; None when it cannot be used."""
    names: tuple[Reference, ...]
    broken: tuple[Problem, ...]
    flawed: tuple[Problem, ...]


class Among(msgspec.Struct, frozen=True):
    """What the rules say of a record among the others."""

    broken: tuple[Problem, ...]
    flawed: tuple[Problem, ...]


class Watched:
    """Content that notes what was looked up."""

    def __init__(self, content: Content) -> None:
        """Hand on to `content`."""
        self._content = content
        self.found: dict[tuple[str, str], Json | None] = {}
        self.looked_through = False

    def find(self, kind: str, id: str) -> Json | None:
        self.found[kind, id] = found = self._content.find(kind, id)
        return found

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        """All records of a kind; what depends on them is not remembered."""
        self.looked_through = True
        return self._content.every(kind)


class Memory:
    """Of one pack. Without one, or with an empty one, everything is looked at."""

    def __init__(self) -> None:
        self._alone: dict[str, tuple[bytes, object, Alone]] = {}
        self._among: dict[tuple[str, str], tuple[Json, Mapping[tuple[str, str], Json | None], Among]] = {}

    def alone(self, file: str, text: bytes, about: object) -> Alone | None:
        """What is known of a file with these bytes; `about`: what else it depends on."""
        known = self._alone.get(file)
        return known[2] if known is not None and known[0] == text and known[1] == about else None

    def learn_alone(self, file: str, text: bytes, about: object, alone: Alone) -> None:
        self._alone[file] = (text, about, alone)

    def among(self, key: tuple[str, str], data: Json, content: Content) -> Among | None:
        """What is known of the record of this kind and id, if it and all that it asked for are the same as then."""
        known = self._among.get(key)
        if known is None or known[0] is not data:
            return None
        return known[2] if all(content.find(*name) is found for name, found in known[1].items()) else None

    def learn_among(self, key: tuple[str, str], data: Json, watched: Watched, among: Among) -> None:
        if not watched.looked_through:
            self._among[key] = (data, watched.found, among)


def look(text: bytes, kind: Kind, id: str | None, manifest: Manifest | None) -> Alone:
    """A record by itself."""
    data, unreadable, held = files.parse(text)
    if unreadable is None and held > kind.values:
        unreadable = Problem("", say("This file contains too many values."))
    if unreadable is not None:
        return Alone(None, held, False, None, (), (unreadable,), ())
    value, wrong = convert(data, kind.type)
    if value is not None:
        wrong += islice(unshown(data, kind.type), MOST_FINDINGS_HERE)
    flawed: list[Problem] = []
    if isinstance(data, dict):
        if id is not None and data.get("id") != id and not any(problem.pointer == "/id" for problem in wrong):
            wrong.append(Problem("/id", say("The id must be {id}, made of pack and file name.", id=id)))
        if manifest is not None:
            flawed += islice(spoken(data, kind.type, manifest), MOST_FINDINGS_HERE)
        flawed += islice(_provenance(data), MOST_FINDINGS_HERE)
    if not wrong:
        wrong = list(islice(kind.problems(value), MOST_FINDINGS_HERE))
    named = () if wrong else tuple(kind.references(value))
    return Alone(data, held, True, None if wrong else value, named, tuple(wrong), tuple(flawed))


def ruled(record: SoundRecord, content: Content) -> Among:
    """A record among the others."""
    try:
        wrong = tuple(islice(record.kind.rules(record.value, content), MOST_FINDINGS_HERE))
        noted = () if wrong else tuple(islice(record.kind.notes(record.value, content), MOST_FINDINGS_HERE))
    except InvalidInput as unfit:
        return Among((Problem("", unfit.why),), ())
    return Among(wrong, noted)


def convert(data: Json, type_: type[R]) -> tuple[R | None, list[Problem]]:
    """A record as its type, or every place where it is not of it."""
    try:
        return msgspec.convert(data, type_), []
    except msgspec.ValidationError as wrong:
        found = list(islice(shape(data, type_), MOST_FINDINGS_HERE))
        return None, found or [Problem("", say("This is not valid here: {problem}.", problem=str(wrong)))]


def spoken(data: Mapping[str, Json], type_: Any, manifest: Manifest) -> Iterator[Problem]:
    """Each text has the languages of the pack."""
    for pointer, text in texts(data, type_):
        for language in manifest.languages:
            if language not in text:
                what = (
                    say("The name is missing in this language.") if pointer in ("/name", "/names") else _text_missing()
                )
                yield Problem(step(pointer, language), what)
        for language in text:
            if language not in manifest.languages:
                yield Problem(step(pointer, language), say("The pack does not list this language."))


def unshown(data: Json, type_: Any) -> Iterator[Problem]:
    """Each name is one, each text can be shown."""
    for pointer, text in texts(data, type_):
        for language, words in text.items():
            why = amiss(words) if pointer.endswith(("/name", "/names")) else text_amiss(words)
            if why is not None:
                yield Problem(step(pointer, language), why)


def _text_missing() -> Message:
    return say("The text is missing in this language.")


def _provenance(data: Mapping[str, Json]) -> Iterator[Problem]:
    named = data.get("provenance", {})
    if not isinstance(named, dict):
        return
    for field, source in named.items():
        if source in SOURCES and not _has(data, field.split(".")):
            yield Problem(step("/provenance", field), say("The record has no such field."))


def _has(data: Json, fields: list[str]) -> bool:
    for field in fields:
        if isinstance(data, list) and field.isdigit() and len(field) < 5 and int(field) < len(data):
            data = data[int(field)]
        elif isinstance(data, dict) and field in data:
            data = data[field]
        else:
            return False
    return True


def refuse_unsound(record: Record, system: System[Any], content: Content, path: str = "record") -> None:
    """Raise InvalidInput, with its `others`, when `record` carries a card that no pack of `system` could hold.

    A card that `content` has just so was checked with its pack. A card that another one names may be missing, unlike
    in a pack: a record carries only what its game looked up.
    """
    reading = part(system, ReadsCards)
    faults = _faults(record, () if reading is None else reading.kinds, content)
    found = [
        InvalidInput(f"{path}.cards.{place}{dotted(problem.pointer)}", problem.what)
        for place, problem in islice(faults, MOST)
    ]
    if found:
        found[0].others = tuple(found[1:])
        raise found[0]


def _faults(record: Record, kinds: Iterable[Kind], content: Content) -> Iterator[tuple[str, Problem]]:
    """Each fault with its place; those among the cards when each by itself is right."""
    carried = FrozenContent(record.cards, content, record.every)
    foreign = [
        (kind, id, card)
        for kind in kinds
        for id, card in record.cards.get(kind.id, {}).items()
        if content.find(kind.id, id) != card
    ]
    counted = Counter(kind for kind, _, _ in foreign)
    for kind in counted:
        if counted[kind] > kind.most:
            yield kind.id, Problem("", say("Too many records of kind {kind}: at most {most}.",
                                           kind=kind.id, most=kind.most))  # fmt: skip
            return
    sound: list[SoundRecord] = []
    size = values = 0
    for kind, id, card in foreign:
        text = msgspec.json.encode(card)
        size += len(text)
        if len(text) > MOST_BYTES or size > MOST_RECORDS_BYTES or values > MOST_RECORDS_VALUES:
            yield kind.id, Problem("", say("The cards in this file are too large in total."))
            return
        alone = look(text, kind, id, None)
        values += alone.values
        place = f"{kind.id}.{printable(id)}"
        yield from ((place, problem) for problem in alone.broken)
        if alone.value is not None:
            sound.append(SoundRecord(kind, place, id, alone.value, alone.names))
    if len(sound) < len(foreign):
        return
    yield from ((one.file, problem) for one, problem in leading_back(sound))
    for one in sound:
        if all(there.kind == PICTURE or carried.find(there.kind, there.id) is not None for there in one.names):
            yield from ((one.file, problem) for problem in ruled(one, carried).broken)
