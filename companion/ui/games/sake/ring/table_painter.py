"""Painting the round table: the table top, the lines of cubes, the middle, and what lies before each seat."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
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
from companion.ui.games.sake.seen import SeenLine, SeenSeat, SeenTable
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme, seat_colour

FADED = 0.4
"""How strong the name of a seat is that has left the table."""


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
    at: QPoint = QPoint()
    """Where on the table (0, 0) of `rect` and of what is drawn lies: a whole pixel."""

    @property
    def place(self) -> QRect:
        """The pixels of the table that it takes."""
        return self.rect.toAlignedRect().translated(self.at)


class TablePainter:
    """Paints one moment of the table, laid out by a `Geometry`."""

    def __init__(self, geometry: Geometry, name: Callable[[int], str]) -> None:
        """`name`: what the player of a seat is called."""
        self.g, self.table, self._name = geometry, geometry.table, name
        self._own = geometry.around_origins()

    def font(self, role: fonts.FontRole, share: float = 1.0) -> QFont:
        """A font that grows with the table."""
        return fonts.font(role, share * self.g.scale / fonts.text_scale())

    def pieces(self) -> Iterator[Piece]:
        """Everything that does not depend on the mouse, from below to above; small, so that little is painted anew."""
        g, table, s = self.g, self.table, self.g.scale
        shape = (g.tx, g.ty, s, g.count)
        top = QRectF(g.centre.x() - g.tx, g.centre.y() - g.ty, 2 * g.tx, 2 * g.ty)
        yield Piece("ground", shape, top.adjusted(-70 * s, -70 * s, 70 * s, 70 * s), self._draw_ground)
        for line in table.lines:
            key = (*shape, g.angles[line.start], line)
            yield Piece(f"line {line.start} {line.end}", key, self._around_line(line), partial(self._draw_line, line))
        yield from self._middle()
        if self._has_turn is not None:
            box, at = self._own.blocks[self._has_turn], g.blocks[self._has_turn].topLeft().toPoint()
            wide, high = box.width() * 0.12, box.height() * 0.1
            yield Piece("turn", s, box.adjusted(-wide, -high, wide, high), partial(self._draw_glow, box), at)
        for n, seat in enumerate(table.seats):
            yield from self._seat(n, seat)

    def _middle(self) -> Iterator[Piece]:
        """The Masu, the pile with its top back, the discards, and what is in the air."""
        own, table, s, at = self._own, self.table, self.g.scale, self.g.centre.toPoint()
        yield Piece("masu", (s, table.masu), own.masu.adjusted(-10 * s, -10 * s, 10 * s, 10 * s), self._draw_masu, at)
        edges = (-16 * s, -8 * s, 16 * s, 22 * s)
        yield Piece("pile", (s, table.pile, table.top), own.pile.adjusted(*edges), self._draw_pile, at)
        known = (s, table.discard[-1:], len(table.discard))
        yield Piece("discard", known, own.gone.adjusted(*edges), self._draw_discard, at)
        if table.air:
            air = own.air(0, len(table.air)).united(own.air(len(table.air) - 1, len(table.air)))
            yield Piece("air", (s, table.air), air.adjusted(-6 * s, -6 * s, 6 * s, 10 * s), self._draw_air, at)

    def _seat(self, n: int, seat: SeenSeat) -> Iterator[Piece]:
        """What lies before a seat: a piece a row."""
        places, s, at = self._own.seat_parts(n), self.g.scale, self.g.blocks[n].topLeft().toPoint()

        def piece(part: str, key: object, draw: Callable[[int, QPainter, Theme], None], *edges: float) -> Piece:
            left, top, right, bottom = (edge * s for edge in edges)
            rect = places[part].adjusted(-left, -top, right, bottom)
            return Piece(f"{part} {n}", (s, seat.kind, key), rect, partial(draw, n), at)

        spots = seat.sake if seat.kind == SAMURAI else ()
        face = (None if seat.sheet is None else seat.sheet.id, seat.seated, SHEET in spots)
        yield piece("name", (self._name(n), self._has_turn == n), self._draw_name, 4, 4, 4, 6)
        yield piece("mask", face, self._draw_face, 14, 20, 14, 18)
        if seat.kind == OUT:
            return
        yield piece("life", (seat.life, seat.wounds, LIFE in spots, seat.jar), self._draw_life, 8, 4, 6, 8)
        lit = seat.kind == SPIRIT and self.table.top
        yield piece("hand", (seat.hand, lit), self._draw_hand, 4, 4, 6, 4)
        if seat.kind == SAMURAI and seat.gear:
            yield piece("gear", (seat.gear, seat.held, spots), self._draw_gear, 6, 12, 10, 8)

    @property
    def _has_turn(self) -> int | None:
        """Whose turn it is, if somebody's."""
        active = self.table.active
        return None if active is None or self.table.seats[active].kind == OUT else active

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
        rooms = []
        for shift in (19 * g.scale / size, -19 * g.scale / size):  # inside, or outside where the middle is in the way
            at = middle + across * shift
            rooms.append(QRectF(at.x() - 14 * g.scale, at.y() - 10 * g.scale, 28 * g.scale, 20 * g.scale))
        free = (room for room in rooms if not any(room.intersects(one) for one in (g.middle, *g.blocks)))
        room = next(free, rooms[0])
        ink.write(pen, room, str(line.steps), self.font("name", 0.78), theme.color("faded"), CENTRED)

    def _draw_masu(self, pen: QPainter, theme: Theme) -> None:
        paint_masu(pen, self._own.masu, self.table.masu, theme)

    def _draw_pile(self, pen: QPainter, theme: Theme) -> None:
        table, s, pile = self.table, self.g.scale, self._own.pile
        for k in range(min(3, table.pile), 0, -1):
            lower = pile.translated(-k * s, k * 1.2 * s)
            ink.fill(pen, ink.rough_rect(lower, "pile", 0.6, 20), theme.color("bone_shade"))
        if table.pile:
            paint_back(pen, pile, table.top, theme)
        else:
            self._draw_bare(pen, pile, theme)
        self._draw_count(pen, pile, table.pile, theme)

    def _draw_discard(self, pen: QPainter, theme: Theme) -> None:
        gone = self._own.gone
        if self.table.discard:
            paint_chip_card(pen, gone, self.table, self.table.discard[-1], theme)
        else:
            self._draw_bare(pen, gone, theme)
        self._draw_count(pen, gone, len(self.table.discard), theme)

    def _draw_bare(self, pen: QPainter, rect: QRectF, theme: Theme) -> None:
        pen.setPen(QPen(theme.color("hairline"), 1.2, Qt.PenStyle.DashLine))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.drawRect(rect)

    def _draw_count(self, pen: QPainter, rect: QRectF, count: int, theme: Theme) -> None:
        s = self.g.scale
        below = QRectF(rect.left() - 14 * s, rect.bottom() + 3 * s, rect.width() + 28 * s, 16 * s)
        ink.write(pen, below, str(count), self.font("small", 0.92), theme.color("faded"), CENTRED)

    def _draw_air(self, pen: QPainter, theme: Theme) -> None:
        for k, one in enumerate(self.table.air):
            paint_chip_card(pen, self._own.air(k, len(self.table.air)), self.table, one, theme, lifted=True)

    def _draw_name(self, n: int, pen: QPainter, theme: Theme) -> None:
        line, s = self._own.seat_parts(n)["name"], self.g.scale
        if self.table.seats[n].kind == OUT:
            pen.setOpacity(FADED)
        disc = QPointF(line.left() + 11 * s, line.center().y())
        ink.fill(pen, ink.rough_disc(disc, 10.5 * s, f"seat{n}"), seat_colour(n, theme))
        letter = QRectF(disc.x() - 12 * s, disc.y() - 12 * s, 24 * s, 24 * s)
        ink.write(pen, letter, LETTERS[n], self.font("name", 0.72), theme.color("on_element"), CENTRED)
        words = line.adjusted(27 * s, 0, 0, 0)
        font = self.font("name", 0.88)
        pen.setFont(font)
        name = pen.fontMetrics().elidedText(self._name(n), Qt.TextElideMode.ElideRight, round(words.width()))
        ink.write(pen, words, name, font, theme.color("ink"))
        if self._has_turn == n:
            wide = pen.fontMetrics().horizontalAdvance(name)
            y = words.bottom() + 0.5 * s
            way = ink.line((words.left(), y), (words.left() + wide / 2, y + 1), (words.left() + wide, y - 1))
            ink.fill(pen, ink.brush_stroke(way, 3.4 * s, n, rough=0.09), theme.color("vermilion"))

    def _draw_face(self, n: int, pen: QPainter, theme: Theme) -> None:
        """The mask, on its cushion, with the sake that lies on it; of a Spirit its flame."""
        seat, s, mask = self.table.seats[n], self.g.scale, self._own.seat_parts(n)["mask"]
        id = "" if seat.sheet is None else seat.sheet.id
        if seat.kind == SPIRIT:
            paint_flame(pen, mask.adjusted(-4 * s, -8 * s, 4 * s, 4 * s), theme, n)
        elif seat.kind == SAMURAI:
            if seat.seated:
                paint_cushion(pen, mask.adjusted(-3 * s, 22 * s, 3 * s, 9 * s), theme)
            paint_mask(pen, mask, id, theme, drunk=SHEET in seat.sake)
            self._draw_cups(pen, n, theme, SHEET)
        else:
            pen.setOpacity(FADED)
            paint_mask(pen, mask, id, theme, faint=True)

    def _draw_cups(self, pen: QPainter, n: int, theme: Theme, *spots: int) -> None:
        for spot in self.table.seats[n].sake:
            if spot in spots:
                paint_cup(pen, self._own.spot(n, spot), 7.5 * self.g.scale, theme)

    def _draw_glow(self, box: QRectF, pen: QPainter, theme: Theme) -> None:
        glow = QRadialGradient(QPointF(0, 0), 1.0)
        glow.setColorAt(0, theme.color("vermilion", 0.30 if theme.dark else 0.22))
        glow.setColorAt(0.55, theme.color("vermilion", 0.14 if theme.dark else 0.10))
        glow.setColorAt(1, theme.color("vermilion", 0.0))
        pen.translate(box.center())
        pen.scale(box.width() * 0.62, box.height() * 0.6)
        pen.fillRect(QRectF(-1, -1, 2, 2), glow)

    def _draw_life(self, n: int, pen: QPainter, theme: Theme) -> None:
        """The life pile, wounds turned aside, and what is left; the sake in the jar of a Spirit."""
        table, s, life = self.table, self.g.scale, self._own.seat_parts(n)["life"]
        seat = table.seats[n]
        if seat.kind == SPIRIT:
            self._draw_jar(pen, life, seat.jar, theme)
            return
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
        self._draw_cups(pen, n, theme, LIFE)

    def _draw_gear(self, n: int, pen: QPainter, theme: Theme) -> None:
        """Cards in play, the held weapon lifted and underlined."""
        table, s = self.table, self.g.scale
        seat = table.seats[n]
        for card, rect in self._own.gear_places(n):
            held = card == seat.held
            lift = rect.translated(0, -2.5 * s) if held else rect
            paint_chip(pen, lift, table.deck, card, theme, held=held, asleep=card in seat.sake)
            if held:
                y = rect.bottom() + 0.5 * s
                way = ink.line((rect.left(), y), (rect.center().x(), y + 1), (rect.right(), y))
                ink.fill(pen, ink.brush_stroke(way, 3 * s, card, rough=0.1), theme.color("ink"))
        self._draw_cups(pen, n, theme, *seat.gear)

    def _draw_hand(self, n: int, pen: QPainter, theme: Theme) -> None:
        """The backs of a hand, sorted, and how many there are."""
        table, s = self.table, self.g.scale
        seat, row = table.seats[n], self._own.seat_parts(n)["hand"]
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

    def _draw_jar(self, pen: QPainter, row: QRectF, jar: int, theme: Theme) -> None:
        radius = 7.5 * self.g.scale
        step = min(2.1 * radius, (row.width() - 2 * radius) / max(1, jar - 1)) if jar > 1 else 0
        for k in range(max(1, jar)):
            at = QPointF(row.left() + radius + k * step, row.center().y())
            paint_cup(pen, at, radius, theme, hollow=not jar)
