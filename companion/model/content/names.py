"""Names of files in a pack: plain, short, and meaning the same on every system."""

from __future__ import annotations

import re

from companion.model.core.words import Message, say

from .limits import MOST_NAME

STEM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What a record or a picture may be called, without its ending; as in ids."""
_FORBIDDEN = re.compile(r'[\\:*?"<>|]')
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def fault(name: str) -> Message | None:
    """Why a file called `name`, relative and with ``/``, can lie in no pack; None when it can.

    Absolute names, names that lead out of the pack, and names that some system writes elsewhere or not at all.
    """
    if len(name) > MOST_NAME:
        return say("This name is too long.")
    if not name.isprintable() or _FORBIDDEN.search(name):
        return say("This name contains characters that not every system supports.")
    for part in name.split("/"):
        if part in ("", ".", ".."):
            return say("This name points outside the pack.")
        if part[-1] in ". ":
            return say("This name contains characters that not every system supports.")
        if device(part):
            return say("This name is reserved for a device on some systems.")
    return None


def device(part: str) -> bool:
    """Whether a file called so would be a device on some systems (``nul.json``)."""
    return part.split(".")[0].rstrip().casefold() in _DEVICES


def hidden(name: str) -> bool:
    """Whether a file is one that systems leave behind, and nobody means to be part of a pack."""
    parts = name.split("/")
    return parts[0] == "__MACOSX" or parts[-1] in ("Thumbs.db", "desktop.ini") or any(p[0] == "." for p in parts)


def shown(name: str, most: int = 160) -> str:
    """A name nobody has checked, fit for a terminal and a window."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name[:most])
