"""Packs that a person names on a command line: folders, archives, folders of packs, single files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say

from . import files
from .check import Finding, read_pack
from .kinds import FILE, Kind, Manifest
from .library import Library, open_pack, read_manifest


def check_paths(paths: Sequence[Path], kinds: Iterable[Kind], base: Library) -> Iterator[Finding]:
    """Every problem of what a person named, in that order; a pack may need those of `base`, and the others named.

    Files are written as the paths were, so that findings about several stay apart.
    """
    kinds = tuple(kinds)
    packs = list(dict.fromkeys(pack for path in paths for pack in _packs(path)))
    found = _read(packs, kinds, base)[1]
    for path in paths:
        for pack in _packs(path):
            for finding in found[pack]:
                if pack == path or pack.parent == path:
                    yield _at(pack, finding)
                elif finding.file == path.relative_to(pack).as_posix():
                    yield msgspec.structs.replace(finding, file=str(path))
            if pack not in (path, path.parent) and not (pack / FILE).is_file():
                yield Finding(str(path), "", say("This file is not in a pack."))


def join_packs(paths: Sequence[Path], kinds: Iterable[Kind], base: Library) -> tuple[Library, list[Finding]]:
    """`base` with what can be used of the packs named after it, and every problem of these."""
    packs = [pack for path in paths for pack in _packs(path)]
    library, found = _read(packs, tuple(kinds), base)
    return library, [_at(pack, finding) for pack in dict.fromkeys(packs) for finding in found[pack]]


def _packs(path: Path) -> list[Path]:
    """The packs meant: one itself, all in a folder, or the one that a file lies in."""
    if files.is_pack(path):
        return [path]
    if path.is_file():
        return [path.parent if path.name == FILE else path.parent.parent]
    inside = [inner for inner in sorted(path.iterdir()) if files.is_pack(inner)] if path.is_dir() else []
    return inside or [path]


def _read(packs: Sequence[Path], kinds: tuple[Kind, ...], base: Library) -> tuple[Library, dict[Path, list[Finding]]]:
    """All packs joined, each read after those it needs, and what is wrong with each."""
    waiting = [(pack, _manifest(pack)) for pack in dict.fromkeys(packs)]
    found: dict[Path, list[Finding]] = {}
    while waiting:
        names = {manifest.namespace for _, manifest in waiting if manifest is not None}
        ready = (one for one in waiting if one[1] is None or not names & {*one[1].needs} - {one[1].namespace})
        pack, manifest = next(ready, waiting[0])
        waiting.remove((pack, manifest))
        reading = read_pack(pack, kinds, base)
        found[pack] = list(reading.findings)
        if reading.pack is not None and reading.pack.manifest.namespace not in base.versions:
            base = Library((*base.packs, reading.pack))
    return base, found


def _manifest(pack: Path) -> Manifest | None:
    try:
        return read_manifest(open_pack(pack))
    except InvalidInput:
        return None  # told by the check


def _at(pack: Path, finding: Finding) -> Finding:
    return msgspec.structs.replace(finding, file=str(pack / finding.file) if finding.file else str(pack))
