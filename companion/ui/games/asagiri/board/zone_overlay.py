"""Areas of the board: control zones, what the enemy could hit next, what an adventure lays out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainterPath, QPen, QPixmap, QTransform

from companion.model.core.contract import Option
from companion.model.games.asagiri.adventure.goals import figure_of
from companion.model.games.asagiri.adventure.play import ThingKind
from companion.model.games.asagiri.insight.threats import Threats
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.skill_use import token_words
from companion.model.games.asagiri.state.board import members
from companion.model.games.asagiri.state.state import Thing
from companion.model.games.asagiri.state.vocabulary import BandId, FigureId, SquareId, by_thing
from companion.ui.games.asagiri.board import queries
from companion.ui.games.asagiri.board.canvas import Overlay, cells
from companion.ui.games.asagiri.board.geometry import heading, outline, strokes
from companion.ui.kit.art.figures import SHAPES, figure_pixmap, stone_ink, stone_line
from companion.ui.kit.scene import CELL, ink_pen, number_picture, polygon, seal_picture, slip_picture
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Role, Theme

from .mark_overlay import Handles

SPACING = 15.0


class Zones(Overlay):
    """The control zones of several figures."""

    z = 10.0
    masks: tuple[int, int] = (0, 0)
    """By band: the squares drawn."""

    def show(self, figures: Iterable[FigureId]) -> None:
        canvas, state = self.canvas, self.canvas.state
        masks = [0, 0]
        for who in figures:
            masks[state.band_of(who)] |= state.zone(who)
        if not self.renews(tuple(masks)):
            return
        self.masks = (masks[0], masks[1])
        theme = canvas.theme
        for band, mask in enumerate(masks):
            rects = canvas.geometry.rects(members(mask))
            if not rects:
                continue
            self.add_path(cells(rects, 0, 0), theme.color("vermilion", 0.07))
            self.add_path(cells(rects, 0, 0), hatching(band, SPACING, 0.75, theme, canvas.density))


class HoverZone(Overlay):
    """The three squares that one figure controls, plainly marked (under the pointer, or selected)."""

    z = 26.0
    mask = 0

    def show(self, who: FigureId, *, plain: bool = False) -> None:
        """The zone of a figure (-1: of none); `plain` leaves the lines out."""
        if who < 0:
            self.clear()
            return
        canvas = self.canvas
        mask, band = canvas.state.zone(who), canvas.state.band_of(who)
        if not self.renews((mask, band, plain)):
            return
        self.mask = mask
        rects = canvas.geometry.rects(members(self.mask))
        if not rects:
            return
        theme = canvas.theme
        if not plain:
            self.add_path(cells(rects, 0, 0), hatching(band, 11.0, 0.9, theme, canvas.density))
        outline = _area(rects, -1).simplified()
        self.add_path(outline, None, ink_pen(stone_line(band, theme), 4.6), z=self.z + 1)
        self.add_path(outline, None, ink_pen(stone_ink(band, theme), 2.4), z=self.z + 1)


@lru_cache(maxsize=16)
def hatching(band: BandId, spacing: float, alpha: float, theme: Theme, density: float) -> QBrush:
    """Diagonal lines that go on from square to square, rising for band 0 and falling for band 1: one square, repeated.

    They are of the band's own colour within the other's: seen on light floors and on dark ones.
    """
    tile = ink.blank(round(CELL * density), round(CELL * density))
    count = round(CELL / spacing)
    with ink.painting(tile) as pen:
        pen.scale(density, density)
        if band:
            pen.translate(CELL, 0)
            pen.scale(-1, 1)
        for colour, share, width in ((stone_line(band, theme), alpha * 0.5, 4.4), (stone_ink(band, theme), alpha, 2.6)):
            colour.setAlphaF(share)
            pen.setPen(QPen(colour, width, c=Qt.PenCapStyle.FlatCap))  # round ones take eight times as long
            for k in range(-1, 2 * count + 1):
                across = (k + 0.5) * CELL / count
                pen.drawLine(QPointF(-CELL, across + CELL), QPointF(across + CELL, -CELL))
    brush = QBrush(tile)
    brush.setTransform(QTransform.fromScale(1 / density, 1 / density))
    return brush


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
        for zone in queries.named_zones(play):
            squares = members(play.zones[zone])
            rects = canvas.geometry.rects(squares)
            if not rects:
                continue
            drawn.append(zone)
            line = ink_pen(theme.color("gold", 0.95), 4.0, (2.4, 1.6))
            self.add_path(_inset(_area(rects, 0.2).simplified()), theme.color("gold", 0.13), line)
            picture = slip_picture(canvas.game.say(play.zone_names[zone]), theme, canvas.dpr)
            first = min(rects, key=lambda rect: (rect.top(), rect.left()))
            at, anchor = first.topLeft() + QPointF(5, 5), (0.0, 0.0)
            if first.center().x() > canvas.geometry.area.center().x():  # words go inward, never over the edge
                last = max((rect for rect in rects if rect.top() == first.top()), key=lambda rect: rect.right())
                at, anchor = last.topRight() + QPointF(-5, 5), (1.0, 0.0)
            self.add_pixmap(picture, at, fixed=True, anchor=anchor, z=72.0)
        self.zones = tuple(drawn)


def _inset(area: QPainterPath) -> QPainterPath:
    box = area.boundingRect()
    wide, high = max(1.0, box.width()), max(1.0, box.height())
    made = QPainterPath()
    for side in area.toSubpathPolygons():
        moved = [
            QPointF(box.left() + 4 + (point.x() - box.left()) * (wide - 8) / wide,
                    box.top() + 4 + (point.y() - box.top()) * (high - 8) / high)
            for point in side.toList()
        ]  # fmt: skip
        made.addPath(polygon(*moved))
    return made


class Things(Handles):
    """Objects and caches as golden tokens, captives as bound figures, what skills have laid on squares as pale ones; a
    red ring around what can be handled now.
    """

    z = 44.0
    shown: Mapping[int, int] = {}
    """By thing: the square where it is drawn."""

    def show(self) -> None:
        """Everything that lies on the floor shown, or is carried over it."""
        self.clear()
        canvas, state = self.canvas, self.canvas.state
        if smoke := canvas.geometry.rects(members(state.smoke())):
            self.add_path(cells(smoke, 0, 0), canvas.theme.color("faded", 0.4))
        for token in state.tokens:
            if canvas.geometry.has(token.at):
                sign, size = canvas.game.say(token_words(token.name)), max(18.0, canvas.cell * 0.36)
                picture = seal_picture(sign, size, canvas.theme, canvas.dpr, "surface", "faded")
                corner = canvas.geometry.rect(token.at).center() - QPointF(30, 30)  # seen beside whoever stands there
                self.add_pixmap(picture, corner, fixed=True, z=62.0)
        play, quest = state.table.adventure, state.quest
        if play is None or quest is None:
            return
        offered = {option.thing: option for option in canvas.game.options if isinstance(option, TAKES)}
        for n, (piece, thing) in by_thing(zip(play.things, quest.things, strict=True)):
            at = state.figures[thing.bearer].at if thing.bearer >= 0 else thing.at
            if at < 0 or thing.gone or not canvas.geometry.has(at):
                continue
            self.shown = {**self.shown, n: at}
            self._draw(piece, thing, at, offered.get(n))

    def _draw(self, piece: ThingKind, thing: Thing, at: SquareId, option: Option | None) -> None:
        canvas, theme = self.canvas, self.canvas.theme
        rect = canvas.geometry.rect(at)
        middle, size = rect.center(), canvas.cell * 0.56
        if piece.kind == "captive":
            self.add_pixmap(self._captive(piece), middle, fixed=True)
            size = canvas.cell
            self.add_ring(middle, 41, QPen(theme.color("ink"), 5, Qt.PenStyle.DotLine), self.z + 1)
        else:
            carried = thing.bearer >= 0
            if carried:
                middle, size = rect.center() + self._behind(thing.bearer), canvas.cell * 0.38
            sign = piece.look if piece.look in icons.icon_names() else canvas.game.say(piece.name)
            paper: Role = "gold" if piece.kind == "object" else "faded"
            picture = seal_picture(sign, max(18.0, size), theme, canvas.dpr, "surface", paper)
            self.add_pixmap(picture, middle, fixed=True, z=62.0 if carried else self.z)
        if option is not None:
            radius = size / canvas.cell * 50 + 5
            self.add_ring(middle, radius, ink_pen(theme.color("vermilion", 0.95), 4.0), 63.0)
            self.add_handle(middle, radius * 2, [option])

    def _behind(self, bearer: FigureId) -> QPointF:
        """From the middle of a bearer's square to the corner behind its right hand: before it are the turns."""
        ahead = heading(self.canvas.geometry.seen(self.canvas.state.figures[bearer].facing))
        return QPointF(-ahead.y() - ahead.x(), ahead.x() - ahead.y()) * 28

    def _captive(self, piece: ThingKind) -> QPixmap:
        canvas, state = self.canvas, self.canvas.state
        character = state.table.characters[figure_of(state, piece.holds)]
        size = max(16, round(canvas.cell * 0.86))
        return figure_pixmap(character.silhouette, SHAPES[character.band], "shaken", True, size_px=size,
                             theme=canvas.theme, dpr=canvas.dpr)  # fmt: skip


