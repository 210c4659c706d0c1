"""A page as it will be printed: a white sheet on the table. Cards appear one after the other as they are painted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.ui.theme import ink, palette, type
from companion.ui.theme._widget import InkWidget

from .deck import PrintCard
from .press import Job, paint_card, paint_margin
from .sheet import Box, Page

MOST = 200
"""Pictures of cards kept."""


class PagePreview(InkWidget):
    """See the module. `turned` asks for another page (-1 or 1): the wheel, or the keys."""

    turned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """An empty table."""
        super().__init__(parent)
        self._job: Job | None = None
        self._pages: list[Page[PrintCard]] = []
        self._number = 0
        self._pictures: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._missing: list[tuple[Hashable, PrintCard, bool, Box]] = []
        self._brush = QTimer(self)
        self._brush.setInterval(0)
        self._brush.timeout.connect(self._paint_next)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def page(self) -> Page[PrintCard] | None:
        """The page that is shown."""
        return self._pages[self._number] if self._number < len(self._pages) else None

    @property
    def painted(self) -> bool:
        """Whether every card on it is to be seen."""
        return not self._missing

    def show_page(self, job: Job, number: int) -> None:
        """Show a page of a job."""
        self._job, self._pages, self._number = job, job.pages, number
        self._missing.clear()
        self.update()

    def sizeHint(self) -> QSize:
        """A sheet, upright."""
        return QSize(type.px(420), type.px(580))

    def minimumSizeHint(self) -> QSize:
        """A smaller one."""
        return QSize(type.px(240), type.px(320))

    def _scale(self) -> float:
        """Logical pixels a millimetre."""
        assert self._job is not None
        how, edge = self._job.layout, 2 * type.px(14)
        return min((self.width() - edge) / how.width, (self.height() - edge) / how.height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sheet, its cards as far as they are ready, and its margin."""
        page = self.page
        if self._job is None or page is None:
            return
        how, scale = self._job.layout, self._scale()
        theme = palette.current()
        with ink.painting(self) as pen:
            sheet = QRectF(0, 0, how.width * scale, how.height * scale)
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
            for box, card in page.fronts:
                self._paint(pen, box, card, back=False, turned=False, scale=scale)
            for box, card in page.backs:
                self._paint(pen, box, card, back=True, turned=page.turned, scale=scale)
            paint_margin(pen, self._job, f"{self._number + 1}/{len(self._pages)}")
        if self._missing and not self._brush.isActive():
            self._brush.start()

    def _paint(self, pen: QPainter, box: Box, card: PrintCard, *, back: bool, turned: bool, scale: float) -> None:
        key = (card, back, round(box.width * scale), round(box.height * scale), self.devicePixelRatioF())
        place = QRectF(box.x, box.y, box.width, box.height)
        found = self._pictures.get(key)
        if found is None:
            if all(known != key for known, *_ in self._missing):
                self._missing.append((key, card, back, box))
            pen.fillRect(place.adjusted(1, 1, -1, -1), Qt.GlobalColor.lightGray)
            return
        self._pictures.move_to_end(key)
        if not turned:
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
        key, card, back, box = self._missing.pop(0)
        scale, dpr = self._scale(), self.devicePixelRatioF()
        made = ink.blank(box.width * scale, box.height * scale, dpr)
        with ink.painting(made) as pen:
            pen.scale(made.width() / dpr / box.width, made.height() / dpr / box.height)
            paint_card(pen, Box(0, 0, box.width, box.height), card.back if back else card.front)
        self._pictures[key] = made
        while len(self._pictures) > MOST:
            self._pictures.popitem(last=False)
        if not self._missing:
            self._brush.stop()
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: paint no more."""
        self._brush.stop()
        super().hideEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the pages."""
        if event.angleDelta().y():
            self.turned.emit(-1 if event.angleDelta().y() > 0 else 1)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows and the page keys turn the pages."""
        key = event.key()
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.turned.emit(1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp):
            self.turned.emit(-1)
        else:
            super().keyPressEvent(event)
