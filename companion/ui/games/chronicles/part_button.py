"""A part of something painted: it can be walked to, picked, changed by hand, lit, and read aloud."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import SteppingButton


class PartButton(SteppingButton):
    """`by_hand`: a right click, or the menu key, on it; dragged, `carried` tells where the pointer is meanwhile,
    `dropped` where it was let go.
    """

    by_hand = Signal()
    carried = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._from: QPoint | None = None
        self._under_way = False

    def can_be_carried(self) -> bool:
        return False

    def tell(self, name: str, said: str, tip: str) -> None:
        """What it is called and said to be, aloud and beside the pointer."""
        if name != self.accessibleName():
            self.setAccessibleName(name)
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)
        if tip != self.toolTip():
            self.setToolTip(tip)

    def painted_words(self, at: QPointF | None) -> str:
        """What stands on it, for explanations of terms."""
        return self.toolTip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu:
            self.by_hand.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.by_hand.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        left = event.button() == Qt.MouseButton.LeftButton
        self._from, self._under_way = event.position().toPoint() if left else None, False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._from is None or not self.can_be_carried():
            return
        far = (event.position().toPoint() - self._from).manhattanLength() >= QApplication.startDragDistance()
        if far or self._under_way:
            self._under_way = True
            self.setDown(False)
            self.carried.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        under_way, self._from, self._under_way = self._under_way, None, False
        if under_way:
            self.setDown(False)
            self.dropped.emit(event.globalPosition().toPoint())
        else:
            super().mouseReleaseEvent(event)

    def paint_edge(self, pen: QPainter, theme: Theme, edge: QPainterPath, *, lit: bool, chosen: bool) -> None:
        """Whether it can be picked, has been, and has the keys."""
        if lit or chosen:
            over = self.underMouse() or chosen
            ink.fill(pen, edge, theme.color("vermilion", 0.18 if over else 0.07))
            ink.outline(pen, edge, theme.color("vermilion"), fonts.px(2.6 if over else 1.6))
        if self.hasFocus():
            ink.corners(pen, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.color("vermilion"), fonts.px(8))


class CarriedPicture(QLabel):
    """A picture of what is dragged, under the pointer."""

    def __init__(self, picture: QPixmap, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setPixmap(picture)
        self.adjustSize()
        self.show()
        self.raise_()

    def go(self, where: QPoint) -> None:
        """To a place on the screen."""
        self.move(self.window().mapFromGlobal(where) - self.rect().center())
