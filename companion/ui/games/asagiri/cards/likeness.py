"""Who is on a card: the silhouette that is drawn for it, or a picture that its owner gave it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from companion.model.core.contract import Content
from companion.ui.kit.art.figures import paint_silhouette, silhouette_pixmap
from companion.ui.kit.theme.palette import Theme


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a pack, not decoded yet; two with the same bytes are the same."""

    data: bytes


@runtime_checkable
class Pictured(Protocol):
    """Content that has pictures too."""

    def picture(self, id: str, name: str) -> bytes | None:
        """The picture that the record `id` names, safe to decode; None when there is none."""


def picture_of(content: Content, id: str, name: str | None) -> Picture | None:
    """The picture called `name` of the record `id`; None when it has none, or the pack lost it."""
    data = content.picture(id, name) if name and isinstance(content, Pictured) else None
    return Picture(data) if data is not None else None


@lru_cache(maxsize=96)
def image(picture: Picture) -> QImage:
    """The picture decoded, lying the right way up; a null image when it cannot be."""
    buffer = QBuffer()
    buffer.setData(QByteArray(picture.data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    return reader.read()


def cover(size: tuple[float, float], rect: QRectF) -> QRectF:
    """The part of a picture of `size` that fills `rect`: the middle, or the upper part of one that is too high."""
    wide, high = size
    share = min(wide / rect.width(), high / rect.height())
    part = QRectF(0, 0, rect.width() * share, rect.height() * share)
    part.moveTopLeft(QPointF((wide - part.width()) / 2, (high - part.height()) * 0.3))
    return part


def paint_picture(pen: QPainter, rect: QRectF, picture: Picture) -> bool:
    """Fill a rectangle with a picture; False when it could not be read, and nothing was painted."""
    found = image(picture)
    if found.isNull():
        return False
    ratio = pen.deviceTransform().m11()
    part = cover((found.width(), found.height()), rect)
    wide, high = round(rect.width() * ratio), round(rect.height() * ratio)
    if 0 < wide * 1.5 < part.width() and high > 0:  # Qt's own shrinking looks at four dots only
        pen.drawImage(rect, _shrunk(picture, (part.x(), part.y(), part.width(), part.height()), wide, high))
    else:
        pen.drawImage(rect, found, part)
    return True


@lru_cache(maxsize=96)
def _shrunk(picture: Picture, part: tuple[float, float, float, float], wide: int, high: int) -> QImage:
    cut = image(picture).copy(QRectF(*part).toAlignedRect())
    return cut.scaled(wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)


def paint_figure(
    pen: QPainter, rect: QRectF, silhouette: str, theme: Theme, dpr: float, *, flat: bool, band: int = -1
) -> None:
    """The silhouette in a square; `flat`: as a drawing, sharp at any size; `band`: for a stone of that band."""
    if band >= 0:
        pen.drawPixmap(rect.topLeft(), silhouette_pixmap(silhouette, round(rect.width()), theme, band=band, dpr=dpr))
    elif flat:
        paint_silhouette(pen, rect, silhouette, theme)
    else:
        pen.drawPixmap(rect.topLeft(), silhouette_pixmap(silhouette, round(rect.width()), theme, dpr=dpr))
