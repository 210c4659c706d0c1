"""Checks a pack, a folder or one file: every problem, with its file, a JSON pointer into it, and what is wrong.

What cannot be used (`Finding.broken`) is told apart from what can, and should be better. `read_pack` gives the records
that can be used, so that one broken card of a pack does not take the others off the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.model.core import progress
from companion.model.core.contract import Json
from companion.model.core.refusal import Problem
from companion.model.core.words import Message, say

from . import files
from .kinds import (
    FILE,
    MOST_FINDINGS,
    MOST_PICTURE_BYTES,
    MOST_RECORDS_BYTES,
    MOST_RECORDS_VALUES,
    PICTURE,
    PICTURES,
    STEM,
    Kind,
    Manifest,
    Reference,
    picture_fault,
    printable,
)
from .library import Library, Pack
from .record_checks import (
    Alone,
    Memory,
    SoundRecord,
    Watched,
    collisions,
    convert,
    idle,
    leading_back,
    look,
    ruled,
    spoken,
    unshown,
)
from .source import Files, Unreadable

R = TypeVar("R", bound=msgspec.Struct)


class Finding(msgspec.Struct, frozen=True):
    """A problem of a pack: `file` relative to the pack (empty: the pack itself), `pointer` empty for the whole file."""

    file: str
    pointer: str
    what: Message
    broken: bool = True
    """What it is about cannot be used; else it can, and should be better."""


class PackReading(msgspec.Struct, frozen=True):
    """A pack as it was read: its manifest, if it has one, what can be used of it, and every problem."""

    manifest: Manifest | None
    pack: Pack | None
    """The sound records only; None when its manifest or the whole of it cannot be used."""
    every: Mapping[str, Mapping[str, tuple[str, Json]]]
    """File and JSON of all records that could be read at all, by kind and id."""
    findings: tuple[Finding, ...]

    @property
    def broken(self) -> bool:
        """Whether something in it cannot be used."""
        return any(finding.broken for finding in self.findings)


class _Sound:
    """The records of the pack that have no fault of their own, then those of the packs it may name."""

    def __init__(self, base: Library | None, needs: tuple[str, ...]) -> None:
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


class _Among:
    """The sound records of the pack among those of all packs before it, whether or not it may name them."""

    def __init__(self, sound: _Sound, base: Library | None) -> None:
        self._sound, self._base = sound, base

    def find(self, kind: str, id: str) -> Json | None:
        own = self._sound.find(kind, id)
        return own if own is not None or self._base is None else self._base.find(kind, id)

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        yield from self._sound.every(kind)
        yield from self._base.every(kind) if self._base is not None else ()


def check_pack(path: Path, kinds: Iterable[Kind], base: Library | None = None) -> list[Finding]:
    """Every problem of the pack at `path`; `base` holds the packs before it, which its manifest may need."""
    return list(read_pack(path, kinds, base).findings)


def read_pack(
    path: Path, kinds: Iterable[Kind], base: Library | None = None, memory: Memory | None = None
) -> PackReading:
    """The pack at `path`, what can be used of it, and every problem; never raises, whatever is there.

    `memory`: of the same pack as it was read before, to look only at what has changed since.
    """
    try:
        source = files.opened(path)
    except Unreadable as wrong:
        if not path.exists():
            return PackReading(None, None, {}, (_no_manifest(),))
        return PackReading(None, None, {}, (Finding("", "", wrong.why),))
    return _Reader(source, kinds, base, memory or Memory()).reading()


class _Reader:
    def __init__(self, source: Files, kinds: Iterable[Kind], base: Library | None, memory: Memory) -> None:
        self.source, self.base, self.memory = source, base, memory
        self.kinds = {kind.id: kind for kind in kinds}
        self.found: list[Finding] = []
        self.manifest = self._manifest()
        self.sound = _Sound(base, self.manifest.needs if self.manifest is not None else ())
        self.records: dict[tuple[str, str], SoundRecord] = {}
        self.every: dict[str, dict[str, tuple[str, Json]]] = {}
        self.there: set[tuple[str, str]] = set()
        self.pictures: set[str] = set()

    def reading(self) -> PackReading:
        if FILE in self.source.sizes:
            self._strangers()
            self._pictures()
            self._alone()
            self._together()
        pack = None
        if self.manifest is not None and not any(found.broken and found.file in ("", FILE) for found in self.found):
            pack = Pack(self.manifest, self.sound.records, self.source)
        found = sorted(self.found, key=lambda finding: (finding.file, finding.pointer))
        if len(found) > MOST_FINDINGS:
            more = say("There are more problems; these are the first {count}.", count=MOST_FINDINGS)
            rest = any(finding.broken for finding in found[MOST_FINDINGS:])
            found = [*found[:MOST_FINDINGS], Finding("", "", more, rest)]
        return PackReading(self.manifest, pack, self.every, tuple(found))

    def _tell(self, file: str, problem: Problem, broken: bool = True) -> None:
        self.found.append(Finding(printable(file), problem.pointer, problem.what, broken))

    def _manifest(self) -> Manifest | None:
        if FILE not in self.source.sizes:
            self.found.append(_no_manifest())
            return None
        data, unreadable = files.read(self.source, FILE)
        manifest, problems = (None, [unreadable]) if unreadable else convert(data, Manifest)
        problems += [] if manifest is None else unshown(data, Manifest)
        for problem in problems:
            self._tell(FILE, problem)
        if manifest is None:
            return None
        for problem in spoken(data, Manifest, manifest):
            self._tell(FILE, problem, broken=False)
        if "en" not in manifest.languages:
            self._tell(FILE, Problem("/languages", say("The English text is missing.")), broken=False)
        for n, language in enumerate(manifest.languages):
            if language in manifest.languages[:n]:
                self._tell(FILE, Problem(f"/languages/{n}", say("This appears twice.")), broken=False)
        self._neighbours(manifest)
        return manifest

    def _neighbours(self, manifest: Manifest) -> None:
        """The packs before it: none of its name, and all that it needs."""
        before = {} if self.base is None else {pack.manifest.namespace: pack for pack in self.base.packs}
        same = before.get(manifest.namespace)
        if same is not None and not _same_place(same, self.source):
            why = say("Another pack is already named {name}.", name=manifest.namespace)
            self._tell(FILE, Problem("/namespace", why))
        for n, needed in enumerate(manifest.needs):
            if needed not in before or needed == manifest.namespace:
                why = say("The pack {name} is missing or comes after this one.", name=needed)
                self._tell(FILE, Problem(f"/needs/{n}", why))

    def _strangers(self) -> None:
        records = {name for _, name in files.records(self.source)}
        for name, why in self.source.odd.items():
            if name not in records:
                self._tell(name, Problem("", why), broken=False)
        for name in files.strangers(self.source):
            self._tell(name, Problem("", say("This does not belong to any pack.")), broken=False)

    def _pictures(self) -> None:
        for name in files.drawn(self.source):
            short = name.rpartition("/")[2]
            stem, ending = Path(short).stem, Path(short).suffix
            if not STEM.fullmatch(stem):
                self._tell(name, Problem("", _plain_name()))
                continue
            try:
                wrong = picture_fault(self.source.read(name, MOST_PICTURE_BYTES), ending)
            except Unreadable as unreadable:
                wrong = unreadable.why
            if wrong is not None:
                self._tell(name, Problem("", wrong))
            else:
                self.pictures.add(short)

    def _alone(self) -> None:
        """Each record by itself; what is right goes into `records` and `sound`."""
        sizes = values = 0
        counted: Counter[str] = Counter()
        for n, (kind_id, file) in enumerate(files.records(self.source)):
            progress.told(n, 2 * len(self.source.sizes))
            sizes += self.source.sizes.get(file, 0)
            if sizes > MOST_RECORDS_BYTES or values > MOST_RECORDS_VALUES:
                self._tell("", Problem("", say("The records of this pack are too large in total.")))
                return
            if len(self.found) > MOST_FINDINGS:
                self._tell("", Problem("", _too_many()))
                return
            if (kind := self.kinds.get(kind_id)) is None:
                continue  # of a game that nobody asked about
            counted[kind_id] += 1
            if counted[kind_id] > kind.most:
                if counted[kind_id] == kind.most + 1:
                    self._tell("", Problem("", say("Too many records of kind {kind}: at most {most}.",
                                                   kind=kind_id, most=kind.most)))  # fmt: skip
                continue
            stem = files.stem(file)
            id = f"{self.manifest.namespace}:{stem}" if self.manifest is not None else None
            if not STEM.fullmatch(stem):
                self._tell(file, Problem("", _plain_name()))
                continue
            if id is not None:
                self.there.add((kind_id, id))
            alone = self._remembered(kind, file, id)
            values += alone.values
            for problem in alone.broken:
                self._tell(file, problem)
            for problem in alone.flawed:
                self._tell(file, problem, broken=False)
            if id is not None and alone.readable:
                self.every.setdefault(kind_id, {})[id] = (file, alone.data)
            if id is not None and alone.value is not None:
                self.sound.records.setdefault(kind_id, {})[id] = alone.data
                self.records[kind_id, id] = SoundRecord(kind, file, id, alone.value, alone.names)

    def _remembered(self, kind: Kind, file: str, id: str | None) -> Alone:
        try:
            text = files.raw(self.source, file)
        except Unreadable as wrong:
            return Alone(None, 0, False, None, (), (Problem("", wrong.why),), ())
        about = (id, self.manifest.languages if self.manifest is not None else ())
        alone = self.memory.alone(file, text, about)
        if alone is None:
            alone = look(text, kind, id, self.manifest)
            self.memory.learn_alone(file, text, about, alone)
        return alone

    def _together(self) -> None:
        """Each record among the others. What names something that cannot be used cannot be used either."""
        read = tuple(self.records.values())
        for record in read:
            for reference in record.names:
                self._named(record, reference)
        circles = list(leading_back(self.records.values()))
        for record, problem in circles:
            self._tell(record.file, problem)
        for record in {record.id: record for record, _ in circles}.values():
            self._drop(record)
        self._drop_incomplete()
        for n, (key, record) in enumerate(tuple(self.records.items())):
            progress.told(len(self.source.sizes) + n, 2 * len(self.source.sizes))
            if len(self.found) > MOST_FINDINGS:
                self._tell("", Problem("", _too_many()))
                return
            if key in self.records and self._complete(record):
                self._rules(record)
        self._drop_incomplete()
        for file, problem in (*idle(read), *collisions(self.every), *self._pondered()):
            self._tell(file, problem, broken=False)

    def _pondered(self) -> Iterator[tuple[str, Problem]]:
        """What a kind says of all its records at once."""
        for kind in self.kinds.values():
            held = {record.id: record for record in self.records.values() if record.kind is kind}
            values = {id: record.value for id, record in held.items()}
            for id, problem in islice(kind.together(values, _Among(self.sound, self.base)), MOST_FINDINGS):
                yield held[id].file, problem

    def _named(self, record: SoundRecord, reference: Reference) -> None:
        if reference.kind == PICTURE:
            if reference.id not in self.pictures and f"{PICTURES}/{reference.id}" not in self.source.sizes:
                why = say("There is no picture named {name}.", name=reference.id)
                self._tell(record.file, Problem(reference.pointer, why), broken=False)
            return
        if self.sound.find(reference.kind, reference.id) is not None:
            return
        if (reference.kind, reference.id) not in self.there:  # else its file has problems of its own, told already
            why = say("There is no {kind} {id}.", kind=reference.kind, id=reference.id)
            self._tell(record.file, Problem(reference.pointer, why))

    def _rules(self, record: SoundRecord) -> None:
        key, data = (record.kind.id, record.id), self.sound.records[record.kind.id][record.id]
        among = self.memory.among(key, data, self.sound)
        if among is None:
            watched = Watched(self.sound)
            among = ruled(record, watched)
            self.memory.learn_among(key, data, watched, among)
        for problem in among.broken:
            self._tell(record.file, problem)
        for problem in among.flawed:
            self._tell(record.file, problem, broken=False)
        if among.broken:
            self._drop(record)

    def _drop_incomplete(self) -> None:
        """Take out what names something that is not there, and then what names that, to the end."""
        while True:
            lost = [record for record in self.records.values() if not self._complete(record)]
            for record in lost:
                self._drop(record)
            if not lost:
                return

    def _complete(self, record: SoundRecord) -> bool:
        return all(
            reference.kind == PICTURE or self.sound.find(reference.kind, reference.id) is not None
            for reference in record.names
        )

    def _drop(self, record: SoundRecord) -> None:
        del self.records[record.kind.id, record.id]
        del self.sound.records[record.kind.id][record.id]


def _no_manifest() -> Finding:
    return Finding(FILE, "", say("A pack needs a file {file}; it is missing here.", file=FILE))


def _too_many() -> Message:
    return say("Too many problems; the check stopped here.")


def _plain_name() -> Message:
    return say("File names may only use lower-case letters, digits and hyphens.")


def _same_place(pack: Pack, source: Files) -> bool:
    places = (*([pack.source] if pack.source is not None else []), *pack.others)
    return any(place.path.resolve() == source.path.resolve() for place in places)
