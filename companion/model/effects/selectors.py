"""Who an effect is about, and numbers that depend on the table."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from .alphabet import Alignment, Element, Face, Ground, Little, Node, StatName, Trait


class Who(Node, frozen=True):
    """Figures on the board: where to begin, then what they must fulfil; what is left out is not asked."""

    of: Literal["self", "opponent", "friends", "enemies", "others", "all"] = "self"
    """Seen from the skill's bearer; ``friends`` and ``others`` do not hold the bearer itself, ``all`` does."""
    within: Little | None = None
    """At most so many squares from `centre`, diagonals counting as the table has it (SHT-3)."""
    beyond: Little | None = None
    """More than so many squares from `centre`."""
    centre: Literal["self", "opponent"] = "self"
    controlled: bool | None = None
    """Stands in the bearer's control zone, or does not."""
    controlling: bool | None = None
    """Has the bearer in its own control zone, or has not."""
    sight: bool | None = None
    """The line of fire from the bearer is open (SHT-4) and the figure in its field of vision, or not."""
    threatened: bool | None = None
    """Stands in a control zone of its enemies, or does not."""
    trait: Trait | None = None
    alignment: Alignment | None = None
    state: Face | None = None
    ground: tuple[Ground, ...] | None = None
    """Stands on one of these."""
    equipped: bool | None = None
    reserve: bool | None = None
    """Has a die in reserve on its card, or has none."""
    moved: bool | None = None
    """Has moved in the activation going on, or has not."""
    activated: bool | None = None
    token: Trait | None = None
    """Bears this token."""
    choose: Annotated[int, msgspec.Meta(ge=1, le=12)] | None = None
    """The bearer's player chooses so many of them (all when there are no more); left out: all of them."""


class Count(Node, frozen=True, tag="count"):
    """As many as there are figures, `times` so many, no more than `most`."""

    of: Who
    times: Annotated[int, msgspec.Meta(ge=-3, le=3)] = 1
    most: Little | None = None


class StatOf(Node, frozen=True, tag="stat"):
    """The printed stat of a figure's face; of several figures the highest or lowest. None there: 0."""

    stat: StatName
    of: Who = Who()
    pick: Literal["highest", "lowest"] = "highest"


class Dice(Node, frozen=True, tag="dice"):
    """As many as there are inspiration dice of the bearer's band: of an element or any, in the pool or in reserve."""

    element: Element | None = None
    where: Literal["pool", "reserve", "aside"] = "pool"


class Margin(Node, frozen=True, tag="margin"):
    """By how much the combat, shot or test was won or lost, never below 0."""


class Losses(Node, frozen=True, tag="losses"):
    """The zeni that a band has lost."""

    whose: Literal["own", "enemy"] = "own"


Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=-9, le=9)] | Count | StatOf | Dice | Margin | Losses
"""A number: written out, or reckoned when the effect is."""
