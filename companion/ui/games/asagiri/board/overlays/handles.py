"""Things to press on the board: turn, face an enemy, open a door, take a side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from companion.model.core.contract import Option
from companion.model.core.words import Message
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.options import label
from companion.ui.games.asagiri.board import asks, lettering
from companion.ui.games.asagiri.board.canvas import Overlay, ink_pen
from companion.ui.games.asagiri.board.geometry import CELL, heading
from companion.ui.kit.theme import ink


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
        """The handle under a point of the scene."""
        return next((handle for handle in self.handles if handle.area.contains(point)), None)

    def add_handle(self, middle: QPointF, side: float, options: Sequence[Option]) -> None:
        """Make a square place around a point do `options`; its words are those of the last one."""
        words = label(self.canvas.state, options[-1])
        area = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        self.handles += (Handle(area, tuple(options), words),)

    def add_seal(self, middle: QPointF, sign: str, options: Sequence[Option], share: float = 0.42) -> None:
        """A round seal to press."""
        size = max(20.0, self.canvas.cell * share)
        picture = lettering.seal(sign, size, self.canvas.theme, self.canvas.dpr)
        self.add_pixmap(picture, middle, fixed=True)
        self.add_handle(middle, size / self.canvas.cell * CELL * 1.15, options)


class TurnHandles(Handles):
    """Left and right of the selected active figure: a quarter-turn each."""

    def show(self, who: int) -> None:
        """For a figure (-1: for none)."""
        self.clear()
        if who < 0:
            return
        canvas, figure = self.canvas, self.canvas.state.figures[who]
        if not canvas.geometry.has(figure.at):
            return
        ahead = heading(canvas.geometry.seen(figure.facing))
        right = QPointF(-ahead.y(), ahead.x())
        for facing in asks.turns(canvas.game, who):
            to_right = facing == (figure.facing + 1) % 4
            middle = canvas.centre(figure.at) + right * (50 if to_right else -50) + ahead * 50
            self.add_seal(middle, "turn-right" if to_right else "turn-left", [o.Turn(facing)])


class FaceHandles(Handles):
    """Arrows around a figure that has to turn towards an enemy."""

    def show(self, who: int) -> None:
        """For a figure (-1: for none)."""
        self.clear()
        if who < 0:
            return
        canvas, figure = self.canvas, self.canvas.state.figures[who]
        if not canvas.geometry.has(figure.at):
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
    corners = [
        middle + ahead * 22,
        middle - ahead * 12 + across * 24,
        middle - ahead * 4,
        middle - ahead * 12 - across * 24,
    ]
    made = QPainterPath(corners[0])
    for corner in corners[1:]:
        made.lineTo(corner)
    made.closeSubpath()
    return made


class DoorHandle(Handles):
    """The door that the figure may open."""

    def show(self, who: int) -> None:
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
        """What the game offers now."""
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
            picture = lettering.slip(words, theme, canvas.dpr, face="strong", role="on_vermilion", paper="vermilion")
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
