"""The board in words: a cell with its zone and who stands there, a zone with its neighbours, lines, chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.model.core.contract import Option
from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.board.board import Blocked, Board
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.box.effect_words import STATS
from companion.model.games.chronicles.insight.odds import AttackOdds
from companion.model.games.chronicles.insight.ways import Way
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import Figure, Place, State
from companion.model.games.chronicles.wire.narration import label
from companion.model.grid import SIDES, Cell, members, over
from companion.ui.games.chronicles.book.suspects import per_cent
from companion.ui.games.chronicles.heroes.words import name_of
from companion.ui.kit.translator import tr

from .contents import Contents, FigureSeen, TokenSeen

SPACES: Mapping[str, Message] = {
    "o": say("plain space"), "i": say("interaction space"), "w": say("water"), "x": say("no space"),
    "g": say("guards’ space +1"), "G": say("guards’ space +3"), "d": say("creatures’ space +1"),
    "D": say("creatures’ space +3"),
}  # fmt: skip
KINDS: Mapping[str, Message] = {
    "host": say("host"), "clue": say("clue"), "scroll": say("scroll token"), "chest": say("chest token"),
    "follower": say("follower, face down"), "test": say("test token −1"), "objective": say("objective"),
    "relic": say("relic"), "altar": say("altar"), "accusation": say("accusation"), "document": say("document"),
    "portal": say("portal"), "fire": say("fire"), "sacred": say("sacred token"), "rubble": say("rubble"),
    "antidote": say("antidote"), "epidemic": say("epidemic"),
}  # fmt: skip
DOORS: Mapping[str, Message] = {
    "open": say("open door"), "closed": say("closed door"), "reinforced": say("reinforced door"),
}  # fmt: skip


def short_of(state: State, figure: Figure) -> str:
    """The letters on a figure's base: the first of its name, with its number where a sheet has several."""
    name = name_of(state, figure.card)
    sheet = state.table.box.sheets.get(figure.card)
    if sheet is not None and sheet.figures > 1:
        return f"{name[:1]}{figure.id.rpartition('-')[2]}"
    return name[:3]


def at_words(at: Cell) -> str:
    """A cell: column and row."""
    return f"{at[0]},{at[1]}"


def figure_words(state: State, figure: FigureSeen) -> str:
    """Who stands there, with damage and statuses."""
    told = [name_of(state, figure.id)]
    if figure.active:
        told.append(tr(say("active")))
    if figure.damage:
        told.append(tr(say("damage {damage} of {health}", damage=figure.damage, health=figure.health)))
    told += [name_of(state, f"status:{one}") for one in figure.statuses]
    return ", ".join(told)


def token_words(state: State, token: TokenSeen) -> str:
    """What lies there, with what is printed on it."""
    kind = tr(KINDS[token.type])
    told = [kind]
    if token.type in ("host", "relic", "objective") and token.card in state.table.box.hosts:
        told = [tr(say("{kind}: {name}", kind=kind, name=name_of(state, token.card)))]
    if token.turned:
        told.append(tr(say("turned over")))
    if token.difficulty >= 0 and not (token.turned and token.type == "host"):
        told.append(tr(say("test of {difficulty}", difficulty=token.difficulty)))
        if token.cards >= 0:
            told.append(tr(plural("{count} card", "{count} cards", token.cards)))
    if token.minus:
        told.append(f"−{token.minus}")
    return ", ".join(told)


def door_words(door: DoorOn) -> str:
    """How a door stands, and the test that opens it."""
    said = tr(DOORS[door.state])
    if door.state == "reinforced" and door.test is not None:
        number = max(0, door.test.difficulty - door.minus)
        stat = STATS[door.test.characteristic]
        return tr(say("{door}: {stat} test of {difficulty}", door=said, stat=stat, difficulty=number))
    return said


def tile_words(state: State, piece: str) -> str:
    """A tile with its name, its signs, and whether it is corrupted."""
    laid = next(one for one in state.layout.pieces if one.name == piece)
    tile = state.table.box.tiles[laid.tile]
    told = [f"{piece} {name_of(state, laid.tile)}"]
    if tile.mission:
        told.append(tr(say("mission tile")))
    if tile.forbidden is not None:
        always = say("forbidden: always noticed")
        told.append(tr(always if tile.forbidden == "always" else say("forbidden: stealth {n}", n=tile.forbidden)))
    for one in state.oni.corruption:
        if one.piece == piece:
            told.append(tr(say("corrupted by the red token") if one.red else say("corrupted by a plain token")))
    return ", ".join(told)


