"""What a game system tells about a kind of record, so that packs are checked without knowing the system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import Problem
from companion.model.core.words import Message

from .limits import MOST_RECORDS, MOST_VALUES


class Reference(msgspec.Struct, frozen=True):
    """A place in a record that names another record, or a picture of the pack (`pictures.KIND`)."""

    pointer: str
    kind: str
    id: str


def nothing(_: Any) -> Iterable[Any]:
    """Say that a record has no further problems or references."""
    return ()


def no_rules(_: Any, __: Content) -> Iterable[Problem]:
    """Say that no rule of the game looks at a record."""
    return ()


def no_together(_: Mapping[str, Any], __: Content) -> Iterable[tuple[str, Problem]]:
    """Say that records of a kind are no more than each of them."""
    return ()


class Kind(msgspec.Struct, frozen=True):
    """A kind of record: ``character``. The functions get the decoded record, its types being right."""

    id: str
    type: type[msgspec.Struct]
    problems: Callable[[Any], Iterable[Problem]] = nothing
    """What is wrong with it beyond its types, taken alone."""
    references: Callable[[Any], Iterable[Reference]] = nothing
    """The records it names."""
    rules: Callable[[Any, Content], Iterable[Problem]] = no_rules
    """The rules of the game it breaks; asked when every record it names is found and sound."""
    notes: Callable[[Any, Content], Iterable[Problem]] = no_rules
    """What its author should look at, and nobody else: it can be played with all the same. Asked like `rules`."""
    together: Callable[[Mapping[str, Any], Content], Iterable[tuple[str, Problem]]] = no_together
    """The same of all sound records of this kind in a pack at once (by their ids), each with the id it is about."""
    onward: bool = False
    """Records of this kind may not lead back to themselves by way of others of it (linked adventures)."""
    most: int = MOST_RECORDS
    """Records of this kind in one pack; fewer where looking at one takes long."""
    values: int = MOST_VALUES
    """Values in one record of this kind, a field's name being one; fewer where they are compared with each other."""
    idle: Message | None = None
    """What is said of a record that no other names, where that makes no sense (a skill that nobody bears)."""


@runtime_checkable
class ReadsCards(Protocol):
    """A game system that reads records of packs: cards inside a record from elsewhere are checked as a pack's."""

    @property
    def kinds(self) -> Iterable[Kind]:
        """The kinds of record it reads."""
