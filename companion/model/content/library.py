"""The library: the records of several packs, found by kind and id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.effects.tree import Source
from companion.resources import data_dir

from . import files
from .manifest import FILE, Manifest
from .shape import shape


class Pack:
    """One pack in memory: its manifest, and its records as JSON by kind and id, in the order of their ids."""

    def __init__(self, manifest: Manifest, records: Mapping[str, Mapping[str, Json]]) -> None:
        """Hold `records`; they are not checked here (`check` does) but for their ids."""
        self.manifest = manifest
        self.records = records

    @staticmethod
    def load(folder: Path) -> Pack:
        """Read a pack's folder; raises InvalidInput at the file at fault. Records are typed when they are used."""
        manifest = read_manifest(folder)
        records: dict[str, dict[str, Json]] = {}
        for kind, file in files.records(folder):
            data, problem = files.read(file)
            at = f"{file.parent.name}/{file.name}"
            if problem is not None:
                raise InvalidInput(at, problem.what)
            id = data.get("id") if isinstance(data, dict) else None
            if id != f"{manifest.namespace}:{file.stem}":
                raise InvalidInput(f"{at}.id", say("The id must be {id}.", id=f"{manifest.namespace}:{file.stem}"))
            records.setdefault(kind, {})[id] = data
        return Pack(manifest, records)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a pack's folder; raises InvalidInput."""
    data, problem = files.read(folder / FILE)
    for wrong in (problem,) if problem else shape(data, Manifest):
        raise InvalidInput(FILE + wrong.pointer.replace("/", "."), wrong.what)
    return msgspec.convert(data, Manifest)


class Library:
    """The content of a game: several packs in order. Never changes; fulfils `contract.Content`."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        """Join `packs`; raises InvalidInput when two share a namespace or one needs a pack that is not before it."""
        self.packs = tuple(packs)
        self._by_name: dict[str, Pack] = {}
        for pack in self.packs:
            name = pack.manifest.namespace
            if name in self._by_name:
                raise InvalidInput(name, say("Two packs are called {name}.", name=name))
            for needed in pack.manifest.needs:
                if needed not in self._by_name:
                    raise InvalidInput(name, say("This pack needs the pack {needed}.", needed=needed))
            self._by_name[name] = pack

    @staticmethod
    def load(*folders: Path) -> Library:
        """Read packs' folders; raises InvalidInput at the file at fault."""
        return Library(Pack.load(folder) for folder in folders)

    @staticmethod
    def shipped() -> Library:
        """The packs that come with the app; read once, always the same object."""
        return _shipped()

    def with_packs(self, *folders: Path) -> Library:
        """Add further packs after its own: a new library; raises InvalidInput."""
        return Library((*self.packs, *(Pack.load(folder) for folder in folders)))

    def find(self, kind: str, id: str) -> Json | None:
        """The record `id` (``house:okko``) of `kind` (``character``), as JSON, or None."""
        pack = self._by_name.get(id.partition(":")[0])
        return pack.records.get(kind, {}).get(id) if pack is not None else None

    def every(self, kind: str) -> Iterator[tuple[str, Json]]:
        """All records of `kind` as (id, JSON), pack by pack, in each by id."""
        for pack in self.packs:
            yield from pack.records.get(kind, {}).items()

    @property
    def versions(self) -> dict[str, str]:
        """Namespace to version of each pack, in order: what a saved game was played with."""
        return {pack.manifest.namespace: pack.manifest.version for pack in self.packs}

    def source(self, kind: str, id: str, field: str) -> Source:
        """Where a field (``vigilant.attack``) of a record is from; raises KeyError for an unknown record."""
        data = self.find(kind, id)
        if data is None:
            raise KeyError(id)
        named = data.get("provenance", {})
        parts = field.split(".")
        for length in range(len(parts), 0, -1):
            found: Source | None = named.get(".".join(parts[:length]))
            if found is not None:
                return found
        return self._by_name[id.partition(":")[0]].manifest.source


@cache
def _shipped() -> Library:
    return Library.load(data_dir() / "house")
