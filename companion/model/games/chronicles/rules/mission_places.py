"""Where missions and objectives are tested and held (FX-6 `at`, TST-5).

A mission's places are those of its tile, before turning; an objective's are the board's.
"""

from __future__ import annotations

from companion.model import grid
from companion.model.games.chronicles.box.effects import At
from companion.model.games.chronicles.box.places import Piece
from companion.model.games.chronicles.box.records import Mission, Objective
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import CardId, Place, State
from companion.model.grid import Cell


def record_of(state: State, mission: CardId) -> Mission | Objective | None:
    """What the box says of a mission tile or an objective; None: only the table knows it."""
    box = state.table.box
    return box.missions.get(mission) or box.objectives.get(mission)


def _tile(state: State, mission: CardId) -> Piece | None:
    """The mission tile as it lies; None: the places are the board's."""
    record = record_of(state, mission)
    tile = record.tile if isinstance(record, Mission) else None
    return next((one for one in state.layout.pieces if one.tile == tile), None)


def _cell(state: State, piece: Piece | None, at: Cell) -> Cell:
    if piece is None or piece.tile not in state.table.box.tiles:
        return at
    rows = state.table.box.tiles[piece.tile].zones
    column, row = grid.turned(at, (len(rows[0]), len(rows)), piece.turns)
    return column + piece.at[0], row + piece.at[1]


def spaces(state: State, mission: CardId) -> tuple[Cell, ...]:
    """The spaces of the board on which it is tested."""
    record, piece = record_of(state, mission), _tile(state, mission)
    if record is None or record.place is None:
        return ()
    return tuple([_cell(state, piece, at) for at in record.place.spaces])


def _zone(piece: Piece | None, zone: str) -> str:
    return zone if piece is None else f"{piece.name}.{zone}"


def on_board(state: State, mission: CardId, at: At) -> At:
    """A place as the board calls it, whose tile may lie turned."""
    piece = _tile(state, mission)
    if at.zone is not None:
        return At(zone=_zone(piece, at.zone))
    return at if at.space is None else At(space=_cell(state, piece, at.space))


def is_at(state: State, mission: CardId | None, at: At, place: Place) -> bool | None:
    """Whether a place is where a condition is looked at; None: only the table can see it."""
    piece = _tile(state, mission) if mission is not None else None
    if at.space is not None:
        if places.board(state) is not None:
            return None if isinstance(place, str) else place == _cell(state, piece, at.space)
        return None if places.in_zone(state, _cell(state, piece, at.space), place) is not False else False
    zone = places.zone(state, place)
    if zone is None:
        return None
    if at.zone is not None:
        return zone == _zone(piece, at.zone)
    return zone.rpartition(".")[0] == at.tile
