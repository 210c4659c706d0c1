"""The records of a pack as small pictures: cards as cards, tiles as drawn floors, and an empty sheet for a new one."""

from __future__ import annotations

import random
from collections import OrderedDict

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)

from companion.model.core.contract import Json
from companion.model.core.words import Name, plural
from companion.ui.kit import keys
from companion.ui.kit.picture_grid import PictureButton, PictureGrid
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.translator import tr

from .editor import Editor
from .pack_context import PackContext, name_of

WIDE = 116
"""Pixels of a picture at text scale 1."""
ROOM = 9
"""Around a picture."""
MOST_PICTURES = 300

_pictures: OrderedDict[object, QPixmap] = OrderedDict()


def picture_of(editor: Editor, record: Json, bench: PackContext, wide: int, dpr: float) -> QPixmap:
    """The small picture of a record, painted once for what it holds and how the window looks."""
    theme = palette.current()
    key = (
        editor.kind, msgspec.json.encode(record), bench.pack, wide, dpr, theme.name, fonts.text_scale(),
        tr.language, bench.stamp,
    )  # fmt: skip
    found = _pictures.get(key)
    if found is None:
        high = wide * editor.ratio
        found = ink.blank(wide, high, dpr)
        with ink.painting(found) as pen:
            editor.paint(pen, QRectF(0, 0, wide, high), record, bench)
        _pictures[key] = found
        while len(_pictures) > MOST_PICTURES:
            _pictures.popitem(last=False)
    else:
        _pictures.move_to_end(key)
    return found


class Sheet(PictureButton):
    """A record's picture with its name below. `focused` says that it has the keys."""

    focused = Signal()
    asked = Signal()
    """What can be done with it?"""
    again = Signal()
    thrown = Signal()

    def __init__(self, editor: Editor, bench: PackContext) -> None:
        super().__init__()
        self.editor, self.bench = editor, bench

    @property
    def area(self) -> QRectF:
        wide = fonts.px(WIDE)
        return QRectF((self.width() - wide) / 2, fonts.px(ROOM), wide, round(wide * self.editor.ratio))

    def sizeHint(self) -> QSize:
        wide = fonts.px(WIDE)
        lines = 2 * QFontMetrics(fonts.font("small")).height()
        return QSize(wide + 2 * fonts.px(ROOM), round(wide * self.editor.ratio) + 2 * fonts.px(ROOM) + lines)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu:
            self.asked.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.thrown.emit()
        elif keys.meant("workshop", event) == "workshop.again":
            self.again.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def more(self) -> QRectF:
        """Where a click asks what can be done; nowhere, where nothing can."""
        return QRectF()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton or self.more().contains(event.position()):
            self.setFocus()
            self.asked.emit()
            return
        super().mousePressEvent(event)

    def _paint_name(self, pen: QPainter) -> None:
        self.paint_name(pen, QRectF(2, self.area.bottom() + fonts.px(7), self.width() - 4, self.height()))


class RecordPrint(Sheet):
    """One record; `faults`: how much of it is to be put right."""

    def __init__(self, editor: Editor, id: str, record: Json, bench: PackContext, faults: int = 0) -> None:
        super().__init__(editor, bench)
        self.id, self.record, self.faults = id, record, faults
        self.retranslate()

    def retranslate(self) -> None:
        names = name_of(self.record)
        self.setText(tr(Name.of(names)) if names else self.id)
        self.setAccessibleName(self.text())
        told = plural("One problem", "{count} problems", self.faults)
        words = tr(told) if self.faults else ""
        self.setAccessibleDescription(words)
        self.setToolTip(f"{self.text()}\n{words}" if words else self.text())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        area = self.area
        with ink.painting(self) as pen:
            sheet = ink.rough_rect(area.adjusted(-3, -3, 3, 3), self.id, 0.7, 30)
            if self.editor.ratio <= 1.2:  # a card has paper of its own
                self.paint_sheet(pen, sheet, 4, 0.8, 1.8)
            picture = picture_of(self.editor, self.record, self.bench, round(area.width()), self.devicePixelRatioF())
            pen.drawPixmap(area, picture, QRectF(picture.rect()))
            self.paint_rim(pen, sheet)
            if self.lit:
                self._paint_more(pen)
            if self.faults:
                self._paint_faults(pen, area)
            self._paint_name(pen)

    def more(self) -> QRectF:
        side = fonts.px(26)
        box = QRectF(0, 0, side, side)
        box.moveBottomRight(self.area.bottomRight() - QPointF(fonts.px(3), fonts.px(3)))
        return box

    def _paint_more(self, pen: QPainter) -> None:
        """Three dots on a slip, while it is looked at."""
        theme, box, side = palette.current(), self.more(), fonts.px(16)
        pen.setPen(QPen(theme.color("ink", 0.35), 1))
        pen.setBrush(theme.color("surface", 0.94))
        pen.drawPath(ink.rough_rect(box, "more", 0.5, 20))
        dots = icons.pixmap("more", theme.color("ink"), side, self.devicePixelRatioF())
        pen.drawPixmap(box.center() - QPointF(side / 2, side / 2), dots)

    def _paint_faults(self, pen: QPainter, area: QRectF) -> None:
        theme, side = palette.current(), fonts.px(24)
        disc = QRectF(0, 0, side, side)
        disc.moveCenter(area.topRight() + QPointF(-fonts.px(4), fonts.px(4)))
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.rough_disc(disc.center(), side / 2, self.id[-6:], 0.03))
        sign = fonts.px(13)
        mark = icons.pixmap("warning", theme.color("on_vermilion"), sign, self.devicePixelRatioF())
        pen.drawPixmap(disc.center() - QPointF(sign / 2, sign / 2 + 1), mark)


class BlankPrint(Sheet):
    """An empty sheet with a plus in ink: a click makes a new record."""

    def __init__(self, editor: Editor, bench: PackContext) -> None:
        super().__init__(editor, bench)
        self.retranslate()

    def retranslate(self) -> None:
        self.setText(tr(self.editor.new))
        self.setAccessibleName(self.text())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area = palette.current(), self.area
        with ink.painting(self) as pen:
            lit = self.lit
            shape = ink.rough_rect(area, "blank", 0.8, 30)
            pen.setBrush(theme.color("surface", 0.8 if lit else 0.4))
            colour = theme.color("vermilion" if lit else "faded", 1.0 if lit else 0.7)
            dashes = QPen(colour, 1.6, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
            dashes.setDashPattern([5, 4])
            pen.setPen(dashes)
            pen.drawPath(shape)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion" if lit else "ink"))
            middle, arm = area.center(), fonts.px(15)
            rng = random.Random(4)
            for start, end in (
                (QPointF(-arm, 0), QPointF(arm, -1)), (QPointF(0, -arm), QPointF(1, arm)),
            ):  # fmt: skip
                line = ink.line(
                    ((middle + start).x(), (middle + start).y()), (middle.x(), middle.y()),
                    ((middle + end).x(), (middle + end).y()),
                )  # fmt: skip
                pen.drawPath(ink.brush_stroke(line, fonts.px(5), rng, rough=0.08))
            self._paint_name(pen)


class Prints(PictureGrid[Sheet]):
    """Sheets in rows as wide as there is room."""

    def count_columns(self, fit: int) -> int:
        """Where nothing is yet, the ways to begin lie in rows of one length."""
        if len(self.shown) > fit and all(isinstance(sheet, BlankPrint) for sheet in self.shown):
            rows = -(-len(self.shown) // fit)
            return -(-len(self.shown) // rows)
        return fit
