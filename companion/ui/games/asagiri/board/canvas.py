"""What everything on the board shares: the game, the layout of the floor, the scene, shapes and words as pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from companion.model.games.asagiri.state.board import Board
from companion.model.games.asagiri.state.state import Figure, State
from companion.model.games.asagiri.state.vocabulary import FigureId, SquareId
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Role, Theme

from .geometry import CELL, Geometry, joined

TILE = 48
"""Device pixels: how high a piece is, and how wide at least."""
DENSE = 8
"""Pieces that fill this part of what is around them are cut out of one picture."""


@dataclass(frozen=True)
class Shape:
    """A path with its fill, its pen, or both; in scene units. Points instead of a path are dots of the pen's width."""

    path: QPainterPath | QPolygonF
    fill: QColor | None = None
    pen: QPen | None = None


class CachedPath(QGraphicsItem):
    """Shapes, the first at the bottom, kept as pictures of the places where they lie, at the size they are seen at.

    `where`: rectangles of the scene that together hold all of them: what lies beside costs neither time nor memory.
    """

    def __init__(self, shapes: Sequence[Shape], where: Sequence[QRectF]) -> None:
        super().__init__()
        self._shapes = [(_bounds(shape), shape) for shape in shapes]
        self._where = tuple(where)
        self._bounds = QRectF()
        for rect in self._where:
            self._bounds |= rect
        self._seen: tuple[float, float, float] | None = None
        """The scale, and the shares of a pixel across and down, that the pieces were painted for."""
        self._pieces: list[tuple[QPointF, QPixmap]] = []

    def boundingRect(self) -> QRectF:
        return self._bounds

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(shape for _, shape in self._shapes)

    @property
    def pixels(self) -> int:
        return sum(piece.width() * piece.height() for _, piece in self._pieces)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the shapes, and from the second time on their pictures: what follows a pointer is seen once."""
        device = painter.deviceTransform()
        scale, across, down = device.m11(), device.dx() % 1.0, device.dy() % 1.0
        seen = (scale, round(across, 3), round(down, 3))
        if seen != self._seen:
            self._seen, self._pieces = seen, []
            self._draw(painter, self._bounds)
            return
        self._pieces = self._pieces or list(self._cut(scale, QPointF(across, down)))
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        painter.translate(-across, -down)
        for at, piece in self._pieces:
            painter.drawPixmap(at, piece)
        painter.restore()

    def _draw(self, pen: QPainter, seen: QRectF) -> None:
        for bounds, shape in self._shapes:
            if bounds.intersects(seen):
                pen.setPen(shape.pen if shape.pen is not None else Qt.PenStyle.NoPen)
                pen.setBrush(shape.fill if shape.fill is not None else Qt.BrushStyle.NoBrush)
                if isinstance(shape.path, QPolygonF):
                    pen.drawPoints(shape.path)
                else:
                    pen.drawPath(shape.path)

    def _cut(self, scale: float, shift: QPointF) -> Iterator[tuple[QPointF, QPixmap]]:
        """The pieces, each with its place in device pixels from where the scene begins."""
        touched: dict[int, set[int]] = {}
        for rect in self._where:
            columns = _tiles(rect.left() * scale + shift.x(), rect.right() * scale + shift.x())
            for row in _tiles(rect.top() * scale + shift.y(), rect.bottom() * scale + shift.y()):
                touched.setdefault(row, set()).update(columns)
        places = [QRect(first * TILE, row * TILE, (end - first) * TILE, TILE)
                  for row, columns_of in sorted(touched.items()) for first, end in joined(columns_of)]  # fmt: skip
        groups = [places] if places else []
        while groups:
            group, around = groups.pop(), QRect()
            for place in group:
                around |= place
            if len(group) > 1 and sum(map(_pixels, group)) * DENSE < _pixels(around):
                groups += group[: len(group) // 2], group[len(group) // 2 :]
                continue
            whole = self._painted(around, scale, shift)  # a path is stroked whole, however little of it is seen
            for place in group:
                yield place.topLeft().toPointF(), whole.copy(place.translated(-around.topLeft()))

    def _painted(self, place: QRect, scale: float, shift: QPointF) -> QPixmap:
        """What lies in a place of device pixels."""
        piece, at = QPixmap(place.size()), place.topLeft().toPointF()
        piece.fill(Qt.GlobalColor.transparent)
        with ink.painting(piece) as pen:
            pen.translate(shift - at)
            pen.scale(scale, scale)
            self._draw(pen, QRectF((at - shift) / scale, piece.size() / scale))
        return piece


def _bounds(shape: Shape) -> QRectF:
    edge = 1 + (shape.pen.widthF() / 2 if shape.pen is not None else 0.0)
    return shape.path.boundingRect().adjusted(-edge, -edge, edge, edge)


def _pixels(place: QRect) -> int:
    return place.width() * place.height()


def _tiles(low: float, high: float) -> range:
    return range(math.floor(low / TILE), math.floor(high / TILE) + 1)


PRINTED = 26.0
"""What lies lower is printed on the floor: painted into the background when it changes, not at every frame."""


class Canvas:
    """Held by the view; `geometry` is replaced when another floor is shown or the board is turned."""

    def __init__(self, game: AsagiriController, scene: QGraphicsScene, stale: Callable[[], None]) -> None:
        """Begin with the ground floor, north up; `stale` is called when what is printed on the floor has changed."""
        self.game, self.scene = game, scene
        self.print = QGraphicsScene(scene)
        """What is printed on the floor: large washes, hatching, numbers. No frame has time to fill them anew."""
        self.print.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._stale = stale
        self.geometry = Geometry(game.state.table.board)
        self.dpr = 1.0
        self.cell = 64.0
        """Width of a square on the screen, in logical pixels."""

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def board(self) -> Board:
        return self.game.state.table.board

    @property
    def theme(self) -> Theme:
        return palette.current()

    @property
    def density(self) -> float:
        return self.cell * self.dpr / CELL

    def lay_out(self, floor: int, turn: int) -> None:
        """Show another floor, or the board turned; also after a door changed."""
        self.geometry = Geometry(self.board, floor, turn)

    def add(self, item: QGraphicsItem) -> None:
        """Show an item, in front of the floor or printed on it, as its height (z) says."""
        if item.zValue() < PRINTED:
            self.print.addItem(item)
            self._stale()
        else:
            self.scene.addItem(item)

    def remove(self, item: QGraphicsItem) -> None:
        scene = item.scene()
        scene.removeItem(item)
        if scene is self.print:
            self._stale()

    def draw_print(self, painter: QPainter, rect: QRectF) -> None:
        """Paint a part of what is printed on the floor."""
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.print.render(painter, rect, rect, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.restore()

    def centre(self, square: SquareId) -> QPointF:
        return self.geometry.centre(square)


class Overlay:
    """One thing drawn over the floor: it owns its items and can always be cleared and drawn anew.

    A new overlay is a subclass with a `show` that asks the model and calls the `add_…` functions; where these are dear,
    only if it `renews`. What it shows are attributes declared with what they are while nothing is shown.
    """

    z = 20.0

    items: tuple[QGraphicsItem, ...] = ()
    """What is drawn now."""
    _drawn: object = None

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def clear(self) -> None:
        """Draw nothing; what a subclass declares as shown is again what the class says."""
        for item in self.items:
            self.canvas.remove(item)
        for name in [name for name in vars(self) if hasattr(type(self), name)]:
            delattr(self, name)

    def renews(self, what: object) -> bool:
        """Clear to draw `what`; False when just that is drawn already, in this look and at this size."""
        canvas = self.canvas
        wanted = (what, canvas.geometry, canvas.theme.name, canvas.cell, canvas.dpr, fonts.text_scale())
        if wanted == self._drawn:
            return False
        self.clear()
        self._drawn = wanted
        return True

    def standing(self, who: FigureId) -> Figure | None:
        """The figure, if there is one (not -1) and it stands on the floor shown."""
        figure = self.canvas.state.figures[who] if who >= 0 else None
        return figure if figure is not None and self.canvas.geometry.has(figure.at) else None

    def _keep(self, item: QGraphicsItem, z: float | None) -> None:
        item.setZValue(self.z if z is None else z)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.canvas.add(item)
        self.items += (item,)

    def add_path(
        self, path: QPainterPath, fill: QColor | QBrush | None = None, pen: QPen | None = None, z: float | None = None
    ) -> QGraphicsPathItem:
        item = QGraphicsPathItem(path)
        item.setPen(pen if pen is not None else QPen(Qt.PenStyle.NoPen))
        item.setBrush(QBrush(fill) if fill is not None else QBrush(Qt.BrushStyle.NoBrush))
        self._keep(item, z)
        return item

    def add_ring(self, centre: QPointF, radius: float, pen: QPen, z: float) -> None:
        ring = QPainterPath()
        ring.addEllipse(centre, radius, radius)
        self.add_path(ring, None, pen, z=z)

    def add_cached(self, shapes: Sequence[Shape], where: Sequence[QRectF], z: float | None = None) -> CachedPath:
        """Draw shapes that are dear to fill, painted once (`CachedPath`); `where` holds all of them."""
        item = CachedPath(shapes, where)
        self._keep(item, z)
        return item

    def add_pixmap(
        self,
        pixmap: QPixmap,
        at: QPointF,
        *,
        fixed: bool = False,
        anchor: tuple[float, float] = (0.5, 0.5),
        z: float | None = None,
    ) -> QGraphicsPixmapItem:
        """Draw a picture with its `anchor` (shares of its size) on a place; `fixed`: its size ignores the zoom."""
        item = QGraphicsPixmapItem(pixmap)
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        size = pixmap.deviceIndependentSize()
        item.setOffset(-size.width() * anchor[0], -size.height() * anchor[1])
        item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations, fixed)
        item.setPos(at)
        self._keep(item, z)
        return item


def cells(rects: list[QRectF], inset: float = 3.0, corner: float = 5.0) -> QPainterPath:
    """Squares a little smaller than they are, as one path."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        path.addRoundedRect(rect.adjusted(inset, inset, -inset, -inset), corner, corner)
    return path


