"""The sheet that screens are written on."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPixmap

from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme


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
