"""Figures and tokens on the board: put where the state has them, moved along their zones by what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainterPath, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from companion.model.core.contract import Event
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.state.state import Place
from companion.ui.kit.animator import Animator, Motion
from companion.ui.kit.scene import CELL, SLIP_EDGE, slip_picture
from companion.ui.kit.theme import fonts, motion

from .canvas import Canvas
from .contents import Contents, FigureSeen, TokenSeen
from .pieces import figure_pixmap, token_pixmap

TOKEN_Z, NAME_Z, FIGURE_Z, LIFTED_Z = 40.0, 45.0, 50.0, 70.0
ZONE_MS, LONGEST, FADE_MS, LUNGE_MS = 140, 300, 220, 180
"""Milliseconds: for each zone of a way, for a whole way at most, to come and go, to strike."""
NAMED_FROM = 64.0
"""Names stand under figures and hosts when a cell is at least so wide (logical pixels)."""


class Item:
    """A figure or token. `seen` is what it looks like now; during a motion its place may lag behind the state."""

    def __init__(self, canvas: Canvas, seen: FigureSeen | TokenSeen, name: str, short: str) -> None:
        self.canvas, self.seen, self.name, self.short = canvas, seen, name, short
        self.item = QGraphicsPixmapItem()
        self.item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.item.setZValue(self.z)
        self.item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.label: QGraphicsPixmapItem | None = None
        canvas.scene.addItem(self.item)
        self.repaint()

    @property
    def z(self) -> float:
        return FIGURE_Z if isinstance(self.seen, FigureSeen) else TOKEN_Z

    def show(self, seen: FigureSeen | TokenSeen, name: str, short: str) -> None:
        """Be this; painted anew only where it looks otherwise."""
        if (seen._replace(at=""), name, short) != (self.seen._replace(at=""), self.name, self.short):
            self.seen, self.name, self.short = seen, name, short
            self.repaint()
        self.seen = seen

    def repaint(self) -> None:
        """Take the picture that fits the present zoom and look."""
        canvas = self.canvas
        pixels = round(canvas.cell * canvas.dpr)
        if isinstance(self.seen, FigureSeen):
            picture = figure_pixmap(self.seen, self.short, pixels, canvas.theme)
        else:
            picture = token_pixmap(self.seen, pixels, canvas.theme)
        self.item.setPixmap(picture)
        self.item.setOffset(-picture.width() / 2, -picture.height() / 2)
        self.item.setScale(CELL / picture.width())
        self._label()

    def _label(self) -> None:
        named = self.canvas.cell >= NAMED_FROM and bool(self.name)
        if named and self.label is None:
            self.label = QGraphicsPixmapItem(self.item)
            self.label.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            self.label.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        if self.label is not None:
            self.label.setVisible(named)
        if named and self.label is not None:
            slip = name_picture(self.name, self.canvas)
            size = slip.deviceIndependentSize()
            self.label.setPixmap(slip)
            self.label.setOffset(-size.width() / 2, -size.height() * 0.3)
            self.label.setPos(0, self.item.pixmap().height() * 0.5)

    def remove(self) -> None:
        self.canvas.scene.removeItem(self.item)


def name_picture(name: str, canvas: Canvas) -> QPixmap:
    """A name on a slip, no wider than a cell: smaller, then cut short in its middle, for its number ends it."""
    room, share, least = canvas.cell - SLIP_EDGE, 1.1, 0.6
    metrics = QFontMetricsF(fonts.font("small", share))
    while metrics.horizontalAdvance(name) > room and share > least:
        share -= 0.06
        metrics = QFontMetricsF(fonts.font("small", share))
    short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
    return slip_picture(short, canvas.theme, canvas.dpr, face="small", share=share)


class ItemLayer:
    """`sync` puts everything where the state has it; `play` shows how it came there first."""

    def __init__(self, canvas: Canvas, owner: QObject, name: Callable[[str], str], short: Callable[[str], str]) -> None:
        """`name`, `short`: what a figure or token is called, and what is written on it."""
        self.canvas, self._name, self._short = canvas, name, short
        self.animator = Animator(owner)
        self.items: dict[str, Item] = {}
        self._spots: dict[str, QPointF] = {}
        self._called: dict[str, tuple[str, str]] = {}
        """Names, and what is written on bases, in the language of the window."""

    def rename(self) -> None:
        """Another language is spoken."""
        self._called.clear()

    def sync(self, seen: Contents) -> None:
        """Be what is seen, at once."""
        wanted: dict[str, FigureSeen | TokenSeen] = {one.id: one for one in reversed(seen.things)}
        for id in set(self.items) - wanted.keys():
            self.items.pop(id).remove()
            self._called.pop(id, None)
        self._spots = spots(self.canvas, wanted.values())
        for id, one in wanted.items():
            named = isinstance(one, FigureSeen) or one.type in ("host", "objective", "relic")
            if id not in self._called:
                self._called[id] = (
                    self._name(id) if named else "",
                    self._short(id) if isinstance(one, FigureSeen) else "",
                )
            name, short = self._called[id]
            item = self.items.get(id)
            if item is None:
                item = self.items[id] = Item(self.canvas, one, name, short)
            item.show(one, name, short)
            item.item.setPos(self._spots[id])
            item.item.setOpacity(1.0)
            item.item.setZValue(item.z)

    def spot(self, id: str) -> QPointF | None:
        """Where it stands, whatever moves at the moment."""
        return self._spots.get(id)

    def repaint(self) -> None:
        """New pictures for another zoom, look or language; nothing moves."""
        for item in self.items.values():
            item.repaint()

    def clear(self) -> None:
        """Take everything off, for another board."""
        self.animator.skip()
        for item in self.items.values():
            item.remove()
        self.items.clear()

    @property
    def busy(self) -> bool:
        return self.animator.busy

    def play(self, events: Sequence[Event], after: Contents) -> None:
        """Show what moved: `after` is what is seen at the end, where `finished` of the animator leaves it to `sync`."""
        places = spots(self.canvas, reversed(after.things))
        self.animator.play(self._motions(events, places))

    def _motions(self, events: Sequence[Event], places: dict[str, QPointF]) -> Iterable[Motion]:
        ways: dict[str, list[Place]] = {}
        for event in events:
            match event:
                case e.FigureMoved(figure=who, at=at) | e.FigurePushed(figure=who, at=at):
                    ways.setdefault(who, []).append(at)
                case e.FigurePlaced(figure=who, at=at) if who in self.items:
                    ways.setdefault(who, []).append(at)
                case e.AttackDeclared(attacker=attacker, target=target):
                    yield from self._lunge(attacker, target)
                case e.FigureRemoved(figure=who) if who in self.items:
                    yield self._vanish(self.items[who])
                case _ if event.kind == "ZoneEntered":
                    ways.setdefault(str(getattr(event, "figure", "")), []).append(str(getattr(event, "zone", "")))
                case _:
                    pass
        for who, way in ways.items():
            if who in self.items and who in places:
                yield self._walk(self.items[who], way, places[who])
        for id, item in self.items.items():  # moved by whatever tells no way
            if id not in ways and id in places and places[id] != item.item.pos():
                yield self._walk(item, [], places[id])

    def _walk(self, item: Item, way: list[Place], end: QPointF) -> Motion:
        known = self.canvas.geometry.board.zone_index
        through = [self.canvas.geometry.place(at) for at in way if isinstance(at, str) and at in known]
        points = [item.item.pos(), *through, end]
        if through and isinstance(item.seen.at, str) and item.seen.at == way[0]:
            points.pop(1)
        path = QPainterPath()
        path.addPolygon(QPolygonF(points))
        milliseconds = min(LONGEST, ZONE_MS * max(1, len(points) - 1))
        return Motion(
            motion.duration(milliseconds),
            lambda t: item.item.setPos(path.pointAtPercent(t)),
            begin=lambda: item.item.setZValue(LIFTED_Z),
        )

    def _vanish(self, item: Item) -> Motion:
        return Motion(motion.duration(FADE_MS), lambda t: item.item.setOpacity(1.0 - t))

    def _lunge(self, attacker: str, target: str) -> Iterable[Motion]:
        item, other = self.items.get(attacker), self.items.get(target)
        if item is None or other is None:
            return
        home = item.item.pos()
        ahead: QPointF = (other.item.pos() - home) * 0.22
        yield Motion(
            motion.duration(LUNGE_MS),
            lambda t: item.item.setPos(home + ahead * (1.0 - abs(2.0 * t - 1.0))),
            begin=lambda: item.item.setZValue(LIFTED_Z),
        )


def spots(canvas: Canvas, seen: Iterable[FigureSeen | TokenSeen]) -> dict[str, QPointF]:
    """Where everything lies: on its space, or in the little group of its zone."""
    found, lying = {}, dict[str, int]()
    for one in seen:
        n = lying.get(one.at, 0) if isinstance(one.at, str) else 0
        if isinstance(one.at, str):
            if one.at not in canvas.geometry.board.zone_index:
                found[one.id] = QPointF(-2 * CELL, -2 * CELL)
                continue
            lying[one.at] = n + 1
        elif one.at not in canvas.geometry.board.index:
            found[one.id] = QPointF(-2 * CELL, -2 * CELL)
            continue
        found[one.id] = canvas.geometry.place(one.at, n)
    return found