def polygon(*points: QPointF) -> QPainterPath:
    """A closed shape."""
    path = QPainterPath()
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


def ink_pen(colour: QColor, width: float, dash: Sequence[float] = ()) -> QPen:
    """A round pen in scene units."""
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    if dash:
        pen.setDashPattern(dash)
    return pen


@lru_cache(maxsize=128)
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


def number_picture(
    text: str, pixels: float, theme: Theme, dpr: float, role: Role = "ink", halo: Role = "surface"
) -> QPixmap:
    """A number with a thin halo, `pixels` high (11 at least), readable on any ground."""
    return _number(text, max(11, round(pixels)), role, theme, dpr, fonts.text_scale(), halo)


SLIP_EDGE = 18
"""How much wider a slip is than its words."""


@lru_cache(maxsize=64)
def _slip(
    text: str, face: FontRole, share: float, ink_role: Role, paper: Role, theme: Theme, dpr: float, scale: float
) -> QPixmap:
    font = fonts.font(face, share)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text) + SLIP_EDGE - 4, metrics.height() + 3
    pixmap = ink.blank(width + 4, height + 4, dpr)
    pen = ink.painter(pixmap)
    body = ink.rough_rect(QRectF(2, 2, width, height), text, 0.5, 14)
    cast = QPainterPath()  # of a plain slip: nobody sees a rough edge in a shadow, and it takes ten times as long
    cast.addRect(QRectF(2, 2, width, height))
    ink.soft_shadow(pen, cast, theme.color("shadow", 0.30), 2, 0.3, 0.8)
    ink.fill(pen, body, theme.color(paper, 0.94))
    ink.write(pen, QRectF(2, 2, width, height), text, font, theme.color(ink_role), Qt.AlignmentFlag.AlignCenter)
    pen.end()
    return pixmap


