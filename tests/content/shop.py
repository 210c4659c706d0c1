"""A workshop with a pack of one's own, and the cards that are put into it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

from companion.model.content.library import Library
from companion.model.content.workshop import Workshop
from companion.model.games.asagiri.state.record_kinds import KINDS

STATS = {"attack": 3, "defense": 3, "movement": 4, "willpower": 3}


def workshop(root: Path) -> Workshop:
    return Workshop(root / "packs", KINDS, Library.shipped())


def hero(namespace: str, called: str = "hero", /, **fields: Any) -> dict[str, Any]:
    """A character's card."""
    return {
        "id": f"{namespace}:{called}",
        "name": {"en": called.title()},
        "alignment": "demon_hunter",
        "zeni": 4,
        "silhouette": "ronin",
        "vigilant": STATS,
        "shaken": STATS,
        **fields,
    }


def skill(namespace: str, called: str = "parry", /, **fields: Any) -> dict[str, Any]:
    """A skill that adds to the defence."""
    return {
        "id": f"{namespace}:{called}",
        "name": {"en": called.title()},
        "element": "air",
        "when": ["defense"],
        "effects": [{"type": "bonus", "to": "defense", "amount": 1}],
        **fields,
    }


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int = 2, height: int = 2, *chunks: bytes) -> bytes:
    """A grey picture; `chunks` come before its dots. Large ones announce more than they hold."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    dots = zlib.compress(b"\0" * min((width + 1) * height, 10_000))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + chunk(b"IDAT", dots) + chunk(b"IEND", b"")


def jpeg(width: int = 2, height: int = 2, *segments: bytes, scans: int = 1) -> bytes:
    """The skeleton of a photograph."""
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\1\x11\0"
    scan = b"\xff\xda" + struct.pack(">H", 8) + b"\1\1\0\0\x3f\0" + b"\x12\xff\x00\x34\xff\xd0\x56"
    return b"\xff\xd8" + b"".join(segments) + frame + scan * scans + b"\xff\xd9"
