"""The rules of a game in short, for one sheet beside the table. A game writes them; paper sets them."""

from __future__ import annotations

import msgspec

from .words import Arg, Message


class RuleEntry(msgspec.Struct, frozen=True):
    """A rule in short, and where it stands in full."""

    words: Message
    rules: str
    """Its ids, for those who want to look it up: ``MOV-2, MOV-3``."""
    lead: Message | None = None
    """What it is about, in bold letters."""


class RuleLine(msgspec.Struct, frozen=True):
    """A line of a table."""

    cells: tuple[Arg, ...]
    sign: str | None = None
    """Drawn before its first cell, where a game has signs: an element of Asagiri."""


class RuleSection(msgspec.Struct, frozen=True):
    """Rules that belong together: entries, then a table."""

    title: Message
    entries: tuple[RuleEntry, ...] = ()
    head: tuple[Message, ...] = ()
    lines: tuple[RuleLine, ...] = ()
    numbered: bool = False
    """The entries are steps, one after the other."""
    shares: tuple[float, ...] = ()
    """How wide the columns of the table are; nothing: as is usual for so many."""
