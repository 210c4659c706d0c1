"""The round table from above: everything that everybody sees, and the backs of what they do not."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPainterPath, QPen, QRadialGradient, QResizeEvent

from companion.model.games.sake.options import SEAT_AS_TARGET, is_seat, seat_target
from companion.model.games.sake.state import LETTERS, LIFE, OUT, SAMURAI, SHEET, SPIRIT
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import CachedInkWidget

from .composer import Part
from .drawing import (
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
from .emblems import paint_emblem
from .geometry import Geometry
from .seen import SeenLine, SeenTable

SEAT_COLOURS = ("#C23B22", "#2F6CA3", "#3F807A", "#946420", "#6A4C93", "#A8326A", "#4E6B2E", "#55504A")
"""Of prow and letter, clockwise: the letter tells as well."""


class RoundTable(CachedInkWidget):
    """`picked`: something lit was clicked; `pointed`: the mouse rests on something (None: on nothing)."""

    picked = Signal(object)
    pointed = Signal(object)

    def __init__(self, name: Callable[[int], str]) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__()
        self._name = name
        self.table: SeenTable | None = None
        self.geometry_: Geometry | None = None
        self.lit: frozenset[Part] = frozenset()
        self.chosen: frozenset[Part] = frozenset()
        self.reached: Mapping[int, Sequence[int]] = {}
        """Weapons of the viewer by the target that they reach."""
        self.aimed: tuple[int, int] | None = None
        """Who attacks, and the target, while an attack is being answered."""
        self.distances: Mapping[int, Sequence[int]] = {}
        self.hovered: Part | None = None
        self.answers: Mapping[int, bool] = {}
        """Who is asked in the open window, and whether they have answered."""
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(900), fonts.px(520))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(480), fonts.px(330))

    def show_table(self, table: SeenTable) -> None:
        self.table = table
        self._lay_out()
        self.redraw()

    def light(self, lit: frozenset[Part], chosen: frozenset[Part]) -> None:
        """Light what may be clicked, and what has been chosen already."""
        self.lit, self.chosen = lit, chosen
        self.update()

    def _lay_out(self) -> None:
        if self.table is not None:
            edge = fonts.px(8)
            room = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
            self.geometry_ = Geometry(self.table, room, fonts.text_scale())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def refresh(self) -> None:
        self._lay_out()
        super().refresh()

    # pointing ------------------------------------------------------------------------------------------------------

    def place_of(self, part: Part) -> QRectF | None:
        """Where a part of the table lies, if it is to be seen."""
        if self.geometry_ is None:
            return None
        return self.geometry_.hits.get(_aimed_at(part))

    def at(self, point: QPointF) -> Part | None:
        """The smallest lit thing at a point, else the Disciple or seat there."""
        if self.geometry_ is None:
            return None
        lit = [(rect.width(), part) for part in self.lit if (rect := self.place_of(part)) and rect.contains(point)]
        if lit:
            return min(lit, key=lambda one: one[0])[1]
        things = [
            (rect.width(), part)
            for part, rect in self.geometry_.hits.items()
            if part.kind in ("target", "gear") and rect.contains(point)
        ]
        return min(things, key=lambda one: one[0])[1] if things else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hover(self.at(event.position()))

    def hover(self, part: Part | None) -> None:
        """Point at something: distances and reasons are shown."""
        if part != self.hovered:
            self.hovered = part
            hand = part is not None and part in self.lit
            self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(part)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.hover(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self.at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if part is not None and part in self.lit:
            self.picked.emit(part)
        elif part is not None:
            self.pointed.emit(part)

    # painting ------------------------------------------------------------------------------------------------------

    def _font(self, role: fonts.FontRole, share: float = 1.0) -> QFont:
        assert self.geometry_ is not None
        return fonts.font(role, share * self.geometry_.scale / fonts.text_scale())

    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        if self.table is None or self.geometry_ is None:
            return
        self._draw_ground(pen, theme)
        for line in self.table.lines:
            self._draw_line(pen, line, theme)
        self._draw_middle(pen, theme)
        for n in range(len(self.table.seats)):
            self._draw_seat(pen, n, theme)

    def _draw_ground(self, pen: QPainter, theme: Theme) -> None:
        """The table top, and on it the circle of one brush stroke that the cubes lie on."""
        g = self.geometry_
        assert g is not None
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

    def _draw_line(self, pen: QPainter, line: SeenLine, theme: Theme) -> None:
        g = self.geometry_
        assert g is not None
        side = g.cube_side(line)
        for k in range(line.steps):
            paint_cube(pen, g.at(line, k + 0.5), side, theme)
        for one in line.disciples:
            facing = g.heading(line, one.at, forward=one.owner == line.start)
            paint_disciple(
                pen, g.disciple_place(line, one.card), 24 * g.scale, theme, seat_colour(one.owner, theme), facing
            )
        middle = g.at(line, line.steps / 2)
        inward = g.centre - middle
        size = math.hypot(inward.x(), inward.y()) or 1.0
        at = middle + inward * (17 * g.scale / size)
        room = QRectF(at.x() - 14 * g.scale, at.y() - 10 * g.scale, 28 * g.scale, 20 * g.scale)
        ink.write(pen, room, str(line.steps), self._font("name", 0.78), theme.color("faded"), CENTRED)

    def _draw_middle(self, pen: QPainter, theme: Theme) -> None:
        """The Masu, the pile with its top back, the discards, and what is in the air."""
        g, table = self.geometry_, self.table
        assert g is not None
        assert table is not None
        s, box = g.scale, g.middle
        masu = QRectF(box.center().x() - 36 * s, box.center().y() - 38 * s, 72 * s, 72 * s)
        paint_masu(pen, masu, table.masu, theme)
        small = self._font("small", 0.92)
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

    def _draw_seat(self, pen: QPainter, n: int, theme: Theme) -> None:
        g, table = self.geometry_, self.table
        assert g is not None
        assert table is not None
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
        ink.write(pen, letter, LETTERS[n], self._font("name", 0.72), theme.color("on_element"), CENTRED)
        words = line.adjusted(27 * s, 0, 0, 0)
        font = self._font("name", 0.88)
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
        g, table = self.geometry_, self.table
        assert g is not None
        assert table is not None
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
        ink.write(pen, digits, str(count), self._font("numeral", 0.86), role)
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
        g, table = self.geometry_, self.table
        assert g is not None
        assert table is not None
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
        ink.write(pen, words, str(len(seat.hand)), self._font("digits", 0.9), theme.color("faded"))

    def _draw_spirit(self, pen: QPainter, n: int, theme: Theme) -> None:
        g, table = self.geometry_, self.table
        assert g is not None
        assert table is not None
        seat, s, places = table.seats[n], g.scale, g.seat_parts(n)
        paint_flame(pen, places["mask"].adjusted(-4 * s, -8 * s, 4 * s, 4 * s), theme, n)
        row, radius = places["life"], 7.5 * s
        step = min(2.1 * radius, (row.width() - 2 * radius) / max(1, seat.jar - 1)) if seat.jar > 1 else 0
        for k in range(seat.jar):
            paint_cup(pen, QPointF(row.left() + radius + k * step, row.center().y()), radius, theme)
        if not seat.jar:
            paint_cup(pen, QPointF(row.left() + radius, row.center().y()), radius, theme, hollow=True)
        self._draw_hand(pen, n, theme)

    # what changes under the mouse ----------------------------------------------------------------------------------

    def paint(self, pen: QPainter, theme: Theme) -> None:
        super().paint(pen, theme)
        g = self.geometry_
        if g is None or self.table is None:
            return
        if self.aimed is not None:
            self._paint_aim(pen, theme)
        pen.setFont(self._font("name", 0.88))
        metrics = pen.fontMetrics()
        for target, weapons in self.reached.items():
            if not is_seat(target):
                continue
            n, side = target - SEAT_AS_TARGET, 15 * g.scale
            row = g.seat_parts(n)["name"]
            end = row.left() + 33 * g.scale + metrics.horizontalAdvance(self._name(n))
            end = min(end, row.right() - len(weapons) * (side + 2 * g.scale))
            for k, weapon in enumerate(weapons):
                rect = QRectF(end + k * (side + 2 * g.scale), row.top() + 5 * g.scale, side, side)
                paint_emblem(pen, rect, drawing_of(self.table.deck, weapon) if weapon >= 0 else "attack",
                             theme.color("vermilion"))  # fmt: skip
        for n, done in self.answers.items():
            self._paint_dot(pen, n, theme, done=done)
        for part in self.lit:
            self._paint_lit(pen, part, theme, over=part == self.hovered)
        for part in self.chosen:
            self._paint_lit(pen, part, theme, over=True)
        if self.hovered is not None and self.hovered.kind in ("target", "side"):
            self._paint_distances(pen, self.hovered, theme)

    def _paint_dot(self, pen: QPainter, n: int, theme: Theme, *, done: bool) -> None:
        g = self.geometry_
        assert g is not None
        box, s = g.blocks[n], g.scale
        at = QPointF(box.left() + 5 * s, box.top() + 30 * s)
        disc = ink.rough_disc(at, 5 * s, f"dot{n}")
        ink.fill(pen, disc, theme.color("vermilion") if done else theme.color("surface"))
        ink.outline(pen, disc, theme.color("vermilion"), 1.6)

    def _paint_lit(self, pen: QPainter, part: Part, theme: Theme, *, over: bool) -> None:
        rect = self.place_of(part)
        g = self.geometry_
        if rect is None or g is None:
            return
        colour = theme.color("vermilion")
        s = g.scale
        if part.kind == "spot" or (part.kind == "side" and isinstance(part.value, tuple)):
            seat, spot = _aimed_at(part).value
            at = g.spot(seat, spot) if self.table is not None and seat >= 0 else rect.center()
            taken = self.table is not None and seat >= 0 and spot in self.table.seats[seat].sake
            if not taken:
                paint_cup(pen, at, 8 * s, theme, hollow=True)
            if over or taken:
                pen.setBrush(theme.color("vermilion", 0.25) if over else Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(colour, 2 * s))
                pen.drawEllipse(at, 10.5 * s, 10.5 * s)
            return
        if part.kind in ("place", "stretch"):
            disc = ink.rough_disc(rect.center(), (11 if over else 8.5) * s, f"{part.value}")
            ink.fill(pen, disc, theme.color("vermilion", 1.0 if over else 0.82))
            text = (
                str(part.value[1]) if part.kind == "place" and part.value[1] else "＋" if part.kind == "place" else "±"
            )
            ink.write(pen, rect, text, self._font("strong", 0.8), theme.color("on_vermilion"), CENTRED)
            return
        if rect.width() < 60 * s:
            shape = ink.rough_disc(rect.center(), rect.width() * 0.56, f"lit{part.value}")
        else:
            shape = ink.rough_rect(rect.adjusted(-2, -2, 2, 2), f"lit{part.value}", 1.4 * s, 30 * s)
        ink.fill(pen, shape, theme.color("vermilion", 0.16 if over else 0.06))
        ink.outline(pen, shape, theme.color("vermilion", 1.0 if over else 0.75), (2.6 if over else 1.6) * s)

    def _paint_aim(self, pen: QPainter, theme: Theme) -> None:
        """The stroke of an attack across the table, from who makes it to who suffers it."""
        g = self.geometry_
        assert g is not None
        assert self.aimed is not None
        by, target = self.aimed
        rect = g.hits.get(Part("target", target))
        if rect is None:
            return
        start, end = g.blocks[by].center(), rect.center()
        for box, away in ((g.blocks[by], end), (rect, start)):
            centre = box.center()
            way = away - centre
            reach = min(
                (box.width() / 2 + 6) / abs(way.x()) if way.x() else 9.0,
                (box.height() / 2 + 6) / abs(way.y()) if way.y() else 9.0,
            )
            edge = centre + way * min(reach, 0.46)
            if box is rect:
                end = edge
            else:
                start = edge
        bend = (start + end) / 2 + (g.centre - (start + end) / 2) * 0.14
        points = [start * (1 - t) ** 2 + bend * (2 * t * (1 - t)) + end * t**2 for t in (k / 24 for k in range(25))]
        rng = random.Random(3)
        stroke = ink.brush_stroke(points, 9 * g.scale, rng, pressure=lambda t: 0.25 + 0.75 * t, rough=0.12)
        ink.fill(pen, stroke, theme.color("vermilion", 0.8))

    def _paint_distances(self, pen: QPainter, part: Part, theme: Theme) -> None:
        """Both ways round, beside what is pointed at."""
        g = self.geometry_
        ways = self.distances.get(part.value, ()) if isinstance(part.value, int) else ()
        rect = self.place_of(part)
        if g is None or rect is None or not ways:
            return
        text = f"↻ {ways[0]}" + (f"   ↺ {ways[1]}" if len(ways) > 1 else "")
        font = self._font("strong", 1.0)
        pen.setFont(font)
        wide = pen.fontMetrics().horizontalAdvance(text) + 20 * g.scale
        high = 26 * g.scale
        at = rect.center() + (g.centre - rect.center()) * 0.0
        y = rect.top() - high * 0.7 if rect.top() > high else rect.bottom() - high * 0.3
        tag = QRectF(at.x() - wide / 2, y, wide, high)
        slip = ink.rough_rect(tag, "distance", 1.0, 24)
        ink.soft_shadow(pen, slip, theme.color("shadow", 0.4), 4, 0, 2)
        ink.fill(pen, slip, theme.color("ink"))
        ink.write(pen, tag, text, font, theme.color("ground"), CENTRED)


def _aimed_at(part: Part) -> Part:
    """The thing on the table that a part is about."""
    if part.kind == "pay" or (part.kind == "side" and isinstance(part.value, tuple)):
        return Part("spot", part.value)
    return part


def seat_colour(n: int, theme: Theme) -> QColor:
    colour = QColor(SEAT_COLOURS[n % len(SEAT_COLOURS)])
    return colour.lighter(150) if theme.dark else colour


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
