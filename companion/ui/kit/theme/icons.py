"""The signs of the window, from our own SVG drawings, in any colour and sharp at any pixel ratio."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from companion.ui.kit.theme import fonts, ink, outlines, palette
from companion.ui.kit.theme.assets import resource_root

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
    if outlines.on_paper(painter):
        outlines.paint(painter, source(name), rect, QColor(colour.rgb()))
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
