"""What the canvases of tiles and adventures share: where squares and sides are seen, the pointer, walls and doors."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.games.asagiri.state.board import Edge
from companion.ui.games.asagiri.board.figure_layer import DOOR_THICKNESS
from companion.ui.games.asagiri.board.floor import FloorPicture
from companion.ui.games.asagiri.board.geometry import CELL
from companion.ui.games.asagiri.board.ground import LEVELS
from companion.ui.kit.art import terrain
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import Translated, follow

Square: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
"""In squares, from the north-west corner."""
ARROWS = {Qt.Key.Key_Up: 0, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 2, Qt.Key.Key_Left: 3}
"""The direction of each, clockwise from north."""


class FloorCanvas(Translated, QWidget):
    """`hovered` carries words for the place under the pointer, or under the keys."""

    hovered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.at: Square | None = None
        """Where the keys are, once an arrow has been pressed."""
        self.over: Point | None = None
        """Where the pointer is."""
        self._scaled: tuple[object, QPixmap] = (None, QPixmap())
        self.quiet = QTimer(self, singleShot=True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        follow(self)

    @abstractmethod
    def refresh(self) -> None: ...

    @abstractmethod
    def cell(self) -> float:
        """Pixels of a square."""

    @abstractmethod
    def pixel_of(self, point: Point) -> QPointF: ...

    @abstractmethod
    def tell(self) -> None:
        """Say what is under the pointer."""

    def rect_of(self, square: Square) -> QRectF:
        x, y = square
        return QRectF(self.pixel_of((x, y)), self.pixel_of((x + 1, y + 1))).normalized()

    def line_of(self, edge: Edge) -> tuple[QPointF, QPointF]:
        column, row = edge.column + 1, edge.row + 1
        start = (column, edge.row) if edge.side == "E" else (edge.column, row)
        return self.pixel_of(start), self.pixel_of((column, row))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.over = None
        self.tell()
        self.update()

    def level(self) -> int:
        """The detail in which the board's painter is to paint what is seen."""
        device = self.cell() * self.devicePixelRatioF()
        return next((level for level in LEVELS if level >= device), LEVELS[-1])

    def paint_picture(self, pen: QPainter, picture: FloorPicture, corner: QPointF) -> None:
        """A finished picture, scaled once for each size; `corner`: where its page begins."""
        share = self.cell() / CELL
        target = QRectF(corner, picture.geometry.page.size() * share)
        dots = (QSizeF(target.size()) * self.devicePixelRatioF()).toSize().expandedTo(QSize(1, 1))
        key = (picture.pixmap.cacheKey(), dots.toTuple())
        if self._scaled[0] != key:
            mode = Qt.TransformationMode.SmoothTransformation
            self._scaled = (key, picture.pixmap.scaled(dots, Qt.AspectRatioMode.IgnoreAspectRatio, mode))
        pen.drawPixmap(target, self._scaled[1], QRectF(self._scaled[1].rect()))

    def paint_door(self, pen: QPainter, edge: Edge) -> None:
        start, end = self.line_of(edge)
        terrain.paint_door(pen, start, end, DOOR_THICKNESS * self.cell() / CELL, palette.current())

    def paint_wall(self, pen: QPainter, edge: Edge) -> None:
        start, end = self.line_of(edge)
        terrain.paint_wall(pen, start, end, 15 * self.cell() / CELL, palette.current())

    def paint_frame(self, pen: QPainter, square: Square) -> None:
        """The square that is meant."""
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(palette.current().color("vermilion"), fonts.px(2.4)))
        pen.drawRect(self.rect_of(square).adjusted(1, 1, -1, -1))
