"""The workshop of any game: packs of one's own, their lists and editors; here the pack being edited and its records.

An editor is one object for a kind of record: it says what the kind is called, draws its small picture, makes a new
record, and makes the widget (`Body`) that a person works in. A game's `WorkshopScreen` is given its editors; nothing
else of the workshop knows kinds. The screen around the body brings the name in three languages, undo and redo, the
findings and the way back. The body shows `draft.record`, shows it again on `draft.changed`, and changes it by nothing
but `draft.change(record, deed)`: it holds no data of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from companion.model.content.check import Finding
from companion.model.content.files import place
from companion.model.content.library import Library, Pack
from companion.model.content.pack_folder import WorkshopError
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

if TYPE_CHECKING:
    from companion.model.content.kinds import Manifest
    from companion.ui.kit.keys import Context


class RecordSource(Protocol):
    """Where pictures of records find others that they name: a pack being edited, or all that is played with."""

    def find(self, kind: str, id: str) -> Json | None:
        """A record, or None."""


class PackContext(QObject):
    """See the module. `changed`: something of the pack; `wanted`: somebody asks for another record (kind, id,
    pointer); `more`: and for another new one of a kind; `said`: a `Message` for a passing note; `tried`: set-up and
    `GameSettings` of a game to be played at once; `printed`: a record (kind, id) is to be put on paper.
    """

    changed = Signal()
    wanted = Signal(str, str, str)
    more = Signal(str)
    said = Signal(object)
    tried = Signal(object, object)
    printed = Signal(str, str)
    writing_changed = Signal()

    def __init__(self, workshop: Workshop, pack: str = "", parent: QObject | None = None) -> None:
        """Work on `pack`, a namespace of the workshop."""
        super().__init__(parent)
        self.workshop, self.pack = workshop, pack
        self.stamp = 0
        """Counts what has changed, so that pictures know when they are old."""
        self._drawn: dict[tuple[str, str], QPixmap] = {}
        self._writing = ""
        self.kept_bands: Callable[[], Sequence[tuple[str, Sequence[Any]]]] = tuple
        """Name and members of the bands that lie in storage; who shows the workshop may know some."""

    @property
    def content(self) -> Library:
        """Everything that can be played with, this pack's sound records among it."""
        return self.workshop.library()

    @property
    def manifest(self) -> Manifest | None:
        """What the pack says of itself; None: it cannot be read, or is not made yet."""
        shipped = self.shipped
        return (
            shipped.manifest if shipped is not None else self.workshop.find(self.pack).manifest if self.pack else None
        )

    @property
    def languages(self) -> tuple[str, ...]:
        manifest = self.manifest
        return manifest.languages if manifest is not None else ("en",)

    @property
    def first(self) -> str:
        """The language that comes first: that of the window, when the pack speaks it."""
        return tr.language if tr.language in self.languages else self.languages[0]

    @property
    def writing(self) -> str:
        return self._writing if self._writing in self.languages else self.first

    def write_in(self, language: str) -> None:
        if language != self.writing:
            self._writing = language
            self.writing_changed.emit()

    def spoken(self, words: Mapping[str, str], text: str) -> dict[str, str]:
        """Words with `text` in the language written in. Other languages that say the same as the first, or nothing,
        follow it.
        """
        now = self.writing
        before = words.get(now, "")
        made = dict(words)
        for code in self.languages:
            follows = now == self.first and words.get(code, "") in ("", before)
            if code == now or follows or (not words.get(code) and not before):
                made[code] = text
        return {code: word for code, word in made.items() if word}

    def records(self, kind: str) -> Mapping[str, Json]:
        """The pack's records of a kind by id, those with faults included."""
        if (shipped := self.shipped) is not None:
            return shipped.records.get(kind, {})
        return self.workshop.records(self.pack, kind) if self.pack else {}

    def every(self, kind: str) -> dict[str, Json]:
        """All records of a kind that can be named: those of the pack first, with faults too, then all others."""
        own = self.records(kind)
        return {**own, **{id: data for id, data in self.content.every(kind) if id not in own}}

    @property
    def shipped(self) -> Pack | None:
        return next((pack for pack in self.workshop.base.packs if pack.manifest.namespace == self.pack), None)

    def find(self, kind: str, id: str) -> Json | None:
        """A record of the pack, else of any pack that is played with."""
        ours = self.shipped is None and bool(self.pack) and id.startswith(f"{self.pack}:")
        own = self.workshop.record(self.pack, kind, id) if ours else None
        return own if own is not None else self.content.find(kind, id)

    def draft(self, kind: str, id: str, parent: QObject) -> RecordDraft:
        """A record of the pack on the desk; KeyError when there is none."""
        record = self.records(kind)[id]
        return RecordDraft(kind, record, lambda changed: self.keep(kind, changed), self.findings(kind, id), parent)

    def file(self, kind: str, id: str) -> str:
        return place(kind, id)

    def findings(self, kind: str, id: str) -> list[Finding]:
        file = self.file(kind, id)
        return [found for found in self.workshop.check(self.pack) if found.file == file]

    def keep(self, kind: str, record: Json) -> Sequence[Finding]:
        """Keep a record in the pack; gives its problems. What cannot be written is a problem of its own."""
        file = self.file(kind, str(record["id"]))
        try:
            found = self.workshop.save(self.pack, kind, record)
        except InvalidInput as wrong:
            return [Finding(file, pointer_of(wrong.path), wrong.why)]
        except WorkshopError as wrong:
            return [Finding(file, "", wrong.why)]
        self.touch()
        return [one for one in found if one.file == file]

    def write_copy(self, kind: str, record: Json, pack: str, *, fresh: bool = False) -> str:
        """Write a copy of a record into a pack; `fresh`: under a name of its own. Its id.

        Raises what the workshop raises.
        """
        workshop = self.workshop
        manifest = workshop.find(pack).manifest
        languages = manifest.languages if manifest is not None else ("en",)
        names = name_of(record)
        word = next(iter(names.values()), tr(say("Copy")))
        names = {code: names.get(code) or names.get("en") or word for code in languages}
        if fresh:
            names = {code: tr(say("{name} (copy)", name=name))[:120] for code, name in names.items()}
        made = {**record, "id": workshop.new_id(pack, kind, names), name_field(record): names}
        made.pop("provenance", None)  # whoever copies it answers for it from now on
        if isinstance(made.get("picture"), str):
            data = self.content.picture(str(record["id"]), made["picture"])
            made["picture"] = workshop.put_picture(pack, data, Path(made["picture"]).stem) if data else None
        workshop.save(pack, kind, made)
        return str(made["id"])

    def touch(self) -> None:
        self.stamp += 1
        self.changed.emit()

    def picture(self, id: str, name: str) -> QPixmap:
        """A picture that the record `id` names, whatever pack it is of; an empty one when there is none."""
        key = (id.partition(":")[0], name)
        if key not in self._drawn:
            made = QPixmap()
            data = self.picture_data(id, name)
            if data is not None:
                made.loadFromData(data)
            self._drawn[key] = made
        return self._drawn[key]

    def picture_data(self, id: str, name: str) -> bytes | None:
        """A picture that the record `id` names, as it lies in its pack."""
        pack = id.partition(":")[0]
        try:
            return self.workshop.picture(pack, name)
        except InvalidInput:
            return self.content.picture(f"{pack}:", name)

    def put_picture(self, picture: Path | bytes, name: str = "") -> str:
        """Take a picture into the pack; its name there, or nothing after `said` has told why not."""
        try:
            return self.workshop.put_picture(self.pack, picture, name)
        except (InvalidInput, WorkshopError) as wrong:
            self.say(wrong.why)
            return ""

    def say(self, why: Message) -> None:
        self.said.emit(why)

    def go(self, kind: str, id: str, pointer: str = "") -> None:
        self.wanted.emit(kind, id, pointer)


