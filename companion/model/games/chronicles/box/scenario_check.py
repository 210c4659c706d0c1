"""What is wrong with a scenario (§29): alone, and laid out with its tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from companion.model.content.kinds import Reference
from companion.model.core.contract import Content
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.schema import read
from companion.model.core.words import plural, say
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.effects import At
from companion.model.games.chronicles.box.fitting import condition_problems

R = TypeVar("R", bound=r.Record)
MOST_HEROES = 4
_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_SIDES: tuple[r.CellSide, ...] = ("N", "E", "S", "W")
_FOR_HEROES = frozenset("oiw")
"""Spaces on which a hero may stand (BRD-3)."""


class Laid(msgspec.Struct, frozen=True):
    """A cell of the floor: whose piece, which zone (``T1.a``; None: void), which letter of §28."""

    piece: str
    zone: str | None
    letter: str


def floor(pieces: tuple[r.Piece, ...], tiles: dict[str, r.Tile]) -> tuple[dict[r.Cell, Laid], list[int]]:
    """The cells of pieces laid, and the places in the list of those that lie on others or off the floor."""
    cells: dict[r.Cell, Laid] = {}
    astray: list[int] = []
    for n, piece in enumerate(pieces):
        tile = tiles[piece.tile]
        height, width = len(tile.zones), len(tile.zones[0])
        there: dict[r.Cell, Laid] = {}
        for row in range(height):
            for column in range(width):
                letter = tile.zones[row][column]
                zone = None if letter == "." else f"{piece.name}.{letter}"
                across, down = turned((column, row), (width, height), piece.turns)
                there[across + piece.at[0], down + piece.at[1]] = Laid(piece.name, zone, tile.spaces[row][column])
        if min(piece.at) < 0 or there.keys() & cells.keys():
            astray.append(n)
        cells |= there
    return cells, astray


def turned(cell: r.Cell, size: tuple[int, int], turns: int) -> r.Cell:
    """Where a cell of a rectangle lies after so many clockwise quarter-turns of it."""
    (column, row), (width, height) = cell, size
    for _ in range(turns):
        column, row = height - 1 - row, column
        width, height = height, width
    return column, row


def neighbours(scenario: r.Scenario, tiles: dict[str, r.Tile], cells: dict[r.Cell, Laid]) -> dict[str, set[str]]:
    """The zones next to each zone, closed doors opened (BRD-6)."""
    walls = {_edge(at, side) for piece in scenario.pieces for at, side in _walls(piece, tiles[piece.tile])}
    doors = {_edge(door.at, door.side) for door in scenario.doors}
    found: dict[str, set[str]] = {cell.zone: set() for cell in cells.values() if cell.zone is not None}
    for at, cell in cells.items():
        for side in ("E", "S"):
            edge = _edge(at, side)
            other = next((cells.get(one) for one in edge if one != at), None)
            if other is None or other.zone is None or cell.zone is None or other.zone == cell.zone or edge in walls:
                continue
            if other.piece == cell.piece or edge in doors:
                found[cell.zone].add(other.zone)
                found[other.zone].add(cell.zone)
    return found


def _edge(at: r.Cell, side: str) -> frozenset[r.Cell]:
    across, down = _STEPS[side]
    return frozenset((at, (at[0] + across, at[1] + down)))


def _walls(piece: r.Piece, tile: r.Tile) -> Iterator[tuple[r.Cell, str]]:
    """The walls of a piece as they lie on the board."""
    for wall in tile.walls:
        across, down = turned(wall.at, (len(tile.zones[0]), len(tile.zones)), piece.turns)
        side = _SIDES[(_SIDES.index(wall.side) + piece.turns) % len(_SIDES)]
        yield (across + piece.at[0], down + piece.at[1]), side


def scenario_problems(scenario: r.Scenario) -> Iterator[Problem]:
    """What is wrong with it beyond its types, taken alone."""
    heroes = scenario.heroes
    if heroes.min > heroes.max:
        yield Problem("/heroes/min", say("This is more than “max”."))
    if heroes.max > MOST_HEROES:
        yield Problem("/heroes/max", say("At most {most} heroes can play.", most=MOST_HEROES))
    if heroes.recommended is not None and not heroes.min <= heroes.recommended <= heroes.max:
        yield Problem("/heroes/recommended", say("So many heroes cannot play this scenario."))
    yield from empty("/pieces", scenario.pieces)
    yield from empty("/start", scenario.start)
    for name, values in (
        ("start", scenario.start), ("missions", scenario.missions), ("objectives", scenario.objectives),
    ):  # fmt: skip
        yield from twice(f"/{name}", values)
    for n, piece in enumerate(scenario.pieces):
        if not piece.name or "." in piece.name or not piece.name.isprintable():
            yield Problem(f"/pieces/{n}/name", say("A piece needs a short name without a full stop, like T1."))
        if piece.name in [other.name for other in scenario.pieces[:n]]:
            yield Problem(f"/pieces/{n}/name", say("This appears twice."))
    yield from _hosts(scenario)
    starts = sheets_of(scenario)
    for n, one in enumerate(scenario.sheets):
        if one_sheet(one).sheet in [one_sheet(other).sheet for other in scenario.sheets[:n]]:
            yield Problem(f"/sheets/{n}", say("This appears twice."))
    for n, figure in enumerate(scenario.figures):
        if figure.sheet not in starts:
            yield Problem(f"/figures/{n}/sheet", say("This sheet is not among the sheets of the scenario."))
        elif figure.heroes < starts[figure.sheet]:
            yield Problem(f"/figures/{n}/heroes", say("Its sheet only plays with {count} heroes or more.",
                                                      count=starts[figure.sheet]))  # fmt: skip
        if figure.at is not None and figure.zone is not None:
            yield Problem(f"/figures/{n}/zone", say("A space is named already: leave “zone” out."))
    yield from condition_problems(scenario.ends, "/ends")


def _hosts(scenario: r.Scenario) -> Iterator[Problem]:
    if not scenario.investigation:
        for name, used in (("hosts", scenario.hosts), ("sites/host", scenario.sites.host)):
            if used:
                yield Problem(f"/{name}", say("Without an investigation there are no hosts."))
        return
    names = [one.host for one in scenario.hosts]
    for n, host in enumerate(names):
        if host in names[:n]:
            yield Problem(f"/hosts/{n}/host", say("This appears twice."))
    taken = {one.at for one in scenario.hosts}
    free = [at for at in scenario.sites.host if at not in taken]
    missing = scenario.heroes.max + sum(one.at is None for one in scenario.hosts) - len(free)
    if missing > 0:
        yield Problem("/sites/host", say("There are not enough places for hosts: {count} more needed.", count=missing))


def one_sheet(one: str | r.SheetFrom) -> r.SheetFrom:
    """A line of a scenario's sheets in full."""
    return one if isinstance(one, r.SheetFrom) else r.SheetFrom(one)


