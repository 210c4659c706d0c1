"""A page as it will be printed: a white sheet on the table. Its pieces appear one by one, as they are painted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import InkWidget, Sized

from .card_sheets import PrintCard
from .pdf_writer import Job, PagePart, Printable
from .sheet import SheetSide

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

    def paintEvent(self, event: QPaintEvent) -> None:
        job = self._job
        if job is None or self._number >= job.count:
            return
        scale, theme = self._scale(job), palette.current()
        with ink.painting(self) as pen:
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
