"""Taking in files of games, one after the other while the window goes on; what came of each is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.kit.busy import waited
from companion.ui.play.storage import LibraryStorage, Source, StorageError, Taken


class Fault(msgspec.Struct, frozen=True):
    """A file that gave no game: why, and where in it."""

    label: str
    where: str
    why: Message
    others: tuple[tuple[str, Message], ...] = ()
    """What else is wrong with it: where, and why."""


class Report(msgspec.Struct, frozen=True):
    """What came of some files."""

    new: tuple[Taken, ...] = ()
    known: tuple[tuple[Source, Taken], ...] = ()
    """Games that are there already."""
    faults: tuple[Fault, ...] = ()

    @property
    def count(self) -> int:
        """So many files were looked at."""
        return len(self.new) + len(self.known) + len(self.faults)


class Taking(QObject):
    """Each file is taken as a whole or not at all. `went_on` carries how many are done, and of how many."""

    went_on = Signal(int, int)
    ended = Signal(object)
    """The `Report`."""

    def __init__(self, storage: LibraryStorage, screen: QWidget) -> None:
        """Nothing is being taken in. On `screen` one sees a large file come."""
        super().__init__(screen)
        self._storage, self._screen = storage, screen
        self._at_it = False
        self._left: list[Path | Source] = []
        self._again = False
        self.report = Report()
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._one)

    @property
    def busy(self) -> bool:
        """Whether there is still something to do."""
        return self._at_it or self._next.isActive()

    def take(self, files: Sequence[Path | Source], *, again: bool = False) -> None:
        """Take these in too; `again`: even games that are there already."""
        if not self.busy:
            self.report = Report()
        self._again = again
        self._left += files
        self._next.start()

    def stop(self) -> None:
        """Leave what is not taken in yet."""
        if self.busy:
            self._left = []
            if not self._at_it:
                self._end()

    def _one(self) -> None:
        if not self._left:
            self._end()
            return
        file = self._left.pop(0)
        label = file.label if isinstance(file, Source) else str(file)
        self._next.stop()
        self._at_it = True
        try:
            if isinstance(file, Source):
                self._take(file)
            else:
                self._open(file)
        except InvalidInput as wrong:
            self._fault(Fault(label, wrong.path, wrong.why, tuple((one.path, one.why) for one in wrong.others)))
        except StorageError as wrong:
            self._fault(Fault(label, "", wrong.why))
        except Cancelled:
            self._left = []
        finally:
            self._at_it = False
        self._next.start()
        self.went_on.emit(self.report.count, self.report.count + len(self._left))

    def _open(self, path: Path) -> None:
        sources = self._storage.sources(path)
        if not sources:
            raise InvalidInput("", say("It contains no game files."))
        self._left[:0] = sources

    def _take(self, source: Source) -> None:
        what = say("Importing {file}…", file=Path(source.member or source.path).name)
        taken = waited(self._screen, what, lambda: self._storage.take(source, again=self._again))
        report = self.report
        if taken.new:
            self.report = msgspec.structs.replace(report, new=(*report.new, taken))
        else:
            self.report = msgspec.structs.replace(report, known=(*report.known, (source, taken)))

    def _fault(self, fault: Fault) -> None:
        self.report = msgspec.structs.replace(self.report, faults=(*self.report.faults, fault))

    def _end(self) -> None:
        self._next.stop()
        self.ended.emit(self.report)
