"""Whether a person is asked before a phase ends while figures of theirs could still act."""

from __future__ import annotations

_asks = True


def set_asks(on: bool) -> None:
    """Ask, or do at once what is wanted."""
    global _asks
    _asks = on


def asks() -> bool:
    """Whether a person is asked."""
    return _asks
