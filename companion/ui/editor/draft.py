"""A record on the desk: its JSON, its undo, its findings. Whatever changes it goes through here and is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from companion.model.content.check import Finding
from companion.model.core.contract import Json

MOST_UNDONE = 500
PAUSE_MS = 250
"""Letters of a word are kept when nobody has typed for so long."""
Keep: TypeAlias = Callable[[Json], Sequence[Finding]]
"""Puts a record where it is safe, and says what is wrong with it; raises nothing."""


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
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(MOST_UNDONE)
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
        if record != self.record:
            self._typing = bool(merge)
            self.stack.push(_Change(self._set, self.record, record, deed, merge))
            self._typing = False

    def undo(self) -> None:
        """Take the last change back."""
        self.stack.undo()

    def redo(self) -> None:
        """Change it again."""
        self.stack.redo()

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
        """Nobody works on it any more."""
        if self._pause.isActive():
            self.keep_now()


class _Change(QUndoCommand):
    """From one record to another."""

    def __init__(self, do: Callable[[Json], None], before: Json, after: Json, deed: str, merge: str) -> None:
        super().__init__(deed)
        self._do, self._before, self.after, self.merge = do, before, after, merge

    def redo(self) -> None:
        """Make the change."""
        self._do(self.after)

    def undo(self) -> None:
        """Take it back."""
        self._do(self._before)

    def id(self) -> int:
        """Changes that may be one."""
        return 1 if self.merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Letters of one word, steps of one number."""
        if not isinstance(other, _Change) or other.merge != self.merge:
            return False
        self.after = other.after
        if self.after == self._before:
            self.setObsolete(True)
        return True
