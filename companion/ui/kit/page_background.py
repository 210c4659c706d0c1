"""The sheet that screens are written on."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme


def paint_ground(pen: QPainter, rect: QRect, theme: Theme) -> None:
    """Plain paper with its grain: no fibre that would be seen to repeat on a large screen."""
    pen.fillRect(rect, theme.color("ground"))
    shade = theme.color("ink").rgb()
    for cells, pixels, strength in ((9, 512, 0.014), (128, 256, 0.022)):
        pen.drawTiledPixmap(rect, ink.grain_pixmap(cells, pixels, 5 + cells, shade, strength))
