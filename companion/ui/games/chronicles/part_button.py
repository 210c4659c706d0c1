"""A part of something painted: it can be walked to, picked, changed by hand, lit, and read aloud."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import SteppingButton


class PartButton(SteppingButton):
    """`by_hand`: a right click, or the menu key, on it."""

    by_hand = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

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

    def paint_edge(self, pen: QPainter, theme: Theme, edge: QPainterPath, *, lit: bool, chosen: bool) -> None:
        """Whether it can be picked, has been, and has the keys."""
        if lit or chosen:
            over = self.underMouse() or chosen
            ink.fill(pen, edge, theme.color("vermilion", 0.18 if over else 0.07))
            ink.outline(pen, edge, theme.color("vermilion"), fonts.px(2.6 if over else 1.6))
        if self.hasFocus():
            ink.corners(pen, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.color("vermilion"), fonts.px(8))
