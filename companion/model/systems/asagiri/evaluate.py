"""How good a position looks for a seat: losses first, then who is shaken, who sees whom, who is near.

The weights are ours; `okko-companion simulate` tells what they are worth.
"""

from __future__ import annotations

from math import tanh

from . import appraise
from .flow import end_of
from .state import SEATS, State

LOST, SHAKEN, RESERVE, THREAT, BACK, UNDER_THREAT = 2.4, 0.55, 0.01, 0.02, 0.05, 0.10
FAR, ENGAGED = 0.02, 0.05


def evaluate(state: State, seat: str) -> float:
    """Between -1 (lost) and 1 (won)."""
    mine = SEATS.index(seat)
    if state.over:
        winner = (end_of(state) or (-1, ""))[0]
        return 0.0 if winner < 0 else 1.0 if winner == mine else -1.0
    if state.draft is not None:
        return appraise.draft(state, seat)
    sides = (state.on_board(0), state.on_board(1))
    scores = [_band(state, band, sides[band], sides[1 - band]) for band in (0, 1)]
    return tanh(scores[mine] - scores[1 - mine] + _drive(state, sides[mine], sides[1 - mine]))


def _drive(state: State, own: list[int], enemies: list[int]) -> float:
    """What makes a player go forward: counted for the one who decides alone, else two cautious players never meet."""
    board, figures = state.table.board, state.figures
    places = [board.squares[figures[other].at] for other in enemies]
    score = 0.0
    for who in own:
        column, row, floor = board.squares[figures[who].at]
        nearest = min((max(abs(c - column), abs(r - row)) if f == floor else 30 for c, r, f in places), default=0)
        score -= FAR * min(nearest, 30)
        zone = board.zones[figures[who].at][figures[who].facing]
        score += ENGAGED * sum(zone >> figures[other].at & 1 for other in enemies)
    return score


def _band(state: State, band: int, own: list[int], enemies: list[int]) -> float:
    limit = max(1, state.table.limits[band])
    score = LOST * (appraise.prospects(state, band) - state.bands[band].lost) / limit
    board, figures, characters = state.table.board, state.figures, state.table.characters
    places = [board.squares[figures[other].at] for other in enemies]
    danger = state.zone_against(band)
    for who in own:
        figure, worth = figures[who], characters[who].value / limit
        if figure.state == "shaken":
            score -= SHAKEN * worth + (UNDER_THREAT * worth if danger >> figure.at & 1 else 0)
        if figure.reserve is not None:
            score += RESERVE
        column, row, floor = board.squares[figure.at]
        zone = board.zones[figure.at][figure.facing]
        for other, (c, r, f) in zip(enemies, places, strict=True):
            away = max(abs(c - column), abs(r - row)) if f == floor else 30
            foe = figures[other]
            if zone >> foe.at & 1:
                score += THREAT
            if away <= 3 and board.forward(figure.at, figure.facing, foe.at) <= 0:
                score -= BACK / away
    return score
