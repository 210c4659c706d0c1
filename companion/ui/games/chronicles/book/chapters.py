"""What Tikku's scroll is painted of: rollers, chapters on either side, the points, and what is still to come."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QLinearGradient, QPainter, QPen

from companion.ui.games.chronicles.book.entries import Entry, high_of, write_lines
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme

CENTRE = Qt.AlignmentFlag.AlignCenter
ROLES: dict[str, Role] = {"blue": "vigilant", "red": "shaken"}


def _paper(pen: QPainter, room: QRectF, theme: Theme) -> QRectF:
    """The scroll between its edges, joined to what is above and below; returns what can be written on."""
    sheet = room.adjusted(fonts.px(12), -1, -fonts.px(12), 1)
    pen.fillRect(sheet, theme.mix("ground", "bone_shade", 0.06 if theme.dark else 0.3))
    for x in (sheet.left() + fonts.px(5), sheet.right() - fonts.px(5)):
        pen.fillRect(QRectF(x, sheet.top(), 1, sheet.height()), theme.color("hairline"))
    return sheet.adjusted(fonts.px(12), 1, -fonts.px(12), -1)


@dataclass(frozen=True)
class Roller(Entry):
    """The rod at the head or the foot of the scroll."""

    stops: bool = False
    tight: bool = True

    def height(self, wide: float) -> float:
        return fonts.px(20)

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        rod = room.adjusted(fonts.px(6), fonts.px(3), -fonts.px(6), -fonts.px(3))
        wood = QLinearGradient(rod.topLeft(), rod.bottomLeft())
        wood.setColorAt(0, theme.mix("earth", "bone", 0.3))
        wood.setColorAt(0.35, theme.color("earth"))
        wood.setColorAt(1, theme.mix("earth", "stone_black", 0.55))
        ink.fill(pen, ink.rough_rect(rod, "rod", 0.5, 40), QBrush(wood))
        for left in (room.left(), room.right() - fonts.px(8)):
            knob = QRectF(left, rod.center().y() - fonts.px(5), fonts.px(8), fonts.px(10))
            ink.fill(pen, ink.rough_rect(knob, "knob", 0.5, 8), theme.color("stone_black"))
            ink.outline(pen, ink.rough_rect(knob, "knob", 0.5, 8), theme.color("hairline"), 0.8)


@dataclass(frozen=True)
class Blank(Entry):
    """The scroll where nothing is written."""

    tight: bool = True

    def height(self, wide: float) -> float:
        return fonts.px(20) + high_of(self.name, fonts.font("small"), wide - fonts.px(60))

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        inner = _paper(pen, room, theme).adjusted(fonts.px(6), fonts.px(10), -fonts.px(6), 0)
        write_lines(pen, inner.topLeft(), inner.width(), self.name, fonts.font("small"), theme.color("faded"))


@dataclass(frozen=True)
class Chapter(Entry):
    """A chapter of the memoirs: the heroes' on the left, the Oni's on the right."""

    title: str = ""
    colour: str = "blue"
    points: int = 0
    large: bool = False
    tight: bool = True
    grows: bool = True

    def _share(self) -> float:
        return 0.82 if self.large else 0.66

    def _font(self) -> float:
        return 1.0 if self.large else 0.8

    def _wide(self, wide: float) -> float:
        """Of its title."""
        return (wide - fonts.px(48)) * self._share() - fonts.px(62 if self.large else 50)

    def height(self, wide: float) -> float:
        title = high_of(self.title, fonts.font("name", self._font()), self._wide(wide))
        return max(fonts.px(56 if self.large else 38), title + fonts.px(14)) + fonts.px(8)

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        inner, blue = _paper(pen, room, theme), self.colour == "blue"
        pen.fillRect(QRectF(room.center().x(), room.top(), 1, room.height()), theme.color("hairline"))
        long, role = inner.width() * self._share(), ROLES[self.colour]
        left = inner.left() if blue else inner.right() - long
        slip = QRectF(left, room.top() + fonts.px(4), long, room.height() - fonts.px(8))
        edge = ink.rough_rect(slip, f"{self.title}{self.colour}", 0.9, 26)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.45 if theme.dark else 0.25), fonts.px(4), 1, 2)
        ink.fill(pen, edge, theme.mix("surface", role, 0.2 if theme.dark else 0.1))
        side = fonts.px(46 if self.large else 34)
        band = QRectF(slip.left() if blue else slip.right() - side, slip.top(), side, slip.height())
        pen.save()
        pen.setClipPath(edge)
        pen.fillRect(band, theme.color(role))
        if not blue:  # not by colour alone: red is broken, too
            pen.setPen(QPen(theme.color("surface", 0.4), 1))
            for k in range(int((band.height() + band.width()) // fonts.px(7)) + 1):
                y = band.top() + k * fonts.px(7)
                pen.drawLine(QPointF(band.left(), y), QPointF(band.right(), y - band.width()))
            disc = ink.rough_disc(band.center(), side * 0.36, "points")
            ink.fill(pen, disc, theme.color(role))
        pen.restore()
        number = fonts.font("numeral", 1.0 if self.large else 0.75)
        ink.write(pen, band, str(self.points), number, theme.color("on_state"), CENTRE)
        font, wide = fonts.font("name", self._font()), self._wide(room.width())
        x = band.right() + fonts.px(8) if blue else slip.left() + fonts.px(8)
        y = slip.center().y() - high_of(self.title, font, wide) / 2
        write_lines(pen, QPointF(x, y), wide, self.title, font, theme.color("ink"))


@dataclass(frozen=True)
class Points(Entry):
    """Points and chapters of both colours, as a stroke that leans to the richer one; or a fold over them."""

    blue: int = 0
    red: int = 0
    told: tuple[str, str] = ("", "")
    """Heroes and Oni, with their numbers of chapters."""
    veiled: bool = False

    def height(self, wide: float) -> float:
        small = fonts.font("small")
        if self.veiled:
            return max(fonts.px(44), high_of(self.name, small, wide - fonts.px(84)))
        return fonts.px(46) + max(high_of(one, small, wide / 2 - fonts.px(6)) for one in self.told)

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        if self.veiled:
            self._fold(pen, room, theme)
            return
        half = room.width() / 2 - fonts.px(6)
        sides = ((self.blue, room.left(), Qt.AlignmentFlag.AlignLeft), (self.red, room.center().x() + fonts.px(6),
                  Qt.AlignmentFlag.AlignRight))  # fmt: skip
        for (n, left, where), words, colour in zip(sides, self.told, ("blue", "red"), strict=True):
            role = theme.color(ROLES[colour])
            number = QRectF(left, room.top(), half, fonts.px(32))
            ink.write(pen, number, str(n), fonts.font("display", 0.85), role, where | Qt.AlignmentFlag.AlignVCenter)
            font, lines = fonts.font("small"), fonts.wrapped(words, QFontMetricsF(fonts.font("small")), half, 4)
            for k, line in enumerate(lines):
                step = QFontMetricsF(font).lineSpacing()
                at = QRectF(left, room.top() + fonts.px(46) + k * step, half, step)
                ink.write(pen, at, line, font, role, where | Qt.AlignmentFlag.AlignVCenter)
        split = 0.5 if not self.blue + self.red else self.blue / (self.blue + self.red)
        split = min(0.97, max(0.03, split)) * room.width()
        y = room.top() + fonts.px(39)
        for left, right, role_ in ((0.0, split - 2, "vigilant"), (split + 2, room.width(), "shaken")):
            way = ink.line((room.left() + left, y), (room.left() + (left + right) / 2, y), (room.left() + right, y))
            ink.fill(pen, ink.brush_stroke(ink.sampled(way, 10), fonts.px(6), None, pressure=ink.even),
                     theme.color(role_))  # type: ignore[arg-type]  # fmt: skip

    def _fold(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        slip = QRectF(room.left() + 2, room.top() + 2, fonts.px(64), fonts.px(36))
        edge = ink.rough_rect(slip, "fold", 0.8, 16)
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.3), 4, 1, 2)
        ink.fill(pen, edge, theme.color("bone"))
        pen.setPen(QPen(theme.color("bone_shade"), 1.4))
        pen.drawLine(slip.topLeft(), QPointF(slip.center().x(), slip.center().y() + fonts.px(3)))
        pen.drawLine(slip.topRight(), QPointF(slip.center().x(), slip.center().y() + fonts.px(3)))
        side = fonts.px(15)
        paint_seal(pen, QRectF(slip.center().x() - side / 2, slip.center().y() - side / 4, side, side), "印", theme)
        left = slip.right() + fonts.px(14)
        y = room.center().y() - high_of(self.name, fonts.font("small"), room.right() - left) / 2
        write_lines(pen, QPointF(left, y), room.right() - left, self.name, fonts.font("small"), theme.color("ink"))


@dataclass(frozen=True)
class Winner(Entry):
    """Who has won, and why."""

    colour: str = "blue"

    def height(self, wide: float) -> float:
        inner = wide - fonts.px(76)
        told = high_of(self.name, fonts.font("title", 0.9), inner)
        return max(fonts.px(64), told + high_of(self.description, fonts.font("text"), inner))

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        side = fonts.px(60)
        paint_seal(pen, QRectF(room.left(), room.top() + 2, side, side), "勝", theme, ROLES[self.colour])
        left = room.left() + side + fonts.px(16)
        wide = room.right() - left
        font = fonts.font("title", 0.9)
        y = write_lines(pen, QPointF(left, room.top()), wide, self.name, font, theme.color(ROLES[self.colour]))
        write_lines(pen, QPointF(left, y), wide, self.description, fonts.font("text"), theme.color("ink"))


@dataclass(frozen=True)
class Ahead(Entry):
    """A chapter that is not written yet, with the points that either colour may get by it."""

    blue: int = 0
    red: int = 0
    tight: bool = True

    def _wide(self, wide: float) -> float:
        return wide - fonts.px(66)

    def height(self, wide: float) -> float:
        return max(fonts.px(24), high_of(self.name, fonts.font("text"), self._wide(wide))) + fonts.px(8)

    def paint(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        for n, (points, colour) in enumerate(((self.blue, "blue"), (self.red, "red"))):
            side = fonts.px(24)
            at = QRectF(room.left() + n * (side + fonts.px(4)), room.top() + fonts.px(2), side, side)
            edge = ink.rough_disc(at.center(), side * 0.46, f"{colour}{self.name}") if colour == "blue" else (
                ink.rough_rect(at.adjusted(1, 1, -1, -1), f"{colour}{self.name}", 0.7, 8)
            )  # fmt: skip
            if points:
                ink.fill(pen, edge, theme.color(ROLES[colour]))
                ink.write(pen, at, str(points), fonts.font("strong"), theme.color("on_state"), CENTRE)
            else:
                ink.outline(pen, edge, theme.color("hairline"), 1.0)
        left, font = room.left() + fonts.px(62), fonts.font("text")
        y = room.top() + fonts.px(2) + max(0.0, (fonts.px(24) - high_of(self.name, font, self._wide(room.width()))) / 2)
        write_lines(pen, QPointF(left, y), self._wide(room.width()), self.name, font, theme.color("ink"))
