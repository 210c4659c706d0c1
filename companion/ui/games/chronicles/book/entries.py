"""What stands on a page: an entry says what it is, how high it is and how it is painted; and words on paper."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from companion.model.core.words import Message
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.wire.narration import named
from companion.ui.kit.panels import paint_rule
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr

MANY = 99
"""More lines than any entry has."""


def called(state: State, id: str) -> str:
    """A seat, figure or card, as people call it."""
    return tr(Message("{name}", (("name", named(state, id)),)))


# words on paper -------------------------------------------------------------------------------------------------------


def high_of(words: str, font: QFont, wide: float) -> float:
    """How high words are that wrap at a width."""
    metrics = QFontMetricsF(font)
    return len(fonts.wrapped(words, metrics, wide, MANY)) * metrics.lineSpacing() if words else 0.0


def write_lines(pen: QPainter, at: QPointF, wide: float, words: str, font: QFont, colour: QColor) -> float:
    """Write words that wrap at a width; returns where the next line would begin."""
    metrics, y = QFontMetricsF(font), at.y()
    for line in fonts.wrapped(words, metrics, wide, MANY) if words else ():
        ink.write(pen, QRectF(at.x(), y, wide + 2, metrics.lineSpacing()), line, font, colour)
        y += metrics.lineSpacing()
    return y


def brush_bar(pen: QPainter, rect: QRectF, share: float, colour: QColor, track: QColor, seed: int | str) -> None:
    """A share of 1 as a stroke of the brush over a hairline."""
    y = rect.center().y()
    pen.fillRect(QRectF(rect.left(), y - 0.5, rect.width(), 1), track)
    long = rect.width() * share
    if long > 1:
        way = ink.line((rect.left(), y), (rect.left() + long / 2, y + 0.6), (rect.left() + long, y))
        ink.fill(pen, ink.brush_stroke(ink.sampled(way, 8), rect.height(), None, pressure=ink.even), colour)


# entries --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """Something on a page: `name` and `description` say all that is painted; `id` is what a click picks."""

    id: str = ""
    key: str = ""
    """What it is the same by; else its place on the page."""
    name: str = ""
    description: str = ""
    stops: bool = True
    """Whether the arrows stop here."""
    grows: bool = False
    """Whether it unrolls when it comes."""
    tight: bool = False
    """Whether it joins its neighbours without a gap."""

    @abstractmethod
    def height(self, wide: float) -> float:
        """How high it is at a width."""

    @abstractmethod
    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        """Paint it into its room."""


@dataclass(frozen=True)
class Title(Entry):
    """A heading within a page."""

    stops: bool = False

    def height(self, wide: float) -> float:
        return high_of(self.name, fonts.font("name", 0.95), wide) + fonts.px(10)

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        y = write_lines(pen, room.topLeft(), room.width(), self.name, fonts.font("name", 0.95), theme.color("ink"))
        paint_rule(pen, QPointF(room.left(), y + fonts.px(3)), room.width() * 0.96, 2, theme, "faded", 5)


@dataclass(frozen=True)
class Words(Entry):
    """A sentence; with `warns` a red note."""

    role: Role = "faded"
    font: FontRole = "text"
    warns: bool = False

    @property
    def _left(self) -> int:
        return fonts.px(16) if self.warns else 0

    def height(self, wide: float) -> float:
        font, inner = fonts.font(self.font), wide - self._left
        return high_of(self.name, font, inner) + high_of(self.description, fonts.font("small"), inner) + fonts.px(2)

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        inner = room.adjusted(self._left, 0, 0, 0)
        if self.warns:
            x = room.left() + fonts.px(4)
            way = ink.sampled(ink.line((x, room.top()), (x + 1, room.center().y()), (x, room.bottom())), 6)
            ink.fill(pen, ink.brush_stroke(way, fonts.px(5), None, rough=0), theme.color("shaken"))
        colour = theme.color("shaken" if self.warns else self.role)
        y = write_lines(pen, inner.topLeft(), inner.width(), self.name, fonts.font(self.font), colour)
        at = QPointF(inner.left(), y)
        write_lines(pen, at, inner.width(), self.description, fonts.font("small"), theme.color("faded"))
