"""Checks the folder of a pack: every problem, with its file, a JSON pointer into it, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.core.words import Message, say
from companion.model.effects.checker import Problem
from companion.model.effects.tree import SOURCES

from . import files
from .kinds import Kind
from .manifest import FILE, Manifest
from .shape import shape, step


class Finding(msgspec.Struct, frozen=True):
    """A problem of a pack: `file` relative to the pack's folder, `pointer` empty for the whole file."""

    file: str
    pointer: str
    what: Message


class _Sound:
    """The records of the pack that have no fault of their own, then those of the packs it may name."""

    def __init__(self, base: Content | None, needs: tuple[str, ...]) -> None:
        self.records: dict[str, dict[str, Json]] = {}
        self._base = base
        self._needs = needs

    def find(self, kind: str, id: str) -> Json | None:
        own = self.records.get(kind, {}).get(id)
        if own is not None or self._base is None or id.partition(":")[0] not in self._needs:
            return own
        return self._base.find(kind, id)

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        return self.records.get(kind, {}).items()


def check_pack(folder: Path, kinds: Iterable[Kind], base: Content | None = None) -> list[Finding]:
    """Every problem of the pack in `folder`; `base` holds the packs that its manifest may need."""
    manifest, found = _manifest(folder)
    if not (folder / FILE).exists():
        return found
    found += [_finding(folder, path, Problem("", say("This belongs to no pack."))) for path in files.strangers(folder)]
    known = {kind.id: kind for kind in kinds}
    sound = _Sound(base, manifest.needs if manifest is not None else ())
    read: list[tuple[Kind, Path, Any]] = []
    there: set[tuple[str, str]] = set()
    for kind_id, file in files.records(folder):
        data, unreadable = files.read(file)
        kind = known[kind_id]
        problems = [unreadable] if unreadable else list(_record(data, kind, file, manifest))
        found += [_finding(folder, file, problem) for problem in problems]
        if manifest is not None:
            there.add((kind_id, f"{manifest.namespace}:{file.stem}"))
        if not problems:
            sound.records.setdefault(kind_id, {})[data["id"]] = data
            read.append((kind, file, msgspec.convert(data, kind.type)))
    for kind, file, record in read:
        found += [_finding(folder, file, problem) for problem in _together(record, kind, sound, there)]
    return sorted(found, key=lambda finding: (finding.file, finding.pointer))


def check_path(path: Path, kinds: Iterable[Kind], base: Content | None = None) -> list[Finding]:
    """Every problem of what a person named: a pack's folder, a folder of packs, or one file of a pack.

    Files are written as `path` was, so that findings about several paths stay apart.
    """
    kinds = tuple(kinds)
    if path.is_file():
        folder = path.parent if path.name == FILE else path.parent.parent
        mine = path.relative_to(folder).as_posix()
        found = [finding for finding in check_pack(folder, kinds, base) if finding.file == mine]
        return [msgspec.structs.replace(finding, file=str(path)) for finding in found]
    packs = [path]
    if path.is_dir() and not (path / FILE).exists():
        packs = [folder for folder in sorted(path.iterdir()) if (folder / FILE).is_file()] or [path]
    return [
        msgspec.structs.replace(finding, file=str(pack / finding.file))
        for pack in packs
        for finding in check_pack(pack, kinds, base)
    ]


def _finding(folder: Path, path: Path, problem: Problem) -> Finding:
    return Finding(path.relative_to(folder).as_posix(), problem.pointer, problem.what)


def _manifest(folder: Path) -> tuple[Manifest | None, list[Finding]]:
    if not (folder / FILE).exists():
        return None, [Finding(FILE, "", say("A pack has a file {file}; here is none.", file=FILE))]
    data, unreadable = files.read(folder / FILE)
    problems = [unreadable] if unreadable else list(shape(data, Manifest))
    if problems:
        return None, [Finding(FILE, problem.pointer, problem.what) for problem in problems]
    manifest = msgspec.convert(data, Manifest)
    found = [Finding(FILE, problem.pointer, problem.what) for problem in _names(manifest.name, manifest)]
    if "en" not in manifest.languages:
        found.append(Finding(FILE, "/languages", say("English is missing.")))
    return manifest, found


def _record(data: Json, kind: Kind, file: Path, manifest: Manifest | None) -> Iterator[Problem]:
    """What is wrong with a record taken alone."""
    wrong = list(shape(data, kind.type))
    yield from wrong
    if not isinstance(data, dict):
        return
    if manifest is not None:
        wanted = f"{manifest.namespace}:{file.stem}"
        if data.get("id") != wanted and not any(problem.pointer == "/id" for problem in wrong):
            yield Problem("/id", say("The id must be {id}, after the pack and the file.", id=wanted))
        name = data.get("name")
        if isinstance(name, dict):
            yield from _names(name, manifest)
    yield from _provenance(data)
    if not wrong:
        yield from kind.problems(msgspec.convert(data, kind.type))


def _names(name: Mapping[str, Json], manifest: Manifest) -> Iterator[Problem]:
    for language in manifest.languages:
        if language not in name:
            yield Problem(step("/name", language), say("The name is missing in this language."))
    for language in name:
        if language not in manifest.languages:
            yield Problem(step("/name", language), say("The pack does not speak this language."))


def _provenance(data: Mapping[str, Json]) -> Iterator[Problem]:
    named = data.get("provenance", {})
    if not isinstance(named, dict):
        return
    for field, source in named.items():
        if source in SOURCES and not _has(data, field.split(".")):
            yield Problem(step("/provenance", field), say("The record has no field of this name."))


def _has(data: Json, parts: list[str]) -> bool:
    for part in parts:
        if isinstance(data, list) and part.isdigit() and len(part) < 5 and int(part) < len(data):
            data = data[int(part)]
        elif isinstance(data, dict) and part in data:
            data = data[part]
        else:
            return False
    return True


def _together(record: Any, kind: Kind, sound: _Sound, there: set[tuple[str, str]]) -> Iterator[Problem]:
    """What is wrong with a record among the others."""
    complete = True
    for reference in kind.references(record):
        if sound.find(reference.kind, reference.id) is not None:
            continue
        complete = False
        if (reference.kind, reference.id) not in there:  # else its file has problems of its own, told already
            yield Problem(reference.pointer, say("There is no {kind} {id}.", kind=reference.kind, id=reference.id))
    if complete:
        yield from kind.rules(record, sound)
