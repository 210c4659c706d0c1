"""Positions whose board can be laid, and whose figures and tokens stand where they may (BRD, §36 invariant 2)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Message, say
from companion.model.games.chronicles.board.board import Board, shape_of
from companion.model.games.chronicles.board.layout_faults import astray, bad_doors
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import Place, State

Fault = tuple[str, Message]


def faults(state: State) -> Iterator[Fault]:
    """What is wrong with the layout; without such faults, with who stands on it."""
    found = list(_layout(state))
    yield from found
    if not found:
        yield from _places(state)


def _layout(state: State) -> Iterator[Fault]:
    layout, tiles, depth = state.layout, state.table.box.tiles, state.table.options.places
    for n, piece in enumerate(layout.pieces):
        if piece.tile not in tiles:
            if depth != "none":
                yield f"pieces[{n}].tile", say("No pack holds “{id}”.", id=piece.tile)
            return
    names = [piece.name for piece in layout.pieces]
    for n, name in enumerate(names):
        if not name or "." in name or not name.isprintable():
            yield f"pieces[{n}].name", say("A piece needs a short name without a full stop, like T1.")
        if name in names[:n]:
            yield f"pieces[{n}].name", say("This appears twice.")
    lying = list(astray(layout.pieces, {id: shape_of(tile) for id, tile in tiles.items()}))
    yield from [(f"pieces[{n}].at", why) for n, why in lying]
    on = None if lying else places.laid(state)
    if on is not None:
        yield from [(f"doors[{n}]", why) for n, why in bad_doors(on, layout.doors)]
        for n, zone in enumerate(layout.start):
            if zone not in on.zone_index:
                yield f"start[{n}]", say("There is no zone {zone} on this board.", zone=zone)
    elif depth != "none" and not lying:
        yield "options.places", say("The board is not known here: play without places.")


def _places(state: State) -> Iterator[Fault]:
    on, standing = places.laid(state), set[Place]()
    lying = [(f"tokens[{n}].at", one.at, one.type in places.TAKES_SPACE) for n, one in enumerate(state.tokens)]
    figures = [(f"figures[{n}].at", one.at, one.camp == "heroes") for n, one in enumerate(state.figures)]
    for path, at, keeps_off in (*lying, *figures):
        why = _not_there(state, on, at)
        if why is None and on is not None and isinstance(at, tuple):
            if keeps_off and not on.for_heroes >> on.index[at] & 1:
                why = say("Heroes, their allies and tokens keep off reinforcement spaces.")
            if keeps_off or path.startswith("figures"):
                why = say("Something stands here already.") if at in standing else why
                standing.add(at)
        if why is not None:
            yield path, why


def _not_there(state: State, on: Board | None, at: Place) -> Message | None:
    """Whether a place is none of this table’s: on the board, and told as its depth tells it (TAB-4)."""
    depth = state.table.options.places
    if at == HIDDEN:
        return None
    if depth == "none" or on is None:
        return say("This table plays without places.")
    if isinstance(at, str):
        return None if at in on.zone_index else say("There is no zone {zone} on this board.", zone=at[:80])
    if depth == "zones":
        return say("This table tells the zone alone.")
    space = at in on.index and on.spaces >> on.index[at] & 1
    return None if space else say("There is no space here.")
