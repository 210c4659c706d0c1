"""Games out of files and into files: taken in one by one while the window goes on, and what came of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.file_names import GAME, title_of
from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.file_dialogs import ask_for_folder, ask_where_to_save
from companion.ui.kit.layouts import LEFT, vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.screen import waited
from companion.ui.kit.scroll import ScrollColumn, ScrollFade
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, Translated, discard
from companion.ui.play.storage import GameStorage, LibraryStorage, Source, StorageError, Taken
from companion.ui.shell import library_filters as words


class Fault(msgspec.Struct, frozen=True):
    """A file that gave no game: why, and where in it."""

    label: str
    where: str
    why: Message
    others: tuple[tuple[str, Message], ...] = ()
    """What else is wrong with it: where, and why."""


class ImportReport(msgspec.Struct, frozen=True):
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
    """The `ImportReport`."""

    def __init__(self, storage: LibraryStorage, screen: QWidget) -> None:
        """Nothing is being taken in. On `screen` one sees a large file come."""
        super().__init__(screen)
        self._storage, self._screen = storage, screen
        self._at_it = False
        self._left: list[Path | Source] = []
        self._again = False
        self.report = ImportReport()
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._one)

    @property
    def busy(self) -> bool:
        return self._at_it or self._next.isActive()

    def take(self, files: Sequence[Path | Source], *, again: bool = False) -> None:
        """Take these in too; `again`: even games that are there already."""
        if not self.busy:
            self.report = ImportReport()
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


NAMED = 6
"""So many damaged games are named."""


class Giving(QObject):
    """`said` carries a `Message`: where the games are now, or why not."""

    said = Signal(object)

    def __init__(self, storage: GameStorage, parent: QWidget) -> None:
        super().__init__(parent)
        self._storage, self._page = storage, parent

    def file(self, id: int) -> None:
        """Ask where, and write a game there."""
        names = []
        if not self._do(lambda: names.append(self._storage.library.file_name(id))):
            return
        path = ask_where_to_save(self._page, say("Export this game…"), title_of(names[0]), GAME)
        if path is not None and self._do(lambda: self._storage.export(id, path)):
            self.said.emit(say("The game is saved in {path}.", path=str(path)))

    def archive(self, ids: Sequence[int]) -> None:
        """Ask where, and write games into one archive."""
        path = ask_where_to_save(self._page, say("Export these games as one archive…"), tr(say("Games")), ".zip")
        if path is not None:
            self._many(ids, path)

    def into_folder(self, ids: Sequence[int]) -> None:
        """Ask where, and write games into a folder, a file each."""
        path = ask_for_folder(self._page, say("Export these games to a folder…"))
        if path is not None:
            self._many(ids, path)

    def _many(self, ids: Sequence[int], target: Path) -> None:
        done: list[tuple[int, Sequence[str]]] = []
        if not self._do(lambda: done.append(self._storage.library.export(ids, target))):
            return
        written, damaged = done[0]
        if damaged:
            names = ", ".join(damaged[:NAMED])
            self.said.emit(
                say("{games} saved in {path}. Damaged and left out: {names}.",
                    games=words.games(written), path=str(target), names=names)
            )  # fmt: skip
        else:
            self.said.emit(say("{games} saved in {path}.", games=words.games(written), path=str(target)))

    def _do(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except StorageError as wrong:
            self.said.emit(wrong.why)
            return False
        return True


SHOWN = 200
"""So many files are named; the others are counted."""


class ReportPage(Translated, QWidget):
    """`closed`: enough of it; `again`: take in even what is there already; `stopped`: no more files."""

    closed = Signal()
    again = Signal()
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report, self._done, self._all = ImportReport(), 0, 0
        self.heading = Heading("", self, level=2)
        self.summary = Label(self)
        self.lines: list[Label] = []
        self._inside = QWidget()
        self._box = vbox(on=self._inside, spacing=3, margins=(0, 0, 6, 0))
        area = ScrollColumn(self._inside, self)
        ScrollFade(area, "surface")
        self._area = area
        self.take_again = InkButton("", "secondary", self, sign="copy", clicked=self.again)
        self.close_ = InkButton("", "primary", self)
        self.close_.clicked.connect(lambda: (self.stopped if self.busy else self.closed).emit())
        vbox(self.heading, self.summary, (area, 1), (self.take_again, LEFT), (self.close_, LEFT), on=self, spacing=8)
        self.retranslate()

    @property
    def busy(self) -> bool:
        """Whether files are still being taken in."""
        return self._done < self._all

    def go_on(self, done: int, all_: int) -> None:
        """So many files of so many are done."""
        self._done, self._all = done, max(all_, done + 1)
        self._tell()

    def show_report(self, report: ImportReport) -> None:
        self._report, self._done, self._all = report, 0, 0
        self.retranslate()

    def retranslate(self) -> None:
        for line in self.lines:
            self._box.removeWidget(line)
            discard(line)
        while self._box.count():
            self._box.takeAt(0)
        self.lines = []
        report = self._report
        for fault in report.faults[:SHOWN]:
            self._line(fault.label, heading=True)
            for where, why in ((fault.where, fault.why), *fault.others):
                place = say("{where}: {why}", where=where, why=why) if where else why
                self._line(tr(place), role_is_bad=True)
        for source, taken in report.known[:SHOWN]:
            self._line(source.label, heading=True)
            self._line(tr(self._known(taken.game.name, taken.steps - taken.game.steps)))
        more = max(0, len(report.faults) - SHOWN) + max(0, len(report.known) - SHOWN)
        if more:
            self._line(tr(say("and {files} more", files=words.files(more))))
        self._box.addStretch(1)
        self._area.setAccessibleName(tr(say("Result for each file")))
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.lines else Qt.FocusPolicy.NoFocus)
        self._tell()

    def _known(self, name: str, further: int) -> Message:
        if further > 0:
            return say("You already have it as “{name}”, but this copy is longer by {steps}.",
                       name=name, steps=words.steps(further))  # fmt: skip
        return say("You already have it as “{name}”.", name=name)

    def _line(self, text: str, *, heading: bool = False, role_is_bad: bool = False) -> None:
        line = Label(self._inside, role="ink" if heading else "shaken" if role_is_bad else "faded",
                       font="strong" if heading else "text")  # fmt: skip
        line.setText(text.replace("/", "/\u200b").replace("\\", "\\\u200b") if heading else text)
        line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if heading and self.lines:
            self._box.addSpacing(fonts.px(8))
        self._box.addWidget(line)
        self.lines.append(line)

    def _tell(self) -> None:
        report = self._report
        if self.busy:
            self.heading.setText(tr(say("Importing games…")))
            self.summary.setText(tr(say("{done} of {all}", done=self._done, all=self._all)))
        else:
            self.heading.setText(tr(say("Imported: {games}", games=words.games(len(report.new)))))
            parts = []
            if report.known:
                parts.append(tr(say("Duplicates: {files}.", files=words.files(len(report.known)))))
            if report.faults:
                parts.append(tr(say("Unusable: {files}.", files=words.files(len(report.faults)))))
            self.summary.setText(" ".join(parts) or tr(say("All files were imported.")))
        self.take_again.setVisible(bool(report.known) and not self.busy)
        self.take_again.setText(tr(say("Import them anyway")))
        self.close_.setText(tr(say("Stop")) if self.busy else tr(say("Close")))
