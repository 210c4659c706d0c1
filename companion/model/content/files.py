"""Reads the files of a pack, which may come from anybody: too big, too deep, no JSON, links outwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import say
from companion.model.effects.checker import Problem

MOST_BYTES = 256 * 1024
"""Of one record; a tile, the largest, has some 3,000."""
MOST_DEPTH = 16
MOST_FILES = 5_000
"""Of one kind in one pack."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")

FOLDERS = {
    "character": "characters",
    "equipment": "equipment",
    "skill": "skills",
    "tile": "tiles",
    "band": "bands",
    "board": "boards",
}
"""Each kind of record has its folder."""


def read(path: Path) -> tuple[Json, Problem | None]:
    """The JSON of one file, or why it cannot be read."""
    try:
        if path.is_symlink() or not path.is_file():
            return None, Problem("", say("This is not a plain file."))
        if path.stat().st_size > MOST_BYTES:
            return None, Problem("", say("This file is too big: {most} bytes at most.", most=MOST_BYTES))
        raw = path.read_bytes()
    except OSError as error:
        return None, Problem("", say("This file cannot be read: {why}", why=error.strerror or ""))
    return parse(raw)


def parse(raw: bytes) -> tuple[Json, Problem | None]:
    """The JSON of a text, or what is wrong with it."""
    if depth(raw) > MOST_DEPTH:
        return None, Problem("", say("This is too deep: {most} levels at most.", most=MOST_DEPTH))
    try:
        return msgspec.json.decode(raw), None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return None, Problem("", say("This is not JSON: {why}", why=str(error)[:120]))


def depth(raw: bytes) -> int:
    """How deep brackets nest in a text of JSON, counted without reading it into anything."""
    deepest = level = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", raw)):
        level += 1 if bracket in b"[{" else -1
        deepest = max(deepest, level)
    return deepest


def records(folder: Path) -> Iterator[tuple[str, Path]]:
    """Kind and file of every record of a pack, in a fixed order; also links, which `read` refuses."""
    for kind, name in FOLDERS.items():
        place = folder / name
        if place.is_dir() and not place.is_symlink():
            for file in sorted(place.glob("*.json"))[:MOST_FILES]:
                yield kind, file


def strangers(folder: Path) -> Iterator[Path]:
    """What lies in a pack's folder and belongs to no kind of record."""
    known = set(FOLDERS.values())
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_dir() and path.name in known and not path.is_symlink():
            yield from (file for file in sorted(path.iterdir()) if file.suffix != ".json")
        elif path.name != "pack.json" and path.suffix not in (".md", ".txt"):
            yield path
