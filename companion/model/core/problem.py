"""What is wrong with a record, as a value."""

from __future__ import annotations

import msgspec

from .words import Message


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a record: where (a JSON pointer, ``/effects/0/to``; empty: the whole), and what."""

    pointer: str
    what: Message
