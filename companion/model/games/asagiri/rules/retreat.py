"""Retreats: which squares are possible, which of them shake, and going there (RET-1 to RET-4)."""

from __future__ import annotations

from companion.model.games.asagiri.state.stack import Retreating
from companion.model.games.asagiri.state.state import State

from .fight_events import CharacterRetreated, RetreatBlocked
from .rule_modifiers import freedom
from .transition import Flow


def retreats(state: State, who: int) -> list[tuple[int, bool]]:
    """The possible squares behind a figure, and whether each shakes (RET-2, RET-3); empty: impossible."""
    figure = state.figures[who]
    if figure.at < 0:
        return []
    board = state.table.board
    occupied = state.occupied() & ~(1 << figure.at)
    free = freedom(state, who)
    shaking = 0 if "terrain" in free else board.difficult
    shaking |= 0 if "zones" in free else state.zone_against(state.band_of(who))
    return [
        (way.target, bool(shaking >> way.target & 1))
        for way in board.retreats[figure.at][figure.facing]
        if way.open(occupied)
    ]


def retreat(flow: Flow, frame: Retreating, at: int) -> None:
    """Go there, facing kept; a difficult square or an enemy control zone shakes once (RET-3).

    A longer retreat goes on from there.
    """
    who = frame.who
    shakes = dict(retreats(flow.state, who))[at]
    start = flow.state.figures[who].at
    flow.figure(who, at=at)
    active = flow.state.active
    if active is not None and active.who == who:
        flow.activation(trail=(*active.trail, at))
    flow.tell(CharacterRetreated(who, start, at))
    if frame.squares > 1:
        flow.push(Retreating(who, frame.squares - 1, frame.chooser))
    if shakes:
        _shake(flow, who, "RET-3")


def stay(flow: Flow, who: int) -> None:
    """No square is possible: the figure stays and becomes shaken (RET-2)."""
    flow.tell(RetreatBlocked(who))
    _shake(flow, who, "RET-2")


def _shake(flow: Flow, who: int, rule: str) -> None:
    if flow.due("difficult", who, rule):
        flow.shake(who, rule)
