"""All overlays of a board, and which of them show what for a selection and a hovered square."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from companion.model.games.asagiri.rules.movement import Reached

from . import asks
from .canvas import Canvas, Overlay
from .danger import Danger
from .overlays import (
    Breath,
    Cross,
    Cursor,
    Deployment,
    DoorHandle,
    FaceHandles,
    HoverZone,
    LineOfFire,
    LinesOfFire,
    Offered,
    Path,
    QuestZones,
    Reach,
    Retreats,
    SideHandles,
    Targets,
    Things,
    ThreatMap,
    TurnHandles,
    Vision,
    Zones,
)
from .overlays.handles import Handle, Handles


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
        self.reach, self.path = Reach(canvas), Path(canvas)
        self.zones, self.hover_zone = Zones(canvas), HoverZone(canvas)
        self.vision, self.line, self.lines = Vision(canvas), LineOfFire(canvas), LinesOfFire(canvas)
        self.targets, self.retreats, self.deployment = Targets(canvas), Retreats(canvas), Deployment(canvas)
        self.cursor, self.cross, self.breath = Cursor(canvas), Cross(canvas), Breath(canvas)
        self.turns, self.faces = TurnHandles(canvas), FaceHandles(canvas)
        self.door, self.sides = DoorHandle(canvas), SideHandles(canvas)
        self.offered = Offered(canvas)
        self.quest, self.things = QuestZones(canvas), Things(canvas)
        self.threat = ThreatMap(canvas)
        self.danger = Danger(canvas, self.threat, explain)
        self.hovered = -1
        """The square under the pointer (or under the keyboard's cursor)."""

    @property
    def all(self) -> tuple[Overlay, ...]:
        """Every overlay."""
        return (
            self.reach, self.path, self.zones, self.hover_zone, self.vision, self.lines, self.line, self.targets,
            self.retreats, self.deployment, self.cursor, self.cross, self.breath, self.turns, self.faces, self.door,
            self.sides, self.offered, self.threat, self.quest, self.things,
        )  # fmt: skip

    @property
    def _pressable(self) -> tuple[Handles, ...]:
        return (self.sides, self.faces, self.turns, self.door, self.things)

    def handle_at(self, point: QPointF) -> Handle | None:
        """The handle under a point of the scene."""
        for layer in self._pressable:
            found = layer.at(point)
            if found is not None:
                return found
        return None

    def clear(self) -> None:
        """Show nothing."""
        for overlay in self.all:
            overlay.clear()

    def quiet(self) -> None:
        """Show nothing that speaks of where figures stand, while they move."""
        self.danger.rest()
        for overlay in self.all:
            if overlay not in (self.cursor, self.cross, self.quest, self.things):
                overlay.clear()
        self._explain()

    def refresh(self) -> None:
        """Ask the model anew for everything shown."""
        game, state = self.canvas.game, self.canvas.state
        selected = game.selection if game.selection >= 0 and state.figures[game.selection].at >= 0 else -1
        retreating, turning = asks.retreating(game), asks.turning(game)
        busy = bool(state.frames) or state.over
        acting = asks.acting(game)
        self.reach.show(-1 if busy else selected)
        self.zones.show(self._zone_owners(selected))
        self.vision.show(selected if self.show_vision else -1)
        self.targets.show(-1 if busy or not asks.own(game, selected) else selected)
        self.retreats.show(retreating)
        self.faces.show(turning)
        self.turns.show(acting if acting == selected else -1)
        self.door.show(acting)
        self.sides.show()
        self.deployment.show()
        self.offered.show()
        self.quest.show()
        self.things.show()
        self.breath.show(state.active.who if state.active is not None else -1)
        self.danger.refresh()
        self.hover(self.hovered)

    def _zone_owners(self, selected: int) -> list[int]:
        """Whose zones are drawn: the enemies of the active or selected figure, else of the phase's player."""
        state = self.canvas.state
        shown = self.show_zones if self.show_zones is not None else state.active is not None and not state.over
        if not shown:
            return []
        who = state.active.who if state.active is not None else selected
        band = state.band_of(who) if who >= 0 else state.phase
        return state.on_board(1 - band)

    def hover(self, square: int) -> None:
        """The pointer is over a square (-1: over none): its figure's zone, the way there, the line of fire."""
        self.hovered = square
        game, state = self.canvas.game, self.canvas.state
        who = asks.standing(state, square)
        selected = game.selection if game.selection >= 0 and state.figures[game.selection].at >= 0 else -1
        self.hover_zone.show(who if who >= 0 else selected, plain=who < 0 or who == selected)
        found = self.way_to(square)
        if found is not None and selected >= 0:
            self.path.show(state.figures[selected].at, found.path)
        else:
            self.path.clear()
        aims = selected >= 0 and square >= 0 and self._aims(selected, who)
        self.lines.show(selected if self.show_lines and not state.over else -1, square)
        if aims:
            self.line.show(selected, square)
        else:
            self.line.clear()
        self._explain()

    def way_to(self, square: int) -> Reached | None:
        """The cheapest way of the selected figure to a square, when it is shown as reachable."""
        return self.reach.squares.get(square)

    def _aims(self, selected: int, target: int) -> bool:
        if self.show_lines or self.aiming:
            return True
        game, state = self.canvas.game, self.canvas.state
        enemy = target >= 0 and state.band_of(target) != state.band_of(selected)
        # who can be struck where they stand is not aimed at: why no shot is possible is not what was asked
        return enemy and asks.shooter(state, selected) and target not in asks.attacks(game, selected)
