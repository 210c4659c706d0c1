"""Parts of a sheet that can be walked over and picked: each has its words, and is painted anew only when it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.games.chronicles.heroes.words import sentences
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import SteppingButton

Look: TypeAlias = tuple[object, ...]
"""Everything that decides how a part is painted, besides theme and sizes."""
Draw: TypeAlias = Callable[[QPainter, Theme, QRectF], None]


class Part(SteppingButton):
    """`key`: what is picked with it (``figure:h1``, ``card:house:katana``)."""

    by_hand = Signal()

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = key
        self.lit = self.chosen = self.dim = False
        self._look: Look | None = None
        self._draw: Draw | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(40), fonts.px(24))

    def show_part(self, draw: Draw, look: Look, name: str, lines: Sequence[str]) -> None:
        """Be painted by `draw`, which depends on `look` alone, and say this."""
        self._draw = draw
        if (look, name) != self._look:
            self._look = look, name
            self.update()
        if name != self.accessibleName():
            self.setAccessibleName(name)
        if (said := sentences(lines)) != self.accessibleDescription():
            self.setAccessibleDescription(said)
        if (tip := "\n".join((name, *lines))) != self.toolTip():
            self.setToolTip(tip)

    def mark(self, *, lit: bool, chosen: bool) -> None:
        """Whether it can be picked now, and whether it has been."""
        if (lit, chosen) != (self.lit, self.chosen):
            self.lit, self.chosen = lit, chosen
            self.update()

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

    def paint(self, pen: QPainter, theme: Theme) -> None:
        room = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        if self._draw is not None:
            pen.save()
            pen.setOpacity(0.78 if self.dim and not (self.lit or self.hasFocus() or self.underMouse()) else 1.0)
            self._draw(pen, theme, room)
            pen.restore()
        if self.lit or self.chosen:
            edge = ink.rough_rect(room, f"lit{round(room.width())}", 0.9, 24)
            over = self.underMouse() or self.chosen
            ink.fill(pen, edge, theme.color("vermilion", 0.16 if over else 0.06))
            ink.outline(pen, edge, theme.color("vermilion"), 2.4 if over else 1.5)
        if self.hasFocus():
            ink.corners(pen, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.color("vermilion"), 8)
