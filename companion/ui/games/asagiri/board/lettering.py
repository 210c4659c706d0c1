"""Small words and numbers on the board as pictures: painted once, placed as pixmap items, always upright."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainterPath, QPen, QPixmap

from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Role, Theme


@lru_cache(maxsize=1024)
def _number(text: str, pixels: int, role: Role, theme: Theme, dpr: float, scale: float, halo: Role) -> QPixmap:
    font = fonts.font("digits")
    font.setPixelSize(pixels)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text) + 6, metrics.height() + 2
    pixmap = ink.blank(width, height, dpr)
    pen = ink.painter(pixmap)
    path = QPainterPath()
    path.addText(QPointF(3, metrics.ascent() + 1), font, text)
    pen.strokePath(path, QPen(theme.color(halo, 0.85), 3.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                              Qt.PenJoinStyle.RoundJoin))  # fmt: skip
    pen.fillPath(path, theme.color(role))
    pen.end()
    return pixmap


def number(text: str, pixels: float, theme: Theme, dpr: float, role: Role = "ink", halo: Role = "surface") -> QPixmap:
    """A number with a thin halo, `pixels` high (11 at least), readable on any ground."""
    return _number(text, max(11, round(pixels)), role, theme, dpr, fonts.text_scale(), halo)


@lru_cache(maxsize=512)
def _slip(
    text: str, face: FontRole, share: float, ink_role: Role, paper: Role, theme: Theme, dpr: float, scale: float
) -> QPixmap:
    font = fonts.font(face, share)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text) + 14, metrics.height() + 3
    pixmap = ink.blank(width + 4, height + 4, dpr)
    pen = ink.painter(pixmap)
    body = ink.rough_rect(QRectF(2, 2, width, height), text, 0.5, 14)
    cast = QPainterPath()  # of a plain slip: nobody sees a rough edge in a shadow, and it takes ten times as long
    cast.addRect(QRectF(2, 2, width, height))
    ink.soft_shadow(pen, cast, theme.color("shadow", 0.30), 2, 0.3, 0.8)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(theme.color(paper, 0.94))
    pen.drawPath(body)
    pen.setFont(font)
    pen.setPen(theme.color(ink_role))
    pen.drawText(QRectF(2, 2, width, height), Qt.AlignmentFlag.AlignCenter, text)
    pen.end()
    return pixmap


def slip(
    text: str,
    theme: Theme,
    dpr: float,
    *,
    face: FontRole = "small",
    share: float = 1.0,
    role: Role = "ink",
    paper: Role = "surface",
) -> QPixmap:
    """A word on a slip of paper, as large as the person's text."""
    return _slip(text, face, share, role, paper, theme, dpr, fonts.text_scale())


@lru_cache(maxsize=256)
def _seal(name: str, pixels: int, ink_role: Role, paper: Role, theme: Theme, dpr: float) -> QPixmap:
    pixmap = ink.blank(pixels, pixels, dpr)
    pen = ink.painter(pixmap)
    middle = QPointF(pixels / 2, pixels / 2)
    disc = ink.rough_disc(middle, pixels * 0.43, name)
    ink.soft_shadow(pen, disc, theme.color("shadow", 0.4), pixels * 0.05, 0, pixels * 0.025)
    pen.setBrush(theme.color(paper))
    pen.setPen(QPen(theme.color("surface"), max(1.0, pixels * 0.05)))
    pen.drawPath(disc)
    side = pixels * 0.52
    icons.paint(pen, name, theme.color(ink_role), QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side))
    pen.end()
    return pixmap


def seal(
    name: str, pixels: float, theme: Theme, dpr: float, role: Role = "on_vermilion", paper: Role = "vermilion"
) -> QPixmap:
    """A sign on a round seal; sizes go in twos, so that the cache stays small."""
    return _seal(name, max(14, 2 * round(pixels / 2)), role, paper, theme, dpr)


def clear_size(pixmap: QPixmap) -> QSize:
    """The size of a picture in logical pixels."""
    return pixmap.deviceIndependentSize().toSize()


def theme_now() -> Theme:
    """The look now, for callers without a canvas."""
    return palette.current()
