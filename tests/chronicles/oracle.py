"""A second answer to every question about places, from the rules page alone.

Written without a look at the board it judges: a floor is a plain table of cells, a wall is a segment, and every
line is cut with every wall and every cell that it could meet. Slow, and meant to be read beside BRD, MOV and ATK.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Edge: TypeAlias = frozenset[Cell]
Wall: TypeAlias = tuple[Cell, str]

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N"}
REINFORCEMENTS = "gGdD"


@dataclass(frozen=True)
class OracleTile:
    """One face as its record writes it: rows of letters, and walls as a cell and a side of it."""

    zones: tuple[str, ...]
    spaces: tuple[str, ...]
    walls: tuple[Wall, ...] = ()

    def turned(self) -> "OracleTile":
        """Turn the rectangle once clockwise: its west column becomes its north row."""
        height = len(self.zones)
        return OracleTile(
            tuple("".join(column) for column in zip(*reversed(self.zones), strict=True)),
            tuple("".join(column) for column in zip(*reversed(self.spaces), strict=True)),
            tuple(((height - 1 - row, column), CLOCKWISE[side]) for (column, row), side in self.walls),
        )


@dataclass(frozen=True)
class OraclePiece:
    name: str
    tile: OracleTile
    at: Cell
    turns: int


def beyond(cell: Cell, side: str) -> Cell:
    step = STEPS[side]
    return cell[0] + step[0], cell[1] + step[1]


@dataclass(frozen=True)
class Floor:
    """Every cell with its piece, zone and letter, and which sides of cells are walls (BRD-1 to BRD-5)."""

    piece: Mapping[Cell, str]
    zone: Mapping[Cell, str]
    letter: Mapping[Cell, str]
    written: frozenset[Edge]
    doors: Mapping[Edge, bool] = field(default_factory=dict)
    """Whether each door is open."""

    @classmethod
    def of(cls, pieces: Sequence[OraclePiece], doors: Mapping[tuple[Cell, str], bool]) -> "Floor":
        piece: dict[Cell, str] = {}
        zone: dict[Cell, str] = {}
        letter: dict[Cell, str] = {}
        written: set[Edge] = set()
        for placed in pieces:
            tile = placed.tile
            for _ in range(placed.turns):
                tile = tile.turned()
            for row, line in enumerate(tile.zones):
                for column, name in enumerate(line):
                    cell = (placed.at[0] + column, placed.at[1] + row)
                    piece[cell] = placed.name
                    if name != ".":
                        zone[cell] = f"{placed.name}.{name}"
                        letter[cell] = tile.spaces[row][column]
            for (column, row), side in tile.walls:
                cell = (placed.at[0] + column, placed.at[1] + row)
                written.add(frozenset((cell, beyond(cell, side))))
        return cls(
            piece,
            zone,
            letter,
            frozenset(written),
            {frozenset((cell, beyond(cell, side))): state for (cell, side), state in doors.items()},
        )

    def walled(self, one: Cell, other: Cell) -> bool:
        """Say whether the side that two cells share is a wall or a closed door."""
        edge = frozenset((one, other))
        inside = (one in self.zone) + (other in self.zone)
        if inside < 2:
            return inside == 1
        if edge in self.doors:
            return not self.doors[edge]
        return self.piece[one] != self.piece[other] or edge in self.written

    def neighbours(self) -> dict[str, set[str]]:
        """BRD-6, by every pair of cells that share a side."""
        beside: dict[str, set[str]] = {zone: set() for zone in self.zone.values()}
        for cell, zone in self.zone.items():
            for side in STEPS:
                other = beyond(cell, side)
                if other in self.zone and self.zone[other] != zone and not self.walled(cell, other):
                    beside[zone].add(self.zone[other])
        return beside

    def adjacent_pieces(self) -> set[frozenset[str]]:
        """BRD-10: pieces that share a side of a cell, door or not."""
        touching = set()
        for cell, name in self.piece.items():
            for side in STEPS:
                other = self.piece.get(beyond(cell, side), name)
                if other != name:
                    touching.add(frozenset((name, other)))
        return touching

    # Lines. A cell is the square from its column and row to the next ones; a centre lies half way.

    def sees(self, one: Cell, other: Cell, *, graze: bool = False) -> bool:
        """BRD-7."""
        if one == other:
            return True
        line = Line(one, other)
        if any(cell not in self.zone for cell in line.crossed()):
            return False
        for cell in line.box():
            for side in ("E", "S"):
                beside = beyond(cell, side)
                if self.walled(cell, beside):
                    ends = ((beside[0], beside[1]), (cell[0] + 1, cell[1] + 1))
                    met = line.meets(*ends)
                    if met == "inside" or (met == "end" and not graze):
                        return False
        return not graze or not any(self.both_walled(*four) for four in line.corners())

    def both_walled(self, near: Cell, left: Cell, right: Cell, far: Cell) -> bool:
        """The two ways round a corner, from the cell before it to the cell behind it."""
        return all(self.walled(near, way) or self.walled(way, far) for way in (left, right))

    def adjacent(self, one: Cell, other: Cell, *, graze: bool = False) -> bool:
        """BRD-9."""
        apart = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        return apart == 1 and self.sees(one, other, graze=graze)


class Line:
    """The segment between the centres of two different cells, in lengths of half a cell."""

    def __init__(self, one: Cell, other: Cell) -> None:
        self.one, self.other = one, other
        self.start = (Fraction(2 * one[0] + 1, 2), Fraction(2 * one[1] + 1, 2))
        self.way = (Fraction(other[0] - one[0]), Fraction(other[1] - one[1]))

    def box(self) -> Iterator[Cell]:
        """Every cell that could have a side in the line's way, with a margin."""
        columns = sorted((self.one[0], self.other[0]))
        rows = sorted((self.one[1], self.other[1]))
        for row in range(rows[0] - 1, rows[1] + 2):
            for column in range(columns[0] - 1, columns[1] + 2):
                yield column, row

    def crossed(self) -> Iterator[Cell]:
        """The cells whose interior the line crosses, its two ends left out."""
        for cell in self.box():
            if cell in (self.one, self.other):
                continue
            low, high = Fraction(0), Fraction(1)
            for axis in (0, 1):
                start, way = self.start[axis], self.way[axis]
                if way == 0:
                    if not cell[axis] < start < cell[axis] + 1:
                        low, high = Fraction(1), Fraction(0)
                    continue
                times = sorted(((cell[axis] - start) / way, (cell[axis] + 1 - start) / way))
                low, high = max(low, times[0]), min(high, times[1])
            if low < high:
                yield cell

    def side_of(self, point: Cell) -> int:
        """On which side of the endless line a corner of the grid lies: −1, 0 or 1."""
        turn = self.way[0] * (point[1] - self.start[1]) - self.way[1] * (point[0] - self.start[0])
        return (turn > 0) - (turn < 0)

    def meets(self, one: Cell, other: Cell) -> str | None:
        """Say whether the line meets a wall between two corners: `inside` it, at an `end`, or not at all.

        No line between centres runs along a wall, since centres lie half way between the lines of the grid.
        """
        sides = self.side_of(one), self.side_of(other)
        if sides[0] * sides[1] > 0:
            return None
        axis = 0 if one[0] == other[0] else 1
        if self.way[axis] == 0:
            return None
        time = (one[axis] - self.start[axis]) / self.way[axis]
        if not 0 <= time <= 1:
            return None
        return "end" if 0 in sides else "inside"

    def corners(self) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
        """Each corner passed exactly, as the cell before it, the two beside it and the cell behind it."""
        across = 1 if self.way[0] > 0 else -1
        down = 1 if self.way[1] > 0 else -1
        if self.way[0] == 0 or self.way[1] == 0:
            return
        for column, row in self.box():
            time = (column - self.start[0]) / self.way[0]
            if 0 < time < 1 and self.side_of((column, row)) == 0:
                near = (column if across < 0 else column - 1, row if down < 0 else row - 1)
                far = (near[0] + across, near[1] + down)
                yield near, (far[0], near[1]), (near[0], far[1]), far


