"""Reinforcements: who comes when, and where (ADV-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.model.games.asagiri.state.board import BLOCKING

from . import record as r
from .conditions import SIDES
from .goals import figure_of, met, play_of

if TYPE_CHECKING:
    from companion.model.games.asagiri.state.state import State


def due(state: State) -> list[tuple[int, str]]:
    """The figures that come in the present phase, with their zones; those without a free square come later."""
    play, _ = play_of(state)
    side = state.table.roles[state.phase]
    found = []
    for n, arrival in enumerate(play.record.reinforcements):
        if SIDES.index(arrival.side) != side or state.turn < arrival.turn:
            continue
        if arrival.when is not None and not met(state, arrival.when):
            continue
        if entry_squares(state, arrival.zone):
            found += [(who, arrival.zone) for who in members(state, n)]
    return found


def members(state: State, which: int) -> list[int]:
    """The figures of a reinforcement that have not come yet."""
    arrival: r.Reinforcement = play_of(state)[0].record.reinforcements[which]
    found = [figure_of(state, part_of(which, n, member)) for n, member in enumerate(arrival.members)]
    return [who for who in found if who >= 0 and state.figures[who].away == "waiting"]


def part_of(which: int, n: int, member: r.Hired) -> str:
    """What a figure of a reinforcement is called: its part, else by its place in the record."""
    return member.part or f"arrival.{which + 1}.{n + 1}"


def entry_squares(state: State, zone: str) -> list[int]:
    """The free squares of a zone that no enemy controls."""
    play, _ = play_of(state)
    board = state.table.board
    closed = state.occupied() | state.zone_against(state.phase)
    mask = play.zones[zone] & ~closed
    return [n for n in range(len(board.squares)) if mask >> n & 1 and board.terrain[n] != BLOCKING]
