"""What lies where in a pack, and the JSON of its files: too big, too deep, no JSON, a field said twice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

import msgspec

from companion.model.core.contract import Json
from companion.model.core.refusal import Problem
from companion.model.core.schema import malformed, step
from companion.model.core.words import say

from .kinds import FILE, MOST_BYTES, MOST_DEPTH, MOST_VALUES, PICTURE_ENDINGS, PICTURES
from .source import ENDINGS, Archive, Files, Folder, Unreadable

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")
_VALUE = re.compile(rb"[,\[{:]")
_MARK = b"\xef\xbb\xbf"
"""What some editors begin a text with."""

FOLDERS = {
    "character": "characters",
    "equipment": "equipment",
    "skill": "skills",
    "tile": "tiles",
    "band": "bands",
    "board": "boards",
    "kami": "kami",
    "scenario": "scenarios",
    "adventure": "adventures",
    "sake_card": "sake-cards",
    "sake_card_type": "sake-card-types",
    "sake_sheet": "sake-sheets",
    "sake_location": "sake-locations",
    "sake_deck": "sake-decks",
    "chronicles_die": "chronicles-dice",
    "chronicles_hero": "chronicles-heroes",
    "chronicles_action": "chronicles-actions",
    "chronicles_sheet": "chronicles-sheets",
    "chronicles_object": "chronicles-objects",
    "chronicles_wound": "chronicles-wounds",
    "chronicles_event": "chronicles-events",
    "chronicles_host": "chronicles-hosts",
    "chronicles_nature": "chronicles-natures",
    "chronicles_surprise": "chronicles-surprises",
    "chronicles_follower": "chronicles-followers",
    "chronicles_kami": "chronicles-kami",
    "chronicles_token": "chronicles-tokens",
    "chronicles_track": "chronicles-tracks",
    "chronicles_tile": "chronicles-tiles",
    "chronicles_mission": "chronicles-missions",
    "chronicles_objective": "chronicles-objectives",
    "chronicles_chapter": "chronicles-chapters",
    "chronicles_personal_mission": "chronicles-personal-missions",
    "chronicles_scenario": "chronicles-scenarios",
    "chronicles_trial": "chronicles-trials",
    "chronicles_campaign": "chronicles-campaigns",
    "chronicles_experience_token": "chronicles-experience-tokens",
    "chronicles_scenario_surprise": "chronicles-scenario-surprises",
    "lesson": "lessons",
}
"""Each kind of record has its folder."""

_ENDING = ".json"


def opened(path: Path) -> Files:
    """The files of a pack's folder, or of a pack in one file; raises Unreadable."""
    if path.is_dir():
        return Folder(path, frozenset({*FOLDERS.values(), PICTURES}))
    return Archive(path)


def is_pack(path: Path) -> bool:
    """Whether something looks like a pack from outside."""
    return (path / FILE).is_file() if path.is_dir() else path.suffix.lower() in ENDINGS


def read(files: Files, name: str) -> tuple[Json, Problem | None]:
    """The JSON of one file, or why it cannot be read."""
    try:
        return parse(raw(files, name))[:2]
    except Unreadable as wrong:
        return None, Problem("", wrong.why)


def raw(files: Files, name: str) -> bytes:
    """The bytes of a record or a manifest; raises Unreadable."""
    if name in files.odd:
        raise Unreadable(files.odd[name])
    return files.read(name, MOST_BYTES)


def parse(text: bytes) -> tuple[Json, Problem | None, int]:
    """The JSON of a text, or what is wrong with it; and how many values it holds."""
    bare = _STRING.sub(b"", text)
    if _depth(bare) > MOST_DEPTH:
        return None, Problem("", say("Nested too deeply: at most {most} levels.", most=MOST_DEPTH)), 0
    count = len(_VALUE.findall(bare)) + 1
    if count > MOST_VALUES:
        return None, Problem("", say("This file contains too many values.")), 0
    unmarked = text.removeprefix(_MARK)
    try:
        data = msgspec.json.decode(unmarked)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return None, Problem("", malformed(unmarked, error)), count
    return data, _twice(text), count


