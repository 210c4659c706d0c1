"""The state of a game of Asagiri: what never changes during it (the table), and what does.

Figures are known by their place in `Table.characters`; bands by 0 (player A) and 1 (player B).
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from companion.model.core.chance import DieKind
from companion.model.core.words import Name
from companion.model.effects.tree import Element, Skill

from .board import Board

T = TypeVar("T", bound=msgspec.Struct)

SEATS = ("A", "B")
ALIGNMENTS = ("demon_hunter", "evil_creature", "mercenary")
INSPIRATION = DieKind("inspiration", ("fire", "water", "air", "earth", "tori"), (1, 1, 1, 1, 2))
"""CMP-4."""

Condition: TypeAlias = Literal["vigilant", "shaken", "disabled"]
Stat: TypeAlias = Literal["attack", "defense", "movement", "willpower"]
Stage: TypeAlias = Literal["first", "side", "deploy", "take_back", "roll", "activations", "reserve"]
Origin: TypeAlias = Literal["pool", "reserve", "aside"]

STAT_OF: dict[Element, Stat] = {"fire": "attack", "earth": "defense", "air": "movement", "water": "willpower"}
"""INS-2: what a die of an element raises."""


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
    band: int
    name: Name
    vigilant: Profile
    shaken: Profile
    zeni: int
    traits: frozenset[str] = frozenset()
    alignment: str = "mercenary"
    silhouette: str = "ronin"
    card: str | None = None
    equipment: Equipment | None = None

    @property
    def value(self) -> int:
        """Zeni lost with it, its equipment included (END-1)."""
        return self.zeni + (self.equipment.zeni if self.equipment else 0)


class Figure(msgspec.Struct, frozen=True):
    """What happens to a character: where it stands (-1: not on the board), how it looks, what it has used."""

    at: int = -1
    facing: int = 0
    state: Condition = "vigilant"
    reserve: Element | None = None
    activated: bool = False
    used: tuple[str, ...] = ()
    """Stats raised and skills used this phase (INS-3, SKL-1): ``attack``, ``skill:house:code-of-honour``."""
    spent: bool = False
    """Its single-use equipment has been turned over."""


class Band(msgspec.Struct, frozen=True):
    """The dice and losses of one player."""

    pool: tuple[Element, ...] = ()
    aside: int = 4
    gone: int = 0
    lost: int = 0


class Options(msgspec.Struct, frozen=True):
    """Table options that change rules; `dice_entry` and `enforcement` only travel with the game."""

    range_metric: Literal["chebyshev", "taxicab"] = "chebyshev"
    turning_in_zone_shakes: bool = False
    losing_limit: int | None = None
    dice_entry: Literal["virtual", "typed", "ask"] | None = None
    enforcement: Literal["track", "assist", "enforce"] | None = None


class Table(msgspec.Struct, frozen=True):
    """What stays: the floor, who plays, the limits."""

    board: Board
    characters: tuple[Character, ...]
    budgets: tuple[int, int]
    limits: tuple[int, int]
    options: Options = Options()
    several_floors: bool = False
    """Written with `floors`: squares then name their floor."""


class Began(msgspec.Struct, frozen=True):
    """How the movement began (MOV-7, MOV-8)."""

    in_zone: bool
    state: Condition


class Active(msgspec.Struct, frozen=True):
    """The activation going on."""

    who: int
    trail: tuple[int, ...]
    """Every square stood on, the starting one first."""
    points: int
    acted: bool = False
    moved: bool = False
    over: bool = False
    """The movement has ended."""
    stepped: bool = False
    began: Began | None = None


class Use(msgspec.Struct, frozen=True):
    """An inspiration die or a skill announced; `what` is a stat or ``skill:ID``."""

    who: int
    what: str
    element: Element
    origin: Origin


class Fight(msgspec.Struct, frozen=True, tag="fight"):
    """A combat, or a shot when `shot` names the skill; `step` says who announces, or that dice are rolled."""

    attacker: int
    defender: int
    shot: Skill | None = None
    step: Literal["attacker", "defender", "roll"] = "attacker"
    from_behind: bool = False
    uses: tuple[Use, ...] = ()


class Test(msgspec.Struct, frozen=True, tag="test"):
    """A willpower test to become vigilant (STA-4)."""

    who: int
    step: Literal["announce", "roll"] = "announce"
    uses: tuple[Use, ...] = ()


class Turning(msgspec.Struct, frozen=True, tag="turning"):
    """A figure must turn so that `square` comes into its control zone or its field of vision."""

    who: int
    square: int
    into: Literal["zone", "vision"]


class Shaking(msgspec.Struct, frozen=True, tag="shaking"):
    """A figure is about to become shaken."""

    who: int


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """A figure must retreat (RET-1)."""

    who: int


class GivingUp(msgspec.Struct, frozen=True, tag="giving_up"):
    """A band must give up a die for good (BND-6)."""

    band: int


Frame: TypeAlias = Fight | Test | Turning | Shaking | Retreating | GivingUp


class State(msgspec.Struct, frozen=True):
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

    def band_of(self, who: int) -> int:
        """0 or 1."""
        return self.table.characters[who].band

    def on_board(self, band: int) -> list[int]:
        """The figures of a band that stand on the board."""
        characters = self.table.characters
        return [n for n, figure in enumerate(self.figures) if figure.at >= 0 and characters[n].band == band]

    def face(self, who: int) -> Profile:
        """The face of the profile card that shows."""
        character = self.table.characters[who]
        return character.vigilant if self.figures[who].state == "vigilant" else character.shaken

    def skills(self, who: int) -> tuple[Skill, ...]:
        """The skills of the face showing and of the equipment still usable (SKL-5)."""
        character, figure = self.table.characters[who], self.figures[who]
        equipment = character.equipment
        own = (character.vigilant if figure.state == "vigilant" else character.shaken).skills
        return own + equipment.skills if equipment and equipment.skills and not figure.spent else own

    def occupied(self) -> int:
        """The mask of squares with a figure on them."""
        mask = 0
        for figure in self.figures:
            if figure.at >= 0:
                mask |= 1 << figure.at
        return mask

    def zone(self, who: int) -> int:
        """The mask of the squares this figure controls (CTL-1)."""
        figure = self.figures[who]
        return self.table.board.zones[figure.at][figure.facing] if figure.at >= 0 else 0

    def zone_against(self, band: int) -> int:
        """The mask of the squares that the enemies of `band` control."""
        zones, characters, mask = self.table.board.zones, self.table.characters, 0
        for n, figure in enumerate(self.figures):
            if figure.at >= 0 and characters[n].band != band:
                mask |= zones[figure.at][figure.facing]
        return mask

    def in_enemy_zone(self, who: int) -> bool:
        """Whether this figure stands in an enemy control zone."""
        at = self.figures[who].at
        return at >= 0 and bool(self.zone_against(self.band_of(who)) >> at & 1)

    def with_figure(self, who: int, figure: Figure) -> State:
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


def replace(value: T, **changes: Any) -> T:
    """`msgspec.structs.replace`, typed."""
    return msgspec.structs.replace(value, **changes)
