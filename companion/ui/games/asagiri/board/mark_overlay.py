"""Marks on squares, and things to press: targets, retreats, deployment, the cursor, a refusal; turns, doors, sides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPixmap, QRadialGradient
from PySide6.QtWidgets import QGraphicsPixmapItem

from companion.model.core.contract import Option
from companion.model.core.words import Message
from companion.model.games.asagiri.rules import movement
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.options import label
from companion.model.games.asagiri.state.stack import Retreating
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NO_SQUARE, Facing, FigureId, SquareId, turned_by
from companion.ui.games.asagiri.board import queries
from companion.ui.games.asagiri.board.canvas import Overlay, cells
from companion.ui.games.asagiri.board.geometry import heading
from companion.ui.kit.scene import CELL, ink_pen, polygon, seal_picture, slip_picture
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Role, Theme


class Targets(Overlay):
    """A seal on every enemy that the figure may attack (sword) or shoot at (bow)."""

    z = 56.0
    attacked: tuple[FigureId, ...] = ()
    shot: tuple[FigureId, ...] = ()

    def show(self, who: FigureId) -> None:
        """What a figure may do to enemies now (-1: nothing)."""
        self.clear()
        if who < 0:
            return
        game = self.canvas.game
        self.attacked = tuple(queries.attacks(game, who))
        self.shot = tuple(queries.shots(game, who))
        for target in (*self.attacked, *(n for n in self.shot if n not in self.attacked)):
            at = self.canvas.state.figures[target].at
            if not self.canvas.geometry.has(at):
                continue
            theme, size = self.canvas.theme, max(20.0, self.canvas.cell * 0.40)
            sign = "sword" if target in self.attacked else "bow"
            picture = seal_picture(sign, size, theme, self.canvas.dpr)
            corner = self.canvas.geometry.rect(at).topLeft() + QPointF(17, 17)
            self.add_pixmap(picture, corner, fixed=True)
            self.add_ring(
                self.canvas.centre(at) + QPointF(0, 1.5), 46, ink_pen(theme.color("vermilion", 0.95), 4.0), 49.0
            )


class Retreats(Overlay):
    """The squares of a retreat; those that shake carry a broken edge and hatching."""

    z = 25.0
    squares: Mapping[SquareId, bool] = {}
    """By square: whether it shakes."""

    def show(self, who: FigureId) -> None:
        """Where a figure may retreat to (-1: nobody does)."""
        self.clear()
        if who < 0:
            return
        canvas, theme = self.canvas, self.canvas.theme
        top = canvas.state.frames[-1] if canvas.state.frames else None
        anywhere = isinstance(top, Retreating) and top.anywhere
        self.squares = dict(movement.retreats(canvas.state, who, anywhere=anywhere))
        start = canvas.centre(canvas.state.figures[who].at)
        for square, shakes in self.squares.items():
            rect = canvas.geometry.rect(square)
            colour = theme.color("shaken" if shakes else "vigilant", 0.95)
            pen = ink_pen(colour, 4.5, (2.2, 1.8) if shakes else ())
            if shakes:
                self.add_path(_broken(rect), None, ink_pen(theme.color("shaken", 0.6), 2.4))
            self.add_path(cells([rect], 5, 7), theme.color("shaken" if shakes else "vigilant", 0.26), pen)
            self.add_path(_arrow(start, rect.center()), colour, z=52.0)


def _broken(rect: QRectF) -> QPainterPath:
    made = QPainterPath()
    for k in range(1, 8):
        made.moveTo(rect.left() + 8, rect.top() + 12.5 * k)
        made.lineTo(rect.left() + 12.5 * k, rect.top() + 8)
    return made


def _arrow(start: QPointF, end: QPointF) -> QPainterPath:
    way = end - start
    ahead = way / math.hypot(way.x(), way.y())
    across = QPointF(-ahead.y(), ahead.x())
    tip = end + ahead * 12
    made = ink.brush_stroke([start + ahead * 46, start + ahead * 58, end], 11, pressure=lambda t: 0.5 + 0.5 * t)
    left, right = (tip - ahead * 26 + across * side for side in (19, -19))
    return made.united(polygon(tip, left, tip - ahead * 18, right))


class Deployment(Overlay):
    """The squares on which figures may be deployed."""

    z = 25.0
    squares: tuple[SquareId, ...] = ()

    def show(self) -> None:
        self.clear()
        self.offer(queries.deployment(self.canvas.game), "vermilion")

    def offer(self, squares: Sequence[SquareId], role: Role) -> None:
        """Mark squares to choose among."""
        canvas, theme = self.canvas, self.canvas.theme
        self.squares = tuple(square for square in squares if canvas.geometry.has(square))
        if self.squares:
            area = cells(canvas.geometry.rects(self.squares), 4, 7)
            self.add_path(area, theme.color(role, 0.21), ink_pen(theme.color(role, 0.9), 3))


class Offered(Deployment):
    """The squares and figures among which a skill lets a person choose."""

    figures: tuple[FigureId, ...] = ()

    def show(self) -> None:
        self.clear()
        canvas = self.canvas
        self.offer(queries.places(canvas.game), "vigilant")
        self.figures = tuple(queries.pickable(canvas.game))
        for who in self.figures:
            at = canvas.state.figures[who].at
            if canvas.geometry.has(at):
                ring = ink_pen(canvas.theme.color("vermilion", 0.95), 4.0)
                self.add_ring(canvas.centre(at) + QPointF(0, 1.5), 46, ring, 49.0)


class Cursor(Overlay):
    """The square that the keyboard is on: four corners of ink."""

    z = 80.0

    def show(self, square: SquareId) -> None:
        """Mark a square (-1: none)."""
        self.clear()
        if not self.canvas.geometry.has(square):
            return
        theme = self.canvas.theme
        rect = self.canvas.geometry.rect(square).adjusted(3, 3, -3, -3)
        made = QPainterPath()
        for corner, dx, dy in (
            (rect.topLeft(), 1, 1), (rect.topRight(), -1, 1), (rect.bottomRight(), -1, -1), (rect.bottomLeft(), 1, -1),
        ):  # fmt: skip
            made.moveTo(corner + QPointF(0, 26 * dy))
            made.lineTo(corner)
            made.lineTo(corner + QPointF(26 * dx, 0))
        self.add_path(made, None, ink_pen(theme.color("surface"), 11))
        self.add_path(made, None, ink_pen(theme.color("vermilion"), 6), z=self.z + 1)


class Cross(Overlay):
    """Refused: a cross of two ink strokes over a square. `shift` moves it for a short shake."""

    z = 90.0

    square = NO_SQUARE

    def show(self, square: SquareId) -> None:
        """Cross a square out (-1: none)."""
        self.clear()
        if not self.canvas.geometry.has(square):
            return
        self.square = square
        middle, theme = self.canvas.centre(square), self.canvas.theme
        for width, colour in ((19.0, theme.color("surface", 0.9)), (12.0, theme.color("vermilion"))):
            for dx in (1, -1):
                line = [middle + QPointF(-27 * dx, -27), middle + QPointF(2 * dx, 1), middle + QPointF(27 * dx, 27)]
                stroke = ink.brush_stroke(ink.smooth(_points(line), closed=False), width, pressure=ink.brush_pressure())
                self.add_path(stroke, colour, z=self.z + (width < 15))

    def shift(self, dx: float, opacity: float) -> None:
        """Move it sideways (scene units) and let it fade."""
        for item in self.items:
            item.setPos(dx, 0)
            item.setOpacity(opacity)


def _points(line: list[QPointF]) -> list[QPointF]:
    (a, b, c) = line
    return [a, a + (b - a) * 0.5, b, b + (c - b) * 0.5, c]


class ActivePulse(Overlay):
    """A soft ring under the active figure that swells and fades slowly; `beat` sets how far."""

    z = 47.0

    who = NO_FIGURE
    _ring: QGraphicsPixmapItem | None = None

    def show(self, who: FigureId) -> None:
        """Under a figure (-1: under none)."""
        self.clear()
        if (figure := self.standing(who)) is not None:
            self.who = who
            self._ring = self.add_pixmap(_ring(self.canvas.theme), self.canvas.centre(figure.at))

    def beat(self, share: float) -> None:
        """`share` of a beat, from 0 to 1."""
        if self._ring is not None:
            swell = 0.5 - 0.5 * math.cos(share * math.tau)
            self._ring.setOpacity(0.55 + 0.45 * swell)
            self._ring.setScale(0.97 + 0.06 * swell)


@lru_cache(maxsize=4)
def _ring(theme: Theme) -> QPixmap:
    size = CELL * 1.4
    pixmap = ink.blank(size, size, 2.0)
    pen = ink.painter(pixmap)
    middle = QPointF(size / 2, size / 2 + 1.5)
    glow = QRadialGradient(middle, size / 2)
    for place, alpha in ((0.5, 0.0), (0.60, 0.75), (0.72, 0.42), (1.0, 0.0)):
        glow.setColorAt(place, theme.color("vermilion", alpha))
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(glow)
    pen.drawEllipse(middle, size / 2, size / 2)
    pen.end()
    return pixmap


def way_of(options: tuple[Option, ...], start: SquareId, facing: Facing) -> list[tuple[SquareId, Facing]]:
    """The (square, facing) pairs that steps and turns lead through."""
    way: list[tuple[SquareId, Facing]] = []
    at = start
    for option in options:
        if isinstance(option, o.Step):
            at = option.at
        elif isinstance(option, o.Turn):
            facing = option.facing
        else:
            continue
        way.append((at, facing))
    return way


def cost_of(options: tuple[Option, ...]) -> int:
    """The movement points that steps and turns cost."""
    return sum(option.cost if isinstance(option, o.Step) else isinstance(option, o.Turn) for option in options)


@dataclass(frozen=True)
class Handle:
    """A part of the scene that does something when pressed; `words` say what."""

    area: QRectF
    options: tuple[Option, ...]
    words: Message


class Handles(Overlay):
    """An overlay with handles."""

    z = 55.0
    handles: tuple[Handle, ...] = ()

    def at(self, point: QPointF) -> Handle | None:
        return next((handle for handle in self.handles if handle.area.contains(point)), None)

    def add_handle(self, middle: QPointF, side: float, options: Sequence[Option]) -> None:
        """Make a square place around a point do `options`; its words are those of the last one."""
        words = label(self.canvas.state, options[-1])
        area = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        self.handles += (Handle(area, tuple(options), words),)

    def add_seal(self, middle: QPointF, sign: str, options: Sequence[Option], share: float = 0.42) -> None:
        size = max(20.0, self.canvas.cell * share)
        picture = seal_picture(sign, size, self.canvas.theme, self.canvas.dpr)
        self.add_pixmap(picture, middle, fixed=True)
        self.add_handle(middle, size / self.canvas.cell * CELL * 1.15, options)


class TurnHandles(Handles):
    """Left and right of the selected active figure: a quarter-turn each."""

    def show(self, who: FigureId) -> None:
        """For a figure (-1: for none)."""
        self.clear()
        canvas, figure = self.canvas, self.standing(who)
        if figure is None:
            return
        ahead = heading(canvas.geometry.seen(figure.facing))
        right = QPointF(-ahead.y(), ahead.x())
        for facing in queries.turns(canvas.game, who):
            to_right = facing == turned_by(figure.facing, 1)
            middle = canvas.centre(figure.at) + right * (50 if to_right else -50) + ahead * 50
            self.add_seal(middle, "turn-right" if to_right else "turn-left", [o.Turn(facing)])


class FaceHandles(Handles):
    """Arrows around a figure that has to turn towards an enemy."""

    def show(self, who: FigureId) -> None:
        """For a figure (-1: for none)."""
        self.clear()
        canvas, figure = self.canvas, self.standing(who)
        if figure is None:
            return
        for option in canvas.game.options:
            if isinstance(option, o.Face):
                ahead = heading(canvas.geometry.seen(option.facing))
                middle = canvas.centre(figure.at) + ahead * 66
                theme = canvas.theme
                self.add_path(_wedge(middle, ahead), theme.color("vermilion"), ink_pen(theme.color("surface"), 3))
                self.add_handle(middle, 50, [option])


def _wedge(middle: QPointF, ahead: QPointF) -> QPainterPath:
    across = QPointF(-ahead.y(), ahead.x())
    left, right = (middle - ahead * 12 + across * side for side in (24, -24))
    return polygon(middle + ahead * 22, left, middle - ahead * 4, right)


class DoorHandle(Handles):
    """The door that the figure may open."""

    def show(self, who: FigureId) -> None:
        """For a figure: active, or to be activated (-1: for none)."""
        self.clear()
        canvas = self.canvas
        for option in canvas.game.options:
            if isinstance(option, o.OpenDoor) and who >= 0 and canvas.geometry.has(option.at):
                line = canvas.geometry.front(option.at, option.facing)
                self.add_seal((line.p1() + line.p2()) / 2, "door", [option], 0.46)


class SideHandles(Handles):
    """The four sides of the board, while player A chooses one."""

    z = 85.0

    def show(self) -> None:
        self.clear()
        canvas, theme = self.canvas, self.canvas.theme
        area = canvas.geometry.area
        for option in canvas.game.options:
            if not isinstance(option, o.Side):
                continue
            seen = canvas.geometry.seen(option.facing)
            band = {
                0: QRectF(area.left(), area.top(), area.width(), CELL),
                1: QRectF(area.right() - CELL, area.top(), CELL, area.height()),
                2: QRectF(area.left(), area.bottom() - CELL, area.width(), CELL),
                3: QRectF(area.left(), area.top(), CELL, area.height()),
            }[seen].adjusted(6, 6, -6, -6)
            path = ink.rough_rect(band, f"side{seen}", 2.5, 50)
            self.add_path(path, theme.color("vermilion", 0.16), ink_pen(theme.color("vermilion", 0.9), 3.5))
            words = canvas.game.say(label(canvas.state, option))
            picture = slip_picture(words, theme, canvas.dpr, face="strong", role="on_vermilion", paper="vermilion")
            item = self.add_pixmap(picture, band.center(), fixed=True, z=self.z + 1)
            if seen % 2:
                item.setRotation(-90.0 if seen == 3 else 90.0)
            self.handles += (Handle(band, (option,), label(canvas.state, option)),)

    def at(self, point: QPointF) -> Handle | None:
        """The side under a point; in a corner, the side whose edge is nearer."""
        found = [handle for handle in self.handles if handle.area.contains(point)]
        return min(found, key=lambda handle: _to_edge(handle.area, self.canvas.geometry.area, point), default=None)


def _to_edge(band: QRectF, area: QRectF, point: QPointF) -> float:
    if band.width() > band.height():
        return abs(point.y() - (area.top() if band.center().y() < area.center().y() else area.bottom()))
    return abs(point.x() - (area.left() if band.center().x() < area.center().x() else area.right()))
