"""Asagiri's queries, computed slowly and literally from the JSON of ``okko-position/1``.

Nothing here is shared with the engine.  Distances and crossings are exact (``Fraction``); every function
states the rule it transcribes and answers with the JSON that PROTOCOL.md describes, lists sorted.

Coordinates: square ``(c, r)`` is the open unit square ``c < x < c+1``, ``r < y < r+1``; y grows to the south.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

Position = dict[str, Any]
Square = tuple[int, int, int]
"""Column, row, floor; the floor is 0 on a position with a single ``board``."""

FACINGS = ("N", "E", "S", "W")
AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
HALF = Fraction(1, 2)


class Table:
    """What lies and stands on the board, spelled out of a position: squares, walls, figures."""

    def __init__(self, pos: Position) -> None:
        """Read a position; it is not kept in step with later changes."""
        self.pos = pos
        self.several_floors = "floors" in pos
        boards: list[dict[str, Any]] = pos["floors"] if self.several_floors else [pos["board"]]
        self.terrain: dict[Square, str] = {}
        self.walls: set[frozenset[Square]] = set()
        for floor, board in enumerate(boards):
            for row, text in enumerate(board["rows"]):
                for column, letter in enumerate(text):
                    if letter != " ":
                        self.terrain[(column, row, floor)] = letter
            for at, side in [*board.get("walls", []), *board.get("doors", [])]:
                here = (at[0], at[1], floor)
                dx, dy = AHEAD[side]
                self.walls.add(frozenset((here, (at[0] + dx, at[1] + dy, floor))))
        self.people: dict[str, dict[str, Any]] = {}
        self.band: dict[str, str] = {}
        self.stands: dict[str, Square] = {}
        for seat in ("A", "B"):
            for person in pos["bands"][seat]["characters"]:
                self.people[person["id"]] = person
                self.band[person["id"]] = seat
                if person["at"] is not None and person["state"] != "disabled":
                    self.stands[person["id"]] = self.square(person["at"])

    def square(self, at: Iterable[int]) -> Square:
        """The square written as ``[column, row]`` or ``[column, row, floor]``."""
        numbers = list(at)
        return (numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 0)

    def written(self, square: Square) -> list[int]:
        """The square as this position writes it."""
        return list(square) if self.several_floors else [square[0], square[1]]

    def figures(self, *but: str) -> set[Square]:
        """Squares holding a figure, those of the ids in ``but`` left out."""
        return {square for who, square in self.stands.items() if who not in but}

    def blocking(self) -> set[Square]:
        """Squares of blocking terrain."""
        return {square for square, letter in self.terrain.items() if letter == "b"}

    def enemies(self, who: str) -> list[str]:
        """Ids of the other band, standing on the board or not."""
        return [other for other in self.people if self.band[other] != self.band[who]]

    def friends(self, who: str) -> list[str]:
        """Ids of the same band without the character itself."""
        return [other for other in self.people if self.band[other] == self.band[who] and other != who]


def sort_json(things: list[Any]) -> list[Any]:
    """A canonical order for lists of JSON values."""
    return sorted(things, key=lambda thing: json.dumps(thing, sort_keys=True))


# --- squares, walls, corners ----------------------------------------------------------------------------


def neighbours(square: Square) -> list[Square]:
    """The eight squares around, whether they exist or not; floors do not touch each other."""
    column, row, floor = square
    return [(column + dx, row + dy, floor) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def forward(origin: Square, facing: str, square: Square) -> int:
    """VIS-1: how many squares ``square`` lies in front of ``origin`` (negative: behind)."""
    dx, dy = AHEAD[facing]
    return (square[0] - origin[0]) * dx + (square[1] - origin[1]) * dy


def is_diagonal(here: Square, there: Square) -> bool:
    """Whether two squares touch at a corner only."""
    return abs(here[0] - there[0]) == 1 and abs(here[1] - there[1]) == 1


def walled(table: Table, here: Square, there: Square) -> bool:
    """Whether a wall, closed door, the edge (GEO-1) or a missing square parts two squares side by side."""
    assert here[2] == there[2] and abs(here[0] - there[0]) + abs(here[1] - there[1]) == 1
    if here not in table.terrain or there not in table.terrain:
        return True
    return frozenset((here, there)) in table.walls


def diagonal_closed(table: Table, start: Square, end: Square, in_the_way: set[Square]) -> bool:
    """GEO-2; ``in_the_way`` holds what fills a square (figures, blocking terrain); empty: walls only."""
    assert is_diagonal(start, end) and start[2] == end[2]
    beside = [(start[0], end[1], start[2]), (end[0], start[1], start[2])]
    sides_closed = [walled(table, start, side) or walled(table, side, end) or side in in_the_way for side in beside]
    return sides_closed[0] and sides_closed[1]


def passage(table: Table, start: Square, end: Square, in_the_way: set[Square]) -> bool:
    """Whether nothing *between* two adjacent squares stops going from one to the other (MOV-5, GEO-2)."""
    if start not in table.terrain or end not in table.terrain:
        return False
    if is_diagonal(start, end):
        return not diagonal_closed(table, start, end, in_the_way)
    return not walled(table, start, end)


# --- control zone and vision ----------------------------------------------------------------------------


def zone(table: Table, who: str, facing: str | None = None) -> set[Square]:
    """CTL-1, CTL-2, CTL-3: the squares controlled, with the facing it has or with another one."""
    if who not in table.stands:
        return set()
    here = table.stands[who]
    way = facing or table.people[who]["facing"]
    return {
        there for there in neighbours(here) if forward(here, way, there) == 1 and passage(table, here, there, set())
    }


def enemy_zones(table: Table, who: str) -> set[Square]:
    """Every square in the control zone of some enemy of ``who``."""
    return {square for enemy in table.enemies(who) for square in zone(table, enemy)}


def control_zone(pos: Position, who: str) -> list[list[int]]:
    """``asagiri.control_zone``."""
    table = Table(pos)
    return sort_json([table.written(square) for square in zone(table, who)])


def sees(table: Table, who: str, square: Square, facing: str | None = None) -> bool:
    """VIS-1: whether a square lies in the field of vision, which is of one floor."""
    if who not in table.stands or square not in table.terrain:
        return False
    here = table.stands[who]
    return here[2] == square[2] and forward(here, facing or table.people[who]["facing"], square) >= 1


def vision(pos: Position, who: str) -> list[list[int]]:
    """``asagiri.vision``."""
    table = Table(pos)
    return sort_json([table.written(square) for square in table.terrain if sees(table, who, square)])


# --- movement -------------------------------------------------------------------------------------------


def step_cost(table: Table, who: str, here: Square, facing: str, there: Square) -> int | None:
    """MOV-2, MOV-4, MOV-5: what the step costs, None when it is never possible.

    ``here`` need not be where the figure stands: it is thought to have walked there, so its own piece is
    nowhere in its way (GEO-2, ruling).
    """
    others = table.figures(who)
    if there not in table.terrain or there in others or table.terrain[there] == "b":
        return None
    if not passage(table, here, there, others | table.blocking()):
        return None
    cost = 1 if forward(here, facing, there) == 1 else 2
    return cost + 1 if table.terrain[there] in "ha" else cost


def quarter_turns(facing: str) -> list[str]:
    """MOV-3: the two facings one quarter-turn away."""
    index = FACINGS.index(facing)
    return [FACINGS[(index + 1) % 4], FACINGS[(index + 3) % 4]]


def stat(person: dict[str, Any], name: str) -> int:
    """A stat of the face showing (CMP-3)."""
    face = "vigilant" if person["state"] == "vigilant" else "shaken"
    value = person["profile"][face][name]
    assert isinstance(value, int)
    return value


def reach(pos: Position, who: str, points: int | None = None) -> list[dict[str, Any]]:
    """``asagiri.reach``: uniform-cost search over (square, facing, whether the movement has ended)."""
    table = Table(pos)
    if who not in table.stands:
        return []
    person = table.people[who]
    budget = stat(person, "movement") if points is None else points
    danger = enemy_zones(table, who)
    start = table.stands[who]
    may_step = not (person["state"] == "shaken" and start in danger)  # MOV-7

    best: dict[tuple[Square, str, bool], int] = {}
    queue: list[tuple[int, Square, str, bool]] = [(0, start, person["facing"], False)]
    while queue:
        cost, here, facing, ended = heapq.heappop(queue)
        if (here, facing, ended) in best or cost > budget:
            continue
        best[(here, facing, ended)] = cost
        if ended:
            continue  # MOV-6: no turn, no further step
        for turned in quarter_turns(facing):
            heapq.heappush(queue, (cost + 1, here, turned, False))
        if may_step:
            for there in neighbours(here):
                step = step_cost(table, who, here, facing, there)
                if step is not None:
                    heapq.heappush(queue, (cost + step, there, facing, there in danger))

    answer = []
    for square, facing in {(square, facing) for square, facing, _ in best}:
        cost, ended = min(
            (best[(square, facing, ended)], ended) for ended in (False, True) if (square, facing, ended) in best
        )
        answer.append({"at": table.written(square), "facing": facing, "cost": cost, "stops": ended})
    return sort_json(answer)


# --- lines of fire --------------------------------------------------------------------------------------


def centre(square: Square) -> tuple[Fraction, Fraction]:
    """Where a figure on this square is aimed from and at (SHT-4)."""
    return (square[0] + HALF, square[1] + HALF)


def crosses_interior(start: Square, end: Square, square: Square) -> bool:
    """Whether the segment between two centres has a point strictly inside a square."""
    (ax, ay), (bx, by) = centre(start), centre(end)
    low, high = Fraction(0), Fraction(1)
    for origin, delta, edge in ((ax, bx - ax, square[0]), (ay, by - ay, square[1])):
        if delta == 0:
            if not edge < origin < edge + 1:
                return False
        else:
            times = sorted(((edge - origin) / delta, (edge + 1 - origin) / delta))
            low, high = max(low, times[0]), min(high, times[1])
    return low < high


def crosses_wall(start: Square, end: Square, one: Square, other: Square) -> bool:
    """Whether the segment between two centres meets the edge between two squares, its two ends left out."""
    (ax, ay), (bx, by) = centre(start), centre(end)
    if one[1] == other[1]:  # side by side: an upright edge
        a_across, b_across, a_along, b_along = ax, bx, ay, by
        line, edge = max(one[0], other[0]), one[1]
    else:
        a_across, b_across, a_along, b_along = ay, by, ax, bx
        line, edge = max(one[1], other[1]), one[0]
    if a_across == b_across:
        return False  # runs beside the edge's line: centres never lie on a line of the grid
    time = (line - a_across) / (b_across - a_across)
    along = a_along + time * (b_along - a_along)
    return 0 < time < 1 and edge < along < edge + 1


def exact_corners(start: Square, end: Square) -> list[tuple[int, int]]:
    """The corners of the grid that the segment between two centres passes through exactly."""
    (ax, ay), (bx, by) = centre(start), centre(end)
    corners = []
    for x in range(min(start[0], end[0]) + 1, max(start[0], end[0]) + 1):
        for y in range(min(start[1], end[1]) + 1, max(start[1], end[1]) + 1):
            if (x - ax) * (by - ay) == (y - ay) * (bx - ax):
                corners.append((x, y))
    return corners


def distance(table: Table, start: Square, end: Square) -> int:
    """SHT-3."""
    across, down = abs(start[0] - end[0]), abs(start[1] - end[1])
    metric = table.pos.get("options", {}).get("range_metric", "chebyshev")
    return across + down if metric == "taxicab" else max(across, down)


def box(start: Square, end: Square) -> list[Square]:
    """Every square, existing or not, of the smallest rectangle holding two squares of a floor."""
    return [
        (column, row, start[2])
        for column in range(min(start[0], end[0]), max(start[0], end[0]) + 1)
        for row in range(min(start[1], end[1]), max(start[1], end[1]) + 1)
    ]


def blocked(table: Table, start: Square, end: Square) -> bool:
    """SHT-4."""
    if start[2] != end[2]:
        return True
    ends = {start, end}
    figures = set(table.stands.values()) - ends
    filled = figures | table.blocking()
    for square in box(start, end):
        if crosses_interior(start, end, square) and (square in filled or square not in table.terrain):
            return True
        for beyond in ((square[0] + 1, square[1], square[2]), (square[0], square[1] + 1, square[2])):
            if walled(table, square, beyond) and crosses_wall(start, end, square, beyond):
                return True
    for x, y in exact_corners(start, end):
        before, after, _, _ = around_corner(start, end, x, y)
        if diagonal_closed(table, before, after, filled):
            return True
    return False


def around_corner(start: Square, end: Square, x: int, y: int) -> tuple[Square, Square, Square, Square]:
    """The square left at a corner, the one entered, and the two beside (P, Q, R1, R2 of GEO-2)."""
    floor = start[2]
    west, east = x - 1, x
    north, south = y - 1, y
    before = (west if end[0] > start[0] else east, north if end[1] > start[1] else south, floor)
    after = (east if end[0] > start[0] else west, south if end[1] > start[1] else north, floor)
    return before, after, (before[0], after[1], floor), (after[0], before[1], floor)


def cover(table: Table, start: Square, end: Square) -> int:
    """SHT-5, whatever is in the way."""
    count = 0
    for square in box(start, end):
        if square != start and table.terrain.get(square) == "h" and crosses_interior(start, end, square):
            count += 1
    for x, y in exact_corners(start, end):
        _, _, one, other = around_corner(start, end, x, y)
        if table.terrain.get(one) == "h" and table.terrain.get(other) == "h":
            count += 1
    return count


def line_of_fire(pos: Position, start: list[int], end: list[int]) -> dict[str, Any]:
    """``asagiri.line_of_fire``; the two squares differ and exist."""
    table = Table(pos)
    one, other = table.square(start), table.square(end)
    assert one != other and one in table.terrain and other in table.terrain
    shut = blocked(table, one, other)
    return {
        "blocked": shut,
        "cover": 0 if shut else cover(table, one, other),
        "distance": distance(table, one, other),
    }


def shot(pos: Position, who: str, target: str, range_: int) -> dict[str, Any]:
    """``asagiri.shot``: the first rule that forbids it, in the order the protocol lists."""
    table = Table(pos)

    def rule() -> str | None:
        if target not in table.enemies(who):
            return "SHT-2"
        if who in table.stands and table.stands[who] in enemy_zones(table, who):
            return "SHT-2"
        if who not in table.stands or target not in table.stands:
            return "VIS-1"
        here, there = table.stands[who], table.stands[target]
        if not sees(table, who, there):
            return "VIS-1"
        if blocked(table, here, there):
            return "SHT-4"
        if distance(table, here, there) > range_:
            return "SHT-3"
        return None

    forbidden_by = rule()
    return {"legal": forbidden_by is None, "rule": forbidden_by}


# --- retreat, attack, odds ------------------------------------------------------------------------------


def retreat(pos: Position, who: str) -> list[dict[str, Any]]:
    """``asagiri.retreat``: RET-1, RET-2 and whether the square shakes (RET-3)."""
    table = Table(pos)
    if who not in table.stands:
        return []
    here, facing = table.stands[who], table.people[who]["facing"]
    full = table.figures() | table.blocking()
    danger = enemy_zones(table, who)
    answer = []
    for there in neighbours(here):
        if forward(here, facing, there) != -1:
            continue
        if there not in table.terrain or there in full or not passage(table, here, there, full):
            continue
        answer.append({"at": table.written(there), "shaken": table.terrain[there] in "ha" or there in danger})
    return sort_json(answer)


def stood_on(table: Table, who: str) -> list[Square]:
    """CBT-5: every square a character has stood on in this activation, its present one at least."""
    active = table.pos.get("active")
    trail = active["trail"] if active is not None and active["id"] == who else []
    return [*(table.square(at) for at in trail), table.stands[who]]


def attack(pos: Position, who: str, target: str) -> dict[str, Any]:
    """``asagiri.attack``: CBT-1, CBT-4, CBT-5 and the facings of CBT-2."""
    table = Table(pos)
    no = {"legal": False, "rule": "CBT-1", "support": 0, "against": 0, "behind": False, "facings": []}
    if target not in table.enemies(who) or who not in table.stands or target not in table.stands:
        return no
    here, there = table.stands[who], table.stands[target]
    if there not in zone(table, who):
        return no
    support = [friend for friend in table.friends(who) if there in zone(table, friend)]
    against = [friend for friend in table.friends(target) if here in zone(table, friend)]
    facing = table.people[target]["facing"]
    if here in zone(table, target):
        facings = [facing]
    else:
        facings = [way for way in FACINGS if here in zone(table, target, way)]
    return {
        "legal": True,
        "rule": None,
        "support": len(support),
        "against": len(against),
        "behind": all(forward(there, facing, square) <= 0 for square in stood_on(table, who)),
        "facings": sorted(facings),
    }


def odds(attack_total: int, defense_total: int) -> dict[str, int]:
    """``asagiri.odds``: the 36 pairs of dice counted one by one (CBT-3)."""
    count = dict.fromkeys(
        (
            "attacker_out",
            "attacker_shaken",
            "attacker_retreats",
            "draw",
            "defender_retreats",
            "defender_shaken",
            "defender_out",
        ),
        0,
    )
    for attacker_die in range(1, 7):
        for defender_die in range(1, 7):
            margin = attack_total + attacker_die - defense_total - defender_die
            if margin == 0:
                count["draw"] += 1
                continue
            loser = "defender" if margin > 0 else "attacker"
            how = {1: "retreats", 2: "retreats", 3: "shaken"}.get(abs(margin), "out")
            count[f"{loser}_{how}"] += 1
    return count