def pointer_of(path: str) -> str:
    """A dotted path (``vigilant.attack``) as a JSON pointer."""
    return "".join(f"/{part}" for part in path.replace("[", ".").replace("]", "").split(".") if part)


MOST_UNDONE = 500
PAUSE_MS = 250
"""Letters of a word are kept when nobody has typed for so long."""
Keep: TypeAlias = Callable[[Json], Sequence[Finding]]
"""Puts a record where it is safe, and says what is wrong with it; raises nothing."""


class _Change(NamedTuple):
    """From one record to another."""

    before: Json
    after: Json
    deed: str
    merge: str


# not a QUndoStack: when Python's garbage collector finds one together with its commands, it deletes these first, and
# the stack then reaches for what is gone (a crash with PySide 6.11)
class RecordDraft(QObject):
    """See the module. `changed`: another record; `checked`: other findings. Records are never changed in place."""

    changed = Signal()
    checked = Signal()

    def __init__(
        self, kind: str, record: Json, keep: Keep, findings: Sequence[Finding] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.kind = kind
        self.record = record
        self.findings: tuple[Finding, ...] = tuple(findings)
        self._keep = keep
        self._done: list[_Change] = []
        self._undone: list[_Change] = []
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.keep_now)
        self._typing = False

    @property
    def id(self) -> str:
        """The record's id; it never changes."""
        return str(self.record["id"])

    def change(self, record: Json, deed: str, merge: str = "") -> None:
        """Make it this record. `deed` names the change; changes in a row with one `merge` are undone together."""
        if record == self.record:
            return
        last = self._done[-1] if self._done and not self._undone else None
        if last is not None and merge and last.merge == merge:
            self._done.pop()
            before = last.before
        else:
            before = self.record
        if record != before:
            self._done = [*self._done[1 - MOST_UNDONE :], _Change(before, record, deed, merge)]
        self._undone = []
        self._typing = bool(merge)
        self._set(record)
        self._typing = False

    def undo_name(self) -> str | None:
        """The name of the change that `undo` takes back; None: there is none."""
        return self._done[-1].deed if self._done else None

    def redo_name(self) -> str | None:
        """The name of the change that `redo` makes again; None: there is none."""
        return self._undone[-1].deed if self._undone else None

    def undo(self) -> None:
        if self._done:
            self._undone.append(self._done.pop())
            self._set(self._undone[-1].before)

    def redo(self) -> None:
        if self._undone:
            self._done.append(self._undone.pop())
            self._set(self._done[-1].after)

    def _set(self, record: Json) -> None:
        self.record = record
        if self._typing:
            self._pause.start()
        else:
            self.keep_now()
        self.changed.emit()

    def keep_now(self) -> None:
        """Put the record where it is safe, whoever still types."""
        self._pause.stop()
        findings = tuple(self._keep(self.record))
        if findings != self.findings:
            self.findings = findings
            self.checked.emit()

    def close(self) -> None:
        if self._pause.isActive():
            self.keep_now()


