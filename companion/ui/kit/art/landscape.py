"""The wide ink landscape of the home screen: mountains in mist, a gate in the water, a pine branch, the sun.

The five elements are woven in: the mountains (earth), the sea (water), the wind's strokes (air), the lantern's flame
(fire) and the gate itself (tori). It is drawn in `resources/drawings/landscape`, in parts that keep to the middle or to
an edge, so that it fits any size; each part names its colours at night in its `<metadata>`.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap
from PySide6.QtSvg import QSvgRenderer

from companion.ui.kit.theme import icons, ink, palette
from companion.ui.kit.theme.palette import Theme

_METADATA = re.compile(r"<metadata>(.*?)</metadata>")
_SUN, _RADIUS = QPointF(0.34, 0.30), 0.145
"""From the middle of the upper edge, in heights of the picture."""
_FAR = 2.8
"""How wide the mountains are drawn, in heights."""


def landscape(size: QSize, theme: Theme | None = None, *, dpr: float = 1.0) -> QPixmap:
    """The picture at a size in logical pixels; the last few are cached."""
    return _landscape(size.width(), size.height(), theme or palette.current(), dpr)


@lru_cache(maxsize=4)
def _landscape(width: int, height: int, theme: Theme, dpr: float) -> QPixmap:
    w, h = float(width), float(height)
    middle = QRectF(w / 2 - h, 0, 2 * h, h)
    pixmap = ink.blank(w, h, dpr)
    with ink.painting(pixmap) as pen:
        _part("sky", theme.dark).render(pen, QRectF(0, 0, w, h))
        _part("sun", theme.dark).render(pen, middle)
        disc = QPainterPath()
        disc.addEllipse(QPointF(w / 2, 0) + _SUN * h, _RADIUS * h, _RADIUS * h)
        _grain(pen, disc, 90, 7, "#5A4A3A" if theme.dark else "#FFF1DC", 0.10)
        _mountains(pen, w, h, theme)
        _part("middle", theme.dark).render(pen, middle)
        _part("left", theme.dark).render(pen, QRectF(0, 0, h, h))
        _part("right", theme.dark).render(pen, QRectF(w - 1.2 * h, 0, 1.2 * h, h))
        paper = QPainterPath()
        paper.addRect(0, 0, w, h)
        _grain(pen, paper, 110, 3, "#8FA6C8" if theme.dark else "#000000", 0.034)
    return pixmap


def _mountains(pen: QPainter, w: float, h: float, theme: Theme) -> None:
    """What is far, mirrored on either side where the picture is wider than it was drawn."""
    far, wide = _part("far", theme.dark), _FAR * h
    beside = math.ceil(max(0.0, w / wide - 1) / 2)
    for n in range(-beside, beside + 1):
        pen.save()
        pen.translate(w / 2 + n * wide, 0)
        pen.scale(-1 if n % 2 else 1, 1)
        pen.setClipRect(QRectF(-wide / 2, 0, wide, h))
        far.render(pen, QRectF(-wide / 2, 0, wide, h))
        pen.restore()


def _grain(pen: QPainter, area: QPainterPath, cells: int, seed: int, colour: str, strength: float) -> None:
    pen.save()
    pen.setClipPath(area)
    tile = ink.grain_pixmap(cells, 256, seed, QColor(colour).rgb(), strength)
    pen.drawTiledPixmap(area.boundingRect().toAlignedRect(), tile)
    pen.restore()


@lru_cache(maxsize=16)
def _part(name: str, dark: bool) -> QSvgRenderer:
    path = f"drawings/landscape/{name}"
    night = _METADATA.search(icons.source(path)) if dark else None
    return QSvgRenderer(
        icons.coloured(path, "#000000", dict(one.split("=") for one in night[1].split()) if night else {})
    )
