"""Looks at one record: by itself, and at what the rules say of it among the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput, Problem
from companion.model.core.schema import SOURCES, shape, step, texts
from companion.model.core.words import Message, amiss, say, text_amiss

from . import files
from .among import Known
from .kinds import Kind
from .limits import MOST_FINDINGS_HERE
from .manifest import Manifest
from .memory import Alone, Among

R = TypeVar("R", bound=msgspec.Struct)


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


def ruled(record: Known, content: Content) -> Among:
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
                what = say("The name is missing in this language.") if pointer == "/name" else _text_missing()
                yield Problem(step(pointer, language), what)
        for language in text:
            if language not in manifest.languages:
                yield Problem(step(pointer, language), say("The pack does not list this language."))


def unshown(data: Json, type_: Any) -> Iterator[Problem]:
    """Each name is one, each text can be shown."""
    for pointer, text in texts(data, type_):
        for language, words in text.items():
            why = amiss(words) if pointer.endswith("/name") else text_amiss(words)
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


def _has(data: Json, parts: list[str]) -> bool:
    for part in parts:
        if isinstance(data, list) and part.isdigit() and len(part) < 5 and int(part) < len(data):
            data = data[int(part)]
        elif isinstance(data, dict) and part in data:
            data = data[part]
        else:
            return False
    return True
