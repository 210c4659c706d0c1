"""What is wrong with the records of a pack among each other: circles, names and ids too like, what nobody names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.model.core.contract import Json
from companion.model.core.refusal import Problem
from companion.model.core.schema import step
from companion.model.core.words import say

from .kinds import Kind, Reference


class Known(msgspec.Struct, frozen=True):
    """A record that was read, and is right taken alone."""

    kind: Kind
    file: str
    id: str
    value: Any
    names: tuple[Reference, ...]


def leading_back(records: Iterable[Known]) -> Iterator[tuple[Known, Problem]]:
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
    for key, names in to.items():
        for name in names & found.keys():
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


def idle(records: Iterable[Known]) -> Iterator[tuple[str, Problem]]:
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
            words = data.get("name") if isinstance(data, dict) else None
            for language, word in words.items() if isinstance(words, dict) else ():
                if not isinstance(word, str):
                    continue
                other = said.setdefault((language, _heard(word)), id)
                if other != id:
                    yield file, Problem(step("/name", language), say("{id} has the same name.", id=other))


def _heard(word: str) -> str:
    """A name as people tell names apart."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().split())
