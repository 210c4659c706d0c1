"""The workshop: the packs in a person's data folder, their own and those they were given, and all work on them.

A pack lies in ``<root>/<namespace>/``; archives dropped into the folder are read too. Everything written is there as a
whole or not at all. Sentences of every error are in its `why`: InvalidInput and what derives from it for what was asked
wrongly, WorkshopError for a disk that does not do as it should.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from companion.model.core import atomic
from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Source, dotted
from companion.model.core.words import Name, say

from . import files
from .check import Finding
from .collection import Collection
from .kinds import (
    FILE,
    FORMAT,
    MOST_PICTURE_BYTES,
    PICTURE,
    PICTURE_ENDINGS,
    PICTURES,
    Kind,
    Manifest,
    cleaned_picture,
    is_device,
    name_fault,
    picture_fault,
    picture_kind,
)
from .library import (
    called,
    everything,
    later,
    open_pack,
    read_manifest,
    readable,
    slug,
    token,
    typed,
)
from .pack_folder import AlreadyThere, Faulty, InUse, Listed, PackOffer, WorkshopError, guarded
from .source import write_archive

__all__ = ["AlreadyThere", "Faulty", "InUse", "Listed", "PackOffer", "Workshop", "WorkshopError"]

FIRST_VERSION = "1.0.0"


class Workshop(Collection):
    """The packs of a data folder. To be used from one thread."""

    def create(
        self,
        name: str | Mapping[str, str],
        languages: Sequence[str] = ("en",),
        *,
        license: str = "private",
        source: Source = "owner",
    ) -> str:
        """Make an empty pack that may be edited; gives its namespace: from the name, unique, and for ever.

        A word alone is the pack's name in all its languages. Raises InvalidInput, WorkshopError.
        """
        words = dict.fromkeys(languages, name) if isinstance(name, str) else dict(name)
        begin = slug(next(iter(words.values()), ""), "pack")[:30].strip("-")
        namespace = next(free for _ in count() if self._is_free(free := f"{begin}-{token(4)}"))
        manifest = {
            "format": FORMAT,
            "namespace": namespace,
            "version": FIRST_VERSION,
            "name": words,
            "license": license,
            "languages": list(languages),
            "source": source,
        }
        written = readable(typed(manifest, Manifest))
        self._folder.state.own.append(namespace)
        self._folder.keep()
        self._put(namespace, {FILE: written}, None)
        return namespace

    def describe(self, namespace: str, /, **values: Json) -> Manifest:
        """Change what a pack says of itself: `name`, `languages`, `license`, `version`, `source`, `needs`.

        Raises InvalidInput, WorkshopError.
        """
        listed = self._owned(namespace)
        if values.keys() - {"name", "languages", "license", "version", "source", "needs"}:
            raise InvalidInput(FILE, say("This field is unknown."))
        changed = typed({**msgspec.to_builtins(listed.manifest), **values}, Manifest)
        self._write(namespace, FILE, readable(changed))
        self._list()
        return msgspec.convert(changed, Manifest)

    def adopt(self, namespace: str) -> None:
        """Allow to edit a pack that somebody else made; an archive is unpacked. Raises InvalidInput, WorkshopError."""
        listed = self.find(namespace)
        if listed.manifest is None or listed.manifest.namespace != namespace:
            raise Faulty(self.check(namespace))
        if listed.own:
            return
        if listed.path.is_file():
            self._put(namespace, self._content(namespace), listed.path, listed.manifest.version)
        elif listed.path.name != namespace:
            with guarded():
                listed.path.rename(self.root / namespace)
        self._folder.state.own.append(namespace)
        self._folder.keep()
        self.refresh()

    def new_id(self, namespace: str, kind: str, name: str | Mapping[str, str]) -> str:
        """An id for a new record, after its name, that none of the pack has or ever had."""
        self._owned(namespace)
        word = name if isinstance(name, str) else name.get("en") or next(iter(name.values()), "")
        begin = slug(word, kind)[:34].strip("-")
        taken = {stem.replace("-", "") for stem in self._stems(namespace, kind)}
        ids = (begin if n == 1 else f"{begin}-{n}" for n in count(1))
        stem = next(stem for stem in ids if stem.replace("-", "") not in taken and not is_device(stem))
        return f"{namespace}:{stem}"

    def save(self, namespace: str, kind: str, record: Json) -> list[Finding]:
        """Write a record, new or in the place of the one with its id; gives the problems that it now has or makes.

        Other packs that it names are noted as needed. Raises InvalidInput when its types are wrong (nothing is
        written then), WorkshopError.
        """
        listed = self._owned(namespace)
        assert listed.manifest is not None
        record = typed(record, self._kind(kind).type)
        self._refuse_id(namespace, kind, record["id"])
        written = readable(record)
        problem = files.parse(written)[1]
        if problem is not None:
            raise InvalidInput("", problem.what)
        file = files.place(kind, record["id"])
        before = set(self._read(namespace).findings)
        needs = self._needs(listed.manifest, kind, record)
        if needs != listed.manifest.needs:
            self.describe(namespace, needs=list(needs))
        self._write(namespace, file, written)
        return [found for found in self._read(namespace).findings if found.file == file or found not in before]

    def save_all(
        self, namespace: str, records: Iterable[tuple[str, Json]], gone: Iterable[tuple[str, str]] = ()
    ) -> list[Finding]:
        """Write many records at once and take others (kind, id) away, all or nothing; gives what is wrong then.

        The pack as it was is kept aside. Ids of records taken away may be given again. Raises as `save` does.
        """
        listed = self._owned(namespace)
        assert listed.manifest is not None
        written: dict[str, bytes] = {}
        manifest = listed.manifest
        for kind, data in records:
            record = typed(data, self._kind(kind).type)
            self._refuse_id(namespace, kind, record["id"])
            written[files.place(kind, record["id"])] = readable(record)
            manifest = structs.replace(manifest, needs=self._needs(manifest, kind, record))
        for text in written.values():
            if (problem := files.parse(text)[1]) is not None:
                raise InvalidInput("", problem.what)
        away = {files.place(kind, id) for kind, id in gone}
        content = {name: data for name, data in everything(listed.path).items() if name not in away}
        written[FILE] = readable(msgspec.to_builtins(manifest))
        self._put(namespace, {**content, **written}, listed.path, manifest.version)
        return [found for found in self._read(namespace).findings if found.file in written]

    def delete(self, namespace: str, kind: str, id: str) -> None:
        """Delete a record; its id is never given again. Raises InUse, InvalidInput, WorkshopError."""
        listed = self._owned(namespace)
        if id not in self.records(namespace, kind):
            raise InvalidInput(id, say("There is no {kind} {id}.", kind=kind, id=id))
        users = [name for name, key in self._users(namespace, (kind, id)) if key != (kind, id)]
        if users:
            raise InUse(id, users)
        self._folder.state.retired.setdefault(namespace, []).append(f"{kind}/{id.partition(':')[2]}")
        self._folder.keep()
        with guarded():
            (listed.path / files.place(kind, id)).unlink(missing_ok=True)
        self._changed(namespace)

    def put_picture(self, namespace: str, picture: Path | bytes, name: str = "") -> str:
        """Add a picture, without what cameras write into it; gives its name in the pack (``hero.png``).

        `name`: what it shows. Raises InvalidInput when it is no PNG or JPEG, too big, or damaged; WorkshopError.
        """
        self._owned(namespace)
        data = picture if isinstance(picture, bytes) else _picture_in(picture)
        ending = next((end for end, kind in PICTURE_ENDINGS.items() if kind == picture_kind(data)), "")
        wrong = picture_fault(data, ending)
        if wrong is not None:
            raise InvalidInput("picture", wrong)
        data = cleaned_picture(data)
        begin = slug(name or (picture.stem if isinstance(picture, Path) else ""), "picture")[:40].strip("-")
        for n in count(1):
            wanted = f"{begin}{ending}" if n == 1 else f"{begin}-{n}{ending}"
            if is_device(wanted):
                continue
            there = self._bytes(namespace, f"{PICTURES}/{wanted}")
            if there is None:
                self._write(namespace, f"{PICTURES}/{wanted}", data)
                return wanted
            if there == data:
                return wanted
        raise AssertionError("numbers do not end")

    def export(self, namespace: str, path: Path) -> Manifest:
        """Write a pack into one file (``*.okko-pack``): the same pack gives the same bytes.

        A pack edited here that has changed since it was exported last becomes a later version. Raises Faulty when
        parts of it cannot be used, WorkshopError.
        """
        reading, listed = self._read(namespace), self.find(namespace)
        if reading.broken or listed.manifest is None:
            raise Faulty(reading.findings)
        content = self._content(namespace)
        manifest = listed.manifest
        if listed.own:
            bare = {**content, FILE: readable(msgspec.to_builtins(structs.replace(manifest, version="0.0.0")))}
            digest = hashlib.sha256(write_archive(bare)).hexdigest()
            version, known = self._folder.state.exported.get(namespace, ("", digest))
            if known != digest and version == manifest.version:
                manifest = self.describe(namespace, version=later(manifest))
                content = self._content(namespace)
            self._folder.state.exported[namespace] = (manifest.version, digest)
            self._folder.keep()
        with guarded():
            atomic.write(path, write_archive(content))
        return manifest

    def look(self, path: Path) -> PackOffer:
        """A pack in a file or a folder, and whether it could be installed; raises InvalidInput when it is none."""
        manifest = read_manifest(open_pack(path))
        found = list(self._outside(path, manifest.namespace).findings)
        installed = self._places.get(manifest.namespace)
        return PackOffer(manifest, tuple(found), installed.manifest if installed is not None else None)

    def install(self, path: Path, *, replace: bool = False) -> Manifest:
        """Take a pack out of a file or a folder, as a whole or not at all; it is switched on, after the others.

        With `replace` in the place of the one with its namespace, which is kept aside. Raises Faulty when something
        in it cannot be used, AlreadyThere, InvalidInput when it is no pack, WorkshopError.
        """
        offer = self.look(path)
        if not offer.sound:
            raise Faulty(offer.findings)
        namespace = offer.manifest.namespace
        there = self._places.get(namespace)
        if there is not None and not replace:
            raise AlreadyThere(offer, there.manifest or offer.manifest)
        content = everything(path)
        before = there.path if there is not None else None
        version = there.manifest.version if there is not None and there.manifest is not None else ""
        self._put(namespace, content, before, version)
        return offer.manifest

    def remove(self, namespace: str) -> None:
        """Take a pack away; `restore` brings it back. Raises InUse when packs need it, InvalidInput, WorkshopError."""
        listed = self.find(namespace)
        users = [
            Name.of(other.manifest.name)
            for other in self._places.values()
            if other.manifest is not None and namespace in other.manifest.needs
        ]
        if users:
            raise InUse(namespace, users)
        self._folder.take_away(namespace, listed.path, listed.manifest.version if listed.manifest is not None else "")
        self._changed(namespace)

    def restore(self, namespace: str) -> None:
        """Bring back a pack that was removed; raises InvalidInput when there is no copy, WorkshopError."""
        if not self._folder.bring_back(namespace):
            raise InvalidInput(namespace, say("This pack has no backup."))
        self._changed(namespace)

    def _put(self, namespace: str, content: Mapping[str, bytes], before: Path | None, version: str = "") -> None:
        with guarded():
            self.root.mkdir(parents=True, exist_ok=True)
        self._folder.put(namespace, content, before, version)
        self._changed(namespace)

    def _write(self, namespace: str, file: str, data: bytes) -> None:
        path = self.find(namespace).path / file
        with guarded():
            path.parent.mkdir(exist_ok=True)
            atomic.write(path, data)
        self._stamp[namespace] = self._stamp.get(namespace, 0) + 1
        self._library = None

    def _bytes(self, namespace: str, file: str) -> bytes | None:
        path = self.find(namespace).path / file
        with guarded():
            return path.read_bytes() if path.is_file() else None

    def _content(self, namespace: str) -> dict[str, bytes]:
        """All files of a pack that belong to it, without pictures that no record shows."""
        reading, content = self._read(namespace), everything(self.find(namespace).path)
        shown = {
            f"{PICTURES}/{reference.id}"
            for kind, records in reading.every.items()
            for _, data in records.values()
            for reference in self._references(kind, data)
            if reference.kind == PICTURE
        }
        return {name: data for name, data in content.items() if not name.startswith(PICTURES + "/") or name in shown}

    def _owned(self, namespace: str) -> Listed:
        listed = self.find(namespace)
        if not listed.own or listed.manifest is None:
            raise InvalidInput(namespace, say("This pack cannot be edited here."))
        return listed

    def _kind(self, kind: str) -> Kind:
        if kind not in self.kinds:
            raise InvalidInput(kind, say("There is no such kind of record."))
        return self.kinds[kind]

    def _is_free(self, namespace: str) -> bool:
        shipped = {pack.manifest.namespace for pack in self.base.packs}
        return namespace not in shipped and namespace not in self._places and not self._folder.kept(namespace)

    def _stems(self, namespace: str, kind: str) -> Iterator[str]:
        """What the records of a kind are and were called."""
        for id in self.records(namespace, kind):
            yield id.partition(":")[2]
        for retired in self._folder.state.retired.get(namespace, ()):
            if retired.startswith(f"{kind}/"):
                yield retired.partition("/")[2]

    def _refuse_id(self, namespace: str, kind: str, id: str) -> None:
        owner, _, stem = id.partition(":")
        if owner != namespace:
            raise InvalidInput("id", say("Ids in this pack start with {namespace}:.", namespace=namespace))
        wrong = name_fault(files.place(kind, id))
        if wrong is not None or is_device(stem):
            raise InvalidInput("id", wrong or say("This name is reserved for a device on some systems."))

    def _references(self, kind: str, data: Json) -> tuple[Any, ...]:
        """What a record names, if it can be read as one."""
        try:
            return tuple(self.kinds[kind].references(msgspec.convert(data, self.kinds[kind].type)))
        except msgspec.ValidationError:
            return ()

    def _needs(self, manifest: Manifest, kind: str, record: Json) -> tuple[str, ...]:
        """The packs that a pack needs once it holds this record; raises InvalidInput when one needs it in turn."""
        found = list(manifest.needs)
        known = {*self._places, *(pack.manifest.namespace for pack in self.base.packs)}
        for reference in self._references(kind, record):
            namespace = reference.id.partition(":")[0] if ":" in reference.id else manifest.namespace
            if namespace == manifest.namespace or namespace in found or namespace not in known:
                continue
            if manifest.namespace in self._needed_by(namespace):
                raise InvalidInput(dotted(reference.pointer).removeprefix("."), say(
                    "The pack {name} needs this one; two packs cannot need each other.", name=namespace))  # fmt: skip
            found.append(namespace)
        return tuple(found)

    def _needed_by(self, namespace: str) -> set[str]:
        """All that a pack needs, and what those need."""
        found: set[str] = set()
        ahead = [namespace]
        while ahead:
            listed = self._places.get(ahead.pop())
            for needed in listed.manifest.needs if listed is not None and listed.manifest is not None else ():
                if needed not in found:
                    found.add(needed)
                    ahead.append(needed)
        return found

    def _users(self, namespace: str, named: tuple[str, str]) -> Iterator[tuple[Name, tuple[str, str]]]:
        """The records, of any pack here, that name a record: their names, kinds and ids."""
        for listed in self._places.values():
            if listed.manifest is None or (listed.namespace != namespace and namespace not in listed.manifest.needs):
                continue
            for kind, records in self._read(listed.namespace).every.items():
                for id, (_, data) in records.items():
                    if named in {(reference.kind, reference.id) for reference in self._references(kind, data)}:
                        yield called(data, id), (kind, id)


def _picture_in(path: Path) -> bytes:
    with guarded(), atomic.reading(path) as file:
        return file.read(MOST_PICTURE_BYTES + 1)
