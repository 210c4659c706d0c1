"""Where everything lies on the round table: seats in a ring, the viewer at the bottom, lines of cubes between them."""

from __future__ import annotations

import math
from copy import copy
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF

from companion.model.games.sake.state.options import seat_target
from companion.model.games.sake.state.state import CUBES, LIFE, OUT, SAMURAI, SHEET
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.seen import SeenLine, SeenTable

WIDE, HIGH = 178.0, 112.0
"""A seat's place, at scale 1."""
CENTRE = (150.0, 104.0)
"""Masu and piles."""
TRACK = 25.0
"""Between a seat and the line before it."""
MOST, LEAST = 2.6, 0.55
STEPS = 24
"""In which a line along the table's edge is measured."""


class Geometry:
    """The table of one moment laid out in a rectangle; `scale` is 1 for text at its own size."""

    def __init__(self, table: SeenTable, room: QRectF, most: float) -> None:
        self.table, self.room = table, room
        self._curves: dict[tuple[float, float], tuple[list[QPointF], list[float]]] = {}
        self.count = len(table.seats)
        self.scale = most * MOST
        while self.scale > most * LEAST:
            self._place()
            if self._fits():
                break
            self.scale *= 0.96
        self._place()
        self._curves.clear()
        self.hits: dict[Part, QRectF] = {}
        """What can be pointed at."""
        self._aim()

    def _place(self) -> None:
        room, s = self.room, self.scale
        self.centre = QPointF(room.center().toPoint())
        self.rx, self.ry = (room.width() - WIDE * s) / 2, (room.height() - HIGH * s) / 2
        self.tx, self.ty = self.rx - (WIDE / 2 + TRACK) * s, self.ry - (HIGH / 2 + TRACK) * s
        self.angles = [math.tau * (0.25 + (n - self.table.at_bottom) / self.count) for n in range(self.count)]
        self.blocks = [
            QRectF(
                round(self.centre.x() + self.rx * math.cos(angle) - WIDE * s / 2),
                round(self.centre.y() + self.ry * math.sin(angle) - HIGH * s / 2),
                WIDE * s,
                HIGH * s,
            )
            for angle in self.angles
        ]
        wide, high = CENTRE
        self.middle = QRectF(self.centre.x() - wide * s / 2, self.centre.y() - high * s / 2, wide * s, high * s)

    def _fits(self) -> bool:
        s = self.scale
        if self.tx < CENTRE[0] * s * 0.62 or self.ty < CENTRE[1] * s * 0.56:
            return False
        gap = 5 * s
        for n, one in enumerate(self.blocks):
            if any(one.adjusted(-gap, -gap, gap, gap).intersects(other) for other in self.blocks[:n]):
                return False
        return True

    def around_origins(self) -> Geometry:
        """The seats each at a corner, and the middle at a centre, of (0, 0): not a pixel depends on where they lie."""
        found = copy(self)
        found.centre, found.blocks = QPointF(), [QRectF(0, 0, one.width(), one.height()) for one in self.blocks]
        return found

    # the middle ----------------------------------------------------------------------------------------------------

    @property
    def masu(self) -> QRectF:
        s, centre = self.scale, self.centre
        return QRectF(centre.x() - 36 * s, centre.y() - 38 * s, 72 * s, 72 * s)

    @property
    def pile(self) -> QRectF:
        s, masu = self.scale, self.masu
        return QRectF(masu.left() - 38 * s, masu.top() + 12 * s, 27 * s, 38 * s)

    @property
    def gone(self) -> QRectF:
        """The discards."""
        s, masu = self.scale, self.masu
        return QRectF(masu.right() + 11 * s, masu.top() + 12 * s, 27 * s, 38 * s)

    def air(self, k: int, count: int) -> QRectF:
        """Where a card in the air lies, of so many."""
        s, masu = self.scale, self.masu
        left = self.centre.x() + (k - count / 2) * 28 * s
        return QRectF(left, masu.bottom() - 2 * s, 24 * s, 24 * s * 1.36)

    # lines ---------------------------------------------------------------------------------------------------------

    def on_track(self, angle: float) -> QPointF:
        return QPointF(self.centre.x() + self.tx * math.cos(angle), self.centre.y() + self.ty * math.sin(angle))

    def ends(self, line: SeenLine) -> tuple[float, float]:
        """The angles between which the cubes of a line lie, clockwise."""
        start, end = self.angles[line.start], self.angles[line.end]
        while end <= start + 1e-9:
            end += math.tau
        edge = min(0.17, (end - start) * 0.16)
        return start + edge, end - edge

    def at(self, line: SeenLine, offset: float) -> QPointF:
        """The place `offset` cubes from the *from* end of a line."""
        start, end = self.ends(line)
        return self._even(start, end, offset / line.steps)

    def _even(self, start: float, end: float, share: float) -> QPointF:
        """A place along the ellipse, at equal lengths for equal shares."""
        curve = self._curves.get((start, end))
        if curve is None:
            points = [self.on_track(start + (end - start) * k / STEPS) for k in range(STEPS + 1)]
            lengths = [math.hypot(b.x() - a.x(), b.y() - a.y()) for a, b in pairwise(points)]
            self._curves[start, end] = curve = points, lengths
        points, lengths = curve
        left = sum(lengths) * share
        for k, length in enumerate(lengths):
            if left <= length or k == STEPS - 1:
                return points[k] + (points[k + 1] - points[k]) * (left / length if length else 0)
            left -= length
        return points[-1]

    def cubes(self, line: SeenLine) -> list[QPointF]:
        """Where the cubes of a line lie; of more than there are in the box (RNG-6 `endless`) as many, evenly."""
        count = min(line.steps, CUBES)
        return [self.at(line, (k + 0.5) * line.steps / count) for k in range(count)]

    def cube_side(self, line: SeenLine) -> float:
        first, second = self.at(line, 0), self.at(line, max(1.0, line.steps / CUBES))
        return min(15 * self.scale, math.hypot(second.x() - first.x(), second.y() - first.y()) * 0.66)

    def heading(self, line: SeenLine, offset: float, *, forward: bool) -> float:
        """The direction along a line, in degrees."""
        one, other = self.at(line, max(0, offset - 0.3)), self.at(line, min(line.steps, offset + 0.3))
        angle = math.degrees(math.atan2(other.y() - one.y(), other.x() - one.x()))
        return angle if forward else angle + 180

    def move_end(self, side: str, steps: int) -> tuple[SeenLine, float] | None:
        """The line and offset that a move of the viewer leads to, where that place lies on a line."""
        me, lines = self.table.viewer, self.table.lines
        if me is None or not lines:
            return None
        if len(lines) == 1 and side in ("toward", "line"):
            line = lines[0]
            return line, steps if line.start == me else line.steps - steps
        number = self.table.line_of(me, starts=side == "left") if side in ("left", "right") else None
        if number is None:
            return None
        line = lines[number]
        return line, steps if side == "left" else line.steps - steps

    # what can be pointed at ----------------------------------------------------------------------------------------

    def seat_parts(self, n: int) -> dict[str, QRectF]:
        """The mask, the life pile, the wounds, the hand and the row of gear of a seat."""
        box, s = self.blocks[n], self.scale
        left, top = box.left(), box.top()
        return {
            "name": QRectF(left + 2 * s, top, box.width() - 4 * s, 24 * s),
            "mask": QRectF(left + 5 * s, top + 31 * s, 62 * s, 68 * s),
            "life": QRectF(left + 76 * s, top + 28 * s, 98 * s, 26 * s),
            "hand": QRectF(left + 76 * s, top + 58 * s, 98 * s, 22 * s),
            "gear": QRectF(left + 76 * s, top + 84 * s, 100 * s, 26 * s),
        }

    def gear_places(self, n: int) -> list[tuple[int, QRectF]]:
        """The cards in play of a seat, the held weapon first."""
        seat, row = self.table.seats[n], self.seat_parts(n)["gear"]
        cards = sorted(seat.gear, key=lambda card: card != seat.held)
        gap = 3 * self.scale
        fit = (row.width() + gap) / max(1, len(cards)) - gap
        side = max(13 * self.scale, min(row.height(), fit))
        step = min(side + gap, (row.width() - side) / (len(cards) - 1)) if len(cards) > 1 else side
        top = row.bottom() - side
        return [(card, QRectF(row.left() + k * step, top, side, side)) for k, card in enumerate(cards)]

    def spot(self, n: int, spot: int) -> QPointF:
        """Where a cup stands."""
        places = self.seat_parts(n)
        if spot == SHEET:
            return places["mask"].bottomRight() - QPointF(9, 12) * self.scale
        if spot == LIFE:
            return QPointF(places["life"].left() + 4 * self.scale, places["life"].bottom() - 6 * self.scale)
        for card, rect in self.gear_places(n):
            if card == spot:
                return rect.topRight() + QPointF(-5, 5) * self.scale
        return places["mask"].center()

    def around(self) -> list[Part]:
        """Seats and Disciples clockwise from the left of the seat at the bottom, which comes last."""
        found: list[Part] = []
        for k in range(self.count):
            n = (self.table.at_bottom + k) % self.count
            if k and Part("target", seat_target(n)) in self.hits:
                found.append(Part("target", seat_target(n)))
            for line in self.table.lines:
                if line.start == n:
                    found += [Part("target", one.card) for one in sorted(line.disciples, key=lambda one: one.at)]
        return [*found, Part("target", seat_target(self.table.at_bottom))]

    def _aim(self) -> None:
        s = self.scale
        for n, seat in enumerate(self.table.seats):
            if seat.kind == OUT:
                continue
            self.hits[Part("target", seat_target(n))] = self.blocks[n]
            self.hits[Part("side", seat_target(n))] = self.blocks[n]
            if seat.kind != SAMURAI:
                continue
            radius = 11 * s
            for spot in (SHEET, LIFE):
                at = self.spot(n, spot)
                self.hits[Part("spot", (n, spot))] = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
            for card, rect in self.gear_places(n):
                self.hits[Part("spot", (n, card))] = rect
                self.hits[Part("gear", card)] = rect
                self.hits[Part("weapon", card)] = rect
        for number, line in enumerate(self.table.lines):
            for disciple in line.disciples:
                at, radius = self.disciple_place(line, disciple.card), 13 * s
                rect = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
                self.hits[Part("target", disciple.card)] = rect
                self.hits[Part("piece", disciple.card)] = rect
            stations = line.stations()
            for stretch, (one, other) in enumerate(pairwise(stations)):
                at, radius = self.at(line, (one + other) / 2), 15 * s
                self.hits[Part("stretch", (number, stretch))] = QRectF(
                    at.x() - radius, at.y() - radius, 2 * radius, 2 * radius
                )
            at, radius = self.at(line, line.steps / 2), 26 * s
            self.hits[Part("line", number)] = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
        for side in ("left", "right", "toward", "line"):
            for steps in range(8):
                end = self.move_end(side, steps)
                if end is not None and 0 <= end[1] <= end[0].steps:
                    at, radius = self.at(*end), 12 * s
                    self.hits[Part("place", (side, steps))] = QRectF(
                        at.x() - radius, at.y() - radius, 2 * radius, 2 * radius
                    )

    def disciple_place(self, line: SeenLine, card: int) -> QPointF:
        """Where a Disciple stands; two at one offset stand side by side, outward and inward."""
        piece = next(one for one in line.disciples if one.card == card)
        row = [one.card for one in line.disciples if one.at == piece.at]
        at = self.at(line, piece.at)
        away = at - self.centre
        size = math.hypot(away.x(), away.y()) or 1.0
        shift = (row.index(card) - (len(row) - 1) / 2) * 22 * self.scale
        if piece.at in (0, line.steps) and len(row) == 1:
            shift = -6 * self.scale
        return at + away * (shift / size)
