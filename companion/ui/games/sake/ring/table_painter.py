"""Painting the round table: the table top, the lines of cubes, the middle, and what lies before each seat."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from companion.model.games.sake.state.state import LETTERS, LIFE, OUT, SAMURAI, SHEET, SPIRIT
from companion.ui.games.sake.drawing.emblems import paint_emblem
from companion.ui.games.sake.drawing.pieces import (
    CENTRED,
    drawing_of,
    paint_back,
    paint_chip,
    paint_cube,
    paint_cup,
    paint_cushion,
    paint_disciple,
    paint_flame,
    paint_mask,
    paint_masu,
    paint_wound,
)
from companion.ui.games.sake.ring.geometry import Geometry
from companion.ui.games.sake.seen import SeenLine, SeenTable
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme, seat_colour


def paint_chip_card(
    pen: QPainter, rect: QRectF, table: SeenTable, card: int, theme: Theme, *, lifted: bool = False
) -> None:
    """A card face up, too small to be read: its drawing alone."""
    edge = ink.rough_rect(rect, f"open{round(rect.width())}", 0.6, rect.width() / 2)
    if lifted:
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.5), rect.width() * 0.14, 0, rect.width() * 0.1)
    ink.fill(pen, edge, theme.color("bone"))
    ink.outline(pen, edge, theme.color("bone_shade"), 1)
    side = rect.width() * 0.74
    box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    paint_emblem(pen, box, drawing_of(table.deck, card), theme.color("bone_ink", 0.85))


class Piece(NamedTuple):
    """A part of the picture that is painted anew only when its `key` changes; wherever it lies, it looks the same."""

    name: str
    key: object
    rect: QRectF
    draw: Callable[[QPainter, Theme], object]


class TablePainter:
    """Paints one moment of the table, laid out by a `Geometry`."""

    def __init__(self, geometry: Geometry, name: Callable[[int], str]) -> None:
        """`name`: what the player of a seat is called."""
        self.g, self.table, self._name = geometry, geometry.table, name

    def font(self, role: fonts.FontRole, share: float = 1.0) -> QFont:
        """A font that grows with the table."""
        return fonts.font(role, share * self.g.scale / fonts.text_scale())

    def pieces(self) -> Iterator[Piece]:
        """Everything that does not depend on the mouse, from below to above."""
        g, table, s = self.g, self.table, self.g.scale
        shape = (g.tx, g.ty, s, g.count)
        top = QRectF(g.centre.x() - g.tx, g.centre.y() - g.ty, 2 * g.tx, 2 * g.ty)
        yield Piece("ground", shape, top.adjusted(-70 * s, -70 * s, 70 * s, 70 * s), self._draw_ground)
        for number, line in enumerate(table.lines):
            key = (*shape, g.angles[line.start], line)
            yield Piece(f"line {number}", key, self._around_line(line), partial(self._draw_line, line))
        middle = (
            min(table.pile, 3),
            table.pile,
            table.top,
            table.discard[-1:],
            len(table.discard),
            table.air,
        )
        yield Piece("masu", (s, table.masu), self._masu.adjusted(-14 * s, -14 * s, 14 * s, 14 * s), self._draw_masu)
        yield Piece("middle", (s, middle), g.middle.adjusted(-60 * s, -20 * s, 60 * s, 40 * s), self._draw_middle)
        for n, seat in enumerate(table.seats):
            wide, high = g.blocks[n].width() * 0.16, g.blocks[n].height() * 0.2
            known = (s, seat, self._name(n), table.active == n, seat.kind == SPIRIT and table.top)
            yield Piece(f"seat {n}", known, g.blocks[n].adjusted(-wide, -high, wide, high), partial(self._draw_seat, n))

    def _around_line(self, line: SeenLine) -> QRectF:
        edge = 46 * self.g.scale
        points = QPolygonF([self.g.at(line, line.steps * k / 8) for k in range(9)])
        return points.boundingRect().adjusted(-edge, -edge, edge, edge)

    def _draw_ground(self, pen: QPainter, theme: Theme) -> None:
        """The table top, and on it the circle of one brush stroke that the cubes lie on."""
        g = self.g
        top = QPainterPath()
        top.addEllipse(g.centre, g.tx + 36 * g.scale, g.ty + 31 * g.scale)
        ink.soft_shadow(pen, top, theme.color("shadow", 0.5 if theme.dark else 0.2), 14 * g.scale, 0, 6 * g.scale)
        ink.fill(pen, top, theme.color("surface"))
        pen.save()
        pen.setClipPath(top)
        for cells, strength in ((9, 0.03), (64, 0.04)):
            pixmap = ink.grain_pixmap(cells, 256, 31 + cells, theme.color("ink").rgb(), strength)
            pen.drawTiledPixmap(top.boundingRect().toAlignedRect(), pixmap)
        pen.restore()
        begin = math.tau * 0.30
        points = [g.on_track(begin + math.tau * 0.97 * k / 120) for k in range(121)]
        ring = ink.brush_stroke(points, 17 * g.scale, random.Random(5),
                                pressure=lambda t: 1.0 - 0.72 * t, rough=0.07)  # fmt: skip
        ink.fill(pen, ring, theme.color("ink", 0.10 if theme.dark else 0.075))

    def _draw_line(self, line: SeenLine, pen: QPainter, theme: Theme) -> None:
        g = self.g
        side = g.cube_side(line)
        for place in g.cubes(line):
            paint_cube(pen, place, side, theme)
        for one in line.disciples:
            facing = g.heading(line, one.at, forward=one.owner == line.start)
            paint_disciple(
                pen, g.disciple_place(line, one.card), 24 * g.scale, theme, seat_colour(one.owner, theme), facing
            )
        middle = g.at(line, line.steps / 2)
        inward = g.centre - middle
        across = QPointF(inward.x() * g.ty**2, inward.y() * g.tx**2)  # at right angles to the edge of the table
        size = math.hypot(across.x(), across.y()) or 1.0
        at = middle + across * (19 * g.scale / size)
        room = QRectF(at.x() - 14 * g.scale, at.y() - 10 * g.scale, 28 * g.scale, 20 * g.scale)
        ink.write(pen, room, str(line.steps), self.font("name", 0.78), theme.color("faded"), CENTRED)

    @property
    def _masu(self) -> QRectF:
        s, centre = self.g.scale, self.g.middle.center()
        return QRectF(centre.x() - 36 * s, centre.y() - 38 * s, 72 * s, 72 * s)

    def _draw_masu(self, pen: QPainter, theme: Theme) -> None:
        paint_masu(pen, self._masu, self.table.masu, theme)

    def _draw_middle(self, pen: QPainter, theme: Theme) -> None:
        """The pile with its top back, the discards, and what is in the air."""
        g, table = self.g, self.table
        s, box = g.scale, g.middle
        masu = self._masu
        small = self.font("small", 0.92)
        card = QRectF(0, 0, 27 * s, 38 * s)
        pile = card.translated(masu.left() - 38 * s, masu.top() + 12 * s)
        for k in range(min(3, table.pile), 0, -1):
            lower = pile.translated(-k * s, k * 1.2 * s)
            ink.fill(pen, ink.rough_rect(lower, "pile", 0.6, 20), theme.color("bone_shade"))
        if table.pile:
            paint_back(pen, pile, table.top, theme)
        else:
            pen.setPen(QPen(theme.color("hairline"), 1.2, Qt.PenStyle.DashLine))
            pen.drawRect(pile)
        below = QRectF(pile.left() - 14 * s, pile.bottom() + 3 * s, pile.width() + 28 * s, 16 * s)
        ink.write(pen, below, str(table.pile), small, theme.color("faded"), CENTRED)
        gone = card.translated(masu.right() + 11 * s, masu.top() + 12 * s)
        if table.discard:
            paint_chip_card(pen, gone, table, table.discard[-1], theme)
        else:
            pen.setPen(QPen(theme.color("hairline"), 1.2, Qt.PenStyle.DashLine))
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.drawRect(gone)
        below = QRectF(gone.left() - 14 * s, gone.bottom() + 3 * s, gone.width() + 28 * s, 16 * s)
        ink.write(pen, below, str(len(table.discard)), small, theme.color("faded"), CENTRED)
        for k, one in enumerate(table.air):
            wide = 24 * s
            x = box.center().x() + (k - len(table.air) / 2) * (wide + 4 * s)
            paint_chip_card(pen, QRectF(x, masu.bottom() - 2 * s, wide, wide * 1.36), table, one, theme, lifted=True)

    def _draw_seat(self, n: int, pen: QPainter, theme: Theme) -> None:
        g, table = self.g, self.table
        seat, s, box = table.seats[n], g.scale, g.blocks[n]
        places = g.seat_parts(n)
        if table.active == n and seat.kind != OUT:
            self._glow(pen, box, theme)
        pen.save()
        if seat.kind == OUT:
            pen.setOpacity(0.4)
        colour = seat_colour(n, theme)
        line = places["name"]
        disc = QPointF(line.left() + 11 * s, line.center().y())
        ink.fill(pen, ink.rough_disc(disc, 10.5 * s, f"seat{n}"), colour)
        letter = QRectF(disc.x() - 12 * s, disc.y() - 12 * s, 24 * s, 24 * s)
        ink.write(pen, letter, LETTERS[n], self.font("name", 0.72), theme.color("on_element"), CENTRED)
        words = line.adjusted(27 * s, 0, 0, 0)
        font = self.font("name", 0.88)
        pen.setFont(font)
        name = pen.fontMetrics().elidedText(self._name(n), Qt.TextElideMode.ElideRight, round(words.width()))
        ink.write(pen, words, name, font, theme.color("ink"))
        if table.active == n and seat.kind != OUT:
            wide = pen.fontMetrics().horizontalAdvance(name)
            y = words.bottom() + 0.5 * s
            way = ink.line((words.left(), y), (words.left() + wide / 2, y + 1), (words.left() + wide, y - 1))
            ink.fill(pen, ink.brush_stroke(way, 3.4 * s, n, rough=0.09), theme.color("vermilion"))
        if seat.kind == SPIRIT:
            self._draw_spirit(pen, n, theme)
        elif seat.kind == SAMURAI:
            self._draw_samurai(pen, n, theme)
        else:
            paint_mask(pen, places["mask"], "" if seat.sheet is None else seat.sheet.id, theme, faint=True)
        pen.restore()

    def _glow(self, pen: QPainter, box: QRectF, theme: Theme) -> None:
        glow = QRadialGradient(QPointF(0, 0), 1.0)
        glow.setColorAt(0, theme.color("vermilion", 0.30 if theme.dark else 0.22))
        glow.setColorAt(0.55, theme.color("vermilion", 0.14 if theme.dark else 0.10))
        glow.setColorAt(1, theme.color("vermilion", 0.0))
        pen.save()
        pen.translate(box.center())
        pen.scale(box.width() * 0.62, box.height() * 0.6)
        pen.fillRect(QRectF(-1, -1, 2, 2), glow)
        pen.restore()

    def _draw_samurai(self, pen: QPainter, n: int, theme: Theme) -> None:
        g, table = self.g, self.table
        seat, s, places = table.seats[n], g.scale, g.seat_parts(n)
        mask = places["mask"]
        if seat.seated:
            paint_cushion(pen, mask.adjusted(-3 * s, 22 * s, 3 * s, 9 * s), theme)
        paint_mask(pen, mask, "" if seat.sheet is None else seat.sheet.id, theme, drunk=SHEET in seat.sake)
        life = places["life"]
        wide, high = 17 * s, 24 * s
        total = len(seat.life) + len(seat.wounds)
        step = min(wide * 0.72, (life.width() - 40 * s) / max(1, total))
        x = life.left()
        for card in seat.life:
            paint_back(pen, QRectF(x, life.top(), wide, high), table.deck.back[card], theme)
            x += step
        x += wide - step + 4 * s if seat.life else 0
        for card in seat.wounds:
            paint_wound(pen, QRectF(x, life.top() + 6 * s, high * 0.8, wide * 0.8), table.deck.back[card], theme)
            x += step
        x += (high * 0.8 - step if seat.wounds else 0) + 4 * s
        digits = QRectF(x, life.top(), 26 * s, life.height())
        count = len(seat.life) + (LIFE in seat.sake)
        role = theme.color("vermilion" if count <= 2 else "ink")
        ink.write(pen, digits, str(count), self.font("numeral", 0.86), role)
        self._draw_hand(pen, n, theme)
        for card, rect in g.gear_places(n):
            held = card == seat.held
            lift = rect.translated(0, -2.5 * s) if held else rect
            paint_chip(pen, lift, table.deck, card, theme, held=held, asleep=card in seat.sake)
            if held:
                y = rect.bottom() + 0.5 * s
                way = ink.line((rect.left(), y), (rect.center().x(), y + 1), (rect.right(), y))
                ink.fill(pen, ink.brush_stroke(way, 3 * s, card, rough=0.1), theme.color("ink"))
        for spot in seat.sake:
            paint_cup(pen, g.spot(n, spot), 7.5 * s, theme)

    def _draw_hand(self, pen: QPainter, n: int, theme: Theme) -> None:
        """The backs of a hand, sorted, and how many there are."""
        g, table = self.g, self.table
        seat, s, row = table.seats[n], g.scale, g.seat_parts(n)["hand"]
        wide, high = 15 * s, 21 * s
        step = (
            min(wide + 2 * s, (row.width() - 24 * s - wide) / max(1, len(seat.hand) - 1))
            if len(seat.hand) > 1
            else wide
        )
        for k, card in enumerate(sorted(seat.hand, key=lambda one: table.deck.back[one])):
            back = table.deck.back[card]
            lit = seat.kind == SPIRIT and back == table.top and back > 0
            paint_back(pen, QRectF(row.left() + k * step, row.top(), wide, high), back, theme, lit=lit)
        end = row.left() + (max(0, len(seat.hand) - 1) * step + wide if seat.hand else 0)
        words = QRectF(end + 6 * s, row.top(), 26 * s, row.height())
        ink.write(pen, words, str(len(seat.hand)), self.font("digits", 0.9), theme.color("faded"))

    def _draw_spirit(self, pen: QPainter, n: int, theme: Theme) -> None:
        g, table = self.g, self.table
        seat, s, places = table.seats[n], g.scale, g.seat_parts(n)
        paint_flame(pen, places["mask"].adjusted(-4 * s, -8 * s, 4 * s, 4 * s), theme, n)
        row, radius = places["life"], 7.5 * s
        step = min(2.1 * radius, (row.width() - 2 * radius) / max(1, seat.jar - 1)) if seat.jar > 1 else 0
        for k in range(seat.jar):
            paint_cup(pen, QPointF(row.left() + radius + k * step, row.center().y()), radius, theme)
        if not seat.jar:
            paint_cup(pen, QPointF(row.left() + radius, row.center().y()), radius, theme, hollow=True)
        self._draw_hand(pen, n, theme)
