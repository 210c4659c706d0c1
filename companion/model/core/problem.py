"""What is wrong with a record, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized

import msgspec

from .words import Message, say


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a record: where (a JSON pointer, ``/effects/0/to``; empty: the whole), and what."""

    pointer: str
    what: Message


def twice(pointer: str, values: Iterable[object]) -> Iterator[Problem]:
    """What is said more than once in the list at the pointer."""
    seen: list[object] = []
    for n, value in enumerate(values):
        if value in seen:
            yield Problem(f"{pointer}/{n}", say("This appears twice."))
        seen.append(value)


def empty(pointer: str, values: Sized) -> Iterator[Problem]:
    """A list that must hold something."""
    if not values:
        yield Problem(pointer, say("This list is empty."))
