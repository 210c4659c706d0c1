"""Refusals and invalid input: an illegal choice is a value, a malformed input an exception that says where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Literal, TypeAlias

import msgspec

from .words import Arg, Message, say


class Refusal(msgspec.Struct, frozen=True):
    """Why the rules refuse something: the id of the rule (``MOV-5``) and a sentence for the player."""

    rule: str
    why: Message


def refuse(rule: str, why: str, **args: Arg) -> Refusal:
    """A refusal under `rule`; `why` is a sentence with named gaps (an extraction keyword)."""
    return Refusal(rule, Message(why, tuple(args.items())))


class Failure(Exception):  # noqa: N818 - said of what was asked, not of us
    """Something could not be done, and nothing has happened; `why` is a sentence for whoever asked."""

    def __init__(self, why: Message | str) -> None:
        self.why = say(why) if isinstance(why, str) else why
        super().__init__(f"{self.why.key} {dict(self.why.args)}")


StorageFault: TypeAlias = Literal[
    "full", "locked", "readonly", "corrupt", "newer", "foreign", "missing", "changed", "unreadable", "away", "other"
]
"""``full`` no room; ``locked`` another program holds the file; ``readonly``; ``corrupt`` damaged; ``newer`` written by
a newer version; ``foreign`` no file of ours; ``missing`` no such game or band; ``changed`` the game went on elsewhere;
``unreadable`` the file cannot be opened, or the server lets nobody in; ``away`` the server does not answer.
"""


class StorageError(Failure):
    """Something could not be kept or fetched; nothing was lost."""

    def __init__(self, kind: StorageFault, why: Message) -> None:
        self.kind: StorageFault = kind
        super().__init__(why)


class InvalidInput(Failure):
    """A position, a set-up, a record or a pack that cannot be read; `path` points at the field at fault."""

    def __init__(self, path: str, why: Message | str, **args: Arg) -> None:
        """`path` is dotted with indices (``bands.A.characters[2].at``), empty for the whole."""
        super().__init__(say(why, **args) if isinstance(why, str) else why)
        self.path = path
        self.others: tuple[InvalidInput, ...] = ()
        """What else is wrong with it, as far as that can be told."""

    def __str__(self) -> str:
        return f"{self.path}: {super().__str__()}"


class UnknownOption(Failure):
    """A parameter that does not fit the game: an option that is not offered, dice that are not asked for."""


def unknown_option(text: str) -> UnknownOption:
    """Nothing that could ever be chosen."""
    return UnknownOption(say("“{text}” is not possible in this game.", text=text[:80]))


class RuleBroken(Exception):  # noqa: N818
    """An option was applied that the rules refuse; carries the refusal. Callers check first."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.rule}: {refusal.why.key} {dict(refusal.why.args)}")


def attempted(do: Callable[[], object]) -> Refusal | Message | None:
    """Do something that may be refused, or fail for a reason that can be told: that, or None when it was done."""
    try:
        do()
    except RuleBroken as broken:
        return broken.refusal
    except Failure as failed:
        return failed.why
    return None


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
