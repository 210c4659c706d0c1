"""What a hint advises, drawn on the board: who acts, the way, where it looks in the end, and who is struck."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF

from companion.model.core.contract import Option
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NO_SQUARE, Facing, FigureId, SquareId
from companion.ui.games.asagiri.board.canvas import cells
from companion.ui.games.asagiri.board.path_overlay import Path
from companion.ui.kit.scene import ink_pen, seal_picture
from companion.ui.kit.theme import ink

_ABOUT_FIGURE = (o.Activate, o.Pick, o.Deploy, o.Enter, o.TakeBack, o.Reserve, o.UseDie, o.UseSkill)
_TO_SQUARE = (o.Retreat, o.Place, o.Deploy, o.Enter)


class HintOverlay(Path):
    """Gold, so that it is told apart from what the pointer asks for; over everything that lies flat."""

    z = 62.0
    role = "gold"
    plan: tuple[Option, ...] = ()

    def show_plan(self, plan: Sequence[Option]) -> None:
        """Draw a plan that begins in the state shown; nothing for none."""
        canvas, state = self.canvas, self.canvas.state
        who = _who(state, plan)
        start = state.figures[who].at if who >= 0 else NO_SQUARE
        self.show(start, _way(state, who, plan)) if start >= 0 else self.clear()
        self.plan = tuple(plan)
        gold = canvas.theme.color("gold", 1.0)
        if canvas.geometry.has(start):
            self._ring(start, ())
        for at in _squares(plan):
            if canvas.geometry.has(at):
                self.add_path(cells([canvas.geometry.rect(at)], 4, 8), canvas.theme.color("gold", 0.22),
                              ink_pen(gold, 4.5), z=61.0)  # fmt: skip
        for target in (option.target for option in plan if isinstance(option, o.Attack | o.Shoot)):
            at = state.figures[target].at
            if canvas.geometry.has(at):
                self._strike(at, "bow" if isinstance(plan[-1], o.Shoot) else "sword")

    def _strike(self, at: SquareId, sign: str) -> None:
        canvas = self.canvas
        gold = canvas.theme.color("gold", 1.0)
        self._ring(at, (2.0, 1.4))
        if self.way:
            end = canvas.centre(self.way[-1][0])
        else:
            who = _who(canvas.state, self.plan)
            end = canvas.centre(canvas.state.figures[who].at) if who >= 0 else canvas.centre(at)
        line = [end, end + (canvas.centre(at) - end) * 0.5, canvas.centre(at)]
        if line[0] != line[-1]:
            self.add_path(ink.brush_stroke(line, 9, pressure=lambda t: 1 - 0.5 * t), gold, z=62.5)
        picture = seal_picture(sign, max(20.0, canvas.cell * 0.40), canvas.theme, canvas.dpr)
        self.add_pixmap(picture, canvas.geometry.rect(at).topLeft() + QPointF(17, 17), fixed=True, z=64.0)

    def _ring(self, at: SquareId, dashes: tuple[float, ...]) -> None:
        """Round a figure, on a light ground so that it is seen on any floor."""
        canvas = self.canvas
        middle, theme = canvas.centre(at) + QPointF(0, 1.5), canvas.theme
        self.add_ring(middle, 49, ink_pen(theme.color("surface", 0.85), 10.0), 48.8)
        self.add_ring(middle, 49, ink_pen(theme.color("gold", 1.0), 6.0, dashes), 49.0)


def _who(state: State, plan: Sequence[Option]) -> FigureId:
    """Whom the plan is about; -1: nobody on the board."""
    first = next(iter(plan), None)
    if isinstance(first, _ABOUT_FIGURE):
        return first.who if state.figures[first.who].at >= 0 else NO_FIGURE
    if first is None or state.active is None:
        return NO_FIGURE
    return state.active.who if not state.frames else NO_FIGURE


def _way(state: State, who: FigureId, plan: Sequence[Option]) -> list[tuple[SquareId, Facing]]:
    """The squares that a plan goes to, each with the facing there."""
    figure = state.figures[who]
    at, facing = figure.at, figure.facing
    way: list[tuple[SquareId, Facing]] = []
    for option in plan:
        if isinstance(option, o.Step):
            at = option.at  # a step does not turn whoever makes it
            way.append((at, facing))
        elif isinstance(option, o.Turn):
            facing = option.facing
            way.append((at, facing))
    return way


def _squares(plan: Sequence[Option]) -> list[SquareId]:
    """The squares that an answer is about."""
    return [option.at for option in plan[:1] if isinstance(option, _TO_SQUARE)]