def sheets_of(scenario: r.Scenario) -> dict[str, int]:
    """Its sheets, each with the number of heroes from which on it plays."""
    return {line.sheet: line.heroes for line in map(one_sheet, scenario.sheets)}


def scenario_references(scenario: r.Scenario) -> Iterator[Reference]:
    """The records it names."""
    for n, piece in enumerate(scenario.pieces):
        yield Reference(f"/pieces/{n}/tile", "chronicles_tile", piece.tile)
    for n, host in enumerate(scenario.hosts):
        yield Reference(f"/hosts/{n}/host", "chronicles_host", host.host)
    for n, one in enumerate(scenario.sheets):
        at = f"/sheets/{n}/sheet" if isinstance(one, r.SheetFrom) else f"/sheets/{n}"
        yield Reference(at, "chronicles_sheet", one_sheet(one).sheet)
    for n, mission in enumerate(scenario.missions):
        yield Reference(f"/missions/{n}", "chronicles_mission", mission)
    for n, objective in enumerate(scenario.objectives):
        yield Reference(f"/objectives/{n}", "chronicles_objective", objective)
    if scenario.track is not None:
        yield Reference("/track", "chronicles_track", scenario.track)


def scenario_rules(scenario: r.Scenario, content: Content) -> Iterator[Problem]:
    """What is wrong with it once its tiles are laid."""
    tiles = {piece.tile: found(content, "chronicles_tile", piece.tile, r.Tile) for piece in scenario.pieces}
    cells, astray = floor(scenario.pieces, tiles)
    for n in astray:
        yield Problem(f"/pieces/{n}/at", say("This piece lies on another one, or off the board."))
    if astray:
        return
    zones = {cell.zone for cell in cells.values()} - {None}
    named = [(f"/start/{n}", zone) for n, zone in enumerate(scenario.start)]
    named += [(f"/zones/{name}/{n}", zone) for name, set_ in scenario.zones.items() for n, zone in enumerate(set_)]
    named += [(f"/figures/{n}/zone", one.zone) for n, one in enumerate(scenario.figures) if one.zone is not None]
    yield from _there(named, zones)
    yield from _doors(scenario, cells)
    yield from _standing(scenario, cells)
    yield from _numbers(scenario, content)
    yield from _missions(scenario, content, cells)


def scenario_notes(scenario: r.Scenario, content: Content) -> Iterator[Problem]:
    """The zones that nobody who begins in the start zone can ever come to."""
    tiles = {piece.tile: found(content, "chronicles_tile", piece.tile, r.Tile) for piece in scenario.pieces}
    next_to = neighbours(scenario, tiles, floor(scenario.pieces, tiles)[0])
    reached, left = set(scenario.start), list(scenario.start)
    while left:
        fresh = next_to[left.pop()] - reached
        reached |= fresh
        left += fresh
    for zone in sorted(next_to.keys() - reached):
        yield Problem("/doors", say("Nobody can get from the start zone to zone {zone}.", zone=zone))


def _there(named: list[tuple[str, str]], zones: set[str | None]) -> Iterator[Problem]:
    for at, zone in named:
        if zone not in zones:
            yield Problem(at, say("There is no zone {zone} on this board.", zone=zone))


