"""How good a position looks for a seat: losses first, then who is shaken, who threatens whom, who is near."""

from __future__ import annotations

from math import tanh

from .flow import end_of
from .state import SEATS, State


def evaluate(state: State, seat: str) -> float:
    """Between -1 (lost) and 1 (won)."""
    mine = SEATS.index(seat)
    if state.over:
        winner = (end_of(state) or (-1, ""))[0]
        return 0.0 if winner < 0 else 1.0 if winner == mine else -1.0
    score = 0.0
    for band in (0, 1):
        sign = 1 if band == mine else -1
        limit = max(1, state.table.limits[band])
        score -= sign * 2.2 * state.bands[band].lost / limit
        for who in state.on_board(band):
            score += sign * _figure(state, who)
    return tanh(score)


def _figure(state: State, who: int) -> float:
    figure, character, board = state.figures[who], state.table.characters[who], state.table.board
    band = character.band
    limit = max(1, state.table.limits[band])
    worth = character.value / limit
    score = -0.7 * worth if figure.state == "shaken" else 0.0
    score += 0.02 if figure.reserve is not None else 0.0
    danger = state.zone_against(band)
    score -= 0.12 * worth if danger >> figure.at & 1 and figure.state == "shaken" else 0.0
    column, row, floor = board.squares[figure.at]
    nearest = 99
    for other in state.on_board(1 - band):
        c, r, f = board.squares[state.figures[other].at]
        away = max(abs(c - column), abs(r - row)) + (20 if f != floor else 0)
        nearest = min(nearest, away)
        if state.zone(who) >> state.figures[other].at & 1:
            score += 0.05
        if board.forward(state.figures[other].at, state.figures[other].facing, figure.at) <= 0 and away <= 2:
            score += 0.03
    return score - 0.02 * min(nearest, 12)
