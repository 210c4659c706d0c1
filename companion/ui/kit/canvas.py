"""What boards are made of: a scene over a floor, and what is drawn over it, layer by layer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsPixmapItem, QGraphicsScene

from companion.ui.kit.scene import CELL, CachedPath, Shape
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Theme

PRINTED = 26.0
"""What lies lower is printed on the floor: painted into the background when it changes, not at every frame."""


class SceneCanvas(ABC):
    """A scene, how large its cells are seen, and what is printed on its floor. Held by the view."""

    def __init__(self, scene: QGraphicsScene, stale: Callable[[], None]) -> None:
        """`stale` is called when what is printed on the floor has changed."""
        self.scene = scene
        self.print = QGraphicsScene(scene)
        """What is printed on the floor: large washes, hatching, numbers. No frame has time to fill them anew."""
        self.print.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._stale = stale
        self.dpr = 1.0
        self.cell = 64.0
        """Width of a cell on the screen, in logical pixels."""

    @property
    @abstractmethod
    def layout(self) -> object:
        """How cells lie now: what is drawn for another layout is drawn anew."""

    @property
    @abstractmethod
    def page(self) -> QRectF:
        """Everything that there is to see, in the scene."""

    @property
    def theme(self) -> Theme:
        return palette.current()

    @property
    def density(self) -> float:
        """Pixels of the screen to a unit of the scene."""
        return self.cell * self.dpr / CELL

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


C = TypeVar("C", bound=SceneCanvas)


class SceneOverlay(Generic[C]):
    """One thing drawn over the floor: it owns its items and can always be cleared and drawn anew.

    A new overlay is a subclass with a `show` that asks the model and calls the `add_…` functions; where these are dear,
    only if it `renews`. What it shows are attributes declared with what they are while nothing is shown.
    """

    z = 20.0

    items: tuple[QGraphicsItem, ...] = ()
    """What is drawn now."""
    _drawn: object = None

    def __init__(self, canvas: C) -> None:
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
        wanted = (what, canvas.layout, canvas.theme.name, canvas.cell, canvas.dpr, fonts.text_scale())
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
