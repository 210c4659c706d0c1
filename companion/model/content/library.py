"""The library: the records of several packs, found by kind and id."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from companion.model.core.contract import Json
from companion.model.core.record import plain
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Source, dotted, shape
from companion.model.core.words import Name, say
from companion.resources import data_dir

from . import files
from .kinds import FILE, MOST_BYTES, MOST_PICTURE_BYTES, PICTURES, Manifest, picture_fault, printable
from .source import Files, Unreadable


class Pack:
    """One pack in memory: its manifest, and its records as JSON by kind and id, in the order of their ids."""

    def __init__(
        self, manifest: Manifest, records: Mapping[str, Mapping[str, Json]], source: Files | None = None
    ) -> None:
        """Hold `records`; they are not checked here (`check` does). `source`: where its pictures are."""
        self.manifest = manifest
        self.records = records
        self.source = source
        self.others: tuple[Files, ...] = ()
        """Where the packs joined to it are."""

    @staticmethod
    def load(path: Path) -> Pack:
        """Read a pack, a folder or one file; raises InvalidInput at the file at fault.

        Its records are typed when they are used.
        """
        source = open_pack(path)
        manifest = read_manifest(source)
        records: dict[str, dict[str, Json]] = {}
        for kind, at in files.records(source):
            data, problem = files.read(source, at)
            if problem is not None:
                raise InvalidInput(at + dotted(problem.pointer), problem.what)
            id = data.get("id") if isinstance(data, dict) else None
            if id != f"{manifest.namespace}:{files.stem(at)}":
                raise InvalidInput(f"{at}.id", say("The id must be {id}.", id=f"{manifest.namespace}:{files.stem(at)}"))
            records.setdefault(kind, {})[id] = data
        return Pack(manifest, records, source)

    def joined(self, other: Pack) -> Pack:
        """Add the records of another pack of its namespace, which has none of its ids."""
        both = {kind: {**self.records.get(kind, {}), **found} for kind, found in other.records.items()}
        joined = Pack(self.manifest, {**self.records, **both}, self.source)
        joined.others = (*self.others, *([other.source] if other.source is not None else []))
        return joined

    def picture(self, name: str) -> bytes | None:
        """The picture called ``hero.png``, safe to decode; None when there is none."""
        at = f"{PICTURES}/{name}"
        if self.source is None or at not in self.source.sizes:
            return None
        try:
            data = self.source.read(at, MOST_PICTURE_BYTES)
        except Unreadable:
            return None  # it has gone since, or is damaged: the card is drawn as one without a picture
        return data if picture_fault(data, Path(name).suffix) is None else None


def open_pack(path: Path) -> Files:
    """The files of a pack; raises InvalidInput."""
    try:
        return files.opened(path)
    except Unreadable as wrong:
        raise InvalidInput(printable(path.name), wrong.why) from None


def read_manifest(source: Files) -> Manifest:
    """The manifest of a pack; raises InvalidInput."""
    if FILE not in source.sizes:
        raise InvalidInput(FILE, say("A pack needs a file {file}; it is missing here.", file=FILE))
    data, problem = files.read(source, FILE)
    for wrong in (problem,) if problem else shape(data, Manifest):
        raise InvalidInput(FILE + dotted(wrong.pointer), wrong.what)
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
                raise InvalidInput(name, say("Two packs are named {name}.", name=name))
            for needed in pack.manifest.needs:
                if needed not in self._by_name:
                    raise InvalidInput(name, say("This pack needs the pack {needed}.", needed=needed))
            self._by_name[name] = pack

    @staticmethod
    def load(*paths: Path) -> Library:
        """Read packs, folders or single files; raises InvalidInput at the file at fault."""
        return Library(Pack.load(path) for path in paths)

    @staticmethod
    def shipped() -> Library:
        """The packs that come with the app; read once, always the same object."""
        return _shipped()

    def with_packs(self, *paths: Path) -> Library:
        """Add further packs after its own: a new library; raises InvalidInput."""
        return Library((*self.packs, *(Pack.load(path) for path in paths)))

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

    def picture(self, id: str, name: str) -> bytes | None:
        """The picture that the record `id` names (``hero.png``), safe to decode; None when there is none."""
        pack = self._by_name.get(id.partition(":")[0])
        return pack.picture(name) if pack is not None else None

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
    house, *games = (Pack.load(data_dir() / folder) for folder in SHIPPED)
    for one in games:
        house = house.joined(one)
    return Library([house])


SHIPPED = ("house", "house-sake", "house-chronicles")
"""The folders of the house box, one a game: to whoever plays it is one pack."""


_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def everything(path: Path) -> dict[str, bytes]:
    """All files of a pack that belong to it; raises InvalidInput."""
    source = open_pack(path)
    strange = set(files.strangers(source))
    content: dict[str, bytes] = {}
    for name in source.sizes:
        if name in strange or name.partition("/")[0] in strange:
            continue
        most = MOST_PICTURE_BYTES if name.startswith(PICTURES + "/") else MOST_BYTES
        try:
            content[name] = source.read(name, most)
        except Unreadable as wrong:
            raise InvalidInput(name, wrong.why) from None
    return content


def typed(record: Json, type_: type[msgspec.Struct]) -> dict[str, Json]:
    """A copy of a record that is known to be of its type; raises InvalidInput at the field at fault."""
    for problem in shape(record, type_):
        raise InvalidInput(dotted(problem.pointer).removeprefix("."), problem.what)
    copy: dict[str, Json] = plain(record)
    return copy


def readable(data: Json) -> bytes:
    """JSON as people like to read it."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def called(data: Json, id: str) -> Name:
    """The name of a record; of one that has none, what it is called within its pack."""
    name = (data.get("name") or data.get("names")) if isinstance(data, dict) else None
    return Name.of(name) if isinstance(name, (str, dict)) and name else Name.of(id.partition(":")[2] or id)


def slug(words: str, otherwise: str) -> str:
    """A word for ids and files out of any name."""
    plain = unicodedata.normalize("NFKD", words.replace("ß", "ss").replace("œ", "oe").replace("Œ", "oe"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-") or otherwise


def token(length: int) -> str:
    """A few letters so that packs of two people are never called the same."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def later(manifest: Manifest) -> str:
    """The version after that of a pack."""
    major, minor, patch = manifest.number
    return f"{major}.{minor}.{patch + 1}" if patch < 999_999 else f"{major}.{minor + 1}.0"
