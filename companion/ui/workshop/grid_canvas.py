"""A grid of cells that one points at and draws on, by mouse and by keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeAlias

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import Translated, follow

from .strokes import Place, Point, SideRun, Stroke, press_nearest

Square: TypeAlias = Place
ARROWS = {Qt.Key.Key_Up: 0, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 2, Qt.Key.Key_Left: 3}
"""The direction of each, clockwise from north."""


class GridCanvas(Translated, QWidget):
    """`hovered` carries words for the place under the pointer, or under the keys."""

    hovered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.at: Square | None = None
        """Where the keys are, once an arrow has been pressed."""
        self.over: Point | None = None
        """Where the pointer is."""
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

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.over = None
        self.tell()
        self.update()

    def paint_frame(self, pen: QPainter, square: Square) -> None:
        """The square that is meant."""
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(palette.current().color("vermilion"), fonts.px(2.4)))
        pen.drawRect(self.rect_of(square).adjusted(1, 1, -1, -1))


class StrokeCanvas(GridCanvas):
    """Strokes from the button's press to its release; `stroke` is the one that lasts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stroke: Stroke[Any] | None = None
        self.button = Qt.MouseButton.NoButton

    @abstractmethod
    def point_at(self, at: QPointF) -> Point:
        """The place under a pixel."""

    @abstractmethod
    def stroke_for(self, button: Qt.MouseButton) -> Stroke[Any] | None:
        """What this button begins; None: nothing."""

    @abstractmethod
    def show_stroke(self, sketch: Any) -> None:
        """Show what the stroke has made so far."""

    @abstractmethod
    def finish_stroke(self, stroke: Stroke[Any]) -> None:
        """Keep what the stroke has made."""

    @abstractmethod
    def cancel_stroke(self) -> None:
        """Show what there was before."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.at = None
        if self.stroke is not None:
            self.cancel()
            return
        self.stroke = self.stroke_for(event.button())
        if self.stroke is not None:
            self.button = event.button()
            self._stroke_to(self.point_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.over = self.point_at(event.position())
        if self.stroke is not None:
            self._stroke_to(self.over)
        self.tell()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.stroke is None or event.button() != self.button:
            return
        self._stroke_to(self.point_at(event.position()))  # a quick hand is told of its last steps only here
        if isinstance(self.stroke, SideRun) and not self.stroke.edges:
            press_nearest(self.stroke, self.point_at(event.position()))
        stroke, self.stroke = self.stroke, None
        self.finish_stroke(stroke)

    def cancel(self) -> None:
        """Let the stroke go."""
        self.stroke = None
        self.cancel_stroke()
        self.tell()

    def _stroke_to(self, point: Point) -> None:
        assert self.stroke is not None
        before = self.stroke.sketch
        self.stroke.to(point)
        if self.stroke.sketch != before:
            self.show_stroke(self.stroke.sketch)
            self.tell()
