"""Figures and doors of the floor shown: set from the state, moved by what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainterPath, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from companion.model.core.contract import Event
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events
from companion.model.games.asagiri.state.state import Figure, replace
from companion.model.games.asagiri.state.vocabulary import Facing, FigureId, SquareId
from companion.model.grid import Edge
from companion.ui.kit.animator import Animator, Motion
from companion.ui.kit.art import figures, terrain
from companion.ui.kit.art.figures import FACING_NAMES, SHAPES
from companion.ui.kit.scene import CELL, SLIP_EDGE, slip_picture
from companion.ui.kit.theme import fonts, motion

from .canvas import Canvas

STEP_MS, TURN_MS, FADE_MS = 150, 130, 260
FIGURE_Z, LIFTED_Z, DOOR_Z = 50.0, 70.0, 30.0
DOOR_THICKNESS = 14
NAMED_FROM = 78.0
"""Names stand under figures when a square is at least so wide (logical pixels)."""
LEAST_NAME = 0.72
"""A name shrinks so far to fit its square; what is longer still is cut short."""


def figure_picture(canvas: Canvas, who: FigureId, figure: Figure, *, selected: bool = False) -> QPixmap:
    """The picture of a figure in some condition."""
    character, active = canvas.state.table.characters[who], canvas.state.active
    return figures.figure_pixmap(
        character.silhouette,
        SHAPES[character.band],
        "shaken" if figure.state == "shaken" else "vigilant",
        figure.activated and not (active is not None and active.who == who),
        FACING_NAMES[canvas.geometry.seen(figure.facing)],
        round(CELL),
        canvas.theme,
        figure.reserve,
        selected,
        dpr=max(0.16, canvas.density),
    )


def _item(canvas: Canvas, z: float, picture: QPixmap | None = None) -> QGraphicsPixmapItem:
    item = QGraphicsPixmapItem(picture or QPixmap())
    item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
    item.setZValue(z)
    item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
    canvas.scene.addItem(item)
    return item


class FigureItem:
    """A figure on the board. `shown` is what it looks like now; during a motion that may lag behind the state."""

    def __init__(self, canvas: Canvas, who: FigureId) -> None:
        self.canvas, self.who = canvas, who
        self.shown = Figure()
        self.selected = False
        self.item = _item(canvas, FIGURE_Z)
        self.item.setVisible(False)
        self.label = QGraphicsPixmapItem(self.item)
        self.label.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.label.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show(self, figure: Figure) -> None:
        """Be what the state says: place, facing, rim, die."""
        self.shown = figure
        visible = figure.at >= 0 and self.canvas.geometry.has(figure.at)
        self.item.setVisible(visible)
        self.item.setOpacity(1.0)
        self.item.setScale(1.0)
        self.item.setZValue(FIGURE_Z)
        if visible:
            self.item.setPos(self.canvas.centre(figure.at))
            self.repaint()

    def repaint(self) -> None:
        """Take the pixmap that fits the present zoom, theme and condition."""
        self.item.setPixmap(figure_picture(self.canvas, self.who, self.shown, selected=self.selected))
        self.item.setOffset(-CELL / 2, -CELL / 2)
        named = self.canvas.cell >= NAMED_FROM
        self.label.setVisible(named)
        if named:
            name, room = self.canvas.game.name(self.who), self.canvas.cell - SLIP_EDGE
            share = min(18.0, max(12.0, round(self.canvas.cell * 0.12))) / 14
            metrics = QFontMetricsF(fonts.font("strong", share))
            least = LEAST_NAME / max(1.0, fonts.text_scale())  # larger text must not cut short what fits at its size
            while metrics.horizontalAdvance(name) > room and share > least:
                share -= 0.05
                metrics = QFontMetricsF(fonts.font("strong", share))
            name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)  # its number stands at its end
            slip = slip_picture(name, self.canvas.theme, self.canvas.dpr, face="strong", share=share)
            self.label.setPixmap(slip)
            self.label.setOffset(
                -slip.deviceIndependentSize().width() / 2, -slip.deviceIndependentSize().height() * 0.7
            )
            self.label.setPos(0, CELL / 2)

    def remove(self) -> None:
        self.canvas.scene.removeItem(self.item)


class DoorItem:
    """A closed door on a side between two squares."""

    def __init__(self, canvas: Canvas, edge: Edge) -> None:
        self.canvas = canvas
        line = canvas.geometry.side(edge)
        upright = abs(line.dy()) > abs(line.dx())
        picture = terrain.door_pixmap(round(CELL), DOOR_THICKNESS, upright, canvas.theme, max(0.5, canvas.density))
        self.item = _item(canvas, DOOR_Z, picture)
        size = picture.deviceIndependentSize()
        self.item.setOffset(-size.width() / 2, -size.height() / 2)
        self.home, self.along = line.center(), line.p2() - line.p1()
        self.item.setPos(self.home)

    def slide(self, share: float) -> None:
        """Open: slide along the wall and fade."""
        self.item.setPos(self.home + self.along * (0.7 * share))
        self.item.setOpacity(1.0 - share)

    def remove(self) -> None:
        self.canvas.scene.removeItem(self.item)


class FigureLayer:
    """`sync` puts everything where the state has it; `play` shows how it came there first."""

    def __init__(self, canvas: Canvas, owner: QObject) -> None:
        self.canvas = canvas
        self.animator = Animator(owner)
        self.tokens: list[FigureItem] = []
        self.doors: dict[Edge, DoorItem] = {}

    def sync(self) -> None:
        state, canvas = self.canvas.state, self.canvas
        while len(self.tokens) < len(state.figures):
            self.tokens.append(FigureItem(canvas, FigureId(len(self.tokens))))
        while len(self.tokens) > len(state.figures):
            self.tokens.pop().remove()
        for token, figure in zip(self.tokens, state.figures, strict=True):
            token.selected = token.who == canvas.game.selection
            token.show(figure)
        self._sync_doors()

    def _sync_doors(self) -> None:
        doors = self.canvas.board.floors[self.canvas.geometry.floor].doors
        for edge in set(self.doors) - doors:
            self.doors.pop(edge).remove()
        for edge in doors - set(self.doors):
            self.doors[edge] = DoorItem(self.canvas, edge)

    def clear(self) -> None:
        """Take everything off, for a new layout."""
        for token in self.tokens:
            token.remove()
        for door in self.doors.values():
            door.remove()
        self.tokens.clear()
        self.doors.clear()

    def repaint(self) -> None:
        """New pixmaps for another zoom, theme or language; nothing moves."""
        for token in self.tokens:
            if token.item.isVisible():
                token.repaint()
        for door in self.doors.values():
            door.remove()
        self.doors.clear()
        self._sync_doors()

    def mark_selected(self, who: FigureId) -> None:
        for token in self.tokens:
            if token.selected != (token.who == who):
                token.selected = token.who == who
                if token.item.isVisible():
                    token.repaint()

    def play(self, events: Sequence[Event], rest: int = 0) -> None:
        """Queue the motions of these events, after a rest of some milliseconds; nothing to move: nothing happens."""
        self.animator.play([*([Motion(rest, lambda _: None, rests=True)] if rest else []), *self._motions(events)])

    def skip(self) -> None:
        self.animator.skip()

    @property
    def busy(self) -> bool:
        return self.animator.busy

    def _motions(self, events: Sequence[Event]) -> Iterable[Motion]:
        n = 0
        while n < len(events):
            event = events[n]
            n += 1
            match event:
                case e.CharacterStepped(who=who, start=start):
                    way = [start, event.at]
                    while n < len(events):
                        following = events[n]
                        if not isinstance(following, e.CharacterStepped) or following.who != who:
                            break
                        way.append(following.at)
                        n += 1
                    yield from self._walk(who, way, STEP_MS)
                case e.CharacterRetreated(who=who, start=start, at=at):
                    yield from self._walk(who, [start, at], STEP_MS + 60)
                case e.CharacterTurned(who=who, facing=facing):
                    yield self._becomes(who, TURN_MS, 0.08, facing=facing)
                case (
                    e.CharacterDeployed(who=who, at=at, facing=facing)
                    | skill_events.CharacterCameBack(who=who, at=at, facing=facing)
                    | skill_events.KamiSummoned(who=who, at=at, facing=facing)
                    | skill_events.CharacterSummoned(who=who, at=at, facing=facing)
                ):
                    yield self._appear(who, at, facing)
                case e.CharacterPlaced(who=who, start=start, at=at, facing=facing):
                    yield self._placed(who, start, at, facing)
                case e.CharacterShaken(who=who):
                    yield self._becomes(who, FADE_MS, 0.16, state="shaken")
                case e.CharacterRecovered(who=who):
                    yield self._becomes(who, FADE_MS, 0.16, state="vigilant")
                case e.StateSet(who=who, state="disabled"):
                    yield self._vanish(who)
                case e.StateSet(who=who, state=state):
                    yield self._becomes(who, FADE_MS, 0.16, state=state)
                case e.CharacterDisabled(who=who) | skill_events.CharacterDismissed(who=who):
                    yield self._vanish(who)
                case e.AttackDeclared(attacker=attacker, target=target):
                    yield from self._lunge(attacker, target)
                case e.DoorOpened(at=at, facing=facing) | e.DoorSet(at=at, facing=facing, closed=False):
                    yield from self._door(at, facing)
                case _:
                    pass

    def _walk(self, who: FigureId, way: list[SquareId], pace: int) -> Iterable[Motion]:
        token, geometry = self.tokens[who], self.canvas.geometry
        if not all(geometry.has(square) for square in way):
            yield Motion(0, lambda _: None, lambda: token.show(replace(token.shown, at=way[-1])))
            return
        share = 1.0 if len(way) < 3 else 0.8
        yield self._slide(token, way, round(pace * share * (len(way) - 1)), token.shown.facing)

    def _slide(self, token: FigureItem, way: list[SquareId], milliseconds: int, facing: Facing) -> Motion:
        path = QPainterPath()
        path.addPolygon(QPolygonF([self.canvas.centre(square) for square in way]))
        return Motion(
            motion.duration(milliseconds),
            lambda t: token.item.setPos(path.pointAtPercent(t)),
            lambda: token.show(replace(token.shown, at=way[-1], facing=facing)),
            lambda: token.item.setZValue(LIFTED_Z),
        )

    def _becomes(self, who: FigureId, milliseconds: int, swell: float, **change: Any) -> Motion:
        """The base turns under an upright figure, or its card turns over: it swells a little, the new look from then
        on.
        """
        token = self.tokens[who]

        def draw(t: float) -> None:
            if t >= 0.45 and token.item.isVisible() and token.shown != replace(token.shown, **change):
                token.shown = replace(token.shown, **change)
                token.repaint()
            token.item.setScale(1.0 + swell * (1.0 - abs(2.0 * t - 1.0)))

        return Motion(motion.duration(milliseconds), draw, lambda: token.show(replace(token.shown, **change)))

    def _appear(self, who: FigureId, at: SquareId, facing: Facing) -> Motion:
        while len(self.tokens) <= who:  # it has come into play with this
            self.tokens.append(FigureItem(self.canvas, FigureId(len(self.tokens))))
        token = self.tokens[who]

        def begin() -> None:
            token.show(Figure(at, facing))
            token.item.setOpacity(0.0)

        def draw(t: float) -> None:
            token.item.setOpacity(t)
            token.item.setScale(1.22 - 0.22 * t)

        return Motion(motion.duration(200), draw, lambda: token.show(replace(token.shown, at=at)), begin)

    def _placed(self, who: FigureId, start: SquareId, at: SquareId, facing: Facing) -> Motion:
        token, geometry = self.tokens[who], self.canvas.geometry
        if at < 0:
            return self._vanish(who)
        if start < 0 or not geometry.has(start) or not geometry.has(at):
            return self._appear(who, at, facing)
        if start == at:
            return Motion(0, lambda _: None, lambda: token.show(replace(token.shown, facing=facing)))
        return self._slide(token, [start, at], 200, facing)

    def _vanish(self, who: FigureId) -> Motion:
        token = self.tokens[who]

        def draw(t: float) -> None:
            token.item.setOpacity(1.0 - t)
            token.item.setScale(1.0 - 0.25 * t)

        return Motion(motion.duration(FADE_MS), draw, lambda: token.show(replace(token.shown, at=-1)))

    def _lunge(self, attacker: FigureId, target: FigureId) -> Iterable[Motion]:
        token, geometry = self.tokens[attacker], self.canvas.geometry
        here, there = token.shown.at, self.tokens[target].shown.at
        if here < 0 or there < 0 or not geometry.has(here) or not geometry.has(there):
            return
        home = geometry.centre(here)
        ahead: QPointF = (geometry.centre(there) - home) * 0.22
        yield Motion(
            motion.duration(200),
            lambda t: token.item.setPos(home + ahead * (1.0 - abs(2.0 * t - 1.0))),
            lambda: token.show(token.shown),
            lambda: token.item.setZValue(LIFTED_Z),
        )

    def _door(self, at: SquareId, facing: Facing) -> Iterable[Motion]:
        edge = self.canvas.board.edge(at, facing)
        door = self.doors.get(edge) if edge is not None else None
        if door is not None:
            yield Motion(motion.duration(FADE_MS), door.slide)
