"""Parts of a sheet that can be walked over and picked: each has its words, and is painted anew only when it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.games.chronicles.heroes.words import sentences
from companion.ui.games.chronicles.part_button import PartButton
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme

Look: TypeAlias = tuple[object, ...]
"""Everything that decides how a part is painted, besides theme and sizes."""
Draw: TypeAlias = Callable[[QPainter, Theme, QRectF], None]


class PaintedPart(PartButton):
    """`key`: what is picked with it (``figure:h1``, ``card:house:katana``)."""

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = key
        self.lit = self.chosen = self.dim = False
        self._look: Look | None = None
        self._draw: Draw | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(40), fonts.px(24))

    def show_part(self, draw: Draw, look: Look, name: str, lines: Sequence[str]) -> None:
        """Be painted by `draw`, which depends on `look` alone, and say this."""
        self._draw = draw
        if (look, name) != self._look:
            self._look = look, name
            self.update()
        self.tell(name, sentences(lines), "\n".join((name, *lines)))

    def forget(self) -> None:
        """Show and say nothing."""
        self._draw = self._look = None
        for say in (self.setAccessibleName, self.setAccessibleDescription, self.setToolTip):
            say("")

    def mark(self, *, lit: bool, chosen: bool) -> None:
        """Whether it can be picked now, and whether it has been."""
        if (lit, chosen) != (self.lit, self.chosen):
            self.lit, self.chosen = lit, chosen
            self.update()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        room = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        if self._draw is not None:
            pen.save()
            pen.setOpacity(0.78 if self.dim and not (self.lit or self.hasFocus() or self.underMouse()) else 1.0)
            self._draw(pen, theme, room)
            pen.restore()
        if self.lit or self.chosen or self.hasFocus():
            edge = ink.rough_rect(room, f"lit{round(room.width())}", 0.9, 24)
            self.paint_edge(pen, theme, edge, lit=self.lit, chosen=self.chosen)
