"""Printed matter as pages of pieces, in millimetres: previewed, painted into a PDF and written in the background."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import (
    QBuffer,
    QDate,
    QIODevice,
    QLocale,
    QMarginsF,
    QObject,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from companion.model.core import atomic
from companion.model.core.words import say
from companion.ui.kit.paper.sheets import POINT, Draw, Layout, PageRectangle, PrintCard, SheetSide, pages
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget, Sized


def nothing() -> Iterator[None]:
    """No work."""
    return iter(())


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page that is painted by itself: a side of a card, or the whole page."""

    key: Hashable
    """What it shows: pieces of one key and size look the same."""
    box: PageRectangle
    paint: Callable[[QPainter], None]
    """Paints it; its upper left corner is the origin, a unit a millimetre."""
    turned: bool = False
    """It stands on its head."""
    prepare: Callable[[], Iterator[None]] = nothing
    """What has to be done before it is painted, bit by bit, so that nobody waits."""


class Printable(ABC):
    """Pages, `width` × `height` as they are read."""

    title: str
    width: float
    height: float

    @property
    @abstractmethod
    def count(self) -> int:
        """How many pages."""

    @abstractmethod
    def pieces(self, number: int) -> Sequence[PagePart]:
        """What lies on a page, counted from 0."""

    def paint_margin(self, pen: QPainter, number: int) -> None:
        """Paint what lies around the pieces; a unit of `pen` is a millimetre."""
        return


DPI = 1200
PX_PER_MM = 372 / 63
"""Cards are painted at this many logical pixels a millimetre, whatever their format: letters are 2 to 3 mm high."""
HAIR = 0.1
"""Width of a cutting mark, in mm."""
RULER = 50.0
ROOM_FOR_FOOT = 10.5
"""Millimetres beside the cards that the ruler and the title need."""


class Job(Printable):
    """Cards in their order, one for each copy. `scale_note` stands beside the ruler: to be printed at true size."""

    def __init__(self, title: str, cards: tuple[PrintCard, ...], layout: Layout, scale_note: str) -> None:
        self.title, self.cards, self.layout, self.scale_note = title, cards, layout, scale_note
        self.width, self.height = layout.width, layout.height
        self.pages: list[SheetSide[PrintCard]] = pages(cards, layout)
        """In the order in which they are printed."""

    @property
    def count(self) -> int:
        return len(self.pages)

    def pieces(self, number: int) -> list[PagePart]:
        """The sides of cards on a page."""
        page = self.pages[number]
        sides = [(box, card, False) for box, card in page.fronts] + [(box, card, True) for box, card in page.backs]
        return [
            PagePart((card, back), box, partial(_paint_card, box=box, draw=card.back if back else card.front),
                  back and page.turned)
            for box, card, back in sides
        ]  # fmt: skip

    def paint_margin(self, pen: QPainter, number: int) -> None:
        """Marks to cut along, a ruler, what it is."""
        with fonts.on_paper():
            _paint_marks(pen, self.layout)
            _paint_foot(pen, self, f"{number + 1}/{self.count}")


def paint_pieces(pen: QPainter, job: Printable, number: int) -> None:
    """Paint one side of a sheet; a unit of `pen` is a millimetre."""
    for piece in job.pieces(number):
        pen.save()
        pen.translate(piece.box.x, piece.box.y)
        if piece.turned:
            pen.translate(piece.box.width, piece.box.height)
            pen.rotate(180)
        with fonts.on_paper():
            piece.paint(pen)
        pen.restore()
    job.paint_margin(pen, number)


def _paint_card(pen: QPainter, box: PageRectangle, draw: Draw) -> None:
    size = QSize(round(box.width * PX_PER_MM), round(box.height * PX_PER_MM))
    pen.save()
    pen.setClipRect(QRectF(0, 0, box.width, box.height), Qt.ClipOperation.IntersectClip)
    pen.scale(box.width / size.width(), box.height / size.height())
    draw(pen, size)
    pen.restore()


