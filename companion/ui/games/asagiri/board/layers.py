"""All overlays of a board, and which of them show what for a selection and a hovered square."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, QPointF, QTimer

from companion.model.core.contract import Option
from companion.model.games.asagiri.insight.threats import Threats, unfolding
from companion.model.games.asagiri.rules.movement import Reached
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, NO_FIGURE, NO_SQUARE, BandId, FigureId, SquareId

from . import queries
from .canvas import Canvas, Overlay
from .hint_overlay import HintOverlay
from .mark_overlay import (
    ActivePulse,
    Cross,
    Cursor,
    Deployment,
    DoorHandle,
    FaceHandles,
    Handle,
    Handles,
    Offered,
    Retreats,
    SideHandles,
    Targets,
    TurnHandles,
)
from .path_overlay import LineOfFire, LinesOfFire, Path, ReachOverlay, Vision
from .zone_overlay import HoverZone, QuestZones, Things, ThreatMap, Zones

SLICE = 0.005
"""Seconds that are worked at a time: the window never waits."""


class ThreatLayer(QObject):
    """`on`: whether somebody wants to see it. It shows what the enemies of the figure looked at could do, else of whose
    phase it is.
    """

    def __init__(self, canvas: Canvas, map: ThreatMap, shown: Callable[[], None]) -> None:
        """Off; `shown` is called when another map has been drawn."""
        super().__init__(canvas.scene)
        self._canvas, self._map, self._shown = canvas, map, shown
        self.on = False
        self._known: Threats | None = None
        self._asked: tuple[State, int] | None = None
        self._found: Threats | None = None
        """Worked out, and still to be drawn."""
        self._steps: Iterator[Threats | None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._work)

    @property
    def band(self) -> BandId:
        """The band that looks at its enemies."""
        game = self._canvas.game
        if game.selection >= 0:
            return game.state.band_of(game.selection)
        band = game.state.phase
        return ENEMY_OF[band] if SEATS[band] in game.bots and SEATS[ENEMY_OF[band]] not in game.bots else band

    @property
    def threats(self) -> Threats | None:
        """What is shown; None while it is off or not worked out yet."""
        return self._map.threats

    def switch(self, on: bool) -> None:
        self.on = on
        self.refresh()
        self._shown()

    def refresh(self) -> None:
        state, band = self._canvas.state, self.band
        if not self.on or state.over or not self._canvas.game.allows("threat"):
            self.rest()
            self._map.clear()
            return
        if self._known is not None and self._known.state is state and self._known.band == band:
            self.rest()  # whatever was asked since
            self._map.show(self._known)
            return
        if self._asked is None or self._asked[0] is not state or self._asked[1] != band:
            self._asked, self._steps = (state, band), unfolding(state, band)
            self._map.clear()
        self._work()

    def rest(self) -> None:
        self._timer.stop()
        self._steps = self._asked = self._found = None

    def _work(self) -> None:
        until = time.perf_counter() + SLICE
        while self._steps is not None and self._found is None and time.perf_counter() < until:
            self._found = next(self._steps)
        if self._found is not None and time.perf_counter() < until - SLICE / 2:
            self._draw(self._found)  # else in a slice of its own: it takes some milliseconds too
        if self._steps is not None and not self._timer.isActive():
            self._timer.start()

    def _draw(self, found: Threats) -> None:
        self._found = None
        self._map.show(found)
        if found.whole:
            self._known = found
            self.rest()
        self._shown()


class Layers:
    """Holds the overlays. `show_zones` None: by itself, while a figure is active."""

    def __init__(self, canvas: Canvas, explain: Callable[[], None]) -> None:
        """Nothing is shown yet; `explain` is called when something else is pointed at."""
        self.canvas, self._explain = canvas, explain
        self.show_zones: bool | None = None
        self.show_vision = False
        self.show_lines = False
        self.aiming = False
        """A key is held that asks for lines of fire."""
        self.reach, self.path = ReachOverlay(canvas), Path(canvas)
        self.zones, self.hover_zone = Zones(canvas), HoverZone(canvas)
        self.vision, self.line, self.lines = Vision(canvas), LineOfFire(canvas), LinesOfFire(canvas)
        self.targets, self.retreats, self.deployment = Targets(canvas), Retreats(canvas), Deployment(canvas)
        self.cursor, self.cross, self.pulse = Cursor(canvas), Cross(canvas), ActivePulse(canvas)
        self.turns, self.faces = TurnHandles(canvas), FaceHandles(canvas)
        self.door, self.sides = DoorHandle(canvas), SideHandles(canvas)
        self.offered = Offered(canvas)
        self.quest, self.things = QuestZones(canvas), Things(canvas)
        self.hint = HintOverlay(canvas)
        self.hinted: Sequence[Option] = ()
        """The plan that is advised."""
        self.threat = ThreatMap(canvas)
        self.threat_layer = ThreatLayer(canvas, self.threat, explain)
        self.hovered = NO_SQUARE
        """The square under the pointer (or under the keyboard's cursor)."""

    @property
    def all(self) -> list[Overlay]:
        return [layer for layer in vars(self).values() if isinstance(layer, Overlay)]

    def handle_at(self, point: QPointF) -> Handle | None:
        layers: tuple[Handles, ...] = (self.sides, self.faces, self.turns, self.door, self.things)
        return next((found for layer in layers if (found := layer.at(point)) is not None), None)

    def clear(self) -> None:
        for overlay in self.all:
            overlay.clear()

    def quiet(self) -> None:
        """Show nothing that speaks of where figures stand, while they move."""
        self.threat_layer.rest()
        for overlay in self.all:
            if overlay not in (self.cursor, self.cross, self.quest, self.things):
                overlay.clear()
        self._explain()

    def refresh(self) -> None:
        game, state = self.canvas.game, self.canvas.state
        selected = game.selection if game.selection >= 0 and state.figures[game.selection].at >= 0 else NO_FIGURE
        retreating, turning = queries.retreating(game), queries.turning(game)
        busy = bool(state.frames) or state.over
        acting = queries.acting(game)
        self.reach.show(NO_FIGURE if busy else selected)
        self.zones.show(self._zone_owners(selected))
        self.vision.show(selected if self.show_vision else NO_FIGURE)
        self.targets.show(NO_FIGURE if busy or not queries.own(game, selected) else selected)
        self.retreats.show(retreating)
        self.faces.show(turning)
        self.turns.show(acting if acting == selected else NO_FIGURE)
        self.door.show(acting)
        self.sides.show()
        self.deployment.show()
        self.offered.show()
        self.quest.show()
        self.things.show()
        self.hint.show_plan(self.hinted)
        self.pulse.show(state.active.who if state.active is not None else NO_FIGURE)
        self.threat_layer.refresh()
        self.hover(self.hovered)

    def show_hint(self, plan: Sequence[Option]) -> None:
        """Draw what is advised; nothing for no plan."""
        self.hinted = plan
        self.hint.show_plan(plan)

    def _zone_owners(self, selected: FigureId) -> list[FigureId]:
        """Whose zones are drawn: the enemies of the active or selected figure, else of the phase's player."""
        state = self.canvas.state
        shown = self.show_zones if self.show_zones is not None else state.active is not None and not state.over
        if not shown:
            return []
        who = state.active.who if state.active is not None else selected
        band = state.band_of(who) if who >= 0 else state.phase
        return state.on_board(ENEMY_OF[band])

    def hover(self, square: SquareId) -> None:
        """The pointer is over a square (-1: over none): its figure's zone, the way there, the line of fire."""
        self.hovered = square
        game, state = self.canvas.game, self.canvas.state
        who = queries.standing(state, square)
        selected = game.selection if game.selection >= 0 and state.figures[game.selection].at >= 0 else NO_FIGURE
        self.hover_zone.show(who if who >= 0 else selected, plain=who < 0 or who == selected)
        found = self.way_to(square)
        if found is not None and selected >= 0:
            self.path.show(state.figures[selected].at, found.path)
        else:
            self.path.clear()
        aims = selected >= 0 and square >= 0 and self._aims(selected, who)
        self.lines.show(selected if self.show_lines and not state.over else NO_FIGURE, square)
        if aims:
            self.line.show(selected, square)
        else:
            self.line.clear()
        self._explain()

    def way_to(self, square: SquareId) -> Reached | None:
        """The cheapest way of the selected figure to a square, when it is shown as reachable."""
        return self.reach.squares.get(square)

    def _aims(self, selected: FigureId, target: FigureId) -> bool:
        if self.show_lines or self.aiming:
            return True
        game, state = self.canvas.game, self.canvas.state
        enemy = target >= 0 and state.band_of(target) != state.band_of(selected)
        # who can be struck where they stand is not aimed at: why no shot is possible is not what was asked
        return enemy and queries.shooter(state, selected) and target not in queries.attacks(game, selected)
