"""Kinds of columns. A file that somebody's disk has damaged may hold anything anywhere: what is read has its type.

SQLite keeps a value of any type in any column, so one wrong bit turns a text into a number, bytes or nothing. Whether
a value is the one that was kept, its row's seal tells (`seals`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Boolean, Integer, String, Text
from sqlalchemy.types import TypeDecorator

NEVER = "1970-01-01T00:00:00.000+00:00"
"""Stands for a date that cannot be read."""


class Line(TypeDecorator[str]):
    """A short text."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> str:
        """Make a text of whatever is there."""
        return value if type(value) is str else _text(value)


class Words(Line):
    """A long text."""

    impl = Text
    cache_ok = True


class MaybeLine(TypeDecorator[str]):
    """A short text, or nothing."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> str | None:
        """Make a text of whatever is there but nothing."""
        return value if value is None or type(value) is str else _text(value)


class MaybeWords(MaybeLine):
    """A long text, or nothing."""

    impl = Text
    cache_ok = True


class Moment(TypeDecorator[str]):
    """A date, UTC, ISO."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> str:
        """Make `NEVER` of what is no date."""
        try:
            datetime.fromisoformat(value)
        except (TypeError, ValueError):
            return NEVER
        return str(value)


class Number(TypeDecorator[int]):
    """A whole number, of a size that may be counted with."""

    impl = Integer
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> int:
        """Make 0 of what is none."""
        return value if type(value) is int and abs(value) < 2**31 else 0


class MaybeNumber(TypeDecorator[int]):
    """A whole number, or nothing."""

    impl = Integer
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> int | None:
        """Make nothing of what is none."""
        return value if type(value) is int and abs(value) < 2**31 else None


class Flag(TypeDecorator[bool]):
    """Yes or no."""

    impl = Boolean
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> bool:
        """Make no of what is neither."""
        return value is True


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else "" if value is None else str(value)