def slip_picture(
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


@lru_cache(maxsize=64)
def _seal(name: str, pixels: int, ink_role: Role, paper: Role, theme: Theme, dpr: float) -> QPixmap:
    pixmap = ink.blank(pixels, pixels, dpr)
    pen = ink.painter(pixmap)
    middle = QPointF(pixels / 2, pixels / 2)
    disc = ink.rough_disc(middle, pixels * 0.43, name)
    ink.soft_shadow(pen, disc, theme.color("shadow", 0.4), pixels * 0.05, 0, pixels * 0.025)
    pen.setBrush(theme.color(paper))
    pen.setPen(QPen(theme.color("surface"), max(1.0, pixels * 0.05)))
    pen.drawPath(disc)
    if name in icons.icon_names():
        side = pixels * 0.52
        box = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        icons.paint(pen, name, theme.color(ink_role), box)
    else:
        font = fonts.font("strong")
        font.setPixelSize(max(9, round(pixels * 0.5)))
        pen.setFont(font)
        pen.setPen(theme.color(ink_role))
        pen.drawText(QRectF(0, 0, pixels, pixels), Qt.AlignmentFlag.AlignCenter, name[:1].upper())
    pen.end()
    return pixmap


def seal_picture(
    name: str, pixels: float, theme: Theme, dpr: float, role: Role = "on_vermilion", paper: Role = "vermilion"
) -> QPixmap:
    """A sign on a round seal, or the first letter of a name; sizes go in twos, so that the cache stays small."""
    return _seal(name, max(14, 2 * round(pixels / 2)), role, paper, theme, dpr)
