"""Checks a pack, a folder or one file: every problem, with its file, a JSON pointer into it, and what is wrong.

What cannot be used (`Finding.broken`) is told apart from what can, and should be better. `read_pack` gives the records
that can be used, so that one broken card of a pack does not take the others off the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.model.effects.checker import Problem
from companion.model.effects.tree import SOURCES

from . import files, names, pictures
from .among import Known, collisions, idle, leading_back
from .kinds import Kind, Reference
from .library import Library, Pack
from .limits import (
    MOST_FINDINGS,
    MOST_FINDINGS_HERE,
    MOST_PICTURE_BYTES,
    MOST_RECORDS_BYTES,
    MOST_RECORDS_VALUES,
)
from .manifest import FILE, Manifest
from .shape import shape, step, texts
from .source import Files, Unreadable

R = TypeVar("R", bound=msgspec.Struct)


class Finding(msgspec.Struct, frozen=True):
    """A problem of a pack: `file` relative to the pack (empty: the pack itself), `pointer` empty for the whole file."""

    file: str
    pointer: str
    what: Message
    broken: bool = True
    """What it is about cannot be used; else it can, and should be better."""


class Reading(msgspec.Struct, frozen=True):
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


def check_pack(path: Path, kinds: Iterable[Kind], base: Library | None = None) -> list[Finding]:
    """Every problem of the pack at `path`; `base` holds the packs before it, which its manifest may need."""
    return list(read_pack(path, kinds, base).findings)


def read_pack(path: Path, kinds: Iterable[Kind], base: Library | None = None) -> Reading:
    """The pack at `path`, what can be used of it, and every problem; never raises, whatever is there."""
    try:
        source = files.opened(path)
    except Unreadable as wrong:
        if not path.exists():
            return Reading(None, None, {}, (_no_manifest(),))
        return Reading(None, None, {}, (Finding("", "", wrong.why),))
    return _Reader(source, kinds, base).reading()


class _Reader:
    """Reads one pack."""

    def __init__(self, source: Files, kinds: Iterable[Kind], base: Library | None) -> None:
        self.source, self.base = source, base
        self.kinds = {kind.id: kind for kind in kinds}
        self.found: list[Finding] = []
        self.manifest = self._manifest()
        self.sound = _Sound(base, self.manifest.needs if self.manifest is not None else ())
        self.records: dict[tuple[str, str], Known] = {}
        self.every: dict[str, dict[str, tuple[str, Json]]] = {}
        self.there: set[tuple[str, str]] = set()
        self.pictures: set[str] = set()

    def reading(self) -> Reading:
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
        return Reading(self.manifest, pack, self.every, tuple(found))

    def _tell(self, file: str, problem: Problem, broken: bool = True) -> None:
        self.found.append(Finding(names.shown(file), problem.pointer, problem.what, broken))

    def _manifest(self) -> Manifest | None:
        if FILE not in self.source.sizes:
            self.found.append(_no_manifest())
            return None
        data, unreadable = files.read(self.source, FILE)
        manifest, problems = (None, [unreadable]) if unreadable else _convert(data, Manifest)
        for problem in problems:
            self._tell(FILE, problem)
        if manifest is None:
            return None
        for problem in _texts(data, Manifest, manifest):
            self._tell(FILE, problem, broken=False)
        if "en" not in manifest.languages:
            self._tell(FILE, Problem("/languages", say("English is missing.")), broken=False)
        for n, language in enumerate(manifest.languages):
            if language in manifest.languages[:n]:
                self._tell(FILE, Problem(f"/languages/{n}", say("This is said twice.")), broken=False)
        self._neighbours(manifest)
        return manifest

    def _neighbours(self, manifest: Manifest) -> None:
        """The packs before it: none of its name, and all that it needs."""
        before = {} if self.base is None else {pack.manifest.namespace: pack for pack in self.base.packs}
        same = before.get(manifest.namespace)
        if same is not None and not _same_place(same, self.source):
            why = say("Another pack is called {name} already.", name=manifest.namespace)
            self._tell(FILE, Problem("/namespace", why))
        for n, needed in enumerate(manifest.needs):
            if needed not in before or needed == manifest.namespace:
                why = say("The pack {name} is not there, or not before this one.", name=needed)
                self._tell(FILE, Problem(f"/needs/{n}", why))

    def _strangers(self) -> None:
        records = {name for _, name in files.records(self.source)}
        for name, why in self.source.odd.items():
            if name not in records:
                self._tell(name, Problem("", why), broken=False)
        for name in files.strangers(self.source):
            self._tell(name, Problem("", say("This belongs to no pack.")), broken=False)

    def _pictures(self) -> None:
        for name in files.drawn(self.source):
            short = name.rpartition("/")[2]
            stem, ending = Path(short).stem, Path(short).suffix
            if not names.STEM.fullmatch(stem):
                self._tell(name, Problem("", _plain_name()))
                continue
            try:
                wrong = pictures.fault(self.source.read(name, MOST_PICTURE_BYTES), ending)
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
        for kind_id, file in files.records(self.source):
            sizes += self.source.sizes.get(file, 0)
            if sizes > MOST_RECORDS_BYTES or values > MOST_RECORDS_VALUES:
                self._tell("", Problem("", say("The records of this pack are too big together.")))
                return
            if len(self.found) > MOST_FINDINGS:
                self._tell("", Problem("", say("There are too many problems to look for more.")))
                return
            kind = self.kinds[kind_id]
            counted[kind_id] += 1
            if counted[kind_id] > kind.most:
                if counted[kind_id] == kind.most + 1:
                    self._tell("", Problem("", say("There are too many records of the kind {kind}: {most} at most.",
                                                   kind=kind_id, most=kind.most)))  # fmt: skip
                continue
            data, unreadable, held = files.measured(self.source, file)
            values += held
            if unreadable is None and held > kind.values:
                unreadable = Problem("", say("This file holds too many values."))
            if unreadable is not None:
                self._tell(file, unreadable)
            stem = files.stem(file)
            if not names.STEM.fullmatch(stem):
                self._tell(file, Problem("", _plain_name()))
                continue
            if self.manifest is None:
                self._record(data, kind, file, None)
                continue
            id = f"{self.manifest.namespace}:{stem}"
            self.there.add((kind_id, id))
            if unreadable is None:
                self.every.setdefault(kind_id, {})[id] = (file, data)
                self._record(data, kind, file, id)

    def _record(self, data: Json, kind: Kind, file: str, id: str | None) -> None:
        value, wrong = _convert(data, kind.type)
        if isinstance(data, dict):
            if id is not None and data.get("id") != id and not any(problem.pointer == "/id" for problem in wrong):
                wrong.append(Problem("/id", say("The id must be {id}, after the pack and the file.", id=id)))
            if self.manifest is not None:
                for problem in islice(_texts(data, kind.type, self.manifest), MOST_FINDINGS_HERE):
                    self._tell(file, problem, broken=False)
            for problem in islice(_provenance(data), MOST_FINDINGS_HERE):
                self._tell(file, problem, broken=False)
        if not wrong:
            wrong = list(islice(kind.problems(value), MOST_FINDINGS_HERE))
        for problem in wrong:
            self._tell(file, problem)
        if not wrong and id is not None:
            self.sound.records.setdefault(kind.id, {})[id] = data
            self.records[kind.id, id] = Known(kind, file, id, value, tuple(kind.references(value)))

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
        for key, record in tuple(self.records.items()):
            if key in self.records:
                self._rules(record)
        self._drop_incomplete()
        for file, problem in (*idle(read), *collisions(self.every)):
            self._tell(file, problem, broken=False)

    def _named(self, record: Known, reference: Reference) -> None:
        if reference.kind == pictures.KIND:
            if reference.id not in self.pictures and f"{pictures.FOLDER}/{reference.id}" not in self.source.sizes:
                why = say("There is no picture {name}.", name=reference.id)
                self._tell(record.file, Problem(reference.pointer, why), broken=False)
            return
        if self.sound.find(reference.kind, reference.id) is not None:
            return
        if (reference.kind, reference.id) not in self.there:  # else its file has problems of its own, told already
            why = say("There is no {kind} {id}.", kind=reference.kind, id=reference.id)
            self._tell(record.file, Problem(reference.pointer, why))

    def _rules(self, record: Known) -> None:
        try:
            wrong = list(islice(record.kind.rules(record.value, self.sound), MOST_FINDINGS_HERE))
            noted = [] if wrong else list(islice(record.kind.notes(record.value, self.sound), MOST_FINDINGS_HERE))
        except InvalidInput as unfit:
            wrong, noted = [Problem("", unfit.why)], []
        for problem in wrong:
            self._tell(record.file, problem)
        for problem in noted:
            self._tell(record.file, problem, broken=False)
        if wrong:
            self._drop(record)

    def _drop_incomplete(self) -> None:
        """Take out what names something that is not there, and then what names that, to the end."""
        while True:
            lost = [record for record in self.records.values() if not self._complete(record)]
            for record in lost:
                self._drop(record)
            if not lost:
                return

    def _complete(self, record: Known) -> bool:
        return all(
            reference.kind == pictures.KIND or self.sound.find(reference.kind, reference.id) is not None
            for reference in record.names
        )

    def _drop(self, record: Known) -> None:
        del self.records[record.kind.id, record.id]
        del self.sound.records[record.kind.id][record.id]


def _convert(data: Json, type_: type[R]) -> tuple[R | None, list[Problem]]:
    """A record as its type, or every place where it is not of it."""
    try:
        return msgspec.convert(data, type_), []
    except msgspec.ValidationError as wrong:
        found = list(islice(shape(data, type_), MOST_FINDINGS_HERE))
        return None, found or [Problem("", say("This is not what is expected here: {problem}.", problem=str(wrong)))]


def _no_manifest() -> Finding:
    return Finding(FILE, "", say("A pack has a file {file}; here is none.", file=FILE))


def _plain_name() -> Message:
    return say("Files are called with lower-case letters, digits and hyphens.")


def _same_place(pack: Pack, source: Files) -> bool:
    return pack.source is not None and pack.source.path.resolve() == source.path.resolve()


def _texts(data: Mapping[str, Json], type_: Any, manifest: Manifest) -> Iterator[Problem]:
    """Each text has the languages of the pack."""
    for pointer, text in texts(data, type_):
        for language in manifest.languages:
            if language not in text:
                what = say("The name is missing in this language.") if pointer == "/name" else _text_missing()
                yield Problem(step(pointer, language), what)
        for language in text:
            if language not in manifest.languages:
                yield Problem(step(pointer, language), say("The pack does not speak this language."))


def _text_missing() -> Message:
    return say("The text is missing in this language.")


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
