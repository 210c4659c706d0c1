"""What Kami, drafted bands, tiles and scenario cards are worth to players made of code (KAR-3, KAR-6).

The weights are ours.
"""

from __future__ import annotations

from collections import Counter
from math import tanh

from companion.model.games.asagiri.rules import kami
from companion.model.games.asagiri.state import scenario_game, scenarios
from companion.model.games.asagiri.state.characters import Character, Profile
from companion.model.games.asagiri.state.state import State, band_of_seat
from companion.model.games.asagiri.state.vocabulary import BANDS, ENEMY_OF, BandId, FigureId, SquareId

UNSPENT = 2.0
"""A zeni still to be spent, in points of a character's worth."""
SKILL, GEAR, SHAKEN_SHARE = 1.0, 1.2, 0.3
COPY = 0.7
"""What every further copy of a card is worth less than the one before: a band of different people has more answers."""
KAMI = 1.0
"""A Kami on the board, in zeni."""
ALIKE = 0.05
"""Bands less apart than this are alike good, so that not every draft is the same."""
OPEN = 0.0004
"""What one open square is worth to the band with one shooter more."""
SURE, HOPED = 0.5, 0.25
"""How much of the zeni that a card promises is counted: those that would fall due now, those that take some doing."""


def draft(state: State, seat: str) -> float:
    """How good the bands put together so far look for a seat, between -1 and 1."""
    mine = band_of_seat(seat)
    scores = [_band(state, band) for band in BANDS]
    seen = tanh((scores[mine] - scores[ENEMY_OF[mine]]) / 40)
    return round(seen / ALIKE) * ALIKE + _floor(state, mine)


def _band(state: State, band: BandId) -> float:
    own = [character for character in state.table.characters if character.band == band]
    spent = sum(character.value for character in own)
    copies = sum(n * (n - 1) / 2 for n in Counter(character.card for character in own).values())
    return sum(map(worth, own)) - COPY * copies + UNSPENT * max(0, state.table.budgets[band] - spent)


def worth(character: Character) -> float:
    """A character and what it bears, in points."""
    found = _face(character.vigilant) * (1 - SHAKEN_SHARE) + _face(character.shaken) * SHAKEN_SHARE
    return found + (GEAR if character.equipment is not None else 0.0)


def stake(character: Character) -> float:
    """What is lost with a figure, in zeni: a Kami gives the enemy none, but it is missed (KAR-3)."""
    return KAMI if character.kami is not None else character.value


def _face(face: Profile) -> float:
    return face.attack + face.defense + (face.movement + face.willpower) / 2 + SKILL * len(face.skills)


def _floor(state: State, mine: BandId) -> float:
    """Open ground is good for whoever shoots more."""
    shooters = [0, 0]
    for character in state.table.characters:
        shooters[character.band] += any(skill.shot is not None for skill in character.vigilant.skills)
    open_ = 0
    for laid in state.draft.laid if state.draft is not None else ():
        slab = state.draft.slab(laid.tile) if state.draft is not None and laid is not None else None
        if slab is not None:
            open_ += sum(row.count(".") for row in slab.plan.rows) - 3 * len(slab.plan.walls)
    return OPEN * open_ * (shooters[mine] - shooters[ENEMY_OF[mine]])


def prospects(state: State, band: BandId) -> float:
    """What a band has or may hope for beside the enemies it has disabled, in zeni: its Kami, its scenario card."""
    table = state.table
    summoned = KAMI * len(kami.on_board(state, band))
    if table.contest is None:
        return summoned
    found = summoned + state.bands[band].earned
    left = max(0, table.contest.turns - state.turn + 1)
    people = scenario_game.people(state, band)
    firm = [n for n in people if state.figures[n].state == "vigilant"]
    for hold in scenario_game.effects(table, scenarios.HoldZeni):
        there = scenario_game.place(table.board, hold.where)
        lead = sum(state.figures[n].at in there for n in firm)
        lead -= sum(state.figures[n].at in there for n in scenario_game.people(state, ENEMY_OF[band], "vigilant"))
        if lead > 0:
            found += hold.zeni * (SURE * left if hold.when == "turn" else SURE + HOPED / max(1, left))
        found += HOPED * hold.zeni * _near(state, firm, there) / max(1, len(firm))
    found += SURE * len(firm) * sum(effect.zeni for effect in scenario_game.effects(table, scenarios.StandingZeni))
    for effect in scenario_game.effects(table, scenarios.CrossingZeni):
        row = frozenset(scenario_game.first_row(state, ENEMY_OF[band]))
        found += effect.zeni * (SURE * sum(state.figures[n].at in row for n in people))
        found += effect.zeni * HOPED * _near(state, people, row)
    return found


def _near(state: State, figures: list[FigureId], squares: frozenset[SquareId]) -> float:
    """How near figures are to a place: 1 for each that stands there, less the farther it is."""
    board = state.table.board
    size = max(1, *board.size)
    total = 0.0
    for n in figures:
        away = min((board.distance(state.figures[n].at, square, "chebyshev") for square in squares), default=size)
        total += max(0.0, 1 - away / size)
    return total