def there(seen: Contents, at: Place) -> list[FigureSeen | TokenSeen]:
    """Who stands and what lies at a place."""
    return [one for one in seen.things if one.at == at]


def _each(state: State, things: Iterable[FigureSeen | TokenSeen]) -> list[str]:
    return [figure_words(state, one) if isinstance(one, FigureSeen) else token_words(state, one) for one in things]


def cell_words(state: State, board: Board, seen: Contents, at: Cell) -> str:
    """All of a cell: zone and space, who stands there, its doors and walls."""
    n = board.index[at]
    zone = board.zones[board.zone_of[n]]
    told = [tr(say("{cell} in {zone}", cell=at_words(at), zone=zone))]
    told += _each(state, there(seen, at)) or [tr(SPACES[board.letters[n]])]
    told += [door_words(door) for door in seen.doors if at in sides_of(door)]
    walls = [tr(word) for word, other in zip(WALLS, board.beside[n], strict=True) if other < 0]
    if walls:
        told.append(tr(say("wall: {sides}", sides=", ".join(walls))))
    return "; ".join(told)


WALLS = (say("north"), say("east"), say("south"), say("west"))


def sides_of(door: DoorOn) -> tuple[Cell, Cell]:
    """The two cells that a door joins."""
    return door.at, over(door.at, SIDES.index(door.side))


def zone_words(state: State, board: Board, seen: Contents, zone: str, way: Way | None = None) -> str:
    """A zone: who stands where in it, what it is next to, and whether one can go there."""
    number = board.zone_index[zone]
    inside = {board.cells[n] for n in members(board.of_zone[number])}
    things = [one for one in seen.things if one.at == zone or one.at in inside]
    told = [
        said if isinstance(one.at, str) else tr(say("{cell}: {who}", cell=at_words(one.at), who=said))
        for one, said in zip(things, _each(state, things), strict=True)
    ] or [tr(say("empty"))]
    near = ", ".join(board.zones[n] for n in members(board.next_to[number]))
    told.append(tr(say("next to {zones}", zones=near)) if near else tr(say("no way leads there")))
    if way is not None:
        told.append(way_words(way))
    return "; ".join(told)


def way_words(way: Way) -> str:
    """How far a zone is, and whether an opponent stops the mover there."""
    if not way.zones:
        return tr(say("Move within the zone")) if not way.held else tr(say("Move within the zone, beside an opponent"))
    far = plural("{count} zone to go", "{count} zones to go", way.zones)
    if way.held:
        return tr(say("{far}: an opponent stops you there", far=far))
    if not way.stand:
        return tr(say("{far}: no free space, you can only pass", far=far))
    if not way.clear:
        return tr(say("{far}: it matters which way you take, go zone by zone", far=far))
    return tr(far)


def odds_words(state: State, odds: AttackOdds, option: Option) -> str:
    """An attack before it is made: its dice, what they have to reach, and how likely that is."""
    combat = plural("{count} black die", "{count} black dice", odds.combat)
    action = plural("{count} red die", "{count} red dice", odds.action)
    dice = say("{combat}, {action}", combat=combat, action=action) if odds.action else combat
    chance = per_cent(odds.chance)
    said = say("{dice} against Defense {defense}: chance {chance}", dice=dice, defense=odds.defense, chance=chance)
    return tr(say("{attack}: {odds}", attack=label(state, option), odds=said))


def line_words(state: State, target: str, blocked: Blocked | None, *, fire: bool) -> str:
    """Whether somebody is seen, or can be shot at, and what is in the way."""
    name = name_of(state, target)
    if blocked is None:
        free = say("Line of fire to {target}", target=name) if fire else say("Line of sight to {target}", target=name)
        return tr(free)
    if blocked.kind == "side":
        return tr(say("No line to {target}: a wall or closed door is in the way", target=name))
    if blocked.kind == "corner":
        return tr(say("No line to {target}: the corner of a wall is in the way", target=name))
    other = next((one.id for one in state.figures if one.at == blocked.at), None)
    if other is None:
        return tr(say("No line to {target}", target=name))
    return tr(say("No line to {target}: {other} is in the way", target=name, other=name_of(state, other)))


def zone_of(state: State, at: Place) -> str:
    """The zone of a place; empty: not known."""
    return places.zone(state, at) or ""
