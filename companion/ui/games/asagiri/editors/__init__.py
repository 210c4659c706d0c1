"""The workshop of Asagiri: the editors of its records; here the size that its cards are drawn at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from companion.ui.games.asagiri.cards import portrait
from companion.ui.kit.theme import fonts

DRAWN = QSize(248, round(248 * portrait.RATIO))
"""The size a card is drawn at."""


@contextmanager
def shrunk(pen: QPainter, rect: QRectF) -> Iterator[None]:
    """Fit what is drawn at the size `DRAWN` into a rectangle; the picture grows with the text, not the text in it."""
    pen.translate(rect.topLeft())
    pen.scale(rect.width() / DRAWN.width(), rect.height() / DRAWN.height())
    with fonts.unscaled():
        yield
