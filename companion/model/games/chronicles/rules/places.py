"""Where figures and tokens are: adjacency, zones, tiles, lines, free spaces (BRD, FIG-3).

At a table the app may not know it (TAB-4): with `zones` it knows which zone a figure is in, with `none` nothing. Every
question about two places is therefore answered by True, False or None: only the table can see it. A rule that is told
None offers what may be possible and leaves the rest to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.games.chronicles.board.board import Board, board_of
from companion.model.games.chronicles.board.layout import Layout
from companion.model.games.chronicles.board.reach import Ground
from companion.model.games.chronicles.box.effects import Where
from companion.model.games.chronicles.state.state import Camp, Figure, Place, State

TAKES_SPACE = frozenset({"host", "clue", "scroll", "chest", "follower", "altar", "accusation", "relic"})
"""Tokens on whose space nobody stands (BRD-11)."""

_known: tuple[Layout | None, Board | None] = None, None
"""The last layout that was asked about, by identity, and its board: one question asks dozens of times."""


def laid(state: State) -> Board | None:
    """The board that the tiles make; None: nobody laid one, or its tiles are in no pack."""
    global _known
    known, layout = _known, state.layout
    graze = state.table.options.wall_ends == "graze"
    if known[0] is layout and (known[1] is None or known[1].graze is graze):
        return known[1]
    tiles = state.table.box.tiles
    whole = bool(layout.pieces) and all(piece.tile in tiles for piece in layout.pieces)
    _known = layout, board_of(layout, tiles, graze=graze) if whole else None
    return _known[1]


def board(state: State) -> Board | None:
    """The board, where figures stand on spaces that the app knows (TAB-4 `spaces`)."""
    return laid(state) if state.table.options.places == "spaces" else None


def cell(on: Board, at: Place) -> int:
    """The number of a place on the board; -1: it is not known, or there is none."""
    return -1 if isinstance(at, str) else on.index.get(at, -1)


def zone(state: State, at: Place) -> str | None:
    """The zone of a place; None: not known, or places do not matter (`none`), whatever was told before."""
    if state.table.options.places == "none":
        return None
    if isinstance(at, str):
        return None if at == HIDDEN else at
    on = laid(state)
    n = on.index.get(at, -1) if on is not None else -1
    return on.zones[on.zone_of[n]] if on is not None and n >= 0 else None


def piece(state: State, at: Place) -> str | None:
    """The tile of a place, by the name of its piece; None: not known."""
    here = zone(state, at)
    return None if here is None else here.rpartition(".")[0]


# two places -----------------------------------------------------------------------------------------------------------


def near(state: State, one: Place, other: Place) -> bool | None:
    """BRD-9: whether two places are adjacent; somebody on a token's own space is adjacent to it."""
    on = board(state)
    if on is None:
        return None
    a, b = cell(on, one), cell(on, other)
    return None if a < 0 or b < 0 else a == b or bool(on.adjacent[a] >> b & 1)


def in_zone(state: State, one: Place, other: Place) -> bool | None:
    """Whether two places are in the same zone."""
    a, b = zone(state, one), zone(state, other)
    return None if a is None or b is None else a == b


def in_neighbour(state: State, one: Place, other: Place) -> bool | None:
    """BRD-6: whether the zone of the second is beside that of the first."""
    on, a, b = laid(state), zone(state, one), zone(state, other)
    if on is None or a not in on.zone_index or b not in on.zone_index:
        return None
    return bool(on.next_to[on.zone_index[a]] >> on.zone_index[b] & 1)


def on_tile(state: State, one: Place, other: Place) -> bool | None:
    """Whether two places are on the same tile."""
    a, b = piece(state, one), piece(state, other)
    return None if a is None or b is None else a == b


def sees(state: State, one: Place, other: Place) -> bool | None:
    """BRD-7: whether there is a line of sight between two places."""
    on = board(state)
    if on is None:
        return None
    a, b = cell(on, one), cell(on, other)
    return None if a < 0 or b < 0 else a == b or on.line(a, b).open()


def fires(state: State, shooter: Figure, at: Place) -> bool | None:
    """BRD-8: whether a figure has a line of fire to a place, past opponents that do not stand on it."""
    on = board(state)
    if on is None:
        return None
    a, b = cell(on, shooter.at), cell(on, at)
    if a < 0 or b < 0:
        return None
    return a == b or on.line(a, b).open(standing(state, on, of=other_camp(shooter)))


