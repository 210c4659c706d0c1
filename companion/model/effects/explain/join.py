"""Lists in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.model.core.words import Message, say


def listed(parts: Iterable[Message]) -> Message:
    """``a, b, c``."""
    first, *rest = parts
    for part in rest:
        first = say("{said}, {condition}", said=first, condition=part)
    return first


def all_of(parts: Sequence[Message]) -> Message:
    """``a, b and c``."""
    *most, last = parts
    return say("{one} and {other}", one=listed(most), other=last) if most else last


def any_of(parts: Sequence[Message]) -> Message:
    """``a, b or c``."""
    *most, last = parts
    return say("{one} or {other}", one=listed(most), other=last) if most else last


def none_of(parts: Sequence[Message]) -> Message:
    """``a, b nor c``, after “cannot”."""
    *most, last = parts
    return say("{one} nor {other}", one=listed(most), other=last) if most else last
