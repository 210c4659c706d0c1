"""What stays during a game: the floor, who plays with which cards and options, the limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from companion.model.core.schema import WHOLE_MAX
from companion.model.core.words import N_, Message, Name
from companion.model.games.asagiri.adventure.play import Play
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.board import Board, FloorPlan
from companion.model.games.asagiri.state.cards import CharacterCard, EquipmentCard
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.model.games.asagiri.state.vocabulary import BANDS, EDITION, BandId, FigureId, Quarter, by_figure
from companion.model.games.asagiri.table.automation import Stops
from companion.model.grid import Edge

Honour: TypeAlias = Literal["experienced", "determined", "skillful", "courageous"]
HONOURS: tuple[Honour, ...] = get_args(Honour)

HONOUR_NAMES: Mapping[Honour, Message] = {
    "experienced": Message(N_("Experienced")),
    "determined": Message(N_("Determined")),
    "skillful": Message(N_("Skillful")),
    "courageous": Message(N_("Courageous")),
}
HONOUR_WORDS: Mapping[Honour, Message] = {
    "experienced": Message(N_("Rerolls its combat die once; the second roll counts.")),
    "determined": Message(N_("Once, when it would become shaken after an attack, it stays vigilant.")),
    "skillful": Message(N_("Once: +3 Movement.")),
    "courageous": Message(N_("Once: passes a willpower test without a roll.")),
}
"""What each of them does, for a player."""

HONOUR_OF_SKILL: Mapping[str, Honour] = {f"honour:{honour}": honour for honour in HONOURS}
"""Which honour a skill's id means."""


class Profile(msgspec.Struct, frozen=True):
    """One face of a profile card (CMP-3)."""

    attack: int
    defense: int
    movement: int
    willpower: int
    skills: tuple[Skill, ...] = ()


class Equipment(msgspec.Struct, frozen=True):
    """An equipment card in play (CMP-6, BND-5)."""

    id: str | None
    name: Name
    zeni: int
    single: bool = False
    skills: tuple[Skill, ...] = ()


class Character(msgspec.Struct, frozen=True):
    """What a figure is, whatever happens to it."""

    id: str
    band: BandId
    name: Name
    vigilant: Profile
    shaken: Profile
    zeni: int
    traits: frozenset[str] = frozenset()
    alignment: str = "mercenary"
    silhouette: str = "ronin"
    card: str | None = None
    equipment: Equipment | None = None
    part: str = ""
    """What an adventure calls it."""
    kami: Element | None = None
    """The element of a Kami (KAR-3); its two faces are the same, its form shows in its alignment."""
    summoner: str | None = None
    """The id of the sorcerer that has summoned this Kami."""
    honour: Honour | None = None
    """What it has brought along from earlier adventures (CAM-3)."""
    boon: Skill | None = None
    """Its honour as a skill."""
    member: str = ""
    """Who it is in the roster of a campaign, whichever seat and card it has here."""
    speaks: frozenset[str] = frozenset()
    """Every window, operation and selector of its skills, of both faces and of its equipment."""
    reaching: frozenset[str] = frozenset()
    """What those of its skills are about that always hold for others."""

    def __post_init__(self) -> None:
        force = msgspec.structs.force_setattr
        force(self, "speaks", frozenset(mark for skill in self.printed for mark in skill.marks))
        force(self, "reaching", frozenset(word for skill in self.printed for word in skill.reaching))

    @property
    def value(self) -> int:
        """Zeni lost with it, its equipment included (END-1)."""
        return self.zeni + (self.equipment.zeni if self.equipment else 0)

    @property
    def printed(self) -> tuple[Skill, ...]:
        """The skills of both faces and of its equipment, and its honour."""
        own = self.vigilant.skills + self.shaken.skills + (self.equipment.skills if self.equipment else ())
        return own if self.boon is None else (*own, self.boon)


QUARTERS: tuple[Quarter, ...] = get_args(Quarter)

BUDGET = 18
TURNS = 6
MOST_MEMBERS = 24


class Candidate(msgspec.Struct, frozen=True):
    """A profile card face up, and the character that it makes."""

    card: CharacterCard
    character: Character


class Gear(msgspec.Struct, frozen=True):
    """An equipment card face up, and what it is in play."""

    card: EquipmentCard
    equipment: Equipment


