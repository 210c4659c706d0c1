"""How files of a pack may be called (meaning the same on every system), and how much it may hold.

Far more than the largest box, far less than what would harm a machine.
"""

from __future__ import annotations

import re

from companion.model.core.words import Message, say

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


MOST_BYTES = 256 * 1024
"""Of one record; a tile, the largest, has some 3,000."""
MOST_DEPTH = 16
"""Lists and objects inside one another, in one record."""
MOST_VALUES = 30_000
"""Values in one record: the largest tile, walled everywhere, has some 20,000."""
MOST_FILES = 4_000
"""In one pack."""
MOST_RECORDS = 1_500
"""Of one kind in one pack."""
MOST_RECORDS_BYTES = 8 * 2**20
"""Of all records of a pack together."""
MOST_RECORDS_VALUES = 250_000
"""Values in all records of a pack together; the house box has some 5,000."""
MOST_PACK_BYTES = 64 * 2**20
"""Of everything in a pack, and of the archive that it comes in."""
MOST_NAME = 120
"""Characters in the name of a file, its folder included."""
MOST_PICTURE_BYTES = 2**20
MOST_PICTURE_SIDE = 2_048
"""Pixels; a card at 300 dots an inch has 744 × 1,039."""
MOST_FINDINGS = 300
"""No more problems of one pack than these are looked for."""
MOST_FINDINGS_HERE = 40
"""No more problems of one record than these are looked for."""
