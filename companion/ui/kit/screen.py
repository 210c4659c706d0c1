"""A screen of the window, and the sheet that it is written on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from companion.ui.kit import keys
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import Sentence, says
from companion.ui.kit.widget import Translated


class Screen(Translated, QWidget):
    """Fills the window. Escape goes back, which emits `left` unless the screen has a page of its own to go back to."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None, *, title: Sentence | None = None) -> None:
        """`title`: what a screen reader calls it."""
        super().__init__(parent)
        says(self, name=title)
        palette.theme_changed.connect(self.update)

    def bind(self, actions: Mapping[str, Callable[[], object]]) -> None:
        for id, do in actions.items():
            keys.action(id, self, do)

    @property
    def contexts(self) -> tuple[keys.Context, ...]:
        return ()

    def leave(self) -> None:
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        paint_ground(pen, self.rect(), palette.current())
        pen.end()


def paint_ground(pen: QPainter, rect: QRect, theme: Theme) -> None:
    """Plain paper with its grain: no fibre that would be seen to repeat on a large screen."""
    pen.drawTiledPixmap(rect, _paper(theme.color("ground").rgb(), theme.color("ink").rgb()))


@lru_cache(maxsize=8)
def _paper(ground: int, shade: int) -> QPixmap:
    """A piece to tile with, without a hole: copied, where its grains would be blended over a whole screen each time."""
    paper = QPixmap(512, 512)
    paper.fill(ground)
    with ink.painting(paper) as pen:
        for cells, pixels, strength in ((9, 512, 0.014), (128, 256, 0.022)):
            pen.drawTiledPixmap(paper.rect(), ink.grain_pixmap(cells, pixels, 5 + cells, shade, strength))
    return paper