def _depth(bare: bytes) -> int:
    """How deep brackets nest, counted without reading them into anything."""
    deepest = level = 0
    for bracket in _BRACKET.findall(bare):
        level += 1 if bracket in b"[{" else -1
        deepest = max(deepest, level)
    return deepest


class _Doubled(dict[str, Any]):
    field = ""


def _twice(raw: bytes) -> Problem | None:
    """Where a field is said twice: readers differ in which one they take, so neither is."""
    found: list[_Doubled] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) == len(items):
            return made
        doubled, names = _Doubled(made), set(made)
        for name, _ in items:
            if name not in names:
                doubled.field = name
            names.discard(name)
        found.append(doubled)
        return doubled

    try:
        data = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=pairs)
    except (ValueError, RecursionError) as error:
        return Problem("", say("This is not valid JSON: {why}", why=str(error)[:120]))
    if not found:
        return None
    pointer = next((at for at, value in _objects(data, "") if value is found[0]), "")
    return Problem(step(pointer, found[0].field), say("This appears twice."))


def _objects(data: Any, at: str) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        yield at, data
        for name, value in data.items():
            yield from _objects(value, step(at, name))
    elif isinstance(data, list):
        for n, value in enumerate(data):
            yield from _objects(value, step(at, n))


def records(files: Files) -> Iterator[tuple[str, str]]:
    """Kind and name of every record's file, in a fixed order; also of what is no plain file, which `read` refuses."""
    every = sorted({*files.sizes, *files.odd})
    for kind, folder in FOLDERS.items():
        for name in every:
            if name.startswith(f"{folder}/") and name.endswith(_ENDING):
                yield kind, name


def drawn(files: Files) -> Iterator[str]:
    """The name of every picture's file."""
    for name in files.sizes:
        if name.startswith(f"{PICTURES}/") and Path(name).suffix in PICTURE_ENDINGS:
            yield name


def strangers(files: Files) -> Iterator[str]:
    """What lies in a pack and belongs to no kind of file; a folder of it once."""
    told: set[str] = set()
    kinds = set(FOLDERS.values())
    for name in files.sizes:
        folder, _, rest = name.rpartition("/")
        if folder in kinds:
            strange = "" if name.endswith(_ENDING) else name
        elif folder == PICTURES:
            strange = "" if Path(name).suffix in PICTURE_ENDINGS else name
        elif folder:
            top = name.partition("/")[0]
            strange = name if top in kinds or top == PICTURES else top
        else:
            strange = "" if rest == FILE or rest.endswith((".md", ".txt")) else name
        if strange and strange not in told:
            told.add(strange)
            yield strange


def stem(name: str) -> str:
    """What a file's record is called within the pack (``characters/hero.json``: ``hero``)."""
    return name.rpartition("/")[2].removesuffix(_ENDING)


def place(kind: str, id: str) -> str:
    """The file of a record (``characters/hero.json``)."""
    return f"{FOLDERS[kind]}/{id.partition(':')[2]}{_ENDING}"


def placed(name: str) -> tuple[str, str] | None:
    """Kind and name within the pack of the record that lies in a file; None for a file that is no record's."""
    folder, _, _ = name.rpartition("/")
    kind = next((kind for kind, place in FOLDERS.items() if place == folder), None)
    return (kind, stem(name)) if kind is not None and name.endswith(_ENDING) else None


def holds_only(path: Path, kinds: Set[str]) -> bool:
    """Whether a file is a pack with records of these kinds and of no others."""
    if path.suffix.lower() not in ENDINGS:
        return False
    try:
        found = {kind for kind, _ in records(opened(path))}
    except Unreadable:
        return False
    return bool(found) and found <= kinds
