"""What is wrong with a scenario (§29): alone, and laid out with its tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

from companion.model.content.kinds import Reference
from companion.model.core.contract import Content
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.schema import read
from companion.model.core.words import plural, say
from companion.model.games.chronicles.board.board import FOR_HEROES, NO_SPACE, Board, board_of, shape_of
from companion.model.games.chronicles.board.layout import DoorOn, Layout, layout_of
from companion.model.games.chronicles.board.layout_faults import astray, bad_doors
from companion.model.games.chronicles.box import records as r
from companion.model.games.chronicles.box.effects import At
from companion.model.games.chronicles.box.fitting import condition_problems
from companion.model.grid import members

R = TypeVar("R", bound=r.Record)
MOST_HEROES = 4


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
    tiles = _tiles(scenario, content)
    lying = list(astray(scenario.pieces, {id: shape_of(tile) for id, tile in tiles.items()}))
    yield from [Problem(f"/pieces/{n}/at", why) for n, why in lying]
    if lying:
        return
    board = board_of(layout_of(scenario), tiles)
    named = [(f"/start/{n}", zone) for n, zone in enumerate(scenario.start)]
    named += [(f"/zones/{name}/{n}", zone) for name, set_ in scenario.zones.items() for n, zone in enumerate(set_)]
    named += [(f"/figures/{n}/zone", one.zone) for n, one in enumerate(scenario.figures) if one.zone is not None]
    for at, zone in named:
        if zone not in board.zone_index:
            yield Problem(at, say("There is no zone {zone} on this board.", zone=zone))
    yield from [Problem(f"/doors/{n}", why) for n, why in bad_doors(board, scenario.doors)]
    yield from _standing(scenario, board)
    yield from _numbers(scenario, content)
    yield from _missions(scenario, content, board)


def scenario_notes(scenario: r.Scenario, content: Content) -> Iterator[Problem]:
    """The zones that nobody who begins in the start zone can ever come to."""
    laid = layout_of(scenario)
    opened = tuple([DoorOn(door.at, door.side) for door in laid.doors])
    board = board_of(Layout(laid.pieces, opened, laid.start), _tiles(scenario, content))
    reached = sum(1 << board.zone_index[zone] for zone in set(scenario.start) if zone in board.zone_index)
    fresh = reached
    while fresh:
        beside = 0
        for zone in members(fresh):
            beside |= board.next_to[zone]
        fresh = beside & ~reached
        reached |= fresh
    for n, cut_off in enumerate(board.zones):
        if not reached >> n & 1:
            yield Problem("/doors", say("Nobody can get from the start zone to zone {zone}.", zone=cut_off))


def _tiles(scenario: r.Scenario, content: Content) -> dict[str, r.Tile]:
    return {piece.tile: found(content, "chronicles_tile", piece.tile, r.Tile) for piece in scenario.pieces}


def _standing(scenario: r.Scenario, board: Board) -> Iterator[Problem]:
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
        letter = board.letters[board.index[cell]] if cell in board.index else NO_SPACE
        if letter == NO_SPACE:
            yield Problem(at, say("There is no space here."))
        elif (at, cell) in tokens and letter not in FOR_HEROES:
            yield Problem(at, say("A token would block this reinforcement space."))
        elif cell in taken:
            yield Problem(at, say("Something stands here already."))
        taken.add(cell)
    host_cells = [one.at for one in scenario.hosts if one.at is not None]
    for n, cell in enumerate(host_cells):
        if cell in host_cells[:n] or (cell in sites and cell not in scenario.sites.host):
            yield Problem(f"/hosts/{n}/at", say("Something stands here already."))
    start = sum(board.of_zone[board.zone_index[zone]] for zone in set(scenario.start) if zone in board.zone_index)
    room = sum(at not in taken for at in board.cells_in(start & board.for_heroes))
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


def _missions(scenario: r.Scenario, content: Content, board: Board) -> Iterator[Problem]:
    laid = {piece.tile for piece in scenario.pieces}
    for n, id in enumerate(scenario.missions):
        mission = found(content, "chronicles_mission", id, r.Mission)
        if mission.tile is not None and mission.tile not in laid:
            yield Problem(f"/missions/{n}", say("The tile of this mission is not on the board."))
    for n, id in enumerate(scenario.objectives):
        objective = found(content, "chronicles_objective", id, r.Objective)
        for space in objective.place.spaces if objective.place is not None else ():
            if space not in board.index or board.letters[board.index[space]] != "i":
                yield Problem(f"/objectives/{n}", say("Cell {cell} is no interaction space.", cell=shown(space)))
        for condition in (*objective.heroes, *objective.oni):
            if condition.at is not None and not _on_board(condition.at, board):
                yield Problem(f"/objectives/{n}", say("It names a place that is not on this board."))
    for n, condition in enumerate(scenario.ends):
        if condition.at is not None and not _on_board(condition.at, board):
            yield Problem(f"/ends/{n}/at", say("There is no such place on this board."))


def _on_board(at: At, board: Board) -> bool:
    if at.zone is not None:
        return at.zone in board.zone_index
    return at.tile in board.of_piece if at.tile is not None else at.space in board.index


def shown(cell: r.Cell) -> str:
    """A cell as the rules write it."""
    return f"({cell[0]},{cell[1]})"


def found(content: Content, kind: str, id: str, type_: type[R]) -> R:
    """A record that is named; it is there, since `rules` are asked when everything is."""
    return read(content.find(kind, id), type_, kind)
