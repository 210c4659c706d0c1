"""Floors of random tiles with random crowds on them: the same once as a game's state and once as the oracle's."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from companion.model.games.chronicles.board.layout import DoorOn, Layout
from companion.model.games.chronicles.box.places import Piece, Tile, Wall
from companion.model.games.chronicles.state.state import Figure, State, TokenOn, replace
from companion.model.grid import Cell, CellSide

from .oracle import STEPS, Crowd, Floor, OraclePiece, OracleTile, Someone, beyond
from .tables import active, known, laid

_FOUR = known(4)
SHOOTER = active(_FOUR, "h4", laid(_FOUR, "h4", left="house:setsuka-2"))
"""A game in which one hero may shoot."""
HEROES = tuple([one for one in SHOOTER.figures if one.camp == "heroes"])
ONI = tuple([one for one in SHOOTER.figures if one.camp == "oni"])
SIDES: tuple[CellSide, ...] = ("N", "E", "S", "W")


@dataclass(frozen=True)
class Scene:
    """One floor and crowd, twice."""

    state: State
    crowd: Crowd


@dataclass(frozen=True)
class Shape:
    """What a floor is like; all else follows from the seed."""

    sizes: tuple[tuple[int, int], ...]
    zones: int
    walls: float
    void: float
    bare: float
    crowd: int
    tokens: int
    close: bool
    """Everybody stands about one place."""
    graze: bool
    seed: int


SIZES = st.tuples(st.integers(1, 12), st.integers(1, 12))
SMALL = st.tuples(st.integers(1, 5), st.integers(1, 5))
SHAPES = st.builds(
    Shape,
    sizes=st.lists(SIZES, min_size=1, max_size=3).map(tuple) | st.lists(SMALL, min_size=1, max_size=5).map(tuple),
    zones=st.integers(1, 6),
    walls=st.sampled_from((0.0, 0.03, 0.1, 0.3)),
    void=st.sampled_from((0.0, 0.05, 0.2)),
    bare=st.sampled_from((0.0, 0.1, 0.5)),
    crowd=st.integers(2, 14),
    tokens=st.integers(0, 6),
    close=st.booleans(),
    graze=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)


def scene(shape: Shape) -> Scene:
    """The floor of a shape with its crowd."""
    rng = Random(shape.seed)
    pieces = [piece for piece in _pieces(shape, rng) if piece is not None]
    doors = _doors(pieces, rng)
    floor = Floor.of(pieces, doors)
    spaces = sorted(at for at, letter in floor.letter.items() if letter != "x")
    rng.shuffle(spaces)
    if shape.close and spaces:
        middle = spaces[0]
        spaces.sort(key=lambda at: max(abs(at[0] - middle[0]), abs(at[1] - middle[1])) + rng.random())
    figures: list[Figure] = []
    for one in rng.sample(HEROES + ONI, min(shape.crowd, len(HEROES + ONI))):
        fit = [at for at in spaces if one.camp == "oni" or floor.letter[at] not in "gGdD"]
        if fit:
            spaces.remove(fit[0])
            figures.append(replace(one, at=fit[0]))
    tokens = [TokenOn(f"chest-{n}", "chest", at=at) for n, at in enumerate(spaces[: shape.tokens])]
    idle = [TokenOn(f"test-{n}", "test", at=at) for n, at in enumerate(spaces[shape.tokens : 2 * shape.tokens])]
    options = replace(SHOOTER.table.options, places="spaces", wall_ends="graze" if shape.graze else "block")
    tiles = {f"x:{piece.name.lower()}": _tile(piece) for piece in pieces}
    layout = Layout(
        tuple([Piece(f"x:{one.name.lower()}", one.at, one.name, one.turns) for one in pieces]),
        tuple([DoorOn(at, side, _state(is_open, rng)) for (at, side), is_open in doors.items()]),
    )
    table = replace(SHOOTER.table, options=options, box=replace(SHOOTER.table.box, tiles=tiles))
    state = replace(SHOOTER, table=table, layout=layout, figures=tuple(figures), tokens=(*tokens, *idle))
    people = {one.id: Someone(one.id, one.camp, one.at) for one in figures if not isinstance(one.at, str)}
    taken = frozenset(token.at for token in tokens if not isinstance(token.at, str))
    return Scene(state, Crowd(floor, people, taken, shape.graze))


def _pieces(shape: Shape, rng: Random) -> list[OraclePiece]:
    """Tiles at any offsets that do not overlap; most touch another."""
    laid_out: list[OraclePiece] = []
    covered: set[Cell] = set()
    for n, size in enumerate(shape.sizes):
        tile, turns = _random_tile(shape, size, rng), rng.randrange(4)
        width, height = size if turns % 2 == 0 else size[::-1]
        for _ in range(200):
            at = (rng.randint(-14, 14), rng.randint(-14, 14))
            cells = {(at[0] + across, at[1] + down) for across in range(width) for down in range(height)}
            touches = any(beyond(cell, side) in covered for cell in cells for side in SIDES)
            if not cells & covered and (touches or not covered or rng.random() < 0.03):
                covered |= cells
                laid_out.append(OraclePiece(f"T{n + 1}", tile, at, turns))
                break
    return laid_out


def _random_tile(shape: Shape, size: tuple[int, int], rng: Random) -> OracleTile:
    """Zones are what lies nearest to some cells; they may be in several parts."""
    width, height = size
    cells = [(column, row) for row in range(height) for column in range(width)]
    middles = rng.sample(cells, min(shape.zones, len(cells)))

    def zone(cell: Cell) -> str:
        if rng.random() < shape.void:
            return "."
        near = min(range(len(middles)), key=lambda n: sum(abs(a - b) for a, b in zip(cell, middles[n], strict=True)))
        return "abcdefgh"[near]

    def space() -> str:
        return "x" if rng.random() < shape.bare else rng.choice("oooooooooiwgGdD")

    walls = [(cell, side) for cell in cells for side in SIDES if rng.random() < shape.walls / 2]
    inside = [(cell, side) for cell, side in walls if beyond(cell, side) in cells]
    return OracleTile(
        tuple("".join(zone((column, row)) for column in range(width)) for row in range(height)),
        tuple("".join(space() for _ in range(width)) for _ in range(height)),
        tuple(inside),
    )


def _doors(pieces: list[OraclePiece], rng: Random) -> dict[tuple[Cell, str], bool]:
    """Doors on the seams between two pieces, named from either side, one of three shut."""
    bare = Floor.of(pieces, {})
    found: dict[tuple[Cell, str], bool] = {}
    often = rng.choice((0.1, 0.4, 0.9))
    for cell in bare.zone:
        for side in ("E", "S"):
            other = beyond(cell, side)
            if other in bare.zone and bare.piece[cell] != bare.piece[other] and rng.random() < often:
                back = {"E": "W", "S": "N"}[side]
                found[rng.choice(((cell, side), (other, back)))] = rng.random() > 1 / 3
    return found


def _state(is_open: bool, rng: Random) -> str:
    return "open" if is_open else rng.choice(("closed", "reinforced"))


def _tile(piece: OraclePiece) -> Tile:
    tile = piece.tile
    walls = tuple([Wall(at, side) for at, side in tile.walls])
    return Tile(
        id=f"x:{piece.name.lower()}", names={"en": piece.name}, zones=tile.zones, spaces=tile.spaces, walls=walls
    )


assert set(STEPS) == set(SIDES)
