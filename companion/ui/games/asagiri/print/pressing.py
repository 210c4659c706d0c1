"""Writing what was printed into files, a page or a picture at a time, so that the window goes on living."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import QBuffer, QDate, QIODevice, QLocale, QObject, QTimer, Signal
from PySide6.QtGui import QImageWriter

from companion.model.core import atomic
from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.games.asagiri.report import Report
from companion.model.games.asagiri.report.markdown import markdown
from companion.ui.games.asagiri.cards.face import Say

from .press import printing
from .printable import Printable

Written: TypeAlias = "tuple[Path, bytes] | bool"
"""A file to be written; else whether a page of one that comes later is done, or only a bit of one."""


class Pressing(QObject):
    """Writes files in slices. `progressed`: so many steps of so many; `written`: the last file; `failed`: why."""

    progressed = Signal(int, int)
    written = Signal(Path)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        """Nothing is being written."""
        super().__init__(parent)
        self._work: Iterator[Written] | None = None
        self._done, self._all = 0, 0
        self._last = Path()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._work is not None

    def begin(self, work: Iterator[Written], steps: int) -> None:
        """Write what `work` gives, in about so many `steps`; nothing happens while something else is being written."""
        if self._work is None:
            self._work, self._done, self._all = work, 0, steps
            self._timer.start()

    def stop(self) -> None:
        """Leave it; what was not finished is not written."""
        self._timer.stop()
        self._work = None

    def _go_on(self) -> None:
        work = self._work
        if work is None:
            return
        try:
            found = next(work)
            if not isinstance(found, bool):
                atomic.write(*found)
                self._last = found[0]
        except StopIteration:
            self.stop()
            self.written.emit(self._last)
            return
        except OSError as wrong:
            self.stop()
            self.failed.emit(say("The file cannot be written: {why}", why=wrong.strerror or str(wrong)))
            return
        if found is False:
            return
        self._done += 1
        self.progressed.emit(min(self._done, self._all), self._all)


def pdf_work(job: Printable, path: Path) -> Iterator[Written]:
    """A PDF, page by page."""
    for found in printing(job):
        yield (path, found) if found else found is not None


def markdown_work(report: Report, session: Session[Any], tell: Say, path: Path, day: str) -> Iterator[Written]:
    """A battle report: its pictures into a folder beside it, then the text, which finds them all there."""
    from companion.ui.games.asagiri.board import scenery

    from .leaves import position

    folder = path.with_name(f"{path.stem}-{tell(PICTURES)}")
    if report.shots:
        folder.mkdir(exist_ok=True)
    named: dict[int, str] = {}
    for shot in report.shots:
        if shot.cursor in named:
            continue
        state = session.state_at(shot.cursor)
        look = scenery.of_game(session.header, state)
        for _ in position.prepare(state, look, shot.squares):
            yield False
        file = folder / f"{len(named) + 1:02}.png"
        image = position.image(state, look, tell, shot.squares)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, b"png").write(image)
        named[shot.cursor] = f"{folder.name}/{file.name}"
        yield file, bytes(buffer.data().data())
    text = markdown(report, tell, named, session.state_at, day)
    yield path, text.encode()


PICTURES: Message = say("pictures")


def day_words(day: datetime | None, language: str) -> str:
    """A day as it is written in a language; nothing for none."""
    if day is None:
        return ""
    return QLocale(language).toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat)
