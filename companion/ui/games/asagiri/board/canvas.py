"""What everything on the board shares: the game, the layout of the floor shown, the scene, the size of a square."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsPixmapItem, QGraphicsScene

from companion.model.games.asagiri.state.board import Board
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Theme

from .geometry import CELL, Geometry
from .sheet import Shape, Sheet

PRINTED = 26.0
"""What lies lower is printed on the floor: painted into the background when it changes, not at every frame."""


class Canvas:
    """Held by the view; `geometry` is replaced when another floor is shown or the board is turned."""

    def __init__(self, game: Game, scene: QGraphicsScene, stale: Callable[[], None]) -> None:
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
        """The state shown."""
        return self.game.state

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.game.state.table.board

    @property
    def theme(self) -> Theme:
        """The look now."""
        return palette.current()

    @property
    def density(self) -> float:
        """Device pixels per scene unit."""
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
        """Show an item no longer."""
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

    def centre(self, square: int) -> QPointF:
        """The middle of a square."""
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

    def _keep(self, item: QGraphicsItem, z: float | None) -> None:
        item.setZValue(self.z if z is None else z)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.canvas.add(item)
        self.items += (item,)

    def add_path(
        self, path: QPainterPath, fill: QColor | None = None, pen: QPen | None = None, z: float | None = None
    ) -> QGraphicsPathItem:
        """Draw a shape: filled, outlined or both."""
        item = QGraphicsPathItem(path)
        item.setPen(pen if pen is not None else QPen(Qt.PenStyle.NoPen))
        item.setBrush(QBrush(fill) if fill is not None else QBrush(Qt.BrushStyle.NoBrush))
        self._keep(item, z)
        return item

    def add_sheet(self, shapes: Sequence[Shape], where: Sequence[QRectF], z: float | None = None) -> Sheet:
        """Draw shapes that are dear to fill, painted once (`Sheet`); `where` holds all of them."""
        item = Sheet(shapes, where)
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


def ink_pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A round pen in scene units."""
    return QPen(colour, width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