@dataclass(frozen=True)
class Someone:
    """A figure: its side (`heroes` or `oni`) and where it stands."""

    name: str
    side: str
    at: Cell


@dataclass(frozen=True)
class Crowd:
    """A floor with figures, and with the spaces that tokens take up."""

    floor: Floor
    figures: Mapping[str, Someone]
    tokens: frozenset[Cell] = frozenset()
    graze: bool = False

    def opponents(self, who: Someone) -> list[Someone]:
        return [other for other in self.figures.values() if other.side != who.side]

    def free(self, cell: Cell, who: Someone) -> bool:
        """BRD-11 with BRD-3."""
        letter = self.floor.letter.get(cell, "x")
        if letter == "x" or cell in self.tokens or any(other.at == cell for other in self.figures.values()):
            return False
        return who.side == "oni" or letter not in REINFORCEMENTS

    def free_spaces(self, zone: str, who: Someone) -> set[Cell]:
        return {cell for cell, name in self.floor.zone.items() if name == zone and self.free(cell, who)}

    def held(self, zone: str, who: Someone) -> bool:
        return any(self.floor.zone[other.at] == zone for other in self.opponents(who))

    def ways(self, who: Someone, speed: int, *, glide: bool) -> Iterator[tuple[str, ...]]:
        """Every way that MOV-1 to MOV-4 allow, as the zones entered; the empty one stays in its own zone.

        A zone passed holds no opponent (MOV-2), the last has a free space (MOV-4), and whoever starts beside an
        opponent goes one zone far (MOV-3). For a glider nobody is there (MOV-8).
        """
        own = self.floor.zone[who.at]
        beside = self.floor.neighbours()
        held = {zone: not glide and self.held(zone, who) for zone in beside}
        room = {zone: bool(self.free_spaces(zone, who)) for zone in beside}

        def further(way: tuple[str, ...], left: int) -> Iterator[tuple[str, ...]]:
            if not way or room[way[-1]]:
                yield way
            if left and not (way and held[way[-1]]):
                for zone in beside[way[-1] if way else own]:
                    yield from further((*way, zone), left - 1)

        yield from further((), min(1, speed) if held[own] else speed)

    def reach(self, who: Someone, speed: int, *, glide: bool) -> dict[Cell, tuple[int, bool]]:
        """Each space one move can end on: the fewest zones entered, and whether an opponent stands in its zone."""
        fewest: dict[str, int] = {}
        for way in self.ways(who, speed, glide=glide):
            last = way[-1] if way else self.floor.zone[who.at]
            fewest[last] = min(len(way), fewest.get(last, len(way)))
        return {
            cell: (steps, self.held(zone, who))
            for zone, steps in fewest.items()
            for cell in self.free_spaces(zone, who)
        }

    def first_steps(self, who: Someone, speed: int, *, glide: bool) -> set[str]:
        """The zones that a move can begin with."""
        return {way[0] for way in self.ways(who, speed, glide=glide) if way}

    def sees(self, one: Cell, other: Cell) -> bool:
        return self.floor.sees(one, other, graze=self.graze)

    def adjacent(self, one: Cell, other: Cell) -> bool:
        return self.floor.adjacent(one, other, graze=self.graze)

    def fires(self, who: Someone, target: Someone) -> bool:
        """BRD-8."""
        if not self.sees(who.at, target.at):
            return False
        between = {other.at for other in self.opponents(who) if other != target}
        line = Line(who.at, target.at)
        if any(cell in between for cell in line.crossed()):
            return False
        return not any(left in between and right in between for _, left, right, _ in line.corners())

    def struck(self, who: Someone, *, reach: bool = False) -> set[str]:
        """ATK-1, melee; with `reach` also whoever is seen in the attacker's own zone."""
        zone = self.floor.zone
        return {
            other.name
            for other in self.opponents(who)
            if self.adjacent(who.at, other.at)
            or (reach and zone[other.at] == zone[who.at] and self.sees(who.at, other.at))
        }

    def shot(self, who: Someone) -> set[str]:
        """ATK-1, ranged."""
        return {other.name for other in self.opponents(who) if self.fires(who, other)}

    def burst(self, who: Someone) -> set[str]:
        """ATK-7: the zones that hold an opponent who could be shot."""
        return {self.floor.zone[self.figures[name].at] for name in self.shot(who)}

    def pushed(self, who: Someone, target: Someone) -> set[Cell]:
        """ATK-6: where the target can be put, its own space left out."""
        if not self.adjacent(who.at, target.at):
            return set()
        around = {(who.at[0] + across, who.at[1] + down) for across in (-1, 0, 1) for down in (-1, 0, 1)}
        return {cell for cell in around if self.free(cell, target) and self.adjacent(who.at, cell)}
