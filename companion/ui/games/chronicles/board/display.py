"""The board as a picture: a state as somebody may know it, what can be chosen in it, and what happened as motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QSizePolicy, QWidget

from companion.model.core.contract import Event
from companion.model.core.words import say
from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.insight.ways import Way
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import State
from companion.model.grid import Cell
from companion.ui.games.chronicles.heroes.words import name_of
from companion.ui.kit.camera import Camera
from companion.ui.kit.notes import Caption
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from . import words
from .canvas import Canvas
from .contents import Contents, contents
from .floor import Floor
from .geometry import Geometry, edge_of
from .item_layer import ItemLayer
from .overlays import ChoiceOverlay, CursorOverlay, HoverOverlay, LineOverlay, Lit, Reach

SETTLE_MS = 140


class BoardDisplay(Translated, QGraphicsView):
    """See the module; it takes neither clicks nor keys."""

    def __init__(self, board: Board, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state: State | None = None
        self.seen = Contents((), (), (), ())
        self.ways: Mapping[str, Way] = {}
        self.cursor_at: Cell | None = None
        """Where the keyboard's cursor is."""
        self._lit: frozenset[str] = frozenset()
        scene = QGraphicsScene(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.canvas = Canvas(board, scene, self._stale)
        self.camera = Camera(self, self.canvas)
        self.floor = Floor(self.canvas)
        self.items_ = ItemLayer(self.canvas, self, self._name, self._short)
        self.reach, self.hover = Reach(self.canvas), HoverOverlay(self.canvas)
        self.choices, self.line = ChoiceOverlay(self.canvas), LineOverlay(self.canvas)
        self.cursor_ = CursorOverlay(self.canvas)
        self.caption = Caption(self.viewport())
        self._settle_timer = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._settle_timer.timeout.connect(self._settle)
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 160)
        self.setSceneRect(self.canvas.page)
        self.items_.animator.finished.connect(self._sync)
        palette.theme_changed.connect(self._redress)
        fonts.text_scale_changed.connect(self._redress)

    # what is shown ----------------------------------------------------------------------------------------------------

    def show_state(self, state: State, viewer: str | None, events: Sequence[Event] = ()) -> None:
        """A state as `viewer` may know it; `events` are shown as motion first, where anything may move."""
        board = places.laid(state)
        if board is None:
            return
        self.state = state
        seen = contents(state)
        if board is not self.canvas.geometry.board:
            self.canvas.geometry = Geometry(board)
            self.setSceneRect(self.canvas.page)
        if self.floor.show(state.layout, state.table.box.tiles, seen.corrupted):
            self._stale()
        before, self.seen = self.seen, seen
        if events and before != seen and self.isVisible() and not motion.reduced():
            self.line.clear()
            self.items_.play(events, seen)
        if not self.items_.busy:
            self._sync()
        self.setAccessibleName(tr(say("Board")))

    def retranslate(self) -> None:
        self.setAccessibleName(tr(say("Board")))
        self.items_.rename()
        if self.state is not None and not self.items_.busy:
            self._sync()

    def light(self, ids: frozenset[str]) -> None:
        """The parts that can be chosen now."""
        self._lit = ids
        self._show_lit()

    def show_ways(self, ways: Mapping[str, Way]) -> None:
        """Where whoever moves can come to."""
        self.ways = ways
        self._show_lit()

    @property
    def board(self) -> Board:
        return self.canvas.geometry.board

    def _sync(self) -> None:
        self.items_.sync(self.seen)
        self._show_lit()
        self._pointed()

    def _pointed(self) -> None:
        """Something else may lie where somebody points at."""

    def _show_lit(self) -> None:
        cells, zones, tiles, spots = set(), set(), set(), []
        doors = []
        for part in self._lit:
            kind, _, id = part.partition(":")
            if kind == "cell":
                column, _, row = id.partition(",")
                cells.add((int(column), int(row)))
            elif kind == "zone":
                zones.add(id)
            elif kind == "tile":
                tiles.add(id)
            elif kind in ("figure", "token") and (spot := self.items_.spot(id)) is not None:
                spots.append(spot)
            elif kind == "door":
                doors += [door for door in self.seen.doors if door_part(door) == part]
        taken = frozenset(one.at for one in self.seen.things if not isinstance(one.at, str))
        if self.reach.show(self.ways, Lit(frozenset(cells), frozenset(zones), frozenset(tiles)), taken):
            self._stale()
        self.choices.show(sorted(spots, key=lambda one: (one.y(), one.x())), doors)

    def _name(self, id: str) -> str:
        assert self.state is not None
        return name_of(self.state, id)

    def _short(self, id: str) -> str:
        assert self.state is not None
        figure = self.state.figure(id)
        return "" if figure is None else words.short_of(self.state, figure)

    def spots(self, part: str) -> list[tuple[QWidget, QRect]]:
        """Where a part is seen, for lessons and hints."""
        kind, _, id = part.partition(":")
        centre = self.items_.spot(id) if kind in ("figure", "token") else None
        if kind == "cell":
            column, _, row = id.partition(",")
            centre = self.canvas.geometry.centre((int(column), int(row)))
        if centre is None:
            return []
        half = QPointF(CELL / 2, CELL / 2)
        return [(self.viewport(), self.mapFromScene(QRectF(centre - half, centre + half)).boundingRect())]

    # Qt ---------------------------------------------------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        self.floor.draw(painter, QRectF(rect))
        self.reach.draw(painter)

    def _stale(self) -> None:
        self.resetCachedContent()
        self.viewport().update()

    def fit(self) -> None:
        """Show all of it."""
        self._sized(self.camera.fit())

    def zoom(self, factor: float, anchor: QPoint | None = None) -> None:
        """Nearer (above 1) or further away, around a point of the viewport."""
        self._sized(self.camera.zoom(factor, anchor))

    def _sized(self, changed: bool) -> None:
        if changed:
            self._settle_timer.start()

    def _settle(self) -> None:
        """The zoom rests: paint for the size at which things are seen now."""
        self.floor.refine()
        self.items_.repaint()
        self._show_lit()
        self.cursor_.show(self.cursor_at)
        self._stale()

    def _redress(self) -> None:
        self._settle()
        self._pointed()

    def settle(self) -> None:
        """Paint at once for the present size."""
        self._settle_timer.stop()
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.camera.fitted:
            self.fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._new_ratio()
        return bool(super().event(event))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._new_ratio()

    def hideEvent(self, event: QHideEvent) -> None:
        self.items_.animator.skip()
        super().hideEvent(event)

    def _new_ratio(self) -> None:
        self.canvas.dpr = self.devicePixelRatioF()
        if self.camera.fitted:
            self.fit()
        self._settle_timer.start()


def door_part(door: DoorOn) -> str:
    """What a door is called as a part of the table: by the cell west or north of it."""
    edge = edge_of(door)
    return f"door:{edge.column},{edge.row},{edge.side}"
