"""The skill-effect language: a skill is a tree of typed nodes, written as JSON.

Nodes are told apart by their ``type``. The language grows by adding nodes to a union (`Effect`, `Condition`) or values
to a closed list (`Window`, `Number`); a tree written for today's language stays valid. Nothing here executes anything:
what a node means in play is the game system's business, what it says in words is `explain`'s.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

Element: TypeAlias = Literal["fire", "water", "air", "earth", "tori"]
ELEMENTS: tuple[Element, ...] = get_args(Element)
"""The faces of an inspiration die (CMP-4)."""

Window: TypeAlias = Literal["attack", "defense", "shot", "shot_at", "willpower", "movement"]
"""When a skill may speak: its bearer attacks, is attacked, shoots, is shot at, tests its willpower, moves."""
WINDOWS: tuple[Window, ...] = get_args(Window)

Number: TypeAlias = Literal["attack", "defense", "movement", "willpower", "die", "shot", "range"]
"""What a bonus is added to: a stat, the combat die, the value or the range of a shot."""
NUMBERS: tuple[Number, ...] = get_args(Number)

Source: TypeAlias = Literal["printed", "house", "owner"]
"""Where a field is from: a rulebook states it, we made it up, its owner typed it in from a box at home."""
SOURCES: tuple[Source, ...] = get_args(Source)

Provenance: TypeAlias = dict[str, Source]
"""Dotted field (``vigilant.attack``) to source; a field stands for all below it; unnamed fields are the pack's."""

Words: TypeAlias = Annotated[dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=120)]],
                             msgspec.Meta(min_length=1)]  # fmt: skip
"""A name: language to word, English always among them."""

Id: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*:[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
"""``namespace:name``, lower case."""

Trait: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=40)]
"""A word that rules and skills may look at: ``unique``, ``samurai``, ``oni``."""

Alignment: TypeAlias = Literal["demon_hunter", "evil_creature", "mercenary"]
"""CMP-3."""

Face: TypeAlias = Literal["vigilant", "shaken"]
"""The face of a profile card that shows (CMP-3)."""


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any part of a tree. An unknown field is an error, never ignored: a typing mistake must not change a card."""


# effects: what a skill does ----------------------------------------------------------------------------------------


class Bonus(Node, frozen=True, tag="bonus"):
    """Adds `amount` (may be negative) to a number while the skill's window lasts."""

    to: Number
    amount: Annotated[int, msgspec.Meta(ge=-9, le=9)]


class Shot(Node, frozen=True, tag="shot"):
    """Makes the skill a Shot (SHT-1): `range` in squares, `value` in place of the attack stat. An action by itself."""

    range: Annotated[int, msgspec.Meta(ge=1, le=40)]
    value: Annotated[int, msgspec.Meta(ge=0, le=12)]


Effect: TypeAlias = Bonus | Shot


# conditions: when it does it; all of a skill's must hold -----------------------------------------------------------


class Opponent(Node, frozen=True, tag="opponent"):
    """The enemy in the combat or shot has this trait, this alignment, this face; what is left out is not asked."""

    trait: Trait | None = None
    alignment: Alignment | None = None
    state: Face | None = None


class Own(Node, frozen=True, tag="own"):
    """The bearer itself shows this face."""

    state: Face | None = None


class FromReserve(Node, frozen=True, tag="from_reserve"):
    """The die that pays comes from the bearer's reserve (INS-6)."""


Condition: TypeAlias = Opponent | Own | FromReserve


# the whole ---------------------------------------------------------------------------------------------------------


class Skill(Node, frozen=True):
    """A skill of a profile or an equipment card."""

    id: Id
    name: Words
    when: tuple[Window, ...]
    """The windows in which it may be used; a Shot is used in ``shot``."""
    effects: tuple[Effect, ...]
    element: Element | None = None
    """What it costs: one die of this element; None: automatic and obligatory (SKL-1)."""
    action: bool = False
    """Takes the place of the action (SKL-4); implied by a Shot."""
    conditions: tuple[Condition, ...] = ()
    provenance: Provenance = msgspec.field(default_factory=dict)

    @property
    def shot(self) -> Shot | None:
        """Its Shot effect, if it is a Shot (SHT-1)."""
        return next((effect for effect in self.effects if isinstance(effect, Shot)), None)

    @property
    def is_action(self) -> bool:
        """Whether using it is the activation's action (SKL-4, SHT-1)."""
        return self.action or self.shot is not None