class Slab(msgspec.Struct, frozen=True):
    """A floor tile that may be placed."""

    id: str
    name: Name
    plan: FloorPlan

    @property
    def size(self) -> int:
        return len(self.plan.rows)


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile on the board, with its clockwise quarter-turns."""

    tile: str
    turns: int
    name: Name


class DraftState(msgspec.Struct, frozen=True):
    """A game being put together. `seat` chooses next; `stopped`: who recruits no more."""

    characters: tuple[Candidate, ...]
    equipment: tuple[Gear, ...]
    tiles: tuple[Slab, ...]
    scenarios: tuple[Scenario, ...]
    cards: tuple[Character, ...] = ()
    """What skills of all these could bring into play."""
    one_box: bool = True
    """There is one copy of each card; else two. By edition 1 of the rules: one of each unique, else any number."""
    seat: BandId = BANDS[0]
    stopped: tuple[bool, bool] = (False, False)
    laid: tuple[PlacedTile | None, ...] = (None,) * 4
    """By quarter: NW, NE, SW, SE."""
    openings: frozenset[Edge] = frozenset()
    """Open door tokens on walls between tiles that lie (KAR-5); squares of the whole board."""
    doors: frozenset[Edge] = frozenset()
    """Closed door tokens in openings."""

    def candidate(self, card: str | None) -> Candidate | None:
        """The profile card with this id."""
        return next((found for found in self.characters if found.card.id == card), None)

    def gear(self, card: str | None) -> Gear | None:
        """The equipment card with this id."""
        return next((found for found in self.equipment if found.card.id == card), None)

    def slab(self, tile: str) -> Slab | None:
        """The tile with this id."""
        return next((found for found in self.tiles if found.id == tile), None)


class Contest(msgspec.Struct, frozen=True):
    """A game for zeni over a number of turns: END-1 does not apply, END-2 does."""

    turns: int = TURNS
    scenario: Scenario | None = None
    tiles: tuple[PlacedTile, ...] = ()
    """The floor, for whoever draws it: NW, NE, SW, SE; empty when it is not known."""


class Options(msgspec.Struct, frozen=True):
    """Table options that change rules; `dice_entry` and `enforcement` only travel with the game."""

    range_metric: Literal["chebyshev", "taxicab"] = "chebyshev"
    turning_in_zone_shakes: bool = False
    losing_limit: Annotated[int, msgspec.Meta(ge=1, le=WHOLE_MAX)] | None = None
    dice_entry: Literal["virtual", "typed", "ask"] | None = None
    enforcement: Literal["track", "assist", "enforce"] | None = None
    boxes: Literal[1, 2] | None = None
    """Copies of each card (BND-3, CAM-4); not said: 2 for bands composed apart, 1 for those recruited in turns."""
    tie_break: bool | None = None
    """Of equal zeni whose vigilant characters are worth more has won (KAR-6); else nobody has."""
    disabled_lose_equipment: bool | None = None
    """In a campaign, whoever was disabled has lost its card (BND-5); else it keeps it."""


class Table(msgspec.Struct, frozen=True, weakref=True):
    """What stays: the floor, who plays, the limits."""

    board: Board
    characters: tuple[Character, ...]
    budgets: tuple[int, int]
    limits: tuple[int, int]
    options: Options = Options()
    several_floors: bool = False
    """Written with `floors`: squares then name their floor."""
    cards: tuple[Character, ...] = ()
    """Cards that skills may bring into play; their `band` and `id` say nothing."""
    contest: Contest | None = None
    """The game is played for zeni over some turns (KAR-6)."""
    adventure: Play | None = None
    """The adventure played (END-3); with it the state has a `quest`."""
    roles: tuple[int, int] = (0, 1)
    """By band: the side of the adventure it plays, 0 for ``one``."""
    speaks: frozenset[str] = frozenset()
    """Every window, operation and selector that a skill of this table has: what nobody has costs no time."""
    auras: tuple[tuple[FigureId, frozenset[str]], ...] = ()
    """Figures with skills that always hold for others, and what these are about."""
    honoured: tuple[FigureId, ...] = ()
    """The figures that have come with an honour (CAM-3)."""
    called: tuple[Name, ...] = ()
    """By figure: what it is called; several of one name are numbered, in the order of the bands."""
    dials: Stops = ()
    """The automatic things that a table does by hand or wants to be asked about, and rules it needs no reminder of."""
    off: frozenset[str] = frozenset()
    """What does not happen by itself."""
    asked: frozenset[str] = frozenset()
    """What happens when somebody says so."""
    edition: int = EDITION
    """The rules it is played by; see `limits`."""

    def __post_init__(self) -> None:
        found = frozenset[str]().union(*[card.speaks for card in (*self.characters, *self.cards)])
        msgspec.structs.force_setattr(self, "speaks", found)
        honoured = tuple(n for n, card in by_figure(self.characters) if card.honour is not None)
        msgspec.structs.force_setattr(self, "honoured", honoured)
        msgspec.structs.force_setattr(self, "called", _called(self.characters))
        auras = tuple((n, card.reaching) for n, card in by_figure(self.characters) if card.reaching)
        msgspec.structs.force_setattr(self, "auras", auras)
        for field, stop in (("off", "off"), ("asked", "remind")):
            found_ = frozenset(id for id, set_ in self.dials if set_ == stop)
            msgspec.structs.force_setattr(self, field, found_)


_last: tuple[Table, Table] | None = None


def without_zones(table: Table) -> Table:
    """The table without skills that change control zones; the last answer is remembered."""
    global _last
    if _last is None or _last[0] is not table:
        changed = copy(table)
        msgspec.structs.force_setattr(changed, "speaks", table.speaks - {"zone"})
        _last = table, changed
    return _last[1]


def _called(characters: tuple[Character, ...]) -> tuple[Name, ...]:
    counts = Counter(character.name for character in characters)
    if len(counts) == len(characters):
        return tuple(character.name for character in characters)
    seen: Counter[Name] = Counter()
    found = []
    for character in characters:
        name = character.name
        if counts[name] > 1:
            seen[name] += 1
            name = Name(tuple((language, f"{word} {seen[character.name]}") for language, word in name.words))
        found.append(name)
    return tuple(found)
