"""What stands on the floor: figures and doors, as pixmap items that can always be set to the state's truth."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from companion.model.games.asagiri.state.board import Edge
from companion.model.games.asagiri.state.state import Figure
from companion.ui.kit.art import figures, terrain
from companion.ui.kit.art.figures import SHAPES, Facing

from . import lettering
from .canvas import Canvas
from .geometry import CELL

FIGURE_Z, LIFTED_Z, DOOR_Z, RING_Z = 50.0, 70.0, 30.0, 48.0
DOOR_THICKNESS = 14
NAMED_FROM = 78.0
"""Names stand under figures when a square is at least so wide (logical pixels)."""
_FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")


def facing_name(facing: int) -> Facing:
    """What the theme calls a facing."""
    return _FACINGS[facing % 4]


class Token:
    """A figure on the board. `shown` is what it looks like now; during a motion that may lag behind the state."""

    def __init__(self, canvas: Canvas, who: int) -> None:
        self.canvas, self.who = canvas, who
        self.shown = Figure()
        self.selected = False
        self.item = QGraphicsPixmapItem()
        self.item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.item.setZValue(FIGURE_Z)
        self.item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.item.setVisible(False)
        self.label = QGraphicsPixmapItem(self.item)
        self.label.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.label.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        canvas.scene.addItem(self.item)

    def show(self, figure: Figure) -> None:
        """Be what the state says: place, facing, rim, die."""
        self.shown = figure
        visible = figure.at >= 0 and self.canvas.geometry.has(figure.at)
        self.item.setVisible(visible)
        self.item.setOpacity(1.0)
        self.item.setScale(1.0)
        self.item.setRotation(0.0)
        self.item.setZValue(FIGURE_Z)
        if visible:
            self.item.setPos(self.canvas.centre(figure.at))
            self.repaint()

    def repaint(self) -> None:
        """Take the pixmap that fits the present zoom, theme and condition."""
        self.item.setPixmap(self.picture(self.shown))
        self.item.setOffset(-CELL / 2, -CELL / 2)
        named = self.canvas.cell >= NAMED_FROM
        self.label.setVisible(named)
        if named:
            name = self.canvas.game.name(self.who)
            share = min(18.0, max(12.0, round(self.canvas.cell * 0.12))) / 14
            slip = lettering.slip(name, self.canvas.theme, self.canvas.dpr, face="strong", share=share)
            wide, room = slip.deviceIndependentSize().width(), self.canvas.cell * 1.12
            if wide > room:  # neighbours' names are not to be written over
                fitting = max(0.55, round(share * room / wide, 2))
                slip = lettering.slip(name, self.canvas.theme, self.canvas.dpr, face="strong", share=fitting)
            self.label.setPixmap(slip)
            self.label.setOffset(
                -slip.deviceIndependentSize().width() / 2, -slip.deviceIndependentSize().height() * 0.7
            )
            self.label.setPos(0, CELL / 2)

    def picture(self, figure: Figure) -> QPixmap:
        """The pixmap of this figure in some condition."""
        character = self.canvas.state.table.characters[self.who]
        return figures.figure_pixmap(
            character.silhouette,
            SHAPES[character.band],
            "shaken" if figure.state == "shaken" else "vigilant",
            figure.activated and not self._is_active(),
            facing_name(self.canvas.geometry.seen(figure.facing)),
            round(CELL),
            self.canvas.theme,
            figure.reserve,
            self.selected,
            dpr=max(0.16, self.canvas.density),
        )

    def _is_active(self) -> bool:
        active = self.canvas.state.active
        return active is not None and active.who == self.who

    def remove(self) -> None:
        """Leave the scene."""
        self.canvas.scene.removeItem(self.item)


class Door:
    """A closed door on a side between two squares."""

    def __init__(self, canvas: Canvas, edge: Edge) -> None:
        self.canvas, self.edge = canvas, edge
        line = canvas.geometry.side(edge)
        upright = abs(line.dy()) > abs(line.dx())
        density = max(0.5, canvas.density)
        self.item = QGraphicsPixmapItem(
            terrain.door_pixmap(round(CELL), DOOR_THICKNESS, upright, canvas.theme, density)
        )
        self.item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        size = self.item.pixmap().deviceIndependentSize()
        self.item.setOffset(-size.width() / 2, -size.height() / 2)
        self.home = (line.p1() + line.p2()) / 2
        self.along = line.p2() - line.p1()
        self.item.setPos(self.home)
        self.item.setZValue(DOOR_Z)
        self.item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        canvas.scene.addItem(self.item)

    def slide(self, share: float) -> None:
        """Open: slide along the wall and fade."""
        self.item.setPos(self.home + self.along * (0.7 * share))
        self.item.setOpacity(1.0 - share)

    def remove(self) -> None:
        """Leave the scene."""
        self.canvas.scene.removeItem(self.item)
