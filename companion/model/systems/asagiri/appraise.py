"""What bands, boards and scenario cards are worth to players made of code (KAR-6); the weights are ours."""

from __future__ import annotations

from math import tanh

from . import contest, scenarios
from .state import SEATS, Character, Profile, State

UNSPENT = 2.0
"""A zeni still to be spent, in points of a character's worth."""
SKILL, GEAR, SHAKEN_SHARE = 1.0, 1.2, 0.3
OPEN = 0.004
"""What one open square is worth to the band with one shooter more."""
SURE, HOPED = 0.5, 0.25
"""How much of the zeni that a card promises is counted: those that would fall due now, those that take some doing."""


def draft(state: State, seat: str) -> float:
    """How good the bands put together so far look for a seat, between -1 and 1."""
    mine = SEATS.index(seat)
    scores = [_band(state, band) for band in (0, 1)]
    return tanh((scores[mine] - scores[1 - mine]) / 40 + _floor(state, mine))


def _band(state: State, band: int) -> float:
    own = [character for character in state.table.characters if character.band == band]
    spent = sum(character.value for character in own)
    return sum(map(worth, own)) + UNSPENT * max(0, state.table.budgets[band] - spent)


def worth(character: Character) -> float:
    """A character and what it bears, in points."""
    found = _face(character.vigilant) * (1 - SHAKEN_SHARE) + _face(character.shaken) * SHAKEN_SHARE
    return found + (GEAR if character.equipment is not None else 0.0)


def _face(face: Profile) -> float:
    return face.attack + face.defense + (face.movement + face.willpower) / 2 + SKILL * len(face.skills)


def _floor(state: State, mine: int) -> float:
    """Open ground is good for whoever shoots more."""
    shooters = [0, 0]
    for character in state.table.characters:
        shooters[character.band] += any(skill.shot is not None for skill in character.vigilant.skills)
    board = state.table.board
    open_ = sum(letter == "." for letter in board.terrain) - 3 * sum(len(plan.walls) for plan in board.floors)
    return OPEN * open_ * (shooters[mine] - shooters[1 - mine])


def prospects(state: State, band: int) -> float:
    """Zeni that a band has from the scenario card or may hope for, beside those of the enemies it has disabled."""
    table = state.table
    if table.contest is None:
        return 0.0
    found = float(state.bands[band].earned)
    left = max(0, table.contest.turns - state.turn + 1)
    people = contest.people(state, band)
    firm = [n for n in people if state.figures[n].state == "vigilant"]
    for hold in contest.effects(table, scenarios.Hold):
        there = contest.place(table.board, hold.where)
        lead = sum(state.figures[n].at in there for n in firm)
        lead -= sum(state.figures[n].at in there for n in contest.people(state, 1 - band, "vigilant"))
        if lead > 0:
            found += hold.zeni * (SURE * left if hold.when == "turn" else SURE + HOPED / max(1, left))
        found += HOPED * hold.zeni * _near(state, firm, there) / max(1, len(firm))
    found += SURE * len(firm) * sum(effect.zeni for effect in contest.effects(table, scenarios.Standing))
    for effect in contest.effects(table, scenarios.Crossing):
        row = frozenset(contest.first_row(state, 1 - band))
        found += effect.zeni * (SURE * sum(state.figures[n].at in row for n in people))
        found += effect.zeni * HOPED * _near(state, people, row)
    return found


def _near(state: State, figures: list[int], squares: frozenset[int]) -> float:
    """How near figures are to a place: 1 for each that stands there, less the farther it is."""
    board = state.table.board
    size = max(1, *board.size)
    total = 0.0
    for n in figures:
        away = min((board.distance(state.figures[n].at, square, "chebyshev") for square in squares), default=size)
        total += max(0.0, 1 - away / size)
    return total