WASH = (0.13, 0.23, 0.32)
"""How deep the wash is where one, two, three and more enemies could strike."""


@lru_cache(maxsize=256)
def _sign(
    count: int, attack: bool, shot: bool, pixels: int, loud: bool, theme: Theme, dpr: float, scale: float
) -> QPixmap:
    """How many enemies, and how, as a small slip; `loud`: on vermilion."""
    font = fonts.font("digits", pixels / fonts.px(14))
    text = str(count) if count > 1 else ""
    written: Role = "on_vermilion" if loud else "vermilion"
    signs = [name for name, is_so in (("sword", attack), ("bow", shot)) if is_so]
    letters = pixels * 0.62 if text else 0.0
    pixmap = ink.blank(letters + pixels * len(signs) + 4, pixels + 4, dpr)
    pen = ink.painter(pixmap)
    body = QRectF(1, 1, letters + pixels * len(signs) + 2, pixels + 2)
    pen.setPen(Qt.PenStyle.NoPen)
    if loud:
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.rough_rect(body, f"{count}{signs}", 0.4, 12))
    if text:
        pen.setFont(font)
        pen.setPen(theme.color(written))
        pen.drawText(QRectF(2, 1, letters, pixels + 2), Qt.AlignmentFlag.AlignCenter, text)
    for n, name in enumerate(signs):
        icons.paint(pen, name, theme.color(written), QRectF(2 + letters + n * pixels, 2, pixels, pixels))
    pen.end()
    return pixmap