def name_field(record: Any) -> str:
    """The field in which a record has its name: games differ."""
    return "names" if isinstance(record, dict) and isinstance(record.get("names"), dict) else "name"


def name_of(record: Any) -> dict[str, str]:
    """The name of a record, language to word; nothing where there is none."""
    name = record.get(name_field(record)) if isinstance(record, dict) else None
    return {key: word for key, word in name.items() if isinstance(word, str)} if isinstance(name, dict) else {}


class Body(Translated, QWidget):
    """What a person works in. The keys go to it when the editor opens: `setFocusProxy`."""

    def show_field(self, pointer: str) -> bool:
        """Bring the keys to the field at a JSON pointer (``/walls/2``); whether there is one."""
        return False

    def keep_now(self) -> None:
        """The desk is cleared: keep what lies beside the record."""

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        """What fixed keys do here, for the overview."""
        return ()

    @property
    def contexts(self) -> tuple[Context, ...]:
        """Whose keys of the table of keys hold here."""
        return ()


@dataclass(frozen=True, slots=True)
class Editor:
    """One kind of record; see the module."""

    kind: str
    """Its id in the packs: ``tile``."""
    one: Message
    """One of it ("Tile"), several ("Tiles"), and what makes one ("New tile")."""
    many: Message
    new: Message
    blank: Callable[[str, dict[str, str], PackContext], Json]
    """A new record with an id and a name that passes `check`; the bench knows what it may name."""
    body: Callable[[RecordDraft, PackContext], Body]
    paint: Callable[[QPainter, QRectF, Json, PackContext], None]
    """The small picture of a record; one with faults is drawn as far as it can be."""
    ratio: float = 1.0
    """Height of the picture as a share of its width."""
    play: Callable[[Json, PackContext, QWidget], None] | None = None
    """Ask beside a widget who plays, then let `bench.tried` know; None: it cannot be played at once."""


def sharp(pen: QPainter) -> float:
    """The pixel ratio of what is painted on."""
    device = pen.device()
    return device.devicePixelRatio() if device is not None else 1.0
