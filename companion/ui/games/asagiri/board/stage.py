"""The stage: figures and doors of the floor shown, set from the state, moved by what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, QPointF

from companion.model.core.contract import Event
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events
from companion.model.games.asagiri.state.board import Edge
from companion.model.games.asagiri.state.state import Figure, replace
from companion.ui.kit.theme import motion

from .animation import FADE_MS, STEP_MS, TURN_MS, Animator, Motion, along
from .canvas import Canvas
from .pieces import FIGURE_Z, LIFTED_Z, Door, Token


class Stage:
    """`sync` puts everything where the state has it; `play` shows how it came there first."""

    def __init__(self, canvas: Canvas, owner: QObject) -> None:
        """Empty; animations belong to `owner`."""
        self.canvas = canvas
        self.animator = Animator(owner)
        self.tokens: list[Token] = []
        self.doors: dict[Edge, Door] = {}

    def sync(self) -> None:
        """Everything as the state has it."""
        state, canvas = self.canvas.state, self.canvas
        while len(self.tokens) < len(state.figures):
            self.tokens.append(Token(canvas, len(self.tokens)))
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
            self.doors[edge] = Door(self.canvas, edge)

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

    def mark_selected(self, who: int) -> None:
        """The selected ring."""
        for token in self.tokens:
            if token.selected != (token.who == who):
                token.selected = token.who == who
                if token.item.isVisible():
                    token.repaint()

    def play(self, events: Sequence[Event], rest: int = 0) -> None:
        """Queue the motions of these events, after a rest of some milliseconds; nothing to move: nothing happens."""
        self.animator.play([*([Motion(rest, lambda _: None, rests=True)] if rest else []), *self._motions(events)])

    def skip(self) -> None:
        """Show the end at once."""
        self.animator.skip()

    @property
    def busy(self) -> bool:
        """Whether something is moving."""
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
                    yield self._turn(who, facing)
                case (
                    e.CharacterDeployed(who=who, at=at, facing=facing)
                    | skill_events.CharacterCameBack(who=who, at=at, facing=facing)
                    | skill_events.KamiSummoned(who=who, at=at, facing=facing)
                    | skill_events.CharacterSummoned(who=who, at=at, facing=facing)
                ):
                    yield self._appear(who, at, facing)
                case e.CharacterPlaced(who=who, start=start, at=at, facing=facing):
                    yield from self._placed(who, start, at, facing)
                case e.CharacterShaken(who=who) | e.CharacterRecovered(who=who):
                    yield self._flip(who, "shaken" if isinstance(event, e.CharacterShaken) else "vigilant")
                case e.StateSet(who=who, state=state):
                    yield self._vanish(who) if state == "disabled" else self._flip(who, state)
                case e.CharacterDisabled(who=who) | skill_events.CharacterDismissed(who=who):
                    yield self._vanish(who)
                case e.AttackDeclared(attacker=attacker, target=target):
                    yield from self._lunge(attacker, target)
                case e.DoorOpened(at=at, facing=facing) | e.DoorSet(at=at, facing=facing, closed=False):
                    yield from self._door(at, facing)
                case _:
                    pass

    def _walk(self, who: int, way: list[int], pace: int) -> Iterable[Motion]:
        token, geometry = self.tokens[who], self.canvas.geometry
        if not all(geometry.has(square) for square in way):
            yield Motion(0, lambda _: None, lambda: token.show(replace(token.shown, at=way[-1])))
            return
        points = [geometry.centre(square) for square in way]

        def begin() -> None:
            token.item.setZValue(LIFTED_Z)

        def done() -> None:
            token.show(replace(token.shown, at=way[-1]))

        share = 1.0 if len(points) < 3 else 0.8
        yield Motion(
            motion.duration(round(pace * share * (len(points) - 1))),
            lambda t: token.item.setPos(along(points, t)),
            done,
            begin,
        )

    def _turn(self, who: int, facing: int) -> Motion:
        """The base turns under an upright figure: a short lift, the new prow from its middle on."""
        token = self.tokens[who]

        def turn() -> None:
            token.shown = replace(token.shown, facing=facing)
            token.repaint()

        def draw(t: float) -> None:
            if t >= 0.4 and token.shown.facing != facing and token.item.isVisible():
                turn()
            token.item.setScale(1.0 + 0.08 * (1.0 - abs(2.0 * t - 1.0)))

        return Motion(motion.duration(TURN_MS), draw, lambda: token.show(replace(token.shown, facing=facing)))

    def _appear(self, who: int, at: int, facing: int) -> Motion:
        while len(self.tokens) <= who:  # it has come into play with this
            self.tokens.append(Token(self.canvas, len(self.tokens)))
        token = self.tokens[who]

        def begin() -> None:
            token.show(Figure(at, facing))
            token.item.setOpacity(0.0)

        def draw(t: float) -> None:
            token.item.setOpacity(t)
            token.item.setScale(1.22 - 0.22 * t)

        return Motion(motion.duration(200), draw, lambda: token.show(replace(token.shown, at=at)), begin)

    def _placed(self, who: int, start: int, at: int, facing: int) -> Iterable[Motion]:
        token, geometry = self.tokens[who], self.canvas.geometry
        if at < 0:
            yield self._vanish(who)
        elif start < 0 or not geometry.has(start) or not geometry.has(at):
            yield self._appear(who, at, facing)
        else:
            if start != at:
                points = [geometry.centre(start), geometry.centre(at)]
                yield Motion(
                    motion.duration(200),
                    lambda t: token.item.setPos(along(points, t)),
                    lambda: token.show(replace(token.shown, at=at, facing=facing)),
                    lambda: token.item.setZValue(LIFTED_Z),
                )
            else:
                yield Motion(0, lambda _: None, lambda: token.show(replace(token.shown, facing=facing)))

    def _flip(self, who: int, state: str) -> Motion:
        """The card turns over: a short swelling, the new rim from its middle on."""
        token = self.tokens[who]

        def turn_over() -> None:
            token.shown = replace(token.shown, state=state)
            token.repaint()

        def draw(t: float) -> None:
            if t >= 0.5 and token.shown.state != state and token.item.isVisible():
                turn_over()
            token.item.setScale(1.0 + 0.16 * (1.0 - abs(2.0 * t - 1.0)))

        return Motion(motion.duration(FADE_MS), draw, lambda: token.item.setScale(1.0))

    def _vanish(self, who: int) -> Motion:
        token = self.tokens[who]

        def draw(t: float) -> None:
            token.item.setOpacity(1.0 - t)
            token.item.setScale(1.0 - 0.25 * t)

        return Motion(motion.duration(FADE_MS), draw, lambda: token.show(replace(token.shown, at=-1)))

    def _lunge(self, attacker: int, target: int) -> Iterable[Motion]:
        token, geometry = self.tokens[attacker], self.canvas.geometry
        here, there = token.shown.at, self.tokens[target].shown.at
        if here < 0 or there < 0 or not geometry.has(here) or not geometry.has(there):
            return
        home = geometry.centre(here)
        ahead: QPointF = (geometry.centre(there) - home) * 0.22

        def done() -> None:
            token.item.setPos(home)
            token.item.setZValue(FIGURE_Z)

        yield Motion(
            motion.duration(200),
            lambda t: token.item.setPos(home + ahead * (1.0 - abs(2.0 * t - 1.0))),
            done,
            lambda: token.item.setZValue(LIFTED_Z),
        )

    def _door(self, at: int, facing: int) -> Iterable[Motion]:
        edge = self.canvas.board.edge(at, facing)
        door = self.doors.get(edge) if edge is not None else None
        if door is not None:
            yield Motion(motion.duration(FADE_MS), door.slide)