class ThreatMap(Overlay):
    """See the module. `threats` is what is drawn."""

    z = 15.0
    threats: Threats | None = None

    def show(self, threats: Threats) -> None:
        """What these threaten on the floor shown."""
        self.clear()
        self.threats = threats
        canvas, theme = self.canvas, self.canvas.theme
        geometry = canvas.geometry
        sure, perhaps = threats.mask(), threats.mask(sure=False)
        for n, mask in enumerate(threats.by_count[: len(WASH)]):
            rects = geometry.rects(members(mask))
            if rects:  # each deeper wash lies over the ones before
                alpha = WASH[n] - (WASH[n - 1] if n else 0.0)
                self.add_path(_area(rects), theme.color("vermilion", alpha * (1.25 if theme.dark else 1.0)))
        self._edge(sure, dashed=False)
        self._edge(perhaps, dashed=True)
        ways = (threats.mask("attack"), threats.mask("shot"))
        own = {canvas.state.figures[who].at for who in canvas.state.on_board(threats.band)}
        for square in members(sure):
            if geometry.has(square):
                count = sum(mask >> square & 1 for mask in threats.by_count)
                self._count(square, count, *(bool(mask >> square & 1) for mask in ways), mine=square in own)

    def _count(self, square: SquareId, count: int, attack: bool, shot: bool, *, mine: bool) -> None:
        """How many could strike: with signs on a figure, else a small number; a bow where nothing else reaches."""
        canvas, theme = self.canvas, self.canvas.theme
        corner = canvas.geometry.rect(square).topLeft() + QPointF(4, 4)
        if mine or not attack:
            pixels = max(11, round(min(fonts.px(17), canvas.cell * (0.29 if mine else 0.22))))
            picture = _sign(count, attack, shot, pixels, mine, theme, canvas.dpr, fonts.text_scale())
            self.add_pixmap(picture, corner, fixed=True, anchor=(0.0, 0.0), z=58.0 if mine else self.z + 2)
        elif count > 1:
            picture = number_picture(str(count), canvas.cell * 0.2, theme, canvas.dpr, role="vermilion")
            self.add_pixmap(picture, corner, fixed=True, anchor=(0.0, 0.0), z=self.z + 2)

    def _edge(self, mask: int, *, dashed: bool) -> None:
        geometry, theme = self.canvas.geometry, self.canvas.theme
        shown = {geometry.cell(square) for square in members(mask) if geometry.has(square)}
        if not shown:
            return
        colour = theme.color("vermilion", 0.8 if dashed else 0.9)
        pen = ink_pen(colour, 2.2, (3, 3)) if dashed else ink_pen(colour, 3.6)
        path = QPainterPath()
        for line in strokes(outline(shown)):
            path.moveTo(line.p1())
            path.lineTo(line.p2())
        self.add_path(path, None, pen, z=self.z + 1)


def _area(rects: list[QRectF], more: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        path.addRect(rect.adjusted(-more, -more, more, more))
    return path