def _paint_marks(pen: QPainter, how: Layout) -> None:
    pen.save()
    for line in how.marks():
        mark = QPen(QColor("#000000"), HAIR, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        if line.fold:
            mark.setDashPattern([8, 5])
        pen.setPen(mark)
        pen.drawLine(QPointF(line.x1, line.y1), QPointF(line.x2, line.y2))
    pen.restore()


def _paint_foot(pen: QPainter, job: Job, number: str) -> None:
    """A ruler to see whether the page was printed at its true size, and what it is; where there is room."""
    how, block = job.layout, job.layout.block
    pen.save()
    if how.height - block.bottom >= ROOM_FOR_FOOT:
        pen.translate(block.x, how.height - (how.height - block.bottom) / 2 + 0.5)
        length = block.width
    elif block.x >= ROOM_FOR_FOOT:
        pen.translate(block.x / 2 + 0.5, block.bottom)
        pen.rotate(-90)
        length = block.height
    else:
        pen.restore()
        return
    grey = QColor("#5B5248")
    pen.setPen(QPen(grey, HAIR * 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    pen.drawLine(QPointF(0, 0), QPointF(RULER, 0))
    for n in range(6):
        high = 1.6 if n in (0, 5) else 0.9
        pen.drawLine(QPointF(n * RULER / 5, -high / 2), QPointF(n * RULER / 5, high / 2))
    share = 2.4 / 12
    pen.scale(share, share)
    font = fonts.font("small")
    metrics = QFontMetricsF(font)
    pen.setFont(font)
    y = metrics.ascent() / 2 - metrics.descent() / 4
    pen.drawText(QPointF((RULER + 3) / share, y), job.scale_note)
    said = f"{job.title} · {number}"
    room = length / share - (RULER + 3) / share - metrics.horizontalAdvance(job.scale_note) - 20
    said = metrics.elidedText(said, Qt.TextElideMode.ElideRight, max(0.0, room))
    pen.drawText(QPointF(length / share - metrics.horizontalAdvance(said), y), said)
    pen.restore()


def printing(job: Printable) -> Iterator[bytes | None]:
    """Make a PDF page by page: letters as letters in our own fonts, drawings as lines. The last thing given is the
    whole; before it come empty ones, one for each page, and None after each bit of work, so that a window can breathe.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(job.title)
    writer.setCreator("Okko Companion")
    writer.setResolution(DPI)
    writer.setPageLayout(_page_layout(job.width, job.height))
    pen = QPainter(writer)
    try:
        pen.scale(DPI / 25.4, DPI / 25.4)
        for n in range(job.count):
            if n:
                writer.newPage()
            for piece in job.pieces(n):
                yield from piece.prepare()
            paint_pieces(pen, job, n)
            yield b""
    finally:
        pen.end()
    yield bytes(buffer.data().data())


def pdf(job: Printable) -> bytes:
    """The whole job as a PDF."""
    *_, whole = printing(job)
    return whole or b""


def _page_layout(width: float, height: float) -> QPageLayout:
    points = sorted((width / POINT, height / POINT))
    size = QPageSize(QSizeF(*points), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    lying = QPageLayout.Orientation.Landscape if width > height else QPageLayout.Orientation.Portrait
    return QPageLayout(size, lying, QMarginsF(0, 0, 0, 0))


Written: TypeAlias = "tuple[Path, bytes] | bool"
"""A file to be written; else whether a page of one that comes later is done, or only a bit of one."""


class PdfWriter(QObject):
    """Writes files in slices. `progressed`: so many steps of so many; `written`: the last file; `failed`: why."""

    progressed = Signal(int, int)
    written = Signal(Path)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[Written] | None = None
        self._done, self._all = 0, 0
        self._last = Path()
        self._timer = QTimer(self, interval=0)
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


def day_words(day: datetime | None, language: str) -> str:
    """A day as it is written in a language; nothing for none."""
    if day is None:
        return ""
    return QLocale(language).toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat)


MOST = 200
"""Pictures of pieces kept."""
MOST_PIXELS = 40_000_000
"""In all of them together."""


class PagePreview(Sized, InkWidget):
    """See the module. `turned` asks for another page (-1 or 1): the wheel, or the keys."""

    preferred, least = (420, 580), (240, 320)

    turned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._job: Printable | None = None
        self._pieces: list[PagePart] = []
        self._number = 0
        self._pictures: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._missing: list[tuple[Hashable, PagePart]] = []
        self._work: Iterator[None] | None = None
        """What is being done for the first of the missing."""
        self._brush = QTimer(self, interval=0)
        self._brush.timeout.connect(self._paint_next)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def page(self) -> SheetSide[PrintCard] | None:
        """The page of cards that is shown, if it is one."""
        pages = self._job.pages if isinstance(self._job, Job) else []
        return pages[self._number] if self._number < len(pages) else None

    @property
    def painted(self) -> bool:
        """Whether everything on it is to be seen."""
        return not self._missing

    def show_page(self, job: Printable | None, number: int) -> None:
        """Show a page of a job; none, or one without pages: nothing."""
        if job is not self._job and not isinstance(job, Job):
            self._pictures.clear()  # a sheet of words must not live on in its picture
        self._job, self._number = job, number
        self._pieces = list(job.pieces(number)) if job is not None and number < job.count else []
        self._missing.clear()
        self._work = None
        self.update()

    def _scale(self, job: Printable) -> float:
        """Logical pixels a millimetre."""
        edge = 2 * fonts.px(14)
        return max(0.1, min((self.width() - edge) / job.width, (self.height() - edge) / job.height))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        job = self._job
        if job is None or self._number >= job.count:
            return
        scale = self._scale(job)
        sheet = QRectF(0, 0, job.width * scale, job.height * scale)
        sheet.moveCenter(QPointF(self.width() / 2, self.height() / 2))
        shape = QPainterPath()
        shape.addRect(sheet)
        ink.soft_shadow(pen, shape, theme.color("shadow", 0.6 if theme.dark else 0.3), 7, 1, 3)
        pen.fillRect(sheet, Qt.GlobalColor.white)
        if self.hasFocus():
            pen.setPen(theme.color("vermilion"))
            pen.drawRect(sheet.adjusted(-2, -2, 2, 2))
        pen.translate(sheet.topLeft())
        pen.scale(scale, scale)
        for piece in self._pieces:
            self._paint(pen, piece, scale)
        job.paint_margin(pen, self._number)
        if self._missing and not self._brush.isActive():
            self._brush.start()

    def _paint(self, pen: QPainter, piece: PagePart, scale: float) -> None:
        box = piece.box
        key = (piece.key, round(box.width * scale), round(box.height * scale), self.devicePixelRatioF())
        place = QRectF(box.x, box.y, box.width, box.height)
        found = self._pictures.get(key)
        if found is None:
            if all(known != key for known, _ in self._missing):
                self._missing.append((key, piece))
            if len(self._pieces) > 1:
                pen.fillRect(place.adjusted(1, 1, -1, -1), Qt.GlobalColor.lightGray)
            return
        self._pictures.move_to_end(key)
        if not piece.turned:
            pen.drawPixmap(place, found, QRectF(found.rect()))
            return
        pen.save()
        pen.translate(place.center())
        pen.rotate(180)
        pen.drawPixmap(place.translated(-place.center()), found, QRectF(found.rect()))
        pen.restore()

    def _paint_next(self) -> None:
        if not self._missing or self._job is None:
            self._brush.stop()
            return
        key, piece = self._missing[0]
        if self._work is None:
            self._work = piece.prepare()
        for _ in self._work:
            return
        self._work = None
        self._missing.pop(0)
        scale, dpr = self._scale(self._job), self.devicePixelRatioF()
        made = ink.blank(piece.box.width * scale, piece.box.height * scale, dpr)
        with ink.painting(made) as pen, fonts.on_paper():
            pen.scale(made.width() / dpr / piece.box.width, made.height() / dpr / piece.box.height)
            piece.paint(pen)
        self._pictures[key] = made
        while len(self._pictures) > MOST or (len(self._pictures) > 1 and self._heavy()):
            self._pictures.popitem(last=False)
        if not self._missing:
            self._brush.stop()
        self.update()

    def _heavy(self) -> bool:
        return sum(made.width() * made.height() for made in self._pictures.values()) > MOST_PIXELS

    def hideEvent(self, event: QHideEvent) -> None:
        self._brush.stop()
        super().hideEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y():
            self.turned.emit(-1 if event.angleDelta().y() > 0 else 1)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.turned.emit(1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp):
            self.turned.emit(-1)
        else:
            super().keyPressEvent(event)
