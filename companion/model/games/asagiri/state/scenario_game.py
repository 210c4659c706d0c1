"""A game for zeni (KAR-6): what its scenario card changes, what is earned, who has won. The one place that knows.

Everything is read from `Table.contest`; in a game that is no contest nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from companion.model.core.refusal import Refusal, refuse
from companion.model.core.schema import Node
from companion.model.core.words import Name
from companion.model.games.asagiri.state.table import Character
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    ENEMY_OF,
    NO_BAND,
    BandId,
    FigureId,
    SquareId,
    by_figure,
    by_square,
)

from . import scenarios as card
from .board import CLEAR, Board, FloorPlan, board_of
from .stack import Arriving
from .state import State
from .table import Table

N = TypeVar("N", bound=Node)


def effects(table: Table, kind: type[N]) -> list[N]:
    """The effects of one kind on the scenario card of this game; none without a card."""
    contest = table.contest
    if contest is None or contest.scenario is None:
        return []
    return [effect for effect in contest.scenario.effects if isinstance(effect, kind)]


def name(table: Table) -> Name:
    """What the scenario card is called."""
    assert table.contest is not None
    assert table.contest.scenario is not None
    return Name.of(table.contest.scenario.name)


# what a card means ----------------------------------------------------------------------


def chosen(state: State, band: BandId, whom: card.Chosen) -> list[FigureId]:
    """The characters of a band that a card means; of several of the same value the first."""
    own = [n for n, character in by_figure(state.table.characters) if character.band == band]
    if whom == "all" or not own:
        return own
    values = [state.table.characters[n].value for n in own]
    return [own[values.index(max(values) if whom == "dearest" else min(values))]]


def place(board: Board, where: card.Place) -> frozenset[SquareId]:
    """The squares of the ground floor that a card means."""
    columns, rows = len(board.floors[0].rows[0]) if board.floors[0].rows else 0, len(board.floors[0].rows)
    across, down = {(columns - 1) // 2, columns // 2}, {(rows - 1) // 2, rows // 2}

    def meant(column: int, row: int) -> bool:
        if where == "edges":
            return column in (0, columns - 1) or row in (0, rows - 1)
        inside = (column in across, row in down)
        return all(inside) if where == "centre" else any(inside)

    return frozenset(n for n, (column, row, floor) in by_square(board.squares) if floor == 0 and meant(column, row))


def covered(board: Board, where: card.Place, letter: str) -> Board:
    """The board with the clear squares of a place turned to other terrain."""
    meant = {board.squares[n][:2] for n in place(board, where)}
    ground = board.floors[0]
    rows = tuple(
        "".join(letter if old == CLEAR and (column, row) in meant else old for column, old in enumerate(letters))
        for row, letters in enumerate(ground.rows)
    )
    return board_of((FloorPlan(rows, ground.walls, ground.doors), *board.floors[1:]))


# what it changes while the game goes on ------------------------------------------------------------------------------


def stat(table: Table, which: str) -> int:
    """What the card adds to a stat of every character."""
    if table.contest is None:
        return 0
    return sum(effect.amount for effect in effects(table, card.Stat) if effect.stat == which)


def shot_refused(table: Table) -> Refusal | None:
    """Why nobody shoots."""
    if effects(table, card.NoShots):
        return refuse("KAR-6", "{scenario}: nobody may shoot.", scenario=name(table))
    return None


def reach(table: Table, range_: int) -> int:
    """How far a shot of this range reaches."""
    return min([range_, *(effect.range for effect in effects(table, card.ShotLimit))])


def mist(table: Table) -> int:
    """What is added to the die of every target of a shot."""
    return sum(effect.cover for effect in effects(table, card.Mist))


def has_support(table: Table) -> bool:
    """Whether friends lend support (CBT-4)."""
    return not effects(table, card.NoSupport)


def reserve_refused(table: Table) -> Refusal | None:
    """Why no dice are put in reserve."""
    if effects(table, card.NoReserve):
        return refuse("KAR-6", "{scenario}: no dice can be placed in reserve.", scenario=name(table))
    return None


def rows(table: Table) -> int:
    """Within how many rows of their side the bands are deployed."""
    return max([1, *(effect.rows for effect in effects(table, card.Rows))])


def may_return(state: State, arriving: Arriving) -> list[FigureId]:
    """The disabled characters that a band may bring back."""
    return [
        n
        for n, (character, figure) in by_figure(zip(state.table.characters, state.figures, strict=True))
        if character.band == arriving.band and figure.state == "disabled" and character.value <= arriving.value
    ]


# zeni ----------------------------------------------------------------------------------------------------------------


def earned(state: State, band: BandId) -> int:
    """The zeni a band has earned: for the enemies disabled, and by the card."""
    return state.bands[ENEMY_OF[band]].lost + state.bands[band].earned


def earned_by_both(state: State) -> tuple[int, int]:
    """The same by band."""
    return earned(state, BANDS[0]), earned(state, BANDS[1])


def for_disabling(state: State, who: FigureId) -> Iterator[tuple[int, str]]:
    """A character is disabled, its value counted as lost: what its enemy earns beside that, and what for."""
    table = state.table
    if table.contest is None:
        return
    character = table.characters[who]
    others = any(figure.state == "disabled" for n, figure in by_figure(state.figures) if n != who)
    before = state.bands[0].lost + state.bands[1].lost - character.value
    if not others and before <= 0:
        yield sum(e.zeni for e in effects(table, card.FirstBlood)), "first_blood"
    fitting = (effect.zeni for effect in effects(table, card.Bounty) if _hunted(state, who, character, effect))
    yield sum(fitting), "bounty"


def _hunted(state: State, who: FigureId, character: Character, bounty: card.Bounty) -> bool:
    return (
        (not bounty.dearest or who in chosen(state, character.band, "dearest"))
        and (bounty.trait is None or bounty.trait in character.traits)
        and bounty.alignment in (None, character.alignment)
    )


def people(state: State, band: BandId, condition: str | None = None) -> list[FigureId]:
    """The characters of a band on the board, those of this state."""
    return [n for n in state.on_board(band) if condition in (None, state.figures[n].state)]


def first_row(state: State, band: BandId) -> list[SquareId]:
    """The squares along the side of the board where a band is deployed (SET-1)."""
    side = max(state.side, 0)
    return state.table.board.row_from(side if band == 0 else (side + 2) % 4, 0)


# the end -------------------------------------------------------------------------------------------------------------


def end_of(state: State) -> BandId | None:
    """Who has won a contest by zeni (-1: nobody), None while it goes on.

    Most zeni earned; equal: nobody, or by a table option the band whose vigilant characters on the board are worth
    more.
    """
    contest = state.table.contest
    if contest is None:
        return None
    zeni = earned_by_both(state)
    enough = any(max(zeni) >= effect.zeni for effect in effects(state.table, card.Wins))
    if state.turn <= contest.turns and not enough:
        return None
    if not state.table.options.tie_break and state.table.edition > 1:
        return NO_BAND if zeni[0] == zeni[1] else BANDS[zeni[1] > zeni[0]]
    standing = [sum(state.table.characters[n].value for n in people(state, band, "vigilant")) for band in BANDS]
    first, second = (zeni[0], standing[0]), (zeni[1], standing[1])
    return NO_BAND if first == second else BANDS[second > first]
