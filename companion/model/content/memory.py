"""What is remembered of a pack between two readings: after a change only what has changed is looked at again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import Problem

from .kinds import Reference


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
        """The record, noted."""
        self.found[kind, id] = found = self._content.find(kind, id)
        return found

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        """All records of a kind; what depends on them is not remembered."""
        self.looked_through = True
        return self._content.every(kind)


class Memory:
    """Of one pack. Without one, or with an empty one, everything is looked at."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._alone: dict[str, tuple[bytes, object, Alone]] = {}
        self._among: dict[tuple[str, str], tuple[Json, Mapping[tuple[str, str], Json | None], Among]] = {}

    def alone(self, file: str, text: bytes, about: object) -> Alone | None:
        """What is known of a file with these bytes; `about`: what else it depends on."""
        known = self._alone.get(file)
        return known[2] if known is not None and known[0] == text and known[1] == about else None

    def learn_alone(self, file: str, text: bytes, about: object, alone: Alone) -> None:
        """Remember it."""
        self._alone[file] = (text, about, alone)

    def among(self, key: tuple[str, str], data: Json, content: Content) -> Among | None:
        """What is known of the record of this kind and id, if it and all that it asked for are the same as then."""
        known = self._among.get(key)
        if known is None or known[0] is not data:
            return None
        return known[2] if all(content.find(*name) is found for name, found in known[1].items()) else None

    def learn_among(self, key: tuple[str, str], data: Json, watched: Watched, among: Among) -> None:
        """Remember it."""
        if not watched.looked_through:
            self._among[key] = (data, watched.found, among)
