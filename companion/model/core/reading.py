"""Reading JSON that nobody has checked: every wrong field raises InvalidInput with its path."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

from .contract import UNKNOWN, Unknown
from .refusal import InvalidInput
from .words import Arg, amiss, say

T = TypeVar("T", bound=str)
V = TypeVar("V")

WHOLE_MAX = 10**9
"""Larger numbers mean nothing in a game and only burn time."""


class Reader:
    """A value of JSON with its path: ``Reader(data)["bands"]["A"].whole()``."""

    def __init__(self, value: Any, path: str = "") -> None:
        """Read `value`, found at `path`."""
        self.value = value
        self.path = path

    def fail(self, why: str, **args: Arg) -> InvalidInput:
        """The error to raise for this field (an extraction keyword)."""
        return InvalidInput(self.path, say(why, **args))

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def object(self, required: Collection[str] = (), optional: Collection[str] | None = None) -> Reader:
        """Itself, an object with all `required` keys; other keys than those and `optional` are refused (None: any)."""
        if not isinstance(self.value, dict):
            raise self.fail("An object is expected here.")
        for key in required:
            if key not in self.value:
                raise Reader(None, self._at(key)).fail("This field is missing.")
        if optional is not None:
            for key in self.value:
                if key not in required and key not in optional:
                    raise Reader(None, self._at(str(key)[:80])).fail("This field is unknown.")
        return self

    def __getitem__(self, key: str) -> Reader:
        """A field of an object; a missing one reads as null."""
        return Reader(self.value.get(key), self._at(key))

    def __contains__(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def keys(self) -> list[str]:
        """The keys of an object."""
        return [str(key) for key in self.object().value]

    def items(self, most: int = 10_000) -> Iterator[Reader]:
        """The elements of a list of at most `most`."""
        if not isinstance(self.value, list):
            raise self.fail("A list is needed here.")
        if len(self.value) > most:
            raise self.fail(
                "This list is too long: {count} entries, at most {most} are allowed.", count=len(self.value), most=most
            )
        for n, value in enumerate(self.value):
            yield Reader(value, f"{self.path}[{n}]")

    def whole(self, low: int = 0, high: int = WHOLE_MAX) -> int:
        """A whole number within bounds; 3.0 and true are none."""
        if type(self.value) is not int:
            raise self.fail("A whole number is needed here.")
        if not low <= self.value <= high:
            raise self.fail("This number must be between {low} and {high}.", low=low, high=high)
        return self.value

    def unknown_or(self, read: Callable[[Reader], V]) -> V | Unknown:
        """What `read` makes of it, or `UNKNOWN` for ``?``."""
        return UNKNOWN if self.value == UNKNOWN.value else read(self)

    def flag(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            raise self.fail("True or false is needed here.")
        return self.value

    def text(self, most: int = 200) -> str:
        """A text of at most `most` characters that can be written as UTF-8."""
        if not isinstance(self.value, str):
            raise self.fail("A text is needed here.")
        if len(self.value) > most or not self.value.isprintable():
            raise self.fail("This text is too long or contains characters that cannot be shown.")
        return self.value

    def name(self, most: int = 200) -> str:
        """A text that something can be called by (`names.amiss`)."""
        if isinstance(self.value, str) and (why := amiss(self.value[:most])) is not None:
            raise InvalidInput(self.path, why)
        if isinstance(self.value, str) and len(self.value) <= most:
            return self.value
        return self.text(most)

    def one_of(self, words: Collection[T]) -> T:
        """One of these words."""
        for word in words:
            if word == self.value:
                return word
        raise self.fail("One of {words} is needed here.", words=tuple(words))
