"""Tokens, the track, tiles, missions, scenarios and campaigns of a box (§28, §29)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.schema import Id, Node
from companion.model.games.chronicles.box.cards import Copies, Record, Several
from companion.model.games.chronicles.box.effects import Arrow, Colour, Condition, Effects, Small, Stat, TestKind

Cell: TypeAlias = tuple[Small, Small]
"""``[column, row]``, `[0, 0]` north-west (BRD-1)."""
CellSide: TypeAlias = Literal["N", "E", "S", "W"]
Text: TypeAlias = Annotated[
    dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]], msgspec.Meta(min_length=1)
]
"""What is told, language to text."""
Role: TypeAlias = Literal["slain", "escaped", "unmasked", "first", "second", "last", "alert", "hero", "follower"]
"""What a chapter is placed for (MEM-2); those of missions and objectives are named by these."""


class Face(Node, frozen=True):
    """A face of a token: a difficulty and how many cards (a chest's back: how many are kept)."""

    difficulty: Small = 0
    """Dice of the test."""
    cards: Small = 0
    """Cards drawn when it is passed."""
    keep: Small = 0
    """Objects kept: the back of a chest alone."""


class Token(Record, frozen=True, kw_only=True):
    """INV-1, OBJ-8; a host token belongs to its host."""

    type: Literal["host", "clue", "scroll", "chest"]
    """What it is."""
    front: Face
    """Its upper side."""
    back: Face | None = None
    """Its lower side; a host token has none."""
    host: Id | None = None
    """The host whose token it is."""
    copies: Copies = 1
    """Tokens of it in the box."""


class Upgrade(Node, frozen=True):
    """TRK-1; `id` within its track (``t3-up``)."""

    id: str
    """What the track calls it (`t3-up`)."""
    place: Arrow
    """Where in its column it stands."""
    next: tuple[str, ...] = ()
    """The upgrades of the next column of its kind that may follow."""
    effects: Effects = ()
    """What it does from then on."""


class Column(Node, frozen=True):
    """A turn of the track."""

    corruption: Literal["plain", "red"] | None = None
    """The corruption token of this turn."""
    guards: tuple[Upgrade, ...] = ()
    """Upgrades of the guards on offer."""
    creatures: tuple[Upgrade, ...] = ()
    """Upgrades of the creatures on offer."""


class CallPrice(Node, frozen=True):
    """REI-1."""

    cost: Small = 2
    """Event cards that a call costs."""
    minions: Several = 2
    """Minions that it brings."""


class Track(Record, frozen=True, kw_only=True):
    """TRK-1: eight columns."""

    columns: tuple[Column, ...]
    """The eight turns."""
    call: CallPrice = CallPrice()
    """What reinforcements cost."""
    guard_tokens: Small = 4
    """Tokens for upgrades of guards."""
    creature_tokens: Small = 3
    """Tokens for upgrades of creatures."""


class Wall(Node, frozen=True):
    """A side of a cell that is a wall."""

    at: Cell
    """A cell of the tile."""
    side: CellSide
    """Which side of it."""


class Tile(Record, frozen=True, kw_only=True):
    """A face of a tile (BRD-2): rows of zone letters and of space letters, equally long."""

    zones: tuple[str, ...]
    """Rows of letters from north to south: the zone of each cell; `.`: void."""
    spaces: tuple[str, ...]
    """Rows alike: `o` normal, `i` interaction, `g` `G` guard reinforcement +1 +3, `d` `D` creature
    reinforcement +1 +3, `w` water, `x` no space."""
    walls: tuple[Wall, ...] = ()
    """Walls inside the tile; its edges are walls."""
    mission: bool = False
    """It is a mission tile."""
    forbidden: Small | Literal["always"] | None = None
    """The difficulty of its stealth tests, or `always`: they fail."""
    jigoku: Colour | None = None
    """Who may use its sign."""
    back: Id | None = None
    """The tile on its other face."""


class PlaceTest(Node, frozen=True):
    """TST-1."""

    characteristic: Stat
    """What is tested."""
    difficulty: Small
    """Dice of the test."""
    direct: bool = False
    """A failed test leaves no `−1`."""
    kind: TestKind = "place"
    """Which effects help."""


class TestPlace(Node, frozen=True):
    """TST-5: where something is tested; spaces of the tile, before turning."""

    spaces: tuple[Cell, ...]
    """Where one stands to test."""
    test: PlaceTest
    """The test."""


class LastTurn(Node, frozen=True):
    """END-4: whose it is when nobody has won it by then."""

    turn: Several
    """The last turn in which it can be won."""
    colour: Colour
    """Whose it is then."""


class Mission(Record, frozen=True, kw_only=True):
    """MIS-1: one condition met is enough."""

    tile: Id | None = None
    """The mission tile; its places are those of this tile."""
    heroes: tuple[Condition, ...] = ()
    """What wins it for the heroes; one of them is enough."""
    oni: tuple[Condition, ...] = ()
    """What wins it for the Oni; one of them is enough."""
    place: TestPlace | None = None
    """Where it is tested."""
    chapter: Id | None = None
    """What is placed, blue or red."""
    last_turn: LastTurn | None = None
    """When it ends undecided, and whose it is then."""


class ObjectiveChapter(Node, frozen=True):
    """What is placed when it is met."""

    id: Id
    """The chapter."""
    colour: Colour
    """On which face it is placed."""


class Objective(Record, frozen=True, kw_only=True):
    """MIS-2; its places are cells of the board."""

    heroes: tuple[Condition, ...] = ()
    """What meets it; one of them is enough."""
    oni: tuple[Condition, ...] = ()
    """What takes it from the heroes."""
    place: TestPlace | None = None
    """Where it is tested."""
    effects: Effects = ()
    """What it does for the hero who met it."""
    chapter: ObjectiveChapter | None = None
    """What is placed."""
    once: bool = True
    """It can be met once alone."""


class Chapter(Record, frozen=True, kw_only=True):
    """MEM-1."""

    role: Role | None = None
    """What it is placed for, where no mission or objective names it."""
    hero: Id | None = None
    """Whose chapter it is."""
    points: Small = 1
    """What it counts in the memoirs."""
    large: bool = False
    """It is large, which decides a tie."""
    both: bool = False
    """It has a blue and a red face."""


class Piece(Node, frozen=True):
    """A tile laid: its north-west cell and clockwise quarter-turns."""

    tile: Id
    """The tile."""
    at: tuple[int, int]
    """The cell of the board where its north-west corner lies."""
    name: str
    """What the scenario calls it (`T1`); its zones are `T1.a`, `T1.b` …"""
    turns: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Clockwise quarter-turns."""


class Door(Node, frozen=True):
    """BRD-4, BRD-5."""

    at: Cell
    """A cell of the board."""
    side: CellSide
    """Which side of it."""
    state: Literal["open", "closed"] = "open"
    """Whether one can pass at the beginning."""


class Sites(Node, frozen=True):
    """SET-6, SET-7: cells in the scenario's order."""

    host: tuple[Cell, ...] = ()
    """For hosts."""
    scroll: tuple[Cell, ...] = ()
    """For scrolls."""
    clue: tuple[Cell, ...] = ()
    """For clues."""
    chest: tuple[Cell, ...] = ()
    """For chests."""
    follower: tuple[Cell, ...] = ()
    """For followers, face down."""


class HostAt(Node, frozen=True):
    """A host of the scenario's own."""

    host: Id
    """The host."""
    at: Cell | None = None
    """Where it stands; none: at a free site."""


class SheetFrom(Node, frozen=True):
    """A sheet that plays from so many heroes on."""

    sheet: Id
    """The sheet."""
    heroes: Several = 1
    """It plays with so many heroes or more."""


class FigureAt(Node, frozen=True):
    """SET-5: there from so many heroes on: at a space, in a zone where the Oni chooses, or wherever it likes."""

    sheet: Id
    """Whose figure it is."""
    at: Cell | None = None
    """Its space."""
    zone: str | None = None
    """The zone in which the Oni chooses one."""
    heroes: Several = 1
    """It is there with so many heroes or more."""


class HeroCount(Node, frozen=True):
    """How many heroes it is for."""

    min: Several = 1
    """At least so many."""
    max: Several = 4
    """At most so many."""
    recommended: Several | None = None
    """With fewer, followers may join (SET-12)."""


class Scenario(Record, frozen=True, kw_only=True):
    """§29; cells and zones are the board's."""

    heroes: HeroCount = HeroCount()
    """How many heroes can play it."""
    investigation: bool = True
    """The Oni hides behind a host."""
    pieces: tuple[Piece, ...] = ()
    """The tiles and where they lie."""
    doors: tuple[Door, ...] = ()
    """The passages between tiles."""
    start: tuple[str, ...] = ()
    """The zones in which the heroes begin."""
    sites: Sites = Sites()
    """Where tokens are laid."""
    hosts: tuple[HostAt, ...] = ()
    """Hosts that always take part."""
    figures: tuple[FigureAt, ...] = ()
    """The Oni's figures."""
    sheets: tuple[Id | SheetFrom, ...] = ()
    """The Oni's sheets."""
    missions: tuple[Id, ...] = ()
    """Its mission tiles' missions."""
    objectives: tuple[Id, ...] = ()
    """Further things to do."""
    track: Id | None = None
    """The track; none: that of the box."""
    zones: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Named sets of zones for its rules."""
    rules: Effects = ()
    """What holds for the whole game."""
    ends: tuple[Condition, ...] = ()
    """What else ends the game."""
    story: Text | None = None
    """What is told at the beginning."""


class Act(Node, frozen=True):
    """CAM-1."""

    scenarios: tuple[Id, ...]
    """Its scenarios in their order."""


class Branch(Node, frozen=True):
    """CAM-1: what follows, by who won."""

    blue: Id | None = None
    """The scenario that follows when the heroes won."""
    red: Id | None = None
    """The scenario that follows when the Oni won."""


class CampaignRecord(Record, frozen=True, kw_only=True):
    """CAM-1."""

    acts: tuple[Act, ...]
    """Its acts in their order."""
    branching: dict[str, Branch] = msgspec.field(default_factory=dict)
    """By scenario: what follows; without it one after the other."""
    documents: Small = 0
    """Documents with which the heroes begin."""
