"""From one figure to every enemy at once: the line of fire, what it would count, and the rule that forbids a shot."""

from __future__ import annotations

import msgspec

from companion.model.core.refusal import Refusal
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import State

from . import fights
from .line_of_fire import line_of_fire
from .lines import Sight

FAR = 10_000
"""A range that no board exceeds: for figures that have no shot, whose line alone is asked for."""


class Aimed(msgspec.Struct, frozen=True):
    """A figure looked at by another: `reach` is the longest range of a shot at it, 0 for one that does not shoot.

    `refusal` is the rule's own answer to a shot of that range, were it the shooter's turn (SHT-2 to SHT-4).
    """

    shooter: int
    target: int
    sight: Sight
    distance: int
    reach: int
    refusal: Refusal | None


def aimed(state: State, shooter: int, target: int) -> Aimed | None:
    """The line from one figure to another; None when they do not stand on two squares of one floor."""
    board, start, end = state.table.board, state.figures[shooter].at, state.figures[target].at
    if start < 0 or end < 0 or start == end or board.squares[start][2] != board.squares[end][2]:
        return None
    skills = [skill for skill in state.skills(shooter) if skill.shot is not None]
    reach = max((fights.shot_range(state, shooter, skill, target) for skill in skills), default=0)
    refusal = fights.shot_refused(state, shooter, target, reach if skills else FAR)
    away = board.distance(start, end, state.table.options.range_metric)
    return Aimed(
        shooter,
        target,
        line_of_fire(state, shooter, end),
        away,
        scenario_game.reach(state.table, reach),
        refusal,
    )


def lines_from(state: State, shooter: int) -> tuple[Aimed, ...]:
    """The lines from a figure to all its enemies on the same floor."""
    if state.figures[shooter].at < 0:
        return ()
    enemies = state.on_board(1 - state.band_of(shooter))
    return tuple(found for found in (aimed(state, shooter, enemy) for enemy in enemies) if found is not None)
