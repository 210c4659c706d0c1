"""A record on the desk: its JSON, its undo, its findings. Whatever changes it goes through here and is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal

from companion.model.content.check import Finding
from companion.model.core.contract import Json

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
class Draft(QObject):
    """See the module. `changed`: another record; `checked`: other findings. Records are never changed in place."""

    changed = Signal()
    checked = Signal()

    def __init__(
        self, kind: str, record: Json, keep: Keep, findings: Sequence[Finding] = (), parent: QObject | None = None
    ) -> None:
        """`record` as it is kept now."""
        super().__init__(parent)
        self.kind = kind
        self.record = record
        self.findings: tuple[Finding, ...] = tuple(findings)
        self._keep = keep
        self._done: list[_Change] = []
        self._undone: list[_Change] = []
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
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
