"""What players made of code judge by: how near things are, what Kami, drafted bands, tiles, scenario cards are worth.

Guesses, not rules, and the weights are ours. Distances are computed once a floor: other figures are not in the way,
control zones stop nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import tanh

from companion.model.games.asagiri.rules import kami
from companion.model.games.asagiri.state import scenario_game, scenarios
from companion.model.games.asagiri.state.board import DIRECTIONS, Board, members
from companion.model.games.asagiri.state.state import State, band_of_seat
from companion.model.games.asagiri.state.table import Character, Profile, Table
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    ENEMY_OF,
    EVERY_FACING,
    BandId,
    Facing,
    FigureId,
    SquareId,
    by_figure,
    by_square,
    square_range,
)

NOWHERE = 99
"""Movement points from where no way leads to a square."""
DOOR = 3
"""Movement points that a closed door costs: whoever opens it has to look at it when its activation begins (KAR-5)."""


def points_to(board: Board, square: SquareId) -> Sequence[int]:
    """By square: the movement points from there to `square`, turns left out (MOV-2, MOV-4)."""
    key = ("points", square)
    found: Sequence[int] | None = board.notes.get(key)
    if found is None:
        found = board.notes[key] = _points_to(board, [square])
    return found


def points_into(board: Board, squares: int) -> Sequence[int]:
    """By square: the movement points from there to the nearest of a mask of squares."""
    key = ("points into", squares)
    found: Sequence[int] | None = board.notes.get(key)
    if found is None:
        found = board.notes[key] = _points_to(board, list(members(squares)))
    return found


def _points_to(board: Board, targets: list[SquareId]) -> Sequence[int]:
    best = [NOWHERE] * len(board.squares)
    rims: list[list[SquareId]] = [[] for _ in range(NOWHERE + DOOR + 3)]  # by points: what a step can add is little
    for target in targets:
        best[target] = 0
        rims[0].append(target)
    for points, rim in enumerate(rims[:NOWHERE]):
        for square in rim:
            if best[square] < points:
                continue
            price = points + 1 + (board.difficult >> square & 1)
            for way in board.ways[square]:
                if price < best[way.target]:
                    best[way.target] = price
                    rims[price].append(way.target)
            for _, beyond in doors_of(board, square):
                if price + DOOR < best[beyond]:
                    best[beyond] = price + DOOR
                    rims[price + DOOR].append(beyond)
    return best


def doors_of(board: Board, square: SquareId) -> Sequence[tuple[int, SquareId]]:
    """The facings that look at a closed door, each with the square behind the door."""
    if not board.floors[board.squares[square][2]].doors:
        return ()
    key = ("doors", square)
    found: Sequence[tuple[int, SquareId]] | None = board.notes.get(key)
    if found is None:
        column, row, floor = board.squares[square]
        found = board.notes[key] = tuple(
            (facing, board.index[column + DIRECTIONS[2 * facing][0], row + DIRECTIONS[2 * facing][1], floor])
            for facing in EVERY_FACING
            if board.door(square, facing) is not None
        )
    return found


def doorways(board: Board) -> int:
    """The mask of the squares beside a closed door."""
    found: int | None = board.notes.get(("doorways",))
    if found is None:
        found = board.notes[("doorways",)] = sum(1 << n for n in square_range(len(board.squares)) if doors_of(board, n))
    return found


def before_door(board: Board, at: SquareId, facing: Facing, points: Sequence[int]) -> bool:
    """Whether a figure looks at a closed door through which its way leads; `points` as `points_to` gives them."""
    return any(looking == facing and points[beyond] + DOOR < points[at] for looking, beyond in doors_of(board, at))


def unseen(board: Board, at: SquareId, facing: Facing) -> int:
    """The mask of the squares of its floor that a figure does not see, its own left out (VIS-1)."""
    column, row, floor = board.squares[at]
    key = ("unseen", floor, facing, row if facing % 2 == 0 else column)
    found: int | None = board.notes.get(key)
    if found is None:
        # the same for all that stand in one line across
        found = board.notes[key] = sum(
            1 << other
            for other, (_, _, level) in by_square(board.squares)
            if level == floor and board.forward(at, facing, other) <= 0
        )
    return found & ~(1 << at)


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


def guard(state: State, who: FigureId) -> int:
    """How much better a figure could defend itself with the dice it has in reserve (INS-2, INS-4, INS-6)."""
    kept = state.figures[who].kept
    if not kept:
        return 0
    paid = {
        element for skill in state.skills(who) if "defense" in skill.when for slot in skill.cost for element in slot
    }
    return sum(element == "earth" or element in paid for element in kept)


def saved_once(table: Table) -> Iterator[FigureId]:
    """Who bears a skill that speaks once a game when its bearer is disabled."""
    if "disabled" in table.speaks:
        for who, character in by_figure(table.characters):
            skills = (*character.vigilant.skills, *character.shaken.skills)
            if any("disabled" in skill.when and skill.is_automatic and skill.limit == "game" for skill in skills):
                yield who
