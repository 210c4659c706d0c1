"""The signs of the window, from our own SVG drawings: in any colour, sharp at any pixel ratio, as outlines on paper.

QtSvg leaves a pen without a colour behind; Qt's PDF writer takes it for one of the fill's colour and draws everything
bolder, with five times as many points. So a PDF gets the outlines themselves, without the points that no eye sees.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPaintEngine, QPainter, QPainterPath, QPixmap
from PySide6.QtSvg import QSvgRenderer

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.fonts import resource_root

SEEN = 0.0004
"""Of a drawing's width: what an outline may be off. On a figure 60 mm high that is 0.02 mm."""
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_PATH = re.compile(r'<path fill="([^"]*)" fill-rule="evenodd" d="([^"]*)"')
_NUMBER = re.compile(r"-?[\d.]+")
_HEX_VARIABLE = re.compile(r"var\(--([a-z]+),\s*(#[0-9a-fA-F]{3,8})\)")


def draws_on_paper(pen: QPainter) -> bool:
    """Whether this painter writes a PDF (or notes what would be written into one)."""
    engine = pen.paintEngine()
    return engine is not None and engine.type() in (QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)


def paint_outlines(
    pen: QPainter, svg: str, rect: QRectF, colour: QColor, variables: Mapping[str, str] | None = None
) -> None:
    """Draw the text of a drawing into a rectangle, `colour` for what has none of its own."""
    chosen = variables or {}
    width, height, shapes = outlines(svg)
    pen.save()
    pen.translate(rect.topLeft())
    pen.scale(rect.width() / width, rect.height() / height)
    pen.setPen(Qt.PenStyle.NoPen)
    for fill, path in shapes:
        found = _HEX_VARIABLE.match(fill)
        pen.setBrush(QColor(chosen.get(found.group(1), found.group(2))) if found else colour)
        pen.drawPath(path)
    pen.restore()


@cache
def outlines(svg: str) -> tuple[float, float, tuple[tuple[str, QPainterPath], ...]]:
    """Width and height of a drawing, and its shapes: how each is filled, and its outline. Do not change them."""
    box = _BOX.search(svg)
    assert box is not None, svg[:80]
    width, height = float(box.group(1)), float(box.group(2))
    shapes = []
    for fill, data in _PATH.findall(svg):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in _rings(data):
            kept = thinned(ring, SEEN * width)
            path.moveTo(QPointF(*kept[0]))
            for x, y in kept[1:]:
                path.lineTo(x, y)
            path.closeSubpath()
        shapes.append((fill, path))
    assert len(shapes) == svg.count("<path"), svg[:80]
    return width, height, tuple(shapes)


def _rings(data: str) -> Iterator[list[tuple[float, float]]]:
    """Our drawings have straight edges only: M, L and Z."""
    for part in data.split("M")[1:]:
        numbers = [float(found) for found in _NUMBER.findall(part)]
        yield list(zip(numbers[::2], numbers[1::2], strict=True))


def thinned(points: Sequence[tuple[float, float]], tolerance: float) -> list[tuple[float, float]]:
    """A line without the points that lie within `tolerance` of it (Douglas and Peucker)."""
    kept = {0, len(points) - 1}
    ahead = [(0, len(points) - 1)]
    while ahead:
        first, last = ahead.pop()
        far, at = tolerance, -1
        for n in range(first + 1, last):
            off = _distance(points[n], points[first], points[last])
            if off > far:
                far, at = off, n
        if at >= 0:
            kept.add(at)
            ahead += [(first, at), (at, last)]
    return [points[n] for n in sorted(kept)]


def _distance(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """From a point to the line through two others; to the first of them when they are one."""
    along, up = end[0] - start[0], end[1] - start[1]
    length = math.hypot(along, up)
    x, y = point[0] - start[0], point[1] - start[1]
    return abs(x * up - y * along) / length if length else math.hypot(x, y)


_VARIABLE = re.compile(r"var\(--([a-z0-9-]+),\s*([^)]+)\)")


@cache
def icon_names() -> tuple[str, ...]:
    """The names `pixmap` and `icon` know, sorted (figures are in `figures.silhouettes`)."""
    return tuple(sorted(path.stem for path in (resource_root() / "icons").glob("*.svg")))


@cache
def source(name: str) -> str:
    """The SVG text of a drawing; `name` may start with `figures/` or `drawings/`. KeyError when there is none."""
    folder = resource_root() if name.startswith("drawings/") else resource_root() / "icons"
    path = folder / f"{name}.svg"
    if not path.is_file():
        raise KeyError(name)
    return path.read_text(encoding="utf-8")


def coloured(name: str, colour: str, variables: dict[str, str] | None = None) -> QByteArray:
    """The SVG of a drawing with `currentColor` and its `var(--…)` colours put in (QtSvg knows neither)."""
    chosen = variables or {}
    text = source(name).replace("currentColor", colour)
    return QByteArray(_VARIABLE.sub(lambda m: chosen.get(m.group(1), m.group(2)), text).encode())


def paint(painter: QPainter, name: str, colour: QColor, rect: QRectF) -> None:
    """Draw a sign into a rectangle of a painter at hand (for signs inside larger pictures)."""
    drawing = coloured(name, colour.name())
    painter.save()
    painter.setOpacity(painter.opacity() * colour.alphaF())
    if draws_on_paper(painter):
        paint_outlines(painter, source(name), rect, QColor(colour.rgb()))
    else:
        QSvgRenderer(drawing).render(painter, rect)
    painter.restore()


def _ratio() -> float:
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


@lru_cache(maxsize=2048)
def _render(name: str, rgba: int, size: int, dpr: float) -> QPixmap:
    colour = QColor.fromRgba(rgba)
    pixmap = QPixmap(QSize(round(size * dpr), round(size * dpr)))
    pixmap.fill(Qt.GlobalColor.transparent)
    with ink.painting(pixmap) as pen:
        paint(pen, name, colour, QRectF(0, 0, pixmap.width(), pixmap.height()))
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def pixmap(name: str, colour: QColor | str, size: int, dpr: float | None = None) -> QPixmap:
    """A sign as a square pixmap of `size` logical pixels; cached, the same object for the same arguments.

    Without `dpr` it is made for the sharpest screen. KeyError for an unknown name.
    """
    return _render(name, QColor(colour).rgba(), size, dpr or _ratio())


@lru_cache(maxsize=1024)
def _icon(name: str, rgba: int, faded: int, size: int) -> QIcon:
    made = QIcon()
    for dpr in sorted({1.0, 2.0, _ratio()}):
        made.addPixmap(_render(name, rgba, size, dpr))
        made.addPixmap(_render(name, faded, size, dpr), QIcon.Mode.Disabled)
    return made


def icon(name: str, colour: QColor | str | None = None, size: int = 20) -> QIcon:
    """A sign as a `QIcon` for buttons and menus: ink unless a colour is given, faded when disabled. `size` grows with
    the text.

    It keeps colour and size it was made with: ask again on `theme_changed` and `text_scale_changed`.
    """
    theme, side = palette.current(), fonts.px(size)
    return _icon(name, QColor(colour or theme.ink).rgba(), theme.mix("faded", "surface", 0.45).rgba(), side)
