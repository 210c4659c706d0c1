"""What an adventure lays on the board: the zones that its page names, and things to take up, search or free."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPen, QPixmap

from companion.model.core.contract import Option
from companion.model.games.asagiri.adventure.goals import figure_of
from companion.model.games.asagiri.adventure.play import Piece
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.board import members
from companion.model.games.asagiri.state.state import Thing
from companion.ui.games.asagiri.board import asks, lettering
from companion.ui.games.asagiri.board.canvas import Overlay, ink_pen
from companion.ui.games.asagiri.board.geometry import heading
from companion.ui.kit.art.figures import SHAPES, figure_pixmap
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Role, Theme

from .handles import Handles

TAKES = (o.PickUp, o.Search, o.Free, o.PutDown)


class QuestZones(Overlay):
    """Each zone: a broken line around it, and its name on a slip."""

    z = 12.0

    zones: tuple[str, ...] = ()
    """Those drawn on the floor shown."""

    def show(self) -> None:
        """The zones of the adventure, if it is one."""
        self.clear()
        canvas, play = self.canvas, self.canvas.state.table.adventure
        if play is None:
            return
        theme, drawn = canvas.theme, []
        for zone in asks.named_zones(play):
            squares = members(play.zones[zone])
            rects = [canvas.geometry.rect(square) for square in squares if canvas.geometry.has(square)]
            if not rects:
                continue
            drawn.append(zone)
            area = QPainterPath()
            area.setFillRule(Qt.FillRule.WindingFill)
            for rect in rects:
                area.addRect(rect.adjusted(-0.2, -0.2, 0.2, 0.2))
            line = ink_pen(theme.color("gold", 0.95), 4.0)
            line.setDashPattern([2.4, 1.6])
            self.add_path(_inset(area.simplified()), theme.color("gold", 0.13), line)
            picture = lettering.slip(canvas.game.say(play.zone_names[zone]), theme, canvas.dpr)
            first = min(rects, key=lambda rect: (rect.top(), rect.left()))
            at, anchor = first.topLeft() + QPointF(5, 5), (0.0, 0.0)
            if first.center().x() > canvas.geometry.area.center().x():  # words go inward, never over the edge
                last = max((rect for rect in rects if rect.top() == first.top()), key=lambda rect: rect.right())
                at, anchor = last.topRight() + QPointF(-5, 5), (1.0, 0.0)
            self.add_pixmap(picture, at, fixed=True, anchor=anchor, z=72.0)
        self.zones = tuple(drawn)


def _inset(area: QPainterPath) -> QPainterPath:
    """The outline a little inside, so that it is seen along the board's edge too."""
    box = area.boundingRect()
    wide, high = max(1.0, box.width()), max(1.0, box.height())
    made = QPainterPath()
    for polygon in area.toSubpathPolygons():
        moved = [
            QPointF(box.left() + 4 + (point.x() - box.left()) * (wide - 8) / wide,
                    box.top() + 4 + (point.y() - box.top()) * (high - 8) / high)
            for point in polygon.toList()
        ]  # fmt: skip
        made.moveTo(moved[0])
        for point in moved[1:]:
            made.lineTo(point)
        made.closeSubpath()
    return made


class Things(Handles):
    """Objects and caches as golden tokens, captives as bound figures; a red ring around what can be handled now."""

    z = 44.0

    shown: Mapping[int, int] = {}
    """By thing: the square where it is drawn."""

    def show(self) -> None:
        """Everything that lies on the floor shown, or is carried over it."""
        self.clear()
        canvas, state = self.canvas, self.canvas.state
        play, quest = state.table.adventure, state.quest
        if play is None or quest is None:
            return
        offered = {option.thing: option for option in canvas.game.options if isinstance(option, TAKES)}
        for n, (piece, thing) in enumerate(zip(play.things, quest.things, strict=True)):
            at = state.figures[thing.bearer].at if thing.bearer >= 0 else thing.at
            if at < 0 or thing.gone or not canvas.geometry.has(at):
                continue
            self.shown = {**self.shown, n: at}
            self._draw(piece, thing, at, offered.get(n))

    def _draw(self, piece: Piece, thing: Thing, at: int, option: Option | None) -> None:
        canvas, theme = self.canvas, self.canvas.theme
        rect = canvas.geometry.rect(at)
        middle, size = rect.center(), canvas.cell * 0.56
        if piece.kind == "captive":
            self.add_pixmap(self._captive(piece), middle, fixed=True)
            size = canvas.cell
            bond = QPainterPath()
            bond.addEllipse(middle, 41, 41)
            self.add_path(bond, None, QPen(theme.color("ink"), 5, Qt.PenStyle.DotLine), z=self.z + 1)
        else:
            carried = thing.bearer >= 0
            if carried:
                middle, size = rect.center() + self._behind(thing.bearer), canvas.cell * 0.38
            name = canvas.game.say(piece.name)
            picture = _token(piece.look, name, max(18, round(size)), piece.kind == "object", theme, canvas.dpr)
            self.add_pixmap(picture, middle, fixed=True, z=62.0 if carried else self.z)
        if option is not None:
            ring = QPainterPath()
            radius = size / canvas.cell * 50 + 5
            ring.addEllipse(middle, radius, radius)
            self.add_path(ring, None, ink_pen(theme.color("vermilion", 0.95), 4.0), z=63.0)
            self.add_handle(middle, radius * 2, [option])

    def _behind(self, bearer: int) -> QPointF:
        """From the middle of a bearer's square to the corner behind its right hand: before it are the turns."""
        ahead = heading(self.canvas.geometry.seen(self.canvas.state.figures[bearer].facing))
        return QPointF(-ahead.y() - ahead.x(), ahead.x() - ahead.y()) * 28

    def _captive(self, piece: Piece) -> QPixmap:
        canvas, state = self.canvas, self.canvas.state
        character = state.table.characters[figure_of(state, piece.holds)]
        size = max(16, round(canvas.cell * 0.86))
        return figure_pixmap(character.silhouette, SHAPES[character.band], "shaken", True, size_px=size,
                             theme=canvas.theme, dpr=canvas.dpr)  # fmt: skip


def _token(look: str, name: str, size: int, gold: bool, theme: Theme, dpr: float) -> QPixmap:
    """A disc with the sign of the thing, or the first letter of its name."""
    paper: Role = "gold" if gold else "faded"
    if look in icons.icon_names():
        return lettering.seal(look, size, theme, dpr, role="surface", paper=paper)
    pixmap = ink.blank(size, size, dpr)
    pen = ink.painter(pixmap)
    disc = ink.rough_disc(QPointF(size / 2, size / 2), size * 0.43, name)
    ink.soft_shadow(pen, disc, theme.color("shadow", 0.4), size * 0.05, 0, size * 0.025)
    pen.setBrush(theme.color(paper))
    pen.setPen(QPen(theme.color("surface"), max(1.0, size * 0.05)))
    pen.drawPath(disc)
    font = fonts.font("strong")
    font.setPixelSize(max(9, round(size * 0.5)))
    pen.setFont(font)
    pen.setPen(theme.color("surface"))
    pen.drawText(QRectF(0, 0, size, size), Qt.AlignmentFlag.AlignCenter, name[:1].upper())
    pen.end()
    return pixmap
