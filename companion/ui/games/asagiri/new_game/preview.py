"""The board as it will lie, four tiles to choose, turn and exchange; and small pictures of tiles and boards."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Name, say
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.board import Board, board_of
from companion.model.games.asagiri.state.formatting import place_words
from companion.model.games.asagiri.state.tiles import edges, join, plan, turned, with_tokens
from companion.model.grid import Edge
from companion.ui.games.asagiri.bands import Box
from companion.ui.games.asagiri.board import pictures
from companion.ui.games.asagiri.board.floor import FloorPicture
from companion.ui.games.asagiri.board.geometry import Geometry
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.new_game import ChosenTile, NewGameDraft, bare_plan, middle_of, token_on, token_places
from companion.ui.kit import keys
from companion.ui.kit.art import terrain
from companion.ui.kit.picture_grid import PictureButton
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Sized, Translated, follow

TILE = 112


class TilePicture(PictureButton):
    """A small picture of one tile, or of four, with its name below."""

    def __init__(self, laid: list[ChosenTile], name: Name, box: Box) -> None:
        """`laid`: one tile, or four."""
        super().__init__()
        self._laid, self._name, self._box = laid, name, box
        self.retranslate()

    def retranslate(self) -> None:
        self.say(tr(self._name))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(TILE + 14), fonts.px(TILE + 42))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = fonts.px(TILE)
        area = QRectF((self.width() - side) / 2, fonts.px(6), side, side)
        sheet = ink.rough_rect(area.adjusted(-4, -4, 4, 4), self.text(), 0.8, 30)
        half = side / 2 if len(self._laid) == 4 else side
        self.paint_sheet(pen, sheet, 4, 0.8, 1.8)
        for n, laid in enumerate(self._laid):
            target = QRectF(area.left() + n % 2 * half, area.top() + n // 2 * half, half, half)
            tile = cards.tile(self._box.content, laid.tile)
            picture = tile_picture(tile, laid.turns, half, dpr=self.devicePixelRatioF())
            pen.drawPixmap(target, picture, QRectF(picture.rect()))
        self.paint_rim(pen, sheet)
        self.paint_name(pen, QRectF(0, area.bottom() + fonts.px(7), self.width(), fonts.px(28)))


PLACES = (say("north-west"), say("north-east"), say("south-west"), say("south-east"))
_SIDES = {"E": say("East side"), "S": say("South side")}
_WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
QUIET_MS = 220
"""How long nothing changes before the fine picture is begun."""
FINE, FINEST = 40, 96


class BoardPreview(Sized, Translated, QWidget):
    """Arrows choose a place, R and L turn its tile, Delete takes it away.

    `turned` carries quarter-turns, `moved` the place chosen, `emptied` that its tile is to go. While door tokens are
    laid (`lay_tokens`), arrows go from one side of a square to the next where one may lie, Enter and a click lay it or
    take it away: `token` carries its edge.
    """

    preferred, least = (560, 560), (320, 320)

    turned = Signal(int)
    moved = Signal(int)
    emptied = Signal()
    token = Signal(object)

    def __init__(self, box: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = box
        self.draft = NewGameDraft()
        self.place = 0
        self._over = -1
        self.edge: Edge | None = None
        """The side that a token would be laid on; None while tiles are chosen."""
        self._sides: tuple[Edge, ...] = ()
        self._fine: FloorPicture | None = None
        self._fine_ready = QPixmap()
        self._quiet = QTimer(self, singleShot=True)
        self._quiet.timeout.connect(self._work)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        follow(self)
        self.retranslate()

    def refresh(self) -> None:
        self._begin_fine()
        self.update()

    def show_draft(self, draft: NewGameDraft) -> None:
        """Show its tiles: at once as they are, and finer when it has been quiet for a moment."""
        if (draft.tiles, draft.openings, draft.doors) != (self.draft.tiles, self.draft.openings, self.draft.doors):
            self.draft = draft
            self._begin_fine()
        self.draft = draft
        if self.edge is not None:
            self.lay_tokens(True)
        self.retranslate()

    def lay_tokens(self, on: bool) -> None:
        """Point at sides of squares instead of at tiles; back to tiles where the board is not whole."""
        found = bare_plan(self._box, self.draft) if on else None
        self._sides = token_places(found) if found is not None else ()
        kept = self.edge if self.edge in self._sides else None
        half = len(found.rows) / 2 if found is not None else 0
        centre = min(self._sides, key=lambda edge: _far(edge, half, half), default=None)
        self.edge = kept or centre
        self.retranslate()

    def choose_place(self, place: int) -> None:
        self.place = place
        self.retranslate()

    def retranslate(self) -> None:
        if self.edge is not None:
            words = {"openings": say("an open door token"), "doors": say("a closed door token"), "": say("no token")}
            place = place_words(self.edge.column, self.edge.row)
            self.setAccessibleName(
                tr(
                    say(
                        "{side} of {square}: {token}",
                        side=_SIDES[self.edge.side],
                        square=place,
                        token=words[token_on(self.draft, self.edge)],
                    )
                )
            )
            self.update()
            return
        laid = self.draft.tiles[self.place]
        what = Name.of(self._tile(laid).name) if laid is not None else say("no tile")
        self.setAccessibleName(tr(say("{place}: {tile}", place=PLACES[self.place], tile=what)))
        self.update()

    def _tile(self, laid: ChosenTile) -> cards.Tile:
        return cards.tile(self._box.content, laid.tile)

    def _begin_fine(self) -> None:
        self._fine = None
        self._fine_ready = QPixmap()
        self._quiet.start(QUIET_MS)

    def _work(self) -> None:
        laid = [one for one in self.draft.tiles if one is not None]
        if len(laid) < 4 or not self.isVisible():
            return
        tiles = [(self._tile(one), one.turns) for one in laid]
        if len({tile.size for tile, _ in tiles}) > 1:
            return
        if self._fine is None:
            joined = join([turned(plan(tile), turns) for tile, turns in tiles])
            board = board_of((with_tokens(joined, edges(self.draft.openings), edges(self.draft.doors)),))
            self._fine = FloorPicture(
                Geometry(board), pictures.scenery_of_tiles(tiles), palette.current(), self._square(board)
            )
        if self._fine.work():
            self._quiet.start(15)
            return
        self._fine_ready = self._fine.pixmap
        self.update()

    def _square(self, board: Board) -> int:
        """Pixels of a square in the fine picture: as many as are seen, within bounds."""
        seen = self.area().width() * self.devicePixelRatioF() / max(board.size)
        return min(FINEST, max(FINE, round(seen)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._fine_ready.isNull():
            self._quiet.start(QUIET_MS)

    def area(self) -> QRectF:
        side = min(self.width(), self.height()) - fonts.px(36)
        return QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)

    def quarter(self, place: int) -> QRectF:
        area = self.area()
        half = area.width() / 2
        return QRectF(area.left() + place % 2 * half, area.top() + place // 2 * half, half, half)

    def _at(self, point: QPointF) -> int:
        return next((place for place in range(4) if self.quarter(place).contains(point)), -1)

    def _near(self, point: QPointF) -> Edge | None:
        """The side nearest to a point of the board, if a token may lie there."""
        area = self.area()
        if not area.contains(point):
            return None
        count = self._count()
        x, y = ((point - area.topLeft()) * (count / area.width())).toTuple()
        found = min(self._sides, key=lambda edge: _far(edge, x, y), default=None)
        return found if found is not None and _far(found, x, y) < 0.5 else None

    def _count(self) -> int:
        return 2 * next((self._tile(laid).size for laid in self.draft.tiles if laid is not None), 1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.edge is not None:
            near = self._near(event.position())
            self.setCursor(Qt.CursorShape.PointingHandCursor if near is not None else Qt.CursorShape.ArrowCursor)
            self.setToolTip("")
            if near is not None and near != self.edge:
                self.edge = near
                self.retranslate()
            return
        over = self._at(event.position())
        if over != self._over:
            self._over = over
            self.setCursor(Qt.CursorShape.PointingHandCursor if over >= 0 else Qt.CursorShape.ArrowCursor)
            laid = self.draft.tiles[over] if over >= 0 else None
            self.setToolTip(tr(Name.of(self._tile(laid).name)) if laid is not None else "")
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.edge is not None:
            near = self._near(event.position())
            if near is not None:
                self.edge = near
                self.token.emit(near)
            return
        place = self._at(event.position())
        if place < 0:
            return
        again = place == self.place or event.button() == Qt.MouseButton.RightButton
        self.moved.emit(place)
        if again and self.draft.tiles[place] is not None:
            self.turned.emit(1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        column, row = self.place % 2, self.place // 2
        step = {
            Qt.Key.Key_Left: (0, row),
            Qt.Key.Key_Right: (1, row),
            Qt.Key.Key_Up: (column, 0),
            Qt.Key.Key_Down: (column, 1),
        }.get(Qt.Key(key))
        if self.edge is not None and self._edge_key(key):
            return
        if step is not None:
            self.moved.emit(step[0] + 2 * step[1])
        elif (deed := keys.meant("laying", event)) is not None:
            back = deed == "laying.turn_left" or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.turned.emit(3 if back else 1)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.emptied.emit()
        else:
            super().keyPressEvent(event)

    def _edge_key(self, key: int) -> bool:
        """Arrows go to the nearest side that way, Enter and Space lay a token or take it away; False: neither."""
        assert self.edge is not None
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.token.emit(self.edge)
            return True
        way = _WAYS.get(Qt.Key(key))
        if way is None:
            return False
        x, y = middle_of(self.edge)

        def cost(edge: Edge) -> tuple[float, float]:
            dx, dy = middle_of(edge)[0] - x, middle_of(edge)[1] - y
            ahead, aside = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
            return (ahead + 2 * aside, aside) if ahead > 0 else (1e9, 0)

        found = min(self._sides, key=cost)
        if cost(found)[0] < 1e9:
            self.edge = found
            self.retranslate()
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area, dpr = palette.current(), self.area(), self.devicePixelRatioF()
        with ink.painting(self) as pen:
            rim = fonts.px(9)
            frame = ink.rough_rect(area.adjusted(-rim, -rim, rim, rim), "board", 1.0, 60)
            ink.soft_shadow(pen, frame, theme.color("shadow", 0.5 if theme.dark else 0.28), 9, 2, 5)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.mix("figure_ink", "earth", 0.12))
            pen.drawPath(frame)
            if not self._fine_ready.isNull() and self._fine is not None:
                inset = self._fine.geometry.area.topLeft() - self._fine.geometry.page.topLeft()
                ratio = self._fine.ratio
                source = QRectF(inset.x() * ratio, inset.y() * ratio, self._fine.geometry.area.width() * ratio,
                                self._fine.geometry.area.height() * ratio)  # fmt: skip
                pen.drawPixmap(area, self._fine_ready, source)
                self._paint_doors(pen, self._fine.geometry, area)
            else:
                for place, laid in enumerate(self.draft.tiles):
                    quarter = self.quarter(place)
                    if laid is None:
                        self._paint_empty(pen, quarter, place)
                        continue
                    picture = tile_picture(self._tile(laid), laid.turns, quarter.width(), dpr=dpr)
                    pen.drawPixmap(quarter, picture, QRectF(picture.rect()))
            self._paint_marks(pen)

    def _paint_doors(self, pen: QPainter, geometry: Geometry, area: QRectF) -> None:
        """The fine picture leaves doors to those that can open them."""
        scale = area.width() / geometry.area.width()
        pen.save()
        pen.translate(area.topLeft())
        pen.scale(scale, scale)
        for edge in sorted(geometry.board.floors[0].doors):
            line = geometry.side(edge)
            terrain.paint_door(pen, line.p1(), line.p2(), CELL * 0.17, palette.current())
        pen.restore()

    def _paint_empty(self, pen: QPainter, quarter: QRectF, place: int) -> None:
        theme = palette.current()
        pen.fillRect(quarter.adjusted(1, 1, -1, -1), theme.color("sunken"))
        pen.setPen(theme.color("faded"))
        pen.setFont(fonts.font("name"))
        pen.drawText(quarter, Qt.AlignmentFlag.AlignCenter, tr(PLACES[place]))

    def _paint_tokens(self, pen: QPainter) -> None:
        """Where tokens may lie, faintly; the side pointed at, and the tokens that lie there before the fine picture."""
        theme, area = palette.current(), self.area()
        side = area.width() / self._count()
        for edge in self._sides:
            (x, y), along = middle_of(edge), QPointF(0, 0.34) if edge.side == "E" else QPointF(0.34, 0)
            at, lying = QPointF(x, y), token_on(self.draft, edge)
            start, end = area.topLeft() + (at - along) * side, area.topLeft() + (at + along) * side
            if lying:
                terrain.paint_door(pen, start, end, side * 0.2, theme)
            if edge == self.edge:
                pen.setPen(QPen(theme.color("vermilion"), fonts.px(5)))
                pen.drawLine(start, end)
            elif lying == "openings":
                pen.setPen(QPen(theme.color("surface"), max(2.0, side * 0.12)))
                pen.drawLine(start, end)
            elif not lying:
                pen.setPen(
                    QPen(theme.color("vermilion", 0.7), fonts.px(5), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
                )
                pen.drawPoint(area.topLeft() + at * side)

    def _paint_marks(self, pen: QPainter) -> None:
        theme = palette.current()
        if self.edge is not None:
            self._paint_tokens(pen)
            return
        pen.setBrush(Qt.BrushStyle.NoBrush)
        for place in {self._over, self.place} - {-1}:
            chosen = place == self.place
            pen.setPen(
                QPen(
                    theme.color("vermilion", 1.0 if chosen else 0.6), fonts.px(4 if chosen and self.hasFocus() else 2.4)
                )
            )
            pen.drawPath(ink.rough_rect(self.quarter(place).adjusted(2, 2, -2, -2), f"place{place}", 0.8, 60))


def _far(edge: Edge, x: float, y: float) -> float:
    """How far the middle of a side is from a point, in squares."""
    there = middle_of(edge)
    return math.hypot(there[0] - x, there[1] - y)
