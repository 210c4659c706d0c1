"""Conditions: a skill speaks only when all of its own hold."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from .alphabet import Alignment, Element, Face, Little, Node, Trait
from .selectors import Who

MOST = 12
"""Conditions, or effects, side by side: no card has as many, and each is compared with every other."""


class Opponent(Node, frozen=True, tag="opponent"):
    """The enemy in the combat or shot has this trait, this alignment, this face; what is left out is not asked."""

    trait: Trait | None = None
    alignment: Alignment | None = None
    state: Face | None = None


class Own(Node, frozen=True, tag="own"):
    """The bearer itself shows this face, or has moved or not in its activation."""

    state: Face | None = None
    moved: bool | None = None


class FromReserve(Node, frozen=True, tag="from_reserve"):
    """The die that pays comes from the bearer's reserve (INS-6)."""


class There(Node, frozen=True, tag="there"):
    """Between `least` and `most` such figures stand on the board."""

    of: Who
    least: Little = 1
    most: Little | None = None


class Role(Node, frozen=True, tag="role"):
    """The bearer's part in what goes on: combat or shot, attacker (shooter) or defender (target)."""

    part: Literal["attacker", "defender"] | None = None
    by: Literal["combat", "shot"] | None = None


class Behind(Node, frozen=True, tag="behind"):
    """The attack is from behind (CBT-5), or is not."""

    holds: bool = True


class By(Node, frozen=True, tag="by"):
    """The margin, or how far a test was missed or passed, lies between `least` and `most`."""

    least: Little = 0
    most: Little | None = None


class Rolled(Node, frozen=True, tag="rolled"):
    """The combat or test die of one side shows between `least` and `most`."""

    whose: Literal["own", "enemy"] = "own"
    least: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    most: Annotated[int, msgspec.Meta(ge=1, le=6)] = 6


class Holds(Node, frozen=True, tag="holds"):
    """The bearer's band has so many dice of an element, or of any, at hand in its pool or in reserve on the card."""

    element: Element | None = None
    where: Literal["pool", "reserve"] = "pool"
    least: Little = 1


class InTurns(Node, frozen=True, tag="turns"):
    """The game is in a turn from `least` to `most`."""

    least: Little = 1
    most: Little | None = None


class Not(Node, frozen=True, tag="not"):
    """The condition does not hold."""

    condition: Condition


class AnyOf(Node, frozen=True, tag="any_of"):
    """At least one of these holds."""

    conditions: Annotated[tuple[Condition, ...], msgspec.Meta(max_length=MOST)]


Condition: TypeAlias = (
    Opponent | Own | FromReserve | There | Role | Behind | By | Rolled | Holds | InTurns | Not | AnyOf
)