def _doors(scenario: r.Scenario, cells: dict[r.Cell, Laid]) -> Iterator[Problem]:
    seen: set[frozenset[r.Cell]] = set()
    for n, door in enumerate(scenario.doors):
        across, down = _STEPS[door.side]
        other = door.at[0] + across, door.at[1] + down
        one, two = cells.get(door.at), cells.get(other)
        if one is None or two is None or one.piece == two.piece or None in (one.zone, two.zone):
            yield Problem(f"/doors/{n}", say("A door joins two pieces: here are not two."))
        elif frozenset((door.at, other)) in seen:
            yield Problem(f"/doors/{n}", say("This appears twice."))
        seen.add(frozenset((door.at, other)))


def _standing(scenario: r.Scenario, cells: dict[r.Cell, Laid]) -> Iterator[Problem]:
    """Tokens and figures stand on spaces, each on its own; the heroes find room to begin."""
    tokens = [
        (f"/sites/{kind}/{n}", at)
        for kind in scenario.sites.__struct_fields__
        for n, at in enumerate(getattr(scenario.sites, kind))
    ]
    sites = {at for _, at in tokens}
    tokens += [
        (f"/hosts/{n}/at", one.at)
        for n, one in enumerate(scenario.hosts)
        if one.at is not None and one.at not in scenario.sites.host
    ]
    figures = [(f"/figures/{n}/at", one.at) for n, one in enumerate(scenario.figures) if one.at is not None]
    taken: set[r.Cell] = set()
    for at, cell in (*tokens, *figures):
        letter = cells[cell].letter if cell in cells else "x"
        if letter == "x":
            yield Problem(at, say("There is no space here."))
        elif (at, cell) in tokens and letter not in _FOR_HEROES:
            yield Problem(at, say("A token would block this reinforcement space."))
        elif cell in taken:
            yield Problem(at, say("Something stands here already."))
        taken.add(cell)
    host_cells = [one.at for one in scenario.hosts if one.at is not None]
    for n, cell in enumerate(host_cells):
        if cell in host_cells[:n] or (cell in sites and cell not in scenario.sites.host):
            yield Problem(f"/hosts/{n}/at", say("Something stands here already."))
    room = sum(
        cell.zone in scenario.start and cell.letter in _FOR_HEROES and at not in taken for at, cell in cells.items()
    )
    most = scenario.heroes.max
    if room < most:
        why = say("The start zone has no room for all heroes: {count} spaces are needed.", count=most)
        yield Problem("/start", why)


def _numbers(scenario: r.Scenario, content: Content) -> Iterator[Problem]:
    """No more figures of a sheet than the box has, no more tokens than there are."""
    used = Counter(figure.sheet for figure in scenario.figures)
    for n, one in enumerate(scenario.sheets):
        line = one_sheet(one)
        sheet = found(content, "chronicles_sheet", line.sheet, r.Sheet)
        if used[line.sheet] > sheet.figures:
            why = plural(
                "The box has only {count} figure of this sheet.",
                "The box has only {count} figures of this sheet.",
                sheet.figures,
            )
            yield Problem(f"/sheets/{n}", why)


def _missions(scenario: r.Scenario, content: Content, cells: dict[r.Cell, Laid]) -> Iterator[Problem]:
    laid = {piece.tile for piece in scenario.pieces}
    zones, pieces = {cell.zone for cell in cells.values()}, {piece.name for piece in scenario.pieces}
    for n, id in enumerate(scenario.missions):
        mission = found(content, "chronicles_mission", id, r.Mission)
        if mission.tile is not None and mission.tile not in laid:
            yield Problem(f"/missions/{n}", say("The tile of this mission is not on the board."))
    for n, id in enumerate(scenario.objectives):
        objective = found(content, "chronicles_objective", id, r.Objective)
        for space in objective.place.spaces if objective.place is not None else ():
            if space not in cells or cells[space].letter != "i":
                yield Problem(f"/objectives/{n}", say("Cell {cell} is no interaction space.", cell=shown(space)))
        for condition in (*objective.heroes, *objective.oni):
            if condition.at is not None and not _on_board(condition.at, zones, pieces, cells):
                yield Problem(f"/objectives/{n}", say("It names a place that is not on this board."))
    for n, condition in enumerate(scenario.ends):
        if condition.at is not None and not _on_board(condition.at, zones, pieces, cells):
            yield Problem(f"/ends/{n}/at", say("There is no such place on this board."))


def _on_board(at: At, zones: set[str | None], pieces: set[str], cells: dict[r.Cell, Laid]) -> bool:
    return at.zone in zones if at.zone is not None else at.tile in pieces if at.tile is not None else at.space in cells


def shown(cell: r.Cell) -> str:
    """A cell as the rules write it."""
    return f"({cell[0]},{cell[1]})"


def found(content: Content, kind: str, id: str, type_: type[R]) -> R:
    """A record that is named; it is there, since `rules` are asked when everything is."""
    return read(content.find(kind, id), type_, kind)
