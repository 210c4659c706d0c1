"""The state of a game of Asagiri: what never changes during it (the table), and what does.

Figures are known by their place in `Table.characters`; bands by 0 (player A) and 1 (player B). What is being resolved
is in `stack`.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args

import msgspec

from companion.model.core.chance import DieKind
from companion.model.core.schema import WHOLE_MAX, Printable
from companion.model.core.words import Name
from companion.model.games.asagiri.adventure.play import Play
from companion.model.games.asagiri.rules.honours import Honour
from companion.model.games.asagiri.skills.language.skill import Effect, Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element, Matter
from companion.model.games.asagiri.state.board import Board, Edge, FloorPlan
from companion.model.games.asagiri.state.cards import CharacterCard, EquipmentCard
from companion.model.games.asagiri.state.characters import Character, Equipment, Profile
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.model.games.asagiri.state.stack import Active, Frame
from companion.model.games.asagiri.state.vocabulary import (
    EDITION,
    NO_FIGURE,
    NO_SQUARE,
    Away,
    Condition,
    FigureId,
    Quarter,
    SquareId,
    Stage,
    by_figure,
)
from companion.model.games.asagiri.table.automation import Stops

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
    seat: int = 0
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


T = TypeVar("T", bound=msgspec.Struct)

SEATS = ("A", "B")
ALIGNMENTS = ("demon_hunter", "evil_creature", "mercenary")
INSPIRATION = DieKind("inspiration", ("fire", "water", "air", "earth", "tori"), (1, 1, 1, 1, 2))
"""CMP-4."""


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """An effect that goes on for a figure after the skill has been used; a token is one, too."""

    effect: Effect
    skill: Printable
    """The id of the skill it came from."""
    source: FigureId
    """The figure whose skill it was."""
    left: Annotated[int, msgspec.Meta(ge=-102, le=99)]
    """How many more ends of phases it survives; 0: till the end of the activation, -1: for the rest of the game.

    Below that: till the end of the fight or test at whose bottom `Closing` lies on the stack, at the place -2 - `left`.
    """


class SquareToken(msgspec.Struct, frozen=True, gc=False):
    """A token that a skill has laid on a square; an enemy of `source` who enters it sets off `skill`."""

    at: SquareId
    name: Printable
    skill: Skill
    source: FigureId


class Figure(msgspec.Struct, frozen=True, gc=False):
    """What happens to a character: where it stands (-1: not on the board), how it looks, what it has used."""

    at: SquareId = NO_SQUARE
    facing: int = 0
    state: Condition = "vigilant"
    reserve: Element | None = None
    activated: bool = False
    used: tuple[str, ...] = ()
    """Stats raised and skills used this phase (INS-3, SKL-1): ``attack``, ``skill:house:code-of-honour``; what is used
    up for longer begins with ``turn:`` or ``game:``.
    """
    spent: bool = False
    """Its single-use equipment has been turned over."""
    more: tuple[Element, ...] = ()
    """Further dice in reserve on a card that may hold several."""
    lasting: tuple[Lasting, ...] = ()
    away: Away = ""
    honour_lost: bool = False
    """Its honour has been used, or it has been disabled (CAM-3)."""

    @property
    def kept(self) -> tuple[Element, ...]:
        """Every die in reserve on the card."""
        return () if self.reserve is None else (self.reserve, *self.more)


class Band(msgspec.Struct, frozen=True, gc=False):
    """The dice and losses of one player."""

    pool: tuple[Element, ...] = ()
    aside: int = 4
    gone: int = 0
    lost: int = 0
    earned: int = 0
    """Zeni that a scenario card has given beside those of disabled enemies (KAR-6)."""


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


class Table(msgspec.Struct, frozen=True):
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


def _without_zones(table: Table) -> Table:
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


class Thing(msgspec.Struct, frozen=True, gc=False):
    """What happens to an object, a cache or a captive: where it lies (-1: nowhere), who carries it (-1: nobody).

    `gone`: an object not found yet, or carried off the board (`through` a zone, by `side`); a cache searched; a
    captive freed. `side`: 0 or 1, the side that found an object or carried it off, -1 before.
    """

    at: SquareId = NO_SQUARE
    bearer: FigureId = NO_FIGURE
    gone: Literal["", "hidden", "out", "searched", "freed"] = ""
    through: str = ""
    side: int = -1


class Quest(msgspec.Struct, frozen=True, gc=False):
    """What an adventure remembers beyond the figures. `things` are as in `Play.things`, `held` as in `Play.holds`."""

    things: tuple[Thing, ...] = ()
    held: tuple[int, ...] = ()
    """For each `hold`: the turns in a row so far."""
    ended: int = 0
    """The last turn that has ended."""
    exits: tuple[tuple[FigureId, str], ...] = ()
    """The figures that have left the board, and through which zone."""
    before: tuple[tuple[str, bool], ...] = ()
    """What was known of earlier adventures."""
    solid: int = 0
    """The mask of squares that captives take up."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game at one moment. `frames` is the stack of what is being resolved, the top one last."""

    table: Table
    figures: tuple[Figure, ...]
    bands: tuple[Band, Band] = (Band(), Band())
    turn: int = 1
    phase: int = 0
    stage: Stage = "activations"
    side: int = -1
    """The side of the board that player A chose, -1 before."""
    active: Active | None = None
    frames: tuple[Frame, ...] = ()
    over: bool = False
    draft: DraftState | None = None
    """The game is still being put together (KAR-6)."""
    quest: Quest | None = None
    tokens: tuple[SquareToken, ...] = ()
    """What skills have laid on squares, one on each at most."""

    def token_at(self, at: SquareId) -> SquareToken | None:
        """The token on a square."""
        return next((token for token in self.tokens if token.at == at), None)

    def band_of(self, who: FigureId) -> int:
        """0 or 1."""
        return self.table.characters[who].band

    def on_board(self, band: int) -> list[FigureId]:
        """The figures of a band that stand on the board."""
        characters = self.table.characters
        return [n for n, figure in by_figure(self.figures) if figure.at >= 0 and characters[n].band == band]

    def face(self, who: FigureId) -> Profile:
        """The face of the profile card that shows."""
        character = self.table.characters[who]
        return character.vigilant if self.figures[who].state == "vigilant" else character.shaken

    def skills(self, who: FigureId) -> tuple[Skill, ...]:
        """The skills of the face showing, of the equipment still usable (SKL-5) and borrowed; the honour (CAM-3)."""
        character, figure = self.table.characters[who], self.figures[who]
        boon = None if figure.honour_lost else character.boon
        given = self._granted(figure) if figure.lasting else ()
        if figure.lasting and any(found.effect.silences for found in figure.lasting):
            return given if boon is None else (*given, boon)
        equipment = character.equipment
        own = (character.vigilant if figure.state == "vigilant" else character.shaken).skills
        if equipment and equipment.skills and not figure.spent:
            own += equipment.skills
        if "borrow" in self.table.speaks:
            lent = (found for skill in own for effect in skill.effects for found in effect.lends(self, who, skill))
            own = tuple({found.id: found for found in (*own, *lent)}.values())
        own += given
        return own if boon is None else (*own, boon)

    def _granted(self, figure: Figure) -> tuple[Skill, ...]:
        """The skills that effects give a figure for a while."""
        found: list[Skill] = []
        for lasting in figure.lasting:
            if lasting.effect.grants:
                printed = (skill for character in self.table.characters for skill in character.printed)
                named = next((skill for skill in printed if skill.id == lasting.skill), None)
                skill = None if named is None else lasting.effect.granted(named)
                if skill is not None and skill not in found:
                    found.append(skill)
        return tuple(found)

    def honour(self, who: FigureId) -> Honour | None:
        """The honour that a figure still has (CAM-3)."""
        honour = self.table.characters[who].honour
        return None if honour is None or self.figures[who].honour_lost else honour

    def occupied(self) -> int:
        """The mask of squares with a figure on them, captives included (ADV-8)."""
        mask = 0 if self.quest is None else self.quest.solid
        for figure in self.figures:
            if figure.at >= 0:
                mask |= 1 << figure.at
        return mask

    def zone(self, who: FigureId, matter: Matter | None = None, other: FigureId = NO_FIGURE) -> int:
        """The mask of the squares this figure controls (CTL-1), as skills have it (SKL-3).

        They may change it for one matter alone, or towards some figures alone: `other` is who asks.
        """
        figure = self.figures[who]
        if figure.at < 0:
            return 0
        if "zone" in self.table.speaks:
            return self._changed_zone(who, matter, other)
        return self.table.board.zones[figure.at][figure.facing]

    def zone_from(
        self, who: FigureId, at: SquareId, facing: int, matter: Matter | None = None, other: FigureId = NO_FIGURE
    ) -> int:
        """What this figure would control, standing there."""
        if "zone" in self.table.speaks:
            return self.with_figure(who, replace(self.figures[who], at=at, facing=facing)).zone(who, matter, other)
        return self.table.board.zones[at][facing]

    def zone_against(self, band: int, matter: Matter | None = None, other: FigureId = NO_FIGURE) -> int:
        """The mask of the squares that the enemies of `band` control."""
        zones, characters, mask = self.table.board.zones, self.table.characters, 0
        changed = "zone" in self.table.speaks
        for n, figure in by_figure(self.figures):
            if figure.at >= 0 and characters[n].band != band:
                mask |= self._changed_zone(n, matter, other) if changed else zones[figure.at][figure.facing]
        return mask

    def in_enemy_zone(self, who: FigureId, matter: Matter | None = None) -> bool:
        """Whether this figure stands in an enemy control zone."""
        at = self.figures[who].at
        return at >= 0 and bool(self.zone_against(self.band_of(who), matter, who) >> at & 1)

    def _changed_zone(self, who: FigureId, matter: Matter | None, other: FigureId) -> int:
        """`zone` of a figure on the board; for the skills that change it themselves, zones are those of CTL-1."""
        plain = replace(self, table=_without_zones(self.table))
        bearers = (who, *(n for n, reaching in self.table.auras if n != who and "zone" in reaching))
        found = [
            effect
            for n in bearers
            if plain.figures[n].at >= 0
            for skill in plain.skills(n)
            if "zone" in skill.about
            for effect in skill.effects
            if effect.lasts == "use" and effect.reshapes(plain, n, skill, who)
        ]
        figure = self.figures[who]
        found += [lasting.effect for lasting in figure.lasting if lasting.effect.key == "zone"]
        zone = self.table.board.zones[figure.at][figure.facing]
        for effect in sorted(found, key=lambda effect: effect.rank):
            zone = effect.reshaped(plain, who, zone, matter, other)
        return zone

    def with_figure(self, who: FigureId, figure: Figure) -> State:
        """The state with one figure changed."""
        figures = self.figures
        return msgspec.structs.replace(self, figures=(*figures[:who], figure, *figures[who + 1 :]))

    def with_band(self, which: int, band: Band) -> State:
        """The state with one band's dice or losses changed."""
        return msgspec.structs.replace(self, bands=(band, self.bands[1]) if which == 0 else (self.bands[0], band))

    def push(self, *frames: Frame) -> State:
        """The state with frames put on the stack; the last one is resolved first."""
        return msgspec.structs.replace(self, frames=self.frames + frames)

    def pop(self) -> State:
        """The state without its top frame."""
        return msgspec.structs.replace(self, frames=self.frames[:-1])

    def swap_top(self, frame: Frame) -> State:
        """The state with its top frame replaced."""
        return msgspec.structs.replace(self, frames=(*self.frames[:-1], frame))


if TYPE_CHECKING:

    def replace(value: T, **changes: Any) -> T:
        """`msgspec.structs.replace`, typed."""
else:
    replace = msgspec.structs.replace  # itself: states are copied at every step
