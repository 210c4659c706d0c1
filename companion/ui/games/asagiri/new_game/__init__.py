"""A new game: players, bands, board, begin; here what is decided so far. No Qt; each change gives another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, TypeAlias

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.words import Message, Name
from companion.model.games.asagiri import SYSTEM as ASAGIRI
from companion.model.games.asagiri.state import cards, setup, tiles
from companion.model.games.asagiri.state.board import FloorPlan
from companion.model.games.asagiri.state.table import BUDGET
from companion.model.games.asagiri.state.vocabulary import default_limit
from companion.model.grid import Edge
from companion.ui.games.asagiri.bands import BandRoster, Box, read_roster
from companion.ui.play.storage import DiceEntry, GameSettings, Help, Mode, Player

Kind: TypeAlias = Literal["adventure", "bands", "recruits"]
Turns: TypeAlias = Literal[0, 1, 2, 3]
PLACES = ("NW", "NE", "SW", "SE")
"""The four tiles of a board, in the order in which a set-up lists them."""
BUDGETS = (12, 16)
"""The printed ones (BND-1); any other may be chosen."""
DRAFT_BUDGETS = (12, BUDGET)
"""For bands recruited in turns: one for a short game, and the printed one (KAR-6)."""


@dataclass(frozen=True, slots=True)
class ChosenTile:
    """A tile on the board and its clockwise quarter-turns."""

    tile: str
    turns: int = 0

    def turned(self, by: int = 1) -> ChosenTile:
        return ChosenTile(self.tile, (self.turns + by) % 4)


@dataclass(frozen=True, slots=True)
class NewGameDraft:
    """A game not yet begun."""

    kind: Kind = "bands"
    """An adventure, bands composed before the game, or bands recruited in turns at the table (KAR-6)."""
    adventure: str = ""
    """The one to be played, by its id."""
    before: tuple[tuple[str, bool], ...] = ()
    """What is known of earlier adventures (ADV-14)."""
    recruits: tuple[BandRoster | None, BandRoster | None] = (None, None)
    """By side of the adventure: who joins it; None: those that its page suggests (ADV-3)."""
    draft_budget: int = BUDGET
    """Zeni of each band, recruited in turns (KAR-6)."""
    one_box: bool = True
    """In a game of recruits: each card once, as in one box (KAR-6)."""
    tie_break: bool = False
    """Of equal zeni whose vigilant characters are worth more has won (KAR-6)."""
    shared_box: bool = False
    """Bands composed apart share one box: no unique character and no equipment card is in both (BND-3)."""
    names: tuple[str, str] = ("", "")
    players: tuple[Player, Player] = ("person", "person")
    budget: int = 16
    limit: int | None = None
    """What a band may lose, when it is not the limit that goes with the budget (END-1)."""
    mode: Mode = "enforce"
    dice: DiceEntry = "virtual"
    help: Help = "all"
    clock: str = ""
    """As `GameSettings.clock`."""
    range_metric: Literal["chebyshev", "taxicab"] = "chebyshev"
    turning_shakes: bool = False
    rosters: tuple[BandRoster, BandRoster] = (BandRoster(), BandRoster())
    tiles: tuple[ChosenTile | None, ChosenTile | None, ChosenTile | None, ChosenTile | None] = (None, None, None, None)
    openings: tuple[cards.Side, ...] = ()
    """Open door tokens of a ready board, gone with the first tile that is changed (KAR-5)."""
    doors: tuple[cards.Side, ...] = ()

    @property
    def losing_limit(self) -> int:
        """Zeni at which a band has lost."""
        return self.limit if self.limit is not None else max(1, default_limit(self.budget))

    def with_name(self, which: int, name: str) -> NewGameDraft:
        return replace(self, names=_put(self.names, which, name))

    def with_player(self, which: int, player: Player) -> NewGameDraft:
        return replace(self, players=_put(self.players, which, player))

    def with_roster(self, which: int, roster: BandRoster) -> NewGameDraft:
        return replace(self, rosters=_put(self.rosters, which, roster))

    def with_adventure(self, id: str) -> NewGameDraft:
        return self if id == self.adventure else replace(self, adventure=id, before=(), recruits=(None, None))

    def with_fact(self, fact: str, holds: bool | None) -> NewGameDraft:
        """With something known to be so or not so before the adventure; None: nobody knows."""
        rest = tuple((name, so) for name, so in self.before if name != fact)
        return replace(self, before=rest if holds is None else (*rest, (fact, holds)))

    def with_recruits(self, side: int, roster: BandRoster | None) -> NewGameDraft:
        """With others joining a side of the adventure; None: as suggested."""
        return replace(self, recruits=_put(self.recruits, side, roster))

    def with_tile(self, place: int, laid: ChosenTile | None) -> NewGameDraft:
        return replace(self, tiles=_put(self.tiles, place, laid), openings=(), doors=())

    def with_board(self, board: cards.ReadyBoard) -> NewGameDraft:
        """With the four tiles of a ready board, and the door tokens on it."""
        nw, ne, sw, se = (ChosenTile(placed.tile, placed.turns) for placed in board.tiles)
        return replace(self, tiles=(nw, ne, sw, se), openings=board.openings, doors=board.doors)

    def shuffled(self, box: Box, rng: Random) -> NewGameDraft:
        """With four tiles drawn from the box, each turned anyhow; no face twice while there are enough of one size."""
        by_size: dict[int, list[str]] = {}
        for tile in box.tiles:
            by_size.setdefault(tile.size, []).append(tile.id)
        ids = max(by_size.values(), key=len)
        drawn = rng.sample(ids, 4) if len(ids) >= 4 else rng.choices(ids, k=4)
        nw, ne, sw, se = (ChosenTile(id, rng.randrange(4)) for id in drawn)
        return replace(self, tiles=(nw, ne, sw, se), openings=(), doors=())

    def options(self) -> dict[str, Json]:
        return table_options(self.settings(), self.range_metric, self.turning_shakes)

    def setup(self) -> dict[str, Json]:
        """The set-up as PROTOCOL.md writes it; a place without a tile is left out, which no system takes."""
        if self.kind == "recruits":
            ties: dict[str, Json] = {"tie_break": True} if self.tie_break else {}
            drafted = {"budget": self.draft_budget, "one_box": self.one_box}
            return {"draft": drafted, "options": {**self.options(), **ties}}
        if self.kind == "adventure":
            return self._adventure()
        boxes: dict[str, Json] = {"boxes": 1} if self.shared_box else {}
        made: dict[str, Json] = {
            "budget": self.budget,
            "bands": {seat: roster.json() for seat, roster in zip("AB", self.rosters, strict=True)},
            "tiles": [{"tile": laid.tile, "turns": laid.turns} for laid in self.tiles if laid is not None],
            "options": {**self.options(), **boxes},
        }
        for name, sides in (("openings", self.openings), ("doors", self.doors)):
            if sides:
                made[name] = [[list(square), side] for square, side in sides]
        if self.limit is not None:
            made["limit"] = self.limit
        return made

    def _adventure(self) -> dict[str, Json]:
        made: dict[str, Json] = {"adventure": self.adventure, "options": self.options()}
        bands: dict[str, Json] = {
            seat: [{name: id for name, id in member.items() if id is not None} for member in roster.json()]
            for seat, roster in zip("AB", self.recruits, strict=True)
            if roster is not None
        }
        if bands:
            made["bands"] = bands
        if self.before:
            made["before"] = dict(self.before)
        return made

    def settings(self) -> GameSettings:
        bands = (self.rosters[0].name, self.rosters[1].name) if self.kind == "bands" else ("", "")
        return GameSettings(self.names, self.players, self.mode, self.dice, bands, self.help, self.clock)

    def problem(self, box: Box) -> Message | None:
        """Why no game can begin like this, in the words of the rules, or None."""
        try:
            ASAGIRI.new(self.setup(), box.content)
        except InvalidInput as wrong:
            return wrong.why
        except RuleBroken as wrong:
            return wrong.refusal.why
        return None

    def band_problem(self, which: int, box: Box) -> Message | None:
        """The first rule that a band breaks, in words, or None."""
        found = box.refusals(self.rosters[which], self.budget)
        return found[0].why if found else None

    def unfinished(self) -> int | None:
        """The first step that holds no answer yet: 1 bands, 2 board; None when all do."""
        if self.kind != "bands":
            return None
        if not all(roster.members for roster in self.rosters):
            return 1
        return 2 if None in self.tiles else None


def table_options(
    settings: GameSettings, range_metric: str = "chebyshev", turning_shakes: bool = False
) -> dict[str, Json]:
    """Table options as a set-up carries them: how dice and rules are handled, and rules that differ from the usual."""
    made: dict[str, Json] = {"dice_entry": settings.dice, "enforcement": settings.mode}
    if range_metric != "chebyshev":
        made["range_metric"] = range_metric
    if turning_shakes:
        made["turning_in_zone_shakes"] = True
    return made


def quick_setup(settings: GameSettings) -> dict[str, Json]:
    """The set-up of a game begun at once: ready bands on ready tiles."""
    return {"quick": True, "options": table_options(settings)}


def quick_bands(box: Box) -> tuple[Name | str, Name | str]:
    """What the bands of the quick set-up are called: those of the ready ones that it turns out to be."""
    bands = setup.quick(box.content)["bands"]
    called = {str(box.roster_of(ready).json()): Name.of(ready.name) for ready in box.ready_bands}
    first, second = (called.get(str(BandRoster("", read_roster(bands[seat]).members).json()), "") for seat in "AB")
    return first, second


def _put(values: tuple[Any, ...], n: int, value: Any) -> Any:
    return (*values[:n], value, *values[n + 1 :])


def bare_plan(box: Box, draft: NewGameDraft) -> FloorPlan | None:
    """The board without tokens, as far as tiles lie; None without any, or while they are of several sizes."""
    laid = [None if one is None else (cards.tile(box.content, one.tile), one.turns) for one in draft.tiles]
    sizes = {found[0].size for found in laid if found is not None}
    if len(sizes) != 1:
        return None
    size = sizes.pop()
    empty = FloorPlan((" " * size,) * size)
    return tiles.join([empty if one is None else tiles.turned(tiles.plan(one[0]), one[1]) for one in laid])


def token_places(plan: FloorPlan) -> tuple[Edge, ...]:
    """The sides of squares where a token may lie: open ones on walls between tiles, closed ones in openings."""
    every = (
        Edge(column, row, side)
        for row, line in enumerate(plan.rows)
        for column in range(len(line))
        for side in ("E", "S")
    )
    return tuple(edge for edge in every if _token_kind(plan, edge))


def _token_kind(plan: FloorPlan, edge: Edge) -> str:
    """``openings`` or ``doors``, whichever token may lie there; nothing: none."""
    if tiles.token_fault(plan, edge, closed=False) is None:
        return "openings"
    closed = tiles.token_fault(plan, edge, closed=True) is None and edge not in plan.doors
    return "doors" if closed else ""


def token_on(draft: NewGameDraft, edge: Edge) -> str:
    """Which token lies there: ``openings``, ``doors`` or nothing."""
    side = side_of(edge)
    return "openings" if side in draft.openings else "doors" if side in draft.doors else ""


def with_token(draft: NewGameDraft, plan: FloorPlan, edge: Edge) -> NewGameDraft:
    """With the token that fits there, or without the one that lies there; as before where none may lie."""
    side = side_of(edge)
    there = token_on(draft, edge)
    if there == "openings":
        return replace(draft, openings=tuple(one for one in draft.openings if one != side))
    if there == "doors":
        return replace(draft, doors=tuple(one for one in draft.doors if one != side))
    kind = _token_kind(plan, edge)
    if kind == "openings":
        return replace(draft, openings=(*draft.openings, side))
    return replace(draft, doors=(*draft.doors, side)) if kind else draft


def side_of(edge: Edge) -> cards.Side:
    """A side as set-ups and ready boards write it."""
    return (edge.column, edge.row), "E" if edge.side == "E" else "S"


def middle_of(edge: Edge) -> tuple[float, float]:
    """The middle of a side, in squares from the north-western corner of the board."""
    east = edge.side == "E"
    return edge.column + (1.0 if east else 0.5), edge.row + (0.5 if east else 1.0)