def corrupted(state: State, at: Place) -> bool | None:
    """COR-1: whether a place is on a corrupted tile."""
    if not state.oni.corruption:
        return False
    here, tiles = piece(state, at), {one.piece for one in state.oni.corruption}
    if here is not None and here in tiles:
        return True
    return None if here is None or HIDDEN in tiles else False


# who stands where -----------------------------------------------------------------------------------------------------


def other_camp(figure: Figure) -> Camp:
    """FIG-3: the camp of its opponents."""
    return "oni" if figure.camp == "heroes" else "heroes"


def standing(state: State, on: Board, *, of: Camp | None = None) -> int:
    """The cells on which figures stand, of one camp or of both."""
    found = 0
    for figure in state.figures:
        n = cell(on, figure.at)
        if n >= 0 and (of is None or figure.camp == of):
            found |= 1 << n
    return found


def taken(state: State, on: Board) -> int:
    """The cells that a figure or a token takes up (BRD-11)."""
    found = standing(state, on)
    for token in state.tokens:
        n = cell(on, token.at)
        if n >= 0 and token.type in TAKES_SPACE:
            found |= 1 << n
    return found


def free(state: State, on: Board, camp: Camp) -> int:
    """BRD-11: the cells that are free for a figure of this camp."""
    return (on.for_heroes if camp == "heroes" else on.spaces) & ~taken(state, on)


def ground(state: State, on: Board, figure: Figure, *, glide: bool, start: Place = HIDDEN) -> Ground:
    """What the floor is to a figure about to move, or under way from `start`: its own space is no goal (MOV-5).

    Where opponents are known by their zone alone they hold all of it.
    """
    opponents, own = standing(state, on, of=other_camp(figure)), cell(on, start)
    for one in state.figures:
        if one.camp != figure.camp and isinstance(one.at, str) and one.at in on.zone_index:
            opponents |= on.of_zone[on.zone_index[one.at]]
    unused = free(state, on, figure.camp) & ~(1 << own if own >= 0 else 0)
    return Ground(on, unused, opponents, glide=glide)


# what effects ask (FX-2) ----------------------------------------------------------------------------------------------

_ASKED: Final[Mapping[Where, Callable[[State, Place, Place], bool | None]]] = {
    "near": near, "zone": in_zone, "neighbour": in_neighbour, "tile": on_tile, "sight": sees,
    "corrupted": lambda state, one, other: corrupted(state, other),
}  # fmt: skip


_WHOLE: Final = frozenset(("zone", "neighbour", "tile"))
"""A power over all of it reaches only whom its bearer sees (FIG-5)."""


def stands(
    state: State, where: Iterable[Where], bearer: Figure | None, figure: Figure, *, power: bool = False
) -> bool | None:
    """Whether a figure stands in all of these places, as seen from the bearer of a card, or of a power.

    Nobody is adjacent to a figure that does not exist; what that means at a table the table decides.
    """
    if power and _WHOLE.intersection(where):
        where = (*where, "sight")
    answer: bool | None = True
    own = bearer is not None and bearer.id == figure.id
    for one in where:
        if own and one != "corrupted":  # BRD-9: nobody is adjacent to oneself, no zone its own neighbour
            found: bool | None = one not in ("near", "neighbour")
        elif state.table.options.places == "none":
            found = None
        elif bearer is None and one != "corrupted":
            found = None if board(state) is None else False
        else:
            found = _ASKED[one](state, bearer.at if bearer is not None else HIDDEN, figure.at)
        if found is False:
            return False
        answer = answer and found
    return answer


def beside(state: State, figure: Figure) -> bool | None:
    """FX-2: whether another figure of its sheet is adjacent to it."""
    found = [near(state, figure.at, one.at) for one in state.figures if one.card == figure.card and one.id != figure.id]
    return True if True in found else None if None in found else False


def knows_tokens(state: State) -> bool:
    """Whether the app knows which tokens lie there; else a table names them by their kind."""
    return bool(state.tokens) or board(state) is not None


def touches(state: State, figure: Figure, at: Place) -> bool:
    """ACT-3: whether a figure may do something at an adjacent place: it is there, or only the table sees whether."""
    return near(state, figure.at, at) is not False
