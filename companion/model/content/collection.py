"""The packs in a data folder, read: which there are, in which order, what can be played with, what is wrong.

Also packs that a person names on a command line: folders, archives, folders of packs, single files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

import msgspec

from companion.model.content import files
from companion.model.content.check import Finding, PackReading, read_pack
from companion.model.content.kinds import FILE, PICTURES, Kind, Manifest, printable
from companion.model.content.library import Library, open_pack, read_manifest, slug
from companion.model.content.pack_folder import Listed, PackFolder
from companion.model.content.record_checks import Memory
from companion.model.core.contract import Json
from companion.model.core.record import plain
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say


class Collection:
    """The packs of a data folder. `refresh` sees what others changed on the disk."""

    def __init__(self, root: Path, kinds: Iterable[Kind], base: Library) -> None:
        """`root`: the folder of packs, made when first needed; `base`: the packs that come with the program."""
        self.root, self.base = root, base
        self.kinds = {kind.id: kind for kind in kinds}
        self._folder = PackFolder(root)
        self._places: dict[str, Listed] = {}
        self._readings: dict[str, tuple[tuple[object, ...], PackReading]] = {}
        self._memories: dict[Path, Memory] = {}
        self._library: Library | None = None
        self._stamp: dict[str, int] = {}
        self.refresh()

    def refresh(self) -> None:
        """Look at the folder anew."""
        self._readings.clear()
        self._list()

    def manifests(self) -> tuple[Listed, ...]:
        """The packs in their order, those that cannot be read included; not those that come with the program."""
        return tuple(self._places.values())

    def find(self, namespace: str) -> Listed:
        """A pack; raises InvalidInput when there is none."""
        listed = self._places.get(namespace)
        if listed is None:
            raise InvalidInput(namespace, say("There is no pack named {name}.", name=namespace))
        return listed

    def kinds_in(self, namespace: str) -> set[str]:
        """Of what kinds a pack holds records, those with faults included."""
        self.find(namespace)
        return {kind for kind, records in self._read(namespace).every.items() if records}

    def records(self, namespace: str, kind: str) -> dict[str, Json]:
        """Copies of the records of a kind by id, those with faults included, so that they can be mended."""
        self.find(namespace)
        return {id: plain(data) for id, (_, data) in self._read(namespace).every.get(kind, {}).items()}

    def record(self, namespace: str, kind: str, id: str) -> Json | None:
        """A copy of one of them; None: there is none."""
        self.find(namespace)
        found = self._read(namespace).every.get(kind, {}).get(id)
        return None if found is None else plain(found[1])

    def picture(self, namespace: str, name: str) -> bytes:
        """A picture, safe to decode; raises InvalidInput when there is none."""
        listed = self.find(namespace)
        reading = self._read(namespace)
        data = reading.pack.picture(name) if reading.pack is not None else None
        if data is None:
            raise InvalidInput(
                f"{listed.namespace}/{PICTURES}/{name}", say("There is no picture named {name}.", name=name)
            )
        return data

    def check(self, namespace: str) -> list[Finding]:
        """Every problem of a pack; also that there are copies of it, which are not looked at."""
        self.find(namespace)
        copies = [
            Finding(
                "", "", say("{file} contains this pack too and is ignored.", file=printable(path.name)), broken=False
            )
            for path in self._copies.get(namespace, ())
        ]
        return [*copies, *self._read(namespace).findings]

    def library(self) -> Library:
        """What is played with: the packs of the program, then those switched on, without their broken records.

        Never raises for what is in a pack; `faults` tells. The same object until something changes.
        """
        if self._library is None:
            self._library = self._joined(listed for listed in self._places.values() if listed.on)
        return self._library

    def faults(self) -> dict[str, tuple[Finding, ...]]:
        """What is wrong with the packs switched on, by namespace; a pack without problems is not named."""
        found = {name: tuple(self.check(name)) for name, listed in self._places.items() if listed.on}
        return {name: findings for name, findings in found.items() if findings}

    def order(self) -> tuple[str, ...]:
        """The namespaces in their order."""
        return tuple(self._places)

    def set_order(self, order: Sequence[str]) -> None:
        """Put the packs in this order; those not named come after. A pack always comes after those it needs."""
        self._folder.state.order = [namespace for namespace in dict.fromkeys(order) if namespace in self._places]
        self._folder.keep()
        self._list()

    def switch(self, namespace: str, on: bool) -> None:
        """Play with a pack, or leave it aside; games begun with it go on. Raises InvalidInput, WorkshopError."""
        self.find(namespace)
        off = [name for name in self._folder.state.off if name != namespace]
        self._folder.state.off = off if on else [*off, namespace]
        self._folder.keep()
        self._list()

    def _list(self) -> None:
        state = self._folder.state
        shipped = {pack.manifest.namespace for pack in self.base.packs}
        found: dict[str, Listed] = {}
        self._copies: dict[str, list[Path]] = {}
        for path in self._folder.places():
            manifest = _manifest_of(path)
            called = slug(path.stem if path.is_file() else path.name, "pack")
            if manifest is None or manifest.namespace in shipped:
                # it has no name of its own: it goes by that of its file, until somebody puts it right
                free = (called if n == 1 else f"{called}-{n}" for n in count(1))
                namespace = next(name for name in free if name not in found and name not in shipped)
            else:
                namespace = manifest.namespace
            if namespace in found:
                better = path.name == namespace
                self._copies.setdefault(namespace, []).append(found[namespace].path if better else path)
                if not better:
                    continue  # the folder called as the pack is the pack, else the first
            own = namespace in state.own and path.is_dir()
            found[namespace] = Listed(namespace, path, manifest, own, namespace not in state.off)
        known = [namespace for namespace in state.order if namespace in found]
        rest = [namespace for namespace in found if namespace not in known]
        self._places = {namespace: found[namespace] for namespace in _needed_first([*known, *rest], found)}
        self._library = None

    def _changed(self, namespace: str) -> None:
        self._stamp[namespace] = self._stamp.get(namespace, 0) + 1
        self._list()

    def _joined(self, packs: Iterable[Listed]) -> Library:
        """The program's packs, then what can be used of `packs`."""
        library = self.base
        for listed in packs:
            pack = self._read_after(listed, library).pack
            if pack is not None:
                library = Library((*library.packs, pack))
        return library

    def _read(self, namespace: str) -> PackReading:
        """A pack, read after those before it; from memory while nothing has changed."""
        before = []
        for listed in self._places.values():
            if listed.namespace == namespace:
                break
            before.append(listed)
        return self._read_after(self._places[namespace], self._joined(one for one in before if one.on))

    def _read_after(self, listed: Listed, library: Library) -> PackReading:
        needs = listed.manifest.needs if listed.manifest is not None else ()
        used = tuple(pack for pack in library.packs if pack.manifest.namespace in needs)
        key = (listed.path, self._stamp.get(listed.namespace, 0), *used)
        known = self._readings.get(listed.namespace)
        if known is not None and known[0] == key:
            return known[1]
        memory = self._memories.setdefault(listed.path, Memory())
        reading = read_pack(listed.path, self.kinds.values(), library, memory)
        self._readings[listed.namespace] = (key, reading)
        return reading

    def _outside(self, path: Path, namespace: str) -> PackReading:
        """A pack from elsewhere, read as if it were in the place of the one of its namespace."""
        lost = {namespace}
        others = []
        for listed in self._places.values():
            if listed.namespace in lost or lost & set(listed.manifest.needs if listed.manifest is not None else ()):
                lost.add(listed.namespace)
            else:
                others.append(listed)
        return read_pack(path, self.kinds.values(), self._joined(others))


def _manifest_of(path: Path) -> Manifest | None:
    try:
        return read_manifest(open_pack(path))
    except InvalidInput:
        return None  # told by `check`


def _needed_first(order: Sequence[str], listed: Mapping[str, Listed]) -> Iterator[str]:
    """The order, each pack after those it needs; packs that need each other stay as they are."""
    waiting = list(order)
    while waiting:
        ready = next((name for name in waiting if not _missing(listed[name], waiting)), waiting[0])
        waiting.remove(ready)
        yield ready


def _missing(listed: Listed, waiting: Sequence[str]) -> bool:
    needs = listed.manifest.needs if listed.manifest is not None else ()
    return any(needed in waiting and needed != listed.namespace for needed in needs)


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
