"""Where a text ceases to be JSON, for whoever wrote it."""

from __future__ import annotations

import re

from .words import Message, say

_BYTE = re.compile(r"\(byte (\d+)\)")


def malformed(text: bytes, wrong: Exception) -> Message:
    """Line and column (from 1) of what msgspec could not read in `text`; of its end where that came too early."""
    named = _BYTE.search(str(wrong))
    at = wrong.start if isinstance(wrong, UnicodeDecodeError) else int(named[1]) if named else len(text)
    before = text[:at].decode("utf-8", "replace")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    return say("This is not valid JSON: line {line}, column {column} cannot be read.", line=line, column=column)
