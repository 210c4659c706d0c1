"""The mouse on the board: hover, click, pan, drag a figure, turn the wheel; and the slips of paper that explain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import refusals
from companion.model.games.asagiri.state.formatting import square_words
from companion.model.games.asagiri.state.state import replace
from companion.model.games.asagiri.state.vocabulary import NO_FACING, NO_SQUARE, Facing, FigureId, SquareId, turned_by
from companion.model.games.asagiri.table import corrections
from companion.model.games.asagiri.table.commands import Answer, Byhand
from companion.model.games.asagiri.table.commands.intents import strike
from companion.model.games.asagiri.table.commands.understand import in_words
from companion.model.games.asagiri.table.corrections import PlaceFigure
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.notes import PointerNote
from companion.ui.kit.scene import CELL

from . import queries
from .canvas import Overlay
from .display import BoardDisplay
from .figure_layer import LIFTED_Z, figure_picture
from .mark_overlay import cost_of, way_of

Purpose: TypeAlias = Literal["move", "hand", "deploy"]


@dataclass(frozen=True)
class PlaceVerdict:
    """What the rules say of a place: the way and its cost, or why not."""

    at: SquareId
    facing: Facing
    way: tuple[tuple[SquareId, Facing], ...] = ()
    cost: int = 0
    refusal: Refusal | None = None
    strikes: tuple[Answer, ...] = ()
    """The ways to fight the enemy who stands there."""


class Drag:
    """A figure that a person holds. `facing` is None until it is turned in the hand; `leaning` is the side of a square
    towards which it is held: it will look there, where the rules let it.
    """

    def __init__(self, game: AsagiriController, who: FigureId, purpose: Purpose) -> None:
        self.game, self.who, self.purpose = game, who, purpose
        figure = game.state.figures[who]
        self.start = figure.at
        self.facing: Facing | None = queries.deployment_facing(game.state) if purpose == "deploy" else None
        self.at, self.leaning = NO_SQUARE, NO_FACING
        self.verdict: PlaceVerdict | None = None

    @property
    def shown_facing(self) -> Facing:
        """The facing that the figure in the hand has: as turned, as the way ends, or as it stood."""
        if self.facing is not None:
            return self.facing
        verdict = self.verdict
        if verdict is not None and verdict.refusal is None and verdict.way:
            return verdict.way[-1][1]
        if verdict is not None and self.purpose == "hand" and self.leaning >= 0 and not verdict.strikes:
            return self.leaning
        return self.game.state.figures[self.who].facing

    def turn(self, by: int) -> None:
        """Turn it in the hand by quarter-turns."""
        self.facing = turned_by(self.shown_facing, by)
        self.verdict = None

    def over(self, at: SquareId, leaning: Facing = NO_FACING) -> PlaceVerdict | None:
        """What the rules say of the square below; None beside the board."""
        if (at, leaning) != (self.at, self.leaning) or self.verdict is None:
            self.at, self.leaning, self.verdict = at, leaning, None
            self.verdict = self._judge(at) if at >= 0 else None
        return self.verdict

    def _judge(self, at: SquareId) -> PlaceVerdict:
        state = self.game.state
        before = state.figures[self.who].facing
        if self.purpose == "deploy":
            facing = self.facing if self.facing is not None else before
            return PlaceVerdict(at, facing, refusal=refusals.check(state, o.Deploy(self.who, at, facing)))
        if self.start < 0:
            refusal = refusals.move_refused(state, self.who, at, self.shown_facing)
            return PlaceVerdict(at, self.shown_facing, refusal=refusal)
        enemy = queries.standing(state, at)
        if enemy >= 0 and state.band_of(enemy) != state.band_of(self.who):
            ways = strike(state, self.who, enemy)
            refused = ways[0].refusal if isinstance(ways[0], Byhand) else ways[0]
            return PlaceVerdict(at, before, refusal=refused if isinstance(refused, Refusal) else None, strikes=ways)
        return self._judge_way(at, before)

    def _judge_way(self, at: SquareId, before: Facing) -> PlaceVerdict:
        """The first facing that can be had: as turned in the hand, as it is held, as it comes."""
        state = self.game.state
        kept = before if self.purpose == "hand" else None
        wishes = [self.facing] if self.facing is not None else [*([self.leaning] if self.leaning >= 0 else []), kept]
        for wanted in wishes:
            if at == self.start and wanted in (None, before):
                return PlaceVerdict(at, before)
            found = corrections.route(state, self.who, at, wanted)
            if not isinstance(found, Refusal):
                options: tuple[Option, ...] = tuple(found)
                way = way_of(options, self.start, before)
                return PlaceVerdict(at, way[-1][1] if way else before, tuple(way), cost_of(options))
        assert isinstance(found, Refusal)
        looking = wishes[0] if wishes[0] is not None else before
        return PlaceVerdict(at, looking, refusal=found)

    def words(self) -> Message | None:
        verdict = self.verdict
        if verdict is None:
            return None
        if verdict.strikes and verdict.refusal is None:
            return in_words(self.game.state, verdict.strikes[0])
        if verdict.refusal is not None:
            return say("{why} ({rule})", why=verdict.refusal.why, rule=verdict.refusal.rule)
        if not verdict.way:
            return None
        where = square_words(self.game.state, verdict.at)
        return say("{square}: cost {cost}", square=where, cost=verdict.cost)

    def drop(self) -> bool:
        """Put it down where it is held; False when nothing came of it."""
        verdict, game = self.verdict, self.game
        if verdict is None:
            return False
        if self.purpose == "deploy":
            if verdict.refusal is None or not game.tracking:
                return game.choose(queries.deploys(game, self.who, verdict.at, verdict.facing))
            return game.correct(PlaceFigure(self.who, verdict.at, verdict.facing), rule=verdict.refusal.rule)
        if verdict.at == self.start and not verdict.way and verdict.refusal is None:
            return False
        if self.purpose == "hand":
            if self.start < 0:
                return game.correct(PlaceFigure(self.who, verdict.at, self.shown_facing))
            return game.move_by_hand(self.who, verdict.at, verdict.facing)
        return game.move(self.who, verdict.at, verdict.facing if verdict.way else self.facing)


def purpose_of(game: AsagiriController, who: FigureId) -> Purpose | None:
    """What picking up this figure would be for; None when it stays where it is."""
    if who < 0:
        return None
    if who in queries.deployable(game):
        return "deploy"
    if game.tracking:
        return "hand"
    if queries.own(game, who) and game.state.figures[who].at >= 0:
        strikes = queries.attacks(game, who) or queries.shots(game, who)
        if strikes or corrections.reachable(game.state, who):
            return "move"
    return None


class Ghost(Overlay):
    """The figure in the hand, drawn under the pointer."""

    z = LIFTED_Z

    def show(self, drag: Drag, at: QPointF) -> None:
        """Draw it at a place of the scene."""
        self.clear()
        figure = replace(self.canvas.state.figures[drag.who], facing=drag.shown_facing)
        picture = self.add_pixmap(figure_picture(self.canvas, drag.who, figure), at)
        picture.setOffset(-CELL / 2, -CELL / 2)
        picture.setScale(1.08)


class PointerActions(Protocol):
    """What comes of the mouse."""

    def menu_at(self, at: SquareId, where: QPoint) -> None: ...
    def choose(self, *options: Option, aimed: SquareId) -> None: ...
    def click(self, at: SquareId) -> None: ...
    def drop(self, drag: Drag) -> None: ...


class Pointer:
    """What mouse events mean; the view hands them over."""

    controller: PointerActions

    def __init__(self, view: BoardDisplay) -> None:
        self.view = view
        self.drag: Drag | None = None
        self.ghost = Ghost(view.canvas)
        self.slip = PointerNote(view.viewport())
        self._press: QPoint | None = None
        self._press_square = NO_SQUARE
        self._panning: QPoint | None = None

    def press(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._panning = at
            self.view.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.RightButton:
            if self.drag is not None:
                self.cancel()
            else:
                self.controller.menu_at(self.view.square_at(at), event.globalPosition().toPoint())
        elif event.button() == Qt.MouseButton.LeftButton:
            self.view.skip()
            self._press, self._press_square = at, self.view.square_at(at)

    def move(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._panning is not None:
            self.view.camera.pan(at - self._panning)
            self._panning = at
            return
        if self.drag is not None:
            self.carry(at)
            return
        if self._press is not None:
            if (at - self._press).manhattanLength() >= QApplication.startDragDistance():
                self._begin_drag(at)
            return
        self.hover(at)

    def _begin_drag(self, at: QPoint) -> None:
        who = queries.standing(self.view.game.state, self._press_square)
        purpose = purpose_of(self.view.game, who)
        if purpose is not None and purpose != "deploy":
            self.pick_up(Drag(self.view.game, who, purpose), at)
        elif self.view.camera.can_pan and self._press is not None:
            self._panning = at
            self.view.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.view.camera.pan(at - self._press)
        self._press = None

    def release(self, event: QMouseEvent) -> None:
        if self._panning is not None:
            self._panning = None
            self.view.unsetCursor()
            self.view.layers.refresh()
        elif self.drag is not None and event.button() == Qt.MouseButton.LeftButton:
            self.carry(event.position().toPoint())
            self.put_down()
        elif self._press is not None and event.button() == Qt.MouseButton.LeftButton:
            pressed, self._press = self._press, None
            handle = self.view.layers.handle_at(self.view.mapToScene(pressed))
            if handle is not None:
                self.controller.choose(*handle.options, aimed=self._press_square)
            else:
                self.controller.click(self._press_square)

    def leave(self) -> None:
        if self.drag is None:
            self.view.layers.hover(NO_SQUARE)

    def wheel(self, event: QWheelEvent) -> None:
        """Turn the figure in the hand, else zoom."""
        steps = event.angleDelta().y() or event.angleDelta().x()
        if not steps:
            return
        if self.drag is not None:
            self.turn(1 if steps < 0 else -1)
        else:
            self.view.zoom(1.18 if steps > 0 else 1 / 1.18, event.position().toPoint())

    def hover(self, at: QPoint) -> None:
        """The pointer rests over a point of the viewport."""
        view = self.view
        scene = view.mapToScene(at)
        handle = view.layers.handle_at(scene)
        view.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if handle is not None else Qt.CursorShape.ArrowCursor
        )
        view.viewport().setToolTip(view.game.say(handle.words) if handle is not None else "")
        square = view.square_at(at)
        if square == view.layers.hovered or view.busy:
            return
        view.layers.hover(square)
        view.hovered.emit(square)

    def pick_up(self, drag: Drag, at: QPoint) -> None:
        self.drag = drag
        view = self.view
        view.layers.hover_zone.clear()
        view.layers.line.clear()
        if drag.start >= 0:
            view.game.select(drag.who)
            view.figures.tokens[drag.who].item.setOpacity(0.35)
        view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self.carry(at)

    def carry(self, at: QPoint) -> None:
        """Hold it over a point of the viewport."""
        drag, view = self.drag, self.view
        if drag is None:
            return
        scene = view.mapToScene(at)
        geometry = view.canvas.geometry
        verdict = drag.over(geometry.square_at(scene), geometry.leaning(scene))
        self.ghost.show(drag, scene)
        if verdict is not None and verdict.way and drag.start >= 0:
            view.layers.path.show(drag.start, verdict.way)
        else:
            view.layers.path.clear()
        refused = verdict is not None and verdict.refusal is not None
        view.layers.cross.show(verdict.at if verdict is not None and refused else NO_SQUARE)
        words = drag.words()
        if words is None:
            self.slip.hide()
        else:
            self.slip.say(view.game.say(words), at, warning=refused)

    def turn(self, by: int) -> None:
        if self.drag is not None:
            self.drag.turn(by)
            self.carry(self.view.viewport().mapFromGlobal(self.view.cursor().pos()) if self._at is None else self._at)

    @property
    def _at(self) -> QPoint | None:
        items = self.ghost.items
        return self.view.mapFromScene(items[0].pos()) if items else None

    def put_down(self) -> None:
        drag, self.drag = self.drag, None
        if drag is None:
            return
        self._clear_drag()
        self.controller.drop(drag)

    def cancel(self) -> None:
        if self.drag is not None:
            self.drag = None
            self._clear_drag()
            self.view.sync()

    def _clear_drag(self) -> None:
        self.ghost.clear()
        self.slip.hide()
        self.view.layers.path.clear()
        self.view.layers.cross.clear()
        self.view.viewport().setCursor(Qt.CursorShape.ArrowCursor)
